/* Mytikas: the score (R6.3 to R6.5), at any moment and line by line. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"

/* R6.3: the multiplier times the levels; the starting city is a minor city on level 1. */
int mt_building_points(const mt_state *s, int seat, int type) {
    const mt_building *b = &mt_buildings[type];
    int levels = type == MT_MINOR ? 1 : 0;
    for (int i = 0; i < b->spaces; i++) levels += s->player[seat].space[b->first + i];
    return b->points * levels;
}

static int favors(const mt_player *p) {
    return p->favor[0] + p->favor[1] + p->favor[2] + p->favor[3];
}

static int offerings(const mt_state *s, const mt_player *p) {
    int n = p->reserve;
    for (unsigned set = p->cards; set; set &= set - 1) n += s->tokens[pt_lowest(set)];
    return n;
}

/* R6.4: what a card counts. For those of a fixed value it is 1 if the extra points are due. */
int mt_card_count(const mt_state *s, int seat, int card) {
    assert(card >= 0 && card < MT_CARDS);
    const mt_player *p = &s->player[seat];
    const uint8_t *f = p->favor;
    switch ((mt_card_id)card) {
    case MTC_ZEUS: return f[0] >= 2 || f[1] >= 2 || f[2] >= 2 || f[3] >= 2;
    case MTC_POSEIDON: return (f[0] > 0) + (f[1] > 0) + (f[2] > 0) + (f[3] > 0) >= 2;
    case MTC_DEMETER: return mt_cubes(p, MT_STONE);
    case MTC_HADES: return pt_count(p->cards & s->locked);
    case MTC_HERA:
    case MTC_DIONYSUS:
    case MTC_APHRODITE:
    case MTC_PERSEPHONE: return f[mt_cards[card].god] > 0;
    case MTC_APOLLO: return mt_cubes(p, MT_GOLD);
    case MTC_ATHENA: return (p->space[2] > 0) + (p->space[3] > 0) + (p->space[6] > 0);
    case MTC_PAN: return mt_cubes(p, MT_MARBLE);
    case MTC_ARTEMIS: return mt_city_count(p);
    case MTC_ARES: return offerings(s, p);
    case MTC_HEPHAESTUS: return favors(p);
    case MTC_HESTIA: return (p->cube[3] > 0) + (p->cube[7] > 0) + (p->cube[11] > 0);
    case MTC_HERMES: return pt_count(p->cards);
    }
    return 0;
}

int mt_card_points(const mt_state *s, int seat, int card) {
    const mt_card *c = &mt_cards[card];
    int n = mt_card_count(s, seat, card);
    switch ((mt_worth)c->worth) {
    case MTW_FIXED: return MT_FIXED_POINTS + MT_EXTRA_POINTS * n;
    case MTW_TIERS: return mt_tier_points[(n >= c->low) + (n >= c->high)];
    case MTW_EACH: return c->low * n;
    }
    return 0;
}

void mt_score(const void *state, int32_t points[PT_SEATS]) {
    const mt_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++) points[seat] = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        for (int type = 0; type < MT_TYPES; type++)
            points[seat] += mt_building_points(s, seat, type);
        for (unsigned set = s->player[seat].cards; set; set &= set - 1)
            points[seat] += mt_card_points(s, seat, pt_lowest(set));
    }
}

/* R6.5: most points; then the higher large temple; then more cubes; then the win is shared. */
void mt_rank(const void *state, uint8_t place[PT_SEATS]) {
    const mt_state *s = state;
    int32_t points[PT_SEATS], cubes[PT_SEATS] = {0};
    mt_score(s, points);
    for (int seat = 0; seat < s->head.seats; seat++)
        cubes[seat] = mt_all_cubes(&s->player[seat]);
    for (int a = 0; a < PT_SEATS; a++) {
        place[a] = a < s->head.seats ? 1 : 0;
        for (int b = 0; b < s->head.seats && a < s->head.seats; b++) {
            int temple = s->player[b].space[6] - s->player[a].space[6];
            if (points[b] != points[a] ? points[b] > points[a]
                : temple               ? temple > 0
                                       : cubes[b] > cubes[a])
                place[a]++;
        }
    }
}

/* The levels of the buildings of a type, the starting city's first. */
static pt_said say_buildings(const mt_state *s, int seat, int type) {
    const mt_building *b = &mt_buildings[type];
    int level[3] = {0}, n = 0;
    if (type == MT_MINOR) level[n++] = 1;
    for (int i = 0; i < b->spaces; i++)
        if (s->player[seat].space[b->first + i])
            level[n++] = s->player[seat].space[b->first + i];
    assert(n >= 1 && n <= 3);
    return n == 1   ? mt_say_score_building_1(type, b->points, level[0])
           : n == 2 ? mt_say_score_building_2(type, b->points, level[0], level[1])
                    : mt_say_score_building_3(type, b->points, level[0], level[1], level[2]);
}

static pt_said say_card(const mt_state *s, int seat, int card) {
    int count = mt_card_count(s, seat, card);
    if (mt_cards[card].worth != MTW_FIXED) return mt_say_score_counted(card, card, count);
    return count ? mt_say_score_fixed_and_more(card) : mt_say_score_fixed(card);
}

int mt_explain(const void *state, int seat, pt_line *out) {
    const mt_state *s = state;
    int n = 0;
    assert(seat >= 0 && seat < s->head.seats);
    for (int type = 0; type < MT_TYPES; type++) {
        int points = mt_building_points(s, seat, type);
        if (points)
            out[n++] = (pt_line){
                .points = points, .rule = "R6.3", .why = say_buildings(s, seat, type)};
    }
    for (unsigned set = s->player[seat].cards; set; set &= set - 1) {
        int card = pt_lowest(set);
        out[n++] = (pt_line){.points = mt_card_points(s, seat, card),
                             .rule = "R6.4",
                             .why = say_card(s, seat, card)};
    }
    return n;
}
