/* The memory of the tree, and its move to the other half. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/tree.h"
#include <assert.h>
#include <string.h>

enum {
    FIRST = 2,   /* place 0 is "none" */
    CHUNK = 256, /* units of a stock */
};

static void *at_half(const tree *t, int half, tree_ref r) {
    return t->half[half] + (size_t)r * TREE_UNIT;
}

/* Rounds units up to whole cache lines. */
static uint32_t lines(uint32_t units) { return (units + 1) / 2 * 2; }

void tree_open(tree *t, unsigned char *memory, size_t size, int threads) {
    size_t units = size / 2 / TREE_LINE * 2;
    assert((uintptr_t)memory % TREE_LINE == 0);
    memset(t, 0, sizeof *t);
    t->units = units > UINT32_MAX / 4 ? UINT32_MAX / 4 * 2 : (uint32_t)units;
    t->chunk = threads > 1 ? CHUNK : 0;
    t->half[0] = memory;
    t->half[1] = t->half[0] + (size_t)t->units * TREE_UNIT;
    tree_clear(t);
}

void tree_clear(tree *t) {
    atomic_store(&t->used, FIRST);
    atomic_store(&t->full, false);
    t->nodes = 0;
    t->root = 0;
}

/* Zeroed memory, or 0. */
static tree_ref take(tree *t, tree_stock *from, uint32_t units) {
    units = lines(units);
    if (from->end - from->at < units) {
        uint32_t more = units > t->chunk ? units : t->chunk;
        uint32_t at = atomic_fetch_add_explicit(&t->used, more, memory_order_relaxed);
        if (at + more > t->units) {
            atomic_fetch_sub_explicit(&t->used, more, memory_order_relaxed);
            atomic_store_explicit(&t->full, true, memory_order_relaxed);
            return 0;
        }
        from->at = at;
        from->end = at + more;
    }
    tree_ref r = from->at;
    from->at += units;
    memset(tree_at(t, r), 0, (size_t)units * TREE_UNIT);
    return r;
}

tree_ref tree_new_node(tree *t, tree_stock *from, int mover, unsigned flags) {
    tree_ref r = take(t, from, 2);
    if (!r) return 0;
    tree_node *k = tree_node_at(t, r);
    k->mover = (uint8_t)mover;
    atomic_init(&k->flags, (uint8_t)flags);
    from->nodes++;
    return r;
}

tree_ref tree_child(tree *t, tree_stock *from, _Atomic tree_ref *slot, int mover,
                    unsigned flags) {
    tree_ref head = LOAD(*slot), made = 0;
    for (;;) {
        for (tree_ref r = head; r; r = LOAD(tree_node_at(t, r)->variant))
            if (tree_node_at(t, r)->mover == mover) return r;
        if (!made && !(made = tree_new_node(t, from, mover, flags))) return 0;
        atomic_init(&tree_node_at(t, made)->variant, head);
        /* Another thread may have put a node there. If so, look again. */
        if (atomic_compare_exchange_strong_explicit(slot, &head, made, memory_order_release,
                                                    memory_order_acquire))
            return made;
    }
}

tree_block *tree_new_block(tree *t, tree_stock *from, int count, tree_ref *where) {
    *where = take(t, from, (uint32_t)count + 1);
    if (!*where) return NULL;
    tree_block *b = tree_block_at(t, *where);
    b->count = (uint32_t)count;
    return b;
}

void tree_publish(tree *t, tree_node *k, tree_ref block) {
    _Atomic tree_ref *slot = &k->blocks;
    for (tree_ref r; (r = LOAD(*slot));) slot = &tree_block_at(t, r)->next;
    atomic_store_explicit(slot, block, memory_order_release);
}

/* --- finding a position again --- */

enum { FIND_DEPTH = 48, FIND_NODES = 20000 };

typedef struct finder {
    const tree *t;
    uint32_t tag;
    int mover, left;
} finder;

static tree_ref find_in(finder *f, tree_ref chain, int depth);

static tree_ref find_below(finder *f, tree_ref r, int depth) {
    const tree_node *k = tree_node_at(f->t, r);
    tree_ref found = find_in(f, LOAD(k->hidden), depth + 1);
    for (tree_ref b = LOAD(k->blocks); b && !found; b = LOAD(tree_block_at(f->t, b)->next)) {
        const tree_block *block = tree_block_at(f->t, b);
        for (uint32_t i = 0; i < block->count && !found; i++)
            found = find_in(f, LOAD(block->edge[i].child), depth + 1);
    }
    return found;
}

static tree_ref find_in(finder *f, tree_ref chain, int depth) {
    if (depth > FIND_DEPTH) return 0;
    for (tree_ref r = chain; r; r = LOAD(tree_node_at(f->t, r)->variant)) {
        const tree_node *k = tree_node_at(f->t, r);
        if (f->left-- <= 0) return 0;
        if (k->tag == f->tag && k->mover == f->mover && LOAD(k->blocks) &&
            (LOAD(k->flags) & NODE_PLACE))
            return r;
        tree_ref below = find_below(f, r, depth);
        if (below) return below;
    }
    return 0;
}

tree_ref tree_find(const tree *t, uint32_t tag, int mover) {
    finder f = {t, tag, mover, FIND_NODES};
    return t->root ? find_in(&f, t->root, 0) : 0;
}

/* --- moving to the other half --- */

enum { BUCKETS = 33 };

/* Counts units below a node by the magnitude of their visits, so that a threshold can be
 * chosen. */
typedef struct census {
    const tree *t;
    const pt_timer *timer;
    uint32_t nodes;
    bool late;
    uint64_t units[BUCKETS];
} census;

/* True if it is time to give up. Asked at every node; looks at the clock only now and then. */
static bool too_late(const pt_timer *timer, uint32_t nodes) {
    return nodes % 256 == 0 && timer && pt_timer_over(timer, 0);
}

static int magnitude(uint32_t visits) {
    int m = 0;
    while (visits) {
        visits >>= 1;
        m++;
    }
    return m;
}

static void count_in(census *c, tree_ref chain) {
    for (tree_ref r = chain; r && !c->late; r = LOAD(tree_node_at(c->t, r)->variant)) {
        const tree_node *k = tree_node_at(c->t, r);
        uint64_t units = 2;
        if (too_late(c->timer, ++c->nodes)) c->late = true;
        for (tree_ref b = LOAD(k->blocks); b; b = LOAD(tree_block_at(c->t, b)->next)) {
            const tree_block *block = tree_block_at(c->t, b);
            units += lines(1 + block->count);
            for (uint32_t i = 0; i < block->count; i++) count_in(c, LOAD(block->edge[i].child));
        }
        count_in(c, LOAD(k->hidden));
        c->units[magnitude(LOAD(k->visits))] += units;
    }
}

/* Finds the smallest number of visits such that all nodes with at least that many fit. False if
 * there is no time. */
static bool threshold(const tree *t, tree_ref root, const pt_timer *timer, uint32_t *least) {
    census c = {.t = t, .timer = timer};
    count_in(&c, root);
    uint64_t sum = 0;
    int m = BUCKETS - 1;
    while (m > 0 && sum + c.units[m] <= t->units / 2) sum += c.units[m--];
    *least = m == 0 ? 0 : 1u << m;
    return !c.late;
}

typedef struct mover {
    const tree *t;
    const pt_timer *timer;
    int to;
    uint32_t used, nodes, least;
    bool late;
} mover;

static tree_ref move_chain(mover *m, tree_ref chain);

static tree_ref give(mover *m, uint32_t units) {
    tree_ref r = m->used;
    m->used += lines(units);
    assert(m->used <= m->t->units);
    return r;
}

static tree_ref move_block(mover *m, tree_ref from) {
    const tree_block *old = tree_block_at(m->t, from);
    tree_ref r = give(m, old->count + 1);
    tree_block *b = at_half(m->t, m->to, r);
    memcpy(b, old, (size_t)(old->count + 1) * TREE_UNIT);
    atomic_init(&b->next, 0);
    for (uint32_t i = 0; i < b->count; i++)
        atomic_init(&b->edge[i].child, move_chain(m, LOAD(old->edge[i].child)));
    return r;
}

static tree_ref move_node(mover *m, tree_ref from) {
    const tree_node *old = tree_node_at(m->t, from);
    tree_ref r = give(m, 2), last = 0;
    tree_node *k = at_half(m->t, m->to, r);
    memcpy(k, old, sizeof *k);
    atomic_init(&k->variant, 0);
    atomic_init(&k->blocks, 0);
    m->nodes++;
    for (tree_ref b = LOAD(old->blocks); b && !m->late;
         b = LOAD(tree_block_at(m->t, b)->next)) {
        tree_ref moved = move_block(m, b);
        if (last)
            atomic_init(&((tree_block *)at_half(m->t, m->to, last))->next, moved);
        else
            atomic_init(&k->blocks, moved);
        last = moved;
    }
    atomic_init(&k->hidden, move_chain(m, LOAD(old->hidden)));
    return r;
}

/* The variants worth keeping, in their order. */
static tree_ref move_chain(mover *m, tree_ref chain) {
    tree_ref first = 0, last = 0;
    for (tree_ref r = chain; r && !m->late; r = LOAD(tree_node_at(m->t, r)->variant)) {
        if (LOAD(tree_node_at(m->t, r)->visits) < m->least) continue;
        tree_ref moved = move_node(m, r);
        if (last)
            atomic_init(&((tree_node *)at_half(m->t, m->to, last))->variant, moved);
        else
            first = moved;
        last = moved;
        if (too_late(m->timer, m->nodes)) m->late = true;
    }
    return first;
}

bool tree_keep(tree *t, tree_ref root, const pt_timer *timer) {
    mover m = {t, timer, !t->now, FIRST, 0, 0, false};
    if (!threshold(t, root, timer, &m.least)) return false;
    tree_ref moved = move_node(&m, root);
    if (m.late) return false;
    t->now = m.to;
    t->root = moved;
    atomic_store(&t->used, m.used);
    t->nodes = m.nodes;
    atomic_store(&t->full, false);
    return true;
}
