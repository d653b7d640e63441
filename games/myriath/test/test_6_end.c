/* R6: the end, the winners, the bounds; R7: notation and positions. */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "games/myriath/test/table.h"
#include <stdio.h>

/* R6.1, R8.15: the game is over exactly after as many passes as players; passes before were
 * not for good. R6.4, R8.26: it is short enough. */
Test(myriath, r6_4_every_game_ends_within_the_bound) {
    int came_back = 0;
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 300; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, 1);
            int turns = 0, in_a_row = 0;
            unsigned passed = 0;
            while (s.head.node != PT_OVER) {
                int turn = s.turn, playing = s.head.phase == MRP_PLAY;
                pt_move m = random_step(&s, &rng);
                if (!playing) continue;
                turns++;
                bool pass = pt_verb_of(m) == MRV_PASS;
                in_a_row = pass ? in_a_row + 1 : 0;
                if (!pass && passed >> turn & 1) came_back++;
                if (pass) passed |= 1u << turn;
                cr_assert_eq(s.head.node == PT_OVER, in_a_row == players);
            }
            cr_assert_lt(turns, players * (18 * players + 1) + 1);
            cr_assert_lt(s.head.ply, myriath_game.max_ply);
            for (int seat = 0; seat < players; seat++)
                cr_assert_eq(mr_mobility(&s, seat, s.hand[seat], NULL), 0);
        }
    cr_expect_gt(came_back, 20, "only %d", came_back);
}

/* R1.3, R6.2, R6.3, R8.22: points alone decide; tiles left over do not. */
Test(myriath, r6_2_most_points_win_and_equals_share) {
    static const char octagons[] = "phase over\nlaid 1 oct:c3\nlaid 2 oct:f5\nlaid 3 oct:h8\n"
                                   "laid 4 oct:c8\nhand 1 none\nhand 2 none\nhand 3 none\n"
                                   "hand 4 none\n";
    static const struct {
        const char *score;
        uint8_t place[4];
    } row[] = {
        {"score 10 11 9.5 8\n", {2, 1, 3, 4}},
        {"score 10.5 11 11 8\n", {3, 1, 1, 4}},
        {"score 7 7 7 7\n", {1, 1, 1, 1}},
        {"score 7 7.5 7.5 7.5\n", {4, 1, 1, 1}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s", octagons, row[i].score);
        mr_state s = position(4, text);
        uint8_t place[PT_SEATS];
        mr_rank(&s, place);
        cr_expect_eq(memcmp(place, row[i].place, 4), 0);
    }
}

/* R7.1, R7.2 */
Test(myriath, r7_1_notation_is_read_as_written) {
    static const char *const moves[] = {"oct c3",          "oct k11", "place 2aw 5 d4",
                                        "place Loo 3 l12", "pass",    "start 4"};
    static const char *const wrong[] = {"oct l12",        "place 2aw 8 d4", "place 2ww 0 d4",
                                        "place 2aw d4",   "place oct 0 c3", "pass 1",
                                        "place 2aw 5 m1", "start 5",        ""};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        PT_TEXT(text, 64);
        pt_print_move(myriath_game.verbs, mv(moves[i]), &text);
        cr_expect_str_eq(text.at, moves[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect_eq(pt_parse_move(myriath_game.verbs, wrong[i]), 0u, "%s", wrong[i]);
    mr_state s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\n");
    PT_TEXT(why, 200);
    cr_expect_eq(mr_check(&s, 0, 0, &why), PT_REFUSED);
    cr_expect(strncmp(why.at, "R7.1:", 5) == 0);
}

/* R7.2, T20: a record may have any orientation that looks the same; tidied it has the lowest.
 */
Test(myriath, r7_2_a_record_may_have_any_orientation_that_looks_alike) {
    static const char record[] =
        "[Game \"myriath\"]\n[Players \"2\"]\n[Options \"start=1\"]\n\n"
        "1 oct c3\n2 oct f5\n1 place 1wp 2 e5\n2 place Laa 5 d4\n";
    pt_replay r;
    int line;
    PT_TEXT(why, 200);
    PT_TEXT(tidy, 1024);
    cr_assert_eq(pt_replay_all(&r, record, &why), PT_OK, "%s", why.at);
    const mr_state *s = (const mr_state *)r.state;
    cr_expect_eq(mr_laid_g(s->laid[0][2]), 0);
    cr_expect_eq(mr_laid_g(s->laid[1][12]), 0);
    cr_assert_eq(pt_tidy_record(record, &tidy, &line, &why), PT_OK, "%s", why.at);
    cr_expect(strstr(tidy.at, "\n1 place 1wp 0 e5\n2 place Laa 0 d4"), "%s", tidy.at);
}

/* Every state of a game can be written down and read back to the same bytes. */
Test(myriath, r7_2_positions_are_read_back_to_the_same_bytes) {
    for (int players = 2; players <= 4; players++) {
        pt_rng rng = {(uint64_t)players};
        mr_state s = fresh(players, players % 2), again;
        pt_config c = pt_config_normal(&myriath_game, players);
        c.option[MRO_OWN] = (int16_t)(players % 2);
        for (bool last = false; !last;) {
            last = s.head.node == PT_OVER;
            PT_TEXT(text, 4096);
            PT_TEXT(why, 200);
            pt_print_position(&myriath_game, &s, &text);
            cr_assert_eq(pt_parse_position(&myriath_game, &again, &c, text.at, NULL, &why),
                         PT_OK, "%s", why.at);
            cr_assert_eq(memcmp(&s, &again, sizeof s), 0);
            if (!last) random_step(&s, &rng);
        }
    }
}

/* What cannot be is refused, with a reason, and changes nothing. */
Test(myriath, r2_7_impossible_positions_are_refused) {
#define OCTAGONS "laid 1 oct:c3\nlaid 2 oct:f5\n"
    static const char *const impossible[] = {
        "",                               /* play without octagons */
        "laid 1 oct:c3\n",                /* one of them missing */
        "laid 1 oct:c3\nlaid 2 oct:c4\n", /* overlapping */
        "laid 1 oct:c3\nlaid 2 oct:g4\n", /* on an outer square */
        "laid 1 oct:c3\nlaid 2 oct:f5\nlaid 3 oct:b5\n",
        "laid 1 oct:c3 1aa:0:c3\nlaid 2 oct:f5\n", /* on its own octagon */
        "laid 1 oct:c3 3aa:0:f1\nlaid 2 oct:f5\n", /* sticking out */
        "laid 1 oct:c3 1aa:0:a1 1aa:0:a2\nlaid 2 oct:f5\n",
        "laid 1 oct:c3 1aa:0:a1\nlaid 2 oct:f5\nhand 1 1aa\n",
        "laid 1 oct:c3 1aa:9:a1\nlaid 2 oct:f5\n",
        "laid 1 oct:c3 1aa:a1\nlaid 2 oct:f5\n",
        "laid 1 oct:c3 4aa:0:a1\nlaid 2 oct:f5\n",
        OCTAGONS "hand 3 1aa\n",
        OCTAGONS "turn 3\n",
        OCTAGONS "first 4\n",
        OCTAGONS "passes 2\n",
        OCTAGONS "passes 1\n", /* player 2 could lay a tile */
        OCTAGONS "phase over\n",
        OCTAGONS "phase octagon\n", /* whose octagon is missing? */
        OCTAGONS "phase start\n",
        OCTAGONS "starters 1 2\n",
        OCTAGONS "score 1\n",
        OCTAGONS "score 1 2.25\n",
        OCTAGONS "score 1 2 3\n",
        OCTAGONS "own maybe\n",
        "phase start\nstarters 1\n",
        "phase start\nscore 1 0\n",
        "phase start\nturn 2\n",
        "phase octagon\nlaid 2 oct:c3\n",
        "phase octagon\nlaid 1 1aa:0:a1\n",
        "phase octagon\nhand 1 1aa\n", /* the octagon is lost */
        "phase octagon\npasses 1\n",
        "phase octagon\nscore 1 0\n", /* R3.5 */
        "phase start\nstarters 9\n",
        OCTAGONS "hand 1 4aa\n",
        OCTAGONS "score 100 0\n",
        OCTAGONS "score 123 0\n",
        OCTAGONS "first 3\n",
        OCTAGONS "phase over\nhand 1 none\nhand 2 none\npasses 1\n",
        "laid 1 oct:c3 1aw:1\nlaid 2 oct:f5\n", /* where? */
        "laid 1 oct:c3 1aw:1:z9\nlaid 2 oct:f5\n",
        "laid 1 oct:c3 4aa:a1\nlaid 2 oct:f5\n",
    };
    pt_config c = pt_config_normal(&myriath_game, 2);
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++)
        must_not_read(&myriath_game, &c, impossible[i], "");
}

/* R2.7: the author of a position reads which tile is wrong, whose it is and where. */
Test(myriath, r2_7_an_impossible_position_says_what_is_wrong) {
    static const char *const wrong[][2] = {
        {"laid 1 oct:c3\nlaid 2 oct:f5 1aa:0:a1 1aa:0:a3\n", "R2.1: player 2 has one tile 1aa"},
        {"laid 1 oct:c3 3aa:0:f1\nlaid 2 oct:f5\n", "R4.2: 3aa at f1 sticks out of the area"},
        {"laid 1 oct:c3 3aa:1:a6\nlaid 2 oct:f5\n", "R4.2: 3aa at a6 sticks out of the area"},
        {"laid 1 oct:c3\nlaid 2 oct:g5\n", "R3.4: g5 is an outer square"},
        {"laid 1 oct:c3 1aa:0:a1\nlaid 2 oct:f5 2aa:0:a1\n",
         "R4.3: 2aa of player 2 at a1 overlaps a tile"},
    };
    pt_config c = pt_config_normal(&myriath_game, 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        must_not_read(&myriath_game, &c, wrong[i][0], wrong[i][1]);
}

/* Without hidden bytes: the same position reached in two orders of play is the same state. */
Test(myriath, r8_18_the_order_of_laying_leaves_no_trace) {
    mr_state a = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\n"), b = a;
    play(&a, 0, "place 1aa 0 e5");
    play(&a, 1, "place 1aa 0 d4");
    play(&a, 0, "place 2aa 1 f3");
    play(&a, 1, "place 2aa 1 d1");
    play(&b, 0, "place 2aa 1 f3");
    play(&b, 1, "place 2aa 1 d1");
    play(&b, 0, "place 1aa 0 e5");
    play(&b, 1, "place 1aa 0 d4");
    cr_expect_eq(memcmp(&a, &b, sizeof a), 0);
}
