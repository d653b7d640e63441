/* WebSocket messages: strict JSON in, one object a message (docs/protocol.md). */
/* SPDX-License-Identifier: MIT */
#include "server/message.h"
#include "server/people.h"
#include <stdlib.h>
#include <string.h>

static void answer(server *sv, const conn *c, const char *type, const char *re,
                   const char *code, const char *words) {
    PT_TEXT(out, 400);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", type);
    if (re && re[0]) pt_key_str(&j, "re", re);
    if (code) pt_key_str(&j, "code", code);
    if (words) pt_key_str(&j, "words", words);
    pt_close(&j, '}');
    conn_send(sv, c->id, &out);
}

void conn_opened(void *who, net_id id, const char *peer) {
    server *sv = who;
    conn *c = calloc(1, sizeof *c);
    if (!c) {
        net_shut(sv->net, id, 1013, "no memory");
        return;
    }
    c->id = id;
    pt_text t = pt_text_on(c->peer, sizeof c->peer);
    pt_puts(&t, peer);
    net_set(sv->net, id, c);
}

void watcher_drop(watcher *w) {
    watcher **at = &w->room->watchers;
    while (*at != w) at = &(*at)->in_room;
    *at = w->in_room;
    for (at = &w->conn->watchers; *at != w;) at = &(*at)->in_conn;
    *at = w->in_conn;
    w->conn->watching--;
    room *r = w->room;
    for (int eye = 0; eye < EYES && !r->watchers; eye++) {
        free(r->shown[eye]);
        r->shown[eye] = NULL;
    }
    free(w);
}

void conn_closed(void *who, net_id id) {
    server *sv = who;
    conn *c = net_get(sv->net, id);
    if (!c) return;
    while (c->watchers) {
        room *r = c->watchers->room;
        watcher_drop(c->watchers);
        if (!sv->stopping) room_presence(r);
    }
    net_set(sv->net, id, NULL);
    free(c);
}

/* It reads again: the tables it watches, whole. A room that is being written tells by its next
 * update that the watcher is lost; it is then asked for like any watcher. */
void conn_drained(void *who, net_id id) {
    server *sv = who;
    conn *c = net_get(sv->net, id);
    sv->counts.overflows++;
    for (watcher *w = c ? c->watchers : NULL; w; w = w->in_conn) {
        act a = {.kind = ACT_WATCH,
                 .from = id,
                 .seat = viewer_of(w->eye),
                 .at = -1,
                 .legal = w->legal,
                 .silent = true};
        memcpy(a.person, c->person, sizeof a.person);
        memcpy(a.key, w->room->log.core.key, sizeof a.key);
        rooms_act(sv, w->room->id, &a);
    }
}

static void hello(server *sv, conn *c, const message *m) {
    pt_person_row person;
    if (m->version != 1) {
        answer(sv, c, "refused", m->act.re, "version", "this server speaks version 1");
        net_shut(sv->net, c->id, 1008, "version");
        return;
    }
    if (c->person[0] || !ticket_use(sv->people, m->ticket, now_ms(), &person)) {
        answer(sv, c, "refused", m->act.re, "ticket", "this ticket is not good");
        net_shut(sv->net, c->id, 1008, "ticket");
        return;
    }
    memcpy(c->person, person.id, sizeof c->person);
    memcpy(c->name, person.name, sizeof c->name);
    c->account = person.account[0] != 0;
    net_greeted(sv->net, c->id);
    PT_TEXT(out, 300);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "hello");
    pt_key_int(&j, "v", 1);
    if (m->act.re[0]) pt_key_str(&j, "re", m->act.re);
    pt_key_str(&j, "person", c->person);
    pt_key_str(&j, "name", c->name);
    pt_key_int(&j, "now", now_ms());
    pt_close(&j, '}');
    conn_send(sv, c->id, &out);
}

static bool in_time(server *sv, conn *c, int64_t now) {
    const serve_config *k = &sv->config;
    if (bucket_take(&c->bucket, now, k->rate, k->burst) &&
        (!c->person[0] ||
         bucket_take(people_bucket(sv->people, c->person), now, 2 * k->rate, 2 * k->burst)))
        return true;
    sv->counts.limited++;
    return false;
}

void conn_message(void *who, net_id id, const char *text, size_t n) {
    server *sv = who;
    conn *c = net_get(sv->net, id);
    message m;
    PT_TEXT(why, 160);
    if (!c) return;
    sv->counts.messages++;
    if (!in_time(sv, c, now_ms())) {
        if (++c->over > 200) net_shut(sv->net, id, 1008, "too fast");
        answer(sv, c, "refused", NULL, "too-fast", "too many messages: wait a little");
        return;
    }
    if (!message_read(text, n, &m, &why)) {
        sv->counts.unreadable++;
        answer(sv, c, "refused", m.act.re, "malformed", why.at);
        if (!c->person[0]) net_shut(sv->net, id, 1008, "malformed");
        return;
    }
    if (m.kind == MESSAGE_HELLO) {
        hello(sv, c, &m);
        return;
    }
    if (!c->person[0]) {
        answer(sv, c, "refused", m.act.re, "no-hello", "say hello first");
        net_shut(sv->net, id, 1008, "no hello");
        return;
    }
    if (m.kind == MESSAGE_PING) {
        answer(sv, c, "pong", m.act.re, NULL, NULL);
        return;
    }
    m.act.from = id;
    memcpy(m.act.person, c->person, sizeof m.act.person);
    if (!m.act.name[0]) memcpy(m.act.name, c->name, sizeof m.act.name);
    rooms_act(sv, m.table, &m.act);
}
