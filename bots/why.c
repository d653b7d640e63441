/* Why one move is better than another. */
/* SPDX-License-Identifier: MIT */
#include "bots/why_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pt_when_names[] = {"at-once", "answer", "next", "soon", "end", "time"};
const char *const pt_trust_names[] = {"torn", "taste", "slight", "likely", "sure"};

/* TRIES: moves that are looked at in each position, those of the best priors. */
enum { TRIES = 10, LUCK_STEPS = 64, STEPS_MOST = 4000 };
/* Single answers are looked for in the first games only, among so many moves at most. */
enum { ANSWERED = 40, ANSWERS = 400 };

/* What a game that is played on shows: amounts by when, whose and which. */
typedef struct course {
    int32_t amount[PT_AT_END + 1][2][WHY_AMOUNTS];
    bool seen[PT_AT_END + 1], looked[2]; /* looked: for the points of a single move */
    int32_t rounds;                      /* until the timed measure rose */
    bool rose, soon_over;
    int32_t win;
} course;

/* --- playing on --- */

static void draw(why_teacher *t, void *s, pt_rng *rng) {
    int n = t->g->chance(s, t->chances);
    t->g->apply(s, PT_LUCK, t->chances[pt_chance_draw(t->chances, n, rng)].move);
}

/* Brings the most promising moves to the front of the list. */
static int promising(why_teacher *t, int seat, int n) {
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
static pt_move choose(why_teacher *t, int seat) {
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
static int step(why_teacher *t, int last) {
    if (pt_head_of(t->state)->node == PT_CHANCE) {
        draw(t, t->state, &t->luck);
        return last;
    }
    int seat = pt_next_mover(t->state, last);
    t->g->apply(t->state, seat, choose(t, seat));
    return seat;
}

/* --- what a game shows --- */

static void measure(const why_teacher *t, course *c, pt_when when) {
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
static void look_for_points(why_teacher *t, course *c, int seat) {
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

static int32_t timed_amount(const why_teacher *t) {
    int32_t each[PT_MEASURES] = {0};
    if (!t->measures || !t->measures->sooner) return 0;
    t->measures->of(t->state, t->seat, each);
    return each[t->measures->timed];
}

/* Whether an answer shows by now: the round is over, or the seat is asked again after others
 * were. */
static bool is_soon(const why_teacher *t, int round, bool others) {
    const pt_head *h = pt_head_of(t->state);
    if (h->node == PT_OVER) return true;
    if (t->measures && t->measures->by_round) return h->round > round;
    return others && h->node == PT_DECIDE && pt_has(h->owes, t->seat);
}

static void play_on(why_teacher *t, pt_move m, course *c) {
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

static void add(why_sums *s, int64_t best, int64_t other) {
    s->best += best;
    s->other += other;
    s->more += best - other;
    s->square += (best - other) * (best - other);
}

static void compare_once(why_teacher *t, const pt_move move[2], uint64_t seed) {
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
double why_error(const why_sums *s, int n) {
    double mean = (double)s->more / n, spread = (double)s->square / n - mean * mean;
    return n > 1 && spread > 0 ? 2 * sqrt(spread / (n - 1)) : 0;
}

/* --- what they tell --- */

bool pt_why_even(const pt_why *w) { return w->loss < PT_MARK_INACCURACY; }

bool why_against(const pt_why *w) { return w->gap + w->gap_error < 0; }

/* As good as won or lost by simple play, after both moves. */
static bool is_decided(const pt_why *w) {
    enum { NEARLY = PT_ONE / 50 };
    return (w->win[0] <= NEARLY && w->win[1] <= NEARLY) ||
           (w->win[0] >= PT_ONE - NEARLY && w->win[1] >= PT_ONE - NEARLY);
}

/* Games that are won as often after both moves leave a blunder likely, a mistake only if points
 * do not speak for it. */
static pt_trust trust_of(const pt_why *w) {
    bool shown = w->gap > w->gap_error;
    if (pt_why_even(w)) return shown ? PT_SLIGHT : PT_TASTE;
    if (why_against(w)) return PT_TORN;
    if (shown) return w->loss >= PT_MARK_MISTAKE ? PT_SURE : PT_LIKELY;
    if (is_decided(w) || w->loss < PT_MARK_MISTAKE) return PT_SLIGHT;
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
    w->gap = w->win[0] - w->win[1];
    w->gap_error = (int32_t)lround(why_error(&t->win, t->games));
}

static void tell(const why_teacher *t, pt_why *w) {
    w->games = t->games;
    tell_wins(t, w);
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
static why_teacher *open_teacher(const pt_game *g, int seat, int seats) {
    why_teacher *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->g = g;
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
        compare_once(t, move, pt_random(&rng));
    }
    return t->games >= PT_WHY_LEAST;
}

bool pt_why_compare(const pt_game *g, const void *view, int seat, bool open,
                    const pt_move move[2], int32_t loss, uint64_t seed, const pt_budget *budget,
                    pt_why *out) {
    int seats = pt_head_of(view)->seats;
    *out = (pt_why){.move = {move[0], move[1]}, .seat = seat, .seats = seats, .loss = loss};
    why_teacher *t = open_teacher(g, seat, seats);
    bool enough = compare(t, view, open, move, seed, budget);
    if (enough) tell(t, out);
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
    turn_sums(&t->time);
    turn_sums(&t->win);
    pt_move best = w->move[0];
    w->move[0] = w->move[1];
    w->move[1] = best;
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
    if (pt_why_even(w)) turn(t, w);
    tell(t, w);
}

/* Of two moves that are as good the one is named first for which something speaks. */
static void put_for_it(why_teacher *t, pt_why *w) {
    int gains = 0;
    for (int i = 0; i < w->facts; i++) gains += w->fact[i].gain;
    if (w->trust != PT_TASTE || gains || !w->facts) return;
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
    why_teacher *t = open_teacher(g, seat, seats);
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
