/* A guest becomes an account and keeps id, history and seats. */
/* SPDX-License-Identifier: MIT */
#include "server/web.h"
#include "server/words.h"
#include <string.h>

/* A token that somebody else may have had before is worth nothing afterwards. */
static void account_made(void *who, uint64_t tag, pt_outcome outcome) {
    web *w = who;
    (void)tag;
    if (outcome == PT_CLASHES) {
        web_fail(w, 409, "name", sv_say_name_taken());
    } else if (outcome != PT_WRITTEN) {
        web_fail_unwritten(w, outcome);
    } else {
        sessions_end(w->server, w->person.id, NULL, true);
        names_give_way(w->server, &w->person);
        web_send_person(w, 200, w->new_token);
    }
}

void account_make(web *w, pt_batch *b) {
    memcpy(w->person.secret, w->secret, sizeof w->person.secret);
    pt_batch_make_account(b, &w->person);
    batch_account_name(w->server, b, &w->person);
    pt_batch_drop_sessions(b, w->person.id, NULL);
    session_add(w, b);
    pt_store_commit(w->server->store, b, account_made, w, 0);
}
