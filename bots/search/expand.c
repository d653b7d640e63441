/* Which move to look at next: the moves of a node, the most promising first, a few at a time,
 * and the choice among them (PUCT). */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"
#include <math.h>
#include <string.h>

/* The root of a whole number in 1/256; sqrt is exactly rounded everywhere. */
static uint64_t root256(uint64_t n) { return (uint64_t)sqrt((double)n * 65536); }

/* --- the legal moves, and how promising they look --- */

/* A weaker player does not think of every move. Which moves it misses depends on the node and
 * the search. It always sees at least one. */
static int overlook(worker *w, tree_ref at, int n) {
    const pt_search *s = w->search;
    if (!s->options.overlook || (at == s->tree.root && !s->options.careless)) return n;
    uint64_t place = search_mix(s->salt ^ pt_head_of(w->state)->ply);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if ((int)(search_mix(place ^ w->list[i]) % 1000) >= s->options.overlook)
            w->list[kept++] = w->list[i];
    return kept ? kept : 1;
}

/* Turns what the evaluation says after each move into a prior: the best move gets 1000, those
 * far behind get little. */
static void try_each(worker *w, int mover, int n) {
    const pt_search *s = w->search;
    int32_t share[PT_SEATS], best = 0;
    for (int i = 0; i < n; i++) {
        memcpy(w->next, w->state, s->game->state_size);
        s->game->apply(w->next, mover, w->list[i]);
        if (pt_head_of(w->next)->node == PT_OVER)
            pt_final_shares(s->game, w->next, share);
        else
            pt_expected_shares(s->game, w->next, s->options.weights, s->options.lead, share);
        w->weight[i] = (uint64_t)share[mover];
        if (share[mover] > best) best = share[mover];
    }
    for (int i = 0; i < n; i++) {
        uint64_t behind = ((uint64_t)best - w->weight[i]) * 64 / PT_ONE;
        w->weight[i] = 1000 / (1 + behind * behind) + 1;
    }
}

/* The net's prior: the best move gets PT_ONE. */
static void ask_net(worker *w, int mover, int n) {
    int32_t best = INT32_MIN;
    pt_net_moves(w->search->net, &w->search->near, w->state, mover, w->list, n, w->points);
    for (int i = 0; i < n; i++)
        if (w->points[i] > best) best = w->points[i];
    for (int i = 0; i < n; i++)
        w->weight[i] = (uint64_t)pt_odds((int64_t)best - w->points[i], NET_DOUBLE) + 1;
}

/* Fills w->weight for the list; returns the sum. */
static uint64_t weigh(worker *w, int mover, int n) {
    const pt_hints *h = &w->search->hints;
    uint64_t sum = 0;
    if (w->search->net && w->search->net->has_moves && !w->search->options.plain_moves)
        ask_net(w, mover, n);
    else if (h->prior)
        for (int i = 0; i < n; i++)
            w->weight[i] = (uint64_t)h->prior(w->state, mover, w->list[i]);
    else if (h->evaluate && n <= SEARCH_TRY_ONE)
        try_each(w, mover, n);
    else
        for (int i = 0; i < n; i++) w->weight[i] = 1;
    for (int i = 0; i < n; i++) sum += w->weight[i];
    return sum ? sum : 1;
}

/* --- adding moves to a node --- */

static bool unseen(const worker *w, int mover, pt_move m) {
    const pt_search *s = w->search;
    if (!s->game->sight || s->options.open) return false;
    return s->game->sight(w->state, mover, m, s->seat) != PT_SEEN;
}

/* A short name for what the searching seat sees here, to find the place again. */
uint32_t search_tag(worker *w) {
    const pt_search *s = w->search;
    if (s->options.open)
        memcpy(w->next, w->state, s->game->state_size);
    else
        pt_observe(s->game, w->state, s->seat, w->next);
    uint64_t hash = 0x9E3779B97F4A7C15u, word = 0;
    for (size_t at = 0, left = s->game->state_size; left; at += sizeof word) {
        size_t size = left < sizeof word ? left : sizeof word;
        word = 0;
        memcpy(&word, w->next + at, size);
        hash = (hash ^ word) * 0x9FB21C651E98DF25u;
        hash ^= hash >> 32;
        left -= size;
    }
    return (uint32_t)(hash >> 32) ^ (uint32_t)hash;
}

static void drop(worker *w, int i, int *n) {
    --*n;
    memmove(w->list + i, w->list + i + 1, (size_t)(*n - i) * sizeof *w->list);
    memmove(w->weight + i, w->weight + i + 1, (size_t)(*n - i) * sizeof *w->weight);
}

/* Takes the moves that have an edge already out of the list. */
static int drop_known(worker *w, const tree_node *k, int n) {
    const tree *t = &w->search->tree;
    for (tree_ref b = LOAD(k->blocks); b; b = LOAD(tree_block_at(t, b)->next))
        for (uint32_t i = 0; i < tree_block_at(t, b)->count; i++) {
            int at = pt_find_move(w->list, n, tree_block_at(t, b)->edge[i].move);
            if (at >= 0) drop(w, at, &n);
        }
    return n;
}

/* Turns weights into keys: the salt orders moves of equal weight, so that no part of the board
 * always comes first. */
enum { KEY_SALT = 20 }; /* bits */
static void make_keys(worker *w, int n) {
    for (int i = 0; i < n; i++)
        w->weight[i] = w->weight[i] << KEY_SALT |
                       search_mix(w->search->salt + w->list[i]) >> (64 - KEY_SALT);
}

static int largest_key(const worker *w, int n) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (w->weight[i] >= w->weight[best]) best = i;
    return best;
}

/* Gives the node the `more` most promising moves of the list that it does not have yet. The
 * caller holds the lock. The list is destroyed. */
static void add_moves(worker *w, tree_node *k, int mover, int n, int more) {
    tree *t = &w->search->tree;
    uint64_t sum = weigh(w, mover, n);
    if (!LOAD(k->blocks)) {
        k->tag = search_tag(w);
        k->legal = (uint16_t)n;
    }
    n = drop_known(w, k, n);
    if (more > n) more = n;
    tree_ref where;
    tree_block *b = more > 0 ? tree_new_block(t, &w->stock, more, &where) : NULL;
    if (!b) return;
    make_keys(w, n);
    for (int i = 0; i < more; i++) {
        int at = largest_key(w, n);
        b->edge[i].move = w->list[at];
        b->edge[i].prior = (uint32_t)((w->weight[at] >> KEY_SALT) * PT_ONE / sum);
        atomic_init(&b->edge[i].available, GET(k->visits));
        b->edge[i].unseen = unseen(w, mover, w->list[at]);
        drop(w, at, &n);
    }
    tree_publish(t, k, where);
}

/* --- the choice --- */

/* What a choice depends on. */
typedef struct scan {
    bool exact;
    int n;    /* legal moves; w->list holds them unless exact */
    int want; /* how many to consider */
    int seen; /* how many of them the node has */
    int have; /* edges in all */
    int old;  /* edges that were counted as available already */
    int64_t untried;
    uint64_t root; /* of the visits, if exact */
    tree_edge *best;
    int64_t best_score;
} scan;

static int64_t score_of(const worker *w, const scan *c, const tree_edge *e) {
    edge_count had = notes_edge(&w->notes, e);
    int64_t value = had.valued ? (int64_t)(had.sum / had.valued) : c->untried;
    uint64_t root = c->exact ? c->root : root256(had.available + 1u);
    uint64_t pull = (uint64_t)w->search->explore * e->prior * root / PT_ONE;
    return value + (int64_t)(pull / (1 + had.visits));
}

static void scan_moves(worker *w, const tree_node *k, scan *c) {
    const tree *t = &w->search->tree;
    int at = 0;
    c->best = NULL;
    c->seen = c->have = 0;
    for (tree_ref b = LOAD(k->blocks); b; b = LOAD(tree_block_at(t, b)->next)) {
        tree_block *block = tree_block_at(t, b);
        c->have += (int)block->count;
        for (uint32_t i = 0; i < block->count && c->seen < c->want; i++) {
            tree_edge *e = &block->edge[i];
            if (!c->exact && pt_find_move(w->list, c->n, e->move) < 0) continue;
            c->seen++;
            if (!c->exact && at++ >= c->old) notes_could(&w->notes, e);
            int64_t score = score_of(w, c, e);
            if (!c->best || score > c->best_score) {
                c->best = e;
                c->best_score = score;
            }
        }
    }
}

static int list_moves(worker *w, tree_ref at, int mover) {
    return overlook(w, at, w->search->game->legal(w->state, mover, w->list));
}

/* Adds moves to a node, often as many as it has already, so that the list is rarely weighed. A
 * net is dear to ask: then they are enough for some twelve visits. */
enum { FIRST_BY_NET = 8 };
static bool widen(worker *w, tree_ref at, tree_node *k, int mover, const scan *c) {
    if (!tree_lock(k)) return false;
    int n = list_moves(w, at, mover);
    int more = c->want - c->seen, again = c->exact ? c->have : 4;
    if (w->search->net && again < FIRST_BY_NET) again = FIRST_BY_NET;
    add_moves(w, k, mover, n, more > again ? more : again);
    tree_unlock(k);
    return true;
}

static tree_edge *find_edge(const tree *t, const tree_node *k, pt_move m) {
    for (tree_ref b = LOAD(k->blocks); b; b = LOAD(tree_block_at(t, b)->next))
        for (uint32_t i = 0; i < tree_block_at(t, b)->count; i++)
            if (tree_block_at(t, b)->edge[i].move == m) return &tree_block_at(t, b)->edge[i];
    return NULL;
}

bool search_want(worker *w, pt_move m) {
    pt_search *s = w->search;
    tree *t = &s->tree;
    tree_node *k = tree_node_at(t, t->root);
    memcpy(w->state, s->view, s->game->state_size);
    int n = s->game->legal(s->view, s->seat, w->list);
    if (pt_find_move(w->list, n, m) < 0) return false;
    if (find_edge(t, k, s->only)) return true;
    tree_ref where;
    tree_block *b = tree_new_block(t, &w->stock, 1, &where);
    if (!b) return false;
    b->edge[0].move = m;
    b->edge[0].prior = PT_ONE / (uint32_t)n;
    b->edge[0].unseen = unseen(w, s->seat, m);
    tree_publish(t, k, where);
    return true;
}

tree_edge *search_choose(worker *w, tree_ref at, int mover) {
    pt_search *s = w->search;
    tree_node *k = tree_node_at(&s->tree, at);
    if (s->only && at == s->tree.root) return find_edge(&s->tree, k, s->only);
    tree_fetch_moves(&s->tree, k);
    uint64_t visits = notes_visits(&w->notes, k);
    scan c = {.exact = (GET(k->flags) & NODE_EXACT) != 0};
    c.root = root256(visits + 1);
    c.want = 3 + (int)((uint64_t)s->options.widen * c.root / (16 * 256));
    bool known = c.exact && LOAD(k->blocks);
    c.n = known ? k->legal : list_moves(w, at, mover);
    if (c.want > c.n) c.want = c.n;
    c.untried = notes_mean(&w->notes, k, mover, PT_ONE / 2) - s->options.urgency;
    scan_moves(w, k, &c);
    if (c.seen < c.want && widen(w, at, k, mover, &c)) {
        if (!c.exact) c.n = list_moves(w, at, mover);
        c.old = c.seen;
        scan_moves(w, k, &c);
    }
    return c.best;
}

/* --- luck --- */

tree_edge *search_luck_edge(worker *w, tree_ref at, int n, int outcome) {
    tree *t = &w->search->tree;
    tree_node *k = tree_node_at(t, at);
    tree_edge *e = find_edge(t, k, w->luck[outcome].move);
    if (e || !tree_lock(k)) return e;
    int fresh = 0;
    for (int i = 0; i < n; i++) fresh += !find_edge(t, k, w->luck[i].move);
    tree_ref where;
    tree_block *b = fresh ? tree_new_block(t, &w->stock, fresh, &where) : NULL;
    for (int i = 0, j = 0; b && i < n; i++)
        if (!find_edge(t, k, w->luck[i].move)) b->edge[j++].move = w->luck[i].move;
    if (b) tree_publish(t, k, where);
    tree_unlock(k);
    return find_edge(t, k, w->luck[outcome].move);
}
