/* States as bytes that the caller keeps, so a search can copy them freely. A table lends its
 * game and options. */
/* SPDX-License-Identifier: MIT */
#include "core/game_json.h"
#include "core/position.h"
#include "gpu/many.h"
#include "python/native.h"
#include <string.h>

/* The caller's bytes may be anywhere; a state must be aligned. */
typedef struct aligned {
    uint64_t state[PT_STATE_MAX / 8];
} aligned;

static const pt_game *game_of(const play *p) { return p->now.head.game; }

static aligned taken(const play *p, const uint8_t *bytes) {
    aligned a;
    memcpy(a.state, bytes, game_of(p)->state_size);
    return a;
}

int moves_players(const char *game) {
    const pt_game *g = pt_game_named(game);
    if (!g) return 0;
    pt_space space = pt_move_space(g->verbs);
    return (int)pt_player_space(g->verbs, &space);
}

void state_limits(const play *p, int32_t out[3]) {
    const pt_game *g = game_of(p);
    out[0] = g->max_moves;
    out[1] = g->max_chance;
    out[2] = g->max_ply;
}

bool state_hides(play *p) {
    return pt_hides(game_of(p), &p->now.head.config, p->moves, p->luck);
}

void state_start(const play *p, uint8_t *out) { memcpy(out, p->start, game_of(p)->state_size); }

bool state_fits(const char *game, const uint8_t *state, int seats) {
    const pt_game *g = pt_game_named(game);
    pt_head head;
    memcpy(&head, state, sizeof head);
    if (!g || head.node > PT_CHANCE) return false;
    return seats ? head.seats == seats
                 : head.seats >= g->min_seats && head.seats <= g->max_seats;
}

static int next_of(const void *state, int last) {
    return pt_head_of(state)->node == PT_OVER ? STATE_OVER : pt_next_mover(state, last);
}

int state_next(const play *p, const uint8_t *state, int last) {
    aligned a = taken(p, state);
    return next_of(a.state, last);
}

int state_legal(const play *p, const uint8_t *state, int seat, uint32_t *out) {
    aligned a = taken(p, state);
    pt_space space = pt_move_space(game_of(p)->verbs);
    int n = game_of(p)->legal(a.state, seat, out);
    for (int i = 0; i < n; i++) out[i] = pt_index_of(&space, out[i]);
    return n;
}

int state_chance(const play *p, const uint8_t *state, pt_chance *out) {
    aligned a = taken(p, state);
    if (pt_head_of(a.state)->node != PT_CHANCE) return 0;
    pt_space space = pt_move_space(game_of(p)->verbs);
    int n = game_of(p)->chance(a.state, out);
    for (int i = 0; i < n; i++) out[i].move = pt_index_of(&space, out[i].move);
    return n;
}

int state_apply(const play *p, const uint8_t *state, int seat, int index, uint8_t *out,
                uint8_t sight[PT_SEATS + 1]) {
    const pt_game *g = game_of(p);
    aligned a = taken(p, state);
    pt_space space = pt_move_space(g->verbs);
    if (index < 0 || (uint32_t)index >= pt_space_size(&space)) return STATE_REFUSED;
    pt_move m = pt_move_at(&space, (uint32_t)index);
    if (pt_check(g, a.state, seat, m, NULL)) return STATE_REFUSED;
    for (int viewer = PT_PUBLIC; viewer < pt_head_of(a.state)->seats; viewer++)
        sight[viewer + 1] = (uint8_t)(g->sight ? g->sight(a.state, seat, m, viewer) : PT_SEEN);
    g->apply(a.state, seat, m);
    memcpy(out, a.state, g->state_size);
    return next_of(a.state, seat);
}

void state_observe(const play *p, const uint8_t *state, int viewer, uint8_t *out) {
    aligned a = taken(p, state), view = {0};
    pt_observe(game_of(p), a.state, viewer, view.state);
    memcpy(out, view.state, game_of(p)->state_size);
}

void state_recall(const play *p, const uint8_t *state, int viewer, uint8_t *out) {
    aligned a = taken(p, state), view = {0};
    pt_recall(game_of(p), a.state, viewer, view.state);
    memcpy(out, view.state, game_of(p)->state_size);
}

void state_imagine(const play *p, const uint8_t *view, int viewer, uint64_t seed,
                   uint8_t *out) {
    aligned a = taken(p, view), guess = {0};
    pt_rng rng = {seed};
    pt_imagine(game_of(p), a.state, viewer, &rng, guess.state);
    memcpy(out, guess.state, game_of(p)->state_size);
}

bool state_reward(const play *p, const uint8_t *state, float *out) {
    aligned a = taken(p, state);
    if (pt_head_of(a.state)->seats != p->now.head.config.seats) return false;
    many_reward(game_of(p), a.state, out);
    return true;
}

void state_position(const play *p, const uint8_t *state) {
    aligned a = taken(p, state);
    pt_print_position(game_of(p), a.state, reply_anew());
}

void state_show(const play *p, const uint8_t *view, int viewer) {
    aligned a = taken(p, view);
    pt_json j = pt_json_on(reply_anew());
    pt_tell_view(&j, game_of(p), a.state, viewer);
}
