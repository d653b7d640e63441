/* Quick pairing: who meets whom, after how long, and what is said about it. */
/* SPDX-License-Identifier: MIT */
#include "core/rng.h"
#include "tournament/quick.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TWO, THREE, FIVE, SECOND = 1000 };
#define ALL 7u

static pt_quick *new_quick(void) {
    pt_quick *q = calloc(1, sizeof *q);
    q->seats[TWO] = 2;
    q->seats[THREE] = 3;
    q->seats[FIVE] = 5;
    return q;
}

static void join(pt_quick *q, const char *name, uint64_t offers, int rating, int64_t at) {
    pt_quick_person p = {.since = at, .offers = offers};
    snprintf(p.person, sizeof p.person, "%s", name);
    for (int i = 0; i < PT_QUICK_OFFERS; i++) p.rating[i] = (int16_t)rating;
    cr_assert(pt_quick_join(q, &p));
}

static bool pair(pt_quick *q, int64_t now, pt_quick_table *out) {
    return pt_quick_pair(q, now, NULL, NULL, out);
}

Test(quick, the_range_widens_until_anybody_will_do) {
    pt_quick *q = new_quick();
    pt_quick_table t;
    join(q, "strong", 1u << TWO, 3000, 0);
    join(q, "weak", 1u << TWO, 1000, 0);
    cr_assert(!pair(q, 0, &t));
    cr_assert(!pair(q, 39 * SECOND, &t)); /* 400 + 39 * 40 = 1960 */
    cr_assert(pair(q, 40 * SECOND, &t));
    cr_assert_eq(pt_quick_range(&q->waiting[0], PT_QUICK_ANY_MS), INT32_MAX);
    free(q);
}

Test(quick, both_must_be_content_with_the_other) {
    pt_quick *q = new_quick();
    pt_quick_table t;
    join(q, "patient", 1u << TWO, 3000, 0);
    join(q, "fresh", 1u << TWO, 2000, 60 * SECOND);
    cr_assert(!pair(q, 60 * SECOND, &t)); /* one has waited a minute, the other has not */
    cr_assert(pair(q, 75 * SECOND, &t));
    free(q);
}

Test(quick, the_nearest_rating_is_taken_and_the_longest_waiting_comes_first) {
    pt_quick *q = new_quick();
    pt_quick_table t;
    join(q, "first", 1u << TWO, 1500, 0);
    join(q, "far", 1u << TWO, 1700, 1);
    join(q, "near", 1u << TWO, 1520, 2);
    cr_assert(pair(q, 3, &t));
    cr_assert_eq(t.who[0], 0);
    cr_assert_eq(t.who[1], 2);
    pt_quick_seat(q, 3, &t);
    cr_assert_eq(q->people, 1);
    cr_assert_str_eq(q->waiting[0].person, "far");
    cr_assert(!pair(q, 3, &t));
    free(q);
}

Test(quick, only_what_everybody_wants_is_played_at_a_full_table) {
    pt_quick *q = new_quick();
    pt_quick_table t;
    join(q, "a", ALL, 0, 0);
    join(q, "b", 1u << FIVE, 0, 0);
    join(q, "c", 1u << THREE | 1u << FIVE, 0, 0);
    cr_assert(!pair(q, SECOND, &t));
    join(q, "d", 1u << THREE, 0, SECOND);
    cr_assert(pair(q, SECOND, &t));
    cr_assert_eq(t.offer, THREE);
    cr_assert_eq(t.people, 3);
    free(q);
}

static bool keep_apart(const void *host, const char *a, const char *b) {
    (void)host;
    return strcmp(a, "a") == 0 && strcmp(b, "b") == 0;
}

Test(quick, those_who_must_not_meet_do_not) {
    pt_quick *q = new_quick();
    pt_quick_table t;
    join(q, "b", 1u << TWO, 0, 0);
    join(q, "a", 1u << TWO, 0, 0);
    cr_assert(!pt_quick_pair(q, SECOND, keep_apart, NULL, &t));
    join(q, "c", 1u << TWO, 0, SECOND);
    cr_assert(pt_quick_pair(q, SECOND, keep_apart, NULL, &t));
    free(q);
}

Test(quick, an_estimate_is_what_others_have_waited_or_nothing) {
    pt_quick *q = new_quick();
    pt_quick_table t;
    cr_assert_eq(pt_quick_estimate(q, ALL), -1);
    for (int i = 0; i < 4; i++) {
        join(q, "a", 1u << TWO, 0, i * 100 * SECOND);
        join(q, "b", 1u << TWO, 0, i * 100 * SECOND);
        cr_assert(pair(q, i * 100 * SECOND + 7000, &t));
        pt_quick_seat(q, i * 100 * SECOND + 7000, &t);
    }
    cr_assert_eq(pt_quick_estimate(q, ALL), 7000);
    cr_assert_eq(pt_quick_estimate(q, 1u << FIVE), -1);
    free(q);
}

Test(quick, whoever_asks_again_keeps_their_place) {
    pt_quick *q = new_quick();
    join(q, "a", 1u << TWO, 0, 0);
    join(q, "b", 1u << THREE, 0, 5);
    join(q, "a", 1u << THREE, 100, 9);
    cr_assert_eq(q->people, 2);
    cr_assert_eq(q->waiting[0].since, 0);
    cr_assert_eq(q->waiting[0].offers, 1u << THREE);
    cr_assert_eq(pt_quick_others(q, &q->waiting[0]), 1);
    cr_assert(pt_quick_leave(q, "a") && !pt_quick_leave(q, "a"));
    free(q);
}

/* 1,000 random crowds: nobody is at two tables, everybody wanted theirs, and ratings fit. */
Test(quick, every_table_is_full_and_fits) {
    pt_quick *q = new_quick();
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        pt_rng rng = pt_rng_nth(seed, 24);
        q->people = 0;
        for (int i = 0; i < 40; i++) {
            char name[PT_ID];
            snprintf(name, sizeof name, "p%d", i);
            join(q, name, 1 + pt_random(&rng) % 7, (int)(pt_random(&rng) % 4000), i * 500);
        }
        pt_quick_table t;
        while (pair(q, 40 * SECOND, &t)) {
            cr_assert_eq(t.people, q->seats[t.offer]);
            for (int i = 0; i < t.people; i++) {
                const pt_quick_person *p = &q->waiting[t.who[i]];
                cr_assert(p->offers >> t.offer & 1);
                for (int k = 0; k < i; k++) {
                    const pt_quick_person *o = &q->waiting[t.who[k]];
                    int d = abs(p->rating[t.offer] - o->rating[t.offer]);
                    cr_assert(t.who[i] != t.who[k] && d <= pt_quick_range(p, 40 * SECOND) &&
                              d <= pt_quick_range(o, 40 * SECOND));
                }
            }
            pt_quick_seat(q, 40 * SECOND, &t);
        }
    }
    free(q);
}
