/* What must be true after a start, whatever has happened before. */
/* SPDX-License-Identifier: MIT */
#include "store/sql.h"
#include "tests/fault_session.h"
#include <stdlib.h>
#include <string.h>

/* --- one table --- */

typedef struct folding {
    pt_table table;
    const known_table *known;
    int compared; /* of what was shown */
    bool found[MOVES];
} folding;

static folding f;

/* "move SEAT ID ...": the moves of the ledger are called m0, m1 and so on. */
static void note_move(const char *text) {
    char id[40] = "";
    int seat;
    if (sscanf(text, "move %d %39s", &seat, id) != 2 || id[0] != 'm') return;
    int number = atoi(id + 1);
    if (number < 0 || number >= w.ledger.moves) {
        world_wrong("a move that nobody made: %s", text);
        return;
    }
    if (f.found[number]) world_wrong("%s was made twice", id);
    f.found[number] = true;
}

static void compare_shown(uint32_t number) {
    const known_table *t = f.known;
    uint64_t state = hash_of(f.table.core.state, sizeof f.table.core.state);
    for (int i = 0; t && i < t->shown_count; i++) {
        if (t->shown[i].number != number) continue;
        f.compared++;
        if (t->shown[i].state != state)
            world_wrong("%s: event %u is another one", t->id, number);
    }
}

static void take_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    char text[PT_EVENT_MAX];
    PT_TEXT(why, 200);
    (void)who;
    if (n >= sizeof text) abort();
    memcpy(text, body, n);
    text[n] = 0;
    if (number != f.table.core.number + 1)
        world_wrong("%s: event %u after %u", f.table.core.id, number, f.table.core.number);
    else if (!pt_table_read(&f.table, at, text, &why))
        world_wrong("%s: event %u does not fold: %s", f.table.core.id, number, why.at);
    note_move(text);
    compare_shown(number);
}

static void check_snapshot(pt_look *look, int64_t num) {
    pt_snapshot_row row;
    pt_table other;
    if (pt_find_snapshot(look, num, &row) != PT_FOUND) return;
    pt_table_init(&other, f.table.core.id, &server_bots);
    if (row.number > f.table.core.number) world_wrong("a snapshot of what is not there");
    if (!pt_table_from_snapshot(&other, row.bytes, row.n)) world_wrong("a snapshot is no good");
    pt_table_done(&other);
    free(row.bytes);
}

static const known_table *known_as(const char *id) {
    for (int i = 0; i < w.ledger.tables; i++)
        if (strcmp(w.ledger.table[i].id, id) == 0) return &w.ledger.table[i];
    return NULL;
}

static int rated_games; /* between accounts and bots, as the tables say */

static void count_ratings(pt_look *look) {
    const pt_table_core *c = &f.table.core;
    pt_person_row person;
    if (c->phase != PT_TABLE_OVER || !pt_table_is_rated(&f.table)) return;
    for (int i = 0; i < c->seats; i++) {
        if (strncmp(c->seat[i].person, "bot:", 4) == 0) continue;
        pt_finding found = pt_find_person(look, c->seat[i].person, &person);
        if (found != PT_FOUND || !person.account[0]) return; /* a guest: it does not count */
    }
    rated_games += c->seats;
}

static void check_table(void *who, const pt_table_row *row) {
    pt_look *look = who;
    pt_table_row next;
    pt_table_init(&f.table, row->id, &server_bots);
    f.known = known_as(row->id);
    f.compared = 0;
    if (pt_each_event(look, row->num, 0, take_event, NULL) < 0)
        world_wrong("%s unread", row->id);
    const pt_table_core *c = &f.table.core;
    if (!c->number) world_wrong("%s has no events", row->id);
    if (row->state != c->phase) world_wrong("%s: its row says another phase", row->id);
    if (f.known && f.compared < f.known->shown_count)
        world_wrong("%s: somebody saw event %u, and there are %u", row->id,
                    f.known->shown[f.known->shown_count - 1].number, c->number);
    if (c->rematch[0] && pt_find_table(look, c->rematch, &next) != PT_FOUND)
        world_wrong("%s: its rematch is not there", row->id);
    check_snapshot(look, row->num);
    count_ratings(look);
    pt_table_done(&f.table);
}

/* --- all --- */

static int64_t count(pt_look *look, const char *sql) {
    pt_query *s = pt_statement(look, sql);
    int64_t n = pt_step(look, s) == PT_FOUND ? pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}

/* Tables inside a table are walked with the list at hand, because statements are shared. */
typedef struct rows {
    pt_table_row row[TABLES * 2];
    int count;
} rows;

static void keep_row(void *who, const pt_table_row *row) {
    rows *r = who;
    if (r->count == TABLES * 2) abort();
    r->row[r->count++] = *row;
}

static void check_store(pt_look *look, void *job) {
    static rows all;
    const pt_table_filter every = {.state = -1, .access = -1, .limit = 100};
    (void)job;
    all.count = rated_games = 0;
    memset(f.found, 0, sizeof f.found);
    if (pt_each_table(look, &every, keep_row, &all) < 0)
        world_wrong("the tables cannot be read");
    for (int i = 0; i < all.count; i++) check_table(look, &all.row[i]);
    for (int i = 0; i < w.ledger.tables; i++) {
        pt_table_row row;
        const known_table *t = &w.ledger.table[i];
        if (pt_find_table(look, t->id, &row) != PT_FOUND) world_wrong("%s is lost", t->id);
    }
    for (int i = 0; i < w.ledger.moves; i++) {
        if (w.ledger.move[i].fate == FATE_DONE && !f.found[i])
            world_wrong("move m%d is lost", i);
        if (w.ledger.move[i].fate == FATE_NOT && f.found[i]) world_wrong("m%d was refused", i);
    }
    int64_t rated = count(look, "SELECT coalesce(sum(games), 0) FROM ratings");
    if (rated != rated_games)
        world_wrong("ratings of %d games, and %d were played", (int)rated, rated_games);
    if (count(look, "SELECT count(*) FROM chunks WHERE num NOT IN (SELECT num FROM tables)"))
        world_wrong("events of no table");
}

static bool done;
static void checked(void *job) {
    (void)job;
    done = true;
}

static void check_people(void) {
    for (int i = 0; i < w.ledger.people; i++) {
        const known_person *p = &w.ledger.person[i];
        int status = world_ask(NET_GET, "/api/me", i, "");
        bool may_be = !p->logged_out || p->logout != FATE_DONE;
        bool may_not_be = p->renewed || (p->logged_out && p->logout != FATE_NOT);
        if (status == 200 ? !may_be : status != 401 || !may_not_be)
            world_wrong("person %d: %d, logged out %d %d", i, status, p->logged_out, p->logout);
        if (status == 200 && strcmp(world_answer("person"), p->id) != 0)
            world_wrong("another person");
    }
}

void check_world(void) {
    done = false;
    if (!pt_store_read(w.sv->store, check_store, checked, NULL)) abort();
    for (int i = 0; i < 10 && !done; i++) pt_store_poll(w.sv->store);
    if (!done) world_wrong("the store does not answer");
    check_people();
    if (world_ask(NET_GET, "/readyz", -1, "") != 200 && !w.trouble[0])
        world_wrong("not ready: %s", w.body);
}
