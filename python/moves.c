/* Moves as numbers of the dense index. */
/* SPDX-License-Identifier: MIT */
#include "gpu/many.h"
#include "python/native.h"

int moves_space(const char *game) {
    const pt_game *g = pt_game_named(game);
    if (!g) return 0;
    pt_space space = pt_move_space(g->verbs);
    return (int)pt_space_size(&space);
}

int moves_view(const char *game) {
    const pt_game *g = pt_game_named(game);
    return g ? g->state_size : 0;
}

int moves_most(const char *game) {
    const pt_game *g = pt_game_named(game);
    return g ? g->max_moves : 0;
}

/* The move of an index, 0 if it belongs to none. */
static pt_move move_at(const pt_game *g, int index) {
    pt_space space = pt_move_space(g->verbs);
    if (index < 0 || (uint32_t)index >= pt_space_size(&space)) return 0;
    pt_move m = pt_move_at(&space, (uint32_t)index);
    return pt_well_formed(g->verbs, m) ? m : 0;
}

bool moves_text(const char *game, int index) {
    const pt_game *g = pt_game_named(game);
    pt_move m = g ? move_at(g, index) : 0;
    if (m) pt_print_move(g->verbs, m, reply_anew());
    return m != 0;
}

int moves_index(const char *game, const char *text) {
    const pt_game *g = pt_game_named(game);
    pt_move m = g ? pt_parse_move(g->verbs, text) : 0;
    if (!m) return -1;
    pt_space space = pt_move_space(g->verbs);
    uint32_t index = pt_index_of(&space, m);
    return index < pt_space_size(&space) && pt_move_at(&space, index) == m ? (int)index : -1;
}

int moves_legal(play *p, int seat, int32_t *out) {
    const pt_game *g = p->now.head.game;
    const pt_head *h = pt_head_of(p->now.state);
    if (seat < 0 || seat >= h->seats || h->node != PT_DECIDE || !pt_has(h->owes, seat))
        return 0;
    pt_space space = pt_move_space(g->verbs);
    int n = g->legal(p->now.state, seat, p->moves);
    for (int i = 0; i < n; i++) out[i] = (int32_t)pt_index_of(&space, p->moves[i]);
    return n;
}

pt_err moves_play(play *p, int seat, int index) {
    PT_TEXT(text, 160);
    pt_move m = move_at(p->now.head.game, index);
    if (!m) return reply_english("this index belongs to no move");
    pt_print_move(p->now.head.game->verbs, m, &text);
    return api_move(p, seat, text.at);
}

int moves_next(const play *p, int last) { return pt_next_mover(p->now.state, last); }

void moves_reward(const play *p, float *out) {
    many_reward(p->now.head.game, p->now.state, out);
}
