/* The tables of the database, version by version. A file of an older version gets the steps it
 * lacks, in one transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/sqlite.h"
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char *const steps[PT_SCHEMA] = {
    /* 1 */
    "CREATE TABLE tables(num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,"
    "  state INTEGER NOT NULL, access INTEGER NOT NULL, live INTEGER NOT NULL,"
    "  created INTEGER NOT NULL, changed INTEGER NOT NULL, ended INTEGER NOT NULL,"
    "  head BLOB NOT NULL);"
    "CREATE TABLE events(num INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  body BLOB NOT NULL, PRIMARY KEY(num, number)) WITHOUT ROWID;"
    "CREATE TABLE snapshots(num INTEGER PRIMARY KEY, number INTEGER NOT NULL,"
    "  body BLOB NOT NULL);"
    "CREATE TABLE players(num INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,"
    "  name TEXT NOT NULL, points INTEGER NOT NULL, place INTEGER NOT NULL,"
    "  PRIMARY KEY(num, seat)) WITHOUT ROWID;"
    "CREATE TABLE people(id TEXT PRIMARY KEY, name TEXT NOT NULL, account TEXT UNIQUE,"
    "  secret TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE tokens(hash BLOB PRIMARY KEY, person TEXT NOT NULL, at INTEGER NOT NULL)"
    "  WITHOUT ROWID;"
    "CREATE TABLE ratings(person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,"
    "  mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,"
    "  PRIMARY KEY(person, kind)) WITHOUT ROWID;"
    "CREATE TABLE alive(one INTEGER PRIMARY KEY CHECK(one = 1), at INTEGER NOT NULL);",
    /* 2: searches of lobby and archive */
    "CREATE INDEX tables_state ON tables(state, num);"
    "CREATE INDEX players_person ON players(person, num);",
    /* 3: events as lines (journal.h), in the order of writing, then in chunks for each table */
    "CREATE TABLE journal(seq INTEGER PRIMARY KEY, body BLOB NOT NULL);"
    "CREATE TABLE chunks(num INTEGER NOT NULL, last INTEGER NOT NULL, body BLOB NOT NULL,"
    "  PRIMARY KEY(num, last)) WITHOUT ROWID;"
    "INSERT INTO chunks SELECT num, number, CAST(num || ' ' || number || ' ' || at || ' ' ||"
    "  length(body) || ' ' || CAST(body AS TEXT) || char(10) AS BLOB) FROM events;"
    "DROP TABLE events;",
    /* 4: who has played whom for their rating; names by their letters, so that a search reads
     * only what it finds. The rowid of a name is 32 * num + seat: the newest are the highest */
    "CREATE TABLE rated_pairs(one TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL,"
    "  at INTEGER NOT NULL, PRIMARY KEY(one, other, kind, at)) WITHOUT ROWID;"
    "CREATE INDEX players_name ON players(lower(name), num);"
    "CREATE INDEX tokens_person ON tokens(person);"
    "CREATE VIRTUAL TABLE names USING fts5(name, tokenize = 'trigram');"
    "INSERT INTO names(rowid, name) SELECT num * 32 + seat, name FROM players;"
    "CREATE TRIGGER players_added AFTER INSERT ON players BEGIN"
    "  INSERT OR REPLACE INTO names(rowid, name)"
    "    VALUES(new.num * 32 + new.seat, new.name); END;"
    "CREATE TRIGGER players_dropped AFTER DELETE ON players BEGIN"
    "  DELETE FROM names WHERE rowid = old.num * 32 + old.seat; END;",
    /* 5: what a game did to the ratings of its players */
    "CREATE TABLE rated(num INTEGER NOT NULL, seat INTEGER NOT NULL, before REAL NOT NULL,"
    "  after REAL NOT NULL, PRIMARY KEY(num, seat)) WITHOUT ROWID;",
};

static bool run(sqlite3 *db, const char *sql, pt_text *why) {
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK) return true;
    pt_put(why, "%s", message ? message : sqlite3_errmsg(db));
    sqlite3_free(message);
    return false;
}

int pt_sql_version(sqlite3 *db) {
    sqlite3_stmt *s = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        version = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return version;
}

bool pt_sql_migrate(sqlite3 *db, pt_text *why) {
    int version = pt_sql_version(db);
    if (version < 0) {
        pt_put(why, "%s", sqlite3_errmsg(db));
        return false;
    }
    if (version > PT_SCHEMA) {
        pt_put(why, "its schema is version %d, but this program knows %d", version, PT_SCHEMA);
        return false;
    }
    if (version == PT_SCHEMA) return true;
    if (!run(db, "BEGIN IMMEDIATE", why)) return false;
    bool ok = true;
    for (int i = version; i < PT_SCHEMA && ok; i++) ok = run(db, steps[i], why);
    PT_TEXT(mark, 64);
    pt_put(&mark, "PRAGMA user_version = %d", PT_SCHEMA);
    ok = ok && run(db, mark.at, why) && run(db, "COMMIT", why);
    if (!ok) run(db, "ROLLBACK", NULL);
    return ok;
}

bool pt_sql_is_sound(sqlite3 *db, pt_text *why) {
    sqlite3_stmt *s = NULL;
    bool sound = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &s, NULL) == SQLITE_OK &&
                 sqlite3_step(s) == SQLITE_ROW;
    const char *words = sound ? (const char *)sqlite3_column_text(s, 0) : sqlite3_errmsg(db);
    sound = sound && words && strcmp(words, "ok") == 0;
    if (!sound) pt_put(why, "%s", words ? words : "not enough memory");
    sqlite3_finalize(s);
    sqlite3_db_release_memory(db); /* it has seen every page, and needs few of them */
    return sound;
}
