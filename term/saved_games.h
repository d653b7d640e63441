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
    int moves;    /* of people and bots, without those taken back */
    time_t since; /* when it was made, and when it was last played */
    time_t played;
} pt_saved_game;

/* The end of a line that is not an event: the table was being played at that time. */
extern const char pt_alive[];
bool pt_is_alive_line(const char *line);

/* A path for a new game in the folder of saved games, $XDG_DATA_HOME/petteia or
 * ~/.local/share/petteia, which is made if needed. Returns false, with words, if it cannot be
 * made. */
bool pt_saved_path(const pt_game *game, time_t now, pt_text *path, pt_text *why);

/* The saved game that was played last, among those that are not over and not being played
 * elsewhere; `game` is NULL for all games. False if there is none; `why` has words if the
 * folder cannot be read. */
bool pt_saved_latest(const pt_game *game, pt_saved_game *out, pt_text *why);
