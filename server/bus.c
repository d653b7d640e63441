/* Messages between nodes, by libnats. */
/* SPDX-License-Identifier: MIT */
#include "server/bus.h"
#ifdef PT_NATS
#include <nats/nats.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PING_MS = 1000, PINGS = 2, RETRY_MS = 200, WRITE_MS = 100, WAITING = 65536 };

typedef struct item {
    natsMsg *message;
    struct item *next;
} item;

struct bus {
    natsConnection *conn;
    void (*wake)(void *);
    void *who;
    atomic_bool up;
    pthread_mutex_t lock;
    item *first, **last;
    int waiting;
    uint64_t published; /* the loop's */
};

struct bus_line {
    natsSubscription *on;
};

/* --- in libnats' threads --- */

static void received(natsConnection *c, natsSubscription *s, natsMsg *m, void *arg) {
    bus *b = arg;
    (void)c, (void)s;
    item *i = malloc(sizeof *i);
    if (i) *i = (item){m, NULL};
    pthread_mutex_lock(&b->lock);
    bool kept = i && b->waiting < WAITING; /* what is lost is read from the store */
    if (kept) {
        *b->last = i;
        b->last = &i->next;
        b->waiting++;
    }
    pthread_mutex_unlock(&b->lock);
    if (kept) {
        b->wake(b->who);
        return;
    }
    free(i);
    natsMsg_Destroy(m);
}

static void went_up(natsConnection *c, void *arg) {
    bus *b = arg;
    (void)c;
    atomic_store(&b->up, true);
    b->wake(b->who);
}

static void went_down(natsConnection *c, void *arg) {
    bus *b = arg;
    (void)c;
    atomic_store(&b->up, false);
}

/* --- in the loop --- */

/* One thread delivers all messages, so that they stay in order. */
static natsStatus connect_to(bus *b, const char *url, const char *name) {
    natsOptions *o = NULL;
    natsStatus s = nats_SetMessageDeliveryPoolSize(1);
    if (s == NATS_OK) s = natsOptions_Create(&o);
    if (s == NATS_OK) s = natsOptions_SetURL(o, url);
    if (s == NATS_OK) s = natsOptions_SetName(o, name);
    if (s == NATS_OK) s = natsOptions_UseGlobalMessageDelivery(o, true);
    if (s == NATS_OK) s = natsOptions_SetMaxReconnect(o, -1);
    if (s == NATS_OK) s = natsOptions_SetReconnectWait(o, RETRY_MS);
    if (s == NATS_OK) s = natsOptions_SetReconnectJitter(o, RETRY_MS, RETRY_MS);
    if (s == NATS_OK) s = natsOptions_SetPingInterval(o, PING_MS);
    if (s == NATS_OK) s = natsOptions_SetMaxPingsOut(o, PINGS);
    if (s == NATS_OK) s = natsOptions_SetWriteDeadline(o, WRITE_MS);
    if (s == NATS_OK) s = natsOptions_SetTimeout(o, PING_MS);
    if (s == NATS_OK) s = natsOptions_SetNoEcho(o, true);
    if (s == NATS_OK) s = natsOptions_SetDisconnectedCB(o, went_down, b);
    if (s == NATS_OK) s = natsOptions_SetReconnectedCB(o, went_up, b);
    if (s == NATS_OK) s = natsOptions_SetRetryOnFailedConnect(o, true, went_up, b);
    if (s == NATS_OK) s = natsConnection_Connect(&b->conn, o);
    natsOptions_Destroy(o);
    if (s == NATS_OK) atomic_store(&b->up, true);
    return s == NATS_NOT_YET_CONNECTED ? NATS_OK : s;
}

/* The library takes anything, and tries for ever. */
static bool is_url(const char *url) {
    return strncmp(url, "nats://", 7) == 0 || strncmp(url, "tls://", 6) == 0;
}

bus *bus_open(const char *url, const char *name, void (*wake)(void *), void *who,
              pt_text *why) {
    if (!is_url(url)) {
        pt_puts(why, "NATS: a URL is needed that begins with nats:// or tls://");
        return NULL;
    }
    bus *b = calloc(1, sizeof *b);
    if (!b) {
        pt_puts(why, "not enough memory");
        return NULL;
    }
    b->wake = wake;
    b->who = who;
    b->last = &b->first;
    pthread_mutex_init(&b->lock, NULL);
    natsStatus s = connect_to(b, url, name);
    if (s == NATS_OK) return b;
    pt_put(why, "NATS: %s", natsStatus_GetText(s));
    bus_close(b);
    return NULL;
}

static void drop_messages(bus *b) {
    pthread_mutex_lock(&b->lock);
    b->waiting = WAITING; /* whatever else comes is dropped where it comes */
    item *first = b->first;
    b->first = NULL;
    b->last = &b->first;
    pthread_mutex_unlock(&b->lock);
    while (first) {
        item *i = first;
        first = i->next;
        natsMsg_Destroy(i->message);
        free(i);
    }
}

/* Messages go while the library still knows them; then its threads are waited for. */
void bus_close(bus *b) {
    if (!b) return;
    if (b->conn) {
        if (bus_is_up(b)) natsConnection_FlushTimeout(b->conn, WRITE_MS);
        natsConnection_Close(b->conn);
        drop_messages(b);
        natsConnection_Destroy(b->conn);
        nats_CloseAndWait(1000);
    }
    pthread_mutex_destroy(&b->lock);
    free(b);
}

bool bus_is_up(const bus *b) { return b && atomic_load(&b->up); }

bool bus_publish(bus *b, const char *subject, const char *reply, const void *bytes, size_t n) {
    if (!bus_is_up(b)) return false;
    natsStatus s = reply ? natsConnection_PublishRequest(b->conn, subject, reply, bytes, (int)n)
                         : natsConnection_Publish(b->conn, subject, bytes, (int)n);
    b->published += s == NATS_OK;
    return s == NATS_OK;
}

uint64_t bus_published(const bus *b) { return b->published; }

bus_line *bus_listen(bus *b, const char *subject) { return bus_listen_in(b, subject, NULL); }

bus_line *bus_listen_in(bus *b, const char *subject, const char *group) {
    bus_line *l = calloc(1, sizeof *l);
    natsStatus s =
        !l      ? NATS_NO_MEMORY
        : group ? natsConnection_QueueSubscribe(&l->on, b->conn, subject, group, received, b)
                : natsConnection_Subscribe(&l->on, b->conn, subject, received, b);
    if (s == NATS_OK) return l;
    free(l);
    return NULL;
}

void bus_unlisten(bus_line *l) {
    if (!l) return;
    natsSubscription_Unsubscribe(l->on);
    natsSubscription_Destroy(l->on);
    free(l);
}

void bus_poll(bus *b, bus_taker *take, void *who) {
    pthread_mutex_lock(&b->lock);
    item *first = b->first;
    b->first = NULL;
    b->last = &b->first;
    b->waiting = 0;
    pthread_mutex_unlock(&b->lock);
    while (first) {
        item *i = first;
        first = i->next;
        const bus_message m = {.subject = natsMsg_GetSubject(i->message),
                               .bytes = natsMsg_GetData(i->message),
                               .size = (size_t)natsMsg_GetDataLength(i->message),
                               .nobody = natsMsg_IsNoResponders(i->message)};
        take(who, &m);
        natsMsg_Destroy(i->message);
        free(i);
    }
}

#else
bus *bus_open(const char *url, const char *name, void (*wake)(void *), void *who,
              pt_text *why) {
    (void)url, (void)name, (void)wake, (void)who;
    pt_puts(why,
            "this program was built without NATS: install libnats (Debian: libnats-dev) and"
            " build it again");
    return NULL;
}
void bus_close(bus *b) { (void)b; }
bool bus_is_up(const bus *b) { return (void)b, false; }
bool bus_publish(bus *b, const char *subject, const char *reply, const void *bytes, size_t n) {
    return (void)b, (void)subject, (void)reply, (void)bytes, (void)n, false;
}
bus_line *bus_listen(bus *b, const char *subject) { return (void)b, (void)subject, NULL; }
bus_line *bus_listen_in(bus *b, const char *subject, const char *group) {
    return (void)b, (void)subject, (void)group, NULL;
}
void bus_unlisten(bus_line *l) { (void)l; }
uint64_t bus_published(const bus *b) { return (void)b, 0; }
void bus_poll(bus *b, bus_taker *take, void *who) { (void)b, (void)take, (void)who; }
#endif
