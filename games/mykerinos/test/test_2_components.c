/* R2: the box is complete, and the tables say what the rulebook says. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/test/table.h"

/* R2.1, R2.2, R2.4 */
Test(mykerinos, r2_4_each_patron_has_seven_tiles_of_the_same_profile) {
    static const uint8_t points[7] = {0, 0, 1, 1, 1, 2, 3}, pyramids[7] = {0, 1, 1, 1, 2, 1, 2};
    int all_points = 0, all_pyramids = 0;
    for (int t = 0; t < MK_TILES; t++) {
        all_points += mk_tiles[t].points;
        all_pyramids += pt_count(mk_tiles[t].pyramids);
        cr_expect_str_eq(mk_tiles[t].name, mk_tile_names[t]);
        if (t == MK_BLANK) continue;
        cr_expect_eq(mk_tiles[t].patron, t / 7);
        cr_expect_eq(mk_tiles[t].points, points[t % 7]);
        cr_expect_eq(pt_count(mk_tiles[t].pyramids), pyramids[t % 7]);
        cr_expect_eq(mk_tiles[t].name[0], mk_patron_letters[t / 7][0]);
    }
    cr_expect_eq(all_points, 45);
    cr_expect_eq(all_pyramids, 42);
    cr_expect_eq(mk_tiles[MK_BLANK].patron, MK_NONE);
    cr_expect_eq(mk_tiles[MK_BLANK].points, 5);
}

Test(mykerinos, r2_3_half_a_turn_swaps_a_f_b_e_c_d) {
    for (int i = 0; i < 6; i++) cr_expect_eq(mk_turned((uint8_t)(1u << i)), 1u << (5 - i));
    for (unsigned p = 0; p < 64; p++) cr_expect_eq(mk_turned(mk_turned((uint8_t)p)), p);
    for (int t = 0; t < MK_TILES; t++)
        cr_expect_eq(mk_symmetric(t), mk_turned(mk_tiles[t].pyramids) == mk_tiles[t].pyramids);
}

/* R2.4: all nine shapes of two pyramids occur, counted up to half a turn. */
Test(mykerinos, r2_4_all_nine_pairs_of_pyramids_occur) {
    bool seen[64] = {false};
    int shapes = 0;
    for (int t = 0; t < MK_TILES; t++) {
        uint8_t p = mk_tiles[t].pyramids, q = mk_turned(p), key = p < q ? p : q;
        if (pt_count(p) == 2 && !seen[key]) shapes++;
        seen[key] = true;
    }
    cr_expect_eq(shapes, 9);
}

/* R2.5, R8.2 */
Test(mykerinos, r2_5_slots_tile_the_region_and_neighbours_are_mutual) {
    int edges = 0;
    for (int a = 0; a < MK_SPACES; a++)
        for (int step = 0; step < 4; step++) {
            int b = mk_neighbour(a, step);
            if (b < 0) continue;
            edges++;
            cr_expect_eq(mk_neighbour(b, 3 - step), a);
            cr_expect(mk_on(mk_around(mk_bit(a)), b));
        }
    cr_expect_eq(edges, 254); /* 127 borders on 8 by 9, seen from both sides */
    for (int a = 0; a < MK_SPACES; a++) {
        int n = 0;
        for (int step = 0; step < 4; step++) n += mk_neighbour(a, step) >= 0;
        cr_expect_eq(mk_size(mk_around(mk_bit(a))), n);
    }
    cr_expect_eq(mk_size(mk_region(1)), 48);
    cr_expect_eq(mk_size(mk_region(4)), 72);
}

/* R2.6 */
Test(mykerinos, r2_6_five_rooms_of_each_value_and_doors_into_the_fives) {
    int count[6] = {0}, serves[MK_PATRONS][6] = {{0}};
    for (int r = 0; r < MK_ROOMS; r++) {
        const mk_room *room = &mk_rooms[r];
        count[room->value]++;
        serves[room->wing[0]][room->value]++;
        if (room->wing[1] != room->wing[0]) serves[room->wing[1]][room->value]++;
        cr_expect_eq(room->name[0] - '0', room->value);
        cr_expect_eq(room->name[1] - '1', room->wing[0]);
        cr_expect_str_eq(room->name, mk_room_names[r]);
    }
    for (int wing = 0; wing < MK_PATRONS; wing++) {
        cr_expect_eq(serves[wing][2], 2);
        cr_expect_eq(serves[wing][3], 1);
        cr_expect_eq(serves[wing][5], 1);
        /* the doors lead from exactly the wing's own 2s and 3 */
        for (int r = 0; r < MK_ROOMS; r++) {
            const mk_room *room = &mk_rooms[r];
            bool own = room->wing[0] == wing || room->wing[1] == wing;
            cr_expect_eq(mk_openers[wing] >> r & 1, own && room->value < 5);
        }
    }
    cr_expect(count[2] == 5 && count[3] == 5 && count[5] == 5);
}

Test(mykerinos, r2_7_eleven_eleven_eight) {
    cr_expect_eq(mk_allotment[2], 11);
    cr_expect_eq(mk_allotment[3], 11);
    cr_expect_eq(mk_allotment[4], 8);
    cr_expect_eq(MK_NEUTRAL_ALLOTMENT, 4);
}
