/* What goes back to those who asked. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <stdlib.h>
#include <time.h>

/* A page may run and load only what this server gives. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src "
    "'self' "
    "data: blob:; font-src 'self'; connect-src 'self' blob:; manifest-src 'self'; worker-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

void net_refuse(net *n, client *c, int status, const char *words) {
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
