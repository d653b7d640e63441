/* A person's page: games, results, ratings over time, the last games. Its owner says who sees
 * it; whoever may not learns the name and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "store/profile.h"
#include "server/blocks.h"
#include "server/feats.h"
#include "server/node.h"
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
    pt_page_row wishes;
    pt_finding friends; /* whoever asks is one */
    bool unread, absent, hidden;
    pt_text text;
    pt_json json;
} page;

static bool is_own(const page *p) {
    return p->web->known && strcmp(p->web->person.id, p->person.id) == 0;
}

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
    pt_key_int(j, "seats", row->seats);
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

/* Others read only of games that anybody could watch; all of them are counted. */
static void put_games(pt_look *look, page *p) {
    const pt_table_filter last = {.state = PT_TABLE_OVER,
                                  .access = is_own(p) ? -1 : PT_ACCESS_OPEN,
                                  .person = p->person.id,
                                  .limit = GAMES};
    p->unread |= !put_ratings(look, p);
    pt_key_open(&p->json, "results", '[');
    p->unread |= pt_each_results(look, p->person.id, put_results, p) < 0;
    pt_close(&p->json, ']');
    pt_key_open(&p->json, "moments", '[');
    p->unread |= pt_each_moment(look, p->person.id, MOMENTS, put_moment, p) < 0;
    pt_close(&p->json, ']');
    p->unread |= !feats_put(look, p->person.id, is_own(p), &p->json);
    feats_put_all(&p->json);
    pt_key_open(&p->json, "recent", '[');
    p->unread |= pt_each_table(look, &last, put_table, p) < 0;
    pt_close(&p->json, ']');
}

static bool has_wish(const page *p, pt_page_wish wish) {
    pt_seen_by by = p->wishes.by[wish];
    return by == PT_SEEN_BY_ALL || (by == PT_SEEN_BY_FRIENDS && p->friends == PT_FOUND);
}

static bool may_invite(const page *p) {
    const web *w = p->web;
    return w->known && invited_by(w->server, p->person.id, w->person.id, p->friends == PT_FOUND,
                                  &p->wishes) == PT_SEEN_BY_ALL;
}

static void read_page(pt_look *look, void *job) {
    page *p = job;
    const char *id = p->web->path + strlen("/api/people/");
    pt_finding found = pt_find_person(look, id, &p->person);
    p->unread = found == PT_FAILED || pt_find_page(look, id, &p->wishes) == PT_FAILED;
    p->absent = found == PT_ABSENT || !p->person.account[0];
    if (p->unread || p->absent) return;
    p->friends = p->web->known ? pt_find_friend(look, id, p->web->person.id) : PT_ABSENT;
    p->unread = p->friends == PT_FAILED;
    p->hidden = !is_own(p) && !has_wish(p, PT_PAGE_SEEN);
    p->json = pt_json_on(&p->text);
    pt_open(&p->json, '{');
    pt_key_str(&p->json, "person", p->person.id);
    pt_key_str(&p->json, "name", p->person.name);
    pt_key_str(&p->json, "seen", seen_names[p->wishes.by[PT_PAGE_SEEN]]);
    pt_key_bool(&p->json, "hidden", p->hidden);
    if (!p->hidden) pt_key_int(&p->json, "created", p->person.created);
    if (!p->hidden) put_games(look, p);
}

static void page_read(void *job) {
    page *p = job;
    web *w = p->web;
    if (!p->unread && !p->absent) {
        if (may_invite(p)) pt_key_bool(&p->json, "invite", true);
        pt_close(&p->json, '}');
    }
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

/* --- wishes: who sees the page, who may invite its owner, who may write where they sit --- */

static const char *const wish_names[PT_PAGE_WISHES] = {"seen", "invited", "written"};

static void put_wishes(const pt_page_row *row, pt_text *out) {
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    for (int i = 0; i < PT_PAGE_WISHES; i++)
        pt_key_str(&j, wish_names[i], seen_names[row->by[i]]);
    pt_close(&j, '}');
}

static void read_wishes(pt_look *look, void *job) {
    page *p = job;
    p->unread = pt_find_page(look, p->web->person.id, &p->wishes) == PT_FAILED;
}

static void tell_wishes(void *job) {
    page *p = job;
    PT_TEXT(out, 100);
    put_wishes(&p->wishes, &out);
    if (p->unread)
        web_fail_unread(p->web);
    else
        web_send(p->web, 200, &out);
    free(p);
}

void profile_wishes(web *w) {
    page *p = calloc(1, sizeof *p);
    if (p) p->web = w;
    if (p && pt_store_read(w->server->store, read_wishes, tell_wishes, p)) return;
    free(p);
    web_fail(w, 503, "memory", sv_say_no_memory());
}

/* What the body says of one wish; PT_SEEN_KINDS: nothing that can be read. */
static pt_seen_by wish_in(const web *w, const char *name) {
    const char *who = json_string_value(json_object_get(w->in, name));
    int which = 0;
    while (which < PT_SEEN_KINDS && (!who || strcmp(who, seen_names[which]) != 0)) which++;
    return (pt_seen_by)which;
}

/* Tables ask who may write there all the time, so that is in memory. */
static void wishes_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    server *sv = w->server;
    if (outcome == PT_WRITTEN && json_object_get(w->in, "written")) {
        pt_seen_by by = wish_in(w, "written");
        blocks_set_written(people_blocks(sv->people), w->person.id, by);
        for (int i = 0; i < PT_SEEN_KINDS; i++)
            if (written_names[i])
                node_tell_block(sv, w->person.id, written_names[i], i == (int)by);
    }
    web_proved(w, tag, outcome);
}

void profile_wish(web *w) {
    if (!web_body(w)) return;
    int asked = 0;
    bool good = true;
    for (int i = 0; i < PT_PAGE_WISHES; i++) {
        if (!json_object_get(w->in, wish_names[i])) continue;
        asked++;
        good &= wish_in(w, wish_names[i]) < PT_SEEN_KINDS;
    }
    pt_batch *b = good && asked ? pt_batch_new() : NULL;
    if (!good || !asked) {
        web_fail(w, 400, "malformed", sv_say_seen_form());
        return;
    }
    if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    for (int i = 0; i < PT_PAGE_WISHES; i++)
        if (json_object_get(w->in, wish_names[i]))
            pt_batch_page(b, w->person.id, (pt_page_wish)i, wish_in(w, wish_names[i]));
    web_commit(w, b, wishes_written, w);
}
