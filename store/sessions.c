/* Sessions and recovery codes. Each write is plain SQL, run by the writing thread in its
 * batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/people.h"
#include "store/sqlite.h"
#include <string.h>

static void bind(sqlite3_stmt *s, int at, const char *text) {
    sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

static void bind_hash(sqlite3_stmt *s, int at, const uint8_t hash[PT_TOKEN]) {
    sqlite3_bind_blob(s, at, hash, PT_TOKEN, SQLITE_STATIC);
}

/* --- sessions --- */

static bool write_session(pt_look *l, const void *job, pt_batch *more) {
    const pt_session_row *r = job;
    sqlite3_stmt *s = pt_statement(
        l, "UPDATE tokens SET used = ?2, browser = ?3, system = ?4 WHERE hash = ?1");
    (void)more;
    if (!s) return false;
    bind_hash(s, 1, r->hash);
    sqlite3_bind_int64(s, 2, r->used);
    bind(s, 3, r->browser);
    bind(s, 4, r->system);
    return pt_run(l, s);
}

void pt_batch_session(pt_batch *b, const pt_session_row *row) {
    pt_batch_work(b, write_session, row, sizeof *row);
}

/* A person, and a code or a token of theirs. */
typedef struct one_of {
    char person[PT_ID];
    uint8_t hash[PT_TOKEN]; /* all zero: none */
    int64_t before;
} one_of;

static one_of one_of_person(const char *person, const uint8_t *hash) {
    one_of o = {0};
    pt_text t = pt_text_on(o.person, sizeof o.person);
    pt_puts(&t, person);
    if (hash) memcpy(o.hash, hash, PT_TOKEN);
    return o;
}

static bool drop_sessions(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    sqlite3_stmt *s = pt_statement(l, "DELETE FROM tokens WHERE person = ?1 AND hash <> ?2");
    (void)more;
    if (!s) return false;
    bind(s, 1, o->person);
    bind_hash(s, 2, o->hash);
    return pt_run(l, s);
}

void pt_batch_drop_sessions(pt_batch *b, const char *person, const uint8_t *kept) {
    const one_of o = one_of_person(person, kept);
    pt_batch_work(b, drop_sessions, &o, sizeof o);
}

static bool drop_old(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    sqlite3_stmt *s = pt_statement(l, "DELETE FROM tokens WHERE person = ?1 AND used < ?2");
    (void)more;
    if (!s) return false;
    bind(s, 1, o->person);
    sqlite3_bind_int64(s, 2, o->before);
    return pt_run(l, s);
}

void pt_batch_drop_old_sessions(pt_batch *b, const char *person, int64_t before) {
    one_of o = one_of_person(person, NULL);
    o.before = before;
    pt_batch_work(b, drop_old, &o, sizeof o);
}

#define SESSION_COLUMNS "hash, at, used, browser, system"

static void take_word(sqlite3_stmt *s, int column, char out[PT_DEVICE]) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    pt_text t = pt_text_on(out, PT_DEVICE);
    if (text) pt_puts(&t, text);
}

static void take_session(sqlite3_stmt *s, pt_session_row *r) {
    const void *hash = sqlite3_column_blob(s, 0);
    memset(r, 0, sizeof *r);
    if (hash && sqlite3_column_bytes(s, 0) == PT_TOKEN) memcpy(r->hash, hash, PT_TOKEN);
    r->made = sqlite3_column_int64(s, 1);
    r->used = sqlite3_column_int64(s, 2);
    take_word(s, 3, r->browser);
    take_word(s, 4, r->system);
}

pt_finding pt_find_session(pt_look *l, const uint8_t hash[PT_TOKEN], pt_session_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT " SESSION_COLUMNS " FROM tokens WHERE hash = ?1");
    if (!s) return PT_FAILED;
    bind_hash(s, 1, hash);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_session(s, out);
    sqlite3_reset(s);
    return found;
}

int pt_each_session(pt_look *l, const char *person, pt_session_taker *take, void *who) {
    sqlite3_stmt *s = pt_statement(l, "SELECT " SESSION_COLUMNS " FROM tokens"
                                      " WHERE person = ?1 ORDER BY used DESC, at DESC");
    if (!s) return -1;
    bind(s, 1, person);
    int n = 0;
    pt_finding more;
    for (pt_session_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_session(s, &row);
        take(who, &row);
    }
    sqlite3_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- recovery codes --- */

static bool write_code(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    sqlite3_stmt *s =
        pt_statement(l, "INSERT INTO recovery_codes(person, hash) VALUES(?1, ?2)");
    (void)more;
    if (!s) return false;
    bind(s, 1, o->person);
    bind_hash(s, 2, o->hash);
    return pt_run(l, s);
}

static bool drop_codes(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    sqlite3_stmt *s = pt_statement(l, "DELETE FROM recovery_codes WHERE person = ?1");
    (void)more;
    if (!s) return false;
    bind(s, 1, o->person);
    return pt_run(l, s);
}

void pt_batch_codes(pt_batch *b, const char *person, uint8_t hashes[][PT_TOKEN], int n) {
    one_of o = one_of_person(person, NULL);
    pt_batch_work(b, drop_codes, &o, sizeof o);
    for (int i = 0; i < n; i++) {
        o = one_of_person(person, hashes[i]);
        pt_batch_work(b, write_code, &o, sizeof o);
    }
}

static bool use_code(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    sqlite3_stmt *s =
        pt_statement(l, "DELETE FROM recovery_codes WHERE person = ?1 AND hash = ?2");
    (void)more;
    if (!s) return false;
    bind(s, 1, o->person);
    bind_hash(s, 2, o->hash);
    if (!pt_run(l, s)) return false;
    if (sqlite3_changes(l->db)) return true;
    pt_look_note(l, SQLITE_CONSTRAINT);
    return false;
}

void pt_batch_use_code(pt_batch *b, const char *person, const uint8_t hash[PT_TOKEN]) {
    const one_of o = one_of_person(person, hash);
    pt_batch_work(b, use_code, &o, sizeof o);
}

pt_finding pt_find_code(pt_look *l, const char *person, const uint8_t hash[PT_TOKEN]) {
    sqlite3_stmt *s =
        pt_statement(l, "SELECT 1 FROM recovery_codes WHERE person = ?1 AND hash = ?2");
    if (!s) return PT_FAILED;
    bind(s, 1, person);
    bind_hash(s, 2, hash);
    pt_finding found = pt_step(l, s);
    sqlite3_reset(s);
    return found;
}

int pt_count_codes(pt_look *l, const char *person) {
    sqlite3_stmt *s = pt_statement(l, "SELECT count(*) FROM recovery_codes WHERE person = ?1");
    if (!s) return -1;
    bind(s, 1, person);
    int n = pt_step(l, s) == PT_FOUND ? sqlite3_column_int(s, 0) : -1;
    sqlite3_reset(s);
    return n;
}
