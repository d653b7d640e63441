/* What the files of the network share: net.c (connections, the loop), net_out.c (messages to
 * clients) and net_http.c (requests and answers). Nobody else includes this. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/net.h"
#include <libwebsockets.h>
#include <stdatomic.h>

/* A message with the head of its frame in front of it: `head` bytes before LWS_PRE. */
struct net_note {
    int refs;
    unsigned head;
    size_t size;
    struct net_note *next; /* of those that are spare */
    unsigned char bytes[];
};

typedef struct waiting {
    net_note *note;
    struct waiting *next;
} waiting;

/* What a request said, kept until its body is there. */
typedef struct heads {
    net_method method;
    char path[512], query[512], bearer[128], etag[80], peer[64], languages[160];
    bool gzip, brotli;
} heads;

/* A WebSocket connection, or one HTTP request until its answer is written. */
typedef struct session {
    net_id id;
    struct lws *wsi;
    void *own;
    bool ws, greeted, overflowed;
    bool asked;  /* the loop will say when it can be written to */
    bool fresh;  /* it is in the list of sessions with something new in their queues */
    int closing; /* a close code */
    waiting *first, **last;
    unsigned queued;
    size_t queued_bytes;
    size_t sure; /* bytes that surely fit into its socket's buffer */
    char *rx;    /* pieces of a message or a body */
    size_t rx_size;
    heads *heads;
    char *answer_body;
    size_t answer_size, answer_sent;
    bool body_owned, answered, headers_sent;
    char why[40];
} session;

struct net {
    struct lws_context *context;
    net_events events;
    void *who;
    const char *origins;
    bool proxy, stop, stopping;
    int connections, max_connections;
    session **slots;
    uint32_t slot_count, free_hint;
    uint64_t births;
    net_note *spare;
    uint32_t spare_count;
    net_id *fresh;
    uint32_t fresh_count, fresh_room;
    atomic_bool woken;
    lws_sorted_usec_list_t ticker;
    uint64_t messages_in, messages_out, bytes_out, overflows, bad_origins;
};

session *net_find(net *n, net_id id);
session *net_session_new(net *n, struct lws *wsi, bool ws);
void net_session_free(net *n, session *s);
bool net_origin_ok(const net *n, struct lws *wsi);
void net_peer(const net *n, struct lws *wsi, char *out, size_t size);
void net_queue_empty(net *n, session *s);
void net_notes_done(net *n);
int net_write(net *n, session *s); /* what waits, while the pipe takes it */
void net_flush(net *n);            /* what is new in the queues */
int net_close_now(session *s, int code, const char *why);
int net_http(net *n, struct lws *wsi, int reason, session **at, void *in, size_t size);
