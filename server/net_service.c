/* Reading and writing of connections with requests: one request after the other, each answered
 * before the next is read, and each step with its time. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>

enum {
    IDLE_MS = 15000,          /* until a connection that asks nothing more is closed */
    WRITE_MS = 30000,         /* without progress */
    LINGER_MS = 2000,         /* for the other side to read its answer and go */
    TURNS = 32,               /* steps of one client before others come */
    PEEK = HTTP_HEAD_MAX + 1, /* enough to see that a head is too long */
};

/* --- steps; each says how to go on --- */

typedef enum { WAIT, GO_ON, GONE } step;

static step hang_up(net *n, client *c) {
    net_client_close(n, c);
    return GONE;
}

static char peeked[PEEK]; /* of the loop's thread */

/* What the kernel has, without taking it. */
static ssize_t peek(const client *c) {
    ssize_t got;
    do got = recv(c->fd, peeked, sizeof peeked, MSG_PEEK | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    return got;
}

static step nothing_came(net *n, client *c, ssize_t got) {
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    return later && !c->ended ? WAIT : hang_up(n, c);
}

static step read_head(net *n, client *c) {
    ssize_t got = peek(c);
    if (got <= 0) return nothing_came(n, c, got);
    if (c->state == CLIENT_IDLE) net_client_state(n, c, CLIENT_HEAD);
    int size = http_scan(peeked, (size_t)got, &c->seen);
    if (size < 0) {
        net_refuse(n, c, -size, "this is not an HTTP/1.1 request");
        return GO_ON;
    }
    if (!size) return c->ended ? hang_up(n, c) : WAIT;
    net_id id = net_client_renew(n, c);
    net_request_head(n, c, peeked, (size_t)size);
    if (net_client_find(n, id) != c) return GONE; /* it is a socket now */
    return net_client_take(c, (size_t)size) ? GO_ON : hang_up(n, c);
}

static step read_body(net *n, client *c) {
    if (c->heads->body.whole) {
        net_request_hand_over(n, c);
        return GO_ON;
    }
    size_t copied = 0;
    ssize_t got = peek(c);
    if (got <= 0) return nothing_came(n, c, got);
    char *more = realloc(c->body, c->body_size + (size_t)got + 1);
    if (!more) return hang_up(n, c);
    c->body = more;
    size_t room = NET_BODY_MAX - c->body_size;
    if (room > (size_t)got) room = (size_t)got;
    int taken = http_body_take(&c->heads->body, peeked, (size_t)got, more + c->body_size, room,
                               &copied);
    if (taken < 0) {
        net_refuse(n, c, -taken, "this body is malformed");
        return GO_ON;
    }
    c->body_size += copied;
    return net_client_take(c, (size_t)taken) ? GO_ON : hang_up(n, c);
}

/* The answer is out: the next request, or the end. A connection that is closed while bytes of
 * the other side are on their way is reset, and the answer may be lost (RFC 9112, 9.6). So our
 * half is closed first, and the rest is thrown away for a while. */
static step answered(net *n, client *c) {
    net_client_done_with(c);
    if (c->keep && !n->quiet) {
        net_client_state(n, c, CLIENT_IDLE);
        return GO_ON;
    }
    shutdown(c->fd, SHUT_WR);
    net_client_state(n, c, CLIENT_LINGER);
    return GO_ON;
}

/* What is not sent yet, in one or two parts. */
static size_t unsent(const client *c, struct iovec parts[2]) {
    size_t head = c->out_sent < c->out_size ? c->out_size - c->out_sent : 0, count = 0;
    size_t past = head ? 0 : c->out_sent - c->out_size;
    if (head) parts[count++] = (struct iovec){c->out + c->out_sent, head};
    if (past < c->lasting_size)
        parts[count++] =
            (struct iovec){(char *)(uintptr_t)c->lasting + past, c->lasting_size - past};
    return count;
}

static step write_answer(net *n, client *c) {
    struct iovec parts[2];
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = unsent(c, parts)};
    if (!m.msg_iovlen) return answered(n, c);
    ssize_t sent = sendmsg(c->fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return WAIT;
    if (sent < 0) return hang_up(n, c);
    c->out_sent += (size_t)sent;
    if (c->out_sent == c->out_size + c->lasting_size) return answered(n, c);
    net_client_state(n, c, CLIENT_WRITE);
    return GO_ON;
}

static step linger(net *n, client *c) {
    ssize_t got = recv(c->fd, peeked, sizeof peeked, MSG_DONTWAIT);
    if (got > 0) return GO_ON;
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return later ? WAIT : hang_up(n, c);
}

static step take_step(net *n, client *c) {
    switch (c->state) {
    case CLIENT_IDLE:
    case CLIENT_HEAD: return read_head(n, c);
    case CLIENT_BODY: return read_body(n, c);
    case CLIENT_WRITE: return write_answer(n, c);
    case CLIENT_LINGER: return linger(n, c);
    case CLIENT_ANSWER:
    case CLIENT_STATES: break;
    }
    return WAIT;
}

/* --- the loop --- */

static void go_on(net *n, client *c) {
    step s = GO_ON;
    for (int i = 0; i < TURNS && s == GO_ON; i++) s = take_step(n, c);
    if (s == GO_ON) net_client_ready(n, c);
}

void net_client_event(net *n, uint64_t which, uint32_t events) {
    uint32_t slot = (uint32_t)which & ~NET_IS_CLIENT;
    client *c = slot < n->client_room ? n->clients[slot] : NULL;
    if (!c || c->born != which >> 32) return; /* closed by an event before this one */
    if (events & (EPOLLHUP | EPOLLERR)) {
        net_client_close(n, c);
        return;
    }
    if (events & EPOLLRDHUP) c->ended = true;
    go_on(n, c);
}

/* Those that become ready meanwhile come the next time, which is soon. */
void net_clients_go_on(net *n) {
    net_id some[64];
    int count = 0;
    while (n->ready && count < 64) {
        client *c = n->ready;
        n->ready = c->next_ready;
        c->ready = false;
        some[count++] = c->id;
    }
    for (int i = 0; i < count; i++) {
        client *c = net_client_find(n, some[i]);
        if (c) go_on(n, c);
    }
}

static int64_t patience(const net *n, client_state state) {
    switch (state) {
    case CLIENT_IDLE: return IDLE_MS;
    case CLIENT_HEAD: return n->config.head_seconds * (int64_t)1000;
    case CLIENT_BODY: return n->config.body_seconds * (int64_t)1000;
    case CLIENT_WRITE: return WRITE_MS;
    case CLIENT_LINGER: return LINGER_MS;
    case CLIENT_ANSWER:
    case CLIENT_STATES: break;
    }
    return INT64_MAX / 2;
}

void net_clients_late(net *n) {
    int64_t now = net_now();
    for (int state = 0; state < CLIENT_STATES; state++) {
        client_queue *q = &n->queues[state];
        int64_t most = patience(n, (client_state)state);
        while (q->first && now - q->first->since > most) {
            client *c = q->first;
            bool asked = (state == CLIENT_HEAD && c->seen) || state == CLIENT_BODY;
            if (state != CLIENT_IDLE && state != CLIENT_LINGER) n->counts.late++;
            if (asked) {
                net_refuse(n, c, 408, "this request took too long");
                net_client_ready(n, c);
            } else {
                net_client_close(n, c);
            }
        }
    }
}
