/* The machinery of petteia arena: games in several processes. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/match.h"
#include "bots/outside/outside.h"
#include <stdio.h>

enum { ARENA_JOBS = 64 };

/* What a process sends back. Small enough for a pipe to take it whole. */
typedef struct arena_result {
    int number; /* of the game: round * seats + rotation */
    pt_match_result result;
    char fault[160]; /* what the bot of a faulty seat did wrong */
} arena_result;

/* A round so far. */
typedef struct arena_round {
    int games;
    double share[PT_SEATS]; /* of each entrant, for one seat */
} arena_round;

typedef struct arena {
    /* The contest. */
    const pt_game *game;
    pt_config config;
    const char *entrant[PT_SEATS]; /* the last one takes the seats that are left */
    int entrants, games;
    int64_t seed, time, iterations, jobs, opening;
    bool sprt;
    double low, high;
    const char *out; /* a folder, or NULL */
    FILE *results;

    /* The results. */
    bool *known;
    arena_round *round;
    int done;
    int faults[PT_SEATS];      /* games that an entrant ended without a legal move ... */
    char fault[PT_SEATS][160]; /* ... and how the first of them went */
    pt_tally tally[PT_SEATS];
    double points[PT_SEATS], cpu[PT_SEATS]; /* means a game */
} arena;

/* Adds a new result. */
void arena_count(arena *a, const arena_result *r);

/* Plays the games without a result; `keep` gets each result. Stops early when the SPRT is
 * decided or on Ctrl-C. False if a process failed. */
bool arena_run(arena *a, void (*keep)(const arena *a, const arena_result *r));
