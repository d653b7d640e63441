/* Exact endings. A finished game is worth what it is worth. Where nothing is hidden, a decision
 * behind which every move is settled is settled, too; so is one with a move that surely wins
 * alone. Such a node is not searched again: its mean becomes the exact value. Luck is settled
 * only if all outcomes are worth the same. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"

/* Whoever wins alone gets at least this much (value.c). */
enum { WINS_ALONE = PT_ONE / 8 * 7 };

void search_sure_shares(const pt_search *s, const tree_node *k, int32_t share[PT_SEATS]) {
    int seats = pt_head_of(s->view)->seats;
    uint64_t visits = GET(k->visits);
    for (int i = 0; i < PT_SEATS; i++)
        share[i] = i < seats && visits ? (int32_t)(GET(k->sum[i]) / visits) : 0;
}

/* The settled node behind a move, or NULL. */
static const tree_node *sure_after(const tree *t, const tree_edge *e) {
    tree_ref r = e->unseen ? 0 : LOAD(e->child);
    const tree_node *c = r ? tree_node_at(t, r) : NULL;
    return c && tree_sure(c) && !GET(c->variant) && GET(c->visits) ? c : NULL;
}

/* What is known of the moves of a node. */
typedef struct outcome {
    int settled, all;        /* moves of the tree */
    bool same;               /* settled ones are worth the same to everybody */
    int32_t share[PT_SEATS]; /* of the best one */
} outcome;

static void look_at(const pt_search *s, const tree_node *c, int mover, outcome *o) {
    int32_t share[PT_SEATS];
    search_sure_shares(s, c, share);
    bool better = !o->settled++ || (mover < PT_SEATS && share[mover] > o->share[mover]);
    for (int i = 0; i < PT_SEATS; i++) {
        if (o->settled > 1 && share[i] != o->share[i]) o->same = false;
        if (better) o->share[i] = share[i];
    }
}

static outcome outcome_of(const pt_search *s, const tree_node *k) {
    const tree *t = &s->tree;
    outcome o = {.same = true};
    for (tree_ref b = LOAD(k->blocks); b; b = LOAD(tree_block_at(t, b)->next))
        for (uint32_t i = 0; i < tree_block_at(t, b)->count; i++, o.all++) {
            const tree_node *c = sure_after(t, &tree_block_at(t, b)->edge[i]);
            if (c) look_at(s, c, k->mover, &o);
        }
    return o;
}

static bool is_settled(const tree_node *k, const outcome *o) {
    bool all = o->all && o->settled == o->all;
    if (k->mover == TREE_LUCK) return all && o->same;
    return (all && o->all == k->legal) || (o->settled && o->share[k->mover] >= WINS_ALONE);
}

/* The mean of all visits becomes the exact value. */
static void settle(tree_node *k, const int32_t share[PT_SEATS], int seats) {
    uint64_t visits = GET(k->visits);
    for (int i = 0; i < seats; i++)
        atomic_store_explicit(&k->sum[i], visits * (uint64_t)share[i], memory_order_relaxed);
    atomic_fetch_or_explicit(&k->flags, NODE_SURE, memory_order_release);
}

/* So does the mean of a move behind which everything is settled. */
static void settle_move(const pt_search *s, const tree_node *k, tree_edge *e) {
    const tree_node *c = sure_after(&s->tree, e);
    int32_t share[PT_SEATS];
    if (!c || k->mover >= PT_SEATS) return;
    search_sure_shares(s, c, share);
    atomic_store_explicit(&e->sum, (uint64_t)GET(e->visits) * (uint64_t)share[k->mover],
                          memory_order_relaxed);
}

/* From the last node of the path up, as far as something becomes settled. */
void search_solve(worker *w) {
    pt_search *s = w->search;
    int seats = pt_head_of(s->view)->seats;
    /* A move that was overlooked is not settled. */
    if (s->options.overlook || s->options.unsure) return;
    for (int i = w->length - 1; i >= 0; i--) {
        tree_node *k = tree_node_at(&s->tree, w->path[i].node);
        tree_edge *e = w->path[i].edge;
        if (!(GET(k->flags) & NODE_EXACT)) return;
        if (k->mover == TREE_OVER) {
            atomic_fetch_or_explicit(&k->flags, NODE_SURE, memory_order_release);
            continue;
        }
        if (e) settle_move(s, k, e);
        if (tree_sure(k)) continue;
        if (!e || !sure_after(&s->tree, e)) return;
        outcome o = outcome_of(s, k);
        if (!is_settled(k, &o)) return;
        settle(k, o.share, seats);
    }
}
