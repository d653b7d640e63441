/* Sockets: reading, continuing and closing them. Callbacks of the loop's user only put
 * something into queues and lists; what ends a session happens between callbacks. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    READ = 16 << 10,
    TURNS = 8, /* reads of one socket before others come */
};

/* --- the end --- */

static void tell_closed(net *n, session *s) {
    if (s->told) return;
    s->told = true;
    n->events.closed(n->who, s->id);
}

static void end(net *n, session *s) {
    if (s->state == SESSION_GONE) return;
    tell_closed(n, s);
    net_timer_off(n, s);
    s->state = SESSION_GONE;
    s->sent = 0;
    net_queue_empty(n, s);
    net_frames_drop(n, s);
    close(s->fd);
    n->connections--;
    s->use->sockets--;
    address_use_done(&n->uses, s->use);
    s->next_gone = n->gone;
    n->gone = s;
}

/* Everything has gone out, and nothing more is wanted. A socket that is closed while bytes of
 * the other side are on their way is reset, and our close frame may be lost: so our half is
 * closed first. */
static void leave(net *n, session *s) {
    tell_closed(n, s);
    shutdown(s->fd, SHUT_WR);
    net_session_state(n, s, SESSION_LINGER);
    net_list_put(n, LIST_READ, s);
}

/* --- reading --- */

static void came(net *n, session *s, const uint8_t *bytes, size_t size) {
    s->heard = n->now;
    s->pinged = false;
    if (s->state <= SESSION_CLOSING) net_frames_take(n, s, bytes, size);
}

/* It sends nothing more: what it is still owed goes out. */
static void came_to_end(net *n, session *s) {
    if (s->state == SESSION_LINGER) {
        end(n, s);
    } else if (s->state < SESSION_LEAVING) {
        net_session_state(n, s, SESSION_LEAVING);
        net_list_put(n, LIST_FRESH, s);
    }
}

/* Less than was asked for means that the kernel has no more, unless the end comes after it. */
static void read_some(net *n, session *s) {
    static uint8_t bytes[READ]; /* of the loop's thread */
    for (int i = 0; i < TURNS && s->state != SESSION_GONE; i++) {
        ssize_t got = recv(s->fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (got < 0) {
            end(n, s);
            return;
        }
        if (got == 0) {
            came_to_end(n, s);
            return;
        }
        came(n, s, bytes, (size_t)got);
        if ((size_t)got < sizeof bytes && !s->ended) return;
    }
    net_list_put(n, LIST_READ, s);
}

void net_socket_event(net *n, net_id id, uint32_t events) {
    session *s = net_find(n, id);
    if (!s || s->state == SESSION_GONE) return;
    if (events & EPOLLERR) {
        end(n, s);
        return;
    }
    if (events & (EPOLLRDHUP | EPOLLHUP)) s->ended = true;
    if (events & EPOLLOUT && s->blocked) {
        s->blocked = false;
        net_list_put(n, LIST_FRESH, s);
    }
    if (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP)) read_some(n, s);
}

/* --- going on --- */

static void see_to(net *n, session *s) {
    if (s->state == SESSION_GONE) return;
    if (s->broken) {
        end(n, s);
    } else if (s->first || s->blocked) {
        return;
    } else if (s->state == SESSION_LEAVING) {
        leave(n, s);
    } else if (s->overflowed && s->state == SESSION_OPEN) {
        s->overflowed = false;
        n->events.drained(n->who, s->id);
    }
}

/* What comes into a list meanwhile has its turn the next time, which is soon. */
void net_sockets_go_on(net *n) {
    for (int left = n->lists[LIST_READ].count; left > 0; left--) {
        session *s = net_list_take(n, LIST_READ);
        if (s->state != SESSION_GONE) read_some(n, s);
    }
    net_flush(n);
    for (int left = n->lists[LIST_SEE_TO].count; left > 0; left--)
        see_to(n, net_list_take(n, LIST_SEE_TO));
}

/* --- time --- */

static void look_at(net *n, session *s) {
    if (!net_timer_is_over(n, s)) {
        net_timer_set(n, s);
    } else if (s->state != SESSION_OPEN || s->pinged) {
        end(n, s);
    } else if (!s->greeted) {
        net_shut(n, s->id, 1008, "no hello");
    } else {
        s->pinged = true;
        net_frames_ping(n, s);
        net_timer_set(n, s);
    }
}

void net_sockets_late(net *n) {
    for (session *s; (s = net_timer_next(n));) look_at(n, s);
}

/* --- all --- */

void net_shut(net *n, net_id id, int code, const char *why) {
    session *s = net_find(n, id);
    if (s && s->state == SESSION_OPEN) net_frames_close(n, s, code, why);
}

/* "back in 2300 ms": the page reads the number. Spread, so that they do not all come at once.
 */
void net_farewell(net *n, int first_ms, int spread_ms) {
    assert(first_ms >= 0 && spread_ms > 0);
    for (uint32_t i = 0; i < n->slot_count; i++) {
        if (!n->slots[i]) continue;
        PT_TEXT(why, 40);
        int when = first_ms + (int)randombytes_uniform((uint32_t)spread_ms);
        pt_put(&why, "back in %d ms", when);
        net_shut(n, n->slots[i]->id, 1001, why.at);
    }
}

void net_sockets_done(net *n) {
    for (uint32_t i = 0; i < n->slot_count; i++)
        if (n->slots[i]) end(n, n->slots[i]);
    for (int i = 0; i < SESSION_LISTS; i++)
        while (net_list_take(n, (session_list)i)) continue;
    net_sessions_bury(n);
    net_frames_done(n);
    free(n->slots);
    n->slots = NULL;
    n->slot_count = 0;
}
