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

/* The token is sent only after it is on disk. */
static void token_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 201, w->new_token);
    else
        web_fail_unwritten(w, outcome);
}

static void give_token(web *w, bool new_person) {
    uint8_t hash[PT_TOKEN];
    pt_batch *b = pt_batch_new();
    if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    token_new(w->new_token, hash);
    if (new_person) pt_batch_person(b, &w->person);
    pt_batch_token(b, hash, w->person.id, wall_ms());
    pt_store_commit(w->server->store, b, token_written, w, 0);
}

static bool take_name(web *w, char out[PT_LABEL]) {
    json_t *name = json_object_get(w->in, "name");
    if (json_is_string(name) && name_ok(json_string_value(name))) {
        pt_text t = pt_text_on(out, PT_LABEL);
        pt_puts(&t, json_string_value(name));
        return true;
    }
    web_fail(w, 400, "name", sv_say_name_form(NAME_WITHOUT));
    return false;
}

static const char *take_password(web *w) {
    json_t *p = json_object_get(w->in, "password");
    size_t n = json_is_string(p) ? json_string_length(p) : 0;
    if (n >= PASSWORD_LEAST && n <= PASSWORD_MOST) return json_string_value(p);
    web_fail(w, 400, "password", sv_say_password_form());
    return NULL;
}

static void make_guest(web *w) {
    if (!web_body(w) || !take_name(w, w->person.name)) return;
    random_id(w->person.id, 14, 'p');
    people_free_name(w->server, w->person.id, w->person.name);
    w->person.created = wall_ms();
    give_token(w, true);
}

/* --- accounts --- */

static void hash_password(void *job) {
    web *w = job;
    const char *p = json_string_value(json_object_get(w->in, "password"));
    w->judged = crypto_pwhash_str_alg(w->secret, p, strlen(p), ARGON_PASSES, ARGON_MEMORY,
                                      crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static void account_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN)
        web_send_person(w, 200, NULL);
    else if (outcome == PT_CLASHES)
        web_fail(w, 409, "name", sv_say_name_taken());
    else
        web_fail_unwritten(w, outcome);
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
    pt_batch_person(b, &w->person);
    pt_store_commit(sv->store, b, account_written, w, 0);
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
    name_fold(w->person.name, w->person.account);
    in_turn(w, hash_password, password_hashed);
}

/* --- another name --- */

/* Sockets that are open act under the new name at once. */
static void renamed(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    for (conn *c = w->server->conns; c && outcome == PT_WRITTEN; c = c->next)
        if (strcmp(c->person, w->person.id) == 0) memcpy(c->name, w->person.name, PT_LABEL);
    account_written(who, tag, outcome);
}

/* An account is entered by its name, so it may not take another's. */
static void change_name(web *w) {
    pt_person_row person = w->person;
    if (!web_body(w) || !take_name(w, person.name)) return;
    if (name_is_here(w->server, person.name, person.id)) {
        people_free_name(w->server, person.id, person.name);
        web_fail(w, 409, "name", sv_say_name_here(person.name));
        return;
    }
    pt_batch *b = pt_batch_new();
    if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    if (person.account[0]) name_fold(person.name, person.account);
    w->person = person;
    pt_batch_person(b, &w->person);
    pt_store_commit(w->server->store, b, renamed, w, 0);
}

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
        give_token(w, false);
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
    if (!slow_enough(w) || !web_body(w) || !take_name(w, w->person.name)) return;
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
        {"/api/guest", make_guest, false},    {"/api/login", login, false},
        {"/api/account", make_account, true}, {"/api/logout", people_logout, true},
        {"/api/ticket", give_ticket, true},   {"/api/name", change_name, true},
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
