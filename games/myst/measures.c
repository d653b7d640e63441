/* Myst: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/myst/myst.h"
#include "games/myst/words.h"

/* In the order of the names. */
typedef enum { SWITCH, CARDS, BONUS, LANDMARK, ROOM, KEY, BOOK, LIGHT, MEASURES } measure;

static void measure_all(const void *state, int seat, int32_t out[PT_MEASURES]) {
    const ms_state *s = state;
    pt_line line[1 + 2 * MS_DEALT];
    for (int i = 0; i < MEASURES; i++) out[i] = 0;
    int n = ms_explain(s, seat, line); /* switches first, then cards and bonuses (R6) */
    out[SWITCH] = line[0].points;
    for (int i = 1; i < n; i++)
        out[line[i].why.phrase == &ms_phrases[MS_SAY_SCORE_BONUS] ? BONUS : CARDS] +=
            line[i].points;
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++)
        out[LANDMARK] += ms_shows(s, landmark) == seat;
    if (s->head.phase >= MSP_PUZZLE)
        out[ROOM] = ms_within_reach(s, seat, &out[KEY], &out[LIGHT]);
    out[BOOK] = pt_count(s->hand[seat] & MS_BOOKS);
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[LANDMARK] = 1}}, /* settler */
    {.own = {[SWITCH] = 1}},   /* tinkerer */
};

/* By what the evaluation of positions (hints.c) has learned. */
static const int16_t worth[MEASURES] = {
    [LANDMARK] = 40, [ROOM] = 5, [KEY] = 250, [BOOK] = 60, [LIGHT] = 60};

extern const pt_measures myst_measures; /* for the registry */
const pt_measures myst_measures = {.names = &ms_names_measure,
                                   .count = MEASURES,
                                   .points = LANDMARK,
                                   .of = measure_all,
                                   .worth = worth,
                                   .standing = 1 << ROOM | 1 << KEY | 1 << LIGHT,
                                   .soon = ms_say_why_soon,
                                   .characters = &ms_names_character,
                                   .styles = styles};
