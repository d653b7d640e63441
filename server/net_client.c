/* Connections with HTTP requests: the states they go through, and which one is closed when
 * there are too many. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { SUSPECT_MS = 1000 }; /* honest requests are whole by then, mostly */

int64_t net_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- states --- */

static void leave_queue(net *n, client *c) {
    client_queue *q = &n->queues[c->state];
    *(c->before ? &c->before->after : &q->first) = c->after;
    *(c->after ? &c->after->before : &q->last) = c->before;
    q->count--;
}

static void join_queue(net *n, client *c) {
    client_queue *q = &n->queues[c->state];
    c->before = q->last;
    c->after = NULL;
    *(q->last ? &q->last->after : &q->first) = c;
    q->last = c;
    q->count++;
}

void net_client_state(net *n, client *c, client_state state) {
    leave_queue(n, c);
    c->state = state;
    c->since = net_now();
    join_queue(n, c);
}

/* --- clients --- */

client *net_client_find(net *n, net_id id) {
    uint32_t slot = (uint32_t)id & ~NET_IS_CLIENT;
    if (!((uint32_t)id & NET_IS_CLIENT) || slot >= n->client_room || !n->clients[slot])
        return NULL;
    return n->clients[slot]->id == id ? n->clients[slot] : NULL;
}

net_id net_client_renew(net *n, client *c) {
    return c->id = ++n->births << 32 | (uint32_t)c->id;
}

bool net_client_take(const client *c, size_t size) {
    return !size || recv(c->fd, NULL, size, MSG_DONTWAIT | MSG_TRUNC) == (ssize_t)size;
}

static bool free_slot(net *n, uint32_t *slot) {
    *slot = n->client_hint;
    while (*slot < n->client_room && n->clients[*slot]) ++*slot;
    if (*slot < n->client_room) return true;
    uint32_t room = n->client_room ? n->client_room * 2 : 64;
    client **more = realloc(n->clients, room * sizeof *more);
    if (!more) return false;
    memset(more + n->client_room, 0, (room - n->client_room) * sizeof *more);
    n->clients = more;
    n->client_room = room;
    return true;
}

client *net_client_new(net *n, int fd, const address *from) {
    uint32_t slot;
    address_use *of = address_use_of(&n->uses, from);
    client *c = of && free_slot(n, &slot) ? calloc(1, sizeof *c) : NULL;
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET};
    e.data.u64 = c ? ++n->births << 32 | slot | NET_IS_CLIENT : 0;
    if (!c || epoll_ctl(n->epoll, EPOLL_CTL_ADD, fd, &e) != 0) {
        address_use_done(&n->uses, of);
        free(c);
        return NULL;
    }
    *c = (client){.id = e.data.u64, .fd = fd, .from = *from, .use = of};
    c->born = (uint32_t)(c->id >> 32);
    c->state = CLIENT_HEAD;
    c->since = net_now();
    c->trusted = address_listed(&n->proxies, from);
    join_queue(n, c);
    of->requests++;
    n->clients[slot] = c;
    n->client_hint = slot + 1;
    n->client_count++;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return c;
}

void net_client_done_with(client *c) {
    free(c->heads);
    free(c->body);
    free(c->out);
    c->heads = NULL;
    c->body = c->out = NULL;
    c->lasting = NULL;
    c->body_size = c->out_size = c->out_sent = c->lasting_size = c->seen = 0;
    c->head_only = false;
}

/* The caller has looked after the file descriptor. */
static void forget(net *n, client *c) {
    uint32_t slot = (uint32_t)c->id & ~NET_IS_CLIENT;
    assert(n->clients[slot] == c);
    for (client **at = &n->ready; c->ready && *at; at = &(*at)->next_ready)
        if (*at == c) {
            *at = c->next_ready;
            break;
        }
    leave_queue(n, c);
    net_client_done_with(c);
    n->clients[slot] = NULL;
    if (slot < n->client_hint) n->client_hint = slot;
    n->client_count--;
    c->use->requests--;
    address_use_done(&n->uses, c->use);
    free(c);
}

void net_client_close(net *n, client *c) {
    if (c->fd >= 0) close(c->fd);
    forget(n, c);
}

/* One that has been in its state for so long, of this address. */
static client *oldest(const net *n, const address_use *of, int64_t age) {
    static const client_state poor[] = {CLIENT_LINGER, CLIENT_HEAD, CLIENT_BODY, CLIENT_IDLE};
    int64_t now = net_now();
    for (size_t i = 0; i < sizeof poor / sizeof *poor; i++)
        for (client *c = n->queues[poor[i]].first; c && now - c->since >= age; c = c->after)
            if ((!of || c->use == of) && !c->busy) return c;
    return NULL;
}

bool net_client_evict(net *n, const address_use *of) {
    client *c = oldest(n, of, SUSPECT_MS);
    if (!c) c = oldest(n, of, 0);
    n->counts.crowded++;
    if (c) net_client_close(n, c);
    return c != NULL;
}

void net_client_ready(net *n, client *c) {
    if (c->ready) return;
    c->ready = true;
    c->next_ready = n->ready;
    n->ready = c;
}

void net_clients_done(net *n) {
    for (uint32_t i = 0; i < n->client_room; i++)
        if (n->clients[i]) net_client_close(n, n->clients[i]);
    free(n->clients);
    n->clients = NULL;
    n->client_room = 0;
}

net_counts net_count(const net *n) {
    net_counts counts = n->counts;
    counts.requests = n->client_count;
    counts.half_open = n->queues[CLIENT_HEAD].count + n->queues[CLIENT_BODY].count;
    return counts;
}
