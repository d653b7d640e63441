/* R1.3, R1.4, R3.5: luck, and what a seat may know. The odds of imagine() are held against an
 * enumeration of every deal and every choice that the rules allow. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

Test(mytikas, r1_1_two_to_four_play) {
    for (int players = 1; players <= 5; players++) {
        pt_config c = config_of(players, false);
        cr_expect_eq(pt_config_check(&mytikas_game, &c, NULL),
                     players < 2 || players > 4 ? PT_REFUSED : PT_OK);
    }
}

Test(mytikas, r1_4_every_outcome_of_luck_is_as_likely_as_another) {
    pt_rng rng = {5};
    pt_move list[64];
    pt_chance luck[32];
    for (int game = 0; game < 60; game++) {
        mt_state s = fresh(2 + game % 3, game % 2);
        while (s.head.node != PT_OVER) {
            if (s.head.node == PT_CHANCE) {
                int n = mytikas_game.chance(&s, luck);
                cr_assert_eq(n, s.head.phase == MTP_FIRST ? s.head.seats
                                                          : pt_count(mt_undealt(&s)));
                for (int i = 0; i < n; i++) cr_assert_eq(luck[i].weight, 1);
            }
            pt_random_step(&mytikas_game, &s, &rng, list, luck);
        }
    }
}

Test(mytikas, r1_3_with_one_card_each_nothing_is_hidden) {
    pt_rng rng = {9};
    mt_state s = fresh(3, false), view;
    while (s.head.node != PT_OVER) {
        for (int viewer = PT_PUBLIC; viewer < 3; viewer++) {
            mytikas_game.observe(&s, viewer, &view);
            cr_assert_eq(memcmp(&s, &view, sizeof s), 0);
        }
        sensible_step(&s, &rng);
    }
}

/* R3.5: the pair is seen by its owner only, the choice by all. */
Test(mytikas, r3_5_a_dealt_card_is_masked_for_the_others) {
    mt_state s = fresh(3, true);
    play(&s, PT_LUCK, "first 2");
    cr_expect_eq(mytikas_game.sight(&s, PT_LUCK, mv("deal pan"), 1), PT_SEEN);
    cr_expect_eq(mytikas_game.sight(&s, PT_LUCK, mv("deal pan"), 0), PT_MASKED);
    cr_expect_eq(mytikas_game.sight(&s, PT_LUCK, mv("deal pan"), PT_PUBLIC), PT_MASKED);
    cr_expect_eq(mytikas_game.sight(&s, 1, mv("keep pan"), 0), PT_SEEN);
    mt_state open = fresh(3, false);
    play(&open, PT_LUCK, "first 2");
    cr_expect_eq(mytikas_game.sight(&open, PT_LUCK, mv("deal pan"), 0), PT_SEEN);
}

/* Two states that differ only in what a seat may not know give that seat the same bytes. */
Test(mytikas, r1_3_equal_knowledge_gives_equal_bytes) {
    mt_state a = fresh(2, true), b, seen_a, seen_b;
    play(&a, PT_LUCK, "first 1");
    b = a;
    const char *const deals_a[] = {"deal pan", "deal hera", "deal zeus", "deal ares"};
    const char *const deals_b[] = {"deal hermes", "deal pan", "deal ares", "deal zeus"};
    for (int i = 0; i < 4; i++) {
        play(&a, PT_LUCK, deals_a[i]);
        play(&b, PT_LUCK, deals_b[i]);
    }
    for (int step = 0; step < 2; step++) {
        mytikas_game.observe(&a, 1, &seen_a);
        mytikas_game.observe(&b, 1, &seen_b);
        cr_expect_eq(memcmp(&seen_a, &seen_b, sizeof a), 0, "step %d", step);
        mytikas_game.observe(&a, 0, &seen_a);
        mytikas_game.observe(&b, 0, &seen_b);
        cr_expect_neq(memcmp(&seen_a, &seen_b, sizeof a), 0, "step %d", step);
        if (step == 0) {
            play(&a, 0, "keep pan");
            play(&b, 0, "keep pan");
        }
    }
}

/* --- the odds --- */

enum { HANDS = 1 << 16 };

/* Adds up, over everything that can have happened, the odds of each hand of `hidden` among the
 * states that give `viewer` the same view as `real`. Choices are made at random. */
typedef struct census {
    const mt_state *real;
    mt_state view;
    int viewer, hidden;
    double odds[HANDS], total;
    long states;
} census;

static void enumerate(census *c, const mt_state *s, double odds) {
    pt_move list[64];
    pt_chance luck[32];
    if (s->head.ply == c->real->head.ply) {
        mt_state seen;
        mytikas_game.observe(s, c->viewer, &seen);
        if (memcmp(&seen, &c->view, sizeof seen) != 0) return;
        c->odds[s->player[c->hidden].hand] += odds;
        c->total += odds;
        c->states++;
        return;
    }
    int seat = pt_mover(s);
    int n = seat == PT_LUCK ? mytikas_game.chance(s, luck) : mytikas_game.legal(s, seat, list);
    for (int i = 0; i < n; i++) {
        mt_state next = *s;
        mytikas_game.apply(&next, seat, seat == PT_LUCK ? luck[i].move : list[i]);
        enumerate(c, &next, odds / n);
    }
}

/* The chi-square of `tries` guesses against the census; the number of possible hands. */
static double chi_square(census *c, int tries, int *cells) {
    static int found[HANDS];
    pt_rng rng = {2024};
    double sum = 0;
    memset(found, 0, sizeof found);
    for (int i = 0; i < tries; i++) {
        mt_state guess;
        mytikas_game.imagine(&c->view, c->viewer, &rng, &guess);
        found[guess.player[c->hidden].hand]++;
    }
    *cells = 0;
    for (int hand = 0; hand < HANDS; hand++) {
        double due = tries * c->odds[hand] / c->total;
        if (c->odds[hand] == 0) {
            cr_assert_eq(found[hand], 0, "an impossible hand %04x is imagined", (unsigned)hand);
            continue;
        }
        ++*cells;
        sum += (found[hand] - due) * (found[hand] - due) / due;
    }
    return sum;
}

static census *take_census(const mt_state *real, int viewer, int hidden) {
    static census c;
    memset(&c, 0, sizeof c);
    c.real = real;
    c.viewer = viewer;
    c.hidden = hidden;
    mytikas_game.observe(real, viewer, &c.view);
    mt_state start = fresh(2, true);
    enumerate(&c, &start, 1);
    cr_assert_gt(c.states, 0);
    return &c;
}

static mt_state two_pairs(void) {
    mt_state s = fresh(2, true);
    play(&s, PT_LUCK, "first 1");
    play(&s, PT_LUCK, "deal pan");
    play(&s, PT_LUCK, "deal hera");
    play(&s, PT_LUCK, "deal zeus");
    play(&s, PT_LUCK, "deal ares");
    return s;
}

/* R1.3: before the choice a rival's pair is any two of the 14 cards not seen. 99.9 % of fair
 * samples with 90 degrees of freedom stay below 137.2. */
Test(mytikas, r1_3_a_rivals_pair_is_imagined_with_the_odds_of_the_deal) {
    mt_state s = two_pairs();
    int cells;
    double chi = chi_square(take_census(&s, 1, 0), 91000, &cells);
    cr_expect_eq(cells, 91);
    cr_expect_lt(chi, 137.2);
}

/* R3.5: after it, the card that was given back is any of the 13 that are left; 12 degrees:
 * 32.9. */
Test(mytikas, r3_5_a_returned_card_is_imagined_with_the_odds_of_the_deal) {
    mt_state s = two_pairs();
    play(&s, 0, "keep hera");
    int cells;
    double chi = chi_square(take_census(&s, 1, 0), 26000, &cells);
    cr_expect_eq(cells, 13);
    cr_expect_lt(chi, 32.9);
}

/* R1.3: a spectator while the second pair is half dealt; 13 cards are unknown, 12 degrees. */
Test(mytikas, r1_3_a_half_dealt_pair_is_one_card) {
    mt_state s = fresh(2, true);
    play(&s, PT_LUCK, "first 1");
    play(&s, PT_LUCK, "deal pan");
    play(&s, PT_LUCK, "deal hera");
    play(&s, PT_LUCK, "deal zeus");
    int cells;
    double chi = chi_square(take_census(&s, 0, 1), 28000, &cells);
    cr_expect_eq(cells, 14);
    cr_expect_lt(chi, 34.5); /* 13 degrees */
}

/* R1.4: what a guess turns over next is any card the viewer has not seen, alike: 11 degrees. */
Test(mytikas, r1_4_the_next_card_of_a_guess_is_any_unseen_one) {
    mt_state s = two_pairs(), view;
    pt_rng rng = {77};
    int found[MT_CARDS] = {0}, tries = 24000, cells = 0;
    play(&s, 0, "keep hera");
    play(&s, 1, "keep zeus");
    mytikas_game.observe(&s, 1, &view);
    for (int i = 0; i < tries; i++) {
        mt_state guess;
        pt_move list[64];
        pt_chance luck[32];
        mytikas_game.imagine(&view, 1, &rng, &guess);
        pt_move m = pt_random_step(&mytikas_game, &guess, &rng, list, luck);
        found[pt_arg(m, 0)]++;
    }
    double chi = 0, due = tries / 13.0;
    for (int card = 0; card < MT_CARDS; card++) {
        if (!found[card]) continue;
        cells++;
        chi += (found[card] - due) * (found[card] - due) / due;
    }
    cr_expect_eq(cells, 13); /* all but hera, zeus and ares, which this seat gave back */
    cr_expect_eq(found[MTC_ARES], 0);
    cr_expect_lt(chi, 32.9); /* 12 degrees */
}
