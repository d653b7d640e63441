/* R4.16, R8.31, R8.41: what a team may know. Views that must be equal are compared byte by
 * byte; guesses are compared with every possibility, counted one by one. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

static bool same_view(const ms_state *a, const ms_state *b, int viewer) {
    ms_state x = seen_by(a, viewer), y = seen_by(b, viewer);
    return memcmp(&x, &y, sizeof x) == 0;
}

/* --- equal knowledge, equal bytes --- */

Test(myst, t29_a_turn_ended_by_hand_looks_like_one_that_ends_itself) {
    static const char start[] = S1 "pos c2 l8\norder y\nmover b\n";
    char text[512];
    pt_text t = pt_text_on(text, sizeof text);
    pt_put(&t, "%shand b K1 H2 H3 P2 P3\n", start);
    ms_state a = position(MS_TEMPO, text);
    pt_clear(&t);
    pt_put(&t, "%shand b R3 H2 H3 P2 P3\n", start);
    ms_state b = position(MS_TEMPO, text);
    cr_assert(same_view(&a, &b, MS_YELLOW));
    play(&a, PT_LUCK, "spin b 2");
    play(&b, PT_LUCK, "spin b 2");
    cr_assert(same_view(&a, &b, MS_YELLOW));
    play(&a, 1, "stay");
    play(&a, 1, "end");
    play(&b, 1, "stay");
    cr_assert_eq(a.head.round, 2);
    cr_assert_eq(a.mover, MS_YELLOW);
    cr_assert(same_view(&a, &b, MS_YELLOW));
    cr_assert(same_view(&a, &b, PT_PUBLIC));
    cr_assert_not(same_view(&a, &b, MS_BLUE));
}

/* Lets the shadow of a game, where Blue has another card for its Book, follow its moves: those
 * that only a Book makes are left out. */
static void follow(ms_state *shadow, int seat, pt_move m) {
    unsigned verb = pt_verb_of(m);
    PT_TEXT(why, 256);
    if (verb == MSV_WAIT || verb == MSV_END) return;
    if (verb == MSV_TEMPO && shadow->head.node != PT_CHANCE) return;
    cr_assert_eq(pt_play(&myst_game, shadow, seat, m, &why), PT_OK, "%s", why.at);
}

/* A random move of the game, where Blue keeps its Book whatever comes. */
static int keep_the_book(ms_state *s, pt_rng *rng, pt_move *m) {
    ms_state before = *s;
    int seat;
    do {
        *s = before;
        seat = step(s, rng, m);
    } while (seat == MS_BLUE && (pt_verb_of(*m) == MSV_LINK || pt_verb_of(*m) == MSV_BOOK));
    return seat;
}

/* R8.41: Blue holds K1 in one game and R3 in the other, and never plays the Book. In every
 * moment in which the other game stands still for a decision or a spin, all others see the
 * same. The draw of a tempo and the time Blue thinks about its Book are the pause of R8.41. */
Test(myst, r8_41_r8_31_a_book_that_is_kept_never_shows) {
    int waits = 0, ends = 0, compared = 0;
    for (uint64_t seed = 1; seed <= 900; seed++) {
        pt_config c = config_of((int)(seed % 3));
        c.option[MSO_WB] = 25; /* a slow Blue is cut off more often */
        pt_rng rng = {seed};
        ms_state s, shadow;
        pt_start(&myst_game, &s, &c);
        static const char *const deal[] = {"young y",   "deal y R2", "deal y C2", "deal y L2",
                                           "deal y S2", "deal y G2", "deal b K1", "deal b R4",
                                           "deal b R5", "deal b H2", "deal b H3"};
        for (int i = 0; i < 11; i++) play(&s, PT_LUCK, deal[i]);
        shadow = s;
        shadow.hand[MS_BLUE] ^= 1u << MS_BOOK | 1u << 1;
        while (s.head.node != PT_OVER) {
            pt_move m;
            int seat = keep_the_book(&s, &rng, &m);
            waits += pt_verb_of(m) == MSV_WAIT;
            ends += pt_verb_of(m) == MSV_END;
            if (s.head.node == PT_OVER) break; /* now all is open */
            follow(&shadow, seat, m);
            bool blue_thinks = s.head.phase == MSP_PUZZLE && c.option[MSO_PMODE] != MS_RT &&
                               ms_cut_off(&s, MS_BLUE) && s.mover != MS_YELLOW;
            bool after = s.head.phase == MSP_AFTER;
            if (after && s.mover == MS_BLUE) continue;
            cr_assert(blue_thinks || same_view(&s, &shadow, MS_YELLOW), "seed %d", (int)seed);
            cr_assert(same_view(&s, &shadow, PT_PUBLIC), "seed %d", (int)seed);
            compared++;
        }
    }
    cr_assert_gt(waits, 100);
    cr_assert_gt(ends, 1000);
    cr_assert_gt(compared, 50000);
}

/* While Blue thinks whether to end its turn, Yellow sees what it saw while Blue was to move but
 * for the number of moves. */
Test(myst, r4_16_its_turn_and_no_more) {
    ms_state s = position(MS_TEMPO, S1 "pos c2 l8\norder y\nmover b\nspin 3\nhand b K1 K2\n");
    ms_state before = seen_by(&s, MS_YELLOW);
    play(&s, 1, "stay");
    cr_assert_eq(s.head.phase, MSP_AFTER);
    ms_state after = seen_by(&s, MS_YELLOW);
    cr_assert_eq(after.head.ply, before.head.ply + 1);
    after.head.ply = before.head.ply;
    cr_assert_eq(memcmp(&before, &after, sizeof after), 0);
}

/* Choices that nobody has shown: equal for the other team and for spectators. */
Test(myst, r4_16_r3_4_the_first_choice_is_hidden) {
    ms_state a = position(MS_TEMPO, "phase choose\n"), b = a;
    play(&a, 0, "choose R");
    play(&b, 0, "choose S");
    cr_assert(same_view(&a, &b, MS_BLUE));
    cr_assert(same_view(&a, &b, PT_PUBLIC));
    cr_assert_not(same_view(&a, &b, MS_YELLOW));
}

static void says_to_all(const ms_state *s, const char *words) {
    PT_TEXT(out, 256);
    ms_state view = seen_by(s, PT_PUBLIC);
    ms_ask(&view, PT_PUBLIC, &out);
    cr_expect_str_eq(out.at, words);
}

/* R4.16: a spectator is told what is going on, and is nobody's team. */
Test(myst, r4_16_what_a_spectator_is_told) {
    ms_state s = position(MS_TEMPO, "phase choose\n");
    says_to_all(&s, "The teams choose their first Landmarks in secret.");
    s = position(MS_TEMPO, "phase puzzle\n" P1);
    says_to_all(&s, "The race is on.");
}

/* R4.16: any hand of the same size in place of the other team's gives the same view. */
Test(myst, r4_16_another_hand_does_not_change_a_view) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        pt_config c = config_of((int)(seed % 3));
        pt_rng rng = {seed};
        ms_state s;
        pt_move m;
        for (pt_start(&myst_game, &s, &c); s.head.node != PT_OVER; step(&s, &rng, &m))
            for (int viewer = PT_PUBLIC; viewer < MS_TEAMS; viewer++) {
                ms_state view = seen_by(&s, viewer), guess;
                ms_imagine(&view, viewer, &rng, &guess);
                cr_assert(same_view(&s, &guess, viewer));
                cr_assert_eq(ms_audit(&guess, NULL), PT_OK);
            }
    }
}

/* --- refusals and counters tell nothing --- */

Test(myst, r4_16_a_refusal_says_the_same_to_a_view_and_to_the_state) {
    pt_space space = pt_move_space(myst_game.verbs);
    for (uint64_t seed = 1; seed <= 45; seed++) {
        pt_config c = config_of((int)(seed % 3));
        pt_rng rng = {seed};
        ms_state s;
        pt_move m;
        for (pt_start(&myst_game, &s, &c); s.head.node != PT_OVER; step(&s, &rng, &m))
            for (int seat = 0; seat < MS_TEAMS; seat++) {
                ms_state view = seen_by(&s, seat);
                for (uint32_t i = 0; i < pt_space_size(&space); i += 1 + pt_below(&rng, 7)) {
                    PT_TEXT(real, 256);
                    PT_TEXT(shown, 256);
                    pt_move asked = pt_move_at(&space, i);
                    cr_assert_eq(ms_check(&s, seat, asked, &real),
                                 ms_check(&view, seat, asked, &shown));
                    cr_assert_str_eq(real.at, shown.at);
                }
            }
    }
}

/* A view counts the moves its viewer has seen, and its own list is the state's. */
Test(myst, r4_16_a_view_counts_what_was_seen) {
    for (uint64_t seed = 1; seed <= 150; seed++) {
        pt_config c = config_of((int)(seed % 3));
        pt_rng rng = {seed};
        ms_state s;
        int seen[MS_TEAMS + 1] = {0};
        pt_start(&myst_game, &s, &c);
        while (s.head.node != PT_OVER) {
            for (int viewer = PT_PUBLIC; viewer < MS_TEAMS; viewer++) {
                pt_move real[MS_CELLS], shown[MS_CELLS];
                ms_state view = seen_by(&s, viewer);
                cr_assert_eq(view.head.ply, seen[viewer + 1]);
                if (viewer < 0) continue;
                int n = myst_game.legal(&s, viewer, real);
                cr_assert_eq(n, myst_game.legal(&view, viewer, shown));
                cr_assert_arr_eq(real, shown, (size_t)n * sizeof *real);
            }
            ms_state before = s;
            pt_move m;
            int seat = step(&s, &rng, &m);
            for (int viewer = PT_PUBLIC; viewer < MS_TEAMS; viewer++)
                seen[viewer + 1] += ms_sight(&before, seat, m, viewer) != PT_UNSEEN;
        }
    }
}

Test(myst, r4_16_who_sees_which_line) {
    ms_state s = position(MS_TEMPO, "phase choose\n");
    cr_assert_eq(ms_sight(&s, PT_LUCK, mv("deal y R4"), 0), PT_SEEN);
    cr_assert_eq(ms_sight(&s, PT_LUCK, mv("deal y R4"), 1), PT_MASKED);
    cr_assert_eq(ms_sight(&s, PT_LUCK, mv("deal y R4"), PT_PUBLIC), PT_MASKED);
    cr_assert_eq(ms_sight(&s, 0, mv("choose R"), 0), PT_SEEN);
    cr_assert_eq(ms_sight(&s, 0, mv("choose R"), 1), PT_MASKED);
    play(&s, 0, "choose R");
    cr_assert_eq(ms_sight(&s, 1, mv("choose L"), 0), PT_SEEN); /* now both are shown */
    cr_assert_eq(ms_sight(&s, 1, mv("choose L"), PT_PUBLIC), PT_SEEN);
    s = position(MS_TEMPO, P1 "hand y K1\n");
    for (int viewer = PT_PUBLIC; viewer < MS_TEAMS; viewer++) {
        cr_assert_eq(ms_sight(&s, PT_LUCK, mv("tempo y"), viewer), PT_UNSEEN);
        cr_assert_eq(ms_sight(&s, 0, mv("wait"), viewer), viewer ? PT_UNSEEN : PT_SEEN);
        cr_assert_eq(ms_sight(&s, 0, mv("end"), viewer), viewer ? PT_UNSEEN : PT_SEEN);
        cr_assert_eq(ms_sight(&s, 0, mv("link a1"), viewer), PT_SEEN);
        cr_assert_eq(ms_sight(&s, 0, mv("book"), viewer), PT_SEEN);
    }
}

/* --- guesses have the right odds --- */

/* Chi-square of counts against expected counts: the square of its distance from what it should
 * be, in standard deviations; under 16 is fine. An expected count of 0 must be 0. */
static double deviations_squared(const double *expected, const uint32_t *found, int n) {
    double sum = 0;
    int freedom = -1;
    for (int i = 0; i < n; i++) {
        if (expected[i] == 0) {
            cr_assert_eq(found[i], 0, "an impossible case was guessed");
            continue;
        }
        double d = found[i] - expected[i];
        sum += d * d / expected[i];
        freedom++;
    }
    cr_assert_gt(freedom, 0);
    return (sum - freedom) * (sum - freedom) / (2.0 * freedom);
}

enum { PAIRS = MS_CARDS * MS_CARDS, GUESSES = 200000 };

/* A hand of two cards as a number. */
static int pair_of(uint32_t hand) {
    int low = pt_lowest(hand), high = pt_lowest(hand & (hand - 1));
    cr_assert_eq(pt_count(hand), 2);
    return low * MS_CARDS + high;
}

static uint32_t hand_of(int low, int high) { return 1u << low | 1u << high; }

/* Every hand of two cards that `fits` is equally likely; guesses are compared with that. */
static void expect_even_pairs(const ms_state *s, int viewer, int team,
                              bool (*fits)(const ms_state *s, uint32_t hand)) {
    static double expected[PAIRS];
    static uint32_t found[PAIRS];
    ms_state view = seen_by(s, viewer), guess;
    pt_rng rng = {2024};
    int cases = 0;
    memset(expected, 0, sizeof expected);
    memset(found, 0, sizeof found);
    for (int low = 0; low < MS_CARDS; low++)
        for (int high = low + 1; high < MS_CARDS; high++) cases += fits(s, hand_of(low, high));
    for (int low = 0; low < MS_CARDS; low++)
        for (int high = low + 1; high < MS_CARDS; high++)
            expected[low * MS_CARDS + high] =
                fits(s, hand_of(low, high)) ? (double)GUESSES / cases : 0;
    for (int i = 0; i < GUESSES; i++) {
        ms_imagine(&view, viewer, &rng, &guess);
        found[pair_of(guess.hand[team])]++;
    }
    double d = deviations_squared(expected, found, PAIRS);
    cr_assert(d < 16, "%d cases, %.2f", cases, d);
}

static bool free_of_yellow(const ms_state *s, uint32_t hand) {
    return !(hand &
             (s->hand[0] | (uint32_t)s->used[0] << MS_BOOK | (uint32_t)s->used[1] << MS_BOOK));
}

Test(myst, r4_16_guess_any_hand_of_unseen_cards_alike) {
    ms_state s = position(MS_TEMPO, S1 "mover y\nspin 2\nhand y R2 K2 S5\nhand b C2 C3\n");
    expect_even_pairs(&s, MS_YELLOW, MS_BLUE, free_of_yellow);
}

/* R5.4: after K1 the other hand may still hold K2, like any card. */
Test(myst, r4_16_r5_4_guess_after_k1_was_played) {
    ms_state s = position(MS_TEMPO, S1 "mover y\nspin 2\nhand y R2\nhand b C2 C3\nused b K1\n");
    expect_even_pairs(&s, MS_YELLOW, MS_BLUE, free_of_yellow);
}

static bool without_k1(const ms_state *s, uint32_t hand) {
    return free_of_yellow(s, hand) && !(hand >> MS_BOOK & 1);
}

/* R5.4: K1 goes before K2, so who played K2 had no K1. */
Test(myst, r4_16_r5_4_guess_after_k2_was_played) {
    ms_state s = position(MS_TEMPO, S1 "mover y\nspin 2\nhand y R2\nhand b C2 C3\nused b K2\n");
    expect_even_pairs(&s, MS_YELLOW, MS_BLUE, without_k1);
}

static bool with_book(const ms_state *s, uint32_t hand) {
    return !(hand & s->hand[1]) && (hand & MS_BOOKS);
}

/* R8.41: Blue is not asked although Yellow is cut off: Yellow must be able to do something. */
Test(myst, r8_41_guess_a_book_where_a_pause_gives_it_away) {
    ms_state s = position(MS_TEMPO, P1 "hand y K1 R2\nhand b S2\n");
    cr_assert_eq(s.head.node, PT_CHANCE);
    expect_even_pairs(&s, MS_BLUE, MS_YELLOW, with_book);
    s = position(MS_ALT, P1 "hand y K1 R2\nhand b S2\n");
    cr_assert_eq(s.mover, MS_YELLOW);
    expect_even_pairs(&s, MS_BLUE, MS_YELLOW, with_book);
}

/* R4.16: whoever heard the call knows of the Book. */
Test(myst, r4_16_guess_a_book_that_was_called) {
    ms_state s = position(MS_TEMPO, S1 "mover y\nspin 2\nhand y K2 R2\nhand b S2\n");
    play(&s, 0, "book");
    expect_even_pairs(&s, MS_BLUE, MS_YELLOW, with_book);
}

/* A spectator guesses both hands. Yellow has played K2: every pair of hands in which Yellow has
 * no K1 is equally likely. */
static void expect_even_couples(const char *text, int barred, int must) {
    static double expected[PAIRS];
    static uint32_t found[PAIRS];
    ms_state s = position(MS_TEMPO, text), view, guess;
    if (must >= 0) play(&s, must, "book");
    view = seen_by(&s, PT_PUBLIC);
    pt_rng rng = {77};
    uint32_t shown = (uint32_t)(s.used[0] | s.used[1]) << MS_BOOK;
    int cases = 0;
    memset(expected, 0, sizeof expected);
    memset(found, 0, sizeof found);
    for (int pass = 0; pass < 2; pass++)
        for (int y = 0; y < MS_CARDS; y++)
            for (int b = 0; b < MS_CARDS; b++) {
                int card[MS_TEAMS] = {y, b};
                if (y == b || shown >> y & 1 || shown >> b & 1) continue;
                if (barred >= 0 && card[barred] == MS_BOOK) continue;
                if (must >= 0 && card[must] < MS_BOOK) continue;
                if (pass == 0)
                    cases++;
                else
                    expected[y * MS_CARDS + b] = (double)GUESSES / cases;
            }
    for (int i = 0; i < GUESSES; i++) {
        ms_imagine(&view, PT_PUBLIC, &rng, &guess);
        found[pt_lowest(guess.hand[0]) * MS_CARDS + pt_lowest(guess.hand[1])]++;
    }
    double d = deviations_squared(expected, found, PAIRS);
    cr_assert(d < 16, "%d cases, %.2f", cases, d);
}

Test(myst, r4_16_r5_4_a_spectator_guesses_both_hands) {
    expect_even_couples(S1 "mover y\nspin 2\nhand y R2\nhand b S2\n", -1, -1);
    expect_even_couples(S1 "mover y\nspin 2\nhand y R2\nhand b S2\nused y K2\n", MS_YELLOW, -1);
    expect_even_couples(S1 "mover y\nspin 2\nhand y R2\nhand b S2\nused b K2\n", MS_BLUE, -1);
    expect_even_couples(S1 "mover b\nspin 2\nhand y R2\nhand b K2\n", -1, MS_BLUE);
    expect_even_couples(S1 "mover b\nspin 2\nhand y R2\nhand b K1\nused y K2\n", MS_YELLOW,
                        MS_BLUE);
}

/* Blue has played K2, so that it had no K1. Of the 28 + 28 * 27 pairs of single cards 28 have
 * K1 at Yellow's: 1 in 28, not 1 in 29 as if Yellow's card were drawn first. */
Test(myst, r4_16_r5_4_a_card_one_team_cannot_have_is_more_likely_with_the_other) {
    ms_state s = position(MS_TEMPO, S1 "mover y\nspin 2\nhand y R2\nhand b S2\nused b K2\n");
    ms_state view = seen_by(&s, PT_PUBLIC), guess;
    enum { MANY = 2000000 };
    int found = 0;
    pt_rng rng = {31};
    for (int i = 0; i < MANY; i++) {
        ms_imagine(&view, PT_PUBLIC, &rng, &guess);
        found += guess.hand[MS_YELLOW] == 1u << MS_BOOK;
    }
    cr_assert_float_eq((double)found / MANY, 1.0 / 28, 0.0006); /* 1/29 is 0.0012 away */
}

/* Blue is asked while Yellow is cut off. Every hand of Yellow is played from the draw on by the
 * rules, Yellow keeping any Book; the guesses must show the same hands and flags as often. */
Test(myst, r4_16_r4_12_guesses_against_the_course_of_the_race_counted_out) {
    static double expected[2 * PAIRS];
    static uint32_t found[2 * PAIRS];
    pt_config c = config_of(MS_TEMPO);
    c.option[MSO_WY] = 30;
    c.option[MSO_WB] = 70;
    ms_state asked, guess, view;
    double cases = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int low = 0; low < MS_CARDS; low++)
            for (int high = low + 1; high < MS_CARDS; high++) {
                char text[512];
                pt_text t = pt_text_on(text, sizeof text);
                pt_put(&t, "%shand b S2\nhand y %s %s\n", P1, ms_card_names[low],
                       ms_card_names[high]);
                ms_state s;
                if (pt_parse_position(&myst_game, &s, &c, text, NULL, NULL)) continue;
                double *cell_at = &expected[2 * (low * MS_CARDS + high)];
                if (s.head.node == PT_CHANCE) {
                    pt_chance luck[MS_CARDS];
                    myst_game.chance(&s, luck);
                    for (int i = 0; i < 2; i++) {
                        ms_state next = s;
                        double odds = luck[i].weight / 100.0;
                        myst_game.apply(&next, PT_LUCK, luck[i].move);
                        if (next.mover == MS_YELLOW) play(&next, 0, "wait");
                        cr_assert_eq(next.mover, MS_BLUE);
                        if (pass) cell_at[next.waiting & 1] += odds * GUESSES / cases;
                        asked = next;
                    }
                } else {
                    cr_assert_eq(s.mover, MS_BLUE);
                    if (pass) cell_at[0] += GUESSES / cases;
                }
                if (!pass) cases += 1;
            }
    cr_assert_eq((int)cases, 29 * 28 / 2);
    view = seen_by(&asked, MS_BLUE);
    pt_rng rng = {5};
    for (int i = 0; i < GUESSES; i++) {
        ms_imagine(&view, MS_BLUE, &rng, &guess);
        found[2 * pair_of(guess.hand[0]) + (guess.waiting & 1)]++;
    }
    double d = deviations_squared(expected, found, 2 * PAIRS);
    cr_assert(d < 16, "%.2f", d);
}

Test(myst, r4_16_guess_a_hidden_choice) {
    ms_state s = position(MS_TEMPO, "phase choose\n"), view, guess;
    double expected[MS_LANDMARKS];
    uint32_t found[MS_LANDMARKS] = {0};
    pt_rng rng = {9};
    play(&s, 0, "choose R");
    view = seen_by(&s, MS_BLUE);
    for (int i = 0; i < GUESSES; i++) {
        ms_imagine(&view, MS_BLUE, &rng, &guess);
        found[guess.choice[0]]++;
    }
    for (int x = 0; x < MS_LANDMARKS; x++) expected[x] = (double)GUESSES / MS_LANDMARKS;
    double d = deviations_squared(expected, found, MS_LANDMARKS);
    cr_assert(d < 16, "%.2f", d);
}

/* R4.12: a view that says "race on" stands for a draw, or for a team that was drawn. How often
 * each, counted over real games between teams of weights 30 and 70. */
Test(myst, r4_16_r4_12_guess_what_goes_on_in_the_race) {
    pt_config c = config_of(MS_TEMPO);
    c.option[MSO_WY] = 30;
    c.option[MSO_WB] = 70;
    uint32_t real[2] = {0}, found[2] = {0};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        pt_rng rng = {seed};
        ms_state s;
        pt_move m;
        pt_start(&myst_game, &s, &c);
        for (; s.head.phase <= MSP_PUZZLE; step(&s, &rng, &m)) {
            if (s.head.phase != MSP_PUZZLE) continue;
            if (ms_cut_off(&s, 0) || ms_cut_off(&s, 1)) break;
            ms_state view = seen_by(&s, MS_YELLOW), guess;
            if (view.head.owes) continue;
            ms_imagine(&view, MS_YELLOW, &rng, &guess);
            real[s.head.node == PT_CHANCE]++;
            found[guess.head.node == PT_CHANCE]++;
            if (guess.head.node == s.head.node)
                cr_assert_eq(guess.head.ply, s.head.ply); /* the draws are counted right */
        }
    }
    double all = real[0] + real[1], share = real[1] / all;
    cr_assert_float_eq(share, 100.0 / 170, 0.01, "draws are %.3f of these moments", share);
    cr_assert_float_eq(found[1] / all, share, 0.01, "guessed %.3f", found[1] / all);
}
