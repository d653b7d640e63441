/* Invitations: somebody who is here is told of a table at once; one who is not finds a notice
 * (bell.h). Everybody says who may invite them: all, friends or nobody. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/blocks.h"
#include "server/node.h"
#include "server/web.h"
#include "server/words.h"
#include "store/profile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct invitation {
    web *web;
    char person[PT_ID], table[PT_ID], key[PT_ID], game[PT_ID];
    pt_finding friends, there; /* the table */
    pt_page_row page;
    bool unread;
} invitation;

static void read_friends(pt_look *look, void *job) {
    invitation *v = job;
    pt_table_row table;
    v->friends = pt_find_friend(look, v->person, v->web->person.id);
    v->there = pt_find_table(look, v->table, &table);
    v->unread = pt_find_page(look, v->person, &v->page) == PT_FAILED ||
                v->friends == PT_FAILED || v->there == PT_FAILED;
    /* To a game that is over nobody can come. */
    if (v->there == PT_FOUND && table.state == PT_TABLE_OVER) v->there = PT_ABSENT;
    if (v->there == PT_FOUND) pt_copy(v->game, sizeof v->game, table.kind);
}

/* How many of their sockets hear of it. */
static int tell(const invitation *v) {
    server *sv = v->web->server;
    int told = 0;
    PT_TEXT(out, 500);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "notice");
    pt_key_str(&j, "kind", "invite");
    pt_key_str(&j, "by", v->web->person.name);
    pt_key_str(&j, "at", v->table); /* not "table": nobody watches it yet */
    const pt_game *game = pt_game_named(v->game);
    pt_key_str(&j, "title", game ? game->title : v->game);
    if (v->key[0]) pt_key_str(&j, "key", v->key);
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
    pt_notice_row about = {0};
    memcpy(about.person, v->person, sizeof about.person);
    memcpy(about.other, v->web->person.id, sizeof about.other);
    memcpy(about.place, v->table, sizeof about.place);
    memcpy(about.key, v->key, sizeof about.key);
    pt_copy(about.game, sizeof about.game, v->game);
    bell_ring(v->web->server, BELL_INVITE, &about);
}

pt_seen_by invited_by(const server *sv, const char *person, const char *other, bool friends,
                      const pt_page_row *wishes) {
    pt_seen_by by = wishes->by[PT_PAGE_INVITED];
    bool near =
        strcmp(person, other) != 0 && !is_blocked(people_blocks(sv->people), person, other);
    if (by == PT_SEEN_BY_NOBODY) return PT_SEEN_BY_NOBODY;
    return near && (friends || by == PT_SEEN_BY_ALL) ? PT_SEEN_BY_ALL : PT_SEEN_BY_FRIENDS;
}

static void friends_read(void *job) {
    invitation *v = job;
    PT_TEXT(out, 40);
    pt_seen_by by = invited_by(v->web->server, v->person, v->web->person.id,
                               v->friends == PT_FOUND, &v->page);
    if (v->unread) {
        web_fail_unread(v->web);
    } else if (by == PT_SEEN_BY_NOBODY) {
        web_fail(v->web, 409, "no-invitations", sv_say_no_invitations());
    } else if (by == PT_SEEN_BY_FRIENDS) {
        web_fail(v->web, 409, "not-friends", sv_say_not_friends());
    } else if (v->there == PT_ABSENT) {
        web_fail(v->web, 404, "no-table", sv_say_no_invitation_table());
    } else {
        pt_put(&out, "{\"here\":%s}", tell(v) ? "true" : "false");
        ring(v);
        web_send(v->web, 200, &out);
    }
    free(v);
}

/* So that nothing else gets into anybody's page. */
static bool take_id(const web *w, const char *member, char out[PT_ID]) {
    const char *text = json_string_value(json_object_get(w->in, member));
    if (!text || !id_ok(text)) return false;
    pt_copy(out, PT_ID, text);
    return true;
}

void invitations_add(web *w) {
    char who[PT_ID + 8];
    snprintf(who, sizeof who, "invite:%s", w->person.id);
    if (!web_body(w)) return;
    invitation *v = calloc(1, sizeof *v);
    if (v) v->web = w;
    if (!v) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else if (!take_id(w, "person", v->person) || !take_id(w, "table", v->table)) {
        web_fail(w, 400, "malformed", sv_say_invitation_form());
        free(v);
    } else if (!limit_take(w->server, who, 0.2, 6)) {
        web_fail(w, 429, "too-fast", sv_say_many_invitations());
        free(v);
    } else {
        take_id(w, "key", v->key);
        if (pt_store_read(w->server->store, read_friends, friends_read, v)) return;
        web_fail(w, 503, "memory", sv_say_no_memory());
        free(v);
    }
}
