/* greedy: looks one move ahead. It tries each legal move on states imagined from the view,
 * draws luck until somebody has a choice again, and makes the move with the best expected lead
 * over the best rival. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/words.h"
#include <assert.h>
#include <string.h>

/* Bounds on the work of one decision: at most TRIES moves are tried, on WORLDS imagined states
 * each. If luck follows a move, it is drawn LUCKS times in each world. */
enum { TRIES = 600, WORLDS = 3, LUCKS = 4, LUCK_STEPS = 64 };

typedef struct greedy {
    _Alignas(max_align_t) unsigned char world[WORLDS][PT_STATE_MAX];
    _Alignas(max_align_t) unsigned char after[PT_STATE_MAX], drawn[PT_STATE_MAX];
    pt_chance *luck; /* both behind this struct */
    pt_move *list;
} greedy;

static size_t size(const pt_game *g) {
    return sizeof(greedy) + g->max_chance * sizeof(pt_chance) + g->max_moves * sizeof(pt_move);
}

int64_t pt_lead(const pt_game *g, const void *s, int seat) {
    int32_t expect[PT_SEATS] = {0};
    if (pt_head_of(s)->node != PT_OVER && g->hints && g->hints->evaluate) {
        g->hints->evaluate(s, expect);
    } else {
        g->score(s, expect);
        for (int i = 0; i < PT_SEATS; i++) expect[i] = expect[i] * 100 / g->score_den;
    }
    int64_t rival = INT32_MIN;
    for (int i = 0; i < pt_head_of(s)->seats; i++)
        if (i != seat && expect[i] > rival) rival = expect[i];
    return pt_head_of(s)->seats > 1 ? expect[seat] - rival : expect[seat];
}

/* Draws until somebody has a choice, or the game is over. */
static void play_luck(greedy *b, const pt_game *g, void *s, pt_rng *rng) {
    for (int step = 0; step < LUCK_STEPS && pt_head_of(s)->node == PT_CHANCE; step++) {
        int n = g->chance(s, b->luck);
        g->apply(s, PT_LUCK, b->luck[pt_chance_draw(b->luck, n, rng)].move);
    }
}

/* What a move leads to in one world, on average. */
static int64_t worth(greedy *b, const pt_game *g, const void *world, int seat, pt_move m,
                     pt_rng *rng) {
    memcpy(b->after, world, g->state_size);
    g->apply(b->after, seat, m);
    if (pt_head_of(b->after)->node != PT_CHANCE) return pt_lead(g, b->after, seat);
    int64_t sum = 0;
    for (int i = 0; i < LUCKS; i++) {
        memcpy(b->drawn, b->after, g->state_size);
        play_luck(b, g, b->drawn, rng);
        sum += pt_lead(g, b->drawn, seat);
    }
    return sum / LUCKS;
}

/* A long list is cut to a random part of it, so that the work stays bounded. */
static int shorten(pt_move *list, int n, pt_rng *rng) {
    if (n <= TRIES) return n;
    for (int i = 0; i < TRIES; i++) {
        int j = i + (int)pt_below(rng, (uint32_t)(n - i));
        pt_move m = list[i];
        list[i] = list[j];
        list[j] = m;
    }
    return TRIES;
}

static greedy *settle(pt_bot *bot) {
    assert(bot->game->state_size <= PT_STATE_MAX);
    greedy *b = (greedy *)(void *)bot->memory;
    b->luck = (pt_chance *)(void *)(b + 1);
    b->list = (pt_move *)(void *)(b->luck + bot->game->max_chance);
    return b;
}

static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    const pt_game *g = bot->game;
    greedy *b = settle(bot);
    int n = g->legal(view, seat, b->list), worlds = g->imagine ? WORLDS : 1, equals = 0;
    if (n == 1) return b->list[0];
    n = shorten(b->list, n, rng);
    for (int w = 0; w < worlds; w++) pt_imagine(g, view, seat, rng, b->world[w]);
    pt_move best = b->list[0];
    int64_t best_worth = INT64_MIN;
    for (int i = 0; i < n; i++) {
        int64_t sum = 0;
        for (int w = 0; w < worlds; w++) sum += worth(b, g, b->world[w], seat, b->list[i], rng);
        if (sum > best_worth) equals = 0;
        /* All moves with the best value are equally likely. */
        if (sum > best_worth ||
            (sum == best_worth && pt_below(rng, (uint32_t)++equals + 1) == 0)) {
            best = b->list[i];
            best_worth = sum;
        }
    }
    return best;
}

const pt_bot_kind pt_bot_greedy = {
    .name = "greedy", .words = &bots_phrases[BOTS_SAY_GREEDY], .size = size, .pick = pick};
