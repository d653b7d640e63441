/* A table as one text, for a host that keeps it in a file or a page's storage and has no store:
 * a line "petteia-table 1 ID", then a line "AT EVENT" for each event, as they come. The file is
 * only ever appended to. If the last line has no line end, a crash cut it off and its event did
 * not happen. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "table/table.h"

void pt_log_start(const char *id, pt_text *out);
void pt_log_event(const pt_event *e, const pt_game *game, pt_text *out);

/* Folds one line, without its end. Returns false, with words, if it cannot be an event of the
 * table. */
bool pt_log_line(pt_table *t, const char *line, pt_text *why);
/* Folds a whole log into `t`, which is initialised here and must hold nothing. Returns
 * false, with the line at fault and words, if it is not a log; `t` is then done. Ask
 * PT_ASK_LOOK next. */
bool pt_log_read(pt_table *t, const char *log, const pt_table_bots *bots, int *line,
                 pt_text *why);
