/* Differences of JSON texts. Each text is read once into a list of its values; equal parts are
 * then compared as bytes. A change that would be longer than the value itself is given up for
 * the value. */
/* SPDX-License-Identifier: MIT */
#include "server/diff.h"
#include <stdbool.h>
#include <string.h>

enum { ITEMS = 512, DEEP = 60, OLD = 0, NEW = 1 };

/* --- reading --- */

static const char *skip_string(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : p;
}

/* Fills the nodes; false if there are too many, or it is no JSON of ours. */
static bool read_nodes(const char *text, diff_node *node) {
    uint32_t open[DEEP], count = 0, key = 0;
    int depth = 0;
    for (const char *p = text;;) {
        while (*p == ',' || *p == '}' || *p == ']') {
            if (*p++ == ',') continue;
            if (!depth) return false;
            diff_node *n = &node[open[--depth]];
            n->end = (uint32_t)(p - text);
            n->next = count;
            if (!depth) return true;
        }
        if (!*p || count == DIFF_NODES) return false;
        if (*p == '"' && depth && text[node[open[depth - 1]].at] == '{' && !key) {
            key = (uint32_t)(p - text);
            p = skip_string(p);
            if (*p++ != ':') return false;
        }
        diff_node *n = &node[count++];
        *n = (diff_node){.at = (uint32_t)(p - text), .key = key};
        key = 0;
        if (*p == '{' || *p == '[') {
            if (depth == DEEP) return false;
            open[depth++] = count - 1;
            p++;
            continue;
        }
        if (*p == '"')
            p = skip_string(p);
        else
            while (*p && *p != ',' && *p != '}' && *p != ']') p++;
        n->end = (uint32_t)(p - text);
        n->next = count;
        if (!depth) return true;
    }
}

/* --- comparing --- */

static bool same_bytes(const char *a, size_t n, const char *b, size_t m) {
    return n == m && memcmp(a, b, n) == 0;
}

static bool same(const differ *d, uint32_t x, uint32_t y) {
    const diff_node *a = &d->node[OLD][x], *b = &d->node[NEW][y];
    return same_bytes(d->text[OLD] + a->at, a->end - a->at, d->text[NEW] + b->at,
                      b->end - b->at);
}

/* What an item is known by: an object by its first member, anything else by all of it. */
static void identity(const differ *d, int side, uint32_t x, const char **at, size_t *n) {
    const diff_node *v = &d->node[side][x];
    const char *text = d->text[side];
    if (text[v->at] == '{' && v->next > x + 1)
        *at = text + v->at, *n = v[1].end - v->at;
    else
        *at = text + v->at, *n = v->end - v->at;
}

static bool same_item(const differ *d, int side_x, uint32_t x, int side_y, uint32_t y) {
    const char *a, *b;
    size_t n, m;
    identity(d, side_x, x, &a, &n);
    identity(d, side_y, y, &b, &m);
    return same_bytes(a, n, b, m);
}

/* --- writing --- */

static void put_value(differ *d, uint32_t y) {
    const diff_node *b = &d->node[NEW][y];
    pt_putn(d->out, d->text[NEW] + b->at, b->end - b->at);
}

static void set(differ *d, uint32_t y) {
    pt_putc(d->out, '[');
    put_value(d, y);
    pt_putc(d->out, ']');
}

static void comma(differ *d) {
    if (d->out->at[d->out->used - 1] != '{') pt_putc(d->out, ',');
}

static void diff(differ *d, uint32_t x, uint32_t y);

static int items_of(const diff_node *node, uint32_t x, uint32_t out[ITEMS]) {
    int n = 0;
    for (uint32_t i = x + 1; i < node[x].next; i = node[i].next) {
        if (n == ITEMS) return -1;
        out[n++] = i;
    }
    return n;
}

static void splice(differ *d, bool first, int at, int count, const uint32_t *items, int n) {
    pt_put(d->out, "%s[%d,%d,[", first ? "\"+\":[" : ",", at, count);
    for (int i = 0; i < n; i++) {
        if (i) pt_putc(d->out, ',');
        put_value(d, items[i]);
    }
    pt_puts(d->out, "]]");
}

static int find_old(const differ *d, uint32_t y, const uint32_t *x, int from, int to) {
    for (int i = from; i < to; i++)
        if (same_item(d, OLD, x[i], NEW, y)) return i;
    return -1;
}

/* Items that are known on both sides stay; `stays[j]` is where new item j was, or -1. */
static void splice_all(differ *d, const uint32_t *x, int n, const uint32_t *y, int m,
                       int *stays) {
    int i = 0, j = 0;
    bool first = true;
    while (i < n || j < m) {
        if (i < n && j < m && same_item(d, OLD, x[i], NEW, y[j])) {
            stays[j++] = i++;
            continue;
        }
        int next = j < m ? find_old(d, y[j], x, i, n) : n; /* old items before it go */
        int gone = next < 0 ? 0 : next - i, come = 0;
        while (gone == 0 && j + come < m && find_old(d, y[j + come], x, i, n) < 0)
            stays[j + come++] = -1;
        splice(d, first, j, gone, y + j, come);
        first = false;
        i += gone;
        j += come;
    }
    if (!first) pt_putc(d->out, ']');
}

static void diff_arrays(differ *d, uint32_t a, uint32_t b) {
    uint32_t x[ITEMS], y[ITEMS];
    int stays[ITEMS], n = items_of(d->node[OLD], a, x), m = items_of(d->node[NEW], b, y);
    if (n < 0 || m < 0) {
        set(d, b);
        return;
    }
    pt_putc(d->out, '{');
    for (int j = 0; j < m; j++) stays[j] = n == m ? j : -1;
    if (n != m) splice_all(d, x, n, y, m, stays);
    for (int j = 0; j < m; j++) {
        if (stays[j] < 0 || same(d, x[stays[j]], y[j])) continue;
        comma(d);
        pt_put(d->out, "\"%d\":", j);
        diff(d, x[stays[j]], y[j]);
    }
    pt_putc(d->out, '}');
}

/* The member of an object with the same key as member `y` of the other side; 0: none. Keys
 * mostly come in the same order: `guess` is tried first. */
static uint32_t member_like(const differ *d, int side, uint32_t object, uint32_t guess,
                            uint32_t y) {
    const diff_node *node = d->node[side], *other = &d->node[!side][y];
    const char *key = d->text[!side] + other->key;
    size_t n = other->at - other->key; /* with its colon */
    if (guess > object && guess < node[object].next &&
        same_bytes(d->text[side] + node[guess].key, node[guess].at - node[guess].key, key, n))
        return guess;
    for (uint32_t i = object + 1; i < node[object].next; i = node[i].next)
        if (same_bytes(d->text[side] + node[i].key, node[i].at - node[i].key, key, n)) return i;
    return 0;
}

static void diff_objects(differ *d, uint32_t a, uint32_t b) {
    const diff_node *old = d->node[OLD], *new = d->node[NEW];
    uint32_t guess = a + 1;
    pt_putc(d->out, '{');
    for (uint32_t y = b + 1; y < new[b].next; y = new[y].next) {
        uint32_t x = member_like(d, OLD, a, guess, y);
        if (x) guess = old[x].next;
        if (x && same(d, x, y)) continue;
        comma(d);
        pt_putn(d->out, d->text[NEW] + new[y].key, new[y].at - new[y].key);
        if (x)
            diff(d, x, y);
        else
            set(d, y);
    }
    guess = b + 1;
    for (uint32_t x = a + 1; x < old[a].next; x = old[x].next) {
        uint32_t y = member_like(d, NEW, b, guess, x);
        if (y) guess = new[y].next;
        if (y) continue;
        comma(d);
        pt_putn(d->out, d->text[OLD] + old[x].key, old[x].at - old[x].key);
        pt_puts(d->out, "[]");
    }
    pt_putc(d->out, '}');
}

static void diff(differ *d, uint32_t x, uint32_t y) {
    const diff_node *b = &d->node[NEW][y];
    size_t used = d->out->used;
    bool cut = d->out->cut;
    char from = d->text[OLD][d->node[OLD][x].at], to = d->text[NEW][b->at];
    if (from == '{' && to == '{')
        diff_objects(d, x, y);
    else if (from == '[' && to == '[')
        diff_arrays(d, x, y);
    else
        set(d, y);
    if (d->out->used - used <= b->end - b->at + 2) return;
    d->out->used = used;
    d->out->at[used] = 0;
    d->out->cut = cut;
    set(d, y);
}

void json_diff(differ *d, const char *a, const char *b, pt_text *out) {
    d->text[OLD] = a;
    d->text[NEW] = b;
    d->out = out;
    if (strcmp(a, b) == 0)
        pt_puts(out, "{}");
    else if (read_nodes(a, d->node[OLD]) && read_nodes(b, d->node[NEW]))
        diff(d, 0, 0);
    else
        pt_putc(out, '['), pt_puts(out, b), pt_putc(out, ']');
}
