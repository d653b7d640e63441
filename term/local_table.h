/* A table at one screen. The law is that of table/. This brings the time, the seeds for luck,
 * bots that think in threads, and a file that keeps everything as it happens. It knows nothing
 * of the screen. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"
#include "table/request.h"
#include "term/table_file.h"

/* How a game is to be played, as the command line and the start screen say it. */
typedef struct pt_term_wish {
    const pt_game *game;
    pt_config config;
    pt_bot_choice bot[PT_SEATS]; /* kind NULL: a person */
    uint64_t seed;               /* if `seeded`: all luck follows from it */
    bool seeded;
    uint8_t clock; /* pt_clock */
    bool flag_loses;
    int64_t clock_ms, clock_inc;
    const char *record; /* file to write the record to, or NULL */
    int pace;           /* milliseconds between the moves of bots */
    int confirm;        /* 0 never, 1 moves without a target, 2 every move */
    bool asked;         /* no start screen: the command line has said everything */
    uint8_t language;   /* of everything that people read */
    bool resume;        /* go on with a saved game: */
    const char *from;   /* this one; NULL: the latest, of `game` unless that is NULL */
} pt_term_wish;

typedef struct pt_local_table pt_local_table;

/* --- making and leaving: NULL, with words, if it cannot be done --- */

/* A new game, in a file of its own among the saved games. `record` is NULL or the text of a
 * game to play on from. */
pt_local_table *pt_local_new(const pt_term_wish *w, const char *record, pt_text *why);
/* The game in a file, exactly where it was left; if the file is a record, a new game that goes
 * on from it. The players of a record are people, except those named after a bot. */
pt_local_table *pt_local_resume(const char *path, pt_text *why);
/* Another game between the same players, after one that is over. */
pt_local_table *pt_local_rematch(pt_local_table *l, pt_text *why);
/* Notes when it was left. Afterwards pt_local_trouble says whether everything is on the disk.
 */
void pt_local_leave(pt_local_table *l);
/* Safe even while a bot is thinking. */
void pt_local_free(pt_local_table *l);

/* --- what there is --- */

const pt_table *pt_local_table_of(const pt_local_table *l);
const char *pt_local_path(const pt_local_table *l);
/* Why the latest events are not in the file; "" if they are. */
const char *pt_local_trouble(const pt_local_table *l);
int pt_local_length(const pt_local_table *l); /* moves that stand, luck's too */
const void *pt_local_state(const pt_local_table *l);
const void *pt_local_state_at(const pt_local_table *l, int ply); /* before move `ply` */
pt_table_step pt_local_step(const pt_local_table *l, int ply);
bool pt_local_over(const pt_local_table *l);
bool pt_local_is_human(const pt_local_table *l, int seat);
int pt_local_humans(const pt_local_table *l);
/* asked: of the people who owe a choice, the next one clockwise after the last mover; -1:
 * nobody. turn: that person, or else the bot found in the same way. */
int pt_local_asked(const pt_local_table *l);
int pt_local_mover(const pt_local_table *l);
/* The milliseconds that a seat has left now; -1: it has no clock to show. `view` is what the
 * viewer sees: a running clock must not reveal more than that. */
int64_t pt_local_time_left(const pt_local_table *l, int seat, const void *view);
/* What a viewer may read about a move: the notation with the game's note to it, "buy 3:
 * Pegasus", or "..." for a hidden one. False: nothing. */
bool pt_local_tell(const pt_local_table *l, int ply, int viewer, pt_text *out);

/* --- requests; after a refusal `why` has the words, and nothing has changed --- */

bool pt_local_play(pt_local_table *l, int seat, pt_move m, pt_text *why);
/* Back to the last decision of a person. */
bool pt_local_undo(pt_local_table *l, pt_text *why);
bool pt_local_resign(pt_local_table *l, int seat, pt_text *why);
/* Nothing moves and no time runs until somebody goes on. */
bool pt_local_pause(pt_local_table *l, int seat, bool yes, pt_text *why);
/* A strong bot begins to think about the seat's choice; pt_local_advice is its answer, once. */
bool pt_local_hint(pt_local_table *l, int seat, pt_text *why);
pt_move pt_local_advice(pt_local_table *l);
/* Why that is the best move here; false: nothing is known about this position. */
bool pt_local_why(const pt_local_table *l, pt_text *out);

/* --- time --- */

/* Lets bots, clocks and races go on. `pace` is the least time between the moves of bots, in
 * milliseconds. Returns the milliseconds until it has to be called again. */
int pt_local_go_on(pt_local_table *l, int pace);
/* True if a clock or a race runs: then time counts even while somebody reads the rules. */
bool pt_local_in_time(const pt_local_table *l);
/* What happened by itself (a clock ran out, the rules moved). Told once; "": nothing. */
void pt_local_news(pt_local_table *l, pt_text *out);
