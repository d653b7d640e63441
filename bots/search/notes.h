/* What a thread has counted but not yet written to the tree.
 *
 * All threads pass the top of the tree in every iteration, and would keep waiting there for
 * each other's writes. One more visit hardly changes a node with many. So a thread notes such
 * visits for itself and hands them over a few at a time, at most a thirty-second of the visits
 * that the node has. Availability counts may lag by a quarter: only their square root is used.
 * A thread reads its own notes together with the tree. Fresh moves are written at once, so that
 * a visit under way makes them less urgent to other threads. A thread that is alone takes no
 * notes. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/search/tree.h"

enum { NOTES_EDGES = 1024, NOTES_NODES = 64, NOTES_MOST = 32 };

/* Visits; visits in which the move was available; and the sum of values. */
typedef struct edge_note {
    tree_edge *edge; /* NULL: empty */
    uint16_t visits, available;
    uint32_t sum;
} edge_note;

typedef struct node_note {
    tree_node *node;
    uint32_t visits;
    uint32_t sum[PT_SEATS];
} node_note;

typedef struct notes {
    bool taken; /* false: this thread is alone and takes none */
    edge_note edge[NOTES_EDGES];
    node_note node[NOTES_NODES];
} notes;

/* The place of a move's note; neighbours in the tree are neighbours here. */
static inline size_t notes_edge_place(const tree_edge *e) {
    uintptr_t at = (uintptr_t)e / TREE_UNIT;
    return (at ^ at / NOTES_EDGES) % NOTES_EDGES;
}

/* Counts, the thread's own notes included. */
typedef struct edge_count {
    uint64_t visits, available, sum;
    uint64_t valued; /* visits whose value is in the sum */
} edge_count;
static inline edge_count notes_edge(const notes *n, const tree_edge *e) {
    edge_count c = {atomic_load_explicit(&e->visits, memory_order_relaxed),
                    atomic_load_explicit(&e->available, memory_order_relaxed),
                    atomic_load_explicit(&e->sum, memory_order_relaxed), 0};
    uint64_t under_way = atomic_load_explicit(&e->under_way, memory_order_relaxed);
    c.valued = c.visits > under_way ? c.visits - under_way : 0;
    const edge_note *m = &n->edge[notes_edge_place(e)];
    if (n->taken && m->edge == e) {
        c.visits += m->visits;
        c.valued += m->visits;
        c.available += m->available;
        c.sum += m->sum;
    }
    return c;
}
uint64_t notes_visits(const notes *n, const tree_node *k);
/* The mean value of a node for a seat; `otherwise` if it was never visited. */
int64_t notes_mean(const notes *n, const tree_node *k, int seat, int64_t otherwise);

/* A move begins. Pass the result on to notes_end, which adds the value of the move. */
bool notes_begin(notes *n, tree_edge *e);
void notes_end(notes *n, tree_edge *e, bool told, int32_t share);
/* A move was available. */
void notes_could(notes *n, tree_edge *e);
/* A node was visited. */
void notes_visit(notes *n, tree_node *k, int seats, const int32_t share[PT_SEATS]);

/* Hands over everything. */
void notes_hand_over(notes *n);
