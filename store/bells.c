/* Notices, what people want to hear, and their devices. Each write is plain SQL, run by the
 * writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/bells.h"
#include "store/sql.h"
#include <string.h>

static size_t take_bytes(pt_query *s, int column, uint8_t *out, size_t most) {
    size_t n = 0;
    const void *bytes = pt_bytes(s, column, &n);
    if (!bytes || n > most) return 0;
    memcpy(out, bytes, n);
    return n;
}

/* A person or an address, and a topic or a kind. */
typedef struct pair {
    char one[PT_ENDPOINT], other[PT_TOPIC];
    int number;
} pair;

static pair pair_of(const char *one, const char *other) {
    pair p = {0};
    pt_copy(p.one, sizeof p.one, one);
    if (other) pt_copy(p.other, sizeof p.other, other);
    return p;
}

static bool run_with(pt_look *l, const char *sql, const char *one, const char *other) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_text(s, 1, one);
    if (other) pt_bind_text(s, 2, other);
    return pt_run(l, s);
}

/* --- the server's own keys --- */

static bool write_own_key(pt_look *l, const void *job, pt_batch *more) {
    const pt_own_key *k = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO secrets(name, body) VALUES(?1, ?2) ON CONFLICT(name) DO NOTHING");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, k->name);
    pt_bind_bytes(s, 2, k->bytes, k->size);
    return pt_run(l, s);
}

void pt_batch_own_key(pt_batch *b, const pt_own_key *key) {
    pt_batch_work(b, write_own_key, key, sizeof *key);
}

pt_finding pt_find_own_key(pt_look *l, const char *name, pt_own_key *out) {
    pt_query *s = pt_statement(l, "SELECT body FROM secrets WHERE name = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, name);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        pt_copy(out->name, sizeof out->name, name);
        out->size = take_bytes(s, 0, out->bytes, sizeof out->bytes);
        if (!out->size) found = PT_FAILED;
    }
    pt_reset(s);
    return found;
}

/* --- what a person wants to hear --- */

static bool write_bell(pt_look *l, const void *job, pt_batch *more) {
    const pt_bell_row *r = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO bells(person, quiet_from, quiet_to, zone, mailed)"
           " VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT(person) DO UPDATE SET quiet_from = ?2,"
           " quiet_to = ?3, zone = ?4");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, r->quiet_from);
    pt_bind_int(s, 3, r->quiet_to);
    pt_bind_text(s, 4, r->zone);
    pt_bind_int(s, 5, r->mailed);
    return pt_run(l, s);
}

void pt_batch_bell(pt_batch *b, const pt_bell_row *row) {
    pt_batch_work(b, write_bell, row, sizeof *row);
}

pt_finding pt_find_bell(pt_look *l, const char *person, pt_bell_row *out) {
    pt_query *s = pt_statement(
        l, "SELECT quiet_from, quiet_to, zone, mailed FROM bells WHERE person = ?1");
    memset(out, 0, sizeof *out);
    pt_copy(out->person, sizeof out->person, person);
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        out->quiet_from = (int)pt_int(s, 0);
        out->quiet_to = (int)pt_int(s, 1);
        pt_take_text(s, 2, out->zone, sizeof out->zone);
        out->mailed = pt_int(s, 3);
    }
    pt_reset(s);
    return found;
}

static bool write_mailed(pt_look *l, const void *job, pt_batch *more) {
    const pt_bell_row *r = job;
    pt_query *s =
        pt_statement(l, "INSERT INTO bells(person, quiet_from, quiet_to, zone, mailed)"
                        " SELECT id, 0, 0, '', CAST(?2 AS BIGINT) FROM people WHERE id = ?1"
                        " ON CONFLICT(person) DO UPDATE SET mailed = CAST(?2 AS BIGINT)");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, r->mailed);
    return pt_run(l, s);
}

void pt_batch_mailed(pt_batch *b, const char *person, int64_t at) {
    pt_bell_row row = {.mailed = at};
    pt_copy(row.person, sizeof row.person, person);
    pt_batch_work(b, write_mailed, &row, sizeof row);
}

int pt_each_unmailed(pt_look *l, int way, int64_t at, int64_t last, const char *after,
                     int limit, pt_person_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT DISTINCT notices.person FROM notices"
           " JOIN mails ON mails.person = notices.person AND mails.address <> ''"
           " LEFT JOIN bells ON bells.person = notices.person"
           " WHERE notices.seen = 0 AND (notices.channels & ?4) <> 0 AND notices.at < ?1"
           " AND coalesce(bells.mailed, 0) < ?2 AND notices.at > coalesce(bells.mailed, 0)"
           " AND notices.person > ?5 ORDER BY notices.person LIMIT ?3");
    if (!s) return -1;
    pt_bind_int(s, 1, at);
    pt_bind_int(s, 2, last);
    pt_bind_int(s, 3, limit);
    pt_bind_int(s, 4, way);
    pt_bind_text(s, 5, after);
    int n = 0;
    pt_finding more;
    for (char person[PT_ID]; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, person, sizeof person);
        take(who, person);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

static bool write_wish(pt_look *l, const void *job, pt_batch *more) {
    const pair *p = job;
    pt_query *s =
        pt_statement(l, "INSERT INTO bell_wishes(person, kind, channels) VALUES(?1, ?2, ?3)"
                        " ON CONFLICT(person, kind) DO UPDATE SET channels = ?3");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, p->one);
    pt_bind_text(s, 2, p->other);
    pt_bind_int(s, 3, p->number);
    return pt_run(l, s);
}

void pt_batch_wish(pt_batch *b, const char *person, const char *kind, int channels) {
    pair p = pair_of(person, kind);
    p.number = channels;
    pt_batch_work(b, write_wish, &p, sizeof p);
}

int pt_each_wish(pt_look *l, const char *person, pt_wish_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT kind, channels FROM bell_wishes WHERE person = ?1");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = 0;
    pt_finding more;
    for (char kind[PT_WORD]; (more = pt_step(l, s)) == PT_FOUND; n++) {
        pt_take_text(s, 0, kind, sizeof kind);
        take(who, kind, (int)pt_int(s, 1));
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- notices --- */

#define NOTICE_COLUMNS                                                                         \
    "topic, kind, at, seen, channels, other, game, place, entry, number, most"

static bool put_notice(pt_look *l, const pt_notice_row *r) {
    pt_query *s = pt_statement(
        l, "INSERT INTO notices(person, " NOTICE_COLUMNS ")"
           " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
           " ON CONFLICT(person, topic) DO UPDATE SET kind = ?3, at = ?4, seen = ?5,"
           " channels = ?6, other = ?7, game = ?8, place = ?9, entry = ?10, number = ?11,"
           " most = ?12");
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_text(s, 2, r->topic);
    pt_bind_text(s, 3, r->kind);
    pt_bind_int(s, 4, r->at);
    pt_bind_int(s, 5, r->seen);
    pt_bind_int(s, 6, r->channels);
    pt_bind_text(s, 7, r->other);
    pt_bind_text(s, 8, r->game);
    pt_bind_text(s, 9, r->place);
    pt_bind_text(s, 10, r->key);
    pt_bind_int(s, 11, r->number);
    pt_bind_int(s, 12, r->of);
    return pt_run(l, s);
}

static bool write_notice(pt_look *l, const void *job, pt_batch *more) {
    const pt_notice_row *r = job;
    (void)more;
    if (!put_notice(l, r)) return false;
    pt_query *s = pt_statement(
        l, "DELETE FROM notices WHERE person = ?1 AND topic NOT IN (SELECT topic FROM notices"
           " WHERE person = ?1 ORDER BY at DESC, topic LIMIT ?2)");
    if (!s) return false;
    pt_bind_text(s, 1, r->person);
    pt_bind_int(s, 2, PT_NOTICES_MOST);
    return pt_run(l, s);
}

void pt_batch_notice(pt_batch *b, const pt_notice_row *row) {
    pt_batch_work(b, write_notice, row, sizeof *row);
}

static bool see_one(pt_look *l, const void *job, pt_batch *more) {
    const pair *p = job;
    (void)more;
    return run_with(l, "UPDATE notices SET seen = 1 WHERE person = ?1 AND topic = ?2", p->one,
                    p->other) &&
           run_with(l, "DELETE FROM push_calls WHERE person = ?1 AND topic = ?2", p->one,
                    p->other);
}

static bool see_all(pt_look *l, const void *job, pt_batch *more) {
    const pair *p = job;
    (void)more;
    return run_with(l, "UPDATE notices SET seen = 1 WHERE person = ?1", p->one, NULL) &&
           run_with(l, "DELETE FROM push_calls WHERE person = ?1", p->one, NULL);
}

void pt_batch_notice_seen(pt_batch *b, const char *person, const char *topic) {
    const pair p = pair_of(person, topic);
    pt_batch_work(b, topic ? see_one : see_all, &p, sizeof p);
}

#define NOTICE_READ                                                                            \
    "SELECT " NOTICE_COLUMNS ", coalesce(people.name, '') FROM notices"                        \
    " LEFT JOIN people ON people.id = notices.other WHERE person = ?1"

static void take_notice(pt_query *s, const char *person, pt_notice_row *r) {
    memset(r, 0, sizeof *r);
    pt_copy(r->person, sizeof r->person, person);
    pt_take_text(s, 0, r->topic, sizeof r->topic);
    pt_take_text(s, 1, r->kind, sizeof r->kind);
    r->at = pt_int(s, 2);
    r->seen = pt_int(s, 3) != 0;
    r->channels = (int)pt_int(s, 4);
    pt_take_text(s, 5, r->other, sizeof r->other);
    pt_take_text(s, 6, r->game, sizeof r->game);
    pt_take_text(s, 7, r->place, sizeof r->place);
    pt_take_text(s, 8, r->key, sizeof r->key);
    r->number = (int)pt_int(s, 9);
    r->of = (int)pt_int(s, 10);
    pt_take_text(s, 11, r->name, sizeof r->name);
}

pt_finding pt_find_notice(pt_look *l, const char *person, const char *topic,
                          pt_notice_row *out) {
    pt_query *s = pt_statement(l, NOTICE_READ " AND topic = ?2");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_bind_text(s, 2, topic);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_notice(s, person, out);
    pt_reset(s);
    return found;
}

int pt_each_notice(pt_look *l, const char *person, pt_notice_taker *take, void *who) {
    pt_query *s = pt_statement(l, NOTICE_READ " ORDER BY at DESC, topic");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = 0;
    pt_finding more;
    for (pt_notice_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_notice(s, person, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- everything --- */

static bool drop_bell(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_with(l, "DELETE FROM bells WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM bell_wishes WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM notices WHERE person = ?1 OR other = ?1", job, NULL) &&
           run_with(l, "DELETE FROM push_calls WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM pushes WHERE person = ?1", job, NULL);
}

void pt_batch_drop_bell(pt_batch *b, const char *person) {
    pt_batch_work(b, drop_bell, person, strlen(person) + 1);
}
