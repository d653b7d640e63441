/* The store's statements and transactions on PostgreSQL. */
/* SPDX-License-Identifier: MIT */
#include "store/postgres.h"
#include "store/lease.h"
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARAMETERS = 16,
    QUEUED = 4000, /* commands, before their results are read */
    ANSWER_MS = 10000,
    PATIENCE_US = 3000000,
};
enum { INT8 = 20, TEXT = 25, BYTEA = 17, FLOAT8 = 701 }; /* pg_type.h */

typedef struct query {
    char *sql; /* with $1 for ?1 */
    char name[16];
    unsigned made;
    int count; /* of parameters */
    Oid types[PARAMETERS];
    const char *values[PARAMETERS];
    int lengths[PARAMETERS];
    unsigned char numbers[PARAMETERS][8];
    PGresult *rows; /* NULL: not asked yet */
    int row;
} query;

/* --- what comes back --- */

static void note_lost(pt_look *l, const char *why) {
    PT_TEXT(words, sizeof l->why);
    pt_put(&words, "PostgreSQL: %s", why);
    pt_look_fail(l, PG_LOST, words.at);
    pt_pg_drop(l);
}

static void note_error(pt_look *l, const PGresult *r) {
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    const char *words = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    const char *column = PQresultErrorField(r, PG_DIAG_COLUMN_NAME);
    PT_TEXT(why, sizeof l->why);
    bool clash = state && strncmp(state, "23", 2) == 0;
    bool fenced = clash && column && strcmp(column, "epoch") == 0;
    bool lost = state && strcmp(state, "22012") == 0; /* a lease (lease.c) */
    pt_put(&why, "%s (PostgreSQL %s)",
           fenced  ? "another server has written to this database"
           : lost  ? "another node has this table now"
           : words ? words
                   : "no answer",
           state ? state : "-");
    pt_look_fail(l, fenced ? PG_FENCED : clash || lost ? PG_CLASHES : PG_REFUSED, why.at);
    l->pg->stale = true;
    l->pg->made++;
}

/* The next result; NULL ends those of a command. Sends meanwhile what could not be sent at
 * once: each side might otherwise wait for the other to read. */
static PGresult *next_result(PGconn *c, bool *lost) {
    while (PQisBusy(c)) {
        int left = PQflush(c);
        struct pollfd p = {.fd = PQsocket(c), .events = (short)(POLLIN | (left ? POLLOUT : 0))};
        if (left < 0 || p.fd < 0 || poll(&p, 1, ANSWER_MS) == 0 || !PQconsumeInput(c)) {
            *lost = true;
            return NULL;
        }
    }
    PGresult *r = PQgetResult(c);
    if (PQstatus(c) != CONNECTION_OK) *lost = true;
    return r;
}

/* Reads the results of one command; keeps rows if they are wanted. */
static bool read_command(pt_look *l, PGresult **rows) {
    bool lost = false;
    for (PGresult *r; (r = next_result(l->pg->conn, &lost));) {
        ExecStatusType status = PQresultStatus(r);
        if (status == PGRES_FATAL_ERROR) note_error(l, r);
        if (status == PGRES_COMMAND_OK) l->pg->changed = strtoll(PQcmdTuples(r), NULL, 10);
        if (status == PGRES_TUPLES_OK && rows) {
            PQclear(*rows);
            *rows = r;
        } else {
            PQclear(r);
        }
        if (lost) break;
    }
    return !lost;
}

/* Waits for everything that was sent. The rows of the last command become *rows. */
static bool finish(pt_look *l, PGresult **rows) {
    postgres *pg = l->pg;
    bool lost = !pg->conn || PQpipelineSync(pg->conn) != 1;
    for (; pg->pending && !lost; pg->pending--)
        lost = !read_command(l, pg->pending == 1 ? rows : NULL);
    PGresult *sync = lost ? NULL : next_result(pg->conn, &lost);
    if (PQresultStatus(sync) != PGRES_PIPELINE_SYNC) lost = true;
    PQclear(sync);
    if (lost) note_lost(l, pg->conn ? PQerrorMessage(pg->conn) : "no connection");
    return !lost && !l->code;
}

static bool send_words(pt_look *l, const char *sql) {
    if (!l->pg->conn) return false;
    if (PQsendQueryParams(l->pg->conn, sql, 0, NULL, NULL, NULL, NULL, 1) != 1) {
        note_lost(l, PQerrorMessage(l->pg->conn));
        return false;
    }
    l->pg->pending++;
    return true;
}

/* --- statements --- */

static bool prepare(pt_look *l, pt_query *q) {
    query *own = calloc(1, sizeof *own);
    char *sql = own ? strdup(q->sql) : NULL;
    if (!sql) {
        free(own);
        pt_look_fail(l, PG_REFUSED, "not enough memory");
        return false;
    }
    for (char *at = sql; *at; at++)
        if (*at == '?') *at = '$';
    own->sql = sql;
    own->made = l->pg->made - 1;
    q->own = own;
    return true;
}

static void drop(pt_query *q) {
    query *own = q->own;
    if (!own) return;
    PQclear(own->rows);
    free(own->sql);
    free(own);
}

static void reset(pt_query *q) {
    query *own = q->own;
    PQclear(own->rows);
    own->rows = NULL;
}

static void bind(pt_query *q, int at, Oid type, const void *bytes, size_t n) {
    query *own = q->own;
    assert(at >= 1 && at <= PARAMETERS);
    own->types[at - 1] = type;
    own->values[at - 1] = bytes;
    own->lengths[at - 1] = (int)n;
    if (at > own->count) own->count = at;
}

/* In the order of the network, as all numbers of the protocol. */
static void bind_bits(pt_query *q, int at, Oid type, uint64_t bits) {
    unsigned char *out = ((query *)q->own)->numbers[at - 1];
    for (int i = 0; i < 8; i++) out[i] = (unsigned char)(bits >> (56 - 8 * i));
    bind(q, at, type, out, 8);
}

static void bind_int(pt_query *q, int at, int64_t number) {
    bind_bits(q, at, INT8, (uint64_t)number);
}

static void bind_double(pt_query *q, int at, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bind_bits(q, at, FLOAT8, bits);
}

static void bind_text(pt_query *q, int at, const char *text, size_t n) {
    bind(q, at, TEXT, text, n);
}

static void bind_bytes(pt_query *q, int at, const void *bytes, size_t n) {
    bind(q, at, BYTEA, bytes, n);
}

static void bind_null(pt_query *q, int at) {
    bind(q, at, ((query *)q->own)->types[at - 1], NULL, 0);
}

/* Prepares it, if this connection does not have it yet, and runs it; both are only sent. */
static bool send_query(pt_look *l, query *own) {
    static const int binary[PARAMETERS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    postgres *pg = l->pg;
    if (!pg->conn) {
        pt_look_fail(l, PG_LOST, "PostgreSQL: no connection");
        return false;
    }
    if (own->made != pg->made) {
        snprintf(own->name, sizeof own->name, "p%u", ++pg->names);
        if (PQsendPrepare(pg->conn, own->name, own->sql, own->count, own->types) != 1) {
            note_lost(l, PQerrorMessage(pg->conn));
            return false;
        }
        pg->pending++;
        own->made = pg->made;
    }
    if (PQsendQueryPrepared(pg->conn, own->name, own->count, own->values, own->lengths, binary,
                            1) != 1) {
        note_lost(l, PQerrorMessage(pg->conn));
        return false;
    }
    pg->pending++;
    return true;
}

static pt_finding step(pt_look *l, pt_query *q) {
    query *own = q->own;
    if (!own->rows) {
        own->row = -1;
        if (!send_query(l, own) || !finish(l, &own->rows)) return PT_FAILED;
        if (!own->rows) return PT_ABSENT;
    }
    return ++own->row < PQntuples(own->rows) ? PT_FOUND : PT_ABSENT;
}

static bool run(pt_look *l, pt_query *q) {
    if (!send_query(l, q->own)) return false;
    if (l->pg->inside && l->pg->pending < QUEUED) return true;
    return finish(l, NULL);
}

static int64_t run_counted(pt_look *l, pt_query *q) {
    return send_query(l, q->own) && finish(l, NULL) ? l->pg->changed : -1;
}

static bool is_null(pt_query *q, int column) {
    const query *own = q->own;
    return PQgetisnull(own->rows, own->row, column);
}

static const void *get_bytes(pt_query *q, int column, size_t *n) {
    const query *own = q->own;
    *n = (size_t)PQgetlength(own->rows, own->row, column);
    return PQgetvalue(own->rows, own->row, column);
}

/* Of 4 or 8 bytes. */
static uint64_t get_bits(pt_query *q, int column, size_t *n) {
    const unsigned char *bytes = get_bytes(q, column, n);
    uint64_t bits = 0;
    for (size_t i = 0; i < *n; i++) bits = bits << 8 | bytes[i];
    return bits;
}

static int64_t get_int(pt_query *q, int column) {
    size_t n;
    uint64_t bits = get_bits(q, column, &n);
    assert(n == 8 || n == 4 || n == 0);
    return n == 4 ? (int32_t)bits : (int64_t)bits;
}

static double get_double(pt_query *q, int column) {
    size_t n;
    uint64_t bits = get_bits(q, column, &n);
    double number = 0;
    assert(n == 8 || n == 0);
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* --- transactions --- */

/* The epoch becomes NULL, which it must not be, if another server has written. */
#define COUNTS                                                                                 \
    " SET number = number + 1, epoch = CASE WHEN epoch = ?1 AND number = ?2 THEN epoch END"

static bool send_count(pt_look *l) {
    bool node = l->pg->node[0];
    pt_query *q = node ? pt_statement(l, "UPDATE nodes" COUNTS ", alive = " PT_NOW
                                         ", until = " PT_NOW " + ?3 WHERE name = ?4")
                       : pt_statement(l, "UPDATE store_state" COUNTS " WHERE one = 1");
    if (!q) return false;
    pt_bind_int(q, 1, l->pg->epoch);
    pt_bind_int(q, 2, l->pg->number);
    if (node) pt_bind_int(q, 3, PT_LEASE_MS);
    if (node) pt_bind_text(q, 4, l->pg->node);
    return pt_run(l, q);
}

/* The server says goodbye and closes it when it stops: that can be seen before something is
 * asked. */
static bool has_ended(PGconn *c) {
    struct pollfd p = {.fd = PQsocket(c), .events = POLLIN};
    while (poll(&p, 1, 0) > 0)
        if (!PQconsumeInput(c)) return true;
    return PQstatus(c) != CONNECTION_OK;
}

/* One that has just been lost is worth waiting for; later ones ask once and are refused. */
static bool be_connected(pt_look *l) {
    postgres *pg = l->pg;
    bool landed, lost = pg->conn && has_ended(pg->conn);
    if (lost) pt_pg_drop(l);
    if (pg->conn) return true;
    if (pg->writes) return pt_pg_come_back(l, lost ? PATIENCE_US : 0, &landed);
    return pt_pg_connect(l, lost ? PATIENCE_US : 0);
}

static bool begin(pt_look *l, bool writes) {
    postgres *pg = l->pg;
    if (pg->writes && !be_connected(l)) return false;
    assert(!pg->inside);
    if (!send_words(l, writes ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        return false;
    pg->inside = true;
    pg->patient = writes;
    return !writes || send_count(l);
}

/* Waits for everything that the transaction sent. Whether a commit is there that got no answer
 * is asked over a new connection. */
static bool commit(pt_look *l) {
    postgres *pg = l->pg;
    bool landed = false;
    if (l->code || !send_words(l, "COMMIT")) return false;
    if (finish(l, NULL)) {
        pg->inside = false;
        pg->number += pg->writes;
        return true;
    }
    if (pg->conn || !pg->writes) return false;
    l->doubt = true;
    pg->patient = false;
    if (!pt_pg_come_back(l, PATIENCE_US, &landed)) return false;
    l->again = !landed;
    if (landed) pt_look_begin(l);
    return landed;
}

static bool roll_back(pt_look *l) {
    postgres *pg = l->pg;
    bool landed;
    if (pg->conn && pg->inside) {
        char why[sizeof l->why];
        int code = l->code;
        memcpy(why, l->why, sizeof why);
        finish(l, NULL); /* what it says is known */
        l->code = 0;
        if (send_words(l, "ROLLBACK")) finish(l, NULL);
        memcpy(l->why, why, sizeof why);
        l->code = code;
    }
    pg->inside = false;
    if (pg->writes && !pg->conn && pg->patient && !l->doubt)
        l->again = pt_pg_come_back(l, PATIENCE_US, &landed);
    pg->patient = false;
    return true;
}

/* What the server itself refused has not happened. */
static pt_outcome judge(pt_look *l, bool committing, bool *final) {
    (void)committing;
    if (l->code == PG_FENCED) *final = true;
    return l->doubt ? PT_UNSURE : l->code == PG_CLASHES ? PT_CLASHES : PT_UNWRITTEN;
}

/* --- the connection --- */

static void wake(pt_look *l) {
    postgres *pg = l->pg;
    if (!pg || pg->inside) return;
    if (!pg->writes) be_connected(l);
    if (!pg->stale || !pg->conn) return;
    pg->stale = false;
    if (send_words(l, "DEALLOCATE ALL")) finish(l, NULL);
}

static void close_look(pt_look *l) {
    if (!l->pg) return;
    pt_pg_drop(l);
    free(l->pg);
    l->pg = NULL;
}

static bool ready(pt_place *p, pt_text *why) {
    (void)p, (void)why;
    return true;
}

static void unlock(pt_place *p) { (void)p; } /* the lock ends with its connection */

const pt_database pt_on_postgres = {
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
    .wake = wake,
    .close = close_look,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .judge = judge,
    .clash = PG_CLASHES,
    .lock = pt_pg_lock,
    .open = pt_pg_open,
    .version = pt_pg_version,
    .ready = ready,
    .join = pt_pg_join,
    .unlock = unlock,
};
