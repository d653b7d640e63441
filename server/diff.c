/* Differences of views. Equal values are equal bytes, so what has not changed is skipped at the
 * speed of memcmp. If a patch would be longer than the new value, the value is sent instead. */
/* SPDX-License-Identifier: MIT */
#include "server/diff.h"
#include <string.h>

enum { ITEMS = 512 };

typedef struct differ {
    const pt_keys *keys;
    pt_text *out;
} differ;

static void diff(const differ *d, const pt_datum *a, const pt_datum *b);

/* Most values are one cell or two, or differ in these: they are compared without a call. */
static inline bool same(const pt_datum *a, const pt_datum *b) {
    if (memcmp(a, b, sizeof *a) != 0) return false;
    if (a->size == 1) return true;
    if (memcmp(a + 1, b + 1, sizeof *a) != 0) return false;
    return a->size == 2 || memcmp(a + 2, b + 2, (a->size - 2) * sizeof *a) == 0;
}

/* An item of an array is known by its first member if it is an object, else by all of it. */
static bool same_item(const pt_datum *a, const pt_datum *b) {
    if (a->kind != PT_DATUM_OBJECT || b->kind != PT_DATUM_OBJECT || !a->n || !b->n)
        return same(a, b);
    return same(pt_datum_first(a), pt_datum_first(b));
}

/* --- writing --- */

static void put_value(const differ *d, const pt_datum *c) {
    if (c->kind == PT_DATUM_NUMBER) { /* as most that change */
        pt_puti(d->out, c->n);
        return;
    }
    pt_json j = pt_json_on(d->out);
    pt_json_datum(&j, d->keys, c);
}

static void put_int(const differ *d, int n) { pt_puti(d->out, n); }

static void set(const differ *d, const pt_datum *c) {
    pt_putc_quick(d->out, '[');
    put_value(d, c);
    pt_putc_quick(d->out, ']');
}

static void comma(const differ *d) {
    if (d->out->at[d->out->used - 1] != '{') pt_putc_quick(d->out, ',');
}

static void put_key(const differ *d, const pt_datum *c) {
    comma(d);
    pt_putc_quick(d->out, '"');
    pt_putn(d->out, d->keys->name[c->key], d->keys->length[c->key]);
    pt_puts(d->out, "\":");
}

/* --- arrays --- */

static int items_of(const pt_datum *array, const pt_datum *out[ITEMS]) {
    if (array->n > ITEMS) return -1;
    const pt_datum *at = pt_datum_first(array);
    for (int i = 0; i < array->n; i++, at = pt_datum_next(at)) out[i] = at;
    return array->n;
}

/* Several objects with the same keys in the same order. */
static bool have_same_keys(const pt_datum **items, int n) {
    if (n < 2 || items[0]->kind != PT_DATUM_OBJECT || !items[0]->n) return false;
    for (int i = 1; i < n; i++) {
        if (items[i]->kind != PT_DATUM_OBJECT || items[i]->n != items[0]->n) return false;
        const pt_datum *x = pt_datum_first(items[0]), *y = pt_datum_first(items[i]);
        for (int k = 0; k < items[0]->n; k++, x = pt_datum_next(x), y = pt_datum_next(y))
            if (x->key != y->key) return false;
    }
    return true;
}

/* The members of an object as a list: their values, or their keys. */
static void put_members(const differ *d, const pt_datum *object, bool keys) {
    const pt_datum *c = pt_datum_first(object);
    pt_json j = pt_json_on(d->out);
    pt_open(&j, '[');
    for (int i = 0; i < object->n; i++, c = pt_datum_next(c)) {
        if (keys)
            pt_json_strn(&j, d->keys->name[c->key], d->keys->length[c->key]);
        else
            pt_json_datum(&j, d->keys, c);
    }
    pt_close(&j, ']');
}

static void splice(const differ *d, bool first, int at, int count, const pt_datum **items,
                   int n) {
    bool rows = have_same_keys(items, n);
    pt_puts(d->out, first ? "\"+\":[[" : ",[");
    put_int(d, at);
    pt_putc_quick(d->out, ',');
    put_int(d, count);
    pt_puts(d->out, ",[");
    for (int i = 0; i < n; i++) {
        if (i) pt_putc_quick(d->out, ',');
        if (rows)
            put_members(d, items[i], false);
        else
            put_value(d, items[i]);
    }
    pt_putc_quick(d->out, ']');
    if (rows) {
        pt_putc_quick(d->out, ',');
        put_members(d, items[0], true);
    }
    pt_putc_quick(d->out, ']');
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
    if (!first) pt_putc_quick(d->out, ']');
}

static void diff_item(const differ *d, int index, const pt_datum *a, const pt_datum *b) {
    comma(d);
    pt_putc_quick(d->out, '"');
    put_int(d, index);
    pt_puts(d->out, "\":");
    diff(d, a, b);
}

/* --- one member of many items --- */

/* The member that is the only change from one object to the other, if it is a plain value;
 * NULL: there is more to say. */
static const pt_datum *only_change(const pt_datum *a, const pt_datum *b) {
    const pt_datum *found = NULL, *x = pt_datum_first(a), *y = pt_datum_first(b);
    if (a->kind != PT_DATUM_OBJECT || b->kind != PT_DATUM_OBJECT || a->n != b->n) return NULL;
    for (int i = 0; i < a->n; i++, x = pt_datum_next(x), y = pt_datum_next(y)) {
        if (x->key != y->key) return NULL;
        if (same(x, y)) continue;
        if (found || y->kind > PT_DATUM_TEXT) return NULL;
        found = y;
    }
    return found;
}

enum { FEW = 3 }; /* for fewer items a column is not worth it */

/* The items of an array that were others before, and nothing of those that are as they were. */
typedef struct changes {
    int count;
    int at[ITEMS]; /* in the new array */
    const pt_datum *was[ITEMS], *is[ITEMS];
} changes;

static inline void note_change(changes *c, int at, const pt_datum *was, const pt_datum *is) {
    c->at[c->count] = at;
    c->was[c->count] = was;
    c->is[c->count++] = is;
}

/* Items that differ in one plain member alone: "=":{"member":[index,value,...]} says it in a
 * few bytes each. Returns the key of the member that most of them share; 0: it is not worth
 * it. */
static uint16_t column_of(const pt_datum *const change[], int n) {
    uint16_t best = 0;
    int most = FEW - 1;
    for (int i = 0; i < n; i++) {
        int count = 0;
        if (!change[i] || change[i]->key == best) continue;
        for (int k = i; k < n; k++) count += change[k] && change[k]->key == change[i]->key;
        if (count > most) most = count, best = change[i]->key;
    }
    return best;
}

static void put_column(const differ *d, const changes *c, const pt_datum *const change[],
                       uint16_t key) {
    bool first = true;
    comma(d);
    pt_puts(d->out, "\"=\":{");
    pt_json j = pt_json_on(d->out);
    pt_json_str(&j, d->keys->name[key]);
    pt_puts(d->out, ":[");
    for (int i = 0; i < c->count; i++) {
        if (!change[i] || change[i]->key != key) continue;
        if (!first) pt_putc_quick(d->out, ',');
        put_int(d, c->at[i]);
        pt_putc_quick(d->out, ',');
        put_value(d, change[i]);
        first = false;
    }
    pt_puts(d->out, "]}");
}

static void diff_items(const differ *d, const changes *c) {
    const pt_datum *change[ITEMS];
    uint16_t key = 0;
    if (c->count >= FEW) {
        for (int i = 0; i < c->count; i++) change[i] = only_change(c->was[i], c->is[i]);
        key = column_of(change, c->count);
    }
    if (key) put_column(d, c, change, key);
    for (int i = 0; i < c->count; i++)
        if (!(key && change[i] && change[i]->key == key))
            diff_item(d, c->at[i], c->was[i], c->is[i]);
}

/* Arrays of one length: what has changed, in its place. */
static void diff_in_place(const differ *d, const pt_datum *a, const pt_datum *b) {
    const pt_datum *old = pt_datum_first(a), *new = pt_datum_first(b);
    changes c;
    c.count = 0;
    for (int i = 0; i < a->n; i++, old = pt_datum_next(old), new = pt_datum_next(new))
        if (!same(old, new)) note_change(&c, i, old, new);
    pt_putc_quick(d->out, '{');
    diff_items(d, &c);
    pt_putc_quick(d->out, '}');
}

static void diff_arrays(const differ *d, const pt_datum *a, const pt_datum *b) {
    const pt_datum *x[ITEMS], *y[ITEMS];
    int stays[ITEMS], n, m;
    if (a->n == b->n && a->n <= ITEMS) {
        diff_in_place(d, a, b);
        return;
    }
    if ((n = items_of(a, x)) < 0 || (m = items_of(b, y)) < 0) {
        set(d, b);
        return;
    }
    changes c;
    c.count = 0;
    pt_putc_quick(d->out, '{');
    splice_all(d, x, n, y, m, stays);
    for (int j = 0; j < m; j++)
        if (stays[j] >= 0 && !same(x[stays[j]], y[j])) note_change(&c, j, x[stays[j]], y[j]);
    diff_items(d, &c);
    pt_putc_quick(d->out, '}');
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

/* The members that `b` no longer has. */
static void diff_gone(const differ *d, const pt_datum *a, const pt_datum *b) {
    const pt_datum *guess = pt_datum_first(b), *end = pt_datum_next(a);
    for (const pt_datum *x = pt_datum_first(a); x < end; x = pt_datum_next(x)) {
        const pt_datum *y = member(b, guess, x->key);
        if (y) {
            guess = pt_datum_next(y);
            continue;
        }
        put_key(d, x);
        pt_puts(d->out, "[]");
    }
}

static void diff_objects(const differ *d, const pt_datum *a, const pt_datum *b) {
    const pt_datum *guess = pt_datum_first(a), *end = pt_datum_next(b);
    int left = a->n;
    pt_putc_quick(d->out, '{');
    for (const pt_datum *y = pt_datum_first(b); y < end; y = pt_datum_next(y)) {
        const pt_datum *x = member(a, guess, y->key);
        if (x) {
            guess = pt_datum_next(x);
            left--;
            if (same(x, y)) continue;
        }
        put_key(d, y);
        if (x)
            diff(d, x, y);
        else
            set(d, y);
    }
    if (left) diff_gone(d, a, b);
    pt_putc_quick(d->out, '}');
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
