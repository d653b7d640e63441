/* R4.3, R4.11 to R4.15: the race. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

static ms_state t1_start(int pmode) {
    ms_state s = position(pmode, "board ............/............/..........y./.....b....../"
                                 "............/............/............/............\n");
    return s;
}

Test(myst, r4_11_the_words_of_a_refused_place_in_their_order) {
    ms_state s = t1_start(MS_RT), over = position(MS_RT, S1 "spin 1\n");
    pt_move bad = pt_mv(MSV_PLACE, 96, 0, 0);
    refused(&over, 7, bad, "R4.3: wrong-phase");
    refused(&s, 7, bad, "R4.11: bad-cell");
    refused(&s, 7, pt_mv(MSV_TRY, 200, 3, 0), "R4.11: bad-cell");
    refused(&s, 7, pt_mv(MSV_TRY, 3, 200, 0), "R4.11: bad-cell");
    refused(&s, 7, mv("place k3"), "R4.11: not-your-team");
    refused(&s, 0, mv("try k3 f4"), "R4.3: piece-used");
    refused(&s, 0, mv("place k3"), "R4.3: piece-used");
    refused(&s, 0, mv("try a1 f4"), "R4.3: cell-taken");
    refused(&s, 0, mv("place f4"), "R4.3: cell-taken");
    refused(&s, 0, mv("try k4 k2"), "R2.2: wrong-place"); /* T9 */
    refused(&s, 0, mv("place j2"), "R4.3: not-touching"); /* T7 */
}

Test(myst, r4_11_the_words_of_a_refused_link_in_their_order) {
    ms_state s = position(MS_RT, P1 "hand y K1\n"), over = position(MS_RT, S1 "spin 1\n");
    refused(&over, 7, pt_mv(MSV_LINK, 96, 0, 0), "R4.3: wrong-phase");
    refused(&s, 7, pt_mv(MSV_LINK, 96, 0, 0), "R4.11: bad-cell");
    refused(&s, 7, mv("link b5"), "R4.11: not-your-team");
    refused(&s, 1, mv("trylink b6 b5"), "R5.4: no-book");
    refused(&s, 0, mv("trylink b6 b5"), "R4.3: piece-used");
    refused(&s, 0, mv("link b5"), "R4.3: cell-taken");
    refused(&s, 0, mv("trylink k4 k2"), "R2.2: wrong-place");
    ms_state free = position(MS_RT, P1 "hand b K1\n");
    refused(&free, 1, mv("trylink e7 b6"), "R4.3: not-cut-off");
}

/* R7.3: whatever piece on whatever cell, with or without a Book, in any order of play. */
Test(myst, r7_3_a_try_is_never_granted) {
    for (int pmode = MS_RT; pmode <= MS_ALT; pmode++) {
        ms_state s = position(pmode, P1 "hand y K1 K2\n");
        if (s.head.node == PT_CHANCE) play(&s, PT_LUCK, "tempo y");
        for (unsigned piece = 0; piece < MS_CELLS; piece++)
            for (unsigned to = 0; to < MS_CELLS; to++)
                for (int seat = 0; seat < MS_TEAMS; seat++) {
                    pt_move m = pt_mv(MSV_TRY, piece, to, 0);
                    cr_assert_eq(ms_check(&s, seat, m, NULL), PT_REFUSED);
                    m = pt_mv(MSV_TRYLINK, piece, to, 0);
                    cr_assert_eq(ms_check(&s, seat, m, NULL), PT_REFUSED);
                }
    }
}

Test(myst, t13_the_second_request_comes_after_the_phase) {
    ms_state s = position(MS_RT, "board yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/"
                                 "yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyy.bbbbb\n");
    cr_assert_eq(ms_size(s.owner[0]), 48);
    cr_assert_eq(ms_size(s.owner[1]), 47);
    play(&s, 0, "place g8");
    refused(&s, 1, mv("place g8"), "R4.3: wrong-phase");
    cr_assert_eq(ms_size(s.owner[0]), 49);
}

Test(myst, t11_blue_places_all_86_in_a_row) {
    ms_state s = position(MS_ALT, P1 "young b\nhand y C5 C2 R4 G2 G3\n");
    pt_move list[MS_CELLS];
    for (int i = 0; i < 86; i++) {
        cr_assert_eq(s.head.owes, 2);
        cr_assert_eq(myst_game.legal(&s, 0, list), 0);
        int n = myst_game.legal(&s, 1, list);
        cr_assert_gt(n, 0);
        cr_assert_eq(pt_verb_of(list[0]), MSV_PLACE);
        myst_game.apply(&s, 1, list[i * 7 % n]);
    }
    cr_assert_eq(s.head.phase, MSP_TURNS);
    cr_assert_eq(ms_size(s.owner[0]), 1);
    cr_assert_eq(ms_size(s.owner[1]), 95);
    play(&s, PT_LUCK, "turns 5");
    cr_assert_eq(s.order, MS_YELLOW);
    cr_assert_eq(s.pos[MS_YELLOW], cell("b6"));
    int32_t points[PT_SEATS];
    ms_score(&s, points);
    cr_assert_eq(points[MS_YELLOW], 0 + 7 + 2);
}

/* R8.9: some open cell borders on a covered one, so a race never stops; and R8.39: between two
 * pieces each team waits once at most, and a game ends well before max_ply. */
Test(myst, r8_9_r8_39_never_both_cut_off_and_every_race_ends) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        pt_config c = config_of((int)(seed % 3));
        pt_rng rng = {seed};
        ms_state s;
        int waits[MS_TEAMS] = {0, 0}, pieces = 0, books = 0;
        for (pt_start(&myst_game, &s, &c); s.head.node != PT_OVER;) {
            pt_move m;
            if (s.head.phase == MSP_PUZZLE) cr_assert(!ms_cut_off(&s, 0) || !ms_cut_off(&s, 1));
            int seat = step(&s, &rng, &m);
            unsigned verb = pt_verb_of(m);
            if (verb == MSV_WAIT) cr_assert_eq(++waits[seat], 1);
            if (verb == MSV_PLACE || verb == MSV_LINK) waits[0] = waits[1] = 0, pieces++;
            books += verb == MSV_LINK || verb == MSV_JUMP;
        }
        cr_assert_eq(pieces, 94);
        cr_assert_leq(books, 2);
        cr_assert_lt(s.head.ply, myst_game.max_ply);
    }
}

/* R4.15: the guard places on the lowest frontier cell, which is the first legal move. */
Test(myst, r4_15_the_lowest_frontier_cell_comes_first) {
    for (uint64_t seed = 1; seed <= 30; seed++) {
        pt_config c = config_of(MS_RT);
        pt_rng rng = {seed};
        pt_move m, list[MS_CELLS];
        ms_state s;
        for (pt_start(&myst_game, &s, &c); s.head.phase <= MSP_PUZZLE; step(&s, &rng, &m))
            for (int team = 0; team < MS_TEAMS && s.head.phase == MSP_PUZZLE; team++) {
                ms_board frontier = ms_frontier(&s, team);
                if (!ms_any(frontier)) continue;
                myst_game.legal(&s, team, list);
                cr_assert_eq(list[0], pt_mv(MSV_PLACE, (unsigned)ms_lowest(frontier), 0, 0));
            }
    }
}

/* R4.17: what happens when the clock runs out; and giving up is no move of the game. */
Test(myst, r4_17_out_of_time) {
    ms_state s = position(MS_ALT, "phase choose\nhand y R2 C5 L3 L4 P5\nhand b S2\n");
    cr_assert_eq(ms_timeout_move(&s, 0), mv("choose L"));
    play(&s, 0, "choose S");
    cr_assert_eq(ms_timeout_move(&s, 1), mv("choose S"));
    play(&s, 1, "choose S");
    cr_assert_eq(ms_timeout_move(&s, 1), mv("rechoose R")); /* all others are worth nothing */
    s = t1_start(MS_ALT);
    cr_assert_eq(ms_timeout_move(&s, 0), mv("place k2"));
    s = position(MS_ALT, P1 "hand y K1\n");
    cr_assert_eq(ms_timeout_move(&s, 0), mv("wait"));
    s = position(MS_ALT, S1 "pos c2 l8\nmover y\nspin 3\nhand y K1\n");
    cr_assert_eq(ms_timeout_move(&s, 0), mv("stay"));
    play(&s, 0, "book");
    cr_assert_eq(ms_timeout_move(&s, 0), mv("jump a1"));
    play(&s, 0, "jump h2");
    cr_assert_eq(ms_timeout_move(&s, 0), mv("skip"));
    s = position(MS_ALT, S1 "phase after\nmover y\nhand y K1\n");
    cr_assert_eq(ms_timeout_move(&s, 0), mv("end"));
    cr_assert_eq(pt_parse_move(myst_game.verbs, "resign"), 0);
}

/* --- for whoever keeps the time --- */

Test(myst, r4_11_only_a_piece_in_a_wrong_place_costs_time) {
    ms_state s = t1_start(MS_RT), book = position(MS_RT, P1 "hand y K1\n");
    pt_config c = pt_config_normal(&myst_game, MS_TEAMS);
    const pt_race *race = myst_game.race;
    c.option[MSO_LOCK] = 700;
    cr_assert(race->on(&s));
    cr_assert_eq(race->lock(&s, &c, 0, mv("try k4 k2")), 700);
    cr_assert_eq(race->lock(&s, &c, 0, mv("try k3 f4")), 0, "piece-used");
    cr_assert_eq(race->lock(&s, &c, 0, mv("try a1 f4")), 0, "cell-taken");
    cr_assert_eq(race->lock(&s, &c, 0, mv("place j2")), 0, "not-touching");
    cr_assert_eq(race->lock(&s, &c, 0, mv("stay")), 0);
    cr_assert_eq(race->lock(&book, &c, 0, mv("trylink k4 k2")), 700);
    cr_assert_eq(race->lock(&book, &c, 1, mv("trylink b6 b5")), 0, "no-book");
    PT_TEXT(why, 100);
    cr_assert_eq(race->locked(&why), PT_REFUSED);
    cr_assert_str_eq(why.at, "R4.11: a wrong try costs a moment");
    cr_assert_str_eq(why.key, "locked");
    s = t1_start(MS_ALT);
    cr_assert_not(race->on(&s));
    s = position(MS_RT, S1 "spin 1\n"); /* the race is over */
    cr_assert_not(race->on(&s));
}

Test(myst, r4_15_the_guard_draws_a_team_by_tempo_and_covers_its_lowest_cell) {
    pt_config c = pt_config_normal(&myst_game, MS_TEAMS);
    const pt_race *race = myst_game.race;
    c.option[MSO_STALL] = 45;
    cr_assert_eq(race->stall(&c), 45000);
    cr_assert_eq(race->stall_again(&c), 5000);
    ms_state s = t1_start(MS_RT);
    s.weight[0] = 30;
    s.weight[1] = 10;
    int count[2] = {0}, seat;
    pt_rng rng = {5};
    pt_move m;
    for (int i = 0; i < 4000; i++) {
        cr_assert(race->guard(&s, &rng, &seat, &m));
        cr_assert_eq(m, seat ? mv("place f3") : mv("place k2"));
        count[seat]++;
    }
    cr_assert(count[0] > 2900 && count[0] < 3100, "%d of 4000", count[0]);
    s.weight[0] = s.weight[1] = 1;
    for (int i = count[0] = 0; i < 4000; i++) {
        race->guard(&s, &rng, &seat, &m);
        count[0] += seat == 0;
    }
    cr_assert(count[0] > 1850 && count[0] < 2150, "%d of 4000", count[0]);
    s = position(MS_RT, P1 "hand y K1\n"); /* Yellow is cut off: a Book is its own choice */
    s.weight[1] = 1;
    for (int i = 0; i < 50; i++) cr_assert(race->guard(&s, &rng, &seat, &m) && seat == 1);
}

Test(myst, r8_38_the_captain_changes_with_every_turn_and_the_race_is_everybodys) {
    const pt_team *team = myst_game.team;
    ms_state s = t1_start(MS_ALT);
    cr_assert_eq(team->people, 3);
    cr_assert_eq(team->takeover_ms, 30000);
    cr_assert_eq(team->captain(&s, 0), -1);
    s = position(MS_ALT, S1 "turn 2\nspin 1\n");
    cr_assert_eq(team->captain(&s, 0), 2);
    s.head.round = 0;
    s.head.phase = MSP_CHOOSE;
    cr_assert_eq(team->captain(&s, 1), 0);
}
