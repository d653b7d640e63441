/* The sessions: whatever people do at a server, in a fixed order. Each step takes what there
 * is; one that fails is left out, as people would. */
/* SPDX-License-Identifier: MIT */
#include "tests/fault_session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- people --- */

static int new_guest(const char *name) {
    char body[80];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    for (int tries = 0; tries < 2; tries++)
        if (world_ask(NET_POST, "/api/guest", -1, body) == 201) {
            known_person *p = &w.ledger.person[w.ledger.people];
            snprintf(p->token, sizeof p->token, "%s", world_answer("token"));
            snprintf(p->id, sizeof p->id, "%s", world_answer("person"));
            return w.ledger.people++;
        }
    return -1;
}

static void make_account(int person, const char *name) {
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"long enough\"}", name);
    if (person < 0) return;
    known_person *p = &w.ledger.person[person];
    int status = world_ask(NET_POST, "/api/account", person, body);
    p->renewed = !status || strcmp(world_answer("code"), "unsure") == 0;
    if (status == 200) snprintf(p->token, sizeof p->token, "%s", world_answer("token"));
}

static void log_out(int person) {
    if (person < 0 || w.ended) return;
    known_person *p = &w.ledger.person[person];
    p->logged_out = true;
    int status = world_ask(NET_POST, "/api/logout", person, "{}");
    if (status == 200) p->logout = FATE_DONE;
    if (status && status != 200 && strcmp(world_answer("code"), "unsure") != 0)
        p->logout = FATE_NOT;
}

/* --- tables --- */

static known_table *new_table(int person, const char *game, const char *seats) {
    char body[200];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"players\":2,\"seats\":%s}", game, seats);
    if (person < 0 || world_ask(NET_POST, "/api/tables", person, body) != 201) return NULL;
    return know_table(world_answer("table"));
}

static void watch(int at, const known_table *t, int seat) {
    if (seat < 0)
        world_say(at, "{\"t\":\"watch\",\"table\":\"%s\"}", t->id);
    else
        world_say(at, "{\"t\":\"watch\",\"table\":\"%s\",\"seat\":%d,\"id\":\"w\"}", t->id,
                  seat);
}

/* The next move: any that the seat may make. False if nobody owes one. */
static bool move(const known_table *t, const int line_of_seat[2]) {
    static pt_move list[1 << 16];
    hosted *h = w.ended ? NULL : in_memory(t);
    if (!h || h->busy || h->table.core.phase != PT_TABLE_PLAYING) return false;
    uint8_t owes = pt_table_owes(&h->table);
    int seat = owes & 1 ? 0 : 1;
    if (!owes || w.ledger.moves == MOVES || line_of_seat[seat] < 0) return false;
    int n = h->table.game->legal(h->table.core.state, seat, list);
    PT_TEXT(text, 200);
    uint64_t which = hash_of(h->table.core.state, sizeof h->table.core.state);
    pt_print_move(h->table.game->verbs, list[which % (unsigned)n], &text);
    int number = w.ledger.moves++;
    w.ledger.move[number] = (known_move){.table = t};
    world_say(line_of_seat[seat],
              "{\"t\":\"move\",\"table\":\"%s\",\"seat\":%d,\"id\":\"m%d\",\"move\":\"%s\"}",
              t->id, seat, number, text.at);
    return true;
}

/* Lines that were cut are connected again, and watch again. */
static void play(const known_table *t, int moves, const int line_of_seat[2], const int who[2]) {
    for (int i = 0; i < moves && !w.ended; i++) {
        for (int seat = 0; seat < 2; seat++) {
            int at = line_of_seat[seat];
            if (at < 0 || (w.line[at].open && in_memory(t) && in_memory(t)->watchers)) continue;
            world_call(at, who[seat]);
            watch(at, t, seat);
        }
        if (!move(t, line_of_seat)) return;
    }
}

/* The table that a rematch made, once it is known. */
static const known_table *rematch_of(const known_table *t) {
    const hosted *h = w.ended ? NULL : in_memory(t);
    return h && h->table.core.rematch[0] ? know_table(h->table.core.rematch) : NULL;
}

static void leave_memory(void) {
    if (!w.ended) upkeep_tick(w.sv, now_ms() + 1000000);
    world_run();
}

/* --- the sessions --- */

static const int lines[2] = {1, 2};

/* Two accounts, a game to its end by resignation, the rematch, and what lists show.
 */
static void friends(void) {
    const int who[2] = {new_guest("Ada"), new_guest("Bob")};
    make_account(who[0], "Ada");
    make_account(who[1], "Bob");
    known_table *t = new_table(who[0], "myriath", "[\"me\",\"\"]");
    if (!t || who[1] < 0) return;
    for (int i = 0; i < 2; i++) world_call(lines[i], who[i]);
    watch(1, t, 0);
    watch(2, t, -1);
    world_say(2, "{\"t\":\"sit\",\"table\":\"%s\",\"seat\":1}", t->id);
    watch(2, t, 1);
    world_say(1, "{\"t\":\"start\",\"table\":\"%s\"}", t->id);
    play(t, 12, lines, who); /* enough to count for ratings */
    world_say(1, "{\"t\":\"chat\",\"table\":\"%s\",\"text\":\"well\"}", t->id);
    world_say(2, "{\"t\":\"resign\",\"table\":\"%s\",\"seat\":1}", t->id);
    const hosted *h = w.ended ? NULL : in_memory(t);
    bool over = h && !h->busy && h->table.core.phase == PT_TABLE_OVER;
    if (world_ask(NET_GET, "/api/archive", -1, "") == 200 && over && !strstr(w.body, t->id))
        world_wrong("the archive does not have %s", t->id);
    world_ask(NET_GET, "/api/leaders", -1, "");
    for (int i = 0; i < 2; i++)
        world_say(lines[i], "{\"t\":\"rematch\",\"table\":\"%s\",\"seat\":%d}", t->id, i);
    const known_table *next = rematch_of(t);
    if (next) play(next, 4, (const int[]){2, 1}, (const int[]){who[1], who[0]});
    log_out(who[1]);
}

/* Somebody alone against a bot, with tables that leave memory and come back. */
static void alone(void) {
    const int who[2] = {new_guest("Cleo"), -1}, seat_line[2] = {1, -1};
    known_table *t = new_table(who[0], "myriath", "[\"me\",\"random\"]");
    if (!t) return;
    world_call(1, who[0]);
    watch(1, t, 0);
    world_say(1, "{\"t\":\"start\",\"table\":\"%s\"}", t->id);
    for (int i = 0; i < 5; i++) {
        play(t, 3, seat_line, who);
        if (!w.ended && w.line[1].open) w.line[1].shut = true;
        world_run();
        leave_memory();
    }
    world_ask(NET_GET, "/api/me", who[0], "");
    world_ask(NET_GET, "/api/tables", -1, "");
}

/* A long game at one screen, which fills journal and write-ahead log, and its record. */
static void whole_game(void) {
    const int who[2] = {new_guest("Dora"), 0}, seat_line[2] = {1, 1};
    known_table *t = new_table(who[0], "myriath", "[\"me\",\"me\"]");
    if (!t) return;
    world_call(1, who[0]);
    watch(1, t, 0);
    world_say(1, "{\"t\":\"start\",\"table\":\"%s\"}", t->id);
    play(t, 60, seat_line, (const int[]){who[0], who[0]});
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/record", t->id);
    world_ask(NET_GET, path, who[0], "");
    leave_memory();
    world_ask(NET_GET, path, who[0], "");
    log_out(who[0]);
}

const session sessions[] = {{"friends", friends, false, 2500},
                            {"alone", alone, true, 600},
                            {"whole-game", whole_game, true, 100000}};
static_assert(sizeof sessions / sizeof *sessions == SESSIONS, "SESSIONS counts them");

void play_on(void) {
    for (int i = 0; i < w.ledger.tables && !w.ended; i++) {
        known_table *t = &w.ledger.table[i];
        for (int p = 0; p < w.ledger.people; p++) {
            if (w.ledger.person[p].logged_out) continue;
            world_call(p + 1, p);
            watch(p + 1, t, -1);
        }
        const hosted *h = w.ended ? NULL : in_memory(t);
        int seat_line[2] = {-1, -1};
        for (int seat = 0; h && seat < 2; seat++)
            for (int p = 0; p < w.ledger.people; p++)
                if (pt_table_owns(&h->table, w.ledger.person[p].id, seat) && w.line[p + 1].open)
                    seat_line[seat] = p + 1;
        if (h) move(t, seat_line);
    }
}
