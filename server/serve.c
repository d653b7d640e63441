/* The server as a whole: start, loop, stop. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/blocks.h"
#include "server/club.h"
#include "server/days.h"
#include "server/log.h"
#include "server/mail.h"
#include "server/measures.h"
#include "server/node.h"
#include "server/outside_bots.h"
#include "server/push.h"
#include "server/quick.h"
#include "server/study.h"
#include "server/tournament.h"
#include "server/web.h"
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static volatile sig_atomic_t asked_to_stop;

static void on_signal(int number) { asked_to_stop = number; }

static void wake_from_store(void *who) {
    server *sv = who;
    if (sv->net) net_wake(sv->net);
}

static void wake(void *who) {
    server *sv = who;
    pt_store_poll(sv->store);
    pool_poll(sv->pool);
    node_poll(sv);
    push_poll(sv);
    dispatch_requests(sv);
    quick_go_on(sv);
    if (!sv->stopping) tours_go_on(sv);
    if (!sv->stopping && sv->tours_due) tours_look_after_copies(sv);
    health_watch(sv, now_ms());
}

/* The store keeps a time at which the server was alive. From then until the next start, no
 * player's clock runs. */
static void store_alive(server *sv, int64_t now) {
    pt_batch *b = pt_batch_new();
    if (!b) return;
    pt_batch_alive(b, now);
    node_leave(sv, b);
    pt_store_commit(sv->store, b, NULL, NULL, 0);
    sv->next_alive = now + 5000;
}

/* --- leaving: nothing new, then what is being written, then goodbye --- */

enum { FLUSH_MS = 5000, GOODBYE_MS = 1000 };
/* When people come back. Nobody answers while a server that is alone starts again, and then all
 * come to it: the more there are, the longer the time over which they do. Other nodes are there
 * already and share them, so nobody need wait for a second. */
enum { AWAY_MS = 500, SPREAD_MS = 1000, SPREAD_MOST_MS = 15000, NODE_SPREAD_MS = 600 };

static void tell_when_back(server *sv) {
    int spread = SPREAD_MS + net_connections(sv->net);
    if (sv->node)
        net_farewell(sv->net, 0, NODE_SPREAD_MS);
    else
        net_farewell(sv->net, AWAY_MS, spread < SPREAD_MOST_MS ? spread : SPREAD_MOST_MS);
}

/* Everything that was sent to the store before is on disk, and those who wait have heard so. */
static void say_goodbye(server *sv) {
    if (sv->said_goodbye) return;
    sv->said_goodbye = true;
    node_tell_left(sv);
    sv->leave_by = now_ms() + GOODBYE_MS;
    tell_when_back(sv);
}

static void all_written(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag, (void)outcome;
    say_goodbye(who);
}

static void leave(server *sv, int64_t now) {
    if (!sv->stopping) {
        pt_batch *b = pt_batch_new();
        sv->stopping = true;
        sv->leave_by = now + FLUSH_MS;
        net_quiet(sv->net);
        if (b) pt_batch_alive(b, now);
        node_leave(sv, b);
        if (b) pt_store_commit(sv->store, b, all_written, sv, 0);
        return;
    }
    bool late = now >= sv->leave_by;
    if (late && !sv->said_goodbye)
        say_goodbye(sv);
    else if (late || (sv->said_goodbye && net_gone(sv->net)))
        net_stop(sv->net);
}

static void tick(void *who) {
    server *sv = who;
    int64_t now = now_ms();
    if (pt_store_healthy(sv->store).stopped) { /* at once: nothing more can be promised */
        sv->stopping = true;
        net_stop(sv->net);
        return;
    }
    wake(sv);
    if (asked_to_stop) {
        leave(sv, now);
        return;
    }
    upkeep_tick(sv, now);
    node_tick(sv, now);
    club_tick(sv, now);
    mail_tick(sv, now);
    push_tick(sv, now);
    bell_mail_tick(sv, now);
    days_tick(sv, now);
    dispatch_requests(sv);
    if (now >= sv->next_tours) {
        quick_tick(sv, now);
        tours_tick(sv, now);
        tours_look_after_copies(sv);
        studies_tick(sv, now);
    }
    if (now >= sv->next_alive && !sv->node) store_alive(sv, now);
}

/* Whatever comes in may leave requests at tables: they are taken before the loop goes on. */
static void on_request(void *who, const net_request *r) {
    http_request(who, r);
    dispatch_requests(who);
}

static void on_message(void *who, net_id id, const char *text, size_t n) {
    conn_message(who, id, text, n);
    dispatch_requests(who);
}

static void on_closed(void *who, net_id id) {
    conn_closed(who, id);
    dispatch_requests(who);
}

static void on_drained(void *who, net_id id) {
    conn_drained(who, id);
    dispatch_requests(who);
}

static const net_events events = {
    .request = on_request,
    .opened = conn_opened,
    .message = on_message,
    .closed = on_closed,
    .drained = on_drained,
    .wake = wake,
    .tick = tick,
};

/* Where this server begins: the number of its next table, and when the last server was alive.
 */
typedef struct beginning {
    server *server;
    bool done, good;
    int64_t highest, last_alive, now;
} beginning;

static void read_start(pt_look *look, void *job) {
    beginning *b = job;
    b->good = pt_highest_table(look, &b->highest) && pt_last_alive(look, &b->last_alive) &&
              blocks_read(people_blocks(b->server->people), look) &&
              (!b->server->config.node || pt_store_time(look, &b->now));
    if (b->now) wall_follow(b->now);
    club *c = club_new();
    b->good =
        b->good && c && club_read(c, look, people_confusables(b->server->people), wall_ms());
    if (c) people_set_club(b->server->people, c); /* nobody asks for it yet */
    b->server->days = days_read(look);
    b->good = b->good && b->server->days;
}

static void start_read(void *job) { ((beginning *)job)->done = true; }

bool serve_begin(server *sv, pt_text *why) {
    beginning b = {.server = sv};
    b.done = !pt_store_read(sv->store, read_start, start_read, &b);
    while (!b.done) { /* only here, before there is a loop */
        pt_store_poll(sv->store);
        if (!b.done) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    sv->next_num = b.highest + 1;
    sv->last_alive = b.last_alive;
    time_start(b.last_alive);
    if (b.now) time_set(b.now);
    if (b.now) sv->next_num = 1; /* and num_end is 0: numbers are given out by the store */
    sv->started = now_ms();
    if (!b.good) pt_put(why, "the tables cannot be read: %s", pt_store_healthy(sv->store).why);
    if (!b.good) return false;
    bool adopted = names_adopt(sv);
    if (!adopted)
        pt_put(why, "the names of accounts cannot be kept: %s",
               pt_store_healthy(sv->store).why);
    return adopted;
}

/* The folder or the database is ours, or nothing in it is touched. */
static bool lock_store(server *sv, bool *taken, pt_text *why) {
    char path[1024];
    const char *url = sv->config.store;
    if (!node_is_named(&sv->config, why)) return false;
    if (url && !pt_store_is_url(url)) {
        pt_put(why, "--store needs a URL: postgresql://...");
        return false;
    }
    if (!url && mkdir(sv->config.data, 0700) != 0 && errno != EEXIST) {
        pt_put(why, "cannot create %s: %s", sv->config.data, strerror(errno));
        return false;
    }
    snprintf(path, sizeof path, "%s/petteia.db", sv->config.data);
    const pt_store_config c = {
        .path = url ? url : path, .wake = wake_from_store, .who = sv, .node = sv->config.node};
    sv->store = pt_store_lock(&c, taken, why);
    return sv->store != NULL;
}

/* As many as are needed and no more: the network keeps a place for each. */
static void allow_files(const serve_config *c) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    rlim_t wanted = (rlim_t)c->max_connections + (rlim_t)c->max_requests + 512;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool make_scratch(server *sv) {
    size_t moves = 1;
    for (int i = 0; pt_games[i]; i++)
        if (pt_games[i]->max_moves > moves) moves = pt_games[i]->max_moves;
    sv->moves = calloc(moves + 1, sizeof *sv->moves);
    sv->people = people_new();
    sv->statics = statics_load(sv->config.web);
    return sv->moves && sv->people && sv->statics;
}

/* Waits for what is being written. */
static void stop(server *sv) {
    club_close_door(sv);
    mail_stop(sv);
    pool_free(sv->pool);
    outside_bots_close(sv->outside);
    if (sv->pool) store_alive(sv, now_ms());
    pt_store_close(sv->store);
    push_close(sv);
    node_close(sv);
    net_close(sv->net);
    tours_free(sv);
    studies_free(sv);
    quick_free(sv);
    tables_free(sv);
    for (share_item *w; (w = share_take(&sv->searches));) web_free((web *)(void *)w);
    statics_free(sv->statics);
    people_free(sv->people);
    mail_free(sv);
    days_free(sv->days);
    free(sv->moves);
    free(sv);
}

static void read_again(server *sv) {
    tours_read_again(sv);
    studies_read_again(sv);
}

static void withdraw(server *sv, const char *person) {
    tours_withdraw(sv, person);
    studies_forget(sv, person);
}

static const node_above above = {
    .log_out = sessions_end_here,
    .looker_on = measures_looker_on,
    .renew_club = club_renew,
    .tour_handler = tours_handler,
    .quick_handler = quick_handler,
    .study_handler = studies_handler,
    .give_way = names_give_way_to,
    .hear_bell = bell_hear,
    .forget_waiting = quick_forget_all,
    .owns = tour_owns,
    .note = tour_note,
    .withdraw = withdraw,
    .follow = tours_follow,
    .grown = tours_grown,
    .read_again = read_again,
    .begin = tours_begin,
};

/* The lock first, then the port, and only then the data: a server that cannot run leaves
 * everything as it is. Whoever connects meanwhile waits. */
static bool open_all(server *sv, bool *taken, pt_text *why) {
    const serve_config *c = &sv->config;
    allow_files(c);
    if (!make_scratch(sv)) {
        pt_puts(why, "not enough memory");
        return false;
    }
    if (!mail_open(sv, why) || !lock_store(sv, taken, why)) return false;
    net_config n = {.address = c->address,
                    .port = c->port,
                    .origins = c->origins,
                    .proxies = c->proxies,
                    .max_connections = c->max_connections,
                    .max_requests = c->max_requests,
                    .address_sockets = c->address_sockets,
                    .address_requests = c->address_requests,
                    .head_seconds = c->head_seconds,
                    .body_seconds = c->body_seconds};
    sv->net = net_open(&n, &events, sv, why);
    if (!sv->net || !pt_store_open(sv->store, why) || !serve_begin(sv, why) ||
        !node_open(sv, &above, why) || !push_open(sv, why))
        return false;
    if (!club_open_door(sv, why)) return false;
    if (c->bots) sv->outside = outside_bots_open(c->bots, c->data, why);
    if (c->bots && !sv->outside) return false;
    sv->pool = pool_new(sv, c->workers);
    if (!sv->pool) pt_puts(why, "not enough memory");
    return sv->pool != NULL;
}

/* Why it ends, in the log and as an exit code. */
static int ending(server *sv) {
    pt_store_health h = pt_store_healthy(sv->store);
    health_watch(sv, now_ms());
    if (h.stopped)
        log_line("error", "stop", "the disk did not take what was written: %s", h.why);
    if (!h.stopped) log_line("stop", "signal", "%d", (int)asked_to_stop);
    return h.stopped ? SERVE_DISK : 0;
}

int serve_run(const serve_config *c) {
    PT_TEXT(why, 512);
    bool taken = false;
    server *sv = calloc(1, sizeof *sv);
    if (!sv || sodium_init() < 0) {
        fputs("petteia serve: not enough memory\n", stderr);
        free(sv);
        return 1;
    }
    sv->config = *c;
    sv->ready_last = &sv->ready;
    sv->reach = measure_reaches_here;
    log_quiet(c->quiet);
    asked_to_stop = 0;
    if (!open_all(sv, &taken, &why)) {
        fprintf(stderr, "petteia serve: %s\n", why.at);
        stop(sv);
        return taken ? SERVE_TAKEN : 1;
    }
    struct sigaction on = {.sa_handler = on_signal};
    sigaction(SIGINT, &on, NULL);
    sigaction(SIGTERM, &on, NULL);
    printf("petteia: http://localhost:%d/\n", net_port(sv->net));
    fflush(stdout);
    log_line("start", "port", "%d data=%s tables=%lld", net_port(sv->net),
             c->store ? "postgresql" : c->data, /* a URL may hold a password */
             (long long)sv->next_num - 1);
    if (!c->only_admin) tables_wake_live(sv);
    net_run(sv->net);
    int code = ending(sv);
    stop(sv);
    return code;
}
