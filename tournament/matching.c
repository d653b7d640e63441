/* Whether all who are left can be paired: a perfect matching of a graph, kept up to date while
 * pairs are taken away. Edmonds' method: grow a tree of alternating paths from a node without a
 * mate, and treat cycles of odd length as one node. */
/* SPDX-License-Identifier: MIT */
#include "tournament/inside.h"

enum { NOBODY = UINT16_MAX };

/* Where the paths of two nodes to the root meet. */
static int meet(pt_pairing_room *w, int a, int b) {
    bool on_path[PT_NODES] = {0};
    for (;;) {
        a = w->base[a];
        on_path[a] = true;
        if (w->mate[a] == NOBODY) break;
        a = w->from[w->mate[a]];
    }
    for (;; b = w->from[w->mate[b]]) {
        b = w->base[b];
        if (on_path[b]) return b;
    }
}

static void mark(pt_pairing_room *w, int v, int base, int child) {
    while (w->base[v] != base) {
        w->in_blossom[w->base[v]] = w->in_blossom[w->base[w->mate[v]]] = true;
        w->from[v] = (uint16_t)child;
        child = w->mate[v];
        v = w->from[child];
    }
}

/* An odd cycle through both: its nodes are one node from now on. Returns the queue's end. */
static int contract(pt_pairing_room *w, int a, int b, int end) {
    int base = meet(w, a, b);
    memset(w->in_blossom, 0, sizeof w->in_blossom);
    mark(w, a, base, b);
    mark(w, b, base, a);
    for (int i = 0; i < w->nodes; i++) {
        if (!w->in_blossom[w->base[i]]) continue;
        w->base[i] = (uint16_t)base;
        if (w->reached[i]) continue;
        w->reached[i] = true;
        w->queue[end++] = (uint16_t)i;
    }
    return end;
}

/* Looks along one edge. Returns true if it leads to a node without a mate. */
static bool look(pt_pairing_room *w, int root, int v, int to, int *end) {
    if (w->base[v] == w->base[to] || w->mate[v] == to) return false;
    if (to == root || (w->mate[to] != NOBODY && w->from[w->mate[to]] != NOBODY)) {
        *end = contract(w, v, to, *end);
        return false;
    }
    if (w->from[to] != NOBODY) return false;
    w->from[to] = (uint16_t)v;
    if (w->mate[to] == NOBODY) return true;
    w->reached[w->mate[to]] = true;
    w->queue[(*end)++] = w->mate[to];
    return false;
}

/* The end of a path on which mates can be exchanged so that the root gets one; or NOBODY. */
static int find_path(pt_pairing_room *w, int root) {
    int end = 0;
    memset(w->reached, 0, sizeof w->reached);
    memset(w->from, 0xFF, sizeof w->from);
    for (int i = 0; i < w->nodes; i++) w->base[i] = (uint16_t)i;
    w->reached[root] = true;
    w->queue[end++] = (uint16_t)root;
    for (int begin = 0; begin < end; begin++) {
        int v = w->queue[begin];
        for (int word = 0; word < PT_NODE_WORDS; word++)
            for (uint64_t set = w->legal[v][word] & ~w->gone[word]; set; set &= set - 1) {
                int to = word * 64 + __builtin_ctzll(set);
                if (look(w, root, v, to, &end)) return to;
            }
    }
    return NOBODY;
}

static bool find_mate(pt_pairing_room *w, int root) {
    int v = find_path(w, root);
    if (v == NOBODY) return false;
    while (v != NOBODY) {
        int before = w->from[v], next = w->mate[before];
        w->mate[v] = (uint16_t)before;
        w->mate[before] = (uint16_t)v;
        v = next;
    }
    return true;
}

/* Neighbours in the order first: few of them need a path. */
bool tn_match_all(pt_pairing_room *w) {
    memset(w->gone, 0, sizeof w->gone);
    memset(w->mate, 0xFF, sizeof w->mate);
    for (int a = 0; a < w->nodes; a++)
        for (int b = a + 1; b < w->nodes && w->mate[a] == NOBODY; b++)
            if (w->mate[b] == NOBODY && tn_has(w->legal[a], b)) {
                w->mate[a] = (uint16_t)b;
                w->mate[b] = (uint16_t)a;
            }
    for (int a = 0; a < w->nodes; a++)
        if (w->mate[a] == NOBODY && !find_mate(w, a)) return false;
    return true;
}

bool tn_take_pair(pt_pairing_room *w, int a, int b) {
    int x = w->mate[a], y = w->mate[b];
    assert(!tn_has(w->gone, a) && !tn_has(w->gone, b) && tn_has(w->legal[a], b));
    tn_add(w->gone, a);
    tn_add(w->gone, b);
    if (x == b) return true;
    w->mate[x] = w->mate[y] = NOBODY;
    if (find_mate(w, x)) {
        w->mate[a] = (uint16_t)b;
        w->mate[b] = (uint16_t)a;
        return true;
    }
    w->mate[x] = (uint16_t)a;
    w->mate[y] = (uint16_t)b;
    w->gone[a / 64] &= ~((uint64_t)1 << (a % 64));
    w->gone[b / 64] &= ~((uint64_t)1 << (b % 64));
    return false;
}
