/* The events of a table as they stand in the file. */
/* SPDX-License-Identifier: MIT */
#include "store/check.h"
#include <stdlib.h>
#include <string.h>

/* Adds the lines of a row that are the table's, or all others. False at a broken line. */
static bool sift(const char *at, size_t n, int64_t table, bool its, pt_journal *out) {
    const char *end = at + n;
    for (pt_event_line e; pt_next_line(&at, end, &e);)
        if ((e.table == table) == its && !pt_journal_add(out, e.line, e.length)) return false;
    return at == end;
}

static bool sift_rows(pt_look *l, pt_query *s, int64_t table, pt_journal *out) {
    bool good = true;
    pt_finding row = PT_FAILED;
    while (good && (row = pt_step(l, s)) == PT_FOUND) {
        size_t n;
        const char *body = pt_bytes(s, 0, &n);
        good = body && sift(body, n, table, true, out);
    }
    pt_reset(s);
    return good && row == PT_ABSENT;
}

static int by_number(const void *a, const void *b) {
    const pt_event_line *x = a, *y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static bool same(const pt_event_line *a, const pt_event_line *b) {
    return a->length == b->length && memcmp(a->line, b->line, a->length) == 0;
}

/* Sorts them, and keeps each once. */
static void put_in_order(pt_table_lines *t) {
    size_t kept = 0;
    qsort(t->lines, t->count, sizeof *t->lines, by_number);
    for (size_t i = 0; i < t->count; i++) {
        const pt_event_line *e = &t->lines[i], *last = kept ? &t->lines[kept - 1] : NULL;
        bool again = last && last->number == e->number;
        if (again && same(last, e)) {
            t->doubles++;
            continue;
        }
        if (again && !t->clash) t->clash = e->number;
        if (!again && e->number != (last ? last->number + 1 : 1) && !t->gap)
            t->gap = last ? last->number + 1 : 1;
        t->lines[kept++] = *e;
    }
    t->count = kept;
}

bool pt_lines_read(pt_look *l, int64_t table, pt_table_lines *out) {
    *out = (pt_table_lines){0};
    pt_query *s = pt_statement(l, "SELECT body FROM chunks WHERE num = ?1 ORDER BY last");
    if (s) pt_bind_int(s, 1, table);
    if (!sift_rows(l, s, table, &out->memory)) return false;
    s = pt_statement(l, "SELECT body FROM journal ORDER BY seq");
    if (!sift_rows(l, s, table, &out->memory)) return false;
    out->lines = calloc(out->memory.used / 8 + 1, sizeof *out->lines);
    if (!out->lines) return false;
    const char *at = out->memory.at, *end = out->memory.used ? at + out->memory.used : at;
    while (at < end && pt_next_line(&at, end, &out->lines[out->count])) out->count++;
    put_in_order(out);
    return true;
}

void pt_lines_done(pt_table_lines *t) {
    free(t->memory.at);
    free(t->lines);
    *t = (pt_table_lines){0};
}

/* --- writing --- */

static bool run_with(pt_look *l, const char *sql, int64_t number, const char *bytes, size_t n) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_int(s, 1, number);
    if (bytes) pt_bind_bytes(s, 2, bytes, n);
    return pt_run(l, s);
}

/* The journal without the table's lines: all others as one row. */
static bool leave_journal(pt_look *l, int64_t table) {
    pt_journal rest = {0};
    bool good = true;
    pt_finding row = PT_FAILED;
    pt_query *s = pt_statement(l, "SELECT body FROM journal ORDER BY seq");
    while (good && (row = pt_step(l, s)) == PT_FOUND) {
        size_t n;
        const char *body = pt_bytes(s, 0, &n);
        good = sift(body, body ? n : 0, table, false, &rest);
    }
    pt_reset(s);
    good = good && row == PT_ABSENT && pt_run(l, pt_statement(l, "DELETE FROM journal"));
    if (good && rest.used)
        good =
            run_with(l, "INSERT INTO journal(seq, body) VALUES(?1, ?2)", 1, rest.at, rest.used);
    free(rest.at);
    return good;
}

bool pt_lines_write(pt_look *l, int64_t table, const pt_table_lines *t) {
    pt_journal all = {0};
    bool good = t->count > 0;
    for (size_t i = 0; i < t->count && good; i++)
        good = pt_journal_add(&all, t->lines[i].line, t->lines[i].length);
    good = good && leave_journal(l, table) &&
           run_with(l, "DELETE FROM chunks WHERE num = ?1", table, NULL, 0);
    pt_query *s =
        good ? pt_statement(l, "INSERT INTO chunks(num, last, body) VALUES(?1, ?2, ?3)") : NULL;
    if (s) {
        pt_bind_int(s, 1, table);
        pt_bind_int(s, 2, t->lines[t->count - 1].number);
        pt_bind_bytes(s, 3, all.at, all.used);
    }
    good = pt_run(l, s);
    free(all.at);
    return good;
}
