/* A game has just ended where somebody played or spoke who has been deleted: erase.c is to look
 * at once. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include "store/people.h"
#include <stdlib.h>

typedef struct ended {
    server *server;
    int64_t num;
    pt_finding found;
} ended;

static void find_ended(pt_look *look, void *job) {
    ended *e = job;
    e->found = pt_find_forgotten_at(look, e->num);
}

static void ended_found(void *job) {
    ended *e = job;
    if (e->found != PT_ABSENT) e->server->next_erase = 0;
    free(e);
}

void erase_over(const hosted *h) {
    ended *e = calloc(1, sizeof *e);
    if (!e) return; /* the next time */
    *e = (ended){.server = h->server, .num = h->num};
    if (!pt_store_read(h->server->store, find_ended, ended_found, e)) free(e);
}
