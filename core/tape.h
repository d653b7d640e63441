/* A tape: JSON kept as cells instead of text. It is for callers who compare one view with the
 * next and need the text of the changes only. The cells of a value stand together and do not
 * depend on their place, so equal values are equal bytes. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/json.h"
#include <string.h>

typedef enum {
    PT_DATUM_NULL,
    PT_DATUM_FALSE,
    PT_DATUM_TRUE,
    PT_DATUM_NUMBER,
    PT_DATUM_TEXT,
    PT_DATUM_OBJECT,
    PT_DATUM_ARRAY,
} pt_datum_kind;

enum {
    PT_KEY_BITS = 10,
    PT_KEYS = 1 << PT_KEY_BITS,
    PT_CELL_BITS = 19,
    PT_CELLS_MAX = (1 << PT_CELL_BITS) - 1
};

/* Eight bytes, with every bit used, because a view is read and written with every move. */
struct pt_datum {
    unsigned key : PT_KEY_BITS;   /* of a member: its number in the tape's keys, or 0 */
    unsigned kind : 3;            /* pt_datum_kind */
    unsigned size : PT_CELL_BITS; /* cells up to the end of the value, this one included */
    int32_t n; /* the number; bytes of a text, in the cells behind; members, items */
};

/* Keys by number. A key is known by its address: a key on a tape is a literal or part of a
 * table and never changes. */
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
    pt_datum *next, *end; /* in the caller's memory */
    pt_keys *keys;
    pt_datum *in; /* what was opened last and is still open, or NULL */
    uint16_t key; /* of the next value */
    bool cut;     /* the cells did not suffice and cannot be used */
    int depth;
    pt_datum *open[64];
    /* The last view and its tape, from which unchanged values are copied; or NULL. */
    const void *was;
    const pt_datum *old;
    struct {
        const pt_datum *in, *twin,
            *next; /* what is open here and there; what comes next there */
        int32_t n; /* its number */
    } beside;
};

/* An empty tape on `capacity` cells, PT_CELLS_MAX at most. Tapes that are compared share their
 * keys; keys begin as zeros.
 */
pt_tape pt_tape_on(pt_datum *cells, uint32_t capacity, pt_keys *keys);
/* The same for a view that follows `was`, whose tape is `old`. */
pt_tape pt_tape_after(pt_datum *cells, uint32_t capacity, pt_keys *keys, const void *was,
                      const pt_datum *old);
/* A writer onto a tape. */
pt_json pt_json_on_tape(pt_tape *tape);
/* Writes a value from a tape, without its key. */
void pt_json_datum(pt_json *j, const pt_keys *keys, const pt_datum *c);

/* The least length of that text; it is longer if something has to be escaped. */
size_t pt_datum_length(const pt_keys *keys, const pt_datum *c);

/* The first value inside an object or array; each is followed by the next. */
static inline const pt_datum *pt_datum_first(const pt_datum *c) { return c + 1; }
static inline const pt_datum *pt_datum_next(const pt_datum *c) { return c + c->size; }
static inline const char *pt_datum_text(const pt_datum *c) { return (const char *)(c + 1); }

/* --- for the writer (core/json.c) ---
 * Views are made of thousands of small values, so the common case is inline and short, and the
 * exception is a call at the end. */

void pt_tape_new_key(pt_tape *t, const char *key);
void pt_tape_text(pt_tape *t, const char *s, size_t n);
void pt_tape_value(pt_tape *t, pt_datum_kind kind, int64_t n);
int pt_tape_keep(pt_tape *t, int n); /* pt_keep_items (core/json.h) */
bool pt_tape_keep_item(pt_tape *t, int item);
void pt_tape_key_value(pt_tape *t, const char *key, pt_datum_kind kind, int64_t n);

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

/* The next cells become a value. There must be enough of them. */
static inline pt_datum *pt_tape_take(pt_tape *t, uint16_t key, pt_datum_kind kind,
                                     uint32_t size, int32_t n) {
    pt_datum *c = t->next;
    *c = (pt_datum){key & (PT_KEYS - 1u), (unsigned)kind & 7, size & PT_CELLS_MAX, n};
    t->next = c + size;
    t->key = 0;
    if (t->in) t->in->n++;
    return c;
}

/* A value of one cell. */
static inline void pt_tape_put(pt_tape *t, pt_datum_kind kind, int64_t n) {
    if (t->next == t->end || n != (int32_t)n)
        pt_tape_value(t, kind, n);
    else
        pt_tape_take(t, t->key, kind, 1, (int32_t)n);
}

/* A member of one cell. */
static inline void pt_tape_member(pt_tape *t, const char *key, pt_datum_kind kind, int64_t n) {
    unsigned place = pt_key_place(key);
    if (t->keys->place[place].at != key || t->next == t->end || n != (int32_t)n)
        pt_tape_key_value(t, key, kind, n);
    else
        pt_tape_take(t, t->keys->place[place].number, kind, 1, (int32_t)n);
}

/* Most texts are a name that fits into one cell, whose end is found while it is copied. */
static inline void pt_tape_name(pt_tape *t, const char *s) {
    pt_datum *c = t->next;
    char *to = (char *)(c + 1);
    if (t->end - c >= 2) {
        c[1] = (pt_datum){0};
        for (size_t i = 0; i < sizeof *c; i++) {
            if (!s[i]) {
                pt_tape_take(t, t->key, PT_DATUM_TEXT, i ? 2 : 1, (int32_t)i);
                return;
            }
            to[i] = s[i];
        }
    }
    pt_tape_text(t, s, strlen(s));
}

static inline void pt_tape_open(pt_tape *t, pt_datum_kind kind) {
    if (t->next == t->end || t->depth == 63) {
        t->cut = true;
        t->next = t->end; /* nothing fits any more, so nothing is closed that was not opened */
        return;
    }
    t->open[t->depth++] = t->in;
    t->in = pt_tape_take(t, t->key, kind, 1, 0);
}

static inline void pt_tape_close(pt_tape *t) {
    if (t->cut) return;
    t->in->size = (uint32_t)(t->next - t->in) & PT_CELLS_MAX;
    t->in = t->open[--t->depth];
}
