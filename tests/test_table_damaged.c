/* Events that were damaged in small ways are read, or rejected, as they always were. */
/* SPDX-License-Identifier: MIT */
#include "table/event.h"
#include "tests/damage.h"

static const char *const events[] = {
    "create\ngame myst\nrules 1\nseats 2\noption pmode=rt\noption lock_ms=700\n"
    "clock bank 5184000000 86400000 1\naccess private\nwatch 0\ngrace 10\nowner p7\nkey abc\n"
    "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n",
    "sit 0 p7 - Ada Lovelace",
    "join 1 p9 Cy",
    "bot 1 casual Kleon",
    "ready 1 no",
    "resign 0 clock",
    "past * young y",
    "move 1 m1 bot place k4",
    "luck 3 17 72 16 17 deal y R4",
    "undo 12 agreed",
    "credit 12345678901",
    "over stopped",
    "chat - 12 Ada Lovelace hello",
};

Test(damaged, events) {
    char copy[1 << 10];
    pt_rng rng = {6};
    const pt_game *g = pt_game_named("myst");
    sum = pt_sha256_begin();
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        for (int k = 0; k < (i ? 150 : 700); k++) {
            pt_event e;
            PT_TEXT(why, 300);
            PT_TEXT(out, PT_EVENT_MAX);
            damage(events[i], " 0123456789-*\nabp\t=", &rng, copy, sizeof copy);
            bool fine = pt_event_parse(copy, k % 9 ? g : NULL, &e, &why);
            if (fine) pt_event_print(&e, e.kind == PT_CREATED ? e.wish.game : g, &out);
            found("'%s' %d %d '%s'", copy, fine, why.used > 0, out.at);
        }
    expect_sum("de1d41ecab60965f9f0534625f5747226f4dc5133e08644614e32b7703547288");
}
