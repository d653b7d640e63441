/* How fast the search is. */
/* SPDX-License-Identifier: MIT */
#include "bench/search.h"
#include "bots/playout.h"
#include "bots/search/search.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEMORY = 64 << 20, PLACES = 3, TURNS = 4, WARM_UP = 1000 };

static void draw(const pt_game *g, void *s, pt_chance *luck, pt_rng *rng) {
    int n = g->chance(s, luck);
    uint32_t ticket = pt_below(rng, pt_chance_total(luck, n));
    g->apply(s, PT_LUCK, luck[pt_chance_at(luck, n, ticket)].move);
}

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
                draw(g, s, luck, &rng);
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

/* A search in memory of its own. */
typedef struct measured {
    void *memory;
    pt_search *search;
    int threads;
    double seconds; /* spent so far */
} measured;

static bool measured_open(measured *m, const pt_game *g, int threads) {
    pt_search_options o = pt_search_normal();
    o.threads = m->threads = threads;
    o.patient = true;
    o.forget = true;
    m->seconds = 0;
    m->memory = malloc(MEMORY);
    if (m->memory) memset(m->memory, 0, MEMORY); /* so that it is really there */
    m->search = m->memory ? pt_search_open(m->memory, MEMORY, g, o) : NULL;
    return m->search != NULL;
}

static void measured_close(measured *m) {
    pt_search_close(m->search);
    free(m->memory);
}

/* Seconds that so many iterations take if every thread has a core to itself: counted by the CPU
 * time of the process, so that other programs on a busy machine do not spoil it. What one
 * thread does while the others wait counts in full. */
static double seconds_of(const measured *m, const void *view, int seat, uint32_t iterations) {
    pt_rng rng = {1};
    clock_t start = clock();
    pt_search_run(m->search, view, seat, &rng, &(pt_budget){.iterations = iterations});
    double all = (double)(clock() - start) / CLOCKS_PER_SEC;
    double alone = 1e-6 * (double)pt_search_stats_of(m->search).alone;
    return alone + (all - alone) / m->threads;
}

/* The same number of iterations with one thread and with two, in turns, at each position. */
static bool iterations(const pt_game *g, const pt_config *c, double span, search_row *row) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    measured m[2] = {{0}, {0}};
    uint64_t made = 0;
    bool fine = measured_open(&m[0], g, 1) && measured_open(&m[1], g, 2);
    for (int part = 0; part < PLACES && fine; part++) {
        if (!position(g, c, part, s)) continue;
        int seat = pt_mover(s);
        pt_observe(g, s, seat, view);
        double one = seconds_of(&m[0], view, seat, WARM_UP) / WARM_UP + 1e-9;
        uint32_t many = (uint32_t)(span / (2 * PLACES * TURNS) / one) + WARM_UP;
        for (int turn = 0; turn < TURNS; turn++)
            for (int k = 0; k < 2; k++) m[k].seconds += seconds_of(&m[k], view, seat, many);
        made += (uint64_t)many * TURNS;
        pt_search_stats stats = pt_search_stats_of(m[0].search);
        if (stats.nodes > row->nodes) row->nodes = stats.nodes;
    }
    for (int k = 0; k < 2; k++) {
        if (m[k].seconds > 0) row->iterations[k] = (double)made / m[k].seconds;
        measured_close(&m[k]);
    }
    row->memory = MEMORY;
    return fine;
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
    if (!iterations(g, c, span * 0.8, row)) return false;
    row->playouts = playouts(g, c, span * 0.2);
    return row->playouts > 0;
}
