/* Myst's race in real time, as a table keeps it. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

/* Two seats up to the race; a level in the place of a person seats a bot. A mate shares
 * Ann's seat. */
static void begin_with(desk *d, const char *other, const char *mate) {
    pt_wish w = desk_wish("myst", 2);
    desk_option(&w, "pmode=rt");
    desk_option(&w, "lock_ms=3000");
    desk_option(&w, "stall_s=10");
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 60000;
    desk_open(d, "trace");
    desk_make(d, &w, NULL);
    desk_ask(d, PT_ASK_SIT, "ann", 0, "");
    if (mate) cr_assert_eq(desk_ask(d, PT_ASK_SIT, mate, 0, ""), PT_GRANTED, "%s", d->why);
    if (desk_level(other, NULL) >= 0)
        desk_ask(d, PT_ASK_BOT, "ann", 1, other);
    else
        desk_ask(d, PT_ASK_SIT, other, 1, "");
    cr_assert_eq(desk_ask(d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d->why);
    for (int i = 0; i < 5 && !pt_table_racing(&d->t); i++) {
        int seat = desk_mover(d);
        pt_request r = desk_request(d, PT_ASK_BOT_MOVE, "", seat);
        r.move = desk_legal(d, seat, (uint32_t)seat);
        if (desk_level(other, NULL) >= 0 && seat == 1)
            cr_assert_eq(desk_send(d, &r), PT_GRANTED);
        else
            desk_play(d, (uint32_t)seat);
    }
    cr_assert(pt_table_racing(&d->t));
}

static void begin(desk *d, const char *other) { begin_with(d, other, NULL); }

Test(race, myst_r4_11_both_act_in_the_order_of_arrival_and_no_move_is_stale) {
    desk d;
    begin(&d, "bob");
    cr_assert_eq(pt_table_owes(&d.t), 3);
    cr_assert_eq(pt_table_timed(&d.t), 0, "no clock runs");
    cr_assert_eq(pt_table_deadline(&d.t, 0), 0);
    uint32_t n[2] = {d.t.core.seen[0], d.t.core.seen[1]}, asked = d.t.core.played[0];
    for (int seat = 1; seat >= 0; seat--) {
        pt_request r = desk_request(&d, PT_ASK_MOVE, seat ? "bob" : "ann", seat);
        PT_TEXT(text, 60);
        pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &text);
        r.text = text.at;
        r.at = n[seat];
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
        if (seat == 1) /* Ann is asked as before: what Bob did at the same time is no news */
            cr_assert_eq(d.t.core.played[0], asked);
    }
    cr_assert_gt(d.t.core.played[0], asked, "her own move is");
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_NOTHING_TO_UNDO);
    desk_close(&d);
}

/* A cell that is free, in words: the first that Ann may build on. */
static void free_cell(const desk *d, char out[8]) {
    PT_TEXT(text, 60);
    pt_print_move(d->t.game->verbs, desk_legal(d, 0, 0), &text);
    pt_text cell = pt_text_on(out, 8);
    pt_puts(&cell, strchr(text.at, ' ') + 1);
}

Test(race, myst_r4_11_a_wrong_try_costs_time_and_only_whoever_tried) {
    desk d;
    begin(&d, "bob");
    char cell[8];
    free_cell(&d, cell);
    PT_TEXT(wrong, 40);
    PT_TEXT(right, 40);
    pt_put(&wrong, "try %s %s", strcmp(cell, "l8") ? "l8" : "a1", cell);
    pt_put(&right, "place %s", cell);
    pt_table_core was = d.t.core;
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, wrong.at), PT_RULE);
    cr_assert(strstr(d.why, "does not belong"), "%s", d.why);
    cr_assert_eq(memcmp(&was, &d.t.core, sizeof was), 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, right.at), PT_RULE);
    cr_assert_str_eq(d.why, "R4.11: a wrong try costs a moment");
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, "place m9"), PT_NOT_READABLE,
                 "a cell that is not there comes before the pause");
    cr_assert_eq(desk_move(&d, "bob", 1, desk_legal(&d, 1, 0)), PT_GRANTED, "%s", d.why);
    d.now += 2999;
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, right.at), PT_RULE);
    d.now += 1;
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, right.at), PT_GRANTED, "%s", d.why);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, right.at), PT_RULE, "it is covered");
    cr_assert_eq(d.t.now.locked[0][0], d.now, "that costs nothing");
    desk_close(&d);
}

Test(race, whoever_leaves_a_team_takes_their_wait_along) {
    desk d;
    begin_with(&d, "bob", "cid");
    char cell[8];
    free_cell(&d, cell);
    PT_TEXT(wrong, 40);
    PT_TEXT(right, 40);
    pt_put(&wrong, "try %s %s", strcmp(cell, "l8") ? "l8" : "a1", cell);
    pt_put(&right, "place %s", cell);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, wrong.at), PT_RULE);
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "ann", 0, ""), PT_GRANTED);
    cr_assert_str_eq(d.t.core.seat[0].person, "cid");
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "cid", 0, right.at), PT_GRANTED, "%s", d.why);
    desk_close(&d);
}

Test(race, myst_r4_15_the_guard_moves_after_stall_s_and_then_every_five_seconds) {
    desk d;
    begin(&d, "bob");
    int count = d.log.count;
    cr_assert_eq(pt_table_due(&d.t), d.now + 10000);
    desk_tick(&d, 9999);
    cr_assert_eq(d.log.count, count);
    desk_tick(&d, 1);
    cr_assert_eq(d.log.count, count + 1);
    cr_assert(strstr(desk_last(&d), " - guard place "), "%s", desk_last(&d));
    desk_tick(&d, 4999);
    cr_assert_eq(d.log.count, count + 1);
    desk_tick(&d, 1);
    cr_assert_eq(d.log.count, count + 2);
    cr_assert_eq(desk_move(&d, "ann", 0, desk_legal(&d, 0, 0)), PT_GRANTED);
    cr_assert_eq(pt_table_due(&d.t), d.now + 10000, "somebody plays again");
    for (int i = 0; i < 200 && d.t.core.phase == PT_TABLE_PLAYING && pt_table_racing(&d.t); i++)
        desk_tick(&d, 10000);
    cr_assert_not(pt_table_racing(&d.t), "the guard brings every race to its end");
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(race, an_absence_of_the_host_is_credited_to_guard_and_bots) {
    desk d;
    begin(&d, "beginner");
    int64_t due = pt_table_due(&d.t), alive = d.now + 100, started = d.now + 3600000;
    cr_assert_eq(pt_table_absence(&d.t, alive, started), 3599900);
    d.now = started;
    pt_request r = desk_request(&d, PT_ASK_CREDIT, "", -1);
    r.at = 3599900;
    desk_send(&d, &r);
    cr_assert_eq(pt_table_due(&d.t), due + 3599900);
    int count = d.log.count;
    desk_tick(&d, 0);
    cr_assert_eq(d.log.count, count, "nobody moves at once");
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(race, myst_r4_14_a_bot_keeps_its_pace) {
    desk d;
    begin(&d, "beginner");
    pt_thinker list[PT_SEATS];
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 0, "not at once");
    int64_t due = pt_table_due(&d.t);
    cr_assert(due >= d.now + 4500 && due <= d.now + 10000, "%lld", (long long)(due - d.now));
    desk_tick(&d, due - d.now);
    if (!pt_table_thinkers(&d.t, d.now, list)) { /* the guard was quicker */
        due = pt_table_due(&d.t);
        desk_tick(&d, due - d.now);
    }
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 1);
    cr_assert(list[0].seat == 1 && strcmp(list[0].level, "beginner") == 0);
    pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", 1);
    r.move = desk_legal(&d, 1, 0);
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 0, "it waits again");
    desk_close(&d);
}

Test(race, the_same_requests_give_the_same_events_in_every_host) {
    desk d[2];
    for (int host = 0; host < 2; host++) {
        begin(&d[host], "expert");
        for (int i = 0; i < 60 && pt_table_racing(&d[host].t); i++) {
            pt_thinker list[PT_SEATS];
            desk_tick(&d[host], 1700);
            if (!pt_table_thinkers(&d[host].t, d[host].now, list)) continue;
            pt_request r = desk_request(&d[host], PT_ASK_BOT_MOVE, "", list[0].seat);
            r.move = desk_legal(&d[host], list[0].seat, 0);
            desk_send(&d[host], &r);
        }
    }
    cr_assert_eq(d[0].log.count, d[1].log.count);
    for (int i = 0; i < d[0].log.count; i++) {
        cr_assert_str_eq(d[0].log.text[i], d[1].log.text[i]);
        cr_assert_eq(d[0].log.at[i], d[1].log.at[i]);
    }
    desk_close(&d[0]);
    desk_close(&d[1]);
}

Test(race, a_leaver_is_replaced_in_a_race_too) {
    desk d;
    begin(&d, "bob");
    d.t.core.grace_s = 2;
    pt_request r = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    r.there = 1;
    desk_send(&d, &r);
    desk_tick(&d, 2000);
    cr_assert_str_eq(desk_last(&d), "standin 1 casual");
    pt_thinker list[PT_SEATS];
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 0, "at a bot's pace");
    cr_assert_gt(pt_table_due(&d.t), d.now);
    desk_close(&d);
}

/* --- a pause --- */

Test(race, nothing_moves_in_a_pause_and_everything_goes_on_from_where_it_stood) {
    desk d;
    pt_thinker list[PT_SEATS];
    begin(&d, "beginner");
    PT_TEXT(wrong, 40);
    char cell[8];
    free_cell(&d, cell);
    pt_put(&wrong, "try %s %s", strcmp(cell, "l8") ? "l8" : "a1", cell);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "ann", 0, wrong.at), PT_RULE);
    desk_tick(&d, 1000);
    int64_t due = pt_table_due(&d.t), locked = d.t.now.locked[0][0];
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED, "%s", d.why);
    cr_assert_str_eq(desk_last(&d), "pause 0");
    int count = d.log.count;
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED, "once is enough");
    cr_assert_eq(pt_table_due(&d.t), 0);
    desk_tick(&d, 3600000);
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 0);
    pt_request late = desk_request(&d, PT_ASK_BOT_MOVE, "", 1);
    late.move = desk_legal(&d, 1, 0);
    cr_assert_eq(desk_send(&d, &late), PT_GRANTED);
    desk_says(&d, desk_move(&d, "ann", 0, desk_legal(&d, 0, 0)), PT_ON_PAUSE, "paused",
              "the game is paused; “Go on” continues it");
    desk_says(&d, desk_ask(&d, PT_ASK_HINT, "ann", 0, ""), PT_ON_PAUSE, "paused",
              "the game is paused; “Go on” continues it");
    cr_assert_eq(d.log.count, count, "nothing has happened");
    cr_assert_eq(desk_ask(&d, PT_ASK_RESUME, "ann", 0, ""), PT_GRANTED, "%s", d.why);
    cr_assert_str_eq(desk_last(&d), "resume 0");
    cr_assert_eq(pt_table_due(&d.t), due + 3600000, "the bot and the guard have waited");
    cr_assert_eq(d.t.now.locked[0][0], locked + 3600000, "and so does whoever tried wrongly");
    cr_assert(d.t.core.unrated, "a race that can be stopped is not rated");
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(race, a_pause_outlives_its_host_and_is_given_back_once) {
    desk d;
    begin(&d, "beginner");
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED);
    size_t n = 0;
    void *bytes = pt_table_snapshot(&d.t, &n);
    pt_table_done(&d.t);
    pt_table_init(&d.t, "trace", &desk_bots);
    cr_assert(pt_table_from_snapshot(&d.t, bytes, n));
    free(bytes);
    cr_assert_eq(pt_table_absence(&d.t, d.now + 100, d.now + 50000), 0, "the pause covers it");
    d.now += 50000;
    pt_request r = desk_request(&d, PT_ASK_CREDIT, "", -1);
    r.at = 49900;
    desk_send(&d, &r);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESUME, "ann", 0, ""), PT_GRANTED);
    cr_assert_gt(pt_table_due(&d.t), d.now, "nobody moves at once");
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(race, whoever_leaves_a_pause_has_a_bot_at_its_usual_pace) {
    desk d;
    begin(&d, "beginner");
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED);
    d.now += 600000;
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "ann", 0, ""), PT_GRANTED);
    cr_assert_eq(pt_table_due(&d.t), 0, "the pause goes on");
    d.now += 600000;
    cr_assert_eq(desk_ask(&d, PT_ASK_RESUME, "ann", 0, ""), PT_GRANTED);
    cr_assert_leq(d.t.now.pace_from[0], d.now, "counted from here, not from an hour later");
    desk_close(&d);
}
