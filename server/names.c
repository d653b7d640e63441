/* What people are called: which names are free, and what is wrong with one. A guest may not
 * have the name of an account, nor one that looks like it. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/people.h"
#include "server/words.h"
#include "store/people.h"
#include <string.h>
#include <time.h>

/* --- who is here --- */

static likeness looks_of(const server *sv, const char *name) {
    return name_likeness(people_confusables(sv->people), name);
}

/* No two people who are here at the same time have names that look alike. */
bool name_is_here(const server *sv, const char *name, const char *person, who_is_here who) {
    likeness its = looks_of(sv, name);
    for (const conn *c = sv->conns; c; c = c->next)
        if (c->person[0] && looks_alike(c->looks, its) && !(who == GUESTS_HERE && c->account) &&
            strcmp(c->person, person) != 0)
            return true;
    return node_name_is_far(sv, its.written, person, who) ||
           node_name_is_far(sv, its.small, person, who);
}

/* Somebody may have taken all numbers of a name on purpose: then it is letters by chance. */
enum { NUMBERS = 100, TRIES = NUMBERS + 10 };
static void another_name(const char *wanted, int n, char name[PT_LABEL]) {
    if (n < NUMBERS)
        pt_name_another(wanted, n, name);
    else
        random_id(name, 9, 'g');
}

void people_free_name(const server *sv, const char *person, char name[PT_LABEL],
                      who_is_here who) {
    char wanted[PT_LABEL];
    memcpy(wanted, name, PT_LABEL);
    for (int n = 2; n < TRIES && name_is_here(sv, name, person, who); n++)
        another_name(wanted, n, name);
}

static void call_another_name(server *sv, conn *c) {
    another_name(c->name, 2, c->name);
    people_free_name(sv, c->person, c->name, ALL_HERE);
    c->looks = looks_of(sv, c->name);
    node_tell_here(sv, c);
}

void names_give_way(server *sv, const pt_person_row *account) {
    likeness its = looks_of(sv, account->name);
    people_void_guests(sv->people, its);
    for (conn *c = sv->conns; c; c = c->next) {
        bool guest = c->person[0] && !c->account && strcmp(c->person, account->id) != 0;
        if (guest && looks_alike(c->looks, its)) call_another_name(sv, c);
    }
}

void names_give_way_to(server *sv, const char *person, uint64_t written, bool account) {
    likeness its = {written, written};
    for (conn *c = sv->conns; c; c = c->next)
        if (c->person[0] && !c->account && looks_alike(c->looks, its) &&
            (account ? strcmp(person, c->person) != 0 : strcmp(person, c->person) < 0))
            call_another_name(sv, c);
}

/* --- names of accounts, in the reading thread --- */

static pt_finding name_owner_but(pt_look *look, const people *p, const char *name,
                                 const char *but, char owner[PT_ID]) {
    const skeletons s = name_skeletons(people_confusables(p), name);
    return pt_find_account_name(look, s.written, s.small, but, owner);
}

pt_finding name_owner(pt_look *look, const people *p, const char *name, char owner[PT_ID]) {
    return name_owner_but(look, p, name, "", owner);
}

pt_finding name_is_taken(pt_look *look, const people *p, const char *name, const char *person) {
    char owner[PT_ID];
    if (name_fault_of(people_confusables(p), name) == NAME_BOT) return PT_FOUND;
    return name_owner_but(look, p, name, person, owner);
}

bool name_free_of_accounts(pt_look *look, const people *p, const char *person,
                           char name[PT_LABEL]) {
    char wanted[PT_LABEL];
    pt_finding taken = PT_FOUND;
    memcpy(wanted, name, PT_LABEL);
    for (int n = 2; n < TRIES; n++) {
        taken = name_is_taken(look, p, name, person);
        if (taken != PT_FOUND) break;
        another_name(wanted, n, name);
    }
    return taken == PT_ABSENT;
}

/* --- a name that somebody sends --- */

pt_said name_fault_words(name_fault fault) {
    switch (fault) {
    case NAME_HIDDEN: return sv_say_name_hidden();
    case NAME_MIXED: return sv_say_name_mixed();
    case NAME_FANCY: return sv_say_name_fancy();
    case NAME_HOST: return sv_say_name_host();
    case NAME_WORDS: return sv_say_name_words();
    case NAME_BOT: return sv_say_name_bot();
    case NAME_GOOD:
    case NAME_FORM: break;
    }
    return sv_say_name_form(NAME_WITHOUT);
}

bool conn_name_ok(server *sv, const asker *from, const char *name) {
    name_fault fault = name_fault_of(people_confusables(sv->people), name);
    if (fault == NAME_GOOD || fault == NAME_BOT) return true;
    reply_refused(sv, from, "name", name_fault_words(fault));
    return false;
}

/* --- names of accounts are kept with what they look like --- */

void batch_account_name(const server *sv, pt_batch *b, const pt_person_row *person) {
    if (!person->account[0]) return;
    const skeletons s = name_skeletons(people_confusables(sv->people), person->name);
    pt_batch_account_name(b, person->id, s.written, s.small);
}

typedef struct adopting {
    const people *people;
    pt_batch *more;
} adopting;

static void adopt_one(void *who, const char *person, const char *name) {
    const adopting *a = who;
    const skeletons s = name_skeletons(people_confusables(a->people), name);
    pt_batch_old_name(a->more, person, s.written, s.small);
}

static bool adopt_all(pt_look *look, const void *job, pt_batch *more) {
    adopting a = {*(const people *const *)job, more};
    return pt_each_unnamed(look, adopt_one, &a) >= 0;
}

static void adopted(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag;
    *(int *)who = outcome == PT_WRITTEN ? 1 : -1;
}

bool names_adopt(server *sv) {
    int done = 0;
    pt_batch *b = pt_batch_new();
    if (!b) return false;
    pt_batch_work(b, adopt_all, &sv->people, sizeof sv->people);
    pt_store_commit(sv->store, b, adopted, &done, 0);
    while (!done) { /* only at the start, before there is a loop */
        pt_store_poll(sv->store);
        if (!done) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return done > 0;
}
