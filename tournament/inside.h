/* What the files that pair share, and nobody else needs. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "tournament/pair.h"
#include <assert.h>

/* --- pair_seats.c --- */
void tn_price_seats(pt_pairing_room *w);
/* What it costs to seat these people; the seats are written to `seated`, or NULL. */
uint32_t tn_seat(const pt_pairing_room *w, const uint16_t *who, int n, uint16_t *seated);
/* Of such a cost: by how much seats are out of balance. */
enum { TN_UNBALANCED = 20 };
static inline uint32_t tn_unbalanced(uint32_t cost) { return cost >> TN_UNBALANCED; }
/* Adds a table with the best seats to the pairing; one person has a bye. */
void tn_add_table(pt_pairing_room *w, const uint16_t *who, int n);
/* The same with the seats as given. */
void tn_add_seated(pt_pairing_room *w, const uint16_t *who, int n);

/* --- pair_tables.c --- */
/* Tables of about the same size for n people: sizes into w->size; returns the byes. */
int tn_sizes(pt_pairing_room *w, int n);
/* Seats these people, in their order, at the tables of w->size, and gives byes: nobody meets
 * twice if that can be found, seats are balanced, and, if w->by_points, equals meet. */
void tn_make_tables(pt_pairing_room *w, const uint16_t *who, int n, int byes);

/* --- assign.c --- */
#define TN_NEVER ((int64_t)1 << 62)
/* Gives each of n rows a column of its own so that the costs w->cost[row * n + column] are
 * least; of all such, the first: row 0 has the lowest column it can have, then row 1 ... The
 * answer is w->column_of. Returns the costs, or TN_NEVER. */
int64_t tn_assign(pt_pairing_room *w, int n);

/* --- matching.c: whether those who are left can all be paired --- */
static inline bool tn_has(const uint64_t *set, int i) { return set[i / 64] >> (i % 64) & 1; }
static inline void tn_add(uint64_t *set, int i) { set[i / 64] |= (uint64_t)1 << (i % 64); }
/* Pairs all nodes by w->legal; returns false if that is impossible. */
bool tn_match_all(pt_pairing_room *w);
/* Takes a pair away, if the others can still be paired. */
bool tn_take_pair(pt_pairing_room *w, int a, int b);

/* --- pair_dutch.c, pair_robin.c --- */
void tn_pair_dutch(pt_pairing_room *w);
void tn_pair_robin(pt_pairing_room *w);
