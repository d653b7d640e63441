/* Tournaments: each write is plain SQL, run by the writing thread in its batch's transaction.
 */
/* SPDX-License-Identifier: MIT */
#include "store/tournaments.h"
#include "store/sql.h"
#include <stdlib.h>
#include <string.h>

static bool write_row(pt_look *l, const void *job, pt_batch *more) {
    const pt_tournament_row *r = job;
    pt_query *s =
        pt_statement(l, "INSERT INTO tournaments(id, owner, live, created, changed, play, head)"
                        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                        " ON CONFLICT(id) DO UPDATE SET live = ?3, changed = ?5, head = ?7");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->id);
    pt_bind_text(s, 2, r->owner);
    pt_bind_int(s, 3, r->live);
    pt_bind_int(s, 4, r->created);
    pt_bind_int(s, 5, r->changed);
    pt_bind_bytes(s, 6, r->play, strlen(r->play));
    pt_bind_bytes(s, 7, r->head, strlen(r->head));
    return pt_run(l, s);
}

void pt_batch_tournament(pt_batch *b, const pt_tournament_row *row) {
    pt_batch_work(b, write_row, row, sizeof *row);
}

typedef struct line {
    char id[PT_ID];
    uint32_t number, n;
    char text[];
} line;

static bool write_line(pt_look *l, const void *job, pt_batch *more) {
    const line *one = job;
    pt_query *s =
        pt_statement(l, "INSERT INTO tournament_lines(id, number, body) VALUES(?1, ?2, ?3)");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, one->id);
    pt_bind_int(s, 2, one->number);
    pt_bind_bytes(s, 3, one->text, one->n);
    return pt_run(l, s);
}

static bool rewrite_line(pt_look *l, const void *job, pt_batch *more) {
    const line *one = job;
    pt_query *s =
        pt_statement(l, "UPDATE tournament_lines SET body = ?3 WHERE id = ?1 AND number = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, one->id);
    pt_bind_int(s, 2, one->number);
    pt_bind_bytes(s, 3, one->text, one->n);
    return pt_run(l, s);
}

static bool rewrite_row(pt_look *l, const void *job, pt_batch *more) {
    const pt_tournament_row *r = job;
    pt_query *s = pt_statement(l, "UPDATE tournaments SET owner = ?2, play = ?3, head = ?4"
                                  " WHERE id = ?1 AND live = 0");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->id);
    pt_bind_text(s, 2, r->owner);
    pt_bind_bytes(s, 3, r->play, strlen(r->play));
    pt_bind_bytes(s, 4, r->head, strlen(r->head));
    return pt_run(l, s);
}

void pt_batch_rewrite_tournament(pt_batch *b, const pt_tournament_row *row) {
    pt_batch_work(b, rewrite_row, row, sizeof *row);
}

/* Without memory the batch fails as a whole. */
static bool fail(pt_look *l, const void *job, pt_batch *more) {
    (void)l, (void)job, (void)more;
    return false;
}

static void add_line(pt_batch *b, pt_working *work, const char *id, uint32_t number,
                     const char *text) {
    size_t n = strlen(text);
    line *one = calloc(1, sizeof *one + n + 1);
    if (!one) {
        pt_batch_work(b, fail, "", 1);
        return;
    }
    pt_text to = pt_text_on(one->id, sizeof one->id);
    pt_puts(&to, id);
    one->number = number;
    one->n = (uint32_t)n;
    memcpy(one->text, text, n);
    pt_batch_work(b, work, one, sizeof *one + n);
    free(one);
}

void pt_batch_tournament_line(pt_batch *b, const char *id, uint32_t number, const char *text) {
    add_line(b, write_line, id, number, text);
}

void pt_batch_rewrite_line(pt_batch *b, const char *id, uint32_t number, const char *text) {
    add_line(b, rewrite_line, id, number, text);
}

/* --- questions --- */

static void take_bytes(pt_query *s, int column, char *out, size_t size) {
    size_t n = 0;
    const char *bytes = pt_bytes(s, column, &n);
    pt_text to = pt_text_on(out, size);
    if (bytes) pt_putn(&to, bytes, n);
}

static void take_row(pt_query *s, pt_tournament_row *out) {
    memset(out, 0, sizeof *out);
    pt_take_text(s, 0, out->id, sizeof out->id);
    pt_take_text(s, 1, out->owner, sizeof out->owner);
    out->live = pt_int(s, 2) != 0;
    out->created = pt_int(s, 3);
    out->changed = pt_int(s, 4);
    take_bytes(s, 5, out->play, sizeof out->play);
    take_bytes(s, 6, out->head, sizeof out->head);
}

#define ROWS "SELECT id, owner, live, created, changed, play, head FROM tournaments"

pt_finding pt_find_tournament(pt_look *l, const char *id, pt_tournament_row *out) {
    pt_query *s = pt_statement(l, ROWS " WHERE id = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, id);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_row(s, out);
    pt_reset(s);
    return found;
}

#define NAMES_THEM(has)                                                                        \
    "SELECT id FROM tournaments WHERE live = 0 AND (owner = ?1 OR id IN (SELECT id FROM"       \
    " tournament_lines WHERE " has ")) LIMIT 1"

pt_finding pt_find_tournament_of(pt_look *l, const char *person, char id[PT_ID]) {
    PT_TEXT(word, PT_ID + 2);
    pt_put(&word, " %s ", person);
    pt_query *s = pt_statement_in(l, NAMES_THEM("instr(body, ?2) > 0"),
                                  NAMES_THEM("position(?2 in body) > 0"));
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_bind_bytes(s, 2, word.at, word.used);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) pt_take_text(s, 0, id, PT_ID);
    pt_reset(s);
    return found;
}

int pt_each_tournament(pt_look *l, bool live, int limit, pt_tournament_taker *take, void *who) {
    pt_query *s = pt_statement(l, ROWS " WHERE live = ?1 ORDER BY created DESC, id LIMIT ?2");
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    pt_bind_int(s, 1, live);
    pt_bind_int(s, 2, limit);
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_tournament_row row;
        take_row(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_tournament_length(pt_look *l, pt_length_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT id, (SELECT coalesce(max(number), 0) FROM tournament_lines"
           " WHERE tournament_lines.id = tournaments.id) FROM tournaments WHERE live = 1");
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    for (char id[PT_ID]; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, id, sizeof id);
        take(who, id, (uint32_t)pt_int(s, 1));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_tournament_line(pt_look *l, const char *id, pt_line_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT number, body FROM tournament_lines WHERE id = ?1 ORDER BY number");
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
