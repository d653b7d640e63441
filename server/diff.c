/* Differences of JSON texts. Equal parts are skipped as bytes; a change that would be longer
 * than the value itself is given up for the value. */
/* SPDX-License-Identifier: MIT */
#include "server/diff.h"
#include <stdbool.h>
#include <string.h>

enum { DEEP = 32, ITEMS = 512 };

typedef struct part {
    const char *at;
    size_t n;
} part;

typedef struct differ {
    pt_text *out;
    part path[DEEP]; /* keys with their quotes, or indices in `digits` */
    char digits[DEEP][8];
    int depth, changes;
} differ;

static const char *skip_string(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : p;
}

/* The end of the value that begins here. */
static const char *skip(const char *p) {
    int depth = 0;
    for (;; p++) {
        if (*p == '"') {
            p = skip_string(p);
            if (!depth) return p;
            p--;
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0) return p;
            if (--depth == 0) return p + 1;
        } else if (!*p || (*p == ',' && depth == 0)) {
            return p;
        }
    }
}

static part value_at(const char *p) { return (part){p, (size_t)(skip(p) - p)}; }
static bool same(part a, part b) { return a.n == b.n && memcmp(a.at, b.at, a.n) == 0; }

static void begin(differ *d) {
    if (d->changes++) pt_putc(d->out, ',');
    pt_puts(d->out, "[[");
    for (int i = 0; i < d->depth; i++) {
        if (i) pt_putc(d->out, ',');
        pt_putn(d->out, d->path[i].at, d->path[i].n);
    }
    pt_putc(d->out, ']');
}

static void set(differ *d, part b) {
    begin(d);
    pt_putc(d->out, ',');
    pt_putn(d->out, b.at, b.n);
    pt_putc(d->out, ']');
}

static void diff(differ *d, part a, part b);

static void push_index(differ *d, int index) {
    pt_text t = pt_text_on(d->digits[d->depth], sizeof d->digits[0]);
    pt_put(&t, "%d", index);
    d->path[d->depth] = (part){d->digits[d->depth], t.used};
    d->depth++;
}

static int items_of(part p, part out[ITEMS]) {
    int n = 0;
    const char *at = p.at + 1;
    while (*at != ']' && n < ITEMS) {
        out[n] = value_at(at);
        at = out[n].at + out[n].n;
        n++;
        if (*at == ',') at++;
    }
    return *at == ']' ? n : -1;
}

static void diff_arrays(differ *d, part a, part b) {
    part x[ITEMS], y[ITEMS];
    int n = items_of(a, x), m = items_of(b, y), head = 0, tail = 0;
    if (n < 0 || m < 0) {
        set(d, b);
        return;
    }
    for (int i = 0; n == m && i < n; i++) {
        if (same(x[i], y[i])) continue;
        push_index(d, i);
        diff(d, x[i], y[i]);
        d->depth--;
    }
    if (n == m) return;
    while (head < n && head < m && same(x[head], y[head])) head++;
    while (tail < n - head && tail < m - head && same(x[n - 1 - tail], y[m - 1 - tail])) tail++;
    begin(d);
    pt_put(d->out, ",%d,%d,[", head, n - head - tail);
    for (int i = head; i < m - tail; i++) {
        if (i > head) pt_putc(d->out, ',');
        pt_putn(d->out, y[i].at, y[i].n);
    }
    pt_puts(d->out, "]]");
}

/* The next key of an object, with its quotes, and its value; false at the end. */
static bool next_member(const char **at, part *key, part *value) {
    if (**at == ',' || **at == '{') ++*at;
    if (**at != '"') return false;
    const char *end = skip_string(*at);
    *key = (part){*at, (size_t)(end - *at)};
    *value = value_at(end + 1);
    *at = value->at + value->n;
    return true;
}

/* Keys mostly come in the same order: `from` is where the last one was found. */
static bool find_member(part object, const char **from, part key, part *value) {
    part k;
    const char *at = *from;
    if (next_member(&at, &k, value) && same(k, key)) {
        *from = at;
        return true;
    }
    for (at = object.at; next_member(&at, &k, value);)
        if (same(k, key)) {
            *from = at;
            return true;
        }
    return false;
}

static void diff_objects(differ *d, part a, part b) {
    part key, old, new;
    const char *at = b.at, *from = a.at;
    while (next_member(&at, &key, &new)) {
        d->path[d->depth++] = key;
        if (!find_member(a, &from, key, &old))
            set(d, new);
        else
            diff(d, old, new);
        d->depth--;
    }
    from = b.at;
    for (at = a.at; next_member(&at, &key, &old);) {
        if (find_member(b, &from, key, &new)) continue;
        d->path[d->depth++] = key;
        begin(d);
        pt_putc(d->out, ']');
        d->depth--;
    }
}

static void diff(differ *d, part a, part b) {
    if (same(a, b)) return;
    size_t used = d->out->used;
    int changes = d->changes;
    bool cut = d->out->cut;
    if (d->depth < DEEP && *a.at == '{' && *b.at == '{')
        diff_objects(d, a, b);
    else if (d->depth < DEEP && *a.at == '[' && *b.at == '[')
        diff_arrays(d, a, b);
    else
        set(d, b);
    if (d->out->used - used <= b.n + 64) return;
    d->out->used = used;
    d->out->at[used] = 0;
    d->out->cut = cut;
    d->changes = changes;
    set(d, b);
}

void json_diff(const char *a, const char *b, pt_text *out) {
    differ d = {.out = out};
    pt_putc(out, '[');
    diff(&d, value_at(a), value_at(b));
    pt_putc(out, ']');
}
