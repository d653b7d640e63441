/* SPDX-License-Identifier: MIT */
#include "bots/search/notes.h"

#define ADD(x, n) atomic_fetch_add_explicit(&(x), (n), memory_order_relaxed)

enum { VISITS_PART = 32, AVAILABLE_PART = 4 };

/* How many of `count` a thread may keep to itself; 0 or 1: none. */
static uint32_t patience(uint32_t count, uint32_t part) {
    return count / part < NOTES_MOST ? count / part : NOTES_MOST;
}

/* --- moves --- */

static void hand_over_edge(edge_note *m) {
    if (m->visits) ADD(m->edge->visits, m->visits);
    if (m->available) ADD(m->edge->available, m->available);
    if (m->sum) ADD(m->edge->sum, m->sum);
    *m = (edge_note){.edge = m->edge};
}

static edge_note *edge_note_for(notes *n, tree_edge *e) {
    edge_note *m = &n->edge[notes_edge_place(e)];
    if (m->edge != e) {
        if (m->edge) hand_over_edge(m);
        m->edge = e;
    }
    return m;
}

bool notes_begin(notes *n, tree_edge *e) {
    if (n->taken && patience(GET(e->visits), VISITS_PART) > 1) {
        edge_note_for(n, e)->visits++;
        return false;
    }
    if (n->taken) ADD(e->under_way, 1);
    ADD(e->visits, 1);
    return true;
}

void notes_end(notes *n, tree_edge *e, bool told, int32_t share) {
    if (told) {
        ADD(e->sum, (uint64_t)share);
        if (n->taken) atomic_fetch_sub_explicit(&e->under_way, 1, memory_order_relaxed);
        return;
    }
    edge_note *m = edge_note_for(n, e);
    m->sum += (uint32_t)share;
    if (m->visits >= patience(GET(e->visits), VISITS_PART)) hand_over_edge(m);
}

void notes_could(notes *n, tree_edge *e) {
    uint32_t most = n->taken ? patience(GET(e->available), AVAILABLE_PART) : 0;
    if (most <= 1) {
        ADD(e->available, 1);
        return;
    }
    edge_note *m = edge_note_for(n, e);
    if (++m->available >= most) hand_over_edge(m);
}

/* --- nodes --- */

static node_note *node_place(notes *n, const tree_node *k) {
    uintptr_t at = (uintptr_t)k / TREE_LINE;
    return &n->node[(at ^ at / NOTES_NODES) % NOTES_NODES];
}

static void hand_over_node(node_note *m) {
    if (m->visits) ADD(m->node->visits, m->visits);
    for (int seat = 0; seat < PT_SEATS; seat++)
        if (m->sum[seat]) ADD(m->node->sum[seat], m->sum[seat]);
    *m = (node_note){.node = m->node};
}

uint64_t notes_visits(const notes *n, const tree_node *k) {
    uint64_t visits = GET(k->visits);
    if (!n->taken) return visits;
    const node_note *m = node_place((notes *)n, k);
    return m->node == k ? visits + m->visits : visits;
}

int64_t notes_mean(const notes *n, const tree_node *k, int seat, int64_t otherwise) {
    uint64_t visits = notes_visits(n, k), sum = GET(k->sum[seat]);
    if (!visits) return otherwise;
    if (n->taken && node_place((notes *)n, k)->node == k)
        sum += node_place((notes *)n, k)->sum[seat];
    return (int64_t)(sum / visits);
}

void notes_visit(notes *n, tree_node *k, int seats, const int32_t share[PT_SEATS]) {
    uint32_t most = n->taken ? patience(GET(k->visits), VISITS_PART) : 0;
    if (most <= 1) {
        ADD(k->visits, 1);
        for (int seat = 0; seat < seats; seat++) ADD(k->sum[seat], (uint64_t)share[seat]);
        return;
    }
    node_note *m = node_place(n, k);
    if (m->node != k) {
        if (m->node) hand_over_node(m);
        m->node = k;
    }
    m->visits++;
    for (int seat = 0; seat < seats; seat++) m->sum[seat] += (uint32_t)share[seat];
    if (m->visits >= most) hand_over_node(m);
}

void notes_hand_over(notes *n) {
    if (!n->taken) return;
    for (int i = 0; i < NOTES_EDGES; i++)
        if (n->edge[i].edge) {
            hand_over_edge(&n->edge[i]);
            n->edge[i].edge = NULL;
        }
    for (int i = 0; i < NOTES_NODES; i++)
        if (n->node[i].node) {
            hand_over_node(&n->node[i]);
            n->node[i].node = NULL;
        }
}
