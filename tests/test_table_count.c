/* "3, 2, 1" before a game of several people: no clock runs before it is over. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

enum { BANK = 10000 };

static pt_wish timed(pt_clock clock) {
    pt_wish w = desk_wish("myriath", 2);
    w.clock = (uint8_t)clock;
    w.clock_ms = BANK;
    w.flag_loses = true;
    return w;
}

static void say_ready(desk *d, int seat) {
    pt_request r = desk_request(d, PT_ASK_READY, desk_people[seat], seat);
    r.yes = true;
    cr_assert_eq(desk_send(d, &r), PT_GRANTED, "%s", d->why);
}

/* Ann and Bob sit down and are ready, so the game begins. */
static void begin(desk *d, pt_clock clock) {
    const pt_wish w = timed(clock);
    desk_open(d, "tcount");
    desk_make(d, &w, NULL);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(desk_ask(d, PT_ASK_SIT, desk_people[i], i, ""), PT_GRANTED);
    for (int i = 0; i < 2; i++) say_ready(d, i);
    cr_assert_eq(d->t.core.phase, PT_TABLE_PLAYING);
}

static bool tells(const desk *d, const char *part) {
    static char said[1 << 16];
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_table(&j, &d->t, 0, d->now, NULL);
    cr_assert_not(out.cut);
    return strstr(said, part);
}

Test(count, no_clock_runs_before_it_is_over) {
    for (pt_clock clock = PT_CLOCK_MOVE; clock <= PT_CLOCK_BANK; clock++) {
        desk d;
        begin(&d, clock);
        int64_t over = d.now + PT_COUNT_MS;
        cr_assert_str_eq(desk_last(&d), "credit 2100");
        cr_assert(tells(&d, "{\"e\":\"credit\"}"), "it is nobody's");
        cr_assert_eq(pt_table_deadline(&d.t, desk_mover(&d)), over + BANK);
        cr_assert(tells(&d, "\"count\":2100") && tells(&d, "\"left\":[10000,10000]"));
        desk_tick(&d, PT_COUNT_MS - 1);
        cr_assert(tells(&d, "\"count\":1") && tells(&d, "\"left\":[10000,10000]"));
        desk_tick(&d, 1);
        cr_assert_not(tells(&d, "\"count\""));
        desk_tick(&d, 1);
        cr_assert(tells(&d, "\"left\":[9999,10000]") || tells(&d, "\"left\":[10000,9999]"));
        desk_tick(&d, BANK - 2);
        cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
        desk_tick(&d, 1);
        cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

/* Who moves in the count gains no time by it, and the other's runs from its end, too. */
Test(count, a_move_in_it_costs_and_brings_no_time) {
    desk d;
    begin(&d, PT_CLOCK_BANK);
    int64_t over = d.now + PT_COUNT_MS;
    d.now += 400;
    int seat = desk_play(&d, 0);
    cr_assert_eq(d.t.core.seat[seat].left, BANK);
    cr_assert_eq(pt_table_deadline(&d.t, 1 - seat), over + BANK);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(count, a_game_that_is_given_up_in_it_took_no_time) {
    desk d;
    begin(&d, PT_CLOCK_NONE);
    d.now += 100;
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
    cr_assert(tells(&d, "\"ms\":0,"));
    desk_close(&d);
    begin(&d, PT_CLOCK_NONE);
    d.now += PT_COUNT_MS + 1;
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
    cr_assert(tells(&d, "\"ms\":1,"));
    desk_close(&d);
}

/* Ann and Bob play together against a bot, each at home. */
Test(count, a_team_is_counted_in) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    say_ready(&d, 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual"), PT_GRANTED, "%s", d.why);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    cr_assert_eq(d.t.core.began, d.now + PT_COUNT_MS);
    desk_close(&d);
}

/* Ann alone against a bot has waited for nobody. */
Test(count, one_person_is_not_counted_in) {
    desk d;
    const pt_wish w = timed(PT_CLOCK_BANK);
    desk_open(&d, "tcount");
    desk_make(&d, &w, NULL);
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "ann", 0, ""), PT_GRANTED);
    say_ready(&d, 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual"), PT_GRANTED, "%s", d.why);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    cr_assert_eq(d.t.core.began, d.now);
    cr_assert_not(tells(&d, "\"count\""));
    desk_close(&d);
}

/* Nor is anybody at one screen, in the next game either; people at two are, in both. */
Test(count, a_rematch_is_counted_in_as_a_game_is) {
    for (int local = 0; local < 2; local++) {
        desk d;
        pt_wish w = timed(PT_CLOCK_BANK);
        if (local) w.access = PT_ACCESS_LOCAL;
        desk_open(&d, "tcount");
        desk_start(&d, &w);
        cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
        for (int i = 0; i < 2 && !d.t.core.rematch[0]; i++) {
            pt_request r = desk_request(&d, PT_ASK_REMATCH, d.t.core.seat[i].person, i);
            memcpy(d.fresh.id, "tnext", 6);
            r.next = &d.next;
            r.fresh = &d.fresh;
            cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
        }
        cr_assert_eq(d.next.core.began, d.now + (local ? 0 : PT_COUNT_MS));
        desk_same(&d.next, &d.log_next);
        desk_close(&d);
    }
}
