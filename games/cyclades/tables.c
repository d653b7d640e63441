/* Cyclades: the printed components as JSON, for whoever draws them: a page, a printer. They
 * are the tables of data.c and maps.c and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/board.h"
#include "games/cyclades/interface.h"
#include "games/cyclades/words.h"

/* R2.11, R2.12: what a god gives, and the prices of his recruits. */
static void show_god(pt_json *j, int god) {
    assert(god >= 0 && god <= CY_GODS);
    static const char *const units[CY_GODS] = {"fleet", "troop", "priest", "philosopher"};
    pt_open(j, '{');
    pt_key_str(j, "god", cy_god_names[god]);
    pt_key_name(j, "title", &cy_names_god, god);
    if (god < CY_GODS) {
        pt_key_str(j, "building", cy_type_names[god]);
        pt_key_str(j, "unit", units[god]);
        pt_key_open(j, "prices", '[');
        for (int i = 0; cy_price[god][i] != CY_NONE; i++) pt_json_int(j, cy_price[god][i]);
        pt_close(j, ']');
    }
    pt_close(j, '}');
}

static void show_creature(pt_json *j, int creature) {
    pt_open(j, '{');
    pt_key_str(j, "creature", cy_creature_names[creature]);
    pt_key_name(j, "title", &cy_names_creature, creature);
    pt_key_name(j, "words", &cy_names_power, creature);
    pt_key_str(j, "rule", cy_creature_rules[creature]);
    pt_key_bool(j, "figure", cy_is_figure(creature) || creature == CY_KRAKEN);
    pt_close(j, '}');
}

static void show_sea(pt_json *j, const cy_map *map, int sea) {
    pt_open(j, '{');
    pt_key_str(j, "space", cy_cell_names[map->sea[sea].cell]);
    pt_key_int(j, "x", map->sea[sea].x);
    pt_key_int(j, "y", map->sea[sea].y);
    pt_key_bool(j, "horn", map->sea[sea].horn != 0);
    pt_key_open(j, "near", '[');
    for (uint64_t set = map->near[sea]; set; set &= set - 1)
        pt_json_str(j, cy_cell_names[map->sea[pt_lowest(set)].cell]);
    pt_close(j, ']');
    pt_key_open(j, "isles", '[');
    for (uint64_t set = map->sea[sea].isles; set; set &= set - 1)
        pt_json_str(j, cy_isle_names[pt_lowest(set)]);
    pt_close(j, ']');
    pt_close(j, '}');
}

static void show_isle(pt_json *j, const cy_map *map, int isle) {
    const cy_isle *is = &map->isle[isle];
    pt_open(j, '{');
    pt_key_str(j, "isle", cy_isle_names[isle]);
    pt_key_open(j, "cells", '[');
    for (int i = 0; i < is->size; i++) pt_json_str(j, cy_cell_names[is->cell[i]]);
    pt_close(j, ']');
    pt_key_int(j, "prosperity", is->prosperity);
    pt_key_int(j, "footprint", cy_footprint(map, isle));
    pt_close(j, '}');
}

/* R2.8: a map serves each number of players that it is listed for. */
static void show_map(pt_json *j, int players) {
    assert(cy_maps[players]);
    const cy_map *map = cy_maps[players];
    pt_open(j, '{');
    pt_key_int(j, "players", players);
    pt_key_int(j, "width", map->width);
    pt_key_open(j, "sea", '[');
    for (int sea = 0; sea < map->seas; sea++) show_sea(j, map, sea);
    pt_close(j, ']');
    pt_key_open(j, "isles", '[');
    for (int isle = 0; isle < map->isles; isle++) show_isle(j, map, isle);
    pt_close(j, ']');
    pt_close(j, '}');
}

void cy_show_tables(pt_json *out) {
    pt_key_int(out, "units", CY_UNITS);
    pt_key_int(out, "building_price", CY_BUILDING_PRICE);
    pt_key_int(out, "move_price", CY_MOVE_PRICE);
    pt_key_open(out, "die", '['); /* R2.10: its six faces */
    for (int face = 0; face < CY_FACES; face++)
        for (int n = 0; n < cy_die[face]; n++) pt_json_int(out, face);
    pt_close(out, ']');
    pt_key_int(out, "sail_steps", CY_SAIL_STEPS);
    pt_key_int(out, "philosophers", CY_WISE);
    pt_key_int(out, "alms", CY_ALMS);
    pt_key_int(out, "alms_last_isle", CY_ALMS_LAST_ISLE);
    pt_key_int(out, "highest_offer", CY_OFFERS);
    pt_key_int(out, "sylph", CY_SYLPH);
    pt_key_open(out, "gods", '[');
    for (int god = 0; god <= CY_GODS; god++) show_god(out, god);
    pt_close(out, ']');
    pt_key_open(out, "creatures", '[');
    for (int creature = 0; creature < CY_CREATURES; creature++) show_creature(out, creature);
    pt_close(out, ']');
    pt_key_open(out, "maps", '[');
    for (int players = 3; players <= CY_SEATS; players++) show_map(out, players);
    pt_close(out, ']');
}
