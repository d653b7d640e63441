/* What a search found: the moves it tried and the lines it expects. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"
#include <string.h>

/* What each seat can expect after a move. If there is a node behind it, the answer comes from
 * that node and its variants. Otherwise the mover has the move's value, and the others share
 * the rest equally. */
static void shares_after(const pt_search *s, const tree_node *k, const tree_edge *e,
                         int32_t share[PT_SEATS]) {
    uint64_t visits = 0, sum[PT_SEATS] = {0};
    int seats = pt_head_of(s->view)->seats;
    tree_ref r = e->unseen ? 0 : GET(e->child);
    for (; r; r = GET(tree_node_at(&s->tree, r)->variant)) {
        const tree_node *c = tree_node_at(&s->tree, r);
        visits += GET(c->visits);
        for (int i = 0; i < seats; i++) sum[i] += GET(c->sum[i]);
    }
    uint64_t own_visits = GET(e->visits);
    int64_t own = own_visits ? (int64_t)(GET(e->sum) / own_visits) : 0;
    memset(share, 0, PT_SEATS * sizeof *share);
    for (int i = 0; i < seats; i++)
        share[i] =
            visits ? (int32_t)(sum[i] / visits) : (int32_t)((PT_ONE - own) / (seats - 1));
    if (k->mover < PT_SEATS) share[k->mover] = (int32_t)own;
}

int pt_search_found(const pt_search *s, pt_found *out, int most) {
    const tree *t = &s->tree;
    int n = 0;
    if (!t->root) return 0;
    const tree_node *k = tree_node_at(t, t->root);
    for (tree_ref b = GET(k->blocks); b; b = GET(tree_block_at(t, b)->next))
        for (uint32_t i = 0; i < tree_block_at(t, b)->count; i++) {
            const tree_edge *e = &tree_block_at(t, b)->edge[i];
            uint32_t visits = GET(e->visits);
            if (!visits) continue;
            int at = n < most ? n++ : most;
            for (; at > 0 && out[at - 1].visits < visits; at--)
                if (at < most) out[at] = out[at - 1];
            if (at == most) continue;
            out[at].move = e->move;
            out[at].visits = visits;
            shares_after(s, k, e, out[at].share);
            tree_ref after = e->unseen ? 0 : GET(e->child);
            out[at].sure = after && tree_sure(tree_node_at(t, after));
        }
    return n;
}

static tree_edge *edge_of(const tree *t, const tree_node *k, pt_move m) {
    tree_edge *best = NULL;
    for (tree_ref b = GET(k->blocks); b; b = GET(tree_block_at(t, b)->next))
        for (uint32_t i = 0; i < tree_block_at(t, b)->count; i++) {
            tree_edge *e = &tree_block_at(t, b)->edge[i];
            if (m ? e->move == m : !best || GET(e->visits) > GET(best->visits)) best = e;
        }
    return best;
}

int pt_search_line(const pt_search *s, pt_move first, pt_move line[PT_LINE],
                   int seats[PT_LINE]) {
    const tree *t = &s->tree;
    tree_ref at = t->root;
    int n = 0;
    while (at && n < PT_LINE) {
        const tree_node *k = tree_node_at(t, at);
        /* After luck that was drawn and forgotten, a move may not be legal. */
        if (k->mover >= PT_SEATS || !(GET(k->flags) & NODE_PLACE)) break;
        tree_edge *e = edge_of(t, k, n == 0 ? first : 0);
        if (!e || e->unseen || GET(e->visits) == 0) break;
        line[n] = e->move;
        seats[n++] = k->mover;
        at = GET(e->child);
    }
    return n;
}

static uint64_t nodes_of(const pt_search *s) {
    uint64_t nodes = s->tree.nodes;
    for (int i = 0; i < s->pool.threads; i++) nodes += s->worker[i].stock.nodes;
    return nodes;
}

pt_search_stats pt_search_stats_of(const pt_search *s) {
    return (pt_search_stats){s->done,   s->kept,   nodes_of(s), s->tree.recycled,
                             s->memory, s->forced, s->alone};
}
