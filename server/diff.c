/* Differences of views. Equal values are equal bytes, so that what has not changed is passed
 * over at the speed of memcmp. A change that would be longer than the value itself is given up
 * for the value. */
/* SPDX-License-Identifier: MIT */
#include "server/diff.h"
#include <string.h>

enum { ITEMS = 512 };

typedef struct differ {
    const pt_keys *keys;
    pt_text *out;
} differ;

static void diff(const differ *d, const pt_datum *a, const pt_datum *b);

static bool same(const pt_datum *a, const pt_datum *b) {
    return a->size == b->size && memcmp(a, b, a->size * sizeof *a) == 0;
}

/* An item of an array is known by its first member if it is an object, else by all of it. */
static bool same_item(const pt_datum *a, const pt_datum *b) {
    if (a->kind != PT_DATUM_OBJECT || b->kind != PT_DATUM_OBJECT || !a->n || !b->n)
        return same(a, b);
    return same(pt_datum_first(a), pt_datum_first(b));
}

/* --- writing --- */

static void put_value(const differ *d, const pt_datum *c) {
    pt_json j = pt_json_on(d->out);
    pt_json_datum(&j, d->keys, c);
}

static void set(const differ *d, const pt_datum *c) {
    pt_putc(d->out, '[');
    put_value(d, c);
    pt_putc(d->out, ']');
}

static void comma(const differ *d) {
    if (d->out->at[d->out->used - 1] != '{') pt_putc(d->out, ',');
}

static void put_key(const differ *d, const pt_datum *c) {
    pt_json j = pt_json_on(d->out);
    comma(d);
    pt_json_str(&j, d->keys->name[c->key]);
    pt_putc(d->out, ':');
}

/* --- arrays --- */

static int items_of(const pt_datum *array, const pt_datum *out[ITEMS]) {
    if (array->n > ITEMS) return -1;
    const pt_datum *at = pt_datum_first(array);
    for (int i = 0; i < array->n; i++, at = pt_datum_next(at)) out[i] = at;
    return array->n;
}

static void splice(const differ *d, bool first, int at, int count, const pt_datum **items,
                   int n) {
    pt_put(d->out, "%s[%d,%d,[", first ? "\"+\":[" : ",", at, count);
    for (int i = 0; i < n; i++) {
        if (i) pt_putc(d->out, ',');
        put_value(d, items[i]);
    }
    pt_puts(d->out, "]]");
}

static int find_old(const pt_datum *y, const pt_datum **x, int from, int to) {
    for (int i = from; i < to; i++)
        if (same_item(x[i], y)) return i;
    return -1;
}

/* Items that are known on both sides stay; `stays[j]` is where new item j was, or -1. */
static void splice_all(const differ *d, const pt_datum **x, int n, const pt_datum **y, int m,
                       int *stays) {
    int i = 0, j = 0;
    bool first = true;
    while (i < n || j < m) {
        if (i < n && j < m && same_item(x[i], y[j])) {
            stays[j++] = i++;
            continue;
        }
        int next = j < m ? find_old(y[j], x, i, n) : n; /* old items before it go */
        int gone = next < 0 ? 0 : next - i, come = 0;
        while (gone == 0 && j + come < m && find_old(y[j + come], x, i, n) < 0)
            stays[j + come++] = -1;
        splice(d, first, j, gone, y + j, come);
        first = false;
        i += gone;
        j += come;
    }
    if (!first) pt_putc(d->out, ']');
}

static void diff_item(const differ *d, int index, const pt_datum *a, const pt_datum *b) {
    if (same(a, b)) return;
    comma(d);
    pt_put(d->out, "\"%d\":", index);
    diff(d, a, b);
}

static void diff_arrays(const differ *d, const pt_datum *a, const pt_datum *b) {
    const pt_datum *x[ITEMS], *y[ITEMS];
    if (a->n == b->n) {
        const pt_datum *p = pt_datum_first(a), *q = pt_datum_first(b);
        pt_putc(d->out, '{');
        for (int i = 0; i < a->n; i++, p = pt_datum_next(p), q = pt_datum_next(q))
            diff_item(d, i, p, q);
        pt_putc(d->out, '}');
        return;
    }
    int stays[ITEMS], n = items_of(a, x), m = items_of(b, y);
    if (n < 0 || m < 0) {
        set(d, b);
        return;
    }
    pt_putc(d->out, '{');
    splice_all(d, x, n, y, m, stays);
    for (int j = 0; j < m; j++)
        if (stays[j] >= 0) diff_item(d, j, x[stays[j]], y[j]);
    pt_putc(d->out, '}');
}

/* --- objects --- */

/* The member of an object with this key; NULL: none. Keys mostly come in the same order:
 * `guess` is tried first. */
static const pt_datum *member(const pt_datum *object, const pt_datum *guess, uint16_t key) {
    const pt_datum *end = pt_datum_next(object);
    if (guess < end && guess->key == key) return guess;
    for (const pt_datum *c = pt_datum_first(object); c < end; c = pt_datum_next(c))
        if (c->key == key) return c;
    return NULL;
}

static void diff_objects(const differ *d, const pt_datum *a, const pt_datum *b) {
    const pt_datum *guess = pt_datum_first(a), *end = pt_datum_next(b),
                   *old_end = pt_datum_next(a);
    pt_putc(d->out, '{');
    for (const pt_datum *y = pt_datum_first(b); y < end; y = pt_datum_next(y)) {
        const pt_datum *x = member(a, guess, y->key);
        if (x) guess = pt_datum_next(x);
        if (x && same(x, y)) continue;
        put_key(d, y);
        if (x)
            diff(d, x, y);
        else
            set(d, y);
    }
    guess = pt_datum_first(b);
    for (const pt_datum *x = pt_datum_first(a); x < old_end; x = pt_datum_next(x)) {
        const pt_datum *y = member(b, guess, x->key);
        if (y) {
            guess = pt_datum_next(y);
            continue;
        }
        put_key(d, x);
        pt_puts(d->out, "[]");
    }
    pt_putc(d->out, '}');
}

/* A patch that is longer than the value gives way to it. The text of a value has at least two
 * bytes for each cell, a character and a comma, so that most are seen to be shorter at once. */
static void shorter(const differ *d, size_t from, const pt_datum *b) {
    size_t patch = d->out->used - from;
    if (patch <= 2 * (size_t)b->size || patch <= pt_datum_length(d->keys, b) + 2) return;
    d->out->used = from;
    set(d, b);
}

static void diff(const differ *d, const pt_datum *a, const pt_datum *b) {
    size_t from = d->out->used;
    if (a->kind != b->kind || (a->kind != PT_DATUM_OBJECT && a->kind != PT_DATUM_ARRAY)) {
        set(d, b);
        return;
    }
    if (a->kind == PT_DATUM_OBJECT)
        diff_objects(d, a, b);
    else
        diff_arrays(d, a, b);
    shorter(d, from, b);
}

void view_diff(const pt_keys *keys, const pt_datum *a, const pt_datum *b, pt_text *out) {
    const differ d = {keys, out};
    if (same(a, b))
        pt_puts(out, "{}");
    else
        diff(&d, a, b);
}
