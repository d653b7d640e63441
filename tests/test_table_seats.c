/* Who may see, sit, leave and start; rematch; whether a game is rated. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

Test(seats, who_may_not_know_of_a_table_is_told_that_there_is_none) {
    desk d;
    pt_wish w = desk_wish("myst", 2);
    w.access = PT_ACCESS_PRIVATE;
    memcpy(w.key, "secret", 7);
    desk_open(&d, "tpriv");
    desk_make(&d, &w, NULL);
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "bob", 1, ""), PT_NO_TABLE, "no-table",
              "there is no such table");
    cr_assert_eq(desk_ask(&d, PT_ASK_CHAT, "bob", -1, "hi"), PT_NO_TABLE);
    pt_request r = desk_request(&d, PT_ASK_SIT, "bob", 1);
    r.key = "secret";
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert(pt_table_may_see(&d.t, "bob", ""), "who sits there may see it");
    cr_assert(pt_table_may_see(&d.t, "ann", ""), "so may its owner");
    cr_assert_not(pt_table_may_see(&d.t, "cid", "wrong"));
    desk_close(&d);
}

Test(seats, an_open_table_without_watchers_is_seen_until_it_begins) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    w.watch = false;
    desk_open(&d, "topen");
    desk_make(&d, &w, NULL);
    cr_assert(pt_table_may_see(&d.t, "cid", ""));
    cr_assert_str_eq(d.t.core.key, "", "a key is kept only where it opens something");
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    cr_assert(!pt_table_may_see(&d.t, "cid", "") && pt_table_may_see(&d.t, "bob", ""));
    desk_close(&d);
}

Test(seats, sitting_down_is_refused_in_words) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 3);
    desk_open(&d, "tsit");
    desk_make(&d, &w, NULL);
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "bob", 3, ""), PT_SIT_NO_SEAT, "cannot-sit",
              "there is no such seat");
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "bob", 1, "ABC"), PT_SIT_ENTROPY, "cannot-sit",
              "entropy is up to 64 bytes in hexadecimal, lower case");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "bob", 1, "00ff"), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "sit 1 bob 00ff bob");
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "cid", 1, ""), PT_SIT_TAKEN, "cannot-sit",
              "somebody sits there");
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 2, "casual"), PT_GRANTED);
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "cid", 2, ""), PT_SIT_BOT, "cannot-sit",
              "a bot sits there");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "ann", 2, ""), PT_GRANTED, "its owner may");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "", 0, ""), PT_MALFORMED, "nobody");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "b b", 0, ""), PT_MALFORMED, "not one word");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "cid", 0, ""), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "dot", 0, ""), PT_SIT_BEGUN, "cannot-sit",
              "the game has begun");
    desk_close(&d);
}

Test(seats, at_a_table_of_one_screen_only_its_owner_sits) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    w.access = PT_ACCESS_LOCAL;
    memcpy(w.key, "k", 2);
    desk_open(&d, "tlocal");
    desk_make(&d, &w, NULL);
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "bob", 0, ""), PT_NO_TABLE);
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "ann", 0, ""), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "ann", 1, ""), PT_GRANTED, "twice");
    desk_close(&d);
}

static void check_labels(const pt_seat *s, const char *const labels[PT_LANGUAGES]) {
    for (int i = 0; i < PT_LANGUAGES; i++) {
        PT_TEXT_IN(label, 80, (uint8_t)i);
        pt_seat_label(s, &label);
        cr_assert_str_eq(label.at, labels[i]);
    }
}

Test(seats, the_bots_of_older_tables_go_by_their_level) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "told");
    desk_make(&d, &w, NULL);
    cr_assert(pt_table_read(&d.t, d.now, "bot 1 expert", NULL));
    check_labels(&d.t.core.seat[1],
                 (const char *[]){"expert (bot)", "expert (robot)", "expert (Bot)"});
    desk_close(&d);
}

Test(seats, bots_have_names_of_their_own_and_no_two_at_a_table_are_alike) {
    for (int table = 0; table < 100; table++) {
        desk d;
        pt_wish w = desk_wish("cyclades", PT_SEATS);
        PT_TEXT(id, PT_ID);
        pt_put(&id, "tnames%d", table);
        desk_open(&d, id.at);
        desk_make(&d, &w, NULL);
        desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
        memcpy(d.t.core.seat[0].name, "Zoe", 4); /* called like a bot */
        for (int i = 1; i < PT_SEATS; i++) desk_ask(&d, PT_ASK_BOT, "ann", i, "casual");
        for (int i = 0; i < PT_SEATS; i++)
            for (int k = 0; k < i; k++)
                cr_assert_str_neq(d.t.core.seat[i].name, d.t.core.seat[k].name, "%s", id.at);
        desk_close(&d);
    }
}

Test(seats, a_bot_is_changed_and_sent_away_by_the_owner_until_the_game_begins) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 3);
    char name[PT_LABEL];
    desk_open(&d, "tchange");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
    memcpy(name, d.t.core.seat[1].name, sizeof name);
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "expert"), PT_GRANTED);
    cr_assert_str_eq(d.t.core.seat[1].level, "expert");
    cr_assert_str_eq(d.t.core.seat[1].name, name, "it stays who it is");
    desk_says(&d, desk_ask(&d, PT_ASK_LEAVE, "bob", 1, ""), PT_NOT_YOUR_SEAT, "not-your-seat",
              "you do not sit there");
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "ann", 1, ""), PT_GRANTED);
    cr_assert_eq(d.t.core.seat[1].kind, PT_SEAT_FREE);
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
    desk_ask(&d, PT_ASK_BOT, "ann", 2, "casual");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "ann", 1, ""), PT_NOT_YOUR_SEAT);
    desk_close(&d);
}

Test(seats, who_made_the_table_seats_bots) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tbot");
    desk_make(&d, &w, NULL);
    desk_says(&d, desk_ask(&d, PT_ASK_BOT, "bob", 0, "casual"), PT_BOT_OWNER, "cannot-seat-bot",
              "only whoever made the table may seat bots");
    desk_says(&d, desk_ask(&d, PT_ASK_BOT, "ann", 2, "casual"), PT_BOT_NO_SEAT,
              "cannot-seat-bot", "there is no such seat");
    desk_says(&d, desk_ask(&d, PT_ASK_BOT, "ann", 0, "deep thought"), PT_BOT_UNKNOWN,
              "cannot-seat-bot", "there is no such bot");
    desk_ask(&d, PT_ASK_SIT, "bob", 0, "");
    desk_says(&d, desk_ask(&d, PT_ASK_BOT, "ann", 0, "casual"), PT_BOT_TAKEN, "cannot-seat-bot",
              "somebody sits there");
    cr_assert_eq(desk_ask(&d, PT_ASK_BOT, "ann", 1, "expert"), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "bot 1 expert Lysis");
    check_labels(
        &d.t.core.seat[1],
        (const char *[]){"Lysis (expert bot)", "Lysis (robot, expert)", "Lysis (Bot, expert)"});
    desk_ask(&d, PT_ASK_START, "bob", -1, "");
    desk_says(&d, desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual"), PT_BOT_BEGUN, "cannot-seat-bot",
              "the game has begun");
    desk_close(&d);
}

Test(seats, a_game_starts_when_every_seat_is_taken) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tstart");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "bob", 0, "");
    desk_says(&d, desk_ask(&d, PT_ASK_START, "bob", -1, ""), PT_START_FREE_SEAT, "cannot-start",
              "a seat is still free");
    desk_ask(&d, PT_ASK_SIT, "cid", 1, "");
    desk_says(&d, desk_ask(&d, PT_ASK_START, "eve", -1, ""), PT_START_STRANGER, "cannot-start",
              "only somebody who sits at the table may start the game");
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "cid", -1, ""), PT_GRANTED);
    cr_assert(d.t.core.phase == PT_TABLE_PLAYING && d.t.core.draws > 0, "luck was drawn");
    desk_says(&d, desk_ask(&d, PT_ASK_START, "cid", -1, ""), PT_START_BEGUN, "cannot-start",
              "the game has begun");
    desk_close(&d);
}

static pt_refusal say_ready(desk *d, const char *who, int seat, bool yes) {
    pt_request r = desk_request(d, PT_ASK_READY, who, seat);
    r.yes = yes;
    return desk_send(d, &r);
}

Test(seats, a_game_begins_by_itself_when_all_seats_are_taken_and_ready) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tready");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "bob", 0, "");
    desk_says(&d, say_ready(&d, "cid", 0, true), PT_NOT_YOUR_SEAT, "not-your-seat",
              "you do not sit there");
    cr_assert_eq(say_ready(&d, "bob", 0, true), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "ready 0 yes");
    int count = d.log.count;
    say_ready(&d, "bob", 0, true);
    cr_assert_eq(d.log.count, count, "once is enough");
    desk_ask(&d, PT_ASK_SIT, "cid", 1, "");
    cr_assert_eq(d.t.core.phase, PT_TABLE_OPEN, "whoever has just sat down is not ready");
    say_ready(&d, "bob", 0, false);
    say_ready(&d, "cid", 1, true);
    cr_assert_eq(d.t.core.phase, PT_TABLE_OPEN, "bob is no longer ready");
    say_ready(&d, "bob", 0, true);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING);
    cr_assert(d.t.core.draws > 0, "luck was drawn");
    desk_says(&d, say_ready(&d, "bob", 0, false), PT_START_BEGUN, "cannot-start",
              "the game has begun");
    desk_close(&d);
}

Test(seats, sitting_down_again_takes_another_name) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "trename");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "bob", 0, "");
    pt_request r = desk_request(&d, PT_ASK_SIT, "bob", 0);
    r.name = "Calm Otter";
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_str_eq(d.t.core.seat[0].name, "Calm Otter");
    cr_assert_eq(pt_seat_people(&d.t.core.seat[0]), 1);
    desk_close(&d);
}

Test(seats, no_two_at_a_table_have_the_same_name) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 4);
    desk_open(&d, "tnames");
    desk_make(&d, &w, NULL);
    static const char *const called[] = {"Guest", "guest", "Guest"};
    static const char *const sits[] = {"Guest", "guest 2", "Guest 3"};
    static const char *const who[] = {"bob", "cid", "dot"};
    for (int i = 0; i < 3; i++) {
        pt_request r = desk_request(&d, PT_ASK_SIT, who[i], i);
        r.name = called[i];
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
        cr_assert_str_eq(d.t.core.seat[i].name, sits[i]);
    }
    desk_ask(&d, PT_ASK_BOT, "ann", 3, "casual");
    const char *bot = d.t.core.seat[3].name;
    pt_request r = desk_request(&d, PT_ASK_SIT, "cid", 1);
    r.name = bot;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    cr_assert_str_neq(d.t.core.seat[1].name, bot, "nor like a bot");
    desk_close(&d);
}

Test(seats, a_number_after_a_long_name_cuts_whole_letters) {
    char out[PT_LABEL];
    pt_name_another("Éléonore-Désirée-Zoë Ünal", 12, out);
    cr_assert_str_eq(out, "Éléonore-Désirée-Zoë 12");
}

Test(seats, whoever_sits_down_again_has_to_say_ready_again) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 3);
    desk_open(&d, "tagain");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "bob", 0, "");
    say_ready(&d, "bob", 0, true);
    desk_ask(&d, PT_ASK_LEAVE, "bob", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 0, "");
    cr_assert_not(d.t.core.seat[0].ready);
    desk_close(&d);
}

/* Whether the last seat is taken by a bot or by a person, in every game and for every number of
 * players: whoever is first to move is asked. */
static void begin_with_bots(const pt_game *g, int seats, bool bot_last) {
    desk d;
    pt_wish w = desk_wish(g->name, seats);
    desk_open(&d, "tlast");
    desk_make(&d, &w, NULL);
    for (int i = 0; i < seats - 1; i++) {
        if (i) desk_ask(&d, PT_ASK_BOT, "ann", i, "casual");
        if (!i) desk_ask(&d, PT_ASK_SIT, "ann", i, ""), say_ready(&d, "ann", i, true);
    }
    cr_assert_eq(d.t.core.phase, PT_TABLE_OPEN, "%s %d: a seat is free", g->name, seats);
    desk_ask(&d, bot_last ? PT_ASK_BOT : PT_ASK_SIT, bot_last ? "ann" : "bob", seats - 1,
             bot_last ? "casual" : "");
    if (!bot_last) say_ready(&d, "bob", seats - 1, true);
    cr_assert_eq(d.t.core.phase, PT_TABLE_PLAYING, "%s %d", g->name, seats);
    cr_assert(pt_table_owes(&d.t), "%s %d: somebody is asked", g->name, seats);
    desk_close(&d);
}

Test(seats, the_last_seat_begins_the_game_in_every_game_and_at_every_size) {
    for (int i = 0; pt_games[i]; i++)
        for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++)
            for (int bot = 0; bot < 2; bot++) begin_with_bots(pt_games[i], seats, bot);
}

Test(seats, leaving_frees_a_seat_before_the_game_and_calls_a_bot_in_it) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "tleave");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    desk_says(&d, desk_ask(&d, PT_ASK_LEAVE, "ann", 1, ""), PT_NOT_YOUR_SEAT, "not-your-seat",
              "you do not sit there");
    desk_ask(&d, PT_ASK_LEAVE, "bob", 1, "");
    cr_assert_eq(d.t.core.seat[1].kind, PT_SEAT_FREE);
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    desk_ask(&d, PT_ASK_START, "bob", -1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "bob", 1, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "standin 1 casual");
    int count = d.log.count;
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "bob", 1, ""), PT_GRANTED);
    cr_assert_eq(d.log.count, count, "once is enough");
    pt_request there = desk_request(&d, PT_ASK_PRESENCE, "", -1);
    there.there = 2;
    desk_send(&d, &there);
    cr_assert_str_eq(desk_last(&d), "back 1");
    desk_close(&d);
}

/* --- rematch --- */

static pt_refusal rematch(desk *d, const char *who, int seat) {
    pt_request r = desk_request(d, PT_ASK_REMATCH, who, seat);
    memcpy(d->fresh.id, "tagain", 7);
    memcpy(d->fresh.key, "newkey", 7);
    memset(d->fresh.seed, 9, sizeof d->fresh.seed);
    pt_table_done(&d->next);
    r.next = &d->next;
    r.fresh = &d->fresh;
    return desk_send(d, &r);
}

Test(rematch, when_all_ask_everybody_sits_one_seat_further_and_teams_come_along) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    desk_says(&d, rematch(&d, "ann", 0), PT_NO_REMATCH, "no-rematch",
              "this is not the time for a rematch");
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    cr_assert_eq(rematch(&d, "dot", 1), PT_GRANTED);
    PT_TEXT(told, 200);
    pt_json j = pt_json_on(&told);
    pt_open(&j, '{');
    pt_tell_agreed(&j, &d.t);
    cr_assert_str_eq(told.at, "{\"rematch-asked\":[1]", "whoever comes is told");
    cr_assert(d.notices == 1 && d.noticed == PT_REMATCH_ASKED && d.noticed_by == 1);
    cr_assert_eq(d.next.core.number, 0u);
    cr_assert_eq(rematch(&d, "bob", 0), PT_GRANTED, "one speaks for the team");
    cr_assert_str_eq(desk_last(&d), "rematch tagain");
    cr_assert(d.next.core.phase == PT_TABLE_PLAYING && d.next.core.draws > 0);
    cr_assert_str_eq(d.next.core.seat[0].person, "dot");
    cr_assert_str_eq(d.next.core.seat[1].person, "ann");
    cr_assert_str_eq(d.next.core.seat[1].mate[0].person, "bob");
    cr_assert_eq(d.next.core.option[1], w.config.option[1]);
    cr_assert_eq(d.next.core.seed[0], 9);
    desk_same(&d.next, &d.log_next);
    desk_same(&d.t, &d.log);
    cr_assert_eq(rematch(&d, "dot", 1), PT_NO_REMATCH, "once");
    desk_close(&d);
}

Test(rematch, whoever_sits_twice_asks_once_first_or_last) {
    static const char *const first[] = {"ann", "bob"};
    for (int turn = 0; turn < 2; turn++) {
        desk d;
        pt_wish w = desk_wish("mykerinos", 3);
        desk_open(&d, "ttwice");
        desk_make(&d, &w, NULL);
        for (int i = 0; i < 3; i++) desk_ask(&d, PT_ASK_SIT, i ? "bob" : "ann", i, "");
        desk_ask(&d, PT_ASK_START, "ann", -1, "");
        desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
        for (int i = 1; i < 3; i++) desk_ask(&d, PT_ASK_RESIGN, "bob", i, "");
        cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
        cr_assert_eq(rematch(&d, first[turn], turn), PT_GRANTED);
        cr_assert_eq(rematch(&d, first[1 - turn], 1 - turn), PT_GRANTED);
        cr_assert_str_eq(desk_last(&d), "rematch tagain", "%s asked first", first[turn]);
        desk_close(&d);
    }
}

Test(rematch, at_one_screen_the_owner_speaks_for_bots) {
    static desk d;
    pt_wish w = desk_wish("myriath", 2);
    const pt_wish_seat bots[PT_SEATS] = {{.level = "casual"}, {.level = "expert"}};
    w.access = PT_ACCESS_LOCAL;
    desk_open(&d, "tbots");
    desk_make(&d, &w, bots);
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d.why);
    cr_assert_eq(rematch(&d, "ann", -1), PT_NO_REMATCH);
    for (int i = 0; i < 1000 && d.t.core.phase == PT_TABLE_PLAYING; i++) {
        pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", desk_mover(&d));
        r.move = desk_legal(&d, r.seat, 0);
        cr_assert_eq(desk_send(&d, &r), PT_GRANTED);
    }
    cr_assert_eq(rematch(&d, "bob", -1), PT_NO_TABLE);
    cr_assert_eq(rematch(&d, "ann", -1), PT_GRANTED, "%s", d.why);
    cr_assert_str_eq(d.next.core.seat[0].level, "expert");
    desk_close(&d);
}

Test(rematch, myriath_r3_2_the_game_says_who_begins_and_one_screen_asks_nobody) {
    desk d;
    pt_wish w = desk_wish("myriath", 2);
    w.access = PT_ACCESS_LOCAL;
    desk_open(&d, "tmyriath");
    desk_start(&d, &w);
    int32_t points[PT_SEATS] = {0};
    for (uint32_t i = 0; i < 30 && points[0] == points[1]; i++) {
        desk_play(&d, i);
        d.t.game->score(d.t.core.state, points);
    }
    cr_assert_neq(points[0], points[1]);
    int lowest = points[0] < points[1] ? 0 : 1;
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    cr_assert_eq(d.t.core.phase, PT_TABLE_OVER);
    cr_assert_eq(rematch(&d, "ann", 0), PT_GRANTED, "%s", d.why);
    cr_assert_eq(desk_level("casual", NULL), 1);
    cr_assert_eq(pt_lowest(pt_table_owes(&d.next)), (lowest + 1) % 2);
    desk_close(&d);
}

/* --- ratings --- */

Test(rated, not_at_one_screen_not_between_teams_not_alone_not_after_help) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "trated");
    desk_start(&d, &w);
    cr_assert(pt_table_is_rated(&d.t));
    d.t.core.unrated = 1;
    cr_assert_not(pt_table_is_rated(&d.t));
    desk_close(&d);
    w.access = PT_ACCESS_LOCAL;
    desk_open(&d, "tlocal");
    desk_start(&d, &w);
    cr_assert_not(pt_table_is_rated(&d.t));
    desk_close(&d);
    w.access = PT_ACCESS_OPEN;
    desk_open(&d, "ttwice");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "ann", 1, "");
    cr_assert_not(pt_table_is_rated(&d.t), "somebody sits twice");
    desk_close(&d);
    desk_two_teams(&d, &w);
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    cr_assert_not(pt_table_is_rated(&d.t));
    desk_close(&d);
}

Test(rated, what_was_given_up_at_once_does_not_count) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    for (uint32_t turns = 0; turns < 40; turns++) {
        int moves[2] = {0};
        desk_open(&d, "tgiven");
        desk_start(&d, &w);
        for (uint32_t i = 0; i < turns; i++) moves[desk_play(&d, i)]++;
        cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED, "%s", d.why);
        bool played = moves[0] >= PT_RATED_MOVES && moves[1] >= PT_RATED_MOVES;
        cr_assert_eq(pt_table_is_rated(&d.t), played, "%d and %d moves", moves[0], moves[1]);
        cr_assert(played || turns < 30);
        desk_close(&d);
    }
}

Test(hint, it_is_for_those_who_play_alone_and_costs_the_rating) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    desk_open(&d, "thint");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "casual");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", 1);
    while (desk_mover(&d) == 1) {
        r.move = desk_legal(&d, 1, 0);
        desk_send(&d, &r);
    }
    desk_says(&d, desk_ask(&d, PT_ASK_HINT, "bob", 0, ""), PT_NOT_YOUR_SEAT, "not-your-seat",
              "you do not sit there");
    cr_assert_eq(desk_ask(&d, PT_ASK_HINT, "ann", 0, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "hint 0");
    cr_assert_not(pt_table_is_rated(&d.t));
    int count = d.log.count;
    cr_assert_eq(desk_ask(&d, PT_ASK_HINT, "ann", 0, ""), PT_GRANTED);
    cr_assert_eq(d.log.count, count, "it is said once");
    desk_close(&d);
    desk_open(&d, "thint2");
    desk_start(&d, &w);
    int seat = desk_mover(&d);
    desk_says(&d, desk_ask(&d, PT_ASK_HINT, desk_people[seat], seat, ""), PT_NO_HINT, "no-hint",
              "there are no hints while other people play here");
    desk_says(&d, desk_ask(&d, PT_ASK_HINT, desk_people[1 - seat], 1 - seat, ""), PT_NOT_ASKED,
              "not-playing", "nothing is asked of you");
    desk_close(&d);
}
