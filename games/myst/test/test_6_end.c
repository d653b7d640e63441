/* R6: score and telling. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

Test(myst, t27_r6_4_the_telling_card_by_card) {
    static const struct {
        int team;
        const char *card;
        int total;
    } lines[] = {{0, "", 3},    {1, "", 5},    {0, "C3", 8},  {1, "R3", 10}, {0, "G4", 14},
                 {1, "C2", 10}, {0, "S2", 18}, {1, "L2", 10}, {1, "P4", 16}, {1, "H5", 23}};
    ms_state s = position(MS_TEMPO, S1 "phase over\norder y\nhand y K1 K2 G4 C3 S2\n"
                                       "hand b R3 P4 H5 L2 C2\n");
    ms_flip flips[MS_FLIPS];
    cr_assert_eq(ms_announce(&s, flips), 10);
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(flips[i].team, lines[i].team, "line %d", i);
        cr_assert_eq(flips[i].total, lines[i].total, "line %d", i);
        cr_assert_str_eq(flips[i].card == MS_NONE ? "" : ms_card_names[flips[i].card],
                         lines[i].card);
    }
}

/* R8.36: the telling ends with the score, whatever the cards. */
Test(myst, r6_4_r8_35_r8_36_the_telling_ends_with_the_score) {
    for (uint64_t seed = 1; seed <= 200; seed++) {
        pt_config c = config_of(MS_ALT);
        pt_rng rng = {seed};
        ms_state s;
        pt_move m;
        for (pt_start(&myst_game, &s, &c); s.head.node != PT_OVER;) step(&s, &rng, &m);
        ms_flip flips[MS_FLIPS];
        int n = ms_announce(&s, flips), last[MS_TEAMS] = {-1, -1};
        int32_t points[PT_SEATS];
        ms_score(&s, points);
        cr_assert_eq(flips[0].team, s.order);
        cr_assert_eq(flips[1].team, ms_rival(s.order)); /* R8.35 */
        for (int i = 0; i < n; i++) last[flips[i].team] = flips[i].total;
        cr_assert_eq(last[0], points[0]);
        cr_assert_eq(last[1], points[1]);
    }
}

Test(myst, t30_the_first_key_piece_counts_from_a_real_start) {
    pt_config c = config_of(MS_ALT);
    ms_state s;
    pt_start(&myst_game, &s, &c);
    static const char *const deal[] = {"young y",   "deal y R2", "deal y C2", "deal y L2",
                                       "deal y S2", "deal y G2", "deal b R3", "deal b R4",
                                       "deal b R5", "deal b H2", "deal b H3"};
    for (size_t i = 0; i < sizeof deal / sizeof *deal; i++) play(&s, PT_LUCK, deal[i]);
    play(&s, 0, "choose R");
    play(&s, 1, "choose R");
    play(&s, 1, "rechoose P");
    pt_line lines[16];
    int n = ms_explain(&s, 0, lines), points = 0;
    for (int i = 0; i < n; i++) {
        PT_TEXT(words, PT_LINE_WORDS);
        pt_say_line(&lines[i], &words);
        if (strstr(words.at, "Rocket Ship")) points += lines[i].points;
    }
    cr_assert_eq(points, 4);
}
