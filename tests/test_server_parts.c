/* The server's parts by themselves: ratings, differences, limits, and the store. The protocol
 * as a whole is tests/test_server.py's, the law of the table is tests/test_table_*.c's. */
/* SPDX-License-Identifier: MIT */
#include "server/flat.h"
#include "server/people.h"
#include "server/rating.h"
#include "store/sqlite.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A refusal is JSON itself, so it must not quote half of a character. */
Test(json, what_is_wrong_is_told_by_its_place) {
    PT_TEXT(why, 200);
    cr_assert_null(json_strict("{\"game\":\"\\\xd8\xa2\"}", 14, &why));
    cr_assert_str_eq(why.at, "not JSON: invalid escape at line 1, column 11");
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

/* --- the store --- */

static char folder[64];

static void make_folder(void) {
    strcpy(folder, "/tmp/petteia-store-XXXXXX");
    cr_assert(mkdtemp(folder));
    strcat(folder, "/db");
}

static void nobody(void *who) { (void)who; }

static pt_store *open_store(const char *path, pt_text *why) {
    bool taken;
    const pt_store_config c = {.path = path, .wake = nobody};
    pt_store *s = pt_store_lock(&c, &taken, why);
    if (s && pt_store_open(s, why)) return s;
    pt_store_close(s);
    return NULL;
}

static int oks, fails;
static void told(void *who, uint64_t tag, pt_outcome outcome) {
    (void)who, (void)tag;
    outcome == PT_WRITTEN ? oks++ : fails++;
}

static void wait_for(pt_store *s, int n) {
    for (int i = 0; i < 60000 && oks + fails < n; i++) {
        pt_store_poll(s);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    cr_assert_eq(oks + fails, n);
}

static void count_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    (void)number, (void)at, (void)body, (void)n;
    ++*(int *)who;
}

static void count_events(pt_look *look, void *job) {
    pt_each_event(look, 1, 0, count_event, job);
}
static void set_done(void *job) { (void)job, oks++; }

Test(store, a_batch_that_fails_takes_no_other_with_it) {
    make_folder();
    PT_TEXT(why, 256);
    pt_store *s = open_store(folder, &why);
    cr_assert(s, "%s", why.at);
    for (uint32_t i = 1; i <= 40; i++) {
        pt_batch *b = pt_batch_new();
        pt_batch_event(b, 1, i, 5, "move", 4);
        pt_person_row taken = {.id = "p1", .name = "A", .account = "one"};
        if (i == 20) taken.id[1] = '2'; /* an account that another has */
        if (i == 1 || i == 20) pt_batch_person(b, &taken);
        pt_store_commit(s, b, told, NULL, i);
    }
    wait_for(s, 40);
    cr_assert_eq(oks, 39);
    cr_assert_eq(fails, 1);
    int events = 0;
    pt_store_read(s, count_events, set_done, &events);
    wait_for(s, 41);
    cr_assert_eq(events, 39);
    pt_store_close(s);
}

Test(store, many_batches_share_a_commit) {
    make_folder();
    pt_store *s = open_store(folder, NULL);
    for (uint32_t i = 1; i <= 500; i++) {
        pt_batch *b = pt_batch_new();
        pt_batch_event(b, i, 1, 5, "create", 6);
        pt_store_commit(s, b, told, NULL, i);
    }
    wait_for(s, 500);
    pt_store_counts c = pt_store_count(s);
    cr_assert_eq(c.events, 500);
    cr_assert(c.commits < 100, "%d commits", (int)c.commits);
    pt_store_close(s);
}

/* The events of an older file, as they come out of a newer one. */
static void expect_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    (void)who;
    cr_assert_eq(at, 76 + number);
    cr_assert(number == 1 ? n == 6 && memcmp(body, "move 0", 6) == 0
                          : n == 4 && memcmp(body, "luck", 4) == 0);
}

static void expect_both(pt_look *look, void *job) {
    int *out = job;
    out[0] = pt_each_event(look, 7, 0, count_event, &out[1]);
    out[2] = pt_each_event(look, 7, 3000, count_event, &out[3]);
}

/* 6,000 events of 100 bytes are more than the journal holds. */
Test(store, events_are_found_in_the_journal_and_in_their_tables) {
    make_folder();
    char body[100];
    memset(body, 'x', sizeof body);
    pt_store *s = open_store(folder, NULL);
    for (uint32_t i = 1; i <= 3000; i++)
        for (int table = 7; table <= 8; table++) {
            pt_batch *b = pt_batch_new();
            pt_batch_event(b, table, i, 5, body, sizeof body);
            pt_store_commit(s, b, told, NULL, i);
        }
    wait_for(s, 6000);
    int found[4] = {0};
    pt_store_read(s, expect_both, set_done, found);
    wait_for(s, 6001);
    cr_assert_eq(found[0], 3000);
    cr_assert_eq(found[2], 0);
    pt_store_close(s); /* all goes to its table */
    PT_TEXT(why, 256);
    sqlite3 *db = pt_sql_open(folder, PT_OPEN_NEW, &why);
    pt_look look = {.db = db};
    cr_assert_eq(pt_each_event(&look, 8, 2990, count_event, found), 10);
    pt_look_done(&look);
}

static const char back_to_version_1[] =
    "DROP INDEX tables_state; DROP INDEX players_person; DROP INDEX players_name;"
    "DROP TRIGGER players_added; DROP TRIGGER players_dropped; DROP TABLE names;"
    "DROP TABLE chunks; DROP TABLE journal; DROP TABLE rated_pairs; DROP TABLE rated;"
    "DROP TABLE account_names; DROP TABLE recovery_codes; DROP TABLE forgotten;"
    "DROP TABLE ties;"
    "DROP TABLE tokens; CREATE TABLE tokens(hash, person, at);"
    "CREATE TABLE events(num, number, at, body); PRAGMA user_version = 1;"
    "INSERT INTO events VALUES(1, 1, 77, CAST('move 0' AS BLOB));"
    "INSERT INTO events VALUES(1, 2, 78, CAST('luck' AS BLOB));";

Test(store, an_older_file_is_brought_up_to_date_and_a_newer_one_refused) {
    make_folder();
    PT_TEXT(why, 256);
    sqlite3 *db = pt_sql_open(folder, PT_OPEN_NEW, &why);
    cr_assert(pt_sql_migrate(db, &why), "%s", why.at);
    cr_assert_eq(sqlite3_exec(db, back_to_version_1, NULL, NULL, NULL), SQLITE_OK);
    cr_assert(pt_sql_migrate(db, &why), "%s", why.at);
    int events = 0;
    pt_look look = {.db = db};
    cr_assert_eq(pt_each_event(&look, 1, 0, expect_event, &events), 2);
    cr_assert_eq(pt_each_event(&look, 1, 1, expect_event, &events), 1);
    look.db = NULL;
    pt_look_done(&look);
    cr_assert_eq(
        sqlite3_exec(db, "DROP INDEX tables_state; PRAGMA user_version = 99", NULL, NULL, NULL),
        SQLITE_OK);
    cr_assert_not(pt_sql_migrate(db, &why));
    sqlite3_close(db);
    cr_assert_null(open_store(folder, &why));
}

Test(store, only_one_process_has_a_place) {
    make_folder();
    PT_TEXT(why, 256);
    bool taken;
    const pt_store_config c = {.path = folder, .wake = nobody};
    pt_store *s = pt_store_lock(&c, &taken, &why);
    cr_assert(s && !taken, "%s", why.at);
    cr_assert_null(pt_store_lock(&c, &taken, &why));
    cr_assert(taken);
    cr_assert(access(folder, F_OK) != 0); /* the lock alone makes no database */
    pt_store_close(s);
    s = pt_store_lock(&c, &taken, &why);
    cr_assert(s && !taken);
    pt_store_close(s);
}

Test(store, a_pair_is_written_whole_or_not_at_all) {
    make_folder();
    pt_store *s = open_store(folder, NULL);
    const pt_person_row one = {.id = "p1", .name = "A", .account = "one"};
    pt_person_row other = one;
    strcpy(other.id, "p2");
    for (int i = 0; i < 2; i++) { /* the second pair has an account that the first one has */
        pt_batch *b[2] = {pt_batch_new(), pt_batch_new()};
        pt_batch_event(b[0], 1, (uint32_t)i + 1, 5, "move", 4);
        pt_batch_person(b[1], i ? &other : &one);
        pt_store_commit_both(s, b, told, (void *[]){NULL, NULL});
    }
    wait_for(s, 4);
    cr_assert(oks == 2 && fails == 2);
    int events = 0;
    cr_assert(pt_store_read(s, count_events, set_done, &events));
    wait_for(s, 5);
    cr_assert_eq(events, 1);
    pt_store_close(s);
}

Test(store, a_forgotten_table_is_gone_with_all_that_belongs_to_it) {
    make_folder();
    PT_TEXT(why, 256);
    pt_store *s = open_store(folder, &why);
    for (int64_t num = 1; num <= 2; num++) {
        pt_batch *b = pt_batch_new();
        pt_table_row row = {.num = num, .id = "t", .kind = "g"};
        row.id[1] = (char)('0' + num);
        pt_batch_table(b, &row);
        pt_batch_event(b, num, 1, 5, "create", 6);
        pt_batch_snapshot(b, num, 1, "x", 1);
        pt_batch_player(b, &(pt_player_row){.num = num, .person = "p", .name = "P"});
        pt_store_commit(s, b, told, NULL, 1);
    }
    wait_for(s, 2); /* nobody writes to it any more */
    pt_batch *b = pt_batch_new();
    pt_batch_forget(b, 2);
    pt_store_commit(s, b, told, NULL, 1);
    wait_for(s, 3);
    pt_store_close(s);
    pt_look look = {.db = pt_sql_open(folder, PT_OPEN_READER, &why)};
    static const char *const counts[] = {
        "SELECT count(*) FROM tables", "SELECT count(*) FROM chunks",
        "SELECT count(*) FROM snapshots", "SELECT count(*) FROM players"};
    for (int i = 0; i < 4; i++) {
        sqlite3_stmt *q = pt_statement(&look, counts[i]);
        cr_assert(pt_step(&look, q) == PT_FOUND && sqlite3_column_int(q, 0) == 1, "%s",
                  counts[i]);
    }
    pt_look_done(&look);
}

Test(store, a_backup_is_a_whole_copy) {
    make_folder();
    PT_TEXT(why, 256);
    char copy[80];
    pt_store *s = open_store(folder, &why);
    pt_batch *b = pt_batch_new();
    pt_batch_event(b, 1, 1, 5, "create", 6);
    pt_store_commit(s, b, told, NULL, 1);
    wait_for(s, 1);
    snprintf(copy, sizeof copy, "%s.copy", folder);
    cr_assert(pt_store_backup(folder, copy, &why), "%s", why.at);
    pt_store_close(s);
    s = open_store(copy, &why);
    int events = 0;
    pt_store_read(s, count_events, set_done, &events);
    wait_for(s, 2);
    cr_assert_eq(events, 1);
    pt_store_close(s);
}
