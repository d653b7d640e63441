/* Many games, handed out in batches of those that are ready first, so that nobody waits for the
 * slowest. Threads take games from a line, play, and write each into the next free row. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "python/vector.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MOST = 64, CHUNK = 32 }; /* games that a thread takes from the line at once */
enum { BEGIN_ANEW = VECTOR_STAY };      /* as an action */

struct batches {
    vector *games;
    many *many;
    pt_bot **bot; /* [count], or NULL */
    bool random;  /* the others play at random, without a bot */
    int seat;     /* the caller's; -1: all */
    uint32_t batch, blocks, chunk;
    batch_rows rows;
    int type;
    pthread_t thread[THREADS_MOST];
    int threads;
    pthread_mutex_t lock; /* of the line and of what is on its way */
    pthread_cond_t work, full;
    uint32_t *line; /* [count]: a ring of games that wait for a thread */
    uint64_t taken, sent, received;
    bool *away;      /* [count]: on its way */
    int32_t *action; /* [count] */
    bool leave;
    uint32_t *turn; /* [count]: how often it was handed out */
    atomic_uint_fast64_t ready;
    atomic_uint *done; /* [blocks]: rows that are written */
};

/* --- one game --- */

static uint32_t choice(const batches *b, uint32_t i) {
    const many *m = b->many;
    if (b->random) return many_pick(m, i, &m->rng[i]);
    pt_move move = pt_bot_pick(b->bot[i], many_state(m, i), m->seat[i], &m->rng[i]);
    return pt_index_of(&m->space, move);
}

static void others(const batches *b, uint32_t i) {
    const many *m = b->many;
    while (b->seat >= 0 && !m->over[i] && m->seat[i] != b->seat)
        many_step(m->game, m, i, many_state(m, i), &m->rng[i], choice(b, i));
}

/* A game that others end before the caller's first choice is not worth showing. */
static void begin(const batches *b, uint32_t i) {
    const many *m = b->many;
    do {
        many_reset(m->game, m, i, many_state(m, i), &m->rng[i]);
        others(b, i);
    } while (m->over[i]);
}

static void go_on(const batches *b, uint32_t i) {
    const many *m = b->many;
    if (b->action[i] == BEGIN_ANEW || m->over[i]) {
        begin(b, i);
        return;
    }
    many_step(m->game, m, i, many_state(m, i), &m->rng[i], (uint32_t)b->action[i]);
    others(b, i);
}

/* --- its row --- */

/* Only what was set is cleared, as in many_mark(). */
static void write_mask(const batches *b, uint32_t i, size_t row) {
    const many *m = b->many;
    uint8_t *mask = b->rows.mask + row * pt_space_size(&m->space);
    const uint32_t *old = b->rows.legal + row * m->most;
    const uint32_t *now = m->legal + (size_t)i * m->most;
    for (int k = 0; k < b->rows.moves[row]; k++) mask[old[k]] = 0;
    for (int k = 0; k < m->moves[i]; k++) mask[now[k]] = 1;
}

static void write_row(const batches *b, uint32_t i, size_t row) {
    const many *m = b->many;
    const batch_rows *r = &b->rows;
    int viewer = b->seat < 0 ? m->seat[i] : b->seat;
    const float *reward = m->reward + (size_t)i * m->config.seats;
    if (r->mask) write_mask(b, i, row);
    r->game[row] = (int32_t)i;
    r->seat[row] = viewer;
    r->moves[row] = m->moves[i];
    memcpy(r->legal + row * m->most, m->legal + (size_t)i * m->most,
           (size_t)m->moves[i] * sizeof *r->legal);
    r->over[row] = m->over[i];
    if (b->seat >= 0)
        r->reward[row] = reward[b->seat];
    else
        memcpy(r->reward + row * m->config.seats, reward, m->config.seats * sizeof *reward);
    vector_row(b->games, i, viewer, b->type,
               (uint8_t *)r->observation + row * vector_row_size(b->games, b->type));
}

/* The next free row. If a batch has all games, each has its own place. */
static size_t row_for(batches *b, uint32_t i) {
    if (b->batch < b->many->count)
        return atomic_fetch_add(&b->ready, 1) % ((uint64_t)b->blocks * b->batch);
    return (size_t)(b->turn[i]++ % b->blocks) * b->batch + i;
}

static void hand_out(batches *b, uint32_t i) {
    go_on(b, i);
    size_t row = row_for(b, i);
    write_row(b, i, row);
    if (atomic_fetch_add(&b->done[row / b->batch], 1) + 1 < b->batch) return;
    pthread_mutex_lock(&b->lock);
    pthread_cond_signal(&b->full);
    pthread_mutex_unlock(&b->lock);
}

/* --- threads --- */

static uint32_t take_some(batches *b, uint32_t *out) {
    uint64_t wait = b->sent - b->taken, fair = wait / (uint64_t)b->threads + 1;
    uint32_t n = (uint32_t)(fair < b->chunk ? fair : b->chunk);
    if (n > wait) n = (uint32_t)wait;
    for (uint32_t k = 0; k < n; k++) out[k] = b->line[b->taken++ % b->many->count];
    return n;
}

static void *work(void *self) {
    batches *b = self;
    uint32_t mine[CHUNK];
    for (;;) {
        pthread_mutex_lock(&b->lock);
        while (!b->leave && b->taken == b->sent) pthread_cond_wait(&b->work, &b->lock);
        uint32_t n = b->leave ? 0 : take_some(b, mine);
        pthread_mutex_unlock(&b->lock);
        if (!n) return NULL;
        for (uint32_t k = 0; k < n; k++) hand_out(b, mine[k]);
    }
}

static bool start_threads(batches *b, int threads) {
    int most = threads < 1 ? 1 : threads > THREADS_MOST ? THREADS_MOST : threads;
    pthread_mutex_lock(&b->lock); /* they share the work by how many they are */
    while (b->threads < most && !pthread_create(&b->thread[b->threads], NULL, work, b))
        b->threads++;
    pthread_mutex_unlock(&b->lock);
    return b->threads > 0;
}

/* --- all of them --- */

void batches_free(batches *b) {
    if (!b) return;
    pthread_mutex_lock(&b->lock);
    b->leave = true;
    pthread_cond_broadcast(&b->work);
    pthread_mutex_unlock(&b->lock);
    for (int k = 0; k < b->threads; k++) pthread_join(b->thread[k], NULL);
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->work);
    pthread_cond_destroy(&b->full);
    for (uint32_t i = 0; b->bot && i < b->many->count; i++) pt_bot_free(b->bot[i]);
    free(b->bot);
    free(b->many->reward);
    free(b->many->over);
    vector_free(b->games);
    free(b->line);
    free(b->away);
    free(b->action);
    free(b->turn);
    free(b->done);
    free(b);
}

static bool take_memory(batches *b) {
    many *m = b->many;
    size_t n = m->count;
    m->reward = calloc(n, m->config.seats * sizeof *m->reward);
    m->over = calloc(n, sizeof *m->over);
    b->line = calloc(n, sizeof *b->line);
    b->away = calloc(n, sizeof *b->away);
    b->action = calloc(n, sizeof *b->action);
    b->turn = calloc(n, sizeof *b->turn);
    b->done = calloc(b->blocks, sizeof *b->done);
    return m->reward && m->over && b->line && b->away && b->action && b->turn && b->done;
}

batches *batches_new(const char *game, int players, const char *options, int count, int batch,
                     int threads) {
    vector *games = vector_new(game, players, options, count, 1);
    if (!games) return NULL;
    if (batch < 1 || batch > count) {
        reply_english("a batch has one game at least, and at most all of them");
        vector_free(games);
        return NULL;
    }
    batches *b = calloc(1, sizeof *b);
    if (!b) abort();
    b->games = games;
    b->many = vector_all(games);
    b->many->stays = true;
    b->seat = -1;
    b->batch = (uint32_t)batch;
    b->blocks = (uint32_t)((count + batch - 1) / batch) + 1; /* one is the caller's */
    b->chunk = CHUNK;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->work, NULL);
    pthread_cond_init(&b->full, NULL);
    if (take_memory(b) && start_threads(b, threads)) return b;
    reply_english("there is not enough memory for so many games");
    batches_free(b);
    return NULL;
}

vector *batches_games(batches *b) { return b->games; }

int batches_blocks(const batches *b) { return (int)b->blocks; }

/* A bot that thinks is slow, so that a thread takes one game after the other. */
bool batches_against(batches *b, int seat, const char *bot) {
    PT_TEXT(why, 300);
    uint32_t count = b->many->count;
    b->seat = seat;
    b->random = strcmp(bot, pt_bot_random.name) == 0;
    if (b->random) return true;
    b->chunk = 1;
    b->bot = calloc(count, sizeof(pt_bot *));
    if (!b->bot) abort();
    for (uint32_t i = 0; i < count; i++) {
        b->bot[i] = pt_bot_made(bot, b->many->game, &why);
        if (!b->bot[i]) return reply_why(PT_UNREADABLE, &why) == PT_OK;
    }
    return true;
}

void batches_attach(batches *b, const batch_rows *rows, int type) {
    b->rows = *rows;
    b->type = type;
}

/* --- there and back --- */

/* The first of the games that cannot go, with a refusal; -1: all can. They are marked then. */
static int mark(batches *b, int count, const int32_t *game, const int32_t *action) {
    int k = 0;
    PT_TEXT(why, 200);
    for (; k < count; k++) {
        uint32_t i = (uint32_t)game[k];
        if (i >= b->many->count)
            pt_put(&why, "there is no game %d", game[k]);
        else if (b->away[i])
            pt_put(&why, "game %d is on its way already", game[k]);
        else if (action && !b->many->over[i] && !b->many->moves[i])
            pt_put(&why, "game %d has not begun: reset it first", game[k]);
        else if (action && !b->many->over[i] && !many_is_legal(b->many, i, action[k]))
            pt_put(&why, "game %d: move %d is not legal", game[k], action[k]);
        if (why.used) break;
        b->away[i] = true;
    }
    if (k == count) return -1;
    reply_english(why.at);
    for (int back = 0; back < k; back++) b->away[game[back]] = false;
    return k;
}

bool batches_send(batches *b, int count, const int32_t *game, const int32_t *action) {
    pthread_mutex_lock(&b->lock);
    bool good = mark(b, count, game, action) < 0;
    for (int k = 0; good && k < count; k++) {
        b->action[game[k]] = action ? action[k] : BEGIN_ANEW;
        b->line[b->sent++ % b->many->count] = (uint32_t)game[k];
    }
    if (good) pthread_cond_broadcast(&b->work);
    pthread_mutex_unlock(&b->lock);
    return good;
}

int batches_receive(batches *b) {
    pthread_mutex_lock(&b->lock);
    uint32_t block = (uint32_t)(b->received % b->blocks);
    bool enough = b->sent - b->received * b->batch >= b->batch;
    while (enough && atomic_load(&b->done[block]) < b->batch)
        pthread_cond_wait(&b->full, &b->lock);
    if (enough) {
        const int32_t *game = b->rows.game + (size_t)block * b->batch;
        for (uint32_t k = 0; k < b->batch; k++) b->away[game[k]] = false;
        atomic_store(&b->done[block], 0);
        b->received++;
    } else {
        reply_english("fewer games are on their way than a batch has");
    }
    pthread_mutex_unlock(&b->lock);
    return enough ? (int)block : -1;
}
