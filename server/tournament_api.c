/* Tournaments by HTTP: who may ask for what (docs/protocol.md, "Tournaments"). */
/* SPDX-License-Identifier: MIT */
#include "server/rating.h"
#include "server/tournament.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

/* --- what can be asked of one that is not over --- */

static int json_int(web *w, const char *key, int otherwise) {
    json_t *n = json_object_get(w->in, key);
    json_int_t value = json_integer_value(n);
    return json_is_integer(n) && value >= 0 && value < 1 << 20 ? (int)value : otherwise;
}

static bool is_host(const tour *t, const web *w) {
    return strcmp(t->row.owner, w->person.id) == 0;
}

static bool no(pt_text *why, pt_said said) {
    pt_say(why, said);
    return false;
}

/* Two people of one name are told apart by a number. */
static void free_name(const tour *t, const char *name, char out[PT_LABEL]) {
    pt_text to = pt_text_on(out, PT_LABEL);
    pt_puts(&to, name);
    for (int n = 2; n < 1000; n++) {
        bool taken = false;
        for (int i = 0; i < t->t.entrants; i++) taken |= strcmp(t->t.entrant[i].name, out) == 0;
        if (!taken) return;
        pt_clear(&to);
        pt_putn(&to, name, strnlen(name, PT_LABEL - 6));
        pt_put(&to, " %d", n);
    }
}

static int people_in(const tour *t) {
    int n = 0;
    for (int i = 0; i < t->t.entrants; i++) n += t->t.entrant[i].state != PT_GONE;
    return n;
}

static bool join_as(tour *t, const char *person, const char *name, int strength, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_JOINED);
    pt_text to = pt_text_on(e.person, sizeof e.person);
    if (people_in(t) >= t->play.limit) return no(why, sv_say_tournament_full(t->play.limit));
    e.who = t->t.entrants;
    e.rating = (uint16_t)strength;
    pt_puts(&to, person);
    free_name(t, name, e.name);
    return tour_add(t, &e, why);
}

static bool say_who(tour *t, pt_tour_kind kind, int who, pt_text *why) {
    pt_tour_event e = tour_event(kind);
    e.who = (uint16_t)who;
    return tour_add(t, &e, why);
}

/* Whoever comes back has signed up already. */
static bool act_join(tour *t, web *w, pt_text *why) {
    int me = tour_entrant_of(t, w->person.id);
    if (t->play.accounts && !w->person.account[0]) return no(why, sv_say_tournament_account());
    if (me >= 0 && t->t.entrant[me].state == PT_GONE)
        return say_who(t, PT_TOUR_CHECKED, me, why);
    return join_as(t, w->person.id, w->person.name, json_int(w, "rating", 0), why);
}

/* Oneself; the host may name somebody by number. -1 with words. */
static int whom(const tour *t, web *w, pt_text *why) {
    int number = json_int(w, "number", 0), me = tour_entrant_of(t, w->person.id);
    if (number && number != me + 1 && !is_host(t, w)) {
        no(why, sv_say_tournament_host());
        return -1;
    }
    if (number) return number - 1;
    if (me < 0) no(why, sv_say_tournament_stranger());
    return me;
}

static bool act_leave(tour *t, web *w, pt_text *why) {
    int who = whom(t, w, why);
    return who >= 0 && say_who(t, PT_TOUR_WITHDRAWN, who, why);
}

static bool act_here(tour *t, web *w, pt_text *why) {
    int who = whom(t, w, why);
    return who >= 0 && say_who(t, PT_TOUR_CHECKED, who, why);
}

static bool act_bot(tour *t, web *w, pt_text *why) {
    const char *level = json_string_value(json_object_get(w->in, "level"));
    PT_TEXT(person, PT_ID);
    PT_TEXT(name, PT_LABEL);
    if (!level || !pt_bot_named(level)) return no(why, sv_say_tournament_bot());
    pt_put(&person, "bot:%s:%d", level, t->t.entrants + 1);
    const char *given = json_string_value(json_object_get(w->in, "name"));
    if (given && strlen(given) < PT_LABEL - 6)
        pt_puts(&name, given);
    else
        pt_bot_label(level, &name);
    if (!join_as(t, person.at, name.at, 0, why)) return false;
    return !t->t.terms.check_in || say_who(t, PT_TOUR_CHECKED, t->t.entrants - 1, why);
}

static bool act_unpair(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_UNPAIRED);
    (void)w;
    e.round = t->t.round;
    return tour_add(t, &e, why);
}

static bool act_result(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_RESULT);
    json_t *places = json_object_get(w->in, "places");
    size_t n = json_array_size(places);
    e.round = (uint16_t)json_int(w, "round", t->t.round);
    e.table = (uint16_t)json_int(w, "table", 0);
    e.seats = (uint8_t)(n > PT_TOUR_SEATS ? 0 : n);
    for (size_t i = 0; i < e.seats; i++) {
        json_int_t place = json_integer_value(json_array_get(places, i));
        e.place[i] = place < 0 || place > PT_TOUR_SEATS ? UINT8_MAX : (uint8_t)place;
    }
    return tour_add(t, &e, why);
}

static bool act_rename(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_RENAMED);
    const char *name = json_string_value(json_object_get(w->in, "name"));
    pt_text to = pt_text_on(e.name, sizeof e.name);
    int number = json_int(w, "number", 0);
    pt_puts(&to, name ? name : "");
    if (to.cut) e.name[0] = 0; /* the law says what a name is */
    e.who = (uint16_t)(number ? number - 1 : PT_ENTRANTS);
    return tour_add(t, &e, why);
}

/* Tables that are being played count for nobody, if the host wants it to end now. */
static bool call_off(tour *t, pt_text *why) {
    for (int i = 0; i < t->t.used; i++) {
        pt_tour_event e = tour_event(PT_TOUR_RESULT);
        if (!tour_plays_at(&t->t, i)) continue;
        e.round = t->t.table[i].round;
        e.table = t->t.table[i].number;
        e.seats = t->t.table[i].seats;
        if (!tour_add(t, &e, why)) return false;
    }
    return true;
}

static bool act_over(tour *t, web *w, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_ENDED);
    if (json_is_true(json_object_get(w->in, "force")) && !call_off(t, why)) return false;
    if (t->t.phase == PT_TOUR_ROUND && t->t.terms.format != PT_ARENA &&
        !tour_close_round(t, why))
        return false;
    return tour_add(t, &e, why);
}

typedef struct action {
    const char *name;
    bool (*take)(tour *t, web *w, pt_text *why); /* NULL: pair */
    bool host;
} action;

static const action actions[] = {
    {"join", act_join, false},    {"leave", act_leave, false},  {"here", act_here, false},
    {"bot", act_bot, true},       {"pair", NULL, true},         {"unpair", act_unpair, true},
    {"result", act_result, true}, {"rename", act_rename, true}, {"over", act_over, true},
};

static const action *action_named(const char *name) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0) return &actions[i];
    return NULL;
}

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
    if (t)
        tour_request(t, w);
    else if (!w->server->tours_loaded)
        web_fail(w, 503, "retry", sv_say_busy());
    else
        web_fail(w, 404, "no-tournament", sv_say_tournament_none());
}

static void rating_read(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else
        post(w);
}

static void act(web *w) {
    if (!web_body(w)) return;
    json_object_del(w->in, "rating"); /* nobody says so of themselves */
    if (strcmp(action_of(w->path), "join") == 0)
        web_read(w, read_rating, rating_read);
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
    w->unread = found == PT_FAILED;
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
    const action *a = action_named(action_of(w->path));
    PT_TEXT_IN(why, 300, w->from.language);
    if (!a) {
        look_now(t, w);
        return;
    }
    if (a->host && !is_host(t, w)) {
        web_fail(w, 403, "host", sv_say_tournament_host());
        return;
    }
    if (!a->take) {
        tour_pair(t, w);
        return;
    }
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
        no(why, sv_say_options_form());
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
    if (!web_body(w) || !may_make(w)) return;
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
    return slash && slash > at && action_named(slash + 1);
}

static bool is_one(const char *path) {
    return strncmp(path, below, sizeof below - 1) == 0 && path[sizeof below - 1] &&
           !strchr(path + sizeof below - 1, '/');
}

bool tours_request(server *sv, const net_request *r) {
    bool get = r->method == NET_GET, create = r->method == NET_POST;
    void (*then)(web *) = get && strcmp(r->path, all) == 0      ? list
                          : get && is_one(r->path)              ? look_at
                          : create && strcmp(r->path, all) == 0 ? make
                          : create && is_action(r->path)        ? act
                                                                : NULL;
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
