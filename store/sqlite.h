/* What only SQLite does. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/sql.h"
#include <sqlite3.h>

/* Opens a connection with our settings; NULL with words. */
typedef enum { PT_OPEN_READER, PT_OPEN_OLD, PT_OPEN_NEW } pt_opening; /* only NEW may make it */
sqlite3 *pt_sql_open(const char *path, pt_opening how, pt_text *why);
/* Makes the tables, or brings them up to date. */
bool pt_sql_migrate(sqlite3 *db, pt_text *why);
int pt_sql_version(sqlite3 *db); /* of the schema; 0: there are no tables; -1: unreadable */
/* Every page can be read and makes sense; otherwise words. */
bool pt_sql_is_sound(sqlite3 *db, pt_text *why);
/* Keeps the failure that the connection has just had, if it is the first. */
void pt_sqlite_note(pt_look *l, int code);
