/* Who sits where at a table. Everybody should sit in each seat equally often, within one. Among
 * equals the seed decides. */
/* SPDX-License-Identifier: MIT */
#include "tournament/inside.h"

/* How many still need a seat, in 64ths of the tables that have it. */
static uint32_t need_of(const pt_pairing_room *w, int seat) {
    int seats = w->t->terms.seats, tables = w->people / seats;
    uint32_t lacking = 0;
    if (seat < w->t->terms.least) tables += w->people % seats > 0;
    for (int i = 0; i < w->people; i++) {
        const pt_entrant *e = &w->t->entrant[w->order[i]];
        int more = 0;
        for (int s = 0; s < seats; s++) more += e->sat[s] > e->sat[seat];
        lacking += more && !e->small;
    }
    return lacking * 64 / (uint32_t)(tables ? tables : 1);
}

/* What a seat costs somebody: first how far their seats would be out of balance, then how often
 * they had it, then luck. Who was at smaller tables is excused by each of them for a seat that
 * they lack, and once for any other; these people take the seats that others need least. */
static uint32_t price(pt_pairing_room *w, const pt_entrant *e, int seat, int small,
                      uint32_t need) {
    int seats = w->t->terms.seats, fewest = UINT16_MAX, least = UINT16_MAX, most = 0;
    for (int s = 0; s < seats; s++) {
        int n = e->sat[s] + (s == seat);
        int excused = s < w->t->terms.least ? e->small + small > 0 : e->small + small;
        if (n + excused < least) least = n + excused;
        if (n < fewest) fewest = n;
        if (n > most) most = n;
    }
    int over = most - least - 1;
    int again = e->sat[seat] - fewest + 1;
    if (again > 15) again = 15;
    if (need > 512) need = 512;
    return (over > 0 ? (uint32_t)over << TN_UNBALANCED : 0) + ((uint32_t)(again * again) << 8) +
           (e->small ? need : 0) + pt_below(&w->rng, 32);
}

void tn_price_seats(pt_pairing_room *w) {
    for (int s = 0; s < w->t->terms.seats; s++) {
        uint32_t need = need_of(w, s);
        for (int i = 0; i < w->people; i++)
            for (int small = 0; small < 2; small++)
                w->seat_cost[w->order[i]][small][s] =
                    price(w, &w->t->entrant[w->order[i]], s, small, need);
    }
}

/* The cheapest seats, by which seats are taken already: the first people have those. */
uint32_t tn_seat(const pt_pairing_room *w, const uint16_t *who, int n, uint16_t *seated) {
    uint32_t best[1 << PT_TOUR_SEATS];
    uint8_t last[1 << PT_TOUR_SEATS] = {0};
    int small = n < w->t->terms.seats;
    assert(n >= 1 && n <= PT_TOUR_SEATS);
    best[0] = 0;
    for (unsigned taken = 1; taken < 1u << n; taken++) {
        const uint32_t *cost = w->seat_cost[who[__builtin_popcount(taken) - 1]][small];
        best[taken] = UINT32_MAX;
        for (int s = 0; s < n; s++) {
            if (!(taken >> s & 1)) continue;
            uint32_t sum = best[taken ^ 1u << s] + cost[s];
            if (sum >= best[taken]) continue;
            best[taken] = sum;
            last[taken] = (uint8_t)s;
        }
    }
    unsigned taken = (1u << n) - 1;
    uint32_t sum = best[taken];
    for (int i = n - 1; i >= 0 && seated; i--) {
        seated[last[taken]] = who[i];
        taken ^= 1u << last[taken];
    }
    return sum;
}

void tn_add_seated(pt_pairing_room *w, const uint16_t *who, int n) {
    pt_pairing *p = w->out;
    assert(p->people + n <= PT_ENTRANTS);
    p->seats[p->tables++] = (uint8_t)n;
    for (int i = 0; i < n; i++) p->who[p->people++] = who[i];
}

void tn_add_table(pt_pairing_room *w, const uint16_t *who, int n) {
    uint16_t seated[PT_TOUR_SEATS];
    tn_seat(w, who, n, seated);
    tn_add_seated(w, seated, n);
}
