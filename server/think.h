/* Thinking apart (petteia think --nats URL): workers think for bots and hints of all nodes.
 * They are a queue group of NATS, so each job goes to one of them.
 *
 * A job goes to petteia.think.KIND, where KIND stands for the games as this program has them:
 * workers of another version do not hear it. Its head is a line
 *
 *     think NODE ID KIND WAITED GAME LEVEL SEAT ADDRESS PERSON SIZE
 *
 * and the seat's own view follows, nothing else of the table. For a hint LEVEL is the language
 * of its words. The worker answers to
 * petteia.n.NODE.tID: `still` at once and twice a second, as long as the job is in its hands;
 * `done` with the move or the hint; `busy` or `back` if somebody else must do it.
 *
 * A worker of which nothing is heard is dead: its job is given again, and in the end done in
 * the node. An answer is bound to the table's epoch. If the node has lost the table meanwhile,
 * and even if it has it again, the answer is dropped. What a worker says is not trusted: the
 * table judges it like any other move. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"

enum { THINK_MOVE, THINK_HINT, THINK_TEXT = 8192 };

typedef struct think_job {
    int kind;
    bool waited; /* somebody waits for it: these come first */
    share_key who;
    char table[PT_ID], level[PT_ID];
    const pt_game *game;
    pt_config config;
    int seat;
    uint64_t view[PT_STATE_MAX / 8];
    /* Both free it. done: `text` is NULL if it came too late. here: no worker could do it. */
    void (*done)(server *sv, struct think_job *j, const char *text, size_t n);
    void (*here)(server *sv, struct think_job *j);
    void *own; /* the caller's */
    /* think.c's */
    int64_t epoch;
    uint64_t id;
    int64_t until; /* the worker is dead if nothing is heard of it until then */
    int tries;
} think_job;

/* False: there are no workers. */
bool think_give(server *sv, think_job *j);
void think_subject(char *out, size_t size);

/* The worker: until SIGTERM. Exit code; words on stderr. */
int worker_run(const char *nats, int threads);
/* What a worker and a node do alike: the best moves of a seat and a reason, as JSON. */
size_t hint_think(const pt_game *g, const void *view, int seat, int language, pt_rng *rng,
                  char *out, size_t size);
