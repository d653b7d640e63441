/* What games tell their bots, and what the search makes of it. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "tests/thinking.h"

/* --- the evaluations --- */

Test(hints, evaluate_by_the_games_own_numbers_is_evaluate) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        const pt_hints *h = g->hints;
        cr_assert(h && h->evaluate && h->evaluate_by && h->weights, "%s", g->name);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            int32_t plain[PT_SEATS], by[PT_SEATS];
            if (!some_state(g, g->max_seats, seed, s)) continue;
            h->evaluate(s, plain);
            h->evaluate_by(s, h->weights, by);
            cr_expect_arr_eq(plain, by, sizeof plain, "%s, seed %d", g->name, (int)seed);
        }
    }
}

/* Marks the numbers of which this state's evaluation takes notice. */
static void mark_counted(const pt_game *g, const void *s, bool counts[]) {
    const pt_hints *h = g->hints;
    int32_t weights[256], plain[PT_SEATS], by[PT_SEATS];
    h->evaluate(s, plain);
    for (int k = 0; h->weight_names[k]; k++) weights[k] = h->weights[k];
    for (int k = 0; h->weight_names[k]; k++) {
        if (counts[k]) continue;
        weights[k] = h->weights[k] * 3 + 40;
        h->evaluate_by(s, weights, by);
        weights[k] = h->weights[k];
        counts[k] = memcmp(plain, by, sizeof plain) != 0;
    }
}

/* One that counts nowhere would be dead weight for tune. */
Test(hints, every_number_of_an_evaluation_counts_somewhere) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        pt_move *moves = calloc(g->max_moves, sizeof *moves);
        pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
        bool counts[256] = {false};
        for (int game = 0; game < 40; game++) {
            pt_rng rng = {(uint64_t)game};
            pt_config c =
                pt_config_normal(g, g->min_seats + game % (g->max_seats - g->min_seats + 1));
            pt_start(g, s, &c);
            while (pt_head_of(s)->node != PT_OVER) {
                if (pt_below(&rng, 4) == 0) mark_counted(g, s, counts);
                pt_random_step(g, s, &rng, moves, luck);
            }
        }
        for (int k = 0; g->hints->weight_names[k]; k++)
            cr_expect(counts[k], "%s: %s counts nowhere", g->name, g->hints->weight_names[k]);
        free(moves);
        free(luck);
    }
}

/* Whether an ending was reached in a game at random; none of them turns back into a middle. */
static bool reaches_an_ending(const pt_game *g, uint64_t seed, pt_move *moves,
                              pt_chance *luck) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    pt_rng rng = {seed};
    pt_config c = pt_config_normal(g, g->min_seats);
    bool reached = false;
    for (pt_start(g, s, &c); pt_head_of(s)->node != PT_OVER;
         pt_random_step(g, s, &rng, moves, luck)) {
        bool now = g->hints->ending(s);
        cr_assert(now || !reached, "%s, seed %d", g->name, (int)seed);
        reached |= now;
    }
    return reached;
}

Test(hints, an_ending_is_reached_and_stays_one) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        if (!g->hints->ending) continue;
        pt_move *moves = calloc(g->max_moves, sizeof *moves);
        pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
        for (uint64_t seed = 1; seed <= 20; seed++)
            cr_expect(reaches_an_ending(g, seed, moves, luck), "%s", g->name);
        free(moves);
        free(luck);
    }
}

/* --- endings --- */

/* What the search takes a position to be worth to the first seat, of 1000. */
static int worth_to_first(const pt_game *g, const char *position, bool hasty, int cut) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    pt_config c = pt_config_normal(g, g->min_seats);
    pt_search_options o = pt_search_normal();
    unsigned char *memory;
    pt_found found;
    pt_rng rng = {1};
    int line = 0;
    PT_TEXT(why, 256);
    pt_err err = pt_parse_position(g, s, &c, position, &line, &why);
    cr_assert_eq(err, PT_OK, "line %d: %s", line, why.at);
    o.hasty = hasty;
    o.cut = cut;
    o.open = o.patient = true;
    pt_search *search = opened(g, 0, o, &memory);
    pt_search_run(search, s, pt_mover(s), &rng, &(pt_budget){.iterations = 400});
    cr_assert_eq(pt_search_found(search, &found, 1), 1);
    pt_search_close(search);
    free(memory);
    return found.share[0] * 1000 / PT_ONE;
}

/* Myst, R4.6: Yellow has five points more, and Blue's last two turns can change nothing. Looked
 * at, that is a lead; played out, it is a win, which counts for half of it. */
Test(search, plays_an_ending_out_unless_it_is_hasty) {
    const pt_game *g = pt_game_named("myst");
    const char *position =
        "board yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/"
        "yyyyyybbbbbb/yyyyyybbbbbb\n"
        "phase move\norder y\nmover b\npos a1 l8\nturns 6\nturn 5\nspin 1\n"
        "hand y C3 G4\nhand b H2\n";
    int played = worth_to_first(g, position, false, -1);
    int looked = worth_to_first(g, position, true, -1);
    cr_expect_gt(played, looked + 50, "played out %d, looked at %d", played, looked);
    cr_expect_lt(played, looked + 100, "played out %d, looked at %d", played, looked);
    cr_expect_eq(worth_to_first(g, position, false, 0), looked,
                 "who says where to cut means it");
}

/* --- what is imagined --- */

/* Of many short searches from one view: the mean share found for the seat, and the mean square
 * of what they were off it, in thousandths of a share. */
typedef struct spread {
    double mean, square;
} spread;

enum { SEARCHES = 40 };

static spread spread_of(const pt_game *g, const void *s, bool hasty) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    pt_search_options o = pt_search_normal();
    int seat = pt_mover(s);
    double share[SEARCHES], sum = 0, square = 0;
    o.hasty = hasty;
    o.patient = o.forget = true;
    unsigned char *memory;
    pt_search *search = opened(g, 0, o, &memory);
    pt_observe(g, s, seat, view);
    for (int i = 0; i < SEARCHES; i++) {
        pt_rng rng = {(uint64_t)i + 1};
        pt_found found;
        pt_search_run(search, view, seat, &rng, &(pt_budget){.iterations = 200});
        cr_assert_eq(pt_search_found(search, &found, 1), 1);
        share[i] = 1000.0 * found.share[seat] / PT_ONE;
        sum += share[i];
    }
    for (int i = 0; i < SEARCHES; i++)
        square += (share[i] - sum / SEARCHES) * (share[i] - sum / SEARCHES);
    pt_search_close(search);
    free(memory);
    return (spread){sum / SEARCHES, square / SEARCHES};
}

/* In Myst's race the hand that nobody else knows says much about who is ahead. Without that
 * luck a search says the same, and says it more surely. */
Test(search, does_not_take_the_luck_of_what_it_imagines_for_the_worth_of_a_move) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("myst");
    double square = 0, left_in = 0;
    int looked_at = 0;
    for (uint64_t seed = 1; seed < 200 && looked_at < 4; seed++) {
        if (!some_state(g, 2, seed, s) || g->hints->ending(s)) continue;
        spread even = spread_of(g, s, false), hasty = spread_of(g, s, true);
        cr_expect_float_eq(even.mean, hasty.mean, 8, "seed %d", (int)seed);
        square += even.square;
        left_in += hasty.square;
        looked_at++;
    }
    cr_expect_eq(looked_at, 4);
    cr_expect_lt(square, left_in * 3 / 4, "%.0f, with luck left in %.0f", square, left_in);
}

/* The first decision with a choice in the ending of a game at random. */
static bool ending_of(const pt_game *g, uint64_t seed, void *s) {
    pt_move *moves = calloc(g->max_moves, sizeof *moves);
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    pt_rng rng = {seed};
    pt_config c = pt_config_normal(g, g->min_seats);
    bool found = false;
    pt_start(g, s, &c);
    while (!found && pt_head_of(s)->node != PT_OVER) {
        found = g->hints->ending(s) && pt_head_of(s)->node == PT_DECIDE &&
                g->legal(s, pt_mover(s), moves) > 1;
        if (!found) pt_random_step(g, s, &rng, moves, luck);
    }
    free(moves);
    free(luck);
    return found;
}

/* An ending is half won or lost, so that luck is less of it; in these, the hand decides much.
 * Without that luck a search says the same, and says it more surely. */
Test(search, takes_luck_out_of_endings) {
    static const uint64_t seeds[] = {9, 16, 21, 29, 34};
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("myst");
    pt_hints hints = *g->hints;
    pt_game lucky = *g;
    hints.by_hidden = false;
    lucky.hints = &hints;
    double square = 0, left_in = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        cr_assert(ending_of(g, seeds[i], s));
        spread even = spread_of(g, s, false), plain = spread_of(&lucky, s, false);
        cr_expect_float_eq(even.mean, plain.mean, 8, "seed %d", (int)seeds[i]);
        square += even.square;
        left_in += plain.square;
    }
    cr_expect_lt(square, left_in * 3 / 4, "%.0f, with luck left in %.0f", square, left_in);
}

/* Every hint may be missing: an ending nobody can judge is played out. */
Test(search, plays_out_an_ending_of_a_game_that_has_no_evaluation) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("myst");
    pt_hints hints = *g->hints;
    pt_game silent = *g;
    hints.evaluate = NULL;
    hints.evaluate_by = NULL;
    hints.by_hidden = false;
    silent.hints = &hints;
    cr_assert(ending_of(g, 1, s));
    spread found = spread_of(&silent, s, false);
    cr_expect(found.mean > 0 && found.mean < 1000);
}
