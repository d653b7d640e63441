/* Tables as text. Only a create event has several lines. Their ends are written as tabs, which
 * no other event contains. */
/* SPDX-License-Identifier: MIT */
#include "table/log.h"
#include "table/inside.h"
#include "table/wish.h"
#include <string.h>

static const char mark[] = "petteia-table 1 ";

void pt_log_start(const char *id, pt_text *out) {
    assert(id[0] && strlen(id) < PT_ID);
    pt_puts(out, mark);
    pt_puts(out, id);
    pt_putc(out, '\n');
}

static void swap_chars(char *text, char from, char to) {
    for (; *text; text++)
        if (*text == from) *text = to;
}

void pt_log_event(const pt_event *e, const pt_game *game, pt_text *out) {
    PT_TEXT(text, PT_EVENT_MAX);
    assert(e->number > 0);
    pt_event_print(e, game, &text);
    assert(!text.cut && !strchr(text.at, '\t'));
    swap_chars(text.at, '\n', '\t');
    pt_puti(out, e->at);
    pt_putc(out, ' ');
    pt_putn(out, text.at, text.used);
    pt_putc(out, '\n');
}

static bool read_head(const char *line, size_t n, char id[PT_ID]) {
    size_t m = sizeof mark - 1;
    if (n <= m || n - m >= PT_ID || memcmp(line, mark, m) != 0) return false;
    table_copy_word((pt_word){line + m, n - m}, id, PT_ID);
    return true;
}

static bool read_event(pt_table *t, const char *line, size_t n, pt_text *why) {
    char text[PT_EVENT_MAX + 24];
    pt_text copy = pt_text_on(text, sizeof text);
    int64_t at;
    pt_putn(&copy, line, n);
    pt_words w = {text};
    if (copy.cut || *line == ' ' || !pt_wish_number(pt_next(&w), INT64_MIN, INT64_MAX, &at) ||
        *w.at != ' ') {
        pt_puts(why, "a line is a time and an event");
        return false;
    }
    swap_chars(text, '\t', '\n');
    return pt_table_read(t, at, w.at + 1, why);
}

bool pt_log_line(pt_table *t, const char *line, pt_text *why) {
    return read_event(t, line, strlen(line), why);
}

bool pt_log_read(pt_table *t, const char *log, const pt_table_bots *bots, int *line,
                 pt_text *why) {
    char id[PT_ID];
    size_t n = strcspn(log, "\n");
    *line = 1;
    if (!log[n] || !read_head(log, n, id)) {
        pt_puts(why, "this is not a table");
        return false;
    }
    pt_table_init(t, id, bots);
    for (log += n + 1; *(log + (n = strcspn(log, "\n"))); log += n + 1) {
        ++*line;
        if (read_event(t, log, n, why)) continue;
        pt_table_done(t);
        return false;
    }
    if (t->game) return true;
    pt_puts(why, "the table was never made");
    pt_table_done(t);
    return false;
}
