/* A store becomes another one: all rows are copied in one transaction, then read back. */
/* SPDX-License-Identifier: MIT */
#include "store/move.h"
#include "store/schema.h"
#include "store/sql.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A table: its columns with their kinds (i: number, d: with a fraction, t: text, b: bytes), its
 * key, and a place for each column. PostgreSQL gives large tables in parts. */
typedef struct listed {
    const char *name, *kinds, *select, *declare, *fetch, *insert, *clear;
} listed;
#define ALL(name, columns, key) "SELECT " columns " FROM " name " ORDER BY " key
#define TABLE(name, kinds, columns, key, places)                                               \
    {                                                                                          \
        name, kinds, ALL(name, columns, key),                                                  \
            "DECLARE all_" name " NO SCROLL CURSOR FOR " ALL(name, columns, key),              \
            "FETCH FORWARD 256 FROM all_" name,                                                \
            "INSERT INTO " name "(" columns ") VALUES(" places ")", "DELETE FROM " name        \
    }

/* clang-format off */
static const listed tables[] = {
    TABLE("tables", "ittiiiiiib", "num, id, kind, state, access, live, created, changed, ended, head", "num",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10"),
    TABLE("journal", "ib", "seq, body", "seq", "?1, ?2"),
    TABLE("chunks", "iib", "num, last, body", "num, last", "?1, ?2, ?3"),
    TABLE("snapshots", "iib", "num, number, body", "num", "?1, ?2, ?3"),
    TABLE("players", "iittii", "num, seat, person, name, points, place", "num, seat", "?1, ?2, ?3, ?4, ?5, ?6"),
    TABLE("people", "tttti", "id, name, account, secret, created", "id", "?1, ?2, ?3, ?4, ?5"),
    TABLE("tokens", "btiitti", "hash, person, at, used, browser, system, proved", "hash", "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("account_names", "tt", "person, skeleton", "person", "?1, ?2"),
    TABLE("small_names", "tt", "person, skeleton", "person", "?1, ?2"),
    TABLE("recovery_codes", "bt", "hash, person", "hash", "?1, ?2"),
    TABLE("forgotten", "ti", "person, at", "person", "?1, ?2"),
    TABLE("ties", "ttii", "person, other, kind, at", "person, other", "?1, ?2, ?3, ?4"),
    TABLE("ratings", "tttddi", "person, kind, name, mu, sigma, games", "person, kind", "?1, ?2, ?3, ?4, ?5, ?6"),
    TABLE("rated", "iidd", "num, seat, before, after", "num, seat", "?1, ?2, ?3, ?4"),
    TABLE("rated_pairs", "ttti", "one, other, kind, at", "one, other, kind, at", "?1, ?2, ?3, ?4"),
    TABLE("roles", "ti", "person, role", "person", "?1, ?2"),
    TABLE("measures", "iittiiitt", "num, kind, target, place, at, until, ended, maker, words", "num",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"),
    TABLE("reports", "iiiitttittt", "num, kind, at, state, person, about, place, number, words, evidence, verdict", "num",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11"),
    TABLE("audit", "iittttb", "num, at, who, act, target, words, hash", "num", "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("settings", "tt", "name, value", "name", "?1, ?2"),
    TABLE("pages", "tiii", "person, seen, invited, written", "person", "?1, ?2, ?3, ?4"),
    TABLE("faces", "tii", "person, number, chosen", "person", "?1, ?2, ?3"),
    TABLE("badges", "tttti", "person, kind, badge, place, at", "person, kind, badge", "?1, ?2, ?3, ?4, ?5"),
    TABLE("passkeys", "btttibiii", "id, person, name, site, kind, body, count, at, used", "id",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"),
    TABLE("tournaments", "ttiiibb", "id, owner, live, created, changed, play, head", "id", "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("tournament_lines", "tib", "id, number, body", "id, number", "?1, ?2, ?3"),
    TABLE("mails", "tttti", "person, address, wanted, language, at", "person", "?1, ?2, ?3, ?4, ?5"),
    TABLE("mail_links", "btiti", "hash, person, kind, address, until", "hash", "?1, ?2, ?3, ?4, ?5"),
    TABLE("letters", "ttitttttiii", "id, person, kind, address, language, subject, body, stop, made, due, tries", "id",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11"),
    TABLE("secrets", "tb", "name, body", "name", "?1, ?2"),
    TABLE("bells", "tiiti", "person, quiet_from, quiet_to, zone, mailed", "person", "?1, ?2, ?3, ?4, ?5"),
    TABLE("bell_wishes", "tti", "person, kind, channels", "person, kind", "?1, ?2, ?3"),
    TABLE("notices", "tttiiittttii", "person, topic, kind, at, seen, channels, other, game, place, entry, number, most",
          "person, topic", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12"),
    TABLE("pushes", "tbtbbii", "endpoint, token, person, body, auth, language, at", "endpoint",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("push_calls", "tttiiii", "endpoint, topic, person, at, due, until, tries", "endpoint, topic",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("own", "titt", "person, num, key, body", "person, num, key", "?1, ?2, ?3, ?4"),
    TABLE("studies", "ttiiib", "id, owner, listed, created, changed, head", "id", "?1, ?2, ?3, ?4, ?5, ?6"),
    TABLE("study_people", "titi", "id, number, person, part", "id, number", "?1, ?2, ?3, ?4"),
    TABLE("study_lines", "tib", "id, number, body", "id, number", "?1, ?2, ?3"),
    TABLE("leaves", "tti", "person, place, at", "person, place", "?1, ?2, ?3"),
    TABLE("uncounted", "ii", "num, why", "num", "?1, ?2"),
    TABLE("meetings", "ttttiiiddddi", "one, other, place, kind, at, ms, moves, expected, score, rise, other_rise, early", "one, other, place",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12"),
    TABLE("spoken", "iit", "num, number, person", "num, number", "?1, ?2, ?3"),
    TABLE("alive", "ii", "one, at", "one", "?1, ?2"),
};
/* clang-format on */
enum { TABLES = sizeof tables / sizeof *tables };

/* One end of the move: its lock, and a connection that reads. */
typedef struct end {
    const pt_database *on;
    pt_place place;
    pt_look holder, look; /* holder: has the lock; of the target it writes */
    bool locked;
} end;

/* --- rows --- */

typedef struct rows {
    const listed *table;
    pt_query *query;
    bool parts; /* more may follow */
} rows;

static bool rows_open(pt_look *l, const listed *t, rows *out) {
    bool parts = !l->db;
    if (parts && !pt_run(l, pt_statement(l, t->declare))) return false;
    *out = (rows){t, pt_statement(l, parts ? t->fetch : t->select), parts};
    return out->query != NULL;
}

static pt_finding rows_next(pt_look *l, rows *r) {
    pt_finding row = pt_step(l, r->query);
    if (row != PT_ABSENT || !r->parts) return row;
    pt_reset(r->query);
    return pt_step(l, r->query); /* the next part, or none */
}

static void hash_number(pt_sha256 *h, char kind, uint64_t bits) {
    uint8_t bytes[9] = {(uint8_t)kind};
    for (int i = 0; i < 8; i++) bytes[1 + i] = (uint8_t)(bits >> (56 - 8 * i));
    pt_sha256_add(h, bytes, sizeof bytes);
}

/* Adds a cell to the hash, and binds it if there is somewhere to write it. */
static void take_cell(const rows *r, int column, pt_sha256 *h, pt_query *to) {
    char kind = r->table->kinds[column];
    size_t n;
    if (pt_is_null(r->query, column)) {
        hash_number(h, '-', 0);
        if (to) pt_bind_null(to, column + 1);
    } else if (kind == 'i') {
        int64_t number = pt_int(r->query, column);
        hash_number(h, kind, (uint64_t)number);
        if (to) pt_bind_int(to, column + 1, number);
    } else if (kind == 'd') {
        double number = pt_double(r->query, column);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        hash_number(h, kind, bits);
        if (to) pt_bind_double(to, column + 1, number);
    } else {
        const void *bytes = pt_bytes(r->query, column, &n);
        hash_number(h, kind, n);
        pt_sha256_add(h, bytes, n);
        if (to && kind == 'b') pt_bind_bytes(to, column + 1, bytes, n);
        if (to && kind == 't') pt_bind_letters(to, column + 1, bytes, n);
    }
}

/* Reads a table whole; writes it to `to`, unless that is NULL. */
static bool read_table(pt_look *l, const listed *t, pt_look *to, pt_moved *out) {
    pt_sha256 hash = pt_sha256_begin();
    uint8_t digest[PT_SHA256];
    rows r;
    pt_finding row = PT_FAILED;
    *out = (pt_moved){.table = t->name};
    if (!rows_open(l, t, &r)) return false;
    while ((row = rows_next(l, &r)) == PT_FOUND) {
        pt_query *into = to ? pt_statement(to, t->insert) : NULL;
        if (to && !into) return false;
        for (int i = 0; t->kinds[i]; i++) take_cell(&r, i, &hash, into);
        if (to && !pt_run(to, into)) return false;
        out->rows++;
    }
    pt_reset(r.query);
    pt_sha256_end(&hash, digest);
    pt_to_hex(digest, PT_SHA256, out->hash);
    return row == PT_ABSENT;
}

/* Whoever adds a table to the schema adds it to the list above, or nothing is moved. */
static bool knows_all_tables(pt_look *l, pt_text *why) {
    pt_query *q = pt_statement_in(
        l,
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " AND name NOT LIKE 'names%'",
        "SELECT count(*) - 1 FROM pg_tables WHERE schemaname = current_schema()"
        " AND tablename NOT IN ('nodes', 'leases', 'counters')"); /* of the nodes that run */
    int64_t n = pt_step(l, q) == PT_FOUND ? pt_int(q, 0) : -1;
    pt_reset(q);
    if (n == TABLES) return true;
    pt_put(why, "it has %lld tables, but this program moves %d", (long long)n, TABLES);
    return false;
}

/* --- both ends --- */

static bool lock_end(end *e, const char *path, pt_text *why) {
    bool taken = false;
    e->on = pt_database_of(path, why);
    if (!e->on) return false;
    e->place.lock = -1;
    e->holder.on = e->look.on = e->on;
    snprintf(e->place.path, sizeof e->place.path, "%s", path);
    e->locked = e->on->lock(&e->place, &e->holder, &taken, why);
    return e->locked;
}

static void end_done(end *e) {
    if (!e->locked) return;
    pt_look_done(&e->look);
    pt_look_done(&e->holder);
    e->on->unlock(&e->place);
}

/* The source is as it is read here until the end: its lock keeps servers off. */
static bool open_source(end *e, const char *path, pt_text *why) {
    if (!lock_end(e, path, why)) return false;
    int version = e->on->version(&e->place, &e->holder);
    if (version == 0) {
        pt_puts(why, "there is no store to move");
        return false;
    }
    if (version != PT_SCHEMA) {
        pt_put(why, "its schema is version %d and must be %d: start a server on it once",
               version, PT_SCHEMA);
        return false;
    }
    return e->on->join(&e->place, &e->look, why) && pt_begin_reading(&e->look) &&
           knows_all_tables(&e->look, why);
}

static bool open_target(end *e, const char *path, pt_text *why) {
    if (!lock_end(e, path, why)) return false;
    int version = e->on->version(&e->place, &e->holder);
    if (version != 0 && version != PT_UNFINISHED) {
        pt_puts(why, "the target is not empty");
        return false;
    }
    e->place.moving = true;
    return e->on->open(&e->place, &e->holder, why);
}

static bool failed(const pt_look *from, const pt_look *to, pt_text *why) {
    pt_put(why, "%s", from->code ? from->why : to->code ? to->why : "not enough memory");
    return false;
}

static bool copy_all(end *from, end *to, pt_moved out[TABLES], pt_text *why) {
    pt_look *w = &to->holder;
    bool ok = pt_begin_writing(w);
    for (int i = 0; i < TABLES && ok; i++) ok = pt_run(w, pt_statement(w, tables[i].clear));
    for (int i = 0; i < TABLES && ok; i++) ok = read_table(&from->look, &tables[i], w, &out[i]);
    if (ok && pt_commit(w)) return true;
    pt_roll_back(w);
    return failed(&from->look, w, why);
}

/* Reads what the target has now. */
static bool prove_all(end *to, const pt_moved source[TABLES], pt_text *why) {
    if (!to->on->join(&to->place, &to->look, why) || !pt_begin_reading(&to->look)) return false;
    for (int i = 0; i < TABLES; i++) {
        pt_moved there;
        if (!read_table(&to->look, &tables[i], NULL, &there))
            return failed(&to->look, &to->look, why);
        if (there.rows == source[i].rows && strcmp(there.hash, source[i].hash) == 0) continue;
        pt_put(why, "%s differs in the copy: %lld rows and %lld", tables[i].name,
               (long long)source[i].rows, (long long)there.rows);
        return false;
    }
    return true;
}

static bool finish(end *to, pt_text *why) {
    pt_look *w = &to->holder;
    char sql[64]; /* a pragma takes no parameters */
    snprintf(sql, sizeof sql,
             w->db ? "PRAGMA user_version = %d" : "UPDATE store_state SET version = %d",
             PT_SCHEMA);
    pt_look_done(&to->look);
    if (pt_begin_writing(w) && pt_run(w, pt_statement(w, sql)) && pt_commit(w))
        return to->on->ready(&to->place, why);
    pt_roll_back(w);
    return failed(w, w, why);
}

bool pt_store_move(const char *from_path, const char *to_path, pt_moved_taker *tell, void *who,
                   pt_text *why) {
    end from = {0}, to = {0};
    pt_moved moved[TABLES];
    bool ok = open_source(&from, from_path, why) && open_target(&to, to_path, why) &&
              copy_all(&from, &to, moved, why) && prove_all(&to, moved, why) &&
              finish(&to, why);
    for (int i = 0; i < TABLES && ok; i++) tell(who, &moved[i]);
    if (!ok && from.look.code && why && !why->used) pt_puts(why, from.look.why);
    end_done(&to);
    end_done(&from);
    return ok;
}
