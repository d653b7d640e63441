/* Moves as numbers of the dense index. */
/* SPDX-License-Identifier: MIT */
#include "gpu/many.h"
#include "python/native.h"
#include <stdlib.h>

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

static void tell_verb(pt_json *j, const pt_verb *verb, uint32_t from, uint32_t to) {
    pt_word name = verb->form ? pt_verb_name(verb) : (pt_word){0};
    pt_open(j, '{');
    pt_key(j, "name");
    pt_json_strn(j, name.length ? name.at : "", name.length);
    pt_key_bool(j, "chance", verb->chance);
    pt_key_int(j, "from", from);
    pt_key_int(j, "moves", to - from);
    pt_key_open(j, "args", '[');
    for (int i = 0; i < PT_ARGS && verb->kind[i]; i++) {
        pt_open(j, '{');
        pt_key_str(j, "name", verb->kind[i]->name);
        pt_key_int(j, "count", verb->kind[i]->count);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

void moves_steps(const char *game) {
    const pt_game *g = pt_game_named(game);
    pt_json j = pt_json_on(reply_anew());
    if (!g) return;
    pt_space space = pt_move_space(g->verbs);
    pt_open(&j, '[');
    for (int verb = 0; verb < g->verbs.count; verb++)
        tell_verb(&j, &g->verbs.row[verb], space.base[verb], space.base[verb + 1]);
    pt_close(&j, ']');
}

void draw_view(const pt_game *g, const void *state, int viewer) {
    uint64_t seen[PT_STATE_MAX / 8];
    pt_text *out = reply_anew();
    pt_canvas *canvas = malloc(sizeof *canvas);
    if (!canvas) return; /* the reply is empty */
    pt_canvas_clear(canvas);
    pt_observe(g, state, viewer, seen);
    g->draw(seen, viewer, canvas);
    pt_canvas_print(canvas, out);
    free(canvas);
}

void moves_draw(const play *p, int viewer) {
    draw_view(p->now.head.game, p->now.state, viewer);
}

void moves_recall(const play *p, int viewer) {
    uint64_t seen[PT_STATE_MAX / 8];
    pt_recall(p->now.head.game, p->now.state, viewer, seen);
    pt_putn(reply_anew(), (const char *)seen, p->now.head.game->state_size);
}
