/* What the record of a table says: results, clocks, names, who gave up. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

static char record[1 << 17];

static const char *record_of(const pt_table *t) {
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(t, &text);
    cr_assert_not(text.cut);
    return record;
}

static void begin(desk *d, const char *game, int seats) {
    pt_wish w = desk_wish(game, seats);
    desk_open(d, "trecord");
    desk_start(d, &w);
}

/* Whoever is to move makes some move, a bot for those who gave up. */
static void play_to_the_end(desk *d) {
    for (uint32_t i = 0; d->t.core.phase == PT_TABLE_PLAYING; i += 7) {
        int seat = desk_mover(d);
        pt_request r = desk_request(d, PT_ASK_BOT_MOVE, "", seat);
        r.move = desk_legal(d, seat, i);
        if (pt_seat_by_bot(&d->t.core.seat[seat]))
            cr_assert_eq(desk_send(d, &r), PT_GRANTED);
        else
            desk_play(d, i);
    }
}

static void result_line(const char *text, char out[80]) {
    const char *at = strstr(text, "[Result ");
    cr_assert(at);
    pt_text line = pt_text_on(out, 80);
    pt_putn(&line, at, strcspn(at, "\n"));
}

/* The host stopped between the last move and the event that ends the game. */
Test(record, a_game_that_was_played_to_its_end_has_a_result_at_once) {
    desk d;
    pt_table t;
    char wanted[80], got[80];
    begin(&d, "mykerinos", 2);
    play_to_the_end(&d);
    cr_assert_str_eq(desk_last(&d), "over played");
    result_line(record_of(&d.t), wanted);
    cr_assert_str_neq(wanted, "[Result \"*\"]");
    cr_assert(strstr(record, "[Seed "));
    pt_table_init(&t, d.t.core.id, &desk_bots);
    for (int i = 0; i < d.log.count - 1; i++) {
        if (i == d.log.count - 2) {
            result_line(record_of(&t), got);
            cr_assert_str_eq(got, "[Result \"*\"]", "before the last move");
        }
        cr_assert(pt_table_read(&t, d.log.at[i], d.log.text[i], NULL));
    }
    cr_assert_eq(t.core.phase, PT_TABLE_PLAYING);
    result_line(record_of(&t), got);
    cr_assert_str_eq(got, wanted);
    cr_assert_null(strstr(record, "[Seed "), "it is not told before the end");
    pt_table_done(&t);
    desk_close(&d);
}

/* Who gave up is named where the game stopped; a game that was played on has its own end. */
Test(record, who_gave_up_is_named_only_where_the_game_stopped) {
    for (int stops = 0; stops < 2; stops++) {
        desk d;
        begin(&d, "mykerinos", 3);
        for (uint32_t i = 0; i < 9; i++) desk_play(&d, i);
        for (int seat = 2; seat >= (stops ? 0 : 1); seat--)
            desk_ask(&d, PT_ASK_RESIGN, desk_people[seat], seat, "");
        if (!stops) play_to_the_end(&d);
        cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
        record_of(&d.t);
        cr_assert_eq(strstr(record, "\n1 resigns\n") != NULL, stops, "%s", record);
        cr_assert_eq(strstr(record, "\n2 resigns\n") != NULL, stops, "%s", record);
        cr_assert_eq(strstr(record, "\n3 resigns\n") != NULL, stops, "%s", record);
        desk_verify(&d.t);
        desk_close(&d);
    }
}

Test(record, every_choice_has_its_clock_and_luck_has_none) {
    static const struct {
        int64_t bank, used;
        const char *clock;
    } rows[] = {
        {10000, 10001, " {%clk 0:00:00}\n"},
        {3600000, 0, " {%clk 1:00:00}\n"},
        {3600000, 1, " {%clk 0:59:59}\n"},
        {60000, 0, " {%clk 0:01:00}\n"},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        desk d;
        pt_wish w = desk_wish("mytikas", 2);
        w.clock = PT_CLOCK_BANK;
        w.clock_ms = rows[row].bank;
        desk_open(&d, "tclock");
        desk_start(&d, &w);
        d.now += rows[row].used;
        desk_play(&d, 0);
        int clocks = 0, moves = 0;
        for (const char *at = record_of(&d.t); (at = strstr(at, "{%clk ")); at++) clocks++;
        cr_assert(strstr(record, rows[row].clock), "%s", record);
        for (uint32_t i = 0; i < d.t.core.steps; i++) moves += d.t.step[i].seat >= 0;
        cr_assert_eq(clocks, moves, "%s", record);
        cr_assert_lt((uint32_t)moves, d.t.core.steps);
        desk_close(&d);
    }
}

/* Names that are longer than a record has room for are cut, and run into nobody else's. */
Test(record, a_long_name_stays_in_its_line) {
    desk d;
    char line[PT_NAME], bot[120];
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tlong");
    desk_make(&d, &w, NULL);
    memset(line, 'n', sizeof line);
    line[PT_NAME - 1] = 0;
    pt_text event = pt_text_on(bot, sizeof bot);
    pt_put(&event, "bot 0 expert %s", line);
    cr_assert(pt_table_read(&d.t, d.now, bot, NULL));
    cr_assert(pt_table_read(&d.t, d.now, "sit 1 bob - Bob", NULL));
    pt_text wanted = pt_text_on(bot, sizeof bot);
    pt_put(&wanted, "[Player1 \"%s\"]\n", line);
    record_of(&d.t);
    cr_assert(strstr(record, bot), "%s", record);
    cr_assert(strstr(record, "[Player2 \"Bob\"]\n"), "%s", record);
    desk_close(&d);
}

/* --- rated --- */

/* Two seats of one person, wherever they are, and a team, wherever it is. */
Test(record, whose_game_is_rated) {
    for (int one = 0; one < PT_SEATS; one++)
        for (int two = 0; two < PT_SEATS; two++) {
            desk d;
            begin(&d, "cyclades", PT_SEATS);
            cr_assert(pt_table_is_rated(&d.t));
            memmove(d.t.core.seat[two].person, d.t.core.seat[one].person, PT_ID);
            cr_assert_eq(pt_table_is_rated(&d.t), one == two, "%d and %d", one, two);
            strcpy(d.t.core.seat[two].person, desk_people[two]);
            strcpy(d.t.core.seat[two].mate[0].person, "m");
            cr_assert_not(pt_table_is_rated(&d.t), "a team in seat %d", two);
            desk_close(&d);
        }
}
