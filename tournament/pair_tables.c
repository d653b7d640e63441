/* Tables of several people: nobody meets twice, seats are balanced, equals meet; in this order.
 * People are dealt to tables by points. Then two people change places as long as that helps.
 * What cannot be improved so is shaken a few times; a small field is searched whole. */
/* SPDX-License-Identifier: MIT */
#include "tournament/inside.h"

enum {
    NEAR = 64,      /* in a large field people change places with about so many others */
    SMALL = 128,    /* up to here with all others */
    WHOLE = 16,     /* up to here every way to form tables can be tried */
    STEPS = 200000, /* tables looked at in doing so, at most */
    EFFORT = 300000 /* changes looked at, at most, while tables are shaken */
};
#define AGAIN ((int64_t)1 << 50) /* a second bye */
#define MEETING ((int64_t)1 << 38)
#define BALANCE ((int64_t)1 << 28)

int tn_sizes(pt_pairing_room *w, int n) {
    int seats = w->t->terms.seats, least = w->t->terms.least;
    for (int play = n; play >= least; play--) {
        int tables = (play + seats - 1) / seats;
        if (play / tables < least) continue;
        w->tables = tables;
        for (int i = 0; i < tables; i++)
            w->size[i] = (uint8_t)(play / tables + (i < play % tables));
        return n - play;
    }
    w->tables = 1;
    w->size[0] = (uint8_t)n;
    return 0;
}

/* What a table costs. If that is `limit` or more, it may be any such number: most tables are
 * dismissed because people meet again, and need not be seated. */
static int64_t cost_of(const pt_pairing_room *w, const uint16_t *who, int n, int64_t limit) {
    int64_t again = 0;
    uint32_t least = UINT32_MAX, most = 0;
    for (int i = 0; i < n; i++) {
        uint32_t points = w->t->entrant[who[i]].points;
        if (points < least) least = points;
        if (points > most) most = points;
        for (int k = 0; k < i; k++) {
            int met = w->met[who[i]][who[k]];
            again += met * met;
        }
    }
    int64_t cost = again * MEETING + (w->by_points ? most - least : 0);
    if (cost >= limit) return cost;
    return cost + tn_unbalanced(tn_seat(w, who, n, NULL)) * BALANCE;
}

/* Those who have a bye: nobody a second time if possible, otherwise those with few points. */
static int64_t cost_of_byes(const pt_pairing_room *w, const uint16_t *who, int n) {
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        const pt_entrant *e = &w->t->entrant[who[i]];
        sum += e->byes * e->byes * AGAIN + (w->by_points ? e->points : 0);
    }
    return sum;
}

static bool is_byes(const pt_pairing_room *w, int table) { return w->byes && table == 0; }

static int64_t cost_at(const pt_pairing_room *w, int table, int64_t limit) {
    const uint16_t *who = w->slot + w->start[table];
    return is_byes(w, table) ? cost_of_byes(w, who, w->size[table])
                             : cost_of(w, who, w->size[table], limit);
}

static int64_t price_all(pt_pairing_room *w) {
    int64_t sum = 0;
    for (int i = 0; i < w->tables; i++) sum += w->table_cost[i] = cost_at(w, i, INT64_MAX);
    return sum;
}

static void swap(pt_pairing_room *w, int a, int b) {
    uint16_t who = w->slot[a];
    w->slot[a] = w->slot[b];
    w->slot[b] = who;
}

/* By how much the costs fall if two change places. */
static int64_t gain(pt_pairing_room *w, int a, int b) {
    int x = w->table_of[a], y = w->table_of[b];
    int64_t before = w->table_cost[x] + w->table_cost[y];
    w->effort++;
    if (before == 0) return 0;
    swap(w, a, b);
    int64_t after = cost_at(w, x, before);
    if (after < before) after += cost_at(w, y, before - after);
    swap(w, a, b);
    return before - after;
}

/* The best change for one person, if there is a good one. */
static int64_t improve_one(pt_pairing_room *w, int a, int n) {
    int64_t most = 0;
    int with = -1, near = n <= SMALL ? n : NEAR;
    if (!w->table_cost[w->table_of[a]]) return 0;
    for (int b = a > near ? a - near : 0; b < n && b <= a + near; b++) {
        int64_t now = w->table_of[a] == w->table_of[b] ? 0 : gain(w, a, b);
        if (now <= most) continue;
        most = now;
        with = b;
    }
    if (with < 0) return 0;
    swap(w, a, with);
    w->table_cost[w->table_of[a]] = cost_at(w, w->table_of[a], INT64_MAX);
    w->table_cost[w->table_of[with]] = cost_at(w, w->table_of[with], INT64_MAX);
    return most;
}

static int64_t improve(pt_pairing_room *w, int n, int64_t sum) {
    for (int64_t last = sum + 1; sum < last;) {
        last = sum;
        for (int a = 0; a < n; a++) sum -= improve_one(w, a, n);
    }
    return sum;
}

static int wanted_seat(const pt_pairing_room *w, int who) {
    int best = 0;
    for (int s = 1; s < w->t->terms.seats; s++)
        if (w->seat_cost[who][0][s] < w->seat_cost[who][0][best]) best = s;
    return best;
}

/* Somebody at random, and if possible one who wants the same seat. */
static int somebody_like(pt_pairing_room *w, int a, int n) {
    int b = (int)pt_below(&w->rng, (uint32_t)n), seat = wanted_seat(w, w->slot[a]);
    for (int i = 0; i < n; i++) {
        int k = (b + i) % n;
        if (w->table_of[k] != w->table_of[a] && wanted_seat(w, w->slot[k]) == seat) return k;
    }
    return b;
}

/* Somebody at a table that is not good changes places with others, and all improve again. */
static void shake(pt_pairing_room *w, int n, int64_t best) {
    memcpy(w->best_slot, w->slot, sizeof w->slot);
    for (w->effort = 0; w->effort < EFFORT && best >= BALANCE;) {
        int a = (int)pt_below(&w->rng, (uint32_t)n);
        while (w->table_cost[w->table_of[a]] < BALANCE) a = (a + 1) % n;
        for (int k = 0; k < 3; k++) swap(w, a, somebody_like(w, a, n));
        int64_t sum = improve(w, n, price_all(w));
        if (sum <= best) {
            memcpy(w->best_slot, w->slot, sizeof w->slot);
            best = sum;
        }
        memcpy(w->slot, w->best_slot, sizeof w->slot);
        price_all(w);
    }
}

/* --- every way to form tables, for a small field --- */

typedef struct whole {
    pt_pairing_room *w;
    const uint16_t *who;
    int n, steps;
    int64_t best;
    uint16_t slot[WHOLE];
} whole;

static void fill_table(whole *s, int table, unsigned left, int from, int have, int64_t sum);

/* The first who is left sits at the next table; anybody may have a bye. */
static void next_table(whole *s, int table, unsigned left, int64_t sum) {
    if (table == s->w->tables) {
        s->best = sum;
        memcpy(s->w->best_slot, s->slot, sizeof s->slot);
        return;
    }
    if (is_byes(s->w, table)) {
        fill_table(s, table, left, 0, 0, sum);
        return;
    }
    int first = __builtin_ctz(left);
    s->slot[s->w->start[table]] = s->who[first];
    fill_table(s, table, left & ~(1u << first), first + 1, 1, sum);
}

static void fill_table(whole *s, int table, unsigned left, int from, int have, int64_t sum) {
    uint16_t *slot = s->slot + s->w->start[table];
    if (have == s->w->size[table]) {
        s->steps++;
        sum += is_byes(s->w, table) ? cost_of_byes(s->w, slot, have)
                                    : cost_of(s->w, slot, have, s->best - sum);
        if (sum < s->best) next_table(s, table + 1, left, sum);
        return;
    }
    for (int i = from; i < s->n && s->steps < STEPS; i++) {
        if (!(left >> i & 1)) continue;
        slot[have] = s->who[i];
        fill_table(s, table, left & ~(1u << i), i + 1, have + 1, sum);
    }
}

static void set_starts(pt_pairing_room *w) {
    for (int i = 0, at = 0; i < w->tables; at += w->size[i++]) w->start[i] = (uint16_t)at;
}

/* Tables have two sizes at most. As the first who is left always sits at the next table, the
 * sizes come in every order. */
static void search_whole(pt_pairing_room *w, const uint16_t *who, int n, int64_t best) {
    whole s = {.w = w, .who = who, .n = n, .best = best};
    uint8_t size[WHOLE], *real = w->size + (w->byes > 0);
    int tables = w->tables - (w->byes > 0), larger = 0;
    uint8_t big = real[0], small = real[tables - 1];
    while (larger < tables && real[larger] == big) larger++;
    memcpy(w->best_slot, w->slot, sizeof w->slot);
    memcpy(size, w->size, sizeof size);
    for (unsigned order = 0; order < 1u << tables; order++) {
        int64_t before = s.best;
        if (__builtin_popcount(order) != larger) continue;
        for (int i = 0; i < tables; i++) real[i] = order >> i & 1 ? big : small;
        set_starts(w);
        next_table(&s, 0, (1u << n) - 1, 0);
        if (s.best < before) memcpy(size, w->size, sizeof size);
    }
    memcpy(w->size, size, sizeof size);
    memcpy(w->slot, w->best_slot, sizeof w->slot);
    set_starts(w);
}

/* --- all of it --- */

/* The first byes: the last of those who had the fewest. The others move up. */
static void deal_byes(pt_pairing_room *w, uint16_t *who, int n) {
    for (int bye = 0; bye < w->byes; bye++, n--) {
        int to = 0;
        for (int i = 1; i < n; i++)
            if (w->t->entrant[who[i]].byes <= w->t->entrant[who[to]].byes) to = i;
        w->slot[bye] = who[to];
        memmove(who + to, who + to + 1, (size_t)(n - to - 1) * sizeof *who);
    }
}

/* By points, one table after the other. In the first round each table gets somebody of every
 * strength. */
static void deal(pt_pairing_room *w, const uint16_t *order, int n) {
    uint16_t who[PT_ENTRANTS];
    int at = 0, filled[PT_ENTRANTS] = {0}, first = w->byes > 0, tables = w->tables - first;
    memcpy(who, order, (size_t)n * sizeof *who);
    set_starts(w);
    for (int i = 0; i < w->tables; i++)
        for (int s = 0; s < w->size[i]; s++) w->table_of[at++] = (uint16_t)i;
    assert(at == n);
    deal_byes(w, who, n);
    for (int i = 0, table = 0; i < n - w->byes; i++) {
        if (w->round > 1) {
            w->slot[w->byes + i] = who[i];
            continue;
        }
        while (filled[table] == w->size[first + table]) table = (table + 1) % tables;
        w->slot[w->start[first + table] + filled[table]++] = who[i];
        table = (table + 1) % tables;
    }
}

/* Deals those who have no bye anew: each table gets, for each of its seats, the next who wants
 * it. When everybody lacks one seat, changes between two who lack the same one then do no harm.
 */
static void deal_by_seats(pt_pairing_room *w, int n) {
    uint16_t who[PT_ENTRANTS];
    bool dealt[PT_ENTRANTS] = {0};
    memcpy(who, w->slot, (size_t)n * sizeof *who);
    for (int at = w->byes; at < n; at++) {
        int seat = at - w->start[w->table_of[at]], next = -1;
        for (int i = w->byes; i < n && (next < 0 || wanted_seat(w, who[next]) != seat); i++)
            if (!dealt[i] && (next < 0 || wanted_seat(w, who[i]) == seat)) next = i;
        dealt[next] = true;
        w->slot[at] = who[next];
    }
}

/* Improves from a second start, and keeps the better end. */
static int64_t start_again(pt_pairing_room *w, int n, int64_t sum) {
    uint16_t first[PT_ENTRANTS];
    memcpy(first, w->slot, sizeof first);
    deal_by_seats(w, n);
    int64_t now = improve(w, n, price_all(w));
    if (now < sum) return now;
    memcpy(w->slot, first, sizeof first);
    price_all(w);
    return sum;
}

static void finish(pt_pairing_room *w, const uint16_t *who, int n, int64_t sum) {
    if (sum < BALANCE) return;
    if (n <= WHOLE) {
        search_whole(w, who, n, sum);
        return;
    }
    sum = start_again(w, n, sum);
    if (n <= SMALL) shake(w, n, sum);
}

void tn_make_tables(pt_pairing_room *w, const uint16_t *who, int n, int byes) {
    w->byes = byes;
    if (byes) {
        memmove(w->size + 1, w->size, (size_t)w->tables++);
        w->size[0] = (uint8_t)byes;
    }
    deal(w, who, n);
    finish(w, who, n, improve(w, n, price_all(w)));
    for (int i = 0; i < w->tables; i++)
        if (!is_byes(w, i)) tn_add_table(w, w->slot + w->start[i], w->size[i]);
    for (int i = 0; i < byes; i++) tn_add_seated(w, w->slot + i, 1);
}
