/* Taking a lease, of a table or of the office: the one place where a node does. */
/* SPDX-License-Identifier: MIT */
#include "server/node_inside.h"
#include <stdlib.h>

typedef struct taking {
    server *server;
    char table[PT_ID];
    node_leased *then;
    pt_lease lease;
} taking;

static void taken(void *who, uint64_t tag, pt_outcome outcome) {
    taking *t = who;
    bool good = outcome == PT_WRITTEN && !t->server->stopping;
    (void)tag;
    t->then(t->server, t->table, good ? &t->lease : NULL);
    free(t);
}

bool node_take_lease(server *sv, const char *table, const char *from, node_leased *then) {
    taking *t = calloc(1, sizeof *t);
    pt_batch *b = t ? pt_batch_new() : NULL;
    if (!b) {
        free(t);
        return false;
    }
    t->server = sv;
    t->then = then;
    pt_copy(t->table, sizeof t->table, table);
    pt_batch_take_lease(b, t->table, sv->node->name, from, &t->lease);
    pt_store_commit(sv->store, b, taken, t, 0);
    return true;
}
