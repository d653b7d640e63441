/* How fast the search is. */
/* SPDX-License-Identifier: MIT */
#include "bench/search.h"
#include "bench/playout.h"
#include "bots/search/search.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEMORY = 64 << 20, PLACES = 3 };

/* A position of a game between quick bots, `part` of PLACES + 1 through it. */
static bool position(const pt_game *g, const pt_config *c, int part, void *s) {
    pt_bot *bot = pt_bot_new(&pt_bot_greedy, g);
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    pt_rng rng = {(uint64_t)part + 1};
    int total = 0, wanted = 0;
    bool fine = bot && luck;
    for (int pass = 0; pass < 2 && fine; pass++) {
        rng.state = (uint64_t)part + 1;
        pt_start(g, s, c);
        for (int ply = 0; pt_head_of(s)->node != PT_OVER; ply++) {
            int seat = pt_mover(s);
            if (pass == 1 && ply >= wanted && seat != PT_LUCK) break;
            if (seat == PT_LUCK) {
                int n = g->chance(s, luck);
                uint32_t ticket = pt_below(&rng, pt_chance_total(luck, n));
                g->apply(s, PT_LUCK, luck[pt_chance_at(luck, n, ticket)].move);
            } else {
                g->apply(s, seat, pt_bot_pick(bot, s, seat, &rng));
            }
            total = ply;
        }
        if (pass == 0) wanted = total * (part + 1) / (PLACES + 2);
    }
    pt_bot_free(bot);
    free(luck);
    return fine && pt_head_of(s)->node == PT_DECIDE;
}

/* Iterations a second over the positions, if every thread has a core to itself: counted by the
 * CPU time of the process, so that other programs on a busy machine do not spoil it. */
static double measure(const pt_game *g, const pt_config *c, int threads, double span,
                      search_row *row) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    pt_search_options o = pt_search_normal();
    o.threads = threads;
    o.patient = true;
    o.forget = true;
    void *memory = malloc(MEMORY);
    pt_search *search = memory ? pt_search_open(memory, MEMORY, g, o) : NULL;
    uint64_t iterations = 0;
    double seconds = 0;
    pt_rng rng = {1};
    pt_budget b = {.millis = (uint32_t)(span * 1000 / PLACES) + 1, .cpu = true};
    for (int part = 0; part < PLACES && search; part++) {
        if (!position(g, c, part, s)) continue;
        int seat = pt_mover(s);
        pt_observe(g, s, seat, view);
        clock_t start = clock();
        pt_search_run(search, view, seat, &rng, &b);
        seconds += (double)(clock() - start) / CLOCKS_PER_SEC / threads;
        pt_search_stats stats = pt_search_stats_of(search);
        iterations += stats.iterations;
        if (threads == 1 && stats.nodes > row->nodes) row->nodes = stats.nodes;
    }
    row->memory = MEMORY;
    pt_search_close(search);
    free(memory);
    return seconds > 0 ? (double)iterations / seconds : 0;
}

static double playouts(const pt_game *g, const pt_config *c, double span) {
    playout p;
    if (!playout_init(&p, g, c)) return 0;
    uint64_t start = pt_micros(true), took, seed = 1;
    do {
        playout_game(&p, seed++);
        took = pt_micros(true) - start;
    } while ((double)took < span * 1e6);
    double rate = (double)p.games * 1e6 / (double)took;
    playout_done(&p);
    return rate;
}

bool search_measure(const pt_game *g, const pt_config *c, double span, search_row *row) {
    *row = (search_row){.game = g, .players = c->seats};
    row->iterations[0] = measure(g, c, 1, span * 0.4, row);
    row->iterations[1] = measure(g, c, 2, span * 0.4, row);
    row->playouts = playouts(g, c, span * 0.2);
    return row->playouts > 0;
}
