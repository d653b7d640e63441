/* One iteration: take a state that fits the view, go down the tree to a new node, play a little
 * further, and carry the value back up. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"
#include <limits.h>
#include <string.h>

/* --- down --- */

/* The visit counts at once, the value later. Until then the move is less urgent to other
 * threads, but its value does not drop. */
static bool push(worker *w, tree_ref node, tree_edge *e) {
    if (w->length == SEARCH_PATH) return false;
    w->path[w->length++] = (path_step){node, e, e && notes_begin(&w->notes, e)};
    return true;
}

static int who_moves(const void *s, int last) {
    return pt_head_of(s)->node == PT_OVER ? TREE_OVER : pt_next_mover(s, last);
}

/* From an edge to the node it leads to. A single draw with few outcomes has a node with an edge
 * for each. Other luck is drawn and forgotten: the next node stands for every outcome. 0 when
 * the tree is full. */
static tree_ref arrive(worker *w, _Atomic tree_ref *slot, int last, unsigned flags) {
    pt_search *s = w->search;
    const pt_game *g = s->game;
    bool first = true;
    while (pt_head_of(w->state)->node == PT_CHANCE) {
        int n = g->chance(w->state, w->luck);
        int i = pt_chance_at(w->luck, n, pt_below(&w->rng, pt_chance_total(w->luck, n)));
        pt_move m = w->luck[i].move;
        if (n > 1 && first && n <= SEARCH_FEW) {
            tree_ref at = tree_child(&s->tree, &w->stock, slot, TREE_LUCK, flags);
            tree_edge *e = at ? search_luck_edge(w, at, n, i) : NULL;
            if (!e || !push(w, at, e)) return 0;
            slot = &e->child;
        } else if (n > 1) {
            flags = 0;
        }
        first = false;
        g->apply(w->state, PT_LUCK, m);
    }
    return tree_child(&s->tree, &w->stock, slot, who_moves(w->state, last), flags);
}

/* Walks down to a new node, or to one with no way on. */
static void descend(worker *w) {
    pt_search *s = w->search;
    tree_ref at = s->tree.root;
    int mover = s->seat, decisions = 0;
    for (;;) {
        tree_node *k = tree_node_at(&s->tree, at);
        bool leaf = at != s->tree.root && (GET(k->visits) == 0 || tree_sure(k));
        if (s->options.depth && decisions >= s->options.depth) leaf = true;
        tree_edge *e = leaf || mover == TREE_OVER ? NULL : search_choose(w, at, mover);
        if (!push(w, at, e) || !e) return;
        _Atomic tree_ref *slot = e->unseen ? &k->hidden : &e->child;
        tree_fetch_node(&s->tree, GET(*slot));
        s->game->apply(w->state, mover, e->move);
        decisions++;
        unsigned flags = GET(k->flags) & (NODE_EXACT | NODE_PLACE);
        if (e->unseen) flags &= ~(unsigned)NODE_EXACT;
        at = arrive(w, slot, mover, flags);
        if (!at) return;
        mover = tree_node_at(&s->tree, at)->mover;
    }
}

/* --- the playout --- */

static int pick_move(worker *w, int mover, int n) {
    const pt_hints *h = &w->search->hints;
    if (n == 1) return 0;
    if (h->playout) return h->playout(w->state, mover, w->list, n, &w->rng);
    return (int)pt_below(&w->rng, (uint32_t)n);
}

void search_expect(const pt_search *s, const void *state, int mover, int32_t share[PT_SEATS]) {
    int32_t points[PT_SEATS];
    if (!search_values_by_net(s)) {
        pt_expected_shares(s->game, state, s->options.weights, s->options.lead, share);
        return;
    }
    pt_net_points(s->net, &s->near, state, mover, points);
    pt_shares_by(pt_head_of(state)->seats, points, NET_DOUBLE, share);
}

/* Plays to the end, or only for a few moves if the game can evaluate the position then. */
static void play_on(worker *w, int left, int32_t share[PT_SEATS]) {
    const pt_search *s = w->search;
    const pt_game *g = s->game;
    int last = PT_LUCK;
    for (;;) {
        const pt_head *h = pt_head_of(w->state);
        if (h->node == PT_OVER) {
            pt_final_shares(g, w->state, share);
            return;
        }
        if (h->node == PT_CHANCE) {
            int n = g->chance(w->state, w->luck);
            uint32_t ticket = pt_below(&w->rng, pt_chance_total(w->luck, n));
            g->apply(w->state, PT_LUCK, w->luck[pt_chance_at(w->luck, n, ticket)].move);
            continue;
        }
        int mover = pt_next_mover(w->state, last);
        if ((s->hints.evaluate || search_values_by_net(s)) && left-- <= 0) {
            search_expect(s, w->state, mover, share);
            return;
        }
        int n = g->legal(w->state, mover, w->list);
        g->apply(w->state, mover, w->list[pick_move(w, mover, n)]);
        last = mover;
    }
}

/* The value of an ending: half the result of playing it out, half the evaluation. The result is
 * right on average but depends on luck; the evaluation does not, but is sometimes wrong. */
static void play_ending(worker *w, int32_t share[PT_SEATS]) {
    const pt_search *s = w->search;
    int32_t expected[PT_SEATS];
    if (pt_head_of(w->state)->node == PT_OVER) {
        pt_final_shares(s->game, w->state, share);
        return;
    }
    search_expect(s, w->state, pt_next_mover(w->state, PT_LUCK), expected);
    play_on(w, INT_MAX, share);
    for (int seat = 0; seat < PT_SEATS; seat++)
        share[seat] = (share[seat] + expected[seat]) / 2;
}

static void play_out(worker *w, int32_t share[PT_SEATS]) {
    const pt_search *s = w->search;
    bool told = s->options.cut >= 0, both = !told && !s->options.hasty && s->hints.evaluate;
    if (both && s->hints.ending && s->hints.ending(w->state))
        play_ending(w, share);
    else
        play_on(w, told ? s->options.cut : search_values_by_net(s) ? 0 : s->hints.cut, share);
}

/* --- up --- */

static void back_up(worker *w, const int32_t share[PT_SEATS]) {
    int seats = pt_head_of(w->search->view)->seats;
    for (int i = 0; i < w->length; i++) {
        tree_node *k = tree_node_at(&w->search->tree, w->path[i].node);
        tree_edge *e = w->path[i].edge;
        notes_visit(&w->notes, k, seats, share);
        if (e)
            notes_end(&w->notes, e, w->path[i].told, k->mover < PT_SEATS ? share[k->mover] : 0);
    }
}

/* --- what was imagined --- */

/* A good hand makes every move look good to its seat, so a move may look better than another by
 * luck alone. That luck is known before a move is made: it is what evaluate() says about the
 * imagined state, minus the average over all states so far. It is subtracted from the value. At
 * the root this correction averages to zero. Below a move that only some hands allow, it may be
 * biased. */
static void note_luck(worker *w, int32_t luck[PT_SEATS]) {
    const pt_search *s = w->search;
    search_expect(s, w->state, s->seat, luck);
    w->imagined++;
    for (int seat = 0; seat < PT_SEATS; seat++) {
        w->promised[seat] += luck[seat];
        luck[seat] -= (int32_t)(w->promised[seat] / w->imagined);
    }
}

/* Shares stay between 0 and PT_ONE. Late in an ending that most hands win, this pulls a move's
 * value towards the middle, in our measurements by a hundredth at most. */
static void take_luck_out(const int32_t luck[PT_SEATS], int32_t share[PT_SEATS]) {
    for (int seat = 0; seat < PT_SEATS; seat++) {
        int32_t rest = share[seat] - luck[seat];
        share[seat] = rest < 0 ? 0 : rest > PT_ONE ? PT_ONE : rest;
    }
}

void search_iterate(worker *w) {
    pt_search *s = w->search;
    int32_t luck[PT_SEATS], share[PT_SEATS];
    if (s->exact)
        memcpy(w->state, s->view, s->game->state_size);
    else
        pt_imagine(s->game, s->view, s->seat, &w->rng, w->state);
    if (s->even) note_luck(w, luck);
    w->length = 0;
    descend(w);
    const tree_node *last = tree_node_at(&s->tree, w->path[w->length - 1].node);
    if (tree_sure(last) && !w->path[w->length - 1].edge)
        search_sure_shares(s, last, share);
    else
        play_out(w, share);
    if (s->even) take_luck_out(luck, share);
    back_up(w, share);
    if (s->exact) search_solve(w);
}
