/* A study's events as text, a line each: when, what happened, details.
 *
 *     1760000000000 make myriath Streets and gates
 *     1760000000000 role 0 0 owner                    who did it, to whom, what they are now
 *     1760000000001 chapter 0 1 2 start=1 Openings    by, its beginning, players, options or -
 *     1760000000002 move 0 2 1 1 place 1wp 1 a4       by, the move's number, after which, seat
 *     1760000000003 set 0 comment 2 0 - - It leans\neast.   by, cell, node, whose, from, to
 *     1760000000004 set 0 mark 2 - a5 b5 red
 *     1760000000005 undo 0 4                          by, the number of the change
 *
 * Seats count from 1, and * is luck. In a text \n is a line end and \\ a backslash. This is the
 * only place that knows the text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "study/study.h"

enum { PT_STUDY_LINE = 2 * PT_STUDY_WORDS + 512 }; /* the longest line, with its zero */

/* Prints an event without a line end. Parse undoes print and refuses anything else; it returns
 * false, with words, if the line cannot be read. `s` is the study so far: it knows the game. */
void pt_study_print(const pt_study *s, const pt_study_event *e, pt_text *out);
bool pt_study_parse(const pt_study *s, const char *line, pt_study_event *e, pt_text *why);
/* Reads a line and folds it. */
bool pt_study_read(pt_study *s, const char *line, pt_text *why);
