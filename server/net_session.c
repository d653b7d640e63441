/* Sessions: sockets while they live. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* --- slots: a connection's number leads to its session while it lives --- */

session *net_find(net *n, net_id id) {
    uint32_t slot = (uint32_t)id;
    if (!id || slot >= n->slot_count || !n->slots[slot]) return NULL;
    return n->slots[slot]->id == id ? n->slots[slot] : NULL;
}

session *net_session_new(net *n, struct lws *wsi) {
    uint32_t slot = n->free_hint;
    while (slot < n->slot_count && n->slots[slot]) slot++;
    if (slot == n->slot_count) {
        uint32_t count = n->slot_count ? n->slot_count * 2 : 64;
        session **more = realloc(n->slots, count * sizeof *more);
        if (!more) return NULL;
        memset(more + n->slot_count, 0, (count - n->slot_count) * sizeof *more);
        n->slots = more;
        n->slot_count = count;
    }
    session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    n->free_hint = slot + 1;
    n->slots[slot] = s;
    *s = (session){.id = ++n->births << 32 | slot, .wsi = wsi};
    s->last = &s->first;
    return s;
}

void net_session_free(net *n, session *s) {
    if (!s) return;
    assert(!s->first);
    uint32_t slot = (uint32_t)s->id;
    n->slots[slot] = NULL;
    if (slot < n->free_hint) n->free_hint = slot;
    free(s->rx);
    free(s);
}

void net_set(net *n, net_id id, void *own) {
    session *s = net_find(n, id);
    if (s) s->own = own;
}

void *net_get(net *n, net_id id) {
    session *s = net_find(n, id);
    return s ? s->own : NULL;
}

int net_connections(const net *n) { return n->connections; }

/* --- connections --- */

void net_greeted(net *n, net_id id) {
    session *s = net_find(n, id);
    if (s) s->greeted = true;
}

void net_shut(net *n, net_id id, int code, const char *why) {
    session *s = net_find(n, id);
    if (!s || s->closing) return;
    s->closing = code;
    pt_text text = pt_text_on(s->why, sizeof s->why);
    pt_puts(&text, why);
    lws_callback_on_writable(s->wsi);
}

/* "back in 2300 ms": the page reads the number. Spread, so that they do not all come at once.
 */
void net_farewell(net *n, int spread_ms) {
    assert(spread_ms > 0);
    for (uint32_t i = 0; i < n->slot_count; i++) {
        if (!n->slots[i]) continue;
        PT_TEXT(why, 40);
        pt_put(&why, "back in %d ms", 500 + (int)randombytes_uniform((uint32_t)spread_ms));
        net_shut(n, n->slots[i]->id, LWS_CLOSE_STATUS_GOINGAWAY, why.at);
    }
}
