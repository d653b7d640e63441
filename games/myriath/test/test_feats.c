/* Myriath: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/test/table.h"
#include "tests/by_feat.h"

static mr_state points(int a, int b, int c) {
    mr_state s = {.head = {.seats = 3, .phase = MRP_OVER}};
    const int score[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        s.score[i] = (uint16_t)score[i];
        s.hand[i] = 1;
    }
    return s;
}

Test(myriath_feats, r5_4_three_points_with_one_tile) {
    mr_state was = points(4, 4, 4), is = points(9, 10, 4);
    pt_move place = pt_mv(MRV_PLACE, 0, 0, 0);
    cr_assert_not(feat_by_move(&myriath_game, &was, 0, place, &is, 0, "tile"),
                  "two and a half");
    cr_assert(feat_by_move(&myriath_game, &was, 1, place, &is, 1, "tile"));
    cr_assert_not(feat_by_move(&myriath_game, &was, 0, place, &is, 1, "tile"),
                  "somebody else laid it");
}

Test(myriath_feats, r6_1_every_tile_laid) {
    mr_state s = points(1, 2, 3);
    cr_assert_not(feat_at_end(&myriath_game, &s, 0, "all"), "one is left");
    s.hand[0] = 0;
    cr_assert(feat_at_end(&myriath_game, &s, 0, "all"));
}

Test(myriath_feats, r6_2_won_by_half_a_point) {
    const mr_state half = points(20, 19, 3), whole = points(20, 18, 3),
                   shared = points(20, 20, 19);
    cr_assert(feat_at_end(&myriath_game, &half, 0, "close"));
    cr_assert_not(feat_at_end(&myriath_game, &half, 1, "close"));
    cr_assert_not(feat_at_end(&myriath_game, &whole, 0, "close"));
    cr_assert_not(feat_at_end(&myriath_game, &shared, 0, "close") ||
                  feat_at_end(&myriath_game, &shared, 1, "close"));
}

Test(myriath_feats, r6_2_won_by_five_points) {
    const mr_state far = points(10, 8, 20), less = points(11, 8, 20);
    cr_assert(feat_at_end(&myriath_game, &far, 2, "far"));
    cr_assert_not(feat_at_end(&myriath_game, &less, 2, "far"));
}
