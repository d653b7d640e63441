/* The loop: one epoll for listening sockets, requests, WebSockets and the alarm by which other
 * threads wake it. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 50, EVENTS = 256 };

/* Every write to it is a new event, so it is never read. */
static bool open_alarm(net *n) {
    struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.u64 = NET_ALARM};
    n->epoll = epoll_create1(EPOLL_CLOEXEC);
    n->alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return n->epoll >= 0 && n->alarm >= 0 &&
           epoll_ctl(n->epoll, EPOLL_CTL_ADD, n->alarm, &e) == 0;
}

net *net_open(const net_config *c, const net_events *e, void *who, pt_text *why) {
    net *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->events = *e;
    n->who = who;
    n->config = *c;
    n->now = net_now();
    n->wheel_at = n->now / 1000;
    randombytes_buf(n->uses.key, sizeof n->uses.key);
    signal(SIGPIPE, SIG_IGN);
    if (!open_alarm(n))
        pt_put(why, "epoll: %s", strerror(errno));
    else if (address_list_read(c->proxies, &n->proxies, why) && net_listen(n, why))
        return n;
    net_close(n);
    return NULL;
}

/* --- a turn --- */

static void tick(net *n) {
    n->next_tick = n->now + TICK_MS;
    n->events.tick(n->who);
    net_clients_late(n);
    net_sockets_late(n);
    net_listen_again(n);
}

static void take_event(net *n, uint64_t which, uint32_t events) {
    uint32_t place = (uint32_t)which;
    if (place & NET_IS_CLIENT)
        net_client_event(n, which, events);
    else if (place & NET_IS_SOCKET)
        net_socket_event(n, which & ~(uint64_t)NET_IS_SOCKET, events);
    else if (place != NET_ALARM)
        net_accept(n, (int)place);
    else if (atomic_exchange(&n->woken, false))
        n->events.wake(n->who);
}

/* How long to wait: not at all if somebody is to be gone on with. */
static int patience(const net *n) {
    int64_t left = n->next_tick - net_now();
    bool busy = n->ready != NULL;
    for (int i = 0; i < SESSION_LISTS; i++) busy |= n->lists[i].first != NULL;
    return busy || left < 0 ? 0 : (int)left;
}

static void turn(net *n) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(n->epoll, events, EVENTS, patience(n));
    n->now = net_now();
    for (int i = 0; i < count; i++) {
        take_event(n, events[i].data.u64, events[i].events);
        net_part_done(n);
    }
    if (n->now >= n->next_tick) tick(n);
    net_clients_go_on(n);
    net_sockets_go_on(n);
    net_sessions_bury(n);
}

void net_run(net *n) {
    while (!n->stop) turn(n);
}

void net_stop(net *n) { n->stop = true; }

void net_quiet(net *n) {
    n->quiet = true;
    net_listen_stop(n);
    while (n->queues[CLIENT_IDLE].first) net_client_close(n, n->queues[CLIENT_IDLE].first);
}

bool net_gone(const net *n) { return !n->connections && !n->client_count; }

/* Only the first of several writes, until the loop has heard it. */
void net_wake(net *n) {
    uint64_t one = 1;
    if (atomic_exchange(&n->woken, true)) return;
    while (write(n->alarm, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void net_close(net *n) {
    if (!n) return;
    n->quiet = true;
    net_listen_stop(n);
    net_clients_done(n);
    net_sockets_done(n);
    net_notes_done(n);
    if (n->alarm >= 0) close(n->alarm);
    if (n->epoll >= 0) close(n->epoll);
    free(n);
}
