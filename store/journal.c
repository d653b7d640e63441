/* Events on their way to their tables. */
/* SPDX-License-Identifier: MIT */
#include "store/journal.h"
#include <stdlib.h>
#include <string.h>

/* --- lines --- */

static size_t put_number(char *out, int64_t n) {
    char digits[24];
    size_t at = sizeof digits, length;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    digits[--at] = ' ';
    do digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0) digits[--at] = '-';
    length = sizeof digits - at;
    memcpy(out, digits + at, length);
    return length;
}

size_t pt_line_head(char head[PT_LINE_HEAD], int64_t table, uint32_t number, int64_t at,
                    size_t n) {
    size_t used = put_number(head, table);
    used += put_number(head + used, number);
    used += put_number(head + used, at);
    return used + put_number(head + used, (int64_t)n);
}

static bool take_number(const char **at, const char *end, int64_t *out) {
    const char *p = *at;
    bool negative = p < end && *p == '-';
    uint64_t n = 0;
    int digits = 0;
    for (p += negative; p < end && *p >= '0' && *p <= '9' && digits < 18; p++, digits++)
        n = n * 10 + (uint64_t)(*p - '0');
    if (!digits || p == end || *p != ' ') return false;
    *out = negative ? -(int64_t)n : (int64_t)n;
    *at = p + 1;
    return true;
}

bool pt_next_line(const char **at, const char *end, pt_event_line *out) {
    const char *p = *at;
    int64_t n;
    if (!take_number(&p, end, &out->table) || !take_number(&p, end, &out->number) ||
        !take_number(&p, end, &out->at) || !take_number(&p, end, &n) || n < 0 || n >= end - p)
        return false;
    if (out->number < 1 || out->number > UINT32_MAX) return false; /* the first is 1 */
    out->body = p;
    out->n = (size_t)n;
    out->line = *at;
    out->length = (size_t)(p + n + 1 - *at);
    *at = p + n + 1;
    return true;
}

/* --- the journal --- */

bool pt_journal_add(pt_journal *j, const char *lines, size_t n) {
    if (j->used + n > j->size) {
        size_t size = (j->used + n) * 2 + 4096;
        char *more = realloc(j->at, size);
        if (!more) return false;
        j->at = more;
        j->size = size;
    }
    if (n) memcpy(j->at + j->used, lines, n);
    j->used += n;
    return true;
}

static bool insert(pt_look *l, const char *sql, const pt_event_line *key, const char *bytes,
                   size_t n) {
    pt_query *s = pt_statement(l, sql);
    int at = 1;
    if (!s) return false;
    if (key) {
        pt_bind_int(s, at++, key->table);
        pt_bind_int(s, at++, key->number);
    }
    pt_bind_bytes(s, at, bytes, n);
    return pt_run(l, s);
}

/* Sorts by table; the lines of a table stay in order. */
static int by_table(const void *a, const void *b) {
    const pt_event_line *x = a, *y = b;
    if (x->table != y->table) return x->table < y->table ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Each table's lines become one chunk, whose key is the number of the last line. */
static bool write_chunks(pt_look *l, const pt_event_line *lines, size_t count, char *chunk) {
    bool ok = true;
    for (size_t from = 0, to; from < count && ok; from = to) {
        size_t used = 0;
        for (to = from; to < count && lines[to].table == lines[from].table; to++) {
            memcpy(chunk + used, lines[to].line, lines[to].length);
            used += lines[to].length;
        }
        ok = insert(l, "INSERT INTO chunks(num, last, body) VALUES(?1, ?2, ?3)", &lines[to - 1],
                    chunk, used);
    }
    return ok;
}

bool pt_journal_settle(pt_look *l, const pt_journal *j) {
    const char *at = j->at, *end = j->at + j->used;
    size_t count = 0, capacity = j->used / 8 + 1; /* no line is shorter than that */
    pt_event_line *lines = malloc(capacity * sizeof *lines);
    char *chunk = malloc(j->used + 1);
    while (lines && at < end && pt_next_line(&at, end, &lines[count])) count++;
    bool ok = lines && chunk && at == end;
    if (ok) {
        qsort(lines, count, sizeof *lines, by_table);
        ok = write_chunks(l, lines, count, chunk);
    }
    free(lines);
    free(chunk);
    return ok && pt_run(l, pt_statement(l, "DELETE FROM journal"));
}

bool pt_journal_write(pt_look *l, const pt_journal *j, size_t from, bool *settled) {
    *settled = j->used > j->most;
    if (*settled) return pt_journal_settle(l, j);
    if (j->used == from) return true;
    return insert(l, "INSERT INTO journal(body) VALUES(?1)", NULL, j->at + from,
                  j->used - from);
}

bool pt_journal_read(pt_look *l, pt_journal *j) {
    pt_query *s = pt_statement(l, "SELECT body FROM journal ORDER BY seq");
    pt_finding row = PT_FAILED;
    bool kept = true;
    while (kept && (row = pt_step(l, s)) == PT_FOUND) {
        size_t n;
        const char *lines = pt_bytes(s, 0, &n);
        kept = (lines || !n) && pt_journal_add(j, lines, n);
    }
    pt_reset(s);
    return kept && row == PT_ABSENT;
}
