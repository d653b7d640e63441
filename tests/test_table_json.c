/* What watchers are told: whole messages, and what hides behind them. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

static char said[1 << 16];
static pt_move list[2048];

static const char *table_for(const desk *d, int eye) {
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_table(&j, &d->t, eye, d->now, list);
    cr_assert(!out.cut && j.depth == 0);
    return said;
}

static const char *update_for(const desk *d, int eye, uint32_t since) {
    pt_text out = pt_text_on(said, sizeof said);
    pt_json j = pt_json_on(&out);
    pt_tell_update(&j, &d->t, eye, since, d->now, list);
    cr_assert(!out.cut && j.depth == 0);
    return said;
}

static void has(const char *text, const char *part) {
    cr_assert(strstr(text, part), "'%s' is not in %.600s", part, text);
}

static void begin(desk *d, const char *game) {
    pt_wish w = desk_wish(game, 2);
    desk_open(d, "ttell");
    desk_start(d, &w);
}

Test(table_json, a_table_tells_its_game_seats_view_and_what_the_seat_may_do) {
    desk d;
    begin(&d, "mykerinos");
    int seat = desk_mover(&d);
    const char *own = table_for(&d, seat);
    has(own, "{\"t\":\"table\",\"table\":\"ttell\",\"seat\":");
    has(own, "\"game\":\"mykerinos\",\"phase\":\"playing\",\"access\":\"open\",\"options\":{");
    has(own, "\"clock\":{\"kind\":\"none\"},\"grace\":0,\"created\":1000000,\"moves\":");
    has(own, "\"commit\":\"");
    has(own, "\"seats\":[{\"seat\":0,\"kind\":\"human\",\"name\":\"ann\",\"face\":355060760},");
    has(own, "\"view\":");
    has(own, "\"legal\":{");
    cr_assert_not(strstr(own, "\"left\""), "no clock");
    const char *other = table_for(&d, PT_PUBLIC_EYE);
    has(other, "\"seat\":null");
    cr_assert_not(strstr(other, "\"legal\""));
    char seed[PT_HEX];
    pt_to_hex(d.t.core.seed, sizeof d.t.core.seed, seed);
    cr_assert_not(strstr(other, seed), "the seed is a secret");
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    const char *over = table_for(&d, 1);
    has(over, "\"result\":{\"points\":[");
    has(over, "\"places\":[2,1],\"how\":\"stopped\",\"moves\":14,\"ms\":");
    has(over, seed);
    desk_close(&d);
}

Test(table_json, an_update_tells_what_was_missed) {
    desk d;
    begin(&d, "mykerinos");
    uint32_t n = d.t.core.seen[PT_PUBLIC_EYE];
    desk_ask(&d, PT_ASK_CHAT, "ann", 0, "\"hm\"");
    desk_ask(&d, PT_ASK_LEAVE, "bob", 1, "");
    const char *text = update_for(&d, PT_PUBLIC_EYE, n);
    has(text, "{\"t\":\"update\",\"table\":\"ttell\",\"seat\":null,\"n\":");
    has(text,
        "\"events\":[{\"e\":\"chat\",\"seat\":0,\"name\":\"ann\",\"text\":\"\\\"hm\\\"\"},"
        "{\"e\":\"standin\",\"seat\":1,\"level\":\"casual\"}]");
    cr_assert_not(strstr(text, "skipped"));
    n = d.t.core.seen[PT_PUBLIC_EYE];
    for (int i = 0; i < 60; i++) desk_ask(&d, PT_ASK_CHAT, "eve", -1, "again");
    text = update_for(&d, PT_PUBLIC_EYE, n);
    has(text, "\"skipped\":52,\"seats\":[");
    desk_close(&d);
}

static int events_in(const char *text) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, "{\"e\":")); at++) n++;
    return n;
}

/* Whoever opens a new game reads how it began; of a long one the last moves are enough. */
Test(table_json, a_table_tells_all_its_events_while_they_are_few) {
    desk d;
    begin(&d, "cyclades");
    int n = (int)d.t.core.seen[0];
    cr_assert(n > 4 && n <= PT_RECENT, "%d", n);
    const char *text = table_for(&d, 0);
    has(text, "\"events\":[{\"e\":\"create\"},");
    cr_assert_eq(events_in(text), n);
    for (; n < PT_RECENT; n++) desk_ask(&d, PT_ASK_CHAT, "eve", -1, "well");
    cr_assert_eq(events_in(table_for(&d, 0)), PT_RECENT);
    desk_ask(&d, PT_ASK_CHAT, "eve", -1, "well");
    cr_assert_eq(events_in(table_for(&d, 0)), 4);
    desk_close(&d);
}

Test(table_json, every_kind_of_event_is_told_as_the_protocol_has_it) {
    desk d;
    pt_wish w = desk_wish("mytikas", 3);
    desk_open(&d, "tkinds");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    desk_ask(&d, PT_ASK_LEAVE, "bob", 1, "");
    desk_ask(&d, PT_ASK_BOT, "ann", 1, "expert");
    desk_ask(&d, PT_ASK_SIT, "cid", 2, "");
    const char *text = update_for(&d, 0, 0);
    has(text, "\"events\":[{\"e\":\"create\"},{\"e\":\"sit\",\"seat\":0,\"name\":\"ann\"},"
              "{\"e\":\"sit\",\"seat\":1,\"name\":\"bob\"},{\"e\":\"leave\",\"seat\":1},"
              "{\"e\":\"bot\",\"seat\":1,\"name\":\"Zoe\",\"level\":\"expert\"},");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    pt_request r = desk_request(&d, PT_ASK_BOT_MOVE, "", 1);
    while (desk_mover(&d) != 1) desk_play(&d, 0);
    r.move = desk_legal(&d, 1, 0);
    desk_send(&d, &r);
    text = update_for(&d, 0, d.t.core.seen[0] - 1);
    if (strstr(text, "\"e\":\"move\"")) has(text, "{\"e\":\"move\",\"seat\":1,\"by\":\"bot\",");
    desk_ask(&d, PT_ASK_RESIGN, "cid", 2, "");
    desk_ask(&d, PT_ASK_RESIGN, "ann", 0, "");
    text = update_for(&d, 0, d.t.core.seen[0] - 4);
    has(text, "{\"e\":\"resign\",\"seat\":2,\"why\":\"player\"},{\"e\":\"standin\",\"seat\":2,"
              "\"level\":\"casual\"},{\"e\":\"resign\",\"seat\":0,\"why\":\"player\"},"
              "{\"e\":\"over\",\"how\":\"stopped\"}");
    desk_close(&d);
}

Test(table_json, who_gave_up_is_not_asked_any_more) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 3);
    desk_open(&d, "tgiven");
    desk_start(&d, &w);
    int seat = desk_mover(&d);
    has(update_for(&d, seat, 0), "\"legal\":");
    desk_ask(&d, PT_ASK_RESIGN, desk_people[seat], seat, "");
    const char *text = update_for(&d, seat, 0);
    has(text, "\"turn\":[");
    cr_assert_not(strstr(text, "\"legal\":"));
    cr_assert_not(strstr(text, "\"ask\":"));
    desk_close(&d);
}

Test(table_json, myst_r4_16_a_choice_and_a_hand_are_masked_for_others) {
    desk d;
    begin(&d, "myst");
    const char *text = update_for(&d, PT_PUBLIC_EYE, 0);
    has(text, "{\"e\":\"luck\",\"masked\":true}");
    int seat = desk_mover(&d);
    desk_play(&d, 3);
    PT_TEXT(own, 60);
    PT_TEXT(told, 200);
    pt_print_move(d.t.game->verbs, d.t.step[d.t.core.steps - 1].move, &own);
    pt_put(&told, "{\"e\":\"move\",\"seat\":%d,\"move\":\"%s\"}", seat, own.at);
    has(update_for(&d, seat, d.t.core.seen[seat] - 1), told.at);
    text = update_for(&d, 1 - seat, d.t.core.seen[1 - seat] - 1);
    has(text, "\"masked\":true}");
    cr_assert_not(strstr(text, own.at));
    desk_close(&d);
}

Test(table_json, clocks_are_told_as_of_now) {
    desk d;
    pt_wish w = desk_wish("mykerinos", 2);
    w.clock = PT_CLOCK_BANK;
    w.clock_ms = 60000;
    desk_open(&d, "tclock");
    desk_start(&d, &w);
    d.now += 2500;
    has(table_for(&d, 0), desk_mover(&d) ? "\"left\":[60000,57500]" : "\"left\":[57500,60000]");
    desk_close(&d);
}

Test(table_json, a_captain_is_told_to_the_own_team) {
    desk d;
    pt_wish w = desk_wish("myst", 2);
    desk_open(&d, "tcaptain");
    desk_make(&d, &w, NULL);
    desk_ask(&d, PT_ASK_SIT, "ann", 0, "");
    desk_ask(&d, PT_ASK_SIT, "cid", 0, "");
    desk_ask(&d, PT_ASK_SIT, "bob", 1, "");
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    desk_ask(&d, PT_ASK_START, "ann", -1, "");
    int seat = desk_mover(&d);
    has(table_for(&d, seat), seat ? "\"captain\":\"bob\"" : "\"captain\":\"ann\"");
    has(said, "\"team\":[\"ann\",\"cid\"]");
    cr_assert_not(strstr(table_for(&d, 1 - seat), "\"captain\""));
    desk_close(&d);
}

Test(table_json, a_question_for_an_undo_is_told_until_it_is_settled) {
    desk d;
    begin(&d, "mykerinos");
    int seat = desk_mover(&d), other = 1 - seat;
    while (desk_mover(&d) == seat) desk_play(&d, 0);
    cr_assert_not(strstr(table_for(&d, other), "undo-asked"));
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, desk_people[seat], seat, ""), PT_GRANTED);
    has(table_for(&d, other), seat ? "\"undo-asked\":1" : "\"undo-asked\":0");
    desk_play(&d, 0); /* the others went on instead */
    cr_assert_not(strstr(table_for(&d, other), "undo-asked"));
    desk_close(&d);
}

Test(table_json, notices_and_refusals) {
    desk d;
    begin(&d, "mykerinos");
    PT_TEXT(out, 300);
    pt_json j = pt_json_on(&out);
    const pt_event e = {.kind = PT_UNDO_ASKED, .seat = 1};
    pt_tell_notice(&j, &d.t, &e);
    cr_assert_str_eq(out.at, "{\"t\":\"undo-asked\",\"table\":\"ttell\",\"by\":1,"
                             "\"words\":\"asks to take back the last move\"}");
    pt_clear(&out);
    j = pt_json_on(&out);
    pt_tell_refused(&j, PT_RULE, "R4.3: a1 holds a cube already", "occupied", "m1");
    cr_assert_str_eq(
        out.at,
        "{\"t\":\"refused\",\"re\":\"m1\",\"code\":\"rule\","
        "\"rule\":\"R4.3\",\"key\":\"occupied\",\"words\":\"a1 holds a cube already\"}");
    pt_clear(&out);
    j = pt_json_on(&out);
    PT_TEXT(why, 200);
    pt_say_refusal(&why, PT_STALE);
    pt_tell_refused(&j, PT_STALE, why.at, NULL, "");
    cr_assert_str_eq(out.at, "{\"t\":\"refused\",\"code\":\"stale\","
                             "\"words\":\"something has happened since; please look again\"}");
    desk_close(&d);
}

Test(table_json, who_comes_back_finds_the_state_they_had) {
    desk d;
    begin(&d, "mytikas");
    uint64_t state[PT_STATE_MAX / 8] = {0}, was[PT_STATE_MAX / 8];
    for (uint32_t i = 0; i < 10; i++) desk_play(&d, i);
    memcpy(was, d.t.core.state, sizeof was);
    uint32_t n = d.t.core.seen[0];
    for (uint32_t i = 0; i < 10; i++) desk_play(&d, i);
    cr_assert(pt_table_state_seen(&d.t, 0, n, state));
    cr_assert_eq(memcmp(state, was, d.t.game->state_size), 0);
    cr_assert_not(pt_table_state_seen(&d.t, 0, d.t.core.seen[0] + 1, state));
    cr_assert_not(pt_table_state_seen(&d.t, 0, 1, state), "the game had not begun");
    desk_close(&d);
}

/* Bots of older tables have no name, and a name may be one letter. Whose moves come from a
 * record is not told: nobody here has made them. */
Test(table_json, bots_and_past_moves_are_told_as_they_are) {
    static const struct {
        const char *text, *told;
    } rows[] = {
        {"bot 1 expert", "\"events\":[{\"e\":\"bot\",\"seat\":1,\"level\":\"expert\"}]"},
        {"bot 1 x X", "\"events\":[{\"e\":\"bot\",\"seat\":1,\"name\":\"X\",\"level\":\"x\"}]"},
        {"past 0 oct c3", "\"events\":[{\"e\":\"past\"}]"},
    };
    desk d;
    pt_wish w = desk_wish("myriath", 2);
    desk_option(&w, "start=1");
    desk_open(&d, "tpast");
    desk_make(&d, &w, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PT_TEXT(why, 200);
        PT_TEXT(out, 400);
        pt_json j = pt_json_on(&out);
        cr_assert(pt_table_read(&d.t, d.now, rows[i].text, &why), "%s", why.at);
        pt_tell_events(&j, &d.t, 0, 1);
        cr_assert_str_eq(out.at, rows[i].told);
    }
    desk_close(&d);
}
