/* The terminal client: plays any game against bots or on one screen. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "term/local_table.h"

/* Plays until the user leaves. Returns the exit code of the program: 0 when the game was played
 * or left, 1 when something went wrong (a file cannot be read, the last moves are not saved), 2
 * when no game can be played at all. */
int pt_term_run(const pt_term_wish *wish);
