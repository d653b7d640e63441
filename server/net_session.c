/* Sessions: a connection or a request while it lives, and where it comes from. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- slots: a connection's number leads to its session while it lives --- */

session *net_find(net *n, net_id id) {
    uint32_t slot = (uint32_t)id;
    if (!id || slot >= n->slot_count || !n->slots[slot]) return NULL;
    return n->slots[slot]->id == id ? n->slots[slot] : NULL;
}

session *net_session_new(net *n, struct lws *wsi, bool ws) {
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
    *s = (session){.id = ++n->births << 32 | slot, .wsi = wsi, .ws = ws};
    s->last = &s->first;
    return s;
}

void net_session_free(net *n, session *s) {
    if (!s) return;
    assert(!s->first);
    uint32_t slot = (uint32_t)s->id;
    n->slots[slot] = NULL;
    if (slot < n->free_hint) n->free_hint = slot;
    if (s->body_owned) free(s->answer_body);
    free(s->rx);
    free(s->heads);
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

/* --- where they come from --- */

/* Our own host, one that is allowed, or no browser at all. */
bool net_origin_ok(const net *n, struct lws *wsi) {
    char origin[256] = "", host[200] = "";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0) return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0) return false;
    const char *from = strstr(origin, "://");
    if (from && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
        strcmp(from + 3, host) == 0)
        return true;
    pt_words words = {n->origins ? n->origins : ""};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words))
        if (pt_is(w, origin)) return true;
    return false;
}

/* The address of the other side, as the log and the limits name it. */
void net_peer(const net *n, struct lws *wsi, char *out, size_t size) {
    out[0] = 0;
    if (n->proxy && lws_hdr_copy(wsi, out, (int)size, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
        out[strcspn(out, ", ")] = 0;
        return;
    }
    out[0] = 0;
    lws_get_peer_simple(wsi, out, size);
}
