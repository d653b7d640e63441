/* R4.4 to R4.9: the Exploration. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

Test(myst, t25_five_turns_are_ten_spins_in_turn) {
    for (uint64_t seed = 1; seed <= 50; seed++) {
        ms_state s =
            position(MS_TEMPO, S1 "phase turns\nyoung b\nhand y K1 R2\nhand b K2 C3\n");
        pt_rng rng = {seed};
        play(&s, PT_LUCK, "turns 5");
        int spins = 0;
        while (s.head.node != PT_OVER) {
            pt_move m;
            int mover = s.mover, turn = s.head.round;
            step(&s, &rng, &m);
            if (pt_verb_of(m) != MSV_SPIN) continue;
            cr_assert_eq(mover, spins % 2 ? MS_YELLOW : MS_BLUE);
            cr_assert_eq(turn, spins / 2 + 1);
            spins++;
        }
        cr_assert_eq(spins, 10);
    }
}

/* R4.6: the walk of legal() against the plain one of check(), for every pair of pieces. */
Test(myst, r4_6_r8_21_every_walk_round_every_piece) {
    pt_move list[MS_CELLS];
    ms_state s = position(MS_TEMPO, S1 "pos a1 b1\nmover y\nspin 6\n");
    int most = 0;
    for (int from = 0; from < MS_CELLS; from++)
        for (int other = 0; other < MS_CELLS; other++) {
            if (from == other) continue;
            s.pos[0] = (uint8_t)from;
            s.pos[1] = (uint8_t)other;
            s.spin = (uint8_t)(1 + (from + other) % 6);
            int n = myst_game.legal(&s, 0, list), found = 0;
            for (unsigned to = 0; to < MS_CELLS; to++)
                found += ms_check(&s, 0, pt_mv(MSV_MOVE, to, 0, 0), NULL) == PT_OK;
            cr_assert_eq(n, found + 1);
            if (n > most) most = n;
        }
    cr_assert_leq(most, 71);
}

/* R8.29: a Book before the move, called after the spin, loses nothing: jump and Key, then the
 * spin's move, end where "jump first, spin later" would. */
Test(myst, r8_29_jump_key_move_key_in_one_turn) {
    ms_state s = position(MS_TEMPO, S1 "pos c2 l8\nmover y\nhand y K1\nspin 4\n");
    play(&s, 0, "book");
    play(&s, 0, "jump h2");
    play(&s, 0, "lay");
    cr_assert_eq(s.spin, 4);
    cr_assert_eq(s.moved, 0);
    play(&s, 0, "move k3");
    play(&s, 0, "lay");
    cr_assert_eq(ms_shows(&s, 3), MS_YELLOW);
    cr_assert_eq(ms_shows(&s, 0), MS_YELLOW);
}

/* R5.3: laying and removing change no owner, no switch, no order. */
Test(myst, r5_3_pieces_below_stay_as_they_are) {
    ms_state s = position(MS_TEMPO, S1 "pos k4 l8\nmover y\nspin 1\n"), before = s;
    play(&s, 0, "move k3");
    play(&s, 0, "lay");
    cr_assert(ms_same(s.owner[0], before.owner[0]) && ms_same(s.owner[1], before.owner[1]));
    cr_assert_eq(ms_count_switches(&s, 0), 3);
    cr_assert_eq(s.order, before.order);
}

/* A move towards Landmarks, where a random one hardly ever meets one. */
static void walk_on_purpose(ms_state *s, pt_rng *rng, pt_move *m) {
    pt_move list[MS_CELLS];
    int seat = pt_mover(s);
    if (seat == PT_LUCK) {
        step(s, rng, m);
        return;
    }
    int n = myst_game.legal(s, seat, list);
    *m = list[ms_hints.playout(s, seat, list, n, rng)];
    myst_game.apply(s, seat, *m);
}

/* R5.3: over whole games a Landmark changes hands twice at most, lay first. */
Test(myst, r5_3_r8_27_a_landmark_is_laid_once_and_won_back_once) {
    int lays = 0, removes = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        pt_config c = config_of(MS_ALT);
        pt_rng rng = {seed};
        ms_state s;
        pt_start(&myst_game, &s, &c);
        while (s.head.node != PT_OVER) {
            pt_move m;
            ms_state before = s;
            walk_on_purpose(&s, &rng, &m);
            for (int x = 0; x < MS_LANDMARKS; x++)
                cr_assert(s.over[x] == before.over[x] || s.over[x] == before.over[x] + 1);
            lays += pt_verb_of(m) == MSV_LAY;
            removes += pt_verb_of(m) == MSV_REMOVE;
        }
    }
    cr_assert_gt(lays, 300, "%d", lays);
    cr_assert_gt(removes, 30, "%d", removes);
}
