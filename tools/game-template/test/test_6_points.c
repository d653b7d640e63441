/* R6: points, at any moment and at the end. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/test/table.h"

static int32_t points_of(const qy_state *s, int seat) {
    int32_t points[PT_SEATS];
    quarry_game.score(s, points);
    return points[seat];
}

Test(quarry, r6_1_r6_3_stones_and_coins_bring_points) {
    qy_state s = position(2, "stones 1 1 1 1\ncoins 5 2");
    cr_expect_eq(points_of(&s, 0), 1 + 2 + 4 + 1);
    cr_expect_eq(points_of(&s, 1), 0);
}

/* R1.3: before the end it would tell what is secret. */
Test(quarry, r6_2_the_favourite_counts_at_the_end) {
    const char *text = "rounds 6\nstones 1 0 2 0\nstones 2 3 0 0\nfavourite marble slate\n"
                       "coins 0 0\nbid 0 -";
    qy_state s = position(2, text);
    cr_expect_eq(points_of(&s, 0), 4);
    play(&s, 1, "bid 0");
    cr_expect_eq(s.head.node, PT_OVER);
    cr_expect_eq(points_of(&s, 0), 4 + 2 * 2);
    cr_expect_eq(points_of(&s, 1), 3 + 3 * 2);
}

/* R1.2: points decide, then coins. */
Test(quarry, r6_4_coins_break_ties) {
    uint8_t place[PT_SEATS];
    qy_state s = position(3, "stones 1 1 0 0\nstones 2 1 0 0\ncoins 1 2 2");
    quarry_game.rank(&s, place);
    cr_expect_eq(place[1], 1);
    cr_expect_eq(place[0], 2);
    cr_expect_eq(place[2], 3);
    s = position(2, "coins 4 4");
    quarry_game.rank(&s, place);
    cr_expect_eq(place[0], 1);
    cr_expect_eq(place[1], 1);
}

/* What bots are told: a stone of the favourite kind is worth more than another. */
Test(quarry, hints_know_the_favourite_and_bid_more_for_it) {
    int32_t expect[PT_SEATS];
    qy_state s =
        position(2, "favourite slate marble\noffer marble\nstones 1 0 1 0\nstones 2 0 1 0");
    quarry_game.hints->evaluate(&s, expect);
    cr_expect_gt(expect[1], expect[0]);
    pt_move two = must_parse(&quarry_game, "bid 2");
    cr_expect_gt(quarry_game.hints->prior(&s, 1, two), quarry_game.hints->prior(&s, 0, two));
}
