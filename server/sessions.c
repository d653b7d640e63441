/* Sessions: a token is given; logging out and being forgotten end whatever acts for the person,
 * open sockets and tickets included. */
/* SPDX-License-Identifier: MIT */
#include "server/web.h"
#include "server/words.h"
#include <string.h>

/* --- beginning --- */

/* The token is sent only after it is on disk. */
static void token_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 201, w->new_token);
    else
        web_fail_unwritten(w, outcome);
}

void session_begin(web *w, bool new_person) {
    uint8_t hash[PT_TOKEN];
    pt_batch *b = pt_batch_new();
    if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    token_new(w->new_token, hash);
    if (new_person) pt_batch_person(b, &w->person);
    pt_batch_token(b, hash, w->person.id, wall_ms());
    pt_store_commit(w->server->store, b, token_written, w, 0);
}

/* --- ending: sockets --- */

static void log_out(server *sv, conn *c) {
    conn_unwatch(sv, c);
    c->person[0] = 0; /* what is still on its way here acts for nobody */
    c->name[0] = 0;
    net_shut(sv->net, c->id, 1008, "logged out");
}

/* Ends what acts for the person: with this token, or (NULL) at all. */
static void end_sessions(server *sv, const char *person, const uint8_t *token) {
    people_void(sv->people, person, token);
    for (conn *c = sv->conns, *next; c; c = next) {
        next = c->next;
        if (strcmp(c->person, person) != 0) continue;
        if (!token || memcmp(c->token, token, PT_TOKEN) == 0) log_out(sv, c);
    }
}

/* --- ending: requests --- */

enum { ONE_TOKEN, WHOLE_PERSON };

/* Nothing ends unless it is on the disk: otherwise the token would be good again later. */
static void dropped(void *who, uint64_t what, pt_outcome outcome) {
    web *w = who;
    if (outcome != PT_WRITTEN) {
        web_fail_unwritten(w, outcome);
        return;
    }
    end_sessions(w->server, w->person.id, what == ONE_TOKEN ? w->token : NULL);
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
    write_or_fail(w, b, ONE_TOKEN);
}

void people_forget(web *w) {
    pt_batch *b = pt_batch_new();
    if (b) pt_batch_drop_person(b, w->person.id);
    write_or_fail(w, b, WHOLE_PERSON);
}
