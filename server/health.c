/* The state of the disk: in the log when it fails, and at /healthz and /readyz for whoever
 * asks. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/server.h"
#include <string.h>

enum { SICK_MS = 10000 }; /* after a failure, health is bad for so long */

void health_watch(server *sv, int64_t now) {
    pt_store_health h = pt_store_healthy(sv->store);
    if (h.troubles == sv->troubles_seen) return;
    log_line("error", "disk", "%s troubles=%llu", h.why,
             (unsigned long long)(h.troubles - sv->troubles_seen));
    sv->troubles_seen = h.troubles;
    sv->sick_until = now + SICK_MS;
}

static void reply(server *sv, net_id to, bool good, const char *why) {
    PT_TEXT(out, 240);
    pt_put(&out, "%s\n", good ? "ok" : why);
    http_reply(sv, to, good ? 200 : 503, "text/plain", out.at, out.used);
}

bool health_reply(server *sv, const net_request *r) {
    pt_store_health h = pt_store_healthy(sv->store);
    bool good = h.reads && h.writes && !h.stopped && now_ms() >= sv->sick_until;
    PT_TEXT(why, 220);
    pt_put(&why, "the disk fails: %s", h.why);
    if (strcmp(r->path, "/healthz") == 0)
        reply(sv, r->id, good, why.at);
    else if (strcmp(r->path, "/readyz") != 0)
        return false;
    else if (good && sv->waking != WAKE_DONE)
        reply(sv, r->id, false, "starting");
    else
        reply(sv, r->id, good && !sv->stopping, good ? "stopping" : why.at);
    return true;
}
