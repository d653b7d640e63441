/* R6: end of a season, final score, winner; R8.30, R8.31, R8.34: bounds and invariants. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/test/table.h"

/* R6.1, R8.29 */
Test(mykerinos, r6_1_the_last_to_pass_begins_the_next_season) {
    mk_state s = position(
        3, "phase survey\npassed 3 1 2\nheld 1 V\ntilted 1 V\ncubes 1 a1\ntiles V7 L1\n");
    play(&s, 0, "decline");
    cr_expect_eq(s.first, 1);
    cr_expect_eq(s.head.round, 2);
    cr_expect_eq(s.player[0].tilted[MK_V], 0);
    cr_expect_eq(mk_passed_count(&s), 0);
    mk_state two = position(2, "phase survey\npassed 2 1\ncubes 1 a1\ntiles V7 L1\n");
    play(&two, 0, "decline");
    cr_expect_eq(two.first, 0); /* the one on space 3 */
}

Test(mykerinos, r6_1_after_season_four_the_game_is_over) {
    mk_state s =
        position(3, "season 4\nphase survey\ncubes 1 a9\ntiles - - - - - - - - V7 L1\n");
    cr_assert_eq(s.area, 4);
    play(&s, 0, "take L");
    cr_expect_eq(s.head.node, PT_OVER);
    refused(&s, 0, "pass", "R6.1");
}

/* R6.2, R8.21: the best room by the wing, never the sum. */
Test(mykerinos, r6_2_a_patron_is_worth_its_best_room) {
    mk_state s =
        position(3, "season 4\nphase over\nwings V L B K T\nheld 1 V V V\nrooms 21=1 25=1\n");
    cr_expect_eq(mk_patron_value(&s, 0, MK_V), 2);
    cr_expect_eq(mk_patron_value(&s, 0, MK_L), 2); /* 21 lies between wings 1 and 2 */
    cr_expect_eq(mk_patron_value(&s, 0, MK_B), 1);
    s.room[5] = 1;
    cr_expect_eq(mk_patron_value(&s, 0, MK_V), 3);
    s.room[10] = 1;
    cr_expect_eq(mk_patron_value(&s, 0, MK_V), 5);
    cr_expect_eq(mk_patron_value(&s, 1, MK_V), 1);
    int32_t points[PT_SEATS];
    mk_score(&s, points);
    cr_expect_eq(points[0], 15);
}

Test(mykerinos, r6_3_each_series_of_five_patrons_is_five_points) {
    mk_state s = position(3, "season 4\nphase over\nheld 1 V V L L B B K K T T T\n");
    int32_t points[PT_SEATS];
    mk_score(&s, points);
    cr_expect_eq(points[0], 11 + 10);
}

/* R6.4, E19 */
Test(mykerinos, r6_4_ties_go_to_the_larger_stock_then_are_shared) {
    mk_state s = position(3, "season 4\nphase over\npoints 40 40 12\nstock 3 1 9\n");
    uint8_t place[PT_SEATS];
    mk_rank(&s, place);
    cr_expect(place[0] == 1 && place[1] == 2 && place[2] == 3);
    s.player[1].stock = 3;
    mk_rank(&s, place);
    cr_expect(place[0] == 1 && place[1] == 1 && place[2] == 3);
}

/* R8.30, R8.34: the longest of many games stays below the stated bounds; R8.31 in every state.
 */
Test(mykerinos, r8_34_no_game_is_longer_than_the_bound) {
    static const int bound[5] = {0, 0, 462, 366, 488};
    pt_move list[2048];
    pt_chance luck[128];
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 100; seed++) {
            pt_rng rng = {seed};
            pt_config c = pt_config_normal(&mykerinos_game, players);
            mk_state s;
            int decisions = 0;
            PT_TEXT(why, 256);
            for (pt_start(&mykerinos_game, &s, &c); s.head.node != PT_OVER;) {
                decisions += s.head.node == PT_DECIDE;
                pt_random_step(&mykerinos_game, &s, &rng, list, luck);
                cr_assert_eq(mk_audit(&s, &why), PT_OK, "%s", why.at);
            }
            cr_assert_leq(decisions, bound[players]);
        }
}

/* R8.31: impossible positions are refused. */
Test(mykerinos, r8_31_impossible_positions_are_refused) {
    static const char *const impossible[] = {
        "stock 26 0 0\n",
        "stock 20 0 0\nreserve 6 0 0\n",
        "cubes 1 a1\ncubes 2 a1\n",
        "cubes 1 a9\n",
        "tiles V1 V1\n",
        "tiles V1 - - - - - - - L1\n",
        "rooms 21=1 21=2\n",
        "held 1 V V V V V V V V\n",
        "tilted 1 V\n",
        "wings V V L B K\n",
        "passed 1\nturn 1\n",
        "phase neutral\n",
        "phase survey\npassed 1\n",
        "turn 4\n",
        "rooms 9z=1\n",
        "rooms 33:1\n",
        "rooms 33=0\n",
        "rooms 33=4\n",
        "rooms 33=\n",
        "rooms 333=1\n",
        "passed 9\n",
        "phase survey\nqueue 1-high\n",
        "phase survey\nqueue 1:none\n",
        "phase survey\nqueue 0:high\n",
        "phase survey\nqueue 4:high\n",
        "phase survey\nqueue 1:\n",
    };
    pt_config c = pt_config_normal(&mykerinos_game, 3);
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++)
        must_not_read(&mykerinos_game, &c, impossible[i], "");
}

Test(mykerinos, r8_31_an_impossible_position_says_what_is_wrong) {
    static const struct {
        int players;
        const char *text, *words;
    } impossible[] = {
        {3, "cubes 1 a1 a2 a3\nstock 23 0 0\n",
         "R2.1: a colour has 25 cubes, and here it has more"},
        {2, "cubes N a1 a2\nneutral 12 12\n",
         "R2.1: a colour has 25 cubes, and here it has more"},
        {3, "rooms 33=1 33=2\n", "R8.21: room 33 is given twice"},
        {3, "held 1 V V V V V V V V\n", "R2.4: there are not that many V tiles"},
        {3, "held 1 X X\n", "R2.4: there are not that many X tiles"},
        {3, "passed 2 2\n", "R4.2: player 2 cannot pass twice"},
    };
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        pt_config c = pt_config_normal(&mykerinos_game, impossible[i].players);
        must_not_read(&mykerinos_game, &c, impossible[i].text, impossible[i].words);
    }
}

/* R7: every move of the notation is read and written alike. */
Test(mykerinos, r7_notation_is_read_as_written) {
    static const char *const moves[] = {"start c4",
                                        "extend c4 c5",
                                        "pass",
                                        "violet-start c4",
                                        "violet-extend c4 c5",
                                        "lemon-start c4",
                                        "lemon-extend c4 c5",
                                        "brown 33",
                                        "black c4 c5",
                                        "tang c4 c5 d5",
                                        "n-none",
                                        "n-start c4",
                                        "n-extend c4 c5",
                                        "take L",
                                        "room 53",
                                        "decline",
                                        "discard R",
                                        "first 1",
                                        "wing V",
                                        "deal V7",
                                        "deal V7'"};
    must_round_trip(&mykerinos_game, moves, sizeof moves / sizeof *moves);
    cr_expect_neq(pt_parse_move(mykerinos_game.verbs, "extend c4 e4"), 0, "for R4.4 to refuse");
    cr_expect_eq(pt_parse_move(mykerinos_game.verbs, "extend c4 i4"), 0);
    cr_expect_eq(pt_parse_move(mykerinos_game.verbs, "start i1"), 0);
    cr_expect_eq(pt_parse_move(mykerinos_game.verbs, "start a1 a2"), 0);
}
