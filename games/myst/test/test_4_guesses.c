/* What a team that sees only its view guesses about the rest (R4.16), in small numbers. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

/* P1 with the colours changed: Blue is cut off. */
#define P1_BLUE                                                                                \
    "board ............/............/............/............/yyy........./yby........./"     \
    ".yyyy......./............\n"

static ms_state guessed(const ms_state *s, int viewer, pt_rng *rng) {
    ms_state view = seen_by(s, viewer), guess;
    ms_imagine(&view, viewer, rng, &guess);
    return guess;
}

/* R4.12: the tempo draws that nobody sees are as many as pieces, and one for the team asked; a
 * team that cannot act is not drawn. R4.13: teams that alternate are not drawn at all. */
Test(myst, r4_12_guess_how_many_draws_there_were) {
    const char *free = "board y.........../............/............/............/............/"
                       "............/............/...........b\n";
    const struct {
        int pmode, viewer;
        const char *board, *rest;
        int draws;
    } cases[] = {
        {MS_TEMPO, 0, free, "mover y\n", 1},
        {MS_ALT, 0, free, "mover y\n", 0},
        {MS_TEMPO, 0, S1, "mover y\nspin 2\n", 94},
        {MS_TEMPO, 0, S1, "phase jump\nmover b\nhand y K1\nhand b K2\n", 94},
        {MS_TEMPO, 1, P1, "mover b\nused y K1 K2\n", 8},
        {MS_TEMPO, 0, P1_BLUE, "mover y\nused b K1 K2\n", 8},
    };
    pt_rng rng = {7};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PT_TEXT(text, 512);
        pt_put(&text, "%s%s", cases[i].board, cases[i].rest);
        ms_state s = position(cases[i].pmode, text.at);
        ms_state guess = guessed(&s, cases[i].viewer, &rng);
        cr_expect_eq(guess.tempos, cases[i].draws, "case %zu: %d", i, guess.tempos);
    }
}

/* R4.13: a team that is cut off with a Book and lets the other build has waited; by tempo it
 * may not have been drawn. */
Test(myst, r4_13_guess_who_has_waited) {
    for (int viewer = 0; viewer < MS_TEAMS; viewer++)
        for (int pmode = MS_TEMPO; pmode <= MS_ALT; pmode++) {
            PT_TEXT(text, 512);
            pt_put(&text, "%shand %s K1 K2 R2 R3\nmover %s\nwaiting %s\n",
                   viewer ? P1 : P1_BLUE, ms_team_letters[1 - viewer], ms_team_letters[viewer],
                   ms_team_letters[1 - viewer]);
            ms_state s = position(pmode, text.at);
            s.weight[0] = s.weight[1] = 1;
            pt_rng rng = {11};
            int waits = 0, books = 0;
            for (int i = 0; i < 400; i++) {
                ms_state guess = guessed(&s, viewer, &rng);
                if (!ms_has_book(&guess, 1 - viewer)) continue;
                books++;
                waits += guess.waiting >> (1 - viewer) & 1;
            }
            cr_expect_gt(books, 40);
            if (pmode == MS_ALT)
                cr_expect_eq(waits, books);
            else
                cr_expect(3 * waits > books && 3 * waits < 2 * books, "%d of %d", waits, books);
        }
}

/* R4.12: with even weights two of three moments that look like "race on" are draws. */
Test(myst, r4_12_guess_a_draw_or_a_team_that_was_drawn) {
    ms_state s = position(MS_TEMPO, "board y.........../............/............/............/"
                                    "............/............/............/...........b\n");
    s.weight[0] = s.weight[1] = 1;
    for (int viewer = 0; viewer < MS_TEAMS; viewer++) {
        pt_rng rng = {13};
        int draws = 0;
        for (int i = 0; i < 600; i++) draws += guessed(&s, viewer, &rng).head.node == PT_CHANCE;
        cr_expect(draws > 340 && draws < 460, "%d of 600", draws);
    }
}

/* Yellow has played K2, so that it had no K1. Blue's five cards are among the 25 that Yellow's
 * four of 28 leave: K1 is there in 5 of 25, not in 5 of 29 as if Blue's were drawn first. */
Test(myst, r5_4_guess_k1_with_the_team_that_may_have_it) {
    ms_state s = position(MS_TEMPO, S1 "mover y\nspin 2\nhand y R2 R3 R4 R5\n"
                                       "hand b S2 S3 S4 S5 H2\nused y K2\n");
    pt_rng rng = {17};
    int found = 0;
    for (int i = 0; i < 6000; i++)
        found += (guessed(&s, PT_PUBLIC, &rng).hand[MS_BLUE] >> MS_BOOK & 1) != 0;
    cr_expect(found > 1115 && found < 1285, "%d of 6000, not 1200", found); /* 5/29: 1034 */
}
