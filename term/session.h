/* One game at one screen: who sits where, every position so far, undo, bots that think in a
 * thread of their own. No screen in here. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"
#include "core/game.h"
#include "term/builder.h"

/* How a game is to be played, as the command line and the start screen say it. */
typedef struct pt_table {
    const pt_game *game;
    pt_config config;
    const pt_bot_kind *bot[PT_SEATS]; /* NULL: a person */
    uint64_t seed; /* if `seeded`: all luck follows from it; otherwise it is the system's */
    bool seeded;
    const char *record; /* file to write the record to, or NULL */
    int pace;           /* milliseconds between the moves of bots */
    int confirm;        /* 0 never, 1 moves without a target, 2 every move */
    bool asked;         /* everything was said: no start screen */
} pt_table;

/* One move of the game. */
typedef struct pt_step {
    int seat;
    pt_move move;
} pt_step;

typedef struct pt_session pt_session;

/* A new game; NULL without memory. Freed with pt_session_free, also in the middle of a bot's
 * thought. */
pt_session *pt_session_new(const pt_table *table);
void pt_session_free(pt_session *s);

const void *pt_session_state(const pt_session *s);
const void *pt_session_state_at(const pt_session *s, int ply); /* before step `ply` */
const pt_table *pt_session_table(const pt_session *s);
int pt_session_length(const pt_session *s);
pt_step pt_session_step(const pt_session *s, int ply);

/* Whose turn it is: the next seat clockwise after the last mover that owes a choice; PT_LUCK at
 * a draw, or when the game is over. */
int pt_session_mover(const pt_session *s);
bool pt_session_over(const pt_session *s);
bool pt_session_is_human(const pt_session *s, int seat);
int pt_session_humans(const pt_session *s);

/* A person's move; refused with the rule if it is not legal. */
pt_err pt_session_play(pt_session *s, int seat, pt_move m, pt_text *why);

/* Draws by luck until somebody has a choice. */
void pt_session_draw(pt_session *s);

/* Lets the bot to move think. poll is true once it has moved. */
void pt_session_think(pt_session *s);
bool pt_session_poll(pt_session *s);
bool pt_session_thinking(const pt_session *s);

/* Back to the last decision of a person, if nothing was drawn by luck since. Where things are
 * hidden it stays within the seat's own moves. False, with words, if there is nothing to take
 * back. */
bool pt_session_undo(pt_session *s, int seat, pt_text *why);

/* The path, or if there is such a file, the first of path-2, path-3 ... that is not there; the
 * number stands before the last dot. */
void pt_free_path(const char *path, pt_text *out);

/* Whether a record can be written there; nothing is changed. */
bool pt_can_write(const char *path, pt_text *why);

/* Writes the record of the game so far. */
bool pt_session_save(const pt_session *s, const char *path, pt_text *why);

/* What `viewer` may read about a step: the move with the game's note to it, "buy 3: Pegasus",
 * or
 * "..." for a hidden one. False: nothing. */
bool pt_session_tell(const pt_session *s, int ply, int viewer, pt_text *out);
