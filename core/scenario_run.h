/* What the two halves of the scenario runner share; for core/scenario*.c only. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/scenario.h"

/* Says what is wrong in the line last read. Only the first complaint of a scenario counts. */
void pt_scenario_fail(pt_scenario_runner *d, const char *format, ...) PT_FORMAT(2, 3);

/* How much of a word a complaint shows, for printf's %.*s. */
static inline int pt_scenario_shown(pt_word w) { return (int)(w.length < 40 ? w.length : 40); }

/* The seat a word names: 0.., PT_LUCK for "*", or PT_NO_SEAT after a complaint. */
enum { PT_NO_SEAT = -2 };
int pt_scenario_seat(pt_scenario_runner *d, pt_word w);

/* The move a text names, or 0 after a complaint. */
pt_move pt_scenario_move(pt_scenario_runner *d, const char *text);

/* Complains if a line's words are not the text that was found, spaces aside. */
void pt_scenario_compare(pt_scenario_runner *d, const char *title, pt_words wanted,
                         const char *found);

/* Complains if a field is not the same in two views. */
void pt_scenario_same_field(pt_scenario_runner *d, const pt_field *f, const void *a,
                            const void *b);

/* Runs a line about a marked position; false if it is none. */
bool pt_scenario_mark(pt_scenario_runner *d, pt_words line);

/* Keeps the moves that the rules will make by themselves after m, and writes those that were.
 */
void pt_scenario_note_forced(pt_scenario_runner *d, pt_move m);
void pt_scenario_put_forced(const pt_scenario_runner *d, pt_text *out);

/* Runs a line about them, or about what a page shows; false if it is none. */
bool pt_scenario_show(pt_scenario_runner *d, pt_words line);

/* Runs one line of expectation; false if it does not begin with the word for one. */
bool pt_scenario_expect(pt_scenario_runner *d, pt_words line);
