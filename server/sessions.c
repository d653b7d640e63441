/* Sessions: a token is given, listed and ended. Logging out and being forgotten end whatever
 * acts for the person, open sockets and tickets included. */
/* SPDX-License-Identifier: MIT */
#include "server/device.h"
#include "server/node.h"
#include "server/quick.h"
#include "server/study.h"
#include "server/web.h"
#include "server/words.h"
#include "store/people.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* --- beginning --- */

/* The token is sent only after it is on disk. */
static void token_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 201, w->new_token);
    else if (outcome == PT_CLASHES)
        web_fail(w, 409, "changed", sv_say_changed_meanwhile());
    else
        web_fail_unwritten(w, outcome);
}

void session_add(web *w, pt_batch *b) {
    pt_session_row row = {.used = wall_ms()};
    token_new(w->new_token, row.hash);
    memcpy(row.browser, w->browser, sizeof row.browser);
    memcpy(row.system, w->system, sizeof row.system);
    pt_batch_token(b, row.hash, w->person.id, row.used);
    pt_batch_session(b, &row);
    pt_batch_proved(b, row.hash, row.used);
}

void session_begin(web *w, bool new_person) {
    pt_batch *b = pt_batch_new();
    if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    if (new_person) pt_batch_person(b, &w->person);
    session_begin_with(w, b);
}

void session_begin_with(web *w, pt_batch *b) {
    if (w->person.account[0]) { /* whose password may have been changed since it was judged */
        pt_batch_secret(b, &w->person, w->secret[0] ? w->secret : w->person.secret);
        pt_batch_drop_old_sessions(b, w->person.id, wall_ms() - SESSION_MS);
    }
    session_add(w, b);
    pt_store_commit(w->server->store, b, token_written, w, 0);
}

/* --- ending: sockets --- */

static void log_out(server *sv, conn *c) {
    conn_unwatch(sv, c);
    c->person[0] = 0; /* what is still on its way here acts for nobody */
    c->name[0] = 0;
    net_shut(sv->net, c->id, 1008, "logged out");
}

void sessions_end(server *sv, const char *person, const uint8_t *token, bool its) {
    sessions_end_here(sv, person, token, its);
    node_tell_logout(sv, person, token, its);
}

/* They do not play again where a game is over, as long as they do not ask anew. */
static void drop_rematches(server *sv, const char *person) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (hosted *h = sv->tables[i]; h; h = h->next) {
            if (h->loading || !h->table.now.rematch_yes || (h->node && node_follows(h)))
                continue;
            tables_leave(h, person);
            for (const watcher *w = h->watchers; w; w = w->next_at_table) tables_show_again(w);
        }
}

void sessions_end_here(server *sv, const char *person, const uint8_t *token, bool its) {
    people_void(sv->people, person, token, its);
    if (!token || its) quick_forget(sv, person); /* a page that is still there asks again */
    if (!token || its) drop_rematches(sv, person);
    for (conn *c = sv->conns, *next; c; c = next) {
        next = c->next;
        if (strcmp(c->person, person) != 0) continue;
        if (!token || (memcmp(c->token, token, PT_TOKEN) == 0) == its) log_out(sv, c);
    }
}

/* A seat at a table that has not begun would stay taken for ever. Tables that are not in memory
 * are looked at when they are loaded. */
static void leave_open_tables(server *sv, const char *person) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (hosted *h = sv->tables[i]; h; h = h->next)
            if (!h->loading && h->table.core.phase == PT_TABLE_OPEN) tables_leave(h, person);
}

/* --- ending: requests --- */

enum { OWN, ONE, OTHERS, WHOLE_PERSON };

/* Nothing ends unless it is on the disk: otherwise the token would be good again later. */
static void dropped(void *who, uint64_t what, pt_outcome outcome) {
    web *w = who;
    if (outcome != PT_WRITTEN) {
        web_fail_unwritten(w, outcome);
        return;
    }
    const uint8_t *token = what == WHOLE_PERSON ? NULL
                           : what == ONE        ? w->other_token
                                                : w->token;
    if (what == WHOLE_PERSON) w->server->next_erase = 0; /* at once */
    sessions_end(w->server, w->person.id, token, what != OTHERS);
    if (what == WHOLE_PERSON) leave_open_tables(w->server, w->person.id);
    if (what == WHOLE_PERSON) tours_withdraw(w->server, w->person.id);
    if (what == WHOLE_PERSON) studies_forget(w->server, w->person.id);
    if (what == WHOLE_PERSON) node_tell_withdrawn(w->server, w->person.id);
    web_send_person(w, 200, NULL);
}

static void write_or_fail(web *w, pt_batch *b, uint64_t what) {
    if (b)
        pt_store_commit(w->server->store, b, dropped, w, what);
    else
        web_fail(w, 503, "memory", sv_say_no_memory());
}

void people_logout(web *w) {
    pt_batch *b = pt_batch_new();
    if (b) pt_batch_drop_token(b, w->token);
    write_or_fail(w, b, OWN);
}

void people_forget(web *w) {
    if (w->person.account[0] && !recent_proof(w)) return;
    pt_batch *b = pt_batch_new();
    if (b) pt_batch_drop_person(b, w->person.id);
    if (b) pt_batch_forgotten(b, w->person.id, wall_ms());
    if (b) pt_batch_forget_studies(b, w->person.id);
    write_or_fail(w, b, WHOLE_PERSON);
}

void sessions_end_others(web *w) {
    pt_batch *b = pt_batch_new();
    if (b) pt_batch_drop_sessions(b, w->person.id, w->token);
    write_or_fail(w, b, OTHERS);
}

/* --- one of several --- */

enum { SESSION_ID = 17 }; /* the first bytes of the hash in hexadecimal, with the zero */

static void session_id(const pt_session_row *row, char out[SESSION_ID]) {
    sodium_bin2hex(out, SESSION_ID, row->hash, SESSION_ID / 2);
}

static void compare_session(void *who, const pt_session_row *row) {
    web *w = who;
    char id[SESSION_ID];
    session_id(row, id);
    if (strcmp(w->path + strlen("/api/sessions/"), id) != 0) return;
    memcpy(w->other_token, row->hash, PT_TOKEN);
    w->judged = true;
}

static void find_session(pt_look *look, void *job) {
    web *w = job;
    w->unread = pt_each_session(look, w->person.id, compare_session, w) < 0;
}

static void session_found(void *job) {
    web *w = job;
    if (w->unread) {
        web_fail_unread(w);
    } else if (!w->judged) {
        web_fail(w, 404, "nothing", sv_say_nothing_here());
    } else {
        pt_batch *b = pt_batch_new();
        if (b) pt_batch_drop_token(b, w->other_token);
        write_or_fail(w, b, ONE);
    }
}

/* Only among the person's own: the ids of others are not even looked at. */
void sessions_end_one(web *w) { web_read(w, find_session, session_found); }

/* --- the list --- */

enum { SESSIONS_MOST = 50, SESSIONS_OUT = 200 * SESSIONS_MOST + 200 };

typedef struct listing {
    web *web;
    pt_text text;
    pt_json json;
    int count;
} listing;

static void list_session(void *who, const pt_session_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    char id[SESSION_ID];
    if (++l->count > SESSIONS_MOST) return;
    session_id(row, id);
    pt_open(j, '{');
    pt_key_str(j, "session", id);
    pt_key_str(j, "browser", row->browser);
    pt_key_str(j, "system", row->system);
    pt_key_int(j, "made", row->made);
    pt_key_int(j, "used", row->used);
    pt_key_bool(j, "own", memcmp(row->hash, l->web->token, PT_TOKEN) == 0);
    pt_close(j, '}');
}

static void read_sessions(pt_look *look, void *job) {
    web *w = job;
    w->out = malloc(SESSIONS_OUT);
    if (!w->out) return;
    listing l = {.web = w, .text = pt_text_on(w->out, SESSIONS_OUT)};
    l.json = pt_json_on(&l.text);
    pt_open(&l.json, '{');
    pt_key_open(&l.json, "sessions", '[');
    int found = pt_each_session(look, w->person.id, list_session, &l);
    pt_close(&l.json, ']');
    int codes = pt_count_codes(look, w->person.id);
    pt_key_int(&l.json, "codes", codes);
    pt_close(&l.json, '}');
    w->unread = found < 0 || codes < 0;
    w->out_size = l.text.used;
}

static void sessions_read(void *job) {
    web *w = job;
    pt_text out = {.at = w->out, .used = w->out_size};
    if (!w->out)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else if (w->unread)
        web_fail_unread(w);
    else
        web_send(w, 200, &out);
}

void sessions_tell(web *w) { web_read(w, read_sessions, sessions_read); }
