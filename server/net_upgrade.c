/* From a request to a socket: who may have one, where they come from, and the answer to the
 * handshake. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include "server/sha1.h"
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

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
        return (refusal){426, "the WebSocket version must be 13"};
    if (!http_is(h->method, "GET") || h->chunked || h->length ||
        !key_ok(http_value(h, "sec-websocket-key")))
        return (refusal){400, "this handshake is malformed"};
    if (!http_lists(h, "sec-websocket-protocol", "petteia.1"))
        return (refusal){400, "the subprotocol must be petteia.1"};
    if (!net_origin_ok(n, h)) return (refusal){403, "pages of other origins may not connect"};
    if (n->quiet || n->connections >= n->config.max_connections)
        return (refusal){503, "there are too many sockets"};
    if (!ours && n->config.address_sockets && of->sockets >= n->config.address_sockets)
        return (refusal){429, "there are too many sockets from this address"};
    return (refusal){0, NULL};
}

/* RFC 6455, 4.2.2: shows that the server has read the handshake. */
static void put_accept(pt_text *out, http_span key) {
    PT_TEXT(joined, SHA1_TEXT_MAX + 1);
    uint8_t hash[SHA1_SIZE];
    char text[32];
    pt_putn(&joined, key.at, key.size);
    pt_puts(&joined, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1_of(joined.at, joined.used, hash);
    pt_puts(out, sodium_bin2base64(text, sizeof text, hash, sizeof hash,
                                   sodium_base64_VARIANT_ORIGINAL));
}

static bool answer_handshake(net *n, session *s, const http_head *h) {
    PT_TEXT(out, 300);
    pt_puts(&out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                  "Connection: Upgrade\r\nSec-WebSocket-Protocol: petteia.1\r\n"
                  "Sec-WebSocket-Accept: ");
    put_accept(&out, http_value(h, "sec-websocket-key"));
    pt_puts(&out, "\r\n\r\n");
    return net_send_bytes(n, s, out.at, out.used);
}

/* What follows the head stays in the kernel, for the socket. */
static bool become_socket(net *n, client *c, const http_head *h, address_use *of, size_t size) {
    char peer[ADDRESS_TEXT];
    session *s = net_session_new(n, c->fd, of);
    if (!s) return false;
    memcpy(peer, c->peer, sizeof peer);
    if (!net_client_take(c, size) || !answer_handshake(n, s, h)) net_session_break(n, s);
    c->fd = -1;
    net_client_close(n, c);
    n->events.opened(n->who, s->id, peer);
    return true;
}

bool net_upgrade(net *n, client *c, const http_head *h, const address *from, size_t size) {
    if (h->path.size != 3 || memcmp(h->path.at, "/ws", 3) != 0) return false;
    bool ours = address_listed(&n->proxies, from);
    address_use *of = address_use_of(&n->uses, from);
    refusal no = of ? wrong_with(n, h, of, ours) : (refusal){503, "not enough memory"};
    if (!no.status && become_socket(n, c, h, of, size)) return true;
    if (no.status == 403) n->counts.foreign++;
    if (no.status == 503 || no.status == 429) n->counts.crowded++;
    address_use_done(&n->uses, of);
    net_refuse(n, c, no.status ? no.status : 503, no.words ? no.words : "not enough memory");
    return true;
}
