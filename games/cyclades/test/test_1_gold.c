/* R1.3: gold is hidden from those who forget; whoever keeps count knows it. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"

/* Keeps count of hidden gold: plays a move in a public view with the counted gold in it. The
 * forced moves that follow it are counted too. */
static void count_gold(const cy_state *view, int seat, pt_move m, uint16_t gold[CY_SEATS]) {
    cy_state s = *view;
    memcpy(s.gold, gold, sizeof s.gold);
    cy_apply(&s, seat, m);
    memcpy(gold, s.gold, sizeof s.gold);
}

/* R1.3: every payment is public, so a spectator who keeps count knows every purse in every
 * state. */
Test(cyclades, r1_3_counting_public_payments_gives_every_purse) {
    for (int players = 2; players <= 5; players++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            cy_state s = fresh(players), view;
            uint16_t gold[CY_SEATS] = {0};
            pt_rng rng = {seed};
            pt_move moves[256];
            pt_chance luck[64];
            for (int seat = 0; seat < players; seat++) gold[seat] = 5;
            while (s.head.node != PT_OVER) {
                int seat = pt_mover(&s);
                cy_observe(&s, PT_PUBLIC, &view);
                pt_move m = pt_random_step(&cyclades_game, &s, &rng, moves, luck);
                count_gold(&view, seat, m, gold);
                cr_assert_arr_eq(gold, s.gold, sizeof gold);
                cy_recall(&s, PT_PUBLIC, &view);
                cr_assert_arr_eq(gold, view.gold, sizeof gold);
            }
        }
}

/* R1.3: two states that differ in another's gold look the same. */
Test(cyclades, r1_3_a_view_does_not_depend_on_hidden_gold) {
    cy_state a = position(3, "phase bid\ngold 3 4 5\nisle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1");
    cy_state b = position(3, "phase bid\ngold 3 9 0\nisle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1");
    cy_state x, y;
    cy_observe(&a, 0, &x);
    cy_observe(&b, 0, &y);
    cr_expect_arr_eq(&x, &y, sizeof x);
    cy_observe(&a, 1, &x);
    cy_observe(&b, 1, &y);
    cr_expect(memcmp(&x, &y, sizeof x) != 0);
}

/* R1.3, R4.1, R4.7: a guess can pay what is offered, and whoever is asked has a choice. */
Test(cyclades, r1_3_a_guess_can_pay_what_is_offered) {
    cy_state s = position(4, "phase bid\nbidder p4\noffer ares p2 9\noffer zeus p1 3\n"
                             "gold 5 9 5 5\nisle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1\n"
                             "isle n4 p4 1");
    cy_state view, guess;
    bool differs = false;
    cy_observe(&s, 0, &view);
    pt_rng rng = {7};
    for (int i = 0; i < 500; i++) {
        pt_move list[256];
        cy_imagine(&view, 0, &rng, &guess);
        cr_assert(guess.gold[1] >= 9);
        cr_assert_eq(guess.gold[0], 5);
        cr_assert(cy_legal(&guess, 3, list) >= 2);
        differs |= guess.gold[1] != s.gold[1];
    }
    cr_expect(differs);
}

/* The least and the most that is guessed of a seat's gold, as p1 sees the position. */
static void guesses(int players, const char *text, int seat, int least, int most) {
    cy_state s = position(players, text), view, guess;
    pt_rng rng = {5};
    int low = CY_HIDDEN, high = 0;
    cy_observe(&s, 0, &view);
    for (int i = 0; i < 3000; i++) {
        cy_imagine(&view, 0, &rng, &guess);
        if (guess.gold[seat] < low) low = guess.gold[seat];
        if (guess.gold[seat] > high) high = guess.gold[seat];
    }
    cr_expect(low == least && high == most, "%s: p%d has %d to %d", text, seat + 1, low, high);
}

/* R1.3: beyond what is offered, about two cycles of revenue before offerings are paid and one
 * after. p2 has a revenue of 4, p3 of 1. */
#define EARN "isle n3 p1 1\nisle n1 p2 1\nisle n4 p2 1\nisle n2 p3 1\n"
Test(cyclades, r1_3_a_guess_follows_the_revenue) {
    guesses(3, "phase bid\ngold 9 0 0\n" EARN, 1, 0, 14);
    guesses(3, "phase bid\ngold 9 0 0\n" EARN, 2, 0, 8);
    guesses(3, "phase bid\ngold 9 3 0\noffer ares p2 3\n" EARN, 1, 3, 17);
    guesses(3, "cycle 2\nphase offer\nchosen ares\ngold 9 0 0\n" EARN, 1, 0, 14);
    guesses(3, EARN, 1, 0, 8);
    guesses(3, "cycle 2\n" EARN, 1, 0, 8);
    guesses(3, EARN, 2, 0, 4);
    /* cycle 1: p2 has acted, p3 waits on Apollo; an offering proves more than the first purse
     */
    guesses(3, "cycle 1\napollo p3\norder - - p2\n" EARN, 1, 0, 8);
    guesses(3, "cycle 1\napollo p3\norder - - p2\n" EARN, 2, 7, 7);
    guesses(3, "cycle 1\nphase bid\ngold 9 9 0\noffer ares p2 9\n" EARN, 1, 9, 9);
    guesses(3, "cycle 1\nphase bid\ngold 9 9 0\n" EARN, 1, 7, 7);
    guesses(3, "cycle 1\nphase gods\n" EARN, 1, 5, 5);
}

/* R1.3, R4.1: only a guessed purse grows until there is a choice, and where gold makes no
 * choice by 80 at most. */
Test(cyclades, r1_3_only_a_guess_grows_until_there_is_a_choice) {
    guesses(3, "phase bid\n" EARN, 0, 0, 0);
    guesses(3, "phase prosper\nturn p3\n" EARN, 2, 80, 84);
    guesses(3, "phase prosper\nturn p2\n" EARN, 1, 0, 8);
    guesses(3, "phase prosper\n" EARN, 0, 0, 0);
}

/* R1.3, R6.2: those who are out have no screen; the Griffon opens a single purse. */
Test(cyclades, r1_3_a_screen_hides_the_gold_of_others_who_play) {
    cy_state view, s = position(3, "alive p1 p2\nrule-cycle 0\ngold 3 4 0\nisle n1 p1 1\n"
                                   "isle n2 p2 1");
    cy_observe(&s, 0, &view);
    cr_expect(view.gold[0] == 3 && view.gold[1] == CY_HIDDEN && view.gold[2] == 0);
    cr_expect(view.gold[3] == 0 && view.gold[4] == 0);
    cy_observe(&s, PT_PUBLIC, &view);
    cr_expect(view.gold[0] == CY_HIDDEN && view.gold[2] == 0);
    s = position(3, "shown p3\ngold 3 4 5\n" EARN);
    cy_observe(&s, 0, &view);
    cr_expect(view.gold[1] == CY_HIDDEN && view.gold[2] == 5);
    s = position(3, "shown p2\ngold 3 4 5\n" EARN);
    cy_observe(&s, 0, &view);
    cr_expect(view.gold[1] == 4 && view.gold[2] == CY_HIDDEN);
}

static void ranks(const char *text, int viewer, const char *want) {
    cy_state s = position(3, text), view;
    uint8_t place[PT_SEATS];
    PT_TEXT(found, 16);
    cy_observe(&s, viewer, &view);
    cy_rank(&view, place);
    for (int seat = 0; seat < PT_SEATS; seat++) pt_put(&found, "%d", place[seat]);
    cr_expect_str_eq(found.at, want, "%s, for %d: %s", text, viewer, found.at);
}

/* R6.4: gold that somebody cannot see ranks nobody for them; the revenue (4, 1, 1) does. */
#define RICH "gold 1 9 5\nisle n1 p1 1\nisle n4 p1 1\nisle n2 p2 1\nisle n3 p3 1\n"
Test(cyclades, r6_4_hidden_gold_ranks_nobody) {
    ranks("cycle 40\nphase over\n" RICH, 0, "31200");
    ranks(RICH, 0, "12200");
    ranks("shown p1 p2\n" RICH, 0, "12200");
    ranks("shown p2 p3\n" RICH, 0, "31200");
    ranks("shown p2 p3\n" RICH, PT_PUBLIC, "12200");
    ranks("shown p1 p3\n" RICH, 0, "12200");
    /* R6.1: p1 and p3 share the victory, whatever the revenue */
    ranks("phase over\nisle n2 p1 metropolis\nisle n3 p1 metropolis\nisle n6 p2\n"
          "isle n1 p3 metropolis\nisle n4 p3 metropolis\n",
          0, "13100");
    /* p1 has won; those behind share no victory, so that their revenue counts */
    ranks("phase over\nisle n1 p1 metropolis\nisle n4 p1 metropolis\nisle n6 p1 metropolis\n"
          "isle n2 p2 metropolis\nisle n3 p2 metropolis\nisle n5 p3 metropolis\n"
          "isle n7 p3 metropolis\n",
          0, "12300");
}

/* R1.3, R2.2, R2.9: in the first cycle nobody has to guess what those have who did not act yet.
 */
Test(cyclades, r1_3_first_purses_are_no_secret) {
    int waiting = 0;
    for (int players = 2; players <= 5; players++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            cy_state s = fresh(players), view, guess;
            pt_rng rng = {seed};
            pt_move moves[256];
            pt_chance luck[64];
            for (; s.head.round <= 1; pt_random_step(&cyclades_game, &s, &rng, moves, luck)) {
                cy_observe(&s, PT_PUBLIC, &view);
                cy_imagine(&view, PT_PUBLIC, &rng, &guess);
                for (int seat = 0; seat < players; seat++) {
                    bool acted = seat == cy_acting(&s);
                    for (int space = 0; s.turn && space < s.markers; space++)
                        acted |= s.order[space] == seat + 1;
                    if (acted) continue;
                    waiting += s.turn > 0;
                    cr_assert_eq(guess.gold[seat], s.gold[seat], "%d for %d, phase %d",
                                 guess.gold[seat], s.gold[seat], s.head.phase);
                }
            }
        }
    cr_expect(waiting > 100);
}

/* R4.1: what can be done only one way is not asked, in any state. */
Test(cyclades, r4_1_nobody_is_asked_a_question_with_one_answer) {
    for (int players = 2; players <= 5; players++)
        for (uint64_t seed = 100; seed < 130; seed++) {
            cy_state s = fresh(players);
            pt_rng rng = {seed};
            pt_move moves[256];
            pt_chance luck[64];
            while (s.head.node != PT_OVER) {
                if (s.head.node == PT_DECIDE) cr_assert(cy_legal(&s, pt_mover(&s), moves) >= 2);
                pt_random_step(&cyclades_game, &s, &rng, moves, luck);
            }
        }
}

/* R6.3: no game passes the guard, and every purse stays payable. */
Test(cyclades, r6_3_every_game_ends_by_cycle_40) {
    for (int players = 2; players <= 5; players++)
        for (uint64_t seed = 1; seed <= 100; seed++) {
            cy_state s = fresh(players);
            pt_rng rng = {seed};
            pt_move moves[256];
            pt_chance luck[64];
            while (s.head.node != PT_OVER) {
                pt_random_step(&cyclades_game, &s, &rng, moves, luck);
                cr_assert(s.head.round <= CY_CYCLES);
                for (int seat = 0; seat < players; seat++) cr_assert(s.gold[seat] < 2000);
            }
            uint8_t place[PT_SEATS];
            cy_rank(&s, place);
            bool first = false;
            for (int seat = 0; seat < players; seat++) first |= place[seat] == 1;
            cr_expect(first);
        }
}
