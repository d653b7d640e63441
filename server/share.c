/* Fair shares: a plain list, looked through for whoever was served longest ago. It is short
 * beside the work that each item stands for. */
/* SPDX-License-Identifier: MIT */
#include "server/share.h"
#include <assert.h>
#include <string.h>

void share_init(share *s) {
    memset(s, 0, sizeof *s);
    s->last = &s->first;
}

void share_put(share *s, share_item *i, share_key who) {
    i->next = NULL;
    i->who = who;
    *s->last = i;
    s->last = &i->next;
    s->count++;
}

static uint64_t *address_slot(share *s, const share_item *i) {
    return &s->address_last[i->who.address % SHARE_SLOTS];
}

static uint64_t *person_slot(share *s, const share_item *i) {
    return &s->person_last[i->who.person % SHARE_SLOTS];
}

static bool goes_first(share *s, const share_item *a, const share_item *b) {
    uint64_t one = *address_slot(s, a), other = *address_slot(s, b);
    return one != other ? one < other : *person_slot(s, a) < *person_slot(s, b);
}

share_item *share_take(share *s) {
    share_item **best = &s->first;
    if (!s->first) return NULL;
    for (share_item **at = &s->first->next; *at; at = &(*at)->next)
        if (goes_first(s, *at, *best)) best = at;
    share_item *i = *best;
    *best = i->next;
    if (s->last == &i->next) s->last = best;
    s->count--;
    assert(s->count >= 0);
    *address_slot(s, i) = *person_slot(s, i) = ++s->turn;
    return i;
}

int share_waiting(const share *s, uint64_t address) {
    int n = 0;
    for (const share_item *i = s->first; i; i = i->next) n += i->who.address == address;
    return n;
}
