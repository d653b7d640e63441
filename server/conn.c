/* WebSocket messages: strict JSON in, one object a message (docs/protocol.md). */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/club.h"
#include "server/fair.h"
#include "server/message.h"
#include "server/node.h"
#include "server/people.h"
#include "server/words.h"
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
    c->next = sv->conns;
    c->link = &sv->conns;
    if (c->next) c->next->link = &c->next;
    sv->conns = c;
}

void conn_unwatch(server *sv, conn *c) {
    while (c->watchers) {
        hosted *h = c->watchers->table;
        watcher_drop(c->watchers);
        if (!sv->stopping) hosted_presence(h);
    }
}

void conn_closed(void *who, net_id id) {
    server *sv = who;
    conn *c = net_get(sv->net, id);
    if (!c) return;
    conn_unwatch(sv, c);
    *c->link = c->next;
    if (c->next) c->next->link = c->link;
    net_set(sv->net, id, NULL);
    node_tell_gone(sv, c->person);
    free(c);
}

/* The client reads again: it gets the tables it watches as a whole. */
void conn_drained(void *who, net_id id) {
    server *sv = who;
    const conn *c = net_get(sv->net, id);
    sv->counts.overflows++;
    for (const watcher *w = c ? c->watchers : NULL; w; w = w->next_of_conn)
        tables_show_again(w);
}

/* The ticket may be older than the ban. */
static bool kept_out(server *sv, const conn *c, const asker *from, const char *person) {
    char date[CLUB_DATE];
    const pt_measure_row *ban = club_ban_of(people_club(sv->people), person, c->peer);
    if (!ban) return false;
    club_date(ban->until, date);
    reply_refused(sv, from, "banned",
                  date[0] ? sv_say_banned_until(date, ban->words) : sv_say_banned(ban->words));
    net_shut(sv->net, c->id, 1008, "banned");
    return true;
}

/* The ticket is good for this person; or NULL: it is not. */
static void welcome(server *sv, const asker *from, const identity *known) {
    conn *c = net_get(sv->net, from->id);
    if (!c) return;
    if (!known || c->person[0]) {
        answer(sv, c, "refused", from->re, "ticket", "this ticket is not valid");
        net_shut(sv->net, c->id, 1008, "ticket");
        return;
    }
    const identity who = *known;
    if (kept_out(sv, c, from, who.person.id)) return;
    memcpy(c->person, who.person.id, sizeof c->person);
    memcpy(c->name, who.person.name, sizeof c->name);
    memcpy(c->token, who.token, sizeof c->token);
    c->account = who.person.account[0] != 0;
    if (!c->account) people_free_name(sv, c->person, c->name, ALL_HERE);
    c->looks = name_likeness(people_confusables(sv->people), c->name);
    node_tell_here(sv, c);
    c->language = from->language;
    net_greeted(sv->net, c->id);
    fair_sees(sv, c);
    PT_TEXT(out, 300);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "hello");
    pt_key_int(&j, "v", 1);
    if (from->re[0]) pt_key_str(&j, "re", from->re);
    pt_key_str(&j, "person", c->person);
    pt_key_str(&j, "name", c->name);
    pt_key_int(&j, "now", now_ms());
    pt_close(&j, '}');
    conn_send(sv, c->id, &out);
    bell_here(sv, c);
}

static void hello(server *sv, conn *c, const message *m) {
    identity who;
    asker from = m->request.from;
    if (m->browser[0] && !c->person[0]) c->browser = id_hash(m->browser);
    from.id = c->id;
    from.language = m->language;
    if (m->version != 1) {
        answer(sv, c, "refused", m->request.from.re, "version", "this server speaks version 1");
        net_shut(sv->net, c->id, 1008, "version");
        return;
    }
    bool known = !c->person[0] && ticket_use(sv->people, m->ticket, now_ms(), &who);
    if (!known && !c->person[0] && node_ask_ticket(sv, &from, m->ticket, welcome)) return;
    welcome(sv, &from, known ? &who : NULL);
}

static bool in_time(server *sv, conn *c, int64_t now) {
    const serve_config *k = &sv->config;
    if (bucket_take(&c->bucket, now, k->rate, k->burst) &&
        (!c->person[0] || limit_take(sv, c->person, 2 * k->rate, 2 * k->burst)))
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
        const asker from = {.id = id, .language = c->language};
        reply_refused(sv, &from, "too-fast", sv_say_too_fast());
        return;
    }
    if (!message_read(text, n, &m, &why)) {
        sv->counts.unreadable++;
        answer(sv, c, "refused", m.request.from.re, "malformed", why.at);
        if (!c->person[0]) net_shut(sv->net, id, 1008, "malformed");
        return;
    }
    if (m.kind == MESSAGE_HELLO) {
        hello(sv, c, &m);
        return;
    }
    if (!c->person[0]) {
        answer(sv, c, "refused", m.request.from.re, "no-hello", "say hello first");
        net_shut(sv->net, id, 1008, "no hello");
        return;
    }
    if (m.kind == MESSAGE_PING) {
        answer(sv, c, "pong", m.request.from.re, NULL, NULL);
        return;
    }
    if (m.kind == MESSAGE_LANG) {
        c->language = m.language;
        answer(sv, c, "ok", m.request.from.re, NULL, NULL);
        return;
    }
    if (m.kind == MESSAGE_HIDDEN) {
        c->hidden = m.request.yes;
        answer(sv, c, "ok", m.request.from.re, NULL, NULL);
        return;
    }
    m.request.from.id = id;
    m.request.from.language = c->language;
    memcpy(m.request.person, c->person, sizeof m.request.person);
    memcpy(m.request.name, c->name, sizeof m.request.name);
    if (m.request.friend_name[0] && !conn_name_ok(sv, &m.request.from, m.request.friend_name))
        return;
    tables_post(sv, m.table, &m.request);
}
