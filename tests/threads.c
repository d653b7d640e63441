/* Several threads on one tree, in every game: to be built with ThreadSanitizer (the suite
 * "threads" of tests/run.py), which stops at the first race. Little memory, so that the tree
 * moves house again and again; a second search, so that it is kept; a stop from outside. Counts
 * must add up, with whatever the threads had noted for themselves. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ITERATIONS = 2000 };

static int passed, failed;

static void expect(bool good, const pt_game *g, const char *what) {
    if (good)
        passed++;
    else
        failed++;
    if (!good) printf("%s: %s\n", g->name, what);
}

/* Some way into a random game, where somebody has a choice. */
static void some_state(const pt_game *g, pt_move *list, pt_chance *luck, void *s) {
    for (uint64_t seed = 1;; seed++) {
        pt_rng rng = {seed};
        pt_config c = pt_config_normal(g, g->max_seats);
        pt_start(g, s, &c);
        for (int i = 0; i < 40 && pt_head_of(s)->node != PT_OVER; i++)
            pt_random_step(g, s, &rng, list, luck);
        if (pt_head_of(s)->node == PT_DECIDE && g->legal(s, pt_mover(s), list) > 1) return;
    }
}

static void *stop_soon(void *stop) {
    nanosleep(&(struct timespec){0, 30000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

static void search_until_stopped(pt_search *s, const void *view, int seat, pt_rng *rng) {
    static atomic_bool stop;
    pthread_t thread;
    atomic_store(&stop, false);
    if (pthread_create(&thread, NULL, stop_soon, &stop)) return;
    pt_move m = pt_search_run(s, view, seat, rng, &(pt_budget){.stop = &stop});
    expect(s->game->check(view, seat, m, NULL) == PT_OK, s->game, "a move that is not legal");
    pthread_join(thread, NULL);
}

static void search_twice(pt_search *s, const void *view, int seat, pt_rng *rng) {
    const pt_game *g = s->game;
    for (int again = 0; again < 2; again++) {
        pt_move m = pt_search_run(s, view, seat, rng, &(pt_budget){.iterations = ITERATIONS});
        pt_search_stats stats = pt_search_stats_of(s);
        uint32_t visits = atomic_load(&tree_node_at(&s->tree, s->tree.root)->visits);
        expect(g->check(view, seat, m, NULL) == PT_OK, g, "a move that is not legal");
        expect(stats.iterations == ITERATIONS, g, "more or fewer iterations than asked for");
        expect(visits == stats.kept + stats.iterations, g, "visits were lost");
    }
}

static void try_game(const pt_game *g, int threads) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    pt_search_options o = pt_search_normal();
    o.threads = threads;
    o.patient = true;
    size_t size = pt_search_least(g, threads);
    pt_move *list = calloc(g->max_moves, sizeof *list);
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    void *memory = malloc(size);
    pt_search *search = memory ? pt_search_open(memory, size, g, o) : NULL;
    if (list && luck && search) {
        pt_rng rng = {1};
        some_state(g, list, luck, s);
        int seat = pt_mover(s);
        pt_observe(g, s, seat, view);
        search_twice(search, view, seat, &rng);
        search_until_stopped(search, view, seat, &rng);
    }
    expect(list && luck && search, g, "not enough memory");
    pt_search_close(search);
    free(memory);
    free(luck);
    free(list);
}

int main(void) {
    for (int i = 0; pt_games[i]; i++)
        for (int threads = 2; threads <= 3; threads++) try_game(pt_games[i], threads);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
