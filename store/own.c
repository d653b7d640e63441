/* What people keep for themselves. */
/* SPDX-License-Identifier: MIT */
#include "store/own.h"
#include "store/sql.h"
#include <stdlib.h>
#include <string.h>

typedef struct own {
    char person[PT_ID], key[PT_OWN_KEY];
    int64_t num;
    char body[];
} own;

static pt_query *statement(pt_look *l, const char *sql, const own *o) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return NULL;
    pt_bind_text(s, 1, o->person);
    pt_bind_int(s, 2, o->num);
    pt_bind_text(s, 3, o->key);
    return s;
}

static bool write_own(pt_look *l, const void *job, pt_batch *more) {
    const own *o = job;
    (void)more;
    if (!o->body[0])
        return pt_run(l, statement(l,
                                   "DELETE FROM own WHERE person = ?1 AND num = ?2"
                                   " AND key = ?3",
                                   o));
    pt_query *s = statement(l,
                            "INSERT INTO own(person, num, key, body)"
                            " SELECT ?1, CAST(?2 AS BIGINT), ?3, ?4"
                            " WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1)"
                            " ON CONFLICT(person, num, key) DO UPDATE SET body = ?4",
                            o);
    if (s) pt_bind_text(s, 4, o->body);
    return pt_run(l, s);
}

void pt_batch_own(pt_batch *b, const char *person, int64_t num, const char *key,
                  const char *body) {
    size_t n = strlen(body) + 1;
    own *o = calloc(1, sizeof *o + n);
    if (!o) {
        b->broken = true;
        return;
    }
    pt_text p = pt_text_on(o->person, PT_ID), k = pt_text_on(o->key, PT_OWN_KEY);
    pt_puts(&p, person);
    pt_puts(&k, key);
    o->num = num;
    memcpy(o->body, body, n);
    pt_batch_work(b, write_own, o, sizeof *o + n);
    free(o);
}

static bool drop_own(pt_look *l, const void *job, pt_batch *more) {
    pt_query *s = pt_statement(l, "DELETE FROM own WHERE num = ?1");
    int64_t num;
    (void)more;
    memcpy(&num, job, sizeof num);
    if (s) pt_bind_int(s, 1, num);
    return pt_run(l, s);
}

void pt_batch_drop_own(pt_batch *b, int64_t num) {
    pt_batch_work(b, drop_own, &num, sizeof num);
}

static int each(pt_look *l, pt_query *s, pt_own_taker *take, void *who) {
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_own_row row = {.num = pt_int(s, 1)};
        pt_take_text(s, 0, row.person, sizeof row.person);
        pt_take_text(s, 2, row.key, sizeof row.key);
        row.body = pt_bytes(s, 3, &row.n);
        if (row.body) take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_own_at(pt_look *l, int64_t num, pt_own_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT person, num, key, body FROM own WHERE num = ?1 ORDER BY person, key");
    if (s) pt_bind_int(s, 1, num);
    return each(l, s, take, who);
}

int pt_each_own_of(pt_look *l, const char *person, pt_own_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT person, num, key, body FROM own WHERE person = ?1 ORDER BY num, key");
    if (s) pt_bind_text(s, 1, person);
    return each(l, s, take, who);
}
