/* Quick pairing. */
/* SPDX-License-Identifier: MIT */
#include "tournament/quick.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool wants(const pt_quick_person *p, int offer) { return p->offers >> offer & 1; }

int pt_quick_find(const pt_quick *q, const char *person) {
    for (int i = 0; i < q->people; i++)
        if (strcmp(q->waiting[i].person, person) == 0) return i;
    return -1;
}

bool pt_quick_join(pt_quick *q, const pt_quick_person *p) {
    int at = pt_quick_find(q, p->person);
    if (at >= 0) {
        int64_t since = q->waiting[at].since;
        q->waiting[at] = *p;
        q->waiting[at].since = since;
        return true;
    }
    assert(!q->people || q->waiting[q->people - 1].since <= p->since);
    if (q->people == PT_QUICK_WAITING) return false;
    q->waiting[q->people++] = *p;
    return true;
}

static void drop(pt_quick *q, int at) {
    q->people--;
    memmove(&q->waiting[at], &q->waiting[at + 1],
            (size_t)(q->people - at) * sizeof *q->waiting);
}

bool pt_quick_leave(pt_quick *q, const char *person) {
    int at = pt_quick_find(q, person);
    if (at >= 0) drop(q, at);
    return at >= 0;
}

int32_t pt_quick_range(const pt_quick_person *p, int64_t now) {
    int64_t waited = now - p->since;
    if (waited >= PT_QUICK_ANY_MS) return INT32_MAX;
    return PT_QUICK_RANGE + (int32_t)(waited > 0 ? waited / 1000 * PT_QUICK_WIDER : 0);
}

static int32_t distance(const pt_quick_person *a, const pt_quick_person *b, int offer) {
    return abs(a->rating[offer] - b->rating[offer]);
}

/* Both must be content with the other's rating. */
static bool fit(const pt_quick *q, int64_t now, int offer, int a, int b) {
    const pt_quick_person *p = &q->waiting[a], *o = &q->waiting[b];
    int32_t d = distance(p, o, offer);
    return d <= pt_quick_range(p, now) && d <= pt_quick_range(o, now);
}

typedef struct search {
    const pt_quick *q;
    int64_t now;
    pt_quick_apart *apart;
    const void *host;
} search;

static bool may_join(const search *s, const pt_quick_table *t, int who) {
    if (!wants(&s->q->waiting[who], t->offer)) return false;
    for (int i = 0; i < t->people; i++) {
        const char *a = s->q->waiting[t->who[i]].person, *b = s->q->waiting[who].person;
        if (t->who[i] == who || !fit(s->q, s->now, t->offer, t->who[i], who)) return false;
        if (s->apart && (s->apart(s->host, a, b) || s->apart(s->host, b, a))) return false;
    }
    return true;
}

/* The nearest rating to the first one's; of several, whoever has waited longest. */
static int nearest(const search *s, const pt_quick_table *t) {
    const pt_quick_person *first = &s->q->waiting[t->who[0]];
    int best = -1;
    for (int i = 0; i < s->q->people; i++) {
        if (!may_join(s, t, i)) continue;
        if (best < 0 || distance(first, &s->q->waiting[i], t->offer) <
                            distance(first, &s->q->waiting[best], t->offer))
            best = i;
    }
    return best;
}

/* A full table of this offer round this person; returns how far ratings lie apart, or -1. */
static int32_t gather(const search *s, int anchor, int offer, pt_quick_table *out) {
    *out = (pt_quick_table){.offer = offer, .people = 1, .who = {anchor}};
    int32_t apart = 0;
    while (out->people < s->q->seats[offer]) {
        int next = nearest(s, out);
        if (next < 0) return -1;
        int32_t d = distance(&s->q->waiting[anchor], &s->q->waiting[next], offer);
        if (d > apart) apart = d;
        out->who[out->people++] = next;
    }
    return apart;
}

bool pt_quick_pair(const pt_quick *q, int64_t now, pt_quick_apart *apart, const void *host,
                   pt_quick_table *out) {
    const search s = {q, now, apart, host};
    for (int anchor = 0; anchor < q->people; anchor++) {
        int32_t best = -1;
        for (int offer = 0; offer < PT_QUICK_OFFERS; offer++) {
            pt_quick_table t;
            if (!q->seats[offer] || !wants(&q->waiting[anchor], offer)) continue;
            int32_t d = gather(&s, anchor, offer, &t);
            if (d < 0 || (best >= 0 && d >= best)) continue;
            best = d;
            *out = t;
        }
        if (best >= 0) return true;
    }
    return false;
}

void pt_quick_seat(pt_quick *q, int64_t now, const pt_quick_table *table) {
    char people[PT_QUICK_SEATS][PT_ID];
    for (int i = 0; i < table->people; i++) {
        const pt_quick_person *p = &q->waiting[table->who[i]];
        uint32_t at = q->paired[table->offer]++ % PT_QUICK_WAITS;
        q->waited[table->offer][at] = (int32_t)(now - p->since);
        memcpy(people[i], p->person, PT_ID);
    }
    for (int i = 0; i < table->people; i++) pt_quick_leave(q, people[i]);
}

static int by_size(const void *a, const void *b) {
    const int32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int32_t pt_quick_estimate(const pt_quick *q, uint64_t offers) {
    int32_t best = -1;
    for (int offer = 0; offer < PT_QUICK_OFFERS; offer++) {
        uint32_t n = q->paired[offer] < PT_QUICK_WAITS ? q->paired[offer] : PT_QUICK_WAITS;
        int32_t waits[PT_QUICK_WAITS];
        if (!(offers >> offer & 1) || n < PT_QUICK_KNOWN) continue;
        memcpy(waits, q->waited[offer], n * sizeof *waits);
        qsort(waits, n, sizeof *waits, by_size);
        if (best < 0 || waits[n / 2] < best) best = waits[n / 2];
    }
    return best;
}

int pt_quick_others(const pt_quick *q, const pt_quick_person *p) {
    int n = 0;
    for (int i = 0; i < q->people; i++)
        n += (q->waiting[i].offers & p->offers) != 0 &&
             strcmp(q->waiting[i].person, p->person) != 0;
    return n;
}
