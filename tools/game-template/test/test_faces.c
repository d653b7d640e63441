/* R1.3, R1.4: what a seat may know; what it is told and shown. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/test/table.h"

Test(quarry, r1_3_r4_3_cards_and_bids_of_others_are_hidden) {
    qy_state s = position(3, "favourite slate marble obsidian\nbid 3 - 1"), seen;
    quarry_game.observe(&s, 0, &seen);
    cr_expect_eq(seen.favourite[0], QYS_SLATE);
    cr_expect_eq(seen.favourite[1], QY_HIDDEN);
    cr_expect_eq(seen.bid[0], 3);
    cr_expect_eq(seen.bid[1], QY_NOTHING); /* that somebody still owes one is no secret */
    cr_expect_eq(seen.bid[2], QY_SEALED);
    quarry_game.observe(&s, PT_PUBLIC, &seen);
    cr_expect_eq(seen.bid[0], QY_SEALED);
    cr_expect_arr_eq(seen.bag, s.bag, sizeof s.bag); /* R1.4 */
    cr_expect_arr_eq(seen.coins, s.coins, sizeof s.coins);
}

Test(quarry, r5_2_at_the_end_the_cards_are_shown) {
    qy_state s = position(2, "rounds 6\nphase over\nstones 1 6 0 0"), seen;
    quarry_game.observe(&s, PT_PUBLIC, &seen);
    cr_expect_arr_eq(&seen, &s, sizeof s);
}

/* R2.3: with one slate in one's own hand, one of the five other cards is a slate. */
Test(quarry, r3_2_a_guess_has_the_odds_of_the_deal) {
    qy_state s = position(2, "favourite slate marble"), seen, guess;
    int slates = 0, n = 5000;
    pt_rng rng = {1};
    quarry_game.observe(&s, 0, &seen);
    for (int i = 0; i < n; i++) {
        quarry_game.imagine(&seen, 0, &rng, &guess);
        slates += guess.favourite[1] == QYS_SLATE;
    }
    cr_expect(slates > n / 5 - 120 && slates < n / 5 + 120, "%d of %d", slates, n);
}

Test(quarry, r1_3_whose_card_and_bid_it_is_says_who_sees_the_move) {
    qy_state s = fresh(2);
    pt_move deal = must_parse(&quarry_game, "deal slate");
    cr_expect_eq(quarry_game.sight(&s, PT_LUCK, deal, 0), PT_SEEN);
    cr_expect_eq(quarry_game.sight(&s, PT_LUCK, deal, 1), PT_MASKED);
    s = position(2, "");
    pt_move bid = must_parse(&quarry_game, "bid 1");
    cr_expect_eq(quarry_game.sight(&s, 0, bid, 0), PT_SEEN);
    cr_expect_eq(quarry_game.sight(&s, 0, bid, PT_PUBLIC), PT_MASKED);
}

Test(quarry, r7_1_moves_are_written_as_they_are_read) {
    static const char *const texts[] = {"bid 0", "bid 16", "deal obsidian", "draw slate"};
    must_round_trip(&quarry_game, texts, sizeof texts / sizeof *texts);
    cr_expect_eq(pt_parse_move(quarry_game.verbs, "bid 17"), 0);
}

/* R2.2: coins are only numbers; the question says what one has, in every language. */
Test(quarry, r2_2_a_seat_is_asked_for_a_bid_it_can_pay) {
    static const char *const said[PT_LANGUAGES] = {"0 to 3 coins", "de 0 à 3 pièces",
                                                   "0 bis 3 Münzen"};
    qy_state s = position(2, "coins 3 6");
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(text, 200, language);
        quarry_game.ask(&s, 0, &text);
        cr_expect(!said[language] || strstr(text.at, said[language]), "%s", text.at);
    }
}
