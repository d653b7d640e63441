/* The tree of a search: nodes, and moves (edges) in blocks, in memory taken once. The memory
 * has two halves. One holds the tree; the other receives what is worth keeping when the tree is
 * full or the game has moved on. Nothing is freed one by one. Threads add to the tree without
 * locks, except while a node gets its moves. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"
#include <assert.h>
#include <stdatomic.h>

/* GET reads a count, which may be a little old. LOAD reads a reference, and then everything
 * written before it was published. */
#define GET(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define LOAD(x) atomic_load_explicit(&(x), memory_order_acquire)

typedef uint32_t tree_ref; /* an offset in the half that holds the tree; 0: none */

enum { TREE_LUCK = 0xFF, TREE_OVER = 0xFE }; /* instead of a seat that moves at a node */

/* What a node is. */
enum {
    NODE_LOCKED = 1, /* somebody is adding moves */
    NODE_EXACT = 2,  /* always the same state, so always the same legal moves */
    NODE_PLACE = 4,  /* always the same view: the tag says which */
    NODE_SURE = 8,   /* played out below: its mean value is what it is worth (solve.c) */
};

typedef struct tree_edge {
    pt_move move;
    _Atomic tree_ref child; /* the first variant of the node it leads to */
    _Atomic uint32_t visits;
    _Atomic uint32_t available; /* visits of the node in which it was legal and considered */
    _Atomic uint64_t sum;       /* of the values for the seat that moves */
    uint32_t prior;             /* of 65536 */
    uint16_t unseen;            /* the searching seat does not see which move it was */
    _Atomic uint16_t under_way; /* visits without a value yet; only fresh moves count them */
} tree_edge;

typedef struct tree_block {
    _Atomic tree_ref next;
    uint32_t count;
    _Alignas(32) tree_edge edge[];
} tree_block;

typedef struct tree_node {
    _Atomic uint32_t visits;
    _Atomic tree_ref blocks;
    _Atomic tree_ref hidden;  /* the node behind all unseen moves */
    _Atomic tree_ref variant; /* the same moves lead here, but another seat moves */
    uint32_t tag;             /* of the view */
    uint8_t mover;            /* a seat, TREE_LUCK or TREE_OVER */
    _Atomic uint8_t flags;
    uint16_t legal; /* NODE_EXACT: how many moves there are */
    _Atomic uint64_t sum[PT_SEATS];
} tree_node;

/* Two units are a cache line, the smallest thing that threads can share. Everything in the tree
 * starts on its own line. */
enum { TREE_UNIT = 32, TREE_LINE = 2 * TREE_UNIT };
static_assert(sizeof(tree_edge) == TREE_UNIT && sizeof(tree_node) == 2 * TREE_UNIT,
              "the tree counts in units");

typedef struct tree {
    unsigned char *half[2];
    uint32_t units; /* of a half */
    uint32_t chunk; /* how much a stock takes at once; 0: as much as needed */
    int now;        /* the half that holds the tree */
    tree_ref root;
    uint32_t recycled;
    atomic_bool full;
    /* Written often, so it is kept apart from what is read all the time. */
    _Alignas(TREE_LINE) _Atomic uint32_t used;
    uint32_t nodes; /* without those that stocks still count */
} tree;

/* A thread's own stock of memory. It takes a large piece from the tree at a time, so that
 * threads rarely meet there. Empty it when the tree is cleared or has moved. */
typedef struct tree_stock {
    uint32_t at, end;
    uint32_t nodes; /* made from it */
} tree_stock;

/* The memory must start on a cache line. */
void tree_open(tree *t, unsigned char *memory, size_t size, int threads);
void tree_clear(tree *t);

static inline void *tree_at(const tree *t, tree_ref r) {
    return t->half[t->now] + (size_t)r * TREE_UNIT;
}
static inline tree_node *tree_node_at(const tree *t, tree_ref r) { return tree_at(t, r); }
static inline tree_block *tree_block_at(const tree *t, tree_ref r) { return tree_at(t, r); }

/* Prefetches a node, or the first moves of one. */
static inline void tree_fetch_node(const tree *t, tree_ref r) {
    if (r) pt_prefetch(tree_at(t, r));
}
static inline void tree_fetch_moves(const tree *t, const tree_node *k) {
    tree_ref r = GET(k->blocks);
    const unsigned char *at = tree_at(t, r);
    for (int line = 0; r && line < 4; line++) pt_prefetch(at + line * TREE_LINE);
}

/* The node behind `slot` at which `mover` moves. It is made, with `flags`, if there is none
 * yet; 0 if the tree is full. */
tree_ref tree_child(tree *t, tree_stock *from, _Atomic tree_ref *slot, int mover,
                    unsigned flags);
tree_ref tree_new_node(tree *t, tree_stock *from, int mover, unsigned flags);

/* A block of `count` empty edges at the end of a node's blocks, not yet visible to others; fill
 * it and publish it. NULL when the tree is full. The node must be locked. */
tree_block *tree_new_block(tree *t, tree_stock *from, int count, tree_ref *where);
void tree_publish(tree *t, tree_node *k, tree_ref block);

static inline bool tree_lock(tree_node *k) {
    return !(atomic_fetch_or_explicit(&k->flags, NODE_LOCKED, memory_order_acquire) &
             NODE_LOCKED);
}
static inline void tree_unlock(tree_node *k) {
    atomic_fetch_and_explicit(&k->flags, (uint8_t)~NODE_LOCKED, memory_order_release);
}

static inline bool tree_sure(const tree_node *k) { return (GET(k->flags) & NODE_SURE) != 0; }

/* A node with this tag and mover not far below the root, or 0. */
tree_ref tree_find(const tree *t, uint32_t tag, int mover);

/* Moves everything below `root` to the other half and makes it the tree. If that would fill
 * more than half of it, the least visited nodes are left behind. When the timer is over, it
 * gives up and changes nothing. */
bool tree_keep(tree *t, tree_ref root, const pt_timer *timer);
