/* A tournament's events as text, a line each: when, a word that says what happened, details.
 *
 *     1760000000000 make swiss seats 2 ... seed 00000000000000c4 game - name Club evening
 *     1760000000001 join 1 1500 - Ada Lovelace      number, rating, person, name
 *     1760000000002 here 1                          checked in
 *     1760000000003 leave 4
 *     1760000000004 pair 1 2-1 3-5 6                tables by seat; one number alone is a bye
 *     1760000000005 result 1 2 2-1                  round, table, places by seat; 0: absent
 *     1760000000006 close 1
 *     1760000000006 unpair 2                        while the round has no result
 *     1760000000006 rename 1 Ada Byron              number, name
 *     1760000000007 over
 *
 * This is the only place that knows the text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "tournament/tournament.h"

enum { PT_TOUR_LINE = 8192 }; /* the longest line, with its zero */

/* Prints an event without a line end. Parse undoes print and refuses anything else; it returns
 * false, with words, if the line cannot be read. */
void pt_tour_print(const pt_tour_event *e, pt_text *out);
bool pt_tour_parse(const char *line, pt_tour_event *e, pt_text *why);
/* Reads a line and folds it. */
bool pt_tour_read(pt_tournament *t, const char *line, pt_text *why);
