/* Invitations: somebody who is here is told of a table at once; one who is not finds a notice
 * (bell.h). Everybody says who may invite them: all, friends or nobody. An invitation may name
 * a free seat; it is not kept for them: whoever sits down first has it. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/blocks.h"
#include "server/measures.h"
#include "server/node.h"
#include "server/web.h"
#include "server/words.h"
#include "store/profile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct invitation {
    server *server;
    asker from;
    char by[PT_ID], name[PT_LABEL]; /* who invites */
    char person[PT_ID], table[PT_ID], key[PT_ID], game[PT_ID];
    int seat;                  /* -1: any */
    pt_finding friends, there; /* the table */
    pt_page_row page;
    bool unread;
} invitation;

static void read_friends(pt_look *look, void *job) {
    invitation *v = job;
    pt_table_row table;
    v->friends = pt_find_friend(look, v->person, v->by);
    v->there = pt_find_table(look, v->table, &table);
    v->unread = pt_find_page(look, v->person, &v->page) == PT_FAILED ||
                v->friends == PT_FAILED || v->there == PT_FAILED;
    /* To a game that is over nobody can come. */
    if (v->there == PT_FOUND && table.state == PT_TABLE_OVER) v->there = PT_ABSENT;
    if (v->there == PT_FOUND) pt_copy(v->game, sizeof v->game, table.kind);
}

/* How many of their sockets hear of it. */
static int tell(const invitation *v) {
    server *sv = v->server;
    int told = 0;
    PT_TEXT(out, 500);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "notice");
    pt_key_str(&j, "kind", "invite");
    pt_key_str(&j, "by", v->name);
    pt_key_str(&j, "at", v->table); /* not "table": nobody watches it yet */
    const pt_game *game = pt_game_named(v->game);
    pt_key_str(&j, "title", game ? game->title : v->game);
    if (v->key[0]) pt_key_str(&j, "key", v->key);
    if (v->seat >= 0) pt_key_int(&j, "seat", v->seat);
    pt_close(&j, '}');
    for (const conn *c = sv->conns; c; c = c->next) {
        if (strcmp(c->person, v->person) != 0) continue;
        conn_send(sv, c->id, &out);
        told++;
    }
    node_tell_person(sv, v->person, &out);
    return told + node_person_is_far(sv, v->person);
}

static void ring(const invitation *v) {
    pt_notice_row about = {.number = v->seat + 1}; /* 0: any seat */
    memcpy(about.person, v->person, sizeof about.person);
    memcpy(about.other, v->by, sizeof about.other);
    memcpy(about.place, v->table, sizeof about.place);
    memcpy(about.key, v->key, sizeof about.key);
    pt_copy(about.game, sizeof about.game, v->game);
    bell_ring(v->server, BELL_INVITE, &about);
}

pt_seen_by invited_by(const server *sv, const char *person, const char *other, bool friends,
                      const pt_page_row *wishes) {
    pt_seen_by by = wishes->by[PT_PAGE_INVITED];
    bool near =
        strcmp(person, other) != 0 && !is_blocked(people_blocks(sv->people), person, other);
    if (by == PT_SEEN_BY_NOBODY) return PT_SEEN_BY_NOBODY;
    return near && (friends || by == PT_SEEN_BY_ALL) ? PT_SEEN_BY_ALL : PT_SEEN_BY_FRIENDS;
}

static void refuse(const invitation *v, int status, const char *code, pt_said why) {
    http_refused(v->server, &v->from, status, code, why);
}

static void friends_read(void *job) {
    invitation *v = job;
    PT_TEXT(out, 40);
    pt_seen_by by = invited_by(v->server, v->person, v->by, v->friends == PT_FOUND, &v->page);
    if (v->unread) {
        refuse(v, 503, "retry", sv_say_cannot_read());
    } else if (by == PT_SEEN_BY_NOBODY) {
        refuse(v, 409, "no-invitations", sv_say_no_invitations());
    } else if (by == PT_SEEN_BY_FRIENDS) {
        refuse(v, 409, "not-friends", sv_say_not_friends());
    } else if (v->there == PT_ABSENT) {
        refuse(v, 404, "no-table", sv_say_no_invitation_table());
    } else {
        bool here = tell(v) > 0;
        /* Only friends learn who is here. */
        pt_puts(&out, v->friends != PT_FOUND ? "{}"
                      : here                 ? "{\"here\":true}"
                                             : "{\"here\":false}");
        ring(v);
        http_reply(v->server, v->from.id, 200, "application/json", out.at, out.used);
    }
    free(v);
}

static void begin(hosted *h, const request *r) {
    server *sv = h->server;
    const pt_table_core *c = &h->table.core;
    invitation *v = calloc(1, sizeof *v);
    if (v) {
        *v = (invitation){.server = sv, .from = r->from, .seat = r->seat};
        memcpy(v->by, r->person, sizeof v->by);
        memcpy(v->name, r->name, sizeof v->name);
        pt_copy(v->person, sizeof v->person, r->text);
        pt_copy(v->table, sizeof v->table, c->id);
        /* The table's own, and nothing else that somebody would have them read. */
        if (strcmp(c->key, r->key) == 0) memcpy(v->key, r->key, sizeof v->key);
    }
    if (v && pt_store_read(sv->store, read_friends, friends_read, v)) return;
    http_refused(sv, &r->from, 503, "memory", sv_say_no_memory());
    free(v);
}

/* At one screen nobody else can sit. */
static bool is_free(const pt_table_core *c, int seat) {
    return c->phase == PT_TABLE_OPEN && c->access != PT_ACCESS_LOCAL &&
           c->seat[seat].kind == PT_SEAT_FREE;
}

void invitations_to_table(hosted *h, const request *r) {
    server *sv = h->server;
    const pt_table_core *c = &h->table.core;
    /* What they may not see is like what is not there. */
    if (!pt_table_may_see(&h->table, r->person, r->key))
        http_refused(sv, &r->from, 404, "no-table", sv_say_no_invitation_table());
    else if (r->seat < 0)
        begin(h, r);
    else if (strcmp(c->owner, r->person) != 0 && !measures_sits(h, r->person))
        http_refused(sv, &r->from, 403, "not-your-table", sv_say_not_your_table());
    else if (r->seat >= c->seats)
        http_refused(sv, &r->from, 404, "no-seat", sv_say_no_invitation_seat());
    else if (!is_free(c, r->seat))
        http_refused(sv, &r->from, 409, "not-free", sv_say_seat_not_free());
    else
        begin(h, r);
}

/* So that nothing else gets into anybody's page. */
static bool take_id(const web *w, const char *member, char *out) {
    const char *text = json_string_value(json_object_get(w->in, member));
    if (!text || !id_ok(text)) return false;
    pt_copy(out, PT_ID, text);
    return true;
}

/* Without one: any. */
static bool take_seat(const web *w, int *out) {
    const json_t *seat = json_object_get(w->in, "seat");
    if (!seat) return true;
    json_int_t n = json_integer_value(seat);
    if (!json_is_integer(seat) || n < 0 || n >= PT_SEATS) return false;
    *out = (int)n;
    return true;
}

void invitations_add(web *w) {
    char who[PT_ID + 8], table[PT_ID];
    request r = {.kind = ASK_INVITE, .from = w->from, .seat = -1, .at = -1};
    snprintf(who, sizeof who, "invite:%s", w->person.id);
    if (!web_body(w)) return;
    if (!take_id(w, "person", r.text) || !take_id(w, "table", table) ||
        !take_seat(w, &r.seat)) {
        web_fail(w, 400, "malformed", sv_say_invitation_form());
        return;
    }
    if (!limit_take(w->server, who, 0.2, 6)) {
        web_fail(w, 429, "too-fast", sv_say_many_invitations());
        return;
    }
    take_id(w, "key", r.key);
    memcpy(r.person, w->person.id, sizeof r.person);
    memcpy(r.name, w->person.name, sizeof r.name);
    tables_post(w->server, table, &r); /* it knows who sits where, and who may see it */
    web_free(w);
}
