/* Mytikas: why a move is refused. Each refusal names the rule and the facts that break it; a
 * move that no line here refuses is legal. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"

/* What is asked in each phase, for a move that does not answer it. */
typedef struct question {
    const char *rule;
    int says; /* a sentence without arguments */
} question;

static const question questions[MTP_COUNT] = {
    [MTP_PICK] = {"R3.5", MT_SAY_ASKED_PICK},
    [MTP_SETUP] = {"R3.8", MT_SAY_ASKED_SETUP},
    [MTP_START] = {"R4.2", MT_SAY_ASKED_START},
    [MTP_GIVE] = {"R5.5", MT_SAY_ASKED_GIVE},
    [MTP_CHOICE] = {"R4.5", MT_SAY_ASKED_CHOICE},
    [MTP_PROD] = {"R4.11", MT_SAY_ASKED_PRODUCE},
    [MTP_PAN] = {"R5.10", MT_SAY_ASKED_PAN},
    [MTP_BUILD] = {"R4.13", MT_SAY_ASKED_BUILD},
    [MTP_FAVOR] = {"R4.16", MT_SAY_ASKED_FAVOR},
    [MTP_HEPH] = {"R5.12", MT_SAY_ASKED_HEPHAESTUS},
    [MTP_MOVE] = {"R4.19", MT_SAY_ASKED_MOVE},
    [MTP_LIFT] = {"R4.17", MT_SAY_ASKED_LIFT},
    [MTP_HN] = {"R4.18", MT_SAY_ASKED_TAKE_OR_OFFER},
    [MTP_TARGET] = {"R4.20", MT_SAY_ASKED_TARGET},
    [MTP_AMOUNT] = {"R4.21", MT_SAY_ASKED_AMOUNT},
    [MTP_LOCK] = {"R4.22", MT_SAY_ASKED_LOCK},
    [MTP_BONUS] = {"R4.6", MT_SAY_ASKED_BONUS},
    [MTP_WRAP] = {"R4.7", MT_SAY_ASKED_WRAP},
    [MTP_FOLLOW] = {"R4.8", MT_SAY_ASKED_FOLLOW},
};

static pt_err not_asked(const mt_state *s, pt_text *why) {
    if (!why) return PT_REFUSED; /* most moves of the move space end here */
    const question *q = &questions[s->head.phase];
    bool demeter = s->head.phase == MTP_PROD && s->area == MT_DD;
    return pt_refuse(why, demeter ? "R4.12" : q->rule, mt_say(q->says));
}

static const mt_player *me(const mt_state *s) { return &s->player[s->actor]; }

static pt_err check_stack(const mt_state *s, const char *rule, int resource, int level,
                          pt_text *why) {
    if (me(s)->cube[mt_stack(resource, level)]) return PT_OK;
    return pt_refuse(why, rule, mt_say_no_cube(resource, level + 1));
}

static pt_err check_down(const mt_state *s, int resource, int from, int to, pt_text *why) {
    if (from <= to) return pt_refuse(why, "R4.4", mt_say_not_below(to + 1, from + 1));
    return check_stack(s, "R4.4", resource, from, why);
}

static pt_err check_setup(const mt_state *s, int god, pt_text *why) {
    for (int seat = 0; seat < s->head.seats; seat++)
        if (s->player[seat].favor[god])
            return pt_refuse(why, "R3.8", mt_say_god_taken(seat + 1, god));
    return PT_OK;
}

static bool all_built(const mt_player *p, bool temples) {
    for (int space = 0; space < MT_SPACES; space++)
        if ((mt_buildings[mt_spaces[space].type].temple != 0) == temples && !p->space[space])
            return false;
    return true;
}

/* R4.3: why an area would do nothing at all. */
static pt_err refuse_useless(const mt_state *s, int area, pt_text *why) {
    int god = mt_god_of(area);
    int no_bonus = !mt_has_bonus_right(s, s->actor, god); /* 0: there is nothing to do */
    switch ((mt_area)area) {
    case MT_ZN:
    case MT_DN:
        if (all_built(me(s), area == MT_ZN))
            return pt_refuse(why, "R4.3", mt_say_all_built(area == MT_ZN, no_bonus));
        return pt_refuse(why, "R4.3", mt_say_cannot_pay(area == MT_ZN, no_bonus));
    case MT_HD: return pt_refuse(why, "R4.3", mt_say_nothing_to_lift(no_bonus));
    case MT_ZD:
    case MT_DD:
    case MT_PD:
    case MT_HN:
    case MT_PN: break;
    }
    return pt_refuse(why, "R4.3", mt_say_every_favor(no_bonus));
}

static pt_err check_go(const mt_state *s, int area, pt_text *why) {
    for (int seat = 0; seat < s->head.seats; seat++) {
        int spot = s->player[seat].spot;
        bool own = seat == s->actor;
        if (s->head.seats > 2 && spot == area)
            return pt_refuse(why, "R4.2", mt_say_area_taken(own, area));
        if (s->head.seats == 2 && mt_god_of(spot) == mt_god_of(area)) /* no god is nowhere */
            return pt_refuse(why, "R4.9", mt_say_god_occupied(own, mt_god_of(area)));
    }
    if (mt_can_main(s, s->actor, area) || mt_can_bonus(s, s->actor, area)) return PT_OK;
    return refuse_useless(s, area, why);
}

static pt_err check_power(const mt_state *s, const char *rule, int card, pt_text *why) {
    if (!mt_controls(s, s->actor, card))
        return pt_refuse(why, rule, mt_say_not_controlled(card));
    if (s->fresh >> card & 1) return pt_refuse(why, "R5.1", mt_say_card_too_new(card));
    return PT_OK;
}

static pt_err check_demeter(const mt_state *s, int level, int resource, pt_text *why) {
    pt_err err = check_power(s, "R5.4", MTC_DEMETER, why);
    if (err) return err;
    if (s->used & 1) return pt_refuse(why, "R5.4", mt_say_demeter_used());
    int stones = me(s)->cube[mt_stack(MT_STONE, level)], price = mt_demeter_price[resource];
    if (stones >= price) return PT_OK;
    return pt_refuse(why, "R5.4", mt_say_demeter_price(resource, price, level + 1, stones));
}

static pt_err check_hades(const mt_state *s, int rate, pt_text *why) {
    pt_err err = check_power(s, "R5.5", MTC_HADES, why);
    if (err) return err;
    if (s->used & 2) return pt_refuse(why, "R5.5", mt_say_hades_used());
    int cubes = mt_all_cubes(me(s));
    if (cubes >= mt_hades_price[rate]) return PT_OK;
    return pt_refuse(why, "R5.5", mt_say_hades_price(mt_hades_price[rate], cubes));
}

static pt_err check_start(const mt_state *s, pt_move m, pt_text *why) {
    int a = (int)pt_arg(m, 0), b = (int)pt_arg(m, 1), c = (int)pt_arg(m, 2);
    switch (pt_verb_of(m)) {
    case MTV_GO: return check_go(s, a, why);
    case MTV_DOWN: return check_down(s, a, b, c, why);
    case MTV_DEMETER: return check_demeter(s, a, b + 1, why);
    case MTV_HADES: return check_hades(s, a, why);
    default: return not_asked(s, why);
    }
}

static pt_err check_prod(const mt_state *s, int combo, pt_text *why) {
    if (mt_combos[combo].area == s->area) return PT_OK;
    return pt_refuse(why, s->area == MT_ZD ? "R4.11" : "R4.12",
                     mt_say_area_does_not_produce(s->area, mt_combos[combo].name));
}

static pt_err check_pan(const mt_state *s, int resource, pt_text *why) {
    if (mt_combos[s->combo - 1].gain[resource]) return PT_OK;
    return pt_refuse(why, "R5.10", mt_say_not_produced(resource));
}

static pt_err check_build(const mt_state *s, int type, int side, int level, pt_text *why) {
    const mt_building *b = &mt_buildings[type];
    const uint8_t *built = &me(s)->space[b->first];
    if ((b->temple != 0) != (s->area == MT_ZN))
        return pt_refuse(why, "R4.13", mt_say_area_builds(s->area, s->area == MT_ZN));
    if (side >= b->spaces) return pt_refuse(why, "R2.6", mt_say_one_building_only(type));
    if (built[side])
        return pt_refuse(why, "R4.13", mt_say_space_built(mt_spaces[b->first + side].name));
    if (type == MT_MAJOR && side == 1 && !built[0])
        return pt_refuse(why, "R2.7", mt_say_major_a_first());
    if (!s->left[level]) return pt_refuse(why, "R4.13", mt_say_no_level_token(level + 1));
    for (int resource = 0; resource < MT_RESOURCES; resource++) {
        int price = mt_price(s, s->actor, type, resource);
        int have = me(s)->cube[mt_stack(resource, level)];
        if (have < price)
            return pt_refuse(why, "R4.13",
                             mt_say_building_price(type, price, resource, level + 1, have));
    }
    return PT_OK;
}

static pt_err check_favor(const mt_state *s, pt_move m, pt_text *why) {
    int god = (int)pt_arg(m, 0), from = (int)pt_arg(m, 1);
    unsigned verb = pt_verb_of(m);
    if (verb != MTV_FAVOR && verb != MTV_FAVOR_FROM) return not_asked(s, why);
    if (verb == MTV_FAVOR) {
        if (s->pile[god]) return PT_OK;
        return pt_refuse(why, "R4.16", mt_say_pile_empty(god));
    }
    if (s->pile[god]) return pt_refuse(why, "R8.15", mt_say_pile_not_empty(god));
    if (from == s->actor) return pt_refuse(why, "R4.16", mt_say_own_token());
    if (s->player[from].favor[god]) return PT_OK;
    return pt_refuse(why, "R4.16", mt_say_player_lacks_token(from + 1, god));
}

static pt_err check_move(const mt_state *s, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    if (verb == MTV_DONE) {
        if (s->stage != MTS_BONUS && s->stage != MTS_SKIP) return PT_OK;
        return pt_refuse(why, "R8.16", mt_say_one_move_only());
    }
    if (verb != MTV_MOVE) return not_asked(s, why);
    if (pt_arg(m, 1) == pt_arg(m, 2)) return pt_refuse(why, "R4.19", mt_say_another_level());
    return check_stack(s, "R4.19", (int)pt_arg(m, 0), (int)pt_arg(m, 1), why);
}

static pt_err check_lift(const mt_state *s, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m), level = pt_arg(m, 1);
    if (verb == MTV_DONE) {
        bool bonus = s->stage == MTS_BONUS || s->stage == MTS_SKIP;
        int whole = bonus ? MT_UPS_BONUS : s->area == MT_HD ? MT_UPS_MAIN : 0;
        if (s->lifts != whole) return PT_OK;
        return pt_refuse(why, "R8.16", mt_say_one_lift_at_least());
    }
    if (verb != MTV_UP && verb != MTV_UPX) return not_asked(s, why);
    if (verb == MTV_UPX) {
        if (s->area != MT_HD) return pt_refuse(why, "R5.13", mt_say_hestia_elsewhere(MT_HD));
        pt_err err = check_power(s, "R5.13", MTC_HESTIA, why);
        if (err) return err;
        if (s->changed) return pt_refuse(why, "R5.13", mt_say_hestia_used());
    }
    if (level == MT_LEVELS - 1) return pt_refuse(why, "R4.17", mt_say_highest_level());
    return check_stack(s, "R4.17", (int)pt_arg(m, 0), (int)level, why);
}

/* R4.20: who controls a card, or -1. */
static int controller(const mt_state *s, int card) {
    for (int seat = 0; seat < s->head.seats; seat++)
        if (mt_controls(s, seat, card)) return seat;
    return -1;
}

static pt_err check_on(const mt_state *s, int card, pt_text *why) {
    int owner = controller(s, card), reserve = me(s)->reserve;
    if (owner < 0 && !(s->line >> card & 1))
        return pt_refuse(why, "R4.20", mt_say_not_face_up(card));
    if (s->locked >> card & 1) return pt_refuse(why, "R8.24", mt_say_card_locked(card));
    int least = owner == s->actor ? 1 : s->tokens[card] + 1; /* none lies on the line */
    if (least > MT_OFFERING_MAX) return pt_refuse(why, "R2.11", mt_say_offering_too_large());
    if (reserve >= least) return PT_OK;
    return pt_refuse(why, "R4.20", mt_say_card_price(card, least, reserve));
}

static pt_err check_target(const mt_state *s, pt_move m, pt_text *why) {
    if (pt_verb_of(m) == MTV_ON) return check_on(s, (int)pt_arg(m, 0), why);
    if (pt_verb_of(m) != MTV_DONE) return not_asked(s, why);
    if (s->area == MT_HN && check_power(s, "R5.14", MTC_HERMES, NULL) == PT_OK) return PT_OK;
    return pt_refuse(why, "R4.20", mt_say_offering_chosen());
}

static pt_err check_put(const mt_state *s, int n, pt_text *why) {
    int owner = controller(s, s->target), reserve = me(s)->reserve;
    int least = owner == s->actor ? 1 : s->tokens[s->target] + 1, most;
    if (n < least)
        return pt_refuse(why, "R4.21", mt_say_too_few_tokens(s->target, least - 1, least));
    if (n > reserve) return pt_refuse(why, "R4.21", mt_say_reserve_too_small(reserve));
    most = least + MT_OFFERING_SPAN - 1;
    return n > most ? pt_refuse(why, "R2.11", mt_say_offering_here(most)) : PT_OK;
}

static pt_err check_lock(const mt_state *s, int seat, int card, pt_text *why) {
    int value = mt_lock_values[s->head.seats][s->locks];
    if (!mt_controls(s, seat, card))
        return pt_refuse(why, "R4.22", mt_say_not_controlled(card));
    if (s->locked >> card & 1) return pt_refuse(why, "R4.22", mt_say_already_locked(card));
    bool match = MT_LOCK_AT_LEAST ? s->tokens[card] >= value : s->tokens[card] == value;
    if (match) return PT_OK;
    return pt_refuse(why, "R8.25", mt_say_lock_does_not_match(card, s->tokens[card], value));
}

static pt_err check_payment(const mt_state *s, int means, pt_text *why) {
    int god = mt_god_of(s->area);
    if (means == MT_GODS) {
        pt_err err = check_power(s, "R5.2", MTC_ZEUS, why);
        if (err) return err;
        if (me(s)->reserve) return PT_OK;
        return pt_refuse(why, "R5.2", mt_say_reserve_empty());
    }
    if (!me(s)->favor[means]) return pt_refuse(why, "R4.8", mt_say_no_token(means));
    if (means == god) return PT_OK;
    if (check_power(s, "R5.3", MTC_POSEIDON, NULL) == PT_OK) return PT_OK;
    return pt_refuse(why, "R4.8", mt_say_follow_takes(god));
}

/* R8.11: the main action must be possible once the price is paid. */
static pt_err check_follow(const mt_state *s, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    int means = (int)pt_arg(m, 0), area = s->area;
    if (verb == MTV_PASS) return PT_OK;
    if (verb != MTV_FOLLOW && verb != MTV_FOLLOW_AREA) return not_asked(s, why);
    if ((verb == MTV_FOLLOW_AREA) != (s->head.seats == 2))
        return pt_refuse(why, "R4.9",
                         s->head.seats == 2 ? mt_say_name_the_area()
                                            : mt_say_do_not_name_the_area());
    pt_err err = check_payment(s, means, why);
    if (err) return err;
    if (verb == MTV_FOLLOW_AREA) {
        area = (int)pt_arg(m, 1);
        if (mt_god_of(area) != mt_god_of(s->area))
            return pt_refuse(why, "R4.9", mt_say_not_of_god(area, mt_god_of(s->area)));
    }
    bool pile_filled = area == MT_PN && means < MT_GODS; /* R8.14 */
    if (pile_filled || mt_can_main(s, s->actor, area)) return PT_OK;
    return pt_refuse(why, "R8.11", mt_say_main_impossible(area));
}

/* The moves of a phase that has one verb, or two without a condition. */
static pt_err check_verb(const mt_state *s, pt_move m, mt_verb this, mt_verb or_this,
                         pt_text *why) {
    unsigned verb = pt_verb_of(m);
    return verb == this || verb == or_this ? PT_OK : not_asked(s, why);
}

static pt_err check_asked(const mt_state *s, int seat, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    int a = (int)pt_arg(m, 0), b = (int)pt_arg(m, 1), c = (int)pt_arg(m, 2);
    switch ((mt_phase)s->head.phase) {
    case MTP_PICK:
        if (verb != MTV_KEEP) break;
        if (s->player[seat].hand >> a & 1) return PT_OK;
        return pt_refuse(why, "R3.5", mt_say_not_your_card(a));
    case MTP_SETUP:
        if (verb != MTV_FAV) break;
        return check_setup(s, a, why);
    case MTP_START: return check_start(s, m, why);
    case MTP_GIVE:
        if (verb != MTV_GIVE) break;
        return check_stack(s, "R5.5", a, b, why);
    case MTP_CHOICE: return check_verb(s, m, MTV_MAIN, MTV_SKIP, why);
    case MTP_PROD:
        if (verb != MTV_PROD) break;
        return check_prod(s, a, why);
    case MTP_PAN:
        if (verb != MTV_PAN) break;
        return check_pan(s, a, why);
    case MTP_BUILD:
        if (verb != MTV_BUILD) break;
        return check_build(s, a, b, c, why);
    case MTP_FAVOR: return check_favor(s, m, why);
    case MTP_HEPH:
        if (verb == MTV_DONE) return PT_OK;
        if (verb != MTV_HEPH) break;
        return check_stack(s, "R5.12", MT_MARBLE, a, why);
    case MTP_MOVE: return check_move(s, m, why);
    case MTP_LIFT: return check_lift(s, m, why);
    case MTP_HN:
        return check_verb(s, m, MTV_TAKE, MTV_OFFER, why); /* asked if both are possible */
    case MTP_TARGET: return check_target(s, m, why);
    case MTP_AMOUNT:
        if (verb != MTV_PUT) break;
        return check_put(s, a + 1, why);
    case MTP_LOCK:
        if (verb != MTV_LOCK) break;
        return check_lock(s, seat, a, why);
    case MTP_BONUS: return check_verb(s, m, MTV_BONUS, MTV_PASS, why);
    case MTP_WRAP:
        if (verb == MTV_DOWN) return check_down(s, a, b, c, why);
        if (verb == MTV_END) return PT_OK;
        break;
    case MTP_FOLLOW: return check_follow(s, m, why);
    case MTP_FIRST:
    case MTP_DEAL:
    case MTP_LINE:
    case MTP_REVEAL:
    case MTP_OVER:
    case MTP_COUNT:
    case MTP_NEXT: break;
    }
    return not_asked(s, why);
}

pt_err mt_check(const void *state, int seat, pt_move m, pt_text *why) {
    const mt_state *s = state;
    if (!pt_well_formed(mytikas_game.verbs, m))
        return pt_refuse(why, "R7.1", mt_say_no_such_move());
    if (mt_verb_table[pt_verb_of(m)].chance)
        return pt_refuse(why, "R1.4", mt_say_drawn_by_lot());
    if (s->head.node == PT_OVER) return pt_refuse(why, "R6.2", mt_say_game_over());
    if (s->head.node == PT_CHANCE) return pt_refuse(why, "R1.4", mt_say_lot_first());
    if (!pt_has(s->head.owes, seat))
        return pt_refuse(why, "R4.1", mt_say_not_your_turn(pt_mover(s) + 1));
    return check_asked(s, seat, m, why);
}
