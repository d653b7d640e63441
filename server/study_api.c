/* Studies by HTTP: paths, lists, new ones (docs/protocol.md, "Studies"). */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "server/node.h"
#include "server/study.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

static const char all[] = "/api/studies", below[] = "/api/studies/";

/* --- lists --- */

enum { LIST = 96 << 10, LISTED = 60 };

typedef struct listing {
    pt_json json;
    const char *me;
} listing;

static void list_row(void *who, const pt_study_row *row) {
    listing *l = who;
    if (!row->head[0]) return;
    pt_open(&l->json, '{');
    pt_key_str(&l->json, "study", row->id);
    pt_key_bool(&l->json, "own", strcmp(row->owner, l->me) == 0);
    pt_key_int(&l->json, "changed", row->changed);
    pt_key(&l->json, "about");
    l->json.keyed = false;
    pt_puts(l->json.out, row->head);
    pt_close(&l->json, '}');
}

static void read_list(pt_look *look, void *job) {
    web *w = job;
    w->out = malloc(LIST);
    if (!w->out) return;
    pt_text text = pt_text_on(w->out, LIST);
    listing l = {.json = pt_json_on(&text), .me = w->known ? w->person.id : "-"};
    int own = 0;
    pt_open(&l.json, '{');
    pt_key_open(&l.json, "mine", '[');
    if (w->known) own = pt_each_study(look, w->person.id, LISTED, list_row, &l);
    pt_close(&l.json, ']');
    pt_key_open(&l.json, "all", '[');
    int others = pt_each_study(look, NULL, LISTED, list_row, &l);
    pt_close(&l.json, ']');
    pt_close(&l.json, '}');
    w->unread = own < 0 || others < 0;
    w->out_size = text.used;
}

static void list_read(void *job) {
    web *w = job;
    pt_text out = {.at = w->out, .used = w->out_size};
    if (!w->out)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else if (w->unread)
        web_fail_unread(w);
    else
        web_send(w, 200, &out);
}

static void list(web *w) { web_read(w, read_list, list_read); }

/* --- new ones --- */

/* The game of the record, or the one that is named. */
static const char *game_of(const web *w) {
    const char *record = json_string_value(json_object_get(w->in, "record"));
    const char *name = json_string_value(json_object_get(w->in, "game"));
    pt_record_head head;
    int line = 0;
    if (record && !pt_read_head(record, &head, &line, NULL)) return head.game->name;
    return name ? name : "";
}

static bool begin(hosted_study *s, const web *w, pt_text *why) {
    pt_study_event e = {.kind = PT_STUDY_MADE};
    const char *name = json_string_value(json_object_get(w->in, "name"));
    pt_copy(e.game, sizeof e.game, game_of(w));
    if (!name || strlen(name) >= PT_STUDY_NAME) {
        pt_say(why, sv_say_study_name());
        return false;
    }
    pt_copy(e.text, sizeof e.text, name);
    if (!study_add(s, &e, why)) return false;
    e = (pt_study_event){.kind = PT_STUDY_ROLE, .role = PT_STUDY_OWNER};
    return study_add(s, &e, why) && study_take_chapter(s, w->in, 0, why);
}

static void make_now(web *w) {
    PT_TEXT_IN(why, 512, w->from.language);
    char id[STUDY_ID];
    random_id(id, STUDY_ID, 's');
    hosted_study *s = study_new(w->server, id);
    if (s) s->law = pt_study_new();
    if (!s || !s->law) {
        if (s) study_drop(s);
        web_fail(w, 503, "busy", sv_say_busy());
        return;
    }
    s->row.created = wall_ms();
    pt_copy(s->row.owner, PT_ID, w->person.id);
    pt_copy(s->person[0], PT_ID, w->person.id);
    pt_copy(s->name[0], PT_LABEL, w->person.name);
    if (!begin(s, w, &why)) {
        study_drop(s);
        web_fail_in_words(w, 400, why.key ? why.key : "study", &why);
        return;
    }
    pt_batch_study_person(s->batch, id, 0, w->person.id, true);
    study_commit(s, w);
}

static void read_count(pt_look *look, void *job) {
    web *w = job;
    int n = pt_count_studies(look, w->person.id);
    w->unread = n < 0;
    w->judged = n >= STUDIES_OWN;
}

static void count_read(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else if (w->judged)
        web_fail(w, 409, "too-many", sv_say_study_own(STUDIES_OWN));
    else
        make_now(w);
}

static bool in_time(web *w, double rate, double burst) {
    char who[PT_ID + 8] = "study:";
    pt_copy(who + 6, PT_ID, w->person.id);
    if (limit_take(w->server, who, rate, burst)) return true;
    web_fail(w, 429, "too-fast", sv_say_too_fast());
    return false;
}

static void make(web *w) {
    if (node_send_web(w)) return;
    if (!in_time(w, 5, 60) || !web_body(w)) return;
    if (web_may_say(w, json_string_value(json_object_get(w->in, "name"))) &&
        web_may_say(w, json_string_value(json_object_get(w->in, "chapter"))))
        web_read(w, read_count, count_read);
}

/* --- one of them --- */

static void ask_one(web *w) {
    char id[PT_ID];
    const char *at = w->path + sizeof below - 1;
    pt_text to = pt_text_on(id, sizeof id);
    pt_putn(&to, at, strcspn(at, "/"));
    study_request(w, id, study_act);
}

/* Somebody whom the owner names: of those with an account, who have their names for
 * themselves. */
static void read_named(pt_look *look, void *job) {
    web *w = job;
    pt_person_row other = {0};
    char composed[PT_LABEL] = "", account[PT_LABEL];
    name_compose(json_string_value(json_object_get(w->in, "name")), composed);
    name_fold(composed, account);
    pt_finding found = pt_find_account(look, account, &other);
    w->unread = found == PT_FAILED;
    if (found != PT_FOUND) return;
    pt_copy(w->other, sizeof w->other, other.id);
    pt_copy(w->other_name, sizeof w->other_name, other.name);
    pt_finding friends = pt_find_friend(look, other.id, w->person.id);
    w->other_is_friend = friends == PT_FOUND;
    w->unread =
        friends == PT_FAILED || pt_find_page(look, other.id, &w->other_page) == PT_FAILED;
}

/* To take somebody into a study is to invite them: whoever keeps the owner away is like any
 * stranger. */
static void named_read(void *job) {
    web *w = job;
    if (w->other[0])
        w->other_by =
            invited_by(w->server, w->other, w->person.id, w->other_is_friend, &w->other_page);
    if (w->unread)
        web_fail_unread(w);
    else
        ask_one(w); /* only whoever made the study learns that nobody was found */
}

static void act(web *w) {
    if (node_send_web(w)) return;
    w->other[0] = 0;
    if (!in_time(w, 10, 120) || !web_body(w)) return;
    const char *what = strrchr(w->path, '/') + 1;
    const char *name = json_string_value(json_object_get(w->in, "name"));
    if (strcmp(what, "role") == 0 && name && name_ok(name))
        web_read(w, read_named, named_read);
    else
        ask_one(w);
}

/* --- paths --- */

/* "ID" or "ID/WHAT" below the list: WHAT, or "". NULL: neither. */
static const char *what_of(const char *path) {
    if (strncmp(path, below, sizeof below - 1) != 0) return NULL;
    const char *at = path + sizeof below - 1, *slash = strchr(at, '/');
    size_t n = strcspn(at, "/");
    if (n < 2 || n >= PT_ID) return NULL;
    return slash ? slash + 1 : "";
}

static bool is_look(const char *what) {
    return !what[0] || strcmp(what, "record") == 0 || strcmp(what, "lesson") == 0 ||
           strcmp(what, "history") == 0;
}

void (*studies_handler(net_method method, const char *path))(web *) {
    const char *what = what_of(path);
    if (method != NET_POST) return NULL;
    if (strcmp(path, all) == 0) return make;
    return what && study_is_action(what) ? act : NULL;
}

bool studies_request(server *sv, const net_request *r) {
    bool get = r->method == NET_GET;
    const char *what = what_of(r->path);
    void (*then)(web *) = get && strcmp(r->path, all) == 0 ? list
                          : get && what && is_look(what)   ? ask_one
                                                         : studies_handler(r->method, r->path);
    if (!then) return false;
    web *w = web_new(sv, r, then);
    if (w) w->anybody = get;
    web_as(w);
    return true;
}

bool studies_methods(const char *path, pt_text *out) {
    const char *what = what_of(path);
    if (strcmp(path, all) == 0)
        pt_puts(out, "GET, HEAD, POST");
    else if (what && study_is_action(what))
        pt_puts(out, "POST");
    else if (what && is_look(what))
        pt_puts(out, "GET, HEAD");
    return out->used > 0;
}
