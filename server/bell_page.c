/* A notice at the open pages of its person: those of this server, and those of the other nodes,
 * which hear of it over the bus. A device with an open page anywhere is not called. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/node.h"
#include "server/web.h"
#include "store/people.h"
#include <stdlib.h>
#include <string.h>

static void tell_page(server *sv, const bell_told *told, const conn *c) {
    PT_TEXT_IN(out, 1500, c->language);
    pt_json j = pt_json_on(&out);
    int ways = told->notice.channels;
    pt_open(&j, '{');
    pt_key_str(&j, "t", "bell");
    bell_tell(&j, &told->notice);
    pt_key_bool(&j, "page", (ways & BELL_PAGE) != 0);
    pt_key_bool(&j, "browser", (ways & BELL_BROWSER) != 0 && !told->quiet);
    pt_key_int(&j, "unread", told->unread);
    pt_close(&j, '}');
    conn_send(sv, c->id, &out);
}

static int tell_pages(server *sv, const bell_told *told) {
    int pages = 0;
    for (const conn *c = sv->conns; c; c = c->next) {
        if (strcmp(c->person, told->notice.person) != 0) continue;
        tell_page(sv, told, c);
        pages++;
    }
    return pages;
}

bool bell_has_page(const server *sv, const pt_push_row *push) {
    for (const conn *c = sv->conns; c; c = c->next)
        if (c->person[0] && memcmp(c->token, push->token, PT_TOKEN) == 0) return true;
    return false;
}

void bell_tell_pages(server *sv, const bell_told *told) {
    tell_pages(sv, told);
    node_tell_bell(sv, told);
}

/* --- a notice from another node --- */

typedef struct uncalling {
    server *server;
    pt_notice_row notice;
    int pushes; /* 0, too, if they cannot be read: then a device hears of it twice */
    pt_push_row push[PT_PUSHES_MOST];
} uncalling;

static void take_push(void *who, const pt_push_row *row) {
    uncalling *u = who;
    if (u->pushes < PT_PUSHES_MOST) u->push[u->pushes++] = *row;
}

static void read_pushes(pt_look *look, void *job) {
    uncalling *u = job;
    if (pt_each_push(look, u->notice.person, u->notice.at - SESSION_MS, take_push, u) < 0)
        u->pushes = 0;
}

static void pushes_read(void *job) {
    uncalling *u = job;
    pt_batch *b = u->pushes ? pt_batch_new() : NULL;
    pt_call_row call = {.at = u->notice.at};
    pt_copy(call.topic, sizeof call.topic, u->notice.topic);
    for (int i = 0; b && i < u->pushes; i++) {
        if (!bell_has_page(u->server, &u->push[i])) continue;
        pt_copy(call.endpoint, sizeof call.endpoint, u->push[i].endpoint);
        pt_batch_call_done(b, &call);
    }
    if (b) pt_store_commit(u->server->store, b, NULL, NULL, 0);
    free(u);
}

void bell_hear(server *sv, const bell_told *told) {
    bool known = bell_kind_named(told->notice.kind) >= 0; /* a newer node may know more */
    uncalling *u = known && tell_pages(sv, told) ? calloc(1, sizeof *u) : NULL;
    if (!u) return;
    u->server = sv;
    u->notice = told->notice;
    if (!pt_store_read(sv->store, read_pushes, pushes_read, u)) free(u);
}
