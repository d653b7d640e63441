/* Guests whom nothing needs. Each write is plain SQL, run by the writing thread in its batch's
 * transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/club.h"
#include "store/people.h"
#include "store/sql.h"
#include <string.h>

/* A guest who came before ?1 and was not here since. They are needed while they play or sit
 * somewhere, have a part in a study or a tournament that is not over, or while there is a
 * measure against them, a report about them or one of theirs to decide. */
#define UNNEEDED(has)                                                                          \
    " account IS NULL AND created < ?1"                                                        \
    " AND NOT EXISTS (SELECT 1 FROM tokens WHERE person = people.id"                           \
    "  AND (used >= ?1 OR at >= ?1))"                                                          \
    " AND NOT EXISTS (SELECT 1 FROM players JOIN tables ON tables.num = players.num"           \
    "  WHERE players.person = people.id AND tables.state <> 2)"                                \
    " AND NOT EXISTS (SELECT 1 FROM spoken JOIN tables ON tables.num = spoken.num"             \
    "  WHERE spoken.person = people.id AND tables.state <> 2)"                                 \
    " AND NOT EXISTS (SELECT 1 FROM measures WHERE target = people.id)"                        \
    " AND NOT EXISTS (SELECT 1 FROM reports WHERE about = people.id"                           \
    "  OR (state = 0 AND reports.person = people.id))"                                         \
    " AND NOT EXISTS (SELECT 1 FROM studies WHERE owner = people.id)"                          \
    " AND NOT EXISTS (SELECT 1 FROM study_people WHERE person = people.id AND part <> 0)"      \
    " AND NOT EXISTS (SELECT 1 FROM tournaments WHERE live <> 0 AND (owner = people.id"        \
    "  OR EXISTS (SELECT 1 FROM tournament_lines AS line WHERE line.id = tournaments.id"       \
    "   AND " has ")))"
#define IN_SQLITE UNNEEDED("instr(line.body, CAST(' ' || people.id || ' ' AS BLOB)) > 0")
#define IN_POSTGRES                                                                            \
    UNNEEDED("position(convert_to(' ' || people.id || ' ', 'UTF8') in line.body) > 0")

#define ONES(unneeded) "SELECT id, name FROM people WHERE" unneeded " ORDER BY id LIMIT ?2"
#define IF_STILL(unneeded) "UPDATE people SET name = name WHERE id = ?2 AND" unneeded

int pt_each_unneeded(pt_look *l, int64_t before, int limit, pt_two_taker *take, void *who) {
    pt_query *s = pt_statement_in(l, ONES(IN_SQLITE), ONES(IN_POSTGRES));
    if (!s) return -1;
    pt_bind_int(s, 1, before);
    pt_bind_int(s, 2, limit);
    return pt_each_two(l, s, take, who);
}

typedef struct unneeded {
    char person[PT_ID];
    int64_t before;
} unneeded;

/* Since it was read they may have come back. */
static bool still_unneeded(pt_look *l, const void *job, pt_batch *more) {
    const unneeded *u = job;
    pt_query *s = pt_statement_in(l, IF_STILL(IN_SQLITE), IF_STILL(IN_POSTGRES));
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 1, u->before);
    pt_bind_text(s, 2, u->person);
    return pt_run_changing(l, s);
}

void pt_batch_drop_unneeded(pt_batch *b, const char *person, int64_t before) {
    unneeded u = {.before = before};
    pt_copy(u.person, sizeof u.person, person);
    pt_batch_work(b, still_unneeded, &u, sizeof u);
    pt_batch_drop_person(b, person);
}
