/* HTTP: health, metrics and the page; api.c has the rest. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node.h"
#include "server/web.h"
#include "server/words.h"
#include <inttypes.h>
#include <string.h>

static void metric(pt_text *out, const char *name, const char *type, const char *help,
                   double value) {
    pt_put(out, "# HELP petteia_%s %s\n# TYPE petteia_%s %s\n", name, help, name, type);
    pt_put(out, "petteia_%s %.10g\n", name, value);
}

void metrics_write(server *sv, pt_text *out) {
    const serve_counts *c = &sv->counts;
    const net_counts k = net_count(sv->net);
    pt_store_counts s = pt_store_count(sv->store);
    metric(out, "connections", "gauge", "Open sockets.", net_connections(sv->net));
    metric(out, "requests_open", "gauge", "Open connections that are not sockets.", k.requests);
    metric(out, "requests_half_open", "gauge", "Of these, with an incomplete request.",
           k.half_open);
    metric(out, "requests_malformed_total", "counter", "Requests that were not proper HTTP.",
           (double)k.refused);
    metric(out, "requests_late_total", "counter", "Connections that took too long.",
           (double)k.late);
    metric(out, "crowded_total", "counter", "Connections closed because there were too many.",
           (double)k.crowded);
    metric(out, "foreign_total", "counter", "Requests from pages of other origins.",
           (double)k.foreign);
    metric(out, "tables_in_memory", "gauge", "Tables held in memory.", sv->table_count);
    metric(out, "bot_tasks_waiting", "gauge", "Work for the pool.", pool_waiting(sv->pool));
    metric(out, "moves_total", "counter", "Moves accepted, bots included.", (double)c->moves);
    metric(out, "bot_moves_total", "counter", "Moves of bots.", (double)c->bot_moves);
    metric(out, "refused_total", "counter", "Requests refused.", (double)c->refused);
    metric(out, "limited_total", "counter", "Requests above a rate limit.", (double)c->limited);
    metric(out, "messages_total", "counter", "Messages received.", (double)c->messages);
    metric(out, "unreadable_total", "counter", "Messages that could not be read.",
           (double)c->unreadable);
    metric(out, "requests_total", "counter", "HTTP requests.", (double)c->requests);
    metric(out, "games_over_total", "counter", "Games finished.", (double)c->games_over);
    metric(out, "tables_made_total", "counter", "Tables made.", (double)c->tables_made);
    metric(out, "table_loads_total", "counter", "Tables read from the store.",
           (double)c->loads);
    metric(out, "tables_evicted_total", "counter", "Tables that left memory.",
           (double)c->evicted);
    metric(out, "slow_readers_total", "counter", "Queues that overflowed.",
           (double)c->overflows);
    metric(out, "updates_total", "counter", "Updates sent to watchers.", (double)c->updates);
    metric(out, "pushed_total", "counter", "Notices that push services took.",
           (double)c->pushed);
    metric(out, "push_later_total", "counter", "Notices they did not take at once.",
           (double)c->push_later);
    metric(out, "push_gone_total", "counter", "Devices that are gone.", (double)c->push_gone);
    metric(out, "bots_failed_total", "counter", "Moves that bots of others did not make.",
           (double)c->bots_failed);
    metric(out, "commits_total", "counter", "Commits of the store.", (double)s.commits);
    metric(out, "batches_total", "counter", "Batches in these commits.", (double)s.batches);
    metric(out, "events_total", "counter", "Events written.", (double)s.events);
    metric(out, "failed_batches_total", "counter", "Batches that failed.", (double)s.failed);
    metric(out, "commit_seconds_total", "counter", "Time in commits.",
           (double)s.commit_us / 1e6);
}

static void metrics_of_node(const server *sv, pt_text *out) {
    const node_counts c = node_count(sv);
    if (!sv->node) return;
    metric(out, "node_bus_up", "gauge", "NATS is there.", c.is_up);
    metric(out, "node_messages_total", "counter", "Messages to other nodes.",
           (double)c.published);
    metric(out, "node_asked_total", "counter", "Requests sent to the owner of their table.",
           (double)c.asked);
    metric(out, "node_unanswered_total", "counter", "Requests that the owner did not answer.",
           (double)c.unanswered);
    metric(out, "node_forced_total", "counter", "Leases taken from nodes that did not answer.",
           (double)c.forced);
    metric(out, "node_missed_total", "counter", "Times that events were read from the store.",
           (double)c.missed);
    metric(out, "node_thoughts_total", "counter", "Thoughts given to workers.",
           (double)c.thoughts);
    metric(out, "node_thoughts_again_total", "counter",
           "Thoughts given again, because their worker was gone.", (double)c.given_again);
    metric(out, "node_thoughts_stale_total", "counter",
           "Thoughts dropped, because the table was lost meanwhile.", (double)c.stale);
    metric(out, "node_office", "gauge", "This node runs tournaments and pairing.",
           c.has_office);
}

static void reply_metrics(server *sv, net_id to) {
    char memory[8192];
    pt_text out = pt_text_on(memory, sizeof memory);
    metrics_write(sv, &out);
    metrics_of_node(sv, &out);
    http_reply(sv, to, 200, "text/plain; version=0.0.4", out.at, out.used);
}

/* RFC 9110, 15.5.6: says which methods there are. */
static void refuse_method(server *sv, const net_request *r, const char *allow) {
    PT_TEXT(body, 160);
    pt_put(&body, "{\"code\":\"method\",\"words\":\"%s only\"}", allow);
    net_answer a = {.status = 405, .type = "application/json", .allow = allow};
    a.body = body.at;
    a.size = body.used;
    net_reply(sv->net, r->id, &a);
}

void http_request(void *who, const net_request *r) {
    server *sv = who;
    const asker from = {.id = r->id, .http = true, .language = language_of(r)};
    sv->counts.requests++;
    PT_TEXT(allow, 40);
    if (!api_methods(r, &allow)) {
        refuse_method(sv, r, allow.at);
        return;
    }
    if (health_reply(sv, r)) return;
    if (strcmp(r->path, "/metrics") == 0) {
        reply_metrics(sv, r->id);
        return;
    }
    if (!limit_take(sv, r->peer, sv->config.rate * 5, sv->config.burst * 5)) {
        sv->counts.limited++;
        http_refused(sv, &from, 429, "too-fast", sv_say_many_requests());
        return;
    }
    if (strncmp(r->path, "/api/", 5) == 0 && api_request(sv, r)) return;
    if (r->method == NET_GET && statics_reply(sv, r)) return;
    http_refused(sv, &from, 404, "not-found", sv_say_nothing_here());
}
