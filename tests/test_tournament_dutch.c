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

/* Whole tournaments, as bbpPairings 5.0.1 pairs them: an independent program for these rules,
 * which was given the results before each round. People are numbered by rating; a number alone
 * has the bye. Results are those of who sits first. */
/* clang-format off */
static const struct {
    int seed, people, rounds;
    struct {
        const char *pairs, *results;
    } round[8];
} published[] = {
    {3, 10, 5, {
        {"1-6 7-2 3-8 9-4 5-10", "00101"},
        {"2-5 4-3 6-7 10-1 8-9", "01101"},
        {"1-4 5-6 3-2 7-8 9-10", "10=11"},
        {"6-4 5-1 2-9 7-3 8-10", "=101="},
        {"9-6 4-5 1-7 8-2 10-3", "01010"},
    }},
    {6, 25, 6, {
        {"1-13 14-2 3-15 16-4 5-17 18-6 7-19 20-8 9-21 22-10 11-23 24-12 25", "00=001101110"},
        {"2-18 4-22 12-7 8-25 13-9 17-11 6-3 15-1 19-5 10-20 21-14 23-16 24", "11110100010="},
        {"9-2 12-4 17-8 3-5 1-14 7-18 25-10 11-24 22-13 16-15 19-23 20-6 21", "011=1=0=0100"},
        {"2-12 4-17 10-1 13-3 8-9 5-11 23-7 24-16 18-21 6-22 14-25 15-20 19", "00111110011="},
        {"12-17 10-2 13-8 16-5 1-23 3-14 9-4 21-6 7-24 11-18 22-15 25-19 20", "00100=00=111"},
        {"17-2 12-13 5-23 4-8 6-10 16-3 14-11 21-1 25-7 24-9 20-22 18-19 15", "=1110=00001="},
    }},
    {15, 20, 8, {
        {"1-11 12-2 3-13 14-4 5-15 16-6 7-17 18-8 9-19 20-10", "=1==11=1=="},
        {"16-5 18-12 13-1 11-3 4-20 19-7 17-9 10-14 2-8 6-15", "1=111011=1"},
        {"4-16 7-13 12-10 17-11 5-18 1-6 9-2 3-14 8-19 15-20", "0110111000"},
        {"16-7 11-12 10-5 14-1 19-4 20-9 13-18 6-17 2-3 8-15", "000=110000"},
        {"7-12 5-11 17-16 18-20 1-19 9-14 3-10 4-13 6-8 15-2", "0110000=01"},
        {"12-5 20-7 19-17 14-16 10-18 11-4 15-1 13-9 8-3 2-6", "01=11==111"},
        {"5-20 12-19 17-14 7-10 16-11 13-15 1-8 4-2 18-3 9-6", "01=00000=0"},
        {"20-12 14-5 10-17 11-19 8-7 15-18 16-13 2-1 6-4 3-9", "00=00=01=1"},
    }},
    {22, 25, 8, {
        {"13-1 2-14 15-3 4-16 17-5 6-18 19-7 8-20 21-9 10-22 23-11 12-24 25", "1011==110111"},
        {"13-4 14-8 9-15 19-10 25-12 5-23 1-6 18-17 16-2 3-20 7-21 11-22 24", "0010111==010"},
        {"4-9 8-25 10-5 17-1 20-7 12-18 23-13 24-14 15-19 22-2 6-16 21-3 11", "=00111001110"},
        {"9-25 5-4 15-8 14-10 20-12 22-13 6-17 1-19 3-23 7-24 18-11 2-21 16", "=100=011010="},
        {"25-5 8-10 13-9 4-20 12-6 1-22 17-7 11-15 23-14 16-3 19-2 24-18 21", "01=111==0=11"},
        {"5-8 25-4 9-12 10-13 14-1 20-6 7-15 11-17 22-16 24-19 21-23 2-3 18", "11=11100010="},
        {"12-5 14-25 8-9 4-10 13-17 15-20 23-1 16-24 6-7 3-11 18-22 19-21 2", "00110100=011"},
        {"5-15 17-25 4-8 1-12 9-14 10-24 11-13 20-16 2-6 7-23 18-19 3 22-21", "10011=01===0"},
    }},
};
/* clang-format on */

static void enter(club *c, const char *results) {
    for (int i = c->t.first; i < c->t.used; i++) {
        if (c->t.table[i].over) continue;
        char r = *results++;
        cr_assert_null(club_result(c, i, (uint8_t[]){r == '0' ? 2 : 1, r == '1' ? 2 : 1}));
    }
    cr_assert_null(club_close(c));
}

/* The pairs of the last round, and the bye, one after the other as they stand in its line. */
static const char *pairs_in(const char *line) {
    for (int blanks = 0; blanks < 3; line++) blanks += *line == ' ';
    return line;
}

Test(dutch, whole_tournaments_come_out_as_an_independent_program_pairs_them) {
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        club *c = club_open();
        pt_terms terms = pt_terms_usual(PT_SWISS, 2);
        terms.rounds = (uint8_t)published[i].rounds;
        terms.seed = (uint64_t)published[i].seed;
        cr_assert_null(club_make(c, &terms));
        for (int k = 0; k < published[i].people; k++) cr_assert_null(club_join(c, 2500 - k));
        for (int r = 0; r < published[i].rounds; r++) {
            cr_assert_null(club_pair(c));
            cr_assert_str_eq(pairs_in(c->line), published[i].round[r].pairs);
            enter(c, published[i].round[r].results);
        }
        free(c);
    }
}

/* C.1 comes first: the two who lead have met, so each meets somebody from below. C.5 and C.4:
 * nobody else is moved. */
Test(dutch, leaders_who_have_met_are_both_moved_down) {
    club *c = people(4, 3);
    cr_assert_null(club_pair(c));                      /* 1-3, 2-4 */
    enter(c, c->t.table[0].who[0] == 0 ? "10" : "01"); /* 1 and 2 win */
    cr_assert_null(club_pair(c));                      /* 1-2, 3-4 */
    enter(c, "==");
    cr_assert_null(club_pair(c)); /* 1 and 2 lead, and have met */
    for (int i = c->t.first; i < c->t.used; i++) {
        int a = c->t.table[i].who[0], b = c->t.table[i].who[1];
        cr_assert_eq(a + b, 3, "P%d met P%d", a + 1, b + 1); /* 1-4, 2-3 */
    }
    free(c);
}
