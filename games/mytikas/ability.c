/* Mytikas: what a player could do in the position as it lies (R4.3). legal() lists from these,
 * the course of the game asks them. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

int mt_cubes(const mt_player *p, int resource) {
    assert(resource >= 0 && resource < MT_RESOURCES);
    const uint16_t *c = &p->cube[mt_stack(resource, 0)];
    return c[0] + c[1] + c[2] + c[3];
}

int mt_all_cubes(const mt_player *p) {
    int n = 0;
    for (int i = 0; i < MT_STACKS; i++) n += p->cube[i];
    return n;
}

/* How many of the player's cities stand on levels 1 to 4, one byte each; the starting city
 * stands on level 1 (R3.3). */
static uint32_t city_levels(const mt_player *p) {
    static const uint32_t at[MT_LEVELS + 1] = {0, 1, 1u << 8, 1u << 16, 1u << 24};
    return 1 + at[p->space[0]] + at[p->space[1]] + at[p->space[4]] + at[p->space[5]];
}

int mt_city_count(const mt_player *p) {
    return 1 + (p->space[0] != 0) + (p->space[1] != 0) + (p->space[4] != 0) +
           (p->space[5] != 0);
}

int mt_city_level(const mt_player *p, int number) {
    assert(number >= 0);
    uint32_t cities = city_levels(p);
    for (int level = 0; level < MT_LEVELS; level++, cities >>= 8) {
        number -= (int)(cities & 0xFF);
        if (number < 0) return level;
    }
    assert(0 && "no such city");
    return 0;
}

/* R2.6, R5.8, R5.9: a discount goes to 0 at most. */
int mt_price(const mt_state *s, int seat, int type, int resource) {
    const mt_building *b = &mt_buildings[type];
    int cost = b->cost[resource];
    int cheap = b->temple ? resource == MT_GOLD && mt_usable(s, seat, MTC_ATHENA)
                          : resource == MT_MARBLE && mt_usable(s, seat, MTC_ARTEMIS);
    int less = cheap ? MT_DISCOUNT : 0;
    return cost > less ? cost - less : 0;
}

/* R4.13: a Level token is left and the whole cost lies on that level. */
unsigned mt_payable(const mt_state *s, int seat, int type) {
    const mt_player *p = &s->player[seat];
    const uint16_t *stone = p->cube, *marble = p->cube + 4, *gold = p->cube + 8;
    int stones = mt_price(s, seat, type, MT_STONE),
        marbles = mt_price(s, seat, type, MT_MARBLE), golds = mt_price(s, seat, type, MT_GOLD);
    unsigned set = 0;
    for (int level = 0; level < MT_LEVELS; level++)
        set |= (unsigned)((s->left[level] != 0) & (stone[level] >= stones) &
                          (marble[level] >= marbles) & (gold[level] >= golds))
               << level;
    return set;
}

/* R2.7: of two free spaces with the same effect only the first is offered. */
bool mt_free_space(const mt_state *s, int seat, int space) {
    const uint8_t *level = s->player[seat].space;
    return !level[space] && !(space == 5 && !level[4]);
}

static bool type_left(const mt_player *p, int type) {
    const mt_building *b = &mt_buildings[type];
    return !p->space[b->first] || (b->spaces == 2 && !p->space[b->first + 1]);
}

bool mt_can_build(const mt_state *s, int seat, bool temple) {
    const mt_player *p = &s->player[seat];
    int little = temple ? MT_SMALL : MT_MINOR, big = temple ? MT_LARGE : MT_MAJOR;
    return (type_left(p, little) && mt_payable(s, seat, little)) ||
           (type_left(p, big) && mt_payable(s, seat, big));
}

/* R4.16: a token that is not one's own lies on the pile, or with another player if the pile is
 * empty: so there is one to take unless the player holds them all. */
bool mt_can_take_favor(const mt_state *s, int seat) {
    const uint8_t *own = s->player[seat].favor;
    int each = mt_favors_each[s->head.seats];
    return own[0] < each || own[1] < each || own[2] < each || own[3] < each;
}

/* R4.20: one token, or one more than a rival has there; none lies on the line. */
int mt_least_offering(const mt_state *s, int seat, int card) {
    return mt_controls(s, seat, card) ? 1 : s->tokens[card] + 1;
}

/* R4.20: own unlocked cards, the open line, and unlocked cards of others that can be outbid. */
unsigned mt_targets(const mt_state *s, int seat) {
    const mt_player *p = &s->player[seat];
    int most = p->reserve < MT_OFFERING_MAX ? p->reserve : MT_OFFERING_MAX;
    if (most == 0) return 0;
    unsigned set = (p->cards | s->line) & ~(unsigned)s->locked, others = 0;
    if (most == 1) return set; /* every card under control has a token on it */
    for (int seat2 = 0; seat2 < s->head.seats; seat2++) others |= s->player[seat2].cards;
    others &= ~(unsigned)(p->cards | s->locked);
    for (; others; others &= others - 1)
        if (s->tokens[pt_lowest(others)] < most) set |= others & (~others + 1);
    return set;
}

bool mt_can_lift(const mt_state *s, int seat) {
    return mt_stacks(&s->player[seat]) & MT_LIFTABLE;
}

/* R4.3 */
bool mt_can_main(const mt_state *s, int seat, int area) {
    switch ((mt_area)area) {
    case MT_ZD:
    case MT_DD:
    case MT_PD:
    case MT_HN: return true;
    case MT_ZN: return mt_can_build(s, seat, true);
    case MT_DN: return mt_can_build(s, seat, false);
    case MT_PN: return mt_can_take_favor(s, seat);
    case MT_HD: return mt_can_lift(s, seat);
    }
    return false;
}

/* R4.6, R5.6: a token of the god, or the card that stands in for it. */
bool mt_has_bonus_right(const mt_state *s, int seat, int god) {
    return s->player[seat].favor[god] || mt_usable(s, seat, mt_bonus_card[god]);
}

bool mt_can_bonus(const mt_state *s, int seat, int area) {
    if (!mt_has_bonus_right(s, seat, mt_god_of(area))) return false;
    switch ((mt_bonus)mt_areas[area].bonus) {
    case MTB_OFF1: return true;
    case MTB_FAV1: return mt_can_take_favor(s, seat);
    case MTB_UP2: return mt_can_lift(s, seat);
    case MTB_OFFER: return mt_targets(s, seat) != 0;
    case MTB_ANY1: return mt_stacks(&s->player[seat]) != 0;
    }
    return false;
}

/* R4.2, R4.9: no figure stands there, one's own included; with two players a figure closes both
 * areas of its god. */
unsigned mt_free_areas(const mt_state *s) {
    unsigned taken = 0, width = s->head.seats == 2 ? 3 : 1;
    for (int seat = 0; seat < s->head.seats; seat++) taken |= width << s->player[seat].spot;
    return ~taken & 0xFF;
}

/* R4.8, R5.2, R5.3: what a player could pay with to follow. */
unsigned mt_means(const mt_state *s, int seat) {
    assert(s->area < MT_AREAS);
    const mt_player *p = &s->player[seat];
    int god = mt_god_of(s->area);
    unsigned set = 0;
    if (mt_usable(s, seat, MTC_POSEIDON))
        for (int g = 0; g < MT_GODS; g++) set |= (unsigned)(p->favor[g] != 0) << g;
    else if (p->favor[god])
        set = 1u << god;
    if (p->reserve && mt_usable(s, seat, MTC_ZEUS)) set |= 1u << MT_GODS;
    return set;
}

/* R4.8, R4.9: the areas whose main action could be done once this is paid. A token paid goes
 * back to its pile, so that pn is then always possible (R8.14); nothing else depends on it. */
unsigned mt_follow_areas(const mt_state *s, int seat, int means) {
    assert(means <= MT_GODS);
    unsigned set = 0;
    int from = s->head.seats == 2 ? mt_day_of(s->area) : s->area;
    int to = s->head.seats == 2 ? from + 1 : from;
    for (int area = from; area <= to; area++)
        if ((area == MT_PN && means < MT_GODS) || mt_can_main(s, seat, area)) set |= 1u << area;
    return set;
}

/* R4.17: the first lift is what makes the action done; Apollo's lifts are a gift, and fewer
 * than those of hd. */
bool mt_lift_must(const mt_state *s) {
    return s->lifts == (mt_in_bonus(s) ? MT_UPS_BONUS : MT_UPS_MAIN);
}

/* The bonus action of hd lifts nothing. */
bool mt_can_change(const mt_state *s) {
    return s->area == MT_HD && !s->changed && mt_usable(s, s->actor, MTC_HESTIA);
}

/* R5.14: Hermes' offering is optional; every other one has been decided on already. */
bool mt_offer_may_stop(const mt_state *s) {
    return s->area == MT_HN && mt_usable(s, s->actor, MTC_HERMES);
}

/* R4.22: the cards of the next player, clockwise from the actor, that match the first lock. No
 * token lies on a locked card. */
unsigned mt_lock_matches(const mt_state *s, int *seat) {
    if (s->locks >= mt_lock_total(s)) return 0;
    int value = mt_lock_values[s->head.seats][s->locks];
    unsigned match = 0;
    for (unsigned card = 0; card < MT_CARDS; card++)
        match |=
            (unsigned)(MT_LOCK_AT_LEAST ? s->tokens[card] >= value : s->tokens[card] == value)
            << card;
    *seat = s->actor;
    for (int i = 0; i < s->head.seats; i++, *seat = mt_next_seat(s, *seat))
        if (match & s->player[*seat].cards) return match & s->player[*seat].cards;
    return 0;
}
