/* Fair shares: what waits is taken in turns, first by network address, then by person at that
 * address, whatever the number of things each of them wants. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct share_key {
    uint64_t address, person; /* hashes */
} share_key;

/* The first member of whatever waits. */
typedef struct share_item {
    struct share_item *next;
    share_key who;
} share_item;

enum { SHARE_SLOTS = 4096 };

typedef struct share {
    share_item *first, **last; /* in the order in which they came */
    int count;
    uint64_t turn;
    /* The turn at which each was last served. Those who share a slot share their turns. */
    uint64_t address_last[SHARE_SLOTS], person_last[SHARE_SLOTS];
} share;

void share_init(share *s);
void share_put(share *s, share_item *i, share_key who);
/* Of those whose address has waited longest, the person who has waited longest; NULL if nothing
 * waits. */
share_item *share_take(share *s);
int share_waiting(const share *s, uint64_t address); /* how much of this address waits */
