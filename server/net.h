/* The network: HTTP requests and WebSocket messages on one port, from one loop. This is the
 * only module that knows sockets and wslay. Everything but net_wake must be called in the
 * thread of net_run. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct net net;
typedef uint64_t net_id; /* of a connection or a request; never used again, 0 is none */

enum {
    NET_MESSAGE_MAX = 8192,   /* a message from outside */
    NET_BODY_MAX = 64 << 10,  /* a request's body, which may hold a record */
    NET_QUEUE_MESSAGES = 512, /* what waits for a slow reader */
    NET_QUEUE_BYTES = 256 << 10,
};

typedef enum { NET_GET, NET_POST, NET_DELETE, NET_OTHER } net_method;

typedef struct net_request {
    net_id id;
    net_method method;
    const char *path;  /* "/api/games" */
    const char *query; /* "game=myst&limit=3", "" */
    const char *bearer, *etag, *peer;
    const char *languages; /* "fr-CH, fr;q=0.9"; "" */
    const char *agent;     /* "Mozilla/5.0 ..."; "" or NULL */
    const char *host;      /* "club.example:8450", as the browser calls us; "" or NULL */
    bool gzip, brotli;     /* the client takes it */
    const char *body;
    size_t body_size;
} net_request;

typedef struct net_answer {
    int status;
    const char *type;
    const char *body; /* copied unless `lasting` */
    size_t size;
    const char *etag;     /* or NULL */
    const char *encoding; /* "gzip", "br", or NULL */
    const char *allow;    /* of status 405: the methods that there are; or NULL */
    bool lasting, attach;
    int max_age;     /* seconds; 0: ask again */
    int retry_after; /* seconds after which to come back; 0: not said */
} net_answer;

typedef struct net_events {
    void (*request)(void *who, const net_request *r); /* answered now or later */
    void (*opened)(void *who, net_id id, const char *peer);
    void (*message)(void *who, net_id id, const char *text, size_t n);
    void (*closed)(void *who, net_id id);
    void (*drained)(void *who, net_id id); /* a queue that had overflowed is empty */
    void (*wake)(void *who);
    void (*tick)(void *who); /* about every 50 ms */
} net_events;

typedef struct net_config {
    const char *address; /* NULL: every one */
    int port;            /* 0: a free one */
    const char *origins; /* allowed besides our own host, with blanks between; may be NULL */
    const char
        *proxies; /* whose X-Forwarded-For is believed (address_list_read); may be NULL */
    int max_connections;                   /* sockets */
    int max_requests;                      /* connections with a request, or waiting for one */
    int address_sockets, address_requests; /* the same from one address; 0: no limit */
    int head_seconds, body_seconds; /* within which a request's head and body must have come */
} net_config;

net *net_open(const net_config *c, const net_events *e, void *who, pt_text *why);
void net_close(net *n);
int net_port(const net *n);
void net_run(net *n); /* until net_stop */
void net_stop(net *n);
/* Takes no new connections and no messages from now on. Requests that were already on their way
 * are answered, and are the last of their connections. */
void net_quiet(net *n);
bool net_gone(const net *n); /* everybody has left */
/* Says goodbye to every socket with close code 1001 and the time at which it should come back:
 * at random in the `spread_ms` that begin `first_ms` from now. */
void net_farewell(net *n, int first_ms, int spread_ms);
void net_wake(net *n); /* from any thread: wake() is called soon */

void net_reply(net *n, net_id request, const net_answer *a);

/* A message that several connections share. */
typedef struct net_note net_note;
net_note *net_note_new(net *n, const char *text, size_t size); /* NULL without memory */
void net_note_drop(net *n, net_note *note);
/* Returns false if the connection is gone or its queue is full. A full queue is emptied, and
 * drained() says when the reader is ready again. */
bool net_send(net *n, net_id to, net_note *note);
/* Messages go out when the loop's callback ends. A callback that sends many calls this after
 * each part, so that the part goes out early, while it is still in the cache. */
void net_part_done(net *n);
void net_greeted(net *n, net_id id); /* it may stay; otherwise it is closed after ten seconds */
void net_shut(net *n, net_id id, int code, const char *why);
/* What the user of a connection keeps with it. */
void net_set(net *n, net_id id, void *own);
void *net_get(net *n, net_id id);
int net_connections(const net *n);

typedef struct net_counts {
    int requests;     /* open connections that are not sockets */
    int half_open;    /* of these: the head or body of a request has not come yet */
    uint64_t refused; /* heads and bodies that were not proper HTTP */
    uint64_t late;    /* closed because a request or its reader took too long */
    uint64_t crowded; /* closed or refused because of a limit on connections */
    uint64_t foreign; /* from pages of other origins */
} net_counts;
net_counts net_count(const net *n);
