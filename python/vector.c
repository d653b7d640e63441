/* Many games at once, in the caller's arrays, on several threads. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/threads.h"
#include "python/native.h"
#include <stdlib.h>
#include <string.h>

typedef struct row {
    uint64_t state[PT_STATE_MAX / 8];
    pt_rng rng;
    int seat, legal; /* who moves, and how many moves there are */
    int32_t *index;  /* max_moves of them: the legal ones, ascending */
} row;

typedef struct lists {
    pt_move *moves;
    pt_chance *luck;
} lists;

struct vector {
    const pt_game *game;
    pt_config config;
    pt_space space;
    int count;
    row *row;
    int32_t *indices;
    lists scratch[POOL_MOST];
    pool pool;
    enum { LOOK, STEP, SAMPLE } doing;
    const int32_t *action;
    int32_t *sample;
    uint8_t *view, *mask, *over;
    int32_t *seat;
    float *reward;
    const layout *layout;
    float *floats; /* or NULL */
    size_t wide;   /* floats of a view */
};

/* --- one game --- */

static void draw(const vector *v, row *r, pt_chance *luck) {
    const pt_game *g = v->game;
    while (pt_head_of(r->state)->node == PT_CHANCE) {
        int n = g->chance(r->state, luck);
        uint32_t ticket = pt_below(&r->rng, pt_chance_total(luck, n));
        g->apply(r->state, PT_LUCK, luck[pt_chance_at(luck, n, ticket)].move);
    }
}

static void list_moves(const vector *v, row *r, int last, pt_move *moves) {
    r->seat = pt_next_mover(r->state, last);
    r->legal = v->game->legal(r->state, r->seat, moves);
    for (int i = 0; i < r->legal; i++) r->index[i] = (int32_t)pt_index_of(&v->space, moves[i]);
}

static void begin(const vector *v, row *r, const lists *l) {
    pt_start(v->game, r->state, &v->config);
    draw(v, r, l->luck);
    list_moves(v, r, PT_LUCK, l->moves);
}

/* Only what was set is cleared: a mask may have thousands of places. */
static void mark(const vector *v, int i, uint8_t value) {
    uint8_t *mask = v->mask + (size_t)i * pt_space_size(&v->space);
    for (int k = 0; k < v->row[i].legal; k++) mask[v->row[i].index[k]] = value;
}

static void show(const vector *v, int i) {
    const row *r = &v->row[i];
    mark(v, i, 1);
    uint8_t *view = v->view + (size_t)i * v->game->state_size;
    pt_observe(v->game, r->state, r->seat, view);
    if (v->floats) layout_write(v->layout, view, v->floats + (size_t)i * v->wide);
    v->seat[i] = r->seat;
}

static void step_one(const vector *v, int i, const lists *l) {
    row *r = &v->row[i];
    int seats = v->config.seats, last = r->seat;
    mark(v, i, 0);
    v->game->apply(r->state, r->seat, pt_move_at(&v->space, (uint32_t)v->action[i]));
    draw(v, r, l->luck);
    reward_of(v->game, r->state, v->reward + (size_t)i * (size_t)seats);
    v->over[i] = pt_head_of(r->state)->node == PT_OVER;
    if (v->over[i])
        begin(v, r, l);
    else
        list_moves(v, r, last, l->moves);
    show(v, i);
}

static int32_t any_move(row *r) { return r->index[pt_below(&r->rng, (uint32_t)r->legal)]; }

/* The share of one thread. */
static void work(void *self, int thread) {
    const vector *v = self;
    int threads = v->pool.threads;
    int from = (int)((int64_t)v->count * thread / threads);
    int to = (int)((int64_t)v->count * (thread + 1) / threads);
    for (int i = from; i < to; i++) {
        switch (v->doing) {
        case LOOK: show(v, i); break;
        case STEP: step_one(v, i, &v->scratch[thread]); break;
        case SAMPLE: v->sample[i] = any_move(&v->row[i]); break;
        }
    }
}

/* --- all of them --- */

void vector_free(vector *v) {
    if (!v) return;
    if (v->pool.threads) pool_close(&v->pool);
    for (int i = 0; i < POOL_MOST; i++) {
        free(v->scratch[i].moves);
        free(v->scratch[i].luck);
    }
    free(v->indices);
    free(v->row);
    free(v);
}

static bool take_memory(vector *v, int threads) {
    size_t most = v->game->max_moves + 1u;
    v->row = calloc((size_t)v->count, sizeof *v->row);
    v->indices = malloc((size_t)v->count * most * sizeof *v->indices);
    if (!v->row || !v->indices) return false;
    for (int i = 0; i < v->count; i++) v->row[i].index = v->indices + (size_t)i * most;
    for (int i = 0; i < threads; i++) {
        v->scratch[i].moves = malloc(most * sizeof(pt_move));
        v->scratch[i].luck = malloc((v->game->max_chance + 1u) * sizeof(pt_chance));
        if (!v->scratch[i].moves || !v->scratch[i].luck) return false;
    }
    return true;
}

vector *vector_new(const char *game, int players, const char *options, int count, int threads,
                   uint64_t seed) {
    play *p = api_new(game, players, options, ""); /* checks the arguments */
    if (!p) return NULL;
    vector *v = calloc(1, sizeof *v);
    if (threads < 1) threads = 1;
    if (threads > POOL_MOST) threads = POOL_MOST;
    if (v) {
        v->game = p->now.head.game;
        v->config = p->now.head.config;
        v->space = pt_move_space(v->game->verbs);
        v->count = count;
        v->layout = layout_of(v->game->name);
        v->wide = (size_t)layout_floats(v->game->name);
    }
    api_drop(p);
    if (count < 1) {
        reply_english("there has to be one game at least");
        free(v);
        return NULL;
    }
    if (!v || !take_memory(v, threads)) {
        reply_english("there is not enough memory for so many games");
        vector_free(v);
        return NULL;
    }
    pool_open(&v->pool, threads, work, v);
    vector_reset(v, seed);
    return v;
}

void vector_attach(vector *v, uint8_t *view, uint8_t *mask, int32_t *seat, float *reward,
                   uint8_t *over) {
    size_t n = (size_t)v->count;
    v->view = view;
    v->mask = mask;
    v->seat = seat;
    v->reward = reward;
    v->over = over;
    memset(mask, 0, n * pt_space_size(&v->space));
    memset(reward, 0, n * v->config.seats * sizeof *reward);
    memset(over, 0, n);
    v->doing = LOOK;
    pool_run(&v->pool);
}

void vector_floats(vector *v, float *floats) {
    v->floats = floats;
    v->doing = LOOK;
    pool_run(&v->pool);
}

void vector_reset(vector *v, uint64_t seed) {
    pt_rng seeds = {seed};
    for (int i = 0; i < v->count; i++) {
        v->row[i].rng.state = pt_random(&seeds);
        begin(v, &v->row[i], &v->scratch[0]);
    }
    if (v->mask) vector_attach(v, v->view, v->mask, v->seat, v->reward, v->over);
}

static bool is_legal(const row *r, int32_t index) {
    int low = 0, high = r->legal - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (r->index[middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    return r->legal && r->index[low] == index;
}

int vector_step(vector *v, const int32_t *action) {
    for (int i = 0; i < v->count; i++)
        if (!is_legal(&v->row[i], action[i])) return i;
    v->doing = STEP;
    v->action = action;
    pool_run(&v->pool);
    return -1;
}

void vector_sample(vector *v, int32_t *action) {
    v->doing = SAMPLE;
    v->sample = action;
    pool_run(&v->pool);
}
