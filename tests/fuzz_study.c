/* Fuzzer: a study as lines (study/event.h). No text makes the reader crash; a line that can be
 * read prints as it was; one that is refused leaves what is told of the study as it was; and
 * whatever was folded can be told, and leaves as records and lessons. */
/* SPDX-License-Identifier: MIT */
#include "study/event.h"
#include "study/tell.h"
#include "tests/fuzz.h"

enum { MOST_LINES = 200, OUT = 1 << 20 };

static pt_study_event e;
static char before[OUT], after[OUT];

static const char *name_of(const void *who, int number) {
    (void)who;
    return number ? "Theo" : "Ana";
}

/* All that anybody can see of it. */
static void tell(const pt_study *s, char *out) {
    pt_text text = pt_text_on(out, OUT);
    pt_json j = pt_json_on(&text);
    pt_open(&j, '{');
    if (s->game) {
        pt_study_tell(&j, s);
        pt_study_tell_changes(&j, s, 1);
    }
    pt_close(&j, '}');
}

static void read_line(pt_study *s, const char *line) {
    static char printed[PT_STUDY_LINE];
    pt_text out = pt_text_on(printed, sizeof printed);
    PT_TEXT(why, 512);
    if (!pt_study_parse(s, line, &e, &why)) {
        PROMISE(why.used, "no words");
        return;
    }
    tell(s, before);
    if (pt_study_fold(s, &e, &why)) {
        pt_study_print(s, &e, &out);
        pt_study_event again;
        PROMISE(!out.cut && pt_study_parse(s, printed, &again, NULL), "%s\nbecame %s", line,
                printed);
        PROMISE(again.kind == e.kind && strcmp(again.text, e.text) == 0, "%s\nbecame %s", line,
                printed);
    } else {
        tell(s, after);
        PROMISE(why.used && strcmp(before, after) == 0, "refused: %s", line);
    }
}

static void take_along(pt_study *s) {
    pt_text out;
    for (int i = 1; s->game && i <= s->nodes; i++) {
        if (!pt_study_lives(s, i)) continue;
        out = pt_text_on(after, OUT);
        pt_study_record(s, i, name_of, NULL, &out);
        PROMISE(out.used, "no record of %d", i);
        out = pt_text_on(after, OUT);
        if (pt_study_is_root(s, i)) pt_study_lesson(s, i, &out);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 14) return 0;
    char *text = fuzz_text(data, size);
    pt_study *s = pt_study_new();
    int lines = 0;
    for (char *at = text, *end; s && *at && lines < MOST_LINES; at = end + 1, lines++) {
        end = strchr(at, '\n');
        if (!end) break;
        *end = 0;
        read_line(s, at);
    }
    if (s) take_along(s);
    pt_study_free(s);
    free(text);
    return 0;
}
