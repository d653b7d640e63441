/* A search from the question to the answer: its memory, its threads, when it ends, and what it
 * keeps for the next move. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"
#include <assert.h>
#include <string.h>

enum {
    LEAST_TREE = 1 << 18,
    GUESSES = 4,
    EXPLORE = 64,
    EAGER_EVERY = 256, /* iterations between two checks whether it is decided */
    TICKETS = 8,       /* iterations that one of several threads claims at once */
};

pt_search_options pt_search_normal(void) {
    return (pt_search_options){.threads = 1, .widen = 24, .urgency = PT_ONE / 64, .cut = -1};
}

bool pt_search_set(pt_search_options *o, const char *name, long value) {
    const struct {
        const char *name;
        int *into;
        long min, max;
    } numbers[] = {{"threads", &o->threads, 1, PT_THREADS},
                   {"explore", &o->explore, 1, 65536},
                   {"widen", &o->widen, 1, 65536},
                   {"urgency", &o->urgency, -65536, 65536},
                   {"cut", &o->cut, -1, 10000},
                   {"depth", &o->depth, 0, 1000},
                   {"overlook", &o->overlook, 0, 1000},
                   {"net", &o->net, NET_BUILT_IN, NETS_MOST}};
    const struct {
        const char *name;
        bool *into;
    } flags[] = {
        {"careless", &o->careless}, {"forget", &o->forget},       {"patient", &o->patient},
        {"blind", &o->no_hints},    {"hasty", &o->hasty},         {"try", &o->try_each},
        {"plain", &o->plain_moves}, {"priors", &o->plain_values}, {"unsure", &o->unsure}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, name) == 0 && value >= numbers[i].min &&
            value <= numbers[i].max) {
            *numbers[i].into = (int)value;
            return true;
        }
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(flags[i].name, name) == 0 && (value == 0 || value == 1)) {
            *flags[i].into = value == 1;
            return true;
        }
    return false;
}

/* --- memory --- */

static size_t rounded(size_t n) { return (n + TREE_LINE - 1) / TREE_LINE * TREE_LINE; }

static size_t lists_size(const pt_game *g) {
    return rounded(g->max_moves * sizeof(pt_move)) + rounded(g->max_moves * sizeof(uint64_t)) +
           rounded(g->max_moves * sizeof(int32_t)) + rounded(g->max_chance * sizeof(pt_chance));
}

static size_t head_size(int threads) {
    return rounded(sizeof(pt_search) + (size_t)threads * sizeof(worker));
}

size_t pt_search_least(const pt_game *g, int threads) {
    return TREE_LINE + head_size(threads) + (size_t)threads * lists_size(g) + LEAST_TREE +
           (size_t)g->max_moves * 8 * TREE_UNIT;
}

static unsigned char *give_lists(worker *w, const pt_game *g, unsigned char *at) {
    w->list = (pt_move *)(void *)at;
    at += rounded(g->max_moves * sizeof(pt_move));
    w->weight = (uint64_t *)(void *)at;
    at += rounded(g->max_moves * sizeof(uint64_t));
    w->points = (int32_t *)(void *)at;
    at += rounded(g->max_moves * sizeof(int32_t));
    w->luck = (pt_chance *)(void *)at;
    return at + rounded(g->max_chance * sizeof(pt_chance));
}

/* Forgets the stocks of memory that threads had taken. */
static void empty_stocks(pt_search *s) {
    for (int i = 0; i < s->pool.threads; i++) s->worker[i].stock = (tree_stock){0};
}

static void empty_tree(pt_search *s) {
    tree_clear(&s->tree);
    empty_stocks(s);
}

static bool keep(pt_search *s, tree_ref root) {
    if (!tree_keep(&s->tree, root, &s->timer)) return false;
    empty_stocks(s);
    return true;
}

static void work(void *self, int thread);

pt_search *pt_search_open(void *memory, size_t size, const pt_game *g, pt_search_options o) {
    assert(g->state_size <= PT_STATE_MAX && o.threads >= 1 && o.threads <= PT_THREADS);
    if (size < pt_search_least(g, o.threads)) return NULL;
    unsigned char *end = (unsigned char *)memory + size;
    unsigned char *at =
        (unsigned char *)memory + rounded((uintptr_t)memory) - (uintptr_t)memory;
    pt_search *s = (pt_search *)(void *)at;
    memset(s, 0, head_size(o.threads));
    s->game = g;
    s->memory = size;
    at += head_size(o.threads);
    for (int i = 0; i < o.threads; i++) {
        s->worker[i].search = s;
        at = give_lists(&s->worker[i], g, at);
    }
    tree_open(&s->tree, at, (size_t)(end - at), o.threads);
    pool_open(&s->pool, o.threads, work, s);
    for (int i = 0; i < o.threads; i++) s->worker[i].notes.taken = s->pool.threads > 1;
    pt_search_change(s, o);
    return s;
}

void pt_search_close(pt_search *s) {
    if (s) pool_close(&s->pool);
}

void pt_search_change(pt_search *s, pt_search_options o) {
    s->options = o;
    s->options.threads = s->pool.threads;
    s->hints = s->game->hints && !o.no_hints ? *s->game->hints : (pt_hints){0};
    if (o.try_each) s->hints.prior = NULL;
    empty_tree(s);
}

/* --- the question --- */

/* Nothing is hidden if everything imagined is the view itself. */
static bool hides_nothing(pt_search *s, pt_rng *rng) {
    worker *w = &s->worker[0];
    if (s->options.open || !s->game->imagine) return true;
    for (int i = 0; i < GUESSES; i++) {
        pt_imagine(s->game, s->view, s->seat, rng, w->state);
        if (memcmp(w->state, s->view, s->game->state_size) != 0) return false;
    }
    return true;
}

/* What evaluate() says on average about imagined states. These states are not part of the
 * search: it draws the same random numbers with or without them. */
static void ask_luck(pt_search *s, pt_rng rng) {
    worker *w = &s->worker[0];
    int32_t share[PT_SEATS];
    int64_t sum[PT_SEATS] = {0};
    s->even = s->hints.by_hidden && s->hints.evaluate && !s->exact && !s->options.hasty;
    for (int i = 0; s->even && i < SEARCH_ASIDE; i++) {
        pt_imagine(s->game, s->view, s->seat, &rng, w->state);
        search_expect(s, w->state, s->seat, share);
        for (int seat = 0; seat < PT_SEATS; seat++) sum[seat] += share[seat];
    }
    for (int i = 0; i < s->pool.threads; i++) {
        s->worker[i].imagined = SEARCH_ASIDE;
        memcpy(s->worker[i].promised, sum, sizeof sum);
    }
}

/* Keeps the part of the tree below this position, if it is in the tree; otherwise starts an
 * empty one. */
static void keep_tree(pt_search *s, int last_seat, pt_rng *rng) {
    tree *t = &s->tree;
    memcpy(s->worker[0].state, s->view, s->game->state_size);
    uint32_t tag = search_tag(&s->worker[0]);
    bool same = last_seat == s->seat || s->options.open || !s->game->observe;
    tree_ref old = same && !s->options.forget ? tree_find(t, tag, s->seat) : 0;
    s->kept = 0;
    if (old && keep(s, old)) {
        tree_node *k = tree_node_at(t, t->root);
        bool exact = (GET(k->flags) & NODE_EXACT) != 0;
        s->kept = GET(k->visits);
        if (exact == s->exact) return;
    }
    s->kept = 0;
    s->salt = pt_random(rng);
    empty_tree(s);
    t->root = tree_new_node(t, &s->worker[0].stock, s->seat,
                            NODE_PLACE | (s->exact ? NODE_EXACT : 0));
}

/* --- the run --- */

/* The best two visit counts at the root. */
static void leaders(const pt_search *s, uint64_t visits[2]) {
    const tree *t = &s->tree;
    visits[0] = visits[1] = 0;
    for (tree_ref b = tree_node_at(t, t->root)->blocks; b; b = tree_block_at(t, b)->next)
        for (uint32_t i = 0; i < tree_block_at(t, b)->count; i++) {
            uint64_t v = GET(tree_block_at(t, b)->edge[i].visits);
            if (v > visits[0]) {
                visits[1] = visits[0];
                visits[0] = v;
            } else if (v > visits[1]) {
                visits[1] = v;
            }
        }
}

static uint64_t all_done(const pt_search *s) {
    uint64_t sum = 0;
    for (int i = 0; i < s->pool.threads; i++) sum += GET(s->worker[i].done);
    return sum;
}

/* True if no move can overtake the first in the iterations that are left. `own` counts those of
 * the asking thread. */
static bool decided(const pt_search *s, uint64_t own, uint64_t started) {
    uint64_t visits[2], left = UINT64_MAX;
    const pt_budget *b = &s->timer.budget;
    if (s->options.patient || s->only || own % EAGER_EVERY) return false;
    uint64_t done = all_done(s);
    if (b->iterations) left = b->iterations > done ? b->iterations - done : 0;
    if (s->timer.until) {
        uint64_t now = pt_micros(b->cpu), spent = now - started + 1;
        uint64_t time = now < s->timer.until ? s->timer.until - now : 0;
        uint64_t possible = done * time / spent * 5 / 4;
        if (possible < left) left = possible;
    }
    leaders(s, visits);
    return visits[0] - visits[1] > left;
}

/* A single thread continues until it is told to stop; several threads share out the
 * iterations. */
static bool has_ticket(pt_search *s, worker *w) {
    if (w->tickets || s->pool.threads == 1) return true;
    uint64_t limit = s->timer.budget.iterations ? s->timer.budget.iterations : UINT64_MAX;
    uint64_t at = atomic_fetch_add_explicit(&s->claimed, TICKETS, memory_order_relaxed);
    if (at < limit) w->tickets = limit - at < TICKETS ? (uint32_t)(limit - at) : TICKETS;
    return w->tickets != 0;
}

static void work(void *self, int thread) {
    pt_search *s = self;
    worker *w = &s->worker[thread];
    uint64_t started = thread == 0 ? pt_micros(s->timer.budget.cpu) : 0;
    while (!GET(s->halt) && has_ticket(s, w)) {
        search_iterate(w);
        uint64_t done = GET(w->done) + 1;
        atomic_store_explicit(&w->done, done, memory_order_relaxed);
        if (w->tickets) w->tickets--;
        bool end = GET(s->tree.full);
        if (thread == 0 && (pt_timer_over(&s->timer, done) || decided(s, done, started)))
            end = true;
        if (end) atomic_store_explicit(&s->halt, true, memory_order_relaxed);
    }
    notes_hand_over(&w->notes);
}

/* True if a full tree was made smaller and there is time to continue. */
static bool made_room(pt_search *s) {
    if (!GET(s->tree.full)) return false;
    uint64_t began = pt_micros(true);
    bool kept = keep(s, s->tree.root);
    s->alone += pt_micros(true) - began;
    if (!kept) return false;
    s->tree.recycled++;
    return !pt_timer_over(&s->timer, all_done(s));
}

/* Runs until the budget is used up. When the tree is full, its least visited parts are
 * dropped. */
static void run(pt_search *s, pt_rng *rng) {
    for (int i = 0; i < s->pool.threads; i++) {
        worker *w = &s->worker[i];
        w->rng.state = pt_random(rng);
        w->tickets = 0;
        atomic_store(&w->done, 0);
    }
    atomic_store(&s->claimed, 0);
    s->alone = 0;
    do {
        atomic_store(&s->halt, false);
        pool_run(&s->pool);
    } while (made_room(s));
    s->done = all_done(s);
}

pt_move pt_search_run(pt_search *s, const void *view, int seat, pt_rng *rng,
                      const pt_budget *budget) {
    int last_seat = s->seat;
    s->timer = pt_timer_start(budget);
    memcpy(s->view, view, s->game->state_size);
    s->seat = seat;
    s->only = 0;
    s->net =
        s->options.net ? pt_nets_find(s->game, pt_head_of(view)->seats, s->options.net) : NULL;
    s->explore = s->options.explore ? s->options.explore : EXPLORE << (s->net && s->net->bold);
    s->exact = hides_nothing(s, rng);
    int n = s->game->legal(view, seat, s->worker[0].list);
    assert(n > 0);
    s->done = 0;
    s->forced = n == 1;
    pt_move forced = s->worker[0].list[0];
    if (s->forced && !s->options.patient) return forced;
    if (s->net) pt_net_near_make(&s->near, s->net, s->view);
    ask_luck(s, *rng);
    keep_tree(s, last_seat, rng);
    run(s, rng);
    pt_found best;
    return pt_search_found(s, &best, 1) ? best.move : forced;
}

void pt_search_more(pt_search *s, pt_move m, pt_rng *rng, const pt_budget *budget) {
    s->timer = pt_timer_start(budget);
    if (s->forced && !s->options.patient) return; /* the tree belongs to an earlier search */
    s->only = m;
    if (s->tree.root && (!m || search_want(&s->worker[0], m))) run(s, rng);
    s->only = 0;
}
