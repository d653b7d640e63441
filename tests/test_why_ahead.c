/* What a teacher tells of the turns that the search expects, of standings, and of what is as
 * good or settled. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "tests/why_known.h"
#include <math.h>

static const pt_budget few = {.iterations = 10 * PT_WHY_LEAST};

static bool is_about(const pt_game *g, const pt_fact *f, const char *measure) {
    const pt_measures *m = pt_measures_of(g);
    return f->measure < m->count && strcmp(m->names->ids[f->measure], measure) == 0;
}

/* --- a few turns on --- */

/* A course is drawn as the search weighs it, so that means over courses are what it expects. */
Test(why_ahead, a_walk_is_drawn_by_the_squares_of_visits) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    enum { DRAWS = 4000, LEAST = 12 };
    const pt_game *g = pt_game_named("myriath");
    pt_move *list = calloc(g->max_moves, sizeof *list);
    const pt_budget budget = {.iterations = 6000};
    unsigned char *memory;
    pt_search *search = patient(g, &memory);
    pt_found found[8];
    pt_rng rng = {1};
    int seat = 0, legal = 0, drawn[8] = {0}, others = 0, n = 0;
    for (uint64_t seed = 1; n < 3 || found[1].visits < LEAST; seed++) {
        cr_assert_lt(seed, 50);
        if (!some_state(g, 2, seed, s)) continue;
        seat = pt_mover(s);
        legal = g->legal(s, seat, list);
        pt_search_run(search, s, seat, &rng, &budget);
        n = pt_search_found(search, found, 8);
    }
    pt_walk walk = pt_walk_begin(search);
    double all = 0;
    for (int i = 0; i < n; i++)
        if (found[i].visits >= LEAST) all += (double)found[i].visits * found[i].visits;
    for (int i = 0; i < DRAWS; i++) {
        pt_move m = pt_walk_choose(search, &walk, seat, list, legal, LEAST, &rng);
        int k = 0;
        while (k < n && found[k].move != m) k++;
        if (k < n)
            drawn[k]++;
        else
            others++;
    }
    for (int i = 0; i < n; i++) {
        double share =
            found[i].visits < LEAST ? 0 : (double)found[i].visits * found[i].visits / all;
        cr_expect_leq(fabs((double)drawn[i] / DRAWS - share), 0.05 + (double)others / DRAWS,
                      "move %d: %d draws", i, drawn[i]);
    }
    cr_expect_lt(others, DRAWS / 5);
    pt_search_close(search);
    free(memory);
    free(list);
}

/* What is told of a few turns on goes with what is told at once: a lead that has turned round
 * by then is no gain. */
Test(why_ahead, what_does_not_last_is_no_gain) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_budget budget = {.iterations = 2000};
    const pt_game *g = pt_game_named("myriath");
    unsigned char *memory;
    int ahead = 0;
    pt_search *search = patient(g, &memory);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        pt_rng rng = {seed};
        pt_why w;
        if (!some_state(g, 2, seed, s)) continue;
        pt_search_run(search, s, pt_mover(s), &rng, &budget);
        if (!pt_why_best(search, g, s, pt_mover(s), true, &rng, &budget, &w)) continue;
        for (int i = 0; i < w.facts; i++)
            for (int k = 0; k < w.facts; k++) {
                const pt_fact *f = &w.fact[i], *old = &w.fact[k];
                if (f->when != PT_AHEAD) continue;
                ahead++;
                if (old->when == PT_AT_ONCE && old->gain && old->measure == f->measure &&
                    old->rivals == f->rivals)
                    cr_expect(f->gain, "seed %d", (int)seed);
            }
    }
    cr_expect_gt(ahead, 0);
    pt_search_close(search);
    free(memory);
}

Test(why_ahead, when_it_shows_is_said_in_words) {
    const pt_game *g = pt_game_named("mytikas");
    static const struct {
        pt_fact fact;
        const char *words[PT_LANGUAGES];
    } cases_of[] = {
        {{.when = PT_AHEAD},
         {"a few turns on probably", "einige Züge später voraussichtlich",
          "quelques tours plus tard sans doute"}},
        {{.when = PT_AT_END, .quick = true},
         {"in quick games in the end", "in schnellen Partien am Schluss",
          "en parties rapides à la fin"}},
    };
    static const int languages[] = {PT_ENGLISH, PT_LANGUAGE_de, PT_LANGUAGE_fr};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            PT_TEXT_IN(out, 200, (uint8_t)languages[k]);
            pt_say_when(g, &cases_of[i].fact, &out);
            cr_expect_str_eq(out.at, cases_of[i].words[k]);
        }
}

/* --- standings --- */

/* R5.1 (Mykerinos): once the survey has begun nobody fights for areas any more, and areas that
 * are done with after one move and not after the other are no difference. R4.6 (Cyclades): what
 * is left to offer means nothing once offers are over. */
Test(why_ahead, a_standing_without_a_meaning_is_not_compared) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const known last = {.game = "mykerinos",
                        .seats = 3,
                        .position = "season 4\nphase survey\narea 4\n"
                                    "tiles - - - - - - T4 V3 K1 K2 K3 K4\npyramids none\n"
                                    "cubes 1 e4 a7\ncubes 2 f4 b7 b8 e7\nstock 0 0 0\n",
                        .best = "take L",
                        .other = "decline"};
    const pt_game *g = pt_game_named(last.game);
    int32_t each[PT_MEASURES];
    int seat, none = 0;
    pt_move move[2];
    pt_why w;
    load(&last, g, s, &seat, move);
    pt_measures_of(g)->of(s, seat, each);
    for (int i = 0; i < pt_measures_of(g)->count; i++) none += each[i] == PT_NO_AMOUNT;
    cr_expect_eq(none, 4, "areas, tiles and cubes there, spaces: %d", none);
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, PT_ONE / 4, 1, &few, &w));
    cr_expect_gt(w.facts, 0);
    for (int i = 0; i < w.facts; i++)
        cr_expect_not(is_about(g, &w.fact[i], "first") || is_about(g, &w.fact[i], "prize") ||
                      is_about(g, &w.fact[i], "ahead"));
    g = pt_game_named("cyclades");
    load(&cases[0], g, s, &seat, move); /* a player acts: offers are over */
    pt_measures_of(g)->of(s, seat, each);
    for (int i = 0; i < pt_measures_of(g)->count; i++) {
        const char *name = pt_measures_of(g)->names->ids[i];
        bool left = strcmp(name, "left") == 0 || strcmp(name, "held") == 0;
        cr_expect_eq(each[i] == PT_NO_AMOUNT, left, "%s", name);
    }
}

/* --- a plan --- */

/* R4.4, R4.17 (Mytikas): whoever moves a cube down first can go and lift all the same, so that
 * prepares nothing. */
Test(why_ahead, what_the_same_way_allows_without_the_move_is_not_prepared) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    static const char *const text[] = {"down G 2 1", "go hd", "up M 2"};
    const known downs = {.game = "mytikas",
                         .seats = 3,
                         .position = "line poseidon\ncubes 1 M2=3 G2=2\n",
                         .best = "down G 2 1",
                         .other = "go zn"};
    const pt_game *g = pt_game_named("mytikas");
    const pt_idea other = {.length = 0};
    pt_why w = {.seats = 3};
    pt_idea best = {.length = 3};
    load(&downs, g, s, &w.seat, w.move);
    for (int i = 0; i < 3; i++) {
        best.line[i] = pt_parse_move(g->verbs, text[i]);
        best.seats[i] = w.seat;
    }
    pt_why_plan(g, s, true, &best, &other, 1, &w);
    cr_expect_eq(w.plans, 0);
    for (int i = 0; i < 2; i++) best.line[i] = best.line[i + 1];
    best.length = 2;
    pt_why_plan(g, s, true, &best, &other, 1, &w);
    cr_expect_eq(w.plans, 1, "going there is what makes it possible");
}

/* --- what is as good, or settled --- */

/* Where a hint finds nothing that is worse among what the search liked, what came off worst of
 * all was looked at as well: what is wrong with it may be the only thing there is to say. */
Test(why_ahead, where_all_is_as_good_the_worst_was_looked_at) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    enum { FOUND = 512 };
    const pt_budget budget = {.iterations = 2000};
    static pt_found found[FOUND];
    int even = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *memory;
        pt_search *search = patient(g, &memory);
        for (uint64_t seed = 1; seed <= 12; seed++) {
            pt_rng rng = {seed};
            pt_rivals r;
            if (!some_state(g, g->min_seats, seed, s)) continue;
            int seat = pt_mover(s), worst = 0;
            pt_search_run(search, s, seat, &rng, &budget);
            int n = pt_search_found(search, found, FOUND);
            for (int k = 1; k < n; k++)
                if (found[k].share[seat] < found[worst].share[seat]) worst = k;
            pt_move move = found[worst].move;
            if (n < PT_RIVALS + 3 || !pt_find_rivals(search, seat, &rng, &budget, &r) ||
                r.best.share[seat] - r.other.share[seat] >= PT_MARK_INACCURACY)
                continue;
            n = pt_search_found(search, found, FOUND);
            for (int k = 0; k < n; k++)
                if (found[k].move == move)
                    cr_expect_geq(found[k].share[seat], r.other.share[seat], "%s, seed %d",
                                  g->name, (int)seed);
            even++;
        }
        pt_search_close(search);
        free(memory);
    }
    cr_expect_gt(even, 0);
}

/* Where nothing is open any more the last line says how it stands, by the rules' own count. */
Test(why_ahead, what_is_settled_says_how_it_stands) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], after[PT_STATE_MAX];
    const known *series = &cases[2]; /* the last decision of the game */
    const pt_game *g = pt_game_named(series->game);
    int32_t points[PT_SEATS], own = 0, theirs = 0;
    int seat;
    pt_move move[2];
    pt_why w;
    PT_TEXT(out, 600);
    PT_TEXT(wanted, 100);
    load(series, g, s, &seat, move);
    for (int i = 0; i < 2; i++) {
        memcpy(after, s, g->state_size);
        g->apply(after, seat, move[i]);
        g->score(after, points);
        own += points[seat] * PT_WHY_MILLI / g->score_den;
        theirs += points[(seat + 1) % 3] * PT_WHY_MILLI / g->score_den;
    }
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, 0, 1, &few, &w));
    cr_expect(w.score[0] == own / 2 && w.score[1] == theirs / 2, "%d, %d", w.score[0],
              w.score[1]);
    w.outcome = PT_BOTH_WIN;
    pt_say_games(g, &w, &out);
    pt_put(&wanted, "; in the end %d.%d points on average, %d for the best other player",
           own / 2000, own / 200 % 10, theirs / 2000);
    cr_expect(strstr(out.at, wanted.at), "%s: %s", out.at, wanted.at);
}

/* A title without a word of why is none: that nothing differs must be said. */
Test(why_ahead, no_reason_is_empty) {
    const pt_game *g = pt_game_named("mytikas");
    static const char *const lines[] = {"gains:", "gives up:", "prepares:", "as much of one",
                                        "further ahead"};
    for (int even = 0; even < 2; even++)
        for (int plans = 0; plans < 2; plans++)
            for (int facts = 0; facts < 2; facts++) {
                pt_why w = {.seats = 2, .games = 20, .plans = plans, .facts = facts};
                PT_TEXT(out, 1000);
                int said = 0;
                w.trust = even ? PT_TASTE : PT_LIKELY;
                w.loss = even ? 0 : PT_MARK_MISTAKE;
                w.plan[0] = w.move[0] = pt_parse_move(g->verbs, "go hd");
                w.move[1] = pt_parse_move(g->verbs, "go zn");
                w.fact[0] = (pt_fact){.when = PT_AT_ONCE, .measure = 4, .more = -7000};
                pt_say_why(g, &w, "", &out);
                for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
                    said += strstr(out.at, lines[i]) != NULL;
                cr_expect_gt(said, 0, "%s", out.at);
            }
}

/* Cubes of a new season lie elsewhere (R6.1 of Mykerinos), so nothing is compared over its
 * beginning: what a hint says of a few turns on is said of this season. */
Test(why_ahead, a_few_turns_on_is_in_the_same_season) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const known last = {.game = "mykerinos",
                        .seats = 2,
                        .position = "season 2\nphase survey\narea 4\n"
                                    "tiles - - - - - - T4 V3 - - - -\npyramids none\n"
                                    "cubes 1 e4 f4\ncubes 2 g4\nstock 3 3\n",
                        .best = "take L",
                        .other = "take R"};
    const pt_game *g = pt_game_named(last.game);
    const pt_budget budget = {.iterations = 4000};
    unsigned char *memory;
    int seat;
    pt_move move[2];
    pt_why w;
    pt_search *search = patient(g, &memory);
    load(&last, g, s, &seat, move);
    cr_assert(pt_why_compare(search, g, s, seat, true, move, PT_ONE / 4, 1, &budget, &w));
    for (int i = 0; i < w.facts; i++) cr_expect_neq(w.fact[i].when, PT_AHEAD);
    pt_search_close(search);
    free(memory);
}
