/* R4, R5: a round, and the end. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/test/table.h"

Test(quarry, r4_1_the_bag_says_how_likely_a_stone_is) {
    pt_chance luck[QY_STONES];
    qy_state s = position(2, "phase draw\nstones 1 1 0 4");
    cr_expect_eq(quarry_game.chance(&s, luck), 2); /* the obsidians are gone */
    cr_expect_eq(luck[QYS_SLATE].weight, 11u);
    cr_expect_eq(luck[QYS_MARBLE].weight, 8u);
    play(&s, PT_LUCK, "draw marble");
    cr_expect_eq(s.bag[QYS_MARBLE], 7);
    cr_expect_eq(s.head.owes, 3);
}

Test(quarry, r4_2_a_bid_is_a_number_of_coins_one_has) {
    qy_state s = position(2, "coins 3 6");
    pt_move list[QY_COINS_MAX + 1];
    cr_expect_eq(quarry_game.legal(&s, 0, list), 4);
    cr_expect_eq(quarry_game.legal(&s, 1, list), 7);
    refused(&s, 0, "bid 4", "R4.2", "3 coins");
    refused(&s, 2, "bid 0", "R1.1", "only players");
    refused(&s, 0, "draw slate", "R7.2", "drawn");
}

Test(quarry, r4_3_a_bid_stays_and_is_shown_with_the_last_one) {
    qy_state s = position(2, "offer marble");
    play(&s, 1, "bid 2");
    refused(&s, 1, "bid 3", "R4.3", "2 coins");
    cr_expect_eq(s.shown[1], QY_NOTHING);
    play(&s, 0, "bid 1");
    cr_expect_eq(s.shown[0], 1);
    cr_expect_eq(s.shown[1], 2);
    cr_expect_eq(s.sold, QYS_MARBLE);
    refused(&s, 0, "bid 1", "R4.1", "drawn");
}

Test(quarry, r4_4_r4_6_the_highest_bid_alone_takes_the_stone) {
    qy_state s = position(3, "offer obsidian\nbid 2 - 0");
    play(&s, 1, "bid 5");
    cr_expect_eq(s.stones[1][QYS_OBSIDIAN], 1);
    cr_expect_eq(s.coins[0], 6);
    cr_expect_eq(s.coins[1], 1);
    cr_expect_eq(s.coins[2], 7);
}

Test(quarry, r4_5_equal_bids_throw_the_stone_away) {
    static const uint8_t bids[][QY_SEATS] = {{3, 3, 1}, {0, 3, 3}, {3, 0, 3}, {2, 2, 2}};
    for (size_t i = 0; i < sizeof bids / sizeof *bids; i++)
        cr_expect_eq(qy_highest(bids[i], 3), -1, "row %zu", i);
    cr_expect_eq(qy_highest((const uint8_t[QY_SEATS]){1, 1, 4}, 3), 2);
    qy_state s = position(2, "offer obsidian\nbid 0 -");
    play(&s, 1, "bid 0");
    cr_expect_eq(s.stones[0][QYS_OBSIDIAN] + s.stones[1][QYS_OBSIDIAN], 0);
    cr_expect_eq(s.coins[0], 7); /* R4.6 */
    cr_expect_eq(s.bag[QYS_OBSIDIAN], 3);
}

Test(quarry, r5_1_the_last_round_ends_the_game) {
    qy_state s = position(2, "rounds 6\nstones 1 5 0 0\nbid 1 -");
    cr_expect_eq(s.head.round, 6);
    play(&s, 1, "bid 0");
    cr_expect_eq(s.head.node, PT_OVER);
    refused(&s, 0, "bid 0", "R5.1", "over");
}
