/* The checks of invariants/ can fail: each way to break a game is found, with a report that
 * says what is wrong. The broken games are Mykerinos, which hides nothing, with one function
 * replaced. */
/* SPDX-License-Identifier: MIT */
#include "invariants/invariants.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const invariants_pace every_state = {1, 20, 1, 1, 8, 1};

/* Checks the invariants on a few games; false with the report if one is broken. */
static bool obeys(const pt_game *g, char report[4096]) {
    pt_config c = pt_config_normal(g, g->min_seats);
    invariants *inv = invariants_new(g, &c, every_state);
    cr_assert_not_null(inv);
    bool fine = true;
    for (uint64_t seed = 1; seed <= 10 && fine; seed++) fine = invariants_play(inv, seed);
    snprintf(report, 4096, "%s", invariants_report(inv));
    invariants_free(inv);
    return fine;
}

static void found(const pt_game *g, const char *words) {
    char report[4096];
    cr_assert(!obeys(g, report), "nobody noticed; expected: %s", words);
    cr_assert(strstr(report, words), "expected '%s', found: %s", words, report);
    cr_assert(strstr(report, "petteia soak --game "), "no way to see it again: %s", report);
}

/* The game as it is. */
static const pt_game *sound(void) { return pt_game_named("mykerinos"); }

Test(invariants, a_sound_game_obeys) {
    char report[4096];
    cr_assert(obeys(sound(), report), "%s", report);
}

/* --- lists --- */

static int legal_without_the_last(const void *s, int seat, pt_move *out) {
    int n = sound()->legal(s, seat, out);
    return n > 1 ? n - 1 : n;
}
Test(invariants, a_move_missing_from_legal_is_found) {
    pt_game g = *sound();
    g.legal = legal_without_the_last;
    found(&g, "check() ");
}

static int legal_in_another_order(const void *s, int seat, pt_move *out) {
    int n = sound()->legal(s, seat, out);
    if (n > 1) {
        pt_move m = out[0];
        out[0] = out[1];
        out[1] = m;
    }
    return n;
}
Test(invariants, a_list_out_of_order_is_found) {
    pt_game g = *sound();
    g.legal = legal_in_another_order;
    found(&g, "not ascending");
}

static int legal_beyond_max_moves(const void *s, int seat, pt_move *out) {
    out[sound()->max_moves] = 1;
    return sound()->legal(s, seat, out);
}
Test(invariants, writing_behind_max_moves_is_found) {
    pt_game g = *sound();
    g.legal = legal_beyond_max_moves;
    found(&g, "behind max_moves");
}

static int legal_for_everybody(const void *s, int seat, pt_move *out) {
    (void)seat;
    int mover = pt_mover(s);
    return mover >= 0 ? sound()->legal(s, mover, out) : 0;
}
Test(invariants, moves_for_a_seat_that_owes_nothing_are_found) {
    pt_game g = *sound();
    g.legal = legal_for_everybody;
    found(&g, "owes nothing");
}

/* --- refusals --- */

static pt_err check_allows_all(const void *s, int seat, pt_move m, pt_text *why) {
    (void)s, (void)seat, (void)m, (void)why;
    return PT_OK;
}
Test(invariants, a_check_that_allows_too_much_is_found) {
    pt_game g = *sound();
    g.check = check_allows_all;
    found(&g, "check() allows");
}

static pt_err check_without_a_rule(const void *s, int seat, pt_move m, pt_text *why) {
    pt_err err = sound()->check(s, seat, m, NULL);
    if (err) pt_puts(why, "you cannot do that");
    return err;
}
Test(invariants, a_refusal_without_a_rule_is_found) {
    pt_game g = *sound();
    g.check = check_without_a_rule;
    found(&g, "names no rule");
}

static pt_err check_with_an_unknown_rule(const void *s, int seat, pt_move m, pt_text *why) {
    pt_err err = sound()->check(s, seat, m, NULL);
    return err ? pt_impossible(why, "R99.1", "no") : PT_OK;
}
Test(invariants, a_rule_that_the_rulebook_does_not_have_is_found) {
    pt_game g = *sound();
    g.check = check_with_an_unknown_rule;
    found(&g, "the rulebook has no rule");
}

/* --- moves and luck --- */

static void apply_twice_as_long(void *s, int seat, pt_move m) {
    sound()->apply(s, seat, m);
    ((pt_head *)s)->ply++;
}
Test(invariants, a_move_that_is_not_one_ply_is_found) {
    pt_game g = *sound();
    g.apply = apply_twice_as_long;
    found(&g, "ply");
}

Test(invariants, a_game_that_goes_on_too_long_is_found) {
    pt_game g = *sound();
    g.max_ply = 30;
    found(&g, "not over after 30 moves");
}

static int chance_without_weight(const void *s, pt_chance *out) {
    int n = sound()->chance(s, out);
    out[n - 1].weight = 0;
    return n;
}
Test(invariants, an_outcome_without_weight_is_found) {
    pt_game g = *sound();
    g.chance = chance_without_weight;
    found(&g, "weighs nothing");
}

static pt_err audit_that_counts(const void *s, pt_text *why) {
    if (pt_head_of(s)->ply < 40) return PT_OK;
    pt_puts(why, "a cube is lost");
    return PT_REFUSED;
}
Test(invariants, a_state_that_fails_its_audit_is_found) {
    pt_game g = *sound();
    g.audit = audit_that_counts;
    found(&g, "audit: a cube is lost");
}

/* A byte that depends on when a state was made: equal states are no longer equal bytes. */
static uint8_t made;
static void setup_with_a_date(void *s, const pt_config *config) {
    sound()->setup(s, config);
    ((pt_head *)s)->round = (uint16_t)(++made % 2 + 1);
}
Test(invariants, the_same_moves_with_other_bytes_are_found) {
    pt_game g = *sound();
    g.setup = setup_with_a_date;
    char report[4096];
    cr_assert(!obeys(&g, report), "nobody noticed");
}

/* --- texts and scores --- */

static void score_with_a_gift(const void *s, int32_t points[PT_SEATS]) {
    sound()->score(s, points);
    points[0]++;
}
Test(invariants, a_score_that_is_not_explained_is_found) {
    pt_game g = *sound();
    g.score = score_with_a_gift;
    found(&g, "add up to");
}

static void rank_everybody_last(const void *s, uint8_t place[PT_SEATS]) {
    (void)s;
    memset(place, 2, PT_SEATS);
}
Test(invariants, places_that_leave_out_the_first_are_found) {
    pt_game g = *sound();
    g.rank = rank_everybody_last;
    found(&g, "has place 2");
}

static void ask_players_only(const void *view, int seat, pt_text *out) {
    if (seat >= 0) sound()->ask(view, seat, out);
}
Test(invariants, silence_to_spectators_is_found) {
    pt_game g = *sound();
    g.ask = ask_players_only;
    found(&g, "ask() says ''");
}

Test(invariants, a_field_that_is_not_printed_is_found) {
    pt_game g = *sound();
    g.field_count = (uint8_t)(g.field_count - 1);
    found(&g, "the position");
}

/* --- secrets --- */

/* What a viewer sees of a state whose only secret is the ply: here, too much or too little. */
static void observe_all_but_forget(const void *s, int viewer, void *view) {
    (void)viewer;
    memcpy(view, s, sizeof(pt_head)); /* and leaves the rest as it was */
}
static void imagine_the_same(const void *view, int viewer, pt_rng *rng, void *s) {
    (void)viewer, (void)rng;
    memcpy(s, view, sound()->state_size);
}
Test(invariants, a_view_with_bytes_of_its_memory_is_found) {
    pt_game g = *sound();
    g.observe = observe_all_but_forget;
    g.imagine = imagine_the_same;
    found(&g, "observe() leaves bytes");
}

static void observe_the_truth(const void *s, int viewer, void *view) {
    (void)viewer;
    memcpy(view, s, sound()->state_size);
}
static void imagine_at_random(const void *view, int viewer, pt_rng *rng, void *s) {
    (void)viewer;
    memcpy(s, view, sound()->state_size);
    ((unsigned char *)s)[sound()->state_size - 1] ^= (unsigned char)(pt_random(rng) | 1);
}
Test(invariants, a_guess_that_does_not_fit_the_view_is_found) {
    pt_game g = *sound();
    g.observe = observe_the_truth;
    g.imagine = imagine_at_random;
    found(&g, "a guess");
}

static int legal_that_peeks(const void *s, int seat, pt_move *out) {
    int n = sound()->legal(s, seat, out);
    return ((const unsigned char *)s)[sound()->state_size - 1] == 0xEE && n > 1 ? n - 1 : n;
}
static void observe_with_a_mark(const void *s, int viewer, void *view) {
    memcpy(view, s, sound()->state_size);
    if (viewer >= 0) ((unsigned char *)view)[sound()->state_size - 1] = 0xEE;
}
static void imagine_without_it(const void *view, int viewer, pt_rng *rng, void *s) {
    (void)viewer, (void)rng;
    memcpy(s, view, sound()->state_size);
    ((unsigned char *)s)[sound()->state_size - 1] = 0;
}
Test(invariants, choices_that_need_secrets_are_found) {
    pt_game g = *sound();
    g.legal = legal_that_peeks;
    g.observe = observe_with_a_mark;
    g.imagine = imagine_without_it;
    found(&g, "other legal moves in its view");
}

/* --- faces --- */

static void show_half(const void *view, int viewer, pt_json *out) {
    (void)view, (void)viewer;
    pt_open(out, '{');
}
Test(invariants, a_view_that_is_no_json_is_found) {
    pt_game g = *sound();
    g.show = show_half;
    found(&g, "show()");
}

static void ask_nothing(const void *view, int seat, pt_text *out) {
    (void)view, (void)seat, (void)out;
}
Test(invariants, a_seat_that_is_asked_nothing_is_found) {
    pt_game g = *sound();
    g.ask = ask_nothing;
    found(&g, "ask()");
}

static void note_two_lines(const void *before, int seat, pt_move m, pt_text *out) {
    (void)before, (void)seat, (void)m;
    pt_puts(out, "one\nand another");
}
Test(invariants, a_note_of_two_lines_is_found) {
    pt_game g = *sound();
    g.note = note_two_lines;
    found(&g, "note()");
}

/* --- what bench and soak say --- */

Test(invariants, a_seed_says_everything) {
    pt_config c = pt_config_normal(sound(), sound()->min_seats);
    invariants_tally t[2];
    for (int i = 0; i < 2; i++) {
        invariants *inv = invariants_new(sound(), &c, i ? invariants_long : invariants_brief);
        for (uint64_t seed = 5; seed < 15; seed++) cr_assert(invariants_play(inv, seed));
        t[i] = invariants_so_far(inv);
        invariants_free(inv);
    }
    cr_assert_eq(t[0].signature, t[1].signature, "the proofs change the game");
    cr_assert_eq(t[0].moves, t[1].moves);
}
