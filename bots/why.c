/* Why one move is better than another. */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "core/measures.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pt_when_names[] = {"at-once", "answer", "next", "soon", "end", "time"};
const char *const pt_trust_names[] = {"close", "likely", "sure"};

/* TRIES: moves that are looked at in each position, those of the best priors. CARE: dozens of
 * amounts are compared at once, so a difference counts only beyond three standard errors. */
enum { TRIES = 10, LUCK_STEPS = 64, STEPS_MOST = 4000, CARE = 3, AMOUNTS = PT_MEASURES + 1 };
/* Single answers are looked for in the first games only, among so many moves at most. */
enum { ANSWERED = 40, ANSWERS = 400 };

typedef struct sums {
    int64_t best, other, more, square; /* square: of the differences */
} sums;

/* What a game that is played on shows: amounts by when, whose and which. */
typedef struct course {
    int32_t amount[PT_AT_END + 1][2][AMOUNTS];
    bool seen[PT_AT_END + 1], looked[2]; /* looked: for the points of a single move */
    int32_t rounds;                      /* until the timed measure rose */
    bool rose, soon_over;
    int32_t win;
} course;

typedef struct teacher {
    const pt_game *g;
    const pt_measures *measures;
    int seat, seats, amounts;
    pt_rng taste, luck;
    pt_move *list;
    pt_chance *chances;
    int games, rose, soon_over, seen[PT_AT_END + 1];
    sums sum[PT_AT_END + 1][2][AMOUNTS], time, win;
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX], after[PT_STATE_MAX],
        world[PT_STATE_MAX];
} teacher;

/* --- playing on --- */

static void draw(teacher *t, void *s, pt_rng *rng) {
    int n = t->g->chance(s, t->chances);
    t->g->apply(s, PT_LUCK, t->chances[pt_chance_draw(t->chances, n, rng)].move);
}

/* Brings the most promising moves to the front of the list. */
static int promising(teacher *t, int seat, int n) {
    int weight[TRIES], kept = 0;
    if (n <= TRIES || !t->g->hints || !t->g->hints->prior) return n < TRIES ? n : TRIES;
    for (int i = 0; i < n; i++) {
        pt_move m = t->list[i];
        int w = t->g->hints->prior(t->state, seat, m) * 16 + (int)pt_below(&t->taste, 16);
        int at = kept < TRIES ? kept++ : TRIES;
        for (; at > 0 && weight[at - 1] < w; at--) {
            if (at == TRIES) continue;
            weight[at] = weight[at - 1];
            t->list[at] = t->list[at - 1];
        }
        if (at == TRIES) continue;
        weight[at] = w;
        t->list[at] = m;
    }
    return kept;
}

/* One move ahead, by the game's evaluation. It sees the imagined state as a whole: a quick
 * sensible player, alike after both moves, not a strong one. */
static pt_move choose(teacher *t, int seat) {
    int n = t->g->legal(t->state, seat, t->list);
    if (n == 1) return t->list[0];
    n = promising(t, seat, n);
    pt_move best = t->list[0];
    int64_t most = INT64_MIN;
    for (int i = 0; i < n; i++) {
        memcpy(t->after, t->state, t->g->state_size);
        t->g->apply(t->after, seat, t->list[i]);
        for (int k = 0; k < LUCK_STEPS && pt_head_of(t->after)->node == PT_CHANCE; k++)
            draw(t, t->after, &t->taste);
        int64_t worth = pt_lead(t->g, t->after, seat) * 16 + pt_below(&t->taste, 16);
        if (worth <= most) continue;
        most = worth;
        best = t->list[i];
    }
    return best;
}

/* Returns who moved. */
static int step(teacher *t, int last) {
    if (pt_head_of(t->state)->node == PT_CHANCE) {
        draw(t, t->state, &t->luck);
        return last;
    }
    int seat = pt_next_mover(t->state, last);
    t->g->apply(t->state, seat, choose(t, seat));
    return seat;
}

/* --- what a game shows --- */

static void measure(const teacher *t, course *c, pt_when when) {
    const pt_measures *m = t->measures;
    int32_t points[PT_SEATS], each[PT_MEASURES] = {0};
    c->seen[when] = true;
    t->g->score(t->state, points);
    for (int seat = 0; seat < t->seats; seat++) {
        int32_t *to = c->amount[when][seat != t->seat];
        if (m) m->of(t->state, seat, each);
        for (int i = 0; i < t->amounts - 1; i++) to[i] += each[i];
        to[t->amounts - 1] += points[seat];
    }
}

/* The most points that one move of the seat brings it at once. */
static void look_for_points(teacher *t, course *c, int seat) {
    pt_when when = seat == t->seat ? PT_NEXT : PT_ANSWER;
    int32_t had[PT_SEATS], points[PT_SEATS], most = INT32_MIN;
    if (t->games >= ANSWERED || c->looked[seat == t->seat]) return;
    c->looked[seat == t->seat] = true;
    int n = t->g->legal(t->state, seat, t->list);
    t->g->score(t->state, had);
    for (int i = 0; i < n && i < ANSWERS; i++) {
        memcpy(t->after, t->state, t->g->state_size);
        t->g->apply(t->after, seat, t->list[i]);
        t->g->score(t->after, points);
        if (points[seat] - had[seat] > most) most = points[seat] - had[seat];
    }
    c->amount[when][seat != t->seat][t->amounts - 1] = most;
    c->seen[when] = n <= ANSWERS; /* with too many to look at, the most is not known */
}

static int32_t timed_amount(const teacher *t) {
    int32_t each[PT_MEASURES] = {0};
    if (!t->measures || !t->measures->sooner) return 0;
    t->measures->of(t->state, t->seat, each);
    return each[t->measures->timed];
}

/* Whether an answer shows by now: the round is over, or the seat is asked again after others
 * were. */
static bool is_soon(const teacher *t, int round, bool others) {
    const pt_head *h = pt_head_of(t->state);
    if (h->node == PT_OVER) return true;
    if (t->measures && t->measures->by_round) return h->round > round;
    return others && h->node == PT_DECIDE && pt_has(h->owes, t->seat);
}

static void play_on(teacher *t, pt_move m, course *c) {
    const pt_head *h = pt_head_of(t->state);
    int round = h->round, last = t->seat;
    bool others = false, soon = false;
    int32_t had = timed_amount(t), share[PT_SEATS];
    *c = (course){0};
    t->g->apply(t->state, t->seat, m);
    measure(t, c, PT_AT_ONCE);
    for (int steps = 0; steps < STEPS_MOST; steps++) {
        if (!c->rose && timed_amount(t) > had) {
            c->rose = true;
            c->rounds = h->round - round;
        }
        if (!soon && is_soon(t, round, others)) {
            soon = true;
            c->soon_over = h->node == PT_OVER;
            measure(t, c, PT_SOON);
        }
        if (h->node == PT_OVER) break;
        if (h->node == PT_DECIDE) {
            int next = pt_next_mover(t->state, last);
            if (next != t->seat || others) look_for_points(t, c, next);
        }
        last = step(t, last);
        others |= last != t->seat;
    }
    measure(t, c, PT_AT_END);
    if (h->node == PT_OVER)
        pt_win_shares(t->g, t->state, PT_ONE, share);
    else
        pt_expected_shares(t->g, t->state, NULL, 0, share);
    c->win = share[t->seat];
}

/* --- sums --- */

static void add(sums *s, int64_t best, int64_t other) {
    s->best += best;
    s->other += other;
    s->more += best - other;
    s->square += (best - other) * (best - other);
}

static void compare_once(teacher *t, const pt_move move[2], uint64_t seed) {
    course c[2];
    for (int i = 0; i < 2; i++) {
        memcpy(t->state, t->world, t->g->state_size);
        t->taste.state = seed;
        t->luck.state = seed + 1;
        play_on(t, move[i], &c[i]);
    }
    for (int when = 0; when <= PT_AT_END; when++) {
        if (!c[0].seen[when] || !c[1].seen[when]) continue;
        t->seen[when]++;
        for (int who = 0; who < 2; who++)
            for (int i = 0; i < t->amounts; i++)
                add(&t->sum[when][who][i], c[0].amount[when][who][i],
                    c[1].amount[when][who][i]);
    }
    add(&t->win, c[0].win, c[1].win);
    t->soon_over += c[0].soon_over || c[1].soon_over;
    if (c[0].rose && c[1].rose) {
        t->rose++;
        add(&t->time, c[0].rounds, c[1].rounds);
    }
    t->games++;
}

/* Two standard errors of the mean difference. */
static double error_of(const sums *s, int n) {
    double mean = (double)s->more / n, spread = (double)s->square / n - mean * mean;
    return n > 1 && spread > 0 ? 2 * sqrt(spread / (n - 1)) : 0;
}

/* --- facts --- */

typedef struct candidate {
    pt_fact fact;
    double weight;
} candidate;

/* Of a hundred: what shows at once has a cause that can be seen, what shows in the end may have
 * many. */
static const int nearness[PT_WHENS] = {200, 150, 100, 100, 70, 100};

static bool is_points(const teacher *t, int measure) {
    return measure == t->amounts - 1 || measure < t->measures->points;
}

static double unit_of(const teacher *t, int measure) {
    return is_points(t, measure) ? t->g->score_den : 1;
}

/* How much a difference matters: points by what doubles the odds, other things by how much
 * there is of them. */
static double weigh(const teacher *t, const pt_fact *f) {
    double more = fabs((double)f->more) / PT_WHY_MILLI * nearness[f->when] / 100;
    const pt_hints *h = t->g->hints;
    if (f->when == PT_IN_TIME) return more / 2;
    if (is_points(t, f->measure)) return more * 100 / (h && h->lead ? h->lead : 400);
    double have = (fabs((double)f->mean[0]) + fabs((double)f->mean[1])) / 2 / PT_WHY_MILLI;
    return more / (2 + 2 * have);
}

/* A smaller difference is not worth a word: of a hundred, and in thousandths of a point where
 * it is an average. */
enum { LEAST_WEIGHT = 8, LEAST_POINTS = 250 };

/* Makes a fact of the sums, if they tell of one. */
static bool conclude(const teacher *t, const sums *s, int n, candidate *c) {
    pt_fact *f = &c->fact;
    double unit = f->when == PT_IN_TIME ? 1 : unit_of(t, f->measure), error = error_of(s, n);
    double more = (double)s->more / n;
    if (s->more == 0 || fabs(more) * 2 <= CARE * error) return false;
    f->mean[0] = (int32_t)lround((double)s->best / n * PT_WHY_MILLI / unit);
    f->mean[1] = (int32_t)lround((double)s->other / n * PT_WHY_MILLI / unit);
    f->more = (int32_t)lround(more * PT_WHY_MILLI / unit);
    f->error = (int32_t)lround(error * PT_WHY_MILLI / unit);
    f->gain = (f->more > 0) != f->rivals && f->when != PT_IN_TIME;
    if (f->when == PT_IN_TIME) f->gain = f->more < 0;
    c->weight = weigh(t, f);
    bool average = f->when != PT_IN_TIME && is_points(t, f->measure) && f->when != PT_AT_ONCE;
    if (average && abs(f->more) < LEAST_POINTS) return false;
    return c->weight * 100 >= LEAST_WEIGHT;
}

/* An amount that people have by then, not what a move brings or when. */
static bool is_held(pt_when when) {
    return when == PT_AT_ONCE || when == PT_SOON || when == PT_AT_END;
}

/* The same amount of the same people to about the same extent. */
static bool said_already(const pt_why *w, const pt_fact *f) {
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *old = &w->fact[i];
        if (old->measure != f->measure || old->rivals != f->rivals ||
            is_held(old->when) != is_held(f->when))
            continue;
        if ((old->more > 0) == (f->more > 0) && 5 * abs(f->more) > 2 * abs(old->more))
            return true;
    }
    return false;
}

/* Points of all lines; where there is one line only it is that one. */
static int sum_of(const teacher *t) {
    return t->measures && t->measures->points == 1 ? 0 : t->amounts - 1;
}

/* What is said: points in all, now, soon and in the end; other things only as long as they can
 * still be used. */
static bool is_told(const teacher *t, int when, int measure) {
    if (when == PT_SOON && 2 * t->soon_over > t->games) return false;
    if (measure == sum_of(t)) return t->seen[when] >= PT_WHY_LEAST;
    return when == PT_SOON && !is_points(t, measure);
}

static int32_t in_tenths(int32_t milli) {
    enum { TENTH = PT_WHY_MILLI / 10 };
    return (int32_t)lround((double)milli / TENTH) * TENTH;
}

static bool is_named(const pt_fact *f, int measure) {
    for (int i = 0; i < f->parts; i++)
        if (f->part[i].measure == measure) return true;
    return false;
}

/* Names the lines that make up a difference in points. */
static void part(const teacher *t, candidate *c) {
    pt_fact *f = &c->fact;
    f->rest = in_tenths(f->more);
    while (f->parts < PT_WHY_PARTS) {
        candidate best = {.weight = 0};
        for (int i = 0; i < t->measures->points; i++) {
            candidate line = {.fact = {.when = f->when, .rivals = f->rivals, .measure = i}};
            bool shown = conclude(t, &t->sum[f->when][f->rivals][i], t->seen[f->when], &line);
            if (shown && line.weight > best.weight && !is_named(f, i)) best = line;
        }
        if (best.weight <= 0) return;
        int32_t more = in_tenths(best.fact.more);
        f->part[f->parts++] = (pt_why_line){.measure = best.fact.measure, .more = more};
        f->rest -= more;
    }
}

static int list_candidates(const teacher *t, candidate *out) {
    int n = 0;
    for (int when = 0; when <= PT_AT_END; when++)
        for (int who = 0; who < 2; who++)
            for (int i = 0; i < t->amounts; i++) {
                out[n] = (candidate){.fact = {.when = (pt_when)when, .rivals = who}};
                out[n].fact.measure = i;
                if (!is_told(t, when, i) ||
                    !conclude(t, &t->sum[when][who][i], t->seen[when], &out[n]))
                    continue;
                if (t->measures && i == t->amounts - 1) part(t, &out[n]);
                n++;
            }
    out[n] = (candidate){.fact = {.when = PT_IN_TIME}};
    out[n].fact.measure = t->measures ? t->measures->timed : 0;
    if (5 * t->rose > 4 * t->games && conclude(t, &t->time, t->rose, &out[n])) n++;
    return n;
}

/* Games that speak against the move give no reasons for it. */
static bool against(const pt_why *w) { return w->gap + w->gap_error < 0; }

static void tell_facts(const teacher *t, pt_why *w) {
    candidate list[(PT_AT_END + 1) * 2 * AMOUNTS + 1];
    int n = list_candidates(t, list), left[2] = {PT_WHY_GIVEN, PT_WHY_GAINS};
    while (w->facts < PT_WHY_FACTS) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (best < 0 || list[i].weight > list[best].weight) best = i;
        if (best < 0 || list[best].weight <= 0) return;
        bool late = list[best].fact.when == PT_AT_END && against(w);
        if (!late && left[list[best].fact.gain] > 0 && !said_already(w, &list[best].fact)) {
            left[list[best].fact.gain]--;
            w->fact[w->facts++] = list[best].fact;
        }
        list[best].weight = 0;
    }
}

/* The points of all lines together speak against the move that is said to be better. */
static bool points_against(const pt_why *w) {
    int for_it = 0, against = 0;
    for (int i = 0; i < w->facts; i++)
        if (w->fact[i].when == PT_AT_END) ++*(w->fact[i].gain ? &for_it : &against);
    return against > for_it;
}

/* Search and games must agree before anything is called likely. */
static pt_trust trust_of(const pt_why *w) {
    bool shown = w->gap > w->gap_error;
    if (w->gap <= 0 || pt_why_even(w) || (!shown && points_against(w))) return PT_CLOSE;
    if (shown && w->loss >= PT_MARK_MISTAKE) return PT_SURE;
    return shown || w->loss >= PT_MARK_INACCURACY ? PT_LIKELY : PT_CLOSE;
}

static void tell_wins(const teacher *t, pt_why *w) {
    const int64_t sum[2] = {t->win.best, t->win.other};
    for (int i = 0; i < 2; i++) {
        /* Two wins and two losses more (Agresti and Coull): all games won is not certainty. */
        double n = t->games + 4, p = ((double)sum[i] / PT_ONE + 2) / n;
        w->win[i] = (int32_t)(sum[i] / t->games);
        w->win_error[i] = (int32_t)lround(2 * sqrt(p * (1 - p) / n) * PT_ONE);
    }
    w->gap = w->win[0] - w->win[1];
    w->gap_error = (int32_t)lround(error_of(&t->win, t->games));
}

static int games_of(const pt_budget *b) {
    uint32_t games = b->iterations / 10;
    if (!b->iterations || games > PT_WHY_GAMES) return PT_WHY_GAMES;
    return games < PT_WHY_LEAST ? PT_WHY_LEAST : (int)games;
}

/* The least that something can be concluded from is played on a slow machine, too. */
static bool plays_on(const teacher *t, const pt_timer *timer) {
    const pt_budget *b = &timer->budget;
    if (t->games >= PT_WHY_LEAST) return t->games < games_of(b) && !pt_timer_over(timer, 0);
    return !b->stop || !atomic_load_explicit(b->stop, memory_order_relaxed);
}

bool pt_why_compare(const pt_game *g, const void *view, int seat, bool open,
                    const pt_move move[2], int32_t loss, uint64_t seed, const pt_budget *budget,
                    pt_why *out) {
    teacher *t = calloc(1, sizeof *t);
    pt_move *list = malloc((g->max_moves + (size_t)1) * sizeof *list);
    pt_chance *chances = malloc((g->max_chance + (size_t)1) * sizeof *chances);
    pt_rng rng = {seed};
    pt_timer timer = pt_timer_start(budget);
    *out = (pt_why){.move = {move[0], move[1]}, .seat = seat, .loss = loss};
    out->seats = pt_head_of(view)->seats;
    if (t && list && chances) {
        *t = (teacher){.g = g, .seat = seat, .seats = out->seats};
        t->measures = pt_measures_of(g);
        t->list = list;
        t->chances = chances;
        t->amounts = (t->measures ? t->measures->count : 0) + 1;
        while (plays_on(t, &timer)) {
            if (open)
                memcpy(t->world, view, g->state_size);
            else
                pt_imagine(g, view, seat, &rng, t->world);
            compare_once(t, move, pt_random(&rng));
        }
        out->games = t->games;
    }
    bool enough = out->games >= PT_WHY_LEAST;
    if (enough) {
        tell_wins(t, out);
        tell_facts(t, out);
        out->trust = trust_of(out);
    }
    free(t);
    free(list);
    free(chances);
    return enough;
}

bool pt_why_even(const pt_why *w) { return w->loss < PT_MARK_INACCURACY; }

bool pt_why_best(pt_search *s, const pt_game *g, const void *view, int seat, bool open,
                 pt_rng *rng, const pt_budget *budget, pt_why *out) {
    pt_rivals r;
    if (!pt_find_rivals(s, seat, rng, budget, &r)) return false;
    const pt_move move[2] = {r.best.move, r.other.move};
    int32_t loss = r.best.share[seat] - r.other.share[seat];
    if (!pt_why_compare(g, view, seat, open, move, loss, pt_random(rng), budget, out))
        return false;
    out->equals = r.equals;
    memcpy(out->equal, r.equal, sizeof out->equal);
    return true;
}
