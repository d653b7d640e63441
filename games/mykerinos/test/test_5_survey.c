/* R5: ranks, tiles, rooms, the neutral colour. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/test/table.h"

/* R5.1, R5.2, R8.23 */
Test(mykerinos, r5_2_more_cubes_first_and_of_equals_the_earlier_to_pass) {
    mk_state s = position(4, "phase survey\ntiles V3 L6 B1 K1\npyramids none\npassed 3 1 4 2\n"
                             "cubes 1 a1 a2\ncubes 2 b1 b2\ncubes 3 c1\ncubes 4 d1 d2 d3\n");
    uint8_t rank[MK_COLOURS];
    cr_expect_eq(mk_ranking(&s, 0, rank), 4);
    cr_expect(rank[0] == 3 && rank[1] == 0 && rank[2] == 1 && rank[3] == 2);
    cr_expect_eq(s.area, 0);
}

/* R5.3, R5.4, R8.15, R8.16, R8.18 */
Test(mykerinos, r5_4_third_and_fourth_have_no_museum) {
    mk_state s = position(4, "phase survey\ntiles V3 L6\npyramids none\npassed 1 2 3 4\n"
                             "cubes 1 a1 a2\ncubes 2 b1 b2\ncubes 3 c1\ncubes 4 d1\n");
    cr_expect_eq(legal_count(&s, 0, 0), 2 + 10 + 1);
    play(&s, 0, "decline");
    play(&s, 1, "room 21");
    refused(&s, 2, "room 22", "R5.4");
    play(&s, 2, "decline");
    cr_expect_eq(legal_count(&s, 3, 0), 3); /* declined tiles are still there */
    play(&s, 3, "take L");
    cr_expect_eq(s.player[3].points, 1);
}

/* R8.16: with both tiles gone, those below are not asked at all. */
Test(mykerinos, r8_16_without_a_tile_third_is_not_asked) {
    mk_state s = position(3, "phase survey\ntiles V3 L6 B1 K1\npyramids none\npassed 1 2 3\n"
                             "cubes 1 a1 a2\ncubes 2 b1 b2\ncubes 3 c1 e1\n");
    play(&s, 0, "take L");
    refused(&s, 1, "take L", "R5.3");
    play(&s, 1, "take R");
    cr_expect_eq(s.area, 1);
    cr_expect_eq(pt_mover(&s), 2);
}

/* R5.5, R8.12 */
Test(mykerinos, r5_5_a_tile_scores_at_once_and_helps_from_next_season) {
    mk_state s =
        position(3, "season 4\nphase survey\ntiles V7 X0\npyramids none\ncubes 1 a1\n");
    play(&s, 0, "take L");
    cr_expect_eq(s.player[0].points, 3);
    cr_expect_eq(s.player[0].tiles[MK_V], 1);
    cr_expect_eq(s.player[0].blank, 0);
}

/* R5.6, R8.21, R8.22, E8 */
Test(mykerinos, r5_6_a_five_needs_an_own_cube_next_door) {
    mk_state s = position(
        3, "phase survey\ntiles V3 L6\npyramids none\ncubes 1 a1\nrooms 55=1 35=1 31=2\n");
    refused(&s, 0, "room 51", "R5.6"); /* a rival's cube opens nothing */
    refused(&s, 0, "room 54", "R5.6"); /* a five opens nothing */
    refused(&s, 0, "room 31", "R5.6"); /* one cube a room */
    play(&s, 0, "room 25");
    cr_expect_eq(mk_legal_rooms(&s, 0) >> 10 & 1, 1); /* 51 now */
}

/* R5.3, R8.19, E13 */
Test(mykerinos, r8_19_an_empty_reserve_closes_the_museum_until_cubes_come_back) {
    mk_state s = position(
        3, "phase survey\ntiles V3 L6 B1 K1\npyramids none\nstock 20 0 0\nreserve 0 25 25\n"
           "rooms 31=1 21=1\ncubes 1 a1 a2 e1\n");
    refused(&s, 0, "room 22", "R5.3");
    play(&s, 0, "take L");
    cr_expect_eq(s.player[0].reserve, 2);
    play(&s, 0, "room 51");
}

/* R5.7, R8.17, E15 */
Test(mykerinos, r5_7_cubes_go_back_and_tiles_left_leave_the_game) {
    mk_state s = position(3, "phase survey\ntiles K7 T1 B1 V1\npyramids none\nstock 0 0 0\n"
                             "cubes 1 a1 a2\ncubes 2 e1\n");
    play(&s, 0, "take L");
    cr_expect_eq(s.area, 1);
    cr_expect_eq(s.player[0].reserve, 25);
    cr_expect_not(mk_any(s.cubes[0]));
    cr_expect_eq(s.slot[0], MK_NONE);
    cr_expect_eq(s.slot[1], MK_NONE);
}

/* R5.8, R8.27 */
Test(mykerinos, r8_27_n_third_or_alone_asks_nobody_to_discard) {
    mk_state s = position(2, "phase survey\ntiles V3 L6 B1 K1\npyramids none\npassed 1 2\n"
                             "cubes 1 a1 a2 a3\ncubes 2 b1 b2\ncubes N c1 e1\n");
    play(&s, 0, "decline");
    play(&s, 1, "decline");
    cr_expect_eq(s.head.round, 2); /* area 2: N alone, both tiles gone without a question */
}

/* R5.8, R5.9, R8.28 */
Test(mykerinos, r8_28_n_second_the_first_says_what_it_removes_whatever_he_chose) {
    const char *text = "phase survey\ntiles V3 L6\npyramids none\npassed 1 2\n"
                       "cubes 1 a1 a2 a3\ncubes N b1 b2\ncubes 2 c1\n";
    mk_state s = position(2, text);
    play(&s, 0, "decline");
    refused(&s, 0, "decline", "R5.9");
    cr_expect_eq(legal_count(&s, 0, MKV_DISCARD), 2);
    play(&s, 0, "discard L");
    play(&s, 1, "take R");
    mk_state t = position(2, text);
    play(&t, 0, "take L"); /* the tile left goes by itself, and P2 has nothing to take */
    cr_expect_eq(t.head.phase, MKP_DEAL);
}

/* R8.1: no cube is placed any more once the survey has begun. */
Test(mykerinos, r8_1_the_survey_is_a_phase_of_its_own) {
    mk_state s =
        position(3, "phase survey\ntiles V3 L6\npyramids none\ncubes 1 a1\nstock 5 5 5\n");
    refused(&s, 0, "start h6", "R5.3");
    refused(&s, 0, "pass", "R5.3");
}
