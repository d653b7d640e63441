/* Results, ratings over time, and who may see them. */
/* SPDX-License-Identifier: MIT */
#include "store/profile.h"
#include "store/sql.h"
#include <string.h>

typedef struct seen {
    char person[PT_ID];
    int64_t by;
} seen;

static bool write_seen(pt_look *l, const void *job, pt_batch *more) {
    const seen *v = job;
    pt_query *s = pt_statement(l, "INSERT INTO pages(person, seen) VALUES(?1, ?2)"
                                  " ON CONFLICT(person) DO UPDATE SET seen = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, v->person);
    pt_bind_int(s, 2, v->by);
    return pt_run(l, s);
}

void pt_batch_seen_by(pt_batch *b, const char *person, pt_seen_by who) {
    seen v = {.by = who};
    pt_copy(v.person, sizeof v.person, person);
    pt_batch_work(b, write_seen, &v, sizeof v);
}

pt_finding pt_find_seen_by(pt_look *l, const char *person, pt_seen_by *out) {
    pt_query *s = pt_statement(l, "SELECT seen FROM pages WHERE person = ?1");
    *out = PT_SEEN_BY_ALL;
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) *out = (pt_seen_by)(int)pt_int(s, 0);
    pt_reset(s);
    return found;
}

pt_finding pt_find_friend(pt_look *l, const char *person, const char *other) {
    pt_query *s =
        pt_statement(l, "SELECT 1 FROM ties WHERE person = ?1 AND other = ?2 AND kind = 2");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_bind_text(s, 2, other);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    return found;
}

int pt_each_results(pt_look *l, const char *person, pt_results_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT kind, seats, place, count(*) FROM (SELECT tables.kind AS kind, me.place AS"
           " place, (SELECT count(*) FROM players AS all_of WHERE all_of.num = me.num) AS seats"
           " FROM players AS me JOIN tables ON tables.num = me.num"
           " WHERE me.person = ?1 AND tables.state = 2) AS games"
           " GROUP BY kind, seats, place ORDER BY kind, seats, place");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_results_row row = {.seats = (int)pt_int(s, 1), .place = (int)pt_int(s, 2)};
        pt_take_text(s, 0, row.kind, sizeof row.kind);
        row.games = pt_int(s, 3);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int pt_each_moment(pt_look *l, const char *person, int limit, pt_moment_taker *take,
                   void *who) {
    pt_query *s =
        pt_statement(l, "SELECT tables.kind, tables.ended, rated.after FROM rated"
                        " JOIN players ON players.num = rated.num AND players.seat = rated.seat"
                        " JOIN tables ON tables.num = rated.num WHERE players.person = ?1"
                        " ORDER BY rated.num DESC LIMIT ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_moment_row row = {.at = pt_int(s, 1), .rating = pt_double(s, 2)};
        pt_take_text(s, 0, row.kind, sizeof row.kind);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
