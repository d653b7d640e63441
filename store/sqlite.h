/* What the files of the SQLite store share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/batch.h"
#include <sqlite3.h>

enum { PT_SCHEMA = 9 };

/* Opens a connection with our settings; NULL with words. */
typedef enum { PT_OPEN_READER, PT_OPEN_OLD, PT_OPEN_NEW } pt_opening; /* only NEW may make it */
sqlite3 *pt_sql_open(const char *path, pt_opening how, pt_text *why);
/* Makes the tables, or brings them up to date. */
bool pt_sql_migrate(sqlite3 *db, pt_text *why);
int pt_sql_version(sqlite3 *db); /* of the schema; 0: there are no tables; -1: unreadable */
/* Every page can be read and makes sense; otherwise words. */
bool pt_sql_is_sound(sqlite3 *db, pt_text *why);

/* A connection and the statements it has used so far. */
enum { PT_STATEMENTS = 96 };
struct pt_look {
    sqlite3 *db;
    struct {
        const char *sql; /* the literal itself is the key */
        sqlite3_stmt *statement;
    } kept[PT_STATEMENTS];
    int count;
    int code; /* of the first failure since pt_look_begin, as SQLite numbers them; 0: none */
    char why[160]; /* and its words */
};
void pt_look_begin(pt_look *l); /* forgets the last failure */
/* Keeps the failure that the connection has just had, if it is the first. */
void pt_look_note(pt_look *l, int code);
/* The statement, ready for binding; NULL, and noted, if it cannot be made. */
sqlite3_stmt *pt_statement(pt_look *l, const char *sql);
/* PT_FOUND: there is a row; PT_ABSENT: it is done; PT_FAILED, and noted. NULL fails. */
pt_finding pt_step(pt_look *l, sqlite3_stmt *s);
/* For a statement without rows: steps it and resets it. */
bool pt_run(pt_look *l, sqlite3_stmt *s);
void pt_look_done(pt_look *l);
