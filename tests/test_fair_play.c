/* Fair play by itself (server/fair.h): how often honest play would be shown to moderators, how
 * soon thrown games are, and who has left. The figures are printed; docs/fair.md quotes them.
 */
/* SPDX-License-Identifier: MIT */
#include "core/rng.h"
#include "server/fair.h"
#include "server/rating.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS = 10000, GAMES = 40, SETTLING = 60 };

typedef struct player {
    double strength; /* the truth, which nobody knows */
    rating rating;
} player;

static double chance(pt_rng *r) { return (double)(pt_random(r) >> 11) / (double)(1ull << 53); }

/* A sum of twelve is normal enough. */
static double normal(pt_rng *r, double mean, double deviation) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += chance(r);
    return mean + deviation * sum;
}

/* Games vary as the ratings take them to. */
static bool beats(pt_rng *r, const player *a, const player *b) {
    return chance(r) < fair_expects(a->strength, 0, b->strength, 0);
}

static void rate_two(player *a, player *b, bool won) {
    rating r[2] = {a->rating, b->rating};
    rate_game(2, (int[]){won ? 1 : 2, won ? 2 : 1}, r);
    a->rating = r[0];
    b->rating = r[1];
}

/* Known to the ratings from games against others. */
static void settle(pt_rng *r, player *p) {
    for (int i = 0; i < SETTLING; i++) {
        player other = {normal(r, 25, 6), {0, 0}};
        other.rating = (rating){other.strength, 1.5};
        rate_two(p, &other, beats(r, p, &other));
    }
}

typedef struct course {
    fair_game of[2][GAMES]; /* from the side of each */
    int games;
} course;

static void add(course *c, const player was[2], const player is[2], bool won,
                const bool early[2]) {
    for (int i = 0; i < 2; i++) {
        const rating *mine = &was[i].rating, *other = &was[1 - i].rating;
        const rating *after = &is[1 - i].rating;
        c->of[i][c->games] = (fair_game){
            fair_expects(mine->mu, mine->sigma, other->mu, other->sigma),
            won == (i == 0) ? 1 : 0,
            rating_shown(after->mu, after->sigma) - rating_shown(other->mu, other->sigma),
            early[i]};
    }
    c->games++;
}

/* How two people play each other; returns after how many games they are shown, or 0. The second
 * throws a game that often; honest people give up early in a few of those they lose. */
static int play(pt_rng *r, player p[2], double throws, double gives_up, int games) {
    course c = {.games = 0};
    for (int g = 0; g < games; g++) {
        const player was[2] = {p[0], p[1]};
        bool thrown = chance(r) < throws, won = thrown || beats(r, &p[0], &p[1]);
        bool early[2] = {!won && chance(r) < gives_up,
                         won && (thrown ? chance(r) < 0.5 : chance(r) < gives_up)};
        rate_two(&p[0], &p[1], won);
        add(&c, was, p, won, early);
        for (int i = 0; i < 2; i++)
            if (fair_judge(c.of[i], c.games).shown) return c.games;
    }
    return 0;
}

static int honest_shown(pt_rng *r, bool settled, double gap, int pairs, int *played) {
    int flagged = 0;
    for (int i = 0; i < pairs; i++) {
        double one = normal(r, 25, 6);
        player p[2] = {{one, {RATING_MU, RATING_SIGMA}},
                       {one - gap, {RATING_MU, RATING_SIGMA}}};
        for (int k = 0; k < 2 && settled; k++) settle(r, &p[k]);
        int after = play(r, p, 0, 0.05, GAMES);
        flagged += after > 0;
        *played += after ? after : GAMES;
    }
    return flagged;
}

/* Of honest pairs that play each other 40 times in a month, at most one in a hundred is shown,
 * whatever lies between them; and it is only shown. */
Test(fair, honest_play_is_seldom_shown) {
    static const double gaps[] = {0, 3, 6, 12};
    pt_rng r = {20261117};
    for (int settled = 0; settled < 2; settled++)
        for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
            int played = 0, pairs = PAIRS / 4;
            int flagged = honest_shown(&r, settled, gaps[i], pairs, &played);
            printf("honest, %s, %2.0f apart: %3d of %d pairs shown (%.2f %%), %d games\n",
                   settled ? "rated by others" : "both new       ", gaps[i], flagged, pairs,
                   100.0 * flagged / pairs, played);
            cr_assert(flagged * 100 <= pairs, "%d", flagged);
        }
}

/* Equals, of whom one throws most games: shown within a month of play in nearly all cases. */
Test(fair, thrown_games_are_shown_soon) {
    static const double throws[] = {0.6, 0.8, 1};
    enum { TRIES = 1000 };
    pt_rng r = {7};
    for (size_t i = 0; i < sizeof throws / sizeof *throws; i++) {
        int flagged = 0, sum = 0;
        for (int k = 0; k < TRIES; k++) {
            double strength = normal(&r, 25, 6);
            player p[2] = {{strength, {RATING_MU, RATING_SIGMA}},
                           {strength, {RATING_MU, RATING_SIGMA}}};
            for (int s = 0; s < 2; s++) settle(&r, &p[s]);
            int after = play(&r, p, throws[i], 0.05, GAMES);
            flagged += after > 0;
            sum += after;
        }
        printf("throws %3.0f %%: %.1f %% shown, after %.1f games on average\n", 100 * throws[i],
               100.0 * flagged / TRIES, flagged ? (double)sum / flagged : 0);
        cr_assert(throws[i] < 1 || flagged * 100 >= TRIES * 85, "%d", flagged);
    }
}

Test(fair, few_games_and_games_that_feed_nobody_say_nothing) {
    fair_game g[20];
    for (int i = 0; i < 20; i++) g[i] = (fair_game){0.9, 0, 0.2, true};
    cr_assert(!fair_judge(g, fair(FAIR_GAMES) - 1).shown &&
              fair_judge(g, fair(FAIR_GAMES)).shown);
    for (int i = 0; i < 20; i++) g[i].rise = -0.1;
    cr_assert(!fair_judge(g, 20).shown, "the winner's rating has not grown");
    for (int i = 0; i < 20; i++) g[i] = (fair_game){0.1, 0, 0.2, false};
    cr_assert(!fair_judge(g, 20).shown, "the weaker one loses, as expected");
    cr_assert(!fair_judge(g, 0).shown);
}

Test(fair, a_limit_doubles_up_to_a_week) {
    int64_t hour = 3600000;
    cr_assert_eq(fair_limit_ms(2), 0);
    cr_assert_eq(fair_limit_ms(3), 24 * hour);
    cr_assert_eq(fair_limit_ms(4), 48 * hour);
    cr_assert_eq(fair_limit_ms(5), 96 * hour);
    cr_assert_eq(fair_limit_ms(6), 168 * hour);
    cr_assert_eq(fair_limit_ms(1000000), 168 * hour);
}

/* --- who has left --- */

static void two_people(pt_table *t) {
    memset(t, 0, sizeof *t);
    t->core.seats = 3;
    for (int i = 0; i < 2; i++) t->core.seat[i].kind = PT_SEAT_HUMAN;
    t->core.seat[2].kind = PT_SEAT_BOT;
}

Test(fair, where_all_have_left_only_the_first_did) {
    static pt_table t;
    two_people(&t);
    t.core.seat[0].standin = 1;
    cr_assert_eq(fair_left(&t), 1, "one goes, the other stays");
    t.core.seat[1].standin = 1;
    t.now.away[0] = 2000;
    t.now.away[1] = 1000;
    cr_assert_eq(fair_left(&t), 2);
    t.now.away[0] = t.now.away[1] = 0;
    cr_assert_eq(fair_left(&t), 0, "nobody knows who was first");
}

Test(fair, time_that_runs_out_is_leaving_only_for_whoever_is_away) {
    static pt_table t;
    two_people(&t);
    t.core.seat[1].resigned = 1 + PT_RESIGN_CLOCK;
    cr_assert_eq(fair_left(&t), 0);
    t.now.away[1] = 5;
    cr_assert_eq(fair_left(&t), 2);
    t.core.seat[0].kind = PT_SEAT_BOT;
    cr_assert_eq(fair_left(&t), 0, "a bot does not mind");
}
