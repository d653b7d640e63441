/* Mytikas: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"
#include "tests/by_feat.h"

Test(mytikas_feats, r6_3_the_large_temple_on_the_highest_level) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    uint8_t *temple = &s.player[0].space[mt_buildings[MT_LARGE].first];
    *temple = 3;
    cr_assert_not(feat_at_end(&mytikas_game, &s, 0, "temple"));
    *temple = 4;
    cr_assert(feat_at_end(&mytikas_game, &s, 0, "temple"));
    cr_assert_not(feat_at_end(&mytikas_game, &s, 1, "temple"));
}

Test(mytikas_feats, r6_1_everything_built) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    for (int i = 0; i < MT_SPACES; i++) {
        cr_assert_not(feat_at_end(&mytikas_game, &s, 1, "pieces"), "with %d", i);
        s.player[1].space[i] = 1;
    }
    cr_assert(feat_at_end(&mytikas_game, &s, 1, "pieces"));
}

Test(mytikas_feats, r6_4_four_deity_cards) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    s.player[0].cards = 1 << MTC_ZEUS | 1 << MTC_HADES | 1 << MTC_HERMES;
    cr_assert_not(feat_at_end(&mytikas_game, &s, 0, "cards"));
    s.player[0].cards |= 1 << MTC_PAN;
    cr_assert(feat_at_end(&mytikas_game, &s, 0, "cards"));
}

Test(mytikas_feats, r4_16_a_favour_token_of_every_god) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    s.player[0].favor[MT_Z] = s.player[0].favor[MT_D] = s.player[0].favor[MT_P] = 2;
    cr_assert_not(feat_at_end(&mytikas_game, &s, 0, "favours"));
    s.player[0].favor[MT_H] = 1;
    cr_assert(feat_at_end(&mytikas_game, &s, 0, "favours"));
}
