/* A notice on its way: what its person wants is read, the notice is written, then their open
 * pages hear of it, and devices without one are called. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/node.h"
#include "server/own.h"
#include "server/push.h"
#include "server/web.h"
#include "store/people.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRIEND_MS (4 * (int64_t)3600000) /* a friend who comes again is no news */
#define NODES_MS 2000 /* for another node to say that a device has a page there */
#define BEGIN_MS 5000 /* for a page to go to the table where its person's game begins */

typedef struct ringing {
    server *server;
    bell_kind kind;
    pt_notice_row notice;
    bool skip;   /* nobody is to be told, or it cannot be read */
    bool hushed; /* what it tells of was over before it was written */
    int64_t quiet;
    int unseen, pushes;
    pt_push_row push[PT_PUSHES_MOST];
    struct ringing *next; /* of those whose wishes are being read */
} ringing;

static void make_topic(bell_kind kind, const char *about, char out[PT_TOPIC]) {
    snprintf(out, PT_TOPIC, "%s:%s", bell_kinds[kind].name, about);
}

/* --- what the person wants, in the reading thread --- */

static void take_wish(void *who, const char *kind, int channels) {
    ringing *r = who;
    if (strcmp(kind, bell_kinds[r->kind].name) == 0) r->notice.channels = channels;
}

static void count_notice(void *who, const pt_notice_row *n) {
    ringing *r = who;
    bool same = strcmp(n->topic, r->notice.topic) == 0;
    if (same && r->kind == BELL_FRIEND && r->notice.at - n->at < FRIEND_MS) r->skip = true;
    r->unseen += !n->seen && !same && (n->channels & BELL_PAGE) != 0;
}

static void take_push(void *who, const pt_push_row *row) {
    ringing *r = who;
    if (r->pushes < PT_PUSHES_MOST) r->push[r->pushes++] = *row;
}

static void read_wishes(pt_look *look, void *job) {
    ringing *r = job;
    pt_notice_row *n = &r->notice;
    pt_person_row person;
    pt_bell_row bell;
    n->channels = bell_kinds[r->kind].usual;
    r->skip = pt_find_person(look, n->person, &person) != PT_FOUND ||
              pt_each_wish(look, n->person, take_wish, r) < 0 ||
              pt_find_bell(look, n->person, &bell) == PT_FAILED;
    if (r->skip) return;
    if (n->other[0]) {
        r->skip = pt_find_person(look, n->other, &person) != PT_FOUND;
        memcpy(n->name, person.name, sizeof n->name);
    }
    r->quiet = quiet_until(&bell, n->at);
    if (r->skip || pt_each_notice(look, n->person, count_notice, r) < 0 ||
        pt_each_push(look, n->person, n->at - SESSION_MS, take_push, r) < 0)
        r->skip = true;
}

/* --- telling --- */

static void add_calls(const ringing *r, pt_batch *b) {
    const pt_notice_row *n = &r->notice;
    int64_t soon = n->at + (r->server->node ? NODES_MS : 0);
    pt_call_row call = {.at = n->at, .due = r->quiet ? r->quiet : soon};
    call.until = n->at + bell_kinds[r->kind].minutes * (int64_t)60000;
    if (!(n->channels & BELL_PUSH) || call.due > call.until) return;
    pt_copy(call.person, sizeof call.person, n->person);
    pt_copy(call.topic, sizeof call.topic, n->topic);
    for (int i = 0; i < r->pushes; i++) {
        if (bell_has_page(r->server, &r->push[i])) continue;
        pt_copy(call.endpoint, sizeof call.endpoint, r->push[i].endpoint);
        pt_batch_call(b, &call);
    }
}

static void ring_written(void *who, uint64_t tag, pt_outcome outcome) {
    ringing *r = who;
    server *sv = r->server;
    (void)tag;
    if (outcome == PT_WRITTEN && !sv->stopping) {
        const bell_told told = {r->notice, r->quiet != 0,
                                r->unseen + ((r->notice.channels & BELL_PAGE) != 0)};
        bell_tell_pages(sv, &told);
        push_soon(sv, r->quiet || !sv->node ? r->quiet : r->notice.at + NODES_MS);
    }
    free(r);
}

static void wishes_read(void *job) {
    ringing *r = job;
    ringing **at = &r->server->ringing;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    pt_batch *b = r->skip || r->hushed || !r->notice.channels ? NULL : pt_batch_new();
    if (!b) {
        free(r);
        return;
    }
    pt_batch_notice(b, &r->notice);
    add_calls(r, b);
    pt_store_commit(r->server->store, b, ring_written, r, 0);
}

void bell_ring(server *sv, bell_kind kind, const pt_notice_row *about) {
    ringing *r = sv->stopping || !about->person[0] ? NULL : calloc(1, sizeof *r);
    if (!r) return;
    *r = (ringing){.server = sv, .kind = kind, .notice = *about};
    pt_copy(r->notice.kind, sizeof r->notice.kind, bell_kinds[kind].name);
    make_topic(kind, about->place[0] ? about->place : about->other, r->notice.topic);
    r->notice.at = wall_ms();
    r->notice.seen = false;
    r->next = sv->ringing;
    sv->ringing = r;
    if (pt_store_read(sv->store, read_wishes, wishes_read, r)) return;
    sv->ringing = r->next;
    free(r);
}

void bell_hush(server *sv, bell_kind kind, const char *person, const char *place) {
    char topic[PT_TOPIC];
    pt_batch *b = pt_batch_new();
    if (!b) return;
    make_topic(kind, place, topic);
    for (ringing *r = sv->ringing; r; r = r->next) /* it must not come after this */
        r->hushed |=
            strcmp(r->notice.topic, topic) == 0 && strcmp(r->notice.person, person) == 0;
    pt_batch_notice_seen(b, person, topic);
    pt_store_commit(sv->store, b, NULL, NULL, 0);
}

/* --- tables --- */

static bool in_front_of(const hosted *h, int seat, const char *person) {
    for (const watcher *w = h->watchers; w; w = w->next_at_table)
        if (!w->conn->hidden && strcmp(w->conn->person, person) == 0) return true;
    return h->node && pt_has(node_seats(h, 0), seat);
}

static uint8_t owing(const void *state, int phase) {
    const pt_head *head = pt_head_of(state);
    return phase == PT_TABLE_PLAYING && head->node == PT_DECIDE ? head->owes : 0;
}

static void ring_member(hosted *h, bell_kind kind, int seat, const char *person, int place) {
    const pt_table_core *c = &h->table.core;
    pt_notice_row about = {.number = place, .of = place ? c->seats : 0};
    if (in_front_of(h, seat, person)) return;
    pt_copy(about.person, sizeof about.person, person);
    pt_copy(about.game, sizeof about.game, c->game);
    pt_copy(about.place, sizeof about.place, c->id);
    if (c->access == PT_ACCESS_PRIVATE) pt_copy(about.key, sizeof about.key, c->key);
    h->rung = pt_with(h->rung, seat);
    bell_ring(h->server, kind, &about);
}

/* For whoever sits there, together with those who share the seat. */
static void ring_seat(hosted *h, bell_kind kind, int seat, int place) {
    const pt_seat *s = &h->table.core.seat[seat];
    if (s->kind != PT_SEAT_HUMAN || s->standin || s->resigned) return;
    ring_member(h, kind, seat, s->person, place);
    for (int k = 0; k < PT_MATES && s->mate[k].person[0]; k++)
        ring_member(h, kind, seat, s->mate[k].person, place);
}

/* Whoever looks at another page is led to a game that begins: they hear of it if they have not
 * come after a while. */
static bool is_on_the_way(const hosted *h, int seat) {
    const pt_seat *s = &h->table.core.seat[seat];
    if (h->node) return true; /* their page may be at any node */
    for (const conn *c = h->server->conns; c; c = c->next)
        if (!c->hidden && pt_seat_has(s, c->person)) return true;
    return false;
}

int64_t bell_begun(hosted *h, int64_t now) {
    const pt_table_core *c = &h->table.core;
    uint8_t late = h->begun & owing(c->state, c->phase);
    if (late && now < h->begun_at + BEGIN_MS) return h->begun_at + BEGIN_MS;
    h->begun = 0;
    for (int i = 0; i < c->seats; i++)
        if (pt_has(late, i) && !c->paused) ring_seat(h, BELL_TURN, i, 0);
    return 0;
}

/* A team's other members still have to hear of it, so their bit stays. */
void bell_looked(hosted *h, const char *person) {
    const pt_table_core *c = &h->table.core;
    for (int i = 0; i < c->seats; i++) {
        if (!pt_seat_has(&c->seat[i], person)) continue;
        if (pt_seat_people(&c->seat[i]) == 1) h->begun = pt_without(h->begun, i);
        if (!pt_has(h->rung, i)) continue;
        if (pt_seat_people(&c->seat[i]) == 1) h->rung = pt_without(h->rung, i);
        for (int kind = 0; kind < BELL_KINDS; kind++)
            bell_hush(h->server, (bell_kind)kind, person, c->id);
        return;
    }
}

static void hush_seat(hosted *h, int seat) {
    const pt_seat *s = &h->table.core.seat[seat];
    h->rung = pt_without(h->rung, seat);
    if (s->kind != PT_SEAT_HUMAN) return;
    bell_hush(h->server, BELL_TURN, s->person, h->table.core.id);
    bell_hush(h->server, BELL_REMINDER, s->person, h->table.core.id);
    for (int k = 0; k < PT_MATES && s->mate[k].person[0]; k++)
        bell_hush(h->server, BELL_TURN, s->mate[k].person, h->table.core.id);
}

void bell_table(hosted *h, const before *b) {
    const pt_table_core *c = &h->table.core;
    uint8_t was = owing(b->state, b->phase), is = owing(c->state, c->phase);
    bool over = b->phase == PT_TABLE_PLAYING && c->phase == PT_TABLE_OVER;
    bool begins = b->phase == PT_TABLE_OPEN && c->phase == PT_TABLE_PLAYING;
    uint8_t place[PT_SEATS] = {0};
    if (c->access == PT_ACCESS_LOCAL) return; /* all of them sit at one screen */
    if (over && c->stopped != PT_OVER_ABANDONED) pt_table_places(&h->table, place);
    if (begins) h->begun_at = now_ms();
    for (int i = 0; i < c->seats; i++) {
        bool asked = pt_has(is & (uint8_t)~was, i) && !c->paused;
        if (asked && begins && is_on_the_way(h, i))
            h->begun = pt_with(h->begun, i);
        else if (asked && !prepared_answers(h, i))
            ring_seat(h, BELL_TURN, i, 0);
        if (pt_has(was & (uint8_t)~is & h->rung, i)) hush_seat(h, i);
        if (over) ring_seat(h, BELL_RESULT, i, place[i]);
    }
}

/* --- friends --- */

typedef struct coming {
    server *server;
    char person[PT_ID];
    int count;
    char friends[200][PT_ID];
} coming;

static void take_tie(void *who, const pt_tie_row *row) {
    coming *c = who;
    if (row->kind == PT_TIE_FRIEND && c->count < 200)
        memcpy(c->friends[c->count++], row->person, PT_ID);
}

static void read_friends(pt_look *look, void *job) {
    coming *c = job;
    if (pt_each_tie(look, c->person, take_tie, c) < 0) c->count = 0;
}

static void friends_read(void *job) {
    coming *c = job;
    for (int i = 0; i < c->count; i++) {
        pt_notice_row about = {0};
        memcpy(about.person, c->friends[i], PT_ID);
        memcpy(about.other, c->person, PT_ID);
        bell_ring(c->server, BELL_FRIEND, &about);
    }
    free(c);
}

void bell_here(server *sv, const conn *now) {
    char who[PT_ID + 8];
    snprintf(who, sizeof who, "here:%s", now->person);
    if (!now->account || !limit_take(sv, who, 1000.0 / FRIEND_MS, 1)) return;
    coming *c = calloc(1, sizeof *c);
    if (!c) return;
    c->server = sv;
    memcpy(c->person, now->person, sizeof c->person);
    if (!pt_store_read(sv->store, read_friends, friends_read, c)) free(c);
}
