/* Quick pairing: people who wait for a game, as pure C. Each says what they would play (a set
 * of offers; what an offer is, is the host's business) and is paired with people of about the
 * same rating. The longer somebody waits, the further away a rating may be. Nothing is drawn:
 * the same people at the same time give the same tables. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/ids.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    PT_QUICK_WAITING = 512, /* people */
    PT_QUICK_OFFERS = 64,
    PT_QUICK_SEATS = 5,
    PT_QUICK_RANGE = 400,     /* of ratings in hundredths, at first; */
    PT_QUICK_WIDER = 40,      /* and so much more each second, */
    PT_QUICK_ANY_MS = 90000,  /* until anybody will do */
    PT_QUICK_BOTS_MS = 30000, /* bots are offered after this */
    PT_QUICK_WAITS = 15,      /* of each offer: the last waits that are remembered */
    PT_QUICK_KNOWN = 3,       /* and so many of them make an estimate */
};

typedef struct pt_quick_person {
    char person[PT_ID];
    int64_t since;
    uint64_t offers;                 /* set: what they would play */
    int16_t rating[PT_QUICK_OFFERS]; /* in hundredths, for each offer */
} pt_quick_person;

typedef struct pt_quick {
    int people; /* those who have waited longest come first */
    pt_quick_person waiting[PT_QUICK_WAITING];
    uint8_t seats[PT_QUICK_OFFERS]; /* of each offer; 0: there is no such offer */
    int32_t waited[PT_QUICK_OFFERS][PT_QUICK_WAITS];
    uint32_t paired[PT_QUICK_OFFERS]; /* how many waits there have been */
} pt_quick;

typedef struct pt_quick_table {
    int offer, people;
    int who[PT_QUICK_SEATS]; /* places in `waiting` */
} pt_quick_table;

/* Adds somebody, or changes what they would play; they keep their place. False: it is full. */
bool pt_quick_join(pt_quick *q, const pt_quick_person *p);
/* False if they were not waiting. */
bool pt_quick_leave(pt_quick *q, const char *person);
/* Where they wait, or -1. */
int pt_quick_find(const pt_quick *q, const char *person);
/* How far a rating may be from theirs by now; INT32_MAX: anything. */
int32_t pt_quick_range(const pt_quick_person *p, int64_t now);
/* Finds a table, those who have waited longest first. `apart` says that two must not meet; or
 * NULL. False: nobody can be paired now. */
typedef bool pt_quick_apart(const void *host, const char *person, const char *other);
bool pt_quick_pair(const pt_quick *q, int64_t now, pt_quick_apart *apart, const void *host,
                   pt_quick_table *out);
/* They leave, and how long they have waited is remembered. */
void pt_quick_seat(pt_quick *q, int64_t now, const pt_quick_table *table);
/* How long people have waited for one of these offers lately: the median of the shortest one,
 * in milliseconds; -1: nobody knows. */
int32_t pt_quick_estimate(const pt_quick *q, uint64_t offers);
/* How many others wait for one of these. */
int pt_quick_others(const pt_quick *q, const pt_quick_person *p);
