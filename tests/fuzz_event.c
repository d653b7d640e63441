/* Fuzzer: no text makes the reader of events crash; what it reads prints and reads back to the
 * same text; a log of any lines folds or is refused, and a refusal changes nothing. Events are
 * separated by a line "--", because a create event has several lines. */
/* SPDX-License-Identifier: MIT */
#include "table/table.h"
#include "tests/fuzz.h"

static void round_trip(const char *text, const pt_game *g) {
    PT_TEXT(once, 2 * PT_EVENT_MAX);
    PT_TEXT(twice, 2 * PT_EVENT_MAX);
    pt_event e, back;
    if (!pt_event_parse(text, g, &e, NULL)) return;
    const pt_game *game = e.kind == PT_CREATED ? e.wish.game : g;
    pt_event_print(&e, game, &once);
    if (once.cut) return;
    const char *name = pt_event_name(e.kind);
    PROMISE(strncmp(once.at, name, strlen(name)) == 0, "'%s' is %s", once.at, name);
    PROMISE(pt_event_how(&e) && pt_event_is_quiet(e.kind) <= 1, "how");
    PROMISE(pt_event_parse(once.at, g, &back, NULL), "cannot read '%s'", once.at);
    pt_event_print(&back, game, &twice);
    PROMISE(strcmp(once.at, twice.at) == 0, "'%s' became '%s'", once.at, twice.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 14) return 0;
    char *text = fuzz_text(data, size);
    pt_table t;
    int64_t at = 1000;
    pt_table_init(&t, "tfuzz", NULL);
    for (char *event = text, *next; event; event = next) {
        next = strstr(event, "\n--\n");
        if (next) {
            *next = 0;
            next += 4;
        }
        round_trip(event, t.game);
        pt_table_core was = t.core;
        at += 250;
        if (!pt_table_read(&t, at, event, NULL))
            PROMISE(memcmp(&was, &t.core, sizeof was) == 0, "refused, but changed: %s", event);
        else
            PROMISE(t.core.number == was.number + 1, "no number");
        (void)pt_table_due(&t);
    }
    pt_table_done(&t);
    free(text);
    return 0;
}
