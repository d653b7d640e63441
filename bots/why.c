/* Why one move is better than another. */
/* SPDX-License-Identifier: MIT */
#include "bots/why_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pt_when_names[] = {"at-once", "answer", "next", "soon",
                                     "ahead",   "end",    "time"};
const char *const pt_trust_names[] = {"torn", "taste", "slight", "likely", "sure"};
const char *const pt_settled_names[] = {"open", "won", "lost", "wins"};

/* Two standard errors of the mean difference. */
double why_error(const why_sums *s, int n) {
    double mean = (double)s->more / n, spread = (double)s->square / n - mean * mean;
    return n > 1 && spread > 0 ? 2 * sqrt(spread / (n - 1)) : 0;
}

/* --- what they tell --- */

bool pt_why_even(const pt_why *w) { return w->loss < PT_MARK_INACCURACY; }

bool why_against(const pt_why *w) { return w->gap + w->gap_error < 0; }

/* A share in which all of the win is in, or none of it; the rest goes by points (value.c). */
enum { WON = PT_ONE / 8 * 7, NEARLY_ALL = PT_ONE / 16 * 15 };

/* As good as won or lost by simple play, after both moves. */
static bool is_played_out(const pt_why *w) {
    enum { NEARLY = PT_ONE / 50 };
    return (w->win[0] <= NEARLY && w->win[1] <= NEARLY) ||
           (w->win[0] >= PT_ONE - NEARLY && w->win[1] >= PT_ONE - NEARLY);
}

/* The search knows it of both moves, or is as good as certain, or the games say so as well. */
static pt_settled outcome_of(const pt_why *w) {
    const int32_t *share = w->share;
    bool sure = w->sure[0] && w->sure[1], agreed = sure || is_played_out(w);
    int32_t won = agreed ? WON : NEARLY_ALL, lost = PT_ONE - won;
    if (!share[0] && !share[1]) return PT_UNSETTLED; /* no search was asked */
    if (share[0] >= won && share[1] >= won && (sure || w->win[0] > PT_ONE / 2))
        return PT_BOTH_WIN;
    if (share[0] <= lost && share[1] <= lost && (sure || w->win[0] <= PT_ONE / 2))
        return PT_NEITHER_WINS;
    return sure && share[0] >= WON && share[1] < WON ? PT_ONE_WINS : PT_UNSETTLED;
}

/* Games that are won as often after both moves leave a blunder likely, a mistake only if points
 * do not speak for it. */
static pt_trust trust_of(const pt_why *w) {
    bool shown = w->gap > w->gap_error;
    if (w->outcome == PT_ONE_WINS) return PT_SURE;
    if (pt_why_even(w)) return shown && w->adds_up ? PT_SLIGHT : PT_TASTE;
    if (why_against(w)) return PT_TORN;
    if (shown) return w->loss >= PT_MARK_MISTAKE ? PT_SURE : PT_LIKELY;
    if (is_played_out(w) || w->loss < PT_MARK_MISTAKE) return PT_SLIGHT;
    bool agrees = w->gap > 0 && !why_points_against(w);
    return agrees || w->loss >= PT_MARK_BLUNDER ? PT_LIKELY : PT_SLIGHT;
}

static void tell_wins(const why_teacher *t, pt_why *w) {
    const int64_t sum[2] = {t->win.best, t->win.other};
    for (int i = 0; i < 2; i++) {
        /* Two wins and two losses more (Agresti and Coull): all games won is not certainty. */
        double n = t->games + 4, p = ((double)sum[i] / PT_ONE + 2) / n;
        w->win[i] = (int32_t)(sum[i] / t->games);
        w->win_error[i] = (int32_t)lround(2 * sqrt(p * (1 - p) / n) * PT_ONE);
    }
    for (int i = 0; i < 2; i++)
        w->score[i] = (int32_t)(t->score[i] * PT_WHY_MILLI / t->g->score_den / (2 * t->games));
    w->gap = w->win[0] - w->win[1];
    w->gap_error = (int32_t)lround(why_error(&t->win, t->games));
}

static void tell(const why_teacher *t, pt_why *w) {
    w->games = t->games;
    tell_wins(t, w);
    w->outcome = outcome_of(w);
    why_tell_facts(t, w);
    w->trust = trust_of(w);
}

/* --- comparing --- */

static int games_of(const pt_budget *b) {
    uint32_t games = b->iterations / 10;
    if (!b->iterations || games > PT_WHY_GAMES) return PT_WHY_GAMES;
    return games < PT_WHY_LEAST ? PT_WHY_LEAST : (int)games;
}

/* The least that something can be concluded from is played on a slow machine, too. */
static bool plays_on(const why_teacher *t, const pt_timer *timer) {
    const pt_budget *b = &timer->budget;
    if (t->games >= PT_WHY_LEAST) return t->games < games_of(b) && !pt_timer_over(timer, 0);
    return !b->stop || !atomic_load_explicit(b->stop, memory_order_relaxed);
}

/* NULL without memory. */
static why_teacher *open_teacher(const pt_game *g, const pt_search *s, int seat, int seats) {
    why_teacher *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->g = g;
    t->search = s;
    t->seat = seat;
    t->seats = seats;
    t->measures = pt_measures_of(g);
    t->amounts = (t->measures ? t->measures->count : 0) + 1;
    t->list = malloc((g->max_moves + (size_t)1) * sizeof *t->list);
    t->chances = malloc((g->max_chance + (size_t)1) * sizeof *t->chances);
    return t;
}

static void close_teacher(why_teacher *t) {
    if (!t) return;
    free(t->list);
    free(t->chances);
    free(t);
}

/* False if that was too short. */
static bool compare(why_teacher *t, const void *view, bool open, const pt_move move[2],
                    uint64_t seed, const pt_budget *budget) {
    pt_rng rng = {seed};
    pt_timer timer = pt_timer_start(budget);
    if (!t || !t->list || !t->chances) return false;
    while (plays_on(t, &timer)) {
        if (open)
            memcpy(t->world, view, t->g->state_size);
        else
            pt_imagine(t->g, view, t->seat, &rng, t->world);
        why_play(t, move, pt_random(&rng));
    }
    return t->games >= PT_WHY_LEAST;
}

/* What the search says of a move, after a look at it. */
static void take_idea(pt_why *w, int which, const pt_idea *idea) {
    w->share[which] = idea->share[w->seat];
    w->sure[which] = idea->sure;
}

bool pt_why_compare(pt_search *s, const pt_game *g, const void *view, int seat, bool open,
                    const pt_move move[2], int32_t loss, uint64_t seed, const pt_budget *budget,
                    pt_why *out) {
    int seats = pt_head_of(view)->seats;
    pt_rng rng = {seed};
    pt_idea idea[2] = {{.length = 0}};
    *out = (pt_why){.move = {move[0], move[1]}, .seat = seat, .seats = seats, .loss = loss};
    if (s) pt_search_run(s, view, seat, &rng, budget);
    for (int i = 0; s && i < 2; i++) {
        idea[i] = pt_look_on(s, move[i], &rng, budget);
        take_idea(out, i, &idea[i]);
    }
    why_teacher *t = open_teacher(g, s, seat, seats);
    bool enough = compare(t, view, open, move, seed, budget);
    if (enough) tell(t, out);
    if (enough && s) pt_why_plan(g, view, open, &idea[0], &idea[1], seed, out);
    close_teacher(t);
    return enough;
}

/* --- the best move of a search --- */

static void turn_sums(why_sums *s) {
    int64_t best = s->best;
    s->best = s->other;
    s->other = best;
    s->more = -s->more;
}

/* The same games, told the other way round. */
static void turn(why_teacher *t, pt_why *w) {
    for (int when = 0; when <= PT_AT_END; when++)
        for (int who = 0; who < 2; who++)
            for (int i = 0; i < t->amounts; i++) turn_sums(&t->sum[when][who][i]);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < t->amounts; i++) turn_sums(&t->quick[k][i]);
    turn_sums(&t->time);
    turn_sums(&t->win);
    turn_sums(&t->weighed);
    pt_move best = w->move[0];
    int32_t share = w->share[0];
    bool sure = w->sure[0];
    w->move[0] = w->move[1];
    w->move[1] = best;
    w->share[0] = w->share[1];
    w->share[1] = share;
    w->sure[0] = w->sure[1];
    w->sure[1] = sure;
    w->loss = w->loss < 0 ? -w->loss : 0;
}

/* The two moves that are compared are not named again among those that are as good. */
static void keep_equals(pt_why *w, const pt_rivals *r) {
    for (int i = 0; i < r->equals; i++) {
        if (r->equal[i] == w->move[0] || r->equal[i] == w->move[1]) continue;
        if (w->equals < PT_EQUALS) w->equal[w->equals] = r->equal[i];
        w->equals++;
    }
}

/* Where games and search contradict each other both moves are looked at once more. If the
 * search then sees no difference any more, or the other one ahead, the games are right. */
static void think_again(pt_search *s, why_teacher *t, pt_rivals *r, pt_rng *rng,
                        const pt_budget *budget, pt_why *w) {
    pt_budget half = *budget;
    half.millis = (budget->millis + 1) / 2;
    r->best = pt_look_on(s, r->best.move, rng, &half);
    r->other = pt_look_on(s, r->other.move, rng, &half);
    w->loss = r->best.share[w->seat] - r->other.share[w->seat];
    take_idea(w, 0, &r->best);
    take_idea(w, 1, &r->other);
    if (pt_why_even(w)) turn(t, w);
    tell(t, w);
}

/* Of two moves that are as good the one is named first for which something speaks. */
static void put_for_it(why_teacher *t, pt_why *w) {
    int gains = 0;
    for (int i = 0; i < w->facts; i++) gains += w->fact[i].gain;
    if (w->trust != PT_TASTE || gains || !w->facts || w->gap > w->gap_error) return;
    turn(t, w);
    tell(t, w);
}

bool pt_why_best(pt_search *s, const pt_game *g, const void *view, int seat, bool open,
                 pt_rng *rng, const pt_budget *budget, pt_why *out) {
    pt_rivals r;
    int seats = pt_head_of(view)->seats;
    if (!pt_find_rivals(s, seat, rng, budget, &r)) return false;
    *out = (pt_why){.move = {r.best.move, r.other.move}, .seat = seat, .seats = seats};
    out->loss = r.best.share[seat] - r.other.share[seat];
    take_idea(out, 0, &r.best);
    take_idea(out, 1, &r.other);
    why_teacher *t = open_teacher(g, s, seat, seats);
    bool enough = compare(t, view, open, out->move, pt_random(rng), budget);
    if (enough) {
        tell(t, out);
        if (why_against(out)) think_again(s, t, &r, rng, budget, out);
        put_for_it(t, out);
        keep_equals(out, &r);
        bool turned = out->move[0] != r.best.move;
        pt_why_plan(g, view, open, turned ? &r.other : &r.best, turned ? &r.best : &r.other,
                    pt_random(rng), out);
    }
    close_teacher(t);
    return enough;
}
