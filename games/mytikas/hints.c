/* Mytikas: what a bot may know about playing well. `prior` weighs moves by rules of thumb,
 * `playout` draws by those weights, `evaluate` predicts the final score. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

/* The numbers `evaluate` goes by, fitted by `petteia tune mytikas`. Points are in hundredths.
 */
/* clang-format off */
#define WEIGHTS(X)                                                                             \
    X(TURNS,   11)  /* of each player in a sensible game */                                    \
    X(BUILD,  126)  /* hundredths of a turn: a building that can be paid */                    \
    X(MISSING,  9)  /* the same, for a stone to be produced; wood counts twice and so on */    \
    X(LIFT,    28)  /* the same, for a cube to be lifted by a level */                         \
    X(HASTE,  124)  /* a building twice as many hundredths of a turn away is worth half */     \
    X(SECOND,  99)  /* per cent: the second best plan */                                       \
    X(SAFE,    80)  /* per cent: a card that no other player can reach */                      \
    X(LOOSE,   69)  /* per cent: a card that another can take */                               \
    X(FAVOR,  148)  /* each of up to four, with three turns to come */                         \
    X(RESERVE, 118)  /* each token of up to seven, likewise */                                 \
    X(WAITING, 42)  /* each token of up to eight on cards that may still match a lock */       \
    X(TURN,    50)  /* what a turn still to come brings */                                     \
    X(CITY,     5)  /* and what each building of the city adds to it */
/* clang-format on */
#define WEIGHT_ID(name, value) W_##name,
#define WEIGHT_VALUE(name, value) value,
#define WEIGHT_NAME(name, value) #name,
enum { WEIGHTS(WEIGHT_ID) W_COUNT };
static const int32_t weights[] = {WEIGHTS(WEIGHT_VALUE)};
static const char *const weight_names[] = {WEIGHTS(WEIGHT_NAME) NULL};

static int at_most(int n, int most) { return n < most ? n : most; }

/* --- rules of thumb for single moves --- */

/* The points of the best building that can be paid for. */
static int best_build(const mt_state *s, int seat, bool temple) {
    assert(seat >= 0 && seat < s->head.seats);
    int best = 0;
    for (int type = temple ? MT_SMALL : MT_MINOR; type < MT_TYPES; type += 2) {
        const mt_building *b = &mt_buildings[type];
        const uint8_t *space = &s->player[seat].space[b->first];
        unsigned levels = mt_payable(s, seat, type);
        if ((space[0] && (b->spaces == 1 || space[1])) || !levels) continue;
        for (int level = MT_LEVELS; level > 0; level--)
            if (levels >> (level - 1) & 1) {
                if (b->points * level > best) best = b->points * level;
                break;
            }
    }
    return best;
}

/* Tokens that an offering on a card needs to match the next lock exactly; 0: it cannot. */
static int lock_offering(const mt_state *s, int seat, int card) {
    if (s->locks >= mt_lock_total(s)) return 0;
    int value = mt_lock_values[s->head.seats][s->locks];
    assert(value > 0);
    int n = mt_controls(s, seat, card) ? value - s->tokens[card] : value;
    return n >= mt_least_offering(s, seat, card) && n <= s->player[seat].reserve ? n : 0;
}

static bool can_lock(const mt_state *s, int seat) {
    for (unsigned set = mt_targets(s, seat); set; set &= set - 1)
        if (lock_offering(s, seat, pt_lowest(set))) return true;
    return false;
}

static int weigh_main(const mt_state *s, int seat, int area) {
    const mt_player *p = &s->player[seat];
    switch ((mt_area)area) {
    case MT_ZD: return 60 + 70 * mt_city_count(p);
    case MT_ZN: return 250 + 60 * best_build(s, seat, true);
    case MT_DD: return 140;
    case MT_DN: return 300 + 60 * best_build(s, seat, false);
    case MT_PD: return 110;
    case MT_PN: return 110;
    case MT_HD: return 40 + 12 * at_most(mt_all_cubes(p), 12);
    case MT_HN: return can_lock(s, seat) ? 600 : 90;
    }
    return 1;
}

static int weigh_go(const mt_state *s, int area) {
    int weight = 0;
    if (mt_can_main(s, s->actor, area)) weight += weigh_main(s, s->actor, area);
    if (mt_can_bonus(s, s->actor, area)) weight += area == MT_PD ? 150 : 60;
    return weight;
}

static int weigh_move(pt_move m) {
    int resource = (int)pt_arg(m, 0), up = (int)pt_arg(m, 2) - (int)pt_arg(m, 1);
    return up > 0 ? 40 * up * (1 + resource) : 3;
}

static int weigh_card(const mt_state *s, int seat, int card) {
    if (lock_offering(s, seat, card)) return 900;
    return s->line >> card & 1 ? 200 : mt_controls(s, seat, card) ? 30 : 120;
}

static int weigh_put(const mt_state *s, int seat, int n) {
    assert(s->target < MT_CARDS);
    int lock = lock_offering(s, seat, s->target);
    int spare = n - mt_least_offering(s, seat, s->target);
    return n == lock ? 1000 : 1 + 60 / (1 + spare);
}

/* Building is worth most, then cubes, then tokens; cubes never go down without a plan. */
static int prior(const void *state, int seat, pt_move m) {
    static const int combos[MT_COMBOS] = {60, 100, 90, 70, 100, 90};
    const mt_state *s = state;
    int a = (int)pt_arg(m, 0), b = (int)pt_arg(m, 1), c = (int)pt_arg(m, 2), w = 100;
    switch ((mt_verb)pt_verb_of(m)) {
    case MTV_GO: w = weigh_go(s, a); break;
    case MTV_DOWN: w = 3; break;
    case MTV_DEMETER: w = 40; break;
    case MTV_HADES: w = a ? 15 : 10; break;
    case MTV_GIVE: w = 120 / ((1 + a) * (1 + b)); break;
    case MTV_MAIN: w = 300; break;
    case MTV_SKIP: w = s->area == MT_PD && can_lock(s, seat) ? 300 : 15; break;
    case MTV_PROD: w = combos[a]; break;
    case MTV_BUILD: w = 20 + mt_buildings[a].points * (c + 1) * 60; break;
    case MTV_UP: w = 60 + 60 * a + 20 * b; break;
    case MTV_UPX: w = 400; break;
    case MTV_MOVE: w = weigh_move(m); break;
    case MTV_DONE: w = s->head.phase == MTP_HEPH ? 60 : 15; break;
    case MTV_FAVOR: w = s->player[seat].favor[a] ? 80 : 120; break;
    case MTV_FAVOR_FROM: w = 150; break;
    case MTV_OFFER: w = can_lock(s, seat) ? 900 : 120; break;
    case MTV_ON: w = weigh_card(s, seat, a); break;
    case MTV_PUT: w = weigh_put(s, seat, a + 1); break;
    case MTV_BONUS: w = 300; break;
    case MTV_PASS: w = s->head.phase == MTP_FOLLOW ? 70 : 10; break;
    case MTV_END: w = 300; break;
    case MTV_FOLLOW: w = weigh_main(s, seat, s->area); break;
    case MTV_FOLLOW_AREA: w = weigh_main(s, seat, b); break;
    case MTV_HEPH:
    case MTV_KEEP:
    case MTV_FAV:
    case MTV_PAN:
    case MTV_TAKE:
    case MTV_LOCK:
    case MTV_NONE:
    case MTV_FIRST:
    case MTV_DEAL:
    case MTV_REVEAL:
    case MTV_COUNT: break;
    }
    return w < 1 ? 1 : at_most(w, 1000);
}

static int playout(const void *state, int seat, const pt_move *list, int n, pt_rng *rng) {
    assert(n > 0 && n <= 64);
    int weight[64] = {0}, total = 0;
    for (int i = 0; i < n; i++) total += weight[i] = prior(state, seat, list[i]);
    int ticket = (int)pt_below(rng, (uint32_t)total), i = 0;
    while (i < n - 1 && ticket >= weight[i]) ticket -= weight[i++];
    return i;
}

/* --- what the final score will be, in hundredths of a point --- */

/* Hundredths of the player's turns still to come: the end comes by three levels or the locks.
 */
static int turns_left(const mt_state *s, const int32_t *w) {
    int seats = s->head.seats, left = 0, most = 0, all = 0, most_all = 0;
    for (int level = 0; level < MT_LEVELS; level++) {
        int start = mt_tokens_at_start(seats, level);
        left += s->left[level];
        all += start;
        if (s->left[level] > most) most = s->left[level];
        if (start > most_all) most_all = start;
    }
    assert(all > most_all);
    int by_levels = 100 * w[W_TURNS] * (left - most) / (all - most_all);
    int by_locks = 100 * w[W_TURNS] * (mt_lock_total(s) - s->locks) / mt_lock_total(s);
    int by_cap = 100 * (MT_ROUNDS * seats - s->turn) / seats;
    int n = by_levels < by_locks ? by_levels : by_locks;
    return s->end ? 0 : at_most(n, by_cap);
}

/* Hundredths of a turn until a building could be paid on a level: what is missing has to be
 * produced and lifted; cubes above come down for free. */
static int turns_to_build(const mt_state *s, const int32_t *w, int seat, int type, int level) {
    assert(type < MT_TYPES && level < MT_LEVELS);
    const mt_player *p = &s->player[seat];
    int missing = 0, lifts = 0;
    for (int resource = 0; resource < MT_RESOURCES; resource++) {
        int need = mt_price(s, seat, type, resource);
        const uint16_t *cube = &p->cube[mt_stack(resource, 0)];
        for (int from = MT_LEVELS - 1; from >= 0 && need > 0; from--) {
            int take = at_most(need, cube[from]);
            need -= take;
            if (from < level) lifts += take * (level - from);
        }
        missing += need * (resource + 1);
        lifts += need * level;
    }
    return w[W_BUILD] + missing * w[W_MISSING] + lifts * w[W_LIFT];
}

/* The best two buildings in sight: their points, less what may go wrong until then. */
static int plans(const mt_state *s, const int32_t *w, int seat, int turns) {
    int best = 0, second = 0;
    for (int type = 0; type < MT_TYPES; type++) {
        const mt_building *b = &mt_buildings[type];
        const uint8_t *space = &s->player[seat].space[b->first];
        if (space[0] && (b->spaces == 1 || space[1])) continue;
        for (int level = 0; level < MT_LEVELS; level++) {
            if (!s->left[level]) continue;
            int wait = turns_to_build(s, w, seat, type, level);
            if (wait > turns + 100) continue;
            int haste = w[W_HASTE] + 1;
            int value = b->points * (level + 1) * 100 * haste / (haste + wait / 2);
            if (value > best) {
                second = best;
                best = value;
            } else if (value > second) {
                second = value;
            }
        }
    }
    return best + second * w[W_SECOND] / 100;
}

/* A card's points by how safe it is: locked, out of the others' reach, or within it. */
static int cards(const mt_state *s, const int32_t *w, int seat, bool over) {
    int sum = 0, reach = 0;
    for (int other = 0; other < s->head.seats; other++)
        if (other != seat && s->player[other].reserve > reach) reach = s->player[other].reserve;
    for (unsigned set = s->player[seat].cards; set; set &= set - 1) {
        int card = pt_lowest(set);
        int share = s->tokens[card] >= reach ? w[W_SAFE] : w[W_LOOSE];
        if (over || s->locked >> card & 1) share = 100;
        sum += share * mt_card_points(s, seat, card);
    }
    return sum;
}

/* Tokens on cards that may still match a lock; one that has too many waits in vain. */
static int on_the_way(const mt_state *s, int seat) {
    int n = 0, last = mt_lock_values[s->head.seats][mt_lock_total(s) - 1];
    for (unsigned set = s->player[seat].cards; set; set &= set - 1)
        if (s->tokens[pt_lowest(set)] <= last) n += s->tokens[pt_lowest(set)];
    return n;
}

static int expected(const mt_state *s, const int32_t *w, int seat) {
    const mt_player *p = &s->player[seat];
    bool over = s->head.node == PT_OVER;
    int sum = cards(s, w, seat, over);
    for (int type = 0; type < MT_TYPES; type++) sum += 100 * mt_building_points(s, seat, type);
    if (over) return sum;
    int favors = p->favor[0] + p->favor[1] + p->favor[2] + p->favor[3];
    int turns = turns_left(s, w), soon = at_most(turns, 300);
    int stock = w[W_FAVOR] * at_most(favors, 4) + w[W_RESERVE] * at_most(p->reserve, 7) +
                w[W_WAITING] * at_most(on_the_way(s, seat), 8);
    int city = w[W_TURN] + w[W_CITY] * mt_city_count(p);
    return sum + plans(s, w, seat, turns) + soon * stock / 300 + turns * city / 100;
}

static void evaluate_by(const void *state, const int32_t *w, int32_t expect[PT_SEATS]) {
    const mt_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++)
        expect[seat] = seat < s->head.seats ? expected(s, w, seat) : 0;
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    evaluate_by(state, weights, expect);
}

/* How keen the levels are, measured by tools/ladder. */
/* clang-format off */
static const uint8_t rungs[][PT_RUNGS] = {
    {  0,  69,  88, 129, 143, 154, 166, 184}, /* 2 players */
    {  0,  52,  71,  86, 135, 148, 159, 175}, /* 3 players */
    { 16,  71,  90, 129, 143, 153, 165, 184}, /* 4 players */
};
/* clang-format on */

const pt_hints mt_hints = {.evaluate = evaluate,
                           .prior = prior,
                           .playout = playout,
                           .lead = 449,
                           .evaluate_by = evaluate_by,
                           .weights = weights,
                           .weight_names = weight_names,
                           .rungs = rungs};
