/* A thousand random tournaments of each format: nobody sits twice in a round, nobody is
 * forgotten, nobody meets again where that can be avoided, seats are balanced. What can be
 * avoided is worked out here by trying everything, in small fields. */
/* SPDX-License-Identifier: MIT */
#include "tests/club.h"

enum { SOME = 10 }; /* so many people can be sat down in every way */

/* Under the sanitizers a share of the thousand is enough. */
static int tournaments(void) {
    const char *share = getenv("PETTEIA_INVARIANTS_SHARE");
    return 1000 / (share ? atoi(share) : 1);
}

static uint8_t met[PT_ENTRANTS][PT_ENTRANTS];

/* Before the round that was paired last; in an arena only the last tables count. */
static void find_met(const pt_tournament *t) {
    int last[PT_ENTRANTS];
    memset(met, 0, sizeof met);
    memset(last, -1, sizeof last);
    for (int i = 0; i < t->first; i++)
        for (int s = 0; s < t->table[i].seats; s++)
            if (t->table[i].seats > 1) last[t->table[i].who[s]] = i;
    for (int i = 0; i < t->first; i++)
        for (int s = 0; s < t->table[i].seats; s++)
            for (int k = 0; k < t->table[i].seats; k++) {
                int a = t->table[i].who[s], b = t->table[i].who[k];
                if (t->terms.format != PT_ARENA || last[a] == i || last[b] == i) met[a][b]++;
            }
}

static int byes_before(const pt_tournament *t, int who) {
    int n = 0;
    for (int i = 0; i < t->first; i++) n += t->table[i].seats == 1 && t->table[i].who[0] == who;
    return n;
}

/* How much people of a table have met; twice counts four times. A bye for somebody who had one
 * counts more than all of that. */
static int met_at(const pt_tournament *t, const uint16_t *who, int n) {
    int sum = n > 1 ? 0 : 10000 * byes_before(t, who[0]) * byes_before(t, who[0]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) sum += met[who[i]][who[k]] * met[who[i]][who[k]];
    return sum;
}

static int met_this_round(const pt_tournament *t) {
    int sum = 0;
    for (int i = t->first; i < t->used; i++)
        sum += met_at(t, t->table[i].who, t->table[i].seats);
    return sum;
}

/* The least there can be, with as many tables of each size as the round has. */
typedef struct try_all {
    const pt_tournament *t;
    uint16_t who[SOME];
    int n, sizes[PT_TOUR_SEATS + 1], best;
} try_all;

static void try_tables(try_all *a, unsigned left, int sum) {
    if (!left && sum < a->best) a->best = sum;
    if (!left || sum >= a->best) return;
    int first = __builtin_ctz(left);
    for (unsigned set = left; set; set = (set - 1) & left) {
        uint16_t who[PT_TOUR_SEATS] = {0};
        int size = __builtin_popcount(set), n = 0;
        if (!(set >> first & 1) || size > PT_TOUR_SEATS || !a->sizes[size]) continue;
        for (int i = 0; i < a->n; i++)
            if (set >> i & 1) who[n++] = a->who[i];
        a->sizes[size]--;
        try_tables(a, left & ~set, sum + met_at(a->t, who, n));
        a->sizes[size]++;
    }
}

static int least_met(const pt_tournament *t) {
    try_all a = {.t = t, .best = INT32_MAX};
    for (int i = t->first; i < t->used; i++) {
        a.sizes[t->table[i].seats]++;
        for (int s = 0; s < t->table[i].seats; s++) a.who[a.n++] = t->table[i].who[s];
    }
    try_tables(&a, (1u << a.n) - 1, 0);
    return a.best;
}

/* Everybody who plays sits at one table or has a bye. */
static void check_round(const club *c, const bool *plays) {
    const pt_tournament *t = &c->t;
    int seen[PT_ENTRANTS] = {0};
    for (int i = t->first; i < t->used; i++)
        for (int s = 0; s < t->table[i].seats; s++) seen[t->table[i].who[s]]++;
    for (int i = 0; i < t->entrants; i++)
        cr_assert_eq(seen[i], plays[i], "P%d in round %d", i + 1, t->round);
}

static void pair_and_check(club *c) {
    bool plays[PT_ENTRANTS] = {0};
    for (int i = 0; i < c->t.entrants; i++) plays[i] = pt_tour_plays(&c->t, i);
    cr_assert_null(club_pair(c));
    check_round(c, plays);
}

/* Seats of everybody differ by one at most; a smaller table excuses one. */
static int unbalanced(const pt_tournament *t) {
    int people = 0;
    for (int i = 0; i < t->entrants; i++) {
        const pt_entrant *e = &t->entrant[i];
        int least = INT32_MAX, most = 0;
        for (int s = 0; s < t->terms.seats; s++) {
            if (e->sat[s] < least) least = e->sat[s];
            if (e->sat[s] > most) most = e->sat[s];
        }
        people += most - least > 1 + e->small;
    }
    return people;
}

/* How much more often somebody sat in one seat than in another that every table has. */
static int widest_spread(const pt_tournament *t) {
    int widest = 0;
    for (int i = 0; i < t->entrants; i++)
        for (int s = 0; s < t->terms.seats; s++)
            for (int k = 0; k < t->terms.least; k++) {
                int spread = t->entrant[i].sat[s] - t->entrant[i].sat[k];
                if (spread > widest) widest = spread;
            }
    return widest;
}

static void begin(club *c, pt_tour_format format, int seats, int n, int rounds, int seed) {
    pt_terms terms = pt_terms_usual(format, seats);
    terms.seed = (uint64_t)seed;
    if (format == PT_SWISS || format == PT_ROBIN) terms.rounds = (uint8_t)rounds;
    cr_assert_null(club_make(c, &terms));
    for (int i = 0; i < n; i++)
        cr_assert_null(club_join(c, seed % 2 ? 0 : (int)pt_below(&c->luck, 2000)));
}

/* Somebody leaves or comes, now and then. */
static void come_and_go(club *c) {
    if (!pt_below(&c->luck, 4))
        club_someone(c, PT_TOUR_WITHDRAWN, (int)pt_below(&c->luck, c->t.entrants));
    if (!pt_below(&c->luck, 4)) club_join(c, 0);
}

/* --- Swiss --- */

Test(pairs, swiss_small_tables_meet_again_only_where_it_cannot_be_avoided) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int seats = 3 + seed % 3,
            n = seats + (int)pt_below(&c->luck, (uint32_t)(SOME + 1 - seats));
        begin(c, PT_SWISS, seats, n, 4, seed);
        for (int round = 0; round < 4 && pt_tour_playing(&c->t) >= 2; round++) {
            pair_and_check(c);
            find_met(&c->t);
            cr_assert_eq(met_this_round(&c->t), least_met(&c->t), "seed %d round %d", seed,
                         round + 1);
            club_play_round(c);
            if (c->t.entrants < SOME) come_and_go(c);
        }
    }
    free(c);
}

Test(pairs, swiss_tables_never_meet_again_and_have_balanced_seats_in_a_large_field) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int seats = 3 + seed % 3, rounds = 3 + (int)pt_below(&c->luck, 3);
        int n = 3 * rounds * (seats - 1) + (int)pt_below(&c->luck, 20);
        begin(c, PT_SWISS, seats, n, rounds, seed);
        for (int round = 0; round < rounds; round++) {
            pair_and_check(c);
            find_met(&c->t);
            cr_assert_eq(met_this_round(&c->t), 0, "seed %d round %d", seed, round + 1);
            cr_assert_eq(unbalanced(&c->t), 0, "seed %d round %d", seed, round + 1);
            club_play_round(c);
        }
    }
    free(c);
}

/* Nine at tables of up to four are three tables of three. */
Test(pairs, swiss_seats_are_balanced_at_tables_that_are_not_full) {
    club *c = club_open();
    for (int seed = 1; seed <= 30; seed++) {
        c->luck.state = (uint64_t)seed;
        begin(c, PT_SWISS, 4, 9, 6, seed);
        for (int round = 0; round < 6; round++) {
            pair_and_check(c);
            cr_assert_leq(widest_spread(&c->t), 2, "seed %d round %d", seed, round + 1);
            club_play_round(c);
        }
    }
    free(c);
}

Test(pairs, swiss_of_two_meet_again_only_where_it_cannot_be_avoided) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int n = 2 + (int)pt_below(&c->luck, SOME - 1), rounds = n < 6 ? n : 6;
        begin(c, PT_SWISS, 2, n, rounds, seed);
        for (int round = 0; round < rounds && pt_tour_playing(&c->t) >= 2; round++) {
            pair_and_check(c);
            find_met(&c->t);
            int least = least_met(&c->t);
            cr_assert(least ? met_this_round(&c->t) > 0 : !met_this_round(&c->t),
                      "seed %d round %d", seed, round + 1);
            club_play_round(c);
            if (c->t.entrants < SOME) come_and_go(c);
        }
    }
    free(c);
}

/* C.3: never two more in one seat than in the other, and never the same seat three times. */
static void check_seats_of_two(const pt_tournament *t, int seed) {
    int in_a_row[PT_ENTRANTS] = {0}, last[PT_ENTRANTS] = {0};
    for (int i = 0; i < t->used; i++)
        for (int s = 0; s < t->table[i].seats && t->table[i].seats == 2; s++) {
            int who = t->table[i].who[s];
            in_a_row[who] = last[who] == s + 1 ? in_a_row[who] + 1 : 1;
            last[who] = s + 1;
            cr_assert_lt(in_a_row[who], 3, "seed %d: P%d", seed, who + 1);
        }
    for (int i = 0; i < t->entrants; i++)
        cr_assert_leq(abs(t->entrant[i].sat[0] - t->entrant[i].sat[1]), 2, "seed %d", seed);
}

Test(pairs, swiss_of_two_in_a_large_field_keeps_seats_as_the_dutch_system_does) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int rounds = 3 + (int)pt_below(&c->luck, 5),
            n = 3 * rounds + (int)pt_below(&c->luck, 30);
        begin(c, PT_SWISS, 2, n, 0, seed);
        for (int round = 0; round < rounds; round++) {
            pair_and_check(c);
            find_met(&c->t);
            cr_assert_eq(met_this_round(&c->t), 0, "seed %d round %d", seed, round + 1);
            club_play_round(c);
            come_and_go(c);
        }
        check_seats_of_two(&c->t, seed);
        for (int i = 0; i < c->t.entrants; i++) cr_assert_leq(c->t.entrant[i].byes, 1);
    }
    free(c);
}

/* --- round robin --- */

static void play_robin(club *c, int seats, int n, int seed) {
    begin(c, PT_ROBIN, seats, n, 0, seed);
    for (int rounds = pt_tour_rounds(&c->t); rounds > 0; rounds--) {
        pair_and_check(c);
        club_play_round(c);
    }
    cr_assert_str_eq(club_pair(c), "no-more-rounds");
    c->t.first = c->t.used; /* find_met looks at all of them */
    find_met(&c->t);
}

Test(pairs, in_a_round_robin_of_two_all_meet_once_in_balanced_seats) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int n = 2 + seed % 20;
        play_robin(c, 2, n, seed);
        cr_assert_eq(unbalanced(&c->t), 0, "seed %d", seed);
        for (int i = 0; i < n; i++) {
            cr_assert_eq(c->t.entrant[i].byes, n % 2);
            for (int k = 0; k < i; k++) cr_assert_eq(met[i][k], 1, "seed %d", seed);
        }
    }
    free(c);
}

Test(pairs, in_a_round_robin_of_3_by_3_4_by_4_5_by_5_all_meet_once_in_balanced_seats) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        int seats = 3 + seed % 3, n = seats * seats;
        c->luck.state = (uint64_t)seed;
        play_robin(c, seats, n, seed);
        cr_assert_eq(unbalanced(&c->t), 0, "seed %d", seed);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < i; k++) cr_assert_eq(met[i][k], 1, "seed %d", seed);
    }
    free(c);
}

Test(pairs, a_round_robin_of_other_tables_meets_again_only_where_it_cannot_be_avoided) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int seats = 3 + seed % 3,
            n = seats + (int)pt_below(&c->luck, (uint32_t)(SOME + 1 - seats));
        begin(c, PT_ROBIN, seats, n == 9 ? 8 : n, 3, seed);
        for (int round = 0; round < 3; round++) {
            pair_and_check(c);
            find_met(&c->t);
            cr_assert_eq(met_this_round(&c->t), least_met(&c->t), "seed %d round %d", seed,
                         round + 1);
            club_play_round(c);
        }
    }
    free(c);
}

/* --- knock-out, arena --- */

Test(pairs, a_knockout_ends_with_one_who_has_not_lost) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int seats = 2 + seed % 4, n = 2 + (int)pt_below(&c->luck, 62), rounds = 0;
        begin(c, PT_KNOCKOUT, seats, n, 0, seed);
        for (; pt_tour_playing(&c->t) > 1; rounds++) {
            int before = pt_tour_playing(&c->t);
            pair_and_check(c);
            club_play_round(c);
            cr_assert_lt(pt_tour_playing(&c->t), before);
            if (seats == 2)
                cr_assert_eq(__builtin_popcount((unsigned)pt_tour_playing(&c->t)), 1);
        }
        cr_assert_eq(pt_tour_playing(&c->t), 1, "seed %d", seed);
        cr_assert_leq(rounds, 6, "seed %d", seed);
        for (int i = 0; i < n; i++) cr_assert_leq(c->t.entrant[i].byes, seats == 2 ? 1 : 2);
    }
    free(c);
}

Test(pairs, an_arena_seats_only_who_is_free_and_nobody_meets_twice_running_if_avoidable) {
    club *c = club_open();
    for (int seed = 1; seed <= tournaments(); seed++) {
        c->luck.state = (uint64_t)seed;
        int seats = 2 + seed % 4,
            n = seats + (int)pt_below(&c->luck, (uint32_t)(SOME + 1 - seats));
        begin(c, PT_ARENA, seats, n, 0, seed);
        for (int step = 0; step < 12; step++) {
            if (!club_pair(c)) {
                find_met(&c->t);
                cr_assert_eq(met_this_round(&c->t), least_met(&c->t), "seed %d step %d", seed,
                             step);
            }
            for (int i = 0; i < c->t.used; i++)
                if (!c->t.table[i].over && pt_below(&c->luck, 2)) club_play(c, i);
        }
    }
    free(c);
}
