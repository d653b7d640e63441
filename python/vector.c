/* Many games at once, in the caller's arrays, on several threads. */
/* SPDX-License-Identifier: MIT */
#include "python/vector.h"
#include "bots/search/threads.h"
#include "core/tensor_quick.h"
#include <stdlib.h>
#include <string.h>

typedef enum { BEGIN, SHOW, STEP, SAMPLE, LOOK, CHOICES, JOIN, CHECK } task;

enum { WORTH_SHARING = 512 }; /* games: waking the others takes longer than to check fewer */

/* What the task at hand reads and writes, a row for each game. */
typedef struct job {
    task doing;
    const uint8_t *which;
    const int32_t *action, *viewer, *prefix;
    int32_t *chosen;
    int type, at, width;
    uint8_t *out;
} job;

struct vector {
    const pt_game *game;
    many many;
    pool pool;
    job job;
    int32_t *seat; /* the caller's copy: what it writes there must not matter */
    uint8_t *observation;
    int type;
    pt_quick quick[PT_SEATS]; /* the plan, for each viewer */
};

static const uint8_t sizes[] = {[TENSOR_BYTES] = 1, [TENSOR_HALVES] = 2, [TENSOR_FLOATS] = 4};

/* --- one game --- */

size_t vector_row_size(const vector *v, int type) {
    return (size_t)v->many.plan.columns * sizes[type];
}

void vector_row(const vector *v, uint32_t i, int viewer, int type, uint8_t *row) {
    uint64_t seen[PT_STATE_MAX / 8];
    const void *view = many_view(v->game, &v->many, many_state(&v->many, i), viewer, seen);
    uint64_t words[PT_ROW_WORDS];
    pt_quick_write(&v->quick[viewer], view, words);
    tensor_put_row(&v->many.plan, words, type, row);
}

static void look(const vector *v, uint32_t i, int viewer, int type, uint8_t *rows) {
    vector_row(v, i, viewer, type, rows + i * vector_row_size(v, type));
}

static void show(const vector *v, uint32_t i) {
    v->seat[i] = v->many.seat[i];
    if (v->observation) look(v, i, v->many.seat[i], v->type, v->observation);
}

/* A game that stays as it is did not end with this step. */
static void stay(const many *m, uint32_t i) {
    for (unsigned k = 0; k < m->config.seats; k++)
        m->reward[(size_t)i * m->config.seats + k] = 0;
    m->over[i] = 0;
}

static void do_one(const vector *v, const job *j, uint32_t i) {
    const many *m = &v->many;
    uint64_t *s = many_state(m, i);
    pt_rng *rng = &m->rng[i];
    switch (j->doing) {
    case BEGIN:
        if (j->which && !j->which[i]) return;
        many_reset(v->game, m, i, s, rng);
        break;
    case SHOW: many_show(v->game, m, i, s); break;
    case STEP:
        if (j->action[i] == VECTOR_STAY) {
            stay(m, i);
            return;
        }
        many_step(v->game, m, i, s, rng, (uint32_t)j->action[i]);
        break;
    case SAMPLE:
        j->chosen[i] = VECTOR_STAY;
        if (m->moves[i] && (!j->which || j->which[i]))
            j->chosen[i] = (int32_t)many_pick(m, i, rng);
        return;
    case LOOK: look(v, i, j->viewer[i], j->type, j->out); return;
    case CHOICES:
        many_choices(m, i, j->prefix + (size_t)i * MANY_STEPS, j->at, (uint32_t)j->width,
                     j->out + (size_t)i * (size_t)j->width);
        return;
    case JOIN: j->chosen[i] = many_join(m, j->prefix + (size_t)i * MANY_STEPS); return;
    case CHECK: return; /* not one by one: first_wrong() */
    }
    show(v, i);
}

/* The first of these games whose action is not legal; -1: all are. */
static int32_t first_wrong(const vector *v, const int32_t *action, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++)
        if (action[i] != VECTOR_STAY && !many_is_legal(&v->many, i, action[i]))
            return (int32_t)i;
    return -1;
}

/* The share of one thread. */
static void work(void *self, int thread) {
    const vector *v = self;
    uint64_t count = v->many.count, threads = (uint64_t)v->pool.threads;
    uint32_t from = (uint32_t)(count * (uint64_t)thread / threads);
    uint32_t to = (uint32_t)(count * ((uint64_t)thread + 1) / threads);
    if (v->job.doing == CHECK)
        v->job.chosen[thread] = first_wrong(v, v->job.action, from, to);
    else
        for (uint32_t i = from; i < to; i++) do_one(v, &v->job, i);
}

many *vector_all(vector *v) { return &v->many; }

/* --- all of them --- */

static void do_all(vector *v, job what) {
    v->job = what;
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
        tensor_plan(game, players, &v->many.plan);
        for (int seat = 0; seat < players; seat++)
            pt_quick_make(&v->quick[seat], &v->many.plan, seat, g->state_size);
    }
    if (!v || !take_memory(&v->many)) {
        reply_english("there is not enough memory for so many games");
        vector_free(v);
        return NULL;
    }
    pool_open(&v->pool, threads < 1 ? 1 : threads > POOL_MOST ? POOL_MOST : threads, work, v);
    return v;
}

void vector_attach(vector *v, void *observation, int type, uint8_t *mask, int32_t *seat,
                   float *reward, uint8_t *over) {
    many *m = &v->many;
    v->observation = observation;
    v->type = type;
    m->mask = mask;
    m->reward = reward;
    m->over = over;
    v->seat = seat;
    if (mask) memset(mask, 0, (size_t)m->count * pt_space_size(&m->space));
}

void vector_again(vector *v, bool again) { v->many.stays = !again; }

void vector_recalls(vector *v, bool recalls) { v->many.recalls = recalls; }

const int32_t *vector_moves(const vector *v) { return v->many.moves; }
const uint32_t *vector_legal(const vector *v) { return v->many.legal; }

void vector_seed(vector *v, uint64_t seed) {
    for (uint32_t i = 0; i < v->many.count; i++) v->many.rng[i] = pt_rng_nth(seed, i);
}

void vector_seed_one(vector *v, int game, uint64_t seed) {
    v->many.rng[game] = pt_rng_nth(seed, 0);
}

void vector_reset(vector *v, const uint8_t *which) {
    do_all(v, (job){.doing = BEGIN, .which = which});
}

int vector_step(vector *v, const int32_t *action) {
    int32_t wrong[POOL_MOST] = {-1};
    int shares = v->many.count < WORTH_SHARING ? 1 : v->pool.threads;
    if (shares > 1)
        do_all(v, (job){.doing = CHECK, .action = action, .chosen = wrong});
    else
        wrong[0] = first_wrong(v, action, 0, v->many.count);
    for (int k = 0; k < shares; k++)
        if (wrong[k] >= 0) return wrong[k];
    do_all(v, (job){.doing = STEP, .action = action});
    return -1;
}

void vector_sample(vector *v, const uint8_t *which, int32_t *action) {
    do_all(v, (job){.doing = SAMPLE, .which = which, .chosen = action});
}

/* --- what seats may know --- */

void vector_look(vector *v, const int32_t *viewer, int type, void *out) {
    do_all(v, (job){.doing = LOOK, .viewer = viewer, .type = type, .out = out});
}

void vector_view(const vector *v, int game, int viewer, uint8_t *out) {
    uint64_t seen[PT_STATE_MAX / 8];
    pt_observe(v->game, many_state(&v->many, (uint32_t)game), viewer, seen);
    memcpy(out, seen, v->game->state_size);
}

void vector_draw(const vector *v, int game, int viewer) {
    draw_view(v->game, many_state(&v->many, (uint32_t)game), viewer);
}

/* --- moves step by step --- */

void vector_choices(vector *v, const int32_t *prefix, int at, int width, uint8_t *out) {
    do_all(v, (job){.doing = CHOICES, .prefix = prefix, .at = at, .width = width, .out = out});
}

void vector_join(vector *v, const int32_t *prefix, int32_t *action) {
    do_all(v, (job){.doing = JOIN, .prefix = prefix, .chosen = action});
}

/* --- all games as bytes: states, draws, seats --- */

static size_t states_size(const many *m) {
    return (size_t)m->count * m->words * sizeof *m->state;
}

int64_t vector_size(const vector *v) {
    const many *m = &v->many;
    return (int64_t)(states_size(m) + m->count * (sizeof *m->rng + sizeof *m->seat));
}

void vector_save(const vector *v, uint8_t *out) {
    const many *m = &v->many;
    memcpy(out, m->state, states_size(m));
    memcpy(out += states_size(m), m->rng, m->count * sizeof *m->rng);
    memcpy(out + m->count * sizeof *m->rng, m->seat, m->count * sizeof *m->seat);
}

void vector_restore(vector *v, const uint8_t *saved) {
    many *m = &v->many;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->mask) many_mark(m, i, 0);
        stay(m, i);
    }
    memcpy(m->state, saved, states_size(m));
    memcpy(m->rng, saved += states_size(m), m->count * sizeof *m->rng);
    memcpy(m->seat, saved + m->count * sizeof *m->rng, m->count * sizeof *m->seat);
    do_all(v, (job){.doing = SHOW});
}
