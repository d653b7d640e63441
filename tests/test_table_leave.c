/* Days a move: a day more from another player, days off, and moves that were prepared
 * (docs/correspondence.md). */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

enum { HOUR = 3600000, DAY = PT_DAY_MS };

static void begin(desk *d, pt_clock clock, int64_t ms, bool holidays) {
    pt_wish w = desk_wish("mytikas", 2);
    w.clock = (uint8_t)clock;
    w.clock_ms = ms;
    w.flag_loses = true;
    w.holidays = holidays;
    desk_open(d, "tleave");
    d->now = 1700000000000;
    desk_start(d, &w);
}

static pt_refusal extend(desk *d, int from, int64_t to) {
    pt_request r = desk_request(d, PT_ASK_EXTEND, desk_people[from], from);
    r.at = to;
    return desk_send(d, &r);
}

static void rest(desk *d, int seat, int64_t until) {
    pt_request r = desk_request(d, PT_ASK_REST, "", seat);
    r.at = until;
    cr_assert_eq(desk_send(d, &r), PT_GRANTED);
}

static void tick(desk *d) { desk_ask(d, PT_ASK_TICK, "", -1, ""); }

/* --- a day more --- */

Test(leave, a_day_more_is_a_day_more_and_stands_in_the_log) {
    for (pt_clock clock = PT_CLOCK_MOVE; clock <= PT_CLOCK_BANK; clock++) {
        desk d;
        begin(&d, clock, 3 * DAY, false);
        int seat = desk_mover(&d);
        int64_t deadline = pt_table_deadline(&d.t, seat);
        cr_assert_eq(extend(&d, 1 - seat, seat), PT_GRANTED);
        cr_assert_eq(pt_table_deadline(&d.t, seat), deadline + DAY);
        PT_TEXT(text, 60);
        pt_put(&text, "extend %d %d 86400000", seat, 1 - seat);
        cr_assert_str_eq(d.log.text[d.log.count - 1], text.at);
        d.now = deadline + HOUR;
        tick(&d);
        cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
        d.now = deadline + DAY;
        tick(&d);
        cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

Test(leave, nobody_gives_time_to_themselves_nor_without_days_nor_for_ever) {
    desk d;
    begin(&d, PT_CLOCK_MOVE, DAY, false);
    int seat = desk_mover(&d);
    cr_assert_eq(extend(&d, seat, seat), PT_NO_EXTENSION, "oneself");
    cr_assert_eq(extend(&d, seat, 1 - seat), PT_NO_EXTENSION, "whose clock does not run");
    cr_assert_eq(extend(&d, 1 - seat, 4), PT_NO_EXTENSION, "nobody");
    cr_assert_eq(extend(&d, 1 - seat, -1), PT_NO_EXTENSION);
    pt_request r = desk_request(&d, PT_ASK_EXTEND, "cid", 1 - seat);
    r.at = seat;
    cr_assert_eq(desk_send(&d, &r), PT_NOT_YOUR_SEAT);
    int given = 0;
    while (extend(&d, 1 - seat, seat) == PT_GRANTED) cr_assert_lt(++given, 100);
    cr_assert_eq(pt_table_deadline(&d.t, seat), d.now + PT_CLOCK_DAYS * (int64_t)DAY);
    desk_close(&d);
    begin(&d, PT_CLOCK_MOVE, DAY - 1, false);
    seat = desk_mover(&d);
    cr_assert_eq(extend(&d, 1 - seat, seat), PT_NO_EXTENSION);
    desk_close(&d);
}

/* --- days off --- */

Test(leave, a_clock_stands_still_in_a_holiday) {
    desk d;
    begin(&d, PT_CLOCK_MOVE, 2 * DAY, true);
    int seat = desk_mover(&d);
    int64_t deadline = pt_table_deadline(&d.t, seat), until;
    d.now += 12 * HOUR;
    until = d.now + 7 * (int64_t)DAY;
    rest(&d, seat, until);
    cr_assert_eq(pt_table_deadline(&d.t, seat), deadline + 7 * (int64_t)DAY);
    int count = d.log.count;
    rest(&d, seat, until);
    cr_assert_eq(d.log.count, count, "once is enough");
    d.now = deadline + DAY;
    tick(&d);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    rest(&d, seat, 0); /* back earlier: what was not rested runs */
    cr_assert_eq(pt_table_deadline(&d.t, seat), d.now + 36 * (int64_t)HOUR);
    rest(&d, seat, 0);
    cr_assert_eq(d.log.count, count + 1);
    d.now += 36 * (int64_t)HOUR;
    tick(&d);
    cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

/* Whoever moves in a holiday has used of the bank what they had used before it. */
Test(leave, a_bank_pays_for_no_day_off) {
    desk d;
    begin(&d, PT_CLOCK_BANK, 5 * (int64_t)DAY, true);
    int seat = desk_mover(&d);
    d.now += DAY;
    rest(&d, seat, d.now + 9 * (int64_t)DAY);
    d.now += 4 * (int64_t)DAY;
    desk_play(&d, 0);
    cr_assert_eq(d.t.core.seat[seat].left, 4 * (int64_t)DAY);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(leave, a_table_without_holidays_or_days_has_none) {
    desk d;
    begin(&d, PT_CLOCK_MOVE, 2 * DAY, false);
    int seat = desk_mover(&d), count = d.log.count;
    rest(&d, seat, d.now + DAY);
    cr_assert_eq(d.log.count, count);
    desk_close(&d);
    begin(&d, PT_CLOCK_MOVE, HOUR, true);
    count = d.log.count;
    rest(&d, desk_mover(&d), d.now + DAY);
    cr_assert_eq(d.log.count, count);
    rest(&d, 1 - desk_mover(&d), d.now + DAY);
    cr_assert_eq(d.log.count, count, "no clock runs there");
    desk_close(&d);
}

/* Events that no table has written are rejected and change nothing. */
Test(leave, impossible_events_are_rejected) {
    static const char *const bad[] = {"rest 0 -1",     "rest 2 1700000000000",
                                      "extend 0 4 5",  "extend 3 0 5",
                                      "extend 0 1 -5", "rest 0 9000000000000000"};
    desk d;
    begin(&d, PT_CLOCK_MOVE, DAY, true);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pt_table_core was = d.t.core;
        cr_assert_not(pt_table_read(&d.t, d.now, bad[i], NULL), "%s", bad[i]);
        cr_assert_eq(memcmp(&was, &d.t.core, sizeof was), 0);
    }
    desk_close(&d);
}

/* A create event keeps what it says about holidays, and one of an older version says nothing.
 */
Test(leave, a_table_remembers_whether_it_allows_holidays) {
    desk d;
    begin(&d, PT_CLOCK_MOVE, DAY, true);
    cr_assert(strstr(d.log.text[0], "\nholidays 1\n"));
    cr_assert_eq(d.t.core.holidays, 1u);
    desk_close(&d);
    begin(&d, PT_CLOCK_MOVE, DAY, false);
    cr_assert_not(strstr(d.log.text[0], "holidays"));
    desk_close(&d);
}

/* --- prepared moves --- */

Test(leave, a_prepared_move_is_a_move_and_says_so) {
    desk d;
    begin(&d, PT_CLOCK_MOVE, DAY, false);
    int seat = desk_mover(&d);
    PT_TEXT(move, 160);
    pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &move);
    pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
    r.text = move.at;
    r.yes = true;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    bool said = false;
    PT_TEXT(event, 200);
    pt_put(&event, "move %d - prepared %s", seat, move.at);
    for (int i = 0; i < d.log.count; i++) said |= strcmp(d.log.text[i], event.at) == 0;
    cr_assert(said);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}
