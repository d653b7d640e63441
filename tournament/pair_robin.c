/* Round robin. Two at a table: the circle method. Several: a plan in which all meet once where
 * one is known, otherwise tables whose people have met least often. */
/* SPDX-License-Identifier: MIT */
#include "tournament/inside.h"

/* Those who began, in the order of that moment. Who has left keeps their place. */
static int those_who_began(const pt_pairing_room *w, uint16_t *who) {
    int n = 0;
    for (int i = 0; i < w->t->entrants; i++) {
        if (w->t->round ? !w->t->entrant[i].started : !pt_tour_plays(w->t, i)) continue;
        int k = n++;
        for (; k > 0 && pt_tour_begins_before(w->t, i, who[k - 1]); k--) who[k] = who[k - 1];
        who[k] = (uint16_t)i;
    }
    return n;
}

/* A table of the plan, without those who have left. */
static void add_planned(pt_pairing_room *w, const uint16_t *who, int n) {
    uint16_t there[PT_TOUR_SEATS];
    int m = 0;
    for (int i = 0; i < n; i++)
        if (pt_tour_plays(w->t, who[i])) there[m++] = who[i];
    if (m > 0) tn_add_seated(w, there, m);
}

/* All but the last stand in a circle, which turns by half of itself each round, so that seats
 * take turns. Somebody who would meet nobody, or somebody who has left, has a bye. */
static void pair_circle(pt_pairing_room *w, const uint16_t *who, int n) {
    int circle = n - 1 + n % 2, turn = (w->round - 1) * ((circle + 1) / 2) % circle;
    int lap = (w->round - 1) / circle % 2; /* the second time in the other seats */
    for (int i = 1; i <= (circle - 1) / 2; i++) {
        uint16_t pair[2];
        pair[lap] = who[(turn + i) % circle];
        pair[!lap] = who[(turn - i + circle) % circle];
        add_planned(w, pair, 2);
    }
    uint16_t last[2] = {who[turn], who[turn]};
    if (n % 2 == 0) last[((w->round - 1) % circle + 1 + lap) % 2] = who[circle];
    add_planned(w, last, 2 - n % 2);
}

/* Products in the field of 4 elements, whose sums are exclusive ors. */
static const uint8_t times4[4][4] = {{0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}};

/* 9, 16 or 25 people at tables of 3, 4 or 5: points of a plane. The tables of a round are
 * parallel lines, so two people meet in exactly one round. Everybody moves on by one seat each
 * round. */
static void pair_plane(pt_pairing_room *w, const uint16_t *who, int k) {
    int slope = w->round - 1;
    for (int line = 0; line < k; line++) {
        uint16_t table[PT_TOUR_SEATS];
        for (int x = 0; x < k; x++) {
            int y = k == 4 ? times4[slope % 4][x] ^ line : (slope * x + line) % k;
            table[(x + slope) % k] = slope == k ? who[line * k + x] : who[x * k + y];
        }
        add_planned(w, table, k);
    }
}

void tn_pair_robin(pt_pairing_room *w) {
    uint16_t who[PT_ENTRANTS];
    int n = those_who_began(w, who), seats = w->t->terms.seats;
    if (seats == 2) {
        pair_circle(w, who, n);
    } else if (seats > 2 && n == seats * seats && w->round <= seats + 1) {
        pair_plane(w, who, seats);
    } else {
        int byes = tn_sizes(w, w->people);
        tn_make_tables(w, w->order, w->people, byes);
    }
}
