/* Myst: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"
#include "tests/by_feat.h"

static void give(ms_state *s, int team, int cell) {
    ms_board one = ms_bit(cell);
    s->owner[team] = ms_or(s->owner[team], one);
}

Test(myst_feats, r6_2_six_switches_of_eight) {
    ms_state s = {.head = {.seats = 2, .phase = MSP_OVER}};
    for (int i = 0; i < 6; i++) {
        cr_assert_not(feat_at_end(&myst_game, &s, MS_BLUE, "switches"), "with %d", i);
        give(&s, MS_BLUE, ms_switches[i]);
    }
    cr_assert(feat_at_end(&myst_game, &s, MS_BLUE, "switches"));
}

Test(myst_feats, r4_8_five_landmarks_with_keys_that_were_laid) {
    ms_state s = {.head = {.seats = 2, .phase = MSP_OVER}};
    for (int i = 0; i < 5; i++) give(&s, MS_YELLOW, ms_landmarks[i].key);
    cr_assert(feat_at_end(&myst_game, &s, MS_YELLOW, "landmarks"));
    s.over[0] = MS_LAID;
    cr_assert_not(feat_at_end(&myst_game, &s, MS_YELLOW, "landmarks"),
                  "the other Key lies on top");
}

Test(myst_feats, r6_3_three_landmarks_of_own_cards_and_first_pieces) {
    ms_state s = {.head = {.seats = 2, .phase = MSP_OVER}};
    for (int i = 0; i < 3; i++) give(&s, MS_YELLOW, ms_landmarks[i].key);
    s.hand[MS_YELLOW] = 1u << 0 | 1u << 4;
    cr_assert_not(feat_at_end(&myst_game, &s, MS_YELLOW, "keys"),
                  "there is no card of the third");
    s.hand[MS_YELLOW] |= 1u << 8;
    cr_assert(feat_at_end(&myst_game, &s, MS_YELLOW, "keys"));
}

Test(myst_feats, r4_8_a_key_laid_over_another) {
    ms_state s = {.head = {.seats = 2}};
    cr_assert(
        feat_by_move(&myst_game, &s, MS_BLUE, pt_mv(MSV_LAY, 0, 0, 0), &s, MS_BLUE, "laid"));
    cr_assert_not(
        feat_by_move(&myst_game, &s, MS_BLUE, pt_mv(MSV_REMOVE, 0, 0, 0), &s, MS_BLUE, "laid"));
    cr_assert_not(
        feat_by_move(&myst_game, &s, MS_BLUE, pt_mv(MSV_LAY, 0, 0, 0), &s, MS_YELLOW, "laid"));
}
