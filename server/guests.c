/* Guests are cheap to make, and most never come back: one who was not here for GUEST_DAYS goes,
 * unless something still needs them. Games that are over keep the name they played under. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node.h"
#include "server/web.h"
#include "store/people.h"
#include <stdlib.h>
#include <string.h>

enum { GUEST_DAYS = 30, EVERY_MS = 600000, SOON_MS = 1000, AT_ONCE = 50 };

typedef struct leaver {
    server *server;
    char person[PT_ID];
} leaver;

typedef struct leavers {
    server *server;
    int64_t before;
    int count;
    char person[AT_ONCE][PT_ID];
} leavers;

static void take_one(void *who, const char *person, const char *name) {
    leavers *l = who;
    (void)name;
    if (l->count < AT_ONCE) pt_copy(l->person[l->count++], PT_ID, person);
}

/* What cannot be read now is looked at the next time. */
static void read_unneeded(pt_look *look, void *job) {
    leavers *l = job;
    if (pt_each_unneeded(look, l->before, AT_ONCE, take_one, l) < 0) l->count = 0;
}

static void dropped(void *who, uint64_t tag, pt_outcome outcome) {
    leaver *l = who;
    (void)tag;
    if (outcome == PT_WRITTEN && !l->server->stopping)
        sessions_end(l->server, l->person, NULL, true);
    free(l);
}

/* A page that is open for weeks asks for nothing by HTTP. */
static bool is_here(const server *sv, const char *person) {
    for (const conn *c = sv->conns; c; c = c->next)
        if (strcmp(c->person, person) == 0) return true;
    return node_person_is_far(sv, person);
}

/* A batch each: whoever is needed after all keeps no other from going. */
static bool drop(server *sv, const char *person, int64_t last) {
    leaver *l = is_here(sv, person) ? NULL : calloc(1, sizeof *l);
    pt_batch *b = l ? pt_batch_new() : NULL;
    if (!b) {
        free(l);
        return false;
    }
    l->server = sv;
    pt_copy(l->person, sizeof l->person, person);
    pt_batch_drop_unneeded(b, person, last);
    pt_store_commit(sv->store, b, dropped, l, 0);
    return true;
}

static void unneeded_read(void *job) {
    leavers *l = job;
    server *sv = l->server;
    int gone = 0;
    for (int i = 0; i < l->count && !sv->stopping; i++)
        gone += drop(sv, l->person[i], l->before);
    if (gone) log_line("guests", "gone", "%d", gone);
    if (gone && l->count == AT_ONCE)
        sv->next_guests = now_ms() + SOON_MS; /* there may be more */
    free(l);
}

void guests_tidy(server *sv, int64_t now) {
    if (now < sv->next_guests) return;
    sv->next_guests = now + EVERY_MS;
    leavers *l = calloc(1, sizeof *l);
    if (!l) return;
    l->server = sv;
    l->before = wall_ms() - GUEST_DAYS * (int64_t)86400000;
    if (!pt_store_read(sv->store, read_unneeded, unneeded_read, l)) free(l);
}
