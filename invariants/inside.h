/* Shared by the files of invariants/: what they check, and how they report a broken invariant.
 */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include "invariants/invariants.h"
#include <string.h>

enum { RULE_LENGTH = 12, RULE_SLOTS = 4096, TEXT_MAX = 1 << 18, GUARD = 8, GUARD_BYTE = 0xA5 };

typedef struct invariants_step {
    int8_t seat;
    pt_move move;
} invariants_step;

struct invariants {
    const pt_game *g;
    pt_config config;
    invariants_pace pace;
    pt_space space;
    invariants_tally tally;
    pt_rng dice;   /* what to check; the moves have their own generator */
    uint64_t seed; /* the game being played */
    int language;  /* of the next refusal: all take turns */
    int seat;      /* the seat and move being checked, for the report */
    pt_move move;
    void *state, *before; /* the state being checked, and a copy of it */
    void *view, *again, *guess, *other;
    pt_move *list, *list2; /* each with GUARD entries behind max_moves */
    pt_chance *luck;
    pt_line *lines;
    uint64_t *legal; /* a bit for each index of the move space */
    invariants_step *history;
    pt_canvas *canvas;
    char *text, *text2, *report;
    int rules;                          /* how many the rulebook has */
    char rule[RULE_SLOTS][RULE_LENGTH]; /* each at its hash, or in the next free slot */
};

/* Words for people are one line, fit into `most` bytes, and have every place filled in. */
bool invariants_sound_words(invariants *inv, const pt_text *text, size_t most,
                            const char *whose);

/* Writes the report; returns false. */
bool invariants_broken(invariants *inv, const char *format, ...) PT_FORMAT(2, 3);

#define HOLDS(holds, ...)                                                                      \
    do                                                                                         \
        if (!(holds)) return invariants_broken(inv, __VA_ARGS__);                              \
    while (0)

static inline bool invariants_same(const invariants *inv, const void *a, const void *b) {
    return memcmp(a, b, inv->g->state_size) == 0;
}
/* True if the dice choose this state for a check that is made in one state of `pace`; 0:
 * never. */
static inline bool invariants_turn_for(invariants *inv, uint32_t pace) {
    return pace && pt_below(&inv->dice, pace) == 0;
}

/* Calls legal() into `list`, with a guard behind it. Returns the number of moves, or -1
 * (reported). */
int invariants_legal(invariants *inv, const void *s, int seat, pt_move *list);
int invariants_chance(invariants *inv, const void *s);

/* Each checks some invariants in a state; `whole` asks for the slow ones too. */
bool invariants_of_head(invariants *inv, const void *s);
bool invariants_of_lists(invariants *inv, const void *s, bool whole);
bool invariants_of_luck(invariants *inv, const void *s, bool whole);
bool invariants_of_position(invariants *inv, const void *s, bool whole);
bool invariants_of_score(invariants *inv, const void *s);
bool invariants_of_secrets(invariants *inv, const void *s, bool whole);
bool invariants_of_faces(invariants *inv, const void *s);
