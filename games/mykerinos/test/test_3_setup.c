/* R1, R3: players, lots and the first deal. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/test/table.h"

Test(mykerinos, r1_1_two_to_four_play) {
    pt_config c = pt_config_normal(&mykerinos_game, 5);
    cr_expect_eq(pt_config_check(&mykerinos_game, &c, NULL), PT_REFUSED);
    c.seats = 1;
    cr_expect_eq(pt_config_check(&mykerinos_game, &c, NULL), PT_REFUSED);
    for (c.seats = 2; c.seats <= 4; c.seats++)
        cr_expect_eq(pt_config_check(&mykerinos_game, &c, NULL), PT_OK);
}

static mk_state fresh(int players) {
    mk_state s;
    pt_config c = pt_config_normal(&mykerinos_game, players);
    pt_start(&mykerinos_game, &s, &c);
    return s;
}

Test(mykerinos, r3_1_every_seat_may_be_first_with_equal_odds) {
    for (int players = 2; players <= 4; players++) {
        mk_state s = fresh(players);
        pt_chance list[128];
        int n = mykerinos_game.chance(&s, list);
        cr_expect_eq(n, players);
        for (int i = 0; i < n; i++) cr_expect_eq(list[i].weight, 1);
        play(&s, PT_LUCK, "first 2");
        cr_expect_eq(s.first, 1);
    }
}

Test(mykerinos, r3_2_the_wings_get_each_patron_once) {
    mk_state s = fresh(3);
    pt_chance list[128];
    play(&s, PT_LUCK, "first 1");
    const char *const wings[] = {"wing T", "wing B", "wing V", "wing K", "wing L"};
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(mykerinos_game.chance(&s, list), 5 - i);
        play(&s, PT_LUCK, wings[i]);
        cr_expect_eq(pt_check(&mykerinos_game, &s, PT_LUCK, mv(wings[i]), NULL), PT_REFUSED);
    }
    cr_expect_eq(s.wing[0], MK_T);
    cr_expect_eq(s.head.phase, MKP_DEAL);
}

/* R3.3, R1.2: 36 tiles, each way round alike; tiles that look the same both ways count twice.
 */
Test(mykerinos, r3_3_a_deal_draws_from_all_tiles_left_either_way_round) {
    mk_state s = fresh(3);
    pt_chance list[128];
    play(&s, PT_LUCK, "first 1");
    for (int i = 0; i < 5; i++) {
        int n = mykerinos_game.chance(&s, list);
        mykerinos_game.apply(&s, PT_LUCK, list[n - 1].move);
    }
    int n = mykerinos_game.chance(&s, list);
    cr_expect_eq(n, 2 * 36 - 9); /* V1 L1 B1 K1 T1 B5 K7 T7 X0 are symmetric */
    cr_expect_eq(pt_chance_total(list, n), 72);
    play(&s, PT_LUCK, "deal V7'");
    cr_expect_eq(pt_chance_total(list, mykerinos_game.chance(&s, list)), 70);
    cr_expect_eq(pt_check(&mykerinos_game, &s, PT_LUCK, mv("deal V7"), NULL), PT_REFUSED);
    cr_expect_eq(pt_check(&mykerinos_game, &s, PT_LUCK, mv("deal X0'"), NULL), PT_REFUSED);
}

/* R8.3, R1.2: no order of undealt tiles exists in a state; what is left is the public set. */
Test(mykerinos, r8_3_the_state_knows_only_the_set_of_undealt_tiles) {
    pt_rng rng = {7};
    pt_move list[2048];
    pt_chance luck[128];
    mk_state s = fresh(4);
    while (s.head.phase != MKP_EXCAVATE) pt_random_step(&mykerinos_game, &s, &rng, list, luck);
    cr_expect_eq(pt_count(s.undealt), 28);
    cr_expect_null(mykerinos_game.observe);
}

/* R3.4, E21 */
Test(mykerinos, r3_4_two_players_have_a_neutral_colour) {
    pt_rng rng = {3};
    pt_move list[2048];
    pt_chance luck[128];
    mk_state s = fresh(2);
    cr_expect_eq(s.neutral_reserve, 25);
    while (s.head.phase != MKP_EXCAVATE) pt_random_step(&mykerinos_game, &s, &rng, list, luck);
    cr_expect_eq(s.passed[1], MK_NEUTRAL + 1);
    cr_expect_eq(s.neutral_reserve, 17);
    for (int seat = 0; seat < 2; seat++) {
        cr_expect_eq(s.player[seat].neutral, 4);
        cr_expect_eq(s.player[seat].stock, 11);
        cr_expect_eq(s.player[seat].reserve, 14);
    }
    cr_expect_eq(fresh(3).neutral_reserve, 0);
}
