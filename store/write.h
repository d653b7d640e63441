/* The writing side of the store: batches become transactions, and every batch gets a true
 * answer (pt_outcome). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/journal.h"

enum { PT_LOG_PAGES = 4000 }; /* 16 MiB */

typedef struct pt_writer {
    pt_look look;
    pt_journal journal;
    int log_pages; /* in the write-ahead log, after the last commit */
    int log_most;  /* then it is copied into the database */
    bool stopped;  /* a sync failed, or another server writes: nothing is written any more */
    char why[160]; /* the last failure */
} pt_writer;

/* Counts the pages of the write-ahead log from now on. */
void pt_write_begin(pt_writer *w);
/* Writes all in one commit; if that fails, each in its own. */
void pt_write_all(pt_writer *w, pt_batch *first, pt_store_counts *c);
/* Moves the journal's events to their tables, in a transaction of its own. */
bool pt_write_settle(pt_writer *w);
/* Copies the write-ahead log into the database: what is possible once the log has grown; or all
 * of it in any case; or all of it, and empties the log. False if the disk refuses, or if
 * another program that reads is in the way of all of it. */
typedef enum { PT_COPY_GROWN, PT_COPY_ALL, PT_COPY_AND_EMPTY } pt_copying;
bool pt_write_checkpoint(pt_writer *w, pt_copying how);
uint64_t pt_store_micros(void);
