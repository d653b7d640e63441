/* Playing on from a move: quickly to the end, for who wins, and as the search expects it, for
 * what differs. */
/* SPDX-License-Identifier: MIT */
#include "bots/why_inside.h"
#include <string.h>

/* TRIES: moves that are looked at in each position, those of the best priors. SEARCHED: a move
 * that the search tried less often is not what it expects. */
enum { TRIES = 10, LUCK_STEPS = 64, STEPS_MOST = 4000, SEARCHED = 12 };
/* Courses that are expected for each game that is played quickly, and in all; turns of the
 * mover that they are followed for. Before the second one it is but an answer. */
enum { WALKS = 3, WALKS_MOST = 300, STAGES = 5, FIRST_STAGE = 2 };

/* What a game that is played on shows: amounts by when, whose and which. */
typedef struct course {
    int32_t amount[PT_AT_END + 1][2][WHY_AMOUNTS];
    int32_t stage[STAGES][2][WHY_AMOUNTS]; /* at each of the mover's next turns */
    int64_t lead[STAGES];                  /* what the game's evaluation says there */
    int stages;
    bool seen[PT_AT_END + 1][2], looked[2]; /* looked: for the points of a single move */
    bool quick;                             /* others decided without the search */
    int32_t rounds;                         /* until the timed measure rose */
    bool rose, soon, soon_over;
} course;

/* --- playing on --- */

/* Returns among how many outcomes luck chose. */
static int draw(why_teacher *t, void *s, pt_rng *rng, pt_move *drawn) {
    int n = t->g->chance(s, t->chances);
    *drawn = t->chances[pt_chance_draw(t->chances, n, rng)].move;
    t->g->apply(s, PT_LUCK, *drawn);
    return n;
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
static pt_move choose_quickly(why_teacher *t, int seat, int n) {
    n = promising(t, seat, n);
    pt_move best = t->list[0], drawn;
    int64_t most = INT64_MIN;
    for (int i = 0; i < n; i++) {
        memcpy(t->after, t->state, t->g->state_size);
        t->g->apply(t->after, seat, t->list[i]);
        for (int k = 0; k < LUCK_STEPS && pt_head_of(t->after)->node == PT_CHANCE; k++)
            draw(t, t->after, &t->taste, &drawn);
        int64_t worth = pt_lead(t->g, t->after, seat) * 16 + pt_below(&t->taste, 16);
        if (worth <= most) continue;
        most = worth;
        best = t->list[i];
    }
    return best;
}

/* What the search expects; 0 where its tree ends. */
static pt_move expected(why_teacher *t, int seat, int n) {
    if (n == 1) return t->list[0];
    return t->search
               ? pt_walk_choose(t->search, &t->walk, seat, t->list, n, SEARCHED, &t->course)
               : 0;
}

static void draw_in_tree(why_teacher *t) {
    pt_move drawn;
    int n = draw(t, t->state, &t->luck, &drawn);
    if (t->search) pt_walk_luck(t->search, &t->walk, n, drawn);
}

static void make_move(why_teacher *t, int seat, pt_move m) {
    if (t->search) pt_walk_move(t->search, &t->walk, seat, m);
    t->g->apply(t->state, seat, m);
}

/* Where the tree ends, quick players stand in for the others; the mover has none. Returns who
 * moved, or -1 where nothing is known any more. */
static int step(why_teacher *t, course *c, int last) {
    if (pt_head_of(t->state)->node == PT_CHANCE) {
        draw_in_tree(t);
        return last;
    }
    int seat = pt_next_mover(t->state, last), n = t->g->legal(t->state, seat, t->list);
    pt_move m = expected(t, seat, n);
    if (!m && (seat == t->seat || c->soon || !t->search)) return -1;
    if (!m) {
        m = choose_quickly(t, seat, n);
        c->quick = true;
        t->walk.at = 0;
    }
    make_move(t, seat, m);
    return seat;
}

/* --- what a game shows --- */

/* Habits of the quick player are no consequences of a move. */
static void see(const why_teacher *t, course *c, pt_when when) {
    bool apart = t->search && t->measures && t->measures->apart;
    c->seen[when][0] = !c->quick || apart;
    c->seen[when][1] = !c->quick;
}

static void amounts_of(const why_teacher *t, int32_t out[2][WHY_AMOUNTS]) {
    const pt_measures *m = t->measures;
    int32_t points[PT_SEATS], each[PT_MEASURES] = {0};
    t->g->score(t->state, points);
    for (int seat = 0; seat < t->seats; seat++) {
        int32_t *to = out[seat != t->seat];
        if (m) m->of(t->state, seat, each);
        for (int i = 0; i < t->amounts - 1; i++)
            to[i] = each[i] == PT_NO_AMOUNT ? PT_NO_AMOUNT : to[i] + each[i];
        to[t->amounts - 1] += points[seat];
    }
}

static void measure(const why_teacher *t, course *c, pt_when when) {
    see(t, c, when);
    amounts_of(t, c->amount[when]);
}

/* The mover has another turn. In a new round others have begun it anew, too, and what is fought
 * for is something else. */
static void reach_stage(const why_teacher *t, course *c, int round) {
    bool later = t->measures && t->measures->by_round && pt_head_of(t->state)->round > round;
    if (c->quick || c->stages == STAGES || later) return;
    amounts_of(t, c->stage[c->stages]);
    c->lead[c->stages++] = pt_lead(t->g, t->state, t->seat);
}

/* The most points that one move of the seat brings it at once. */
static void look_for_points(why_teacher *t, course *c, int seat) {
    pt_when when = seat == t->seat ? PT_NEXT : PT_ANSWER;
    int32_t had[PT_SEATS], points[PT_SEATS], most = INT32_MIN;
    if (t->walks >= WHY_ANSWERED || c->looked[seat == t->seat]) return;
    c->looked[seat == t->seat] = true;
    int n = t->g->legal(t->state, seat, t->list);
    t->g->score(t->state, had);
    for (int i = 0; i < n && i < WHY_ANSWERS; i++) {
        memcpy(t->after, t->state, t->g->state_size);
        t->g->apply(t->after, seat, t->list[i]);
        t->g->score(t->after, points);
        if (points[seat] - had[seat] > most) most = points[seat] - had[seat];
    }
    c->amount[when][seat != t->seat][t->amounts - 1] = most;
    if (n > WHY_ANSWERS || c->quick) return; /* the most is not known */
    c->seen[when][0] = c->seen[when][1] = true;
}

static int32_t timed_amount(const why_teacher *t) {
    int32_t each[PT_MEASURES] = {0};
    if (!t->measures || !t->measures->sooner) return 0;
    t->measures->of(t->state, t->seat, each);
    return each[t->measures->timed];
}

static bool is_asked(const why_teacher *t) {
    const pt_head *h = pt_head_of(t->state);
    return h->node == PT_DECIDE && pt_has(h->owes, t->seat);
}

/* Whether an answer shows by now: the round is over, or the seat is asked again after others
 * were. */
static bool is_soon(const why_teacher *t, int round, bool others) {
    const pt_head *h = pt_head_of(t->state);
    if (h->node == PT_OVER) return true;
    if (t->measures && t->measures->by_round) return h->round > round;
    return others && is_asked(t);
}

static int32_t most_of(const int32_t *points, int n) {
    int32_t most = points[0];
    for (int i = 1; i < n; i++)
        if (points[i] > most) most = points[i];
    return most;
}

/* Quick players to the end: who wins. Returns what the mover has of it. */
static int32_t play_quickly(why_teacher *t, pt_move m, course *c) {
    const pt_head *h = pt_head_of(t->state);
    int32_t share[PT_SEATS];
    pt_move drawn;
    int round = h->round;
    bool others = false;
    *c = (course){0};
    t->g->apply(t->state, t->seat, m);
    for (int steps = 0, last = t->seat; steps < STEPS_MOST && h->node != PT_OVER; steps++) {
        if (h->node == PT_CHANCE) {
            draw(t, t->state, &t->luck, &drawn);
            continue;
        }
        if (!c->soon && (c->soon = is_soon(t, round, others)))
            amounts_of(t, c->amount[PT_SOON]);
        last = pt_next_mover(t->state, last);
        others |= last != t->seat;
        int n = t->g->legal(t->state, last, t->list);
        t->g->apply(t->state, last, n == 1 ? t->list[0] : choose_quickly(t, last, n));
    }
    amounts_of(t, c->amount[PT_AT_END]);
    if (!c->soon) amounts_of(t, c->amount[PT_SOON]);
    t->g->score(t->state, share);
    t->score[0] += share[t->seat];
    share[t->seat] = INT32_MIN;
    t->score[1] += most_of(share, t->seats);
    if (h->node == PT_OVER)
        pt_win_shares(t->g, t->state, PT_ONE, share);
    else
        pt_expected_shares(t->g, t->state, NULL, 0, share);
    return share[t->seat];
}

/* As the search expects it, as far as its tree goes. */
static void play_on(why_teacher *t, pt_move m, course *c) {
    const pt_head *h = pt_head_of(t->state);
    int round = h->round, last = t->seat;
    bool others = false, away = false;
    int32_t had = timed_amount(t);
    *c = (course){0};
    if (t->search) t->walk = pt_walk_begin(t->search);
    make_move(t, t->seat, m);
    measure(t, c, PT_AT_ONCE);
    for (int steps = 0; steps < STEPS_MOST; steps++) {
        if (!c->rose && timed_amount(t) > had) {
            c->rose = true;
            c->rounds = h->round - round;
        }
        if (!c->soon && is_soon(t, round, others)) {
            c->soon = true;
            c->soon_over = h->node == PT_OVER;
            measure(t, c, PT_SOON);
        }
        if (h->node == PT_OVER) break;
        if (away && is_asked(t)) {
            reach_stage(t, c, round);
            away = false;
        }
        if (h->node == PT_DECIDE) {
            int next = pt_next_mover(t->state, last);
            if (next != t->seat || others) look_for_points(t, c, next);
        }
        if ((last = step(t, c, last)) < 0) return;
        away |= last != t->seat;
        others |= away;
    }
    measure(t, c, PT_AT_END);
}

/* --- sums --- */

static void add(why_sums *s, int64_t best, int64_t other) {
    s->best += best;
    s->other += other;
    s->more += best - other;
    s->square += (best - other) * (best - other);
}

/* Starts anew from the world, with the luck of the seed. */
static void start_over(why_teacher *t, uint64_t seed) {
    memcpy(t->state, t->world, t->g->state_size);
    t->taste.state = seed;
    t->luck.state = seed + 1;
    t->course.state = seed + 2;
}

/* Both are looked at after as many turns, the most that the search sees of both. */
static void meet(why_teacher *t, course c[2]) {
    int deep = (c[0].stages < c[1].stages ? c[0].stages : c[1].stages) - 1;
    if (deep < FIRST_STAGE - 1 || c[0].seen[PT_AT_END][0] || c[1].seen[PT_AT_END][0]) return;
    for (int i = 0; i < 2; i++) {
        memcpy(c[i].amount[PT_AHEAD], c[i].stage[deep], sizeof c[i].stage[deep]);
        c[i].seen[PT_AHEAD][0] = c[i].seen[PT_AHEAD][1] = true;
    }
    add(&t->weighed, c[0].lead[deep], c[1].lead[deep]);
}

static void walk_on(why_teacher *t, const pt_move move[2], uint64_t seed) {
    course c[2];
    for (int i = 0; i < 2; i++) {
        start_over(t, seed);
        play_on(t, move[i], &c[i]);
    }
    meet(t, c);
    for (int when = 0; when <= PT_AT_END; when++)
        for (int who = 0; who < 2; who++) {
            if (!c[0].seen[when][who] || !c[1].seen[when][who]) continue;
            t->seen[when][who]++;
            for (int i = 0; i < t->amounts; i++) {
                int32_t best = c[0].amount[when][who][i], other = c[1].amount[when][who][i];
                if (best == PT_NO_AMOUNT || other == PT_NO_AMOUNT)
                    t->sum[when][who][i].none = true;
                else
                    add(&t->sum[when][who][i], best, other);
            }
        }
    t->soon_over += c[0].soon_over || c[1].soon_over;
    if (c[0].rose && c[1].rose) {
        t->rose++;
        add(&t->time, c[0].rounds, c[1].rounds);
    }
    t->walks++;
}

void why_play(why_teacher *t, const pt_move move[2], uint64_t seed) {
    int32_t win[2], now[2][WHY_AMOUNTS] = {{0}};
    course c[2];
    for (int i = 0; i < 2; i++) {
        start_over(t, seed);
        if (!t->games) amounts_of(t, now);
        win[i] = play_quickly(t, move[i], &c[i]);
    }
    if (!t->games) memcpy(t->now, now[0], sizeof t->now);
    add(&t->win, win[0], win[1]);
    for (int i = 0; i < t->amounts; i++)
        for (int k = 0; k < 2; k++) {
            int when = k ? PT_AT_END : PT_SOON;
            add(&t->quick[k][i], c[0].amount[when][0][i], c[1].amount[when][0][i]);
        }
    t->games++;
    for (int i = 0; i < WALKS && t->walks < WALKS_MOST; i++)
        walk_on(t, move, seed + 3 + (uint64_t)i);
}
