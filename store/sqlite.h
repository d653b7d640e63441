/* What the files of the SQLite store share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/batch.h"
#include <sqlite3.h>

enum { PT_SCHEMA = 3 };

/* Opens a connection with our settings; NULL with words. */
sqlite3 *pt_sql_open(const char *path, bool reading, pt_text *why);
/* Makes the tables, or brings them up to date. */
bool pt_sql_migrate(sqlite3 *db, pt_text *why);

/* A connection and the statements it has used so far. */
enum { PT_STATEMENTS = 32 };
struct pt_look {
    sqlite3 *db;
    struct {
        const char *sql; /* the literal itself is the key */
        sqlite3_stmt *statement;
    } kept[PT_STATEMENTS];
    int count;
};
/* The statement, ready for binding; NULL if it cannot be made. */
sqlite3_stmt *pt_statement(pt_look *l, const char *sql);
void pt_look_done(pt_look *l);
