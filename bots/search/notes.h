/* What a thread has seen and not yet told the others.
 *
 * All threads pass the top of the tree in every iteration, and would wait there for each
 * other's writing all the time. One visit more hardly changes a place that was visited often,
 * so a thread notes such visits for itself and hands them over a few at a time: a thirty-second
 * part of the visits that the place has, at most; of the visits in which a move could have been
 * made, a quarter, as only their root counts. It reads its own notes together with the
 * tree. Fresh moves are written at once, so that a visit under way makes them less urgent to
 * other threads. A thread that is alone takes no notes. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/search/tree.h"

enum { NOTES_EDGES = 1024, NOTES_NODES = 64, NOTES_MOST = 32 };

/* Visits, the visits in which a move could have been made, and values. */
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
    bool taken; /* are they? */
    edge_note edge[NOTES_EDGES];
    node_note node[NOTES_NODES];
} notes;

/* Where a move's note stands; neighbours in the tree are neighbours here. */
static inline size_t notes_edge_place(const tree_edge *e) {
    uintptr_t at = (uintptr_t)e / TREE_UNIT;
    return (at ^ at / NOTES_EDGES) % NOTES_EDGES;
}

/* Counts, own notes included. */
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

/* A move was begun; what it returns is for the end, when the move was worth so much. */
bool notes_begin(notes *n, tree_edge *e);
void notes_end(notes *n, tree_edge *e, bool told, int32_t share);
/* A move could have been made. */
void notes_could(notes *n, tree_edge *e);
/* A node was visited. */
void notes_visit(notes *n, tree_node *k, int seats, const int32_t share[PT_SEATS]);

/* Hands over everything. */
void notes_hand_over(notes *n);
