/* A person's page: games, results, ratings over time, the last games. Its owner says who sees
 * it; whoever may not learns the name and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "store/profile.h"
#include "server/rating.h"
#include "server/web.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

enum { OUT = 96 << 10, MOMENTS = 400, GAMES = 8 };
const char *const seen_names[PT_SEEN_KINDS] = {"all", "friends", "nobody"};

typedef struct page {
    web *web;
    pt_person_row person;
    pt_seen_by seen;
    bool unread, absent, hidden;
    pt_text text;
    pt_json json;
} page;

static void put_number(pt_json *j, const char *key, double value) {
    pt_key(j, key);
    j->keyed = false;
    pt_put(j->out, "%.2f", value);
}

static void put_results(void *who, const pt_results_row *row) {
    pt_json *j = &((page *)who)->json;
    pt_open(j, '{');
    pt_key_str(j, "game", row->kind);
    pt_key_int(j, "seats", row->seats);
    pt_key_int(j, "place", row->place);
    pt_key_int(j, "games", row->games);
    pt_close(j, '}');
}

static void put_moment(void *who, const pt_moment_row *row) {
    pt_json *j = &((page *)who)->json;
    pt_open(j, '{');
    pt_key_str(j, "game", row->kind);
    pt_key_int(j, "at", row->at);
    put_number(j, "rating", row->rating);
    pt_close(j, '}');
}

static void put_table(void *who, const pt_table_row *row) {
    pt_json *j = &((page *)who)->json;
    pt_open(j, '{');
    pt_key_str(j, "table", row->id);
    pt_key_str(j, "game", row->kind);
    pt_key_int(j, "ended", row->ended);
    pt_key(j, "about");
    j->keyed = false;
    pt_puts(j->out, row->head[0] ? row->head : "{}");
    pt_close(j, '}');
}

static bool put_ratings(pt_look *look, page *p) {
    pt_json *j = &p->json;
    bool good = true;
    pt_key_open(j, "ratings", '[');
    for (int i = 0; pt_games[i]; i++) {
        pt_rating_row row;
        pt_finding found = pt_find_rating(look, p->person.id, pt_games[i]->name, &row);
        good &= found != PT_FAILED;
        if (found != PT_FOUND) continue;
        pt_open(j, '{');
        pt_key_str(j, "game", row.kind);
        pt_key_int(j, "games", row.games);
        put_number(j, "rating", rating_shown(row.mu, row.sigma));
        put_number(j, "sigma", row.sigma);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    return good;
}

/* Only games that anybody could watch are named; all of them are counted. */
static void put_games(pt_look *look, page *p) {
    const pt_table_filter last = {.state = PT_TABLE_OVER,
                                  .access = PT_ACCESS_OPEN,
                                  .person = p->person.id,
                                  .limit = GAMES};
    p->unread |= !put_ratings(look, p);
    pt_key_open(&p->json, "results", '[');
    p->unread |= pt_each_results(look, p->person.id, put_results, p) < 0;
    pt_close(&p->json, ']');
    pt_key_open(&p->json, "moments", '[');
    p->unread |= pt_each_moment(look, p->person.id, MOMENTS, put_moment, p) < 0;
    pt_close(&p->json, ']');
    pt_key_open(&p->json, "recent", '[');
    p->unread |= pt_each_table(look, &last, put_table, p) < 0;
    pt_close(&p->json, ']');
}

static bool may_see(pt_look *look, page *p) {
    const web *w = p->web;
    if (w->known && strcmp(w->person.id, p->person.id) == 0) return true;
    if (p->seen != PT_SEEN_BY_FRIENDS || !w->known) return p->seen == PT_SEEN_BY_ALL;
    pt_finding friends = pt_find_friend(look, p->person.id, w->person.id);
    p->unread |= friends == PT_FAILED;
    return friends == PT_FOUND;
}

static void read_page(pt_look *look, void *job) {
    page *p = job;
    const char *id = p->web->path + strlen("/api/people/");
    pt_finding found = pt_find_person(look, id, &p->person);
    p->unread = found == PT_FAILED || pt_find_seen_by(look, id, &p->seen) == PT_FAILED;
    p->absent = found == PT_ABSENT || !p->person.account[0];
    if (p->unread || p->absent) return;
    p->hidden = !may_see(look, p);
    p->json = pt_json_on(&p->text);
    pt_open(&p->json, '{');
    pt_key_str(&p->json, "person", p->person.id);
    pt_key_str(&p->json, "name", p->person.name);
    pt_key_str(&p->json, "seen", seen_names[p->seen]);
    pt_key_bool(&p->json, "hidden", p->hidden);
    if (!p->hidden) pt_key_int(&p->json, "created", p->person.created);
    if (!p->hidden) put_games(look, p);
    pt_close(&p->json, '}');
}

static void page_read(void *job) {
    page *p = job;
    web *w = p->web;
    if (p->unread || p->text.cut)
        web_fail_unread(w);
    else if (p->absent)
        web_fail(w, 404, "nobody", sv_say_nobody());
    else
        web_send(w, 200, &p->text);
    free(p);
}

void profile_tell(web *w) {
    page *p = calloc(1, sizeof *p);
    w->out = malloc(OUT);
    if (p && w->out) {
        p->web = w;
        p->text = pt_text_on(w->out, OUT);
        if (pt_store_read(w->server->store, read_page, page_read, p)) return;
    }
    free(p);
    web_fail(w, 503, "memory", sv_say_no_memory());
}

void profile_seen_by(web *w) {
    if (!web_body(w)) return;
    const char *who = json_string_value(json_object_get(w->in, "seen"));
    int which = PT_SEEN_KINDS;
    for (int i = 0; who && i < PT_SEEN_KINDS; i++)
        if (strcmp(who, seen_names[i]) == 0) which = i;
    pt_batch *b = which < PT_SEEN_KINDS ? pt_batch_new() : NULL;
    if (which == PT_SEEN_KINDS) {
        web_fail(w, 400, "malformed", sv_say_seen_form());
    } else if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_batch_seen_by(b, w->person.id, (pt_seen_by)which);
        pt_store_commit(w->server->store, b, web_send_written, w, 0);
    }
}
