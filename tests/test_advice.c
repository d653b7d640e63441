/* What a teacher says first, what it says where points say nothing, and what its figures are.
 */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "core/record.h"
#include "tests/why_known.h"
#include <stdio.h>

static const pt_budget few = {.iterations = 10 * PT_WHY_LEAST};

/* --- what a move prepares --- */

/* R4.2, R4.17: whoever goes to Hades by day lifts cubes; R4.33 (Cyclades): a building for two
 * gold, which needs nothing before it. */
static const known lifts = {.game = "mytikas",
                            .seats = 3,
                            .position = "line poseidon\ncubes 1 M2=3 G2=2\n",
                            .best = "go hd",
                            .other = "go zn"},
                   builds = {.game = "cyclades",
                             .seats = 5,
                             .position = "god athena\ngold 2 0 0 0 0\nisle n2 p1 1 port\n"
                                         "isle n12 p1 1\nisle n1 p2 1\nisle n3 p3 1\n"
                                         "isle n5 p4 1\nisle n6 p5 1\n",
                             .best = "recruit philosopher",
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

static pt_why planned(const known *k, const char *const best[2], const pt_idea *other) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named(k->game);
    pt_why w = {.seats = k->seats, .games = 20, .trust = PT_SLIGHT, .loss = PT_MARK_INACCURACY};
    load(k, g, s, &w.seat, w.move);
    pt_idea idea = line_of(g, w.seat, best, 2);
    pt_why_plan(g, s, true, &idea, other, 1, &w);
    return w;
}

Test(why, a_plan_names_what_only_this_move_makes_possible) {
    static const char *const lift[] = {"go hd", "up M 2"},
                             *const anyway[] = {"go hd", "up M 2"},
                             *const build[] = {"recruit philosopher", "build n12"},
                             *const stop[] = {"recruit philosopher", "end"},
                             *const wrong[] = {"go hd", "build large a 2"};
    const pt_game *g = pt_game_named("mytikas");
    pt_why w = planned(&lifts, lift, &none);
    cr_assert(w.plans == 1 && w.brings == 1);
    PT_TEXT(brings, 100);
    pt_say_brings(g, &w, &brings);
    cr_expect_str_eq(brings.at, "+1 step climbed on the mountain");
    pt_idea other = line_of(g, w.seat, anyway, 2);
    w = planned(&lifts, lift, &other);
    cr_expect(!w.plans && !w.brings, "the other move leads there, too");
    other.seats[1] = (w.seat + 1) % 3;
    w = planned(&lifts, lift, &other);
    cr_expect_eq(w.plans, 0, "it could be done after the other move, whoever does it then");
    cr_expect_eq(planned(&lifts, wrong, &none).plans, 0, "what cannot be played ends the line");
    cr_expect_eq(planned(&builds, build, &none).plans, 0, "it can be built at once as well");
    cr_expect_eq(planned(&builds, stop, &none).plans, 0, "to end brings nothing");
}

/* Whoever is told only what a move costs does not learn why to play it. */
Test(why, a_move_without_a_gain_says_what_it_prepares) {
    const pt_game *g = pt_game_named("mytikas");
    static const char *const lift[] = {"go hd", "up M 2"};
    pt_why w = planned(&lifts, lift, &none);
    for (int facts = 0; facts <= 1; facts++) {
        PT_TEXT(out, 1000);
        w.facts = facts;
        w.fact[0] = (pt_fact){.when = PT_SOON, .measure = 5, .more = -1000, .mean = {0, 1000}};
        pt_say_why(g, &w, "", &out);
        cr_expect(strstr(out.at, "prepares: "), "%s", out.at);
        cr_expect(strstr(out.at, "(+1 step climbed on the mountain)\n"), "%s", out.at);
        cr_expect_eq(strstr(out.at, "gives up") != NULL, facts, "%s", out.at);
        cr_expect_not(strstr(out.at, "further ahead"), "%s", out.at);
    }
    PT_TEXT(bare, 1000);
    w.plans = 0;
    pt_say_why(g, &w, "", &bare);
    cr_expect(strstr(bare.at, "gives up") && strstr(bare.at, "further ahead"), "%s", bare.at);
    PT_TEXT(taste, 1000);
    w = (pt_why){.move = {w.move[0], w.move[1]}, .seats = 3, .games = 20, .trust = PT_TASTE};
    w.plan[w.plans++] = w.move[0];
    pt_say_why(g, &w, "", &taste);
    cr_expect_not(strstr(taste.at, "prepares"), "nothing has to be said for it: %s", taste.at);
    w.plans = 0;
    pt_clear(&taste);
    pt_say_why(g, &w, "", &taste);
    cr_expect(strstr(taste.at, "expects as much of one"), "%s", taste.at);
}

/* --- whether it adds up --- */

/* What is told for a move must outweigh what is told against it. Where it does not, the words
 * say that what turns the balance cannot be shown, or that there is none. */
Test(why, what_does_not_add_up_is_said_to_come_later_or_to_be_close) {
    const pt_game *g = pt_game_named("mytikas");
    pt_why w = {
        .seats = 2, .games = 20, .trust = PT_LIKELY, .loss = PT_MARK_MISTAKE, .facts = 2};
    w.fact[0] = (pt_fact){.when = PT_AT_ONCE, .measure = 4, .more = -7000};
    w.fact[1] = (pt_fact){.when = PT_AT_ONCE, .measure = 11, .more = 1000, .gain = true};
    for (int even = 0; even < 2; even++)
        for (int adds_up = 0; adds_up < 2; adds_up++) {
            PT_TEXT(out, 500);
            w.adds_up = adds_up;
            w.gap = 1;
            w.loss = even ? 0 : PT_MARK_MISTAKE;
            pt_say_games(g, &w, &out);
            cr_expect_eq(strstr(out.at, "tips the scales") != NULL, !adds_up && !even, "%s",
                         out.at);
            cr_expect_eq(strstr(out.at, "balance") != NULL, !adds_up && even, "%s", out.at);
        }
}

/* R5.1, R5.5 (Mykerinos): the blank tile's 5 points against 1 of a patron's at once, and
 * nothing else: that adds up. The other way round it does not. */
Test(why, reasons_are_weighed_against_what_is_given_up) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const known blank = {.game = "mykerinos",
                         .seats = 3,
                         .position = "season 4\nphase survey\narea 6\n"
                                     "tiles - - - - - - - - - - X0 V3\npyramids none\n"
                                     "cubes 1 e7\nstock 0 0 0\n",
                         .best = "take L",
                         .other = "take R"};
    const pt_game *g = pt_game_named("mykerinos");
    int seat;
    pt_move move[2];
    pt_why w;
    load(&blank, g, s, &seat, move);
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, 0, 1, &few, &w));
    cr_expect(w.adds_up && w.fact[0].gain && w.fact[0].more == 3 * PT_WHY_MILLI);
    const pt_move turned[2] = {move[1], move[0]};
    cr_assert(pt_why_compare(NULL, g, s, seat, true, turned, 0, 1, &few, &w));
    cr_expect_not(w.adds_up);
}

/* --- causes that the rules have --- */

/* What a move brings at once though no point moves. */
static const known causes[] = {
    /* R6.2: a cube in the "3" of a wing makes its patron worth 3, one in a shared "2" makes two
     * patrons worth 2. With a tile of neither no point moves. */
    {"mykerinos",
     3,
     "season 2\nphase survey\narea 4\ntiles - - - - - - V1 V2 - - - -\npyramids none\n"
     "cubes 1 e4\nrooms 21=1\nstock 0 0 0\n",
     {0},
     "room 33",
     "room 25",
     "value",
     PT_AT_ONCE},
    /* R4.4: a dig can grow into free spaces beside its cubes; in a corner there are fewer. */
    {"mykerinos",
     3,
     "season 1\nphase excavate\ntiles V1 L1 B1 K1 T1 V2 L2 B2 - - - -\npyramids none\n"
     "stock 5 5 5\n",
     {0},
     "start c2",
     "start a1",
     "space",
     PT_AT_ONCE},
    /* R4.6 (Mytikas): a token of a god opens his bonus action; a second one opens nothing. */
    {"mytikas",
     3,
     "line poseidon\nfavors 1 P\n",
     {"go pn"},
     "favor Z",
     "favor P",
     "right",
     PT_AT_ONCE},
};

Test(why, causes_beside_points_are_named) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
        const known *k = &causes[i];
        const pt_game *g = pt_game_named(k->game);
        bool named = false;
        int seat;
        pt_why w;
        pt_move move[2];
        load(k, g, s, &seat, move);
        cr_assert(pt_why_compare(NULL, g, s, seat, true, move, PT_ONE / 4, 1, &few, &w));
        for (int f = 0; f < w.facts; f++)
            named |= w.fact[f].gain && w.fact[f].when == k->latest &&
                     strcmp(pt_measures_of(g)->names->ids[w.fact[f].measure], k->measure) == 0;
        cr_expect(named, "%s: nothing is said about %s", k->game, k->measure);
    }
}

/* --- what is settled --- */

/* A last choice after which a seat has won, or not, is no matter of per cent. Nobody else has a
 * point (R6.4 of Mykerinos), or the rival is 2 ahead. */
Test(why, what_is_settled_is_said_without_per_cent) {
    static const struct {
        const char *rival;
        pt_settled is;
        const char *words;
    } ends[] = {{"points 0 0 0\n", PT_BOTH_WIN, "As good as won: "},
                {"points 0 40 0\n", PT_NEITHER_WINS, "As good as lost: "},
                {"points 0 8 0\n", PT_ONE_WINS, "Certain: "}};
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("mykerinos");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        PT_TEXT(position, 500);
        PT_TEXT(out, 2000);
        known last = cases[2];
        unsigned char *memory;
        int seat;
        pt_move move[2];
        pt_why w;
        pt_put(&position, "%s%s", cases[2].position, ends[i].rival);
        last.position = position.at;
        load(&last, g, s, &seat, move);
        pt_search *search = patient(g, &memory);
        cr_assert(pt_why_compare(search, g, s, seat, true, move, PT_ONE / 8, 1, &few, &w));
        pt_say_why(g, &w, "", &out);
        cr_expect_eq(w.outcome, ends[i].is, "%s: %s", ends[i].rival, out.at);
        cr_expect(strncmp(out.at, ends[i].words, strlen(ends[i].words)) == 0, "%s", out.at);
        cr_expect_not(strstr(out.at, "of the win"), "%s", out.at);
        pt_search_close(search);
        free(memory);
    }
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
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, PT_ONE / 4, 1, &few, &w));
    cr_assert(w.gap == 0 && w.facts == 0 && w.win[0] > PT_ONE / 50);
    cr_expect_eq(w.trust, PT_LIKELY, "%s", pt_trust_names[w.trust]);
    PT_TEXT(out, 1000);
    pt_say_games(g, &w, &out);
    cr_expect(strstr(out.at, "Clear in the deep look"), "%s", out.at);
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, PT_MARK_MISTAKE, 1, &few, &w));
    cr_expect_eq(w.trust, PT_SLIGHT, "%s", pt_trust_names[w.trust]);
    pt_clear(&out);
    pt_say_games(g, &w, &out);
    cr_expect_not(strstr(out.at, "Clear"), "a slight edge is not clear: %s", out.at);
}

/* What a move in notation does is said in the language of the reader, of two of one kind once.
 */
Test(why, moves_are_said_in_words_beside_their_notation) {
    const pt_game *g = pt_game_named("cyclades");
    static const char *const other[] = {"god zeus", "offer 2"};
    for (int language = 0; language < PT_LANGUAGES; language++)
        for (int i = 0; i < 2; i++) {
            PT_TEXT_IN(out, 1000, (uint8_t)language);
            PT_TEXT_IN(words, 200, (uint8_t)language);
            pt_why w = {.seats = 2, .games = 20, .trust = PT_TASTE};
            w.move[0] = pt_parse_move(g->verbs, "god ares");
            w.move[1] = pt_parse_move(g->verbs, other[i]);
            pt_say_why(g, &w, "", &out);
            pt_puts(&words, "god ares = ");
            pt_verb_words(g, &g->verbs.row[pt_verb_of(w.move[0])], &words);
            cr_expect(words.used > 20 && strstr(out.at, words.at), "%s", out.at);
            cr_expect_eq(strstr(out.at, "offer 2 = ") != NULL, i, "%s", out.at);
            cr_expect_not(strstr(out.at, "god zeus = "), "%s", out.at);
        }
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
