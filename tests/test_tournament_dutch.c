/* The Dutch system: what FIDE's rules say about small positions (C.04.3, version of 2017). */
/* SPDX-License-Identifier: MIT */
#include "tests/club.h"

static club *people(int n, int rounds) {
    club *c = club_open();
    pt_terms terms = pt_terms_usual(PT_SWISS, 2);
    terms.rounds = (uint8_t)rounds;
    terms.seed = 3;
    cr_assert_null(club_make(c, &terms));
    for (int i = 0; i < n; i++)
        cr_assert_null(club_join(c, 2000 - i)); /* P1 is the strongest */
    return c;
}

/* S1 and S2 of the first round: the first meets the first of the lower half, and so on; the odd
 * numbers of the upper half all have one colour, the even ones the other; the last has the bye.
 */
Test(dutch, the_first_round_pairs_the_halves_and_alternates_seats) {
    for (int n = 2; n <= 11; n++) {
        club *c = people(n, 5);
        cr_assert_null(club_pair(c));
        int first = c->t.table[0].who[0] == 0 ? 0 : 1;
        for (int i = 0; i < n / 2; i++) {
            const pt_tour_table *b = &c->t.table[i];
            int seat = i % 2 ? !first : first;
            cr_assert_eq(b->who[seat], i, "%d people, table %d", n, i + 1);
            cr_assert_eq(b->who[!seat], n / 2 + i, "%d people, table %d", n, i + 1);
        }
        if (n % 2) cr_assert_eq(c->t.table[n / 2].who[0], n - 1);
        free(c);
    }
}
