/* The levels: one search, from a first game to a master who takes their time.
 *
 * All below the master are points on one scale of keenness, 0 to 255. The less keen a level is,
 * the fewer iterations it has, the less far it looks, the more replies it does not think of,
 * and the more it misjudges a move. It never throws a turn away: a move that it sees to be as
 * far below average as the best is above is not played, whatever the error. How keen a level is
 * depends on the game and the number of players (pt_hints.rungs, measured by tools/ladder), so
 * that each beats the one below about as often everywhere. Iterations do not depend on the
 * machine; only the master is limited by time. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/net/net.h"
#include "bots/search/search.h"
#include "bots/words.h"
#include "core/measures.h"
#include <assert.h>
#include <string.h>

static size_t in_8(const pt_game *g), in_16(const pt_game *g), in_32(const pt_game *g);
static size_t in_64(const pt_game *g);
static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng);
static void open_bot(pt_bot *bot);
static void close_bot(pt_bot *bot);
static bool set(pt_bot *bot, const char *name, long value);

/* `mib`: a tree for so many MiB. A page gives a bot no more than it uses. */
#define KIND(level_name, ms, mib, key)                                                         \
    {                                                                                          \
        .name = level_name, .words = &bots_phrases[key], .size = in_##mib, .pick = pick,       \
        .normal = {.millis = ms}, .open = open_bot, .close = close_bot, .set = set             \
    }

/* clang-format off */
const pt_bot_kind pt_levels[PT_LEVELS] = {
    KIND("beginner", 1000,  8, BOTS_SAY_BEGINNER),
    KIND("learner",  1000,  8, BOTS_SAY_LEARNER),
    KIND("casual",   1000,  8, BOTS_SAY_CASUAL),
    KIND("regular",  1000,  8, BOTS_SAY_REGULAR),
    KIND("skilled",  1500,  8, BOTS_SAY_SKILLED),
    KIND("seasoned", 1500, 16, BOTS_SAY_SEASONED),
    KIND("expert",   2000, 32, BOTS_SAY_EXPERT),
    KIND("elite",    2000, 32, BOTS_SAY_ELITE),
    KIND("master",   2500, 64, BOTS_SAY_MASTER),
};

const pt_bot_kind pt_champion = KIND("champion", 2500, 64, BOTS_SAY_CHAMPION);

/* Where a game does not say how keen its levels are. */
static const uint8_t usual[PT_RUNGS] = {16, 36, 56, 76, 96, 116, 136, 156};
/* clang-format on */

/* The longest list of moves a level chooses from with slack. */
enum { CHOICES = 24 };

/* The error of judgement counts thousandths of the way from the best move down to the average
 * one. A move twice as far down would be a gross loss. */
enum { AVERAGE = 1000, MOST_SLACK = 10 * AVERAGE, GROSS = 2 };

/* From SHARP on a level looks as far as it can and makes no errors but those of haste. */
enum { SHARP = 144, KEENEST = 255, FEWEST = 64, OCTAVE = 16, DULL_OCTAVE = 48 };

typedef struct player {
    pt_search_options options;
    int iterations, slack;
    int seats; /* for so many it is as keen as it should be */
    bool told; /* its text says how it plays, whatever the number of players */
    pt_search *search;
} player;

static size_t head(void) { return (sizeof(player) + 63) / 64 * 64; }

static size_t memory_for(const pt_game *g, size_t megabytes) {
    size_t wish = megabytes << 20, least = pt_search_least(g, PT_THREADS);
    return wish > least ? wish : least;
}

/* Its place in pt_levels; the champion's is the master's. */
static int place_of(const pt_bot_kind *kind) {
    ptrdiff_t place = kind == &pt_champion ? PT_LEVELS - 1 : kind - pt_levels;
    assert(place >= 0 && place < PT_LEVELS);
    return (int)place;
}

bool pt_bot_has_styles(const pt_bot_kind *kind) { return kind && kind->pick == pick; }

int pt_level_named(const char *name, const pt_game *g) {
    const pt_bot_kind *kind = pt_bot_chosen(name, g).kind;
    if (!kind) return -1;
    return pt_bot_has_styles(kind) ? place_of(kind) / 2 : PT_USUAL_PACE;
}

static size_t in_8(const pt_game *g) { return head() + memory_for(g, 8); }
static size_t in_16(const pt_game *g) { return head() + memory_for(g, 16); }
static size_t in_32(const pt_game *g) { return head() + memory_for(g, 32); }
static size_t in_64(const pt_game *g) { return head() + memory_for(g, 64); }

static void open_search(pt_bot *bot) {
    player *p = (player *)(void *)bot->memory;
    size_t size = bot->kind->size(bot->game) - head();
    p->search = pt_search_open(bot->memory + head(), size, bot->game, p->options);
    assert(p->search); /* memory_for gives enough */
}

/* --- keenness --- */

/* `from` doubles with every octave. */
static int doubled(int from, int steps, int octave) {
    return (from << steps / octave) * (octave + steps % octave) / octave;
}

/* Somebody dull still glances at many moves: with fewer iterations than these a level would see
 * only what looks good at first, and play better for it. */
static void be_as_keen_as(player *p, int keen) {
    int dull = keen < SHARP ? SHARP - keen : 0, over = keen > SHARP ? keen - SHARP : 0;
    p->iterations = doubled(FEWEST, keen - over, DULL_OCTAVE);
    if (over) p->iterations = doubled(p->iterations, over, OCTAVE);
    p->slack = 15 * dull;
    p->options.overlook = 5 * dull / 2;
    p->options.depth = dull ? 1 + keen / 24 : 0;
    p->options.forget = dull != 0;
    p->options.hasty = true;
}

/* As keen as the level is in this game with so many players. */
static void suit(pt_bot *bot, int seats) {
    player *p = (player *)(void *)bot->memory;
    int place = place_of(bot->kind);
    const pt_hints *h = bot->game->hints;
    if (p->told || p->seats == seats || place >= PT_RUNGS) return;
    p->seats = seats;
    be_as_keen_as(p,
                  h && h->rungs ? h->rungs[seats - bot->game->min_seats][place] : usual[place]);
    pt_search_change(p->search, p->options);
}

static void open_bot(pt_bot *bot) {
    player *p = (player *)(void *)bot->memory;
    p->options = pt_search_normal();
    if (bot->kind == &pt_champion) {
        pt_nets_open();
        p->options.net = NET_BUILT_IN;
    }
    open_search(bot);
    suit(bot, bot->game->min_seats);
}

static void close_bot(pt_bot *bot) {
    player *p = (player *)(void *)bot->memory;
    pt_search_close(p->search);
}

/* What its own text may change besides the options of the search. */
static bool set_own(player *p, const char *name, long value) {
    if (strcmp(name, "iterations") == 0 && value >= 0 && value <= INT32_MAX)
        p->iterations = (int)value;
    else if (strcmp(name, "slack") == 0 && value >= 0 && value <= MOST_SLACK)
        p->slack = (int)value;
    else if (strcmp(name, "keen") == 0 && value >= 0 && value <= KEENEST)
        be_as_keen_as(p, (int)value);
    else
        return false;
    return true;
}

static bool set(pt_bot *bot, const char *name, long value) {
    player *p = (player *)(void *)bot->memory;
    if (!set_own(p, name, value) && !pt_search_set(&p->options, name, value)) return false;
    p->told = true;
    close_bot(bot);
    open_search(bot);
    return true;
}

/* --- the move --- */

/* How far the best of the moves found is above their average. */
static int32_t spread(const pt_found *found, int n, int seat, int32_t *top) {
    int64_t sum = 0;
    *top = 0;
    for (int i = 0; i < n; i++) {
        sum += found[i].share[seat];
        if (found[i].share[seat] > *top) *top = found[i].share[seat];
    }
    return n ? (int32_t)(*top - sum / n) : 0;
}

/* An error up to `most` either way; small ones are likelier. */
static int32_t error_of(int32_t most, pt_rng *rng) {
    int32_t up = (int32_t)pt_below(rng, (uint32_t)most + 1);
    int32_t down = (int32_t)pt_below(rng, (uint32_t)most + 1);
    return up - down;
}

/* The move that looks best to somebody who misjudges each a little. What lies far apart is
 * still told apart. */
static pt_move misjudge(const player *p, int seat, pt_move best, pt_rng *rng) {
    pt_found found[CHOICES];
    int n = pt_search_found(p->search, found, CHOICES);
    int32_t top, wide = spread(found, n, seat, &top);
    int64_t most = (int64_t)wide * p->slack / AVERAGE, looks_best = INT64_MIN;
    if (most > PT_ONE) most = PT_ONE;
    for (int i = 0; i < n; i++) {
        int64_t looks = found[i].share[seat] + error_of((int32_t)most, rng);
        if (top - found[i].share[seat] > GROSS * wide || looks <= looks_best) continue;
        looks_best = looks;
        best = found[i].move;
    }
    return best;
}

/* What the character of the bot makes of it: it throws no turn away either. */
static pt_move prefer(const pt_bot *bot, const player *p, int seat, pt_move best, pt_rng *rng) {
    pt_found found[CHOICES];
    int n = pt_search_found(p->search, found, CHOICES);
    int32_t top, wide = spread(found, n, seat, &top);
    const pt_style *style = &pt_measures_of(bot->game)->styles[bot->style - 1];
    return pt_search_prefer(p->search, style, best, top - GROSS * wide, rng);
}

static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    player *p = (player *)(void *)bot->memory;
    pt_budget b = bot->budget;
    suit(bot, pt_head_of(view)->seats);
    if (p->iterations && (!b.iterations || b.iterations > (uint32_t)p->iterations))
        b.iterations = (uint32_t)p->iterations;
    pt_move best = pt_search_run(p->search, view, seat, rng, &b);
    pt_search_stats stats = pt_search_stats_of(p->search);
    if (p->slack && stats.iterations) best = misjudge(p, seat, best, rng);
    return bot->style && !stats.forced ? prefer(bot, p, seat, best, rng) : best;
}
