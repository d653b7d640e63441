/* Many games at once, in the caller's arrays, on several threads. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/threads.h"
#include "gpu/many.h"
#include "python/native.h"
#include <stdlib.h>
#include <string.h>

typedef enum { BEGIN, SHOW, STEP, SAMPLE } task;

struct vector {
    const pt_game *game;
    many many;
    pool pool;
    task doing;
    const int32_t *action;
    int32_t *sample;
    int32_t *seat; /* the caller's copy: what it writes there must not matter */
    const layout *layout;
    float *floats; /* or NULL */
    size_t wide;   /* floats of a view */
};

/* --- one game --- */

static void show(const vector *v, uint32_t i) {
    const uint8_t *view = v->many.view + (size_t)i * v->many.wide;
    v->seat[i] = v->many.seat[i];
    if (v->floats) layout_write(v->layout, view, v->floats + (size_t)i * v->wide);
}

static void do_one(const vector *v, uint32_t i) {
    const many *m = &v->many;
    uint64_t *s = many_state(m, i);
    pt_rng *rng = &m->rng[i];
    switch (v->doing) {
    case BEGIN: many_reset(v->game, m, i, s, rng); break;
    case SHOW: break;
    case STEP: many_step(v->game, m, i, s, rng, (uint32_t)v->action[i]); break;
    case SAMPLE: v->sample[i] = (int32_t)many_pick(m, i, rng); return;
    }
    show(v, i);
}

/* The share of one thread. */
static void work(void *self, int thread) {
    const vector *v = self;
    uint64_t count = v->many.count, threads = (uint64_t)v->pool.threads;
    uint32_t from = (uint32_t)(count * (uint64_t)thread / threads);
    uint32_t to = (uint32_t)(count * ((uint64_t)thread + 1) / threads);
    for (uint32_t i = from; i < to; i++) do_one(v, i);
}

/* --- all of them --- */

static void do_all(vector *v, task doing) {
    v->doing = doing;
    pool_run(&v->pool);
}

void vector_free(vector *v) {
    if (!v) return;
    if (v->pool.threads) pool_close(&v->pool);
    free(v->many.state);
    free(v->many.rng);
    free(v->many.seat);
    free(v->many.moves);
    free(v->many.legal);
    free(v);
}

static bool take_memory(many *m) {
    size_t n = m->count;
    m->state = calloc(n, m->words * sizeof *m->state);
    m->rng = calloc(n, sizeof *m->rng);
    m->seat = calloc(n, sizeof *m->seat);
    m->moves = calloc(n, sizeof *m->moves);
    m->legal = calloc(n, m->most * sizeof *m->legal);
    return m->state && m->rng && m->seat && m->moves && m->legal;
}

vector *vector_new(const char *game, int players, const char *options, int count, int threads) {
    play *p = api_new(game, players, options, ""); /* checks the arguments */
    if (!p) return NULL;
    const pt_game *g = p->now.head.game;
    pt_config config = p->now.head.config;
    api_drop(p);
    if (count < 1) {
        reply_english("there has to be one game at least");
        return NULL;
    }
    vector *v = calloc(1, sizeof *v);
    if (v) {
        v->game = g;
        v->many = many_of(g, &config, (uint32_t)count);
        v->layout = layout_of(g->name);
        v->wide = (size_t)layout_floats(g->name);
    }
    if (!v || !take_memory(&v->many)) {
        reply_english("there is not enough memory for so many games");
        vector_free(v);
        return NULL;
    }
    pool_open(&v->pool, threads < 1 ? 1 : threads > POOL_MOST ? POOL_MOST : threads, work, v);
    return v;
}

void vector_attach(vector *v, uint8_t *view, uint8_t *mask, int32_t *seat, float *reward,
                   uint8_t *over) {
    many *m = &v->many;
    m->view = view;
    m->mask = mask;
    m->reward = reward;
    m->over = over;
    v->seat = seat;
    memset(mask, 0, (size_t)m->count * pt_space_size(&m->space));
}

const int32_t *vector_moves(const vector *v) { return v->many.moves; }
const uint32_t *vector_legal(const vector *v) { return v->many.legal; }

void vector_floats(vector *v, float *floats) {
    v->floats = floats;
    do_all(v, SHOW);
}

void vector_reset(vector *v, uint64_t seed) {
    for (uint32_t i = 0; i < v->many.count; i++) v->many.rng[i] = pt_rng_nth(seed, i);
    do_all(v, BEGIN);
}

int vector_step(vector *v, const int32_t *action) {
    for (uint32_t i = 0; i < v->many.count; i++)
        if (!many_is_legal(&v->many, i, action[i])) return (int)i;
    v->action = action;
    do_all(v, STEP);
    return -1;
}

void vector_sample(vector *v, int32_t *action) {
    v->sample = action;
    do_all(v, SAMPLE);
}
