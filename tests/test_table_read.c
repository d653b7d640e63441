/* Tables as they are read from a log: what is in it counts, whoever wrote it. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))
#define SEED "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
#define HEAD(game, seats)                                                                      \
    "create\ngame " game "\nrules 1\nseats " seats                                             \
    "\nclock bank 60000 1000 0\naccess open\nwatch 1\ngrace 30\nowner ann\n" SEED

static void read_all(pt_table *t, const char *const *events, size_t n) {
    for (size_t i = 0; i < n; i++) {
        PT_TEXT(why, 200);
        cr_assert(pt_table_read(t, 1000 + (int64_t)i, events[i], &why), "%s: %s", events[i],
                  why.at);
        cr_assert_eq(why.used, 0, "%s: %s", events[i], why.at);
    }
}

static int told;
static void count(void *to, const pt_table *t, const pt_event *e) {
    (void)to, (void)t, (void)e;
    told++;
}

static pt_refusal ask(pt_table *t, pt_ask kind, const char *who, int seat) {
    PT_TEXT(why, 200);
    pt_request r = pt_request_of(kind, who, 5000);
    r.seat = seat;
    told = 0;
    return pt_table_ask(t, &r, &(pt_sink){count, NULL}, &why);
}

/* Luck that was not drawn before the host stopped: nobody may pause, and a game that was
 * stopped meanwhile draws nothing. */
Test(read, luck_that_is_owed_is_drawn_only_while_the_game_is_played) {
    static const char *const events[] = {HEAD("mytikas", "2"), "sit 0 ann - Ann",
                                         "bot 1 casual Zoe", "start", "over stopped"};
    pt_table t;
    pt_table_init(&t, "tread", &desk_bots);
    read_all(&t, events, 4);
    cr_assert_eq(ask(&t, PT_ASK_PAUSE, "ann", 0), PT_NOT_PLAYING);
    cr_assert_not(t.broken);
    read_all(&t, events + 4, 1);
    cr_assert_eq(ask(&t, PT_ASK_LOOK, "", -1), PT_GRANTED);
    cr_assert_eq(told, 0, "nothing is drawn any more");
    pt_table_done(&t);
}

/* Back before the first draw no clock runs. */
Test(read, an_undo_to_the_beginning_stops_the_clocks) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 60000;
    desk_open(&d, "tback");
    desk_start(&d, &w);
    int seat = desk_mover(&d);
    cr_assert_neq(d.t.core.seat[seat].since, 0);
    cr_assert(pt_table_read(&d.t, d.now + 5, "undo 0 turn", NULL));
    cr_assert(d.t.core.seat[0].since == 0 && d.t.core.seat[1].since == 0);
    desk_close(&d);
}

/* Five seats: the last one's clock is stopped, paused and given back like all others. */
Test(read, the_fifth_seat_is_a_seat) {
    desk d;
    pt_wish w = desk_wish("cyclades", 5);
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 600000;
    desk_open(&d, "tfive");
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 400 && desk_mover(&d) != 4; i++) desk_play(&d, i);
    cr_assert_eq(desk_mover(&d), 4);
    int64_t since = d.t.core.seat[4].since;
    cr_assert(pt_table_read(&d.t, d.now, "pause 4", NULL));
    cr_assert(pt_table_read(&d.t, d.now + 700, "resume 4", NULL));
    cr_assert_eq(d.t.core.seat[4].since, since + 700);
    cr_assert(pt_table_read(&d.t, d.now + 700, "credit 30", NULL));
    cr_assert_eq(d.t.core.seat[4].since, since + 730);
    cr_assert_eq(pt_table_absence(&d.t, d.now + 800, d.now + 900), 100);
    cr_assert(pt_table_read(&d.t, d.now + 900, "over stopped", NULL));
    for (int i = 0; i < PT_SEATS; i++) cr_assert_eq(d.t.core.seat[i].since, 0);
    desk_close(&d);
}

/* Whoever sits down, or a bot, is all that is there. */
Test(read, a_seat_that_is_taken_anew_keeps_nothing) {
    static const char *const events[] = {HEAD("myst", "2"),    "sit 1 bob 00ff Bob the builder",
                                         "join 1 cid Cid",     "ready 1 yes",
                                         "bot 1 beginner Zoe", "bot 1 casual Ed",
                                         "sit 0 ann 0a Ann",   "ready 0 yes",
                                         "sit 0 eve - Eve"};
    pt_table t;
    pt_table_init(&t, "tnew", &desk_bots);
    read_all(&t, events, ROWS(events));
    pt_seat bot = {.kind = PT_SEAT_BOT, .ready = 1}, eve = {.kind = PT_SEAT_HUMAN};
    strcpy(bot.person, "bot:casual");
    strcpy(bot.name, "Ed");
    strcpy(bot.level, "casual");
    strcpy(eve.person, "eve");
    strcpy(eve.name, "Eve");
    cr_assert_eq(memcmp(&t.core.seat[1], &bot, sizeof bot), 0);
    cr_assert_eq(memcmp(&t.core.seat[0], &eve, sizeof eve), 0);
    pt_table_done(&t);
}

/* The level of a stand-in is all that stands there. */
Test(read, a_second_stand_in_leaves_nothing_of_the_first) {
    static const char *const events[] = {
        HEAD("mytikas", "2"), "sit 0 ann - Ann", "sit 1 bob - Bob", "start",
        "standin 0 beginner", "back 0",          "standin 0 expert"};
    pt_table t;
    char level[PT_ID] = "expert";
    pt_table_init(&t, "tlevel", &desk_bots);
    read_all(&t, events, ROWS(events));
    cr_assert_eq(memcmp(t.core.seat[0].level, level, sizeof level), 0);
    cr_assert(t.core.seat[0].standin && !t.core.seat[1].standin);
    pt_table_done(&t);
}

/* Longer names than there is room for are cut, and end. */
Test(read, long_names_are_cut) {
    static const char *const events[] = {
        HEAD("myst", "2"), "sit 0 a234567890b234567890c23456789 Ann",
        "sit 0 ann - a234567890b234567890c234567890d234567890e234567890f234567890g234567890",
        "join 0 a234567890b234567890c23456789 Bob",
        "join 0 cid a234567890b234567890c234567890d234567890e234567890f234567890g234567890"};
    pt_table t;
    pt_table_init(&t, "tlong", &desk_bots);
    read_all(&t, events, ROWS(events));
    const pt_seat *s = &t.core.seat[0];
    cr_assert_eq(strlen(s->name), PT_LABEL - 1u);
    cr_assert_str_eq(s->mate[0].person, "a234567890b234567890c23");
    cr_assert_str_eq(s->mate[0].name, "Bob");
    cr_assert_eq(strlen(s->mate[1].name), PT_LABEL - 1u);
    cr_assert_eq(s->level[0], 0);
    pt_table_done(&t);
}

/* Events that no text can say. */
Test(read, an_event_is_judged_like_a_text) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    PT_TEXT(why, 200);
    desk_open(&d, "tevent");
    pt_event made = {.kind = PT_CREATED, .seat = -1, .at = 7, .wish = w};
    made.wish.config.seats = 9;
    cr_assert_not(pt_table_fold(&d.t, &made, &why));
    cr_assert_str_eq(why.at, "Mytikas is for 2 to 4 players, not 9");
    made.wish.game = NULL;
    cr_assert_not(pt_table_fold(&d.t, &made, NULL));
    cr_assert_eq(d.t.core.number, 0u);
    pt_clear(&why);
    pt_event past = {.kind = PT_PAST, .seat = 0, .at = 7};
    desk_make(&d, &w, NULL);
    cr_assert_not(pt_table_fold(&d.t, &past, &why));
    cr_assert_str_eq(why.at, "no such move");
    for (int i = 0; i < 2; i++) desk_ask(&d, PT_ASK_SIT, desk_people[i], i, "");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    pt_clear(&why);
    pt_event nothing = {.kind = PT_MOVED, .seat = 0, .at = d.now};
    cr_assert_not(pt_table_fold(&d.t, &nothing, &why));
    cr_assert_str_eq(why.at, "no such move now");
    int seat = desk_mover(&d);
    pt_clear(&why);
    pt_event wrong = {
        .kind = PT_MOVED, .seat = 1 - seat, .at = d.now, .move = desk_legal(&d, seat, 0)};
    cr_assert_not(pt_table_fold(&d.t, &wrong, &why), "it is the other's turn");
    cr_assert_eq(why.at[0], 'R', "%s", why.at);
    desk_close(&d);
}

/* --- without bots, without a sink --- */

Test(read, without_bots_nobody_is_replaced) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    w.grace_s = 10;
    desk_open(&d, "tnobots");
    d.t.bots = NULL;
    desk_start(&d, &w);
    pt_request away = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    cr_assert_eq(desk_send(&d, &away), PT_GRANTED);
    int events = d.log.count;
    desk_tick(&d, 60000);
    cr_assert_eq(d.log.count, events);
    cr_assert_eq(pt_table_due(&d.t), 0);
    d.sink = (pt_sink){0}; /* and nobody listens */
    for (uint32_t i = 0; i < 30; i++) desk_play(&d, i);
    int seat = 1 - desk_mover(&d);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
    cr_assert_eq(d.t.now.undo_by, seat);
    desk_close(&d);
}

/* --- races --- */

static void begin_race(desk *d) {
    pt_wish w = desk_wish("myst", 2);
    desk_option(&w, "pmode=rt");
    desk_open(d, "trace");
    desk_start(d, &w);
    for (int i = 0; i < 9 && !pt_table_racing(&d->t); i++) desk_play(d, 0);
    cr_assert(pt_table_racing(&d->t));
}

/* A table that goes on from a record in the middle of a race: pace and guard begin there. */
Test(read, a_race_can_be_played_on_from_a_record) {
    static char record[1 << 15];
    desk d, on;
    begin_race(&d);
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    pt_wish w = desk_wish("myst", 2);
    memcpy(w.config.option, d.t.core.option, sizeof w.config.option);
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 60000;
    const pt_wish_seat seats[PT_SEATS] = {{"a", "Ann", "", ""}, {"", "", "", "e"}};
    desk_open(&on, "ton");
    cr_assert(pt_table_make(&on.t, &w, seats, record, d.t.core.steps, on.now, &on.sink, NULL));
    cr_assert_str_eq(on.t.core.seat[0].person, "a");
    cr_assert_str_eq(on.t.core.seat[1].level, "e");
    on.now += 50;
    cr_assert_eq(desk_ask(&on, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", on.why);
    cr_assert(pt_table_racing(&on.t));
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(on.t.now.pace_from[i], on.now);
        cr_assert_eq(on.t.now.pace_number[i], on.t.core.started);
    }
    cr_assert_eq(on.t.now.guard_from, on.now);
    for (uint32_t i = 0; i < on.t.core.steps; i++) cr_assert_eq(on.t.step[i].left, -1);
    desk_close(&on);
    desk_close(&d);
}

/* Back in a race, pace and guard begin anew for both. */
Test(read, an_undo_into_a_race_begins_it_anew) {
    desk d;
    begin_race(&d);
    PT_TEXT(undo, 40);
    pt_put(&undo, "undo %u agreed", d.t.core.steps);
    desk_play(&d, 1);
    d.now += 900;
    cr_assert(pt_table_read(&d.t, d.now, undo.at, NULL));
    cr_assert(pt_table_racing(&d.t));
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(d.t.now.pace_from[i], d.now);
        cr_assert_eq(d.t.now.pace_number[i], d.t.core.number);
    }
    cr_assert_eq(d.t.now.guard_from, d.now);
    desk_close(&d);
}

/* --- records --- */

Test(read, a_record_ends_where_it_ends) {
    static char record[1 << 17], bad[1 << 17];
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    PT_TEXT(why, 300);
    desk_open(&d, "tends");
    desk_start(&d, &w);
    for (uint32_t i = 0; i < 5; i++) desk_play(&d, i);
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    PT_TEXT(wanted, 60);
    pt_put(&wanted, "the record has %u moves", d.t.core.steps);
    cr_assert_not(pt_wish_record(&w, record, d.t.core.steps + 1, &why));
    cr_assert_str_eq(why.at, wanted.at);
    pt_text worse = pt_text_on(bad, sizeof bad);
    pt_puts(&worse, record);
    pt_puts(&worse, "4 resigns\n");
    pt_clear(&why);
    cr_assert_not(pt_wish_record(&w, bad, d.t.core.steps + 1, &why));
    cr_assert(!strstr(why.at, "the record has"), "%s", why.at);
    for (uint32_t i = 0; pt_table_owes(&d.t); i++) desk_play(&d, i * 7);
    pt_clear(&text);
    pt_table_record(&d.t, &text);
    pt_clear(&wanted);
    pt_put(&wanted, "the record has %u moves", d.t.core.steps);
    pt_clear(&why);
    cr_assert_not(pt_wish_record(&w, record, d.t.core.steps + 1, &why));
    cr_assert_str_eq(why.at, wanted.at);
    desk_close(&d);
}

/* Every wait that runs when a pause begins is that much longer, whoever waits. */
Test(read, a_pause_makes_every_wait_longer_that_runs) {
    desk d;
    begin_race(&d);
    int64_t from = d.now;
    for (int i = 0; i < PT_SEATS; i++)
        for (int k = 0; k <= PT_MATES; k++) d.t.now.locked[i][k] = from - 1 + 3 * (i + k) % 5;
    cr_assert(pt_table_read(&d.t, from, "pause 0", NULL));
    cr_assert(pt_table_read(&d.t, from + 700, "resume 0", NULL));
    for (int i = 0; i < PT_SEATS; i++)
        for (int k = 0; k <= PT_MATES; k++) {
            int64_t was = from - 1 + 3 * (i + k) % 5;
            cr_assert_eq(d.t.now.locked[i][k], was > from ? was + 700 : was, "%d %d", i, k);
        }
    desk_close(&d);
}

/* A bot that the host does not know keeps the pace of the weakest. */
Test(read, an_unknown_bot_keeps_the_pace_of_the_weakest) {
    desk d;
    pt_wish w = desk_wish("myst", 2);
    desk_option(&w, "pmode=rt");
    desk_open(&d, "tpace");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "expert");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    for (int i = 0; i < 9 && !pt_table_racing(&d.t); i++) {
        int seat = desk_mover(&d);
        pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", seat);
        r.move = desk_legal(&d, seat, 0);
        if (seat == 1)
            cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        else
            desk_play(&d, 0);
    }
    cr_assert(pt_table_racing(&d.t));
    int64_t expert = pt_table_due(&d.t);
    strcpy(d.t.core.seat[1].level, "beginner");
    int64_t beginner = pt_table_due(&d.t);
    cr_assert_gt(beginner, expert);
    strcpy(d.t.core.seat[1].level, "nobody");
    cr_assert_eq(pt_table_due(&d.t), beginner);
    d.t.bots = NULL;
    cr_assert_eq(pt_table_due(&d.t), beginner);
    desk_close(&d);
}

/* --- a race with rules of its own --- */

static uint32_t never(const pt_config *config) {
    (void)config;
    return 0;
}
static bool no_guard(const void *s, pt_rng *rng, int *seat, pt_move *move) {
    (void)s, (void)rng, (void)seat, (void)move;
    return false;
}
static uint32_t by_seat(const void *s, const pt_config *config, int seat, pt_move refused) {
    (void)s, (void)config, (void)refused;
    return seat ? 700 : 300;
}

Test(read, a_game_says_how_long_one_waits_and_whether_it_guards) {
    desk d;
    begin_race(&d);
    pt_game game = *d.t.game;
    pt_race race = *game.race;
    game.race = &race;
    d.t.game = &game;
    int64_t due = pt_table_due(&d.t);
    race.guard = no_guard;
    int events = d.log.count;
    desk_tick(&d, due - d.now);
    cr_assert_eq(d.log.count, events, "the rules name no move");
    cr_assert(d.t.now.guarded && d.t.now.guard_from == d.now);
    race.stall = race.stall_again = never;
    cr_assert_eq(pt_table_due(&d.t), 0);
    race.lock = by_seat;
    for (int seat = 0; seat < 2; seat++) {
        cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, desk_people[seat], seat, "choose R"), PT_RULE);
        cr_assert_eq(d.t.now.locked[seat][0], d.now + (seat ? 700 : 300));
    }
    desk_close(&d);
}
