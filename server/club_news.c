/* The club is read anew after each change, and those it is about hear of it. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/fair.h"
#include "server/node.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

/* --- reading it anew --- */

typedef struct renewal {
    server *server;
    club *club;
    bool good;
    int64_t now;
    void (*then)(void *who, bool good);
    void *who;
} renewal;

static void read_club(pt_look *look, void *job) {
    renewal *r = job;
    r->good =
        r->club && club_read(r->club, look, people_confusables(r->server->people), r->now);
}

/* Another node's measures are found here, whether or not its message has come. */
static void take_hold(server *sv, const club *c, const club *old) {
    bool changed = club_print(c) != club_print(old);
    people_set_club(sv->people, (club *)(uintptr_t)c);
    if (changed) club_each_measure(c, wall_ms(), sv->reach, sv);
}

static void club_was_read(void *job) {
    renewal *r = job;
    if (r->good && r->server->node && !r->then) {
        take_hold(r->server, r->club, people_club(r->server->people));
    } else if (r->good) {
        people_set_club(r->server->people, r->club);
        if (r->server->node) node_tell_club(r->server);
    } else {
        club_free(r->club);
    }
    if (r->then) r->then(r->who, r->good);
    free(r);
}

void club_renew(server *sv, void (*then)(void *who, bool good), void *who) {
    renewal *r = calloc(1, sizeof *r);
    if (r) {
        *r = (renewal){.server = sv, .club = club_new(), .now = wall_ms(), .then = then};
        r->who = who;
        if (pt_store_read(sv->store, read_club, club_was_read, r)) return;
        club_free(r->club);
    }
    free(r);
    if (then) then(who, false);
}

void club_tick(server *sv, int64_t now) {
    enum { EVERY_MS = 5000 };
    if (!sv->config.store || now < sv->next_club) return; /* one server has a folder alone */
    sv->next_club = now + EVERY_MS;
    club_renew(sv, NULL, NULL);
}

/* --- telling --- */

void club_words(const pt_measure_row *m, uint8_t language, char out[PT_REASON]) {
    pt_text to = pt_text_on(out, PT_REASON);
    to.language = language;
    if (m->kind == PT_UNRATED)
        pt_say(&to, sv_say_left_games(atoi(m->words), fair(FAIR_LEAVE_DAYS)));
    else
        pt_puts(&to, m->words);
}

static void put_notice(const pt_measure_row *m, pt_text *out) {
    char words[PT_REASON];
    pt_json j = pt_json_on(out);
    club_words(m, out->language, words);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "notice");
    pt_key_str(&j, "kind", club_kind_name((int)m->kind));
    if (m->place[0]) pt_key_str(&j, "table", m->place);
    pt_key_str(&j, "words", words);
    pt_key_int(&j, "until", m->until);
    pt_close(&j, '}');
}

/* What is said of it is the same whatever it was for: each page has its own words. */
void club_tell_lifted(server *sv, const pt_measure_row *m) {
    PT_TEXT(out, 200);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "notice");
    pt_key_str(&j, "kind", "lifted");
    pt_key_str(&j, "of", club_kind_name((int)m->kind));
    if (m->place[0]) pt_key_str(&j, "table", m->place);
    pt_close(&j, '}');
    for (const conn *c = sv->conns; c; c = c->next)
        if (strcmp(c->person, m->target) == 0) conn_send(sv, c->id, &out);
    node_tell_person(sv, m->target, &out);
}

/* Which language they read at another node is not known here. */
void club_tell(server *sv, const pt_measure_row *m) {
    char memory[2 * PT_REASON + 300];
    for (const conn *c = sv->conns; c; c = c->next) {
        if (strcmp(c->person, m->target) != 0) continue;
        pt_text out = pt_text_on(memory, sizeof memory);
        out.language = c->language;
        put_notice(m, &out);
        conn_send(sv, c->id, &out);
    }
    pt_text out = pt_text_on(memory, sizeof memory);
    put_notice(m, &out);
    node_tell_person(sv, m->target, &out);
}
