/* HTTP requests and answers: what a head says to the rest of the server, and what goes back. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <stdlib.h>
#include <time.h>

/* A page may run and load only what this server gives. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src "
    "'self' "
    "data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* --- requests --- */

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
        net_http_refuse(n, c, status,
                        status == 403 ? "pages of other origins may not ask"
                                      : "bodies are limited to 64 KiB");
        return;
    }
    c->heads = calloc(1, sizeof *c->heads);
    if (!c->heads || !copy_target(h, c->heads)) {
        net_http_refuse(n, c, c->heads ? 404 : 503, "there is nothing here");
        return;
    }
    copy_heads(h, c->heads);
    c->keep = h->keep;
    c->head_only = http_is(h->method, "HEAD");
    net_client_state(n, c, CLIENT_BODY);
    if (h->expects && !c->heads->body.whole && !say_continue(c)) c->ended = true;
}

void net_http_head(net *n, client *c, const char *bytes, size_t size) {
    static http_head h; /* of the loop's thread: it is big */
    int wrong = http_head_read(bytes, size, &h);
    if (wrong) {
        net_http_refuse(n, c, wrong, "this is not a request of HTTP/1.1");
        return;
    }
    address from;
    net_peer(n, c, &h, &from);
    address group = address_group(&from);
    address_write(&group, c->peer);
    if (!net_upgrade(n, c, &h, &from)) take_request(n, c, &h);
}

void net_http_hand_over(net *n, client *c) {
    const heads *h = c->heads;
    net_request r = {.id = c->id,
                     .method = h->method,
                     .path = h->path,
                     .query = h->query,
                     .bearer = h->bearer,
                     .etag = h->etag,
                     .peer = c->peer,
                     .languages = h->languages,
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

/* --- answers --- */

static const char *reason_of(int status) {
    static const struct {
        int status;
        const char *words;
    } reasons[] = {{200, "OK"},
                   {201, "Created"},
                   {204, "No Content"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {417, "Expectation Failed"},
                   {426, "Upgrade Required"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {501, "Not Implemented"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status) return reasons[i].words;
    return "";
}

static void put_date(pt_text *out) {
    char date[40];
    struct tm day;
    time_t now = time(NULL);
    gmtime_r(&now, &day);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &day);
    pt_put(out, "Date: %s\r\n", date);
}

/* RFC 9110, 8.6: an answer to HEAD says how long the body would be; 204 and 304 say nothing. */
static void put_length(pt_text *out, const net_answer *a) {
    if (a->status != 204 && a->status != 304) pt_put(out, "Content-Length: %zu\r\n", a->size);
}

static void put_head(pt_text *out, const client *c, const net_answer *a) {
    pt_put(out, "HTTP/1.1 %d %s\r\n", a->status, reason_of(a->status));
    put_date(out);
    pt_put(out, "Server: petteia\r\nContent-Type: %s\r\n", a->type);
    put_length(out, a);
    pt_put(out, "Content-Security-Policy: %s\r\n", policy);
    pt_puts(out, "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                 "Cross-Origin-Opener-Policy: same-origin\r\n");
    if (a->max_age)
        pt_put(out, "Cache-Control: public, max-age=%d, immutable\r\n", a->max_age);
    else
        pt_puts(out, "Cache-Control: no-cache\r\n");
    if (a->etag) pt_put(out, "ETag: %s\r\nVary: Accept-Encoding\r\n", a->etag);
    if (a->encoding) pt_put(out, "Content-Encoding: %s\r\n", a->encoding);
    if (a->attach) pt_puts(out, "Content-Disposition: attachment\r\n");
    if (a->allow) pt_put(out, "Allow: %s\r\n", a->allow);
    if (a->retry_after) pt_put(out, "Retry-After: %d\r\n", a->retry_after);
    if (a->status == 426)
        pt_puts(out, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nConnection: "
                     "upgrade, close\r\n");
    else
        pt_put(out, "Connection: %s\r\n", c->keep ? "keep-alive" : "close");
    pt_puts(out, "\r\n");
    assert(!out->cut);
}

static void write_out(net *n, client *c, const net_answer *a) {
    PT_TEXT(head, 2048);
    size_t body = c->head_only || a->status == 304 ? 0 : a->size,
           copied = a->lasting ? 0 : body;
    if (n->quiet || a->status == 426) c->keep = false;
    put_head(&head, c, a);
    c->out = malloc(head.used + copied + 1);
    if (c->out) {
        memcpy(c->out, head.at, head.used);
        if (copied) memcpy(c->out + head.used, a->body, copied);
        c->out_size = head.used + copied;
        c->lasting = a->lasting ? a->body : NULL;
        c->lasting_size = a->lasting ? body : 0;
    } else {
        c->keep = false; /* without memory it hears nothing */
    }
    net_client_state(n, c, CLIENT_WRITE);
}

void net_reply(net *n, net_id request, const net_answer *a) {
    client *c = net_client_find(n, request);
    if (!c || c->state != CLIENT_ANSWER) return;
    write_out(n, c, a);
    if (!c->busy) net_client_ready(n, c);
}

void net_http_refuse(net *n, client *c, int status, const char *words) {
    PT_TEXT(body, 200);
    net_answer a = {.status = status, .type = "application/json"};
    pt_put(&body, "{\"code\":\"%s\",\"words\":\"%s\"}",
           status == 503 || status == 429 ? "busy" : "malformed", words);
    a.body = body.at;
    a.size = body.used;
    a.retry_after = status == 503 || status == 429 ? 5 : 0;
    if (status != 503 && status != 429 && status != 408) n->counts.refused++;
    c->keep = false;
    free(c->out);
    write_out(n, c, &a);
}
