/* What a search calls certain is so (bots/search/solve.c): an exhaustive search of the rest of
 * the game comes to the same winner. And a bot that counts gets what a seat knows that has
 * forgotten nothing. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/search/search.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 30000, LATE = 14, ITERATIONS = 3000, MEMORY = 16 << 20 };

/* --- the rest of a game, exhaustively --- */

/* False at luck, or when there is too much to look at. Every seat maximises its own share. */
static bool exhausted(const pt_game *g, const void *s, int *left, int32_t share[PT_SEATS]) {
    pt_move list[1024];
    _Alignas(max_align_t) unsigned char next[PT_STATE_MAX];
    if (pt_head_of(s)->node == PT_OVER) {
        pt_final_shares(g, s, share);
        return true;
    }
    if (pt_head_of(s)->node != PT_DECIDE || --*left < 0) return false;
    int mover = pt_next_mover(s, PT_LUCK), n = g->legal(s, mover, list);
    cr_assert(n <= 1024);
    share[mover] = -1;
    for (int i = 0; i < n; i++) {
        int32_t after[PT_SEATS];
        memcpy(next, s, g->state_size);
        g->apply(next, mover, list[i]);
        if (!exhausted(g, next, left, after)) return false;
        if (after[mover] > share[mover]) memcpy(share, after, sizeof after);
    }
    return true;
}

/* 1: wins alone, -1: has no part in the win, 0: shares it. */
static int wins(int32_t share) {
    return share >= PT_ONE / 8 * 7 ? 1 : share <= PT_ONE / 8 ? -1 : 0;
}

/* --- the search --- */

typedef struct counts {
    int asked, sure, lost;
} counts;

static void compare(pt_search *s, const pt_game *g, const void *state, counts *c) {
    _Alignas(max_align_t) unsigned char next[PT_STATE_MAX];
    pt_found found[64];
    pt_rng rng = {7};
    pt_budget budget = {.iterations = ITERATIONS};
    int seat = pt_mover(state);
    pt_search_run(s, state, seat, &rng, &budget);
    int n = pt_search_stats_of(s).iterations ? pt_search_found(s, found, 64) : 0;
    c->asked += n > 0;
    for (int i = 0; i < n; i++) {
        int32_t share[PT_SEATS];
        int left = NODES;
        memcpy(next, state, g->state_size);
        g->apply(next, seat, found[i].move);
        if (!found[i].sure || !exhausted(g, next, &left, share)) continue;
        cr_assert_eq(wins(found[i].share[seat]), wins(share[seat]), "%s: %d for %d", g->name,
                     found[i].share[seat], share[seat]);
        c->sure++;
        c->lost += wins(share[seat]) < 0;
    }
}

/* Plays a game at random and asks about its last decisions. */
static void at_the_end(pt_search *s, const pt_game *g, uint64_t seed, counts *c) {
    static unsigned char states[4096][PT_STATE_MAX];
    pt_config config = pt_config_normal(g, 2);
    pt_move *moves = calloc(g->max_moves, sizeof *moves);
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    pt_rng rng = {seed};
    int n = 0;
    for (pt_start(g, state, &config); pt_head_of(state)->node != PT_OVER; n++) {
        cr_assert(n < 4096);
        memcpy(states[n], state, g->state_size);
        pt_random_step(g, state, &rng, moves, luck);
    }
    for (int i = n > LATE ? n - LATE : 0; i < n; i++) {
        memcpy(state, states[i], g->state_size);
        if (pt_head_of(state)->node == PT_DECIDE) compare(s, g, state, c);
    }
    free(moves);
    free(luck);
}

Test(certain, what_is_sure_is_so) {
    const char *const names[] = {"mykerinos", "myriath", "mytikas"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const pt_game *g = pt_game_named(names[i]);
        void *memory = malloc(MEMORY);
        pt_search *s = pt_search_open(memory, MEMORY, g, pt_search_normal());
        counts c = {0};
        for (uint64_t seed = 1; seed <= 12; seed++) at_the_end(s, g, seed, &c);
        cr_expect(c.sure > 20 && c.lost > 0 && c.lost < c.sure,
                  "%s: asked %d, sure %d, lost %d", g->name, c.asked, c.sure, c.lost);
        pt_search_close(s);
        free(memory);
    }
}

/* --- a bot that counts --- */

static unsigned char seen[PT_STATE_MAX];
static size_t no_size(const pt_game *g) {
    (void)g;
    return 0;
}
static pt_move look(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    (void)seat;
    (void)rng;
    memcpy(seen, view, bot->game->state_size);
    return 0;
}

/* Cyclades R1.3: purses are hidden, but every gain and payment is public. */
Test(certain, a_bot_that_counts_knows_every_purse) {
    const pt_game *g = pt_game_named("cyclades");
    const pt_bot_kind watcher = {.name = "watcher", .size = no_size, .pick = look};
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX], view[PT_STATE_MAX];
    pt_config config = pt_config_normal(g, 2);
    pt_move *moves = calloc(g->max_moves, sizeof *moves);
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    pt_rng rng = {3};
    pt_start(g, state, &config);
    for (int i = 0; i < 60 || pt_head_of(state)->node != PT_DECIDE; i++)
        pt_random_step(g, state, &rng, moves, luck);
    pt_bot *bot = pt_bot_new(&watcher, g);
    int seat = pt_mover(state);
    pt_bot_pick(bot, state, seat, &rng);
    pt_observe(g, state, seat, view);
    cr_expect_arr_eq(seen, view, g->state_size);
    cr_assert(pt_bot_set(bot, "count=1", 7, NULL));
    pt_bot_pick(bot, state, seat, &rng);
    cr_expect_arr_eq(seen, state, g->state_size);
    cr_expect(memcmp(view, state, g->state_size) != 0, "something is hidden");
    cr_expect_not(pt_bot_set(bot, "count=2", 7, NULL));
    pt_bot_free(bot);
    free(moves);
    free(luck);
}
