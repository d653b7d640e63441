/* The journal holds events on their way to their tables. A commit writes the events of all its
 * batches as one row, so it touches one page instead of one for every table. Now and then the
 * collected events go to their tables, in one chunk each. Rows and chunks hold lines of text:
 *
 *     TABLE NUMBER TIME LENGTH EVENT */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/sql.h"

enum { PT_LINE_HEAD = 96, PT_JOURNAL_BYTES = 256 << 10 };

typedef struct pt_journal {
    char *at;
    size_t used, size;
    size_t most; /* then it goes to the tables */
} pt_journal;

typedef struct pt_event_line {
    const char *line; /* the whole line, and */
    size_t length;
    int64_t table, number, at;
    const char *body; /* the event itself */
    size_t n;
} pt_event_line;

/* Writes the head of a line, up to the event; returns its length. */
size_t pt_line_head(char head[PT_LINE_HEAD], int64_t table, uint32_t number, int64_t at,
                    size_t n);
/* Reads the line at *at and moves on; false at the end, or if there is none. */
bool pt_next_line(const char **at, const char *end, pt_event_line *out);

bool pt_journal_add(pt_journal *j, const char *lines, size_t n);
/* Writes the lines from `from` on as a row. If the journal has grown large, writes all lines to
 * their tables instead and sets *settled. Runs in the caller's transaction. */
bool pt_journal_write(pt_look *l, const pt_journal *j, size_t from, bool *settled);
bool pt_journal_settle(pt_look *l, const pt_journal *j);
/* Reads what the last server left in the journal; false if that cannot be read to its end. */
bool pt_journal_read(pt_look *l, pt_journal *j);
