/* HTTP requests: what a head says to the rest of the server. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <stdlib.h>

static const struct {
    const char *word;
    net_method method;
} methods[] = {{"GET", NET_GET}, {"HEAD", NET_GET}, {"POST", NET_POST}, {"DELETE", NET_DELETE}};

static net_method method_of(http_span word) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (word.size == strlen(methods[i].word) &&
            memcmp(word.at, methods[i].word, word.size) == 0)
            return methods[i].method;
    return NET_OTHER;
}

/* All fields of this name as one list; "" if it is too long for us. */
static void copy_list(const http_head *h, const char *name, char *out, size_t size) {
    pt_text t = pt_text_on(out, size);
    for (const http_field *f = NULL; (f = http_find(h, name, f));) {
        if (t.used) pt_puts(&t, ", ");
        pt_putn(&t, f->value.at, f->value.size);
    }
    if (t.cut) out[0] = 0;
}

static bool contains(http_span list, const char *word) {
    char text[160];
    pt_text t = pt_text_on(text, sizeof text);
    pt_putn(&t, list.at, list.size);
    return strstr(text, word) != NULL;
}

static bool copy_target(const http_head *h, heads *out) {
    pt_text query = pt_text_on(out->query, sizeof out->query);
    pt_putn(&query, h->query.at, h->query.size);
    return http_decode(h->path, out->path, sizeof out->path) && !query.cut;
}

static void copy_heads(const http_head *h, heads *out) {
    http_span who = http_value(h, "authorization");
    out->method = method_of(h->method);
    if (who.size > 7 && http_is((http_span){who.at, 7}, "bearer ")) {
        pt_text bearer = pt_text_on(out->bearer, sizeof out->bearer);
        pt_putn(&bearer, who.at + 7, who.size - 7);
    }
    copy_list(h, "if-none-match", out->etag, sizeof out->etag);
    copy_list(h, "accept-language", out->languages, sizeof out->languages);
    http_span agent = http_value(h, "user-agent");
    pt_text text = pt_text_on(out->agent, sizeof out->agent);
    pt_putn(&text, agent.at, agent.size);
    text = pt_text_on(out->host, sizeof out->host);
    if (h->host.at) pt_putn(&text, h->host.at, h->host.size); /* HTTP/1.0 may have none */
    out->gzip = contains(http_value(h, "accept-encoding"), "gzip");
    out->brotli = contains(http_value(h, "accept-encoding"), "br");
    out->body = http_body_of(h);
}

/* RFC 9110, 10.1.1: the other side waits for this before it sends its body. */
static bool say_continue(const client *c) {
    static const char words[] = "HTTP/1.1 100 Continue\r\n\r\n";
    size_t n = sizeof words - 1;
    return send(c->fd, words, n, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n;
}

static int wrong_with(const net *n, const http_head *h) {
    if (!net_origin_ok(n, h)) return 403;
    if (h->length > NET_BODY_MAX) return 413;
    return 0;
}

static void take_request(net *n, client *c, const http_head *h) {
    int status = wrong_with(n, h);
    if (status == 403) n->counts.foreign++;
    if (status) {
        net_refuse(n, c, status,
                   status == 403 ? "pages of other origins may not send requests"
                                 : "bodies are limited to 64 KiB");
        return;
    }
    c->heads = calloc(1, sizeof *c->heads);
    if (!c->heads || !copy_target(h, c->heads)) {
        net_refuse(n, c, c->heads ? 404 : 503, "there is nothing here");
        return;
    }
    copy_heads(h, c->heads);
    c->keep = h->keep;
    c->head_only = http_is(h->method, "HEAD");
    net_client_state(n, c, CLIENT_BODY);
    if (h->expects && !c->heads->body.whole && !say_continue(c)) c->ended = true;
}

void net_request_head(net *n, client *c, const char *bytes, size_t size) {
    static http_head h; /* of the loop's thread: it is big */
    int wrong = http_head_read(bytes, size, &h);
    if (wrong) {
        net_refuse(n, c, wrong, "this is not an HTTP/1.1 request");
        return;
    }
    address from;
    net_peer(n, c, &h, &from);
    address group = address_group(&from);
    address_write(&group, c->peer);
    if (!net_upgrade(n, c, &h, &from, size)) take_request(n, c, &h);
}

void net_request_hand_over(net *n, client *c) {
    const heads *h = c->heads;
    net_request r = {.id = c->id,
                     .method = h->method,
                     .path = h->path,
                     .query = h->query,
                     .bearer = h->bearer,
                     .etag = h->etag,
                     .peer = c->peer,
                     .languages = h->languages,
                     .agent = h->agent,
                     .host = h->host,
                     .gzip = h->gzip,
                     .brotli = h->brotli,
                     .body = c->body ? c->body : "",
                     .body_size = c->body_size};
    if (c->body) c->body[c->body_size] = 0;
    net_client_state(n, c, CLIENT_ANSWER);
    c->busy = true;
    n->events.request(n->who, &r);
    c->busy = false;
}
