/* R4: the course of turns, as properties of many games; the steps are in scenarios. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

/* R1.2, R6.1: sensible play builds, wins cards and comes to an end of its own. */
Test(mytikas, r1_2_sensible_games_end_by_levels_locks_or_pieces) {
    int caps = 0, buildings = 0, locks = 0;
    for (int game = 0; game < 90; game++) {
        pt_rng rng = {(uint64_t)game};
        mt_state s = fresh(2 + game % 3, game % 2);
        while (s.head.node != PT_OVER) sensible_step(&s, &rng);
        caps += s.end == MTE_CAP;
        locks += s.locks;
        for (int level = 0; level < MT_LEVELS; level++) buildings += mt_built_on(&s, level);
    }
    cr_expect_lt(caps, 9);
    cr_expect_gt(buildings, 90 * 4);
    cr_expect_gt(locks, 90 * 2);
}

/* R4.1: nobody is asked where there is one option; R4.8: the one asked is the actor, or the
 * owner of matching cards. */
Test(mytikas, r4_1_whoever_is_asked_has_a_choice) {
    for (int game = 0; game < 40; game++) {
        pt_rng rng = {(uint64_t)game + 500};
        mt_state s = fresh(2 + game % 3, game % 2);
        while (s.head.node != PT_OVER) {
            if (s.head.node == PT_DECIDE) {
                int seat = pt_mover(&s);
                cr_assert_geq(legal_count(&s, seat), 2);
                if (s.head.phase != MTP_LOCK) cr_assert_eq(seat, s.actor);
                if (s.head.phase == MTP_START) cr_assert_eq(seat, s.active);
            }
            sensible_step(&s, &rng);
        }
    }
}

/* R4.10: turns go round clockwise from the first player, and the counters agree. */
Test(mytikas, r4_10_turns_go_round) {
    pt_rng rng = {3};
    mt_state s = fresh(3, false);
    int last = -1;
    while (s.head.node != PT_OVER) {
        if (s.head.phase == MTP_START && s.turn != last) {
            last = s.turn;
            cr_assert_eq(s.active, (s.first + s.turn) % 3);
            cr_assert_eq(s.head.round, 1 + s.turn / 3);
            cr_assert_eq(s.fresh, 0);
            cr_assert_eq(s.turned, s.locks < 4 ? s.locks : 4);
        }
        sensible_step(&s, &rng);
    }
}

/* R8.37: four figures in every arrangement, with nothing and with every favour token. */
Test(mytikas, r8_37_there_is_always_a_move) {
    mt_state plain = position(4, "line poseidon\nturn 4"), rich;
    rich = plain;
    memset(rich.pile, 0, sizeof rich.pile);
    memset(rich.player[0].favor, 4, sizeof rich.player[0].favor);
    for (int code = 0; code < 4096; code++) {
        int used = 0;
        for (int seat = 0; seat < 4; seat++) {
            int spot = code >> (3 * seat) & 7;
            used |= 1 << spot;
            plain.player[seat].spot = rich.player[seat].spot = (uint8_t)spot;
        }
        if (pt_count((uint64_t)used) < 4) continue;
        pt_move list[64];
        cr_assert_gt(mt_options(&plain, list), 0);
        cr_assert_gt(mt_options(&rich, list), 0);
    }
}

/* R4.1, R4.3: with every favour token and no cube, hn can be the only move of a turn. */
Test(mytikas, r4_1_a_turn_with_a_single_option_plays_itself) {
    mt_state s = position(4, "line poseidon\nturn 4\nspots zd dd pd dn\n"
                             "favors 1 Z Z Z Z D D D D P P P P H H H H");
    cr_expect_eq(s.player[0].spot, MT_HN);
    cr_expect_eq(s.player[0].reserve, 1);
    cr_expect_eq(s.turn, 5);
}

/* R4.16, R8.15: while one token of any god is not one's own, there is one to take. */
Test(mytikas, r4_16_one_token_of_any_god_is_enough) {
    for (int god = 0; god < MT_GODS; god++) {
        mt_state s = position(2, "line poseidon\nfavors 1 Z Z Z D D D P P P H H H");
        s.player[0].favor[god]--;
        s.player[1].favor[god]++;
        cr_expect(mt_can_take_favor(&s, 0));
        cr_expect(mt_can_main(&s, 0, MT_PN));
        s.player[0].favor[god]++;
        s.player[1].favor[god]--;
        cr_expect_not(mt_can_take_favor(&s, 0));
        cr_expect_not(mt_can_main(&s, 0, MT_PN));
    }
}

/* R4.16: the second token of the large temple, with none left to take. */
Test(mytikas, r4_16_nothing_to_take_is_no_trouble) {
    mt_state s =
        position(2, "line poseidon\nfavors 1 Z Z D D D P P P H H H\ncubes 1 M1=3 G1=2");
    play(&s, 0, "go zn");
    play(&s, 0, "main");
    play(&s, 0, "build large a 1");
    cr_expect_eq(s.player[0].favor[MT_Z], 3);
    cr_expect_eq(s.favors, 0);
    cr_expect_eq(s.turn, 1); /* no bonus action either: FAV1 has nothing to give */
}

/* R2.11: one token more than the list is long. */
Test(mytikas, r2_11_the_list_of_numbers_is_never_longer_than_thirty) {
    for (int reserve = 28; reserve <= 33; reserve++) {
        PT_TEXT(text, 80);
        pt_put(&text, "line poseidon\nreserve %d 0 0", reserve);
        mt_state s = position(3, text.at);
        play(&s, 0, "go hn");
        play(&s, 0, "offer");
        cr_expect_eq(legal_count(&s, 0), reserve < 30 ? reserve : 30);
    }
}

/* R8.38, R2.4: cubes and offerings grow without limit; favour tokens are kept. */
Test(mytikas, r8_38_favour_and_level_tokens_are_never_lost) {
    for (int game = 0; game < 30; game++) {
        pt_rng rng = {(uint64_t)game + 900};
        int players = 2 + game % 3;
        mt_state s = fresh(players, false);
        while (s.head.node != PT_OVER) sensible_step(&s, &rng);
        for (int god = 0; god < MT_GODS; god++) {
            int all = s.pile[god];
            for (int seat = 0; seat < players; seat++) all += s.player[seat].favor[god];
            cr_expect_eq(all, mt_favors_each[players]);
        }
        for (int level = 0; level < MT_LEVELS; level++)
            cr_expect_eq(s.left[level] + mt_built_on(&s, level),
                         mt_level_tokens[players][level]);
    }
}

/* R8.40: the longest game that anybody can want is far from the limit on moves. */
Test(mytikas, r8_40_every_game_ends_by_the_cap) {
    pt_move list[64];
    pt_chance luck[32];
    for (int players = 2; players <= 4; players++) {
        pt_rng rng = {(uint64_t)players};
        mt_state s = fresh(players, false);
        while (s.head.node != PT_OVER) pt_random_step(&mytikas_game, &s, &rng, list, luck);
        cr_expect_leq(s.turn, MT_ROUNDS * players);
        cr_expect_eq(s.end == MTE_CAP, s.turn == MT_ROUNDS * players);
    }
}

/* R7.1: every form of the notation, read and written. */
Test(mytikas, r7_1_moves_are_written_as_the_rulebook_says) {
    static const char *const moves[] = {
        "keep hera",   "fav Z",   "go zd",      "down S 3 1", "demeter 2 G", "hades 7",
        "give M2",     "main",    "skip",       "prod 1S1M",  "pan G",       "build minor b 2",
        "up S 1",      "upx S 1", "move G 1 4", "done",       "favor P",     "favor P@3",
        "heph 2",      "take",    "offer",      "on hera",    "put 3",       "lock athena",
        "bonus",       "pass",    "end",        "follow Z",   "follow $",    "follow Z zn",
        "follow $ zn", "first 2", "deal pan",   "reveal ares"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        PT_TEXT(text, 64);
        pt_print_move(mytikas_game.verbs, mv(moves[i]), &text);
        cr_expect_str_eq(text.at, moves[i]);
    }
    static const char *const wrong[] = {"up G",      "upx G 1", "put 0", "put 256",    "follow",
                                        "favor P@5", "hades 5", "go zz", "demeter 1 S"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect_eq(pt_parse_move(mytikas_game.verbs, wrong[i]), 0, "%s", wrong[i]);
}
