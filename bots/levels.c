/* The five levels: one search, from a beginner who looks one move ahead to a master who takes
 * their time. Weaker levels make the mistakes people make: they look less far, miss some
 * replies, forget what they thought a move ago, and accept a worse move. How much worse depends
 * on the position, because moves lie close together in one game and far apart in another. Only
 * the beginner ever plays a move that it knows to be far below average. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/net/net.h"
#include "bots/search/search.h"
#include "bots/words.h"
#include <assert.h>
#include <string.h>

typedef struct level {
    const pt_bot_kind *kind;
    int iterations, millis; /* whatever comes first; 0: no limit */
    int megabytes;          /* memory for the tree */
    int depth;              /* decisions looked ahead; 0: any */
    int overlook;           /* how many of 1000 replies it does not think of */
    bool careless;          /* it overlooks its own moves too */
    int slack;              /* how much worse than the best a move may be, see reach */
    bool forget;
    bool hasty; /* plays no ending out, and does not take out the luck of what it imagines */
} level;

static size_t size(const pt_game *g);
static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng);
static void open_bot(pt_bot *bot);
static void close_bot(pt_bot *bot);
static bool set(pt_bot *bot, const char *name, long value);

#define KIND(level_name, ms, key)                                                              \
    {                                                                                          \
        .name = level_name, .words = &bots_phrases[key], .size = size, .pick = pick,           \
        .normal = {.millis = ms}, .open = open_bot, .close = close_bot, .set = set             \
    }

/* clang-format off */
const pt_bot_kind pt_levels[PT_LEVELS] = {
    KIND("beginner", 1000, BOTS_SAY_BEGINNER),
    KIND("casual",   1000, BOTS_SAY_CASUAL),
    KIND("skilled",  1500, BOTS_SAY_SKILLED),
    KIND("expert",   2000, BOTS_SAY_EXPERT),
    KIND("master",   2500, BOTS_SAY_MASTER),
};

const pt_bot_kind pt_champion = KIND("champion", 2500, BOTS_SAY_CHAMPION);

/*            kind           iterations  ms   MiB depth overlook careless slack forget hasty */
static const level levels[PT_LEVELS] = {
    {&pt_levels[0],         16,        1000,   8,  1,   500,     true,    3000,  true,  true},
    {&pt_levels[1],        100,        1000,   8,  3,   180,     false,   1450,  true,  true},
    {&pt_levels[2],        600,        1500,  16,  6,    60,     false,   1000,  true,  true},
    {&pt_levels[3],       4000,        2000,  32,  0,     0,     false,    700,  false, true},
    {&pt_levels[4],          0,        2500,  64,  0,     0,     false,      0,  false, false},
};
/* clang-format on */

int pt_level_named(const char *name) {
    for (int i = 0; i < PT_LEVELS; i++)
        if (strcmp(pt_levels[i].name, name) == 0) return i;
    return strcmp(name, "champion") == 0 ? PT_LEVELS - 1 : 1;
}

/* The longest list of moves a level chooses from with slack. */
enum { CHOICES = 24 };

/* Slack counts thousandths of the way from the best move down to the average one. */
enum { AVERAGE = 1000, MOST_SLACK = 10 * AVERAGE };

typedef struct player {
    pt_search_options options;
    int iterations, slack;
    pt_search *search;
} player;

static size_t head(void) { return (sizeof(player) + 63) / 64 * 64; }

static size_t memory_of(const level *l, const pt_game *g) {
    size_t wish = (size_t)l->megabytes << 20, least = pt_search_least(g, PT_THREADS);
    return wish > least ? wish : least;
}

static const level *level_of(const pt_bot_kind *kind) {
    for (int i = 0; i < PT_LEVELS - 1; i++)
        if (kind == &pt_levels[i]) return &levels[i];
    return &levels[PT_LEVELS - 1]; /* the champion, too */
}

/* The kind is not known here, so every level takes what the largest needs; memory that is never
 * touched costs nothing. */
static size_t size(const pt_game *g) { return head() + memory_of(&levels[PT_LEVELS - 1], g); }

static void open_search(pt_bot *bot) {
    player *p = (player *)(void *)bot->memory;
    const level *l = level_of(bot->kind);
    p->search =
        pt_search_open(bot->memory + head(), memory_of(l, bot->game), bot->game, p->options);
    assert(p->search); /* memory_of gives enough */
}

static void open_bot(pt_bot *bot) {
    player *p = (player *)(void *)bot->memory;
    const level *l = level_of(bot->kind);
    p->options = pt_search_normal();
    p->options.depth = l->depth;
    p->options.overlook = l->overlook;
    p->options.careless = l->careless;
    p->options.forget = l->forget;
    p->options.hasty = l->hasty;
    p->iterations = l->iterations;
    p->slack = l->slack;
    if (bot->kind == &pt_champion) {
        pt_nets_open();
        p->options.net = NET_BUILT_IN;
    }
    open_search(bot);
}

static void close_bot(pt_bot *bot) {
    player *p = (player *)(void *)bot->memory;
    pt_search_close(p->search);
}

static bool set(pt_bot *bot, const char *name, long value) {
    player *p = (player *)(void *)bot->memory;
    if (strcmp(name, "iterations") == 0 && value >= 0 && value <= INT32_MAX) {
        p->iterations = (int)value;
        return true;
    }
    if (strcmp(name, "slack") == 0 && value >= 0 && value <= MOST_SLACK) {
        p->slack = (int)value;
        return true;
    }
    if (!pt_search_set(&p->options, name, value)) return false;
    close_bot(bot);
    open_search(bot);
    return true;
}

/* How far below the best a move may be and still be played. */
static int32_t reach(const player *p, const pt_found *found, int n, int seat, int32_t *top) {
    int64_t sum = 0;
    *top = 0;
    for (int i = 0; i < n; i++) {
        sum += found[i].share[seat];
        if (found[i].share[seat] > *top) *top = found[i].share[seat];
    }
    return n ? (int32_t)((*top - sum / n) * p->slack / AVERAGE) : 0;
}

/* Picks a move within reach of the best; the closer, the likelier. */
static pt_move loosely(const player *p, int seat, pt_move best, pt_rng *rng) {
    pt_found found[CHOICES];
    int n = pt_search_found(p->search, found, CHOICES);
    uint32_t weight[CHOICES], sum = 0;
    int32_t top, far = reach(p, found, n, seat, &top);
    for (int i = 0; i < n; i++) {
        int32_t behind = top - found[i].share[seat];
        sum += weight[i] = behind <= far ? (uint32_t)(far - behind + 1) : 0;
    }
    if (!sum) return best;
    uint32_t ticket = pt_below(rng, sum);
    int i = 0;
    while (ticket >= weight[i]) ticket -= weight[i++];
    return found[i].move;
}

static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    player *p = (player *)(void *)bot->memory;
    pt_budget b = bot->budget;
    if (p->iterations && (!b.iterations || b.iterations > (uint32_t)p->iterations))
        b.iterations = (uint32_t)p->iterations;
    pt_move best = pt_search_run(p->search, view, seat, rng, &b);
    pt_search_stats stats = pt_search_stats_of(p->search);
    return p->slack && stats.iterations ? loosely(p, seat, best, rng) : best;
}
