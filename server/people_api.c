/* Accounts, passwords and tickets by HTTP, and which path is whose. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/days.h"
#include "server/mail.h"
#include "server/password.h"
#include "server/words.h"
#include "store/people.h"
#include <stdlib.h>
#include <string.h>

/* --- accounts --- */

static void password_hashed(server *sv, void *job) {
    web *w = job;
    pt_batch *b = w->judged ? pt_batch_new() : NULL;
    (void)sv;
    if (b)
        account_make(w, b);
    else
        web_fail(w, 503, "memory", sv_say_no_memory());
}

static void make_account(web *w) {
    name_fault fault;
    char old_name[PT_LABEL];
    if (!password_slow_enough(w) || !web_body(w)) return;
    memcpy(old_name, w->person.name, sizeof old_name);
    if (w->person.account[0]) {
        web_fail(w, 409, "account", sv_say_is_account());
        return;
    }
    if (!club_takes_accounts(people_club(w->server->people))) {
        web_fail(w, 403, "closed", sv_say_no_accounts());
        return;
    }
    if (!name_read(w, w->person.name, &fault)) {
        name_refuse(w, fault);
        return;
    }
    if (strcmp(old_name, w->person.name) != 0 && !web_may_say(w, NULL)) return;
    bool by_passkey = json_object_get(w->in, "id") != NULL;
    if (!by_passkey && !password_take_new(w, "password")) return;
    if (name_refuse_here(w, w->person.name)) return;
    name_fold(w->person.name, w->person.account);
    if (by_passkey)
        passkeys_make_account(w);
    else
        password_in_turn(w, password_hash, password_hashed);
}

/* --- signing in --- */

static void password_judged(server *sv, void *job) {
    web *w = job;
    (void)sv;
    if (w->judged)
        session_begin(w, false);
    else
        web_fail(w, 401, "login", sv_say_wrong_login());
}

static void account_found(void *job) {
    web *w = job;
    if (w->unread)
        web_fail_unread(w);
    else
        password_in_turn(w, password_judge, password_judged);
}

static void login(web *w) {
    if (!password_slow_enough(w) || !web_body(w) || !password_take_name(w)) return;
    if (password_take(w) && password_may_guess(w))
        web_read(w, password_find_account, account_found);
}

/* --- another password --- */

static void password_changed(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_CLASHES) {
        web_fail(w, 409, "changed", sv_say_changed_meanwhile());
    } else if (outcome != PT_WRITTEN) {
        web_fail_unwritten(w, outcome);
    } else {
        sessions_end(w->server, w->person.id, w->token, false);
        mail_look(w->server);
        memcpy(w->person.secret, w->secret, sizeof w->person.secret);
        web_send_person(w, 200, NULL);
    }
}

/* Whoever knew the old one is signed out with it. */
static void new_password_hashed(server *sv, void *job) {
    web *w = job;
    pt_batch *b = w->judged ? pt_batch_new() : NULL;
    if (!w->judged) {
        web_fail(w, 403, "password", sv_say_wrong_password());
    } else if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_batch_secret(b, &w->person, w->secret);
        pt_batch_drop_sessions(b, w->person.id, w->token);
        pt_batch_drop_links(b, w->person.id);
        mail_batch(sv, b, LETTER_PASSWORD, w->person.id, "", "");
        pt_store_commit(sv->store, b, password_changed, w, 0);
    }
}

/* Whoever came by passkey alone has no password to show yet. */
static void first_password(web *w) {
    if (password_slow_enough(w) && web_body(w) && recent_proof(w) &&
        password_take_new(w, "new"))
        password_in_turn(w, password_hash_new, new_password_hashed);
}

static void change_password(web *w) {
    if (w->person.account[0] && !w->person.secret[0])
        first_password(w);
    else if (password_wanted(w) && password_take_new(w, "new"))
        password_in_turn(w, password_judge_and_hash_new, new_password_hashed);
}

/* --- tickets --- */

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

/* --- paths --- */

/* clang-format off */
static const route routes[] = {
    {NET_GET,    "/api/me",        tell_me,           FOR_BANNED},
    {NET_DELETE, "/api/me",        people_forget,     FOR_BANNED},
    {NET_GET,    "/api/me/data",   my_data_tell,      FOR_BANNED},
    {NET_GET,    "/api/me/days",   days_tell,         FOR_TOKEN},
    {NET_POST,   "/api/me/leave",  days_leave,        FOR_TOKEN},
    {NET_DELETE, "/api/me/leave",  days_back,         FOR_TOKEN},
    {NET_POST,   "/api/me/reminders", days_reminders, FOR_TOKEN},
    {NET_GET,    "/api/me/tables", days_tables,       FOR_TOKEN},
    {NET_GET,    "/api/sessions",  sessions_tell,     FOR_TOKEN},
    {NET_DELETE, "/api/sessions",  sessions_end_others, FOR_TOKEN},
    {NET_DELETE, "/api/sessions/", sessions_end_one,  FOR_TOKEN},
    {NET_GET,    "/api/friends",   friends_tell,      FOR_TOKEN},
    {NET_POST,   "/api/friends",   friends_add,       FOR_TOKEN},
    {NET_DELETE, "/api/friends/",  friends_drop,      FOR_TOKEN},
    {NET_POST,   "/api/blocks",    blocks_add,        FOR_TOKEN},
    {NET_DELETE, "/api/blocks/",   blocks_drop,       FOR_TOKEN},
    {NET_POST,   "/api/guest",     people_make_guest, FOR_ALL},
    {NET_POST,   "/api/login",     login,             FOR_ALL},
    {NET_POST,   "/api/account",   make_account,      FOR_TOKEN},
    {NET_POST,   "/api/logout",    people_logout,     FOR_BANNED},
    {NET_POST,   "/api/ticket",    give_ticket,       FOR_TOKEN},
    {NET_POST,   "/api/name",      people_rename,     FOR_TOKEN},
    {NET_POST,   "/api/password",  change_password,   FOR_TOKEN},
    {NET_POST,   "/api/codes",     recovery_make,     FOR_TOKEN},
    {NET_POST,   "/api/recover",   recovery_use,      FOR_ALL},
    {NET_GET,    "/api/passkeys",  passkeys_tell,     FOR_TOKEN},
    {NET_POST,   "/api/passkeys",  passkeys_add,      FOR_TOKEN},
    {NET_POST,   "/api/passkeys/challenge", passkeys_ask, FOR_TOKEN},
    {NET_POST,   "/api/passkeys/", passkeys_rename,   FOR_TOKEN},
    {NET_DELETE, "/api/passkeys/", passkeys_drop,     FOR_TOKEN},
    {NET_POST,   "/api/enter/challenge", passkeys_ask_enter, FOR_ALL},
    {NET_POST,   "/api/enter",     passkeys_enter,    FOR_ALL},
    {NET_POST,   "/api/proof",     recent_prove,      FOR_BANNED},
    {NET_POST,   "/api/proof/challenge", passkeys_ask_prove, FOR_BANNED},
    {NET_GET,    "/api/mail",      mail_tell,         FOR_TOKEN},
    {NET_POST,   "/api/mail",      mail_change,       FOR_TOKEN},
    {NET_DELETE, "/api/mail",      mail_remove,       FOR_BANNED},
    {NET_POST,   "/api/mail/confirm", mail_confirm,   FOR_ALL},
    {NET_POST,   "/api/mail/reset", mail_ask_reset,   FOR_ALL},
    {NET_POST,   "/api/mail/password", mail_reset,    FOR_ALL},
    {NET_POST,   "/api/invitations", invitations_add, FOR_TOKEN},
    {NET_GET,    "/api/people/",   profile_tell,      FOR_ANYBODY},
    {NET_GET,    "/api/season",    season_tell,       FOR_ANYBODY},
    {NET_GET,    "/api/page",      profile_wishes,    FOR_TOKEN},
    {NET_POST,   "/api/page",      profile_wish,      FOR_TOKEN},
    {NET_POST,   "/api/face",      face_choose,       FOR_TOKEN},
    {NET_GET,    "/api/faces",     faces_tell,        FOR_ALL},
    {NET_POST,   "/api/reports",   reports_add,       FOR_TOKEN},
    {NET_POST,   "/api/measures",  measures_at_table, FOR_TOKEN},
    {NET_GET,    "/api/measures/", measures_tell,     FOR_TOKEN},
    {NET_DELETE, "/api/measures/", measures_end,      FOR_TOKEN},
    {NET_GET,    "/api/notices",   notices_tell,      FOR_BANNED},
    {NET_GET,    "/api/bell",      bell_list,         FOR_TOKEN},
    {NET_POST,   "/api/bell/seen", bell_seen,         FOR_TOKEN},
    {NET_GET,    "/api/bell/wishes", bell_wishes,     FOR_TOKEN},
    {NET_POST,   "/api/bell/wishes", bell_set_wishes, FOR_TOKEN},
    {NET_POST,   "/api/bell/stop", bell_stop,         FOR_ALL},
    {NET_POST,   "/api/push",      bell_subscribe,    FOR_TOKEN},
    {NET_DELETE, "/api/push",      bell_unsubscribe,  FOR_TOKEN},
    {NET_GET,    "/api/fair",      fair_tell_terms,   FOR_ALL},
    {NET_GET,    NULL,             NULL,              FOR_ALL},
};
/* clang-format on */

static bool leads_to(const route *to, const char *path) {
    size_t n = strlen(to->path);
    return to->path[n - 1] == '/' ? strncmp(path, to->path, n) == 0 && path[n]
                                  : strcmp(path, to->path) == 0;
}

static const route *route_in(const route *in, net_method method, const char *path) {
    for (; in->path; in++)
        if (in->method == method && leads_to(in, path)) return in;
    return NULL;
}

bool people_request(server *sv, const net_request *r) {
    const route *to = route_in(routes, r->method, r->path);
    if (!to) to = route_in(admin_routes, r->method, r->path);
    if (!to) return false;
    web *w = web_new(sv, r, to->then);
    if (!w) return true;
    w->pardoned = to->who == FOR_BANNED || to->who == FOR_ANYBODY;
    w->anybody = to->who == FOR_ANYBODY;
    w->needs = to->who == FOR_ADMIN       ? PT_ADMIN
               : to->who == FOR_MODERATOR ? PT_MODERATOR
                                          : PT_PLAYER;
    if (to->who == FOR_ALL)
        w->then(w);
    else
        web_as(w);
    return true;
}

static void add_methods(const route *in, const char *path, pt_text *out) {
    static const char *const names[] = {
        [NET_GET] = "GET, HEAD", [NET_POST] = "POST", [NET_DELETE] = "DELETE"};
    for (; in->path; in++)
        if (leads_to(in, path)) pt_put(out, "%s%s", out->used ? ", " : "", names[in->method]);
}

bool people_methods(const char *path, pt_text *out) {
    add_methods(routes, path, out);
    add_methods(admin_routes, path, out);
    return out->used > 0;
}
