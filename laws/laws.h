/* The laws that every game obeys. They are proved in every state of random games and know
 * nothing about any one game. tests/test_every_game.c runs this briefly, `petteia soak` at
 * length. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* How often the slow proofs are made: in one state of this many, chosen by dice that depend on
 * the seed alone; 0 is never. The quick ones are made in every state. */
typedef struct laws_pace {
    uint32_t lists;  /* check() agrees with every move legal() lists */
    uint32_t whole;  /* check() agrees with legal() on the whole move space, for every seat;
                        every legal move and every outcome of luck leads to a sound state */
    uint32_t text;   /* the position printed and read back; the score explained */
    uint32_t secret; /* observe and imagine */
    uint32_t faces;  /* ask, show, draw, hints */
    uint32_t sample; /* check() agrees with legal() on a few moves, legal or from anywhere */
} laws_pace;

extern const laws_pace laws_brief;                     /* for the test run */
extern const laws_pace laws_long;                      /* for many thousands of games */
laws_pace laws_slower(laws_pace pace, uint32_t times); /* the same proofs, but rarer */

typedef struct laws_tally {
    uint64_t games, moves, decisions;
    uint64_t whole;     /* states compared over the whole move space */
    uint32_t longest;   /* most moves in a game */
    uint64_t signature; /* signature * 31 + move, over every move of every game */
} laws_tally;

typedef struct laws laws;

/* Takes all the memory it will ever need; NULL if there is none. The config is checked. */
laws *laws_new(const pt_game *g, const pt_config *config, laws_pace pace);
void laws_free(laws *l);

/* Plays one random game and proves the laws in every state. False if one is broken; laws_report
 * then says which, where, and how to see it again. The seed decides everything. When several
 * seats owe a choice, the lowest answers first; with every fourth seed, any of them may. */
bool laws_play(laws *l, uint64_t seed);

laws_tally laws_so_far(const laws *l);
const char *laws_report(const laws *l);

/* The game as command-line options: "--game quarry --players 3 --option opening=1". */
void laws_print_config(const pt_game *g, const pt_config *config, pt_text *out);

/* True if the rulebook has this rule: a heading "## R4 ..." or an item "**R4.2**". */
bool laws_rule_known(const laws *l, const char *id, size_t length);
int laws_rule_count(const laws *l);

/* True for one JSON value with nothing after it. */
bool laws_is_json(const char *text);
