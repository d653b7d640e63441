/* The journal: events on their way to their tables. A commit writes the events of all its
 * batches as one row, which touches one page and not one for every table; now and then what has
 * come together goes to the tables, in one chunk each. Both hold lines of text:
 *
 *     TABLE NUMBER TIME LENGTH EVENT */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/sqlite.h"

enum { PT_LINE_HEAD = 96, PT_JOURNAL_MAX = 256 << 10 };

typedef struct pt_journal {
    char *at;
    size_t used, size;
} pt_journal;

typedef struct pt_event_line {
    const char *line; /* the whole of it, and */
    size_t length;
    int64_t table, number, at;
    const char *body; /* the event itself */
    size_t n;
} pt_event_line;

/* The head of a line, up to the event; returns its length. */
size_t pt_line_head(char head[PT_LINE_HEAD], int64_t table, uint32_t number, int64_t at,
                    size_t n);
/* Takes the line at *at and moves on; false at the end, or if there is none. */
bool pt_next_line(const char **at, const char *end, pt_event_line *out);

bool pt_journal_add(pt_journal *j, const char *lines, size_t n);
/* Writes the lines from `from` on as a row; or, when there is much, all of them to their
 * tables, and *settled is set. Within the caller's transaction. */
bool pt_journal_write(pt_look *l, const pt_journal *j, size_t from, bool *settled);
bool pt_journal_settle(pt_look *l, const pt_journal *j);
/* Takes in what the last server has left in the journal. */
bool pt_journal_read(pt_look *l, pt_journal *j);
