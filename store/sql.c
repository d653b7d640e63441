/* Statements on either database: what both do alike. */
/* SPDX-License-Identifier: MIT */
#include "store/sql.h"
#include <assert.h>
#include <string.h>

bool pt_store_is_url(const char *path) {
    return strncmp(path, "postgresql:", 11) == 0 || strncmp(path, "postgres:", 9) == 0;
}

const pt_database *pt_database_of(const char *path, pt_text *why) {
    if (!pt_store_is_url(path)) return &pt_on_sqlite;
#ifdef PT_POSTGRES
    (void)why;
    return &pt_on_postgres;
#else
    pt_puts(why, "this program was built without PostgreSQL: install libpq (Debian: libpq-dev)"
                 " and build it again");
    return NULL;
#endif
}

/* --- a connection --- */

void pt_look_begin(pt_look *l) {
    l->code = 0;
    l->why[0] = 0;
    l->again = false;
    if (l->on->wake && !l->shut) l->on->wake(l);
}

void pt_look_fail(pt_look *l, int code, const char *why) {
    if (l->code) return;
    pt_text out = pt_text_on(l->why, sizeof l->why);
    l->code = code;
    pt_puts(&out, why);
}

void pt_look_done(pt_look *l) {
    for (int i = 0; i < l->count; i++) l->on->drop(&l->kept[i]);
    if (l->on) l->on->close(l);
    memset(l, 0, sizeof *l);
}

pt_query *pt_statement(pt_look *l, const char *sql) {
    if (l->shut) {
        pt_look_fail(l, 1, "it is not known yet whether the last commit is there");
        return NULL;
    }
    for (int i = 0; i < l->count; i++)
        if (l->kept[i].sql == sql) {
            l->on->reset(&l->kept[i]);
            return &l->kept[i];
        }
    assert(l->count < PT_STATEMENTS);
    pt_query *q = &l->kept[l->count];
    *q = (pt_query){.sql = sql, .on = l->on};
    if (!l->on->prepare(l, q)) return NULL;
    l->count++;
    return q;
}

pt_query *pt_statement_in(pt_look *l, const char *sqlite, const char *postgres) {
    return pt_statement(l, l->db ? sqlite : postgres);
}

void pt_bind_int(pt_query *q, int at, int64_t number) { q->on->bind_int(q, at, number); }
void pt_bind_double(pt_query *q, int at, double number) { q->on->bind_double(q, at, number); }
void pt_bind_null(pt_query *q, int at) { q->on->bind_null(q, at); }

void pt_bind_text(pt_query *q, int at, const char *text) {
    q->on->bind_text(q, at, text ? text : "", text ? strlen(text) : 0);
}

void pt_bind_letters(pt_query *q, int at, const char *text, size_t n) {
    q->on->bind_text(q, at, n ? text : "", n);
}

void pt_bind_bytes(pt_query *q, int at, const void *bytes, size_t n) {
    q->on->bind_bytes(q, at, n ? bytes : "", n);
}

pt_finding pt_step(pt_look *l, pt_query *q) { return q ? l->on->step(l, q) : PT_FAILED; }
bool pt_run(pt_look *l, pt_query *q) { return q && l->on->run(l, q); }

int64_t pt_run_counted(pt_look *l, pt_query *q) { return q ? l->on->run_counted(l, q) : -1; }

bool pt_run_changing(pt_look *l, pt_query *q) {
    int64_t rows = pt_run_counted(l, q);
    if (rows == 0) pt_look_fail(l, l->on->clash, "what was to be changed is not there");
    return rows > 0;
}

void pt_reset(pt_query *q) {
    if (q) q->on->reset(q);
}

int pt_each_two(pt_look *l, pt_query *q, void (*take)(void *who, const char *, const char *),
                void *who) {
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, q)) == PT_FOUND; n++) {
        char first[PT_LABEL], second[PT_LABEL];
        pt_take_text(q, 0, first, sizeof first);
        pt_take_text(q, 1, second, sizeof second);
        take(who, first, second);
    }
    pt_reset(q);
    return more == PT_FAILED ? -1 : n;
}

int64_t pt_int(pt_query *q, int column) { return q->on->get_int(q, column); }
double pt_double(pt_query *q, int column) { return q->on->get_double(q, column); }
bool pt_is_null(pt_query *q, int column) { return q->on->is_null(q, column); }

const void *pt_bytes(pt_query *q, int column, size_t *n) {
    return q->on->get_bytes(q, column, n);
}

void pt_take_text(pt_query *q, int column, char *out, size_t size) {
    size_t n;
    const void *bytes = pt_bytes(q, column, &n);
    if (!bytes) n = 0;
    if (n >= size) n = size - 1;
    if (n) memcpy(out, bytes, n);
    out[n] = 0;
}

bool pt_begin_reading(pt_look *l) { return l->on->begin(l, false); }
bool pt_begin_writing(pt_look *l) { return l->on->begin(l, true); }
bool pt_commit(pt_look *l) { return l->on->commit(l); }
bool pt_roll_back(pt_look *l) { return l->on->roll_back(l); }
