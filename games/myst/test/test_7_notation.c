/* R7: notation, records and the index of moves. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

Test(myst, r7_1_r7_2_moves_are_written_as_they_are_read) {
    static const char *const texts[] = {"choose R", "rechoose P", "place k4",  "link g4",
                                        "wait",     "move k3",    "stay",      "book",
                                        "jump f4",  "lay",        "remove",    "skip",
                                        "end",      "young y",    "tempo b",   "deal y R4",
                                        "turns 7",  "spin y 4",   "try k4 k2", "trylink a1 l8"};
    must_round_trip(&myst_game, texts, sizeof texts / sizeof *texts);
    cr_assert_eq(pt_parse_move(myst_game.verbs, "place m1"), 0);
    cr_assert_eq(pt_parse_move(myst_game.verbs, "place a9"), 0);
    cr_assert_eq(pt_parse_move(myst_game.verbs, "turns 4"), 0);
    cr_assert_eq(pt_parse_move(myst_game.verbs, "spin y 7"), 0);
    cr_assert_eq(pt_parse_move(myst_game.verbs, "choose K"), 0);
    ms_state s = position(MS_TEMPO, S1 "spin 1\n");
    refused(&s, 0, 0, "R7.1:");
    refused(&s, 0, pt_mv(MSV_MOVE, 96, 0, 0), "R7.1:");
    refused(&s, 0, mv("spin y 4"), "R7.2:");
}

/* R7.3: a try has a text but no place in the dense index. */
/* R7.4: the last Landmark is written too. */
Test(myst, r7_4_positions_say_what_lies_over_every_landmark) {
    ms_state s = position(MS_TEMPO, S1 "over R1 S2\n");
    char memory[2048];
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_print_position(&myst_game, &s, &text);
    cr_assert(strstr(memory, "over R1 S2\n"), "%s", memory);
}

Test(myst, r7_4_a_line_leaves_nothing_of_what_stood_there) {
    ms_state s = position(MS_TEMPO, S1 "over R1\nused y K1\n");
    uint64_t given = 0;
    s.waiting = 1;
    cr_assert_eq(pt_parse_field(&myst_game, &s, "over S1", &given, NULL), PT_OK);
    cr_assert_eq(pt_parse_field(&myst_game, &s, "used y K2", &given, NULL), PT_OK);
    cr_assert_eq(pt_parse_field(&myst_game, &s, "waiting b", &given, NULL), PT_OK);
    cr_expect_eq(s.over[0], MS_NEVER);
    cr_expect_eq(s.used[MS_YELLOW], 2);
    cr_expect_eq(s.waiting, 2);
}

Test(myst, r7_4_an_impossible_hand_says_what_is_wrong) {
    pt_config c = config_of(MS_TEMPO);
    must_not_read(&myst_game, &c, P1 "hand y R3 R3\n", "R2.6: there is only one card R3");
    must_not_read(&myst_game, &c,
                  "board ............/............/............/............/bbb........./"
                  "byx........./.bbbb......./............\n",
                  "'x' is not y, b or .");
    must_not_read(&myst_game, &c, P1 "hand y R2\ncards 2 0\n",
                  "R3.3: Yellow holds 1 cards, not 2");
}

Test(myst, r7_3_the_index_holds_only_what_can_be_legal) {
    pt_space space = pt_move_space(myst_game.verbs);
    cr_assert_eq(pt_space_size(&space),
                 7u + 7 + 96 + 96 + 1 + 96 + 1 + 1 + 96 + 1 + 1 + 1 + 1 + 2 + 60 + 2 + 6 + 12);
    for (uint32_t i = 0; i < pt_space_size(&space); i++) {
        pt_move m = pt_move_at(&space, i);
        cr_assert(pt_well_formed(myst_game.verbs, m));
        cr_assert(pt_verb_of(m) != MSV_TRY && pt_verb_of(m) != MSV_TRYLINK);
        cr_assert_eq(pt_index_of(&space, m), i);
    }
}

/* R7.5: the same moves without tempo and wait lines, in real time, to the same end. */
Test(myst, r7_5_any_record_without_its_sequencing_is_a_record_in_real_time) {
    int dropped = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        pt_config c = config_of(seed % 2 ? MS_TEMPO : MS_ALT), rt = config_of(MS_RT);
        pt_rng rng = {seed};
        ms_state s, r;
        pt_start(&myst_game, &s, &c);
        pt_start(&myst_game, &r, &rt);
        while (s.head.node != PT_OVER) {
            pt_move m;
            int seat = step(&s, &rng, &m);
            bool drop = pt_verb_of(m) == MSV_TEMPO || pt_verb_of(m) == MSV_WAIT;
            dropped += pt_verb_of(m) == MSV_WAIT;
            PT_TEXT(why, 256);
            if (!drop)
                cr_assert_eq(pt_play(&myst_game, &r, seat, m, &why), PT_OK, "%s", why.at);
            cr_assert(ms_same(s.owner[0], r.owner[0]) && ms_same(s.owner[1], r.owner[1]));
        }
        cr_assert_eq(r.head.node, PT_OVER);
        int32_t a[PT_SEATS], b[PT_SEATS];
        ms_score(&s, a);
        ms_score(&r, b);
        cr_assert_arr_eq(a, b, sizeof a);
        cr_assert_arr_eq(s.hand, r.hand, sizeof s.hand);
        cr_assert_arr_eq(s.over, r.over, sizeof s.over);
        cr_assert_arr_eq(s.used, r.used, sizeof s.used);
        cr_assert_arr_eq(s.pos, r.pos, sizeof s.pos);
    }
    cr_assert_gt(dropped, 20);
}
