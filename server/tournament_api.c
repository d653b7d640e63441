/* Tournaments by HTTP: who may ask for what (docs/protocol.md, "Tournaments"). */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/rating.h"
#include "server/tournament.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

static const char *action_of(const char *path) { return strrchr(path, '/') + 1; }

/* --- requests --- */

/* "/api/tournaments/ID/join": the id. */
static void id_of(const web *w, char id[PT_ID]) {
    const char *at = w->path + strlen("/api/tournaments/");
    pt_text to = pt_text_on(id, PT_ID);
    pt_putn(&to, at, strcspn(at, "/."));
}

static void read_rating(pt_look *look, void *job) {
    web *w = job;
    char id[PT_ID];
    pt_tournament_row row;
    pt_rating_row has;
    id_of(w, id);
    pt_finding found = pt_find_tournament(look, id, &row);
    json_t *play = found == PT_FOUND ? json_loads(row.play, 0, NULL) : NULL;
    const char *game = json_string_value(json_object_get(play, "game"));
    if (game) found = pt_find_rating(look, w->person.id, game, &has);
    json_decref(play);
    w->unread = found == PT_FAILED;
    double sure = found == PT_FOUND && game ? rating_shown(has.mu, has.sigma) : 0;
    json_object_set_new(w->in, "rating", json_integer(sure > 0 ? (int)(sure * 100) : 0));
}

/* Whose account is called as the host would call somebody. */
static void read_owner(pt_look *look, void *job) {
    web *w = job;
    char name[PT_LABEL];
    name_compose(json_string_value(json_object_get(w->in, "name")), name);
    w->unread = name_owner(look, w->server->people, name, w->other) == PT_FAILED;
}

static void tour_request(tour *t, web *w) {
    if (!t->busy) {
        tour_act(t, w);
    } else if (t->waiting_count < TOUR_WAITING) {
        t->waiting[t->waiting_count++] = w;
    } else {
        web_fail(w, 503, "busy", sv_say_busy());
    }
}

static void post(web *w) {
    char id[PT_ID];
    id_of(w, id);
    tour *t = tours_find(w->server, id);
    if (!node_has_office(w->server)) /* it went while the rating was read */
        web_fail(w, 503, "retry", sv_say_events_nodes());
    else if (t)
        tour_request(t, w);
    else if (!w->server->tours_loaded)
        web_fail(w, 503, "retry", sv_say_busy());
    else
        web_fail(w, 404, "no-tournament", sv_say_tournament_none());
}

static void first_read(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else
        post(w);
}

static void act(web *w) {
    if (node_send_web(w) || !web_body(w)) return;
    const char *what = action_of(w->path);
    const char *name = json_string_value(json_object_get(w->in, "name"));
    json_object_del(w->in, "rating"); /* nobody says so of themselves */
    if (strcmp(what, "join") == 0)
        web_read(w, read_rating, first_read);
    else if (name && name_ok(name))
        web_read(w, read_owner, first_read);
    else
        post(w);
}

/* --- looking --- */

static bool wants_csv(const web *w) { return strstr(w->path, ".csv") != NULL; }

static int round_asked(const web *w) {
    char text[16];
    if (!query_text(w->query, "round", text, sizeof text)) return -1;
    return strcmp(text, "all") == 0 ? 0 : atoi(text);
}

static void tell(web *w, const tour *t) {
    w->out = wants_csv(w) ? tour_csv(t, &w->out_size)
                          : tour_tell(t, w->known ? w->person.id : "", round_asked(w),
                                      w->from.language, &w->out_size);
}

static void send_told(web *w) {
    if (!w->out)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else {
        http_reply(w->server, w->from.id, 200,
                   wants_csv(w) ? "text/csv; charset=utf-8" : "application/json", w->out,
                   w->out_size);
        web_free(w);
    }
}

/* One that is over. */
static void read_past(pt_look *look, void *job) {
    web *w = job;
    char id[PT_ID];
    pt_tournament_row row;
    tour *t = NULL;
    id_of(w, id);
    pt_finding found = pt_find_tournament(look, id, &row);
    w->judged = found == PT_ABSENT;
    if (found == PT_FOUND) found = tour_read(look, w->server, &row, &t);
    w->unread = !w->judged && found != PT_FOUND;
    if (t) tell(w, t);
    tour_free(t);
}

static void past_read(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else if (w->judged)
        web_fail(w, 404, "no-tournament", sv_say_tournament_none());
    else
        send_told(w);
}

/* Whoever has seen everything so far is told so in a few bytes. */
static bool is_seen(const web *w, const tour *t) {
    char seen[16];
    return query_text(w->query, "seen", seen, sizeof seen) &&
           strtoul(seen, NULL, 10) == t->lines;
}

/* Nobody sees what is not on the disk yet. */
static void look_at(web *w) {
    char id[PT_ID];
    id_of(w, id);
    tour *t = tours_find(w->server, id);
    if (t)
        tour_request(t, w);
    else
        web_read(w, read_past, past_read);
}

static void look_now(const tour *t, web *w) {
    if (is_seen(w, t)) {
        PT_TEXT(out, 40);
        pt_put(&out, "{\"n\":%u}", (unsigned)t->lines);
        web_send(w, 200, &out);
    } else {
        tell(w, t);
        send_told(w);
    }
}

void tour_act(tour *t, web *w) {
    const tour_action *a = tour_action_named(action_of(w->path));
    PT_TEXT_IN(why, 300, w->from.language);
    if (!a) {
        look_now(t, w);
        return;
    }
    if (a->host && !tour_is_host(t, w)) {
        web_fail(w, 403, "host", sv_say_tournament_host());
        return;
    }
    if (!a->take) {
        tour_pair(t, w);
        return;
    }
    const char *given = json_string_value(json_object_get(w->in, "name"));
    if (a->host && given && !web_may_say(w, given)) return;
    if (a->take(t, w, &why)) {
        tour_commit(t, w);
        return;
    }
    web_fail_in_words(w, 409, why.key ? why.key : "tournament", &why);
    if (t->batch) tour_commit(t, NULL); /* what came before the refusal has happened */
}

enum { LIST = 64 << 10, LISTED = 40 };

typedef struct listing {
    pt_text text;
    bool any;
} listing;

static void list_row(void *who, const pt_tournament_row *row) {
    listing *l = who;
    if (!row->head[0] || l->text.used + sizeof row->head + 8 > l->text.size) return;
    pt_put(&l->text, "%s%s", l->any ? "," : "", row->head);
    l->any = true;
}

static void read_list(pt_look *look, void *job) {
    web *w = job;
    w->out = malloc(LIST);
    if (!w->out) return;
    listing l = {.text = pt_text_on(w->out, LIST)};
    pt_puts(&l.text, "{\"tournaments\":[");
    w->unread = pt_each_tournament(look, true, LISTED, list_row, &l) < 0 ||
                pt_each_tournament(look, false, LISTED, list_row, &l) < 0;
    pt_puts(&l.text, "]}");
    w->out_size = l.text.used;
}

static void list_read(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else
        send_told(w);
}

static void list(web *w) { web_read(w, read_list, list_read); }

/* --- new ones --- */

static bool may_make(web *w) {
    server *sv = w->server;
    pt_said why = sv_say_tournament_many();
    if (tours_count(sv, NULL) >= TOURS_MOST) {
        web_fail(w, 503, "busy", why);
        return false;
    }
    if (tours_count(sv, w->person.id) >= TOURS_OWN) {
        web_fail(w, 409, "too-many", sv_say_tournament_own(TOURS_OWN));
        return false;
    }
    return true;
}

static tour *new_tour(const web *w, const pt_terms *m, json_t *play, pt_text *why) {
    pt_tournament_row row = {.live = true, .created = wall_ms()};
    char *text = json_dumps(play, JSON_COMPACT);
    pt_tour_event e = tour_event(PT_TOUR_MADE);
    if (!text || strlen(text) > TOUR_PLAY_MOST) {
        free(text);
        pt_say(why, sv_say_options_form());
        return NULL;
    }
    memcpy(row.play, text, strlen(text) + 1);
    free(text);
    random_id(row.id, TOUR_ID, 'e');
    memcpy(row.owner, w->person.id, sizeof row.owner);
    tour *t = tour_new(w->server, &row);
    e.terms = *m;
    if (t && tour_add(t, &e, why)) return t;
    if (!t) pt_say(why, sv_say_no_memory());
    tour_free(t);
    return NULL;
}

static void make(web *w) {
    PT_TEXT_IN(why, 300, w->from.language);
    pt_terms m;
    if (node_send_web(w) || !web_body(w) || !may_make(w)) return;
    if (!web_may_say(w, json_string_value(json_object_get(w->in, "name")))) return;
    json_t *play = tour_play_of(w);
    bool good = tour_take_terms(w->in, &m, &why) && tour_check_play(play, &m, &why);
    tour *t = good ? new_tour(w, &m, play, &why) : NULL;
    json_decref(play);
    if (!t) {
        web_fail_in_words(w, 400, "terms", &why);
        return;
    }
    tours_add(w->server, t);
    tour_commit(t, w);
}

/* --- paths --- */

static const char all[] = "/api/tournaments", below[] = "/api/tournaments/";

static bool is_action(const char *path) {
    const char *at = strncmp(path, below, sizeof below - 1) == 0 ? path + sizeof below - 1 : "";
    const char *slash = strchr(at, '/');
    return slash && slash > at && tour_action_named(slash + 1);
}

static bool is_one(const char *path) {
    return strncmp(path, below, sizeof below - 1) == 0 && path[sizeof below - 1] &&
           !strchr(path + sizeof below - 1, '/');
}

void (*tours_handler(net_method method, const char *path))(web *) {
    if (method != NET_POST) return NULL;
    return strcmp(path, all) == 0 ? make : is_action(path) ? act : NULL;
}

bool tours_request(server *sv, const net_request *r) {
    bool get = r->method == NET_GET;
    void (*then)(web *) = get && strcmp(r->path, all) == 0 ? list
                          : get && is_one(r->path)         ? look_at
                                                           : tours_handler(r->method, r->path);
    if (!then) return false;
    web *w = web_new(sv, r, then);
    if (w) w->anybody = get;
    web_as(w);
    return true;
}

bool tours_methods(const char *path, pt_text *out) {
    if (strcmp(path, all) == 0)
        pt_puts(out, "GET, HEAD, POST");
    else if (is_action(path))
        pt_puts(out, "POST");
    else if (is_one(path))
        pt_puts(out, "GET, HEAD");
    return out->used > 0;
}
