/* Devices that may be called, and the calls that wait. Each write is plain SQL, run by the
 * writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/bells.h"
#include "store/sql.h"
#include <string.h>

static bool run_text(pt_look *l, const char *sql, const char *text) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_text(s, 1, text);
    return pt_run(l, s);
}

static bool run_token(pt_look *l, const char *sql, const uint8_t token[PT_TOKEN]) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_bytes(s, 1, token, PT_TOKEN);
    return pt_run(l, s);
}

/* --- devices --- */

static bool drop_of(pt_look *l, const void *token, pt_batch *more) {
    (void)more;
    return run_token(l,
                     "DELETE FROM push_calls WHERE endpoint IN"
                     " (SELECT endpoint FROM pushes WHERE token = ?1)",
                     token) &&
           run_token(l, "DELETE FROM pushes WHERE token = ?1", token);
}

void pt_batch_drop_push_of(pt_batch *b, const uint8_t token[PT_TOKEN]) {
    pt_batch_work(b, drop_of, token, PT_TOKEN);
}

static bool drop_push(pt_look *l, const void *endpoint, pt_batch *more) {
    (void)more;
    return run_text(l, "DELETE FROM push_calls WHERE endpoint = ?1", endpoint) &&
           run_text(l, "DELETE FROM pushes WHERE endpoint = ?1", endpoint);
}

void pt_batch_drop_push(pt_batch *b, const char *endpoint) {
    pt_batch_work(b, drop_push, endpoint, strlen(endpoint) + 1);
}

static bool tidy(pt_look *l, const void *person, pt_batch *more) {
    (void)more;
    return run_text(l,
                    "DELETE FROM push_calls WHERE endpoint IN (SELECT endpoint FROM pushes"
                    " WHERE person = ?1 AND token NOT IN (SELECT hash FROM tokens))",
                    person) &&
           run_text(l,
                    "DELETE FROM pushes WHERE person = ?1"
                    " AND token NOT IN (SELECT hash FROM tokens)",
                    person);
}

void pt_batch_tidy_pushes(pt_batch *b, const char *person) {
    pt_batch_work(b, tidy, person, strlen(person) + 1);
}

static bool put_push(pt_look *l, const pt_push_row *r) {
    pt_query *s = pt_statement(
        l, "INSERT INTO pushes(endpoint, token, person, body, auth, language, at)"
           " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(endpoint) DO UPDATE SET"
           " token = ?2, person = ?3, body = ?4, auth = ?5, language = ?6, at = ?7");
    if (!s) return false;
    pt_bind_text(s, 1, r->endpoint);
    pt_bind_bytes(s, 2, r->token, PT_TOKEN);
    pt_bind_text(s, 3, r->person);
    pt_bind_bytes(s, 4, r->key, PT_PUSH_KEY);
    pt_bind_bytes(s, 5, r->auth, PT_PUSH_AUTH);
    pt_bind_int(s, 6, r->language);
    pt_bind_int(s, 7, r->at);
    return pt_run(l, s);
}

/* A call that waits for whoever had the device before is not made. */
static bool write_push(pt_look *l, const void *job, pt_batch *more) {
    const pt_push_row *r = job;
    (void)more;
    if (!drop_of(l, r->token, more) || !drop_push(l, r->endpoint, more) || !put_push(l, r))
        return false;
    pt_query *s = pt_statement(
        l, "DELETE FROM pushes WHERE person = ?1 AND endpoint NOT IN (SELECT endpoint"
           " FROM pushes WHERE person = ?1 ORDER BY at DESC, endpoint LIMIT ?2)");
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, PT_PUSHES_MOST);
    return pt_run(l, s);
}

void pt_batch_push(pt_batch *b, const pt_push_row *row) {
    pt_batch_work(b, write_push, row, sizeof *row);
}

#define PUSH_COLUMNS                                                                           \
    "pushes.endpoint, pushes.token, pushes.person, pushes.body, pushes.auth,"                  \
    " pushes.language, pushes.at"

static bool take_exactly(pt_query *s, int column, uint8_t *out, size_t size) {
    size_t n = 0;
    const void *bytes = pt_bytes(s, column, &n);
    if (!bytes || n != size) return false;
    memcpy(out, bytes, n);
    return true;
}

static bool take_push(pt_query *s, pt_push_row *r) {
    memset(r, 0, sizeof *r);
    pt_take_text(s, 0, r->endpoint, sizeof r->endpoint);
    pt_take_text(s, 2, r->person, sizeof r->person);
    r->language = (int)pt_int(s, 5);
    r->at = pt_int(s, 6);
    return take_exactly(s, 1, r->token, PT_TOKEN) && take_exactly(s, 3, r->key, PT_PUSH_KEY) &&
           take_exactly(s, 4, r->auth, PT_PUSH_AUTH);
}

int pt_each_push(pt_look *l, const char *person, int64_t since, pt_push_taker *take,
                 void *who) {
    pt_query *s = pt_statement(
        l, "SELECT " PUSH_COLUMNS " FROM pushes JOIN tokens ON tokens.hash = pushes.token"
           " AND tokens.person = pushes.person WHERE pushes.person = ?1 AND tokens.used >= ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    pt_bind_int(s, 2, since);
    int n = 0;
    pt_finding more;
    for (pt_push_row row; (more = pt_step(l, s)) == PT_FOUND; n++)
        if (take_push(s, &row)) take(who, &row);
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

pt_finding pt_find_push(pt_look *l, const char *endpoint, pt_push_row *out) {
    pt_query *s = pt_statement(
        l, "SELECT " PUSH_COLUMNS " FROM pushes JOIN tokens ON tokens.hash = pushes.token"
           " AND tokens.person = pushes.person WHERE pushes.endpoint = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, endpoint);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND && !take_push(s, out)) found = PT_FAILED;
    pt_reset(s);
    return found;
}

/* --- calls --- */

static bool write_call(pt_look *l, const void *job, pt_batch *more) {
    const pt_call_row *r = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO push_calls(endpoint, topic, person, at, due, until, tries)"
           " SELECT ?1, ?2, ?3, CAST(?4 AS BIGINT), CAST(?5 AS BIGINT), CAST(?6 AS BIGINT), 0"
           " WHERE (SELECT count(*) FROM push_calls) < CAST(?7 AS BIGINT)"
           " ON CONFLICT(endpoint, topic) DO UPDATE SET person = ?3, at = CAST(?4 AS BIGINT),"
           " due = CAST(?5 AS BIGINT), until = CAST(?6 AS BIGINT), tries = 0");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->endpoint);
    pt_bind_text(s, 2, r->topic);
    pt_bind_text(s, 3, r->person);
    pt_bind_int(s, 4, r->at);
    pt_bind_int(s, 5, r->due);
    pt_bind_int(s, 6, r->until);
    pt_bind_int(s, 7, PT_CALLS_MOST);
    return pt_run(l, s);
}

void pt_batch_call(pt_batch *b, const pt_call_row *row) {
    pt_batch_work(b, write_call, row, sizeof *row);
}

static pt_query *same_call(pt_look *l, const char *sql, const pt_call_row *r) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return NULL;
    pt_bind_text(s, 1, r->endpoint);
    pt_bind_text(s, 2, r->topic);
    pt_bind_int(s, 3, r->at);
    return s;
}

static bool call_done(pt_look *l, const void *job, pt_batch *more) {
    pt_query *s = same_call(
        l, "DELETE FROM push_calls WHERE endpoint = ?1 AND topic = ?2 AND at = ?3", job);
    (void)more;
    return s && pt_run(l, s);
}

void pt_batch_call_done(pt_batch *b, const pt_call_row *row) {
    pt_batch_work(b, call_done, row, sizeof *row);
}

static bool call_later(pt_look *l, const void *job, pt_batch *more) {
    const pt_call_row *r = job;
    pt_query *s = same_call(l,
                            "UPDATE push_calls SET due = ?4, tries = ?5 WHERE endpoint = ?1"
                            " AND topic = ?2 AND at = ?3",
                            r);
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 4, r->due);
    pt_bind_int(s, 5, r->tries);
    return pt_run(l, s);
}

void pt_batch_call_later(pt_batch *b, const pt_call_row *row) {
    pt_batch_work(b, call_later, row, sizeof *row);
}

bool pt_next_call(pt_look *l, int64_t *due) {
    pt_query *s = pt_statement(l, "SELECT due FROM push_calls ORDER BY due LIMIT 1");
    pt_finding found = s ? pt_step(l, s) : PT_FAILED;
    *due = found == PT_FOUND ? pt_int(s, 0) : 0;
    pt_reset(s);
    return found != PT_FAILED;
}

int pt_each_call(pt_look *l, int64_t now, int limit, pt_call_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT endpoint, topic, person, at, due, until, tries"
                                  " FROM push_calls WHERE due <= ?1 ORDER BY due LIMIT ?2");
    if (!s) return -1;
    pt_bind_int(s, 1, now);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (pt_call_row r; (more = pt_step(l, s)) == PT_FOUND; n++) {
        memset(&r, 0, sizeof r);
        pt_take_text(s, 0, r.endpoint, sizeof r.endpoint);
        pt_take_text(s, 1, r.topic, sizeof r.topic);
        pt_take_text(s, 2, r.person, sizeof r.person);
        r.at = pt_int(s, 3);
        r.due = pt_int(s, 4);
        r.until = pt_int(s, 5);
        r.tries = (int)pt_int(s, 6);
        take(who, &r);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
