/* R2: the box is complete; the maps are whole, symmetric and fair. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"
#include "games/cyclades/words.h"
#include <stdio.h>

static const cy_map *const maps[] = {&cy_map_3, &cy_map_4, &cy_map_5};

/* R2.5, R2.10, R2.11, R2.13 */
Test(cyclades, r2_5_r2_10_r2_13_the_box_is_complete) {
    int faces = 0, pips = 0;
    for (int i = 0; i < 4; i++) {
        faces += cy_die[i];
        pips += i * cy_die[i];
    }
    cr_expect_eq(faces, 6);
    cr_expect_eq(pips, 9); /* 0 1 1 2 2 3 */
    cr_expect_eq(CY_CREATURES, 17);
    for (int c = 0; c < CY_CREATURES; c++) {
        cr_expect(cy_creature_names[c] && cy_creature_rules[c]);
        cr_expect_eq(cy_is_figure(c), c >= CY_CHIRON && c < CY_KRAKEN);
    }
    static const int supply[CY_SUPPLIES] = {10, 10, 10, 10, 10, 18, 17, 16};
    for (int i = 0; i < CY_SUPPLIES; i++) cr_expect_eq(cy_supplies[i], supply[i]);
    int sum[CY_GODS] = {0};
    for (int god = 0; god < CY_GODS; god++)
        for (int i = 0; cy_price[god][i] != CY_NONE; i++) sum[god] += cy_price[god][i];
    cr_expect_eq(sum[CY_POSEIDON], 6);
    cr_expect_eq(sum[CY_ARES], 9);
    cr_expect_eq(sum[CY_ZEUS], 4);
    cr_expect_eq(sum[CY_ATHENA], 4);
}

/* What is said about a creature or a god stands under its own name. */
Test(cyclades, r2_5_lists_of_words_are_in_the_order_of_the_box) {
    cr_assert_eq(cy_names_power.count, CY_CREATURES);
    cr_assert_eq(cy_names_deed.count, CY_CREATURES);
    cr_assert_eq(cy_names_unit.count, CY_GODS);
    cr_assert_eq(cy_names_figure.count, CY_FIGURES);
    for (int c = 0; c < CY_CREATURES; c++) {
        cr_expect_str_eq(cy_names_power.ids[c], cy_creature_names[c]);
        cr_expect_str_eq(cy_names_deed.ids[c], cy_creature_names[c]);
    }
    for (int god = 0; god < CY_GODS; god++)
        cr_expect_str_eq(cy_names_unit.ids[god], cy_god_names[god]);
    for (int figure = 0; figure < CY_FIGURES; figure++)
        cr_expect_str_eq(cy_names_figure.ids[figure], cy_creature_names[CY_CHIRON + figure]);
}

/* R2.10, R4.26: 36 equally likely pairs of faces. */
Test(cyclades, r2_10_the_dice_have_36_outcomes) {
    pt_chance luck[16];
    int n = cy_chance_roll(luck), certain = 0;
    cr_expect_eq(n, 16);
    cr_expect_eq(pt_chance_total(luck, n), 36);
    for (int i = 0; i < n; i++) /* even strength: attacker alone loses in 13 of 36 */
        if (pt_arg(luck[i].move, 0) < pt_arg(luck[i].move, 1)) certain += (int)luck[i].weight;
    cr_expect_eq(certain, 13);
}

/* The cells of a map of width w: row r has w - |r - 5|. */
static int cells_of(const cy_map *m) {
    int n = 0;
    for (int cell = 0; cell < CY_CELLS; cell++) n += m->at[cell] != CY_NONE;
    return n;
}

/* R2.8 */
Test(cyclades, r2_8_the_maps_have_the_printed_numbers) {
    static const int seas[] = {30, 46, 61}, isles[] = {8, 10, 13}, squares[] = {17, 23, 30};
    static const int land[] = {8, 9, 11}, horns[] = {4, 6, 6}, cells[] = {47, 69, 91};
    static const int widths[] = {7, 9, 11};
    for (int i = 0; i < 3; i++) {
        const cy_map *m = maps[i];
        int size = 0, prosperity = 0, horn = 0;
        for (int isle = 0; isle < m->isles; isle++) {
            size += m->isle[isle].size;
            prosperity += m->isle[isle].prosperity;
        }
        for (int sea = 0; sea < m->seas; sea++) {
            horn += m->sea[sea].horn;
            cr_expect_eq(m->sea[sea].horn, cy_in(m->horns, sea));
        }
        cr_expect_eq(m->width, widths[i]);
        cr_expect_eq(m->seas, seas[i]);
        cr_expect_eq(m->isles, isles[i]);
        cr_expect_eq(size, squares[i]);
        cr_expect_eq(prosperity, land[i]);
        cr_expect_eq(horn, horns[i]);
        cr_expect_eq(cells_of(m), cells[i]);
        cr_expect_eq(cells_of(m), m->seas + size);
    }
}

/* R2.6: neighbours are exactly the cells whose (X, Y) differ by (2, 0) or (1, 1). */
Test(cyclades, r2_6_adjacency_is_symmetric_and_what_the_drawing_shows) {
    for (int i = 0; i < 3; i++) {
        const cy_map *m = maps[i];
        for (int a = 0; a < m->seas; a++) {
            const cy_sea *s = &m->sea[a];
            uint64_t near = 0, drawn = 0;
            cr_expect_eq(m->at[s->cell], a);
            for (int step = 0; step < CY_STEPS; step++) {
                if (s->step[step] == CY_NONE) continue;
                near |= cy_bit(s->step[step]);
                cr_expect_eq(m->sea[s->step[step]].step[5 - step], a);
                cr_expect_eq(cy_cell_step(s->cell, step), m->sea[s->step[step]].cell);
            }
            for (int b = 0; b < m->seas; b++) {
                int dx = abs(m->sea[b].x - s->x), dy = abs(m->sea[b].y - s->y);
                if ((dx == 2 && dy == 0) || (dx == 1 && dy == 1)) drawn |= cy_bit(b);
            }
            cr_expect_eq(near, m->near[a]);
            cr_expect_eq(drawn, m->near[a], "%s", cy_cell_names[s->cell]);
        }
    }
}

/* R2.7: isles are joined cells, and no two isles touch. */
Test(cyclades, r2_7_isles_and_the_sea_beside_them_agree) {
    for (int i = 0; i < 3; i++) {
        const cy_map *m = maps[i];
        for (int isle = 0; isle < m->isles; isle++) {
            const cy_isle *is = &m->isle[isle];
            uint64_t shore = 0;
            int inner = 0;
            for (int c = 0; c < is->size; c++)
                for (int step = 0; step < CY_STEPS; step++) {
                    int to = cy_cell_step(is->cell[c], step), at = to < 0 ? CY_NONE : m->at[to];
                    if (at < CY_LAND) shore |= cy_bit(at);
                    if (at >= CY_LAND && at != CY_NONE) {
                        cr_expect_eq(at - CY_LAND, isle);
                        inner++;
                    }
                }
            cr_expect_eq(shore, is->shore);
            cr_expect(inner >= 2 * (is->size - 1)); /* joined */
            for (int sea = 0; sea < m->seas; sea++)
                cr_expect_eq(cy_in(shore, sea), cy_in(m->sea[sea].isles, isle));
            int want = is->size == 1 ? 2 : is->size == 2 ? 1 : 0;
            cr_expect_eq(is->prosperity, want);
            cr_expect_eq(cy_footprint(m, isle), is->size == 1 ? 1 : 2);
        }
    }
}

/* R2.6: one sea. */
Test(cyclades, r2_6_the_sea_is_connected) {
    for (int i = 0; i < 3; i++) {
        uint64_t reached = 1, before = 0;
        while (reached != before) {
            before = reached;
            for (int sea = 0; sea < maps[i]->seas; sea++)
                if (cy_in(reached, sea)) reached |= maps[i]->near[sea];
        }
        cr_expect_eq(reached, cy_bit(maps[i]->seas) - 1);
    }
}

/* R2.9, R2.1, R2.2, R3.1 */
Test(cyclades, r2_9_every_start_is_equal) {
    for (int players = 2; players <= 5; players++) {
        cy_state s = fresh(players);
        const cy_map *m = cy_map_of(&s);
        uint16_t taken = 0;
        for (int seat = 0; seat < players; seat++) {
            int squares = 0;
            cr_expect_eq(pt_count(s.owned[seat]), 2);
            cr_expect_eq(s.owned[seat] & taken, 0);
            taken |= s.owned[seat];
            for (uint64_t set = s.owned[seat]; set; set &= set - 1) {
                squares += m->isle[pt_lowest(set)].size;
                cr_expect(m->isle[pt_lowest(set)].shore & s.fleets[seat],
                          "%d players, seat %d: no fleet beside %s", players, seat + 1,
                          cy_isle_names[pt_lowest(set)]);
            }
            cr_expect_eq(squares, 5);
            cr_expect_eq(cy_revenue(&s, seat), 2);
            cr_expect_eq(s.ships[seat], 2);
            cr_expect_eq(s.men[seat], 2);
            cr_expect_eq(s.gold[seat], 5);
        }
    }
}

/* R2.6: names, row by row. */
Test(cyclades, r2_6_cells_are_named_by_row_and_column) {
    int cell = 0;
    for (int row = 0; row < 11; row++)
        for (int column = 1; column <= 11 - abs(row - 5); column++) {
            char name[8];
            snprintf(name, sizeof name, "%c%d", 'a' + row, column);
            cr_expect_str_eq(cy_cell_names[cell++], name);
        }
    cr_expect_eq(cell, CY_CELLS);
}
