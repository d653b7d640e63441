/* Cyclades: what a bot may know about playing well. `prior` says how promising a move looks,
 * `playout` draws by those weights, `evaluate` predicts the final number of metropolises, in
 * hundredths, from those that stand, how near the next one is, and the economy. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"

/* The weights of evaluate, fitted by `petteia tune cyclades`, in hundredths of a metropolis
 * unless a comment says otherwise. */
/* clang-format off */
#define WEIGHTS(X)                                                                             \
    X(TYPES_1, 28) X(TYPES_2, 39) X(TYPES_3, 32) X(TYPES_4, 90) /* kinds of buildings owned */ \
    X(THINKERS_1,  2) X(THINKERS_2, 37) X(THINKERS_3, 11)       /* philosophers */             \
    X(BOTH,     14)  /* per cent: the lesser of the two ways to a metropolis */                \
    X(NO_SITE,   9)  /* per cent of both, without an isle to build on */                       \
    X(GOLD,     19)  /* tenths: a piece of gold */                                             \
    X(HOARD,     7)  /* tenths: each beyond twelve */                                          \
    X(INCOME,    5)  /* tenths: a piece of gold, or a priest, in each cycle still to come */   \
    X(ISLE,      0)                                                                            \
    X(SIZE,      1)  /* each space for a building on it */                                     \
    X(TROOP,     5)  /* each of up to five, and one for more */                                \
    X(FLEET,     0)  /* each of up to four, and one for more */                                \
    X(BUILDING,  3)                                                                            \
    X(WEALTH,  729)  /* what all that is good for in the end */                                \
    X(PLENTY,  109)  /* and how much of it brings half of that */                              \
    X(BARE,     18)  /* taken off for a metropolis */                                          \
    X(GUARD,     3)  /* and for each of three guards it lacks */                               \
    X(THREAT,   21)  /* and if somebody could take it */                                       \
    X(TURN,     12)  /* a turn with a god */                                                   \
    X(KIND,      9)  /* who brings a new kind of building */                                   \
    X(LAST,     37)  /* or the last one */                                                     \
    X(THINKER,   3)  /* Athena's philosopher; the third and the last */                        \
    X(LAST_THINKER, 18)                                                                        \
    X(PRIEST,   11)                                                                            \
    X(ARES,      6)                                                                            \
    X(POSEIDON,  6)                                                                            \
    X(OUTBID,   38)  /* per cent: a rival will outbid an offer of nothing */                   \
    X(FIRST,    14)  /* Apollo's first place */                                                \
    X(MARKERS,  56)  /* per cent of what the markers stand for */
/* clang-format on */
#define WEIGHT_ID(name, value) W_##name,
#define WEIGHT_VALUE(name, value) value,
#define WEIGHT_NAME(name, value) #name,
enum { WEIGHTS(WEIGHT_ID) W_COUNT };
static const int32_t weights[] = {WEIGHTS(WEIGHT_VALUE)};
static const char *const weight_names[] = {WEIGHTS(WEIGHT_NAME) NULL};

static int clamp(int n, int low, int high) { return n < low ? low : n > high ? high : n; }

/* The cycles a game of sensible players still lasts. */
static int cycles_left(const cy_state *s) { return clamp(13 - s->head.round, 3, 9); }

static int buildings_of(const cy_state *s, int seat) {
    int n = 0;
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        n += cy_buildings(s, pt_lowest(set));
    return n;
}

static bool has_site(const cy_state *s, int seat) {
    return (s->owned[seat] & ~s->metropolis) != 0;
}

static bool has_room(const cy_state *s, int seat) {
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        if (cy_room(s, pt_lowest(set)) > 0) return true;
    return false;
}

/* --- evaluate --- */

/* Three kinds of buildings, or three philosophers, are most of a metropolis. */
static int nearness(const cy_state *s, const int32_t *w, int seat) {
    int kinds = pt_count(cy_types_owned(s, seat)), wise = s->philosophers[seat] % CY_WISE;
    int types = kinds ? w[W_TYPES_1 + kinds - 1] : 0;
    int thinkers = wise ? w[W_THINKERS_1 + wise - 1] : 0;
    int more = types > thinkers ? types : thinkers, less = types + thinkers - more;
    int near = more + less * w[W_BOTH] / 100;
    return has_site(s, seat) ? near : near * w[W_NO_SITE] / 100;
}

/* Gold, revenue and priests over the cycles left, units and land, in hundredths. */
static int economy(const cy_state *s, const int32_t *w, int seat, int gold) {
    assert(gold >= 0);
    int left = cycles_left(s), priests = s->priests[seat] > 4 ? 4 : s->priests[seat];
    int money = (cy_revenue(s, seat) + priests) * left * w[W_INCOME] +
                (gold > 12 ? 12 : gold) * w[W_GOLD] + (gold > 12 ? gold - 12 : 0) * w[W_HOARD];
    int land = 0;
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        land += w[W_ISLE] + w[W_SIZE] * cy_map_of(s)->isle[pt_lowest(set)].size;
    int men = clamp(s->men[seat], 0, 5), ships = clamp(s->ships[seat], 0, 4);
    int units =
        w[W_TROOP] * men + s->men[seat] - men + w[W_FLEET] * ships + s->ships[seat] - ships;
    return money / 10 + land + units + w[W_BUILDING] * buildings_of(s, seat);
}

/* The strongest stack that could reach an isle over its owner's fleets, or by Pegasus. */
static int danger(const cy_state *s, int seat, int isle) {
    int most = 0;
    for (int other = 0; other < s->head.seats; other++) {
        if (other == seat || !pt_has(s->alive, other)) continue;
        uint16_t near = cy_chain(s, other, isle) & s->owned[other];
        for (uint64_t set = near; set; set &= set - 1) {
            int troops = s->troops[pt_lowest(set)] + 1;
            if (troops > most) most = troops;
        }
    }
    return most;
}

/* What the seat may lose because its metropolises are badly guarded. */
static int exposure(const cy_state *s, const int32_t *w, int seat) {
    int loss = 0;
    for (uint64_t set = s->metropolis & s->owned[seat]; set; set &= set - 1) {
        int isle = pt_lowest(set);
        int guard = s->troops[isle] ? s->troops[isle] + s->building[isle][CY_FORT] + 1 : 0;
        loss += w[W_BARE] + w[W_GUARD] * clamp(3 - guard, 0, 3);
        if (danger(s, seat, isle) > guard) loss += w[W_THREAT];
    }
    return loss;
}

/* What a turn with this god is worth to the seat, in hundredths. */
static int god_value(const cy_state *s, const int32_t *w, int seat, int god) {
    assert(god >= 0 && god <= CY_APOLLO);
    unsigned missing = CY_ALL_TYPES & ~cy_types_owned(s, seat);
    int value = w[W_TURN];
    if (god == CY_APOLLO) return cy_alms(s, seat) * w[W_GOLD] / 10 + 4;
    if (cy_in(missing, god) && has_room(s, seat))
        value += w[pt_count(missing) == 1 ? W_LAST : W_KIND]; /* the last is a metropolis */
    switch ((cy_god)god) {
    case CY_ATHENA:
        value += w[s->philosophers[seat] >= CY_WISE - 2 ? W_LAST_THINKER : W_THINKER];
        break;
    case CY_ZEUS: value += s->priests[seat] < 3 ? w[W_PRIEST] : 2; break;
    case CY_ARES: value += w[W_ARES]; break;
    case CY_POSEIDON: value += s->ships[seat] < 4 ? w[W_POSEIDON] : 2; break;
    case CY_APOLLO: break;
    }
    return value;
}

/* R4.6 to R4.10: a marker on a god is worth a turn with him, less the danger of being outbid;
 * any other marker will have a turn like the average. `cost` is what is still to be paid. */
static int marker_value(const cy_state *s, const int32_t *w, int seat, int *cost) {
    const int average = w[W_TURN];
    bool auction = s->bidder != 0;
    int total = auction ? cy_standing(s, seat) : 0, rivals = 0, value = 0;
    int others = cy_markers_each(s);
    for (int space = 0; auction && space < s->markers; space++)
        rivals += s->order[space] && s->order[space] != seat + 1;
    if (auction && s->bidder != seat + 1) rivals++;
    for (int god = 0; auction && god < CY_GODS; god++) {
        if (s->holder[god] != seat + 1) continue;
        int stays = 100 - clamp(w[W_OUTBID] * rivals / (s->offer[god] + 1), 0, 60);
        value += (god_value(s, w, seat, god) * stays + average * (100 - stays)) / 100;
        others--;
    }
    for (int i = s->god - 1 == CY_APOLLO; i < CY_SEATS; i++)
        if (s->apollo[i] == seat + 1) {
            value += god_value(s, w, seat, CY_APOLLO);
            if (i == 0 && !s->blessed) value += w[W_FIRST];
            others--;
        }
    if (s->chosen && s->bidder == seat + 1) {
        value += (god_value(s, w, seat, s->chosen - 1) * 3 + average) / 4;
        total += cy_lowest_offer(s, s->chosen - 1);
        others--;
    }
    *cost = cy_cost(s, seat, total);
    return value + average * others;
}

/* What the seat whose turn it is has begun and not finished: a metropolis to place, a creature
 * to use. */
static int unfinished(const cy_state *s) {
    if (cy_converting(s)) return 95;
    return s->card ? 3 : 0;
}

static int expect_of(const cy_state *s, const int32_t *w, int seat) {
    if (!pt_has(s->alive, seat)) return 0;
    int gold = s->gold[seat] == CY_HIDDEN ? 4 : s->gold[seat], cost;
    int markers = marker_value(s, w, seat, &cost);
    if (!s->bidder) gold += cy_revenue(s, seat); /* it comes before the next auction */
    int wealth = economy(s, w, seat, gold > cost ? gold - cost : 0);
    int metropolises = 100 * cy_metropolises(s, seat) - exposure(s, w, seat);
    if (seat == cy_acting(s)) metropolises += unfinished(s);
    return metropolises + nearness(s, w, seat) + markers * w[W_MARKERS] / 100 +
           w[W_WEALTH] * wealth / (wealth + w[W_PLENTY] + 1);
}

static void evaluate_by(const void *state, const int32_t *w, int32_t expect[PT_SEATS]) {
    const cy_state *s = state;
    if (s->head.node == PT_OVER) {
        cy_score(s, expect);
        for (int seat = 0; seat < PT_SEATS; seat++) expect[seat] *= 100;
        return;
    }
    for (int seat = 0; seat < PT_SEATS; seat++)
        expect[seat] = seat < s->head.seats ? expect_of(s, w, seat) : 0;
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    evaluate_by(state, weights, expect);
}

/* --- prior --- */

static int prior_offer(const cy_state *s, int seat, int amount) {
    assert(s->chosen);
    int god = s->chosen - 1, over = amount - cy_lowest_offer(s, god);
    int left = s->gold[seat] - cy_cost(s, seat, cy_standing(s, seat) + amount);
    int want = god_value(s, weights, seat, god) / 8;
    int p = over > want ? 12 >> clamp(over - want, 0, 3) : 300 / (1 + over);
    return left < 2 ? p / 3 + 1 : p;
}

/* How a landing with n troops on an isle looks. */
static int prior_landing(const cy_state *s, int seat, int to, int n) {
    assert(n > 0 && to < cy_map_of(s)->isles);
    if (s->owner[to] == seat + 1) return cy_in(s->metropolis, to) ? 30 : 6;
    int prize = 120 + (cy_in(s->metropolis, to) ? 500 : 0) + 60 * cy_buildings(s, to);
    bool minotaur = cy_figure_on(s, CYG_MINOTAUR, to);
    if (!s->troops[to] && !minotaur) return prize;
    cy_bonus bonus = cy_land_bonus(s, to);
    int edge = n - (s->troops[to] + bonus.walls + bonus.metropolises + bonus.minotaur);
    return edge >= 1 ? prize / 2 + 20 : edge == 0 ? prize / 8 + 2 : 2;
}

static int prior_sail(const cy_state *s, int seat, pt_move m) {
    const cy_map *map = cy_map_of(s);
    int from = cy_sea_at(s, (int)pt_arg(m, 0)), n = (int)pt_arg(m, 2) + 1;
    int to = map->sea[from].step[pt_arg(m, 1)];
    assert(to != CY_NONE);
    if (cy_in(cy_other_fleets(s, seat), to)) return n > s->fleet[to] ? 30 : 3;
    int gain = cy_in(map->horns, to) ? 60 : 4 + 4 * pt_count(map->sea[to].isles);
    if (cy_in(map->horns, from) && s->fleet[from] == n) gain = 2;
    return gain;
}

static int prior_retreat(const cy_state *s, int seat, pt_move m) {
    assert(s->battle);
    bool attacks = seat == cy_acting(s);
    int edge = s->attackers - cy_defence(s);
    bool ahead = attacks ? edge >= 0 : edge <= 0;
    if (pt_verb_of(m) == CYV_STAY) return ahead ? 400 : 60;
    return ahead ? 20 : 200;
}

static int prior_building(const cy_state *s, int seat, int type) {
    unsigned types = cy_types_owned(s, seat);
    if (cy_in(types, type)) return 15;
    return pt_count(types) == CY_TYPES - 1 ? 1000 : 260;
}

static int prior_power(const cy_state *s, int seat, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_WASTE: return 4;
    case CYV_REBUILD: return prior_building(s, seat, (int)pt_arg(m, 2));
    case CYV_STEAL:
        if (s->card == CY_SATYR + 1) return 100 + 200 * (s->philosophers[arg] >= CY_WISE - 1);
        return s->card == CY_GRIFFON + 1 ? 20 + clamp(s->gold[arg], 0, 40) * 10 : 100;
    case CYV_DESTROY: return s->owner[arg] == seat + 1 ? 1 : 60;
    case CYV_KILL:
        if (s->owner[arg] == seat + 1) return 1;
        return cy_in(s->metropolis, arg) && s->troops[arg] == 1 ? 300 : 60;
    case CYV_LAND: return prior_landing(s, seat, arg, (int)pt_arg(m, 1) + 1);
    case CYV_SELL_FLEET:
    case CYV_SELL_TROOP:
    case CYV_SELL_PRIEST:
    case CYV_SELL_PHILOSOPHER: return 10;
    case CYV_DONE: return 60;
    case CYV_GLIDE: return prior_sail(s, seat, m);
    case CYV_STOP: return 40;
    case CYV_PLACE: return s->owner[arg] == seat + 1 ? 150 : 20;
    case CYV_SURFACE:
    case CYV_SWIM: {
        int sea = cy_sea_at(s, arg), owner = cy_fleet_owner(s, sea);
        return owner == seat ? 1 : owner < 0 ? 3 : 60 * s->fleet[sea];
    }
    default: return 100;
    }
}

static int prior_menu(const cy_state *s, int seat, pt_move m) {
    int arg = (int)pt_arg(m, 0), first = s->recruited == 0;
    switch (pt_verb_of(m)) {
    case CYV_FLEET: {
        const cy_map *map = cy_map_of(s);
        return (first ? 120 : 12) + (cy_in(map->horns, cy_sea_at(s, arg)) ? 60 : 0);
    }
    case CYV_TROOP: return (first ? 120 : 15) + (cy_in(s->metropolis, arg) ? 60 : 0);
    case CYV_PRIEST: return first ? 800 : 60;
    case CYV_PHILOSOPHER: return first ? 800 : s->philosophers[seat] == CY_WISE - 1 ? 900 : 80;
    case CYV_BUILD: return prior_building(s, seat, s->god - 1);
    case CYV_SAIL: return prior_sail(s, seat, m);
    case CYV_MARCH: return prior_landing(s, seat, (int)pt_arg(m, 1), (int)pt_arg(m, 2) + 1);
    case CYV_SWAP: return 5;
    case CYV_BUY: return 90 / cy_creature_price(s, seat, arg);
    default: return 70; /* end */
    }
}

static int prior(const void *state, int seat, pt_move m) {
    const cy_state *s = state;
    int p = 100;
    switch ((cy_phase)s->head.phase) {
    case CYP_BID: p = 10 * god_value(s, weights, seat, (int)pt_arg(m, 0)); break;
    case CYP_OFFER: p = prior_offer(s, seat, (int)pt_arg(m, 0) + 1); break;
    case CYP_MENU: p = prior_menu(s, seat, m); break;
    case CYP_SAIL: p = pt_verb_of(m) == CYV_STOP ? 40 : prior_sail(s, seat, m); break;
    case CYP_DEFENDER:
    case CYP_ATTACKER: p = prior_retreat(s, seat, m); break;
    case CYP_PROSPER: p = s->troops[pt_arg(m, 0)] ? 150 : 100; break;
    case CYP_POWER:
    case CYP_LANDING:
    case CYP_SWIM: p = prior_power(s, seat, m); break;
    default: break;
    }
    return clamp(p, 1, 1000);
}

/* A move drawn by the priors' weights. */
static int playout(const void *state, int seat, const pt_move *list, int n, pt_rng *rng) {
    assert(n > 0 && n <= CY_MOVES);
    uint32_t total = 0, upto[CY_MOVES];
    for (int i = 0; i < n; i++) upto[i] = total += (uint32_t)prior(state, seat, list[i]);
    uint32_t ticket = pt_below(rng, total);
    int i = 0;
    while (upto[i] <= ticket) i++;
    assert(i < n);
    return i;
}

/* Playout moves: a cycle of one player is about six. */
/* How keen the levels are, measured by tools/ladder. */
/* clang-format off */
static const uint8_t rungs[][PT_RUNGS] = {
    {  0,  38,  60,  84, 122, 147, 168, 193}, /* 2 players */
    {  0,  29,  59,  83, 124, 141, 159, 187}, /* 3 players */
    {  0,  30,  52,  74, 110, 133, 150, 175}, /* 4 players */
    {  0,  46,  61, 116, 136, 147, 162, 191}, /* 5 players */
};
/* clang-format on */

const pt_hints cy_hints = {.evaluate = evaluate,
                           .prior = prior,
                           .playout = playout,
                           .lead = 48,
                           .cut = 6,
                           .evaluate_by = evaluate_by,
                           .weights = weights,
                           .weight_names = weight_names,
                           .rungs = rungs};
