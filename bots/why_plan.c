/* What a move prepares: the mover's next moves, and what these bring. */
/* SPDX-License-Identifier: MIT */
#include "bots/why.h"
#include "core/measures.h"
#include <string.h>

enum { AMOUNTS = PT_MEASURES + 1 };

typedef struct planner {
    const pt_game *g;
    const pt_measures *measures;
    int amounts; /* the last: all points together */
    int32_t had[AMOUNTS], more[AMOUNTS];
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
} planner;

static void amounts_of(const planner *p, int seat, int32_t out[AMOUNTS]) {
    int32_t points[PT_SEATS];
    p->g->score(p->state, points);
    memset(out, 0, AMOUNTS * sizeof *out);
    if (p->measures) p->measures->of(p->state, seat, out);
    out[p->amounts - 1] = points[seat];
}

typedef enum { IMPOSSIBLE, IDLE, RISES } effect;

/* Plays a move of the line, and notes what one of the mover's own brings. */
static effect play(planner *p, int seat, pt_move m, bool own) {
    int32_t now[AMOUNTS];
    const pt_head *h = pt_head_of(p->state);
    effect e = IDLE;
    if (h->node != PT_DECIDE || !pt_has(h->owes, seat)) return IMPOSSIBLE;
    if (own) amounts_of(p, seat, p->had);
    if (pt_play(p->g, p->state, seat, m, NULL) != PT_OK) return IMPOSSIBLE;
    if (!own) return IDLE;
    amounts_of(p, seat, now);
    for (int i = 0; i < p->amounts; i++) {
        if (now[i] == PT_NO_AMOUNT || p->had[i] == PT_NO_AMOUNT) continue;
        if (now[i] > p->had[i]) e = RISES;
        p->more[i] += now[i] - p->had[i];
    }
    return e;
}

/* Points in all come first, then of the other things what there was least of; one more of many
 * is nothing. */
static double worth_of(const planner *p, int measure) {
    int points = p->measures ? p->measures->points : 0;
    if (p->more[measure] <= 0 || measure < points) return 0;
    if (measure == p->amounts - 1) return 1000;
    double worth = (double)p->more[measure] / (1 + p->had[measure]);
    return worth > 0.1 ? worth : 0;
}

static void tell_brings(planner *p, pt_why *w) {
    while (w->brings < PT_WHY_PLAN) {
        int best = 0;
        for (int i = 1; i < p->amounts; i++)
            if (worth_of(p, i) > worth_of(p, best)) best = i;
        if (worth_of(p, best) <= 0) return;
        int unit = best == p->amounts - 1 ? p->g->score_den : 1;
        w->bring[w->brings++] =
            (pt_why_line){.measure = best, .more = p->more[best] * PT_WHY_MILLI / unit};
        unsigned twins = p->measures ? p->measures->twins : 0;
        if (!(twins >> best & 1)) twins = 0;
        for (int i = 0; i < p->amounts; i++)
            if (i == best || twins >> i & 1) p->more[i] = 0;
    }
}

/* Whether the seat could make the move in this state, if it is asked there at all. */
static bool is_open(const planner *p, int seat, pt_move m) {
    const pt_head *h = pt_head_of(p->state);
    return h->node == PT_DECIDE && pt_has(h->owes, seat) &&
           p->g->check(p->state, seat, m, NULL) == PT_OK;
}

/* Whether the seat could make the move somewhere on the way of these moves, before anybody else
 * moves; those that are not possible are left out. */
static bool opens(planner *p, const void *start, int seat, const pt_idea *way, int from, int to,
                  pt_move m) {
    memcpy(p->state, start, p->g->state_size);
    bool open = is_open(p, seat, m);
    for (int i = from; i < to && !open && way->seats[i] == seat; i++)
        if (is_open(p, seat, way->line[i])) {
            pt_play(p->g, p->state, seat, way->line[i], NULL);
            open = is_open(p, seat, m);
        }
    return open;
}

/* What can be done now, as well after the other move, or on the same way without its first
 * move, needs no preparing. */
static bool needs(planner *p, const void *start, const pt_idea *best, int at,
                  const pt_idea *other, int seat) {
    unsigned char here[PT_STATE_MAX];
    pt_move m = best->line[at];
    memcpy(here, p->state, p->g->state_size);
    bool open = opens(p, start, seat, other, 0, other->length, m) ||
                opens(p, start, seat, best, 1, at, m);
    memcpy(p->state, here, p->g->state_size);
    return !open;
}

/* The moves that the mover makes next, before anybody else, which only this move makes possible
 * and which bring something. */
void pt_why_plan(const pt_game *g, const void *view, bool open, const pt_idea *best,
                 const pt_idea *other, uint64_t seed, pt_why *w) {
    _Alignas(max_align_t) unsigned char start[PT_STATE_MAX];
    planner p = {.g = g, .measures = pt_measures_of(g)};
    pt_rng rng = {seed};
    p.amounts = (p.measures ? p.measures->count : 0) + 1;
    w->plans = w->brings = 0;
    if (open)
        memcpy(start, view, g->state_size);
    else
        pt_imagine(g, view, w->seat, &rng, start);
    memcpy(p.state, start, g->state_size);
    for (int i = 0; i < best->length && w->plans < PT_WHY_PLAN; i++) {
        pt_move m = best->line[i];
        if (best->seats[i] != w->seat) break;
        effect e = play(&p, w->seat, m, i > 0 && needs(&p, start, best, i, other, w->seat));
        if (!e) break;
        if (e == RISES) w->plan[w->plans++] = m;
    }
    tell_brings(&p, w);
    if (!w->brings) w->plans = 0;
    if (!w->plans) w->brings = 0;
}
