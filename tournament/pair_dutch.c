/* Tables of two in a Swiss: the Dutch system (FIDE C.04.3 in its version of 2017), with seat 1
 * for white and seat 2 for black. docs/events.md lists what was taken and what was not.
 *
 * People are numbered by their place in the order: points, then as they began. Brackets of
 * equal points are paired from the top. What is chosen never keeps those who are left from
 * being paired (matching.c), so criterion C.4 holds by construction. */
/* SPDX-License-Identifier: MIT */
#include "tournament/inside.h"

enum { TRIES = 64, EXCHANGED = 40, JUDGED_DOWN = 4, JUDGED_WAYS = 300 };
/* What is counted, by weight. Each count has 9 bits, as there are at most 500 pairs. */
#define C15 ((int64_t)1)       /* an upfloat as two rounds before */
#define C14 ((int64_t)1 << 9)  /* a downfloat as two rounds before */
#define C13 ((int64_t)1 << 18) /* an upfloat as in the last round */
#define C12 ((int64_t)1 << 27) /* a downfloat as in the last round */
#define C11 ((int64_t)1 << 36) /* a strong wish for a seat that is not granted */
#define C10 ((int64_t)1 << 45) /* any such wish */
#define C5 ((int64_t)1 << 54)  /* somebody from above is not paired in this bracket either */

typedef struct bracket {
    uint16_t down[PT_ENTRANTS], here[PT_ENTRANTS]; /* from above; of these points */
    int downs, heres;
    bool last;
} bracket;

static const pt_colours *at(const pt_pairing_room *w, int node) {
    return &w->colours[w->order[node]];
}

/* --- what has been --- */

/* A.6: the wish for a seat. */
static int8_t wish_of(const pt_colours *c) {
    if (!c->played) return 0;
    int last = 63 - __builtin_clzll(c->played);
    uint64_t before = c->played & ~((uint64_t)1 << last);
    bool first = c->first >> last & 1;
    int8_t other = first ? -1 : 1;
    if (c->difference > 1) return -3;
    if (c->difference < -1) return 3;
    if (before && (c->first >> (63 - __builtin_clzll(before)) & 1) == first)
        return (int8_t)(3 * other);
    if (c->difference) return c->difference > 0 ? -2 : 2;
    return other;
}

/* A.4: a table between different points gives floats; a bye is a downfloat. */
static void note_floats(pt_pairing_room *w, const pt_tour_table *b, const uint32_t *points) {
    int ago = w->round - 1 - b->round;
    if (b->seats == 1) {
        w->colours[b->who[0]].floats[ago] = 1;
        return;
    }
    uint32_t x = points[b->who[0]], y = points[b->who[1]];
    if (x == y) return;
    w->colours[b->who[0]].floats[ago] = x > y ? 1 : 2;
    w->colours[b->who[1]].floats[ago] = x > y ? 2 : 1;
}

/* From the last table back, so that `points` are those before each round. */
static void note_last_rounds(pt_pairing_room *w) {
    const pt_tournament *t = w->t;
    uint32_t points[PT_ENTRANTS];
    for (int i = 0; i < t->entrants; i++) points[i] = t->entrant[i].points;
    for (int round = w->round - 1; round > 0 && round >= w->round - 2; round--) {
        int end = t->used;
        for (int i = 0; i < end; i++)
            for (int s = 0; s < t->table[i].seats && t->table[i].round == round; s++)
                points[t->table[i].who[s]] -= t->table[i].earned[s];
        for (int i = 0; i < end; i++)
            if (t->table[i].round == round) note_floats(w, &t->table[i], points);
    }
}

/* A table at which somebody was absent gives nobody a seat. */
static void note_seats(pt_pairing_room *w) {
    for (int i = 0; i < w->t->used; i++) {
        const pt_tour_table *b = &w->t->table[i];
        if (b->seats != 2 || !b->place[0] || !b->place[1]) continue;
        uint64_t bit = (uint64_t)1 << (b->round - 1);
        for (int s = 0; s < 2; s++) {
            pt_colours *c = &w->colours[b->who[s]];
            c->played |= bit;
            if (s == 0) c->first |= bit;
            c->difference = (int8_t)(c->difference + (s == 0 ? 1 : -1));
        }
    }
}

static void note_history(pt_pairing_room *w) {
    const pt_terms *m = &w->t->terms;
    uint32_t most = (uint32_t)(w->round - 1) * m->points[0] * PT_POINT;
    note_seats(w);
    note_last_rounds(w);
    for (int i = 0; i < w->people; i++) {
        pt_colours *c = &w->colours[w->order[i]];
        c->wish = wish_of(c);
        c->top = m->rounds == w->round && w->t->entrant[w->order[i]].points * 2 > most;
    }
}

/* --- criteria --- */

/* C.1 to C.3. If nobody can be paired by them, C.3 goes first, then people meet again. */
static bool may_meet(const pt_pairing_room *w, int a, int b, int level) {
    const pt_colours *x = at(w, a), *y = at(w, b);
    int again = level < 2 ? 0 : level - 1;
    bool clash = x->wish == y->wish && (x->wish == 3 || x->wish == -3) && !x->top && !y->top;
    return w->met[w->order[a]][w->order[b]] <= again && !(clash && level == 0);
}

static void find_legal(pt_pairing_room *w, int level) {
    int again = level < 2 ? 0 : level - 1;
    memset(w->legal, 0, sizeof w->legal);
    for (int a = 0; a < w->people; a++) {
        for (int b = a + 1; b < w->people; b++)
            if (may_meet(w, a, b, level)) {
                tn_add(w->legal[a], b);
                tn_add(w->legal[b], a);
            }
        if (w->nodes > w->people && w->t->entrant[w->order[a]].byes <= again) {
            tn_add(w->legal[a], w->people);
            tn_add(w->legal[w->people], a);
        }
    }
}

static int64_t float_cost(const pt_pairing_room *w, int node, uint8_t way) {
    const uint8_t *floats = at(w, node)->floats;
    return (floats[0] == way ? way == 1 ? C12 : C13 : 0) +
           (floats[1] == way ? way == 1 ? C14 : C15 : 0);
}

static int64_t pair_cost(const pt_pairing_room *w, int a, int b) {
    int x = at(w, a)->wish, y = at(w, b)->wish;
    if (!tn_has(w->legal[a], b) || tn_has(w->banned[a], b)) return TN_NEVER;
    if (x * y <= 0) return 0;
    return C10 + (x * x >= 4 && y * y >= 4 ? C11 : 0);
}

/* --- attempts --- */

static void keep(pt_pairing_room *w) {
    memcpy(w->kept_mate, w->mate, sizeof w->mate);
    memcpy(w->kept_gone, w->gone, sizeof w->gone);
}

/* Takes a pair for good, or bans it and takes back what was taken since keep(). */
static bool take_or_ban(pt_pairing_room *w, int a, int b) {
    if (tn_take_pair(w, a, b)) return true;
    tn_add(w->banned[a], b);
    tn_add(w->banned[b], a);
    memcpy(w->mate, w->kept_mate, sizeof w->mate);
    memcpy(w->gone, w->kept_gone, sizeof w->gone);
    return false;
}

static void leave_only_free(const pt_pairing_room *w, uint16_t *list, int *n) {
    int left = 0;
    for (int i = 0; i < *n; i++)
        if (!tn_has(w->gone, list[i])) list[left++] = list[i];
    *n = left;
}

/* --- those from above meet people of this bracket --- */

/* Rows: those from above, then everybody here, who may stay unpaired for now. Columns:
 * everybody here, then a place below for each from above. */
static void price_downs(pt_pairing_room *w, const bracket *b) {
    int n = b->downs + b->heres;
    for (int i = 0; i < n * n; i++) w->cost[i] = TN_NEVER;
    for (int row = 0; row < b->downs; row++) {
        int64_t *cost = w->cost + row * n;
        for (int c = 0; c < b->heres; c++) {
            int64_t pair = pair_cost(w, b->down[row], b->here[c]);
            cost[c] = pair == TN_NEVER ? pair : pair + float_cost(w, b->here[c], 2);
        }
        cost[b->heres + row] = C5 + float_cost(w, b->down[row], 1);
    }
    for (int i = 0; i < b->heres; i++) {
        int64_t *cost = w->cost + (b->downs + i) * n;
        cost[i] = 0;
        for (int c = b->heres; c < n; c++) cost[c] = 0;
    }
}

/* --- equals meet: the upper half S1, and S2 --- */

/* S1 is the first `pairs` of the list; behind them stands S2, from which `floats` are not
 * paired. Returns what the best transposition costs. */
static int64_t pair_halves(pt_pairing_room *w, const uint16_t *list, int pairs, int floats,
                           bool last) {
    int n = pairs + floats;
    for (int row = 0; row < n; row++)
        for (int c = 0; c < n; c++) {
            int node = list[pairs + c];
            int64_t *cost = &w->cost[row * n + c];
            if (row < pairs)
                *cost = pair_cost(w, list[row], node);
            else if (last && !tn_has(w->legal[w->people], node))
                *cost = TN_NEVER;
            else
                *cost = float_cost(w, node, 1);
        }
    return n ? tn_assign(w, n) : 0;
}

/* So much is lost at least: more people wish for one seat than for the other. */
static int64_t least_cost(const pt_pairing_room *w, const uint16_t *list, int n, int floats) {
    int sum = 0, none = 0;
    for (int i = 0; i < n; i++) {
        int wish = at(w, list[i])->wish;
        sum += wish > 0 ? 1 : wish < 0 ? -1 : 0;
        none += wish == 0;
    }
    int left = (sum < 0 ? -sum : sum) - none - floats;
    return left > 0 ? left / 2 * C10 : 0;
}

/* One of S1 and one of S2 change places; both halves stay in order. */
static void change_halves(uint16_t *list, const uint16_t *from, int n, int pairs, int a,
                          int b) {
    int at = 0;
    for (int i = 0; i < pairs; i++)
        if (i != a) list[at++] = from[i];
    list[at++] = from[b];
    for (int i = a; i < n; i++)
        if (i == a || (i >= pairs && i != b)) list[at++] = from[i];
}

/* D.2: the nearest exchange first, and of equally near ones that of the lowest of S1. */
static int64_t try_exchanges(pt_pairing_room *w, uint16_t *list, int n, int pairs, bool last,
                             int64_t cost) {
    uint16_t from[EXCHANGED], other[EXCHANGED];
    int64_t least = least_cost(w, list, n, n - 2 * pairs);
    memcpy(from, list, (size_t)n * sizeof *list);
    for (int far = 1; far < n && cost > least; far++)
        for (int a = pairs - 1; a >= 0 && a + far >= pairs && cost > least; a--) {
            if (a + far >= n) continue;
            change_halves(other, from, n, pairs, a, a + far);
            int64_t now = pair_halves(w, other, pairs, n - 2 * pairs, last);
            if (now >= cost) continue;
            cost = now;
            memcpy(list, other, (size_t)n * sizeof *list);
        }
    return cost;
}

/* The best that a list can be paired, exchanges included. */
static int64_t best_halves(pt_pairing_room *w, uint16_t *list, int n, int floats, bool last) {
    int pairs = (n - floats) / 2;
    int64_t cost = pair_halves(w, list, pairs, floats, last);
    if (cost <= least_cost(w, list, n, floats) || n > EXCHANGED) return cost;
    cost = try_exchanges(w, list, n, pairs, last, cost);
    return cost < TN_NEVER ? pair_halves(w, list, pairs, floats, last) : cost;
}

/* Whom those from above meet, judged with the pairs of all others. */
typedef struct trial {
    const bracket *b;
    uint16_t with[JUDGED_DOWN], best_with[JUDGED_DOWN];
    uint64_t taken;
    int64_t best;
} trial;

static int64_t cost_of_others(pt_pairing_room *w, const trial *t) {
    uint16_t others[EXCHANGED];
    int n = 0;
    for (int i = 0; i < t->b->heres; i++)
        if (!(t->taken >> i & 1)) others[n++] = t->b->here[i];
    return best_halves(w, others, n, n % 2, t->b->last && n % 2);
}

/* All ways in their order: of equally good ones the first is kept. */
static void try_downs(pt_pairing_room *w, trial *t, int row, int64_t cost) {
    const bracket *b = t->b;
    if (cost >= t->best) return;
    if (row == b->downs) {
        int64_t others = cost_of_others(w, t);
        if (others == TN_NEVER || cost + others >= t->best) return;
        t->best = cost + others;
        memcpy(t->best_with, t->with, sizeof t->with);
        return;
    }
    assert(row < JUDGED_DOWN);
    for (int c = 0; c < b->heres; c++) {
        int64_t pair = pair_cost(w, b->down[row], b->here[c]);
        if (t->taken >> c & 1 || pair == TN_NEVER) continue;
        t->with[row] = (uint16_t)c;
        t->taken |= (uint64_t)1 << c;
        try_downs(w, t, row + 1, cost + pair + float_cost(w, b->here[c], 2));
        t->taken &= ~((uint64_t)1 << c);
    }
}

/* Returns false if not all of them can meet somebody so, or if there are too many ways. */
static bool judge_downs(pt_pairing_room *w, bracket *b) {
    int ways = 1;
    for (int i = 0; i < b->downs && ways <= JUDGED_WAYS; i++) ways *= b->heres - i;
    if (b->downs > JUDGED_DOWN || b->heres > EXCHANGED || ways > JUDGED_WAYS) return false;
    for (;;) {
        trial t = {.b = b, .best = TN_NEVER};
        int row = 0;
        try_downs(w, &t, 0, 0);
        if (t.best == TN_NEVER) return false;
        while (row < b->downs && take_or_ban(w, b->down[row], b->here[t.best_with[row]])) row++;
        if (row == b->downs) return true;
    }
}

static void pair_downs(pt_pairing_room *w, bracket *b) {
    memset(w->banned, 0, sizeof w->banned);
    keep(w);
    bool done = judge_downs(w, b);
    for (int tries = 0; tries < TRIES && !done; tries++) {
        bool good = true;
        price_downs(w, b);
        if (tn_assign(w, b->downs + b->heres) == TN_NEVER) break;
        for (int row = 0; row < b->downs && good; row++)
            if (w->column_of[row] < b->heres)
                good = take_or_ban(w, b->down[row], b->here[w->column_of[row]]);
        if (good) break;
    }
    leave_only_free(w, b->down, &b->downs);
    leave_only_free(w, b->here, &b->heres);
}

static bool take_halves(pt_pairing_room *w, const uint16_t *list, int n, int pairs, bool last) {
    for (int i = 0; i < pairs; i++)
        if (!take_or_ban(w, list[i], list[pairs + w->column_of[i]])) return false;
    if (last && n > 2 * pairs)
        return take_or_ban(w, list[pairs + w->column_of[pairs]], w->people);
    return true;
}

/* Pairs all but some, if that can be done. */
static bool pair_equals(pt_pairing_room *w, const bracket *b, int floats) {
    int n = b->heres, pairs = (n - floats) / 2;
    memset(w->banned, 0, sizeof w->banned);
    keep(w);
    for (int tries = 0; tries < TRIES; tries++) {
        uint16_t list[PT_ENTRANTS];
        memcpy(list, b->here, sizeof list);
        if (best_halves(w, list, n, floats, b->last) == TN_NEVER) return false;
        if (take_halves(w, list, n, pairs, b->last)) return true;
    }
    return false;
}

/* Whoever is left at the end: the last who may have the bye, then the first with the nearest of
 * the lower half. Somebody always fits, as the others can always be paired. */
static void pair_rest(pt_pairing_room *w, bracket *b) {
    uint16_t list[PT_ENTRANTS];
    int n = 0;
    for (int i = 0; i < b->downs; i++) list[n++] = b->down[i];
    for (int i = 0; i < b->heres; i++) list[n++] = b->here[i];
    if (w->nodes > w->people)
        for (int i = n - 1; !tn_has(w->gone, w->people); i--)
            if (tn_has(w->legal[w->people], list[i])) tn_take_pair(w, list[i], w->people);
    for (leave_only_free(w, list, &n); n > 0; leave_only_free(w, list, &n))
        for (int k = 0; !tn_has(w->gone, list[0]); k++) {
            assert(k < n);
            int c = k < n - n / 2 ? n / 2 + k : n - 1 - k;
            if (c > 0 && tn_has(w->legal[list[0]], list[c])) tn_take_pair(w, list[0], list[c]);
        }
}

static void pair_bracket(pt_pairing_room *w, bracket *b) {
    if (b->downs && b->heres) pair_downs(w, b);
    if (b->last) {
        bool bye = w->nodes > w->people;
        if (b->downs || b->heres % 2 != bye || !pair_equals(w, b, bye)) pair_rest(w, b);
        return;
    }
    for (int floats = b->heres % 2; floats < b->heres; floats += 2)
        if (pair_equals(w, b, floats)) break;
    leave_only_free(w, b->here, &b->heres);
    for (int i = 0; i < b->heres; i++) b->down[b->downs++] = b->here[i];
}

/* --- E: who sits first --- */

/* E.3: the last time that one sat first and the other second; tables missed do not count. */
static int last_difference(const pt_colours *x, const pt_colours *y) {
    uint64_t a = x->played, b = y->played;
    while (a && b) {
        int i = 63 - __builtin_clzll(a), k = 63 - __builtin_clzll(b);
        int first = (int)(x->first >> i & 1), other = (int)(y->first >> k & 1);
        if (first != other) return first - other;
        a &= ~((uint64_t)1 << i);
        b &= ~((uint64_t)1 << k);
    }
    return 0;
}

/* E.5: by the number with which the higher one began, and a lot for the first round. */
static bool sits_first_at_first(const pt_pairing_room *w, int a) {
    int number = 1;
    pt_rng lot = pt_rng_nth(w->t->terms.seed, 0);
    for (int i = 0; i < w->t->entrants; i++)
        number += pt_tour_begins_before(w->t, i, w->order[a]);
    return (number & 1) == (int)(pt_random(&lot) & 1);
}

static bool sits_first(const pt_pairing_room *w, int a, int b) {
    const pt_colours *x = at(w, a), *y = at(w, b);
    int i = x->wish, k = y->wish;
    if (i * k <= 0 && i != k) return i > 0 || k < 0;
    if (i * i != k * k) return i * i > k * k ? i > 0 : k < 0;
    int wide = x->difference * x->difference - y->difference * y->difference;
    if (i * i == 9 && wide) return wide > 0 ? i > 0 : k < 0;
    int last = last_difference(x, y);
    if (last) return last < 0;
    return i ? i > 0 : sits_first_at_first(w, a);
}

static void write_pairs(pt_pairing_room *w) {
    for (int a = 0; a < w->people; a++) {
        int b = w->mate[a];
        if (b < a) continue;
        uint16_t who[2] = {w->order[a], w->order[a]};
        if (b < w->people) who[sits_first(w, a, b)] = w->order[b];
        tn_add_seated(w, who, b < w->people ? 2 : 1);
    }
}

static uint32_t points_at(const pt_pairing_room *w, int node) {
    return w->t->entrant[w->order[node]].points;
}

void tn_pair_dutch(pt_pairing_room *w) {
    bracket b = {.downs = 0};
    w->nodes = w->people + w->people % 2;
    note_history(w);
    for (int level = 0;; level++) {
        find_legal(w, level);
        if (tn_match_all(w)) break;
    }
    for (int node = 0; node < w->people;) {
        uint32_t points = points_at(w, node);
        b.heres = 0;
        while (node < w->people && points_at(w, node) == points)
            b.here[b.heres++] = (uint16_t)node++;
        b.last = node == w->people;
        pair_bracket(w, &b);
    }
    write_pairs(w);
}
