/* Prepared answers as they are kept: lines, and whether they have come true. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/own.h"

enum { MOST_STEPS = 12, MOST_LINES = 16, LINE = 512, BODY = MOST_LINES * (LINE + 32) };

/* What happens, move by move. WHATEVER stands for any move of somebody else. */
enum { WHATEVER = 0 }; /* no move of a game is this */
typedef struct path {
    int count;
    int seat[MOST_STEPS];
    pt_move move[MOST_STEPS];
} path;

/* As it is kept: the moves that stood, the number of the last event, and what may follow. */
typedef struct line {
    uint32_t steps, number;
    path path;
} line;

/* "1 bid zeus 3; 0 go athena", or "1 *; 0 go athena"; an empty text is an empty path. */
bool path_read(const pt_game *g, const char *text, path *p);
void path_put(const pt_game *g, const path *p, pt_text *out);
/* The lines of a text, one after the other. */
bool line_next(const pt_game *g, const char **body, line *out);
void line_put(const pt_game *g, const line *l, pt_text *out);
/* How many moves of the line have been made, and nothing else that the seat has seen; -1:
 * something else. */
int line_come_to(const pt_table *t, const line *l, int me);

void prepared_key(int seat, pt_text *out); /* of the row that has a seat's lines */
const char *prepared_body(const hosted *h, const char *person, int seat);
pt_sight prepared_sight(const pt_game *g, const void *was, int seat, pt_move m, int me);
