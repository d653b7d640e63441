/* Feats of whole games by the law of the table: every move a request of whoever sits there,
 * every draw by the table's own seed. Whoever earned something has a badge in the store. Which
 * feats a seed brings was found by search: PETTEIA_FEATS=print prints them for the first seeds
 * of each game. The games' own tests have each feat, earned and just missed;
 * tests/test_badges.py has games on a server. */
/* SPDX-License-Identifier: MIT */
#include "server/feats.h"
#include "store/badges.h"
#include "store/people.h"
#include "store/sqlite.h"
#include "tests/desk.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct whole {
    const char *game;
    int seats;
    uint8_t seed;
    const char *earned[PT_SEATS]; /* by seat, as they are told */
} whole;

static pt_store *store;
#define EMPTY "/tmp/petteia-feats-XXXXXX" /* for mkdtemp() */
static char folder[] = EMPTY;
static int written;

static void nobody(void *who) { (void)who; }

static void told(void *who, uint64_t tag, pt_outcome outcome) {
    (void)who, (void)tag;
    cr_assert_eq(outcome, PT_WRITTEN);
    written++;
}

static void commit(pt_batch *b) {
    int until = written + 1;
    pt_store_commit(store, b, told, NULL, 0);
    for (int i = 0; i < 60000 && written < until; i++) {
        pt_store_poll(store);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    cr_assert_eq(written, until);
}

/* Everybody has an account: guests have no page. */
static void open_store(void) {
    bool taken;
    char path[64];
    PT_TEXT(why, 256);
    cr_assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/db", folder);
    const pt_store_config c = {.path = path, .wake = nobody};
    store = pt_store_lock(&c, &taken, &why);
    cr_assert(store && pt_store_open(store, &why), "%s", why.at);
    pt_batch *b = pt_batch_new();
    for (int i = 0; i < PT_SEATS; i++) {
        pt_person_row p = {.created = 1};
        snprintf(p.id, sizeof p.id, "%s", desk_people[i]);
        snprintf(p.name, sizeof p.name, "%s", desk_people[i]);
        snprintf(p.account, sizeof p.account, "%s", desk_people[i]);
        pt_batch_person(b, &p);
    }
    commit(b);
}

static void close_store(void) {
    char command[64];
    pt_store_close(store);
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
    strcpy(folder, EMPTY);
}

/* Random moves to the end. */
static void play(desk *d, const whole *g) {
    pt_wish w = desk_wish(g->game, g->seats);
    pt_rng luck = {g->seed};
    w.seed[0] = g->seed;
    desk_open(d, g->game);
    desk_start(d, &w);
    while (d->t.core.phase == PT_TABLE_PLAYING) desk_play(d, (uint32_t)pt_random(&luck));
    cr_assert_eq(d->t.core.stopped, PT_OVER_PLAYED);
}

typedef struct reading {
    pt_text text[PT_SEATS];
    char memory[PT_SEATS][200];
    int seats;
    bool done;
} reading;

static void take_badge(void *who, const pt_badge_row *row) {
    pt_text *text = who;
    pt_put(text, "%s%s", text->used ? " " : "", row->badge);
}

static void read_badges(pt_look *look, void *job) {
    reading *r = job;
    for (int i = 0; i < r->seats; i++)
        cr_assert_geq(pt_each_badge(look, desk_people[i], take_badge, &r->text[i]), 0);
}

static void badges_read(void *job) { ((reading *)job)->done = true; }

/* What each has in the store after this game. */
static void badges_of(const desk *d, int seats, reading *r) {
    pt_batch *b = pt_batch_new();
    *r = (reading){.seats = seats};
    for (int i = 0; i < seats; i++) r->text[i] = pt_text_on(r->memory[i], sizeof r->memory[i]);
    feats_note(&d->t, b);
    commit(b);
    cr_assert(pt_store_read(store, read_badges, badges_read, r));
    for (int i = 0; i < 60000 && !r->done; i++) {
        pt_store_poll(store);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    cr_assert(r->done);
}

static void print_seed(whole *g, uint8_t seed) {
    desk *d = malloc(sizeof *d);
    reading r;
    g->seed = seed;
    open_store();
    play(d, g);
    badges_of(d, g->seats, &r);
    for (int i = 0; i < g->seats; i++)
        if (r.text[i].used) printf("%s %d seat %d: %s\n", g->game, seed, i, r.memory[i]);
    desk_close(d);
    free(d);
    close_store();
}

/* Two of each, with the rules that the feats rest on (games/NAME/feats.c). */
static whole games[][2] = {
    {{"cyclades", 2, 15, {"wise", "battle wise"}},
     {"cyclades", 2, 12, {"battle isle", "battle isle wise"}}},
    {{"mykerinos", 2, 10, {"fives", "fives museum"}},
     {"mykerinos", 2, 13, {"museum", "fives museum"}}},
    {{"myriath", 2, 15, {"close tile", ""}}, {"myriath", 2, 49, {"", "far"}}},
    {{"myst", 2, 18, {"keys", "laid"}}, {"myst", 2, 12, {"keys switches", ""}}},
    {{"mytikas", 2, 28, {"favours", ""}}, {"mytikas", 2, 36, {"", "cards"}}},
};

static void check(const whole *g) {
    desk *d = malloc(sizeof *d);
    reading r;
    open_store();
    play(d, g);
    badges_of(d, g->seats, &r);
    for (int i = 0; i < g->seats; i++)
        cr_assert_str_eq(r.memory[i], g->earned[i], "%s, seat %d", g->game, i);
    desk_close(d);
    free(d);
    close_store();
}

static void check_both(whole g[2]) {
    if (getenv("PETTEIA_FEATS"))
        for (int seed = 1; seed <= 60; seed++) print_seed(g, (uint8_t)seed);
    else
        for (int i = 0; i < 2; i++) check(&g[i]);
}

Test(feats, r4_cyclades_philosophers_and_battles) { check_both(games[0]); }
Test(feats, r5_mykerinos_rooms_of_the_museum) { check_both(games[1]); }
Test(feats, r6_myriath_by_how_much_one_wins) { check_both(games[2]); }
Test(feats, r6_myst_keys_and_switches) { check_both(games[3]); }
Test(feats, r4_mytikas_favours_and_cards) { check_both(games[4]); }
