/* What must hold in every state of every game, checked in random games. Nothing here knows a
 * particular game. tests/test_every_game.c runs this briefly, `petteia soak` at length. Other
 * files cite these numbers:
 *
 * 1. A state is plain bytes without pointers; equal states are equal bytes.
 * 2. A move means the same in every state; its text reads back as the same move.
 * 3. Luck is a move: it is chosen among outcomes with weights, and a state holds no generator.
 * 4. Secrets leave a state only through observe(); what imagine() makes of a view fits it.
 * 5. check() and legal() agree on every move; a refusal names its rule and changes nothing.
 * 6. Every game ends within max_ply moves.
 * 7. The same seed gives the same bytes on every machine.
 * 8. The score is explained by lines that cite rules and add up to it.
 * 9. Every rule that is cited stands in the rulebook. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* How often the slow checks are made: in one state of this many, chosen by dice that depend on
 * the seed alone; 0 is never. The quick ones are made in every state. */
typedef struct invariants_pace {
    uint32_t lists;  /* check() agrees with every move legal() lists */
    uint32_t whole;  /* check() agrees with legal() on the whole move space, for every seat;
                        every legal move and every outcome of luck leads to a sound state */
    uint32_t text;   /* the position printed and read back; the score explained */
    uint32_t secret; /* observe and imagine */
    uint32_t faces;  /* ask, show, draw, hints */
    uint32_t sample; /* check() agrees with legal() on a few moves, legal or from anywhere */
} invariants_pace;

extern const invariants_pace invariants_brief; /* for the test run */
extern const invariants_pace invariants_long;  /* for many thousands of games */
invariants_pace invariants_slower(invariants_pace pace,
                                  uint32_t times); /* the same checks, but rarer */

typedef struct invariants_tally {
    uint64_t games, moves, decisions;
    uint64_t whole;     /* states compared over the whole move space */
    uint32_t longest;   /* most moves in a game */
    uint64_t signature; /* signature * 31 + move, over every move of every game */
} invariants_tally;

typedef struct invariants invariants;

/* Takes all the memory it will ever need; NULL if there is none. The config is checked. */
invariants *invariants_new(const pt_game *g, const pt_config *config, invariants_pace pace);
void invariants_free(invariants *inv);

/* Plays one random game and checks the invariants in every state. False if one is broken;
 * invariants_report then says which, where, and how to see it again. The seed decides
 * everything. When several seats owe a choice, the lowest answers first; with every fourth
 * seed, any of them may. */
bool invariants_play(invariants *inv, uint64_t seed);

invariants_tally invariants_so_far(const invariants *inv);
const char *invariants_report(const invariants *inv);

/* The game as command-line options: "--game quarry --players 3 --option opening=1". */
void invariants_print_config(const pt_game *g, const pt_config *config, pt_text *out);

/* True if the rulebook has this rule: a heading "## R4 ..." or an item "**R4.2**". */
bool invariants_rule_known(const invariants *inv, const char *id, size_t length);
int invariants_rule_count(const invariants *inv);

/* True for one JSON value with nothing after it. */
bool invariants_is_json(const char *text);
