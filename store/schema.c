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
    /* 6: what the names of accounts look like. The server fills it in (names.c) */
    "CREATE TABLE account_names(person TEXT PRIMARY KEY, skeleton TEXT NOT NULL UNIQUE)"
    "  WITHOUT ROWID;",
    /* 7: where a token is used and when it last was, which begins now for older ones; codes
     * that replace a password */
    "ALTER TABLE tokens ADD COLUMN used INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tokens ADD COLUMN browser TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tokens ADD COLUMN system TEXT NOT NULL DEFAULT '';"
    "UPDATE tokens SET used = CAST(strftime('%s', 'now') AS INTEGER) * 1000;"
    "CREATE TABLE recovery_codes(hash BLOB PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX recovery_codes_person ON recovery_codes(person);",
    /* 8: who was deleted, and may still be named in games */
    "CREATE TABLE forgotten(person TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;",
    /* 9: who has asked (1), has (2) or has blocked (3) whom */
    "CREATE TABLE ties(person TEXT NOT NULL, other TEXT NOT NULL, kind INTEGER NOT NULL,"
    "  at INTEGER NOT NULL, PRIMARY KEY(person, other)) WITHOUT ROWID;"
    "CREATE INDEX ties_other ON ties(other, kind);",
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

/* EXTRA: a commit returns after its pages are on the disk, and the file that is new as well.
 * Other programs may read meanwhile. The write-ahead log is copied into the database by the
 * writer alone (write.c). */
sqlite3 *pt_sql_open(const char *path, pt_opening how, pt_text *why) {
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                (how == PT_OPEN_NEW ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK && how != PT_OPEN_NEW &&
        pt_sql_version(db) == 0) { /* seen before anything is written to it */
        pt_put(why, "%s is empty, but there was a database: put a backup in its place", path);
        sqlite3_close(db);
        return NULL;
    }
    if (sqlite3_errcode(db) != SQLITE_OK ||
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) != SQLITE_OK ||
        !run(db,
             "PRAGMA busy_timeout = 5000; PRAGMA synchronous = EXTRA;"
             "PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY;"
             "PRAGMA cache_size = -4096; PRAGMA wal_autocheckpoint = 0;",
             NULL)) {
        pt_put(why, "cannot open %s: %s", path, db ? sqlite3_errmsg(db) : "not enough memory");
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db, 1);
    return db;
}

void pt_look_begin(pt_look *l) {
    l->code = 0;
    l->why[0] = 0;
}

void pt_look_note(pt_look *l, int code) {
    if (l->code) return;
    pt_text why = pt_text_on(l->why, sizeof l->why);
    l->code = code ? code : SQLITE_ERROR;
    pt_put(&why, "%s (SQLite %d)", sqlite3_errmsg(l->db), l->code);
}

sqlite3_stmt *pt_statement(pt_look *l, const char *sql) {
    for (int i = 0; i < l->count; i++)
        if (l->kept[i].sql == sql) {
            sqlite3_reset(l->kept[i].statement);
            return l->kept[i].statement;
        }
    sqlite3_stmt *s = NULL;
    assert(l->count < PT_STATEMENTS);
    int rc = sqlite3_prepare_v3(l->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL);
    if (rc != SQLITE_OK) {
        pt_look_note(l, rc);
        return NULL;
    }
    l->kept[l->count].sql = sql;
    l->kept[l->count++].statement = s;
    return s;
}

pt_finding pt_step(pt_look *l, sqlite3_stmt *s) {
    if (!s) return PT_FAILED;
    int rc = sqlite3_step(s);
    if (rc == SQLITE_ROW) return PT_FOUND;
    if (rc == SQLITE_DONE) return PT_ABSENT;
    pt_look_note(l, rc);
    return PT_FAILED;
}

bool pt_run(pt_look *l, sqlite3_stmt *s) {
    bool done = pt_step(l, s) == PT_ABSENT;
    if (s) sqlite3_reset(s);
    return done;
}

void pt_look_done(pt_look *l) {
    for (int i = 0; i < l->count; i++) sqlite3_finalize(l->kept[i].statement);
    sqlite3_close(l->db);
    memset(l, 0, sizeof *l);
}

bool pt_store_backup(const char *path, const char *to, pt_text *why) {
    sqlite3 *from = pt_sql_open(path, PT_OPEN_READER, why), *copy = NULL;
    if (!from) return false;
    int fd = open(to, O_RDWR | O_CREAT | O_CLOEXEC, 0600); /* it holds password hashes */
    if (fd >= 0) close(fd);
    bool ok = sqlite3_open_v2(to, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) ==
              SQLITE_OK;
    sqlite3_backup *b = ok ? sqlite3_backup_init(copy, "main", from, "main") : NULL;
    /* Copying everything in one step means that a busy server cannot make it start again. */
    int rc = b ? sqlite3_backup_step(b, -1) : SQLITE_ERROR;
    if (b) sqlite3_backup_finish(b);
    if (rc != SQLITE_DONE) pt_put(why, "copy to %s: %s", to, sqlite3_errmsg(copy));
    sqlite3_close(copy);
    sqlite3_close(from);
    return rc == SQLITE_DONE;
}
