/* When a socket has to be looked at: a wheel with a place for every second, so that nothing
 * walks through all sockets. What comes in does not move a socket on the wheel: it is looked at
 * when it would have been late, and put where it can be late next. */
/* SPDX-License-Identifier: MIT */
#include "server/net_inside.h"

enum {
    HELLO_MS = 10000,  /* until it has said hello */
    PING_MS = 40000,   /* without a word of it */
    SILENT_MS = 60000, /* until it counts as dead */
    CLOSE_MS = 5000,   /* for its close frame, or for what it still has to read */
    LINGER_MS = 2000,  /* for it to read our close frame and go */
};

static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t next_due(const session *s) {
    switch (s->state) {
    case SESSION_OPEN: {
        int64_t silent = s->heard + (s->pinged ? SILENT_MS : PING_MS);
        return s->greeted ? silent : sooner(silent, s->since + HELLO_MS);
    }
    case SESSION_CLOSING:
    case SESSION_LEAVING: return s->since + CLOSE_MS;
    case SESSION_LINGER: return s->since + LINGER_MS;
    case SESSION_GONE: break;
    }
    return INT64_MAX;
}

static session **place_of(net *n, const session *s) { return &n->wheel[s->due / 1000 % WHEEL]; }

void net_timer_off(net *n, session *s) {
    if (!s->due) return;
    *(s->before ? &s->before->after : place_of(n, s)) = s->after;
    if (s->after) s->after->before = s->before;
    s->due = 0;
}

/* Never into a second that has been looked at already, nor beyond the wheel: then it is looked
 * at too early, and put back. */
void net_timer_set(net *n, session *s) {
    int64_t due = next_due(s), least = (n->wheel_at + 1) * 1000;
    int64_t most = (n->wheel_at + WHEEL - 1) * 1000;
    net_timer_off(n, s);
    s->due = due < least ? least : due > most ? most : due;
    session **at = place_of(n, s);
    s->before = NULL;
    s->after = *at;
    if (*at) (*at)->before = s;
    *at = s;
}

bool net_timer_is_over(const net *n, const session *s) { return n->now >= next_due(s); }

/* Only of seconds that are over, so that everybody in them may be late. */
session *net_timer_next(net *n) {
    while ((n->wheel_at + 1) * 1000 <= n->now) {
        session *s = n->wheel[n->wheel_at % WHEEL];
        if (s) return s;
        n->wheel_at++;
    }
    return NULL;
}
