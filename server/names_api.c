/* Names by HTTP: a new guest, and another name. */
/* SPDX-License-Identifier: MIT */
#include "server/club.h"
#include "server/node.h"
#include "server/web.h"
#include "server/words.h"
#include "store/people.h"
#include <string.h>

bool name_read(web *w, char out[PT_LABEL], name_fault *fault) {
    const char *name = json_string_value(json_object_get(w->in, "name"));
    *fault = NAME_FORM;
    if (!name || !name_ok(name)) return false;
    name_compose(name, out);
    const people *all = w->server->people;
    *fault = name_fault_of(people_confusables(all), out);
    if ((*fault == NAME_GOOD || *fault == NAME_BOT) &&
        club_says_no(people_club(all), people_confusables(all), out))
        *fault = NAME_WORDS;
    return *fault == NAME_GOOD;
}

void name_refuse(web *w, name_fault fault) {
    web_fail(w, 400, "name", name_fault_words(fault));
}

/* --- a new guest --- */

static void find_free(pt_look *look, void *job) {
    web *w = job;
    w->unread = !name_free_of_accounts(look, w->server->people, w->person.id, w->person.name);
}

/* Somebody who is here may have the name that was free; then the next one is looked for. */
static void free_found(void *job) {
    web *w = job;
    char name[PT_LABEL];
    memcpy(name, w->person.name, sizeof name);
    people_free_name(w->server, w->person.id, w->person.name, GUESTS_HERE);
    if (w->unread)
        web_fail_unread(w);
    else if (strcmp(name, w->person.name) != 0)
        web_read(w, find_free, free_found);
    else
        session_begin(w, true);
}

/* Strangers come by this way only. */
static bool strangers_kept_out(web *w) {
    const club *c = people_club(w->server->people);
    const pt_measure_row *ban = club_holds_address(c, w->peer, wall_ms());
    if (ban)
        web_fail_banned(w, ban);
    else if (!club_takes_guests(c))
        web_fail(w, 403, "closed", sv_say_no_guests());
    else
        return false;
    return true;
}

/* A whole school may come at once from one address; then one every few seconds. A network of
 * several people (docs/fair.md) has more. */
static bool guest_slow_enough(web *w) {
    enum { TOGETHER = 200, TOGETHER_SHARED = 1000, SLOWER = 100 };
    bool shared = club_shares(people_club(w->server->people), w->peer);
    PT_TEXT(who, 80);
    pt_put(&who, "guest %s", w->peer);
    if (limit_take(w->server, who.at, w->server->config.rate / SLOWER,
                   shared ? TOGETHER_SHARED : TOGETHER))
        return true;
    web_fail(w, 429, "too-fast", sv_say_many_guests());
    return false;
}

void people_make_guest(web *w) {
    name_fault fault;
    if (strangers_kept_out(w) || !web_body(w)) return;
    if (!name_read(w, w->person.name, &fault) && fault != NAME_BOT) {
        name_refuse(w, fault);
        return;
    }
    if (!guest_slow_enough(w)) return;
    random_id(w->person.id, 14, 'p');
    w->person.created = wall_ms();
    people_free_name(w->server, w->person.id, w->person.name, GUESTS_HERE);
    web_read(w, find_free, free_found);
}

/* --- another name --- */

/* Sockets that are open act under the new name at once. Somebody else may have come under it
 * while it was written. */
static void renamed(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    if (!w->person.account[0])
        people_free_name(w->server, w->person.id, w->person.name, ALL_HERE);
    if (outcome == PT_WRITTEN) people_renamed(w->server->people, w->person.id, w->person.name);
    if (outcome == PT_WRITTEN && w->person.account[0]) names_give_way(w->server, &w->person);
    for (conn *c = w->server->conns; c && outcome == PT_WRITTEN; c = c->next)
        if (strcmp(c->person, w->person.id) == 0) {
            memcpy(c->name, w->person.name, PT_LABEL);
            c->looks = name_likeness(people_confusables(w->server->people), c->name);
            node_tell_here(w->server, c);
        }
    web_send_written(who, tag, outcome);
}

static void find_owner(pt_look *look, void *job) {
    web *w = job;
    pt_finding found = name_is_taken(look, w->server->people, w->person.name, w->person.id);
    w->unread = found == PT_FAILED;
    w->known = found == PT_FOUND;
}

static void owner_found(void *job) {
    web *w = job;
    pt_batch *b = w->unread || w->known ? NULL : pt_batch_new();
    if (w->unread) {
        web_fail_unread(w);
    } else if (w->known) {
        web_fail(w, 409, "name", sv_say_name_taken());
    } else if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_batch_rename(b, &w->person);
        batch_account_name(w->server, b, &w->person);
        pt_store_commit(w->server->store, b, renamed, w, 0);
    }
}

bool name_refuse_here(web *w, char name[PT_LABEL]) {
    if (!name_is_here(w->server, name, w->person.id, GUESTS_HERE)) return false;
    people_free_name(w->server, w->person.id, name, GUESTS_HERE);
    web_fail(w, 409, "name", sv_say_name_here(name));
    return true;
}

/* An account is entered by its name, so it may not take another's. */
void people_rename(web *w) {
    pt_person_row person = w->person;
    name_fault fault;
    if (!web_body(w)) return;
    if (!name_read(w, person.name, &fault)) {
        name_refuse(w, fault);
        return;
    }
    if (!web_may_say(w, NULL)) return; /* a name is read by all who are here */
    if (name_refuse_here(w, person.name)) return;
    if (person.account[0]) name_fold(person.name, person.account);
    w->person = person;
    web_read(w, find_owner, owner_found);
}
