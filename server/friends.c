/* Friends, blocked people and recent opponents. What somebody asks of another is answered in
 * the same way whether that person exists, has blocked them or not. */
/* SPDX-License-Identifier: MIT */
#include "server/blocks.h"
#include "server/node.h"
#include "server/web.h"
#include "server/words.h"
#include "store/people.h"
#include <stdlib.h>
#include <string.h>

/* --- the list --- */

enum {
    TIES_MOST = 200, /* of one's own: all of them are shown, so that they can be undone */
    ASKS_MOST = 100, /* the last ones */
    OPPONENTS = 12,
    ROWS = TIES_MOST + ASKS_MOST + OPPONENTS,
    OUT = 64 << 10,
};

typedef enum { FRIENDS, ASKS, ASKED, BLOCKED, RECENT, LISTS } which_list;

typedef struct friend_row {
    which_list list;
    char person[PT_ID], name[PT_LABEL];
} friend_row;

typedef struct listing {
    web *web;
    bool unread;
    which_list asks; /* the list of rows that say so only by where they come from */
    int count;
    friend_row row[ROWS];
} listing;

static which_list list_of(const listing *l, const pt_tie_row *row) {
    if (l->asks != LISTS) return l->asks;
    return row->kind == PT_TIE_FRIEND ? FRIENDS : row->kind == PT_TIE_BLOCKED ? BLOCKED : ASKED;
}

static void take_row(void *who, const pt_tie_row *row) {
    listing *l = who;
    if (l->count == ROWS) return;
    friend_row *r = &l->row[l->count++];
    r->list = list_of(l, row);
    memcpy(r->person, row->person, sizeof r->person);
    memcpy(r->name, row->name, sizeof r->name);
}

static void read_lists(pt_look *look, void *job) {
    listing *l = job;
    const char *me = l->web->person.id;
    l->asks = LISTS;
    l->unread = pt_each_tie(look, me, take_row, l) < 0;
    l->asks = ASKS;
    l->unread |= pt_each_ask(look, me, ASKS_MOST, take_row, l) < 0;
    l->asks = RECENT;
    l->unread |= pt_each_opponent(look, me, OPPONENTS, take_row, l) < 0;
}

static bool is_here(const server *sv, const char *person) {
    for (const conn *c = sv->conns; c; c = c->next)
        if (strcmp(c->person, person) == 0) return true;
    return node_person_is_far(sv, person);
}

/* The table at which this person plays and anybody may look on; NULL: there is none. */
static const char *plays_at(const server *sv, const char *person) {
    for (const conn *c = sv->conns; c; c = c->next)
        for (const watcher *w = strcmp(c->person, person) == 0 ? c->watchers : NULL; w;
             w = w->next_of_conn) {
            const pt_table_core *t = &w->table->table.core;
            if (w->eye < PT_SEATS && t->phase == PT_TABLE_PLAYING &&
                t->access == PT_ACCESS_OPEN && t->watch)
                return t->id;
        }
    return NULL;
}

/* Only friends see who is here. Whoever asks is not shown to those who have blocked them. */
static void put_row(const listing *l, pt_json *j, const friend_row *r) {
    const server *sv = l->web->server;
    if (r->list == ASKS && is_blocked(people_blocks(sv->people), l->web->person.id, r->person))
        return;
    pt_open(j, '{');
    pt_key_str(j, "person", r->person);
    pt_key_str(j, "name", r->name);
    if (r->list == FRIENDS) pt_key_bool(j, "here", is_here(sv, r->person));
    const char *table = r->list == FRIENDS ? plays_at(sv, r->person) : NULL;
    if (table) pt_key_str(j, "plays", table);
    pt_close(j, '}');
}

static void put_lists(const listing *l, pt_text *out) {
    static const char *const names[LISTS] = {"friends", "asks", "asked", "blocked", "recent"};
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    for (int list = 0; list < LISTS; list++) {
        pt_key_open(&j, names[list], '[');
        for (int i = 0; i < l->count; i++)
            if ((int)l->row[i].list == list) put_row(l, &j, &l->row[i]);
        pt_close(&j, ']');
    }
    pt_close(&j, '}');
}

static void lists_read(void *job) {
    listing *l = job;
    web *w = l->web;
    w->out = malloc(OUT);
    if (l->unread) {
        web_fail_unread(w);
    } else if (!w->out) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_text out = pt_text_on(w->out, OUT);
        put_lists(l, &out);
        web_send(w, 200, &out);
    }
    free(l);
}

void friends_tell(web *w) {
    listing *l = calloc(1, sizeof *l);
    if (l) l->web = w;
    if (l && pt_store_read(w->server->store, read_lists, lists_read, l)) return;
    free(l);
    web_fail(w, 503, "memory", sv_say_no_memory());
}

/* --- changing it --- */

typedef enum { BEFRIEND, UNFRIEND, BLOCK, UNBLOCK } friend_act;

typedef struct change {
    web *web;
    friend_act act;
    bool unread, known;
    bool tied, full; /* my list has them, or has no room for them */
    pt_person_row other;
} change;

static void note_tie(void *who, const pt_tie_row *row) {
    change *c = who;
    c->tied |= strcmp(row->person, c->other.id) == 0;
}

static void read_other(pt_look *look, void *job) {
    change *c = job;
    const char *me = c->web->person.id;
    char account[PT_LABEL];
    name_fold(c->other.name, account);
    pt_finding found = c->other.id[0] ? pt_find_person(look, c->other.id, &c->other)
                                      : pt_find_account(look, account, &c->other);
    c->known = found == PT_FOUND && strcmp(c->other.id, me) != 0;
    int ties = c->act == BEFRIEND || c->act == BLOCK ? pt_each_tie(look, me, note_tie, c) : 0;
    c->full = ties >= TIES_MOST && !c->tied;
    c->unread = found == PT_FAILED || ties < 0;
}

static void unfriend(const change *c, pt_batch *b) {
    const char *me = c->web->person.id, *other = c->other.id;
    for (pt_tie_kind kind = PT_TIE_ASKED; kind <= PT_TIE_FRIEND; kind++) {
        pt_batch_drop_tie(b, me, other, kind);
        pt_batch_drop_tie(b, other, me, kind);
    }
}

/* Whoever is blocked asks, and nobody hears of it; whoever blocks unblocks them first. */
static void befriend(const change *c, pt_batch *b) {
    if (c->other.account[0]) pt_batch_ask(b, c->web->person.id, c->other.id, wall_ms());
}

static void changed(void *who, uint64_t tag, pt_outcome outcome) {
    change *c = who;
    web *w = c->web;
    (void)tag;
    if (outcome == PT_WRITTEN && (c->act == BLOCK || c->act == UNBLOCK)) {
        blocks_set(people_blocks(w->server->people), w->person.id, c->other.id,
                   c->act == BLOCK);
        node_tell_block(w->server, w->person.id, c->other.id, c->act == BLOCK);
    }
    if (outcome == PT_WRITTEN)
        web_send_person(w, 200, NULL);
    else
        web_fail_unwritten(w, outcome);
    free(c);
}

static void other_read(void *job) {
    change *c = job;
    web *w = c->web;
    pt_batch *b = c->unread || c->full || !c->known ? NULL : pt_batch_new();
    if (!b) {
        if (c->unread)
            web_fail_unread(w);
        else if (c->full)
            web_fail(w, 409, "full", sv_say_friends_full());
        else if (!c->known)
            web_send_person(w, 200, NULL); /* as if somebody had been asked */
        else
            web_fail(w, 503, "memory", sv_say_no_memory());
        free(c);
        return;
    }
    if (c->act == BEFRIEND) befriend(c, b);
    if (c->act == UNFRIEND || c->act == BLOCK) unfriend(c, b);
    if (c->act == BLOCK) pt_batch_block(b, w->person.id, c->other.id, wall_ms());
    if (c->act == UNBLOCK) pt_batch_drop_tie(b, w->person.id, c->other.id, PT_TIE_BLOCKED);
    web_commit(w, b, changed, c);
}

static void begin(web *w, friend_act act, const char *person, const char *name) {
    change *c = calloc(1, sizeof *c);
    if (c) {
        *c = (change){.web = w, .act = act};
        pt_text id = pt_text_on(c->other.id, PT_ID),
                called = pt_text_on(c->other.name, PT_LABEL);
        pt_puts(&id, person);
        pt_puts(&called, name);
    }
    if (c && pt_store_read(w->server->store, read_other, other_read, c)) return;
    free(c);
    web_fail(w, 503, "memory", sv_say_no_memory());
}

static void begin_with_body(web *w, friend_act act) {
    if (!web_body(w)) return;
    const char *person = json_string_value(json_object_get(w->in, "person"));
    const char *name = json_string_value(json_object_get(w->in, "name"));
    char composed[PT_LABEL] = ""; /* as names are kept */
    if (name && name_ok(name)) name_compose(name, composed);
    if ((person && person[0] && strlen(person) < PT_ID) || composed[0])
        begin(w, act, person ? person : "", composed);
    else
        web_fail(w, 400, "name", sv_say_name_form(NAME_WITHOUT));
}

void friends_add(web *w) {
    if (w->person.account[0])
        begin_with_body(w, BEFRIEND);
    else
        web_fail(w, 409, "account", sv_say_friends_account());
}

void blocks_add(web *w) { begin_with_body(w, BLOCK); }

static const char *last_part(const web *w) { return strrchr(w->path, '/') + 1; }
void friends_drop(web *w) { begin(w, UNFRIEND, last_part(w), ""); }
void blocks_drop(web *w) { begin(w, UNBLOCK, last_part(w), ""); }
