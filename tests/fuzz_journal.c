/* Fuzzer: whatever bytes stand in the journal and in the chunks of a database, reading them
 * ends, stays inside them, and tells damage from events; what is read is written and read back
 * as the same. The input is a row of the journal; from a byte 0 on, a chunk of table 1. */
/* SPDX-License-Identifier: MIT */
#include "store/check.h"
#include "store/sqlite.h"
#include "tests/fuzz.h"

static pt_look look;

static void begin(void) {
    PT_TEXT(why, 200);
    look.on = &pt_on_sqlite;
    sqlite3_open(":memory:", &look.db);
    PROMISE(pt_sql_migrate(look.db, &why), "%s", why.at);
}

static void insert(const char *sql, const char *bytes, size_t n) {
    pt_query *s = pt_statement(&look, sql);
    PROMISE(s, "%s", look.why);
    pt_bind_bytes(s, 1, n ? bytes : "", n);
    PROMISE(pt_run(&look, s), "%s", look.why);
}

/* Lines that can be read lie inside the bytes, and their heads print and read back. */
static size_t walk(const char *at, const char *end) {
    size_t lines = 0;
    const char *from = at;
    for (pt_event_line e, back; pt_next_line(&at, end, &e); from = at, lines++) {
        char head[PT_LINE_HEAD + 1];
        PROMISE(e.line == from && e.body >= from && e.body + e.n < end + 1, "outside");
        PROMISE(e.line + e.length == at && at <= end, "a line of %zu bytes", e.length);
        PROMISE(e.number >= 1 && e.number <= UINT32_MAX, "number %lld", (long long)e.number);
        if (e.n) continue;
        size_t n = pt_line_head(head, e.table, (uint32_t)e.number, e.at, 0);
        const char *again = head;
        head[n] = '\n';
        PROMISE(pt_next_line(&again, head + n + 1, &back), "cannot read %.*s", (int)n, head);
        PROMISE(back.table == e.table && back.number == e.number && back.at == e.at && !back.n,
                "%.*s is another line", (int)n, head);
    }
    return lines;
}

static void take(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    size_t *sum = who;
    (void)number, (void)at;
    for (size_t i = 0; i < n; i++) *sum += (unsigned char)body[i];
}

/* What petteia doctor does with a table. */
static void repair(int64_t table) {
    pt_table_lines lines, again;
    bool good = pt_lines_read(&look, table, &lines);
    for (size_t i = 1; i < lines.count && good && !lines.clash; i++)
        PROMISE(lines.lines[i - 1].number < lines.lines[i].number, "not in order");
    if (good && lines.count && pt_lines_write(&look, table, &lines)) {
        PROMISE(pt_lines_read(&look, table, &again), "cannot read what was repaired");
        PROMISE(again.count == lines.count && !again.doubles && again.gap == lines.gap &&
                    again.clash == lines.clash,
                "repaired, but not the same");
        pt_lines_done(&again);
    }
    pt_lines_done(&lines);
}

/* What a start does with what the last server has left. */
static void settle(void) {
    pt_journal j = {.most = 100};
    bool settled = false;
    if (pt_journal_read(&look, &j) && pt_journal_add(&j, "", 0)) {
        size_t lines = j.at ? walk(j.at, j.at + j.used) : 0;
        bool good = pt_journal_write(&look, &j, j.used / 2, &settled);
        PROMISE(!good || !settled || lines, "settled %zu lines", lines);
    }
    free(j.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!look.db) begin();
    char *text = fuzz_text(data, size);
    size_t journal = strlen(text), sum = 0;
    sqlite3_exec(look.db, "BEGIN", NULL, NULL, NULL);
    pt_look_begin(&look);
    walk(text, text + size);
    insert("INSERT INTO journal(body) VALUES(?1)", text, journal);
    if (journal < size)
        insert("INSERT INTO chunks(num, last, body) VALUES(1, 1, ?1)", text + journal + 1,
               size - journal - 1);
    pt_each_event(&look, 1, 0, take, &sum);
    for (int64_t table = 1; table <= 2 && size % 2; table++) repair(table);
    settle();
    pt_each_event(&look, 1, 1, take, &sum);
    sqlite3_exec(look.db, "ROLLBACK", NULL, NULL, NULL);
    free(text);
    return 0;
}
