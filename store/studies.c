/* Studies: each write is plain SQL, run by the writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/studies.h"
#include "store/sql.h"
#include <stdlib.h>
#include <string.h>

/* --- writing --- */

/* A change that was on its way while the owner was deleted does not bring the study back. */
static bool has_owner(pt_look *l, const pt_study_row *r) {
    pt_query *s = pt_statement(l, "SELECT 1 FROM people WHERE id = ?1");
    if (!s) return false;
    pt_bind_text(s, 1, r->owner);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    if (found == PT_ABSENT) pt_look_fail(l, l->on->clash, "whose study it is was deleted");
    return found == PT_FOUND;
}

static bool write_row(pt_look *l, const void *job, pt_batch *more) {
    const pt_study_row *r = job;
    if (!has_owner(l, r)) return false;
    pt_query *s =
        pt_statement(l, "INSERT INTO studies(id, owner, listed, created, changed, head)"
                        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)"
                        " ON CONFLICT(id) DO UPDATE SET listed = ?3, changed = ?5, head = ?6");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->id);
    pt_bind_text(s, 2, r->owner);
    pt_bind_int(s, 3, r->listed);
    pt_bind_int(s, 4, r->created);
    pt_bind_int(s, 5, r->changed);
    pt_bind_bytes(s, 6, r->head, strlen(r->head));
    return pt_run(l, s);
}

void pt_batch_study(pt_batch *b, const pt_study_row *row) {
    pt_batch_work(b, write_row, row, sizeof *row);
}

typedef struct numbered {
    char id[PT_ID];
    uint32_t number, n;
    bool part;
    char text[];
} numbered;

static bool write_line(pt_look *l, const void *job, pt_batch *more) {
    const numbered *one = job;
    pt_query *s =
        pt_statement(l, "INSERT INTO study_lines(id, number, body) VALUES(?1, ?2, ?3)");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, one->id);
    pt_bind_int(s, 2, one->number);
    pt_bind_bytes(s, 3, one->text, one->n);
    return pt_run(l, s);
}

static bool write_person(pt_look *l, const void *job, pt_batch *more) {
    const numbered *one = job;
    pt_query *s = pt_statement(l, "INSERT INTO study_people(id, number, person, part)"
                                  " VALUES(?1, ?2, ?3, ?4) ON CONFLICT(id, number)"
                                  " DO UPDATE SET person = ?3, part = ?4");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, one->id);
    pt_bind_int(s, 2, one->number);
    pt_bind_letters(s, 3, one->text, one->n);
    pt_bind_int(s, 4, one->part);
    return pt_run(l, s);
}

/* Without memory the batch fails as a whole. */
static bool fail(pt_look *l, const void *job, pt_batch *more) {
    (void)l, (void)job, (void)more;
    return false;
}

static void add(pt_batch *b, pt_working *work, const char *id, uint32_t number,
                const char *text, bool part) {
    size_t n = strlen(text);
    numbered *one = calloc(1, sizeof *one + n + 1);
    if (!one) {
        pt_batch_work(b, fail, "", 1);
        return;
    }
    pt_copy(one->id, sizeof one->id, id);
    one->number = number;
    one->part = part;
    one->n = (uint32_t)n;
    memcpy(one->text, text, n);
    pt_batch_work(b, work, one, sizeof *one + n);
    free(one);
}

void pt_batch_study_line(pt_batch *b, const char *id, uint32_t number, const char *line) {
    add(b, write_line, id, number, line, false);
}

void pt_batch_study_person(pt_batch *b, const char *id, int number, const char *person,
                           bool part) {
    add(b, write_person, id, (uint32_t)number, person, part);
}

static bool run_by_text(pt_look *l, const char *const *all, const char *text) {
    for (; *all; all++) {
        pt_query *s = pt_statement(l, *all);
        if (!s) return false;
        pt_bind_text(s, 1, text);
        if (!pt_run(l, s)) return false;
    }
    return true;
}

static bool drop(pt_look *l, const void *job, pt_batch *more) {
    static const char *const all[] = {"DELETE FROM study_lines WHERE id = ?1",
                                      "DELETE FROM study_people WHERE id = ?1",
                                      "DELETE FROM studies WHERE id = ?1", NULL};
    (void)more;
    return run_by_text(l, all, job);
}

void pt_batch_drop_study(pt_batch *b, const char *id) {
    pt_batch_work(b, drop, id, strlen(id) + 1);
}

#define OWN " IN (SELECT id FROM studies WHERE owner = ?1)"

static bool forget(pt_look *l, const void *job, pt_batch *more) {
    static const char *const all[] = {"DELETE FROM study_lines WHERE id" OWN,
                                      "DELETE FROM study_people WHERE id" OWN,
                                      "DELETE FROM studies WHERE owner = ?1",
                                      "DELETE FROM study_people WHERE person = ?1", NULL};
    (void)more;
    return run_by_text(l, all, job);
}

void pt_batch_forget_studies(pt_batch *b, const char *person) {
    pt_batch_work(b, forget, person, strlen(person) + 1);
}

/* --- questions --- */

static void take_row(pt_query *s, pt_study_row *out) {
    size_t n = 0;
    memset(out, 0, sizeof *out);
    pt_take_text(s, 0, out->id, sizeof out->id);
    pt_take_text(s, 1, out->owner, sizeof out->owner);
    out->listed = pt_int(s, 2) != 0;
    out->created = pt_int(s, 3);
    out->changed = pt_int(s, 4);
    const char *head = pt_bytes(s, 5, &n);
    pt_text to = pt_text_on(out->head, sizeof out->head);
    if (head) pt_putn(&to, head, n);
}

#define ROWS "SELECT id, owner, listed, created, changed, head FROM studies"

pt_finding pt_find_study(pt_look *l, const char *id, pt_study_row *out) {
    pt_query *s = pt_statement(l, ROWS " WHERE id = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_row(s, out);
    pt_reset(s);
    return found;
}

int pt_count_studies(pt_look *l, const char *owner) {
    pt_query *s = pt_statement(l, "SELECT count(*) FROM studies WHERE owner = ?1");
    if (!s) return -1;
    pt_bind_text(s, 1, owner);
    int n = pt_step(l, s) == PT_FOUND ? (int)pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}

int pt_each_study(pt_look *l, const char *person, int limit, pt_study_row_taker *take,
                  void *who) {
    pt_query *s =
        person ? pt_statement(l, ROWS " WHERE owner = ?1 OR id IN"
                                      " (SELECT id FROM study_people"
                                      "  WHERE person = ?1 AND part = 1)"
                                      " ORDER BY changed DESC, id LIMIT ?2")
               : pt_statement(l, ROWS " WHERE listed = ?1 ORDER BY changed DESC, id LIMIT ?2");
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    if (person)
        pt_bind_text(s, 1, person);
    else
        pt_bind_int(s, 1, 1);
    pt_bind_int(s, 2, limit);
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_study_row row;
        take_row(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_study_person(pt_look *l, const char *id, pt_study_person_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT number, person, people.name FROM study_people"
                                  " LEFT JOIN people ON people.id = person"
                                  " WHERE study_people.id = ?1 ORDER BY number");
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    pt_bind_text(s, 1, id);
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        char person[PT_ID] = "", name[PT_LABEL] = "";
        pt_take_text(s, 1, person, sizeof person);
        pt_take_text(s, 2, name, sizeof name);
        take(who, (int)pt_int(s, 0), person, name);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_study_line(pt_look *l, const char *id, pt_study_line_taker *take, void *who) {
    pt_query *s =
        pt_statement(l, "SELECT number, body FROM study_lines WHERE id = ?1 ORDER BY number");
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    pt_bind_text(s, 1, id);
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        size_t size = 0;
        const char *bytes = pt_bytes(s, 1, &size);
        take(who, (uint32_t)pt_int(s, 0), bytes ? bytes : "", bytes ? size : 0);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
