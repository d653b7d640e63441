/* The questions of the reading thread. */
/* SPDX-License-Identifier: MIT */
#include "store/journal.h"
#include <stdlib.h>
#include <string.h>

static void take_text(sqlite3_stmt *s, int column, char *out, size_t size) {
    const void *bytes = sqlite3_column_blob(s, column);
    size_t n = bytes ? (size_t)sqlite3_column_bytes(s, column) : 0;
    if (n >= size) n = size - 1;
    if (n) memcpy(out, bytes, n);
    out[n] = 0;
}

static void bind_text(sqlite3_stmt *s, int at, const char *text) {
    sqlite3_bind_text(s, at, text ? text : "", -1, SQLITE_STATIC);
}

/* --- tables --- */

#define TABLE_COLUMNS "num, id, kind, state, access, live, created, changed, ended, head"

static void take_table(sqlite3_stmt *s, pt_table_row *r) {
    memset(r, 0, sizeof *r);
    r->num = sqlite3_column_int64(s, 0);
    take_text(s, 1, r->id, sizeof r->id);
    take_text(s, 2, r->kind, sizeof r->kind);
    r->state = sqlite3_column_int(s, 3);
    r->access = sqlite3_column_int(s, 4);
    r->live = sqlite3_column_int(s, 5) != 0;
    r->created = sqlite3_column_int64(s, 6);
    r->changed = sqlite3_column_int64(s, 7);
    r->ended = sqlite3_column_int64(s, 8);
    take_text(s, 9, r->head, sizeof r->head);
}

pt_finding pt_find_table(pt_look *l, const char *id, pt_table_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_table(s, out);
    sqlite3_reset(s);
    return found;
}

int pt_each_table(pt_look *l, const pt_table_filter *f, pt_table_taker *take, void *who) {
    sqlite3_stmt *s = pt_statement(
        l, "SELECT " TABLE_COLUMNS " FROM tables WHERE (?1 < 0 OR state = ?1)"
           " AND (?2 < 0 OR access = ?2) AND (?3 = '' OR kind = ?3) AND (?4 = 0 OR live = 1)"
           " AND (?5 = 0 OR max(ended, changed) >= ?5) AND (?6 = 0 OR max(ended, changed) < ?6)"
           " AND (?7 = 0 OR num < ?7)"
           " AND (?8 = '' OR num IN (SELECT num FROM players WHERE person = ?8"
           "   UNION SELECT num FROM players WHERE instr(lower(name), lower(?8)) > 0))"
           " ORDER BY num DESC LIMIT ?9");
    if (!s) return -1;
    sqlite3_bind_int(s, 1, f->state);
    sqlite3_bind_int(s, 2, f->access);
    bind_text(s, 3, f->kind);
    sqlite3_bind_int(s, 4, f->live);
    sqlite3_bind_int64(s, 5, f->from);
    sqlite3_bind_int64(s, 6, f->to);
    sqlite3_bind_int64(s, 7, f->before);
    bind_text(s, 8, f->person);
    sqlite3_bind_int(s, 9, f->limit);
    int n = 0;
    pt_finding more;
    for (pt_table_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_table(s, &row);
        take(who, &row);
    }
    sqlite3_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* Leaves *out alone where there is no number. */
static bool one_number(pt_look *l, const char *sql, int64_t *out) {
    sqlite3_stmt *s = pt_statement(l, sql);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) *out = sqlite3_column_int64(s, 0);
    if (s) sqlite3_reset(s);
    return found != PT_FAILED;
}

bool pt_highest_table(pt_look *l, int64_t *out) {
    *out = 0;
    return one_number(l, "SELECT max(num) FROM tables", out);
}

bool pt_last_alive(pt_look *l, int64_t *out) {
    *out = 0;
    return one_number(l, "SELECT at FROM alive", out);
}

pt_finding pt_find_snapshot(pt_look *l, int64_t table, pt_snapshot_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT number, body FROM snapshots WHERE num = ?1");
    *out = (pt_snapshot_row){0};
    if (!s) return PT_FAILED;
    sqlite3_bind_int64(s, 1, table);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        const void *body = sqlite3_column_blob(s, 1);
        out->number = (uint32_t)sqlite3_column_int64(s, 0);
        out->n = body ? (size_t)sqlite3_column_bytes(s, 1) : 0;
        out->bytes = malloc(out->n + 1);
        if (out->bytes && out->n) memcpy(out->bytes, body, out->n);
        if (!out->bytes) found = PT_FAILED;
    }
    sqlite3_reset(s);
    return found;
}

typedef struct taking {
    int64_t table;
    uint32_t after;
    pt_event_taker *take;
    void *who;
    int count;
} taking;

/* The table's lines in the rows of a statement. False if a row cannot be read, or is not made
 * of whole lines. */
static bool take_lines(pt_look *l, sqlite3_stmt *s, taking *t) {
    pt_finding row;
    bool whole = true;
    while ((row = pt_step(l, s)) == PT_FOUND) {
        const char *at = sqlite3_column_blob(s, 0), *end = at;
        if (at) end += sqlite3_column_bytes(s, 0);
        for (pt_event_line e; pt_next_line(&at, end, &e);) {
            if (e.table != t->table || e.number <= t->after) continue;
            t->take(t->who, (uint32_t)e.number, e.at, e.body, e.n);
            t->count++;
        }
        whole &= at == end;
    }
    if (s) sqlite3_reset(s);
    if (!whole) pt_look_note(l, SQLITE_CORRUPT);
    return row == PT_ABSENT && whole;
}

/* In one transaction, because events move from the journal to their tables. */
int pt_each_event(pt_look *l, int64_t table, uint32_t after, pt_event_taker *take, void *who) {
    taking t = {table, after, take, who, 0};
    bool begun = pt_run(l, pt_statement(l, "BEGIN")), ok = begun;
    sqlite3_stmt *s =
        pt_statement(l, "SELECT body FROM chunks WHERE num = ?1 AND last > ?2 ORDER BY last");
    if (s) {
        sqlite3_bind_int64(s, 1, table);
        sqlite3_bind_int64(s, 2, after);
    }
    ok = ok && take_lines(l, s, &t) &&
         take_lines(l, pt_statement(l, "SELECT body FROM journal ORDER BY seq"), &t);
    if (begun && !sqlite3_get_autocommit(l->db)) pt_run(l, pt_statement(l, "ROLLBACK"));
    return ok ? t.count : -1;
}

/* --- people --- */

static pt_finding take_person(pt_look *l, sqlite3_stmt *s, pt_person_row *out) {
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        memset(out, 0, sizeof *out);
        take_text(s, 0, out->id, sizeof out->id);
        take_text(s, 1, out->name, sizeof out->name);
        take_text(s, 2, out->account, sizeof out->account);
        take_text(s, 3, out->secret, sizeof out->secret);
        out->created = sqlite3_column_int64(s, 4);
    }
    sqlite3_reset(s);
    return found;
}

pt_finding pt_find_person(pt_look *l, const char *id, pt_person_row *out) {
    sqlite3_stmt *s =
        pt_statement(l, "SELECT id, name, account, secret, created FROM people WHERE id = ?1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, id);
    return take_person(l, s, out);
}

pt_finding pt_find_account(pt_look *l, const char *account, pt_person_row *out) {
    sqlite3_stmt *s = pt_statement(
        l, "SELECT id, name, account, secret, created FROM people WHERE account = ?1");
    if (!s) return PT_FAILED;
    bind_text(s, 1, account);
    return take_person(l, s, out);
}

pt_finding pt_find_token(pt_look *l, const uint8_t hash[PT_TOKEN], pt_person_row *out) {
    sqlite3_stmt *s =
        pt_statement(l, "SELECT id, name, account, secret, created FROM people"
                        " WHERE id = (SELECT person FROM tokens WHERE hash = ?1)");
    if (!s) return PT_FAILED;
    sqlite3_bind_blob(s, 1, hash, PT_TOKEN, SQLITE_STATIC);
    return take_person(l, s, out);
}

/* --- ratings --- */

/* Whoever is forgotten leads no list, even if their row was deleted by hand. */
#define IS_KNOWN                                                                               \
    "(person LIKE 'bot:%' OR EXISTS (SELECT 1 FROM people WHERE people.id = ratings.person))"

static void take_rating(sqlite3_stmt *s, pt_rating_row *r) {
    memset(r, 0, sizeof *r);
    take_text(s, 0, r->person, sizeof r->person);
    take_text(s, 1, r->kind, sizeof r->kind);
    take_text(s, 2, r->name, sizeof r->name);
    r->mu = sqlite3_column_double(s, 3);
    r->sigma = sqlite3_column_double(s, 4);
    r->games = sqlite3_column_int64(s, 5);
}

pt_finding pt_find_rating(pt_look *l, const char *person, const char *kind,
                          pt_rating_row *out) {
    sqlite3_stmt *s = pt_statement(l, "SELECT person, kind, name, mu, sigma, games FROM ratings"
                                      " WHERE person = ?1 AND kind = ?2");
    if (!s) return PT_FAILED;
    bind_text(s, 1, person);
    bind_text(s, 2, kind);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_rating(s, out);
    sqlite3_reset(s);
    return found;
}

int pt_each_leader(pt_look *l, const char *kind, int limit, pt_rating_taker *take, void *who) {
    sqlite3_stmt *s = pt_statement(l, "SELECT person, kind, name, mu, sigma, games FROM ratings"
                                      " WHERE kind = ?1 AND " IS_KNOWN
                                      " ORDER BY mu - 3 * sigma DESC LIMIT ?2");
    if (!s) return -1;
    bind_text(s, 1, kind);
    sqlite3_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (pt_rating_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_rating(s, &row);
        take(who, &row);
    }
    sqlite3_reset(s);
    return more == PT_FAILED ? -1 : n;
}
