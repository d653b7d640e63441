/* A file that keeps the log of a table (table/log.h), each line with a checksum
 * (docs/records.md, "Tables"). It knows lines that begin with a time, not what an event is.
 *
 * Only one program can have a file open. What was added is on the disk once save() says so.
 * What cannot be written is kept in memory and tried again with the next save. Lines are
 * chained by checksums, so a damaged file is noticed. A last line without a line end was being
 * written when the program was stopped, and is dropped. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/ids.h"
#include "core/text.h"
#include <sys/types.h>

enum { PT_PATH = 1024, PT_LINE_SUM = 9 };

typedef struct pt_table_file {
    int fd; /* -1: there is no file, and everything stays in memory */
    char path[PT_PATH];
    char id[PT_ID];        /* the table's */
    char sum[PT_LINE_SUM]; /* of the last line; the next sum includes it */
    off_t size;            /* of the lines that are whole */
    int64_t last;          /* the time of the last line */
    char *waiting;         /* lines that are not on the disk yet */
    size_t waiting_used, waiting_room;
    char trouble[256]; /* why they are not; "" if all is well */
    char *text, *at;   /* while it is read */
    int line;
} pt_table_file;

/* Why a file could not be opened. */
typedef enum {
    PT_FILE_OPEN,
    PT_FILE_MISSING,
    PT_FILE_UNREADABLE,
    PT_FILE_IN_USE,  /* another program has it open */
    PT_FILE_FOREIGN, /* it holds no table: its text, perhaps a record, is in `text` */
    PT_FILE_DAMAGED,
} pt_file_answer;

/* Makes a new file for the table `id`; if there is one of this name, a number is added to the
 * name. Returns false, with words, if it cannot be made; lines are then kept in memory. */
bool pt_table_file_make(pt_table_file *f, const char *path, const char *id, pt_text *why);

/* Opens a file and reads its first line; on any answer but PT_FILE_OPEN there are words. The
 * file is not changed before the first save. Close it in any case. */
pt_file_answer pt_table_file_open(pt_table_file *f, const char *path, pt_text *why);
/* The same for looking only: nothing can be added. */
pt_file_answer pt_table_file_peek(pt_table_file *f, const char *path, pt_text *why);

/* The same for a file of another kind than "table", for looking only or for adding: its lines
 * begin with a time as well. */
bool pt_table_file_make_kind(pt_table_file *f, const char *kind, const char *path,
                             const char *id, pt_text *why);
pt_file_answer pt_table_file_open_kind(pt_table_file *f, const char *kind, const char *path,
                                       bool look, pt_text *why);

/* The next line without its end, valid until the file is closed. 0 at the end; -1, with words,
 * if the file is damaged there. */
int pt_table_file_next(pt_table_file *f, const char **line, pt_text *why);

/* Adds a line: a time, a blank, and words, without a line end. */
void pt_table_file_add(pt_table_file *f, const char *line);
/* Writes what was added; with `sync`, waits until it is on the disk. Returns false if that
 * fails: `trouble` says why. */
bool pt_table_file_save(pt_table_file *f, bool sync);

/* Safe on a file that is closed, or that is all zero bytes but for fd -1. */
void pt_table_file_close(pt_table_file *f);

/* The path itself, or if that file exists, the first of path-2, path-3 ... that does not. The
 * number goes before the last dot. */
void pt_free_path(const char *path, pt_text *out);
