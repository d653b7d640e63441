/* A small neural net in whole numbers: what a position is worth to each seat, and which of its
 * legal moves look good. The same numbers come out on every machine and of every compiler.
 *
 *   columns of the state (core/tensor.h), turned to the seat that moves
 *     -> NET_HIDDEN sums, cut off at 0 and NET_TOP
 *     -> NET_MIND numbers
 *     -> points for each seat, or a dot product with the rows of a move
 *
 * Values and moves have sums and numbers of their own, so that each is learnt and asked without
 * the other.
 *
 * Points are in 1/1024 of what doubles a seat's odds. A net may correct the game's own hints
 * instead of replacing them: `base` and `prior_base` say how much of them is added.
 * train/README.md says how nets are made. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include "core/tensor.h"
#ifndef __wasm__
#include "core/tensor_quick.h"
#endif

enum {
    NET_HIDDEN = 64,
    NET_MIND = 32,
    NET_TOP = 2047,    /* 8, in 1/256 */
    NET_DOUBLE = 1024, /* points that double the odds */
    NET_ROWS = 4096,   /* of the table of moves */
    NET_PRIORS = 1001,
    NET_NOTE = 1000,     /* bytes of the note, at most */
    NET_BYTES = 1 << 20, /* of a file, at most */
    NETS_MOST = 16,      /* read at a time */
};

typedef enum { NET_VALUE, NET_MOVES, NET_HEADS } net_head;

typedef struct pt_net {
    const pt_game *game;
    uint8_t players;
    uint8_t shift;            /* a sum is in 1/(256 << shift) */
    bool has_moves;           /* it knows about moves */
    bool bold;                /* a search with it explores twice as far */
    int16_t base, prior_base; /* in 1/256 */
    char note[NET_NOTE + 1];  /* how it was made */
    char hash[65];            /* SHA-256 of its file's contents, in hexadecimal */
    pt_plan plan;
    _Alignas(64) int16_t first_bias[NET_HEADS][NET_HIDDEN];
    _Alignas(64) int16_t second[NET_HEADS][NET_MIND][NET_HIDDEN];
    int32_t second_bias[NET_HEADS][NET_MIND];
    _Alignas(64) int16_t value[PT_SEATS][NET_MIND];
    int32_t value_bias[PT_SEATS];
    _Alignas(64) int16_t move[NET_ROWS][NET_MIND]; /* in a file 8 bits are enough */
    int16_t log[NET_PRIORS];                       /* pt_net_log of what prior() says */
#ifndef __wasm__ /* a page's engine has no room for the quicker way to write a row */
    pt_quick quick[PT_SEATS]; /* the plan, for each seat that moves */
#endif
    _Alignas(64) int16_t first[][NET_HEADS][NET_HIDDEN]; /* a row for each column */
} pt_net;

/* --- files (file.c) --- */

typedef enum {
    NET_FINE,
    NET_NO_FILE,   /* it cannot be read; errno says why */
    NET_NO_NET,    /* no net, or one of another version */
    NET_DAMAGED,   /* the hash does not fit, or a number is out of range */
    NET_NO_GAME,   /* for a game, rules or a number of players that there are not */
    NET_NO_MEMORY, /* or NETS_MOST are there already */
} net_fault;

/* A net out of a file's bytes, to be freed with free(); NULL with what is wrong. */
pt_net *pt_net_parse(const void *bytes, size_t size, net_fault *fault);

/* --- the nets that there are (nets.c). Read them before searches use them. --- */

net_fault pt_nets_read(const char *path);
/* Makes those that are built in (games/NAME/nets) ready for use; it does so once. */
void pt_nets_open(void);
/* A page has none built in: it fetches the file and hands it over. */
net_fault pt_nets_add(const void *bytes, size_t size);
/* The number-th (1, 2 ...) net that was read for a game with so many players, or the one built
 * in (NET_BUILT_IN); or NULL. */
enum { NET_BUILT_IN = -1 };
const pt_net *pt_nets_find(const pt_game *g, int players, int number);

/* The files that come with the games, up to an empty one; in a page without their bytes. */
typedef struct net_bytes {
    const char *game;
    int players;
    const void *bytes;
    size_t size;
} net_bytes;
extern const net_bytes pt_net_built_in[];

/* --- what it says (think.c) --- */

/* A state like those that will be asked about: the columns in which they differ from it are all
 * that their sums are made from. It saves time and changes no number. */
typedef struct pt_net_near {
    _Alignas(64) uint16_t sum[PT_SEATS][NET_HEADS][NET_HIDDEN];
    uint64_t row[PT_SEATS][PT_ROW_WORDS];
} pt_net_near;
void pt_net_near_make(pt_net_near *near, const pt_net *n, const void *state);

/* The points of each seat in a state in which `mover` has to decide, the game's own evaluation
 * with `base` included. */
void pt_net_points(const pt_net *n, const pt_net_near *near, const void *state, int mover,
                   int32_t points[PT_SEATS]);
/* How good each move of a list looks, in the same unit, the game's own prior included. */
void pt_net_moves(const pt_net *n, const pt_net_near *near, const void *state, int mover,
                  const pt_move *list, int count, int32_t *points);

/* The logarithm to base 2 of a whole number above 0, in 1/NET_DOUBLE; straight lines between
 * powers of 2. */
int32_t pt_net_log(uint32_t n);
