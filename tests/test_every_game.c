/* The invariants (invariants/invariants.h) on every game of the registry, at every player count
 * and with every value of every option, briefly; `petteia soak` does the same at length. */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/position.h"
#include "core/tape.h"
#include "invariants/invariants.h"
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>
#include <string.h>

enum {
    CASES_MAX = 400,
    GAMES = 200,        /* at most, of a case */
    MOVES = 24000,      /* at most, except for the game they end in */
    CLOSE_MOVES = 2400, /* the first of them are looked at closely */
    TAPE = 1 << 14,
    CLOSE_CHECKS = 2000000, /* ... until so many moves were checked over whole move spaces */
};

typedef struct invariants_case {
    int game;
    pt_config config;
    bool normal; /* with other options a quarter of it is enough */
} invariants_case;

/* How much less is asked for: by the test run under the sanitizers, and by the first of all. */
static uint64_t share_asked(void) {
    const char *asked = getenv("PETTEIA_INVARIANTS_SHARE");
    int share = asked ? atoi(asked) : 1;
    return share > 1 ? (uint64_t)share : 1;
}

/* ... and by a case with other options. */
static uint64_t share_of(const invariants_case *c) {
    return share_asked() * (c->normal ? 1 : 4);
}

static bool worth_a_case(const pt_option *o, int value) {
    return value != o->normal && (o->max - o->min < 6 || value == o->min || value == o->max);
}

/* PETTEIA_INVARIANTS_GAME=NAME: of this game alone. */
static bool is_wanted(const pt_game *g) {
    const char *asked = getenv("PETTEIA_INVARIANTS_GAME");
    return !asked || strcmp(asked, g->name) == 0;
}

/* The normal options at each player count, then each other value of one option at a time. */
static size_t list_cases(invariants_case cases[CASES_MAX]) {
    size_t n = 0;
    for (int game = 0; pt_games[game]; game++) {
        const pt_game *g = pt_games[game];
        for (int seats = g->min_seats; is_wanted(g) && seats <= g->max_seats; seats++) {
            pt_config normal = pt_config_normal(g, seats);
            cases[n++] = (invariants_case){game, normal, true};
            for (int i = 0; i < g->option_count; i++)
                for (int v = g->options[i].min; v <= g->options[i].max; v++) {
                    pt_config c = normal;
                    c.option[i] = (int16_t)v;
                    if (worth_a_case(&g->options[i], v) && n < CASES_MAX &&
                        pt_config_check(g, &c, NULL) == PT_OK)
                        cases[n++] = (invariants_case){game, c, false};
                }
        }
    }
    return n;
}

/* A view on a tape, with what may be taken over from an older one. */
static void tape(const pt_game *g, const void *view, int viewer, const void *was,
                 const pt_datum *old, pt_keys *keys, pt_datum *cells) {
    pt_tape t = pt_tape_after(cells, TAPE, keys, was, old);
    pt_json j = pt_json_on_tape(&t);
    pt_tell_view(&j, g, view, viewer);
    cr_assert(!t.cut && t.depth == 0, "%s: the view does not fit", g->name);
}

/* A view that takes over what has not changed since an older one is the view: the one of the
 * move before, and of a moment long ago. */
static void keeps_what_is_the_same(const pt_game *g, const pt_config *config, uint64_t seed) {
    static pt_keys keys;
    static pt_datum old[2][TAPE], whole[TAPE], kept[TAPE];
    static pt_move moves[1 << 16];
    static pt_chance luck[1024];
    uint64_t state[PT_STATE_MAX / 8], was[2][PT_STATE_MAX / 8], is[PT_STATE_MAX / 8];
    int viewer = (int)(seed % (config->seats + 1u)) - 1;
    pt_rng rng = {seed};
    pt_start(g, state, config);
    for (int ply = 0; pt_head_of(state)->node != PT_OVER; ply++) {
        pt_observe(g, state, viewer, is);
        tape(g, is, viewer, NULL, NULL, &keys, whole);
        for (int i = 0; i < 2; i++) {
            if (ply) tape(g, is, viewer, was[i], old[i], &keys, kept);
            cr_assert(!ply || memcmp(whole, kept, whole->size * sizeof *whole) == 0,
                      "%s, seed %d, after %d moves: something has changed that was kept",
                      g->name, (int)seed, ply);
            if (i && ply % 16) continue;
            memcpy(was[i], is, sizeof is);
            memcpy(old[i], whole, whole->size * sizeof *whole);
        }
        pt_random_step(g, state, &rng, moves, luck);
    }
}

Test(every_game, a_view_keeps_only_what_is_the_same) {
    for (int game = 0; pt_games[game]; game++) {
        const pt_game *g = pt_games[game];
        cr_assert(g->max_chance <= 1024);
        for (int seats = g->min_seats; is_wanted(g) && seats <= g->max_seats; seats++) {
            pt_config config = pt_config_normal(g, seats);
            for (uint64_t seed = 1; (seed - 1) * share_asked() < 12; seed++)
                keeps_what_is_the_same(g, &config, seed);
        }
    }
}

/* A line of a position, read over a state, says all about its field: what stood there is gone.
 */
static void reads_over(const pt_game *g, const pt_field *f, int key, const void *from,
                       const void *over) {
    static char memory[2][1 << 12];
    pt_text line = pt_text_on(memory[0], sizeof memory[0]);
    pt_text value = pt_text_on(memory[1], sizeof memory[1]);
    uint64_t state[PT_STATE_MAX / 8], given = 0;
    PT_TEXT(why, 256);
    memcpy(state, over, g->state_size);
    pt_print_field(f, from, key, &value);
    pt_put(&line, "%s %s %s", f->name, f->keys ? f->keys[key] : "", value.at);
    pt_err err = pt_parse_field(g, state, line.at, &given, &why);
    if (err == PT_REFUSED) return; /* what other lines say is in its way */
    cr_assert_eq(err, PT_OK, "%s: %s: %s", g->name, line.at, why.at);
    pt_text again = pt_text_on(memory[0], sizeof memory[0]);
    pt_print_field(f, state, key, &again);
    cr_assert_str_eq(again.at, value.at, "%s: %s", g->name, f->name);
}

static void reads_all_over(const pt_game *g, const void *from, const void *over) {
    for (int i = 0; i < g->field_count; i++) {
        const pt_field *f = &g->fields[i];
        reads_over(g, f, 0, from, over);
        for (int key = 1; f->keys && f->keys[key]; key++) reads_over(g, f, key, from, over);
    }
}

Test(every_game, a_line_of_a_position_keeps_nothing_of_what_stood_there) {
    static pt_move moves[1 << 16];
    static pt_chance luck[1024];
    for (int game = 0; pt_games[game]; game++) {
        const pt_game *g = pt_games[game];
        for (int seats = g->min_seats; is_wanted(g) && seats <= g->max_seats; seats++) {
            uint64_t state[PT_STATE_MAX / 8], was[PT_STATE_MAX / 8], begin[PT_STATE_MAX / 8];
            pt_config config = pt_config_normal(g, seats);
            pt_rng rng = {(uint64_t)seats};
            pt_start(g, state, &config);
            memcpy(begin, state, sizeof begin);
            for (int ply = 0; pt_head_of(state)->node != PT_OVER; ply++) {
                if (ply % 16 == 0) memcpy(was, state, sizeof was);
                reads_all_over(g, state, was);
                reads_all_over(g, was, state);
                reads_all_over(g, begin, state);
                pt_random_step(g, state, &rng, moves, luck);
            }
        }
    }
}

/* Seats that nobody sits at have no points and no place. */
Test(every_game, a_game_keeps_empty_seats_out_of_the_result) {
    for (int game = 0; pt_games[game]; game++) {
        const pt_game *g = pt_games[game];
        for (int seats = g->min_seats; is_wanted(g) && seats <= g->max_seats; seats++) {
            uint64_t state[PT_STATE_MAX / 8];
            int32_t points[PT_SEATS] = {-1, -1, -1, -1, -1};
            uint8_t place[PT_SEATS] = {99, 99, 99, 99, 99};
            pt_config config = pt_config_normal(g, seats);
            pt_start(g, state, &config);
            g->score(state, points);
            g->rank(state, place);
            for (int seat = seats; seat < PT_SEATS; seat++) {
                cr_expect_eq(points[seat], 0, "%s, %d players", g->name, seats);
                cr_expect_eq(place[seat], 0, "%s, %d players", g->name, seats);
            }
        }
    }
}

ParameterizedTestParameters(every_game, keeps_the_invariants) {
    static invariants_case cases[CASES_MAX];
    size_t n = list_cases(cases);
    return cr_make_param_array(invariants_case, cases, n);
}

/* A few games closely, then many more at the pace of a soak. */
ParameterizedTest(invariants_case *c, every_game, keeps_the_invariants) {
    const pt_game *g = pt_games[c->game];
    pt_space space = pt_move_space(g->verbs);
    uint64_t share = share_of(c), seed = 1, checks = 0;
    invariants *close = invariants_new(g, &c->config, invariants_brief),
               *wide = invariants_new(g, &c->config, invariants_long);
    cr_assert(close && wide);
    while (invariants_so_far(close).whole == 0 ||
           (invariants_so_far(close).moves < CLOSE_MOVES / share &&
            checks < CLOSE_CHECKS / share)) {
        cr_assert(invariants_play(close, seed++), "%s", invariants_report(close));
        checks = invariants_so_far(close).whole * pt_space_size(&space) * (PT_SEATS + 2u);
        cr_assert_lt(seed, 100, "no state was compared over the whole move space");
    }
    while (seed <= GAMES / share && invariants_so_far(wide).moves < MOVES / share)
        cr_assert(invariants_play(wide, seed++), "%s", invariants_report(wide));
    invariants_free(close);
    invariants_free(wide);
}

/* Sizes that the rest of the program counts on. */
Test(every_game, states_and_lists_keep_their_stated_sizes) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        cr_expect_geq(g->state_size, sizeof(pt_head), "%s", g->name);
        cr_expect_leq(g->state_size, PT_STATE_MAX, "%s", g->name);
        cr_expect_leq(g->max_chance, 1024, "%s", g->name);
        cr_expect_leq(g->max_seats, PT_SEATS, "%s", g->name);
        cr_expect_leq(g->field_count, 64, "%s", g->name);
        cr_expect_leq(g->option_count, PT_OPTIONS, "%s", g->name);
        cr_expect_geq(g->score_den, 1, "%s", g->name);
    }
}

static void are_plain(const pt_game *g, const pt_kind *k) {
    if (k->as) k = k->as;
    for (int value = 0; k->names && value < k->count; value++) {
        const char *name = k->names[value];
        if (!name) continue;
        cr_expect_leq(strlen(name), PT_PLAIN_MAX, "%s: %s is too long", g->name, name);
        for (; *name; name++)
            cr_expect(*name >= ' ' && *name != '"' && *name != '\\', "%s: %s", g->name,
                      k->names[value]);
    }
}

/* pt_json_plain writes the words of moves as they are. */
Test(every_game, the_words_of_moves_are_short_and_plain) {
    for (int game = 0; pt_games[game]; game++) {
        const pt_verbs verbs = pt_games[game]->verbs;
        for (int verb = 1; verb < verbs.count; verb++)
            for (int i = 0; i < PT_ARGS && verbs.row[verb].kind[i]; i++)
                are_plain(pt_games[game], verbs.row[verb].kind[i]);
    }
}

/* Invariant 9: refusals and scores cite rules, so there must be rules to cite. */
Test(every_game, the_rulebook_numbers_its_rules) {
    for (int i = 0; pt_games[i]; i++) {
        pt_config c = pt_config_normal(pt_games[i], pt_games[i]->min_seats);
        invariants *inv = invariants_new(pt_games[i], &c, invariants_brief);
        cr_expect_geq(invariants_rule_count(inv), 10, "%s: README.md has %d numbered rules",
                      pt_games[i]->name, invariants_rule_count(inv));
        invariants_free(inv);
    }
}
