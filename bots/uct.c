/* uct: the plain search that better ones are measured against. It is simple on purpose. UCB1 on
 * a tree of moves, each iteration on a state imagined from the view, luck drawn and not stored,
 * games played to the end with uniformly random moves, the win as the only value. It knows
 * nothing about any game and forgets its tree after each move. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/words.h"
#include <math.h>
#include <string.h>

enum { NODES = 1 << 18, DEPTH = 256, NOTHING = 0 };

/* The move that leads to the node, and the games that went through it. */
typedef struct uct_node {
    pt_move move;
    uint8_t mover; /* who made the move */
    uint32_t child, sibling;
    uint32_t visits;
    float won; /* the mover's share of those games */
} uct_node;

typedef struct uct {
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    uint32_t used, path[DEPTH];
    int length;
    uct_node node[NODES];
} uct;

/* Behind the struct: a list of moves, marks on it, and a list of luck. */
typedef struct lists {
    pt_move *moves;
    pt_chance *luck;
    bool *tried;
} lists;

static size_t size(const pt_game *g) {
    return sizeof(uct) + g->max_chance * sizeof(pt_chance) + g->max_moves * sizeof(pt_move) +
           g->max_moves * sizeof(bool);
}

static lists lists_of(pt_bot *bot) {
    unsigned char *at = bot->memory + sizeof(uct);
    lists l = {.luck = (pt_chance *)(void *)at};
    l.moves = (pt_move *)(void *)(at += bot->game->max_chance * sizeof(pt_chance));
    l.tried = (bool *)(void *)(at + bot->game->max_moves * sizeof(pt_move));
    return l;
}

/* UCB1 among the children that are legal now; marks the moves that have one. */
static uint32_t best_child(uct *u, uint32_t at, int mover, lists l, int n, int *tried) {
    uint32_t best = NOTHING;
    float best_score = -1, log_all = logf((float)(u->node[at].visits + 1));
    memset(l.tried, 0, (size_t)n * sizeof *l.tried);
    *tried = 0;
    for (uint32_t c = u->node[at].child; c; c = u->node[c].sibling) {
        const uct_node *k = &u->node[c];
        int i = k->mover == mover ? pt_find_move(l.moves, n, k->move) : -1;
        if (i < 0) continue;
        l.tried[i] = true;
        ++*tried;
        float visits = (float)k->visits, score = k->won / visits + sqrtf(2 * log_all / visits);
        if (score > best_score) {
            best_score = score;
            best = c;
        }
    }
    return best;
}

/* A new child for one of the moves that have none. */
static uint32_t add_child(uct *u, uint32_t at, int mover, lists l, int n, int tried,
                          pt_rng *rng) {
    if (u->used == NODES) return NOTHING;
    uint32_t skip = pt_below(rng, (uint32_t)(n - tried)), c = u->used++;
    int i = 0;
    while (l.tried[i] || skip--) i++;
    u->node[c] = (uct_node){l.moves[i], (uint8_t)mover, 0, u->node[at].child, 0, 0};
    u->node[at].child = c;
    return c;
}

static void draw_luck(const pt_game *g, void *s, lists l, pt_rng *rng) {
    while (pt_head_of(s)->node == PT_CHANCE) {
        int n = g->chance(s, l.luck);
        g->apply(s, PT_LUCK, l.luck[pt_chance_draw(l.luck, n, rng)].move);
    }
}

/* One game: down the tree, one new node, random moves to the end, the result back up. */
static void iterate(uct *u, const pt_game *g, const void *view, int seat, lists l,
                    pt_rng *rng) {
    uint32_t at = 0;
    int mover = seat;
    bool fresh = false;
    pt_imagine(g, view, seat, rng, u->state);
    u->path[0] = 0;
    u->length = 1;
    while (!fresh && pt_head_of(u->state)->node == PT_DECIDE && u->length < DEPTH) {
        int n = g->legal(u->state, mover, l.moves), tried;
        uint32_t next = best_child(u, at, mover, l, n, &tried);
        if (tried < n) {
            next = add_child(u, at, mover, l, n, tried, rng);
            fresh = true;
        }
        if (next == NOTHING) break;
        g->apply(u->state, mover, u->node[next].move);
        u->path[u->length++] = at = next;
        draw_luck(g, u->state, l, rng);
        mover = pt_next_mover(u->state, mover);
    }
    while (pt_head_of(u->state)->node != PT_OVER)
        pt_random_step(g, u->state, rng, l.moves, l.luck);
    int32_t share[PT_SEATS];
    pt_win_shares(g, u->state, 60, share);
    for (int i = 0; i < u->length; i++) {
        uct_node *k = &u->node[u->path[i]];
        k->visits++;
        if (i) k->won += (float)share[k->mover] / 60;
    }
}

static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    uct *u = (uct *)(void *)bot->memory;
    lists l = lists_of(bot);
    if (bot->game->legal(view, seat, l.moves) == 1) return l.moves[0];
    pt_timer timer = pt_timer_start(&bot->budget);
    u->node[0] = (uct_node){0};
    u->used = 1;
    uint64_t done = 0;
    do iterate(u, bot->game, view, seat, l, rng);
    while (!pt_timer_over(&timer, ++done));
    uint32_t best = u->node[0].child;
    for (uint32_t c = best; c; c = u->node[c].sibling)
        if (u->node[c].visits > u->node[best].visits) best = c;
    return u->node[best].move;
}

const pt_bot_kind pt_bot_uct = {.name = "uct",
                                .words = &bots_phrases[BOTS_SAY_UCT],
                                .size = size,
                                .pick = pick,
                                .normal = {.millis = 1000}};
