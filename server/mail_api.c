/* Mail addresses by HTTP: given, confirmed, removed; and a new password by a link that was sent
 * there. Whoever asks for that link hears the same, and as fast, whether or not anybody has the
 * address. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/mail.h"
#include "server/password.h"
#include "server/words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ACCOUNTS_MOST = 5 }; /* of one address that get a link */

/* --- limits --- */

static bool take_of(server *sv, const char *what, const char *who, double slower,
                    double burst) {
    PT_TEXT(key, PT_MAIL + 32);
    pt_put(&key, "%s ", what);
    for (; *who; who++) pt_putc(&key, (char)tolower((unsigned char)*who));
    return limit_take(sv, key.at, sv->config.rate / slower, burst);
}

/* One letter in ten minutes to an address, whoever asks for it. */
static bool may_write_to(server *sv, const char *address) {
    return take_of(sv, "mail to", address, 6000, 3);
}

static bool person_may_ask(web *w, const char *address) {
    if (take_of(w->server, "mail of", w->person.id, 6000, 5) &&
        may_write_to(w->server, address))
        return true;
    web_fail(w, 429, "too-fast", sv_say_many_mails());
    return false;
}

/* --- what all of them need --- */

typedef struct mailing {
    web *web; /* NULL: it has been answered */
    server *server;
    pt_mail_row row;
    pt_link_row link;
    bool has, unread;
} mailing;

static mailing *mailing_of(web *w) {
    mailing *m = calloc(1, sizeof *m);
    if (!m) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return NULL;
    }
    m->web = w;
    m->server = w->server;
    return m;
}

static void find_own(pt_look *look, void *job) {
    mailing *m = job;
    pt_finding found = pt_find_mail(look, m->web->person.id, &m->row);
    m->has = found == PT_FOUND;
    m->unread = found == PT_FAILED;
    memcpy(m->row.person, m->web->person.id, sizeof m->row.person);
}

static void read_or_fail(mailing *m, pt_reading *read, pt_read_done *done) {
    if (pt_store_read(m->server->store, read, done, m)) return;
    web_fail(m->web, 503, "memory", sv_say_no_memory());
    free(m);
}

/* A batch, or the request is answered. */
static pt_batch *batch_of(mailing *m) {
    pt_batch *b = m->unread ? NULL : pt_batch_new();
    if (m->unread)
        web_fail_unread(m->web);
    else if (!b)
        web_fail(m->web, 503, "memory", sv_say_no_memory());
    if (!b) free(m);
    return b;
}

static void send_state(mailing *m, int status) {
    PT_TEXT(out, 2 * PT_MAIL + 200);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_bool(&j, "possible", mail_is_possible(m->server));
    pt_key_str(&j, "address", m->row.address);
    pt_key_str(&j, "wanted", m->row.wanted);
    if (m->row.at) pt_key_int(&j, "at", m->row.at);
    pt_close(&j, '}');
    web_send(m->web, status, &out);
    free(m);
}

/* The body's address; NULL: answered. */
static const char *take_address(web *w) {
    json_t *at = json_object_get(w->in, "mail");
    const char *text = json_string_value(at);
    if (text && strlen(text) == json_string_length(at) && letter_address_ok(text)) return text;
    web_fail(w, 400, "mail", sv_say_mail_form());
    return NULL;
}

static bool is_possible(web *w) {
    if (mail_is_possible(w->server)) return true;
    web_fail(w, 409, "no-mail", sv_say_no_mail());
    return false;
}

/* --- one's own address --- */

static void own_told(void *job) {
    mailing *m = job;
    if (m->unread) {
        web_fail_unread(m->web);
        free(m);
    } else {
        send_state(m, 200);
    }
}

void mail_tell(web *w) {
    mailing *m = mailing_of(w);
    if (m) read_or_fail(m, find_own, own_told);
}

static void wanted_written(void *who, uint64_t tag, pt_outcome outcome) {
    mailing *m = who;
    (void)tag;
    mail_look(m->server);
    if (outcome == PT_WRITTEN) {
        send_state(m, 202);
        return;
    }
    if (outcome == PT_CLASHES)
        web_fail(m->web, 503, "busy", sv_say_busy());
    else
        web_fail_unwritten(m->web, outcome);
    free(m);
}

static void write_wanted(void *job) {
    mailing *m = job;
    web *w = m->web;
    const char *address = json_string_value(json_object_get(w->in, "mail"));
    if (!m->unread && strcmp(m->row.address, address) == 0) {
        web_fail(w, 409, "mail", sv_say_mail_same());
        free(m);
        return;
    }
    pt_batch *b = batch_of(m);
    if (!b) return;
    pt_copy(m->row.wanted, sizeof m->row.wanted, address);
    pt_copy(m->row.language, sizeof m->row.language, pt_language_codes[w->from.language]);
    m->row.at = wall_ms();
    pt_batch_mail(b, &m->row);
    mail_batch(m->server, b, LETTER_CONFIRM, w->person.id, address, m->row.language);
    pt_store_commit(m->server->store, b, wanted_written, m, 0);
}

void mail_change(web *w) {
    if (!w->person.account[0]) {
        web_fail(w, 409, "account", sv_say_mail_account());
        return;
    }
    if (!is_possible(w) || !recent_proof(w) || !web_body(w)) return;
    const char *address = take_address(w);
    if (!address || !person_may_ask(w, address)) return;
    mailing *m = mailing_of(w);
    if (m) read_or_fail(m, find_own, write_wanted);
}

static void removed(void *who, uint64_t tag, pt_outcome outcome) {
    mailing *m = who;
    (void)tag;
    mail_look(m->server);
    if (outcome == PT_WRITTEN) {
        m->row = (pt_mail_row){0};
        send_state(m, 200);
        return;
    }
    web_fail_unwritten(m->web, outcome);
    free(m);
}

static void write_removed(void *job) {
    mailing *m = job;
    pt_batch *b = batch_of(m);
    if (!b) return;
    pt_batch_drop_mail(b, m->web->person.id);
    if (m->row.address[0])
        mail_batch(m->server, b, LETTER_REMOVED, m->web->person.id, m->row.address,
                   m->row.language);
    pt_store_commit(m->server->store, b, removed, m, 0);
}

void mail_remove(web *w) {
    if (!recent_proof(w)) return;
    mailing *m = mailing_of(w);
    if (m) read_or_fail(m, find_own, write_removed);
}

/* --- links --- */

/* Whose the link of the body is, and where their mail goes now. */
static void find_link(pt_look *look, mailing *m, letter_kind kind) {
    web *w = m->web;
    uint8_t hash[PT_TOKEN];
    const char *text = json_string_value(json_object_get(w->in, "link"));
    if (!text || !token_hash(text, hash)) return;
    pt_finding found = pt_find_link(look, hash, &m->link);
    m->unread = found == PT_FAILED;
    if (found != PT_FOUND || m->link.kind != (int)kind || m->link.until < now_ms()) return;
    found = pt_find_person(look, m->link.person, &w->person);
    pt_finding address = pt_find_mail(look, m->link.person, &m->row);
    m->unread = found == PT_FAILED || address == PT_FAILED;
    const char *goes = kind == LETTER_CONFIRM ? m->row.wanted : m->row.address;
    m->has = found == PT_FOUND && address == PT_FOUND && w->person.account[0] &&
             strcmp(m->link.address, goes) == 0;
}

/* Answers, and frees it, if the link is none; true then. */
static bool link_is_bad(mailing *m) {
    if (m->has && !m->unread) return false;
    if (m->unread)
        web_fail_unread(m->web);
    else
        web_fail(m->web, 400, "link", sv_say_link());
    free(m);
    return true;
}

static void find_confirm(pt_look *look, void *job) { find_link(look, job, LETTER_CONFIRM); }
static void find_reset(pt_look *look, void *job) { find_link(look, job, LETTER_RESET); }

static void confirmed(void *who, uint64_t tag, pt_outcome outcome) {
    mailing *m = who;
    PT_TEXT(out, PT_LABEL * 6 + PT_MAIL + 60);
    pt_json j = pt_json_on(&out);
    (void)tag;
    mail_look(m->server);
    if (outcome == PT_CLASHES) {
        web_fail(m->web, 400, "link", sv_say_link());
    } else if (outcome != PT_WRITTEN) {
        web_fail_unwritten(m->web, outcome);
    } else {
        pt_open(&j, '{');
        pt_key_str(&j, "name", m->web->person.name);
        pt_key_str(&j, "address", m->link.address);
        pt_close(&j, '}');
        web_send(m->web, 200, &out);
    }
    free(m);
}

static void write_confirmed(void *job) {
    mailing *m = job;
    if (link_is_bad(m)) return;
    pt_batch *b = batch_of(m);
    if (!b) return;
    char old[PT_MAIL];
    memcpy(old, m->row.address, sizeof old);
    m->row.at = wall_ms();
    pt_batch_use_link(b, &m->link);
    pt_batch_mail_confirmed(b, &m->row);
    if (old[0]) mail_batch(m->server, b, LETTER_MOVED, m->link.person, old, m->row.language);
    pt_store_commit(m->server->store, b, confirmed, m, 0);
}

void mail_confirm(web *w) {
    if (!password_slow_enough(w) || !web_body(w)) return;
    mailing *m = mailing_of(w);
    if (m) read_or_fail(m, find_confirm, write_confirmed);
}

/* --- a lost password: asking for a link --- */

typedef struct asked {
    server *server;
    char address[PT_MAIL];
    pt_mail_row rows[ACCOUNTS_MOST];
    int count;
    bool unread;
} asked;

static void keep_row(void *who, const pt_mail_row *row) {
    asked *a = who;
    if (a->count < ACCOUNTS_MOST) a->rows[a->count++] = *row;
}

static void find_owners(pt_look *look, void *job) {
    asked *a = job;
    a->unread = pt_each_mail(look, a->address, ACCOUNTS_MOST, keep_row, a) < 0;
}

/* The link goes to the address as its owner gave it, never as it was typed just now. */
static void owners_found(void *job) {
    asked *a = job;
    server *sv = a->server;
    if (a->unread) log_line("error", "mail", "a lost password could not be looked up");
    for (int i = 0; i < a->count && !sv->stopping; i++) {
        pt_batch *b = pt_batch_new();
        const pt_mail_row *row = &a->rows[i];
        if (!b) break;
        mail_batch(sv, b, LETTER_RESET, row->person, row->address, row->language);
        pt_store_commit(sv->store, b, mail_written, sv, 0);
    }
    free(a);
}

/* The answer goes out before anybody is looked for. */
void mail_ask_reset(web *w) {
    PT_TEXT(out, 8);
    server *sv = w->server;
    if (!take_of(sv, "reset", w->peer, 600, 5)) {
        web_fail(w, 429, "too-fast", sv_say_many_mails());
        return;
    }
    if (!is_possible(w) || !web_body(w)) return;
    const char *address = take_address(w);
    asked *a = address ? calloc(1, sizeof *a) : NULL;
    if (!address) return;
    if (a) a->server = sv;
    if (a) pt_copy(a->address, PT_MAIL, address);
    bool looks = a && may_write_to(sv, address);
    pt_puts(&out, "{}");
    web_send(w, 202, &out);
    if (!looks || !pt_store_read(sv->store, find_owners, owners_found, a)) free(a);
}

/* --- and using it --- */

static void write_reset(server *sv, void *job) {
    web *w = job;
    mailing *m = (mailing *)(void *)w->out;
    (void)sv;
    w->out = NULL;
    pt_batch *b = w->judged ? pt_batch_new() : NULL;
    if (b) pt_batch_use_link(b, &m->link);
    free(m);
    if (b)
        password_replace(w, b, true);
    else
        web_fail(w, 503, "memory", sv_say_no_memory());
}

static void reset_found(void *job) {
    mailing *m = job;
    web *w = m->web;
    if (link_is_bad(m)) return;
    if (!password_take_new(w, "password")) {
        free(m);
        return;
    }
    w->out = (char *)m; /* freed with the request if the server stops meanwhile */
    password_in_turn(w, password_hash, write_reset);
}

void mail_reset(web *w) {
    if (!password_slow_enough(w) || !web_body(w)) return;
    mailing *m = mailing_of(w);
    if (m) read_or_fail(m, find_reset, reset_found);
}
