/* The network on libwebsockets: connections, queues, limits. We refuse upgrades in the protocol
 * filter and never answer LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, where version 4.1 can use memory
 * after it was freed (CVE-2025-11677). */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/net_inside.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAUSE_MAX_US = 6000 };

/* --- messages in --- */

/* Pieces are put together up to the limit; most messages come in one piece and are not copied.
 */
static int receive(net *n, session *s, const char *in, size_t size) {
    bool last = lws_is_final_fragment(s->wsi) && !lws_remaining_packet_payload(s->wsi);
    if (s->closing) return 0;
    if (lws_frame_is_binary(s->wsi))
        return net_close_now(s, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    if (s->rx_size + size > NET_MESSAGE_MAX)
        return net_close_now(s, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "8 KiB are the most");
    n->messages_in++;
    if (last && !s->rx) {
        n->events.message(n->who, s->id, in, size);
        return 0;
    }
    if (!s->rx && !(s->rx = malloc(NET_MESSAGE_MAX))) return -1;
    memcpy(s->rx + s->rx_size, in, size);
    s->rx_size += size;
    if (!last) return 0;
    char *whole = s->rx;
    size_t n_whole = s->rx_size;
    s->rx = NULL;
    s->rx_size = 0;
    n->events.message(n->who, s->id, whole, n_whole);
    free(whole);
    return 0;
}

static int filter_upgrade(net *n, struct lws *wsi) {
    char path[16] = "";
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 ||
        strcmp(path, "/ws") != 0)
        return 1;
    if (n->connections >= n->max_connections || n->stopping) return 1;
    if (net_origin_ok(n, wsi)) return 0;
    n->bad_origins++;
    return 1;
}

static int handle(net *n, struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t size) {
    session **at = user, *s = at ? *at : NULL;
    char peer[64];
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return filter_upgrade(n, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        net_session_free(n, s); /* of the request before the upgrade, if it kept one */
        *at = s = net_session_new(n, wsi, true);
        if (!s) return -1;
        n->connections++;
        lws_set_timer_usecs(wsi, 10 * LWS_USEC_PER_SEC);
        net_peer(n, wsi, peer, sizeof peer);
        n->events.opened(n->who, s->id, peer);
        return 0;
    case LWS_CALLBACK_RECEIVE: return s && s->ws ? receive(n, s, in, size) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return s && s->ws ? net_write(n, s) : 0;
    case LWS_CALLBACK_TIMER:
        return s && s->ws && !s->greeted
                   ? net_close_now(s, LWS_CLOSE_STATUS_POLICY_VIOLATION, "no hello")
                   : 0;
    case LWS_CALLBACK_CLOSED:
        if (!s || !s->ws) return 0;
        n->connections--;
        n->events.closed(n->who, s->id);
        net_queue_empty(n, s);
        net_session_free(n, s);
        *at = NULL;
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (atomic_exchange(&n->woken, false)) n->events.wake(n->who);
        return 0;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP: return net_http(n, wsi, (int)reason, at, in, size);
    default: return 0;
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    net *n = lws_context_user(lws_get_context(wsi));
    int done = handle(n, wsi, reason, user, in, size);
    net_flush(n);
    return done;
}

/* --- the loop --- */

static const struct lws_protocols protocols[] = {
    {"http", callback, sizeof(session *), 1024, 0, NULL, 0},
    {"petteia.1", callback, sizeof(session *), 1024, 1, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const lws_retry_bo_t idle = {.secs_since_valid_ping = 40, .secs_since_valid_hangup = 60};

static void tick(lws_sorted_usec_list_t *sul) {
    net *n = lws_container_of(sul, net, ticker);
    n->events.tick(n->who);
    net_flush(n);
    lws_sul_schedule(n->context, 0, &n->ticker, tick, 50 * LWS_USEC_PER_SEC / 1000);
}

static void quiet(int level, const char *line) {
    (void)level;
    log_line("net", "words", "%.*s", (int)strcspn(line, "\n"), line);
}

net *net_open(const net_config *c, const net_events *e, void *who, pt_text *why) {
    net *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->events = *e;
    n->who = who;
    n->origins = c->origins;
    n->proxy = c->proxy;
    n->max_connections = c->max_connections;
    signal(SIGPIPE, SIG_IGN);
    lws_set_log_level(LLL_ERR, quiet);
    bool plain_v4 = c->address && strchr(c->address, '.');
    struct lws_context_creation_info info = {
        .port = c->port,
        .iface = c->address,
        .protocols = protocols,
        .user = n,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (uint64_t)(plain_v4 ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
        .timeout_secs = 10,
        .timeout_secs_ah_idle = 10,
        .keepalive_timeout = 15,
        .max_http_header_data = 4096,
        .max_http_header_pool = 128,
        .pt_serv_buf_size = 16384,
        .retry_and_idle_policy = &idle,
        .server_string = "petteia",
        .fd_limit_per_thread = (unsigned)c->max_connections + 256,
    };
    n->context = lws_create_context(&info);
    if (!n->context) {
        pt_put(why, "cannot listen on port %d (is another server there?)", c->port);
        free(n);
        return NULL;
    }
    return n;
}

int net_port(const net *n) {
    return lws_get_vhost_listen_port(lws_get_vhost_by_name(n->context, "default"));
}

static uint64_t micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Polling costs time for every socket, even if nothing has come. So there is a pause between
 * two polls, which grows with the number of connections: under load each poll finds more to do,
 * and after a quiet moment the next one comes at once. */
static void breathe(const net *n, uint64_t *last) {
    uint64_t pause = 200 + 15 * (uint64_t)n->connections, now = micros();
    if (pause > PAUSE_MAX_US) pause = PAUSE_MAX_US;
    if (now - *last < pause) {
        pause -= now - *last;
        nanosleep(&(struct timespec){.tv_nsec = (long)pause * 1000}, NULL);
        now += pause;
    }
    *last = now;
}

void net_run(net *n) {
    uint64_t last = 0;
    lws_sul_schedule(n->context, 0, &n->ticker, tick, LWS_USEC_PER_SEC / 100);
    while (!n->stop) {
        breathe(n, &last);
        if (lws_service(n->context, 0) < 0) break;
    }
}

void net_stop(net *n) { n->stop = true; }

void net_wake(net *n) {
    if (!atomic_exchange(&n->woken, true)) lws_cancel_service(n->context);
}

void net_close(net *n) {
    if (!n) return;
    n->stopping = true;
    lws_context_destroy(n->context);
    net_notes_done(n);
    free(n->slots);
    free(n->fresh);
    free(n);
}
