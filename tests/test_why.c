/* A teacher's reasons (bots/why.h): true by the rules, in every game and language. */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "core/measures.h"
#include "tests/why_known.h"

static const pt_budget few = {.iterations = 10 * PT_WHY_LEAST};

/* --- what games measure --- */

/* "together they are score(), in its units" */
Test(why, the_lines_of_points_add_up_to_the_score) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        const pt_measures *m = pt_measures_of(g);
        cr_assert(m && m->count <= PT_MEASURES && m->names->count == m->count, "%s", g->name);
        for (uint64_t seed = 1; seed <= 60; seed++) {
            int32_t points[PT_SEATS], each[PT_MEASURES];
            if (!some_state(g, g->max_seats, seed, s)) continue;
            g->score(s, points);
            for (int seat = 0; seat < g->max_seats; seat++) {
                int32_t sum = 0;
                m->of(s, seat, each);
                for (int k = 0; k < m->points; k++) sum += each[k];
                cr_expect_eq(sum, points[seat], "%s, seed %d, seat %d", g->name, (int)seed,
                             seat);
            }
        }
    }
}

/* --- what is said --- */

static int32_t amount_after(const pt_game *g, const void *s, int seat, pt_move m, int who,
                            int measure) {
    _Alignas(max_align_t) unsigned char after[PT_STATE_MAX];
    int32_t each[PT_MEASURES], sum = 0;
    memcpy(after, s, g->state_size);
    g->apply(after, seat, m);
    for (int i = 0; i < pt_head_of(s)->seats; i++) {
        pt_measures_of(g)->of(after, i, each);
        if ((i == seat) != who) sum += each[measure];
    }
    return sum;
}

static int32_t points_more(const pt_game *g, const void *s, int seat, const pt_why *w,
                           bool rivals) {
    int32_t more = 0;
    for (int i = 0; i < pt_measures_of(g)->points; i++)
        more += amount_after(g, s, seat, w->move[0], rivals, i) -
                amount_after(g, s, seat, w->move[1], rivals, i);
    return more;
}

/* What happens at once has no "rest", unless too many lines of the score move. */
static void check_all_named(const pt_game *g, const void *s, int seat, const pt_why *w,
                            const pt_fact *f) {
    int lines = 0, points = pt_measures_of(g)->points;
    for (int i = 0; i < points; i++)
        lines += amount_after(g, s, seat, w->move[0], f->rivals, i) !=
                 amount_after(g, s, seat, w->move[1], f->rivals, i);
    if (points > 1 && lines <= PT_WHY_PARTS)
        cr_expect(f->parts == lines && f->rest == 0, "%s: %d of %d lines", g->name, f->parts,
                  lines);
}

/* Who is nearer or would choose first: told when a move changes it, not when it has become
 * something else. */
static bool is_standing(const pt_game *g, int measure) {
    return pt_measures_of(g)->standing >> measure & 1;
}

/* A fact "at once" is what the rules do with the two moves, no more and no less. */
static void check_at_once(const pt_game *g, const void *s, int seat, const pt_why *w) {
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *f = &w->fact[i];
        if (f->when != PT_AT_ONCE) continue;
        bool standing = is_standing(g, f->measure);
        int32_t more = standing
                           ? amount_after(g, s, seat, w->move[0], f->rivals, f->measure) -
                                 amount_after(g, s, seat, w->move[1], f->rivals, f->measure)
                           : points_more(g, s, seat, w, f->rivals);
        cr_expect_eq(f->more, more * PT_WHY_MILLI / (standing ? 1 : g->score_den), "%s",
                     g->name);
        cr_expect_eq(f->error, 0, "%s: nothing was drawn", g->name);
        cr_expect_eq(f->gain, (more > 0) != f->rivals, "%s", g->name);
        if (!standing) check_all_named(g, s, seat, w, f);
        for (int k = 0; k < f->parts; k++) {
            int line = f->part[k].measure;
            more = amount_after(g, s, seat, w->move[0], f->rivals, line) -
                   amount_after(g, s, seat, w->move[1], f->rivals, line);
            cr_expect_eq(f->part[k].more, more * PT_WHY_MILLI / g->score_den, "%s", g->name);
        }
    }
}

/* The most that one move of the seat brings it. */
static int32_t most_points(const pt_game *g, const void *s, int seat, pt_move *list) {
    _Alignas(max_align_t) unsigned char after[PT_STATE_MAX];
    int32_t had[PT_SEATS], points[PT_SEATS], most = INT32_MIN;
    int n = g->legal(s, seat, list);
    g->score(s, had);
    for (int i = 0; i < n; i++) {
        memcpy(after, s, g->state_size);
        g->apply(after, seat, list[i]);
        g->score(after, points);
        if (points[seat] - had[seat] > most) most = points[seat] - had[seat];
    }
    return most;
}

/* The best answer is what the rules allow whoever comes next, where that is a rival. */
static int check_answer(const pt_game *g, const void *s, int seat, const pt_why *w) {
    _Alignas(max_align_t) unsigned char after[PT_STATE_MAX];
    pt_move *list = calloc(g->max_moves, sizeof *list);
    int checked = 0;
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *f = &w->fact[i];
        for (int k = 0; k < 2 && f->when == PT_ANSWER; k++) {
            memcpy(after, s, g->state_size);
            g->apply(after, seat, w->move[k]);
            if (pt_head_of(after)->node != PT_DECIDE || pt_mover(after) == seat) continue;
            cr_expect_eq(f->mean[k],
                         most_points(g, after, pt_mover(after), list) * PT_WHY_MILLI /
                             g->score_den,
                         "%s", g->name);
            checked++;
        }
    }
    free(list);
    return checked;
}

/* What is named and what is called the rest are the whole, as people read it: in tenths. */
static void check_parts(const pt_game *g, const pt_fact *f) {
    int32_t sum = f->rest;
    for (int i = 0; i < f->parts; i++) sum += f->part[i].more;
    if (f->parts) cr_expect_leq(abs(sum - f->more), PT_WHY_MILLI / 20, "%s", g->name);
    if (f->parts && f->when != PT_AT_ONCE)
        cr_expect_leq(abs(f->rest), abs(f->more), "%s: the rest is all", g->name);
    for (int i = 0; i < f->parts; i++)
        cr_expect(f->part[i].more && f->part[i].more % (PT_WHY_MILLI / 10) == 0, "%s", g->name);
}

/* Less than half a coin is nothing, and what tells of the same thing is told once. */
static void check_worth_a_word(const pt_game *g, const pt_why *w, int i) {
    const pt_measures *m = pt_measures_of(g);
    const pt_fact *f = &w->fact[i];
    if (is_standing(g, f->measure)) cr_expect_eq(f->when, PT_AT_ONCE, "%s", g->name);
    if (f->when == PT_SOON && f->measure >= m->points && f->measure < m->count)
        cr_expect_geq(abs(f->more), PT_WHY_MILLI / 2, "%s: %s", g->name,
                      m->names->ids[f->measure]);
    for (int k = 0; k < i; k++) {
        const pt_fact *old = &w->fact[k];
        if (old->rivals == f->rivals && old->when == f->when && old->gain == f->gain)
            cr_expect_not(m->twins >> f->measure & m->twins >> old->measure & 1, "%s: %s twice",
                          g->name, m->names->ids[f->measure]);
    }
}

/* A gain of which the other side gets as much is none, and no more is what the move's own name
 * says: whoever recruits has a troop more. */
static void check_is_reason(const pt_game *g, const pt_why *w, const pt_fact *f) {
    const pt_measures *m = pt_measures_of(g);
    for (int i = 0; i < w->facts && f->gain; i++) {
        const pt_fact *given = &w->fact[i];
        if (given->measure == f->measure && given->when == f->when && !given->gain)
            cr_expect_gt(abs(f->more), abs(given->more), "%s: %s", g->name,
                         pt_when_names[f->when]);
    }
    if (m->says && f->gain && !f->rivals && f->measure >= m->points && f->measure < m->count)
        cr_expect_not(m->says[pt_verb_of(w->move[0])] >> f->measure & 1, "%s: %s", g->name,
                      m->names->ids[f->measure]);
}

static void check_facts(const pt_game *g, const pt_why *w) {
    int gains = 0;
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *f = &w->fact[i];
        gains += f->gain;
        check_parts(g, f);
        check_worth_a_word(g, w, i);
        check_is_reason(g, w, f);
        cr_expect_neq(f->more, 0, "%s", g->name);
        cr_expect_geq(2 * abs(f->more) + 3, 3 * f->error, "%s: within three errors", g->name);
        cr_expect_leq(abs(f->mean[0] - f->mean[1] - f->more), 2, "%s", g->name);
        for (int language = 0; language < PT_LANGUAGES; language++) {
            PT_TEXT_IN(out, 500, (uint8_t)language);
            pt_say_fact(g, w, f, &out);
            cr_expect(out.used > 3 && !out.cut, "%s", g->name);
        }
    }
    cr_expect(gains <= PT_WHY_GAINS && w->facts - gains <= PT_WHY_GIVEN, "%s", g->name);
}

Test(why, facts_of_random_moves_are_what_the_rules_make_of_them) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    int facts = 0, answers = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        pt_move *list = calloc(g->max_moves, sizeof *list);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            if (!some_state(g, g->min_seats, seed, s)) continue;
            int seat = pt_mover(s), n = g->legal(s, seat, list);
            const pt_move move[2] = {list[0], list[n - 1]};
            pt_why w;
            if (n < 2) continue;
            cr_assert(pt_why_compare(NULL, g, s, seat, true, move, 0, seed, &few, &w));
            cr_expect(w.trust == PT_TASTE || w.trust == PT_SLIGHT, "no difference was seen");
            check_at_once(g, s, seat, &w);
            check_facts(g, &w);
            for (int k = 0; k < w.facts; k++)
                cr_expect(w.fact[k].when <= PT_NEXT && !w.plans,
                          "%s: without a search nothing is expected", g->name);
            answers += check_answer(g, s, seat, &w);
            facts += w.facts;
        }
        free(list);
    }
    cr_expect_gt(facts, 20, "%d facts in all", facts);
    cr_expect_gt(answers, 0);
}

/* --- positions whose reason is known --- */

static bool is_called(const pt_game *g, int measure, const char *name) {
    const pt_measures *m = pt_measures_of(g);
    return measure < m->count && strcmp(m->names->ids[measure], name) == 0;
}

static const pt_fact *fact_about(const pt_game *g, const pt_why *w, const char *measure) {
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *f = &w->fact[i];
        bool about = is_called(g, f->measure, measure);
        for (int k = 0; k < f->parts; k++) about |= is_called(g, f->part[k].measure, measure);
        if (!f->rivals && about) return f;
    }
    return NULL;
}

Test(why, a_known_reason_is_named_and_the_other_way_round_it_is_a_loss) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const known *k = &cases[i];
        const pt_game *g = pt_game_named(k->game);
        unsigned char *memory;
        int seat;
        pt_move move[2];
        pt_why w;
        load(k, g, s, &seat, move);
        pt_search *search = patient(g, &memory);
        cr_assert(pt_why_compare(search, g, s, seat, true, move, PT_ONE / 4, 1, &few, &w));
        const pt_fact *f = fact_about(g, &w, k->measure);
        cr_assert(f, "%s: nothing is said about %s", k->game, k->measure);
        cr_expect(f->gain && f->more > 0 && f->when <= k->latest, "%s: %s %d at %s", k->game,
                  k->measure, f->more, pt_when_names[f->when]);
        check_facts(g, &w);
        const pt_move turned[2] = {move[1], move[0]};
        cr_assert(pt_why_compare(search, g, s, seat, true, turned, 0, 1, &few, &w));
        f = fact_about(g, &w, k->measure);
        cr_expect(f && !f->gain && f->more < 0, "%s: %s is no loss", k->game, k->measure);
        pt_search_close(search);
        free(memory);
    }
}

/* Search and games must agree: whoever wins after both moves, or after neither, is not told
 * that one of them is likely better, however much the search sees between them. */
Test(why, what_is_won_either_way_is_not_called_likely) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const known *series = &cases[2]; /* nobody else has a point, so either tile wins */
    const pt_game *g = pt_game_named(series->game);
    int seat;
    pt_move move[2];
    pt_why w;
    load(series, g, s, &seat, move);
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, PT_ONE / 4, 1, &few, &w));
    cr_assert(w.win[0] == PT_ONE && w.win[1] == PT_ONE);
    cr_expect_eq(w.trust, PT_SLIGHT, "%s", pt_trust_names[w.trust]);
}

/* The same seed tells the same. */
Test(why, it_is_deterministic_and_refuses_what_is_too_short) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_games[0];
    int seat;
    pt_move move[2];
    pt_why a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    load(&cases[0], pt_game_named(cases[0].game), s, &seat, move);
    g = pt_game_named(cases[0].game);
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, 0, 7, &few, &a));
    cr_assert(pt_why_compare(NULL, g, s, seat, true, move, 0, 7, &few, &b));
    cr_expect(a.games == b.games && a.gap == b.gap && a.facts == b.facts);
    atomic_bool stop = true;
    const pt_budget none = {.millis = 1000, .stop = &stop};
    cr_expect_not(pt_why_compare(NULL, g, s, seat, true, move, 0, 7, &none, &a));
}

/* --- what a search would play --- */

/* In a game without secrets a walk goes where the expected line goes. */
Test(why, a_walk_follows_the_line_that_the_search_expects) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_game *g = pt_game_named("myriath");
    pt_move *list = calloc(g->max_moves, sizeof *list), line[PT_LINE];
    const pt_budget budget = {.iterations = 500};
    unsigned char *memory;
    int seats[PT_LINE], steps = 0;
    pt_search *search = patient(g, &memory);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pt_rng rng = {seed};
        if (!some_state(g, 3, seed, s)) continue;
        pt_move first = pt_search_run(search, s, pt_mover(s), &rng, &budget);
        int n = pt_search_line(search, first, line, seats);
        pt_walk walk = pt_walk_begin(search);
        for (int i = 0; i < n; i++, steps++) {
            int legal = g->legal(s, seats[i], list);
            cr_expect_eq(pt_walk_choose(search, &walk, seats[i], list, legal, 1, NULL),
                         line[i]);
            cr_expect_eq(pt_walk_choose(search, &walk, seats[i], list, legal, 1000000, NULL),
                         0);
            pt_walk_move(search, &walk, seats[i], line[i]);
            g->apply(s, seats[i], line[i]);
        }
        pt_walk_move(search, &walk, 0, 1); /* what was never tried leads out of the tree */
        cr_expect_eq(walk.at, 0);
    }
    cr_expect_gt(steps, 5);
    pt_search_close(search);
    free(memory);
    free(list);
}

/* --- what a move is held against --- */

/* Rooms of a museum that are alike, tiles that lie alike: a hint says so, and takes as an
 * example only what is worse, if the search liked anything that is. */
Test(why, equals_are_named_and_the_other_move_is_worse) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    const pt_budget budget = {.iterations = 300};
    int equals = 0, worse = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *memory;
        pt_search_options o = pt_search_normal();
        o.threads = 1;
        o.patient = o.open = true;
        pt_search *search = opened(g, 4 << 20, o, &memory);
        for (uint64_t seed = 1; seed <= 6; seed++) {
            pt_rng rng = {seed};
            pt_rivals r;
            if (!some_state(g, g->min_seats, seed, s)) continue;
            int seat = pt_mover(s);
            pt_search_run(search, s, seat, &rng, &budget);
            if (!pt_find_rivals(search, seat, &rng, &budget, &r)) continue;
            int32_t loss = r.best.share[seat] - r.other.share[seat];
            for (int k = 0; k < r.equals; k++) {
                cr_expect_eq(g->check(s, seat, r.equal[k], NULL), PT_OK, "%s", g->name);
                cr_expect_neq(r.equal[k], r.best.move, "%s", g->name);
                if (loss >= PT_MARK_INACCURACY)
                    cr_expect_neq(r.equal[k], r.other.move, "%s", g->name);
            }
            cr_expect_geq(r.other.visits, r.best.visits / 8, "%s: hardly looked at", g->name);
            equals += r.equals;
            worse += loss >= PT_MARK_INACCURACY;
        }
        pt_search_close(search);
        free(memory);
    }
    cr_expect(equals > 0 && worse > 0, "%d as good, %d worse", equals, worse);
}

/* --- marks --- */

/* No mistake without a search four times as long. */
Test(why, a_mistake_was_looked_at_twice) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    enum { ITERATIONS = 60 };
    const pt_budget budget = {.iterations = ITERATIONS};
    int mistakes = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        pt_move *list = calloc(g->max_moves, sizeof *list);
        unsigned char *memory;
        pt_search_options o = pt_search_normal();
        o.threads = 1;
        o.patient = o.open = true;
        pt_search *search = opened(g, 4 << 20, o, &memory);
        for (uint64_t seed = 1; seed <= 12; seed++) {
            if (!some_state(g, g->min_seats, seed, s)) continue;
            pt_rng rng = {seed};
            int seat = pt_mover(s), n = g->legal(s, seat, list);
            if (n < 2) continue;
            pt_judgement d = pt_judge(search, s, seat, list[(int)pt_below(&rng, (uint32_t)n)],
                                      &rng, &budget);
            if (d.mark < PT_MISTAKE) continue;
            mistakes++;
            cr_expect(d.confirmed && d.iterations >= 4 * ITERATIONS, "%s: %d iterations",
                      g->name, (int)d.iterations);
        }
        pt_search_close(search);
        free(memory);
        free(list);
    }
    cr_expect_gt(mistakes, 5, "random moves are often mistakes: %d", mistakes);
}
