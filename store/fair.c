/* Games that were left, meetings, findings, and who said what. */
/* SPDX-License-Identifier: MIT */
#include "store/fair.h"
#include "store/sql.h"
#include <string.h>

/* --- games that were left --- */

typedef struct leave {
    char person[PT_ID], table[PT_ID];
    int64_t at;
} leave;

static bool write_leave(pt_look *l, const void *job, pt_batch *more) {
    const leave *v = job;
    pt_query *s = pt_statement(l, "INSERT INTO leaves(person, place, at) VALUES(?1, ?2, ?3)"
                                  " ON CONFLICT(person, place) DO NOTHING");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, v->person);
    pt_bind_text(s, 2, v->table);
    pt_bind_int(s, 3, v->at);
    return pt_run(l, s);
}

void pt_batch_walked_out(pt_batch *b, const char *person, const char *table, int64_t at) {
    leave v = {.at = at};
    pt_copy(v.person, sizeof v.person, person);
    pt_copy(v.table, sizeof v.table, table);
    pt_batch_work(b, write_leave, &v, sizeof v);
}

int pt_count_leaves(pt_look *l, const char *person, int64_t since) {
    pt_query *s = pt_statement(l, "SELECT count(*) FROM leaves WHERE person = ?1 AND at > ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    pt_bind_int(s, 2, since);
    int n = pt_step(l, s) == PT_FOUND ? (int)pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}

int pt_each_leave(pt_look *l, const char *person, int limit, pt_leave_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT place, at FROM leaves WHERE person = ?1"
                                  " ORDER BY at DESC, place LIMIT ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (char table[PT_ID]; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, table, sizeof table);
        take(who, table, pt_int(s, 1));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- games that do not count --- */

static bool write_uncounted(pt_look *l, const void *job, pt_batch *more) {
    const int64_t *row = job;
    pt_query *s = pt_statement(l, "INSERT INTO uncounted(num, why) VALUES(?1, ?2)"
                                  " ON CONFLICT(num) DO UPDATE SET why = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, row[0]);
    pt_bind_int(s, 2, row[1]);
    return pt_run(l, s);
}

void pt_batch_uncounted(pt_batch *b, int64_t num, int why) {
    const int64_t row[] = {num, why};
    pt_batch_work(b, write_uncounted, row, sizeof row);
}

int pt_find_uncounted(pt_look *l, int64_t num) {
    pt_query *s = pt_statement(l, "SELECT why FROM uncounted WHERE num = ?1");
    if (!s) return -1;
    pt_bind_int(s, 1, num);
    pt_finding found = pt_step(l, s);
    int why = found == PT_FOUND ? (int)pt_int(s, 0) : found == PT_ABSENT ? 0 : -1;
    pt_reset(s);
    return why;
}

/* --- meetings --- */

/* The same game from the other's side. */
static pt_meeting_row turned(const pt_meeting_row *m) {
    pt_meeting_row t = *m;
    memcpy(t.one, m->other, sizeof t.one);
    memcpy(t.other, m->one, sizeof t.other);
    t.expected = 1 - m->expected;
    t.score = 1 - m->score;
    for (int i = 0; i < 2; i++) {
        t.rise[i] = m->rise[1 - i];
        t.early[i] = m->early[1 - i];
    }
    return t;
}

static bool write_meeting(pt_look *l, const void *job, pt_batch *more) {
    const pt_meeting_row *m = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO meetings(one, other, place, kind, at, ms, moves, expected, score,"
           " rise, other_rise, early) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
           " ON CONFLICT(one, other, place) DO NOTHING");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, m->one);
    pt_bind_text(s, 2, m->other);
    pt_bind_text(s, 3, m->table);
    pt_bind_text(s, 4, m->kind);
    pt_bind_int(s, 5, m->at);
    pt_bind_int(s, 6, m->ms);
    pt_bind_int(s, 7, m->moves);
    pt_bind_double(s, 8, m->expected);
    pt_bind_double(s, 9, m->score);
    pt_bind_double(s, 10, m->rise[0]);
    pt_bind_double(s, 11, m->rise[1]);
    pt_bind_int(s, 12, m->early[0] + 2 * m->early[1]);
    return pt_run(l, s);
}

void pt_batch_meeting(pt_batch *b, const pt_meeting_row *row) {
    const pt_meeting_row kept = strcmp(row->one, row->other) < 0 ? *row : turned(row);
    pt_batch_work(b, write_meeting, &kept, sizeof kept);
}

static void take_meeting(pt_query *s, pt_meeting_row *m) {
    *m = (pt_meeting_row){.at = pt_int(s, 4),
                          .ms = pt_int(s, 5),
                          .moves = (int)pt_int(s, 6),
                          .expected = pt_double(s, 7),
                          .score = pt_double(s, 8),
                          .rise = {pt_double(s, 9), pt_double(s, 10)},
                          .early = {pt_int(s, 11) & 1, (pt_int(s, 11) & 2) != 0}};
    pt_take_text(s, 0, m->one, sizeof m->one);
    pt_take_text(s, 1, m->other, sizeof m->other);
    pt_take_text(s, 2, m->table, sizeof m->table);
    pt_take_text(s, 3, m->kind, sizeof m->kind);
}

#define MEETINGS                                                                               \
    "SELECT one, other, place, kind, at, ms, moves, expected, score, rise, other_rise, early"  \
    " FROM meetings WHERE "

static int each_meeting(pt_look *l, pt_query *s, const char *one, pt_meeting_taker *take,
                        void *who) {
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_meeting_row m;
        take_meeting(s, &m);
        if (strcmp(m.one, one) != 0) m = turned(&m);
        take(who, &m);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_meeting(pt_look *l, const char *one, const char *other, int64_t since,
                    pt_meeting_taker *take, void *who) {
    bool turn = strcmp(one, other) > 0;
    pt_query *s = pt_statement(l, MEETINGS "one = ?1 AND other = ?2 AND at > ?3"
                                           " ORDER BY at, place");
    if (!s) return -1;
    pt_bind_text(s, 1, turn ? other : one);
    pt_bind_text(s, 2, turn ? one : other);
    pt_bind_int(s, 3, since);
    return each_meeting(l, s, one, take, who);
}

int pt_each_meeting_of(pt_look *l, const char *one, pt_meeting_taker *take, void *who) {
    pt_query *s = pt_statement(l, MEETINGS "one = ?1 OR other = ?1 ORDER BY at, place");
    if (!s) return -1;
    pt_bind_text(s, 1, one);
    return each_meeting(l, s, one, take, who);
}

/* --- findings --- */

typedef struct finding {
    pt_report_row row;
    int64_t since;
} finding;

static bool write_finding(pt_look *l, const void *job, pt_batch *more) {
    const finding *f = job;
    const pt_report_row *r = &f->row;
    pt_query *s = pt_statement(
        l, "INSERT INTO reports(num, kind, at, state, person, about, place, number, words,"
           " evidence, verdict) SELECT (SELECT coalesce(max(num), 0) + 1 FROM reports),"
           " CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), 0, ?3, ?4, ?5, 0, '', ?6, ''"
           " WHERE NOT EXISTS (SELECT 1 FROM reports WHERE about = ?4 AND person = ?3 AND"
           " kind = CAST(?1 AS BIGINT) AND at > CAST(?7 AS BIGINT))");
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, r->kind);
    pt_bind_int(s, 2, r->at);
    pt_bind_text(s, 3, r->person);
    pt_bind_text(s, 4, r->about);
    pt_bind_text(s, 5, r->place);
    pt_bind_text(s, 6, r->evidence);
    pt_bind_int(s, 7, f->since);
    return pt_run(l, s);
}

void pt_batch_finding(pt_batch *b, const pt_report_row *row, int64_t since) {
    const finding f = {.row = *row, .since = since};
    pt_batch_work(b, write_finding, &f, sizeof f);
}

/* --- who said what --- */

typedef struct spoken {
    char person[PT_ID];
    int64_t num, number;
} spoken;

static bool write_spoken(pt_look *l, const void *job, pt_batch *more) {
    const spoken *k = job;
    pt_query *s = pt_statement(l, "INSERT INTO spoken(num, number, person) VALUES(?1, ?2, ?3)"
                                  " ON CONFLICT(num, number) DO NOTHING");
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, k->num);
    pt_bind_int(s, 2, k->number);
    pt_bind_text(s, 3, k->person);
    return pt_run(l, s);
}

void pt_batch_spoken(pt_batch *b, const char *person, int64_t num, uint32_t number) {
    spoken k = {.num = num, .number = number};
    pt_copy(k.person, sizeof k.person, person);
    pt_batch_work(b, write_spoken, &k, sizeof k);
}

int pt_each_spoken(pt_look *l, int64_t num, pt_spoken_taker *take, void *who) {
    pt_query *s =
        pt_statement(l, "SELECT person, number FROM spoken WHERE num = ?1 ORDER BY number");
    if (!s) return -1;
    pt_bind_int(s, 1, num);
    int n = 0;
    pt_finding more;
    for (char person[PT_ID]; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, person, sizeof person);
        take(who, person, (uint32_t)pt_int(s, 1));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- being forgotten --- */

static bool drop(pt_look *l, const char *sql, const char *person) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_text(s, 1, person);
    return pt_run(l, s);
}

bool pt_drop_fair(pt_look *l, const char *person) {
    return drop(l, "DELETE FROM leaves WHERE person = ?1", person) &&
           drop(l, "DELETE FROM meetings WHERE one = ?1 OR other = ?1", person) &&
           drop(l, "UPDATE reports SET evidence = '' WHERE person = ?1", person);
}
