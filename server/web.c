/* HTTP requests that wait for other work: the store, or a password's hash. */
/* SPDX-License-Identifier: MIT */
#include "server/web.h"
#include "server/club.h"
#include "server/device.h"
#include "server/flat.h"
#include "server/http_parse.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

web *web_new(server *sv, const net_request *r, void (*then)(web *)) {
    web *w = calloc(1, sizeof *w + r->body_size + 1);
    if (!w) {
        const asker from = {.id = r->id, .http = true, .language = language_of(r)};
        http_refused(sv, &from, 503, "memory", sv_say_no_memory());
        return NULL;
    }
    w->server = sv;
    w->from = (asker){.id = r->id, .http = true, .language = language_of(r)};
    w->then = then;
    w->method = r->method;
    pt_text path = pt_text_on(w->path, sizeof w->path),
            query = pt_text_on(w->query, sizeof w->query);
    pt_puts(&path, r->path);
    pt_puts(&query, r->query);
    pt_text peer = pt_text_on(w->peer, sizeof w->peer);
    pt_puts(&peer, r->peer);
    if (r->host) pt_copy(w->host, sizeof w->host, r->host);
    w->has_token = token_hash(r->bearer, w->token);
    device_read(r->agent, w->browser, w->system);
    w->body_size = r->body_size;
    memcpy(w->body, r->body, r->body_size);
    return w;
}

void web_free(web *w) {
    if (!w) return;
    json_decref(w->in);
    free(w->out);
    free(w);
}

void web_fail(web *w, int status, const char *code, pt_said why) {
    http_refused(w->server, &w->from, status, code, why);
    web_free(w);
}

void web_fail_in_words(web *w, int status, const char *code, const pt_text *why) {
    http_error(w->server, w->from.id, status, code, why->at);
    web_free(w);
}

void web_send(web *w, int status, pt_text *out) {
    http_reply(w->server, w->from.id, status, "application/json", out->at, out->used);
    web_free(w);
}

void web_send_person(web *w, int status, const char *token) {
    PT_TEXT(out, 400);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "person", w->person.id);
    pt_key_str(&j, "name", w->person.name);
    pt_key_bool(&j, "account", w->person.account[0] != 0);
    if (w->person.account[0]) pt_key_bool(&j, "password", w->person.secret[0] != 0);
    if (w->role) pt_key_str(&j, "role", w->role == PT_MODERATOR ? "moderator" : "admin");
    if (token) pt_key_str(&j, "token", token);
    pt_close(&j, '}');
    web_send(w, status, &out);
}

bool web_may_say(web *w, const char *text) {
    const people *all = w->server->people;
    const club *c = people_club(all);
    const pt_measure_row *m = club_holds(c, PT_MUTE, w->person.id, "", wall_ms());
    char date[CLUB_DATE];
    if (m) {
        club_date(m->until, date);
        web_fail(w, 403, "muted",
                 date[0] ? sv_say_muted_until(date, m->words) : sv_say_muted(m->words));
        return false;
    }
    if (text && text[0] && !text_is_seen(text))
        web_fail(w, 400, "text", sv_say_text_unseen());
    else if (text && club_says_no(c, people_confusables(all), text))
        web_fail(w, 409, "words", sv_say_words_refused());
    else
        return true;
    return false;
}

bool web_body(web *w) {
    PT_TEXT(why, 160);
    w->in = json_strict(w->body, w->body_size, &why);
    if (w->in) return true;
    web_fail_in_words(w, 400, "malformed", &why);
    return false;
}

void web_read(web *w, pt_reading *read, pt_read_done *done) {
    if (!pt_store_read(w->server->store, read, done, w))
        web_fail(w, 503, "memory", sv_say_no_memory());
}

void web_send_read(void *job) {
    web *w = job;
    pt_text out = {.at = w->out, .used = w->out_size};
    if (!w->out)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else if (w->unread)
        web_fail_unread(w);
    else
        web_send(w, 200, &out);
}

void web_fail_unread(web *w) { web_fail(w, 503, "retry", sv_say_cannot_read()); }

void web_fail_unwritten(web *w, pt_outcome why) {
    if (why == PT_CLASHES)
        web_fail(w, 401, "who", sv_say_who());
    else if (why == PT_UNSURE)
        web_fail(w, 503, "unsure", sv_say_unsure());
    else
        web_fail(w, 503, "not-written", sv_say_not_written());
}

void web_commit(web *w, pt_batch *b, pt_written *done, void *who) {
    if (w->known && w->role != CLUB_HOST) pt_batch_somebody(b, w->person.id);
    pt_store_commit(w->server->store, b, done, who, 0);
}

void web_send_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 200, NULL);
    else if (outcome == PT_CLASHES)
        web_fail(w, 409, "name", sv_say_name_taken());
    else
        web_fail_unwritten(w, outcome);
}

/* Signing in is such a proof. */
bool recent_proof(web *w) {
    enum { RECENT_MS = 10 * 60000 };
    int64_t age = wall_ms() - w->session.proved;
    if (age >= 0 && age < RECENT_MS) return true;
    web_fail(w, 403, "proof", sv_say_proof());
    return false;
}

/* An account's session may be over. */
static void find_session(pt_look *look, web *w) {
    pt_finding found = pt_find_session(look, w->token, &w->session);
    bool over = w->person.account[0] && w->session.used < wall_ms() - SESSION_MS;
    w->known = found == PT_FOUND && !over;
    w->unread = found == PT_FAILED;
}

/* Whoever runs the server is nobody's person: only what moderators do is open to them. */
static bool find_host(web *w) {
    if (!w->needs || !w->has_token || !club_is_host(w->server, w->token)) return false;
    pt_text id = pt_text_on(w->person.id, PT_ID), name = pt_text_on(w->person.name, PT_LABEL);
    pt_puts(&id, CLUB_HOST_ID);
    pt_puts(&name, CLUB_HOST_ID);
    w->known = true;
    return true;
}

static void find_person(pt_look *look, void *job) {
    web *w = job;
    if (find_host(w)) return;
    pt_finding found = w->has_token ? pt_find_token(look, w->token, &w->person) : PT_ABSENT;
    w->known = found == PT_FOUND;
    w->unread = found == PT_FAILED;
    if (w->known) find_session(look, w);
    /* Somebody may have made an account of a guest's name meanwhile. */
    if (w->known && !w->person.account[0])
        w->unread =
            !name_free_of_accounts(look, w->server->people, w->person.id, w->person.name);
}

/* When and where the token is used is written now and then; nobody waits for it. */
static void note_use(const web *w) {
    enum { OFTEN_MS = 600000 };
    pt_session_row row = w->session;
    int64_t now = wall_ms();
    pt_batch *b = now - row.used < OFTEN_MS ? NULL : pt_batch_new();
    if (!b) return;
    row.used = now;
    memcpy(row.browser, w->browser, sizeof row.browser);
    memcpy(row.system, w->system, sizeof row.system);
    pt_batch_session(b, &row);
    pt_store_commit(w->server->store, b, NULL, NULL, 0);
}

void web_fail_banned(web *w, const pt_measure_row *m) {
    char date[CLUB_DATE];
    club_date(m->until, date);
    web_fail(w, 403, "banned",
             date[0] ? sv_say_banned_until(date, m->words) : sv_say_banned(m->words));
}

/* Answers whoever may not ask for this; true then. */
static bool kept_out(web *w) {
    const club *c = people_club(w->server->people);
    w->role = (uint8_t)club_role(c, w->person.id);
    const pt_measure_row *ban =
        w->known && !w->pardoned ? club_ban_of(c, w->person.id, w->peer) : NULL;
    if (ban)
        web_fail_banned(w, ban);
    else if (w->known && w->role < w->needs)
        web_fail(w, 403, "role", sv_say_role());
    else
        return false;
    return true;
}

static void person_found(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else if (w->known && w->logouts != people_logouts(w->server->people))
        web_as(w); /* it may be that very token which was dropped meanwhile */
    else if (!w->known && !w->anybody)
        web_fail(w, 401, "who", sv_say_who());
    else if (!kept_out(w)) {
        if (w->known && w->role != CLUB_HOST) note_use(w);
        w->then(w);
    }
}

void web_as(web *w) {
    if (!w) return;
    w->logouts = people_logouts(w->server->people);
    web_read(w, find_person, person_found);
}

/* "fr-CH, fr;q=0.9, en;q=0.8": the preferred ones come first. */
uint8_t language_of(const net_request *r) {
    for (const char *at = r->languages; *at;) {
        char code[16] = "";
        at += strspn(at, ", ");
        size_t n = strcspn(at, ";, ");
        if (n < sizeof code) memcpy(code, at, n);
        int language = pt_language_named(code);
        if (language >= 0) return (uint8_t)language;
        at += strcspn(at, ",");
    }
    return PT_ENGLISH;
}

/* A plus sign is a blank; %2B is a plus sign. */
static bool read_value(const char *value, size_t n, char *out, size_t size) {
    char plain[512];
    if (!n || n >= sizeof plain) return false;
    for (size_t i = 0; i < n; i++) plain[i] = value[i] == '+' ? ' ' : value[i];
    if (http_decode((http_span){plain, n}, out, size)) return true;
    out[0] = 0;
    return false;
}

bool query_text(const char *query, const char *key, char *out, size_t size) {
    size_t n = strlen(key);
    for (const char *at = query; *at;) {
        size_t length = strcspn(at, "&");
        if (length > n && strncmp(at, key, n) == 0 && at[n] == '=')
            return read_value(at + n + 1, length - n - 1, out, size);
        at += length + (at[length] == '&');
    }
    return false;
}

/* After a proof, by password or passkey. */
void web_proved(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 200, NULL);
    else if (outcome == PT_CLASHES)
        web_fail(w, 409, "changed", sv_say_changed_meanwhile());
    else
        web_fail_unwritten(w, outcome);
}
