/* The loop, and sockets on libwebsockets. HTTP is our own (net_service.c): a request reaches
 * libwebsockets only if it is the proper handshake of a socket that we want. So we never refuse
 * one in LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, where version 4.1 can use memory after it was freed
 * (CVE-2025-11677). */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/net_inside.h"
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { PAUSE_MAX_US = 6000 };

/* --- messages in --- */

/* Pieces are put together up to the limit; most messages come in one piece and are not copied.
 */
static int receive(net *n, session *s, const char *in, size_t size) {
    bool last = lws_is_final_fragment(s->wsi) && !lws_remaining_packet_payload(s->wsi);
    if (s->closing || n->quiet) return 0;
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

/* A handshake that net_upgrade has let through is done. */
static int open_socket(net *n, struct lws *wsi, session **at) {
    visitor *v = lws_get_opaque_user_data(wsi);
    session *s = v ? *at = net_session_new(n, wsi) : NULL;
    if (!s) return -1;
    v->open = true;
    n->handshakes--;
    n->connections++;
    lws_set_timer_usecs(wsi, 10 * LWS_USEC_PER_SEC);
    n->events.opened(n->who, s->id, v->peer);
    return 0;
}

static int close_socket(net *n, session **at) {
    session *s = *at;
    if (!s) return 0;
    n->connections--;
    n->events.closed(n->who, s->id);
    net_queue_empty(n, s);
    net_session_free(n, s);
    *at = NULL;
    return 0;
}

static int handle(net *n, struct lws *wsi, enum lws_callback_reasons reason, void *user,
                  void *in, size_t size) {
    session **at = user, *s = at ? *at : NULL;
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED: return open_socket(n, wsi, at);
    case LWS_CALLBACK_RECEIVE: return s ? receive(n, s, in, size) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return s ? net_write(n, s) : 0;
    case LWS_CALLBACK_TIMER:
        return s && !s->greeted
                   ? net_close_now(s, LWS_CLOSE_STATUS_POLICY_VIOLATION, "no hello")
                   : 0;
    case LWS_CALLBACK_CLOSED: return at ? close_socket(n, at) : 0;
    case LWS_CALLBACK_WSI_DESTROY:
        net_visitor_done(n, lws_get_opaque_user_data(wsi));
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (atomic_exchange(&n->woken, false)) n->events.wake(n->who);
        return 0;
    case LWS_CALLBACK_HTTP: return -1; /* requests are ours: net_service.c */
    default: return 0;
    }
}

static void after(net *n) {
    if (n->ready) net_clients_go_on(n);
    net_flush(n);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    net *n = lws_context_user(lws_get_context(wsi));
    int done = handle(n, wsi, reason, user, in, size);
    after(n);
    return done;
}

/* Everything about requests hangs on one descriptor (epoll), which libwebsockets polls with its
 * sockets. */
static int requests_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                             void *in, size_t size) {
    (void)user, (void)in, (void)size;
    net *n = lws_context_user(lws_get_context(wsi));
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        net_clients_service(n);
        after(n);
    }
    return 0;
}

/* --- the loop --- */

static const struct lws_protocols protocols[] = {
    {"none", callback, sizeof(session *), 1024, 0, NULL, 0},
    {"petteia.1", callback, sizeof(session *), 1024, 1, NULL, 0},
    {"requests", requests_callback, 0, 0, 2, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const lws_retry_bo_t idle = {.secs_since_valid_ping = 40, .secs_since_valid_hangup = 60};

static void tick(lws_sorted_usec_list_t *sul) {
    net *n = lws_container_of(sul, net, ticker);
    n->events.tick(n->who);
    net_clients_late(n);
    net_listen_again(n);
    after(n);
    lws_sul_schedule(n->context, 0, &n->ticker, tick, 50 * LWS_USEC_PER_SEC / 1000);
}

static void quiet(int level, const char *line) {
    (void)level;
    log_line("net", "words", "%.*s", (int)strcspn(line, "\n"), line);
}

/* libwebsockets finds a connection by its descriptor at once only if it may use as many as the
 * process; otherwise it looks through all of them for every message. */
static unsigned most_files(void) {
    struct rlimit limit = {.rlim_cur = 1024};
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > 1 << 20 ? 1 << 20 : (unsigned)limit.rlim_cur;
}

static bool open_context(net *n) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .user = n,
        .gid = -1,
        .uid = -1,
        .timeout_secs = 10,
        .timeout_secs_ah_idle = 10,
        .keepalive_timeout = 15,
        .max_http_header_data = HTTP_HEAD_MAX,
        .max_http_header_pool = 32,
        .pt_serv_buf_size = 16384,
        .retry_and_idle_policy = &idle,
        .server_string = "petteia",
        .fd_limit_per_thread = most_files(),
    };
    n->context = lws_create_context(&info);
    n->vhost = n->context ? lws_get_vhost_by_name(n->context, "default") : NULL;
    lws_sock_file_fd_type requests = {.filefd = n->epoll};
    return n->vhost && lws_adopt_descriptor_vhost(n->vhost, LWS_ADOPT_RAW_FILE_DESC, requests,
                                                  "requests", NULL);
}

net *net_open(const net_config *c, const net_events *e, void *who, pt_text *why) {
    net *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->events = *e;
    n->who = who;
    n->config = *c;
    randombytes_buf(n->uses.key, sizeof n->uses.key);
    signal(SIGPIPE, SIG_IGN);
    lws_set_log_level(LLL_ERR, quiet);
    n->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!address_list_read(c->proxies, &n->proxies, why) || !net_listen(n, why)) {
        net_close(n);
        return NULL;
    }
    if (open_context(n)) return n;
    pt_puts(why, "libwebsockets cannot start");
    net_close(n);
    return NULL;
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

void net_quiet(net *n) {
    n->quiet = true;
    net_listen_stop(n);
    while (n->queues[CLIENT_IDLE].first) net_client_close(n, n->queues[CLIENT_IDLE].first);
}

bool net_gone(const net *n) { return !n->connections && !n->client_count; }

void net_wake(net *n) {
    if (!atomic_exchange(&n->woken, true)) lws_cancel_service(n->context);
}

/* The context closes the descriptor of the requests with everything else. */
void net_close(net *n) {
    if (!n) return;
    n->quiet = true;
    net_listen_stop(n);
    net_clients_done(n);
    if (n->context)
        lws_context_destroy(n->context);
    else if (n->epoll >= 0)
        close(n->epoll);
    net_notes_done(n);
    free(n->slots);
    free(n->fresh);
    free(n);
}
