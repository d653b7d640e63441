/* Mytikas: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"

/* In the order of the names: the types of buildings come first. */
typedef enum {
    CARD_POINTS = MT_TYPES,
    CARD,
    CUBE,
    STONE,
    MARBLE,
    GOLD,
    HEIGHT,
    OFFERING,
    FAVOR,
    MEASURES
} measure;

static void measure_all(const void *state, int seat, int32_t out[PT_MEASURES]) {
    const mt_state *s = state;
    const mt_player *p = &s->player[seat];
    for (int type = 0; type < MT_TYPES; type++) out[type] = mt_building_points(s, seat, type);
    out[CARD_POINTS] = out[STONE] = out[MARBLE] = out[GOLD] = out[HEIGHT] = out[FAVOR] = 0;
    for (unsigned set = p->cards; set; set &= set - 1)
        out[CARD_POINTS] += mt_card_points(s, seat, pt_lowest(set));
    out[CARD] = pt_count(p->cards);
    out[CUBE] = mt_all_cubes(p);
    for (int i = 0; i < MT_STACKS; i++) {
        out[STONE + i / MT_LEVELS] += p->cube[i];
        out[HEIGHT] += i % MT_LEVELS * p->cube[i];
    }
    out[OFFERING] = p->reserve;
    for (int god = 0; god < MT_GODS; god++) out[FAVOR] += p->favor[god];
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[HEIGHT] = 1}}, /* climber */
    {.own = {[FAVOR] = 1}},  /* devout */
};

extern const pt_measures mytikas_measures; /* for the registry */
const pt_measures mytikas_measures = {.names = &mt_names_measure,
                                      .count = MEASURES,
                                      .points = CARD,
                                      .of = measure_all,
                                      .soon = mt_say_why_soon,
                                      .characters = &mt_names_character,
                                      .styles = styles,
                                      .twins =
                                          1 << CUBE | 1 << STONE | 1 << MARBLE | 1 << GOLD};
