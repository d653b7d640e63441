/* Walking down the tree of a search that is over, with a state of one's own: what the search
 * would play there. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"

pt_walk pt_walk_begin(const pt_search *s) { return (pt_walk){.at = s->tree.root}; }

/* Of the nodes that the same moves lead to, the one at which `mover` moves. */
static tree_ref variant_of(const tree *t, tree_ref r, int mover) {
    while (r && tree_node_at(t, r)->mover != mover) r = GET(tree_node_at(t, r)->variant);
    return r;
}

static const tree_edge *next_edge(const tree *t, tree_ref *block, uint32_t *i) {
    while (*block && *i >= tree_block_at(t, *block)->count) {
        *block = GET(tree_block_at(t, *block)->next);
        *i = 0;
    }
    return *block ? &tree_block_at(t, *block)->edge[(*i)++] : NULL;
}

static const tree_edge *edge_of(const tree *t, tree_ref at, pt_move m) {
    tree_ref block = GET(tree_node_at(t, at)->blocks);
    uint32_t i = 0;
    const tree_edge *e;
    while ((e = next_edge(t, &block, &i)) && e->move != m) continue;
    return e;
}

pt_move pt_walk_choose(const pt_search *s, const pt_walk *w, int mover, const pt_move *legal,
                       int n, uint32_t least, pt_rng *rng) {
    const tree *t = &s->tree;
    tree_ref at = variant_of(t, w->at, mover);
    if (!at) return 0;
    tree_ref block = GET(tree_node_at(t, at)->blocks);
    uint32_t i = 0;
    double most = 0;
    pt_move best = 0;
    for (const tree_edge *e; (e = next_edge(t, &block, &i));) {
        uint32_t visits = GET(e->visits);
        double weight = (double)visits * visits;
        if (visits < least || (!rng && weight <= most) || pt_find_move(legal, n, e->move) < 0)
            continue;
        most = rng ? most + weight : weight;
        enum { FINE = 1 << 20 };
        if (!rng || pt_below(rng, FINE) * most < weight * FINE) best = e->move;
    }
    return best;
}

void pt_walk_move(const pt_search *s, pt_walk *w, int mover, pt_move m) {
    const tree *t = &s->tree;
    tree_ref at = variant_of(t, w->at, mover);
    const tree_edge *e = at ? edge_of(t, at, m) : NULL;
    w->at = !e ? 0 : e->unseen ? GET(tree_node_at(t, at)->hidden) : GET(e->child);
    w->drawn = false;
}

/* As `arrive` (iterate.c) does: a first draw with few outcomes has a node of its own. */
void pt_walk_luck(const pt_search *s, pt_walk *w, int outcomes, pt_move m) {
    const tree *t = &s->tree;
    if (outcomes > 1 && !w->drawn && outcomes <= SEARCH_FEW) {
        tree_ref at = variant_of(t, w->at, TREE_LUCK);
        const tree_edge *e = at ? edge_of(t, at, m) : NULL;
        w->at = e ? GET(e->child) : 0;
    }
    w->drawn = true;
}
