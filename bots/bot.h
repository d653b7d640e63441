/* Bots: they play any game through core/game.h. A bot sees a view, never a state; it takes its
 * memory once, when it is made, and none while it thinks. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include <stdatomic.h>

typedef struct pt_bot pt_bot;

/* How long a bot may think about one move; whatever comes first ends it. 0: no such limit. A
 * bot that always needs the same little time pays no attention to it. */
typedef struct pt_budget {
    uint32_t iterations;
    uint32_t millis;
    bool cpu;                /* count the CPU time of the thread, not the time on the wall */
    const atomic_bool *stop; /* or NULL; once it is set the best move so far is made at once */
} pt_budget;

typedef struct pt_bot_kind {
    const char *name;       /* "greedy" */
    const pt_phrase *words; /* how it plays, in a few words */
    /* Bytes of memory a bot of this kind needs for a game. */
    size_t (*size)(const pt_game *g);
    /* A legal move of `seat`, who owes one in `view`. */
    pt_move (*pick)(pt_bot *bot, const void *view, int seat, pt_rng *rng);
    pt_budget normal;          /* what a new bot may use */
    void (*open)(pt_bot *bot); /* NULL, or makes the memory ready */
    void (*close)(pt_bot *bot);
    /* NULL, or changes how it plays, for experiments; false: it knows no such thing. */
    bool (*set)(pt_bot *bot, const char *name, long value);
} pt_bot_kind;

/* What every bot starts with; its own memory follows. */
struct pt_bot {
    const pt_bot_kind *kind;
    const pt_game *game;
    pt_budget budget; /* the caller may change it between two moves */
    _Alignas(max_align_t) unsigned char memory[];
};

/* The kinds of bots, strongest last; ends with NULL. The levels are for people to play against,
 * the others to measure by. */
enum { PT_LEVELS = 5 };
extern const pt_bot_kind *const pt_bots[];
extern const pt_bot_kind pt_bot_random, pt_bot_greedy, pt_bot_uct, pt_levels[PT_LEVELS];
const pt_bot_kind *pt_bot_named(const char *name); /* or NULL */
/* Says how it plays: "Pebble: one move ahead, ...". A level for people has a name of its own.
 */
void pt_bot_words(const pt_bot_kind *kind, pt_text *out);
/* A bot's place among the levels; one that is none of them counts as the second. */
int pt_level_named(const char *name);

/* A bot for one game, to be freed with pt_bot_free; NULL without memory. It serves any seat. */
pt_bot *pt_bot_new(const pt_bot_kind *kind, const pt_game *g);
void pt_bot_free(pt_bot *bot);
/* The same from a text: "master", or "master:cut=4,explore=300". NULL with words if there is no
 * such bot or it cannot be changed so. */
pt_bot *pt_bot_made(const char *text, const pt_game *g, pt_text *why);

/* The move the bot makes for `seat`. What the seat may not know is taken out of `view` first,
 * should it be there. The same calls with the same numbers, limited by iterations alone, give
 * the same moves; a bot that remembers (a search keeps its tree) counts its earlier calls. */
pt_move pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng);

/* Who decides next, for a search that asks one seat at a time: the lowest seat that owes, but
 * where the seat that moved last still owes among others (a race), the next one after it. */
int pt_next_mover(const void *s, int last);

/* The win split among those who share it, `one` in all. */
void pt_win_shares(const pt_game *g, const void *s, int32_t one, int32_t share[PT_SEATS]);

/* Microseconds of the thread's CPU time, or of a clock on the wall that never jumps. */
uint64_t pt_micros(bool cpu);

/* The time and the stop flag of a budget, asked often and looked at rarely enough. */
typedef struct pt_timer {
    pt_budget budget;
    uint64_t until; /* 0: no limit of time */
} pt_timer;
pt_timer pt_timer_start(const pt_budget *budget);
bool pt_timer_over(const pt_timer *t, uint64_t iterations);
