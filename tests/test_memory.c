/* Nothing is allocated once a game is set up: the linker sends every malloc of the program
 * through here (-Wl,--wrap), and they are counted. */
/* SPDX-License-Identifier: MIT */
#include "bots/playout.h"
#include "core/position.h"
#include "invariants/invariants.h"
#include <criterion/criterion.h>
#include <stdlib.h>

static long calls;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

void *__wrap_malloc(size_t n) {
    calls++;
    return __real_malloc(n);
}
void *__wrap_calloc(size_t n, size_t size) {
    calls++;
    return __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t n) {
    calls++;
    return __real_realloc(p, n);
}

Test(memory, a_playout_takes_memory_once_and_then_none) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            playout p;
            pt_config c = pt_config_normal(g, seats);
            long before = calls;
            cr_assert(playout_init(&p, g, &c));
            cr_assert_gt(calls, before, "the counter does not count");
            before = calls;
            for (uint64_t seed = 1; seed <= 50; seed++) playout_game(&p, seed);
            cr_assert_eq(calls, before, "%s, %d players: %ld allocations", g->name, seats,
                         calls - before);
            playout_done(&p);
        }
    }
}

/* Text, positions, scores, views and secrets too: the checks call every function of a game.
 * Under the sanitizers one game is enough: they change no count, and tests/test_every_game.c
 * has them watch the same checks. */
Test(memory, no_function_of_a_game_allocates) {
    uint64_t games = getenv("PETTEIA_INVARIANTS_SHARE") ? 1 : 5;
    for (int i = 0; pt_games[i]; i++) {
        pt_config c = pt_config_normal(pt_games[i], pt_games[i]->max_seats);
        invariants *inv = invariants_new(pt_games[i], &c, invariants_brief);
        long before = calls;
        for (uint64_t seed = 1; seed <= games; seed++)
            cr_assert(invariants_play(inv, seed), "%s", invariants_report(inv));
        cr_assert_eq(calls, before, "%s: %ld allocations", pt_games[i]->name, calls - before);
        invariants_free(inv);
    }
}
