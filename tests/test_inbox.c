/* What waits at a table of the server. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <criterion/criterion.h>
#include <stdlib.h>

/* A table gets the time back that the server was down before those who came while it was being
 * read are heard. */
Test(inbox, what_comes_first_is_before_those_who_wait) {
    server *sv = calloc(1, sizeof *sv);
    sv->ready_last = &sv->ready;
    hosted *h = tables_add(sv, "twait");
    const request watch = {.kind = PT_ASK_PRESENCE, .seat = -1};
    const request credit = {.kind = PT_ASK_CREDIT, .seat = -1, .at = 5};
    h->loading = true;
    cr_assert(hosted_post(h, &watch) && hosted_post_first(h, &credit) &&
              hosted_post(h, &watch));
    cr_assert_null(hosted_next(h), "they wait until it is read");
    h->loading = false;
    const int order[] = {PT_ASK_CREDIT, PT_ASK_PRESENCE, PT_ASK_PRESENCE};
    for (int i = 0; i < 3; i++) {
        request *r = hosted_next(h);
        cr_assert(r && r->kind == order[i]);
        request_done(sv, r);
    }
    cr_assert(!hosted_next(h) && hosted_post_first(h, &credit) && hosted_post(h, &watch));
    cr_assert_eq(h->inbox_count, 2);
    tables_drop(h);
    tables_free(sv);
    free(sv);
}
