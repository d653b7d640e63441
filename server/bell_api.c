/* Notices by HTTP: the list, what somebody wants to hear and how, the devices that may be
 * called, and links that stop a kind. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/mail.h"
#include "server/push.h"
#include "server/push_crypt.h"
#include "server/web.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_OUT = 64 << 10, DAY = 1440 };
#define VARIANT sodium_base64_VARIANT_URLSAFE_NO_PADDING

/* --- the list --- */

typedef struct listing {
    pt_json *json;
    int unseen;
} listing;

static void put_notice(void *who, const pt_notice_row *n) {
    listing *l = who;
    pt_json *j = l->json;
    bool nameless = n->other[0] && !n->name[0]; /* they were deleted meanwhile */
    if (!(n->channels & BELL_PAGE) || bell_kind_named(n->kind) < 0 || nameless) return;
    if (j->out->used + 1500 > j->out->size) return;
    l->unseen += !n->seen;
    pt_open(j, '{');
    bell_tell(j, n);
    pt_key_bool(j, "seen", n->seen);
    pt_close(j, '}');
}

static void read_list(pt_look *look, void *job) {
    web *w = job;
    w->out = malloc(LIST_OUT);
    if (!w->out) return;
    pt_text text = pt_text_on(w->out, LIST_OUT);
    text.language = w->from.language;
    pt_json j = pt_json_on(&text);
    listing l = {.json = &j};
    pt_open(&j, '{');
    pt_key_open(&j, "notices", '[');
    w->unread = pt_each_notice(look, w->person.id, put_notice, &l) < 0;
    pt_close(&j, ']');
    pt_key_int(&j, "unread", l.unseen);
    pt_close(&j, '}');
    w->out_size = text.used;
}

void bell_list(web *w) { web_read(w, read_list, web_send_read); }

/* --- changes --- */

static void changed(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 200, NULL);
    else
        web_fail_unwritten(w, outcome);
}

static pt_batch *batch_or_fail(web *w) {
    pt_batch *b = pt_batch_new();
    if (!b) web_fail(w, 503, "memory", sv_say_no_memory());
    return b;
}

void bell_seen(web *w) {
    if (!web_body(w)) return;
    const json_t *given = json_object_get(w->in, "topic"); /* nothing: all of them */
    const char *topic = json_string_value(given);
    if (given && (!topic || strlen(topic) >= PT_TOPIC)) {
        web_fail(w, 400, "malformed", sv_say_bell_form());
        return;
    }
    pt_batch *b = batch_or_fail(w);
    if (!b) return;
    pt_batch_notice_seen(b, w->person.id, topic);
    web_commit(w, b, changed, w);
}

/* --- what somebody wants to hear --- */

static void put_kinds(pt_json *j, const int wanted[BELL_KINDS]) {
    pt_key_open(j, "kinds", '{');
    for (int i = 0; i < BELL_KINDS; i++) {
        pt_key_open(j, bell_kinds[i].name, '{');
        for (int k = 0; k < BELL_WAYS; k++)
            pt_key_bool(j, bell_ways[k], (wanted[i] >> k & 1) != 0);
        pt_close(j, '}');
    }
    pt_close(j, '}');
}

static void see_push(void *who, const pt_push_row *row) {
    web *w = who;
    if (memcmp(row->token, w->token, PT_TOKEN) == 0) w->judged = true;
}

static void read_wishes(pt_look *look, void *job) {
    web *w = job;
    enum { OUT = 4000 };
    int wanted[BELL_KINDS];
    pt_bell_row bell;
    w->out = malloc(OUT);
    if (!w->out) return;
    pt_mail_row to;
    pt_finding mailed = pt_find_mail(look, w->person.id, &to);
    int devices = pt_each_push(look, w->person.id, 0, see_push, w);
    w->unread = !bell_read_wishes(look, w->person.id, wanted) ||
                pt_find_bell(look, w->person.id, &bell) == PT_FAILED || devices < 0 ||
                mailed == PT_FAILED;
    pt_text text = pt_text_on(w->out, OUT);
    pt_json j = pt_json_on(&text);
    pt_open(&j, '{');
    put_kinds(&j, wanted);
    pt_key_open(&j, "quiet", '{');
    pt_key_int(&j, "from", bell.quiet_from);
    pt_key_int(&j, "to", bell.quiet_to);
    pt_key_str(&j, "zone", bell.zone);
    pt_close(&j, '}');
    pt_key_int(&j, "devices", devices);
    pt_key_bool(&j, "here", w->judged);
    pt_key_bool(&j, "mail", mail_is_possible(w->server) && mailed == PT_FOUND && to.address[0]);
    if (push_public_key(w->server)) pt_key_str(&j, "push", push_public_key(w->server));
    pt_close(&j, '}');
    w->out_size = text.used;
}

void bell_wishes(web *w) { web_read(w, read_wishes, web_send_read); }

/* The ways of one kind; -1: not readable. */
static int ways_of(const json_t *kind) {
    int ways = 0;
    if (!json_is_object(kind) || json_object_size(kind) != BELL_WAYS) return -1;
    for (int k = 0; k < BELL_WAYS; k++) {
        const json_t *one = json_object_get(kind, bell_ways[k]);
        if (!json_is_boolean(one)) return -1;
        ways |= json_is_true(one) << k;
    }
    return ways;
}

static bool add_kinds(json_t *kinds, const char *person, pt_batch *b) {
    const char *name;
    json_t *one;
    if (!json_is_object(kinds)) return false;
    json_object_foreach(kinds, name, one) {
        int ways = ways_of(one);
        if (bell_kind_named(name) < 0 || ways < 0) return false;
        pt_batch_wish(b, person, name, ways);
    }
    return true;
}

static bool take_minute(const json_t *quiet, const char *key, int *out) {
    const json_t *n = json_object_get(quiet, key);
    json_int_t value = json_integer_value(n);
    *out = (int)value;
    return json_is_integer(n) && value >= 0 && value < DAY;
}

static bool add_quiet(const json_t *quiet, const char *person, pt_batch *b) {
    pt_bell_row row = {0};
    const char *zone = json_string_value(json_object_get(quiet, "zone"));
    if (!take_minute(quiet, "from", &row.quiet_from) ||
        !take_minute(quiet, "to", &row.quiet_to) || !zone)
        return false;
    if (row.quiet_from != row.quiet_to && !zone_ok(zone)) return false;
    pt_copy(row.person, sizeof row.person, person);
    if (zone_ok(zone)) pt_copy(row.zone, sizeof row.zone, zone);
    pt_batch_bell(b, &row);
    return true;
}

/* All of it or nothing. */
void bell_set_wishes(web *w) {
    if (!web_body(w)) return;
    pt_batch *b = batch_or_fail(w);
    if (!b) return;
    json_t *kinds = json_object_get(w->in, "kinds"), *quiet = json_object_get(w->in, "quiet");
    bool good = (kinds || quiet) && (!kinds || add_kinds(kinds, w->person.id, b)) &&
                (!quiet || add_quiet(quiet, w->person.id, b));
    if (good) {
        web_commit(w, b, changed, w);
        return;
    }
    pt_batch_free(b);
    web_fail(w, 400, "malformed", sv_say_bell_form());
}

/* --- devices --- */

static bool take_bytes(const json_t *keys, const char *name, uint8_t *out, size_t size) {
    const char *text = json_string_value(json_object_get(keys, name));
    size_t n = 0;
    return text &&
           sodium_base642bin(out, size, text, strlen(text), "=", &n, NULL, VARIANT) == 0 &&
           n == size;
}

static bool point_ok(const pt_push_row *row) {
#ifdef PT_PUSH
    return crypt_public_ok(row->key);
#else
    (void)row;
    return false;
#endif
}

void bell_subscribe(web *w) {
    pt_push_row row = {.language = w->from.language, .at = wall_ms()};
    if (!push_public_key(w->server)) {
        web_fail(w, 501, "no-push", sv_say_no_push());
        return;
    }
    if (!web_body(w)) return;
    const char *endpoint = json_string_value(json_object_get(w->in, "endpoint"));
    const json_t *keys = json_object_get(w->in, "keys");
    bool good = endpoint && strlen(endpoint) < PT_ENDPOINT &&
                push_endpoint_ok(w->server, endpoint) &&
                take_bytes(keys, "p256dh", row.key, sizeof row.key) &&
                take_bytes(keys, "auth", row.auth, sizeof row.auth) && point_ok(&row);
    if (!good) {
        web_fail(w, 400, "endpoint", sv_say_push_form());
        return;
    }
    pt_batch *b = batch_or_fail(w);
    if (!b) return;
    pt_copy(row.endpoint, sizeof row.endpoint, endpoint);
    pt_copy(row.person, sizeof row.person, w->person.id);
    memcpy(row.token, w->token, sizeof row.token);
    pt_batch_push(b, &row);
    web_commit(w, b, changed, w);
}

void bell_unsubscribe(web *w) {
    pt_batch *b = batch_or_fail(w);
    if (!b) return;
    pt_batch_drop_push_of(b, w->token);
    web_commit(w, b, changed, w);
}

/* --- links that stop --- */

typedef struct stopping {
    web *web;
    char person[PT_ID], kind[PT_WORD], way[PT_WORD];
    bool unread, gone; /* gone: they were deleted, and nothing is kept of them */
    int wanted[BELL_KINDS];
} stopping;

static void read_stopping(pt_look *look, void *job) {
    stopping *s = job;
    pt_person_row person;
    pt_finding found = pt_find_person(look, s->person, &person);
    s->gone = found == PT_ABSENT;
    s->unread = found == PT_FAILED || !bell_read_wishes(look, s->person, s->wanted);
}

static void stopped(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    PT_TEXT(out, 40);
    (void)tag;
    pt_puts(&out, "{\"stopped\":true}");
    if (outcome == PT_WRITTEN)
        web_send(w, 200, &out);
    else
        web_fail_unwritten(w, outcome);
}

static void stopping_read(void *job) {
    stopping *s = job;
    web *w = s->web;
    pt_batch *b = s->unread ? NULL : batch_or_fail(w);
    if (s->unread) web_fail_unread(w);
    for (int i = 0; i < BELL_KINDS && b && !s->gone; i++)
        for (int k = 0; k < BELL_WAYS; k++)
            if ((!s->kind[0] || strcmp(bell_kinds[i].name, s->kind) == 0) &&
                strcmp(bell_ways[k], s->way) == 0)
                pt_batch_wish(b, s->person, bell_kinds[i].name, s->wanted[i] & ~(1 << k));
    if (b) pt_store_commit(w->server->store, b, stopped, w, 0);
    free(s);
}

static bool way_ok(const char *way) {
    for (int k = 0; k < BELL_WAYS; k++)
        if (strcmp(bell_ways[k], way) == 0) return true;
    return false;
}

/* POST /api/bell/stop?key=...&kind=...&way=...: without a kind, all of them. What the body says
 * does not matter: mail programs send one of their own (RFC 8058). */
void bell_stop(web *w) {
    char key[STOP_KEY] = "";
    stopping *s = calloc(1, sizeof *s);
    if (!s) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    s->web = w;
    query_text(w->query, "kind", s->kind, sizeof s->kind);
    bool good = query_text(w->query, "key", key, sizeof key) &&
                query_text(w->query, "way", s->way, sizeof s->way) && way_ok(s->way) &&
                (!s->kind[0] || bell_kind_named(s->kind) >= 0) &&
                stop_person(push_link_secret(w->server), key, s->person);
    if (good && pt_store_read(w->server->store, read_stopping, stopping_read, s)) return;
    free(s);
    if (good)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else
        web_fail(w, 400, "malformed", sv_say_bell_form());
}
