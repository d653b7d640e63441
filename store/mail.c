/* Mail. Each write is plain SQL, run by the writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/mail.h"
#include "store/sql.h"
#include <string.h>

/* Runs a statement with one text. */
static bool run_for(pt_look *l, const char *sql, const char *text) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_text(s, 1, text);
    return pt_run(l, s);
}

/* --- addresses --- */

static bool write_mail(pt_look *l, const void *job, pt_batch *more) {
    const pt_mail_row *r = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO mails(person, address, wanted, language, at)"
           " VALUES(?1, '', ?2, ?3, ?4)"
           " ON CONFLICT(person) DO UPDATE SET wanted = ?2, language = ?3, at = ?4");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_text(s, 2, r->wanted);
    pt_bind_text(s, 3, r->language);
    pt_bind_int(s, 4, r->at);
    return pt_run(l, s);
}

static bool write_confirmed(pt_look *l, const void *job, pt_batch *more) {
    const pt_mail_row *r = job;
    pt_query *s = pt_statement(l, "UPDATE mails SET address = ?2, wanted = '', at = ?3"
                                  " WHERE person = ?1 AND wanted = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_text(s, 2, r->wanted);
    pt_bind_int(s, 3, r->at);
    return pt_run_changing(l, s) &&
           run_for(l, "DELETE FROM mail_links WHERE person = ?1", r->person);
}

void pt_batch_mail(pt_batch *b, const pt_mail_row *row) {
    pt_batch_work(b, write_mail, row, sizeof *row);
}

void pt_batch_mail_confirmed(pt_batch *b, const pt_mail_row *row) {
    pt_batch_work(b, write_confirmed, row, sizeof *row);
}

static bool drop_mail(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_for(l, "DELETE FROM mails WHERE person = ?1", job) &&
           run_for(l, "DELETE FROM mail_links WHERE person = ?1", job) &&
           run_for(l, "DELETE FROM letters WHERE person = ?1", job);
}

void pt_batch_drop_mail(pt_batch *b, const char *person) {
    pt_batch_work(b, drop_mail, person, strlen(person) + 1);
}

#define MAIL_COLUMNS "person, address, wanted, language, at"

static void take_mail(pt_query *s, pt_mail_row *r) {
    memset(r, 0, sizeof *r);
    pt_take_text(s, 0, r->person, sizeof r->person);
    pt_take_text(s, 1, r->address, sizeof r->address);
    pt_take_text(s, 2, r->wanted, sizeof r->wanted);
    pt_take_text(s, 3, r->language, sizeof r->language);
    r->at = pt_int(s, 4);
}

pt_finding pt_find_mail(pt_look *l, const char *person, pt_mail_row *out) {
    pt_query *s = pt_statement(l, "SELECT " MAIL_COLUMNS " FROM mails WHERE person = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_mail(s, out);
    pt_reset(s);
    return found;
}

int pt_each_mail(pt_look *l, const char *address, int limit, pt_mail_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT " MAIL_COLUMNS " FROM mails"
                                  " WHERE lower(address) = lower(?1) AND address <> ''"
                                  " ORDER BY person LIMIT ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, address);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (pt_mail_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_mail(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- links --- */

static bool drop_links(pt_look *l, const pt_link_row *r) {
    pt_query *s = pt_statement(l, "DELETE FROM mail_links WHERE person = ?1 AND kind = ?2");
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, r->kind);
    return pt_run(l, s);
}

static bool write_link(pt_look *l, const void *job, pt_batch *more) {
    const pt_link_row *r = job;
    (void)more;
    if (!drop_links(l, r)) return false;
    pt_query *s = pt_statement(l, "INSERT INTO mail_links(hash, person, kind, address, until)"
                                  " VALUES(?1, ?2, ?3, ?4, ?5)");
    if (!s) return false;
    pt_bind_bytes(s, 1, r->hash, PT_TOKEN);
    pt_bind_text(s, 2, r->person);
    pt_bind_int(s, 3, r->kind);
    pt_bind_text(s, 4, r->address);
    pt_bind_int(s, 5, r->until);
    return pt_run(l, s);
}

static bool use_link(pt_look *l, const void *job, pt_batch *more) {
    const pt_link_row *r = job;
    (void)more;
    pt_query *s = pt_statement(l, "DELETE FROM mail_links WHERE hash = ?1 AND person = ?2");
    if (!s) return false;
    pt_bind_bytes(s, 1, r->hash, PT_TOKEN);
    pt_bind_text(s, 2, r->person);
    return pt_run_changing(l, s) && drop_links(l, r);
}

static bool drop_all_links(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_for(l, "DELETE FROM mail_links WHERE person = ?1", job);
}

void pt_batch_drop_links(pt_batch *b, const char *person) {
    pt_batch_work(b, drop_all_links, person, strlen(person) + 1);
}

void pt_batch_link(pt_batch *b, const pt_link_row *row) {
    pt_batch_work(b, write_link, row, sizeof *row);
}

void pt_batch_use_link(pt_batch *b, const pt_link_row *row) {
    pt_batch_work(b, use_link, row, sizeof *row);
}

pt_finding pt_find_link(pt_look *l, const uint8_t hash[PT_TOKEN], pt_link_row *out) {
    pt_query *s =
        pt_statement(l, "SELECT person, kind, address, until FROM mail_links WHERE hash = ?1");
    if (!s) return PT_FAILED;
    pt_bind_bytes(s, 1, hash, PT_TOKEN);
    pt_finding found = pt_step(l, s);
    memset(out, 0, sizeof *out);
    memcpy(out->hash, hash, PT_TOKEN);
    if (found == PT_FOUND) {
        pt_take_text(s, 0, out->person, sizeof out->person);
        out->kind = (int)pt_int(s, 1);
        pt_take_text(s, 2, out->address, sizeof out->address);
        out->until = pt_int(s, 3);
    }
    pt_reset(s);
    return found;
}

/* --- letters --- */

/* Of letters that are not plain the person gets the last one only. */
static bool drop_older(pt_look *l, const pt_letter_row *r) {
    pt_query *s = pt_statement(l, "DELETE FROM letters WHERE person = ?1 AND kind = ?2");
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, r->kind);
    return pt_run(l, s);
}

static bool write_letter(pt_look *l, const void *job, pt_batch *more) {
    const pt_letter_row *r = job;
    bool plain = r->kind == PT_LETTER_PLAIN;
    if (!plain && !drop_older(l, r)) return false;
    pt_query *s = pt_statement(
        l, "INSERT INTO letters(id, person, kind, address, language, subject, body, stop, made,"
           " due, tries) SELECT ?1, ?2, CAST(?3 AS BIGINT),"
           " CASE WHEN ?4 = '' THEN mails.address ELSE ?4 END,"
           " CASE WHEN ?5 = '' THEN mails.language ELSE ?5 END,"
           " ?6, ?7, ?8, CAST(?9 AS BIGINT), CAST(?9 AS BIGINT), 0"
           " FROM people LEFT JOIN mails ON mails.person = people.id"
           " WHERE people.id = ?2 AND (?4 <> '' OR coalesce(mails.address, '') <> '')"
           " AND (SELECT count(*) FROM letters) < CAST(?10 AS BIGINT)");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->id);
    pt_bind_text(s, 2, r->person);
    pt_bind_int(s, 3, r->kind);
    pt_bind_text(s, 4, r->address);
    pt_bind_text(s, 5, r->language);
    pt_bind_text(s, 6, r->subject);
    pt_bind_text(s, 7, r->text);
    pt_bind_text(s, 8, r->stop);
    pt_bind_int(s, 9, r->made);
    pt_bind_int(s, 10, PT_LETTERS_MOST - (plain ? PT_LETTERS_SPARE : 0));
    return r->address[0] ? pt_run_changing(l, s) : pt_run(l, s);
}

void pt_batch_letter(pt_batch *b, const pt_letter_row *row) {
    pt_batch_work(b, write_letter, row, sizeof *row);
}

typedef struct trying {
    char id[PT_ID];
    int tries;
    int64_t due;
} trying;

static bool write_tried(pt_look *l, const void *job, pt_batch *more) {
    const trying *t = job;
    pt_query *s = pt_statement(
        l, "UPDATE letters SET tries = tries + 1, due = ?3 WHERE id = ?1 AND tries = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, t->id);
    pt_bind_int(s, 2, t->tries);
    pt_bind_int(s, 3, t->due);
    return pt_run_changing(l, s);
}

void pt_batch_letter_tried(pt_batch *b, const pt_letter_row *row, int64_t due) {
    trying t = {.tries = row->tries, .due = due};
    memcpy(t.id, row->id, sizeof t.id);
    pt_batch_work(b, write_tried, &t, sizeof t);
}

static bool drop_letter(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_for(l, "DELETE FROM letters WHERE id = ?1", job);
}

void pt_batch_drop_letter(pt_batch *b, const char *id) {
    pt_batch_work(b, drop_letter, id, strlen(id) + 1);
}

pt_finding pt_next_letter(pt_look *l, int64_t now, pt_letter_row *out) {
    pt_query *s = pt_statement(
        l, "SELECT letters.id, person, name, address, language, subject, body, stop, kind,"
           " tries, made, due FROM letters JOIN people ON people.id = person"
           " WHERE due <= ?1 ORDER BY CASE WHEN kind = 0 THEN 1 ELSE 0 END, due, letters.id"
           " LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_int(s, 1, now);
    pt_finding found = pt_step(l, s);
    memset(out, 0, sizeof *out);
    if (found == PT_FOUND) {
        pt_take_text(s, 0, out->id, sizeof out->id);
        pt_take_text(s, 1, out->person, sizeof out->person);
        pt_take_text(s, 2, out->name, sizeof out->name);
        pt_take_text(s, 3, out->address, sizeof out->address);
        pt_take_text(s, 4, out->language, sizeof out->language);
        pt_take_text(s, 5, out->subject, sizeof out->subject);
        pt_take_text(s, 6, out->text, sizeof out->text);
        pt_take_text(s, 7, out->stop, sizeof out->stop);
        out->kind = (int)pt_int(s, 8);
        out->tries = (int)pt_int(s, 9);
        out->made = pt_int(s, 10);
        out->due = pt_int(s, 11);
    }
    pt_reset(s);
    return found;
}

int pt_count_letters(pt_look *l) {
    pt_query *s = pt_statement(l, "SELECT count(*) FROM letters");
    if (!s) return -1;
    int n = pt_step(l, s) == PT_FOUND ? (int)pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}
