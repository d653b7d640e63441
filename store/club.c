/* Roles, measures, reports and settings. Each write is plain SQL, run by the writing thread in
 * its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/club.h"
#include "store/sql.h"
#include <stdio.h>
#include <string.h>

/* --- roles --- */

static bool write_role(pt_look *l, const void *job, pt_batch *more) {
    const pt_role_row *r = job;
    (void)more;
    pt_query *s = pt_statement(l, "DELETE FROM roles WHERE person = ?1");
    if (s) pt_bind_text(s, 1, r->person);
    if (!pt_run(l, s) || r->role == PT_PLAYER) return s != NULL;
    s = pt_statement(l, "INSERT INTO roles(person, role) VALUES(?1, ?2)");
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, r->role);
    return pt_run(l, s);
}

void pt_batch_role(pt_batch *b, const char *person, pt_role role) {
    pt_role_row r = {.role = role};
    pt_copy(r.person, sizeof r.person, person);
    pt_batch_work(b, write_role, &r, sizeof r);
}

static bool find_role(pt_look *l, const void *job, pt_batch *more) {
    const pt_role_row *r = job;
    pt_query *s =
        pt_statement(l, "UPDATE roles SET role = role WHERE person = ?1 AND role >= ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, r->role);
    return pt_run_changing(l, s);
}

void pt_batch_has_role(pt_batch *b, const char *person, pt_role least) {
    pt_role_row r = {.role = least};
    pt_copy(r.person, sizeof r.person, person);
    pt_batch_work(b, find_role, &r, sizeof r);
}

static int each_role(pt_look *l, pt_query *s, pt_role_taker *take, void *who) {
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_role_row row = {.role = (pt_role)(int)pt_int(s, 2)};
        pt_take_text(s, 0, row.person, sizeof row.person);
        pt_take_text(s, 1, row.name, sizeof row.name);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_role(pt_look *l, pt_role_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT people.id, people.name, role FROM roles"
                                  " JOIN people ON people.id = roles.person"
                                  " ORDER BY role DESC, people.name");
    return each_role(l, s, take, who);
}

int pt_each_named(pt_look *l, const char *text, int limit, pt_role_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT people.id, people.name, coalesce(role, 0) FROM people"
           " LEFT JOIN roles ON roles.person = people.id"
           " WHERE people.id = ?1 OR lower(substr(people.name, 1, length(?1))) = lower(?1)"
           " ORDER BY account IS NULL, people.name, people.id LIMIT ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, text);
    pt_bind_int(s, 2, limit);
    return each_role(l, s, take, who);
}

/* --- measures --- */

static void bind_measure(pt_query *s, const pt_measure_row *r) {
    pt_bind_int(s, 1, r->kind);
    pt_bind_text(s, 2, r->target);
    pt_bind_text(s, 3, r->place);
    pt_bind_int(s, 4, r->at);
    pt_bind_int(s, 5, r->until);
    pt_bind_text(s, 6, r->maker);
    pt_bind_text(s, 7, r->words);
}

static bool write_measure(pt_look *l, const void *job, pt_batch *more) {
    pt_query *s = pt_statement(
        l, "INSERT INTO measures(num, kind, target, place, at, until, ended, maker, words)"
           " SELECT coalesce(max(num), 0) + 1, CAST(?1 AS BIGINT), ?2, ?3, CAST(?4 AS BIGINT),"
           " CAST(?5 AS BIGINT), 0, ?6, ?7 FROM measures");
    (void)more;
    if (!s) return false;
    bind_measure(s, job);
    return pt_run(l, s);
}

/* Of several who ask for the same at once, one is first. */
static bool write_measure_once(pt_look *l, const void *job, pt_batch *more) {
    pt_query *s = pt_statement(
        l, "INSERT INTO measures(num, kind, target, place, at, until, ended, maker, words)"
           " SELECT (SELECT coalesce(max(num), 0) + 1 FROM measures), CAST(?1 AS BIGINT), ?2,"
           " ?3, CAST(?4 AS BIGINT), CAST(?5 AS BIGINT), 0, ?6, ?7 WHERE NOT EXISTS (SELECT 1"
           " FROM measures WHERE kind = CAST(?1 AS BIGINT) AND target = ?2 AND place = ?3 AND"
           " until = 0 AND ended = 0)");
    (void)more;
    if (!s) return false;
    bind_measure(s, job);
    return pt_run_changing(l, s);
}

void pt_batch_measure_once(pt_batch *b, const pt_measure_row *row) {
    pt_batch_work(b, write_measure_once, row, sizeof *row);
}

void pt_batch_measure(pt_batch *b, const pt_measure_row *row) {
    pt_batch_work(b, write_measure, row, sizeof *row);
}

static bool write_lift(pt_look *l, const void *job, pt_batch *more) {
    const int64_t *which = job;
    pt_query *s =
        pt_statement(l, "UPDATE measures SET ended = ?2 WHERE num = ?1 AND ended = 0");
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, which[0]);
    pt_bind_int(s, 2, which[1]);
    return pt_run_changing(l, s);
}

void pt_batch_lift(pt_batch *b, int64_t num, int64_t at) {
    const int64_t which[] = {num, at};
    pt_batch_work(b, write_lift, which, sizeof which);
}

#define MEASURES                                                                               \
    "SELECT num, kind, target, place, at, until, ended, maker, words, one.name, other.name"    \
    " FROM measures LEFT JOIN people AS one ON one.id = target"                                \
    " LEFT JOIN people AS other ON other.id = maker WHERE "

static int each_measure(pt_look *l, pt_query *s, pt_measure_taker *take, void *who) {
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_measure_row row = {.num = pt_int(s, 0),
                              .kind = (pt_measure_kind)(int)pt_int(s, 1),
                              .at = pt_int(s, 4),
                              .until = pt_int(s, 5),
                              .ended = pt_int(s, 6)};
        pt_take_text(s, 2, row.target, sizeof row.target);
        pt_take_text(s, 3, row.place, sizeof row.place);
        pt_take_text(s, 7, row.maker, sizeof row.maker);
        pt_take_text(s, 8, row.words, sizeof row.words);
        pt_take_text(s, 9, row.target_name, sizeof row.target_name);
        pt_take_text(s, 10, row.maker_name, sizeof row.maker_name);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_in_force(pt_look *l, int64_t now, pt_measure_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, MEASURES "ended = 0 AND kind > 1 AND (until = 0 OR until > ?1) ORDER BY num DESC");
    if (s) pt_bind_int(s, 1, now);
    return each_measure(l, s, take, who);
}

int pt_each_measure_of(pt_look *l, const char *target, int limit, pt_measure_taker *take,
                       void *who) {
    pt_query *s = pt_statement(l, MEASURES "target = ?1 ORDER BY num DESC LIMIT ?2");
    if (s) pt_bind_text(s, 1, target);
    if (s) pt_bind_int(s, 2, limit);
    return each_measure(l, s, take, who);
}

#define LAST_OF(where)                                                                         \
    "num IN (SELECT num FROM measures WHERE target = ?1 AND ended = 0 AND " where              \
    " ORDER BY num DESC LIMIT ?2)"

/* However many tables somebody is muted at, what the club has decided is among them. */
int pt_each_notice_of(pt_look *l, const char *target, int limit, pt_measure_taker *take,
                      void *who) {
    pt_query *s = pt_statement(l, MEASURES "(" LAST_OF("place = ''") " OR " LAST_OF(
                                      "place <> ''") ") ORDER BY num DESC");
    if (s) pt_bind_text(s, 1, target);
    if (s) pt_bind_int(s, 2, limit);
    return each_measure(l, s, take, who);
}

static void keep_measure(void *who, const pt_measure_row *row) {
    *(pt_measure_row *)who = *row;
}

pt_finding pt_find_measure(pt_look *l, int64_t num, pt_measure_row *out) {
    pt_query *s = pt_statement(l, MEASURES "num = ?1");
    if (s) pt_bind_int(s, 1, num);
    int n = each_measure(l, s, keep_measure, out);
    return n < 0 ? PT_FAILED : n ? PT_FOUND : PT_ABSENT;
}

/* --- reports --- */

static bool write_report(pt_look *l, const void *job, pt_batch *more) {
    const pt_report_row *r = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO reports(num, kind, at, state, person, about, place, number, words,"
           " evidence, verdict) SELECT (SELECT coalesce(max(num), 0) + 1 FROM reports),"
           " CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), 0, ?3, ?4, ?5, CAST(?6 AS BIGINT), ?7, ?8,"
           " '' WHERE (SELECT count(*) FROM reports WHERE state = 0 AND person = ?3) <"
           " CAST(?9 AS BIGINT)");
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, r->kind);
    pt_bind_int(s, 2, r->at);
    pt_bind_text(s, 3, r->person);
    pt_bind_text(s, 4, r->about);
    pt_bind_text(s, 5, r->place);
    pt_bind_int(s, 6, r->number);
    pt_bind_text(s, 7, r->words);
    pt_bind_text(s, 8, r->evidence);
    pt_bind_int(s, 9, r->most);
    return pt_run_changing(l, s);
}

void pt_batch_report(pt_batch *b, const pt_report_row *row) {
    pt_batch_work(b, write_report, row, sizeof *row);
}

static bool write_verdict(pt_look *l, const void *job, pt_batch *more) {
    const pt_report_row *r = job;
    pt_query *s = pt_statement(
        l, "UPDATE reports SET state = 1, verdict = ?2 WHERE num = ?1 AND state = 0");
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, r->num);
    pt_bind_text(s, 2, r->verdict);
    return pt_run_changing(l, s);
}

void pt_batch_close_report(pt_batch *b, int64_t num, const char *verdict) {
    pt_report_row r = {.num = num};
    pt_copy(r.verdict, sizeof r.verdict, verdict);
    pt_batch_work(b, write_verdict, &r, sizeof r);
}

#define REPORTS                                                                                \
    "SELECT num, kind, at, state, person, about, place, number, words, evidence, verdict,"     \
    " one.name, other.name FROM reports LEFT JOIN people AS one ON one.id = person"            \
    " LEFT JOIN people AS other ON other.id = about WHERE "

static void take_report(pt_query *s, pt_report_row *r) {
    memset(r, 0, sizeof *r);
    r->num = pt_int(s, 0);
    r->kind = (pt_report_kind)(int)pt_int(s, 1);
    r->at = pt_int(s, 2);
    r->state = (int)pt_int(s, 3);
    pt_take_text(s, 4, r->person, sizeof r->person);
    pt_take_text(s, 5, r->about, sizeof r->about);
    pt_take_text(s, 6, r->place, sizeof r->place);
    r->number = pt_int(s, 7);
    pt_take_text(s, 8, r->words, sizeof r->words);
    pt_take_text(s, 9, r->evidence, sizeof r->evidence);
    pt_take_text(s, 10, r->verdict, sizeof r->verdict);
    pt_take_text(s, 11, r->person_name, sizeof r->person_name);
    pt_take_text(s, 12, r->about_name, sizeof r->about_name);
}

int pt_each_report(pt_look *l, int state, int64_t before, int limit, const char *reader,
                   pt_report_taker *take, void *who) {
    pt_query *s = pt_statement(l, REPORTS "state = ?1 AND num < ?3 AND about <> ?4"
                                          " ORDER BY num DESC LIMIT ?2");
    if (!s) return -1;
    pt_bind_int(s, 1, state);
    pt_bind_int(s, 2, limit);
    pt_bind_int(s, 3, before > 0 ? before : INT64_MAX);
    pt_bind_text(s, 4, reader);
    int n = 0;
    pt_finding more;
    for (pt_report_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_report(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

pt_finding pt_find_report(pt_look *l, int64_t num, pt_report_row *out) {
    pt_query *s = pt_statement(l, REPORTS "num = ?1");
    if (!s) return PT_FAILED;
    pt_bind_int(s, 1, num);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_report(s, out);
    pt_reset(s);
    return found;
}

static int count_reports(pt_look *l, const char *sql, const char *person) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = pt_step(l, s) == PT_FOUND ? (int)pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}

int pt_count_reports_of(pt_look *l, const char *person) {
    return count_reports(l, "SELECT count(*) FROM reports WHERE state = 0 AND person = ?1",
                         person);
}

int pt_count_reports_about(pt_look *l, const char *person) {
    return count_reports(l, "SELECT count(*) FROM reports WHERE about = ?1", person);
}

pt_finding pt_has_played(pt_look *l, const char *person) {
    pt_query *s = pt_statement(l, "SELECT 1 FROM players WHERE person = ?1 LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    return found;
}

/* --- settings --- */

typedef struct setting {
    char name[PT_ACT], value[PT_SETTING];
} setting;

static bool write_setting(pt_look *l, const void *job, pt_batch *more) {
    const setting *k = job;
    pt_query *s = pt_statement(l, "INSERT INTO settings(name, value) VALUES(?1, ?2)"
                                  " ON CONFLICT(name) DO UPDATE SET value = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, k->name);
    pt_bind_text(s, 2, k->value);
    return pt_run(l, s);
}

void pt_batch_setting(pt_batch *b, const char *name, const char *value) {
    setting k = {{0}, {0}};
    pt_copy(k.name, sizeof k.name, name);
    pt_copy(k.value, sizeof k.value, value);
    pt_batch_work(b, write_setting, &k, sizeof k);
}

int pt_each_setting(pt_look *l, pt_setting_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT name, value FROM settings ORDER BY name");
    int n = 0;
    pt_finding more;
    for (setting k; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, k.name, sizeof k.name);
        pt_take_text(s, 1, k.value, sizeof k.value);
        take(who, k.name, k.value);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
