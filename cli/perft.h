/* Perft: the number of different move sequences of each length from a start. It is the cheapest
 * alarm there is: a changed rule changes the counts. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/commands.h"
#include <stdatomic.h>

enum { PERFT_DEPTH_MAX = 30 };

/* Where the counting starts, and what a .perft file says about it. */
typedef struct perft_start {
    const pt_game *game;
    pt_config config;
    uint64_t state[PT_STATE_MAX / 8]; /* aligned for any state */
    int count;                        /* depth lines */
    struct {
        int depth, line;
        uint64_t count;
    } want[PERFT_DEPTH_MAX];
} perft_start;

/* Reads the text of a .perft file (docs/perft.md). False with words and the line at fault. */
bool perft_read(perft_start *p, char *text, int *line, pt_text *why);

/* Whoever counts for long: `stop` ends it, and then the count means nothing; `show` gets how
 * many of the first moves are counted. NULL: nobody. */
typedef struct perft_watch {
    const atomic_bool *stop;
    void (*show)(long done, long all);
} perft_watch;

/* How many sequences of exactly `depth` moves start from a state. An outcome of luck counts as
 * one move, whatever its odds. When several seats owe a choice, the lowest comes first; in a
 * race any of them may. */
uint64_t perft_count(const pt_game *g, const void *s, int depth, const perft_watch *watch);
/* The seats that may move next, where somebody owes a choice. */
uint8_t perft_seats(const pt_game *g, const void *s);
