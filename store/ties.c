/* Ties between people: who has asked whom, who are friends, who has blocked whom. Each write is
 * plain SQL, run by the writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/people.h"
#include "store/sql.h"
#include <string.h>

typedef struct tie {
    char person[PT_ID], other[PT_ID];
    int64_t kind, at;
} tie;

/* The statement with all but the time. */
static pt_query *tie_statement(pt_look *l, const char *sql, const tie *t) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return NULL;
    pt_bind_text(s, 1, t->person);
    pt_bind_text(s, 2, t->other);
    pt_bind_int(s, 3, t->kind);
    return s;
}

/* Neither of them may be gone by now: then there is nothing to tie. */
#define INSERT_TIE                                                                             \
    "INSERT INTO ties(person, other, kind, at)"                                                \
    " SELECT ?1, ?2, CAST(?3 AS BIGINT), CAST(?4 AS BIGINT)"                                   \
    " WHERE (SELECT count(*) FROM people WHERE id IN (?1, ?2)) = 2 ON CONFLICT(person, other)"

static bool run_at(pt_look *l, const char *sql, const tie *t) {
    pt_query *s = tie_statement(l, sql, t);
    if (s) pt_bind_int(s, 4, t->at);
    return pt_run(l, s);
}

static bool write_block(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_at(l, INSERT_TIE " DO UPDATE SET kind = ?3, at = ?4", job);
}

/* Two who ask each other are friends. That is decided here, because the other may ask, or
 * block, at the same time. */
static bool write_ask(pt_look *l, const void *job, pt_batch *more) {
    tie t = *(const tie *)job;
    (void)more;
    if (!run_at(l, INSERT_TIE " DO NOTHING", &t)) return false;
    t.kind = PT_TIE_FRIEND;
    return run_at(l,
                  "UPDATE ties SET kind = ?3, at = ?4 WHERE ((person = ?1 AND other = ?2)"
                  " OR (person = ?2 AND other = ?1)) AND 2 = (SELECT count(*) FROM ties AS t"
                  " WHERE t.kind = 1 AND ((t.person = ?1 AND t.other = ?2)"
                  " OR (t.person = ?2 AND t.other = ?1)))",
                  &t);
}

static bool drop_tie(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return pt_run(l, tie_statement(l,
                                   "DELETE FROM ties WHERE person = ?1 AND other = ?2"
                                   " AND kind = ?3",
                                   job));
}

static tie tie_of(const char *person, const char *other, pt_tie_kind kind, int64_t at) {
    tie t = {.kind = kind, .at = at};
    pt_text p = pt_text_on(t.person, PT_ID), o = pt_text_on(t.other, PT_ID);
    pt_puts(&p, person);
    pt_puts(&o, other);
    return t;
}

void pt_batch_ask(pt_batch *b, const char *person, const char *other, int64_t at) {
    const tie t = tie_of(person, other, PT_TIE_ASKED, at);
    pt_batch_work(b, write_ask, &t, sizeof t);
}

void pt_batch_block(pt_batch *b, const char *person, const char *other, int64_t at) {
    const tie t = tie_of(person, other, PT_TIE_BLOCKED, at);
    pt_batch_work(b, write_block, &t, sizeof t);
}

void pt_batch_drop_tie(pt_batch *b, const char *person, const char *other, pt_tie_kind kind) {
    const tie t = tie_of(person, other, kind, 0);
    pt_batch_work(b, drop_tie, &t, sizeof t);
}

static int each(pt_look *l, pt_query *s, pt_tie_taker *taker, void *who) {
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_tie_row row = {.kind = (pt_tie_kind)(int)pt_int(s, 2)};
        pt_take_text(s, 0, row.person, sizeof row.person);
        pt_take_text(s, 1, row.name, sizeof row.name);
        taker(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_tie(pt_look *l, const char *person, pt_tie_taker *taker, void *who) {
    pt_query *s = pt_statement(l, "SELECT other, people.name, kind FROM ties"
                                  " JOIN people ON people.id = other WHERE person = ?1"
                                  " ORDER BY at DESC");
    if (s) pt_bind_text(s, 1, person);
    return each(l, s, taker, who);
}

int pt_each_ask(pt_look *l, const char *person, int limit, pt_tie_taker *taker, void *who) {
    pt_query *s = pt_statement(l, "SELECT person, people.name, kind FROM ties"
                                  " JOIN people ON people.id = person"
                                  " WHERE other = ?1 AND kind = 1 ORDER BY at DESC LIMIT ?2");
    if (s) pt_bind_text(s, 1, person);
    if (s) pt_bind_int(s, 2, limit);
    return each(l, s, taker, who);
}

int pt_each_block(pt_look *l, pt_two_taker *taker, void *who) {
    pt_query *s = pt_statement(l, "SELECT person, other FROM ties WHERE kind = 3");
    return pt_each_two(l, s, taker, who);
}

int pt_each_opponent(pt_look *l, const char *person, int limit, pt_tie_taker *taker,
                     void *who) {
    pt_query *s = pt_statement(
        l, "SELECT them.person, people.name, 0, max(them.num) FROM players AS me"
           " JOIN players AS them USING(num) JOIN people ON people.id = them.person"
           " WHERE me.person = ?1 AND them.person <> ?1"
           " GROUP BY them.person, people.name ORDER BY 4 DESC LIMIT ?2");
    if (s) pt_bind_text(s, 1, person);
    if (s) pt_bind_int(s, 2, limit);
    return each(l, s, taker, who);
}
