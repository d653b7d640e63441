/* What people have done in games. */
/* SPDX-License-Identifier: MIT */
#include "store/badges.h"
#include "store/sql.h"

static bool write_badge(pt_look *l, const void *job, pt_batch *more) {
    const pt_badge_row *row = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO badges(person, kind, badge, place, at)"
           " SELECT ?1, ?2, ?3, ?4, CAST(?5 AS BIGINT)"
           " WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1 AND account IS NOT NULL)"
           " ON CONFLICT(person, kind, badge) DO NOTHING");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, row->person);
    pt_bind_text(s, 2, row->kind);
    pt_bind_text(s, 3, row->badge);
    pt_bind_text(s, 4, row->table);
    pt_bind_int(s, 5, row->at);
    return pt_run(l, s);
}

void pt_batch_badge(pt_batch *b, const pt_badge_row *row) {
    pt_batch_work(b, write_badge, row, sizeof *row);
}

int pt_each_badge(pt_look *l, const char *person, pt_badge_taker *take, void *who) {
    pt_query *s =
        pt_statement(l, "SELECT badges.kind, badge, place, at, CASE WHEN tables.access = 0"
                        " THEN 1 ELSE 0 END FROM badges"
                        " LEFT JOIN tables ON tables.id = badges.place WHERE person = ?1"
                        " ORDER BY at, badges.kind, badge");
    if (s) pt_bind_text(s, 1, person);
    int n = 0;
    pt_finding more;
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_badge_row row = {.at = pt_int(s, 3)};
        pt_copy(row.person, sizeof row.person, person);
        pt_take_text(s, 0, row.kind, sizeof row.kind);
        pt_take_text(s, 1, row.badge, sizeof row.badge);
        pt_take_text(s, 2, row.table, sizeof row.table);
        row.open = pt_int(s, 4) != 0;
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
