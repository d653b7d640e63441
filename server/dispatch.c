/* Gives the requests that wait in a table's inbox to the table, one after the other. This is
 * the only place that does. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include "server/words.h"
#include <assert.h>
#include <string.h>

/* A table that could not be loaded is neither shown nor played at. What the server itself
 * wanted of it is wanted again later. */
static void refuse_unread(hosted *h, const request *r) {
    bool damaged = strcmp(h->unread, "damaged") == 0;
    if (r->from.id)
        reply_refused(h->server, &r->from, h->unread,
                      damaged ? sv_say_damaged() : sv_say_cannot_read());
    else if (!damaged)
        upkeep_wake_later(h->server, h->table.core.id, now_ms());
}

/* Stops after a request with events: the table is then busy until these are written. */
static void take_requests(hosted *h) {
    for (request *r; h->unread && (r = hosted_next(h)); request_done(h->server, r))
        refuse_unread(h, r);
    for (request *r; (r = hosted_next(h));) {
        h->used = now_ms();
        request_take(h, r, h->used);
        request_done(h->server, r);
    }
}

void dispatch_requests(server *sv) {
    if (sv->stopping) return; /* the store takes nothing any more */
    for (hosted *h; (h = tables_next_ready(sv));) {
        if (h->loading) continue; /* a lease is being taken */
        take_requests(h);
        if (h->busy || h->gone || h->loading) continue;
        if (h->table.game && !h->unread)
            upkeep(h, now_ms());
        else
            tables_drop(h); /* there is no such table, or it cannot be read */
    }
}
