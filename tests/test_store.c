/* The store by itself: batches, journal, lock, versions. Where PETTEIA_TEST_POSTGRES names the
 * folder of a running PostgreSQL (tests/test_postgres.py) the same tests run there. */
/* SPDX-License-Identifier: MIT */
#include "store/people.h"
#include "store/sqlite.h"
#include "store/studies.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char folder[256];

/* A database of its own in the PostgreSQL of tests/postgres.py. */
static void make_database(const char *where) {
    char command[512];
    snprintf(command, sizeof command, "createdb -h '%s' -U petteia store%ld", where,
             (long)getpid());
    cr_assert_eq(system(command), 0);
    snprintf(folder, sizeof folder, "postgresql:///store%ld?host=%s&user=petteia",
             (long)getpid(), where);
}

static void make_folder(void) {
    const char *where = getenv("PETTEIA_TEST_POSTGRES");
    if (where) {
        make_database(where);
        return;
    }
    strcpy(folder, "/tmp/petteia-store-XXXXXX");
    cr_assert(mkdtemp(folder));
    strcat(folder, "/db");
}

static bool in_a_file(void) { return !pt_store_is_url(folder); }

/* Another connection that reads. */
static pt_look look_at(const char *path) {
    PT_TEXT(why, 256);
    pt_place place = {.lock = -1};
    pt_look look = {.on = pt_database_of(path, &why)};
    snprintf(place.path, sizeof place.path, "%s", path);
    cr_assert(look.on && look.on->join(&place, &look, &why), "%s", why.at);
    return look;
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
    pt_look look = look_at(folder);
    cr_assert_eq(pt_each_event(&look, 8, 2990, count_event, found), 10);
    pt_look_done(&look);
}

static const char back_to_version_1[] =
    "DROP INDEX tables_state; DROP INDEX players_person; DROP INDEX players_name;"
    "DROP TRIGGER players_added; DROP TRIGGER players_dropped; DROP TABLE names;"
    "DROP TABLE chunks; DROP TABLE journal; DROP TABLE rated_pairs; DROP TABLE rated;"
    "DROP TABLE account_names; DROP TABLE recovery_codes; DROP TABLE forgotten;"
    "DROP TABLE ties; DROP TABLE roles; DROP TABLE measures; DROP TABLE reports;"
    "DROP TABLE audit; DROP TABLE settings; DROP TABLE passkeys; DROP TABLE pages;"
    "DROP TABLE tournaments; DROP TABLE tournament_lines;"
    "DROP TABLE mails; DROP TABLE mail_links; DROP TABLE letters;"
    "DROP TABLE secrets; DROP TABLE bells; DROP TABLE bell_wishes; DROP TABLE notices;"
    "DROP TABLE pushes; DROP TABLE push_calls; DROP TABLE own;"
    "DROP TABLE studies; DROP TABLE study_people; DROP TABLE study_lines;"
    "DROP TABLE leaves; DROP TABLE uncounted; DROP TABLE meetings; DROP TABLE spoken;"
    "DROP INDEX tables_live; DROP TABLE faces; DROP TABLE badges; DROP TABLE small_names;"
    "DROP TABLE tokens; CREATE TABLE tokens(hash, person, at);"
    "CREATE TABLE events(num, number, at, body); PRAGMA user_version = 1;"
    "INSERT INTO events VALUES(1, 1, 77, CAST('move 0' AS BLOB));"
    "INSERT INTO events VALUES(1, 2, 78, CAST('luck' AS BLOB));";

Test(store, an_older_file_is_brought_up_to_date_and_a_newer_one_refused) {
    make_folder();
    if (!in_a_file()) return;
    PT_TEXT(why, 256);
    sqlite3 *db = pt_sql_open(folder, PT_OPEN_NEW, &why);
    cr_assert(pt_sql_migrate(db, &why), "%s", why.at);
    cr_assert_eq(sqlite3_exec(db, back_to_version_1, NULL, NULL, NULL), SQLITE_OK);
    cr_assert(pt_sql_migrate(db, &why), "%s", why.at);
    int events = 0;
    pt_look look = {.on = &pt_on_sqlite, .db = db};
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
    if (in_a_file()) cr_assert(access(folder, F_OK) != 0); /* the lock alone makes none */
    pt_store_close(s);
    s = pt_store_lock(&c, &taken, &why);
    cr_assert(s && !taken);
    pt_store_close(s);
}

/* A job that depends on what is there. */
static bool drop_once(pt_look *l, const void *job, pt_batch *more) {
    pt_query *q = pt_statement(l, "DELETE FROM tokens WHERE person = ?1");
    pt_bind_text(q, 1, job);
    if (!pt_run_changing(l, q)) return false;
    pt_batch_event(more, 1, 1, 5, "move", 4);
    return true;
}

static pt_outcome last;
static void told_last(void *who, uint64_t tag, pt_outcome outcome) {
    last = outcome;
    told(who, tag, outcome);
}

Test(store, a_job_that_finds_nothing_to_change_clashes) {
    make_folder();
    pt_store *s = open_store(folder, NULL);
    for (int i = 0; i < 3; i++) {
        pt_batch *b = pt_batch_new();
        if (i == 0) pt_batch_token(b, (uint8_t[PT_TOKEN]){1}, "p1", 5);
        if (i == 0) pt_batch_token(b, (uint8_t[PT_TOKEN]){2}, "p1", 5);
        if (i > 0) pt_batch_work(b, drop_once, "p1", 3);
        pt_store_commit(s, b, told_last, NULL, 1);
        wait_for(s, i + 1);
    }
    cr_assert(oks == 2 && fails == 1 && last == PT_CLASHES);
    int events = 0;
    cr_assert(pt_store_read(s, count_events, set_done, &events));
    wait_for(s, 4);
    cr_assert_eq(events, 1);
    pt_store_close(s);
}

/* docs/privacy.md: "Studies that you made are deleted", also where somebody else's change to
 * one was on its way just then. */
Test(store, a_study_does_not_come_back_after_its_owner) {
    make_folder();
    pt_store *s = open_store(folder, NULL);
    const pt_study_row study = {.id = "s1", .owner = "p1", .listed = 1, .head = "{}"};
    for (int i = 0; i < 3; i++) {
        pt_batch *b = pt_batch_new();
        if (i == 0) pt_batch_person(b, &(pt_person_row){.id = "p1", .name = "A"});
        if (i == 1) pt_batch_drop_person(b, "p1");
        if (i == 1) pt_batch_forget_studies(b, "p1");
        if (i != 1) pt_batch_study_line(b, "s1", (uint32_t)i + 1, "line");
        if (i != 1) pt_batch_study(b, &study);
        pt_store_commit(s, b, told_last, NULL, 1);
        wait_for(s, i + 1);
    }
    cr_assert(oks == 2 && fails == 1 && last == PT_CLASHES);
    pt_store_close(s);
    pt_look look = look_at(folder);
    static const char *const counts[] = {"SELECT count(*) FROM studies",
                                         "SELECT count(*) FROM study_lines"};
    for (int i = 0; i < 2; i++) {
        pt_query *q = pt_statement(&look, counts[i]);
        cr_assert(pt_step(&look, q) == PT_FOUND && (int)pt_int(q, 0) == 0, "%s", counts[i]);
    }
    pt_look_done(&look);
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
    pt_look look = look_at(folder);
    static const char *const counts[] = {
        "SELECT count(*) FROM tables", "SELECT count(*) FROM chunks",
        "SELECT count(*) FROM snapshots", "SELECT count(*) FROM players"};
    for (int i = 0; i < 4; i++) {
        pt_query *q = pt_statement(&look, counts[i]);
        cr_assert(pt_step(&look, q) == PT_FOUND && (int)pt_int(q, 0) == 1, "%s", counts[i]);
    }
    pt_look_done(&look);
}

Test(store, a_backup_is_a_whole_copy) {
    make_folder();
    if (!in_a_file()) return;
    PT_TEXT(why, 256);
    char copy[300];
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
