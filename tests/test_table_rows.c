/* The law of the table in rows: what cannot happen in each phase, how long a clock may be, who
 * is left of a team, what a log and a record have to be. */
/* SPDX-License-Identifier: MIT */
#include "table/log.h"
#include "tests/desk.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

typedef struct refusal_row {
    const char *text, *words;
} refusal_row;

/* Each event is rejected with these words and changes nothing. */
static void cannot_happen(pt_table *t, const refusal_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        PT_TEXT(why, 200);
        const pt_table_core was = t->core;
        cr_assert_not(pt_table_read(t, 2000000, rows[i].text, &why), "'%s'", rows[i].text);
        cr_assert_str_eq(why.at, rows[i].words, "'%s': %s", rows[i].text, why.at);
        cr_assert_eq(memcmp(&was, &t->core, sizeof was), 0, "'%s'", rows[i].text);
    }
}

/* The same for the seats that no text can name. */
static void no_such_seat(pt_table *t, pt_event_kind kind, int seat, const char *words) {
    PT_TEXT(why, 200);
    const pt_event e = {.kind = kind, .seat = seat, .at = 2000000, .move = 1, .amount = 1};
    const pt_table_core was = t->core;
    cr_assert_not(pt_table_fold(t, &e, &why), "%s %d", pt_event_name(kind), seat);
    cr_assert_str_eq(why.at, words, "%s %d: %s", pt_event_name(kind), seat, why.at);
    cr_assert_eq(memcmp(&was, &t->core, sizeof was), 0, "%s %d", pt_event_name(kind), seat);
}

#define CREATE                                                                                 \
    "create\ngame mytikas\nrules 1\nseats 3\nclock none 0 0 0\naccess open\nwatch 1\n"         \
    "grace 0\nowner ann\nseed "                                                                \
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"

Test(fold_rows, before_the_game) {
    desk d;
    pt_wish w = desk_wish("mytikas", 3);
    desk_open(&d, "trows");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual"); /* the third seat is free */
    static const refusal_row rows[] = {
        {CREATE, "a table is created once"},
        {"sit 3 p - X", "no such seat now"},
        {"bot 3 casual", "no such seat now"},
        {"leave 3", "no such seat now"},
        {"ready 3 yes", "no such seat now"},
        {"ready 1 yes", "nobody sits there"},
        {"ready 2 no", "nobody sits there"},
        {"join 1 p X", "no room there"},
        {"join 2 p X", "no room there"},
        {"join 3 p X", "no such seat now"},
        {"quit 0 ann X", "they are not in a team there"},
        {"quit 2 ann X", "they are not in a team there"},
        {"quit 3 ann X", "no such seat now"},
        {"standin 0 casual", "no such seat now"},
        {"back 0", "no such seat now"},
        {"resign 0 player", "no such seat now"},
        {"start", "a seat is free"},
        {"move 0 - - done", "no such move now"},
        {"luck 1 0 3 0 1 first 1", "no such move now"},
        {"past 3 done", "no such seat"},
        {"past 4 done", "no such seat"},
        {"past 0 done", "R1.4: first a lot has to be drawn"},
        {"undo 0 free", "there is nothing to take back"},
        {"over stopped", "no game is being played"},
        {"over played", "no game is being played"},
        {"rematch t2", "the game is not over"},
        {"pause 0", "there is nothing to pause"},
        {"resume 0", "the game is not paused"},
        {"credit -1", "no such time"},
        {"credit 1099511627777", "no such time"},
        {"hint 3", "no such seat"},
        {"chat 3 0  x", "no such seat"},
    };
    cannot_happen(&d.t, rows, ROWS(rows));
    static const pt_event_kind seated[] = {PT_SAT,    PT_SEATED_BOT, PT_LEFT,
                                           PT_JOINED, PT_READIED,    PT_QUIT};
    for (size_t i = 0; i < ROWS(seated); i++)
        no_such_seat(&d.t, seated[i], -1, "no such seat now");
    const pt_event nothing = {.kind = PT_PAST, .seat = 0, .at = 7};
    cr_assert_not(pt_table_fold(&d.t, &nothing, NULL));
    static const int64_t times[] = {0, -1, PT_TIME_MOST + 1};
    for (size_t i = 0; i < ROWS(times); i++) {
        PT_TEXT(why, 100);
        cr_assert_not(pt_table_read(&d.t, times[i], "chat - 0  x", &why));
        cr_assert_str_eq(why.at, "no such time");
    }
    cr_assert(pt_table_read(&d.t, PT_TIME_MOST, "credit 1099511627776", NULL));
    cr_assert_eq(d.t.core.began, 0, "no game has begun");
    desk_close(&d);
}

/* Every seat must be taken, the first and the last too. */
Test(fold_rows, no_game_begins_with_a_free_seat) {
    for (int free = 0; free < 3; free++) {
        pt_table t;
        PT_TEXT(why, 100);
        pt_table_init(&t, "tfree", &desk_bots);
        cr_assert(pt_table_read(&t, 1, CREATE, &why), "%s", why.at);
        for (int i = 0; i < 3; i++) {
            PT_TEXT(sit, 40);
            pt_put(&sit, "sit %d p%d - P", i, i);
            if (i != free) cr_assert(pt_table_read(&t, 2, sit.at, NULL));
        }
        cr_assert_not(pt_table_read(&t, 3, "start", &why));
        cr_assert_str_eq(why.at, "a seat is free");
        pt_table_done(&t);
    }
}

/* Between the start and the first draw luck is asked, and nobody. */
Test(fold_rows, before_the_first_draw) {
    pt_table t;
    pt_table_init(&t, "tluck", &desk_bots);
    static const char *const events[] = {CREATE, "sit 0 ann - Ann", "sit 1 bob - Bob",
                                         "bot 2 casual Zoe", "start"};
    for (size_t i = 0; i < ROWS(events); i++)
        cr_assert(pt_table_read(&t, 1000 + (int64_t)i, events[i], NULL), "%s", events[i]);
    static const refusal_row rows[] = {
        {"start", "the game has begun"},
        {"pause 0", "there is nothing to pause"},
        {"over played", "the game is not over"},
        {"past * first 1", "no such move"},
        {"move 0 - - done", "R1.4: first a lot has to be drawn"},
        {"standin 2 casual", "nobody sits there"},
        {"back 2", "nobody sits there"},
        {"resign 2 clock", "nobody sits there"},
        {"ready 0 yes", "no such seat now"},
        {"undo 1 free", "there is nothing to take back"},
    };
    cannot_happen(&t, rows, ROWS(rows));
    cr_assert_eq(t.core.started, 5u);
    cr_assert_eq(pt_table_due(&t), 1, "luck is due at once");
    cr_assert(pt_table_read(&t, 2000, "undo 0 turn", NULL), "nothing is taken back");
    cr_assert_eq(t.core.undone, 6u);
    pt_table_done(&t);
}

Test(fold_rows, in_the_game_in_a_pause_and_after_it) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "trows");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    static const refusal_row playing[] = {
        {"move 2 - - done", "no such seat"},
        {"move 4 - - done", "no such seat"},
        {"pause 2", "no such seat"},
        {"pause 4", "no such seat"},
        {"resume 0", "the game is not paused"},
        {"rematch t2", "the game is not over"},
        {"over played", "the game is not over"},
        {"undo -1 turn", "there is nothing to take back"},
        {"join 0 p X", "no such seat now"},
    };
    cannot_happen(&d.t, playing, ROWS(playing));
    no_such_seat(&d.t, PT_MOVED, -1, "no such seat");
    no_such_seat(&d.t, PT_PAUSED, -1, "no such seat");
    no_such_seat(&d.t, PT_STOOD_IN, -1, "no such seat now");
    const pt_event empty = {.kind = PT_MOVED, .seat = 0, .at = 7};
    cr_assert_not(pt_table_fold(&d.t, &empty, NULL), "no move");
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED);
    static const refusal_row paused[] = {
        {"pause 0", "there is nothing to pause"},
        {"resume 2", "no such seat"},
        {"resume 4", "no such seat"},
        {"undo 0 turn", "there is nothing to take back"},
        {"move 0 - - fav Z", "no such move now"},
    };
    cannot_happen(&d.t, paused, ROWS(paused));
    no_such_seat(&d.t, PT_RESUMED, -1, "no such seat");
    int64_t began = d.t.core.began;
    d.sink = (pt_sink){0}; /* from here on events come by two ways */
    cr_assert(pt_table_read(&d.t, d.now - 5, "resume 0", NULL), "a clock that was put back");
    cr_assert_eq(d.t.core.began, began);
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
    static const refusal_row over[] = {
        {"over stopped", "no game is being played"},
        {"over abandoned", "no game is being played"},
        {"pause 0", "there is nothing to pause"},
        {"undo 0 turn", "there is nothing to take back"},
        {"move 0 - - fav Z", "no such move now"},
        {"standin 0 casual", "no such seat now"},
        {"resume 0", "the game is not paused"},
        {"past 0 fav Z", "no such move"},
    };
    cannot_happen(&d.t, over, ROWS(over));
    cr_assert(pt_table_read(&d.t, d.now, "credit 500", NULL));
    cr_assert_eq(d.t.core.began, began, "a game that is over lasts no longer");
    desk_close(&d);
}

/* --- teams --- */

/* Whoever joined last takes the place of the one who goes, with their own wait. */
Test(team_rows, who_is_left_when_one_goes) {
    static const struct {
        const char *goes, *first, *mate;
        int64_t wait[3];
    } rows[] = {
        {"ann", "cid", "bob", {30, 20, 0}},
        {"bob", "ann", "cid", {10, 30, 0}},
        {"cid", "ann", "bob", {10, 20, 0}},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        desk d;
        pt_wish w;
        desk_two_teams(&d, &w);
        cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "cid", 0, ""), PT_GRANTED);
        cr_assert_eq(pt_seat_people(&d.t.core.seat[0]), 3);
        static const refusal_row full[] = {{"join 0 dot Dot", "no room there"},
                                           {"quit 0 dot Dot", "they are not in a team there"}};
        cannot_happen(&d.t, full, ROWS(full));
        for (int k = 0; k < 3; k++) d.t.now.locked[0][k] = 10 * (k + 1);
        d.t.now.mover[0] = 2;
        d.t.now.mover[1] = 1;
        cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, rows[i].goes, 0, ""), PT_GRANTED);
        const pt_seat *s = &d.t.core.seat[0];
        cr_assert_eq(pt_seat_people(s), 2);
        cr_assert_str_eq(s->person, rows[i].first);
        cr_assert_str_eq(s->name, rows[i].first);
        cr_assert_str_eq(s->mate[0].person, rows[i].mate);
        cr_assert_str_eq(s->mate[0].name, rows[i].mate);
        cr_assert_eq(s->mate[1].person[0] | s->mate[1].name[0], 0);
        for (int k = 0; k < 3; k++) cr_assert_eq(d.t.now.locked[0][k], rows[i].wait[k]);
        cr_assert_eq(d.t.now.mover[0], 0);
        cr_assert_eq(d.t.now.mover[1], 1);
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

/* Whoever comes has not been asked whether the game may begin. */
Test(team_rows, who_joins_ends_the_readiness) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    pt_request r = desk_request(&d, PT_ASK_READY, "ann", 0);
    r.yes = true;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_eq(d.t.core.seat[0].ready, 1);
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "cid", 0, ""), PT_GRANTED);
    cr_assert_eq(d.t.core.seat[0].ready, 0);
    desk_close(&d);
}

/* --- wishes --- */

Test(wish_rows, how_long_a_clock_may_be) {
    const int64_t day = PT_DAY_MS, most = PT_CLOCK_DAYS * day;
    const struct {
        pt_clock kind;
        int64_t ms, increment;
        bool loses, fine;
        uint32_t grace;
    } rows[] = {
        {PT_CLOCK_BANK, 1000, 0, true, true, 60},
        {PT_CLOCK_BANK, 999, 0, true, false, 60},
        {PT_CLOCK_MOVE, 1000, 0, false, true, 60},
        {PT_CLOCK_MOVE, day - 1, 0, false, true, 60},
        {PT_CLOCK_MOVE, day, 0, true, true, 0},
        {PT_CLOCK_BANK, most, day, false, true, 0},
        {PT_CLOCK_BANK, most + 1, 0, false, false, 60},
        {PT_CLOCK_BANK, 5000, day + 1, false, false, 60},
        {PT_CLOCK_BANK, 5000, -1, false, false, 60},
        {PT_CLOCK_NONE, -7, -7, true, true, 60},
        {PT_CLOCK_NONE, 2 * day, 5, false, true, 60},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        pt_wish w = desk_wish("mytikas", 2), was;
        w.grace_s = 60;
        w.clock = PT_CLOCK_MOVE;
        w.clock_ms = 7;
        w.clock_inc = 8;
        was = w;
        bool none = rows[i].kind == PT_CLOCK_NONE;
        cr_assert_eq(
            pt_wish_clock(&w, rows[i].kind, rows[i].ms, rows[i].increment, rows[i].loses),
            rows[i].fine, "row %zu", i);
        cr_assert_eq(w.grace_s, rows[i].grace, "row %zu", i);
        if (!rows[i].fine) {
            cr_assert_eq(memcmp(&w, &was, sizeof w), 0, "row %zu", i);
            continue;
        }
        cr_assert_eq(w.clock, rows[i].kind);
        cr_assert_eq(w.clock_ms, none ? 0 : rows[i].ms);
        cr_assert_eq(w.clock_inc, none ? 0 : rows[i].increment);
        cr_assert_eq(w.flag_loses, !none && rows[i].loses);
    }
}

/* A key is kept where it opens something. */
Test(wish_rows, a_key_is_for_links_and_private_tables) {
    for (uint8_t access = PT_ACCESS_OPEN; access <= PT_ACCESS_LOCAL; access++) {
        desk d;
        pt_wish w = desk_wish("mytikas", 2);
        w.access = access;
        memcpy(w.key, "secret", 7);
        desk_open(&d, "tkey");
        desk_make(&d, &w, NULL);
        bool opens = access == PT_ACCESS_LINK || access == PT_ACCESS_PRIVATE;
        cr_assert_str_eq(d.t.core.key, opens ? "secret" : "");
        cr_assert_eq(strstr(d.log.text[0], "secret") != NULL, opens);
        desk_close(&d);
    }
}

/* --- logs --- */

Test(log_rows, what_is_no_table_is_rejected_with_words) {
    static const refusal_row rows[] = {
        {"", "this is not a table"},
        {"petteia-table 1 t", "this is not a table"},
        {"petteia-table 1 \n", "this is not a table"},
        {"petteia-table 2 tid\n", "this is not a table"},
        {"petteia-table 1 abcdefghijklmnopqrstuvwx\n", "this is not a table"},
        {"petteia-table 1 abcdefghijklmnopqrstuvw\n", "the table was never made"},
        {"petteia-table 1 t\n", "the table was never made"},
        {"petteia-table 1 t\nx start\n", "a line is a time and an event"},
        {"petteia-table 1 t\n 5 start\n", "a line is a time and an event"},
        {"petteia-table 1 t\n5\tstart\n", "a line is a time and an event"},
        {"petteia-table 1 t\n5\n", "a line is a time and an event"},
        {"petteia-table 1 t\n5 start\n", "a table begins with create"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        pt_table t = {0};
        PT_TEXT(why, 100);
        int line = 0;
        cr_assert_not(pt_log_read(&t, rows[i].text, &desk_bots, &line, &why));
        cr_assert_str_eq(why.at, rows[i].words, "'%s': %s", rows[i].text, why.at);
        cr_assert_eq(line, strchr(why.at, 'e') && strstr(rows[i].text, "\n") &&
                                   strlen(strchr(rows[i].text, '\n')) > 1
                               ? 2
                               : 1);
    }
    static char text[2048];
    memset(text, 'x', sizeof text - 1);
    memcpy(text, "5 chat - 0  ", 12);
    pt_table t;
    PT_TEXT(why, 100);
    pt_table_init(&t, "tlong", NULL);
    cr_assert_not(pt_log_line(&t, text, &why));
    cr_assert_str_eq(why.at, "a line is a time and an event");
    pt_table_done(&t);
}

/* --- records --- */

Test(record_rows, what_a_table_cannot_play_on_from) {
    desk d;
    static char record[1 << 15];
    pt_wish w = desk_wish("mytikas", 2), three = desk_wish("mytikas", 3), two = w;
    desk_option(&two, "cards=two");
    desk_open(&d, "trec");
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 9; i++) desk_play(&d, i);
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    const struct {
        const pt_wish *wish;
        uint32_t moves;
        const char *words; /* NULL: it can */
    } rows[] = {
        {&w, 0, NULL},
        {&w, d.t.core.steps, NULL},
        {&w, d.t.core.steps + 1, "the record has"},
        {&three, 2, "the record is of another game, or has other players or options"},
        {&two, 2, "the record is of another game, or has other players or options"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        pt_table t;
        PT_TEXT(why, 200);
        const pt_wish_seat nobody[PT_SEATS] = {0};
        pt_table_init(&t, "ton", &desk_bots);
        bool fine = pt_table_make(&t, rows[i].wish, nobody, record, rows[i].moves, d.now,
                                  &(pt_sink){0}, &why);
        cr_assert_eq(fine, !rows[i].words, "row %zu: %s", i, why.at);
        cr_assert_eq(why.used != 0, !fine, "row %zu: %s", i, why.at);
        if (!fine) cr_assert(strstr(why.at, rows[i].words), "%s", why.at);
        cr_assert_eq(t.core.number, fine ? 1 + rows[i].moves : 0);
        uint32_t draws = 0;
        for (uint32_t k = 0; k < t.core.steps; k++) draws += t.step[k].seat < 0;
        cr_assert_eq(t.core.draws, draws);
        cr_assert_eq(t.core.unrated, t.core.steps > 0);
        pt_table_done(&t);
    }
    desk_close(&d);
}

/* The end of a finished game is nothing to play on from. */
Test(record_rows, a_game_that_is_over_is_over) {
    desk d;
    static char record[1 << 17];
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tend");
    desk_start(&d, &w);
    for (uint32_t i = 0; pt_table_owes(&d.t); i++) desk_play(&d, i * 7);
    cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    cr_assert_not(text.cut);
    PT_TEXT(why, 200);
    cr_assert_not(pt_wish_record(&w, record, d.t.core.steps, &why));
    cr_assert_str_eq(why.at, "the game is over at that move");
    cr_assert(pt_wish_record(&w, record, d.t.core.steps - 1, NULL));
    desk_close(&d);
}
