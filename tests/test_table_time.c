/* Clocks, leavers, absence: what happens at a table because time goes by. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

static void begin(desk *d, const char *game, pt_clock clock, int64_t ms, int64_t inc,
                  bool loses) {
    pt_wish w = desk_wish(game, 2);
    w.clock = (uint8_t)clock;
    w.clock_ms = ms;
    w.clock_inc = inc;
    w.flag_loses = loses;
    w.grace_s = 300;
    desk_open(d, "ttime");
    desk_start(d, &w);
}

Test(clock, the_bank_pays_for_time_and_the_increment_for_a_turn) {
    desk d;
    begin(&d, "mytikas", PT_CLOCK_BANK, 60000, 2000, true);
    bool in_turn = false, at_end = false;
    for (uint32_t i = 0; i < 60 && !(in_turn && at_end); i++) {
        int seat = desk_mover(&d);
        int64_t left = d.t.core.seat[seat].left;
        cr_assert_eq(pt_table_deadline(&d.t, seat), d.t.core.seat[seat].since + left);
        d.now += 500;
        desk_play(&d, i * 5);
        bool again = pt_has(pt_table_owes(&d.t), seat);
        cr_assert_eq(d.t.core.seat[seat].left, left - 500 + (again ? 0 : 2000));
        in_turn |= again;
        at_end |= !again;
    }
    cr_assert(in_turn && at_end);
    desk_close(&d);
}

/* Plays until somebody can take a move of their turn back; what they had thought for it. */
static int play_to_undo(desk *d, int64_t thought) {
    for (uint32_t i = 0; i < 100; i++) {
        int seat = desk_mover(d);
        d->now += thought;
        desk_play(d, i * 5);
        bool luck = d->t.step[d->t.core.steps - 1].seat < 0;
        if (pt_table_owes(&d->t) == pt_with(0, seat) && !luck) return seat;
    }
    cr_assert_fail("nobody could take back at once");
    return -1;
}

/* Whoever moves and takes it back has no more time to think than whoever just thinks. */
Test(clock, undo_in_the_turn_gives_no_time_back) {
    for (pt_clock clock = PT_CLOCK_MOVE; clock <= PT_CLOCK_BANK; clock++) {
        desk d;
        begin(&d, "mytikas", clock, 10000, 0, true);
        int seat = play_to_undo(&d, 400);
        int64_t deadline = d.now - 400 + 10000; /* of the move that is taken back */
        if (clock == PT_CLOCK_BANK) deadline = pt_table_deadline(&d.t, seat);
        d.now += 300;
        cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
        cr_assert_eq(pt_table_deadline(&d.t, seat), deadline);
        desk_verify(&d.t);
        while (d.now + 4000 < deadline) { /* again and again */
            d.now += 4000;
            desk_play(&d, 0);
            if (pt_table_owes(&d.t) != pt_with(0, seat)) break;
            cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
            cr_assert_eq(pt_table_deadline(&d.t, seat), deadline);
        }
        desk_close(&d);
    }
}

/* What was used for a later move of the turn counts too; if that is too much, it stays. */
Test(clock, an_undo_that_leaves_no_time_is_refused) {
    desk d;
    begin(&d, "mytikas", PT_CLOCK_MOVE, 10000, 0, true);
    int seat = play_to_undo(&d, 6000);
    d.now += 5000;
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_UNDO_LATE);
    cr_assert_eq(pt_table_deadline(&d.t, seat), d.now + 5000);
    desk_close(&d);
}

Test(clock, an_undo_by_consent_gives_everybodys_time_back) {
    desk d;
    begin(&d, "myriath", PT_CLOCK_BANK, 60000, 0, true);
    int seat = desk_mover(&d);
    int64_t left = d.t.core.seat[seat].left;
    d.now += 430;
    desk_play(&d, 0);
    cr_assert_eq(d.t.core.seat[seat].left, left - 430);
    d.now += 700; /* of the other's time */
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
    pt_request r = desk_request(&d, PT_ASK_AGREE, desk_people[1 - seat], 1 - seat);
    r.yes = true;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    cr_assert_str_eq(strchr(desk_last(&d), ' '), " 1 agreed");
    cr_assert_eq(d.t.core.seat[seat].left, left);
    cr_assert_eq(d.t.core.seat[1 - seat].left, 60000);
    desk_close(&d);
}

/* An old log, in which a free undo gave the time back, still does. */
Test(clock, an_undo_of_an_old_log_gives_the_time_back) {
    desk d;
    begin(&d, "mytikas", PT_CLOCK_BANK, 60000, 0, true);
    int seat = play_to_undo(&d, 430);
    int64_t left = d.t.core.seat[seat].left;
    PT_TEXT(text, 40);
    PT_TEXT(why, 200);
    pt_put(&text, "undo %u free", d.t.core.steps - 1);
    cr_assert(pt_table_read(&d.t, d.now, text.at, &why), "%s", why.at);
    cr_assert_eq(d.t.core.seat[seat].left, left + 430);
    desk_close(&d);
}

Test(clock, whose_time_is_up_has_lost) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_MOVE, 1000, 0, true);
    int seat = desk_mover(&d);
    cr_assert_eq(pt_table_due(&d.t), d.now + 1000);
    desk_tick(&d, 999);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    desk_tick(&d, 1);
    PT_TEXT(text, 40);
    pt_put(&text, "resign %d clock", seat);
    cr_assert_str_eq(d.log.text[d.log.count - 2], text.at);
    cr_assert_str_eq(desk_last(&d), "over stopped");
    cr_assert_eq(pt_table_due(&d.t), 0);
    desk_verify(&d.t);
    desk_close(&d);
}

Test(clock, or_a_bot_chooses_for_them) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_BANK, 1000, 0, false);
    int seat = desk_mover(&d);
    pt_thinker list[PT_SEATS];
    pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", seat);
    r.move = desk_legal(&d, seat, 0);
    int count = d.log.count;
    desk_send(&d, &r);
    cr_assert_eq(d.log.count, count, "not before the time is up");
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 0);
    desk_tick(&d, 1000);
    cr_assert_eq(d.log.count, count, "tick leaves the choice to the host");
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 1);
    cr_assert(list[0].seat == seat && strcmp(list[0].level, "casual") == 0);
    r.now = d.now;
    desk_send(&d, &r);
    cr_assert(strstr(d.log.text[count], " - clock "), "%s", d.log.text[count]);
    desk_close(&d);
}

Test(clock, myst_r4_17_the_rules_move_for_a_team_out_of_time) {
    desk d;
    begin(&d, "myst", PT_CLOCK_MOVE, 60000, 0, false);
    int seat = desk_mover(&d), count = d.log.count;
    uint64_t view[PT_STATE_MAX / 8];
    pt_observe(d.t.game, d.t.core.state, seat, view);
    pt_move wanted = d.t.game->timeout(view, seat);
    desk_tick(&d, 60000);
    cr_assert_eq(d.t.step[d.t.core.steps - 1].move, wanted);
    cr_assert_eq(d.log.count, count + 1);
    cr_assert(strstr(desk_last(&d), " - clock choose "), "%s", desk_last(&d));
    desk_close(&d);
}

Test(clock, an_empty_bank_plays_the_game_to_its_end_by_the_rules) {
    desk d;
    begin(&d, "myst", PT_CLOCK_BANK, 1000, 0, false);
    for (int i = 0; i < 4000 && d.t.core.phase == PT_TABLE_PLAYING; i++) {
        int64_t due = pt_table_due(&d.t);
        cr_assert_gt(due, d.now);
        desk_tick(&d, due - d.now);
    }
    cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(clock, an_absence_of_the_host_is_credited) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_MOVE, 10000, 0, true);
    int64_t alive = d.now + 3000, started = d.now + 90000;
    cr_assert_eq(pt_table_absence(&d.t, 0, started), 0, "never seen before");
    cr_assert_eq(pt_table_absence(&d.t, alive, started), 87000);
    cr_assert_eq(pt_table_absence(&d.t, d.now - 5, started), 90000, "since the clock runs");
    int64_t due = pt_table_due(&d.t);
    d.now = started;
    pt_request r = desk_request(&d, PT_ASK_CREDIT, "", -1);
    r.at = 87000;
    desk_send(&d, &r);
    cr_assert_str_eq(desk_last(&d), "credit 87000");
    cr_assert_eq(pt_table_due(&d.t), due + 87000);
    cr_assert_eq(pt_table_absence(&d.t, alive, started), 0, "once, however often it is read");
    desk_tick(&d, 0);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    desk_close(&d);
}

/* --- leavers --- */

static void presence(desk *d, uint8_t there) {
    pt_request r = desk_request(d, PT_ASK_PRESENCE, "", -1);
    r.there = there;
    cr_assert_eq(desk_send(d, &r), PT_GRANTED);
}

Test(leaver, a_bot_plays_after_the_grace_time_until_they_come_back) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    cr_assert_eq(pt_table_due(&d.t), 0, "nothing to wait for");
    presence(&d, 3);
    presence(&d, 1);
    cr_assert_eq(pt_table_due(&d.t), d.now + 300000);
    desk_tick(&d, 299999);
    cr_assert_not(d.t.core.seat[1].standin);
    desk_tick(&d, 1);
    cr_assert_str_eq(desk_last(&d), "standin 1 casual");
    cr_assert_eq(pt_table_due(&d.t), 0);
    presence(&d, 3);
    cr_assert_str_eq(desk_last(&d), "back 1");
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(leaver, who_is_back_in_time_and_who_plays_alone_stays) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    presence(&d, 1);
    d.now += 200000;
    presence(&d, 3);
    d.now += 1000;
    presence(&d, 1);
    desk_tick(&d, 299000);
    cr_assert_not(d.t.core.seat[1].standin, "the time is counted anew");
    desk_close(&d);
    pt_wish w = desk_wish("mykerinos", 2);
    w.grace_s = 300;
    desk_open(&d, "talone");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    presence(&d, 0);
    cr_assert_eq(pt_table_due(&d.t), 0, "nobody waits");
    desk_close(&d);
}

Test(leaver, without_a_grace_time_nobody_is_replaced) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    d.t.core.grace_s = 0;
    presence(&d, 0);
    cr_assert_eq(pt_table_due(&d.t), 0);
    desk_tick(&d, PT_DAY_MS);
    cr_assert(!d.t.core.seat[0].standin && !d.t.core.seat[1].standin);
    desk_close(&d);
}

Test(leaver, a_game_that_all_have_left_waits_a_day_and_is_then_abandoned) {
    desk d;
    pt_thinker list[PT_SEATS];
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    presence(&d, 3);
    presence(&d, 0);
    desk_tick(&d, 300000);
    cr_assert(d.t.core.seat[0].standin && d.t.core.seat[1].standin);
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 0, "bots do not finish it alone");
    int64_t left = d.t.core.changed;
    cr_assert_eq(pt_table_due(&d.t), left + PT_LEFT_MS);
    presence(&d, 1);
    cr_assert_str_eq(desk_last(&d), "back 0", "whoever comes plays on");
    cr_assert_eq(pt_table_due(&d.t), 0);
    presence(&d, 0);
    desk_tick(&d, 300000);
    desk_tick(&d, PT_LEFT_MS - 1);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    desk_tick(&d, 1);
    cr_assert_str_eq(desk_last(&d), "over abandoned");
    PT_TEXT(event, 200);
    pt_json tail = pt_json_on(&event);
    pt_tell_events(&tail, &d.t, 0, 1);
    cr_assert_str_eq(event.at, "\"events\":[{\"e\":\"over\",\"how\":\"abandoned\"}]");
    cr_assert_not(pt_table_is_rated(&d.t));
    PT_TEXT(told, 600);
    pt_json j = pt_json_on(&told);
    pt_open(&j, '{');
    pt_tell_result(&j, &d.t);
    cr_assert(strstr(told.at, "\"how\":\"abandoned\""), "%s", told.at);
    static char record[1 << 16];
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    cr_assert(strstr(record, "[Result \"*\"]"), "nobody has won: %s", record);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(length, a_game_lasts_from_its_start_to_its_end_without_the_time_that_the_host_was_away) {
    desk d;
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    d.now += 60000;
    pt_request r = desk_request(&d, PT_ASK_CREDIT, "", -1);
    r.at = 20000;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    PT_TEXT(told, 600);
    pt_json j = pt_json_on(&told);
    pt_open(&j, '{');
    pt_tell_result(&j, &d.t);
    cr_assert(strstr(told.at, "\"ms\":40000"), "%s", told.at);
    desk_close(&d);
}

Test(look, luck_that_was_not_drawn_yet_is_drawn) {
    desk d;
    pt_table t;
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    pt_table_init(&t, d.t.core.id, &desk_bots);
    int i = 0;
    for (; strcmp(d.log.text[i], "start") != 0; i++)
        cr_assert(pt_table_read(&t, d.log.at[i], d.log.text[i], NULL));
    cr_assert(
        pt_table_read(&t, d.log.at[i], d.log.text[i], NULL)); /* and then the lights went out */
    cr_assert_eq(pt_table_due(&t), 1, "at once");
    const pt_request r = desk_request(&d, PT_ASK_LOOK, "", -1);
    const pt_sink none = {0};
    cr_assert_eq(pt_table_ask(&t, &r, &none, NULL), PT_GRANTED);
    cr_assert_eq(memcmp(t.core.state, d.t.core.state, sizeof t.core.state), 0, "the same luck");
    pt_table_done(&t);
    desk_close(&d);
}

/* Luck is drawn first, and what is due then is done by the same tick. */
Test(look, a_tick_draws_the_luck_and_goes_on) {
    desk d;
    pt_table t;
    begin(&d, "mykerinos", PT_CLOCK_NONE, 0, 0, false);
    pt_table_init(&t, d.t.core.id, &desk_bots);
    for (int i = 0; t.core.phase == PT_TABLE_OPEN; i++)
        cr_assert(pt_table_read(&t, d.log.at[i], d.log.text[i], NULL));
    const pt_sink none = {0};
    pt_request r = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    r.there = 1;
    cr_assert_eq(pt_table_ask(&t, &r, &none, NULL), PT_GRANTED);
    r.kind = PT_ASK_TICK;
    r.now += 300000;
    cr_assert_eq(pt_table_ask(&t, &r, &none, NULL), PT_GRANTED);
    cr_assert_eq(memcmp(t.core.state, d.t.core.state, sizeof t.core.state), 0, "the same luck");
    cr_assert(t.core.seat[1].standin && !t.core.seat[0].standin);
    pt_table_done(&t);
    desk_close(&d);
}

/* --- a pause --- */

static void begin_paused(desk *d, pt_clock clock) {
    pt_wish w = desk_wish("cyclades", 3);
    w.clock = (uint8_t)clock;
    w.clock_ms = clock == PT_CLOCK_NONE ? 0 : 60000;
    desk_open(d, "tpause");
    desk_make(d, &w, NULL);
    desk_ask(d, PT_ASK_SIT, "ann", 0, "");
    for (int seat = 1; seat < 3; seat++) desk_ask(d, PT_ASK_BOT, "ann", seat, "casual");
    cr_assert_eq(desk_ask(d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d->why);
    for (int i = 0; i < 40 && desk_mover(d) != 0; i++) {
        pt_request r = desk_request(d, PT_ASK_BOT_MOVE, "", desk_mover(d));
        r.move = desk_legal(d, r.seat, 0);
        cr_assert_eq(desk_send(d, &r), PT_GRANTED);
    }
    desk_play(d, 0);
}

Test(pause, no_clock_runs_and_a_clock_that_can_be_stopped_is_not_rated) {
    for (int clock = PT_CLOCK_NONE; clock <= PT_CLOCK_BANK; clock++) {
        desk d;
        begin_paused(&d, (pt_clock)clock);
        int64_t deadline[PT_SEATS];
        for (int i = 0; i < 3; i++) deadline[i] = pt_table_deadline(&d.t, i);
        d.now += 1000;
        cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED, "%s", d.why);
        desk_tick(&d, 7200000);
        cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
        cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_ON_PAUSE);
        cr_assert_eq(desk_ask(&d, PT_ASK_RESUME, "ann", 0, ""), PT_GRANTED);
        for (int i = 0; i < 3; i++)
            cr_assert_eq(pt_table_deadline(&d.t, i), deadline[i] ? deadline[i] + 7200000 : 0);
        cr_assert_eq(d.t.core.unrated, clock != PT_CLOCK_NONE);
        cr_assert_eq(desk_ask(&d, PT_ASK_RESUME, "ann", 0, ""), PT_GRANTED, "once is enough");
        cr_assert_str_eq(desk_last(&d), "resume 0");
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

Test(pause, only_where_everybody_else_is_a_bot) {
    desk d;
    pt_wish w = desk_wish("cyclades", 2);
    desk_open(&d, "tpause");
    desk_start(&d, &w);
    desk_says(&d, desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_NO_PAUSE, "no-pause",
              "you can pause only where everybody else is a bot");
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "bob", 1, ""), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_NO_PAUSE, "Bob may come back");
    desk_close(&d);
    begin_paused(&d, PT_CLOCK_NONE);
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "bob", 0, ""), PT_NOT_YOUR_SEAT);
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 1, ""), PT_NOT_YOUR_SEAT);
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED, "%s", d.why);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
    cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
    cr_assert_eq(d.t.core.paused, 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESUME, "ann", 0, ""), PT_NOT_PLAYING);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(pause, the_log_cannot_hold_a_move_in_it) {
    desk d;
    PT_TEXT(why, 200);
    begin_paused(&d, PT_CLOCK_NONE);
    int seat = desk_mover(&d);
    pt_event e = {.kind = PT_MOVED, .seat = seat, .at = d.now, .move = desk_legal(&d, seat, 0)};
    cr_assert_eq(desk_ask(&d, PT_ASK_PAUSE, "ann", 0, ""), PT_GRANTED);
    pt_event undo = {.kind = PT_UNDONE, .seat = -1, .at = d.now};
    cr_assert_not(pt_table_fold(&d.t, &e, &why));
    cr_assert_not(pt_table_fold(&d.t, &undo, &why));
    cr_assert_not(pt_table_read(&d.t, d.now, "pause 0", &why), "twice");
    cr_assert(pt_table_read(&d.t, d.now, "resume 0", &why), "%s", why.at);
    cr_assert(pt_table_fold(&d.t, &e, &why), "%s", why.at);
    desk_close(&d);
}
