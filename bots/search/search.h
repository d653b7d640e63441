/* Information-set Monte Carlo tree search for any game of core/game.h.
 *
 * There is one tree of what the searching seat can tell apart. Each iteration plays through it
 * with one state imagined from the view. Every seat maximises its own value (max^n). A value is
 * an expected share of the win, 0..PT_ONE, see value.c. All memory is taken once; several
 * threads may grow the one tree. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"

enum { PT_ONE = 1 << 16, PT_THREADS = 16, PT_LINE = 12 };

/* How to search. pt_search_normal gives what plays best. */
typedef struct pt_search_options {
    int threads;   /* 1..PT_THREADS; one thread limited by iterations is deterministic */
    int explore;   /* weight of the prior against the value found, in 1/256; 0: what fits */
    int widen;     /* moves considered at a node: 3 + widen * sqrt(visits) / 16 */
    int urgency;   /* how far below its node an untried move is valued, of PT_ONE */
    int cut;       /* playout moves before evaluate() is asked; -1: as the game says (hints) */
    int depth;     /* decisions looked ahead in the tree; 0: any number */
    int overlook;  /* of 1000: replies not thought of */
    bool careless; /* overlooks its own moves, too */
    bool patient;  /* thinks on even when the best move can no longer change */
    bool open;     /* the "view" is a full state and everything in it is known */
    bool hasty;    /* plays no ending out, and keeps the luck of what it imagines */
    bool forget;   /* starts each move with an empty tree */
    bool try_each; /* priors from evaluate() after each move, not from prior() */
    bool no_hints; /* plays as if the game had none */
    const int32_t *weights; /* for evaluate_by, in place of the game's own; or NULL */
    int32_t lead;           /* in place of the game's own; or 0 */
    int net;          /* 1, 2 ...: values by this net of those read (bots/net/net.h); 0: none */
    bool unsure;      /* settles no ending (solve.c) */
    bool plain_moves; /* with a net: priors from the game, not from the net */
    bool plain_values; /* with a net: values from the game, not from the net */
} pt_search_options;

pt_search_options pt_search_normal(void);
/* Sets one option by name ("cut", "explore" ...); false if there is none of that name or it
 * cannot have that value. */
bool pt_search_set(pt_search_options *o, const char *name, long value);

typedef struct pt_search pt_search;

/* The least memory that a search needs for a game and a number of threads, in bytes. */
size_t pt_search_least(const pt_game *g, int threads);
/* A search in `size` bytes at `memory`, aligned as by malloc. It takes no further memory except
 * the stacks of its threads. close ends the threads. NULL if there is too little memory. */
pt_search *pt_search_open(void *memory, size_t size, const pt_game *g, pt_search_options o);
void pt_search_close(pt_search *s);
void pt_search_change(pt_search *s, pt_search_options o); /* but not the threads */

/* Searches for the move of `seat`, who owes one in `view`; returns the move visited most. A
 * forced move is returned at once. */
pt_move pt_search_run(pt_search *s, const void *view, int seat, pt_rng *rng,
                      const pt_budget *budget);

/* Continues the search that has just ended; if `m` is not 0, looks only at what follows it. */
void pt_search_more(pt_search *s, pt_move m, pt_rng *rng, const pt_budget *budget);

/* --- what the last search found; takes no memory --- */

typedef struct pt_found {
    pt_move move;
    uint32_t visits;
    int32_t share[PT_SEATS]; /* what each seat can expect after it, of PT_ONE */
    bool sure;               /* not expected but certain: it was played out to the end */
} pt_found;

/* The moves tried, most visited first; at most `most` of them. Returns how many. */
int pt_search_found(const pt_search *s, pt_found *out, int most);

struct pt_style; /* core/measures.h */
/* The move that a style likes most, of those that the search found about as good as `chosen`
 * and worth `least` or more (style.c). */
pt_move pt_search_prefer(pt_search *s, const struct pt_style *style, pt_move chosen,
                         int32_t least, pt_rng *rng);

/* The expected line that starts with `first`. It ends at luck and at what the seat would not
 * see. Returns how many moves, at most PT_LINE; seats[i] makes line[i]. */
int pt_search_line(const pt_search *s, pt_move first, pt_move line[PT_LINE],
                   int seats[PT_LINE]);

/* --- walk.c: what the last search would play in a state that fits its view --- */

typedef struct pt_walk {
    uint32_t at; /* in the tree; 0: outside */
    bool drawn;  /* luck, since somebody moved */
} pt_walk;
pt_walk pt_walk_begin(const pt_search *s);
/* A move that is legal (in the list, ascending) and was tried `least` times: the one that was
 * tried most often, or with `rng` one of them, drawn by the squares of how often they were; 0:
 * there the tree knows too little. */
pt_move pt_walk_choose(const pt_search *s, const pt_walk *w, int mover, const pt_move *legal,
                       int n, uint32_t least, pt_rng *rng);
/* Follows a move, or one of so many outcomes of luck. */
void pt_walk_move(const pt_search *s, pt_walk *w, int mover, pt_move m);
void pt_walk_luck(const pt_search *s, pt_walk *w, int outcomes, pt_move m);

typedef struct pt_search_stats {
    uint64_t iterations; /* of the last run */
    uint64_t kept;       /* visits that the root already had */
    uint64_t nodes;      /* in the tree now */
    uint32_t recycled;   /* how often a full tree dropped its least visited parts */
    size_t memory;       /* bytes in all */
    bool forced;         /* there was one legal move */
    uint64_t alone;      /* microseconds of CPU time while others waited for one thread */
} pt_search_stats;
pt_search_stats pt_search_stats_of(const pt_search *s);

/* --- value.c --- */

/* What a finished game, or the game's evaluation of an unfinished one, is worth to each seat.
 */
/* PT_ONE / 2^(behind / lead); 0 if that is little. */
int64_t pt_odds(int64_t behind, int32_t lead);
/* Shares of PT_ONE by odds: `lead` points more double a seat's weight. */
void pt_shares_by(int seats, const int32_t points[PT_SEATS], int32_t lead,
                  int32_t share[PT_SEATS]);
void pt_final_shares(const pt_game *g, const void *s, int32_t share[PT_SEATS]);
void pt_expected_shares(const pt_game *g, const void *s, const int32_t *weights, int32_t lead,
                        int32_t share[PT_SEATS]); /* weights and lead as in the options */
