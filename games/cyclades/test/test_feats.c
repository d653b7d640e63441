/* Cyclades: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"
#include "tests/by_feat.h"

/* Seat 0 attacks the place 3, of seat 1. */
static cy_state fighting(int kind) {
    cy_state s = {.head = {.seats = 3}, .alive = 7, .turn = 1, .battle = (uint8_t)kind};
    s.field = 3;
    s.owner[3] = 2;
    s.owned[1] = 1 << 3;
    return s;
}

static bool fought(const cy_state *was, const cy_state *is, int who, const char *key) {
    return feat_by_move(&cyclades_game, was, PT_LUCK, pt_mv(CYV_ROLL, 3, 0, 0), is, who, key);
}

Test(cyclades_feats, r4_32_attackers_who_are_left_have_won_a_battle) {
    cy_state was = fighting(CYB_SEA), is = was;
    cr_assert_not(fought(&was, &is, 0, "battle"), "it goes on");
    is.battle = 0;
    cr_assert_not(fought(&was, &is, 0, "battle"), "nobody is left");
    is.fleets[1] = 1 << 3;
    cr_assert_not(fought(&was, &is, 0, "battle"), "the defender is");
    is.fleets[1] = 0;
    is.fleets[0] = 1 << 3;
    cr_assert(fought(&was, &is, 0, "battle"));
    cr_assert_not(fought(&was, &is, 0, "isle"), "at sea there is none");
    cr_assert_not(fought(&was, &is, 1, "battle"));
}

Test(cyclades_feats, r4_33_an_isle_is_taken_from_another_player) {
    cy_state was = fighting(CYB_LAND), is = was;
    is.battle = 0;
    cr_assert_not(fought(&was, &is, 0, "isle"), "it was held");
    is.owner[3] = 1;
    cr_assert(fought(&was, &is, 0, "isle") && fought(&was, &is, 0, "battle"));
    cr_assert_not(fought(&was, &is, 0, "out"), "they have another");
    was.owner[3] = 0;
    cr_assert_not(fought(&was, &is, 0, "isle"), "it was nobody's");
}

Test(cyclades_feats, r6_2_whoever_takes_the_last_isle_puts_somebody_out) {
    cy_state was = fighting(CYB_LAND), is = was;
    is.battle = 0;
    is.owner[3] = 1;
    is.alive = 5;
    cr_assert(fought(&was, &is, 0, "out"));
    cr_assert_not(fought(&was, &is, 2, "out"));
}

Test(cyclades_feats, r4_34_the_fourth_philosopher) {
    cy_state was = {.head = {.seats = 2}, .turn = 2};
    pt_move recruit = pt_mv(CYV_PHILOSOPHER, 0, 0, 0);
    was.philosophers[1] = CY_WISE - 2;
    cr_assert_not(feat_by_move(&cyclades_game, &was, 1, recruit, &was, 1, "wise"), "the third");
    was.philosophers[1] = CY_WISE - 1;
    cr_assert(feat_by_move(&cyclades_game, &was, 1, recruit, &was, 1, "wise"));
    cr_assert_not(
        feat_by_move(&cyclades_game, &was, 1, pt_mv(CYV_END, 0, 0, 0), &was, 1, "wise"));
}

Test(cyclades_feats, r6_1_a_metropolis_more_than_a_victory_needs) {
    cy_state s = {.head = {.seats = 3, .phase = CYP_OVER}, .alive = 7};
    s.owned[2] = 0x1F;
    s.metropolis = 3;
    cr_assert_not(feat_at_end(&cyclades_game, &s, 2, "more"));
    s.metropolis = 7;
    cr_assert(feat_at_end(&cyclades_game, &s, 2, "more"));
    s.head.seats = 2; /* R1.2: then three are needed */
    s.owned[1] = s.owned[2];
    cr_assert_not(feat_at_end(&cyclades_game, &s, 1, "more"));
}
