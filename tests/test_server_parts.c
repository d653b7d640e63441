/* The server's parts by themselves: ratings, differences, limits. The store is
 * tests/test_store.c's, the protocol as a whole is tests/test_server.py's, the law of the table
 * is tests/test_table_*.c's. */
/* SPDX-License-Identifier: MIT */
#include "server/blocks.h"
#include "server/fair.h"
#include "server/flat.h"
#include "server/people.h"
#include "server/rating.h"
#include <criterion/criterion.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

/* A refusal is JSON itself, so it must not quote half of a character. */
Test(json, what_is_wrong_is_told_by_its_place) {
    PT_TEXT(why, 200);
    cr_assert_null(json_strict("{\"game\":\"\\\xd8\xa2\"}", 14, &why));
    cr_assert_str_eq(why.at, "not JSON: invalid escape at line 1, column 11");
}

/* --- time among several nodes --- */

Test(time, dates_follow_the_database_at_once_and_clocks_of_games_slowly) {
    int64_t start = 1000000000, raw = time_raw();
    wall_follow(start);
    time_set(start);
    time_follow(raw, start + 3600000, time_raw()); /* a standby whose clock is an hour early */
    cr_assert_geq(wall_ms(), start + 3600000 - 1);
    cr_assert_leq(now_ms(), start + 5 + time_raw() - raw + 1);
}

Test(time, clocks_of_games_never_go_back) {
    int64_t start = 1000000000;
    wall_follow(start);
    time_set(start);
    int64_t last = now_ms();
    for (int i = 0; i < 100; i++) {
        int64_t raw = time_raw();
        time_follow(raw, start - 3600000, raw);
        cr_assert_geq(now_ms(), last);
        last = now_ms();
    }
    cr_assert_leq(wall_ms(), start - 3600000 + 60000);
}

Test(time, what_agrees_with_a_slow_answer_stays) {
    int64_t start = 1000000000;
    wall_follow(start);
    time_set(start);
    int64_t was = wall_ms(), raw = time_raw();
    time_follow(raw, was + 2000, raw + 60000); /* it was asked for a minute */
    cr_assert_leq(wall_ms(), was + 1 + time_raw() - raw + 1);
}

/* --- ratings --- */

/* The numbers of openskill.js for its default, the same algorithm. */
Test(rating, two_players_as_published) {
    rating r[2] = {{RATING_MU, RATING_SIGMA}, {RATING_MU, RATING_SIGMA}};
    rate_game(2, (int[]){1, 2}, r);
    cr_assert(fabs(r[0].mu - 27.63523138) < 1e-6 && fabs(r[0].sigma - 8.06550632) < 1e-6);
    cr_assert(fabs(r[1].mu - 22.36476862) < 1e-6 && fabs(r[1].sigma - 8.06550632) < 1e-6);
}

Test(rating, a_tie_between_equals_moves_nobody_and_certainty_grows) {
    rating r[3] = {{25, 8}, {25, 8}, {25, 8}};
    rate_game(3, (int[]){1, 1, 1}, r);
    for (int i = 0; i < 3; i++) cr_assert(fabs(r[i].mu - 25) < 1e-9 && r[i].sigma < 8);
}

Test(rating, places_order_the_changes_of_equals) {
    rating r[5];
    for (int i = 0; i < 5; i++) r[i] = (rating){25, 8};
    rate_game(5, (int[]){3, 1, 5, 2, 4}, r);
    cr_assert(r[1].mu > r[3].mu && r[3].mu > r[0].mu && r[0].mu > r[4].mu && r[4].mu > r[2].mu);
}

/* --- differences --- */

static pt_keys keys;

/* Keys must stay where they are: the texts of a test do. */
static void tape_json(pt_json *j, json_t *in) {
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_object(in)) {
        pt_open(j, '{');
        json_object_foreach(in, key, value) {
            pt_key(j, strcmp(key, "a") == 0 ? "a" : strcmp(key, "b") == 0 ? "b" : "c");
            tape_json(j, value);
        }
        pt_close(j, '}');
    } else if (json_is_array(in)) {
        pt_open(j, '[');
        json_array_foreach(in, i, value) tape_json(j, value);
        pt_close(j, ']');
    } else if (json_is_string(in)) {
        pt_json_str(j, json_string_value(in));
    } else if (json_is_integer(in)) {
        pt_json_int(j, json_integer_value(in));
    } else if (json_is_boolean(in)) {
        pt_json_bool(j, json_is_true(in));
    } else {
        pt_json_null(j);
    }
}

static void tape_text(const char *text, pt_datum *cells) {
    json_t *in = json_loads(text, JSON_DECODE_ANY, NULL);
    pt_tape tape = pt_tape_on(cells, 200, &keys);
    pt_json j = pt_json_on_tape(&tape);
    cr_assert(in, "%s", text);
    tape_json(&j, in);
    cr_assert(!tape.cut && tape.next == cells + cells->size && tape.depth == 0);
    json_decref(in);
    PT_TEXT(back, 1000);
    j = pt_json_on(&back);
    pt_json_datum(&j, &keys, cells);
    cr_assert_str_eq(back.at, text);
}

static void differs(const char *a, const char *b, const char *patch) {
    pt_datum old[200], new[200];
    PT_TEXT(out, 1000);
    tape_text(a, old);
    tape_text(b, new);
    view_diff(&keys, old, new, &out);
    cr_assert_str_eq(out.at, patch, "%s -> %s: %s", a, b, out.at);
}

Test(diff, a_patch_says_what_has_changed) {
    differs("{}", "{}", "{}");
    differs("{\"a\":1,\"b\":\"long enough\"}", "{\"a\":2,\"b\":\"long enough\"}",
            "{\"a\":[2]}");
    differs("{\"a\":1,\"b\":\"long enough\"}", "{\"b\":\"long enough\"}", "{\"a\":[]}");
    differs("{\"b\":\"long enough\"}", "{\"b\":\"long enough\",\"c\":1}", "{\"c\":[1]}");
    differs("[10,20,30,40,50,60]", "[10,20,31,40,50,60]", "{\"2\":[31]}");
    differs("[100,200,300,400,500]", "[100,200,400,500]", "{\"+\":[[2,1,[]]]}");
    differs("[100,200,400,500,600]", "[100,200,300,400,500,600]", "{\"+\":[[2,0,[300]]]}");
    differs("[{\"a\":1,\"b\":2}]", "[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4},{\"a\":5,\"b\":[]}]",
            "{\"+\":[[1,0,[[3,4],[5,[]]],[\"a\",\"b\"]]]}");
    differs("[1,2]", "[3,4]", "[[3,4]]");
    differs("\"a\\\"b\"", "\"a\\\"c\"", "[\"a\\\"c\"]");
    differs("[1,\"\",null,true,{\"a\":[]},\"a text of more than a cell\"]",
            "[1,\"\",null,false,{\"a\":[]},\"a text of more than a cell\"]", "{\"3\":[false]}");
    differs("[{\"a\":1,\"b\":2},{\"a\":2,\"b\":3},{\"a\":3,\"b\":4}]",
            "[{\"a\":1,\"b\":2},{\"a\":3,\"b\":5}]", "{\"+\":[[1,1,[]]],\"1\":{\"b\":[5]}}");
    differs("[{\"a\":1,\"b\":2},{\"a\":2,\"b\":3},{\"a\":3,\"b\":4},{\"a\":4,\"b\":5}]",
            "[{\"a\":1,\"b\":7},{\"a\":2,\"b\":8},{\"a\":9,\"b\":4},{\"a\":4,\"b\":null}]",
            "{\"=\":{\"b\":[0,7,1,8,3,null]},\"2\":{\"a\":[9]}}");
}

Test(diff, a_tape_says_when_it_is_too_short) {
    pt_datum cells[4];
    for (uint32_t size = 0; size < 4; size++) {
        pt_tape tape = pt_tape_on(cells, size, &keys);
        pt_json j = pt_json_on_tape(&tape);
        pt_open(&j, '[');
        pt_json_int(&j, 1);
        pt_json_str(&j, "two cells");
        pt_open(&j, '{');
        pt_key_int(&j, "a", 1);
        pt_close(&j, '}');
        pt_close(&j, ']');
        cr_assert(tape.cut);
    }
    pt_tape tape = pt_tape_on(cells, 4, &keys);
    pt_json j = pt_json_on_tape(&tape);
    pt_json_int(&j, (int64_t)1 << 40);
    cr_assert(tape.cut); /* numbers of a tape have 32 bits */
}

/* The view of one viewer on a tape, without who it is. */
static void tape_view(const pt_game *g, const void *s, int viewer, pt_datum *cells) {
    uint64_t view[PT_STATE_MAX / 8];
    pt_tape tape = pt_tape_on(cells, CELLS, &keys);
    pt_json j = pt_json_on_tape(&tape);
    pt_observe(g, s, viewer, view);
    g->show(view, viewer, &j);
    cr_assert(!tape.cut);
    for (pt_datum *c = cells + 1; c < cells + cells->size; c += c->size)
        if (strcmp(keys.name[c->key], "viewer") == 0) memset(c, 0, sizeof *c), c->size = 1;
}

/* The server writes such a view once for everybody. */
Test(diff, games_that_say_so_show_everybody_the_same) {
    static pt_datum one[CELLS], other[CELLS];
    static pt_move moves[1 << 15];
    static pt_chance luck[4096];
    int games = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        uint64_t state[PT_STATE_MAX / 8];
        pt_rng rng = {7};
        pt_config config = pt_config_normal(g, g->max_seats);
        if (!g->alike) continue;
        cr_assert(g->max_moves <= 1 << 15 && g->max_chance <= 4096);
        games++;
        for (pt_start(g, state, &config); pt_head_of(state)->node != PT_OVER;) {
            tape_view(g, state, PT_PUBLIC, one);
            for (int seat = 0; seat < g->max_seats; seat++) {
                tape_view(g, state, seat, other);
                cr_assert(one->size == other->size &&
                          memcmp(one, other, one->size * sizeof *one) == 0);
            }
            pt_random_step(g, state, &rng, moves, luck);
        }
    }
    cr_assert(games > 0);
}

/* --- limits --- */

Test(limits, a_bucket_gives_its_burst_and_then_its_rate) {
    bucket b = {0};
    int64_t now = 1000000;
    int taken = 0;
    for (int i = 0; i < 100; i++) taken += bucket_take(&b, now, 10, 30);
    cr_assert_eq(taken, 30);
    for (int i = 0; i < 100; i++) taken += bucket_take(&b, now + 1000, 10, 30);
    cr_assert_eq(taken, 40);
    cr_assert(bucket_take(&b, now, 0, 0)); /* no limit */
}

Test(people, a_ticket_is_good_once_and_not_for_long) {
    people *p = people_new();
    identity ada = {.person = {.id = "p1", .name = "Ada"}}, got;
    char text[33], other[33];
    ticket_new(p, &ada, 1000, text);
    ticket_new(p, &ada, 1000, other);
    cr_assert(ticket_use(p, text, 2000, &got) && strcmp(got.person.name, "Ada") == 0);
    cr_assert_not(ticket_use(p, text, 2000, &got));
    cr_assert_not(ticket_use(p, other, 1000 + 30001, &got));
    for (int i = 0; i < 4000; i++) ticket_new(p, &ada, 50000, text); /* many at once */
    cr_assert(ticket_use(p, text, 50001, &got));
    people_free(p);
}

/* --- fair shares --- */

static uint64_t served(share *s) {
    share_item *i = share_take(s);
    return i ? i->who.address * 10 + i->who.person : 0;
}

Test(share, addresses_take_turns_and_people_within_them) {
    static share s;
    static share_item item[100];
    share_init(&s);
    for (int i = 0; i < 50; i++) share_put(&s, &item[i], (share_key){1, 1});
    share_put(&s, &item[50], (share_key){1, 2}); /* another person there */
    share_put(&s, &item[51], (share_key){2, 3}); /* another address */
    share_put(&s, &item[52], (share_key){2, 3});
    cr_assert_eq(share_waiting(&s, 1), 51);
    uint64_t first[6];
    for (int i = 0; i < 6; i++) first[i] = served(&s);
    cr_assert(first[0] == 11 && first[1] == 23, "the addresses take turns");
    cr_assert(first[2] == 12 && first[3] == 23, "and at the first one, its people");
    cr_assert(first[4] == 11 && first[5] == 11, "who is alone gets everything");
    share_put(&s, &item[53], (share_key){3, 4});
    cr_assert_eq(served(&s), 34, "who comes late does not wait for all of them");
    for (int left = s.count; left > 0; left--) cr_assert_eq(served(&s), 11);
    cr_assert(served(&s) == 0 && s.count == 0);
    share_put(&s, &item[0], (share_key){1, 1});
    cr_assert_eq(served(&s), 11, "an empty list fills again");
}

Test(people, tickets_are_void_after_a_logout) {
    people *p = people_new();
    identity ada = {.person = {.id = "p1"}, .token = {1}}, other = {.person = {.id = "p1"}},
             bo = {.person = {.id = "p2"}, .token = {1}}, got;
    char text[4][33];
    ticket_new(p, &ada, 1000, text[0]);
    ticket_new(p, &other, 1000, text[1]);
    ticket_new(p, &bo, 1000, text[2]);
    people_void(p, "p1", ada.token, true);
    cr_assert_eq(people_logouts(p), 1);
    cr_assert_not(ticket_use(p, text[0], 2000, &got));
    cr_assert(ticket_use(p, text[1], 2000, &got), "another token of the same person");
    cr_assert(ticket_use(p, text[2], 2000, &got), "another person");
    ticket_new(p, &ada, 1000, text[0]);
    ticket_new(p, &other, 1000, text[1]);
    people_void(p, "p1", NULL, true);
    cr_assert_not(ticket_use(p, text[0], 2000, &got));
    cr_assert_not(ticket_use(p, text[1], 2000, &got));
    people_free(p);
}

/* --- blocks --- */

/* Somebody who changes their mind for ever does not fill the memory, and nobody else's block is
 * lost on the way. */
Test(blocks, coming_and_going_take_no_room) {
    enum { STANDING = 100, TIMES = 20000 };
    blocks *b = blocks_new();
    PT_TEXT(other, PT_ID);
    for (int i = 0; i < STANDING; i++) {
        pt_clear(&other);
        pt_put(&other, "p%d", i);
        blocks_set(b, "pone", other.at, true);
    }
    size_t first = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (int i = 0; i < TIMES; i++) {
        blocks_set(b, "pfickle", "pother", true);
        blocks_set(b, "pfickle", "pother", false);
    }
    size_t last = mallinfo2().uordblks + mallinfo2().hblkhd;
    cr_assert(last < first + (64 << 10), "%zu bytes more", last - first);
    for (int i = 0; i < STANDING; i++) {
        pt_clear(&other);
        pt_put(&other, "p%d", i);
        cr_assert(is_blocked(b, "pone", other.at));
    }
    cr_assert_not(is_blocked(b, "pfickle", "pother"));
    blocks_free(b);
}

/* --- who came from where --- */

static int sights_of(const server *sv, const char *person) {
    int n = 0;
    for (int i = 0; i < FAIR_SIGHTS; i++) n += sv->sights[i].person == id_hash(person);
    return n;
}

/* docs/fair.md: two who have used one browser within `browser-days` may be one. Whoever comes
 * again and again, each time with another browser, does not make the server forget the rest. */
Test(fair, nobody_crowds_others_out_of_memory) {
    server *sv = calloc(1, sizeof *sv);
    conn other = {.person = "pother", .peer = "192.0.2.1", .browser = 7};
    conn busy = {.person = "pbusy", .peer = "192.0.2.2"};
    cr_assert_not_null(sv);
    fair_sees(sv, &other);
    fair_sees(sv, &other);
    cr_assert_eq(sights_of(sv, "pother"), 1);
    for (uint64_t i = 1; i <= 2 * FAIR_SIGHTS; i++) {
        busy.browser = i;
        fair_sees(sv, &busy);
    }
    cr_assert_eq(sights_of(sv, "pother"), 1);
    cr_assert_leq(sights_of(sv, "pbusy"), 32);
    free(sv);
}
