/* Tapes. */
/* SPDX-License-Identifier: MIT */
#include "core/tape.h"
#include <assert.h>
#include <string.h>

pt_tape pt_tape_on(pt_datum *cells, uint32_t room, pt_keys *keys) {
    return (pt_tape){.cell = cells, .room = room, .keys = keys};
}

pt_json pt_json_on_tape(pt_tape *tape) { return (pt_json){.tape = tape}; }

/* The number of a key that was not met at this place before; 0 if there are too many. */
static uint16_t number_of(pt_keys *k, const char *key) {
    for (uint16_t i = 1; i <= k->count; i++)
        if (strcmp(k->name[i], key) == 0) return i;
    if (k->count + 1 == PT_KEYS / 2) return 0;
    k->name[++k->count] = key;
    return k->count;
}

void pt_tape_key(pt_tape *t, const char *key) {
    pt_keys *k = t->keys;
    unsigned place = (unsigned)((uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u >> 54);
    static_assert(PT_KEYS == 1 << 10, "ten bits of the hash are the place");
    for (int i = 0; k->place[place].at != key; i++) {
        if (i == PT_KEYS) { /* every place is taken */
            t->cut = true;
            return;
        }
        if (!k->place[place].at) {
            k->place[place].number = number_of(k, key);
            k->place[place].at = key;
        } else {
            place = (place + 1) % PT_KEYS;
        }
    }
    t->key = k->place[place].number;
    t->cut |= t->key == 0;
}

/* A new cell of its own; NULL if there is no room. */
static pt_datum *add(pt_tape *t, pt_datum_kind kind, uint32_t size) {
    if (t->room - t->used < size) {
        t->cut = true;
        return NULL;
    }
    pt_datum *c = &t->cell[t->used];
    *c = (pt_datum){t->key, (uint16_t)kind, size, 0};
    t->used += size;
    t->key = 0;
    if (t->depth) t->cell[t->open[t->depth - 1]].n++;
    return c;
}

void pt_tape_value(pt_tape *t, pt_datum_kind kind, int64_t n) {
    pt_datum *c = add(t, kind, 1);
    t->cut |= n < INT32_MIN || n > INT32_MAX;
    if (c) c->n = (int32_t)n;
}

void pt_tape_text(pt_tape *t, const char *s, size_t n) {
    size_t behind = (n + sizeof(pt_datum) - 1) / sizeof(pt_datum);
    pt_datum *c = behind < t->room ? add(t, PT_DATUM_TEXT, (uint32_t)(1 + behind)) : NULL;
    if (!c) {
        t->cut = true;
        return;
    }
    c->n = (int32_t)n;
    if (!behind) return;
    memset(&c[behind], 0, sizeof *c);
    memcpy(c + 1, s, n);
}

void pt_tape_open(pt_tape *t, pt_datum_kind kind) {
    uint32_t at = t->used;
    if (t->depth == 63 || !add(t, kind, 1)) {
        t->cut = true;
        t->used = t->room; /* nothing fits any more, so nothing is closed that was not opened */
        return;
    }
    t->open[t->depth++] = at;
}

void pt_tape_close(pt_tape *t) {
    if (t->cut) return;
    assert(t->depth > 0);
    uint32_t at = t->open[--t->depth];
    t->cell[at].size = t->used - at;
}

void pt_json_datum(pt_json *j, const pt_keys *keys, const pt_datum *c) {
    switch ((pt_datum_kind)c->kind) {
    case PT_DATUM_NULL: pt_json_null(j); return;
    case PT_DATUM_FALSE: pt_json_bool(j, false); return;
    case PT_DATUM_TRUE: pt_json_bool(j, true); return;
    case PT_DATUM_NUMBER: pt_json_int(j, c->n); return;
    case PT_DATUM_TEXT: pt_json_strn(j, pt_datum_text(c), (size_t)c->n); return;
    case PT_DATUM_OBJECT:
    case PT_DATUM_ARRAY: break;
    }
    bool object = c->kind == PT_DATUM_OBJECT;
    pt_open(j, object ? '{' : '[');
    const pt_datum *end = pt_datum_next(c);
    for (const pt_datum *in = pt_datum_first(c); in < end; in = pt_datum_next(in)) {
        if (object) pt_key(j, keys->name[in->key]);
        pt_json_datum(j, keys, in);
    }
    pt_close(j, object ? '}' : ']');
}
