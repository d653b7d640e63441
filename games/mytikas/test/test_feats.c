/* Mytikas: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/mytikas/test/table.h"

static bool has(const uint32_t done[PT_SEATS], int seat, const char *key) {
    const pt_feats *f = pt_feats_of(&mytikas_game);
    for (int i = 0; f->feat[i].key; i++)
        if (strcmp(f->feat[i].key, key) == 0) return done[seat] >> i & 1;
    cr_assert_fail("there is no feat %s", key);
    return false;
}

static bool at_end(const void *s, int seat, const char *key) {
    uint32_t done[PT_SEATS] = {0};
    uint8_t place[PT_SEATS];
    mytikas_game.rank(s, place);
    pt_feats_of(&mytikas_game)->over(s, place, done);
    return has(done, seat, key);
}

Test(mytikas_feats, r6_3_the_large_temple_on_the_highest_level) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    uint8_t *temple = &s.player[0].space[mt_buildings[MT_LARGE].first];
    *temple = 3;
    cr_assert_not(at_end(&s, 0, "temple"));
    *temple = 4;
    cr_assert(at_end(&s, 0, "temple"));
    cr_assert_not(at_end(&s, 1, "temple"));
}

Test(mytikas_feats, r6_1_everything_built) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    for (int i = 0; i < MT_SPACES; i++) {
        cr_assert_not(at_end(&s, 1, "pieces"), "with %d", i);
        s.player[1].space[i] = 1;
    }
    cr_assert(at_end(&s, 1, "pieces"));
}

Test(mytikas_feats, r6_4_four_deity_cards) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    s.player[0].cards = 1 << MTC_ZEUS | 1 << MTC_HADES | 1 << MTC_HERMES;
    cr_assert_not(at_end(&s, 0, "cards"));
    s.player[0].cards |= 1 << MTC_PAN;
    cr_assert(at_end(&s, 0, "cards"));
}

Test(mytikas_feats, r4_16_a_favour_token_of_every_god) {
    mt_state s = {.head = {.seats = 2, .phase = MTP_OVER}};
    s.player[0].favor[MT_Z] = s.player[0].favor[MT_D] = s.player[0].favor[MT_P] = 2;
    cr_assert_not(at_end(&s, 0, "favours"));
    s.player[0].favor[MT_H] = 1;
    cr_assert(at_end(&s, 0, "favours"));
}
