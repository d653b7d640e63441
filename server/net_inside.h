/* What the files of the network share: net.c (the loop); for sockets net_session.c (what is
 * known of one), net_timer.c (when one has to be looked at), net_out.c (messages to clients),
 * net_frames.c (what comes in, as frames) and, above these, net_socket.c (reading, and the
 * end); for requests net_client.c (their connections),
 * net_reply.c (answers), net_upgrade.c (from a request to a socket), net_request.c (what a head
 * says), net_listen.c (new connections) and, above these, net_service.c (reading and writing).
 * Nobody else includes this. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/address.h"
#include "server/http_parse.h"
#include "server/net.h"
#include <stdatomic.h>

/* --- sockets --- */

enum { NOTE_HEAD = 10 }; /* the longest head of a frame that a server sends */

/* A message with the head of its frame in front of it: `head` bytes before NOTE_HEAD. Control
 * frames, and the answer to a handshake, are bytes without a head. */
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

/* In this order. In each but SESSION_OPEN the time is limited. */
typedef enum {
    SESSION_OPEN,
    SESSION_CLOSING, /* our close frame is under way, and theirs has not come */
    SESSION_LEAVING, /* nothing of it is read any more; what waits goes out */
    SESSION_LINGER,  /* our half is shut; what it still sends is thrown away */
    SESSION_GONE,    /* its memory is freed when the turn ends */
} session_state;

/* Lists in which a session can be. A session is freed only when they are empty. */
typedef enum {
    LIST_FRESH,  /* something is new in its queue */
    LIST_SEE_TO, /* it has to be gone on with when the callback ends */
    LIST_READ,   /* the kernel may have more of it */
    SESSION_LISTS,
} session_list;

/* A WebSocket connection. */
typedef struct session {
    net_id id;
    int fd;
    session_state state;
    void *own;
    bool greeted, overflowed;
    bool blocked; /* the kernel takes no more; it says when it does */
    bool broken;  /* it cannot be written to */
    bool ended;   /* it sends nothing more */
    bool pinged;  /* and nothing has come since */
    bool told;    /* closed() was called */
    bool in[SESSION_LISTS];
    waiting *first, **last;
    unsigned queued;
    size_t queued_bytes;
    size_t sent;                    /* bytes of the first one that waits */
    struct reader *reader;          /* while a frame or message is not whole */
    int64_t heard, since;           /* ms: when something came; when it came into its state */
    int64_t due;                    /* when it is looked at */
    struct session *before, *after; /* in the same second of the wheel */
    struct session *next[SESSION_LISTS], *next_gone;
    address_use *use;
} session;

enum { WHEEL = 64 }; /* seconds; every deadline of a socket is nearer */

/* --- connections with requests --- */

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
    char path[512], query[1024], bearer[128], etag[80], languages[160], agent[256], host[256];
    bool gzip, brotli;
    http_body body;
} heads;

/* Bytes of a head stay in the kernel until it is whole (MSG_PEEK): a half-sent request costs us
 * this struct and nothing else. */
typedef struct client {
    net_id id;     /* changes with each request */
    uint32_t born; /* its first number */
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
    net_events events;
    void *who;
    net_config config;
    address_list proxies;
    address_uses uses;
    bool stop, quiet;
    int epoll;
    int alarm; /* an eventfd, by which other threads wake the loop */
    atomic_bool woken;
    int64_t now; /* ms, of this turn */
    int64_t next_tick;
    uint64_t births;
    /* sockets */
    int connections;
    session **slots;
    uint32_t slot_count, free_hint;
    struct {
        session *first, *last;
        int count;
    } lists[SESSION_LISTS];
    session *gone;         /* to be freed */
    session *wheel[WHEEL]; /* by the second in which they are looked at */
    int64_t wheel_at;      /* the last second that was */
    net_note *spare;
    uint32_t spare_count;
    struct reader *readers; /* that nobody uses */
    int reader_count;
    /* connections with requests */
    int listeners[LISTENERS], listener_count;
    bool listening; /* false while there are no file descriptors left */
    client **clients;
    uint32_t client_room, client_hint;
    int client_count;
    client_queue queues[CLIENT_STATES];
    client *ready;
    net_counts counts;
};

/* What an event of epoll is about: a listener's place, the alarm, or the number of a client or
 * a socket with one of these bits. */
#define NET_IS_CLIENT 0x80000000u /* in the lower half of a number: not a socket's */
#define NET_IS_SOCKET 0x40000000u
enum { NET_ALARM = LISTENERS };

/* net_timer.c */
void net_timer_set(net *n, session *s); /* after its state has changed */
void net_timer_off(net *n, session *s);
bool net_timer_is_over(const net *n, const session *s); /* it is late for what is expected */
/* One that has to be looked at now, and then put back with net_timer_set, or ended; or NULL. */
session *net_timer_next(net *n);

/* net_session.c */
session *net_find(net *n, net_id id);
/* Takes over the descriptor and its place in epoll; NULL without memory, and nothing is
 * changed. */
session *net_session_new(net *n, int fd, address_use *of);
void net_session_state(net *n, session *s, session_state state);
void net_session_break(net *n, session *s); /* it ends when the callback does */
void net_list_put(net *n, session_list which, session *s);
session *net_list_take(net *n, session_list which); /* NULL: it is empty */
void net_sessions_bury(net *n);                     /* frees those that are gone */

/* net_frames.c */
void net_frames_take(net *n, session *s, const uint8_t *bytes, size_t size);
void net_frames_close(net *n, session *s, int code, const char *why);
void net_frames_ping(net *n, session *s);
void net_frames_drop(net *n, session *s);
void net_frames_done(net *n);

/* net_out.c */
bool net_send_bytes(net *n, session *s, const void *bytes, size_t size);
void net_queue_empty(net *n, session *s);
void net_notes_done(net *n);
void net_flush(net *n); /* what is new in the queues */

/* net_socket.c */
void net_socket_event(net *n, net_id id, uint32_t events); /* of epoll */
void net_sockets_go_on(net *n);                            /* those that are in the lists */
void net_sockets_late(net *n);                             /* what time demands */
void net_sockets_done(net *n);

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
bool net_client_take(const client *c, size_t size); /* bytes that were peeked at */
net_id net_client_renew(net *n, client *c);         /* a number for its next request */
void net_client_done_with(client *c);               /* with its request and the answer */
/* Closes one that is idle or late, of this address unless that is NULL. False: all are busy. */
bool net_client_evict(net *n, const address_use *of);
void net_clients_done(net *n);

/* net_reply.c */
/* Answers without asking anybody, and closes. */
void net_refuse(net *n, client *c, int status, const char *words);

/* net_upgrade.c */
/* True if the request wants a socket; then it is refused, or a socket has its descriptor and
 * `c` is gone. The head has `size` bytes. */
bool net_upgrade(net *n, client *c, const http_head *h, const address *from, size_t size);
bool net_origin_ok(const net *n, const http_head *h);
/* Finds out where a request comes from: the last hop that is no proxy of ours. */
void net_peer(const net *n, const client *c, const http_head *h, address *out);

/* net_request.c */
/* A head is whole: refuses it, makes it a socket, or waits for its body. */
void net_request_head(net *n, client *c, const char *bytes, size_t size);
void net_request_hand_over(net *n, client *c);

/* net_service.c */
void net_client_event(net *n, uint64_t which, uint32_t events); /* of epoll */
void net_clients_go_on(net *n);                                 /* those that are ready */
void net_clients_late(net *n); /* closes those whose time is over */
