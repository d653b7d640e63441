/* R1, R3: setting up; R8.13, R8.20, R8.21. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/test/table.h"

/* R3.1, R8.17: everybody has all the tiles; R1.2: nothing is hidden. */
Test(myriath, r3_1_everybody_begins_with_all_tiles_in_the_open) {
    for (int players = 2; players <= 4; players++) {
        mr_state s = fresh(players, 1);
        for (int seat = 0; seat < MR_SEATS; seat++)
            cr_expect_eq(pt_count(s.hand[seat]), seat < players ? 19 : 0);
    }
    cr_expect_null(myriath_game.observe);
    cr_expect_null(myriath_game.imagine);
}

/* R3.2: all seats alike; nobody owes a decision before the draw. */
Test(myriath, r3_2_the_start_is_drawn_among_all_or_the_lowest_scorers) {
    pt_chance luck[MR_SEATS];
    mr_state s = fresh(4, 1);
    cr_expect_eq(s.head.node, PT_CHANCE);
    cr_expect_eq(myriath_game.chance(&s, luck), 4);
    for (int i = 0; i < 4; i++) cr_expect_eq(luck[i].weight, 1u);
    pt_config c = pt_config_normal(&myriath_game, 3);
    PT_TEXT(why, 200);
    cr_assert_eq(pt_config_set(&myriath_game, &c, "start=13", &why), PT_OK, "%s", why.at);
    pt_start(&myriath_game, &s, &c);
    cr_expect_eq(myriath_game.chance(&s, luck), 2);
    cr_expect_eq(luck[1].move, mv("start 3"));
    cr_assert_eq(pt_config_set(&myriath_game, &c, "start=2", &why), PT_OK, "%s", why.at);
    pt_start(&myriath_game, &s, &c);
    cr_expect_eq(s.head.node, PT_DECIDE);
    cr_expect_eq(s.first, 1);
    refused(&s, 1, "start 1", "R3.2", "lot");
}

/* R3.4, R8.13: with four players there is a square for the last octagon in many random set-ups,
 * and nothing else may be done before. */
Test(myriath, r8_13_there_is_always_a_square_for_the_octagon) {
    pt_move list[128];
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 500; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, 1);
            random_step(&s, &rng);
            for (int i = 0; i < players; i++) {
                cr_assert_eq(s.head.phase, MRP_OCTAGON);
                cr_assert_gt(mr_octagon_squares(&s, list), 0);
                random_step(&s, &rng);
            }
            cr_assert_eq(s.head.phase, MRP_PLAY);
            cr_assert_eq(s.turn, s.first); /* R8.21 */
        }
}

/* R8.20: all 520 set-ups of two players, 128 to 236 placements. */
Test(myriath, r8_20_the_first_turn_always_has_a_placement) {
    pt_config c = pt_config_normal(&myriath_game, 2);
    c.option[MRO_START] = 1;
    mr_state s;
    pt_start(&myriath_game, &s, &c);
    pt_move first[128], second[128];
    int n = myriath_game.legal(&s, 0, first), setups = 0, least = 1 << 20, most = 0;
    for (int i = 0; i < n; i++) {
        mr_state one = s;
        myriath_game.apply(&one, 0, first[i]);
        int m = myriath_game.legal(&one, 1, second);
        for (int j = 0; j < m; j++, setups++) {
            mr_state two = one;
            myriath_game.apply(&two, 1, second[j]);
            int k = mr_mobility(&two, 0, two.hand[0], NULL);
            if (k < least) least = k;
            if (k > most) most = k;
        }
    }
    cr_expect_eq(setups, 520);
    cr_expect_eq(least, 128);
    cr_expect_eq(most, 236);
}

/* R3.3, R8.21: by the place in turn order, whoever begins. */
Test(myriath, r3_3_head_starts_follow_the_start_player) {
    for (int players = 2; players <= 4; players++)
        for (int first = 0; first < players; first++) {
            static const int half_points[4] = {0, 0, 1, 2};
            mr_state s = fresh(players, 1);
            myriath_game.apply(&s, PT_LUCK, pt_mv(MRV_START, (unsigned)first, 0, 0));
            cr_expect_eq(s.turn, first);
            for (int i = 0; i < players; i++)
                cr_expect_eq(s.score[(first + i) % players], half_points[i]);
        }
}

/* R3.4: a refused square is named. */
Test(myriath, r3_4_a_refused_square_is_named) {
    mr_state s = fresh(2, 1);
    play(&s, PT_LUCK, "start 1");
    refused(&s, 0, "oct g3", "R3.4", "g3 is an outer square");
    refused(&s, 0, "oct h3", "R3.4", "square h3 lies outside the area");
}
