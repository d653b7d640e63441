/* Moves, undo, giving up, talk, playing on from a record. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

static void begin(desk *d, const char *game, int seats) {
    pt_wish w = desk_wish(game, seats);
    desk_open(d, "tplay");
    desk_start(d, &w);
}

/* --- moves --- */

Test(move, it_is_refused_for_who_does_not_sit_there_who_is_late_and_what_is_not_legal) {
    desk d;
    begin(&d, "mykerinos", 2);
    int seat = desk_mover(&d);
    const char *who = desk_people[seat];
    cr_assert_eq(desk_move(&d, desk_people[1 - seat], seat, desk_legal(&d, seat, 0)),
                 PT_NOT_YOUR_SEAT);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, who, 7, "pass"), PT_NOT_YOUR_SEAT);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, who, seat, "fly to the moon"), PT_NOT_READABLE);
    cr_assert_str_eq(pt_refusal_code(PT_NOT_READABLE), "unreadable");
    uint32_t before = d.t.core.number;
    desk_play(&d, 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, who, seat, "start a1"), PT_RULE);
    cr_assert_eq(d.why[0], 'R', "%s", d.why);
    seat = desk_mover(&d);
    PT_TEXT(text, 100);
    pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &text);
    pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
    r.text = text.at;
    r.at = before;
    cr_assert_eq(desk_send(&d, &r), PT_STALE);
    cr_assert_str_eq(d.why, "something has happened since; please look again");
    r.at = d.t.core.seen[seat];
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    desk_close(&d);
}

Test(move, talk_makes_no_move_stale) {
    desk d;
    begin(&d, "mykerinos", 2);
    int seat = desk_mover(&d);
    pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
    PT_TEXT(text, 100);
    pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &text);
    r.at = d.t.core.seen[seat];
    r.text = text.at;
    desk_ask(&d, PT_ASK_CHAT, "bob", 1, "hurry up");
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    desk_close(&d);
}

Test(move, the_same_id_again_is_granted_and_not_made_twice) {
    desk d;
    begin(&d, "mykerinos", 2);
    int seat = desk_mover(&d);
    pt_request r = desk_request(&d, PT_ASK_MOVE, desk_people[seat], seat);
    PT_TEXT(text, 100);
    pt_print_move(d.t.game->verbs, desk_legal(&d, seat, 0), &text);
    r.text = text.at;
    r.id = "same";
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    int count = d.log.count;
    for (int i = 0; i < 3; i++) cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_eq(d.log.count, count);
    r.id = "other";
    cr_assert_neq(desk_send(&d, &r), PT_GRANTED);
    r.id = "two words";
    cr_assert_eq(desk_send(&d, &r), PT_MALFORMED);
    desk_close(&d);
}

Test(move, who_comes_back_by_moving_plays_again) {
    desk d;
    begin(&d, "mykerinos", 2);
    int seat = desk_mover(&d);
    desk_ask(&d, PT_ASK_LEAVE, desk_people[seat], seat, "");
    pt_thinker list[PT_SEATS];
    cr_assert_eq(pt_table_thinkers(&d.t, d.now, list), 1);
    cr_assert(list[0].seat == seat && strcmp(list[0].level, "casual") == 0);
    pt_move m = desk_legal(&d, seat, 1);
    desk_play(&d, 0);
    cr_assert_not(d.t.core.seat[seat].standin);
    pt_request late = desk_request(&d, PT_ASK_BOT_MOVE, "", seat);
    late.move = m;
    int count = d.log.count;
    cr_assert_eq(desk_send(&d, &late), PT_GRANTED);
    cr_assert_eq(d.log.count, count, "a bot that comes too late is nothing");
    desk_close(&d);
}

Test(move, whole_games_of_bots_end_with_a_record_that_proves_its_draws) {
    for (int i = 0; pt_games[i]; i++) {
        desk d;
        pt_wish w = desk_wish(pt_games[i]->name, pt_games[i]->min_seats);
        pt_wish_seat seats[PT_SEATS] = {0};
        for (int k = 0; k < PT_SEATS; k++) memcpy(seats[k].level, "casual", 7);
        desk_open(&d, "tbots");
        desk_make(&d, &w, seats);
        cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d.why);
        pt_rng rng = {7};
        pt_thinker list[PT_SEATS];
        while (pt_table_thinkers(&d.t, d.now, list)) {
            pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", list[0].seat);
            r.move = desk_legal(&d, list[0].seat, (uint32_t)pt_random(&rng));
            cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        }
        cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
        cr_assert_str_eq(desk_last(&d), "over played");
        desk_verify(&d.t);
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

/* --- undo --- */

/* Plays until somebody has moved and it is still (or not) their own turn, nothing drawn since.
 */
static int until(desk *d, bool own_turn) {
    for (uint32_t i = 0; i < 200; i++) {
        uint32_t draws = d->t.core.draws;
        int seat = desk_play(d, i * 5);
        bool own = pt_table_owes(&d->t) == pt_with(0, seat) && draws == d->t.core.draws;
        if (own == own_turn && d->t.core.phase == PT_TABLE_PLAYING) return seat;
    }
    cr_assert_fail("no such turn");
    return -1;
}

Test(undo, inside_ones_own_turn_it_is_free) {
    desk d;
    begin(&d, "mytikas", 2);
    int seat = until(&d, true);
    uint32_t steps = d.t.core.steps;
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[1 - seat], seat, ""), PT_NOT_YOUR_SEAT);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
    cr_assert_eq(d.t.core.steps, steps - 1);
    cr_assert(strstr(desk_last(&d), " turn") && !d.t.core.unrated && !d.notices);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(undo, otherwise_the_others_are_asked_and_talk_does_not_end_the_asking) {
    desk d;
    begin(&d, "mytikas", 3);
    int seat = until(&d, false), one = (seat + 1) % 3, two = (seat + 2) % 3;
    pt_request yes = desk_request(&d, PT_ASK_AGREE, desk_people[one], one);
    yes.yes = true;
    cr_assert_eq(desk_send(&d, &yes), PT_NOTHING_ASKED);
    cr_assert_str_eq(d.why, "nobody is asking you for anything");
    uint32_t steps = d.t.core.steps;
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
    cr_assert(d.notices == 1 && d.noticed == PT_UNDO_ASKED && d.noticed_by == seat);
    desk_ask(&d, PT_ASK_CHAT, desk_people[one], one, "well ...");
    cr_assert_eq(desk_send(&d, &yes), PT_GRANTED);
    cr_assert_eq(d.t.core.steps, steps, "one is not all");
    yes.person = desk_people[two];
    yes.seat = two;
    cr_assert_eq(desk_send(&d, &yes), PT_GRANTED);
    cr_assert_lt(d.t.core.steps, steps);
    cr_assert(strstr(desk_last(&d), " agreed") && d.t.core.unrated);
    cr_assert_eq(desk_send(&d, &yes), PT_NOTHING_ASKED);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(undo, one_no_or_a_move_ends_the_asking) {
    desk d;
    begin(&d, "mytikas", 2);
    int seat = until(&d, false), other = 1 - seat;
    pt_request answer = desk_request(&d, PT_ASK_AGREE, desk_people[other], other);
    desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, "");
    cr_assert_eq(desk_send(&d, &answer), PT_GRANTED);
    cr_assert(d.noticed == PT_UNDO_DENIED && d.noticed_by == other);
    desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, "");
    desk_play(&d, 0);
    answer.yes = true;
    cr_assert_eq(desk_send(&d, &answer), PT_NOTHING_ASKED);
    desk_close(&d);
}

/* Whoever asks again asks everybody again. */
Test(undo, after_a_no_earlier_answers_do_not_count) {
    desk d;
    begin(&d, "mytikas", 3);
    int seat = until(&d, false), one = (seat + 1) % 3, two = (seat + 2) % 3;
    uint32_t steps = d.t.core.steps;
    pt_request first = desk_request(&d, PT_ASK_AGREE, desk_people[one], one);
    pt_request second = desk_request(&d, PT_ASK_AGREE, desk_people[two], two);
    first.yes = true;
    desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, "");
    cr_assert_eq(desk_send(&d, &first), PT_GRANTED);
    cr_assert_eq(desk_send(&d, &second), PT_GRANTED);
    cr_assert_eq(d.t.now.undo_by, -1);
    cr_assert_eq(desk_send(&d, &first), PT_NOTHING_ASKED);
    desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, "");
    second.yes = true;
    cr_assert_eq(desk_send(&d, &second), PT_GRANTED);
    cr_assert_eq(d.t.core.steps, steps, "the first has not agreed to this one");
    cr_assert_eq(desk_send(&d, &first), PT_GRANTED);
    cr_assert_lt(d.t.core.steps, steps);
    desk_close(&d);
}

Test(undo, at_one_screen_nobody_is_asked) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    w.access = PT_ACCESS_LOCAL;
    desk_open(&d, "tlocal");
    desk_start(&d, &w);
    int seat = until(&d, false);
    uint32_t steps = d.t.core.steps;
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", seat, ""), PT_GRANTED);
    cr_assert(d.t.core.steps < steps && !d.notices);
    desk_close(&d);
}

Test(undo, it_takes_back_what_bots_answered) {
    desk d;
    pt_wish w = desk_wish("mytikas", 2);
    desk_open(&d, "tbot");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_NOTHING_TO_UNDO);
    for (uint32_t i = 0; i < 100; i++) {
        int seat = desk_mover(&d);
        pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", seat);
        r.move = desk_legal(&d, seat, i);
        if (seat == 1) cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        if (seat == 1 && i > 30) break;
        if (seat == 0) desk_play(&d, i);
    }
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_GRANTED);
    cr_assert_eq(desk_mover(&d), 0);
    cr_assert_eq(d.notices, 0);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

/* Ann has the first seat, Bob the two others. */
static void begin_with_two_seats_of_bob(desk *d) {
    pt_wish w = desk_wish("mytikas", 3);
    desk_open(d, "ttwice");
    desk_make(d, &w, NULL);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(desk_ask(d, PT_ASK_SIT, i ? "bob" : "ann", i, ""), PT_GRANTED, "%s",
                     d->why);
    cr_assert_eq(desk_ask(d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
}

Test(undo, whoever_sits_twice_agrees_once) {
    desk d;
    begin_with_two_seats_of_bob(&d);
    for (int i = 0; i < 20 && until(&d, false) != 0; i++) continue;
    uint32_t steps = d.t.core.steps;
    pt_request yes = desk_request(&d, PT_ASK_AGREE, "bob", 2);
    yes.yes = true;
    desk_ask(&d, PT_ASK_UNDO, "ann", 0, "");
    cr_assert_eq(d.noticed, PT_UNDO_ASKED);
    cr_assert_eq(desk_send(&d, &yes), PT_GRANTED);
    cr_assert_lt(d.t.core.steps, steps);
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

/* Bob has left and a bot plays for him. */
static int bob_is_away(desk *d) {
    begin(d, "mytikas", 2);
    for (uint32_t i = 0; i < 200; i++)
        if (desk_play(d, i * 5) == 0 && !pt_has(pt_table_owes(&d->t), 0) && i > 10) break;
    cr_assert_eq(desk_mover(d), 1);
    cr_assert_eq(desk_ask(d, PT_ASK_LEAVE, "bob", 1, ""), PT_GRANTED);
    cr_assert_eq(d->t.core.seat[1].standin, 1);
    return 1;
}

Test(undo, nobody_agrees_for_somebody_who_is_away) {
    desk d;
    int bob = bob_is_away(&d);
    uint32_t steps = d.t.core.steps;
    for (int i = 0; i < 5; i++)
        cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_UNDO_AWAY);
    cr_assert(d.t.core.steps == steps && !d.notices && !d.t.core.unrated);
    cr_assert(strstr(d.why, "is away"));
    pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", bob);
    for (uint32_t i = 0; desk_mover(&d) == bob; i++) {
        r.move = desk_legal(&d, bob, i);
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    }
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_UNDO_AWAY, "a stand-in answered");
    pt_request there = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    there.there = 3;
    desk_send(&d, &there);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_GRANTED);
    cr_assert(d.notices == 1 && d.noticed == PT_UNDO_ASKED, "he is back, and is asked");
    desk_same(&d.t, &d.log);
    desk_close(&d);
}

Test(undo, inside_ones_own_turn_it_is_free_while_somebody_is_away) {
    desk d;
    begin(&d, "mytikas", 2);
    int seat = until(&d, true);
    uint32_t steps = d.t.core.steps;
    desk_ask(&d, PT_ASK_LEAVE, desk_people[1 - seat], 1 - seat, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
    cr_assert(d.t.core.steps == steps - 1 && strstr(desk_last(&d), " turn"));
    desk_close(&d);
}

Test(undo, who_leaves_while_they_are_asked_has_not_agreed) {
    desk d;
    begin(&d, "mytikas", 3);
    int seat = until(&d, false), one = (seat + 1) % 3, two = (seat + 2) % 3;
    uint32_t steps = d.t.core.steps;
    desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, "");
    desk_ask(&d, PT_ASK_LEAVE, desk_people[two], two, "");
    pt_request yes = desk_request(&d, PT_ASK_AGREE, desk_people[one], one);
    yes.yes = true;
    cr_assert_eq(desk_send(&d, &yes), PT_GRANTED);
    cr_assert_eq(d.t.core.steps, steps, "one of two agreed");
    yes.person = desk_people[two];
    yes.seat = two;
    cr_assert_eq(desk_send(&d, &yes), PT_GRANTED);
    cr_assert_lt(d.t.core.steps, steps);
    desk_close(&d);
}

/* --- giving up --- */

Test(resign, who_gave_up_takes_back_no_move_of_the_bot) {
    desk d;
    begin(&d, "mytikas", 3);
    int seat = until(&d, true);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, desk_people[seat], seat, ""), PT_GRANTED);
    uint32_t steps = d.t.core.steps;
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_NOT_PLAYING);
    cr_assert_eq(d.t.core.steps, steps);
    desk_close(&d);
}

Test(resign, with_two_the_game_is_over) {
    desk d;
    uint8_t place[PT_SEATS];
    begin(&d, "myst", 2);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "bob", 0, ""), PT_NOT_YOUR_SEAT);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "over stopped");
    pt_table_places(&d.t, place);
    cr_assert(place[0] == 2 && place[1] == 1);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "bob", 1, ""), PT_NOT_PLAYING);
    cr_assert_eq(desk_ask(&d, PT_ASK_MOVE, "bob", 1, "wait"), PT_NOT_PLAYING);
    desk_verify(&d.t);
    desk_close(&d);
}

Test(resign, with_more_a_bot_plays_on_and_they_are_last) {
    desk d;
    uint8_t place[PT_SEATS];
    begin(&d, "mykerinos", 3);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "bob", 1, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "standin 1 casual");
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    pt_request there = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    there.there = 7;
    desk_send(&d, &there);
    cr_assert(d.t.core.seat[1].standin, "who gave up does not come back");
    desk_ask(&d, PT_ASK_RESIGN, "cid", 2, "");
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    cr_assert_str_eq(desk_last(&d), "over stopped", "nobody is left");
    pt_table_places(&d.t, place);
    cr_assert(place[0] == 1 && place[1] == 1 && place[2] == 1, "last together");
    desk_close(&d);
}

Test(resign, at_one_screen_the_others_play_on) {
    for (int last = 0; last < 3; last++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 3);
        w.access = PT_ACCESS_LOCAL;
        desk_open(&d, "tscreen");
        desk_start(&d, &w);
        for (int i = 1; i < 3; i++) {
            int seat = (last + i) % 3;
            PT_TEXT(standin, 40);
            pt_put(&standin, "standin %d casual", seat);
            cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", seat, ""), PT_GRANTED);
            cr_assert_str_eq(desk_last(&d), standin.at);
        }
        cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", last, ""), PT_GRANTED);
        cr_assert_str_eq(desk_last(&d), "over stopped", "nobody is left");
        desk_same(&d.t, &d.log);
        desk_close(&d);
    }
}

/* --- talk --- */

Test(chat, spectators_and_seats_talk_under_their_names) {
    desk d;
    begin(&d, "mykerinos", 2);
    cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "eve", -1, "hello there"), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "chat - 3 eve hello there");
    cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "eve", 0, "psst"), PT_NOT_YOUR_SEAT);
    pt_request r = desk_request(&d, PT_ASK_CHAT, "ann", 0);
    r.name = "";
    r.text = "hi";
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "chat 0 3 ann hi");
    r.text = "two\nlines";
    cr_assert_eq(desk_send(&d, &r), PT_MALFORMED);
    desk_close(&d);
}

/* --- playing on --- */

Test(past, a_record_is_played_on_and_what_came_before_stands) {
    desk d, on;
    begin(&d, "mytikas", 2);
    for (uint32_t i = 0; i < 25; i++) desk_play(&d, i);
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    char record[20000];
    pt_text text = pt_text_on(record, sizeof record);
    pt_table_record(&d.t, &text);
    uint32_t moves = d.t.core.steps;
    pt_wish w = desk_wish("mytikas", 2), other = desk_wish("mykerinos", 2);
    PT_TEXT(why, 300);
    cr_assert_not(pt_wish_record(&w, record, moves + 1, &why));
    cr_assert_not(pt_wish_record(&w, "nonsense", 3, NULL));
    cr_assert_not(pt_wish_record(&other, record, 3, NULL));
    desk_open(&on, "ton");
    const pt_wish_seat seats[PT_SEATS] = {{"ann", "Ann", "", ""}, {"bob", "Bob", "", ""}};
    cr_assert(pt_table_make(&on.t, &w, seats, record, moves, on.now, &on.sink, &why));
    cr_assert(on.t.core.past == moves && on.t.core.unrated);
    cr_assert_eq(desk_ask(&on, PT_ASK_START, "bob", -1, ""), PT_GRANTED);
    cr_assert_eq(memcmp(on.t.core.state, d.t.core.state, sizeof d.t.core.state), 0);
    for (int seat = 0; seat < 2; seat++)
        cr_assert_eq(desk_ask(&on, PT_ASK_UNDO, desk_people[seat], seat, ""),
                     PT_NOTHING_TO_UNDO);
    for (uint32_t i = 0; i < 10; i++) desk_play(&on, i);
    desk_same(&on.t, &on.log);
    desk_verify(&on.t);
    desk_close(&on);
    desk_close(&d);
}
