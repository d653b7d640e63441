/* Where connections come from: our own listening sockets or those that systemd holds for us,
 * and how many connections there may be. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* accept4 */
#include "server/log.h"
#include "server/net_inside.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { BACKLOG = 1024, AT_ONCE = 64, FIRST_GIVEN = 3 };

static bool watch(net *n, int place) {
    struct epoll_event e = {.events = EPOLLIN};
    e.data.u64 = (uint64_t)place;
    return epoll_ctl(n->epoll, EPOLL_CTL_ADD, n->listeners[place], &e) == 0;
}

static bool add_listener(net *n, int fd) {
    if (n->listener_count == LISTENERS) return false;
    n->listeners[n->listener_count] = fd;
    return watch(n, n->listener_count++);
}

/* systemd passes sockets from number 3 on (sd_listen_fds(3)). They stay open in systemd when we
 * end, and whoever connects meanwhile waits for our successor. */
static int given_sockets(void) {
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!pid || !count || strtol(pid, NULL, 10) != (long)getpid()) return 0;
    long given = strtol(count, NULL, 10);
    return given < 1 ? 0 : given > LISTENERS ? LISTENERS : (int)given;
}

static bool take_given(net *n, int given, pt_text *why) {
    for (int fd = FIRST_GIVEN; fd < FIRST_GIVEN + given; fd++) {
        int listens = 0;
        socklen_t size = sizeof listens;
        if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || !listens) {
            pt_put(why, "the socket %d from LISTEN_FDS does not listen", fd);
            return false;
        }
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
        if (!add_listener(n, fd)) return false;
    }
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    return true;
}

static int open_one(const struct addrinfo *at, bool both) {
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (at->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &(int){!both}, sizeof(int));
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Without an address: IPv6 and IPv4 on one socket, or IPv4 where there is no IPv6. */
static int open_any(const net *n) {
    uint16_t port = htons((uint16_t)n->config.port);
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = port};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = port};
    struct addrinfo at = {
        .ai_family = AF_INET6, .ai_addr = (struct sockaddr *)&six, .ai_addrlen = sizeof six};
    int fd = open_one(&at, true);
    if (fd >= 0 || errno == EADDRINUSE || errno == EACCES) return fd;
    at.ai_family = AF_INET;
    at.ai_addr = (struct sockaddr *)&four;
    at.ai_addrlen = sizeof four;
    return open_one(&at, false);
}

static int open_named(const net *n) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *list = NULL;
    char port[8];
    int fd = -1;
    snprintf(port, sizeof port, "%d", n->config.port);
    if (getaddrinfo(n->config.address, port, &hints, &list) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    for (const struct addrinfo *at = list; at && fd < 0; at = at->ai_next)
        fd = open_one(at, false);
    freeaddrinfo(list);
    return fd;
}

bool net_listen(net *n, pt_text *why) {
    int given = given_sockets();
    n->listening = true;
    if (given) return take_given(n, given, why);
    int fd = n->config.address ? open_named(n) : open_any(n);
    if (fd >= 0) return add_listener(n, fd);
    pt_put(why, "cannot listen on port %d: %s%s", n->config.port, strerror(errno),
           errno == EADDRINUSE ? " (is another server there?)" : "");
    return false;
}

int net_port(const net *n) {
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (!n->listener_count || getsockname(n->listeners[0], (struct sockaddr *)&at, &size) != 0)
        return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

void net_listen_stop(net *n) {
    for (int i = 0; i < n->listener_count; i++) close(n->listeners[i]);
    n->listener_count = 0;
}

void net_listen_again(net *n) {
    if (n->listening) return;
    n->listening = true;
    for (int i = 0; i < n->listener_count; i++)
        if (!watch(n, i)) n->listening = false;
}

/* No descriptor is left: those who wait are served when somebody has gone, or at the next tick.
 */
static void pause_listening(net *n) {
    if (net_client_evict(n, NULL)) return;
    for (int i = 0; i < n->listener_count; i++)
        epoll_ctl(n->epoll, EPOLL_CTL_DEL, n->listeners[i], NULL);
    n->listening = false;
}

/* --- limits --- */

static bool has_room(net *n, const address *from) {
    const address_use *of = address_use_of(&n->uses, from);
    int most = n->config.address_requests;
    bool limited = most && !address_listed(&n->proxies, from);
    if (!of) return false;
    if (limited && of->requests >= most && !net_client_evict(n, of)) return false;
    return n->client_count < n->config.max_requests || net_client_evict(n, NULL);
}

/* Briefly, because nothing may be kept for it. */
static void turn_away(int fd) {
    static const char words[] = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
                                "Retry-After: 5\r\nContent-Length: 0\r\n\r\n";
    if (send(fd, words, sizeof words - 1, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0)
        shutdown(fd, SHUT_WR);
    close(fd);
}

static void take_in(net *n, int fd, const struct sockaddr_storage *from) {
    address at;
    if (!address_of(from, &at)) memset(&at, 0, sizeof at); /* a socket of this machine */
    if (has_room(n, &at) && net_client_new(n, fd, &at)) return;
    turn_away(fd);
    address_use_done(&n->uses, address_use_of(&n->uses, &at));
}

void net_accept(net *n, int listener) {
    for (int i = 0; i < AT_ONCE && n->listening && !n->quiet; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept4(n->listeners[listener], (struct sockaddr *)&from, &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0)
            take_in(n, fd, &from);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            pause_listening(n);
        else if (errno != EINTR && errno != ECONNABORTED)
            break;
    }
}
