/* Sessions: what is known about a socket while it lives, and the lists it can be in. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"
#include <assert.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum {
    IN_KERNEL = 64 << 10
}; /* bytes that wait there for a slow reader, before they wait here */

/* --- slots: a connection's number leads to its session while it lives --- */

session *net_find(net *n, net_id id) {
    uint32_t slot = (uint32_t)id;
    if (!id || slot >= n->slot_count || !n->slots[slot]) return NULL;
    return n->slots[slot]->id == id ? n->slots[slot] : NULL;
}

static bool free_slot(net *n, uint32_t *slot) {
    *slot = n->free_hint;
    while (*slot < n->slot_count && n->slots[*slot]) ++*slot;
    if (*slot < n->slot_count) return true;
    uint32_t count = n->slot_count ? n->slot_count * 2 : 64;
    session **more = realloc(n->slots, count * sizeof *more);
    if (!more) return false;
    memset(more + n->slot_count, 0, (count - n->slot_count) * sizeof *more);
    n->slots = more;
    n->slot_count = count;
    return true;
}

session *net_session_new(net *n, int fd, address_use *of) {
    uint32_t slot;
    session *s = free_slot(n, &slot) ? calloc(1, sizeof *s) : NULL;
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET};
    net_id id = ++n->births << 32 | slot;
    e.data.u64 = id | NET_IS_SOCKET;
    if (!s || epoll_ctl(n->epoll, EPOLL_CTL_MOD, fd, &e) != 0) {
        free(s);
        return NULL;
    }
    assert(slot < NET_IS_SOCKET);
    *s = (session){.id = id, .fd = fd, .use = of, .heard = n->now, .since = n->now};
    s->last = &s->first;
    n->free_hint = slot + 1;
    n->slots[slot] = s;
    n->connections++;
    of->sockets++;
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &(int){IN_KERNEL}, sizeof(int));
    net_timer_set(n, s);
    return s;
}

void net_list_put(net *n, session_list which, session *s) {
    if (s->in[which]) return;
    s->in[which] = true;
    s->next[which] = NULL;
    *(n->lists[which].first ? &n->lists[which].last->next[which] : &n->lists[which].first) = s;
    n->lists[which].last = s;
    n->lists[which].count++;
}

session *net_list_take(net *n, session_list which) {
    session *s = n->lists[which].first;
    if (!s) return NULL;
    n->lists[which].first = s->next[which];
    n->lists[which].count--;
    s->in[which] = false;
    return s;
}

/* --- states --- */

void net_session_state(net *n, session *s, session_state state) {
    assert(state > s->state && s->state != SESSION_GONE);
    s->state = state;
    s->since = n->now;
    net_timer_set(n, s);
}

void net_session_break(net *n, session *s) {
    s->broken = true;
    net_list_put(n, LIST_SEE_TO, s);
}

static bool is_listed(const session *s) {
    for (int i = 0; i < SESSION_LISTS; i++)
        if (s->in[i]) return true;
    return false;
}

/* One that is still in a list is freed after a later turn. */
void net_sessions_bury(net *n) {
    session *rest = n->gone;
    n->gone = NULL;
    while (rest) {
        session *s = rest;
        uint32_t slot = (uint32_t)s->id;
        rest = s->next_gone;
        if (is_listed(s)) {
            s->next_gone = n->gone;
            n->gone = s;
            continue;
        }
        n->slots[slot] = NULL;
        if (slot < n->free_hint) n->free_hint = slot;
        free(s);
    }
}

/* --- for the user of a connection --- */

void net_set(net *n, net_id id, void *own) {
    session *s = net_find(n, id);
    if (s) s->own = own;
}

void *net_get(net *n, net_id id) {
    session *s = net_find(n, id);
    return s ? s->own : NULL;
}

int net_connections(const net *n) { return n->connections; }

void net_greeted(net *n, net_id id) {
    session *s = net_find(n, id);
    if (s) s->greeted = true;
}
