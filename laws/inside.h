/* Shared by the files of laws/: what they check, and how they report a broken law. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include "laws/laws.h"
#include <string.h>

enum { RULE_LENGTH = 12, RULE_SLOTS = 4096, TEXT_MAX = 1 << 18, GUARD = 8, GUARD_BYTE = 0xA5 };

typedef struct laws_step {
    int8_t seat;
    pt_move move;
} laws_step;

struct laws {
    const pt_game *g;
    pt_config config;
    laws_pace pace;
    pt_space space;
    laws_tally tally;
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
    laws_step *history;
    pt_canvas *canvas;
    char *text, *text2, *report;
    int rules;                          /* how many the rulebook has */
    char rule[RULE_SLOTS][RULE_LENGTH]; /* each at its hash, or in the next free slot */
};

/* Words for people are one line, fit into `most` bytes, and have every place filled in. */
bool laws_sound_words(laws *l, const pt_text *text, size_t most, const char *whose);

/* Writes the report; returns false. */
bool laws_broken(laws *l, const char *format, ...) PT_FORMAT(2, 3);

#define LAW(holds, ...)                                                                        \
    do                                                                                         \
        if (!(holds)) return laws_broken(l, __VA_ARGS__);                                      \
    while (0)

static inline bool laws_same(const laws *l, const void *a, const void *b) {
    return memcmp(a, b, l->g->state_size) == 0;
}
/* True if the dice choose this state for a proof that is made in one state of `pace`; 0:
 * never. */
static inline bool laws_turn_for(laws *l, uint32_t pace) {
    return pace && pt_below(&l->dice, pace) == 0;
}

/* Calls legal() into `list`, with a guard behind it. Returns the number of moves, or -1
 * (reported). */
int laws_legal(laws *l, const void *s, int seat, pt_move *list);
int laws_chance(laws *l, const void *s);

/* Each proves some laws in a state; `whole` asks for the slow ones too. */
bool laws_of_head(laws *l, const void *s);
bool laws_of_lists(laws *l, const void *s, bool whole);
bool laws_of_luck(laws *l, const void *s, bool whole);
bool laws_of_position(laws *l, const void *s, bool whole);
bool laws_of_score(laws *l, const void *s);
bool laws_of_secrets(laws *l, const void *s, bool whole);
bool laws_of_faces(laws *l, const void *s);
