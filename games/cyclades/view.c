/* Cyclades: what a seat is asked, and its view as JSON for a page. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include "games/cyclades/words.h"

/* --- what a seat is asked --- */

static pt_said ask_bid(const cy_state *s) {
    assert(s->bidder);
    int gold = s->gold[s->bidder - 1], priests = s->priests[s->bidder - 1];
    if (!s->barred)
        return priests ? cy_say_ask_bid_priests(gold, priests) : cy_say_ask_bid(gold);
    int god = s->barred - 1;
    if (s->holder[god] == s->bidder)
        return cy_say_ask_outbid_self(god, gold); /* R3.7: two markers */
    return priests ? cy_say_ask_outbid_priests(god, gold, priests)
                   : cy_say_ask_outbid(god, gold);
}

static pt_said ask_offer(const cy_state *s) {
    assert(s->chosen && s->bidder);
    int god = s->chosen - 1;
    return cy_say_ask_offer(god, cy_lowest_offer(s, god),
                            cy_highest_offer(s, s->bidder - 1, god));
}

/* R4.25: the creatures lie in the order of their prices. */
static pt_said say_buy(const cy_state *s, pt_move cheapest, pt_move dearest) {
    int least = cy_creature_price(s, cy_acting(s), (int)pt_arg(cheapest, 0));
    int most = cy_creature_price(s, cy_acting(s), (int)pt_arg(dearest, 0));
    assert(least <= most);
    return least < most ? cy_say_menu_buy_from(least) : cy_say_menu_buy(least);
}

/* What the moves of one verb do, from the first to the last of them, and its price. */
static pt_said say_deed(const cy_state *s, pt_move first, pt_move last) {
    int god = s->god - 1;
    assert(pt_verb_of(first) == pt_verb_of(last));
    switch (pt_verb_of(first)) {
    case CYV_BUILD: return cy_say_menu_build(god);
    case CYV_SAIL: return cy_say_menu_sail();
    case CYV_MARCH: return cy_say_menu_march();
    case CYV_SWAP: return cy_say_menu_swap();
    case CYV_BUY: return say_buy(s, first, last);
    default: break;
    }
    int price = cy_price[god][s->recruited];
    return price ? cy_say_menu_recruit(god, price) : cy_say_menu_recruit_free(god);
}

enum { DEEDS = 4 }; /* recruit, build, move or swap, buy */

/* The deeds that a list of moves allows, one for each verb; how many there are. */
static int list_deeds(const cy_state *s, const pt_move *list, pt_said deed[DEEDS]) {
    int deeds = 0;
    for (int i = 0, next; pt_verb_of(list[i]) != CYV_END; i = next) {
        for (next = i; pt_verb_of(list[next]) == pt_verb_of(list[i]);) next++;
        assert(deeds < DEEDS);
        deed[deeds++] = say_deed(s, list[i], list[next - 1]);
    }
    return deeds;
}

/* R4.13: what can be done now, each deed with its price: "With Ares and 5 gold you can recruit
 * a troop for free, march over your fleets for 1 gold, or end your turn". */
static void ask_menu(const cy_state *s, pt_text *out) {
    assert(s->god && s->god - 1 < CY_GODS);
    pt_move list[CY_MOVES];
    pt_said deed[DEEDS], chain[DEEDS];
    cy_legal_menu(s, list);
    int n = list_deeds(s, list, deed);
    int god = s->god - 1, gold = s->gold[cy_acting(s)];
    for (int i = 0; i < n; i++)
        chain[i] = i ? cy_say_menu_also(&chain[i - 1], &deed[i]) : deed[i];
    pt_say(out, n ? cy_say_ask_menu(god, gold, &chain[n - 1]) : cy_say_ask_menu_end(god, gold));
}

static pt_said ask_power(const cy_state *s) {
    assert(s->card);
    int card = s->card - 1;
    if (card == CY_SYLPH_CARD) return cy_say_ask_glide(s->budget);
    if (card == CY_SPHINX) return cy_say_ask_sell();
    return cy_say_ask_power(card, card);
}

static pt_said ask_seat(const cy_state *s) {
    switch ((cy_phase)s->head.phase) {
    case CYP_ORDER: return cy_say_ask_order();
    case CYP_TRACK:
    case CYP_SWAP: return cy_say_ask_track();
    case CYP_GODS: return cy_say_ask_gods();
    case CYP_BID: return ask_bid(s);
    case CYP_OFFER: return ask_offer(s);
    case CYP_SAIL: return cy_say_ask_sail(cy_sea_name(s, s->at - 1), s->steps);
    case CYP_ROLL: return cy_say_ask_roll(cy_field_name(s));
    case CYP_DEFENDER: return cy_say_ask_defend(cy_field_name(s), s->attackers, cy_defence(s));
    case CYP_ATTACKER: return cy_say_ask_attack(cy_field_name(s), s->attackers, cy_defence(s));
    case CYP_GIVE: return cy_say_ask_give(s->give - 1);
    case CYP_SITE: return cy_say_ask_site();
    case CYP_RAZE: return cy_say_ask_raze(cy_isle_names[s->site - 1]);
    case CYP_PROSPER: return cy_say_ask_prosper();
    case CYP_POWER: return ask_power(s);
    case CYP_LANDING: return cy_say_ask_landing(cy_isle_names[s->from - 1]);
    case CYP_FROM: return cy_say_ask_siren();
    case CYP_PUSH: return cy_say_ask_push();
    case CYP_SWIM: return cy_say_ask_swim();
    case CYP_MENU: /* ask_menu() */
    case CYP_OVER:
    case CY_PHASES: break;
    }
    return cy_say_ask_over();
}

void cy_ask(const void *view, int seat, pt_text *out) {
    const cy_state *s = view;
    if (s->head.node == PT_DECIDE && !pt_has(s->head.owes, seat))
        pt_say(out, cy_say_ask_waiting(pt_mover(s) + 1));
    else if (s->head.phase == CYP_MENU)
        ask_menu(s, out);
    else
        pt_say(out, ask_seat(s));
}

/* --- notes to moves --- */

/* R4.26 to R4.28: the sums, and who loses a unit. */
static pt_said note_roll(const cy_state *s, pt_move m) {
    enum { ATTACKER, DEFENDER, BOTH };
    assert(s->battle);
    int attack = s->attackers + (int)pt_arg(m, 0), defence = cy_defence(s) + (int)pt_arg(m, 1);
    return cy_say_note_roll(attack, defence,
                            attack < defence   ? ATTACKER
                            : attack > defence ? DEFENDER
                                               : BOTH);
}

static void note_steal(const cy_state *s, pt_text *out) {
    switch (s->card - 1) {
    case CY_DRYAD: pt_say(out, cy_say_note_loot(CY_ZEUS)); return;
    case CY_SATYR: pt_say(out, cy_say_note_loot(CY_ATHENA)); return;
    case CY_GRIFFON: pt_say(out, cy_say_note_half()); return;
    default: return;
    }
}

void cy_note(const void *before, int seat, pt_move m, pt_text *out) {
    const cy_state *s = before;
    (void)seat;
    switch (pt_verb_of(m)) {
    case CYV_BUY:
    case CYV_SWAP: pt_say_name(out, &cy_names_creature, s->track[pt_arg(m, 0)] - 1); return;
    case CYV_BUILD: pt_say_name(out, &cy_names_building, s->god - 1); return;
    case CYV_STEAL: note_steal(s, out); return;
    case CYV_ROLL: pt_say(out, note_roll(s, m)); return;
    }
}

/* --- the view as JSON --- */

/* A seat's number from 1, or null; `stored` is seat + 1. */
static void key_seat(pt_json *j, const char *key, int stored) {
    pt_key(j, key);
    if (stored > 0)
        pt_json_int(j, stored);
    else
        pt_json_null(j);
}

/* A name out of a list, or null; `stored` is its index + 1. */
static void key_name(pt_json *j, const char *key, const char *const *names, int stored) {
    pt_key(j, key);
    if (stored > 0)
        pt_json_str(j, names[stored - 1]);
    else
        pt_json_null(j);
}

/* The same in words, out of the catalogue. */
static void key_words(pt_json *j, const char *key, const pt_names *names, int stored) {
    if (stored > 0)
        pt_key_name(j, key, names, stored - 1);
    else
        key_name(j, key, NULL, 0);
}

static void show_cards(const char *key, uint32_t set, pt_json *j) {
    pt_key_open(j, key, '[');
    for (uint64_t left = set; left; left &= left - 1)
        pt_json_str(j, cy_creature_names[pt_lowest(left)]);
    pt_close(j, ']');
}

/* What a place adds to its defender, by name; nothing if it adds nothing. */
static void show_bonus(cy_bonus b, const char *walls, pt_json *j) {
    pt_key_open(j, "bonus", '{');
    if (b.walls) pt_key_int(j, walls, b.walls);
    if (b.metropolises) pt_key_int(j, "metropolis", b.metropolises);
    if (b.minotaur) pt_key_int(j, "minotaur", b.minotaur);
    pt_close(j, '}');
}

static void show_seas(const cy_state *s, pt_json *j) {
    const cy_map *map = cy_map_of(s);
    pt_key_open(j, "sea", '[');
    for (int sea = 0; sea < map->seas; sea++) {
        pt_open(j, '{');
        pt_key_str(j, "space", cy_sea_name(s, sea));
        pt_key_int(j, "x", map->sea[sea].x);
        pt_key_int(j, "y", map->sea[sea].y);
        pt_key_bool(j, "horn", map->sea[sea].horn != 0);
        key_seat(j, "owner", cy_fleet_owner(s, sea) + 1);
        pt_key_int(j, "fleets", s->fleet[sea]);
        pt_key_bool(j, "closed", cy_in(cy_blocked(s), sea));
        pt_key_bool(j, "kraken", s->figure[CYG_KRAKEN] == sea + 1);
        pt_key_bool(j, "locked", cy_in(s->locked, sea));
        show_bonus(cy_sea_bonus(s, sea), cy_type_names[CY_PORT], j);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_figure(const cy_state *s, int isle, pt_json *j) {
    int figure = cy_figure_at(s, isle);
    if (figure < 0) {
        pt_key(j, "figure");
        pt_json_null(j);
        return;
    }
    pt_key_open(j, "figure", '{');
    pt_key_str(j, "name", cy_creature_names[CY_CHIRON + figure]);
    key_seat(j, "owner", s->controller[figure]);
    pt_key_int(j, "since", s->since[figure]);
    pt_close(j, '}');
}

static void show_isle(const cy_state *s, int isle, pt_json *j) {
    assert(isle < cy_map_of(s)->isles);
    const cy_isle *is = &cy_map_of(s)->isle[isle];
    pt_open(j, '{');
    pt_key_str(j, "isle", cy_isle_names[isle]);
    pt_key_open(j, "cells", '[');
    for (int i = 0; i < is->size; i++) pt_json_str(j, cy_cell_names[is->cell[i]]);
    pt_close(j, ']');
    pt_key_int(j, "x60", is->x); /* the centre, in sixtieths of the sea's x and y */
    pt_key_int(j, "y60", is->y);
    pt_key_int(j, "size", is->size);
    pt_key_int(j, "room", cy_room(s, isle));
    key_seat(j, "owner", s->owner[isle]);
    pt_key_int(j, "troops", s->troops[isle]);
    pt_key_open(j, "buildings", '{');
    for (int type = 0; type < CY_TYPES; type++)
        pt_key_int(j, cy_type_names[type], s->building[isle][type]);
    pt_close(j, '}');
    pt_key_int(j, "temples_used", s->used[isle]);
    pt_key_bool(j, "metropolis", cy_in(s->metropolis, isle));
    pt_key_bool(j, "metropolis_used", cy_in(s->metropolis_used, isle));
    pt_key_int(j, "printed_prosperity", is->prosperity);
    pt_key_int(j, "markers", s->marker[isle]);
    show_figure(s, isle, j);
    show_bonus(cy_land_bonus(s, isle), cy_type_names[CY_FORT], j);
    pt_close(j, '}');
}

/* R4.7: what the viewer may offer a god now, as [least, most]; nobody else's limits are shown,
 * because they would reveal a purse. */
static void show_range(const cy_state *s, int viewer, int god, pt_json *j) {
    bool asked = viewer >= 0 && s->bidder == viewer + 1 && s->barred != god + 1;
    int least = cy_lowest_offer(s, god), most = asked ? cy_highest_offer(s, viewer, god) : 0;
    pt_key(j, "may_offer");
    if (most < least) {
        pt_json_null(j);
        return;
    }
    pt_open(j, '[');
    pt_json_int(j, least);
    pt_json_int(j, most);
    pt_close(j, ']');
}

static void show_god(const cy_state *s, int viewer, int god, int place, pt_json *j) {
    assert(god >= 0 && god < CY_GODS);
    pt_open(j, '{');
    pt_key_str(j, "god", cy_god_names[god]);
    pt_key_int(j, "place", place);
    pt_key_bool(j, "up", place > 0);
    key_seat(j, "marker", s->holder[god]);
    pt_key_int(j, "offer", s->offer[god]);
    show_range(s, place ? viewer : PT_PUBLIC, god, j);
    pt_close(j, '}');
}

static void show_gods(const cy_state *s, int viewer, pt_json *j) {
    pt_key_open(j, "gods", '[');
    for (int place = 0; place < s->up; place++)
        show_god(s, viewer, s->gods[place] - 1, place + 1, j);
    for (int god = 0; god < CY_GODS; god++)
        if (cy_in(cy_gods_down(s), god)) show_god(s, viewer, god, 0, j);
    pt_close(j, ']');
    pt_key_open(j, "apollo", '[');
    for (int i = 0; i < CY_SEATS && s->apollo[i]; i++) pt_json_int(j, s->apollo[i]);
    pt_close(j, ']');
    pt_key_bool(j, "apollo_marker_taken", s->blessed != 0);
    pt_key_open(j, "turn_track", '[');
    for (int space = 0; space < s->markers; space++) {
        if (s->order[space])
            pt_json_int(j, s->order[space]);
        else
            pt_json_null(j);
    }
    pt_close(j, ']');
}

static void show_creatures(const cy_state *s, int viewer, pt_json *j) {
    int buyer = s->turn ? cy_acting(s) : viewer;
    pt_key_open(j, "creatures", '[');
    for (int place = CY_PLACES - 1; place >= 0; place--) {
        int creature = s->track[place] - 1;
        pt_open(j, '{');
        pt_key_int(j, "space", place + CY_FIRST_SPACE);
        key_name(j, "creature", cy_creature_names, creature + 1);
        key_words(j, "title", &cy_names_creature, creature + 1);
        key_words(j, "words", &cy_names_power, creature + 1);
        pt_key(j, "price");
        if (creature >= 0 && buyer >= 0)
            pt_json_int(j, cy_creature_price(s, buyer, place));
        else
            pt_json_null(j);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    show_cards("deck", s->deck, j); /* the cards left, in no order */
    show_cards("discard", s->discard, j);
    key_name(j, "card", cy_creature_names, s->card);
    pt_key_bool(j, "copied", s->copied != 0);
}

static void show_player(const cy_state *s, int seat, pt_json *j) {
    pt_open(j, '{');
    pt_key_int(j, "seat", seat + 1);
    pt_key_bool(j, "alive", pt_has(s->alive, seat));
    pt_key(j, "gold");
    if (s->gold[seat] == CY_HIDDEN)
        pt_json_null(j);
    else
        pt_json_int(j, s->gold[seat]);
    pt_key_int(j, "metropolises", cy_metropolises(s, seat));
    pt_key_int(j, "revenue", cy_revenue(s, seat));
    pt_key_int(j, "priests", s->priests[seat]);
    pt_key_int(j, "philosophers", s->philosophers[seat]);
    pt_key_int(j, "discounts", cy_discounts(s, seat));
    pt_key_int(j, "fleets_in_reserve", CY_UNITS - s->ships[seat]);
    pt_key_int(j, "troops_in_reserve", CY_UNITS - s->men[seat]);
    pt_key_open(j, "isles", '[');
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        pt_json_str(j, cy_isle_names[pt_lowest(set)]);
    pt_close(j, ']');
    pt_close(j, '}');
}

static void show_battle(const cy_state *s, pt_json *j) {
    pt_key(j, "battle");
    if (!s->battle) {
        pt_json_null(j);
        return;
    }
    bool land = s->battle == CYB_LAND;
    pt_open(j, '{');
    pt_key_str(j, "at", cy_field_name(s));
    pt_key_bool(j, "land", land);
    key_seat(j, "attacker", s->turn);
    key_seat(j, "defender", cy_defender(s) + 1);
    pt_key_int(j, "attackers", s->attackers);
    pt_key_int(j, "defenders", cy_defenders(s));
    pt_key_int(j, "defence", cy_defence(s));
    pt_close(j, '}');
}

static void show_course(const cy_state *s, pt_json *j) {
    bool asked = s->head.node == PT_DECIDE;
    pt_key_int(j, "cycle", s->head.round);
    pt_key_int(j, "last_cycle", CY_CYCLES);
    pt_key_int(j, "goal", cy_goal(s));
    pt_key_int(j, "width", cy_map_of(s)->width);
    pt_key_str(j, "phase", cy_phase_names[s->head.phase]);
    key_seat(j, "asked", asked ? pt_mover(s) + 1 : 0);
    key_seat(j, "turn", s->turn);
    key_name(j, "god", cy_god_names, s->god);
    pt_key_int(j, "recruited", s->recruited);
    key_seat(j, "bidder", s->bidder);
    key_name(j, "barred", cy_god_names, s->barred);
    key_name(j, "chosen", cy_god_names, s->chosen);
    key_name(j, "give", cy_type_names, s->give);
    key_name(j, "site", cy_isle_names, s->site);
    key_name(j, "flies_from", cy_isle_names, s->from);
    key_name(j, "sails_from", cy_cell_names, s->at ? cy_cell_of(s, s->at - 1) + 1 : 0);
    pt_key_int(j, "steps", s->card == CY_SYLPH_CARD + 1 ? s->budget : s->steps);
    key_name(j, "charmed", cy_cell_names, s->charmed ? cy_cell_of(s, s->charmed - 1) + 1 : 0);
    pt_key_int(j, "swapped_space", s->swap ? s->swap - 1 + CY_FIRST_SPACE : 0);
    show_battle(s, j);
}

static const char *place_name(const cy_state *s, int place) {
    return place < CY_SEAS ? cy_sea_name(s, place) : cy_isle_names[place - CY_SEAS];
}

/* Where fleets or troops from a place can go: each place after the one before it on the way. */
static void show_way(const cy_state *s, const cy_leg *leg, int n, pt_json *j) {
    pt_open(j, '{');
    pt_key_str(j, "from", place_name(s, leg[0].to));
    pt_key_open(j, "legs", '[');
    for (int i = 1; i < n; i++) {
        pt_open(j, '[');
        pt_json_str(j, place_name(s, leg[i].to));
        pt_json_str(j, place_name(s, leg[i].before));
        pt_close(j, ']');
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

/* Only for those who are asked: what others can pay for is nobody's business. While luck is
 * asked, nothing can go anywhere. */
static void show_ways(const cy_state *s, int viewer, pt_json *j) {
    cy_leg leg[CY_LEGS];
    bool asked = pt_mover(s) == viewer;
    pt_key_open(j, "ways", '[');
    for (uint64_t set = asked ? cy_sailors(s) : 0; set; set &= set - 1)
        show_way(s, leg, cy_ways_of_fleets(s, pt_lowest(set), leg), j);
    for (uint64_t set = asked ? cy_marchers(s) : 0; set; set &= set - 1)
        show_way(s, leg, cy_ways_of_troops(s, pt_lowest(set), leg), j);
    pt_close(j, ']');
}

static void show_supply(const cy_state *s, pt_json *j) {
    static const char *const names[CY_SUPPLIES] = {
        "port", "fort", "temple", "univ", "metropolis", "priest", "philosopher", "prosperity"};
    pt_key_open(j, "supply", '{');
    for (int i = 0; i < CY_SUPPLIES; i++) pt_key_int(j, names[i], s->supply[i]);
    pt_close(j, '}');
}

void cy_show(const void *view, int viewer, pt_json *out) {
    const cy_state *s = view;
    pt_open(out, '{');
    key_seat(out, "viewer", viewer + 1);
    show_course(s, out);
    show_gods(s, viewer, out);
    show_creatures(s, viewer, out);
    show_seas(s, out);
    pt_key_open(out, "isles", '[');
    for (int isle = 0; isle < cy_map_of(s)->isles; isle++) show_isle(s, isle, out);
    pt_close(out, ']');
    pt_key_open(out, "players", '[');
    for (int seat = 0; seat < s->head.seats; seat++) show_player(s, seat, out);
    pt_close(out, ']');
    show_supply(s, out);
    show_ways(s, viewer, out);
    pt_close(out, '}');
}
