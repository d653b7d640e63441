/* Tournaments in the store: a log of lines for each, and what lists show of it. The store knows
 * neither what the lines say nor what is played. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

typedef struct pt_tournament_row {
    char id[PT_ID], owner[PT_ID];
    bool live; /* not over: the server loads it when it starts */
    int64_t created, changed;
    char play[2048]; /* what is played; never changes */
    char head[1024]; /* what a list shows */
} pt_tournament_row;

/* New, or what changes of it: live, changed, head. */
void pt_batch_tournament(pt_batch *b, const pt_tournament_row *row);
/* A line with the number of one that is there already makes the batch clash. */
void pt_batch_tournament_line(pt_batch *b, const char *id, uint32_t number, const char *line);

/* Of one that is over: another line in place of this one; owner, play and head anew. */
void pt_batch_rewrite_line(pt_batch *b, const char *id, uint32_t number, const char *line);
void pt_batch_rewrite_tournament(pt_batch *b, const pt_tournament_row *row);
/* One that is over and has this person in its log, or as its owner: its id. */
pt_finding pt_find_tournament_of(pt_look *l, const char *person, char id[PT_ID]);

pt_finding pt_find_tournament(pt_look *l, const char *id, pt_tournament_row *out);
/* The newest first; only those that live, or only the others. These return how many, or -1 if
 * not all of them could be read. */
typedef void pt_tournament_taker(void *who, const pt_tournament_row *row);
int pt_each_tournament(pt_look *l, bool live, int limit, pt_tournament_taker *take, void *who);
/* Those that live, and how many lines each has. */
typedef void pt_length_taker(void *who, const char *id, uint32_t lines);
int pt_each_tournament_length(pt_look *l, pt_length_taker *take, void *who);
typedef void pt_line_taker(void *who, uint32_t number, const char *line, size_t n);
int pt_each_tournament_line(pt_look *l, const char *id, pt_line_taker *take, void *who);
