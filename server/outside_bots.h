/* Bots of others that the host has named (--bots FILE, docs/hosting.md). At a table such a bot
 * has the level "run:NAME". Its program runs in the sandbox of bots/outside, and cannot see the
 * folder of the data either. What it does wrong costs it the move: another bot makes it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"
#include "core/ids.h"

typedef struct outside_bots outside_bots;

/* Reads the file; NULL with words if it cannot be read, a line is wrong, or there is no
 * sandbox. `data` is hidden from the programs. */
outside_bots *outside_bots_open(const char *path, const char *data, pt_text *why);
void outside_bots_close(outside_bots *all);

/* True for "run:NAME", whoever that is: tables that are read later may know bots that the host
 * has named no longer. */
bool outside_bot_level(const char *level);
/* Its number, if it plays this game; -1: there is none. `all` may be NULL. */
int outside_bot_find(const outside_bots *all, const char *level, const pt_game *g);
/* The level of bot i, if there are so many and it plays this game. */
int outside_bots_count(const outside_bots *all);
bool outside_bot_at(const outside_bots *all, int i, const pt_game *g, pt_text *level);
/* A level in few letters, for a person's id in a tournament, and back from `n` letters of it:
 * "run:Good" is "Good", which no level of ours is called; ours stay as they are. */
const char *outside_bot_short(const char *level);
void outside_bot_long(const char *word, size_t n, pt_text *level);
const char *outside_bot_name(const outside_bots *all, int which);
/* Objects of the list of bots: level, words and games. */
void outside_bots_tell(pt_json *j, const outside_bots *all);

/* A program at work. It serves one table's seat after the other, one thread at a time. */
typedef struct outside_player {
    pt_bot *bot;
    int which;
    char table[PT_ID]; /* for which it was last told that a game begins, */
    int seat;          /* and which seat it has there */
} outside_player;

typedef struct outside_task {
    const char *table;
    const pt_game *game;
    const pt_config *config;
    int which, seat;
} outside_task;

/* A move; 0 if the program failed, and `fault` says how (in English, for the log). */
pt_move outside_bot_pick(outside_bots *all, outside_player *p, const outside_task *t,
                         const void *view, pt_rng *rng, pt_text *fault);
void outside_player_close(outside_player *p);
