/* Recovery codes: ten texts that replace a lost password, each once. They are shown when they
 * are made, and kept as hashes only. */
/* SPDX-License-Identifier: MIT */
#include "server/mail.h"
#include "server/password.h"
#include "server/words.h"
#include "store/people.h"
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODES = 10,
    LETTERS = 16, /* of 31 kinds: some 79 bits, too many to guess, so a plain hash will do */
    GROUP = 4,
    CODE = LETTERS + LETTERS / GROUP, /* "abcd-efgh-...", with the zero at the end */
};

/* --- codes --- */

static void code_new(char out[CODE]) {
    char letters[LETTERS + 1];
    pt_text t = pt_text_on(out, CODE);
    random_id(letters, sizeof letters, 0);
    for (int i = 0; i < LETTERS; i++)
        pt_put(&t, "%s%c", i && i % GROUP == 0 ? "-" : "", letters[i]);
}

/* However it was typed: capitals, blanks and strokes do not count. False: it is no code. */
static bool code_hash(const char *text, uint8_t hash[PT_TOKEN]) {
    unsigned char plain[LETTERS];
    size_t n = 0;
    for (; *text; text++) {
        if (!isalnum((unsigned char)*text)) continue;
        if (n == LETTERS) return false;
        plain[n++] = (unsigned char)tolower((unsigned char)*text);
    }
    return n == LETTERS && crypto_generichash(hash, PT_TOKEN, plain, n, NULL, 0) == 0;
}

/* --- making them --- */

static void codes_written(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_WRITTEN) {
        pt_text out = {.at = w->out, .used = w->out_size};
        web_send(w, 201, &out);
    } else if (outcome == PT_CLASHES) {
        web_fail(w, 409, "changed", sv_say_changed_meanwhile());
    } else {
        web_fail_unwritten(w, outcome);
    }
}

static bool write_codes(web *w, pt_batch *b) {
    enum { OUT = 400 };
    uint8_t hashes[CODES][PT_TOKEN];
    w->out = malloc(OUT);
    if (!w->out) return false;
    pt_text out = pt_text_on(w->out, OUT);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_open(&j, "codes", '[');
    for (int i = 0; i < CODES; i++) {
        char code[CODE];
        code_new(code);
        if (!code_hash(code, hashes[i])) return false;
        pt_json_str(&j, code);
    }
    pt_close(&j, ']');
    pt_close(&j, '}');
    w->out_size = out.used;
    pt_batch_secret(b, &w->person, w->person.secret); /* still the one that was judged */
    pt_batch_codes(b, w->person.id, hashes, CODES);
    return true;
}

static void owner_judged(server *sv, void *job) {
    web *w = job;
    pt_batch *b = w->judged ? pt_batch_new() : NULL;
    if (!w->judged) {
        web_fail(w, 403, "password", sv_say_wrong_password());
    } else if (!b || !write_codes(w, b)) {
        pt_batch_free(b);
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_batch_somebody(b, w->person.id);
        pt_store_commit(sv->store, b, codes_written, w, 0);
    }
}

/* Whoever finds an open page must not get in for ever, so the password is asked for; of
 * an account without one, a recent proof. */
void recovery_make(web *w) {
    if (!password_slow_enough(w) || !web_body(w)) return;
    if (!w->person.account[0]) {
        web_fail(w, 409, "account", sv_say_not_account());
    } else if (w->person.secret[0]) {
        if (password_take(w) && password_may_guess(w))
            password_in_turn(w, password_judge, owner_judged);
    } else if (recent_proof(w)) {
        w->judged = true;
        owner_judged(w->server, w);
    }
}

/* --- using one --- */

static void replaced(void *who, uint64_t by_link, pt_outcome outcome) {
    web *w = who;
    if (outcome == PT_CLASHES && by_link) {
        web_fail(w, 400, "link", sv_say_link());
    } else if (outcome == PT_CLASHES) {
        web_fail(w, 401, "login", sv_say_wrong_code());
    } else if (outcome != PT_WRITTEN) {
        web_fail_unwritten(w, outcome);
    } else {
        sessions_end(w->server, w->person.id, NULL, true);
        mail_look(w->server);
        web_send_person(w, 201, w->new_token);
    }
}

void password_replace(web *w, pt_batch *b, bool by_link) {
    pt_batch_secret(b, &w->person, w->secret);
    pt_batch_drop_sessions(b, w->person.id, NULL);
    pt_batch_drop_links(b, w->person.id);
    mail_batch(w->server, b, LETTER_PASSWORD, w->person.id, "", "");
    memcpy(w->person.secret, w->secret, sizeof w->person.secret);
    session_add(w, b);
    pt_store_commit(w->server->store, b, replaced, w, by_link);
}

static void new_password_hashed(server *sv, void *job) {
    web *w = job;
    pt_batch *b = NULL;
    uint8_t code[PT_TOKEN];
    (void)sv;
    if (!w->judged)
        web_fail(w, 503, "memory", sv_say_no_memory());
    else if (!w->known || !code_hash(json_string_value(json_object_get(w->in, "code")), code))
        web_fail(w, 401, "login", sv_say_wrong_code());
    else if (!(b = pt_batch_new()))
        web_fail(w, 503, "memory", sv_say_no_memory());
    else {
        pt_batch_use_code(b, w->person.id, code);
        password_replace(w, b, false);
    }
}

static void find_code(pt_look *look, void *job) {
    web *w = job;
    uint8_t code[PT_TOKEN] = {0};
    bool is_code = code_hash(json_string_value(json_object_get(w->in, "code")), code);
    password_find_account(look, job);
    if (w->unread) return;
    pt_finding found = pt_find_code(look, w->known ? w->person.id : "", code);
    w->unread = found == PT_FAILED;
    w->known = w->known && is_code && found == PT_FOUND;
}

/* An unknown name and a wrong code take as long as a right one, and are answered alike. */
static void code_found(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else
        password_in_turn(w, password_hash, new_password_hashed);
}

void recovery_use(web *w) {
    if (!password_slow_enough(w) || !web_body(w) || !password_take_name(w)) return;
    if (!json_is_string(json_object_get(w->in, "code"))) {
        web_fail(w, 401, "login", sv_say_wrong_code());
        return;
    }
    if (password_take_new(w, "password") && password_may_guess(w))
        web_read(w, find_code, code_found);
}
