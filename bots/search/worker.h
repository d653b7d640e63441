/* The inside of a search: what its files share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/net/net.h"
#include "bots/search/notes.h"
#include "bots/search/search.h"
#include "bots/search/threads.h"
#include "bots/search/tree.h"

enum {
    SEARCH_PATH = 256,    /* longest path down the tree, luck included */
    SEARCH_FEW = 12,      /* a draw with at most this many outcomes gets a node for each */
    SEARCH_TRY_ONE = 400, /* longer lists are not tried move by move for their priors */
    SEARCH_ASIDE = 256,   /* states imagined before a search, where luck is taken out */
};

typedef struct path_step {
    tree_ref node;
    tree_edge *edge;
    bool told; /* see notes_begin */
} path_step;

/* One thread's own memory, on its own cache lines. */
typedef struct worker {
    _Alignas(TREE_LINE) pt_search *search;
    pt_rng rng;
    tree_stock stock;
    uint32_t tickets;           /* iterations claimed and not yet made */
    _Atomic uint64_t done;      /* iterations of this run; others may look */
    int64_t imagined;           /* states imagined in this search and before it */
    int64_t promised[PT_SEATS]; /* the sum of what evaluate() said about them */
    int length;
    path_step path[SEARCH_PATH];
    pt_move *list;    /* max_moves */
    uint64_t *weight; /* max_moves: how promising a move of the list is */
    int32_t *points;  /* max_moves: what a net says about it */
    pt_chance *luck;  /* max_chance */
    notes notes;
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    _Alignas(max_align_t) unsigned char next[PT_STATE_MAX];
} worker;

struct pt_search {
    const pt_game *game;
    pt_search_options options;
    pt_hints hints;    /* all NULL if there are none or they must not be used */
    const pt_net *net; /* or NULL: by the hints */
    pt_net_near near;  /* what the net is asked about is like the question */
    int explore;       /* as in the options */
    size_t memory;
    tree tree;

    /* The question. */
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    int seat;
    bool exact;   /* the view hides nothing */
    bool even;    /* subtract the luck of what is imagined, see iterate.c */
    pt_move only; /* not 0: at the root only this move is tried */
    int decisions;
    uint64_t salt; /* orders equal moves, and picks those that are overlooked */

    /* The run. */
    pt_timer timer;
    atomic_bool halt;
    uint64_t done; /* iterations, when it is over */
    uint64_t kept;
    uint64_t alone; /* microseconds spent while other threads wait */
    bool forced;
    /* Iterations that threads have begun or will begin. */
    _Alignas(TREE_LINE) _Atomic uint64_t claimed;

    _Alignas(TREE_LINE) pool pool;
    worker worker[];
};

static inline bool search_values_by_net(const pt_search *s) {
    return s->net && !s->options.plain_values;
}

/* iterate.c: one iteration. */
void search_iterate(worker *w);
/* What each seat can expect in a state in which `mover` decides: by the net, or evaluate(). */
void search_expect(const pt_search *s, const void *state, int mover, int32_t share[PT_SEATS]);
/* solve.c: marks the nodes of the path whose value is certain now. */
void search_solve(worker *w);
/* What a node is worth that is marked. */
void search_sure_shares(const pt_search *s, const tree_node *k, int32_t share[PT_SEATS]);
/* expand.c: the move (edge) to follow at a decision of `mover`; NULL if there is none. */
tree_edge *search_choose(worker *w, tree_ref at, int mover);
/* The edge of an outcome of the list w->luck; NULL if there is none. */
tree_edge *search_luck_edge(worker *w, tree_ref at, int n, int outcome);

/* A short name for what the searching seat sees in w->state, to find the place again. */
uint32_t search_tag(worker *w);
/* Makes sure that the root has an edge for s->only; false if the move is not legal. */
bool search_want(worker *w, pt_move m);

static inline uint64_t search_mix(uint64_t x) {
    pt_rng r = {x};
    return pt_random(&r);
}
