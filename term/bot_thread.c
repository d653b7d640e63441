/* A bot that thinks in a thread of its own; see bot_thread.h. */
/* SPDX-License-Identifier: MIT */
#include "term/bot_thread.h"
#include "bots/advise.h"
#include <assert.h>
#include <stdlib.h>

/* The move of a search, as on a server: it can say why. False: there is nothing to compare, or
 * no memory. */
static bool advise(pt_bot_thread *t) {
    pt_advice a;
    if (!pt_advise(t->bot->game, t->view, t->seat, &t->rng, &t->stop, &a)) return false;
    t->why = a.why;
    return a.known;
}

static void *think(void *argument) {
    pt_bot_thread *t = argument;
    t->known = t->explain && advise(t);
    t->answer = t->known ? t->why.move[0] : pt_bot_pick(t->bot, t->view, t->seat, &t->rng);
    atomic_store(&t->done, true);
    return NULL;
}

void pt_bot_thread_start(pt_bot_thread *t, pt_bot *bot, const void *state, int seat,
                         pt_rng rng) {
    assert(!t->busy);
    t->bot = bot;
    t->bot->budget.stop = &t->stop;
    t->seat = seat;
    t->rng = rng;
    t->busy = true;
    atomic_store(&t->done, false);
    pt_observe(bot->game, state, seat, t->view);
    t->running = pthread_create(&t->thread, NULL, think, t) == 0;
    if (!t->running) think(t); /* no thread could be made: think here */
}

bool pt_bot_thread_ready(const pt_bot_thread *t) { return t->busy && atomic_load(&t->done); }

pt_move pt_bot_thread_take(pt_bot_thread *t) {
    assert(pt_bot_thread_ready(t));
    if (t->running) pthread_join(t->thread, NULL);
    t->running = t->busy = false;
    return t->answer;
}

void pt_bot_thread_drop(pt_bot_thread *t) {
    atomic_store(&t->stop, true);
    if (t->running) pthread_join(t->thread, NULL);
    t->running = t->busy = false;
    atomic_store(&t->stop, false);
}
