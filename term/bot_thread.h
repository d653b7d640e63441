/* A bot that thinks in a thread of its own, on a view of its own, one thought at a time. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/why.h"
#include <pthread.h>

typedef struct pt_bot_thread {
    pthread_t thread;
    bool running; /* the thread has to be joined */
    bool busy;    /* there is a thought, perhaps finished */
    atomic_bool done, stop;
    pt_bot *bot;
    int seat;
    pt_rng rng;
    pt_move answer;
    bool explain, known; /* whether reasons are wanted, and whether there are some */
    pt_why why;
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
} pt_bot_thread;

/* Begins to think about the choice of `seat` in `state`, of which the bot gets the seat's view.
 * The bot must stay until the thought is taken or dropped. */
void pt_bot_thread_start(pt_bot_thread *t, pt_bot *bot, const void *state, int seat,
                         pt_rng rng);
/* True if the thought is finished and can be taken. */
bool pt_bot_thread_ready(const pt_bot_thread *t);
pt_move pt_bot_thread_take(pt_bot_thread *t);
/* Tells the bot to stop, and drops its thought. */
void pt_bot_thread_drop(pt_bot_thread *t);
