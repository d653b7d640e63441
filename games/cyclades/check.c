/* Cyclades: why a move is refused, outside the powers of creatures (check_power.c). Each
 * refusal names the rule and the facts that break it; a move that no line here refuses is
 * legal. The questions are asked anew, without the sets that legal() works with. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/check.h"
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include "games/cyclades/words.h"

/* --- the auction --- */

static pt_err check_god(const cy_state *s, int god, pt_text *why) {
    assert(s->bidder);
    int seat = s->bidder - 1;
    bool up = false;
    if (god == CY_APOLLO) return PT_OK;
    for (int place = 0; place < s->up; place++) up |= s->gods[place] == god + 1;
    if (!up) return pt_refuse(why, "R4.4", cy_say_god_face_down(god));
    if (s->barred == god + 1) return pt_refuse(why, "R4.8", cy_say_god_outbid(god));
    if (s->gold[seat] == 0) return pt_refuse(why, "R8.3", cy_say_no_gold());
    int most = cy_highest_offer(s, seat, god);
    if (most < s->offer[god] + 1)
        return pt_refuse(why, "R4.7", cy_say_offering_too_high(god, s->offer[god] + 1, most));
    return PT_OK;
}

static pt_err check_offer(const cy_state *s, int amount, pt_text *why) {
    assert(s->chosen && amount > 0);
    int god = s->chosen - 1, seat = s->bidder - 1, total = amount;
    if (amount <= s->offer[god])
        return pt_refuse(why, "R4.7", cy_say_offering_too_low(s->offer[god]));
    for (int other = 0; other < CY_GODS; other++)
        if (other != god && s->holder[other] == s->bidder) total += s->offer[other];
    if (total - s->priests[seat] > s->gold[seat])
        return pt_refuse(why, "R4.7",
                         cy_say_cannot_pay(total - s->priests[seat], s->gold[seat]));
    return PT_OK;
}

/* --- the menu --- */

static pt_err wrong_god(const cy_state *s, const char *rule, int wanted, pt_text *why) {
    return pt_refuse(why, rule, cy_say_other_god(wanted, s->god - 1));
}

static pt_err check_price(const cy_state *s, const char *rule, pt_text *why) {
    assert(s->god && s->god - 1 < CY_GODS);
    int price = cy_price[s->god - 1][s->recruited];
    if (price == CY_NONE) return pt_refuse(why, rule, cy_say_all_recruited(s->recruited));
    return cy_check_gold(s, price, rule, why);
}

static pt_err check_fleet(const cy_state *s, int cell, pt_text *why) {
    int seat = cy_acting(s);
    if (s->god - 1 != CY_POSEIDON) return wrong_god(s, "R4.14", CY_POSEIDON, why);
    pt_err err = cy_check_sea(s, cell, why);
    if (!err) err = check_price(s, "R4.14", why);
    if (err) return err;
    int sea = cy_sea_at(s, cell), owner = cy_fleet_owner(s, sea);
    if (s->ships[seat] >= CY_UNITS) return pt_refuse(why, "R2.1", cy_say_no_fleet_left());
    if (!(cy_map_of(s)->sea[sea].isles & s->owned[seat]))
        return pt_refuse(why, "R4.14", cy_say_not_beside_your_isles(cy_cell_names[cell]));
    if (owner >= 0 && owner != seat)
        return pt_refuse(why, "R4.14", cy_say_fleets_of_player(cy_cell_names[cell], owner + 1));
    return cy_check_open(s, sea, why);
}

static pt_err check_troop(const cy_state *s, int isle, pt_text *why) {
    if (s->god - 1 != CY_ARES) return wrong_god(s, "R4.15", CY_ARES, why);
    pt_err err = cy_check_own(s, isle, "R4.15", why);
    if (!err) err = check_price(s, "R4.15", why);
    if (err) return err;
    if (s->men[cy_acting(s)] >= CY_UNITS) return pt_refuse(why, "R2.1", cy_say_no_troop_left());
    return PT_OK;
}

static pt_err check_cards(const cy_state *s, int god, pt_text *why) {
    const char *rule = god == CY_ZEUS ? "R4.16" : "R4.17";
    if (s->god - 1 != god) return wrong_god(s, rule, god, why);
    if (!s->supply[god == CY_ZEUS ? CYS_PRIEST : CYS_PHILOSOPHER])
        return pt_refuse(why, "R2.13", cy_say_no_card_left());
    return check_price(s, rule, why);
}

static pt_err check_build(const cy_state *s, int isle, pt_text *why) {
    pt_err err = cy_check_own(s, isle, "R4.18", why);
    if (!err) err = cy_check_gold(s, CY_BUILDING_PRICE, "R4.18", why);
    if (err) return err;
    if (!s->supply[s->god - 1])
        return pt_refuse(why, "R2.13", cy_say_no_building_left(s->god - 1));
    if (cy_room(s, isle) < 1)
        return pt_refuse(why, "R4.18", cy_say_no_room(cy_isle_names[isle]));
    return PT_OK;
}

/* R4.21: grows the spaces reached from isle `to` until nothing is added, and looks for `from`.
 */
static bool joined(const cy_state *s, int seat, int from, int to) {
    assert(from != to);
    const cy_map *map = cy_map_of(s);
    bool reached[CY_SEAS] = {false}, grows = true;
    while (grows) {
        grows = false;
        for (int sea = 0; sea < map->seas; sea++) {
            if (reached[sea] || cy_fleet_owner(s, sea) != seat) continue;
            bool touches = cy_in(map->sea[sea].isles, to);
            for (int step = 0; step < CY_STEPS; step++)
                touches |=
                    map->sea[sea].step[step] != CY_NONE && reached[map->sea[sea].step[step]];
            reached[sea] = touches;
            grows |= touches;
        }
    }
    for (int sea = 0; sea < map->seas; sea++)
        if (reached[sea] && cy_in(map->sea[sea].isles, from)) return true;
    return false;
}

static pt_err check_march(const cy_state *s, pt_move m, pt_text *why) {
    int from = (int)pt_arg(m, 0), to = (int)pt_arg(m, 1), n = (int)pt_arg(m, 2) + 1;
    if (s->god - 1 != CY_ARES) return wrong_god(s, "R4.20", CY_ARES, why);
    pt_err err = cy_check_own(s, from, "R4.20", why);
    if (!err) err = cy_check_isle(s, to, why);
    if (!err) err = cy_check_gold(s, CY_MOVE_PRICE, "R4.20", why);
    if (err) return err;
    if (from == to) return pt_refuse(why, "R4.20", cy_say_troops_there_already());
    if (s->troops[from] < n)
        return pt_refuse(why, "R4.20",
                         cy_say_too_few_troops(cy_isle_names[from], s->troops[from], n));
    if (cy_figure_on(s, CYG_MEDUSA, from))
        return pt_refuse(why, "R5.17", cy_say_medusa_holds(cy_isle_names[from]));
    if (!joined(s, cy_acting(s), from, to))
        return pt_refuse(why, "R4.21",
                         cy_say_not_joined(cy_isle_names[from], cy_isle_names[to]));
    return cy_check_landing(s, to, why);
}

static pt_err check_sail(const cy_state *s, pt_move m, pt_text *why) {
    if (s->god - 1 != CY_POSEIDON) return wrong_god(s, "R4.19", CY_POSEIDON, why);
    pt_err err = cy_check_step(s, m, "R4.19", why);
    return err ? err : cy_check_gold(s, CY_MOVE_PRICE, "R4.19", why);
}

static pt_err check_swap(const cy_state *s, int place, pt_text *why) {
    if (s->god - 1 != CY_ZEUS) return wrong_god(s, "R4.24", CY_ZEUS, why);
    if (!s->track[place])
        return pt_refuse(why, "R8.12", cy_say_no_card_on_space(place + CY_FIRST_SPACE));
    return cy_check_gold(s, CY_MOVE_PRICE, "R4.24", why);
}

static pt_err check_buy(const cy_state *s, int place, pt_text *why) {
    int off = 0;
    if (!s->track[place])
        return pt_refuse(why, "R4.25", cy_say_no_card_on_space(place + CY_FIRST_SPACE));
    for (int isle = 0; isle < cy_map_of(s)->isles; isle++) {
        if (s->owner[isle] != s->turn) continue;
        off += s->building[isle][CY_TEMPLE] - s->used[isle];
        off += cy_in(s->metropolis, isle) && !cy_in(s->metropolis_used, isle);
    }
    int price = place + CY_FIRST_SPACE - off;
    return cy_check_gold(s, price < CY_LEAST_PAID ? CY_LEAST_PAID : price, "R4.25", why);
}

static pt_err check_menu(const cy_state *s, pt_move m, pt_text *why) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_FLEET: return check_fleet(s, arg, why);
    case CYV_TROOP: return check_troop(s, arg, why);
    case CYV_PRIEST: return check_cards(s, CY_ZEUS, why);
    case CYV_PHILOSOPHER: return check_cards(s, CY_ATHENA, why);
    case CYV_BUILD: return check_build(s, arg, why);
    case CYV_SAIL: return check_sail(s, m, why);
    case CYV_MARCH: return check_march(s, m, why);
    case CYV_SWAP: return check_swap(s, arg, why);
    case CYV_BUY: return check_buy(s, arg, why);
    case CYV_END: return PT_OK;
    default: return pt_refuse(why, "R4.13", cy_say_asked_menu());
    }
}

static pt_err check_sailing(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->at);
    if (pt_verb_of(m) == CYV_STOP) return PT_OK;
    if (pt_verb_of(m) != CYV_SAIL) return pt_refuse(why, "R4.19", cy_say_asked_sail());
    pt_err err = cy_check_sea(s, (int)pt_arg(m, 0), why);
    if (err) return err;
    if (cy_sea_at(s, (int)pt_arg(m, 0)) != s->at - 1)
        return pt_refuse(why, "R4.19", cy_say_sails_from_elsewhere(cy_sea_name(s, s->at - 1)));
    return cy_check_step(s, m, "R4.19", why);
}

/* --- battle --- */

static pt_err check_retreat_isle(const cy_state *s, int seat, int isle, pt_text *why) {
    pt_err err = cy_check_isle(s, isle, why);
    if (err) return err;
    if (s->battle != CYB_LAND) return pt_refuse(why, "R4.31", cy_say_fleets_retreat_to_sea());
    if (isle == s->field)
        return pt_refuse(why, "R4.30", cy_say_retreat_elsewhere(cy_isle_names[isle]));
    if (s->owner[isle] != seat + 1)
        return pt_refuse(why, "R4.30", cy_say_not_your_isle(cy_isle_names[isle]));
    if (!joined(s, seat, s->field, isle))
        return pt_refuse(why, "R4.30",
                         cy_say_not_joined(cy_isle_names[s->field], cy_isle_names[isle]));
    return PT_OK;
}

static pt_err check_retreat_sea(const cy_state *s, int seat, int cell, pt_text *why) {
    pt_err err = cy_check_sea(s, cell, why);
    if (err) return err;
    if (s->battle != CYB_SEA) return pt_refuse(why, "R4.30", cy_say_troops_retreat_to_isles());
    int sea = cy_sea_at(s, cell), owner = cy_fleet_owner(s, sea);
    bool beside = false;
    for (int step = 0; step < CY_STEPS; step++)
        beside |= cy_cell_step(cy_cell_of(s, s->field), step) == cell;
    if (!beside) return pt_refuse(why, "R4.31", cy_say_not_beside_battle(cy_cell_names[cell]));
    if (owner >= 0 && owner != seat)
        return pt_refuse(why, "R4.31", cy_say_fleets_of_player(cy_cell_names[cell], owner + 1));
    return cy_check_open(s, sea, why);
}

static pt_err check_retreat(const cy_state *s, int seat, pt_move m, pt_text *why) {
    switch (pt_verb_of(m)) {
    case CYV_STAY: return PT_OK;
    case CYV_RETREAT_ISLE: return check_retreat_isle(s, seat, (int)pt_arg(m, 0), why);
    case CYV_RETREAT_SEA: return check_retreat_sea(s, seat, (int)pt_arg(m, 0), why);
    default: return pt_refuse(why, "R4.29", cy_say_asked_retreat());
    }
}

/* --- metropolises and Apollo --- */

static pt_err check_give(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->give);
    int type = (int)pt_arg(m, 0), isle = (int)pt_arg(m, 1);
    if (pt_verb_of(m) != CYV_GIVE || type != s->give - 1)
        return pt_refuse(why, "R4.35", cy_say_asked_give(s->give - 1));
    pt_err err = cy_check_own(s, isle, "R4.35", why);
    if (err || s->building[isle][type]) return err;
    return pt_refuse(why, "R4.35", cy_say_no_building(cy_isle_names[isle], type));
}

static pt_err check_site(const cy_state *s, pt_move m, pt_text *why) {
    int isle = (int)pt_arg(m, 0);
    if (pt_verb_of(m) != CYV_METROPOLIS) return pt_refuse(why, "R4.36", cy_say_asked_site());
    pt_err err = cy_check_own(s, isle, "R4.36", why);
    if (err) return err;
    if (cy_in(s->metropolis, isle))
        return pt_refuse(why, "R4.36", cy_say_metropolis_already(cy_isle_names[isle]));
    if (cy_metropolis_fits(s, isle)) return PT_OK;
    for (int other = 0; other < cy_map_of(s)->isles; other++)
        if (s->owner[other] == s->turn && !cy_in(s->metropolis, other) &&
            cy_metropolis_fits(s, other))
            return pt_refuse(why, "R8.19",
                             cy_say_isle_full(cy_isle_names[isle], cy_isle_names[other]));
    return PT_OK;
}

static pt_err check_raze(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->site);
    if (pt_verb_of(m) != CYV_RAZE)
        return pt_refuse(why, "R4.37", cy_say_asked_raze(cy_isle_names[s->site - 1]));
    if (s->building[s->site - 1][pt_arg(m, 0)]) return PT_OK;
    return pt_refuse(why, "R4.37",
                     cy_say_no_building(cy_isle_names[s->site - 1], (int)pt_arg(m, 0)));
}

static pt_err check_prosper(const cy_state *s, pt_move m, pt_text *why) {
    if (pt_verb_of(m) != CYV_PROSPER) return pt_refuse(why, "R4.38", cy_say_asked_prosper());
    return cy_check_own(s, (int)pt_arg(m, 0), "R8.9", why);
}

static pt_err check_here(const cy_state *s, int seat, pt_move m, pt_text *why) {
    switch ((cy_phase)s->head.phase) {
    case CYP_BID:
        if (pt_verb_of(m) != CYV_GOD) return pt_refuse(why, "R4.6", cy_say_asked_bid());
        return check_god(s, (int)pt_arg(m, 0), why);
    case CYP_OFFER:
        if (pt_verb_of(m) != CYV_OFFER) return pt_refuse(why, "R4.7", cy_say_asked_offer());
        return check_offer(s, (int)pt_arg(m, 0) + 1, why);
    case CYP_MENU: return check_menu(s, m, why);
    case CYP_SAIL: return check_sailing(s, m, why);
    case CYP_DEFENDER:
    case CYP_ATTACKER: return check_retreat(s, seat, m, why);
    case CYP_GIVE: return check_give(s, m, why);
    case CYP_SITE: return check_site(s, m, why);
    case CYP_RAZE: return check_raze(s, m, why);
    case CYP_PROSPER: return check_prosper(s, m, why);
    case CYP_POWER:
    case CYP_LANDING:
    case CYP_FROM:
    case CYP_PUSH:
    case CYP_SWIM: return cy_check_power(s, m, why);
    case CYP_ORDER:
    case CYP_TRACK:
    case CYP_GODS:
    case CYP_SWAP:
    case CYP_ROLL:
    case CYP_OVER:
    case CY_PHASES: break;
    }
    return pt_refuse(why, "R7.2", cy_say_lot_first());
}

pt_err cy_check(const void *state, int seat, pt_move m, pt_text *why) {
    const cy_state *s = state;
    if (!pt_well_formed(cyclades_game.verbs, m))
        return pt_refuse(why, "R7.1", cy_say_no_such_move());
    if (cy_verb_table[pt_verb_of(m)].chance)
        return pt_refuse(why, "R7.2", cy_say_drawn_by_lot());
    if (s->head.node == PT_OVER) return pt_refuse(why, "R6.1", cy_say_game_over());
    if (s->head.node == PT_CHANCE) return pt_refuse(why, "R7.2", cy_say_lot_first());
    if (!pt_has(s->head.owes, seat))
        return pt_refuse(why, "R4.1", cy_say_not_your_turn(pt_mover(s) + 1));
    return check_here(s, seat, m, why);
}
