/* Where games are saved, and which of them goes on. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include "term/table_file.h"
#include <time.h>

/* A saved game, as a list shows it. */
typedef struct pt_saved_game {
    char path[PT_PATH];
    const pt_game *game;
    int moves;    /* of people and bots, that stand */
    time_t since; /* when it was made, and when it was last played */
    time_t played;
} pt_saved_game;

/* How a line ends that is no event: the table was being played at its time. */
extern const char pt_alive[];
bool pt_is_alive_line(const char *line);

/* A path for a new game in the folder of saved games, $XDG_DATA_HOME/petteia or
 * ~/.local/share/petteia, which is made if it is not there. False, with words, if it cannot be.
 */
bool pt_saved_path(const pt_game *game, time_t now, pt_text *path, pt_text *why);

/* The game that was played last, is not over, and is not being played elsewhere; of any game if
 * `game` is NULL. False if there is none; `why` has words if the folder cannot be read. */
bool pt_saved_latest(const pt_game *game, pt_saved_game *out, pt_text *why);
