/* A tape: what a JSON writer was told, kept as cells instead of text, for those who compare one
 * view with the next and need the text of what has changed only. The cells of a value stand
 * together and hold nothing about their place: equal values are equal bytes. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/json.h"

typedef enum {
    PT_DATUM_NULL,
    PT_DATUM_FALSE,
    PT_DATUM_TRUE,
    PT_DATUM_NUMBER,
    PT_DATUM_TEXT,
    PT_DATUM_OBJECT,
    PT_DATUM_ARRAY,
} pt_datum_kind;

struct pt_datum {
    uint16_t key; /* of a member, a number in the tape's keys; 0: no member */
    uint16_t kind;
    uint32_t size; /* cells up to the end of the value, this one included */
    int32_t
        n; /* the number; the bytes of a text, which fill the cells behind; members, items */
};

enum { PT_KEY_BITS = 10, PT_KEYS = 1 << PT_KEY_BITS };

/* Keys by number. They are known by where they stand: a key that is put on a tape is a literal
 * or part of a table and never changes. */
typedef struct pt_keys {
    const char *name[PT_KEYS / 2];
    uint16_t length[PT_KEYS / 2];
    struct {
        const char *at;
        uint16_t number;
    } place[PT_KEYS];
    uint16_t count;
} pt_keys;

struct pt_tape {
    pt_datum *cell; /* the caller's memory */
    uint32_t used, room;
    pt_keys *keys;
    bool cut; /* it did not fit: the cells are worth nothing */
    uint16_t key;
    int depth;
    pt_datum *in; /* what was opened last, or NULL */
    pt_datum *open[64];
};

/* An empty tape on `room` cells. Tapes that are compared share their keys; keys begin as zeros.
 */
pt_tape pt_tape_on(pt_datum *cells, uint32_t room, pt_keys *keys);
/* A writer onto a tape. */
pt_json pt_json_on_tape(pt_tape *tape);
/* Writes a value from a tape, without its key. */
void pt_json_datum(pt_json *j, const pt_keys *keys, const pt_datum *c);

/* How long that text is at least; more if something in it has to be escaped. */
size_t pt_datum_length(const pt_keys *keys, const pt_datum *c);

/* The first value inside an object or array; each is followed by the next. */
static inline const pt_datum *pt_datum_first(const pt_datum *c) { return c + 1; }
static inline const pt_datum *pt_datum_next(const pt_datum *c) { return c + c->size; }
static inline const char *pt_datum_text(const pt_datum *c) { return (const char *)(c + 1); }

/* --- for the writer (core/json.c) --- */

void pt_tape_new_key(pt_tape *t, const char *key);
void pt_tape_text(pt_tape *t, const char *s, size_t n);

static inline unsigned pt_key_place(const char *key) {
    return (unsigned)((uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u >> (64 - PT_KEY_BITS));
}

static inline void pt_tape_key(pt_tape *t, const char *key) {
    unsigned place = pt_key_place(key);
    if (t->keys->place[place].at == key)
        t->key = t->keys->place[place].number;
    else
        pt_tape_new_key(t, key);
}

/* A new cell of its own; NULL if there is no room. */
static inline pt_datum *pt_tape_add(pt_tape *t, pt_datum_kind kind, uint32_t size, int32_t n) {
    if (t->room - t->used < size) {
        t->cut = true;
        return NULL;
    }
    pt_datum *c = &t->cell[t->used];
    *c = (pt_datum){t->key, (uint16_t)kind, size, n};
    t->used += size;
    t->key = 0;
    if (t->in) t->in->n++;
    return c;
}

static inline void pt_tape_value(pt_tape *t, pt_datum_kind kind, int64_t n) {
    t->cut |= n != (int32_t)n;
    pt_tape_add(t, kind, 1, (int32_t)n);
}

static inline void pt_tape_open(pt_tape *t, pt_datum_kind kind) {
    pt_datum *c = t->depth < 63 ? pt_tape_add(t, kind, 1, 0) : NULL;
    if (!c) {
        t->cut = true;
        t->used = t->room; /* nothing fits any more, so nothing is closed that was not opened */
        return;
    }
    t->open[t->depth++] = t->in;
    t->in = c;
}

static inline void pt_tape_close(pt_tape *t) {
    if (t->cut) return;
    t->in->size = (uint32_t)(t->cell + t->used - t->in);
    t->in = t->open[--t->depth];
}
