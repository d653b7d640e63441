/* What differs between two moves, out of the sums over the games behind them. */
/* SPDX-License-Identifier: MIT */
#include "bots/why_inside.h"
#include <math.h>
#include <stdlib.h>

/* Dozens of amounts are compared at once, so a difference counts only beyond three standard
 * errors. */
enum { CARE = 3 };

typedef struct candidate {
    pt_fact fact;
    double weight;
} candidate;

/* Of a hundred: what shows at once has a cause that can be seen, what shows in the end may have
 * many. */
static const int nearness[PT_WHENS] = {200, 150, 100, 100, 100, 70, 100};

static bool is_points(const why_teacher *t, int measure) {
    return measure == t->amounts - 1 || measure < t->measures->points;
}

static double unit_of(const why_teacher *t, int measure) {
    return is_points(t, measure) ? t->g->score_den : 1;
}

/* How much a difference matters: points by what doubles the odds, other things by what they
 * are worth. */
static double weigh(const why_teacher *t, const pt_fact *f) {
    double more = fabs((double)f->more) / PT_WHY_MILLI;
    const pt_hints *h = t->g->hints;
    if (f->when == PT_IN_TIME) return more / 2;
    double lead = h && h->lead ? h->lead : 400;
    if (is_points(t, f->measure)) return more * nearness[f->when] / lead;
    return more * t->measures->worth[f->measure] / lead;
}

/* A smaller difference is not worth a word: of a hundred, and in thousandths of a point, where
 * it is an average, or of a coin. For a move the largest gain is told in any case. */
enum { SLIGHT = 20 }; /* one of 43 cells: a standing that is hardly another one */
enum { LEAST_WEIGHT = 8, LEAST_OF_ONE = 0, LEAST_POINTS = 250, LEAST_MEANS = 500 };

/* Makes a fact of the why_sums, if they tell of one. */
static bool conclude(const why_teacher *t, const why_sums *s, int n, candidate *c) {
    pt_fact *f = &c->fact;
    double unit = f->when == PT_IN_TIME ? 1 : unit_of(t, f->measure), error = why_error(s, n);
    double more = (double)s->more / n;
    if (s->none || s->more == 0 || fabs(more) * 2 <= CARE * error) return false;
    f->mean[0] = (int32_t)lround((double)s->best / n * PT_WHY_MILLI / unit);
    f->mean[1] = (int32_t)lround((double)s->other / n * PT_WHY_MILLI / unit);
    f->more = (int32_t)lround(more * PT_WHY_MILLI / unit);
    f->error = (int32_t)lround(error * PT_WHY_MILLI / unit);
    f->gain = (f->more > 0) != f->rivals && f->when != PT_IN_TIME;
    if (f->when == PT_IN_TIME) f->gain = f->more < 0;
    bool standing = t->measures && t->measures->standing >> f->measure & 1;
    double whole = (double)(s->best > s->other ? s->best : s->other) / n;
    if (f->when != PT_IN_TIME && standing && fabs(more) * SLIGHT < whole) return false;
    c->weight = weigh(t, f);
    if (f->when == PT_IN_TIME || f->when == PT_AT_ONCE) return true;
    return abs(f->more) >= (is_points(t, f->measure) ? LEAST_POINTS : LEAST_MEANS);
}

/* An amount that people have by then, not what a move brings or when. */
static bool is_held(pt_when when) {
    return when == PT_AT_ONCE || (when >= PT_SOON && when != PT_IN_TIME);
}

/* One amount, or two that tell of the same thing. */
static bool is_same(const why_teacher *t, int a, int b) {
    unsigned twins = t->measures ? t->measures->twins : 0;
    return a == b || (twins >> a & twins >> b & 1);
}

/* The same amount of the same people to about the same extent, or what is left of it later. */
static bool said_already(const why_teacher *t, const pt_why *w, const pt_fact *f) {
    for (int i = 0; i < w->facts; i++) {
        const pt_fact *old = &w->fact[i];
        if (!is_same(t, old->measure, f->measure) || old->rivals != f->rivals ||
            is_held(old->when) != is_held(f->when) || (old->more > 0) != (f->more > 0))
            continue;
        bool faded = f->when > old->when && abs(f->more) <= abs(old->more);
        if (faded || 5 * abs(f->more) > 2 * abs(old->more)) return true;
    }
    return false;
}

/* Points of all lines; where there is one line only it is that one. */
static int sum_of(const why_teacher *t) {
    return t->measures && t->measures->points == 1 ? 0 : t->amounts - 1;
}

/* What is said: points in all, now, soon and in the end; other things only as long as they can
 * still be used. */
static bool is_told(const why_teacher *t, int when, int who, int measure) {
    if (when == PT_SOON && 2 * t->soon_over > t->walks) return false;
    bool soon = when == PT_SOON || when == PT_AHEAD;
    if (measure == sum_of(t)) return !who || !soon || t->seats == 2;
    bool standing = t->measures && t->measures->standing >> measure & 1;
    if (is_points(t, measure) || (when == PT_SOON && standing)) return false;
    if (when != PT_AHEAD && when != (standing ? PT_AT_ONCE : PT_SOON)) return false;
    /* What the others gather meanwhile is their affair, unless the move took it from them. */
    const why_sums *at_once = &t->sum[PT_AT_ONCE][1][measure],
                   *then = &t->sum[when][1][measure];
    return !who || standing || (at_once->more && (at_once->more > 0) == (then->more > 0));
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

/* Names the lines that make up a difference in points: all of what happens at once if possible,
 * of an average fewer, and none beside which little is left. */
static void part(const why_teacher *t, candidate *c) {
    pt_fact *f = &c->fact;
    bool exact = f->when == PT_AT_ONCE;
    int most = exact ? PT_WHY_PARTS : PT_WHY_PARTS - 1;
    f->rest = in_tenths(f->more);
    while (f->parts < most && (exact || !f->parts || abs(f->rest) >= LEAST_POINTS)) {
        candidate best = {.weight = 0};
        for (int i = 0; i < t->measures->points; i++) {
            candidate line = {.fact = {.when = f->when, .rivals = f->rivals, .measure = i}};
            bool shown =
                conclude(t, &t->sum[f->when][f->rivals][i], t->seen[f->when][f->rivals], &line);
            bool counts = exact || line.weight * 100 >= LEAST_WEIGHT;
            if (shown && counts && line.weight > best.weight && !is_named(f, i)) best = line;
        }
        if (best.weight <= 0) return;
        int32_t more = in_tenths(best.fact.more);
        f->part[f->parts++] = (pt_why_line){.measure = best.fact.measure, .more = more};
        f->rest -= more;
    }
}

/* Lines that leave more than the whole to the rest do not explain it. */
static void drop_parts(pt_fact *f) {
    if (f->when != PT_AT_ONCE && abs(f->rest) > abs(f->more)) f->parts = f->rest = 0;
}

/* A search stands behind it, in most of the games. */
static bool is_known(const why_teacher *t, int when, int who) {
    bool single = when == PT_ANSWER || when == PT_NEXT;
    int walks = single && t->walks > WHY_ANSWERED ? WHY_ANSWERED : t->walks;
    return t->seen[when][who] >= PT_WHY_LEAST && 2 * t->seen[when][who] > walks;
}

static int list_candidates(const why_teacher *t, candidate *out) {
    int n = 0;
    for (int when = 0; when <= PT_AT_END; when++)
        for (int who = 0; who < 2; who++)
            for (int i = 0; i < t->amounts; i++) {
                out[n] = (candidate){.fact = {.when = (pt_when)when, .rivals = who}};
                out[n].fact.measure = i;
                if (!is_told(t, when, who, i) || !is_known(t, when, who) ||
                    !conclude(t, &t->sum[when][who][i], t->seen[when][who], &out[n]))
                    continue;
                if (t->measures && i == t->amounts - 1) {
                    part(t, &out[n]);
                    drop_parts(&out[n].fact);
                }
                n++;
            }
    out[n] = (candidate){.fact = {.when = PT_IN_TIME}};
    out[n].fact.measure = t->measures ? t->measures->timed : 0;
    if (5 * t->rose > 4 * t->walks && conclude(t, &t->time, t->rose, &out[n])) n++;
    return n;
}

/* The weightiest that is left and worth a word. */
static candidate *next_of(candidate *list, int n, bool gains_only, int least) {
    candidate *best = NULL;
    for (int i = 0; i < n; i++) {
        candidate *c = &list[i];
        if (c->weight <= 0 || c->weight * 100 < least || (gains_only && !c->fact.gain))
            continue;
        if (!best || c->weight > best->weight) best = c;
    }
    return best;
}

/* What the move's own name says is no reason for it: "recruit" has a troop more. */
static bool says_itself(const why_teacher *t, const pt_why *w, const pt_fact *f) {
    const uint16_t *says = t->measures ? t->measures->says : NULL;
    if (!says || f->rivals || f->measure >= t->measures->count || is_points(t, f->measure))
        return false;
    return says[pt_verb_of(w->move[!f->gain])] >> f->measure & 1;
}

/* Games that speak against the move give no reasons for it. */
static bool is_reason(const why_teacher *t, const pt_why *w, const pt_fact *f) {
    bool late = f->when == PT_AT_END && f->gain && why_against(w);
    return !late && !says_itself(t, w, f) && !said_already(t, w, f);
}

/* What the other side gets as much of is no gain. */
static void drop_outdone(candidate *list, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const pt_fact *gain = &list[i].fact, *given = &list[k].fact;
            if (gain->gain && !given->gain && gain->when == given->when &&
                gain->measure == given->measure && gain->rivals != given->rivals &&
                abs(gain->more) <= abs(given->more))
                list[i].weight = 0;
        }
}

/* What is level again a few turns on, or has turned round, is no reason: nobody follows points
 * that the other move brings later, or a lead that does not last. Points given up at once are
 * told all the same. */
static void drop_passing(const why_teacher *t, candidate *list, int n) {
    for (int i = 0; i < n; i++) {
        const pt_fact *f = &list[i].fact;
        int when = is_known(t, PT_AHEAD, f->rivals) ? PT_AHEAD : PT_SOON;
        const why_sums *then = &t->sum[when][f->rivals][f->measure];
        int seen = t->seen[when][f->rivals];
        if (f->when != PT_AT_ONCE || then->none || !is_known(t, when, f->rivals)) continue;
        if (is_points(t, f->measure) && !f->gain) continue;
        double more = (double)then->more / seen * PT_WHY_MILLI / unit_of(t, f->measure);
        if (more * f->more <= 0 || fabs(more) * 3 < abs(f->more)) list[i].weight = 0;
    }
}

/* As far as the search sees, the game's evaluation finds more in the better move. */
static bool is_outweighed(const why_teacher *t) {
    int n = t->seen[PT_AHEAD][0];
    return is_known(t, PT_AHEAD, 0) && (double)t->weighed.more / n > why_error(&t->weighed, n);
}

/* What both moves bring alike, of what the mover has not now: the weightiest. */
static void tell_alike(const why_teacher *t, pt_why *w) {
    static const int whens[] = {PT_AT_ONCE, PT_SOON, PT_AHEAD};
    double most = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < t->amounts; i++) {
            pt_fact f = {.when = (pt_when)whens[k], .measure = i, .gain = true};
            const why_sums *s = &t->sum[f.when][0][i];
            int64_t n = t->seen[f.when][0], least = s->best < s->other ? s->best : s->other;
            if (!is_told(t, whens[k], 0, i) || !is_known(t, whens[k], 0) || s->none ||
                t->now[i] == PT_NO_AMOUNT)
                continue;
            f.more = (int32_t)lround(((double)least / (double)n - t->now[i]) * PT_WHY_MILLI /
                                     unit_of(t, i));
            double weight = weigh(t, &f);
            if (f.more < PT_WHY_MILLI / 2 || weight <= most) continue;
            most = weight;
            w->alike = f;
        }
}

/* Adds a reason if it is one; returns what it weighs, soon or late. */
static double tell_fact(const why_teacher *t, pt_why *w, candidate *c) {
    double weight = c->weight;
    if (is_points(t, c->fact.measure)) weight = weight * 100 / nearness[c->fact.when];
    c->weight = 0;
    if (!is_reason(t, w, &c->fact)) return 0;
    w->fact[w->facts++] = c->fact;
    return weight;
}

/* What simple play makes of it, called that, where the search shows nothing: the weightiest
 * gain, if these games do not speak against the move. */
static void tell_quick(const why_teacher *t, pt_why *w) {
    candidate best = {.weight = 0};
    for (int k = 0; k < 2 && w->gap >= 0; k++)
        for (int i = 0; i < t->amounts; i++) {
            candidate c = {.fact = {.when = k ? PT_AT_END : PT_SOON, .measure = i}};
            c.fact.quick = true;
            if (is_told(t, (int)c.fact.when, 0, i) &&
                conclude(t, &t->quick[k][i], t->games, &c) && c.fact.gain &&
                c.weight > best.weight && is_reason(t, w, &c.fact))
                best = c;
        }
    if (best.weight > 0) w->fact[w->facts++] = best.fact;
}

void why_tell_facts(const why_teacher *t, pt_why *w) {
    candidate list[(PT_AT_END + 1) * 2 * WHY_AMOUNTS + 1], *c;
    int n = list_candidates(t, list), left[2] = {PT_WHY_GIVEN, PT_WHY_GAINS};
    double weight, told[2] = {0, 0};
    w->facts = 0;
    drop_outdone(list, n);
    drop_passing(t, list, n);
    while ((left[0] || left[1]) && (c = next_of(list, n, !left[0], LEAST_WEIGHT))) {
        bool gain = c->fact.gain;
        if (left[gain] == 0 || (weight = tell_fact(t, w, c)) <= 0) {
            c->weight = 0;
            continue;
        }
        left[gain]--;
        told[gain] += weight;
    }
    while (left[true] == PT_WHY_GAINS && !pt_why_even(w) &&
           (c = next_of(list, n, true, LEAST_OF_ONE))) {
        weight = tell_fact(t, w, c);
        left[true] -= weight > 0;
        told[true] += weight;
    }
    if (left[true] == PT_WHY_GAINS && !pt_why_even(w)) tell_quick(t, w);
    w->adds_up = told[true] > told[false] || is_outweighed(t);
    w->alike.more = 0;
    if (!w->facts && (pt_why_even(w) || w->outcome != PT_UNSETTLED)) tell_alike(t, w);
}

/* The points of all lines together speak against the move that is said to be better. */
bool why_points_against(const pt_why *w) {
    int for_it = 0, against = 0;
    for (int i = 0; i < w->facts; i++)
        if (w->fact[i].when == PT_AT_END) ++*(w->fact[i].gain ? &for_it : &against);
    return against > for_it;
}
