/* R1 to R3: components and setting up. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/test/table.h"

/* The columns of the table add up to what the rulebook says. */
Test(quarry, r2_1_r2_3_the_bag_has_24_stones_and_there_are_six_cards) {
    int stones = 0, points = 0, cards = 0;
    qy_state s = fresh(2);
    for (int stone = 0; stone < QY_STONES; stone++) {
        stones += qy_kinds[stone].copies;
        points += qy_kinds[stone].copies * qy_kinds[stone].points;
        cards += qy_cards_left(&s, stone);
        cr_expect_eq(s.bag[stone], qy_kinds[stone].copies);
    }
    cr_expect_eq(stones, 24);
    cr_expect_eq(points, 44);
    cr_expect_eq(cards, 6);
}

Test(quarry, r1_1_two_to_four_play) {
    PT_TEXT(why, 100);
    for (int players = 1; players <= 5; players++) {
        pt_config c = pt_config_normal(&quarry_game, players);
        bool good = pt_config_check(&quarry_game, &c, &why) == PT_OK;
        cr_expect_eq(good, players >= 2 && players <= 4);
    }
}

Test(quarry, r3_1_r3_2_everybody_gets_coins_and_a_card) {
    qy_state s = fresh(3);
    for (int seat = 0; seat < QY_SEATS; seat++) cr_expect_eq(s.coins[seat], seat < 3 ? 6 : 0);
    refused(&s, 0, "bid 1", "R3.2", "dealt");
    play(&s, PT_LUCK, "deal marble");
    play(&s, PT_LUCK, "deal marble");
    pt_chance luck[QY_STONES];
    cr_expect_eq(quarry_game.chance(&s, luck), 2); /* R2.3: both marbles are gone */
    cr_expect_eq(luck[0].weight, 2u);
    play(&s, PT_LUCK, "deal slate");
    cr_expect_eq(s.head.phase, QYP_DRAW);
    cr_expect_eq(s.favourite[2], QYS_SLATE);
}

Test(quarry, r3_3_the_option_says_how_many_rounds) {
    PT_TEXT(why, 100);
    pt_config c = pt_config_normal(&quarry_game, 2);
    cr_expect_eq(c.option[QYO_DRAWS], 8);
    cr_expect_eq(pt_config_set(&quarry_game, &c, "draws=6", &why), PT_OK);
    cr_expect_neq(pt_config_set(&quarry_game, &c, "draws=11", &why), PT_OK);
    qy_state s;
    pt_start(&quarry_game, &s, &c);
    cr_expect_eq(s.rounds, 6);
}

/* Impossible positions, each rejected by its rule. */
Test(quarry, r2_1_a_position_that_cannot_be_is_refused) {
    impossible(2, "stones 1 0 0 5", "R2.1");
    impossible(2, "bag 12 8 4", "R2.1");
    impossible(2, "favourite slate -", "R3.2");
    impossible(3, "favourite slate slate slate", "R2.3");
    impossible(2, "coins 9 6", "R4.6");
    impossible(2, "bid 7 -", "R4.2");
    impossible(2, "bid 1 1", "R4.3");
    impossible(2, "sold marble", "R4.3");
    impossible(2, "phase over", "R5.1");
    impossible(2, "phase draw\noffer slate", "R4.1");
    impossible(2, "round 3", "R4.1");
    impossible(2, "rounds 3", "R3.3");
    impossible(2, "stones 4 0 0 1", "R1.1");
}
