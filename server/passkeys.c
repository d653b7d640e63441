/* Passkeys by HTTP: several a person, added, named, removed, and signed in with. */
/* SPDX-License-Identifier: MIT */
#include "server/mail.h"
#include "server/passkey_proof.h"
#include "server/password.h"
#include "server/words.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { ID_TEXT = 2 * PT_PASSKEY_ID, OUT = PT_PASSKEYS_MOST * (ID_TEXT + 300) };
#define VARIANT sodium_base64_VARIANT_URLSAFE_NO_PADDING

/* --- a challenge --- */

static void send_challenge(web *w, challenge_for what, const uint8_t *token) {
    uint8_t bytes[CHALLENGE];
    char text[64], site[PT_SITE];
    PT_TEXT(out, 600);
    pt_json j = pt_json_on(&out);
    challenge_new(w->server->people, what, token, now_ms(), bytes);
    sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, VARIANT);
    proof_site(w->host, site);
    pt_open(&j, '{');
    pt_key_str(&j, "challenge", text);
    pt_key_str(&j, "site", site);
    pt_close(&j, '}');
    web_send(w, 201, &out);
}

/* Challenges have so many places, and whoever takes them all would crowd out those of others:
 * an address gets them as it may try passwords. */
static void give_challenge(web *w, challenge_for what, const uint8_t *token) {
    if (password_slow_enough(w)) send_challenge(w, what, token);
}

/* Whoever finds an open page must not be able to come back with a passkey of their own. A guest
 * becomes an account with it. */
void passkeys_ask(web *w) {
    if (!w->person.account[0] || recent_proof(w)) give_challenge(w, CHALLENGE_ADD, w->token);
}

void passkeys_ask_prove(web *w) { give_challenge(w, CHALLENGE_PROVE, w->token); }
void passkeys_ask_enter(web *w) { give_challenge(w, CHALLENGE_ENTER, NULL); }

/* --- adding --- */

typedef struct keying {
    web *web;
    proof proof;
    pt_passkey_row row;
    int64_t count; /* of the signature, or of the passkeys that there are */
    bool unread, good;
} keying;

static void keying_free(keying *k) {
    sodium_memzero(k, sizeof *k);
    free(k);
}

static void done(keying *k, pt_outcome outcome) {
    web *w = k->web;
    mail_look(w->server);
    if (outcome == PT_WRITTEN)
        web_send_person(w, 200, NULL);
    else if (outcome == PT_CLASHES)
        web_fail(w, 409, "passkey", sv_say_passkey_gone());
    else
        web_fail_unwritten(w, outcome);
    keying_free(k);
}

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag;
    done(who, outcome);
}

static keying *keying_of(web *w) {
    keying *k = calloc(1, sizeof *k);
    if (k)
        k->web = w;
    else
        web_fail(w, 503, "memory", sv_say_no_memory());
    return k;
}

static void fail(keying *k, int status, const char *code, pt_said why) {
    web_fail(k->web, status, code, why);
    keying_free(k);
}

/* What it is called, so that its owner knows it again. */
static bool take_name(keying *k, const char *key) {
    const char *name = json_string_value(json_object_get(k->web->in, key));
    name_fault fault = NAME_FORM;
    if (name && name_ok(name)) {
        name_compose(name, k->row.name);
        fault = name_fault_of(people_confusables(k->web->server->people), k->row.name);
    }
    if (fault != NAME_FORM && fault != NAME_HIDDEN) return true; /* only its owner reads it */
    fail(k, 400, "name", name_fault_words(fault));
    return false;
}

static void commit(keying *k, void (*add)(pt_batch *, const pt_passkey_row *)) {
    pt_batch *b = pt_batch_new();
    if (!b) {
        fail(k, 503, "memory", sv_say_no_memory());
        return;
    }
    add(b, &k->row);
    if (add == pt_batch_passkey) /* its owner hears of it */
        mail_batch(k->web->server, b, LETTER_PASSKEY, k->row.person, "", "");
    web_commit(k->web, b, written, k);
}

static void count_key(void *who, const pt_passkey_row *row) {
    (void)row;
    ++*(int *)who;
}

static void count_keys(pt_look *look, void *job) {
    keying *k = job;
    int n = 0;
    k->unread = pt_each_passkey(look, k->web->person.id, count_key, &n) < 0;
    k->count = n;
    k->good = n < PT_PASSKEYS_MOST;
}

static void keys_counted(void *job) {
    keying *k = job;
    if (k->unread) {
        web_fail_unread(k->web);
        keying_free(k);
    } else if (!k->good) {
        fail(k, 409, "full", sv_say_passkeys_full(PT_PASSKEYS_MOST));
    } else {
        commit(k, pt_batch_passkey);
    }
}

/* The new passkey of the body, for this site, this challenge and this session; false: answered.
 */
static bool take_new(keying *k) {
    char site[PT_SITE];
    web *w = k->web;
    proof_site(w->host, site);
    bool good = proof_read(w->in, w->host, false, &k->proof) &&
                challenge_use(w->server->people, CHALLENGE_ADD, w->token, now_ms(),
                              k->proof.challenge) &&
                proof_new_key(&k->proof, site, &k->row);
    if (!good) {
        fail(k, 400, "passkey", sv_say_passkey_wrong());
        return false;
    }
    memcpy(k->row.person, w->person.id, sizeof k->row.person);
    pt_copy(k->row.site, sizeof k->row.site, site);
    k->row.at = k->row.used = wall_ms();
    return true;
}

void passkeys_add(web *w) {
    if (!w->person.account[0]) {
        web_fail(w, 409, "account", sv_say_passkey_account());
        return;
    }
    if (!recent_proof(w) || !web_body(w)) return;
    keying *k = keying_of(w);
    if (!k || !take_name(k, "name") || !take_new(k)) return;
    if (pt_store_read(w->server->store, count_keys, keys_counted, k)) return;
    fail(k, 503, "memory", sv_say_no_memory());
}

/* Without a password there is nothing to steal, and nothing to guess. */
void passkeys_make_account(web *w) {
    keying *k = keying_of(w);
    if (!k || !take_name(k, "key") || !take_new(k)) return;
    pt_batch *b = pt_batch_new();
    if (!b) {
        fail(k, 503, "memory", sv_say_no_memory());
        return;
    }
    pt_batch_passkey(b, &k->row);
    keying_free(k);
    w->secret[0] = 0;
    account_make(w, b);
}

/* --- the list, names, removing --- */

static void put_key(void *who, const pt_passkey_row *row) {
    pt_json *j = who;
    char id[ID_TEXT];
    if (j->out->used + sizeof id + 300 > j->out->size) return;
    sodium_bin2base64(id, sizeof id, row->id, row->id_size, VARIANT);
    pt_open(j, '{');
    pt_key_str(j, "id", id);
    pt_key_str(j, "name", row->name);
    pt_key_int(j, "made", row->at);
    pt_key_int(j, "used", row->used);
    pt_close(j, '}');
}

static void read_keys(pt_look *look, void *job) {
    web *w = job;
    w->out = malloc(OUT);
    if (!w->out) return;
    pt_text text = pt_text_on(w->out, OUT);
    pt_json j = pt_json_on(&text);
    pt_open(&j, '{');
    pt_key_open(&j, "passkeys", '[');
    w->unread = pt_each_passkey(look, w->person.id, put_key, &j) < 0;
    pt_close(&j, ']');
    pt_close(&j, '}');
    w->out_size = text.used;
}

void passkeys_tell(web *w) { web_read(w, read_keys, web_send_read); }

/* The passkey of the path, if it is the person's; false: answered. */
static bool take_path(keying *k) {
    const char *id = k->web->path + strlen("/api/passkeys/");
    memcpy(k->row.person, k->web->person.id, sizeof k->row.person);
    if (sodium_base642bin(k->row.id, PT_PASSKEY_ID, id, strlen(id), NULL, &k->row.id_size, NULL,
                          VARIANT) == 0)
        return true;
    fail(k, 409, "passkey", sv_say_passkey_gone());
    return false;
}

void passkeys_rename(web *w) {
    if (!web_body(w)) return;
    keying *k = keying_of(w);
    if (k && take_name(k, "name") && take_path(k)) commit(k, pt_batch_passkey_name);
}

/* Nothing else may let them in: a passkey that is the only way stays. */
static void keys_left(void *job) {
    keying *k = job;
    if (k->unread) {
        web_fail_unread(k->web);
        keying_free(k);
    } else if (k->count == 1 && !k->web->person.secret[0]) {
        fail(k, 409, "last", sv_say_passkey_last());
    } else {
        commit(k, pt_batch_drop_passkey);
    }
}

void passkeys_drop(web *w) {
    if (!recent_proof(w)) return;
    keying *k = keying_of(w);
    if (!k || !take_path(k)) return;
    if (pt_store_read(w->server->store, count_keys, keys_left, k)) return;
    fail(k, 503, "memory", sv_say_no_memory());
}

/* --- signing in; proving, in the middle of a session, that it is them --- */

static void refuse_passkey(web *w) {
    if (w->known)
        web_fail(w, 403, "passkey", sv_say_passkey_wrong());
    else
        web_fail(w, 401, "login", sv_say_passkey_wrong());
}

static void read_owner(pt_look *look, void *job) {
    keying *k = job;
    web *w = k->web;
    char site[PT_SITE];
    proof_site(w->host, site);
    pt_finding found = pt_find_passkey(look, k->proof.id, k->proof.id_size, &k->row);
    k->unread = found == PT_FAILED;
    k->good = found == PT_FOUND && strcmp(k->row.site, site) == 0 &&
              proof_signed(&k->proof, &k->row, &k->count);
    if (!k->good) return;
    if (w->known) { /* it is a proof, and has to be their own */
        k->good = strcmp(k->row.person, w->person.id) == 0;
        return;
    }
    found = pt_find_person(look, k->row.person, &w->person);
    k->unread = found == PT_FAILED;
    k->good = found == PT_FOUND && w->person.account[0];
}

/* It was theirs: one who was signed out is signed in, and one who was signed in has proved it.
 */
static void owner_read(void *job) {
    keying *k = job;
    web *w = k->web;
    pt_batch *b = !k->unread && k->good ? pt_batch_new() : NULL;
    if (k->unread) {
        web_fail_unread(w);
    } else if (!k->good) {
        refuse_passkey(w);
    } else if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        k->row.count = k->count;
        k->row.used = wall_ms();
        pt_batch_passkey_used(b, &k->row);
        if (!w->known) {
            session_begin_with(w, b);
        } else {
            pt_batch_proved(b, w->token, k->row.used);
            pt_store_commit(w->server->store, b, web_proved, w, 0);
        }
    }
    keying_free(k);
}

/* Reads the assertion, which has to answer a challenge of this kind, and looks for its owner.
 */
static void judge_passkey(web *w, challenge_for kind, const uint8_t *token) {
    keying *k = keying_of(w);
    if (!k) return;
    bool good = proof_read(w->in, w->host, true, &k->proof) &&
                challenge_use(w->server->people, kind, token, now_ms(), k->proof.challenge);
    if (good && pt_store_read(w->server->store, read_owner, owner_read, k)) return;
    if (good)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else
        refuse_passkey(w);
    keying_free(k);
}

void passkeys_enter(web *w) {
    if (password_slow_enough(w) && web_body(w)) judge_passkey(w, CHALLENGE_ENTER, NULL);
}

/* In the middle of a session. */
void passkeys_prove(web *w) { judge_passkey(w, CHALLENGE_PROVE, w->token); }
