/* Tapes. */
/* SPDX-License-Identifier: MIT */
#include "core/tape.h"
#include <assert.h>

pt_tape pt_tape_on(pt_datum *cells, uint32_t capacity, pt_keys *keys) {
    assert(cells && keys && capacity <= PT_CELLS_MAX);
    return (pt_tape){.next = cells, .end = cells + capacity, .keys = keys};
}

pt_tape pt_tape_after(pt_datum *cells, uint32_t capacity, pt_keys *keys, const void *was,
                      const pt_datum *old) {
    assert(cells && keys && capacity <= PT_CELLS_MAX);
    return (pt_tape){
        .next = cells, .end = cells + capacity, .keys = keys, .was = was, .old = old};
}

pt_json pt_json_on_tape(pt_tape *tape) { return (pt_json){.tape = tape}; }

/* The number of a key whose address is new, though its text may not be; 0 if there are too many
 * keys. */
static uint16_t number_of(pt_keys *k, const char *key) {
    assert(key && k->count < PT_KEYS / 2);
    for (uint16_t i = 1; i <= k->count; i++)
        if (strcmp(k->name[i], key) == 0) return i;
    if (k->count + 1 == PT_KEYS / 2) return 0;
    k->name[++k->count] = key;
    k->length[k->count] = (uint16_t)strlen(key);
    return k->count;
}

/* Writes a key into an empty place; false if there are too many keys. */
static bool fill_place(pt_keys *k, unsigned place, const char *key) {
    uint16_t number = number_of(k, key);
    if (!number) return false;
    k->place[place].at = key;
    k->place[place].number = number;
    return true;
}

/* The key is not at its first place: it is at one of the next, or new. */
void pt_tape_new_key(pt_tape *t, const char *key) {
    pt_keys *k = t->keys;
    unsigned place = pt_key_place(key);
    for (int i = 0; i < PT_KEYS; i++) {
        if (!k->place[place].at && !fill_place(k, place, key)) break;
        if (k->place[place].at == key) {
            t->key = k->place[place].number;
            return;
        }
        place = (place + 1) % PT_KEYS;
    }
    t->cut = true; /* every place is taken, or every number */
}

void pt_tape_value(pt_tape *t, pt_datum_kind kind, int64_t n) {
    t->cut |= t->next == t->end || n != (int32_t)n;
    if (!t->cut) pt_tape_take(t, t->key, kind, 1, (int32_t)n);
}

void pt_tape_key_value(pt_tape *t, const char *key, pt_datum_kind kind, int64_t n) {
    pt_tape_key(t, key);
    pt_tape_value(t, kind, n);
}

void pt_tape_text(pt_tape *t, const char *s, size_t n) {
    size_t behind = (n + sizeof(pt_datum) - 1) / sizeof(pt_datum);
    if (behind >= (size_t)(t->end - t->next)) {
        t->cut = true;
        return;
    }
    pt_datum *c = pt_tape_take(t, t->key, PT_DATUM_TEXT, (uint32_t)(1 + behind), (int32_t)n);
    if (!behind) return;
    c[behind] = (pt_datum){0};
    memcpy(c + 1, s, n);
}

/* --- what is taken over --- */

/* The member of an object with this key, or the item of an array with this number. */
static const pt_datum *inside(const pt_datum *c, uint16_t key, int32_t n) {
    assert(c->kind == PT_DATUM_OBJECT || c->kind == PT_DATUM_ARRAY);
    const pt_datum *at = pt_datum_first(c), *end = pt_datum_next(c);
    if (c->kind == PT_DATUM_OBJECT)
        while (at < end && at->key != key) at = pt_datum_next(at);
    else
        while (at < end && n-- > 0) at = pt_datum_next(at);
    return at < end ? at : NULL;
}

/* The old tape's version of what is open here, found by the same path from the top. */
static const pt_datum *twin_of(const pt_tape *t) {
    assert(t->in && t->depth > 0);
    const pt_datum *twin = t->old;
    for (int d = 2; d <= t->depth && twin; d++) {
        const pt_datum *in = t->open[d - 1], *c = d < t->depth ? t->open[d] : t->in;
        twin = twin->kind == in->kind ? inside(twin, c->key, in->n - 1) : NULL;
    }
    return twin && twin->kind == t->in->kind ? twin : NULL;
}

/* Finds what is open here on the old tape, the first time that something inside is kept. */
static const pt_datum *twin_beside(pt_tape *t) {
    if (t->beside.in == t->in) return t->beside.twin;
    const pt_datum *twin = twin_of(t);
    t->beside.in = t->in;
    t->beside.twin = twin;
    t->beside.next = twin ? pt_datum_first(twin) : NULL;
    t->beside.n = 0;
    return twin;
}

/* Item number `item` there. They are asked for one after the other, so that the next is mostly
 * at hand. */
static const pt_datum *item_beside(pt_tape *t, int item) {
    const pt_datum *twin = t->beside.twin, *at = t->beside.next, *end = pt_datum_next(twin);
    if (t->beside.n > item) {
        at = pt_datum_first(twin);
        t->beside.n = 0;
    }
    for (; t->beside.n < item && at < end; t->beside.n++) at = pt_datum_next(at);
    t->beside.next = at;
    return at < end ? at : NULL;
}

/* Members come in the same order. */
static const pt_datum *member_beside(const pt_tape *t) {
    const pt_datum *twin = t->beside.twin, *at = t->beside.next, *end = pt_datum_next(twin);
    return at < end && at->key == t->key ? at : inside(twin, t->key, 0);
}

/* Copies `count` values that end before `to`. */
static int take_over(pt_tape *t, const pt_datum *from, const pt_datum *to, int count) {
    assert(to <= pt_datum_next(t->beside.twin)); /* values end where what holds them ends */
    if (to - from > t->end - t->next) return 0;
    memcpy(t->next, from, (size_t)(to - from) * sizeof *from);
    t->next += to - from;
    t->key = 0;
    t->in->n += count;
    t->beside.next = to;
    t->beside.n += count;
    return count;
}

int pt_tape_keep(pt_tape *t, int n) {
    if (!t->old || !t->in || t->cut) return 0;
    const pt_datum *twin = twin_beside(t);
    if (!twin) return 0;
    bool object = twin->kind == PT_DATUM_OBJECT;
    const pt_datum *from = object ? member_beside(t) : item_beside(t, t->in->n), *to = from;
    if (!from) return 0;
    int count = 0;
    for (const pt_datum *end = pt_datum_next(twin); count < n && to < end; count++)
        to = pt_datum_next(to);
    return take_over(t, from, to, count);
}

bool pt_tape_keep_item(pt_tape *t, int item) {
    if (!t->old || !t->in || t->cut) return false;
    const pt_datum *twin = twin_beside(t);
    if (!twin || twin->kind != PT_DATUM_ARRAY) return false;
    const pt_datum *from = item_beside(t, item);
    return from && take_over(t, from, pt_datum_next(from), 1) == 1;
}

void pt_json_datum(pt_json *j, const pt_keys *keys, const pt_datum *c) {
    assert(c->size > 0);
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
        assert(in->key <= keys->count);
        pt_json_datum(j, keys, in);
    }
    pt_close(j, object ? '}' : ']');
}

static size_t digits(int32_t n) {
    size_t count = n < 0 ? 2 : 1;
    for (; n > 9 || n < -9; n /= 10) count++;
    return count;
}

size_t pt_datum_length(const pt_keys *keys, const pt_datum *c) {
    assert(c->size > 0);
    switch ((pt_datum_kind)c->kind) {
    case PT_DATUM_NULL:
    case PT_DATUM_TRUE: return 4;
    case PT_DATUM_FALSE: return 5;
    case PT_DATUM_NUMBER: return digits(c->n);
    case PT_DATUM_TEXT: return (size_t)c->n + 2;
    case PT_DATUM_OBJECT:
    case PT_DATUM_ARRAY: break;
    }
    size_t length = c->n ? 1 : 2; /* as many commas as members, less one, and two brackets */
    const pt_datum *end = pt_datum_next(c);
    for (const pt_datum *in = pt_datum_first(c); in < end; in = pt_datum_next(in)) {
        length += pt_datum_length(keys, in) + 1;
        if (in->key) length += keys->length[in->key] + 3u;
    }
    return length;
}
