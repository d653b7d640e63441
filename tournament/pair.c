/* The next round, by format. Sorting people, byes, knock-out and arena are here; round robin,
 * tables of several and tables of two have their own files. */
/* SPDX-License-Identifier: MIT */
#include "core/say.h"
#include "tournament/inside.h"
#include "tournament/words.h"

typedef bool (*is_before)(const pt_tournament *t, int a, int b);

static bool leads(const pt_tournament *t, int a, int b) {
    const pt_entrant *x = &t->entrant[a], *y = &t->entrant[b];
    return x->points != y->points ? x->points > y->points : pt_tour_begins_before(t, a, b);
}

/* Arena: who has waited longest is paired first. */
static bool has_waited(const pt_tournament *t, int a, int b) {
    const pt_entrant *x = &t->entrant[a], *y = &t->entrant[b];
    return x->last != y->last ? x->last < y->last : pt_tour_begins_before(t, a, b);
}

static void sort(pt_pairing_room *w, int n, is_before before) {
    static const int gaps[] = {301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < n; i++) {
            uint16_t who = w->order[i];
            int k = i;
            for (; k >= gaps[g] && before(w->t, who, w->order[k - gaps[g]]); k -= gaps[g])
                w->order[k] = w->order[k - gaps[g]];
            w->order[k] = who;
        }
}

/* An arena forgets all but the last table: there is not enough time to meet anew for ever. */
static void note_meetings(pt_pairing_room *w) {
    const pt_tournament *t = w->t;
    for (int i = 0; i < t->used; i++)
        for (int a = 0; a < t->table[i].seats; a++)
            for (int b = 0; b < t->table[i].seats; b++) {
                int x = t->table[i].who[a], y = t->table[i].who[b];
                bool old = t->terms.format == PT_ARENA && t->entrant[x].last != i + 1 &&
                           t->entrant[y].last != i + 1;
                if (a != b && !old && w->met[x][y] < UINT8_MAX) w->met[x][y]++;
            }
}

/* Gives byes to the first of those who had the fewest; they leave w->order. */
static void give_byes(pt_pairing_room *w, int byes) {
    for (; byes > 0; byes--) {
        int to = 0;
        for (int i = 1; i < w->people; i++)
            if (w->t->entrant[w->order[i]].byes < w->t->entrant[w->order[to]].byes) to = i;
        tn_add_seated(w, &w->order[to], 1);
        w->people--;
        memmove(w->order + to, w->order + to + 1, (size_t)(w->people - to) * sizeof *w->order);
    }
}

static void pair_swiss(pt_pairing_room *w) {
    if (w->t->terms.seats == 2) {
        tn_pair_dutch(w);
        return;
    }
    w->by_points = true;
    int byes = tn_sizes(w, w->people);
    tn_make_tables(w, w->order, w->people, byes);
}

/* Tables of two: so many byes that the next round has 2, 4, 8 ... people. */
static int knockout_byes(pt_pairing_room *w) {
    int full = 2;
    if (w->people <= w->t->terms.seats) {
        w->tables = 1;
        w->size[0] = (uint8_t)w->people;
        return 0;
    }
    if (w->t->terms.seats > 2) return tn_sizes(w, w->people);
    while (full < w->people) full *= 2;
    w->tables = w->people - full / 2;
    for (int i = 0; i < w->tables; i++) w->size[i] = 2;
    return full - w->people;
}

/* The best are spread over the tables, there and back: with two at a table, first meets last.
 */
static void pair_knockout(pt_pairing_room *w) {
    uint16_t who[PT_ENTRANTS][PT_TOUR_SEATS];
    int filled[PT_ENTRANTS] = {0};
    sort(w, w->people, pt_tour_begins_before);
    int byes = knockout_byes(w);
    give_byes(w, byes);
    for (int i = 0, at = 0, step = 1; i < w->people;) {
        if (filled[at] < w->size[at]) who[at][filled[at]++] = w->order[i++];
        if (at + step < 0 || at + step >= w->tables)
            step = -step;
        else
            at += step;
    }
    for (int i = 0; i < w->tables; i++) tn_add_table(w, who[i], w->size[i]);
}

/* Full tables only, while others still play; who finds no seat waits. */
static void pair_arena(pt_pairing_room *w) {
    int seats = w->t->terms.seats, full = w->people / seats * seats;
    w->by_points = true;
    if (w->t->open) {
        w->tables = full / seats;
        for (int i = 0; i < w->tables; i++) w->size[i] = (uint8_t)seats;
    } else {
        full = w->people - tn_sizes(w, w->people);
    }
    sort(w, w->people, has_waited);
    w->people = full;
    sort(w, w->people, leads);
    if (full) tn_make_tables(w, w->order, w->people, 0);
}

static void begin(pt_pairing_room *w, const pt_tournament *t, pt_tour_event *e) {
    memset(w, 0, offsetof(pt_pairing_room, cost));
    memset(e, 0, sizeof *e);
    e->kind = PT_TOUR_PAIRED;
    e->round = (uint16_t)(t->round + 1);
    w->t = t;
    w->out = &e->pairing;
    w->round = e->round;
    w->rng = pt_rng_nth(t->terms.seed, PT_ENTRANTS + 1u + e->round);
    for (int i = 0; i < t->entrants; i++)
        if (pt_tour_plays(t, i)) w->order[w->people++] = (uint16_t)i;
    note_meetings(w);
    sort(w, w->people, leads);
    tn_price_seats(w);
}

bool pt_tour_pair(const pt_tournament *t, int64_t at, pt_pairing_room *w, pt_tour_event *e,
                  pt_text *why) {
    if (!pt_tour_can_pair(t, at, why)) return false;
    begin(w, t, e);
    e->at = at;
    switch ((pt_tour_format)t->terms.format) {
    case PT_ROBIN: tn_pair_robin(w); break;
    case PT_SWISS: pair_swiss(w); break;
    case PT_KNOCKOUT: pair_knockout(w); break;
    case PT_ARENA: pair_arena(w); break;
    case PT_FORMATS: break;
    }
    if (e->pairing.tables) return true;
    pt_said said = tn_say_too_few();
    pt_say(why, said);
    if (why) why->key = said.phrase->key;
    return false;
}
