/* Limits on how often somebody may do something, for all nodes together. Each node has tokens
 * of its own for everybody, and tells the others of those that were taken, so that they take
 * them as well. Whoever uses less than an eighth of a limit at a node is not told of: an
 * ordinary move costs no message. Without a bus each node counts for itself. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/people.h"

enum { SHARE = 8, SHARE_MS = 1000 };

bool limit_take(server *sv, const char *who, double rate, double burst) {
    int64_t now = now_ms();
    bucket *b = people_bucket(sv->people, who);
    if (!bucket_take(b, now, rate, burst)) return false;
    if (!sv->node || rate <= 0) return true;
    if (now - b->since >= SHARE_MS) {
        b->since = now;
        b->untold = 0;
    }
    if (++b->untold * SHARE * 1000.0 / SHARE_MS < rate) return true;
    node_tell_spent(sv, who, rate, burst, b->untold);
    b->untold = 0;
    return true;
}
