/* Fuzzer: no text makes the reader of records crash or hang; a record that replays ends in a
 * possible state; the tidy form of a record is its own tidy form and replays to the same
 * state. */
/* SPDX-License-Identifier: MIT */
#include "core/fair.h"
#include "tests/fuzz.h"

static void tidy_is_stable(const char *text, size_t size, const pt_replay *before) {
    size_t room = 8 * size + 4096; /* options are written out, so that it may be longer */
    char *once = malloc(room), *twice = malloc(room);
    pt_text first = pt_text_on(once, room), second = pt_text_on(twice, room);
    PT_TEXT(why, 512);
    int line = 0;
    pt_replay r;
    PROMISE(!pt_tidy_record(text, &first, &line, &why), "judged but not tidied: %s", why.at);
    PROMISE(!first.cut, "the tidy form is much longer");
    PROMISE(!pt_tidy_record(once, &second, &line, &why), "tidied once only: %d: %s", line,
            why.at);
    PROMISE(strcmp(once, twice) == 0, "tidied twice, two forms");
    PROMISE(!pt_replay_all(&r, once, &why), "the tidy form is refused: %s", why.at);
    PROMISE(memcmp(r.state, before->state, sizeof r.state) == 0 && r.moves == before->moves,
            "the tidy form is another game");
    free(once);
    free(twice);
}

/* A draw of this record's own seed prints and reads back. */
static void draw(const pt_replay *r) {
    static const pt_chance list[] = {{.move = 1, .weight = 3}, {.move = 2, .weight = 5}};
    pt_fair f;
    pt_lot back;
    int line;
    PT_TEXT(text, 100);
    if (pt_fair_open(&f, &r->head, &line, NULL)) return;
    PROMISE(pt_fair_ticket(&f, 1, 8) < 8, "a ticket");
    pt_lot lot = pt_fair_draw(&f, list, 2);
    pt_write_lot(&lot, &text); /* " {%draw 1 2/8 0..2}" */
    PROMISE(pt_read_lot((pt_word){text.at + 8, text.used - 9}, &back), "'%s'", text.at);
    PROMISE(back.ticket == lot.ticket && back.from == lot.from && back.to == lot.to, "a lot");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 16) return 0;
    char *text = fuzz_text(data, size);
    PT_TEXT(why, 1024);
    pt_replay r;
    uint8_t place[PT_SEATS];
    if (!pt_replay_all(&r, text, &why)) {
        PROMISE(!r.head.game->audit(r.state, &why), "judged, but: %s", why.at);
        pt_replay_places(&r, place);
        tidy_is_stable(text, size, &r);
        draw(&r);
    } else {
        PROMISE(why.used > 0 && r.line > 0, "refused without a word or a line");
    }
    pt_clear(&why);
    if (pt_fair_verify(&r, text, &why))
        PROMISE(why.used > 0 && r.line > 0, "not verified, without a word or a line");
    free(text);
    return 0;
}
