/* Bots against each other: one game, and the statistics of many. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"

/* One game. Its luck depends only on the seed and the number of the draw. So games with the
 * same seed draw the same outcomes for as long as they draw from the same lists. */
typedef struct pt_match {
    const pt_game *game;
    pt_config config;
    uint64_t seed;
    pt_bot *bot[PT_SEATS];
    const char *name[PT_SEATS]; /* for the record */
    uint64_t own[PT_SEATS];     /* added to the seed, so that equal bots differ */
    /* The opener makes the first decisions, whoever owes them; the same for the same seed. Two
     * bots without luck would otherwise play one game again and again. */
    pt_bot *opener;
    int opening;
} pt_match;

typedef struct pt_match_result {
    double share[PT_SEATS]; /* of the win */
    int32_t points[PT_SEATS];
    uint8_t place[PT_SEATS];
    int moves, opened;
    int faulty;              /* the seat whose bot made no legal move, or -1 */
    uint32_t cpu[PT_SEATS];  /* microseconds of thinking */
    uint32_t most[PT_SEATS]; /* of them on one move */
} pt_match_result;

/* Plays it, and writes the record's tags and moves (either may be NULL). A bot that makes no
 * legal move is `faulty`; the game ends there and the win is split among the others. */
pt_match_result pt_match_play(const pt_match *m, pt_text *head, pt_text *moves);

/* --- many games --- */

/* The shares of one entrant, by rounds: a round is one seed with every rotation of the seats,
 * and its mean is one independent sample. */
typedef struct pt_tally {
    int rounds, games;
    double sum, squares; /* of the means of the rounds */
} pt_tally;

void pt_tally_add(pt_tally *t, double mean_share, int games);
double pt_tally_mean(const pt_tally *t);
double pt_tally_error(const pt_tally *t); /* one standard error of the mean */

/* The share a seat can expect at `elo` above equal opponents in a game of `seats`, and back. */
double pt_share_at(double elo, int seats);
double pt_elo_at(double share, int seats);

/* The log-likelihood ratio of Elo `high` against `low` (a normal approximation on the rounds).
 * Beyond +-2.94 the contest is decided, with 5 % error on either side. */
double pt_llr(const pt_tally *t, double low, double high, int seats);
#define PT_LLR_BOUND 2.94
