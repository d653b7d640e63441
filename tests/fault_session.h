/* Sessions of play, and what must be true after them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "tests/fault_world.h"

typedef struct session {
    const char *name;
    void (*play)(void);
    bool small_pages;     /* many of them, so that a part of a log can be missing */
    size_t journal_bytes; /* then events go to their tables */
} session;
extern const session sessions[];
enum { SESSIONS = 3 };

/* After a start: the database is whole, and everything is as the ledger says. */
void check_world(void);
/* Everybody goes on: makes a move, if there is a game. */
void play_on(void);
