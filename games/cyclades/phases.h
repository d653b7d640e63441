/* Cyclades: the sections of the rules, each with what it allows and what its moves do. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/pieces.h"

/* --- cycle.c: R4.1 to R4.5, R4.39, R4.40, R6 --- */
cy_next cy_begin_cycle(cy_state *s);
cy_next cy_fill_track(cy_state *s);
int cy_place_to_fill(const cy_state *s); /* of the creature track, or -1 */
int cy_chance_draw(const cy_state *s, pt_chance *out);
int cy_chance_gods(const cy_state *s, pt_chance *out);
cy_next cy_apply_draw(cy_state *s, int creature);
cy_next cy_apply_gods(cy_state *s, pt_move m);
cy_next cy_next_turn(cy_state *s);
cy_next cy_end_turn(cy_state *s);

/* --- auction.c: R4.6 to R4.10 --- */
cy_next cy_next_bid(cy_state *s);
bool cy_can_bid(const cy_state *s); /* for any god but Apollo */
int cy_legal_bid(const cy_state *s, pt_move *out);
int cy_legal_offer(const cy_state *s, pt_move *out);
cy_next cy_apply_god(cy_state *s, int god);
cy_next cy_apply_offer(cy_state *s, int amount);
int cy_cost(const cy_state *s, int seat, int total); /* R4.10 */
int cy_standing(const cy_state *s, int seat);        /* sum of a seat's offerings */
int cy_lowest_offer(const cy_state *s, int god);
int cy_highest_offer(const cy_state *s, int seat, int god);

/* --- menu.c: R4.12 to R4.18, R4.24, R4.25, R4.38 --- */
cy_next cy_begin_turn(cy_state *s, int seat, int god);
cy_next cy_resume(cy_state *s); /* after a power, a battle or a metropolis: what goes on */
int cy_legal_menu(const cy_state *s, pt_move *out);
bool cy_menu_is_empty(const cy_state *s); /* nothing but `end` */
int cy_legal_prosper(const cy_state *s, pt_move *out);
cy_next cy_apply_menu(cy_state *s, pt_move m);
cy_next cy_apply_prosper(cy_state *s, int isle);
int cy_discounts(const cy_state *s, int seat); /* unused temples and metropolises */
int cy_creature_price(const cy_state *s, int seat, int place);
uint64_t cy_harbours(const cy_state *s, int seat); /* where a fleet may be recruited */

/* --- movement.c: R4.19 to R4.23, R4.33 --- */
int cy_legal_sail(const cy_state *s, int verb, uint64_t from, pt_move *out);
int cy_legal_sailing(const cy_state *s, pt_move *out);
cy_next cy_apply_sail(cy_state *s, pt_move m);
cy_next cy_stop_sailing(cy_state *s);
bool cy_conquest_wins(const cy_state *s, int seat, int isle);
uint16_t cy_landable(const cy_state *s, int seat);
int cy_legal_march(const cy_state *s, pt_move *out);
cy_next cy_land(cy_state *s, int from, int to, int n);

/* --- ways.c: R4.19 to R4.23, as whole ways --- */
enum { CY_LEGS = CY_SEAS + CY_ISLES };
/* A place that can be reached, the one before it on a shortest way, and how many steps it
 * takes; CY_SEAS + isle is an isle. The first leg is the place where one is. */
typedef struct cy_leg {
    uint8_t to, before, step;
} cy_leg;
uint64_t cy_sailors(const cy_state *s);
uint16_t cy_marchers(const cy_state *s);
int cy_ways_of_fleets(const cy_state *s, int from, cy_leg out[CY_LEGS]);
int cy_ways_of_troops(const cy_state *s, int from, cy_leg out[CY_LEGS]);

/* --- battle.c: R4.26 to R4.32 --- */
cy_next cy_begin_battle(cy_state *s, int kind, int field, int attackers);
int cy_chance_roll(pt_chance *out);
cy_next cy_apply_roll(cy_state *s, int x, int y);
int cy_defender(const cy_state *s); /* seat, or -1 on a neutral isle */
/* R4.26, R4.27: what a place adds to its defender's units: forts on land and ports at sea are
 * its walls. */
typedef struct cy_bonus {
    uint8_t walls, metropolises, minotaur;
} cy_bonus;
cy_bonus cy_land_bonus(const cy_state *s, int isle);
cy_bonus cy_sea_bonus(const cy_state *s, int sea);
int cy_defence(const cy_state *s); /* without the die */
uint16_t cy_retreat_isles(const cy_state *s, int seat);
uint64_t cy_retreat_seas(const cy_state *s, int seat);
int cy_legal_retreat(const cy_state *s, int seat, pt_move *out);
cy_next cy_apply_retreat(cy_state *s, pt_move m);

/* --- metropolis.c: R4.34 to R4.37 --- */
cy_next cy_metropolis_check(cy_state *s);
uint16_t cy_sites(const cy_state *s); /* R4.36, as a set */
int cy_legal_metropolis(const cy_state *s, pt_move *out);
cy_next cy_apply_metropolis(cy_state *s, pt_move m);

/* --- creatures.c, figures.c: R5 --- */
cy_next cy_use_card(cy_state *s, int creature);
cy_next cy_finish_card(cy_state *s);
int cy_legal_power(const cy_state *s, pt_move *out);
int cy_legal_landing(const cy_state *s, pt_move *out);
int cy_legal_from(const cy_state *s, pt_move *out);
cy_next cy_apply_power(cy_state *s, pt_move m);
uint16_t cy_landings(const cy_state *s); /* R5.10, as a set */
bool cy_has_charm(const cy_state *s, int sea);
int cy_legal_push(const cy_state *s, pt_move *out);
int cy_legal_swim(const cy_state *s, pt_move *out);
uint64_t cy_push_targets(const cy_state *s, int sea);
cy_next cy_place_figure(cy_state *s, int figure, int isle);
cy_next cy_apply_push(cy_state *s, int sea, int to);
cy_next cy_apply_surface(cy_state *s, int sea);
cy_next cy_apply_swim(cy_state *s, int sea);
