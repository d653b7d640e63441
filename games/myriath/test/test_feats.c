/* Myriath: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/myriath/test/table.h"

static bool has(const uint32_t done[PT_SEATS], int seat, const char *key) {
    const pt_feats *f = pt_feats_of(&myriath_game);
    for (int i = 0; f->feat[i].key; i++)
        if (strcmp(f->feat[i].key, key) == 0) return done[seat] >> i & 1;
    cr_assert_fail("there is no feat %s", key);
    return false;
}

static bool at_end(const void *s, int seat, const char *key) {
    uint32_t done[PT_SEATS] = {0};
    uint8_t place[PT_SEATS];
    myriath_game.rank(s, place);
    pt_feats_of(&myriath_game)->over(s, place, done);
    return has(done, seat, key);
}

static bool by_move(const void *was, int seat, pt_move m, const void *is, int who,
                    const char *key) {
    uint32_t done[PT_SEATS] = {0};
    pt_feats_of(&myriath_game)->after(was, seat, m, is, done);
    return has(done, who, key);
}

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
    cr_assert_not(by_move(&was, 0, place, &is, 0, "tile"), "two and a half");
    cr_assert(by_move(&was, 1, place, &is, 1, "tile"));
    cr_assert_not(by_move(&was, 0, place, &is, 1, "tile"), "somebody else laid it");
}

Test(myriath_feats, r6_1_every_tile_laid) {
    mr_state s = points(1, 2, 3);
    cr_assert_not(at_end(&s, 0, "all"), "one is left");
    s.hand[0] = 0;
    cr_assert(at_end(&s, 0, "all"));
}

Test(myriath_feats, r6_2_won_by_half_a_point) {
    const mr_state half = points(20, 19, 3), whole = points(20, 18, 3),
                   shared = points(20, 20, 19);
    cr_assert(at_end(&half, 0, "close"));
    cr_assert_not(at_end(&half, 1, "close"));
    cr_assert_not(at_end(&whole, 0, "close"));
    cr_assert_not(at_end(&shared, 0, "close") || at_end(&shared, 1, "close"));
}

Test(myriath_feats, r6_2_won_by_five_points) {
    const mr_state far = points(10, 8, 20), less = points(11, 8, 20);
    cr_assert(at_end(&far, 2, "far"));
    cr_assert_not(at_end(&less, 2, "far"));
}
