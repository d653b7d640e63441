/* Random games for measuring. */
/* SPDX-License-Identifier: MIT */
#include "bots/playout.h"
#include <stdlib.h>

bool playout_init(playout *p, const pt_game *g, const pt_config *config) {
    *p = (playout){.g = g, .config = *config};
    p->state = malloc(g->state_size);
    p->moves = malloc((g->max_moves + (size_t)1) * sizeof *p->moves);
    p->luck = malloc((g->max_chance + (size_t)1) * sizeof *p->luck);
    if (p->state && p->moves && p->luck) return true;
    playout_done(p);
    return false;
}

void playout_done(playout *p) {
    free(p->state);
    free(p->moves);
    free(p->luck);
    *p = (playout){0};
}

/* The signature changes only when the rules or the order of legal() change. So a pure speed-up
 * gives more moves a second and the same signature. */
void playout_game(playout *p, uint64_t seed) {
    pt_rng rng = {seed};
    const pt_head *h = p->state;
    uint64_t signature = p->signature, decisions = 0;
    pt_start(p->g, p->state, &p->config);
    while (h->node != PT_OVER) {
        decisions += h->node == PT_DECIDE;
        signature = signature * 31 + pt_random_step(p->g, p->state, &rng, p->moves, p->luck);
    }
    p->signature = signature;
    p->decisions += decisions;
    p->plies += h->ply;
    p->games++;
}
