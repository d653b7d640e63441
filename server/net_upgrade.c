/* From a request to a socket: who may have one, and where they come from. The handshake is
 * checked here, and only a good one reaches libwebsockets, which reads it again from the
 * kernel. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <stdlib.h>
#include <sys/epoll.h>

/* --- where they come from --- */

static bool is_same(http_span s, const char *text, size_t n) {
    return s.size == n && memcmp(s.at, text, n) == 0;
}

/* True for "https://HOST". */
static bool is_on_host(http_span origin, http_span host) {
    for (size_t i = 0; i + 3 <= origin.size; i++)
        if (memcmp(origin.at + i, "://", 3) == 0)
            return is_same(host, origin.at + i + 3, origin.size - i - 3);
    return false;
}

/* Our own host, one that is allowed, or no browser at all. */
bool net_origin_ok(const net *n, const http_head *h) {
    const http_field *f = http_find(h, "origin", NULL);
    if (!f || is_on_host(f->value, h->host)) return true;
    pt_words words = {n->config.origins ? n->config.origins : ""};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words))
        if (is_same(f->value, w.at, w.length)) return true;
    return false;
}

/* Takes the last entry off a list with commas. */
static http_span last_entry(http_span *list) {
    size_t at = list->size;
    while (at && list->at[at - 1] != ',') at--;
    http_span entry = {list->at + at, list->size - at};
    list->size = at ? at - 1 : 0;
    while (entry.size && (entry.at[0] == ' ' || entry.at[0] == '\t')) entry.at++, entry.size--;
    while (entry.size && (entry.at[entry.size - 1] == ' ' || entry.at[entry.size - 1] == '\t'))
        entry.size--;
    return entry;
}

/* Each proxy adds the address it was asked from at the end. What one of ours has added is true;
 * what stands before the first address that is not ours could be anything. */
void net_peer(const net *n, const client *c, const http_head *h, address *out) {
    *out = c->from;
    for (int i = h->field_count - 1; i >= 0 && address_listed(&n->proxies, out); i--) {
        if (!http_is(h->fields[i].name, "x-forwarded-for")) continue;
        http_span list = h->fields[i].value;
        while (list.size && address_listed(&n->proxies, out)) {
            http_span entry = last_entry(&list);
            address hop;
            if (!address_read(entry.at, entry.size, &hop)) return;
            *out = hop;
        }
    }
}

/* --- sockets --- */

/* RFC 6455, 4.1: sixteen bytes in base64. */
static bool key_ok(http_span key) {
    if (key.size != 24 || key.at[22] != '=' || key.at[23] != '=') return false;
    for (int i = 0; i < 22; i++) {
        char c = key.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '+' || c == '/'))
            return false;
    }
    return true;
}

typedef struct refusal {
    int status;
    const char *words;
} refusal;

static refusal wrong_with(const net *n, const http_head *h, const address_use *of, bool ours) {
    if (!h->upgrade || !http_is(http_value(h, "upgrade"), "websocket") ||
        !http_is(http_value(h, "sec-websocket-version"), "13"))
        return (refusal){426, "this is a WebSocket of version 13"};
    if (!http_is(h->method, "GET") || h->chunked || h->length ||
        !key_ok(http_value(h, "sec-websocket-key")))
        return (refusal){400, "this handshake is not in order"};
    if (!http_lists(h, "sec-websocket-protocol", "petteia.1"))
        return (refusal){400, "the subprotocol is petteia.1"};
    if (!net_origin_ok(n, h)) return (refusal){403, "pages of other origins may not connect"};
    if (n->quiet || n->connections + n->handshakes >= n->config.max_connections)
        return (refusal){503, "there are too many sockets"};
    if (!ours && n->config.address_sockets && of->sockets >= n->config.address_sockets)
        return (refusal){429, "there are too many sockets from this address"};
    return (refusal){0, NULL};
}

static visitor *visitor_new(net *n, address_use *of, const client *c) {
    visitor *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->use = of;
    memcpy(v->peer, c->peer, sizeof v->peer);
    of->sockets++;
    n->handshakes++;
    return v;
}

void net_visitor_done(net *n, visitor *v) {
    if (!v) return;
    if (n->arriving == v) n->arriving = NULL;
    if (!v->open) n->handshakes--;
    v->use->sockets--;
    address_use_done(&n->uses, v->use);
    free(v);
}

/* libwebsockets closes the descriptor, whatever happens. */
static void give_away(net *n, client *c, visitor *v) {
    lws_adopt_desc_t what = {.vh = n->vhost,
                             .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP,
                             .fd = {.sockfd = c->fd},
                             .opaque = v};
    epoll_ctl(n->epoll, EPOLL_CTL_DEL, c->fd, NULL);
    c->fd = -1;
    net_client_close(n, c);
    n->arriving = v;
    if (!lws_adopt_descriptor_vhost_via_info(&what)) net_visitor_done(n, n->arriving);
    n->arriving = NULL;
}

bool net_upgrade(net *n, client *c, const http_head *h, const address *from) {
    if (h->path.size != 3 || memcmp(h->path.at, "/ws", 3) != 0) return false;
    bool ours = address_listed(&n->proxies, from);
    address_use *of = address_use_of(&n->uses, from);
    refusal no = of ? wrong_with(n, h, of, ours) : (refusal){503, "there is no memory"};
    visitor *v = no.status ? NULL : visitor_new(n, of, c);
    if (v) {
        give_away(n, c, v);
        return true;
    }
    if (no.status == 403) n->counts.foreign++;
    if (no.status == 503 || no.status == 429) n->counts.crowded++;
    address_use_done(&n->uses, of);
    net_refuse(n, c, no.status ? no.status : 503, no.words ? no.words : "there is no memory");
    return true;
}
