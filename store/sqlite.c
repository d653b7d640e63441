/* The store's connections to SQLite: files, statements, transactions, and what a failure of the
 * disk means. */
/* SPDX-License-Identifier: MIT */
#include "store/place.h"
#include "store/schema.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool run_script(sqlite3 *db, const char *sql, pt_text *why) {
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

/* `mark`: the version that it has afterwards. */
static bool migrate(sqlite3 *db, int mark, pt_text *why) {
    int version = pt_sql_version(db);
    if (version < 0) {
        pt_put(why, "%s", sqlite3_errmsg(db));
        return false;
    }
    if (version == mark) return true;
    if (!pt_schema_is_known(version, why)) return false;
    if (!run_script(db, "BEGIN IMMEDIATE", why)) return false;
    bool ok = true;
    for (int i = version; i < PT_SCHEMA && ok; i++)
        ok = run_script(db, pt_schema_in_sqlite(i), why);
    PT_TEXT(words, 64);
    pt_put(&words, "PRAGMA user_version = %d", mark);
    ok = ok && run_script(db, words.at, why) && run_script(db, "COMMIT", why);
    if (!ok) run_script(db, "ROLLBACK", NULL);
    return ok;
}

bool pt_sql_migrate(sqlite3 *db, pt_text *why) { return migrate(db, PT_SCHEMA, why); }

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
        !run_script(db,
                    "PRAGMA busy_timeout = 5000; PRAGMA synchronous = EXTRA;"
                    "PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY;"
                    "PRAGMA cache_size = -4096; PRAGMA wal_autocheckpoint = 0;",
                    NULL)) {
        int code = db ? sqlite3_errcode(db) & 0xFF : SQLITE_NOMEM;
        bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
        int cause = code == SQLITE_CANTOPEN ? sqlite3_system_errno(db) : 0;
        pt_put(why, "cannot open %s: %s%s", path, damaged ? "it is damaged: " : "",
               !db     ? "not enough memory"
               : cause ? strerror(cause) /* SQLite says only that it is unable to */
                       : sqlite3_errmsg(db));
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db, 1);
    return db;
}

/* What is left of a copy that was ended: SQLite would take its journal for one of the next. */
static void remove_copy(const char *to) {
    PT_TEXT(journal, 4112);
    pt_put(&journal, "%s-journal", to);
    unlink(journal.at);
    unlink(to);
}

static bool copy_all(sqlite3 *from, const char *to, pt_text *why) {
    sqlite3 *copy = NULL;
    remove_copy(to);
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
    return rc == SQLITE_DONE;
}

/* The copy gets its name when it is whole: one that was ended or did not fit is none. */
bool pt_store_backup(const char *path, const char *to, pt_text *why) {
    PT_TEXT(part, 4096);
    pt_put(&part, "%s.part", to);
    sqlite3 *from = pt_sql_open(path, PT_OPEN_READER, why);
    if (!from) return false;
    bool ok = copy_all(from, part.at, why);
    sqlite3_close(from);
    if (ok && rename(part.at, to) != 0) {
        pt_put(why, "copy to %s: %s", to, strerror(errno));
        ok = false;
    }
    if (!ok) remove_copy(part.at);
    return ok;
}

/* --- statements --- */

void pt_sqlite_note(pt_look *l, int code) {
    PT_TEXT(why, sizeof l->why);
    code = code ? code : SQLITE_ERROR;
    pt_put(&why, "%s (SQLite %d)", sqlite3_errmsg(l->db), code);
    pt_look_fail(l, code, why.at);
}

static bool prepare(pt_look *l, pt_query *q) {
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v3(l->db, q->sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL);
    q->own = s;
    if (rc != SQLITE_OK) pt_sqlite_note(l, rc);
    return rc == SQLITE_OK;
}

static void bind_int(pt_query *q, int at, int64_t number) {
    sqlite3_bind_int64(q->own, at, number);
}

static void bind_double(pt_query *q, int at, double number) {
    sqlite3_bind_double(q->own, at, number);
}

static void bind_text(pt_query *q, int at, const char *text, size_t n) {
    sqlite3_bind_text(q->own, at, text, (int)n, SQLITE_STATIC);
}

static void bind_bytes(pt_query *q, int at, const void *bytes, size_t n) {
    sqlite3_bind_blob(q->own, at, bytes, (int)n, SQLITE_STATIC);
}

static void bind_null(pt_query *q, int at) { sqlite3_bind_null(q->own, at); }

static pt_finding step(pt_look *l, pt_query *q) {
    int rc = sqlite3_step(q->own);
    if (rc == SQLITE_ROW) return PT_FOUND;
    if (rc == SQLITE_DONE) return PT_ABSENT;
    pt_sqlite_note(l, rc);
    return PT_FAILED;
}

static void reset(pt_query *q) { sqlite3_reset(q->own); }

static bool run(pt_look *l, pt_query *q) {
    bool done = step(l, q) == PT_ABSENT;
    reset(q);
    return done;
}

static int64_t run_counted(pt_look *l, pt_query *q) {
    return run(l, q) ? sqlite3_changes64(l->db) : -1;
}

static int64_t get_int(pt_query *q, int column) { return sqlite3_column_int64(q->own, column); }

static double get_double(pt_query *q, int column) {
    return sqlite3_column_double(q->own, column);
}

static const void *get_bytes(pt_query *q, int column, size_t *n) {
    const void *bytes = sqlite3_column_blob(q->own, column);
    *n = (size_t)sqlite3_column_bytes(q->own, column);
    return bytes;
}

static bool is_null(pt_query *q, int column) {
    return sqlite3_column_type(q->own, column) == SQLITE_NULL;
}

static void drop(pt_query *q) { sqlite3_finalize(q->own); }
static void close_look(pt_look *l) { sqlite3_close(l->db); }

/* --- transactions --- */

static bool begin(pt_look *l, bool writes) {
    return pt_run(l, pt_statement(l, writes ? "BEGIN IMMEDIATE" : "BEGIN"));
}

static bool commit(pt_look *l) { return pt_run(l, pt_statement(l, "COMMIT")); }

static bool roll_back(pt_look *l) {
    if (!sqlite3_get_autocommit(l->db)) pt_run(l, pt_statement(l, "ROLLBACK"));
    return sqlite3_get_autocommit(l->db);
}

/* A commit that fails in the middle may have left all its pages in the write-ahead log, where
 * the next start would find them: it is in doubt. A full disk leaves it incomplete, so that is
 * certain. After a failed sync nobody knows what is on the disk, and a second sync may falsely
 * succeed, because the system has dropped the pages. */
static pt_outcome judge(pt_look *l, bool committing, bool *final) {
    int kind = l->code & 0xFF;
    if (l->code == SQLITE_IOERR_FSYNC || l->code == SQLITE_IOERR_DIR_FSYNC) *final = true;
    if (kind == SQLITE_CONSTRAINT) return PT_CLASHES;
    if (!committing || kind == SQLITE_FULL || kind == SQLITE_BUSY) return PT_UNWRITTEN;
    l->doubt = true;
    return PT_UNSURE;
}

/* --- the place --- */

static bool lock(pt_place *p, pt_look *l, bool *taken, pt_text *why) {
    (void)l;
    p->lock = pt_place_lock(p->path, taken, why);
    return p->lock >= 0;
}

static void unlock(pt_place *p) { pt_place_unlock(p->lock); }

/* The file as it is, not yet changed: it is there if there was one, and it is whole. */
static bool open_sound(const pt_place *p, pt_finding marked, pt_look *l, pt_text *why) {
    PT_TEXT(damage, 160);
    if (marked == PT_FAILED) {
        pt_put(why, "%s: its folder cannot be read", p->path);
        return false;
    }
    if (!pt_place_renew_log(p->path)) {
        pt_put(why, "%s: its write-ahead log cannot be read and written", p->path);
        return false;
    }
    l->db = pt_sql_open(p->path, marked == PT_FOUND ? PT_OPEN_OLD : PT_OPEN_NEW, why);
    if (!l->db) return false;
    if (pt_sql_version(l->db) == 0 || pt_sql_is_sound(l->db, &damage)) return true;
    pt_put(why, "%s is damaged: %s (petteia doctor --data says more)", p->path, damage.at);
    return false;
}

static bool open_place(pt_place *p, pt_look *l, pt_text *why) {
    pt_finding marked = pt_place_is_marked(p->path);
    p->marked = marked == PT_FOUND;
    return open_sound(p, marked, l, why) &&
           migrate(l->db, p->moving ? PT_UNFINISHED : PT_SCHEMA, why);
}

static int version_at(const pt_place *p, pt_look *l) {
    sqlite3 *db = NULL;
    (void)l;
    if (access(p->path, F_OK) != 0) return 0;
    bool good = sqlite3_open_v2(p->path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK;
    int version = good ? pt_sql_version(db) : -1;
    sqlite3_close(db);
    return version;
}

static bool ready(pt_place *p, pt_text *why) {
    if (p->marked || pt_place_mark(p->path)) return true;
    pt_put(why, "%s: its folder cannot be written", p->path);
    return false;
}

static bool join(const pt_place *p, pt_look *l, pt_text *why) {
    l->db = pt_sql_open(p->path, PT_OPEN_READER, why);
    return l->db != NULL;
}

const pt_database pt_on_sqlite = {
    .prepare = prepare,
    .bind_int = bind_int,
    .bind_double = bind_double,
    .bind_text = bind_text,
    .bind_bytes = bind_bytes,
    .bind_null = bind_null,
    .step = step,
    .run = run,
    .run_counted = run_counted,
    .reset = reset,
    .get_int = get_int,
    .get_double = get_double,
    .get_bytes = get_bytes,
    .is_null = is_null,
    .drop = drop,
    .close = close_look,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .judge = judge,
    .clash = SQLITE_CONSTRAINT,
    .replaces_doubt = true,
    .lock = lock,
    .open = open_place,
    .version = version_at,
    .ready = ready,
    .join = join,
    .unlock = unlock,
};
