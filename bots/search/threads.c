/* SPDX-License-Identifier: MIT */
#include "bots/search/threads.h"
#include <string.h>

#ifdef POOL_ALONE
void pool_open(pool *p, int threads, void (*work)(void *self, int thread), void *self) {
    (void)threads;
    *p = (pool){1, work, self};
}
void pool_run(pool *p) { p->work(p->self, 0); }
void pool_close(pool *p) { p->threads = 0; }
#else

static void *wait_and_work(void *arg) {
    struct pool_seat *seat = arg;
    pool *p = seat->pool;
    unsigned turn = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->turn == turn && !p->leave) pthread_cond_wait(&p->begin, &p->lock);
        if (p->leave) break;
        turn = p->turn;
        pthread_mutex_unlock(&p->lock);
        p->work(p->self, seat->number);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0) pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void pool_open(pool *p, int threads, void (*work)(void *self, int thread), void *self) {
    memset(p, 0, sizeof *p);
    p->work = work;
    p->self = self;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    for (p->threads = 1; p->threads < threads && p->threads < POOL_MOST; p->threads++) {
        struct pool_seat *seat = &p->seat[p->threads];
        *seat = (struct pool_seat){p, p->threads};
        if (pthread_create(&p->thread[p->threads], NULL, wait_and_work, seat)) break;
    }
}

void pool_run(pool *p) {
    if (p->threads > 1) {
        pthread_mutex_lock(&p->lock);
        p->turn++;
        p->busy = p->threads - 1;
        pthread_cond_broadcast(&p->begin);
        pthread_mutex_unlock(&p->lock);
    }
    p->work(p->self, 0);
    if (p->threads == 1) return;
    pthread_mutex_lock(&p->lock);
    while (p->busy) pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void pool_close(pool *p) {
    pthread_mutex_lock(&p->lock);
    p->leave = true;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (int i = 1; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->begin);
    pthread_cond_destroy(&p->end);
}
#endif
