/* Mytikas: the lists of legal moves, one function for each kind of decision. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

static pt_move *put_stacks(pt_move *out, unsigned verb, unsigned stacks) {
    for (; stacks; stacks &= stacks - 1) {
        unsigned stack = (unsigned)pt_lowest(stacks);
        *out++ = pt_mv(verb, stack >> 2, stack & 3, 0);
    }
    return out;
}

static pt_move *put_cards(pt_move *out, unsigned verb, unsigned cards) {
    for (; cards; cards &= cards - 1) *out++ = pt_mv(verb, (unsigned)pt_lowest(cards), 0, 0);
    return out;
}

/* R4.4 */
static pt_move *put_downs(pt_move *out, unsigned stacks) {
    for (; stacks; stacks &= stacks - 1) {
        unsigned stack = (unsigned)pt_lowest(stacks), from = stack & 3;
        for (unsigned to = 0; to < from; to++) *out++ = pt_mv(MTV_DOWN, stack >> 2, from, to);
    }
    return out;
}

static pt_move *legal_setup(const mt_state *s, pt_move *out) {
    int each = mt_favors_each[s->head.seats];
    for (unsigned god = 0; god < MT_GODS; god++)
        if (s->pile[god] == each) *out++ = pt_mv(MTV_FAV, god, 0, 0);
    return out;
}

/* R4.3, R5.4, R5.5 */
static pt_move *legal_start(const mt_state *s, pt_move *out) {
    int seat = s->actor;
    const mt_player *p = &s->player[seat];
    for (unsigned areas = mt_free_areas(s); areas; areas &= areas - 1) {
        int area = pt_lowest(areas);
        if (mt_can_main(s, seat, area) || mt_can_bonus(s, seat, area))
            *out++ = pt_mv(MTV_GO, (unsigned)area, 0, 0);
    }
    out = put_downs(out, mt_stacks(p));
    if (!(s->used & 1) && mt_usable(s, seat, MTC_DEMETER))
        for (unsigned level = 0; level < MT_LEVELS; level++)
            for (unsigned finer = 0; finer < 2; finer++)
                if (p->cube[level] >= mt_demeter_price[finer + 1])
                    *out++ = pt_mv(MTV_DEMETER, level, finer, 0);
    if (!(s->used & 2) && mt_usable(s, seat, MTC_HADES))
        for (unsigned rate = 0; rate < 2; rate++)
            if (mt_all_cubes(p) >= mt_hades_price[rate]) *out++ = pt_mv(MTV_HADES, rate, 0, 0);
    return out;
}

static pt_move *legal_prod(const mt_state *s, pt_move *out) {
    unsigned first = s->area == MT_ZD ? 0 : 3;
    for (unsigned combo = first; combo < first + 3; combo++)
        *out++ = pt_mv(MTV_PROD, combo, 0, 0);
    return out;
}

static pt_move *legal_pan(const mt_state *s, pt_move *out) {
    assert(s->combo > 0 && s->combo <= MT_COMBOS);
    for (unsigned resource = 0; resource < MT_RESOURCES; resource++)
        if (mt_combos[s->combo - 1].gain[resource]) *out++ = pt_mv(MTV_PAN, resource, 0, 0);
    return out;
}

/* R4.13 */
static pt_move *legal_build(const mt_state *s, pt_move *out) {
    assert(s->area == MT_ZN || s->area == MT_DN);
    for (unsigned type = s->area == MT_ZN ? MT_SMALL : MT_MINOR; type < MT_TYPES; type += 2) {
        const mt_building *b = &mt_buildings[type];
        unsigned levels = mt_payable(s, s->actor, (int)type);
        for (unsigned side = 0; side < b->spaces; side++) {
            if (!mt_free_space(s, s->actor, b->first + (int)side)) continue;
            for (unsigned set = levels; set; set &= set - 1)
                *out++ = pt_mv(MTV_BUILD, type, side, (unsigned)pt_lowest(set));
        }
    }
    return out;
}

/* R4.16 */
static pt_move *legal_favor(const mt_state *s, pt_move *out) {
    for (unsigned god = 0; god < MT_GODS; god++)
        if (s->pile[god]) *out++ = pt_mv(MTV_FAVOR, god, 0, 0);
    for (unsigned god = 0; god < MT_GODS; god++) {
        if (s->pile[god]) continue;
        for (unsigned seat = 0; seat < s->head.seats; seat++)
            if (seat != s->actor && s->player[seat].favor[god])
                *out++ = pt_mv(MTV_FAVOR_FROM, god, seat, 0);
    }
    return out;
}

static pt_move *legal_heph(const mt_state *s, pt_move *out) {
    *out++ = pt_mv(MTV_DONE, 0, 0, 0);
    for (unsigned level = 0; level < MT_LEVELS; level++)
        if (s->player[s->actor].cube[mt_stack(MT_MARBLE, (int)level)])
            *out++ = pt_mv(MTV_HEPH, level, 0, 0);
    return out;
}

/* R4.19: only the move of a bonus action has to be made. */
static pt_move *legal_move(const mt_state *s, pt_move *out) {
    for (unsigned set = mt_stacks(&s->player[s->actor]); set; set &= set - 1) {
        unsigned stack = (unsigned)pt_lowest(set);
        for (unsigned to = 0; to < MT_LEVELS; to++)
            if (to != (stack & 3)) *out++ = pt_mv(MTV_MOVE, stack >> 2, stack & 3, to);
    }
    if (!mt_in_bonus(s)) *out++ = pt_mv(MTV_DONE, 0, 0, 0);
    return out;
}

/* R4.17, R5.13 */
static pt_move *legal_lift(const mt_state *s, pt_move *out) {
    unsigned stacks = mt_stacks(&s->player[s->actor]) & MT_LIFTABLE;
    out = put_stacks(out, MTV_UP, stacks);
    if (mt_can_change(s)) out = put_stacks(out, MTV_UPX, stacks & 0x77);
    if (!mt_lift_must(s)) *out++ = pt_mv(MTV_DONE, 0, 0, 0);
    return out;
}

static pt_move *legal_hn(const mt_state *s, pt_move *out) {
    *out++ = pt_mv(MTV_TAKE, 0, 0, 0);
    if (mt_targets(s, s->actor)) *out++ = pt_mv(MTV_OFFER, 0, 0, 0);
    return out;
}

static pt_move *legal_target(const mt_state *s, pt_move *out) {
    if (mt_offer_may_stop(s)) *out++ = pt_mv(MTV_DONE, 0, 0, 0);
    return put_cards(out, MTV_ON, mt_targets(s, s->actor));
}

/* R4.21 */
static pt_move *legal_amount(const mt_state *s, pt_move *out) {
    int least = mt_least_offering(s, s->actor, s->target), most = s->player[s->actor].reserve;
    assert(s->target < MT_CARDS && least <= most);
    if (most > least + MT_OFFERING_SPAN - 1) most = least + MT_OFFERING_SPAN - 1;
    if (most > MT_OFFERING_MAX) most = MT_OFFERING_MAX;
    for (int n = least; n <= most; n++) *out++ = pt_mv(MTV_PUT, (unsigned)n - 1, 0, 0);
    return out;
}

static pt_move *legal_lock(const mt_state *s, pt_move *out) {
    int seat;
    return put_cards(out, MTV_LOCK, mt_lock_matches(s, &seat));
}

static pt_move *legal_wrap(const mt_state *s, pt_move *out) {
    out = put_downs(out, mt_stacks(&s->player[s->actor]));
    *out++ = pt_mv(MTV_END, 0, 0, 0);
    return out;
}

/* R4.8, R4.9 */
static pt_move *legal_follow(const mt_state *s, pt_move *out) {
    *out++ = pt_mv(MTV_PASS, 0, 0, 0);
    for (unsigned set = mt_means(s, s->actor); set; set &= set - 1) {
        unsigned means = (unsigned)pt_lowest(set);
        unsigned areas = mt_follow_areas(s, s->actor, (int)means);
        if (s->head.seats > 2) {
            if (areas) *out++ = pt_mv(MTV_FOLLOW, means, 0, 0);
            continue;
        }
        for (; areas; areas &= areas - 1)
            *out++ = pt_mv(MTV_FOLLOW_AREA, means, (unsigned)pt_lowest(areas), 0);
    }
    return out;
}

static pt_move *put_two(pt_move *out, unsigned first, unsigned second) {
    *out++ = pt_mv(first, 0, 0, 0);
    *out++ = pt_mv(second, 0, 0, 0);
    return out;
}

static pt_move *list(const mt_state *s, pt_move *out) {
    const mt_player *p = &s->player[s->actor];
    switch ((mt_phase)s->head.phase) {
    case MTP_PICK: return put_cards(out, MTV_KEEP, p->hand);
    case MTP_SETUP: return legal_setup(s, out);
    case MTP_START: return legal_start(s, out);
    case MTP_GIVE: return put_stacks(out, MTV_GIVE, mt_stacks(p));
    case MTP_CHOICE: return put_two(out, MTV_MAIN, MTV_SKIP);
    case MTP_PROD: return legal_prod(s, out);
    case MTP_PAN: return legal_pan(s, out);
    case MTP_BUILD: return legal_build(s, out);
    case MTP_FAVOR: return legal_favor(s, out);
    case MTP_HEPH: return legal_heph(s, out);
    case MTP_MOVE: return legal_move(s, out);
    case MTP_LIFT: return legal_lift(s, out);
    case MTP_HN: return legal_hn(s, out);
    case MTP_TARGET: return legal_target(s, out);
    case MTP_AMOUNT: return legal_amount(s, out);
    case MTP_LOCK: return legal_lock(s, out);
    case MTP_BONUS: return put_two(out, MTV_BONUS, MTV_PASS);
    case MTP_WRAP: return legal_wrap(s, out);
    case MTP_FOLLOW: return legal_follow(s, out);
    case MTP_FIRST:
    case MTP_DEAL:
    case MTP_LINE:
    case MTP_REVEAL:
    case MTP_OVER:
    case MTP_COUNT:
    case MTP_NEXT: return out;
    }
    return out;
}

int mt_options(const mt_state *s, pt_move *out) { return (int)(list(s, out) - out); }

int mt_legal(const void *state, int seat, pt_move *out) {
    const mt_state *s = state;
    if (!pt_has(s->head.owes, seat)) return 0;
    return mt_options(s, out);
}

/* R4.1: whether there is a choice, without writing the longest lists twice: at the start of a
 * turn two of the always useful areas zd, dd, pd and hn settle it. */
pt_move mt_only_option(const mt_state *s) {
    pt_move out[64];
    switch ((mt_phase)s->head.phase) {
    case MTP_PICK:
    case MTP_CHOICE:
    case MTP_PROD:
    case MTP_BONUS:
    case MTP_WRAP: return 0; /* never asked with a single option */
    case MTP_START: {
        unsigned useful =
            mt_free_areas(s) & (1u << MT_ZD | 1u << MT_DD | 1u << MT_PD | 1u << MT_HN);
        if (useful & (useful - 1)) return 0;
        break;
    }
    case MTP_FIRST:
    case MTP_DEAL:
    case MTP_LINE:
    case MTP_SETUP:
    case MTP_GIVE:
    case MTP_PAN:
    case MTP_BUILD:
    case MTP_FAVOR:
    case MTP_HEPH:
    case MTP_MOVE:
    case MTP_LIFT:
    case MTP_HN:
    case MTP_TARGET:
    case MTP_AMOUNT:
    case MTP_LOCK:
    case MTP_FOLLOW:
    case MTP_REVEAL:
    case MTP_OVER:
    case MTP_COUNT:
    case MTP_NEXT: break;
    }
    int n = mt_options(s, out);
    assert(n > 0 && n <= 37);
    return n == 1 ? out[0] : 0;
}
