/* HTTP requests and answers on libwebsockets. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <stdlib.h>
#include <string.h>

/* A page may run and load only what this server gives. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src "
    "'self' "
    "data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static void copy_header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t size) {
    if (lws_hdr_total_length(wsi, token) >= (int)size ||
        lws_hdr_copy(wsi, out, (int)size, token) < 0)
        out[0] = 0;
}

/* The parts of the query as they were, with & between them. */
static void copy_query(struct lws *wsi, char *out, size_t size) {
    char piece[256];
    pt_text t = pt_text_on(out, size);
    for (int i = 0;
         lws_hdr_copy_fragment(wsi, piece, sizeof piece, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++)
        pt_put(&t, "%s%s", i ? "&" : "", piece);
}

static heads *read_heads(net *n, struct lws *wsi, const char *path) {
    heads *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    char *uri = NULL, text[160];
    int length = 0;
    switch (lws_http_get_uri_and_method(wsi, &uri, &length)) {
    case LWSHUMETH_GET:
    case LWSHUMETH_HEAD: h->method = NET_GET; break;
    case LWSHUMETH_POST: h->method = NET_POST; break;
    case LWSHUMETH_DELETE: h->method = NET_DELETE; break;
    default: h->method = NET_OTHER;
    }
    pt_text p = pt_text_on(h->path, sizeof h->path);
    pt_puts(&p, path);
    if (p.cut) h->path[0] = 0; /* no path of ours is so long */
    copy_query(wsi, h->query, sizeof h->query);
    copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    if (strncmp(text, "Bearer ", 7) == 0) {
        pt_text b = pt_text_on(h->bearer, sizeof h->bearer);
        pt_puts(&b, text + 7);
    }
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, h->etag, sizeof h->etag);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, h->languages, sizeof h->languages);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, text, sizeof text);
    h->gzip = strstr(text, "gzip") != NULL;
    h->brotli = strstr(text, "br") != NULL;
    net_peer(n, wsi, h->peer, sizeof h->peer);
    return h;
}

static void hand_over(net *n, session *s) {
    const heads *h = s->heads;
    net_request r = {.id = s->id,
                     .method = h->method,
                     .path = h->path,
                     .query = h->query,
                     .bearer = h->bearer,
                     .etag = h->etag,
                     .peer = h->peer,
                     .languages = h->languages,
                     .gzip = h->gzip,
                     .brotli = h->brotli,
                     .body = s->rx ? s->rx : "",
                     .body_size = s->rx_size};
    n->events.request(n->who, &r);
}

static int refuse(struct lws *wsi, unsigned status) {
    if (lws_return_http_status(wsi, status, NULL) < 0) return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int begin(net *n, struct lws *wsi, session **at, const char *path) {
    char length[24] = "";
    if (!at) return -1;
    net_session_free(n, *at);
    *at = NULL;
    if (!net_origin_ok(n, wsi)) {
        n->bad_origins++;
        return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    }
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (strtoul(length, NULL, 10) > NET_BODY_MAX)
        return refuse(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE);
    session *s = *at = net_session_new(n, wsi, false);
    if (!s || !(s->heads = read_heads(n, wsi, path))) return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, 30);
    if (s->heads->method == NET_POST && strtoul(length, NULL, 10) > 0) return 0;
    hand_over(n, s);
    return 0;
}

static int take_body(session *s, const char *in, size_t size) {
    if (!s || s->rx_size + size > NET_BODY_MAX) return -1;
    char *more = realloc(s->rx, s->rx_size + size + 1);
    if (!more) return -1;
    s->rx = more;
    memcpy(s->rx + s->rx_size, in, size);
    s->rx_size += size;
    return 0;
}

static int done(net *n, struct lws *wsi, session **at) {
    net_session_free(n, *at);
    *at = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* A part of the body, as much as goes in one piece. */
static int write_body(net *n, struct lws *wsi, session **at) {
    enum { PIECE = 16384 };
    static unsigned char piece[LWS_PRE + PIECE]; /* of the loop's thread, emptied at once */
    session *s = *at;
    size_t rest = s->answer_size - s->answer_sent;
    size_t take = rest < PIECE ? rest : PIECE;
    if (!rest) return done(n, wsi, at);
    memcpy(piece + LWS_PRE, s->answer_body + s->answer_sent, take);
    s->answer_sent += take;
    bool last = s->answer_sent == s->answer_size;
    if (lws_write(wsi, piece + LWS_PRE, take, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    if (last) return done(n, wsi, at);
    lws_callback_on_writable(wsi);
    return 0;
}

typedef struct header_writer {
    struct lws *wsi;
    unsigned char *p, *end;
    int wrong;
} header_writer;

static void add(header_writer *w, const char *name, const char *value) {
    w->wrong |= lws_add_http_header_by_name(w->wsi, (const unsigned char *)name,
                                            (const unsigned char *)value, (int)strlen(value),
                                            &w->p, w->end);
}

void net_reply(net *n, net_id request, const net_answer *a) {
    session *s = net_find(n, request);
    if (!s || s->ws || s->answered) return;
    unsigned char memory[LWS_PRE + 2048], *start = memory + LWS_PRE;
    header_writer w = {s->wsi, start, memory + sizeof memory - 1, 0};
    PT_TEXT(age, 64);
    s->answered = true;
    w.wrong = lws_add_http_header_status(s->wsi, (unsigned)a->status, &w.p, w.end);
    add(&w, "content-type:", a->type);
    add(&w, "content-security-policy:", policy);
    add(&w, "x-content-type-options:", "nosniff");
    add(&w, "referrer-policy:", "no-referrer");
    add(&w, "cross-origin-opener-policy:", "same-origin");
    pt_put(&age, a->max_age ? "public, max-age=%d, immutable" : "no-cache", a->max_age);
    add(&w, "cache-control:", age.at);
    if (a->etag) add(&w, "etag:", a->etag);
    if (a->encoding) add(&w, "content-encoding:", a->encoding);
    if (a->etag) add(&w, "vary:", "accept-encoding");
    if (a->attach) add(&w, "content-disposition:", "attachment");
    w.wrong |= lws_add_http_header_content_length(s->wsi, a->size, &w.p, w.end);
    if (!w.wrong && !lws_finalize_write_http_header(s->wsi, start, &w.p, w.end)) {
        s->answer_size = a->size;
        s->body_owned = !a->lasting;
        s->answer_body = a->lasting ? (char *)(uintptr_t)a->body : malloc(a->size + 1);
        if (s->answer_body && !a->lasting) memcpy(s->answer_body, a->body, a->size);
        s->headers_sent = s->answer_body != NULL;
    }
    lws_callback_on_writable(s->wsi);
}

int net_http(net *n, struct lws *wsi, int reason, session **at, void *in, size_t size) {
    session *s = at ? *at : NULL;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return begin(n, wsi, at, in);
    case LWS_CALLBACK_HTTP_BODY: return take_body(s, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (s && !s->answered) hand_over(n, s);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        if (!s || !s->answered) return 0;
        return s->headers_sent ? write_body(n, wsi, at) : -1;
    default: /* dropped, or closed */
        if (!s || s->ws) return 0;
        net_session_free(n, s);
        *at = NULL;
        return 0;
    }
}
