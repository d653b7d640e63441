/* Passwords: argon2id, and how often somebody may try. */
/* SPDX-License-Identifier: MIT */
#include "server/password.h"
#include "server/words.h"
#include <sodium.h>
#include <string.h>

/* As OWASP advises for argon2id: 19 MiB, two passes. */
#define ARGON_MEMORY (19u << 20)
enum { ARGON_PASSES = 2 };

/* --- which are good --- */

static const char *take(web *w, const char *key) {
    json_t *p = json_object_get(w->in, key);
    size_t n = json_is_string(p) ? json_string_length(p) : 0;
    if (n >= PASSWORD_LEAST && n <= PASSWORD_MOST) return json_string_value(p);
    web_fail(w, 400, "password", sv_say_password_form());
    return NULL;
}

const char *password_take(web *w) { return take(w, "password"); }

const char *password_take_new(web *w, const char *key) {
    const char *p = take(w, key);
    if (!p || !(password_is_common(p) || pt_name_same(p, w->person.name))) return p;
    web_fail(w, 400, "password", sv_say_password_common());
    return NULL;
}

/* --- how often --- */

static bool take_of(const web *w, const char *who, double rate, double burst) {
    return limit_take(w->server, who, rate, burst);
}

bool password_slow_enough(web *w) {
    PT_TEXT(who, 80);
    pt_put(&who, "password %s", w->peer);
    if (take_of(w, who.at, w->server->config.rate / 20, 10)) return true;
    web_fail(w, 429, "too-fast", sv_say_many_passwords());
    return false;
}

/* Guesses at one account are limited together, wherever they come from, because many addresses
 * are cheap. When these are used up, each address still has a few of its own, so that nobody
 * who guesses can lock the owner out. */
bool password_may_guess(web *w) {
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

/* --- hashes --- */

static void hash(web *w, const char *key) {
    const char *p = json_string_value(json_object_get(w->in, key));
    w->judged = crypto_pwhash_str_alg(w->secret, p, strlen(p), ARGON_PASSES, ARGON_MEMORY,
                                      crypto_pwhash_ALG_ARGON2ID13) == 0;
    if (!w->judged) w->secret[0] = 0;
}

void password_hash(void *job) { hash(job, "password"); }
void password_hash_new(void *job) { hash(job, "new"); }

void password_judge(void *job) {
    web *w = job;
    const char *p = json_string_value(json_object_get(w->in, "password"));
    /* An unknown name, or one without a password, costs the same work, so that the time reveals
     * nothing. */
    if (!w->known || !w->person.secret[0]) {
        hash(w, "password");
        w->judged = false;
        return;
    }
    const char *kept = w->person.secret;
    bool right = crypto_pwhash_str_verify(kept, p, strlen(p)) == 0;
    w->secret[0] = 0;
    if (right && crypto_pwhash_str_needs_rehash(kept, ARGON_PASSES, ARGON_MEMORY) != 0)
        hash(w, "password");
    w->judged = right;
}

void password_judge_and_hash_new(void *job) {
    web *w = job;
    const char *p = json_string_value(json_object_get(w->in, "password"));
    w->judged = crypto_pwhash_str_verify(w->person.secret, p, strlen(p)) == 0;
    if (w->judged) hash(w, "new");
}

static void drop_request(void *w) { web_free(w); }

void password_in_turn(web *w, void (*work)(void *), void (*done)(server *, void *)) {
    const pool_job job = {work, done, drop_request, w};
    const share_key who = {address_hash(w->peer), id_hash(w->person.name)};
    if (!pool_do(w->server->pool, POOL_PASSWORDS, who, &job))
        web_fail(w, 503, "busy", sv_say_passwords_busy());
}

/* --- whose --- */

void password_find_account(pt_look *look, void *job) {
    web *w = job;
    char account[PT_LABEL];
    name_fold(w->person.name, account);
    pt_finding found = pt_find_account(look, account, &w->person);
    w->known = found == PT_FOUND;
    w->unread = found == PT_FAILED;
}

bool password_take_name(web *w) {
    name_fault fault;
    name_read(w, w->person.name, &fault);
    if (fault != NAME_FORM) return true;
    name_refuse(w, fault);
    return false;
}

bool password_wanted(web *w) {
    if (!password_slow_enough(w) || !web_body(w)) return false;
    if (!w->person.account[0]) {
        web_fail(w, 409, "account", sv_say_not_account());
        return false;
    }
    return password_take(w) && password_may_guess(w);
}
