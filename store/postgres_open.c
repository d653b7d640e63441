/* Connections to PostgreSQL: opening them, the lock of the one that writes, and how it comes
 * back after it was lost. */
/* SPDX-License-Identifier: MIT */
#include "store/lease.h"
#include "store/postgres.h"
#include "store/schema.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OLDEST = 150000, LOCK_US = 3000000, PAUSE_US = 50000, RETRY_US = 500000 };
#define LOCK "5788417" /* ours, in every database; any number would do */

static int64_t micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void pause_a_while(void) {
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_US * 1000}, NULL);
}

void pt_pg_drop(pt_look *l) {
    PQfinish(l->pg->conn);
    l->pg->conn = NULL;
    l->pg->pending = 0;
    l->pg->stale = false;
    l->pg->made++;
    l->away = true;
}

/* --- questions before there is a pipeline --- */

static bool tell(PGresult *r, PGconn *c, pt_text *why) {
    const char *words = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    pt_put(why, "PostgreSQL: %s", words ? words : PQerrorMessage(c));
    PQclear(r);
    return false;
}

static bool execute(PGconn *c, const char *sql, pt_text *why) {
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) return tell(r, c, why);
    PQclear(r);
    return true;
}

/* The first columns of the only row, as numbers. PT_ABSENT without a row. */
static pt_finding numbers(PGconn *c, const char *sql, int64_t *out, int n, pt_text *why) {
    PGresult *r = PQexec(c, sql);
    if (PQresultStatus(r) != PGRES_TUPLES_OK) {
        tell(r, c, why);
        return PT_FAILED;
    }
    bool row = PQntuples(r) > 0;
    for (int i = 0; i < n && row; i++) out[i] = strtoll(PQgetvalue(r, 0, i), NULL, 10);
    PQclear(r);
    return row ? PT_FOUND : PT_ABSENT;
}

/* --- connecting --- */

/* What the URL says comes last and counts. Somebody who cut the line is noticed in seconds. */
static PGconn *dial(const char *url) {
    char name[64];
    snprintf(name, sizeof name, "petteia %ld", (long)getpid());
    const char *const keys[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "dbname",           "client_encoding",  NULL};
    const char *const values[] = {"3", "5", "2", "3", "10000", name, url, "UTF8", NULL};
    return PQconnectdbParams(keys, values, 1);
}

/* A node that sleeps in the middle of a transaction must not keep others from its tables. */
static bool set_patience(PGconn *c, bool node, pt_text *why) {
    return execute(
        c,
        node ? "SET idle_in_transaction_session_timeout = 2000; SET lock_timeout = 1000"
             : "SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0",
        why);
}

/* A commit that is acknowledged is on the disk, whatever the server's setting is. */
static bool prepare_session(PGconn *c, bool node, pt_text *why) {
    if (PQserverVersion(c) < OLDEST) {
        pt_put(why, "PostgreSQL %d is too old: 15 is needed", PQserverVersion(c) / 10000);
        return false;
    }
    const char *encoding = PQparameterStatus(c, "server_encoding");
    if (!encoding || strcmp(encoding, "UTF8") != 0) {
        pt_puts(why, "PostgreSQL: the encoding of the database must be UTF8");
        return false;
    }
    return execute(c,
                   "SELECT set_config('synchronous_commit', 'on', false)"
                   " WHERE current_setting('synchronous_commit') IN ('off', 'local')",
                   why) &&
           execute(c,
                   "SET statement_timeout = 0; SET idle_session_timeout = 0;"
                   "SET default_transaction_isolation = 'read committed'",
                   why) &&
           set_patience(c, node, why);
}

/* NULL with words. */
static PGconn *connect_plain(pt_look *l, pt_text *why) {
    l->pg->tried = micros();
    PGconn *c = dial(l->pg->url);
    if (PQstatus(c) != CONNECTION_OK) {
        pt_put(why, "PostgreSQL: %s", c ? PQerrorMessage(c) : "not enough memory");
        for (char *at = why ? why->at : NULL; at && (at = strchr(at, '\n'));) *at = ' ';
    } else if (prepare_session(c, l->pg->node[0], why)) {
        return c;
    }
    PQfinish(c);
    return NULL;
}

static bool enter_pipeline(pt_look *l, PGconn *c, pt_text *why) {
    if (PQsetnonblocking(c, 1) != 0 || PQenterPipelineMode(c) != 1) {
        pt_put(why, "PostgreSQL: %s", PQerrorMessage(c));
        PQfinish(c);
        return false;
    }
    l->pg->conn = c;
    l->away = false;
    return true;
}

static bool connect_reader(pt_look *l, pt_text *why) {
    PGconn *c = connect_plain(l, why);
    return c && enter_pipeline(l, c, why);
}

/* Without patience it is not tried again at once: many may ask. */
bool pt_pg_connect(pt_look *l, int64_t patience_us) {
    int64_t now = micros(), until = now + patience_us;
    if (!patience_us && now - l->pg->tried < RETRY_US) {
        pt_look_fail(l, PG_LOST, "PostgreSQL: no connection");
        return false;
    }
    for (;;) {
        PT_TEXT(why, sizeof l->why);
        if (connect_reader(l, &why)) return true;
        if (micros() >= until) {
            pt_look_fail(l, PG_LOST, why.at);
            return false;
        }
        pause_a_while();
    }
}

static bool make_look(pt_look *l, const pt_place *p, pt_text *why) {
    l->pg = calloc(1, sizeof *l->pg);
    if (!l->pg) {
        pt_puts(why, "not enough memory");
        return false;
    }
    pt_text copy = pt_text_on(l->pg->url, sizeof l->pg->url);
    pt_puts(&copy, p->path);
    memcpy(l->pg->node, p->node, sizeof l->pg->node);
    l->pg->tried = -RETRY_US;
    return true;
}

bool pt_pg_join(const pt_place *p, pt_look *l, pt_text *why) {
    return make_look(l, p, why) && connect_reader(l, why);
}

/* --- the lock --- */

/* A server that was killed has its lock until PostgreSQL notices, so a short wait is due. */
static bool take_lock(const pt_look *l, PGconn *c, int64_t until, bool *taken, pt_text *why) {
    const char *words = l->pg->node[0] ? "SELECT pg_try_advisory_lock_shared(" LOCK ")::int"
                                       : "SELECT pg_try_advisory_lock(" LOCK ")::int";
    for (;;) {
        int64_t free = 0;
        if (numbers(c, words, &free, 1, why) != PT_FOUND) return false;
        if (free) return true;
        *taken = true;
        if (micros() >= until) return false;
        pause_a_while();
    }
}

static void name_holder(PGconn *c, pt_text *why) {
    PGresult *r = PQexec(c, "SELECT application_name FROM pg_stat_activity WHERE pid IN"
                            " (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
                            " AND objid = " LOCK ") AND datname = current_database()");
    bool known = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) > 0;
    pt_put(why, "the database is in use by another petteia (%s)",
           known ? PQgetvalue(r, 0, 0) : "its process is not known");
    PQclear(r);
}

bool pt_pg_lock(pt_place *p, pt_look *l, bool *taken, pt_text *why) {
    if (!make_look(l, p, why)) return false;
    PGconn *c = connect_plain(l, why);
    bool got = c && take_lock(l, c, micros() + LOCK_US, taken, why);
    *taken = *taken && !got;
    if (c && *taken) name_holder(c, why);
    l->pg->conn = c;
    l->pg->writes = true;
    if (got) return true;
    l->on->close(l);
    return false;
}

/* --- the tables --- */

/* Each number of store_state, or zeros where there is none. */
typedef struct state {
    int64_t version, epoch, number;
} state;

static bool read_state(PGconn *c, state *s, pt_text *why) {
    int64_t row[3] = {0};
    bool good =
        numbers(c, "SELECT version, epoch, number FROM store_state", row, 3, why) != PT_FAILED;
    *s = (state){row[0], row[1], row[2]};
    return good;
}

int pt_pg_version(const pt_place *p, pt_look *l) {
    int64_t there = 0;
    state s = {0};
    (void)p;
    PGconn *c = l->pg->conn;
    if (numbers(c, "SELECT (to_regclass('store_state') IS NOT NULL)::int", &there, 1, NULL) !=
            PT_FOUND ||
        (there && !read_state(c, &s, NULL)))
        return -1;
    return (int)s.version;
}

static bool migrate(PGconn *c, int64_t version, pt_text *why) {
    char step[4096];
    for (int i = (int)version; i < PT_SCHEMA; i++) {
        pt_text sql = pt_text_on(step, sizeof step);
        pt_schema_in_postgres(i, &sql);
        if (sql.cut || !execute(c, step, why)) return false;
    }
    return true;
}

/* A server that is alone has all tables, and no node that comes back has one. A node gets a row
 * of its own for this life. */
static bool begin_leases(PGconn *c, pt_place *p, const state *s, pt_text *why) {
    char words[256], name[PT_ID];
    if (p->moving) return true;
    if (!p->node[0]) return execute(c, "DELETE FROM leases", why);
    snprintf(name, sizeof name, "%.12s-%" PRId64, p->node, s->epoch);
    memcpy(p->node, name, sizeof p->node);
    snprintf(words, sizeof words,
             "DELETE FROM nodes WHERE until = 0 AND number > 0 AND name NOT IN (SELECT node "
             "FROM leases);"
             "INSERT INTO nodes VALUES('%s', %" PRId64 ", 0, 0, 0)",
             name, s->epoch);
    return execute(c, words, why);
}

/* Brings the tables up to date and begins an epoch, in one transaction. */
static bool take_over(PGconn *c, bool moving, state *s, pt_text *why) {
    char words[160];
    int mark = moving ? PT_UNFINISHED : PT_SCHEMA;
    if (!execute(c,
                 "CREATE TABLE IF NOT EXISTS store_state(one BIGINT PRIMARY KEY CHECK(one = 1),"
                 " version BIGINT NOT NULL, epoch BIGINT NOT NULL, number BIGINT NOT NULL);"
                 "INSERT INTO store_state VALUES(1, 0, 0, 0) ON CONFLICT(one) DO NOTHING",
                 why) ||
        !read_state(c, s, why))
        return false;
    if (s->version != mark &&
        (!pt_schema_is_known(s->version, why) || !migrate(c, s->version, why)))
        return false;
    s->epoch++;
    snprintf(words, sizeof words, "UPDATE store_state SET version = %d, epoch = %" PRId64, mark,
             s->epoch);
    return execute(c, words, why);
}

bool pt_pg_open(pt_place *p, pt_look *l, pt_text *why) {
    PGconn *c = l->pg->conn;
    state s;
    if (!execute(c,
                 "BEGIN; SET LOCAL client_min_messages = warning;"
                 "SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(" LOCK " + 1)",
                 why) ||
        !take_over(c, p->moving, &s, why) || !begin_leases(c, p, &s, why) ||
        !execute(c, "COMMIT", why))
        return false;
    l->pg->epoch = s.epoch;
    l->pg->number = p->node[0] ? 0 : s.number;
    memcpy(l->pg->node, p->node, sizeof l->pg->node);
    l->pg->conn = NULL;
    return enter_pipeline(l, c, why);
}

/* --- coming back --- */

/* The numbers of a node are in a row of its own. A commit that waits for a standby is not seen
 * yet, but has the row: for as long nothing can be said. */
static bool read_node(PGconn *c, const char *node, state *s, pt_text *why) {
    char words[128];
    int64_t row[2] = {0};
    snprintf(words, sizeof words,
             "SELECT epoch, number FROM nodes WHERE name = '%s' FOR UPDATE", node);
    bool good = numbers(c, words, row, 2, why) != PT_FAILED;
    *s = (state){.epoch = row[0], .number = row[1]};
    return good;
}

/* Nobody else has written: the epoch is ours, and the number is that of our last commit, or of
 * the one in doubt. */
static bool is_ours(pt_look *l, PGconn *c, bool *landed, pt_text *why) {
    state s = {0};
    const postgres *pg = l->pg;
    if (pg->node[0] ? !read_node(c, pg->node, &s, why) : !read_state(c, &s, why)) return false;
    *landed = l->doubt && s.number == pg->number + 1;
    if (s.epoch == pg->epoch && (s.number == pg->number || *landed)) return true;
    pt_look_begin(l);
    pt_look_fail(l, PG_FENCED, "another server has written to this database");
    return false;
}

static bool try_once(pt_look *l, int64_t until, bool *landed, pt_text *why) {
    bool taken = false;
    PGconn *c = connect_plain(l, why);
    if (!c) return false;
    if (take_lock(l, c, until, &taken, why) && is_ours(l, c, landed, why))
        return enter_pipeline(l, c, why);
    if (taken) name_holder(c, why);
    PQfinish(c);
    return false;
}

bool pt_pg_come_back(pt_look *l, int64_t patience_us, bool *landed) {
    int64_t until = micros() + patience_us;
    *landed = false;
    for (;;) {
        PT_TEXT(why, sizeof l->why);
        if (try_once(l, until, landed, &why)) {
            l->pg->number += *landed;
            l->pg->inside = false;
            l->doubt = false;
            return true;
        }
        if (l->code == PG_FENCED) return false;
        if (micros() >= until) {
            pt_look_fail(l, PG_LOST, why.at);
            return false;
        }
        pause_a_while();
    }
}
