/* For petteia doctor: the events of a table as they stand in the file, in whatever order and
 * however often, and how to write them down in order. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/journal.h"

typedef struct pt_table_lines {
    pt_journal memory;    /* what the lines point into */
    pt_event_line *lines; /* by number; each number once, unless `clash` */
    size_t count;
    size_t doubles; /* lines that stood there twice, byte for byte; they are left out */
    int64_t clash;  /* a number that two different events have; 0: none */
    int64_t gap;    /* the first number that is missing; 0: none */
} pt_table_lines;

/* False if they cannot be read. Free them with pt_lines_done in any case. */
bool pt_lines_read(pt_look *l, int64_t table, pt_table_lines *out);
void pt_lines_done(pt_table_lines *t);
/* Replaces what the file has of the table by these lines, in one chunk. In the caller's
 * transaction. */
bool pt_lines_write(pt_look *l, int64_t table, const pt_table_lines *t);
