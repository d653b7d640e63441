/* A tournament for programs and spreadsheets: JSON and CSV. Words are in the language of the
 * text that is written to. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/json.h"
#include "tournament/standings.h"

enum { PT_TOUR_COLUMNS = 7 };
/* The round somebody reached decides in a knock-out; elsewhere it has no column. */
int pt_tour_columns(const pt_tournament *t);
/* A cell of the standings: place, name, points, met, wins, byes, reached. */
void pt_tour_put_cell(const pt_tournament *t, const pt_standing *row, int column, pt_text *out);

void pt_tour_csv(const pt_tournament *t, pt_text *out);
/* Members of an object that is open: what it is and who is where, and why. */
void pt_tour_tell(pt_json *j, const pt_tournament *t);
/* The tables of a round, or (0) of all of them; `more`, or NULL, adds members to each. */
typedef void pt_tour_more(void *who, pt_json *j, int table);
void pt_tour_tell_tables(pt_json *j, const pt_tournament *t, int round, pt_tour_more *more,
                         void *who);
