/* The worker pool: bots that think and passwords that are hashed, off the loop. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 16, CHORES = 64 };

typedef struct task {
    struct task *next;
    /* a bot's */
    char table[PT_ID];
    const pt_game *game;
    const pt_bot_kind *kind;
    int seat;
    pt_move move;
    uint64_t view[PT_STATE_MAX / 8];
    /* any other */
    void (*work)(void *);
    void (*done)(server *, void *);
    void *job;
} task;

typedef struct task_queue {
    task *first, **last;
} task_queue;

struct pool {
    server *server;
    pthread_mutex_t lock;
    pthread_cond_t more;
    task_queue waiting, finished;
    int waiting_count, chores;
    bool closing;
    atomic_bool stop;
    int workers;
    pthread_t thread[WORKERS];
};

static void put(task_queue *q, task *t) {
    t->next = NULL;
    *q->last = t;
    q->last = &t->next;
}

static task *take(task_queue *q) {
    task *t = q->first;
    if (!t) return NULL;
    q->first = t->next;
    if (!q->first) q->last = &q->first;
    return t;
}

/* A worker keeps its last bot, because the next move often needs the same kind. */
typedef struct mind {
    pt_bot *bot;
    pt_rng rng;
} mind;

static void think(pool *p, mind *m, task *t) {
    if (m->bot && (m->bot->kind != t->kind || m->bot->game != t->game)) {
        pt_bot_free(m->bot);
        m->bot = NULL;
    }
    if (!m->bot) m->bot = pt_bot_new(t->kind, t->game);
    if (!m->bot) return;
    m->bot->budget.stop = &p->stop; /* at shutdown a thought is stopped */
    t->move = pt_bot_pick(m->bot, t->view, t->seat, &m->rng);
}

static void *work(void *arg) {
    pool *p = arg;
    mind m = {0};
    randombytes_buf(&m.rng, sizeof m.rng);
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->waiting.first && !p->closing) pthread_cond_wait(&p->more, &p->lock);
        if (p->closing) break;
        task *t = take(&p->waiting);
        pthread_mutex_unlock(&p->lock);
        if (t->work)
            t->work(t->job);
        else
            think(p, &m, t);
        pthread_mutex_lock(&p->lock);
        p->waiting_count--;
        put(&p->finished, t);
        net_wake(p->server->net);
    }
    pthread_mutex_unlock(&p->lock);
    pt_bot_free(m.bot);
    return NULL;
}

pool *pool_new(server *sv, int workers) {
    pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->server = sv;
    p->waiting.last = &p->waiting.first;
    p->finished.last = &p->finished.first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    p->workers = workers < 1 ? 1 : workers > WORKERS ? WORKERS : workers;
    for (int i = 0; i < p->workers; i++)
        if (pthread_create(&p->thread[i], NULL, work, p) != 0) abort(); /* at start-up */
    return p;
}

static void add(pool *p, task *t) {
    pthread_mutex_lock(&p->lock);
    put(&p->waiting, t);
    p->waiting_count++;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->lock);
}

/* Only the seat's own view leaves the table. */
bool pool_think(pool *p, const hosted *h, const pt_thinker *who) {
    task *t = calloc(1, sizeof *t);
    if (!t) return false;
    memcpy(t->table, h->table.core.id, sizeof t->table);
    t->game = h->table.game;
    t->kind = pt_bot_named(who->level);
    if (!t->kind) t->kind = &pt_bot_greedy;
    t->seat = who->seat;
    pt_observe(t->game, h->table.core.state, who->seat, t->view);
    add(p, t);
    return true;
}

bool pool_do(pool *p, void (*work_for)(void *), void (*done)(server *, void *), void *job) {
    task *t = p->chores < CHORES ? calloc(1, sizeof *t) : NULL;
    if (!t) return false;
    p->chores++;
    t->work = work_for;
    t->done = done;
    t->job = job;
    add(p, t);
    return true;
}

void pool_poll(pool *p) {
    pthread_mutex_lock(&p->lock);
    task *list = p->finished.first;
    p->finished.first = NULL;
    p->finished.last = &p->finished.first;
    pthread_mutex_unlock(&p->lock);
    while (list) {
        task *t = list;
        list = t->next;
        if (t->work) {
            p->chores--;
            t->done(p->server, t->job);
        } else {
            request r = {.kind = PT_ASK_BOT_MOVE, .seat = t->seat, .move = t->move};
            tables_post(p->server, t->table, &r);
        }
        free(t);
    }
}

int pool_waiting(pool *p) {
    pthread_mutex_lock(&p->lock);
    int n = p->waiting_count;
    pthread_mutex_unlock(&p->lock);
    return n;
}

void pool_free(pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    atomic_store(&p->stop, true);
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->workers; i++) pthread_join(p->thread[i], NULL);
    for (task *t; (t = take(&p->waiting));) free(t);
    for (task *t; (t = take(&p->finished));) free(t);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->more);
    free(p);
}
