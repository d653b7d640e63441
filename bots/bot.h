/* Bots play any game through core/game.h. A bot sees a view, never a state. It takes all its
 * memory when it is made, and none while it thinks. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#ifdef __cplusplus
extern "C++" {
#include <atomic>
}
using std::atomic_bool; /* the same bytes as C's, see <stdatomic.h> of C++23 */
#else
#include <stdatomic.h>
#endif

typedef struct pt_bot pt_bot;

/* How long a bot may think about one move. The first limit reached ends it; 0: no such limit. A
 * bot that always needs the same short time ignores it. */
typedef struct pt_budget {
    uint32_t iterations;
    uint32_t millis;
    bool cpu;                /* count the CPU time of the thread, not wall-clock time */
    const atomic_bool *stop; /* or NULL; once it is set, the bot plays its best move so far */
} pt_budget;

typedef struct pt_bot_kind {
    const char *name;       /* "greedy" */
    const pt_phrase *words; /* how it plays, in a few words */
    /* Bytes of memory a bot of this kind needs for a game. */
    size_t (*size)(const pt_game *g);
    /* A legal move of `seat`, who owes one in `view`. */
    pt_move (*pick)(pt_bot *bot, const void *view, int seat, pt_rng *rng);
    pt_budget normal;          /* what a new bot may use */
    void (*open)(pt_bot *bot); /* NULL, or prepares the memory */
    void (*close)(pt_bot *bot);
    /* NULL, or changes how it plays, for experiments; false: there is no such setting. */
    bool (*set)(pt_bot *bot, const char *name, long value);
    /* For bots that think outside of this program; all NULL for others. What happens in a game:
     * it begins, a move is made by `seat` (PT_LUCK too) in the state `before`, it is over. The
     * bot may show of it what `viewer` sees. */
    bool apart; /* its time is the wall clock's */
    void (*begin)(pt_bot *bot, const pt_config *config, int seat);
    void (*saw)(pt_bot *bot, const void *before, int seat, pt_move m, int viewer);
    void (*over)(pt_bot *bot, const double share[PT_SEATS]);
} pt_bot_kind;

/* What every bot starts with; its own memory follows. */
struct pt_bot {
    const pt_bot_kind *kind;
    const pt_game *game;
    pt_budget budget; /* the caller may change it between two moves */
    bool limited;     /* its text said what it may use: "master:time=50" */
    int style;        /* a character of the game (pt_style_named), or 0; may change as well */
    bool counts;      /* it has forgotten nothing that it could have seen (pt_recall) */
#ifndef __cplusplus   /* which has no such arrays; only pt_bot_new makes bots */
    _Alignas(max_align_t) unsigned char memory[];
#endif
};

/* The kinds of bots, strongest last; ends with NULL. People play against the levels; the others
 * are yardsticks. */
enum { PT_LEVELS = PT_RUNGS + 1 };
enum { PT_HINT_MS = 1500 }; /* for a hint that a player asks for; pages read this line */
extern const pt_bot_kind *const pt_bots[];
extern const pt_bot_kind pt_bot_random, pt_bot_greedy, pt_bot_uct, pt_levels[PT_LEVELS];
/* The master with a net, in the games and numbers of players that have one (bots/net/). */
extern const pt_bot_kind pt_champion;
const pt_bot_kind *pt_bot_named(const char *name); /* or NULL */
/* What people choose: "skilled", or "skilled:style=raider" if the game has that character.
 * Kind NULL: there is none of this name. Only levels and the champion have a style. */
typedef struct pt_bot_choice {
    const pt_bot_kind *kind;
    int style; /* for pt_bot.style */
} pt_bot_choice;
pt_bot_choice pt_bot_chosen(const char *text, const pt_game *g);
bool pt_bot_has_styles(const pt_bot_kind *kind);                       /* NULL has none */
void pt_print_choice(pt_bot_choice c, const pt_game *g, pt_text *out); /* undoes it */
/* Says how it plays: "Pebble: one move ahead, ...". A level for people has a name of its own.
 */
void pt_bot_words(const pt_bot_kind *kind, pt_text *out);
/* What people can choose: {"level":"casual","words":"Shepherd: ..."}, and for the champion
 * "nets":{GAME:[2]}, the games and numbers of players that have one. */
void pt_tell_bot(pt_json *j, const pt_bot_kind *kind);
/* How quick a bot is in a race in real time (pt_race.pace): 0 to 4, two levels each; the
 * champion is as quick as the master, any other bot as the casual one, a character as its
 * level. -1: this game has no such bot. */
enum { PT_USUAL_PACE = 1 };
int pt_level_named(const char *name, const pt_game *g);

/* A bot for one game, to be freed with pt_bot_free; NULL without memory. It serves any seat. */
pt_bot *pt_bot_new(const pt_bot_kind *kind, const pt_game *g);
void pt_bot_free(pt_bot *bot);
/* The same from a text: "master", or "master:time=50,explore=300". NULL with words if there is
 * no such bot or no such setting. Every bot has the settings `time`, milliseconds of CPU time a
 * move, and `iterations`; levels have `style`, a character: "skilled:style=raider". */
pt_bot *pt_bot_made(const char *text, const pt_game *g, pt_text *why);
/* Changes settings: `length` bytes of "time=50,explore=300". False with words. */
bool pt_bot_set(pt_bot *bot, const char *text, size_t length, pt_text *why);

/* The move the bot makes for `seat`. It first removes from `view` what the seat may not know.
 * If only iterations limit it, the same calls with the same random numbers give the same moves.
 * For a bot that remembers (a search keeps its tree), that includes all earlier calls. */
pt_move pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng);

/* Microseconds of the thread's CPU time, or of a wall clock that never jumps. */
uint64_t pt_micros(bool cpu);

/* The time and the stop flag of a budget. Cheap to ask often: it reads the clock only now and
 * then. */
typedef struct pt_timer {
    pt_budget budget;
    uint64_t until; /* 0: no limit of time */
} pt_timer;
pt_timer pt_timer_start(const pt_budget *budget);
bool pt_timer_over(const pt_timer *t, uint64_t iterations);

/* How far the seat is above the best rival, in hundredths of a point: what greedy goes by. */
int64_t pt_lead(const pt_game *g, const void *s, int seat);
