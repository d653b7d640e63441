/* Snapshots: the core and the moves as bytes of this build. A snapshot of another layout is
 * useless, but nothing is lost: the events are always there. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 4 };

typedef struct head {
    char mark[8];
    uint32_t version, core_size, step_size, state_size, rules, steps;
} head;

static head head_of(const pt_table_core *c, const pt_game *g) {
    return (head){.mark = "petteia",
                  .version = VERSION,
                  .core_size = sizeof(pt_table_core),
                  .step_size = sizeof(pt_table_step),
                  .state_size = g->state_size,
                  .rules = g->rules,
                  .steps = c->steps};
}

void *pt_table_snapshot(const pt_table *t, size_t *n) {
    assert(t->game && !t->broken);
    const head h = head_of(&t->core, t->game);
    size_t steps = t->core.steps * sizeof *t->step;
    *n = sizeof h + sizeof t->core + steps;
    char *bytes = malloc(*n);
    if (!bytes) return NULL;
    memcpy(bytes, &h, sizeof h);
    memcpy(bytes + sizeof h, &t->core, sizeof t->core);
    if (steps) memcpy(bytes + sizeof h + sizeof t->core, t->step, steps);
    return bytes;
}

bool pt_table_from_snapshot(pt_table *t, const void *bytes, size_t n) {
    head h, wanted;
    pt_table_core core;
    assert(!t->core.number && !t->step);
    if (n < sizeof h + sizeof core) return false;
    memcpy(&h, bytes, sizeof h);
    memcpy(&core, (const char *)bytes + sizeof h, sizeof core);
    core.game[PT_ID - 1] = 0;
    const pt_game *game = pt_game_named(core.game);
    if (!game) return false;
    wanted = head_of(&core, game);
    size_t steps = core.steps * sizeof *t->step;
    if (memcmp(&h, &wanted, sizeof h) != 0 || n != sizeof h + sizeof core + steps) return false;
    if (steps) {
        t->step = malloc(steps);
        if (!t->step) return false;
        memcpy(t->step, (const char *)bytes + sizeof h + sizeof core, steps);
    }
    memcpy(core.id, t->core.id, sizeof core.id);
    t->core = core;
    t->game = game;
    t->step_room = core.steps;
    return true;
}
