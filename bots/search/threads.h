/* A few threads that wait for work and do it together. They are made once, so that starting a
 * search starts no thread. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#if defined(__wasm__)
#define POOL_ALONE
#else
#include <pthread.h>
#endif

enum { POOL_MOST = 16 };

typedef struct pool {
    int threads; /* the caller counts as one */
    void (*work)(void *self, int thread);
    void *self;
#ifndef POOL_ALONE
    pthread_t thread[POOL_MOST];
    struct pool_seat {
        struct pool *pool;
        int number;
    } seat[POOL_MOST];
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned turn; /* counts the calls of pool_run */
    int busy;
    bool leave;
#endif
} pool;

/* Makes threads - 1 threads; fewer, down to none, if the system refuses. */
void pool_open(pool *p, int threads, void (*work)(void *self, int thread), void *self);
/* work(self, 0) here and work(self, i) on each thread; returns when all have returned. */
void pool_run(pool *p);
void pool_close(pool *p);
