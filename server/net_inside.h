/* What the files of the network share: net.c (the loop, sockets), net_out.c (messages to
 * clients), net_session.c (sockets while they live); for requests net_client.c (their
 * connections), net_reply.c (answers), net_upgrade.c (from a request to a socket),
 * net_request.c (what a head says), net_listen.c (new connections) and, above these,
 * net_service.c (reading and writing). Nobody else includes this. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/address.h"
#include "server/http_parse.h"
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

/* A WebSocket connection. */
typedef struct session {
    net_id id;
    struct lws *wsi;
    void *own;
    bool greeted, overflowed;
    bool asked;  /* the loop will say when it can be written to */
    bool fresh;  /* it is in the list of sessions with something new in their queues */
    int closing; /* a close code */
    waiting *first, **last;
    unsigned queued;
    size_t queued_bytes;
    size_t sure; /* bytes that surely fit into its socket's buffer */
    char *rx;    /* pieces of a message */
    size_t rx_size;
    char why[40];
} session;

/* Who comes with a socket: made before libwebsockets gets it, freed when that is done with it.
 */
typedef struct visitor {
    address_use *use;
    bool open; /* the handshake is done */
    char peer[ADDRESS_TEXT];
} visitor;

/* --- connections with requests --- */

#define NET_IS_CLIENT 0x80000000u /* in the lower half of a number: not a socket's */

/* In each of these but CLIENT_ANSWER the other side has to do something, and the time for it is
 * limited. */
typedef enum {
    CLIENT_IDLE,   /* nothing of a further request has come */
    CLIENT_HEAD,   /* a head is not whole */
    CLIENT_BODY,   /* a body is not whole */
    CLIENT_ANSWER, /* we are working on it */
    CLIENT_WRITE,  /* the answer goes out */
    CLIENT_LINGER, /* it was told to go; what it still sends is thrown away */
    CLIENT_STATES,
} client_state;

/* What a request said, kept until it is answered. */
typedef struct heads {
    net_method method;
    char path[512], query[1024], bearer[128], etag[80], languages[160];
    bool gzip, brotli;
    http_body body;
} heads;

/* Bytes of a head stay in the kernel until it is whole (MSG_PEEK): a half-sent request costs us
 * this struct and nothing else, and libwebsockets can read a handshake from its beginning. */
typedef struct client {
    net_id id; /* changes with each request */
    int fd;
    client_state state;
    bool keep;      /* another request may follow */
    bool head_only; /* HEAD: the answer goes without its body */
    bool trusted;   /* one of our proxies */
    bool busy;      /* its request is being handed over: the answer waits until that returns */
    bool ready;     /* in the list of those to go on with */
    bool ended;     /* it sends nothing more */
    int64_t since;  /* ms; when it came into its state, or last made progress in it */
    size_t seen;    /* bytes of the head */
    address_use *use;
    address from;
    char peer[ADDRESS_TEXT];
    heads *heads;
    char *body;
    size_t body_size;
    char *out; /* the answer's head, and its body unless that is `lasting` */
    size_t out_size, out_sent;
    const char *lasting;
    size_t lasting_size;
    struct client *before, *after; /* in the same state, by age */
    struct client *next_ready;
} client;

typedef struct client_queue {
    client *first, *last;
    int count;
} client_queue;

enum { LISTENERS = 8 };

struct net {
    struct lws_context *context;
    struct lws_vhost *vhost;
    net_events events;
    void *who;
    net_config config;
    address_list proxies;
    address_uses uses;
    bool stop, quiet;
    int connections;
    int handshakes; /* sockets that libwebsockets has, and has not opened yet */
    session **slots;
    uint32_t slot_count, free_hint;
    uint64_t births;
    net_note *spare;
    uint32_t spare_count;
    net_id *fresh;
    uint32_t fresh_count, fresh_room;
    atomic_bool woken;
    lws_sorted_usec_list_t ticker;
    uint64_t messages_in, messages_out, bytes_out;
    /* connections with requests */
    int epoll;
    int listeners[LISTENERS], listener_count;
    bool listening; /* false while there are no file descriptors left */
    client **clients;
    uint32_t client_room, client_hint;
    int client_count;
    client_queue queues[CLIENT_STATES];
    client *ready;
    visitor *arriving; /* being handed to libwebsockets */
    net_counts counts;
};

/* net_session.c */
session *net_find(net *n, net_id id);
session *net_session_new(net *n, struct lws *wsi);
void net_session_free(net *n, session *s);

/* net_out.c */
void net_queue_empty(net *n, session *s);
void net_notes_done(net *n);
int net_write(net *n, session *s); /* what waits, while the pipe takes it */
void net_flush(net *n);            /* what is new in the queues */
int net_close_now(session *s, int code, const char *why);

/* net_listen.c */
bool net_listen(net *n, pt_text *why);
void net_listen_stop(net *n);
void net_accept(net *n, int listener);
void net_listen_again(net *n); /* after file descriptors have run out */

/* net_client.c */
int64_t net_now(void); /* ms, of a clock that never jumps */
client *net_client_new(net *n, int fd, const address *from); /* NULL: no memory */
void net_client_close(net *n, client *c);
void net_client_state(net *n, client *c, client_state state);
void net_client_ready(net *n, client *c); /* to be gone on with when the callback ends */
client *net_client_find(net *n, net_id id);
net_id net_client_renew(net *n, client *c); /* a number for its next request */
void net_client_done_with(client *c);       /* with its request and the answer */
/* Closes one that is idle or late, of this address unless that is NULL. False: all are busy. */
bool net_client_evict(net *n, const address_use *of);
void net_clients_done(net *n);

/* net_reply.c */
/* Answers without asking anybody, and closes. */
void net_refuse(net *n, client *c, int status, const char *words);

/* net_upgrade.c */
/* True if the request wants a socket; then it is refused, or libwebsockets has it and `c` is
 * gone. */
bool net_upgrade(net *n, client *c, const http_head *h, const address *from);
bool net_origin_ok(const net *n, const http_head *h);
void net_visitor_done(net *n, visitor *v);
/* Finds out where a request comes from: the last hop that is no proxy of ours. */
void net_peer(const net *n, const client *c, const http_head *h, address *out);

/* net_request.c */
/* A head is whole: refuses it, makes it a socket, or waits for its body. */
void net_request_head(net *n, client *c, const char *bytes, size_t size);
void net_request_hand_over(net *n, client *c);

/* net_service.c */
void net_clients_service(net *n); /* what the kernel has for them */
void net_clients_go_on(net *n);   /* those that are ready */
void net_clients_late(net *n);    /* closes those whose time is over */
