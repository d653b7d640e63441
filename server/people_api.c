/* Guests, accounts, tokens and tickets by HTTP. Passwords are hashed by argon2id in the pool.
 */
/* SPDX-License-Identifier: MIT */
#include "server/web.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* As OWASP advises for argon2id: 19 MiB, two passes. */
#define ARGON_MEMORY (19u << 20)
enum { ARGON_PASSES = 2 };

static bool take_name(web *w, char out[PT_LABEL]) {
    name_fault fault;
    if (name_read(w, out, &fault)) return true;
    name_refuse(w, fault);
    return false;
}

static const char *take_password(web *w) {
    json_t *p = json_object_get(w->in, "password");
    size_t n = json_is_string(p) ? json_string_length(p) : 0;
    if (n >= PASSWORD_LEAST && n <= PASSWORD_MOST) return json_string_value(p);
    web_fail(w, 400, "password", sv_say_password_form());
    return NULL;
}

/* --- accounts --- */

static void hash_password(void *job) {
    web *w = job;
    const char *p = json_string_value(json_object_get(w->in, "password"));
    w->judged = crypto_pwhash_str_alg(w->secret, p, strlen(p), ARGON_PASSES, ARGON_MEMORY,
                                      crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static void password_hashed(server *sv, void *job) {
    web *w = job;
    pt_batch *b = pt_batch_new();
    if (!w->judged || !b) {
        pt_batch_free(b);
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    memcpy(w->person.secret, w->secret, sizeof w->person.secret);
    batch_person(sv, b, &w->person);
    pt_store_commit(sv->store, b, web_send_written, w, 0);
}

static bool slow_enough(web *w) {
    char who[80];
    pt_text t = pt_text_on(who, sizeof who);
    pt_put(&t, "password %s", w->peer);
    if (bucket_take(people_bucket(w->server->people, who), now_ms(),
                    w->server->config.rate / 20, 10))
        return true;
    web_fail(w, 429, "too-fast", sv_say_many_passwords());
    return false;
}

static bool take_of(const web *w, const char *who, double rate, double burst) {
    return bucket_take(people_bucket(w->server->people, who), now_ms(), rate, burst);
}

/* Guesses at one account are limited together, wherever they come from, because many addresses
 * are cheap. When these are used up, each address still has a few of its own, so that nobody
 * who guesses can lock the owner out. */
static bool may_guess(web *w) {
    char account[PT_LABEL];
    double rate = w->server->config.rate;
    name_fold(w->person.name, account);
    PT_TEXT(all, PT_LABEL + 16);
    PT_TEXT(own, PT_LABEL + sizeof w->peer + 16);
    pt_put(&all, "account %s", account);
    pt_put(&own, "account %s %s", account, w->peer);
    if (take_of(w, all.at, rate / 100, 10) || take_of(w, own.at, rate / 2000, 3)) return true;
    web_fail(w, 429, "too-fast", sv_say_many_passwords());
    return false;
}

static void in_turn(web *w, void (*work)(void *), void (*done)(server *, void *)) {
    const pool_job job = {work, done, w};
    const share_key who = {address_hash(w->peer), id_hash(w->person.name)};
    if (!pool_do(w->server->pool, POOL_PASSWORDS, who, &job))
        web_fail(w, 503, "busy", sv_say_passwords_busy());
}

/* A guest becomes an account and keeps id, history and tokens. */
static void make_account(web *w) {
    if (!slow_enough(w) || !web_body(w) || !take_name(w, w->person.name)) return;
    if (!take_password(w)) return;
    if (w->person.account[0]) {
        web_fail(w, 409, "account", sv_say_is_account());
        return;
    }
    if (name_refuse_here(w, w->person.name)) return;
    name_fold(w->person.name, w->person.account);
    in_turn(w, hash_password, password_hashed);
}

/* --- signing in --- */

static void judge_password(void *job) {
    web *w = job;
    const char *p = json_string_value(json_object_get(w->in, "password"));
    /* An unknown name costs the same work, so that the time reveals nothing. */
    if (!w->known) {
        hash_password(w);
        w->judged = false;
        return;
    }
    w->judged = crypto_pwhash_str_verify(w->person.secret, p, strlen(p)) == 0;
}

static void password_judged(server *sv, void *job) {
    web *w = job;
    (void)sv;
    if (w->judged)
        session_begin(w, false);
    else
        web_fail(w, 401, "login", sv_say_wrong_login());
}

static void find_account(pt_look *look, void *job) {
    web *w = job;
    char account[PT_LABEL];
    name_fold(w->person.name, account);
    pt_finding found = pt_find_account(look, account, &w->person);
    w->known = found == PT_FOUND && w->person.secret[0];
    w->unread = found == PT_FAILED;
}

static void account_found(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else
        in_turn(w, judge_password, password_judged);
}

static void login(web *w) {
    name_fault fault;
    if (!slow_enough(w) || !web_body(w)) return;
    name_read(w, w->person.name, &fault); /* an older account may have a name of any kind */
    if (fault == NAME_FORM) {
        name_refuse(w, fault);
        return;
    }
    if (take_password(w) && may_guess(w)) web_read(w, find_account, account_found);
}

static void give_ticket(web *w) {
    char text[33];
    identity who = {.person = w->person};
    PT_TEXT(out, 80);
    pt_json j = pt_json_on(&out);
    memcpy(who.token, w->token, sizeof who.token);
    if (!ticket_new(w->server->people, &who, now_ms(), text)) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    pt_open(&j, '{');
    pt_key_str(&j, "ticket", text);
    pt_close(&j, '}');
    web_send(w, 201, &out);
}

static void tell_me(web *w) { web_send_person(w, 200, NULL); }

bool people_get(server *sv, const net_request *r) {
    if (strcmp(r->path, "/api/me") != 0) return false;
    web_as(web_new(sv, r, tell_me));
    return true;
}

bool people_delete(server *sv, const net_request *r) {
    if (strcmp(r->path, "/api/me") != 0) return false;
    web_as(web_new(sv, r, people_forget));
    return true;
}

bool people_post(server *sv, const net_request *r) {
    static const struct {
        const char *path;
        void (*then)(web *);
        bool token;
    } posts[] = {
        {"/api/guest", people_make_guest, false}, {"/api/login", login, false},
        {"/api/account", make_account, true},     {"/api/logout", people_logout, true},
        {"/api/ticket", give_ticket, true},       {"/api/name", people_rename, true},
    };
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
        if (strcmp(r->path, posts[i].path) != 0) continue;
        web *w = web_new(sv, r, posts[i].then);
        if (w && posts[i].token)
            web_as(w);
        else if (w)
            w->then(w);
        return true;
    }
    return false;
}
