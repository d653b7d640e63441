/* Results, ratings over time, and who may see them; wishes and faces. */
/* SPDX-License-Identifier: MIT */
#include "store/profile.h"
#include "store/sql.h"
#include <string.h>

typedef struct wish {
    char person[PT_ID];
    int64_t by;
    pt_page_wish what;
} wish;

static bool write_wish(pt_look *l, const void *job, pt_batch *more) {
    static const char *const sql[PT_PAGE_WISHES] = {
        [PT_PAGE_SEEN] = "INSERT INTO pages(person, seen) VALUES(?1, ?2)"
                         " ON CONFLICT(person) DO UPDATE SET seen = ?2",
        [PT_PAGE_INVITED] = "INSERT INTO pages(person, seen, invited) VALUES(?1, 0, ?2)"
                            " ON CONFLICT(person) DO UPDATE SET invited = ?2",
        [PT_PAGE_WRITTEN] = "INSERT INTO pages(person, seen, written) VALUES(?1, 0, ?2)"
                            " ON CONFLICT(person) DO UPDATE SET written = ?2",
    };
    const wish *v = job;
    pt_query *s = pt_statement(l, sql[v->what]);
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, v->person);
    pt_bind_int(s, 2, v->by);
    return pt_run(l, s);
}

void pt_batch_page(pt_batch *b, const char *person, pt_page_wish what, pt_seen_by who) {
    wish v = {.by = who, .what = what};
    pt_copy(v.person, sizeof v.person, person);
    pt_batch_work(b, write_wish, &v, sizeof v);
}

pt_finding pt_find_page(pt_look *l, const char *person, pt_page_row *out) {
    pt_query *s = pt_statement(l, "SELECT seen, invited, written FROM pages WHERE person = ?1");
    *out = (pt_page_row){.by = {[PT_PAGE_INVITED] = PT_SEEN_BY_FRIENDS}};
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_finding found = pt_step(l, s);
    for (int i = 0; found == PT_FOUND && i < PT_PAGE_WISHES; i++)
        out->by[i] = (pt_seen_by)(int)pt_int(s, i);
    pt_reset(s);
    return found;
}

int pt_each_unwritten(pt_look *l, pt_writing_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT person, written FROM pages WHERE written <> 0");
    char person[PT_ID];
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, person, sizeof person);
        take(who, person, (pt_seen_by)(int)pt_int(s, 1));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

typedef struct face {
    char person[PT_ID];
    int64_t number, chosen;
} face;

static bool write_face(pt_look *l, const void *job, pt_batch *more) {
    const face *f = job;
    pt_query *s = f->chosen
                      ? pt_statement(l, "INSERT INTO faces(person, number, chosen)"
                                        " SELECT ?1, CAST(?2 AS BIGINT), CAST(?3 AS BIGINT)"
                                        " WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1)"
                                        " ON CONFLICT(person) DO UPDATE SET chosen = ?3")
                      : pt_statement(l, "DELETE FROM faces WHERE person = ?1");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, f->person);
    if (f->chosen) pt_bind_int(s, 2, f->number);
    if (f->chosen) pt_bind_int(s, 3, f->chosen);
    return pt_run(l, s);
}

void pt_batch_face(pt_batch *b, const char *person, int chosen) {
    face f = {.number = pt_face(person), .chosen = chosen};
    pt_copy(f.person, sizeof f.person, person);
    pt_batch_work(b, write_face, &f, sizeof f);
}

pt_finding pt_find_face(pt_look *l, uint32_t number, int *chosen) {
    pt_query *s = pt_statement(l, "SELECT chosen FROM faces WHERE number = ?1 LIMIT 1");
    *chosen = 0;
    if (!s) return PT_FAILED;
    pt_bind_int(s, 1, number);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) *chosen = (int)pt_int(s, 0);
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
    pt_query *s = pt_statement(
        l, "SELECT tables.kind, tables.ended, rated.after, (SELECT count(*) FROM players"
           " AS all_of WHERE all_of.num = rated.num) FROM rated"
           " JOIN players ON players.num = rated.num AND players.seat = rated.seat"
           " JOIN tables ON tables.num = rated.num WHERE players.person = ?1"
           " ORDER BY rated.num DESC LIMIT ?2");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_moment_row row = {
            .at = pt_int(s, 1), .rating = pt_double(s, 2), .seats = (int)pt_int(s, 3)};
        pt_take_text(s, 0, row.kind, sizeof row.kind);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
