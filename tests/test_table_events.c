/* Events as text, tables from texts, snapshots. */
/* SPDX-License-Identifier: MIT */
#include "table/log.h"
#include "tests/desk.h"

/* --- texts --- */

#define MYST "create\ngame myst\nrules 1\nseats 2\n"
#define REST "access open\nwatch 1\ngrace 300\nowner p7\n"
#define SEED "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"

/* As databases have them; one line is one event. */
static const char *const texts[] = {
    MYST "clock none 0 0 0\n" REST SEED,
    MYST
    "option pmode=rt\noption lock_ms=700\nclock bank 5184000000 86400000 1\naccess private\n"
    "watch 0\ngrace 0\nowner p7\nkey abcdefghijkmnpqrs\n" SEED,
    "sit 0 p7 - Ada Lovelace",
    "sit 1 p8 00ff Bo",
    "join 1 p9 Cy",
    "quit 1 p9 Cy",
    "bot 1 casual",
    "leave 0",
    "standin 1 casual",
    "back 1",
    "resign 0 player",
    "resign 0 clock",
    "past * young y",
    "past 0 choose R",
    "bot 1 casual Kleon",
    "ready 0 yes",
    "ready 1 no",
    "start",
    "move 0 - - choose R",
    "move 0 m1 - choose R",
    "move 1 - bot place k4",
    "move 1 - clock wait",
    "move 1 - guard place a1",
    "move 1 - prepared place a1",
    "extend 0 1 86400000",
    "rest 1 1700000000000",
    "luck 3 17 72 16 17 deal y R4",
    "luck 1 2147483646 2147483647 0 2147483646 young b",
    "undo 12 free",
    "undo 12 turn",
    "undo 12 agreed",
    "credit 12345678901",
    "over played",
    "over stopped",
    "rematch tabcdefgh2345",
    "hint 0",
    "pause 0",
    "resume 1",
    "chat 0 3 Ada well played",
    "chat - 12 Ada Lovelace hello",
    "chat - 0  hello",
};
enum { TEXTS = sizeof texts / sizeof *texts };

Test(event, every_kind_prints_what_it_was_parsed_from) {
    const pt_game *g = pt_game_named("myst");
    bool met[PT_LOGGED] = {false};
    for (int i = 0; i < TEXTS; i++) {
        pt_event e;
        PT_TEXT(why, 200);
        PT_TEXT(out, PT_EVENT_MAX);
        cr_assert(pt_event_parse(texts[i], g, &e, &why), "'%s': %s", texts[i], why.at);
        pt_event_print(&e, g, &out);
        cr_assert_str_eq(out.at, texts[i]);
        met[e.kind] = true;
    }
    for (int kind = 0; kind < PT_LOGGED; kind++)
        cr_assert(met[kind], "no text of '%s'", pt_event_name((pt_event_kind)kind));
}

Test(event, what_is_read_is_what_is_meant) {
    const pt_game *g = pt_game_named("myst");
    pt_event e;
    cr_assert(pt_event_parse("chat - 12 Ada Lovelace hello  you", g, &e, NULL));
    cr_assert(e.seat == -1 && pt_is(e.name, "Ada Lovelace") && pt_is(e.text, "hello  you"));
    cr_assert(pt_event_parse("sit  1   p8 - Bo  B", g, &e, NULL), "blanks are one");
    cr_assert(e.seat == 1 && pt_is(e.person, "p8") && !e.word.length && pt_is(e.name, "Bo  B"));
    cr_assert(pt_event_parse("move 1 m7 guard place k4", g, &e, NULL));
    cr_assert(e.how == PT_BY_GUARD && pt_is(e.word, "m7") && pt_verb_of(e.move) != 0);
    cr_assert(pt_event_parse(MYST "future 7\nclock move 1000 0 0\n" REST SEED, NULL, &e, NULL));
    cr_assert(e.wish.game == g && e.wish.clock == PT_CLOCK_MOVE && e.wish.seed[31] == 31);
}

Test(event, what_is_no_event_is_refused_with_words) {
    static const char *const bad[] = {
        "",
        "sing 0",
        "sit",
        "sit 5 p -",
        "sit 9 p - x",
        "leave",
        "leave -1",
        "leave 0 x",
        "move 0 - - fly",
        "move 0 - me choose R",
        "move 0 - -",
        "luck 1 2 3 4",
        "undo x free",
        "undo 3 maybe",
        "credit",
        "over",
        "start now",
        "chat 0 9 Ada",
        "undo-asked",
        "create\nseats 2\n",
        "create",
        MYST "seed x",
        "past 7 wait",
        "credit 99999999999999999999",
    };
    const pt_game *g = pt_game_named("myst");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pt_event e;
        PT_TEXT(why, 200);
        cr_assert_not(pt_event_parse(bad[i], g, &e, &why), "'%s'", bad[i]);
        cr_assert_gt(why.used, 0u, "'%s'", bad[i]);
    }
}

Test(event, the_options_of_every_game_come_back) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        for (int k = 0; k < 8; k++) {
            pt_event e = {.kind = PT_CREATED, .wish = desk_wish(g->name, g->max_seats)}, back;
            for (int o = 0; o < g->option_count; o++) {
                int span = g->options[o].max - g->options[o].min + 1;
                e.wish.config.option[o] = (int16_t)(g->options[o].min + k * 7 % span);
            }
            PT_TEXT(text, PT_EVENT_MAX);
            PT_TEXT(why, 200);
            pt_event_print(&e, g, &text);
            cr_assert(pt_event_parse(text.at, NULL, &back, &why), "%s: %s", g->name, why.at);
            cr_assert_eq(memcmp(back.wish.config.option, e.wish.config.option,
                                sizeof e.wish.config.option),
                         0);
        }
    }
}

/* --- folding --- */

Test(fold, a_log_read_again_is_the_same_table_in_every_game) {
    for (int i = 0; pt_games[i]; i++) {
        desk d;
        pt_wish w = desk_wish(pt_games[i]->name, pt_games[i]->max_seats);
        desk_open(&d, "tfold");
        w.clock = PT_CLOCK_BANK;
        w.clock_ms = 600000;
        w.clock_inc = 3000;
        desk_start(&d, &w);
        for (uint32_t k = 0; k < 120 && pt_table_owes(&d.t); k++) {
            d.now += 700;
            desk_play(&d, k * 13);
            if (k % 17 == 16) desk_ask(&d, PT_ASK_UNDO, d.t.core.seat[0].person, 0, "");
        }
        desk_same(&d.t, &d.log);
        desk_verify(&d.t);
        desk_close(&d);
    }
}

Test(fold, what_cannot_happen_is_refused_and_changes_nothing) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "twrong");
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 20; i++) desk_play(&d, i);
    static const char *const wrong[] = {
        MYST "clock none 0 0 0\n" REST SEED,
        "sit 0 p1 - X",
        "sit 4 p1 - X",
        "join 0 p1 X",
        "quit 0 ann X",
        "bot 1 casual",
        "leave 0",
        "start",
        "undo 999 free",
        "undo -1 free",
        "over played",
        "rematch t2",
        "hint 4",
        "chat 3 0  x",
        "standin 3 casual",
        "move 3 - - done",
        "luck 1 0 1 0 0 deal",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pt_table_core was = d.t.core;
        cr_assert_not(pt_table_read(&d.t, 9, wrong[i], NULL), "'%s'", wrong[i]);
        cr_assert_eq(memcmp(&was, &d.t.core, sizeof was), 0, "'%s'", wrong[i]);
    }
    desk_close(&d);
}

Test(fold, a_table_begins_with_create) {
    pt_table t;
    PT_TEXT(why, 100);
    pt_table_init(&t, "tnone", NULL);
    cr_assert_not(pt_table_read(&t, 1, "sit 0 ann - Ann", &why));
    cr_assert_str_eq(why.at, "a table begins with create");
    cr_assert_not(pt_table_may_see(&t, "ann", ""));
    cr_assert_eq(pt_table_due(&t), 0);
    pt_table_done(&t);
}

/* --- a table as one text --- */

static char kept[1 << 16];

static void keep(void *to, const pt_table *t, const pt_event *e) {
    if (e->number) pt_log_event(e, t->game, to);
}

Test(log, a_table_kept_in_a_file_goes_on_where_it_was) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    pt_text file = pt_text_on(kept, sizeof kept);
    pt_table back;
    PT_TEXT(why, 200);
    int line = 0;
    desk_open(&d, "tlog");
    d.sink = (pt_sink){keep, &file};
    pt_log_start("tlog", &file);
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 30; i++) desk_play(&d, i);
    cr_assert_not(file.cut);
    cr_assert(pt_log_read(&back, kept, &desk_bots, &line, &why), "%d: %s", line, why.at);
    cr_assert_eq(memcmp(&back.core, &d.t.core, sizeof back.core), 0);
    pt_table_done(&back);
    kept[file.used - 4] = 0; /* a crash in the middle of the last line */
    cr_assert(pt_log_read(&back, kept, &desk_bots, &line, &why), "%d: %s", line, why.at);
    cr_assert_eq(back.core.number, d.t.core.number - 1);
    pt_table_done(&back);
    /* a time comes first on its line, and nothing before it */
    char *space = strchr(kept, '\n') + 1;
    memmove(space + 1, space, strlen(space) + 1);
    *space = ' ';
    cr_assert_not(pt_log_read(&back, kept, &desk_bots, &line, &why));
    cr_assert_eq(line, 2);
    memmove(space, space + 1, strlen(space));
    strcpy(strchr(kept, '\n') + 1, "7 sit 0 ann - Ann\n");
    cr_assert_not(pt_log_read(&back, kept, &desk_bots, &line, &why));
    cr_assert_eq(line, 2);
    cr_assert_not(pt_log_read(&back, "nonsense\n", &desk_bots, &line, &why));
    cr_assert_not(pt_log_read(&back, "petteia-table 1 t\n", &desk_bots, &line, &why));
    desk_close(&d);
}

/* --- snapshots --- */

Test(snapshot, it_is_the_table_without_what_is_of_the_moment) {
    desk d;
    pt_table back;
    size_t n = 0;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "tsnap");
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 60; i++) desk_play(&d, i);
    pt_request away = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    cr_assert_eq(desk_send(&d, &away), PT_GRANTED);
    void *bytes = pt_table_snapshot(&d.t, &n);
    pt_table_init(&back, "tsnap", &desk_bots);
    cr_assert(pt_table_from_snapshot(&back, bytes, n));
    cr_assert_eq(memcmp(&back.core, &d.t.core, sizeof back.core), 0);
    cr_assert_eq(memcmp(back.step, d.t.step, back.core.steps * sizeof *back.step), 0);
    cr_assert(back.now.away[0] == 0 && d.t.now.away[0] != 0 && back.now.undo_by == -1);
    pt_table_done(&back);
    pt_table_init(&back, "tsnap", &desk_bots);
    cr_assert_not(pt_table_from_snapshot(&back, bytes, n - 1));
    ((char *)bytes)[8] ^= 1; /* the version */
    cr_assert_not(pt_table_from_snapshot(&back, bytes, n));
    cr_assert_eq(back.core.number, 0u);
    free(bytes);
    pt_table_done(&back);
    desk_close(&d);
}
