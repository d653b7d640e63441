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

static void diff(pt_text *out, part a, part b, int depth);

static void set(pt_text *out, part b) {
    pt_putc(out, '[');
    pt_putn(out, b.at, b.n);
    pt_putc(out, ']');
}

/* The key of a change inside an object that has been opened. */
static void put_index(pt_text *out, int index) {
    pt_put(out, "%s\"%d\":", out->at[out->used - 1] == '{' ? "" : ",", index);
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

/* What an item is known by: an object by its first member, anything else by all of it. */
static part identity(part p) {
    if (p.n < 2 || *p.at != '{' || p.at[1] != '"') return p;
    const char *key_end = skip_string(p.at + 1);
    return (part){p.at + 1, (size_t)(skip(key_end + 1) - p.at - 1)};
}

static int find_item(part wanted, const part *items, int from, int to) {
    for (int i = from; i < to; i++)
        if (same(identity(items[i]), wanted)) return i;
    return -1;
}

static void splice(pt_text *out, int at, int count, const part *items, int n) {
    pt_puts(out, out->at[out->used - 1] == '{' ? "\"+\":[" : ",");
    pt_put(out, "[%d,%d,[", at, count);
    for (int i = 0; i < n; i++) {
        if (i) pt_putc(out, ',');
        pt_putn(out, items[i].at, items[i].n);
    }
    pt_puts(out, "]]");
}

/* Items that are known on both sides stay; `stays[j]` is where new item j was, or -1. */
static void splice_all(pt_text *out, const part *x, int n, const part *y, int m, int *stays) {
    int i = 0, j = 0;
    size_t used = out->used;
    while (i < n || j < m) {
        if (i < n && j < m && same(identity(x[i]), identity(y[j]))) {
            stays[j++] = i++;
            continue;
        }
        int next = j < m ? find_item(identity(y[j]), x, i, n) : n; /* old items before it go */
        int gone = next < 0 ? 0 : next - i, come = 0;
        while (gone == 0 && j + come < m && find_item(identity(y[j + come]), x, i, n) < 0)
            stays[j + come++] = -1;
        splice(out, j, gone, y + j, come);
        i += gone;
        j += come;
    }
    if (out->used > used) pt_putc(out, ']');
}

static void diff_arrays(pt_text *out, part a, part b, int depth) {
    part x[ITEMS], y[ITEMS];
    int stays[ITEMS], n = items_of(a, x), m = items_of(b, y);
    if (n < 0 || m < 0) {
        set(out, b);
        return;
    }
    pt_putc(out, '{');
    for (int j = 0; j < m; j++) stays[j] = n == m ? j : -1;
    if (n != m) splice_all(out, x, n, y, m, stays);
    for (int j = 0; j < m; j++) {
        if (stays[j] < 0 || same(x[stays[j]], y[j])) continue;
        put_index(out, j);
        diff(out, x[stays[j]], y[j], depth + 1);
    }
    pt_putc(out, '}');
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

static void put_key(pt_text *out, part key) {
    if (out->at[out->used - 1] != '{') pt_putc(out, ',');
    pt_putn(out, key.at, key.n);
    pt_putc(out, ':');
}

static void diff_objects(pt_text *out, part a, part b, int depth) {
    part key, old, new;
    const char *at = b.at, *from = a.at;
    pt_putc(out, '{');
    while (next_member(&at, &key, &new)) {
        bool known = find_member(a, &from, key, &old);
        if (known && same(old, new)) continue;
        put_key(out, key);
        if (known)
            diff(out, old, new, depth + 1);
        else
            set(out, new);
    }
    from = b.at;
    for (at = a.at; next_member(&at, &key, &old);) {
        if (find_member(b, &from, key, &new)) continue;
        put_key(out, key);
        pt_puts(out, "[]");
    }
    pt_putc(out, '}');
}

static void diff(pt_text *out, part a, part b, int depth) {
    size_t used = out->used;
    bool cut = out->cut;
    if (depth < DEEP && *a.at == '{' && *b.at == '{')
        diff_objects(out, a, b, depth);
    else if (depth < DEEP && *a.at == '[' && *b.at == '[')
        diff_arrays(out, a, b, depth);
    else
        set(out, b);
    if (out->used - used <= b.n + 2) return;
    out->used = used;
    out->at[used] = 0;
    out->cut = cut;
    set(out, b);
}

void json_diff(const char *a, const char *b, pt_text *out) {
    part x = value_at(a), y = value_at(b);
    if (same(x, y))
        pt_puts(out, "{}");
    else
        diff(out, x, y, 0);
}
