/* The next round of a tournament. It follows from the events so far, and from the seed of the
 * terms where something is drawn, so that anybody can work it out again. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/rng.h"
#include "tournament/tournament.h"

enum {
    PT_NODES = PT_ENTRANTS + 1,          /* people, and the bye */
    PT_NODE_WORDS = (PT_NODES + 63) / 64 /* in a set of them */
};

/* What pairing needs to know about one person who plays in twos (pair_dutch.c). */
typedef struct pt_colours {
    uint64_t played, first; /* bit r: sat at a table of two in round r; in seat 1 */
    int8_t wish;            /* > 0: seat 1, < 0: seat 2; 3 absolute, 2 strong, 1 mild */
    int8_t difference;      /* how much more often in seat 1 */
    uint8_t floats[2];      /* last round, and the round before: 1 down, 2 up */
    bool top;               /* may break the rule on seats in the last round */
} pt_colours;

/* Room to work in, about 9.4 MB; the caller's. Nothing in it outlives a call. */
typedef struct pt_pairing_room {
    const pt_tournament *t;
    pt_pairing *out;
    int round;
    pt_rng rng;
    int people;
    uint16_t order[PT_ENTRANTS]; /* who plays: by points, then as they began */
    uint8_t met[PT_ENTRANTS][PT_ENTRANTS];
    uint32_t seat_cost[PT_ENTRANTS][2][PT_TOUR_SEATS]; /* at a full and at a smaller table */
    /* tables of several (pair_tables.c) */
    int tables, byes; /* if there are byes, table 0 holds them */
    uint8_t size[PT_ENTRANTS];
    uint16_t start[PT_ENTRANTS], slot[PT_ENTRANTS], table_of[PT_ENTRANTS];
    uint16_t best_slot[PT_ENTRANTS];
    int64_t table_cost[PT_ENTRANTS];
    bool by_points;
    int effort;
    /* tables of two (pair_dutch.c, matching.c, assign.c): people by their place in `order` */
    pt_colours colours[PT_ENTRANTS];
    int nodes;
    uint64_t legal[PT_NODES][PT_NODE_WORDS], gone[PT_NODE_WORDS];
    uint16_t mate[PT_NODES], kept_mate[PT_NODES];
    uint64_t kept_gone[PT_NODE_WORDS], banned[PT_NODES][PT_NODE_WORDS];
    uint16_t queue[PT_NODES], from[PT_NODES], base[PT_NODES];
    bool reached[PT_NODES], in_blossom[PT_NODES];
    int64_t cost[PT_ENTRANTS * PT_ENTRANTS], row_price[PT_ENTRANTS], column_price[PT_ENTRANTS];
    int64_t nearest[PT_ENTRANTS];
    int16_t column_of[PT_ENTRANTS], row_of[PT_ENTRANTS], before[PT_ENTRANTS];
    bool seen[PT_ENTRANTS];
} pt_pairing_room;

/* Pairs the next round into an event of that time. Returns false, with words, if there is
 * nothing to pair. */
bool pt_tour_pair(const pt_tournament *t, int64_t at, pt_pairing_room *room, pt_tour_event *e,
                  pt_text *why);
