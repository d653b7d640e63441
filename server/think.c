/* The node's side of thinking apart: jobs that workers have. */
/* SPDX-License-Identifier: MIT */
#include "server/think.h"
#include "server/node_inside.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGN_MS = 1500, TRIES = 3, NOBODY_MS = 2000 };

/* FNV-1a of what a view's bytes mean. */
static uint32_t mix(uint32_t hash, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 16777619u;
    return hash;
}

void think_subject(char *out, size_t size) {
    uint32_t hash = 2166136261u;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        hash = mix(hash, g->name, strlen(g->name));
        hash = mix(hash, &g->state_size, sizeof g->state_size);
        hash = mix(hash, &g->max_moves, sizeof g->max_moves);
    }
    for (int i = 0; pt_bots[i]; i++)
        hash = mix(hash, pt_bots[i]->name, strlen(pt_bots[i]->name));
    snprintf(out, size, "petteia.think.%08" PRIx32, hash);
}

/* --- giving --- */

static bool send_job(server *sv, const think_job *j) {
    char subject[SUBJECT], reply[SUBJECT], memory[sizeof j->view + 300];
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_put(&out, "think %s %" PRIu64 " %d %d %s %s %d %" PRIu64 " %" PRIu64 " %zu\n",
           sv->node->name, j->id, j->kind, j->waited, j->game->name, j->level, j->seat,
           j->who.address, j->who.person, (size_t)j->game->state_size);
    if (out.used + j->game->state_size > sizeof memory) return false;
    memcpy(memory + out.used, j->view, j->game->state_size);
    think_subject(subject, sizeof subject);
    snprintf(reply, sizeof reply, "petteia.n.%s.t%" PRIu64, sv->node->name, j->id);
    return bus_publish(sv->node->bus, subject, reply, memory, out.used + j->game->state_size);
}

/* The epoch in which this node decides the table; 0: it does not. */
static int64_t epoch_of(server *sv, const char *table) {
    const hosted *h = tables_find(sv, table);
    return h && h->node ? h->node->lease.epoch : 0;
}

bool think_give(server *sv, think_job *j) {
    node *n = sv->node;
    int64_t now = now_ms();
    if (!n || now < n->no_worker || !bus_is_up(n->bus)) return false;
    think_job **place = &n->thoughts[(n->last_thought + 1) % THOUGHTS];
    if (*place) return false;
    j->id = ++n->last_thought;
    j->epoch = epoch_of(sv, j->table);
    j->until = now + SIGN_MS;
    j->tries = 1;
    if (!send_job(sv, j)) return false;
    *place = j;
    n->thoughts_given++;
    return true;
}

/* --- what comes of it --- */

static think_job *release(node *n, uint64_t id) {
    think_job *j = n->thoughts[id % THOUGHTS];
    n->thoughts[id % THOUGHTS] = NULL;
    return j;
}

static void give_again(server *sv, think_job *j) {
    bool stale = j->epoch != epoch_of(sv, j->table);
    if (stale) {
        sv->node->thoughts_stale++;
        release(sv->node, j->id)->done(sv, j, NULL, 0);
        return;
    }
    sv->node->thoughts_again++;
    j->until = now_ms() + SIGN_MS;
    if (++j->tries <= TRIES && send_job(sv, j)) return;
    release(sv->node, j->id)->here(sv, j);
}

static void take_done(server *sv, think_job *j, const char *text, size_t n) {
    bool stale = j->epoch != epoch_of(sv, j->table);
    sv->node->thoughts_stale += stale;
    release(sv->node, j->id)->done(sv, j, stale ? NULL : text, stale ? 0 : n);
}

void node_thought(server *sv, const bus_message *m, uint64_t id) {
    think_job *j = sv->node->thoughts[id % THOUGHTS];
    char head[NODE_HEAD];
    const char *rest;
    if (!j || j->id != id) return;
    if (m->nobody) {
        sv->node->no_worker = now_ms() + NOBODY_MS;
        release(sv->node, id)->here(sv, j);
    } else if (!node_head(m, head, &rest)) {
        return;
    } else if (strcmp(head, "still") == 0) {
        j->until = now_ms() + SIGN_MS;
    } else if (strcmp(head, "done") == 0) {
        take_done(sv, j, rest, (size_t)(m->bytes + m->size - rest));
    } else if (strcmp(head, "busy") == 0) {
        release(sv->node, id)->here(sv, j);
    } else if (strcmp(head, "back") == 0) {
        give_again(sv, j);
    }
}

void node_thoughts_tick(server *sv, int64_t now) {
    node *n = sv->node;
    for (int i = 0; i < THOUGHTS; i++)
        if (n->thoughts[i] && n->thoughts[i]->until <= now) give_again(sv, n->thoughts[i]);
}

void node_thoughts_close(node *n) {
    for (int i = 0; i < THOUGHTS; i++) {
        if (n->thoughts[i]) free(n->thoughts[i]->own);
        free(n->thoughts[i]);
    }
}
