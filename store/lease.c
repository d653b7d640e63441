/* Leases in plain SQL. */
/* SPDX-License-Identifier: MIT */
#include "store/lease.h"
#include "store/sql.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Nobody is alive for longer than a lease from now on: whoever seems to be died under a clock
 * that has gone back since, as that of a standby may. It need not go back by much for that, and
 * those who live say so again within a second. */
#define IS_ALIVE "nodes.until > " PT_NOW " AND nodes.until < " PT_NOW " + 12000"
static_assert(3 * PT_LEASE_MS == 12000, "IS_ALIVE has it in words");
#define IS_DEAD "NOT EXISTS (SELECT 1 FROM nodes WHERE name = leases.node AND " IS_ALIVE ")"
#define ALIVE_AND_AWAY                                                                         \
    " CASE WHEN " IS_ALIVE " THEN 1 ELSE 0 END,"                                               \
    " CASE WHEN nodes.alive > 0 AND nodes.alive < " PT_NOW " THEN " PT_NOW                     \
    " - nodes.alive ELSE 0 END"

static void copy_id(char out[PT_ID], const char *from) {
    pt_text t = pt_text_on(out, PT_ID);
    pt_puts(&t, from);
}

/* --- taking --- */

typedef struct taking {
    char table[PT_ID], node[PT_ID], from[PT_ID];
    int64_t expected; /* the number of the last event; -1: any */
    pt_lease *out;    /* or NULL */
} taking;

bool pt_find_office(pt_look *l, pt_lease *out, bool *alive) {
    pt_query *q = pt_statement(l, "SELECT leases.node, leases.epoch," ALIVE_AND_AWAY
                                  " FROM leases LEFT JOIN nodes ON nodes.name = leases.node"
                                  " WHERE leases.num = -1");
    *out = (pt_lease){.num = PT_OFFICE};
    *alive = false;
    if (!q) return false;
    pt_finding found = pt_step(l, q);
    if (found == PT_FOUND) {
        pt_take_text(q, 0, out->holder, sizeof out->holder);
        out->epoch = pt_int(q, 1);
        *alive = pt_int(q, 2) != 0;
        out->away = pt_int(q, 3);
    }
    pt_reset(q);
    return found != PT_FAILED;
}

static pt_finding look_up_table(pt_look *l, const char *table, pt_lease *out, bool *alive) {
    pt_query *q =
        pt_statement(l, "SELECT tables.num, leases.node," ALIVE_AND_AWAY " FROM tables"
                        " LEFT JOIN leases ON leases.num = tables.num"
                        " LEFT JOIN nodes ON nodes.name = leases.node WHERE tables.id = ?1");
    *out = (pt_lease){0};
    if (!q) return PT_FAILED;
    pt_bind_text(q, 1, table);
    pt_finding found = pt_step(l, q);
    if (found == PT_FOUND) {
        out->num = pt_int(q, 0);
        pt_take_text(q, 1, out->holder, sizeof out->holder);
        *alive = pt_int(q, 2) != 0;
        out->away = pt_int(q, 3);
    }
    pt_reset(q);
    return found;
}

/* Also says when the holder was last alive, and whether it still is. */
static pt_finding look_up(pt_look *l, const char *table, pt_lease *out, bool *alive) {
    if (table[0]) return look_up_table(l, table, out, alive);
    return pt_find_office(l, out, alive) ? PT_FOUND : PT_FAILED;
}

/* The number is that of the row if an append came between: its transaction was waited for. */
#define INTO_LEASES                                                                            \
    "INSERT INTO leases(num, node, epoch, number) VALUES(?1, ?2, 1,"                           \
    " (SELECT coalesce(max(last), 0) FROM chunks WHERE num = ?1))"                             \
    " ON CONFLICT(num) DO UPDATE SET node = ?2, epoch = leases.epoch + 1,"                     \
    " number = CASE WHEN leases.number > excluded.number THEN leases.number"                   \
    " ELSE excluded.number END"

static bool seize(pt_look *l, const taking *t, int64_t num) {
    pt_query *q = pt_statement(l, INTO_LEASES " WHERE leases.node = ?2 OR leases.node = ?3"
                                              " OR ?3 = '" PT_ANYBODY "' OR " IS_DEAD);
    if (!q) return false;
    pt_bind_int(q, 1, num);
    pt_bind_text(q, 2, t->node);
    pt_bind_text(q, 3, t->from);
    return pt_run(l, q);
}

bool pt_find_lease(pt_look *l, int64_t table, pt_lease *out) {
    pt_query *q = pt_statement(l, "SELECT node, epoch, number FROM leases WHERE num = ?1");
    *out = (pt_lease){.num = table};
    if (!q) return false;
    pt_bind_int(q, 1, table);
    pt_finding found = pt_step(l, q);
    if (found == PT_FOUND) {
        pt_take_text(q, 0, out->holder, sizeof out->holder);
        out->epoch = pt_int(q, 1);
        out->number = (uint32_t)pt_int(q, 2);
    }
    pt_reset(q);
    return found != PT_FAILED;
}

static bool is_from(const taking *t, const char *holder) {
    return strcmp(t->from, PT_ANYBODY) == 0 || strcmp(t->from, holder) == 0;
}

static bool take(pt_look *l, const void *job, pt_batch *more) {
    const taking *t = job;
    pt_lease own, *out = t->out ? t->out : &own, now;
    bool alive = false;
    (void)more;
    pt_finding found = look_up(l, t->table, out, &alive);
    if (found != PT_FOUND) return found == PT_ABSENT;
    bool mine = strcmp(out->holder, t->node) == 0;
    if (mine) out->away = 0;
    out->epoch = 0;
    if (alive && !mine && !is_from(t, out->holder)) return true;
    if (!seize(l, t, out->num) || !pt_find_lease(l, out->num, &now)) return false;
    copy_id(out->holder, now.holder);
    out->number = now.number;
    out->epoch = strcmp(now.holder, t->node) == 0 ? now.epoch : 0;
    if (t->expected < 0 || out->number == t->expected) return true;
    pt_look_fail(l, l->on->clash, "something has happened at the table meanwhile");
    return false;
}

static void add_taking(pt_batch *b, const char *table, const char *node, const char *from,
                       taking t) {
    copy_id(t.table, table);
    copy_id(t.node, node);
    copy_id(t.from, from);
    pt_batch_work(b, take, &t, sizeof t);
}

void pt_batch_take_lease(pt_batch *b, const char *table, const char *node, const char *from,
                         pt_lease *out) {
    add_taking(b, table, node, from, (taking){.expected = -1, .out = out});
}

void pt_batch_hold(pt_batch *b, const char *table, const char *node, uint32_t number) {
    add_taking(b, table, node, PT_ANYBODY, (taking){.expected = number});
}

static bool drop_lease(pt_look *l, const void *job, pt_batch *more) {
    int64_t num;
    (void)more;
    memcpy(&num, job, sizeof num);
    pt_query *q = pt_statement(l, "DELETE FROM leases WHERE num = ?1");
    if (!q) return false;
    pt_bind_int(q, 1, num);
    return pt_run(l, q);
}

void pt_batch_drop_lease(pt_batch *b, int64_t table) {
    pt_batch_work(b, drop_lease, &table, sizeof table);
}

/* --- appending --- */

typedef struct appending {
    int64_t table, epoch;
    int64_t before, after;
    char node[PT_ID]; /* of a new table */
} appending;

/* Without a row to change there is a division by zero, which ends the transaction: nobody has
 * to wait for an answer in the middle of it. */
#define FENCED                                                                                 \
    "WITH one AS (UPDATE leases SET number = ?4"                                               \
    " WHERE num = ?1 AND epoch = ?2 AND number = ?3 RETURNING 1) SELECT 1 / count(*) FROM one"
/* What tests/cluster must find: an owner that does not look whether it still is. */
#define UNFENCED "UPDATE leases SET number = ?4 WHERE num = ?1 AND ?2 + ?3 > -1"

static bool append(pt_look *l, const void *job, pt_batch *more) {
    const appending *a = job;
    (void)more;
    pt_query *q = pt_statement(l, getenv("PETTEIA_TEST_UNFENCED") ? UNFENCED : FENCED);
    if (!q) return false;
    pt_bind_int(q, 1, a->table);
    pt_bind_int(q, 2, a->epoch);
    pt_bind_int(q, 3, a->before);
    pt_bind_int(q, 4, a->after);
    return pt_run(l, q);
}

void pt_batch_lease(pt_batch *b, int64_t table, int64_t epoch, uint32_t before,
                    uint32_t after) {
    const appending a = {.table = table, .epoch = epoch, .before = before, .after = after};
    pt_batch_work(b, append, &a, sizeof a);
}

static bool begin_lease(pt_look *l, const void *job, pt_batch *more) {
    const appending *a = job;
    (void)more;
    pt_query *q =
        pt_statement(l, "INSERT INTO leases(num, node, epoch, number) VALUES(?1, ?2, 1, ?3)");
    if (!q) return false;
    pt_bind_int(q, 1, a->table);
    pt_bind_text(q, 2, a->node);
    pt_bind_int(q, 3, a->after);
    return pt_run(l, q);
}

void pt_batch_new_lease(pt_batch *b, int64_t table, const char *node, uint32_t number) {
    appending a = {.table = table, .after = number};
    copy_id(a.node, node);
    pt_batch_work(b, begin_lease, &a, sizeof a);
}

/* --- nodes --- */

static bool leave(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    pt_query *q = pt_statement(l, "UPDATE nodes SET until = 0 WHERE name = ?1");
    if (!q) return false;
    pt_bind_text(q, 1, job);
    return pt_run(l, q);
}

void pt_batch_leave(pt_batch *b, const char *node) {
    char name[PT_ID];
    copy_id(name, node);
    pt_batch_work(b, leave, name, sizeof name);
}

typedef struct numbering {
    int64_t count, *out;
} numbering;

static bool number_tables(pt_look *l, const void *job, pt_batch *more) {
    const numbering *n = job;
    (void)more;
    pt_query *q =
        pt_statement(l, "INSERT INTO counters(name, value)"
                        " VALUES('table', (SELECT coalesce(max(num), 0) FROM tables) + ?1)"
                        " ON CONFLICT(name) DO UPDATE SET value ="
                        " CASE WHEN counters.value + ?1 < excluded.value THEN excluded.value"
                        " ELSE counters.value + ?1 END");
    if (!q) return false;
    pt_bind_int(q, 1, n->count);
    if (!pt_run(l, q)) return false;
    q = pt_statement(l, "SELECT value FROM counters WHERE name = 'table'");
    bool found = pt_step(l, q) == PT_FOUND;
    if (found) *n->out = pt_int(q, 0);
    pt_reset(q);
    return found;
}

void pt_batch_numbers(pt_batch *b, int count, int64_t *out) {
    const numbering n = {count, out};
    pt_batch_work(b, number_tables, &n, sizeof n);
}

int pt_each_lease(pt_look *l, const char *tables, pt_lease_taker *take_one, void *who) {
    pt_query *q = pt_statement(l, "SELECT num, node, epoch, number FROM leases"
                                  " WHERE num = ANY(CAST(?1 AS BIGINT[]))");
    int n = 0;
    pt_finding more;
    if (!q) return -1;
    pt_bind_text(q, 1, tables);
    for (; (more = pt_step(l, q)) == PT_FOUND; n++) {
        pt_lease one = {.num = pt_int(q, 0)};
        pt_take_text(q, 1, one.holder, sizeof one.holder);
        one.epoch = pt_int(q, 2);
        one.number = (uint32_t)pt_int(q, 3);
        take_one(who, &one);
    }
    pt_reset(q);
    return more == PT_FAILED ? -1 : n;
}

bool pt_dead_nodes(pt_look *l, int64_t *print) {
    pt_query *q =
        pt_statement(l, "SELECT count(*), CAST(coalesce(sum(epoch), 0) AS BIGINT) FROM nodes"
                        " WHERE NOT (" IS_ALIVE ")");
    bool found = q && pt_step(l, q) == PT_FOUND;
    if (found) *print = pt_int(q, 0) * 1000003 + pt_int(q, 1);
    pt_reset(q);
    return found;
}

int pt_each_orphan(pt_look *l, int limit, pt_orphan_taker *take_one, void *who) {
    pt_query *q = pt_statement(l, "SELECT tables.id FROM tables"
                                  " LEFT JOIN leases ON leases.num = tables.num"
                                  " LEFT JOIN nodes ON nodes.name = leases.node"
                                  " WHERE tables.state = 1 AND tables.live = 1"
                                  " AND (nodes.until IS NULL OR NOT (" IS_ALIVE "))"
                                  " ORDER BY tables.num LIMIT ?1");
    int n = 0;
    pt_finding more;
    if (!q) return -1;
    pt_bind_int(q, 1, limit);
    for (char id[PT_ID]; (more = pt_step(l, q)) == PT_FOUND; n++) {
        pt_take_text(q, 0, id, sizeof id);
        take_one(who, id);
    }
    pt_reset(q);
    return more == PT_FAILED ? -1 : n;
}

bool pt_lock_words(pt_look *l, const char *words) {
    if (l->db) return true;
    pt_query *q = pt_statement(l, "SELECT pg_advisory_xact_lock(5788417, hashtext(?1))");
    if (!q) return false;
    pt_bind_text(q, 1, words);
    bool good = pt_step(l, q) != PT_FAILED;
    pt_reset(q);
    return good;
}

bool pt_store_time(pt_look *l, int64_t *ms) {
    pt_query *q = pt_statement(l, "SELECT " PT_NOW);
    bool found = pt_step(l, q) == PT_FOUND;
    if (found) *ms = pt_int(q, 0);
    pt_reset(q);
    return found;
}
