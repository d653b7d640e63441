/* R4: placing cubes, patrons, passing, neutral cubes. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/test/table.h"
#include <stdlib.h>

/* Plays the draws of a new season with any tiles. */
static void deal(mk_state *s) {
    pt_chance list[128];
    while (s->head.phase == MKP_DEAL) {
        mykerinos_game.chance(s, list);
        mykerinos_game.apply(s, PT_LUCK, list[0].move);
    }
}

/* R4.1, R8.20, E20: as many cubes as the reserve has. */
Test(mykerinos, r4_1_a_short_reserve_gives_what_it_has) {
    mk_state s = position(3, "season 2\nphase deal\nstock 12 0 3\nreserve 6 0 22\n");
    deal(&s);
    cr_expect_eq(s.player[0].stock, 18);
    cr_expect_eq(s.player[0].reserve, 0);
    cr_expect_eq(s.player[1].stock, 0);
    cr_expect_eq(s.player[2].stock, 14);
    cr_expect_eq(s.player[2].reserve, 11);
}

/* R4.1, R8.26: when neutral cubes run short the first player is served first. */
Test(mykerinos, r4_1_neutral_cubes_are_given_in_turn_from_the_first_player) {
    mk_state s = position(2, "season 3\nphase deal\nfirst 2\nneutral 9 11\n");
    cr_assert_eq(s.neutral_reserve, 5);
    deal(&s);
    cr_expect_eq(s.player[1].neutral, 14);
    cr_expect_eq(s.player[0].neutral, 11);
    cr_expect_eq(s.neutral_reserve, 0);
}

Test(mykerinos, r4_2_turns_go_clockwise_past_those_who_passed) {
    mk_state s = position(4, "stock 8 8 8 8\nfirst 3\n");
    play(&s, 2, "start a1");
    refused(&s, 2, "start a2", "R4.2");
    play(&s, 3, "pass");
    play(&s, 0, "start b1");
    play(&s, 1, "pass");
    play(&s, 2, "start c1");
    cr_expect_eq(s.turn, 0);
    cr_expect_eq(s.passed[0], 4);
    cr_expect_eq(s.passed[1], 2);
}

/* Every kind at once and as many cubes of one's own as there are. Rows are written eight moves
 * at a time, so that the list has to end well before the room that a caller has for it. */
Test(mykerinos, r4_the_longest_lists_end_within_max_moves) {
    static const char *const texts[] = {
        "season 4\nheld 1 V L B K T\nstock 6 0\nreserve 1 25\n"
        "cubes 1 b1 f1 d2 h2 a3 c4 g4 e5 b6 f6 h6 d7 a8 c9 g9 e8 h8 e3\n",
        "season 4\nphase neutral\nneutral 7 0\n"
        "cubes N b1 f1 d2 h2 a3 c4 g4 e5 b6 f6 h6 d7 a8 c9 g9 e8 h8 e3\n"};
    for (int i = 0; i < 2; i++) {
        mk_state s = position(2, texts[i]);
        pt_move *list = malloc(mykerinos_game.max_moves * sizeof *list);
        int n = mykerinos_game.legal(&s, 0, list);
        cr_expect_gt(n, i == 0 ? 600 : 150);
        cr_expect_leq(n, mykerinos_game.max_moves - 8);
        free(list);
    }
}

/* R4.3, R8.4 */
Test(mykerinos, r4_3_start_needs_an_empty_space_and_a_cube) {
    mk_state s = position(3, "stock 1 0 0\npyramids b2\ncubes 2 c3\ncubes 1 d4\n");
    cr_expect_eq(legal_count(&s, 0, MKV_START), 45);
    refused(&s, 0, "start b2", "R4.3");
    refused(&s, 0, "start c3", "R4.3");
    refused(&s, 0, "start a7", "R2.5");
    play(&s, 0, "start d3"); /* beside an own cube */
    mk_state empty = position(3, "stock 0 0 0\n");
    refused(&empty, 0, "start a1", "R4.3");
    cr_expect_eq(legal_count(&empty, 0, 0), 1); /* R8.8: only a pass */
    play(&empty, 0, "pass");
}

/* R4.4, R8.5, R8.6, R8.7 */
Test(mykerinos, r4_4_extend_places_two_from_an_own_cube) {
    mk_state s = position(3, "stock 2 0 0\ncubes 1 a1 h6\ncubes 2 b1\n");
    refused(&s, 0, "extend c1 d1", "R4.4"); /* touches no own cube */
    refused(&s, 0, "extend b1 c1", "R4.4"); /* taken */
    must_refuse(&mykerinos_game, &s, 0, mv("extend a2 c5"), "R4.4:", "c5 is not beside a2");
    cr_expect_eq(legal_count(&s, 0, MKV_EXTEND), 2 + 4);
    play(&s, 0, "extend a2 a3");
    cr_expect_eq(s.player[0].stock, 0);
    mk_state one = position(3, "stock 1 0 0\ncubes 1 a1\n");
    refused(&one, 0, "extend a2 a3", "R4.4");
}

/* R4.5, R8.9 */
Test(mykerinos, r4_5_violet_brings_a_cube_from_the_reserve) {
    mk_state s = position(3, "stock 0 0 0\nreserve 3 0 0\nheld 1 V\ncubes 1 a1\n");
    must_refuse(&mykerinos_game, &s, 0, mv("violet-extend a2 a3"),
                "R4.5:", "this takes 1 cube from your stock; you have 0");
    play(&s, 0, "violet-start h6");
    cr_expect_eq(s.player[0].stock, 0);
    cr_expect_eq(s.player[0].reserve, 2);
    cr_expect_eq(s.player[0].tilted[MK_V], 1);
    mk_state dry = position(3, "stock 5 0 0\nreserve 0 0 0\nheld 1 V\n");
    refused(&dry, 0, "violet-start a1", "R4.5");
    cr_expect_eq(legal_count(&dry, 0, MKV_VIOLET_START), 0);
}

/* R4.6, R8.10, R8.11 */
Test(mykerinos, r4_6_lemon_allows_one_pyramid_without_a_cube) {
    mk_state s =
        position(3, "stock 9 0 0\nheld 1 L\npyramids a2 a3 b2\ncubes 1 a1\ncubes 2 b2\n");
    refused(&s, 0, "lemon-extend a2 a3", "R4.6");
    refused(&s, 0, "lemon-start b2", "R4.6");
    refused(&s, 0, "start a2", "R4.3");
    play(&s, 0, "lemon-start a2");
    mk_state t = position(3, "stock 9 0 0\nheld 1 L\ncubes 1 a1\n");
    play(&t, 0, "lemon-extend a2 a3"); /* no pyramid at all */
}

/* R4.7: from the stock, as an action. */
Test(mykerinos, r4_7_brown_puts_a_stock_cube_into_a_room) {
    mk_state s = position(3, "stock 1 1 0\nreserve 24 24 25\nheld 1 B\n");
    refused(&s, 0, "brown 51", "R5.6");
    play(&s, 0, "brown 31");
    cr_expect_eq(s.room[5], 1);
    cr_expect_eq(s.player[0].stock, 0);
    cr_expect_eq(s.player[0].reserve, 24);
    cr_expect_eq(s.turn, 1);
    refused(&s, 1, "brown 32", "R4.10");
    mk_state none = position(3, "stock 0 0 0\nheld 1 B\n");
    refused(&none, 0, "brown 31", "R4.7");
}

/* R4.8, R8.33 */
Test(mykerinos, r4_8_black_places_two_neighbours_anywhere) {
    mk_state s = position(3, "stock 2 0 0\nheld 1 K\npyramids a1\n");
    refused(&s, 0, "black a1 a2", "R4.8");
    play(&s, 0, "black g5 g6");
    mk_state other = position(3, "stock 2 0 0\nheld 1 K\npyramids a1\n");
    play(&other, 0, "black g6 g5");
    cr_expect_eq(memcmp(&s, &other, sizeof s), 0);
}

/* R4.9, R8.7 */
Test(mykerinos, r4_9_tang_is_a_path_of_three) {
    mk_state s = position(3, "stock 3 0 0\nheld 1 T\ncubes 1 a1\n");
    refused(&s, 0, "tang b1 b2 b1", "R4.9"); /* back onto the first */
    refused(&s, 0, "tang c1 c2 c3", "R4.9"); /* from nowhere */
    play(&s, 0, "tang b1 b2 b3");
    cr_expect_eq(mk_size(s.cubes[0]), 4);
    mk_state two = position(3, "stock 2 0 0\nheld 1 T\ncubes 1 a1\n");
    refused(&two, 0, "tang b1 b2 b3", "R4.9");
}

Test(mykerinos, r4_10_a_tilted_tile_is_used_up_for_the_season) {
    mk_state s = position(3, "season 2\nstock 9 0 0\nheld 1 K K\ntilted 1 K\npassed 2\n");
    play(&s, 0, "black a1 a2");
    play(&s, 2, "pass");
    refused(&s, 0, "black a3 a4", "R4.10");
    refused(&s, 0, "lemon-start a3", "R4.10");
}

/* R4.11, R8.13, R8.14, E28 */
Test(mykerinos, r4_11_the_last_player_has_one_action_and_then_the_survey_begins) {
    mk_state s = position(3, "stock 9 9 9\ncubes 3 a1\npassed 2 1\nturn 3\n");
    play(&s, 2, "extend a2 a3");
    cr_expect_eq(s.head.phase, MKP_SURVEY);
    cr_expect(s.passed[0] == 2 && s.passed[1] == 1 && s.passed[2] == 3);
    mk_state d = position(3, "stock 9 9 9\ncubes 3 a1\npassed 2 1\nturn 3\n");
    play(&d, 2, "pass"); /* declined */
    cr_expect_eq(d.head.phase, MKP_SURVEY);
    cr_expect_eq(d.player[2].stock, 9); /* kept */
}

/* R4.12, R8.24, R8.25, R8.32, E27 */
Test(mykerinos, r4_12_the_neutral_step_follows_every_action_but_a_pass) {
    mk_state s = position(2, "stock 9 9\nneutral 0 4\nheld 2 B\n");
    play(&s, 0, "start c4");
    cr_expect_eq(s.head.phase, MKP_NEUTRAL);
    cr_expect_eq(legal_count(&s, 0, 0), 1);
    refused(&s, 0, "n-start a1", "R4.12");
    refused(&s, 0, "start a1", "R4.12");
    play(&s, 0, "n-none");
    play(&s, 1, "brown 21");
    play(&s, 1, "n-start a1");
    play(&s, 0, "pass");
    cr_expect_eq(s.turn, 1);
    refused(&s, 1, "n-none", "R4.2");
    play(&s, 1, "start a2"); /* the last action has its neutral step too */
    cr_expect_eq(s.head.phase, MKP_NEUTRAL);
    refused(&s, 1, "n-extend b2 b3", "R4.12");
    play(&s, 1, "n-extend b1 b2");
    cr_expect_eq(s.head.phase, MKP_SURVEY);
    cr_expect_eq(s.player[1].neutral, 1);
}
