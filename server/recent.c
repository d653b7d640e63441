/* A session proves again whose it is, by password or passkey (recent_proof in web.c asks). */
/* SPDX-License-Identifier: MIT */
#include "server/password.h"
#include "server/words.h"
#include <string.h>

static void password_judged(server *sv, void *job) {
    web *w = job;
    pt_batch *b = w->judged ? pt_batch_new() : NULL;
    if (!w->judged) {
        web_fail(w, 403, "password", sv_say_wrong_password());
    } else if (!b) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        pt_batch_secret(b, &w->person, w->person.secret); /* still the one that was judged */
        pt_batch_proved(b, w->token, wall_ms());
        pt_store_commit(sv->store, b, web_proved, w, 0);
    }
}

void recent_prove(web *w) {
    if (!password_slow_enough(w) || !web_body(w)) return;
    if (!w->person.account[0])
        web_fail(w, 409, "account", sv_say_not_account());
    else if (json_object_get(w->in, "id"))
        passkeys_prove(w);
    else if (password_take(w) && password_may_guess(w))
        password_in_turn(w, password_judge, password_judged);
}
