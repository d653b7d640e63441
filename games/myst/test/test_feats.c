/* Myst: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/myst/test/table.h"

static bool has(const uint32_t done[PT_SEATS], int seat, const char *key) {
    const pt_feats *f = pt_feats_of(&myst_game);
    for (int i = 0; f->feat[i].key; i++)
        if (strcmp(f->feat[i].key, key) == 0) return done[seat] >> i & 1;
    cr_assert_fail("there is no feat %s", key);
    return false;
}

static bool at_end(const void *s, int seat, const char *key) {
    uint32_t done[PT_SEATS] = {0};
    uint8_t place[PT_SEATS];
    myst_game.rank(s, place);
    pt_feats_of(&myst_game)->over(s, place, done);
    return has(done, seat, key);
}

static bool by_move(const void *was, int seat, pt_move m, const void *is, int who,
                    const char *key) {
    uint32_t done[PT_SEATS] = {0};
    pt_feats_of(&myst_game)->after(was, seat, m, is, done);
    return has(done, who, key);
}

static void give(ms_state *s, int team, int cell) {
    ms_board one = ms_bit(cell);
    s->owner[team] = ms_or(s->owner[team], one);
}

Test(myst_feats, r6_2_six_switches_of_eight) {
    ms_state s = {.head = {.seats = 2, .phase = MSP_OVER}};
    for (int i = 0; i < 6; i++) {
        cr_assert_not(at_end(&s, MS_BLUE, "switches"), "with %d", i);
        give(&s, MS_BLUE, ms_switches[i]);
    }
    cr_assert(at_end(&s, MS_BLUE, "switches"));
}

Test(myst_feats, r4_8_five_landmarks_with_keys_that_were_laid) {
    ms_state s = {.head = {.seats = 2, .phase = MSP_OVER}};
    for (int i = 0; i < 5; i++) give(&s, MS_YELLOW, ms_landmarks[i].key);
    cr_assert(at_end(&s, MS_YELLOW, "landmarks"));
    s.over[0] = MS_LAID;
    cr_assert_not(at_end(&s, MS_YELLOW, "landmarks"), "the other Key lies on top");
}

Test(myst_feats, r6_3_three_landmarks_of_own_cards_and_first_pieces) {
    ms_state s = {.head = {.seats = 2, .phase = MSP_OVER}};
    for (int i = 0; i < 3; i++) give(&s, MS_YELLOW, ms_landmarks[i].key);
    s.hand[MS_YELLOW] = 1u << 0 | 1u << 4;
    cr_assert_not(at_end(&s, MS_YELLOW, "keys"), "there is no card of the third");
    s.hand[MS_YELLOW] |= 1u << 8;
    cr_assert(at_end(&s, MS_YELLOW, "keys"));
}

Test(myst_feats, r4_8_a_key_laid_over_another) {
    ms_state s = {.head = {.seats = 2}};
    cr_assert(by_move(&s, MS_BLUE, pt_mv(MSV_LAY, 0, 0, 0), &s, MS_BLUE, "laid"));
    cr_assert_not(by_move(&s, MS_BLUE, pt_mv(MSV_REMOVE, 0, 0, 0), &s, MS_BLUE, "laid"));
    cr_assert_not(by_move(&s, MS_BLUE, pt_mv(MSV_LAY, 0, 0, 0), &s, MS_YELLOW, "laid"));
}
