/* The laws of design on every game of the registry, at every player count and with every value
 * of every option, briefly; `petteia soak` does the same at length. */
/* SPDX-License-Identifier: MIT */
#include "core/game.h"
#include "laws/laws.h"
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

enum { CASES_MAX = 400, GAMES = 60 };

typedef struct laws_case {
    int game;
    pt_config config;
    bool normal; /* with other options a third of the games is enough */
} laws_case;

/* Games of a case: the test run asks for fewer under the sanitizers. */
static int games_of(const laws_case *c) {
    const char *asked = getenv("PETTEIA_LAWS_GAMES");
    int games = asked ? atoi(asked) : GAMES;
    if (games < 3) games = 3;
    return c->normal ? games : games / 3;
}

static bool worth_a_case(const pt_option *o, int value) {
    return value != o->normal && (o->max - o->min < 6 || value == o->min || value == o->max);
}

/* The normal options at each player count, then each other value of one option at a time. */
static size_t list_cases(laws_case cases[CASES_MAX]) {
    size_t n = 0;
    for (int game = 0; pt_games[game]; game++) {
        const pt_game *g = pt_games[game];
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            pt_config normal = pt_config_normal(g, seats);
            cases[n++] = (laws_case){game, normal, true};
            for (int i = 0; i < g->option_count; i++)
                for (int v = g->options[i].min; v <= g->options[i].max; v++) {
                    pt_config c = normal;
                    c.option[i] = (int16_t)v;
                    if (worth_a_case(&g->options[i], v) && n < CASES_MAX &&
                        pt_config_check(g, &c, NULL) == PT_OK)
                        cases[n++] = (laws_case){game, c, false};
                }
        }
    }
    return n;
}

ParameterizedTestParameters(every_game, obeys_the_laws) {
    static laws_case cases[CASES_MAX];
    size_t n = list_cases(cases);
    return cr_make_param_array(laws_case, cases, n);
}

ParameterizedTest(laws_case *c, every_game, obeys_the_laws) {
    laws *l = laws_new(pt_games[c->game], &c->config, laws_brief);
    cr_assert_not_null(l);
    for (int i = 1; i <= games_of(c); i++)
        cr_assert(laws_play(l, (uint64_t)i), "%s", laws_report(l));
    cr_expect_gt(laws_so_far(l).whole, 0, "no state was compared over the whole move space");
    laws_free(l);
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

/* Law 9: refusals and scores cite rules, so there must be rules to cite. */
Test(every_game, the_rulebook_numbers_its_rules) {
    for (int i = 0; pt_games[i]; i++) {
        pt_config c = pt_config_normal(pt_games[i], pt_games[i]->min_seats);
        laws *l = laws_new(pt_games[i], &c, laws_brief);
        cr_expect_geq(laws_rule_count(l), 10, "%s: README.md has %d numbered rules",
                      pt_games[i]->name, laws_rule_count(l));
        laws_free(l);
    }
}
