/* Fuzzer: a table as one text (table/log.h) and as bytes (a snapshot). No text and no bytes
 * make the readers crash; a table that was read is the same after it went through either form.
 */
/* SPDX-License-Identifier: MIT */
#include "table/log.h"
#include "tests/fuzz.h"

static void through_a_snapshot(const pt_table *t) {
    size_t n;
    pt_table back;
    void *bytes = pt_table_snapshot(t, &n);
    if (!bytes) abort();
    pt_table_init(&back, t->core.id, NULL);
    PROMISE(pt_table_from_snapshot(&back, bytes, n), "a snapshot that cannot be read");
    PROMISE(memcmp(&back.core, &t->core, sizeof back.core) == 0, "another table");
    pt_table_done(&back);
    pt_table_init(&back, t->core.id, NULL);
    PROMISE(!pt_table_from_snapshot(&back, bytes, n - 1), "a short snapshot");
    ((char *)bytes)[8] ^= 1; /* of another version */
    PROMISE(!pt_table_from_snapshot(&back, bytes, n), "a foreign snapshot");
    ((char *)bytes)[8] ^= 1;
    pt_table_done(&back);
    free(bytes);
}

/* The line of each event, as this program prints it, folds to the same table. */
static void through_lines(const char *log, const pt_table *t) {
    static char printed[1 << 17];
    pt_text out = pt_text_on(printed, sizeof printed);
    pt_table again;
    int line;
    pt_table_init(&again, t->core.id, NULL);
    pt_log_start(t->core.id, &out);
    for (const char *at = strchr(log, '\n') + 1, *end; (end = strchr(at, '\n')); at = end + 1) {
        PT_TEXT(text, PT_EVENT_MAX + 24);
        pt_event e;
        pt_putn(&text, at, (size_t)(end - at));
        const char *body = strchr(text.at, ' ') + 1;
        PT_TEXT(event, PT_EVENT_MAX + 24);
        for (; *body; body++) pt_putc(&event, *body == '\t' ? '\n' : *body);
        PROMISE(pt_event_parse(event.at, t->game, &e, NULL), "folded, but: %s", event.at);
        PROMISE(pt_log_line(&again, text.at, NULL), "folded once only: %s", text.at);
        e.number = again.core.number;
        e.at = again.core.changed;
        pt_log_event(&e, t->game, &out);
    }
    PROMISE(again.core.number == t->core.number, "%u events", again.core.number);
    pt_table_done(&again);
    if (out.cut) return;
    PROMISE(pt_log_read(&again, printed, NULL, &line, NULL), "printed, line %d", line);
    PROMISE(again.core.number == t->core.number, "%u events printed", again.core.number);
    pt_table_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 15) return 0;
    char *text = fuzz_text(data, size);
    pt_table t;
    PT_TEXT(why, 400);
    int line = 0;
    pt_table_init(&t, "tfuzz", NULL);
    (void)pt_table_from_snapshot(&t, text, size);
    pt_table_done(&t);
    if (pt_log_read(&t, text, NULL, &line, &why)) {
        through_a_snapshot(&t);
        through_lines(text, &t);
        pt_table_done(&t);
    } else {
        PROMISE(why.used > 0 && line > 0, "refused without a word or a line");
    }
    free(text);
    return 0;
}
