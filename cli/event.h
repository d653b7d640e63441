/* petteia event: what its files share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/commands.h"
#include "tournament/event.h"
#include "tournament/standings.h"

typedef enum { EVENT_TEXT, EVENT_CSV, EVENT_JSON } event_form;

/* What the options say: NULL, -1 or false if nothing. */
typedef struct event_wishes {
    const char *format, *points, *name, *game, *list;
    int64_t seats, least, rounds, advance, minutes, bye, seed;
    bool check_in, no_late, csv, json;
} event_wishes;

/* What was asked for, over what is usual; false after a line on stderr. */
bool event_read_terms(const event_wishes *w, const char *path, pt_terms *m);
/* Prints the tables of a round: all, or those whose index is in `only`; if none is, nothing. */
void event_print_round(const pt_tournament *t, int round, const bool *only);
/* Prints who is where: rows for people with reasons for ties, or everything for programs. */
void event_print_standings(const pt_tournament *t, event_form form);
