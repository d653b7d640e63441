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
    RIGHT,
    BEST,
    SAFE,
    MEASURES
} measure;

/* R4.13: the points of the best building that the cubes pay for as they lie. */
static int best_building(const mt_state *s, int seat) {
    int best = 0;
    for (int space = 0; space < MT_SPACES; space++) {
        if (!mt_free_space(s, seat, space)) continue;
        int type = mt_spaces[space].type;
        for (unsigned set = mt_payable(s, seat, type); set; set &= set - 1) {
            int points = mt_buildings[type].points * (pt_lowest(set) + 1);
            if (points > best) best = points;
        }
    }
    return best;
}

/* R4.20 to R4.22: cards that are locked, or that nobody has the tokens to take. */
static int safe_cards(const mt_state *s, int seat) {
    int safe = 0;
    for (unsigned set = s->player[seat].cards; set; set &= set - 1) {
        int card = pt_lowest(set), most = 0;
        for (int other = 0; other < s->head.seats; other++)
            if (other != seat && s->player[other].reserve > most)
                most = s->player[other].reserve;
        safe += s->locked >> card & 1 || most <= s->tokens[card];
    }
    return safe;
}

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
    out[RIGHT] = 0;
    for (int god = 0; god < MT_GODS; god++) {
        out[FAVOR] += p->favor[god];
        out[RIGHT] += mt_has_bonus_right(s, seat, god);
    }
    out[BEST] = best_building(s, seat);
    out[SAFE] = safe_cards(s, seat);
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[HEIGHT] = 1}}, /* climber */
    {.own = {[FAVOR] = 1}},  /* devout */
};

static const uint16_t says[MTV_COUNT] = {
    [MTV_FAV] = 1 << FAVOR,    [MTV_FAVOR] = 1 << FAVOR, [MTV_FAVOR_FROM] = 1 << FAVOR,
    [MTV_UP] = 1 << HEIGHT,    [MTV_UPX] = 1 << HEIGHT,  [MTV_MOVE] = 1 << HEIGHT,
    [MTV_TAKE] = 1 << OFFERING};

/* By what the evaluation of positions (hints.c) has learned. */
static const int16_t worth[MEASURES] = {
    [CARD] = 20,      [CUBE] = 40,   [STONE] = 25, [MARBLE] = 50, [GOLD] = 80, [HEIGHT] = 30,
    [OFFERING] = 100, [FAVOR] = 140, [RIGHT] = 60, [BEST] = 30,   [SAFE] = 50};

extern const pt_measures mytikas_measures; /* for the registry */
const pt_measures mytikas_measures = {.names = &mt_names_measure,
                                      .count = MEASURES,
                                      .points = CARD,
                                      .of = measure_all,
                                      .worth = worth,
                                      .soon = mt_say_why_soon,
                                      .characters = &mt_names_character,
                                      .styles = styles,
                                      .standing = 1 << RIGHT | 1 << BEST | 1 << SAFE,
                                      .says = says,
                                      .twins =
                                          1 << CUBE | 1 << STONE | 1 << MARBLE | 1 << GOLD};
