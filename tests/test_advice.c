/* What a teacher says first, what it says where points say nothing, and what its figures are.
 */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "core/record.h"
#include "tests/why_known.h"
#include <stdio.h>

static const pt_budget few = {.iterations = 10 * PT_WHY_LEAST};

/* --- what a move prepares --- */

/* R4.33: a building for two gold; it is the second kind, so there is no metropolis yet. */
static const known built = {.game = "cyclades",
                            .seats = 5,
                            .position =
                                "god athena\ngold 2 0 0 0 0\nisle n2 p1 1 port\nisle n12 p1 1\n"
                                "isle n1 p2 1\nisle n3 p3 1\nisle n5 p4 1\nisle n6 p5 1\n",
                            .best = "build n12",
                            .other = "end"};

static const pt_idea none = {.length = 0}; /* nothing is known of the other move */

static pt_idea line_of(const pt_game *g, int seat, const char *const text[], int n) {
    pt_idea idea = {.length = n};
    for (int i = 0; i < n; i++) {
        idea.line[i] = pt_parse_move(g->verbs, text[i]);
        idea.seats[i] = seat;
    }
    idea.move = idea.line[0];
    return idea;
}

/* "end" prepares nothing; a building, which comes after, is what the line is for. */
Test(why, a_plan_names_what_the_next_moves_bring) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("cyclades");
    static const char *const build[] = {"recruit philosopher", "build n12"},
                             *const anyway[] = {"end", "build n12"},
                             *const stop[] = {"recruit philosopher", "end"},
                             *const wrong[] = {"recruit philosopher", "march n2 n12 1"};
    int seat;
    pt_move move[2];
    pt_why w = {0};
    load(&built, g, s, &seat, move);
    w.seat = seat;
    pt_idea idea = line_of(g, seat, build, 2);
    pt_why_plan(g, s, true, &idea, &none, 1, &w);
    cr_assert(w.plans == 1 && w.plan[0] == idea.line[1] && w.brings == 1);
    PT_TEXT(brings, 100);
    pt_say_brings(g, &w, &brings);
    cr_expect_str_eq(brings.at, "+1 building", "told once: it is also a kind of building");
    idea = line_of(g, seat, stop, 2);
    pt_why_plan(g, s, true, &idea, &none, 1, &w);
    cr_expect_eq(w.plans, 0);
    idea = line_of(g, seat, build, 2);
    pt_idea other = line_of(g, seat, anyway, 2);
    pt_why_plan(g, s, true, &idea, &other, 1, &w);
    cr_expect(!w.plans && !w.brings, "the other move leads there, too");
    other.seats[1] = (seat + 1) % 5;
    pt_why_plan(g, s, true, &idea, &other, 1, &w);
    cr_expect_eq(w.plans, 1, "that somebody else does it there is something else");
    idea = line_of(g, seat, wrong, 2);
    pt_why_plan(g, s, true, &idea, &none, 1, &w);
    cr_expect_eq(w.plans, 0, "a line that cannot be played ends there");
}

/* Whoever is told only what a move costs does not learn why to play it. */
Test(why, a_move_without_a_gain_says_what_it_prepares) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("cyclades");
    static const char *const build[] = {"recruit philosopher", "build n12"};
    int seat;
    pt_move move[2];
    pt_why w = {.seats = 5, .games = 20, .trust = PT_SLIGHT, .loss = PT_MARK_INACCURACY};
    load(&built, g, s, &seat, w.move);
    memcpy(move, w.move, sizeof move);
    pt_idea idea = line_of(g, w.seat = seat, build, 2);
    pt_why_plan(g, s, true, &idea, &none, 1, &w);
    for (int facts = 0; facts <= 1; facts++) {
        PT_TEXT(out, 1000);
        w.facts = facts;
        w.fact[0] = (pt_fact){.when = PT_SOON, .measure = 3, .more = -1000, .mean = {0, 1000}};
        pt_say_why(g, &w, "", &out);
        cr_expect(strstr(out.at, "prepares: build n12 (+1 building)\n"), "%s", out.at);
        cr_expect_eq(strstr(out.at, "gives up") != NULL, facts, "%s", out.at);
        cr_expect_not(strstr(out.at, "further ahead"), "%s", out.at);
    }
    PT_TEXT(bare, 1000);
    w.plans = 0;
    pt_say_why(g, &w, "", &bare);
    cr_expect(strstr(bare.at, "gives up") && strstr(bare.at, "further ahead"), "%s", bare.at);
    PT_TEXT(taste, 1000);
    w = (pt_why){.move = {move[0], move[1]}, .seats = 5, .games = 20, .trust = PT_TASTE};
    w.plan[w.plans++] = move[0];
    pt_say_why(g, &w, "", &taste);
    cr_expect_not(strstr(taste.at, "prepares"), "nothing has to be said for it: %s", taste.at);
}

/* --- how sure it is --- */

/* The word for it comes first, in every language, and each has one of its own. */
Test(why, confidence_is_the_first_word) {
    const pt_game *g = pt_game_named("cyclades");
    static const char *const first[][PT_SURE + 1] = {
        [PT_ENGLISH] = {"Both worth a try:", "A matter of taste:", "A slight edge:", "Likely:",
                        "Sure:"},
        [PT_LANGUAGE_fr] = {"Les deux m", "Affaire de go", "Un l", "Probable", "S"},
        [PT_LANGUAGE_de] = {"Beide sind", "Geschmackssache:", "Ein kleiner Vorteil:",
                            "Wahrscheinlich:", "Sicher:"},
    };
    for (int language = 0; language < PT_LANGUAGES; language++)
        for (int trust = 0; trust <= PT_SURE; trust++) {
            pt_why w = {.seats = 2, .games = 20, .trust = (pt_trust)trust};
            PT_TEXT_IN(out, 1000, (uint8_t)language);
            w.loss = trust == PT_TASTE ? 0 : PT_MARK_MISTAKE;
            w.move[0] = pt_parse_move(g->verbs, "god ares");
            w.move[1] = pt_parse_move(g->verbs, "god zeus");
            pt_say_why(g, &w, "", &out);
            const char *wanted = first[language][trust];
            cr_expect(strncmp(out.at, wanted, strlen(wanted)) == 0, "%s: %s", wanted, out.at);
        }
}

/* A blunder that quick games do not see is still likely one, and both are said. */
Test(why, what_only_the_search_sees_is_called_that) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("cyclades");
    int seat;
    pt_move move[2];
    pt_why w;
    load(&cases[0], g, s, &seat, move);
    move[1] = move[0]; /* the games cannot tell a move from itself */
    cr_assert(pt_why_compare(g, s, seat, true, move, PT_ONE / 4, 1, &few, &w));
    cr_assert(w.gap == 0 && w.facts == 0 && w.win[0] > PT_ONE / 50);
    cr_expect_eq(w.trust, PT_LIKELY, "%s", pt_trust_names[w.trust]);
    PT_TEXT(out, 1000);
    pt_say_games(&w, &out);
    cr_expect(strstr(out.at, "Clear in the deep look"), "%s", out.at);
    cr_assert(pt_why_compare(g, s, seat, true, move, PT_MARK_MISTAKE, 1, &few, &w));
    cr_expect_eq(w.trust, PT_SLIGHT, "%s", pt_trust_names[w.trust]);
    pt_clear(&out);
    pt_say_games(&w, &out);
    cr_expect_not(strstr(out.at, "Clear"), "a slight edge is not clear: %s", out.at);
}

/* R2: cubes stand on the steps of a mountain. */
Test(why, mytikas_speaks_of_the_mountain) {
    const pt_names *names = pt_measures_of(pt_game_named("mytikas"))->names;
    static const char *const words[] = {
        [PT_ENGLISH] = "mountain", [PT_LANGUAGE_fr] = "montagne", [PT_LANGUAGE_de] = "Berg"};
    int height = 0;
    while (strcmp(names->ids[height], "height") != 0) height++;
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(out, 100, (uint8_t)language);
        pt_say_form(&out, names, height, 0);
        cr_expect(strstr(out.at, words[language]), "%s", out.at);
    }
}

/* --- the figures of a hint --- */

/* One figure for one thing: the rows that a hint shows are those that its words rest on, with
 * the recommended move first. Where games and search contradict each other it was thought about
 * twice, and nothing is called likely. */
static void check_advice(pt_search *search, const pt_game *g, int seat, const pt_why *w) {
    pt_idea idea[64];
    int n = pt_ideas(search, w->move[0], idea, 64), other = 1;
    cr_assert(n > 1 && idea[0].move == w->move[0], "%s", g->name);
    while (other < n && idea[other].move != w->move[1]) other++;
    cr_assert_lt(other, n, "%s: the other move is not shown", g->name);
    int32_t loss = idea[0].share[seat] - idea[other].share[seat];
    cr_expect(loss == w->loss || (w->loss == 0 && loss <= 0 && -loss < PT_MARK_INACCURACY),
              "%s: %d in the rows, %d in words", g->name, loss, w->loss);
    cr_expect_not(idea[0].rough || idea[other].rough, "%s: hardly looked at", g->name);
    if (w->gap + w->gap_error < 0)
        cr_expect_eq(w->trust, PT_TORN, "%s: %s", g->name, pt_trust_names[w->trust]);
    for (int k = 0; k < w->equals && k < PT_EQUALS; k++)
        cr_expect(w->equal[k] && w->equal[k] != w->move[0] && w->equal[k] != w->move[1], "%s",
                  g->name);
}

/* Positions of golden games in which short searches and quick games contradict each other. */
static const struct {
    const char *game, *record;
    int at;
} hard[] = {{"mykerinos", "fair-4p", 176},    {"mykerinos", "fair-3p", 179},
            {"myriath", "fair-2p", 15},       {"myriath", "fair-2p", 21},
            {"myriath", "fair-4p-match", 45}, {"mytikas", "lock-2p", 75}};
enum { HARD = sizeof hard / sizeof *hard };

static void go_to(int k, pt_replay *r) {
    static char text[1 << 17];
    PT_TEXT(path, 100);
    PT_TEXT(why, 300);
    bool more = true;
    pt_put(&path, "games/%s/golden/%s.play", hard[k].game, hard[k].record);
    FILE *f = fopen(path.at, "r");
    cr_assert(f, "%s", path.at);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    cr_assert_eq(pt_replay_begin(r, text, &why), PT_OK, "%s", why.at);
    while (r->moves < hard[k].at) {
        cr_assert(pt_replay_next(r, &more, &why) == PT_OK && more, "%s", why.at);
        pt_replay_play(r);
    }
}

Test(why, rows_and_words_have_one_figure_and_contradictions_are_thought_about_again) {
    static pt_replay r;
    int torn = 0, turned = 0, rough = 0;
    for (int k = 0; k < 2 * HARD; k++) {
        const pt_budget budget = {.iterations = k < HARD ? 300 : 500};
        uint64_t view[PT_STATE_MAX / 8];
        unsigned char *memory;
        pt_rng rng = {1};
        pt_why w;
        pt_idea idea[64];
        go_to(k % HARD, &r);
        const pt_game *g = r.head.game;
        int seat = pt_mover(r.state);
        pt_search_options o = pt_search_normal();
        o.threads = 1;
        o.patient = true;
        pt_search *search = opened(g, 4 << 20, o, &memory);
        pt_observe(g, r.state, seat, view);
        pt_move liked = pt_search_run(search, view, seat, &rng, &budget);
        cr_assert(pt_why_best(search, g, view, seat, false, &rng, &budget, &w));
        check_advice(search, g, seat, &w);
        torn += w.trust == PT_TORN;
        turned += w.move[0] != liked;
        for (int n = pt_ideas(search, 0, idea, 64); n-- > 0;) {
            bool compared = idea[n].move == w.move[0] || idea[n].move == w.move[1];
            rough += idea[n].rough;
            if (w.trust == PT_TORN && compared)
                cr_expect_geq(idea[n].visits, budget.iterations, "no second thought");
        }
        pt_search_close(search);
        free(memory);
    }
    cr_expect(torn > 0 && turned > 0 && rough > 0, "%d, %d, %d", torn, turned, rough);
}
