/* Questions about a period. */
/* SPDX-License-Identifier: MIT */
#include "store/season.h"
#include "store/sql.h"

int pt_each_season_game(pt_look *l, int64_t from, int64_t to, pt_season_game_taker *take,
                        void *who) {
    pt_query *s = pt_statement(l, "SELECT kind, count(*) FROM tables WHERE state = 2"
                                  " AND access = 0 AND ended >= ?1 AND ended < ?2"
                                  " GROUP BY kind ORDER BY count(*) DESC, kind");
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    pt_bind_int(s, 1, from);
    pt_bind_int(s, 2, to);
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        char kind[PT_ID] = "";
        pt_take_text(s, 0, kind, sizeof kind);
        take(who, kind, pt_int(s, 1));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

static int each_person(pt_look *l, pt_query *s, int64_t from, int64_t to, int limit,
                       pt_season_person_taker *take, void *who) {
    pt_finding more;
    int n = 0;
    if (!s) return -1;
    pt_bind_int(s, 1, from);
    pt_bind_int(s, 2, to);
    pt_bind_int(s, 3, limit);
    for (; (more = pt_step(l, s)) == PT_FOUND; n++) {
        char person[PT_ID] = "", name[PT_LABEL] = "";
        pt_take_text(s, 0, person, sizeof person);
        pt_take_text(s, 1, name, sizeof name);
        take(who, person, name, pt_int(s, 2), (int)pt_int(s, 3));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

#define SEEN_BY_ALL " people.account IS NOT NULL AND NOT " PT_KEEPS_PAGE("people.id")

int pt_each_season_joined(pt_look *l, int64_t from, int64_t to, int limit,
                          pt_season_person_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT id, name, created, 0 FROM people WHERE"
                                  " created >= ?1 AND created < ?2 AND" SEEN_BY_ALL
                                  " ORDER BY created, id LIMIT ?3");
    return each_person(l, s, from, to, limit, take, who);
}

int pt_each_season_seat(pt_look *l, int64_t from, int64_t to, int limit,
                        pt_season_person_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT people.id, people.name, tables.ended, players.place FROM tables"
           " JOIN players ON players.num = tables.num JOIN people ON people.id = players.person"
           " WHERE tables.state = 2 AND tables.access = 0 AND tables.ended >= ?1"
           " AND tables.ended < ?2 AND" SEEN_BY_ALL
           " ORDER BY people.id, tables.ended, tables.num LIMIT ?3");
    return each_person(l, s, from, to, limit, take, who);
}
