/* The REST side: games, rules, lobby, archive, records, leaders, and making a table. Whatever
 * needs the store or a password's hash is done elsewhere and answered later. */
/* SPDX-License-Identifier: MIT */
#include "server/message.h"
#include "server/outside_bots.h"
#include "server/quick.h"
#include "server/rating.h"
#include "server/study.h"
#include "server/tournament.h"
#include "server/wish.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

static int64_t query_number(const char *query, const char *key, int64_t otherwise) {
    char text[24];
    return query_text(query, key, text, sizeof text) ? strtoll(text, NULL, 10) : otherwise;
}

/* --- what needs no person --- */

static pt_text message_text(server *sv, const net_request *r) {
    pt_text out = pt_text_on(sv->message, sizeof sv->message);
    out.language = language_of(r);
    return out;
}

static void reply_games(server *sv, const net_request *r) {
    pt_text out = message_text(sv, r);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '[');
    for (int i = 0; pt_games[i]; i++) pt_tell_game(&j, pt_games[i], false);
    pt_close(&j, ']');
    http_reply(sv, r->id, 200, "application/json", out.at, out.used);
}

static void reply_bots(server *sv, const net_request *r) {
    pt_text out = message_text(sv, r);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '[');
    for (int i = 0; pt_bots[i]; i++) pt_tell_bot(&j, pt_bots[i]);
    outside_bots_tell(&j, sv->outside);
    pt_close(&j, ']');
    http_reply(sv, r->id, 200, "application/json", out.at, out.used);
}

/* In the language ?lang=fr asks for; English where it is not translated. */
static bool reply_rules(server *sv, const net_request *r, const char *name) {
    char lang[16] = "";
    const pt_game *g = pt_game_named(name);
    if (!g) return false;
    query_text(r->query, "lang", lang, sizeof lang);
    int language = pt_language_named(lang);
    const char *book = pt_rulebook(g, language < 0 ? PT_ENGLISH : language);
    net_answer a = {.status = 200,
                    .type = "text/markdown; charset=utf-8",
                    .body = book,
                    .size = strlen(book),
                    .lasting = true};
    net_reply(sv->net, r->id, &a);
    return true;
}

static bool reply_game(server *sv, const net_request *r, const char *name) {
    const pt_game *g = pt_game_named(name);
    if (!g) return false;
    pt_text out = message_text(sv, r);
    pt_json j = pt_json_on(&out);
    pt_tell_game(&j, g, true);
    http_reply(sv, r->id, 200, "application/json", out.at, out.used);
    return true;
}

/* --- lists --- */

enum { LIST = 1 << 17 };

typedef struct list {
    pt_text text;
    pt_json json;
    int64_t last;
} list;

static void list_table(void *who, const pt_table_row *row) {
    list *l = who;
    pt_json *j = &l->json;
    if (l->text.used + sizeof row->head + 400 > l->text.size) return;
    pt_open(j, '{');
    pt_key_str(j, "table", row->id);
    pt_key_str(j, "game", row->kind);
    pt_key_str(j, "phase", pt_phase_names[row->state % 3]);
    pt_key_int(j, "created", row->created);
    if (row->ended) pt_key_int(j, "ended", row->ended);
    pt_key(j, "about");
    j->keyed = false;
    pt_puts(j->out, row->head[0] ? row->head : "{}");
    pt_close(j, '}');
    l->last = row->num;
}

static void list_leader(void *who, const pt_rating_row *row) {
    list *l = who;
    pt_json *j = &l->json;
    pt_open(j, '{');
    bool bot = strncmp(row->person, "bot:", 4) == 0;
    PT_TEXT_IN(label, 2 * PT_LABEL, pt_json_language(j));
    if (bot) pt_bot_label(row->person + 4, &label);
    pt_key_str(j, "name", bot ? label.at : row->name);
    pt_key_bool(j, "bot", bot);
    if (!bot) pt_key_str(j, "person", row->person);
    pt_key_int(j, "games", row->games);
    pt_key(j, "mu");
    j->keyed = false;
    pt_put(j->out, "%.2f", row->mu);
    pt_key(j, "sigma");
    j->keyed = false;
    pt_put(j->out, "%.2f", row->sigma);
    pt_key(j, "rating");
    j->keyed = false;
    pt_put(j->out, "%.2f", rating_shown(row->mu, row->sigma));
    pt_close(j, '}');
}

/* Only tables that are open to everybody are ever listed. */
static void read_list(pt_look *look, void *job) {
    web *w = job;
    int found = 0;
    char game[PT_ID] = "", player[PT_LABEL] = "", state[12] = "";
    w->out = malloc(LIST);
    if (!w->out) return;
    list l = {.text = pt_text_on(w->out, LIST)};
    l.json = pt_json_on(&l.text);
    query_text(w->query, "game", game, sizeof game);
    query_text(w->query, "player", player, sizeof player);
    query_text(w->query, "state", state, sizeof state);
    int64_t limit = query_number(w->query, "limit", 20);
    limit = limit < 1 ? 1 : limit > 50 ? 50 : limit;
    pt_open(&l.json, '{');
    if (strcmp(w->path, "/api/leaders") == 0) {
        pt_key_open(&l.json, "leaders", '[');
        found = pt_each_leader(look, game, (int)limit, list_leader, &l);
    } else {
        bool archive = strcmp(w->path, "/api/archive") == 0;
        pt_table_filter f = {.state = archive                         ? PT_TABLE_OVER
                                      : strcmp(state, "playing") == 0 ? PT_TABLE_PLAYING
                                                                      : PT_TABLE_OPEN,
                             .access = PT_ACCESS_OPEN,
                             .kind = game,
                             .person = player,
                             .from = query_number(w->query, "from", 0),
                             .to = query_number(w->query, "to", 0),
                             .before = query_number(w->query, "before", 0),
                             .limit = (int)limit};
        pt_key_open(&l.json, "tables", '[');
        found = pt_each_table(look, &f, list_table, &l);
        if (found < limit) l.last = 0;
    }
    pt_close(&l.json, ']');
    if (l.last) pt_key_int(&l.json, "before", l.last);
    pt_close(&l.json, '}');
    w->out_size = l.text.used;
    w->unread = found < 0;
}

static void search_next(server *sv);

static void list_done(void *job) {
    web *w = job;
    w->server->searching = false;
    search_next(w->server);
    web_send_read(w);
}

/* One list at a time, so that whatever else is read waits for one at the most. */
static void search_next(server *sv) {
    while (!sv->searching) {
        web *w = (web *)(void *)share_take(&sv->searches);
        if (!w) return;
        sv->searching = pt_store_read(sv->store, read_list, list_done, w);
        if (!sv->searching) web_fail(w, 503, "memory", sv_say_no_memory());
    }
}

static void search(web *w) {
    enum { SEARCHES = 1024, SEARCHES_ADDRESS = 100 };
    share *s = &w->server->searches;
    const share_key who = {address_hash(w->peer), id_hash(w->peer)};
    if (!s->last) share_init(s);
    if (s->count >= SEARCHES || share_waiting(s, who.address) >= SEARCHES_ADDRESS) {
        web_fail(w, 503, "busy", sv_say_busy());
        return;
    }
    share_put(s, &w->item, who);
    search_next(w->server);
}

/* --- tables --- */

/* /api/tables/ID/record, /api/tables/ID/ratings */
static void ask_table(web *w, int kind) {
    request r = {.kind = kind, .from = w->from, .seat = -1};
    char id[PT_ID];
    const char *at = w->path + strlen("/api/tables/");
    pt_text t = pt_text_on(id, sizeof id);
    pt_putn(&t, at, strcspn(at, "/"));
    if (w->known) memcpy(r.person, w->person.id, sizeof r.person);
    query_text(w->query, "key", r.key, sizeof r.key);
    tables_post(w->server, id, &r);
    web_free(w);
}

static void get_record(web *w) { ask_table(w, ASK_RECORD); }
static void get_ratings(web *w) { ask_table(w, ASK_RATINGS); }

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool get(server *sv, const net_request *r) {
    const char *p = r->path;
    if (strcmp(p, "/api/games") == 0) {
        reply_games(sv, r);
        return true;
    }
    if (strcmp(p, "/api/bots") == 0) {
        reply_bots(sv, r);
        return true;
    }
    if (strncmp(p, "/api/games/", 11) == 0) return reply_game(sv, r, p + 11);
    if (strncmp(p, "/api/rules/", 11) == 0) return reply_rules(sv, r, p + 11);
    if (strcmp(p, "/api/tables") == 0 || strcmp(p, "/api/archive") == 0 ||
        strcmp(p, "/api/leaders") == 0) {
        web *w = web_new(sv, r, NULL);
        if (w) search(w);
        return true;
    }
    bool record = ends_with(p, "/record");
    if (strncmp(p, "/api/tables/", 12) == 0 && (record || ends_with(p, "/ratings"))) {
        web *w = web_new(sv, r, record ? get_record : get_ratings);
        if (w) w->anybody = true;
        web_as(w);
        return true;
    }
    return tours_request(sv, r) || studies_request(sv, r) || people_request(sv, r);
}

bool api_methods(const net_request *r, pt_text *allowed) {
    static const char *const names[] = {
        [NET_GET] = "GET", [NET_POST] = "POST", [NET_DELETE] = "DELETE"};
    if (strcmp(r->path, "/api/tables") == 0)
        pt_puts(allowed, "GET, HEAD, POST");
    else if (!quick_methods(r->path, allowed) && !tours_methods(r->path, allowed) &&
             !studies_methods(r->path, allowed) && !people_methods(r->path, allowed))
        pt_puts(allowed, "GET, HEAD");
    return r->method != NET_OTHER && strstr(allowed->at, names[r->method]);
}

bool api_request(server *sv, const net_request *r) {
    if (r->method == NET_GET) return get(sv, r);
    if (r->method == NET_POST && strcmp(r->path, "/api/tables") == 0) {
        web *w = web_new(sv, r, wish_make_table);
        web_as(w);
        return true;
    }
    return r->method != NET_OTHER && (quick_request(sv, r) || tours_request(sv, r) ||
                                      studies_request(sv, r) || people_request(sv, r));
}
