/* Sessions and recovery codes. Each write is plain SQL, run by the writing thread in its
 * batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/bells.h"
#include "store/people.h"
#include "store/sql.h"
#include <string.h>

/* --- sessions --- */

static bool write_session(pt_look *l, const void *job, pt_batch *more) {
    const pt_session_row *r = job;
    pt_query *s = pt_statement(
        l, "UPDATE tokens SET used = ?2, browser = ?3, system = ?4 WHERE hash = ?1");
    (void)more;
    if (!s) return false;
    pt_bind_bytes(s, 1, r->hash, PT_TOKEN);
    pt_bind_int(s, 2, r->used);
    pt_bind_text(s, 3, r->browser);
    pt_bind_text(s, 4, r->system);
    return pt_run(l, s);
}

void pt_batch_session(pt_batch *b, const pt_session_row *row) {
    pt_batch_work(b, write_session, row, sizeof *row);
}

static bool write_proved(pt_look *l, const void *job, pt_batch *more) {
    const pt_session_row *r = job;
    pt_query *s = pt_statement(l, "UPDATE tokens SET proved = ?2 WHERE hash = ?1");
    (void)more;
    if (!s) return false;
    pt_bind_bytes(s, 1, r->hash, PT_TOKEN);
    pt_bind_int(s, 2, r->proved);
    return pt_run_changing(l, s);
}

void pt_batch_proved(pt_batch *b, const uint8_t hash[PT_TOKEN], int64_t at) {
    pt_session_row row = {.proved = at};
    memcpy(row.hash, hash, PT_TOKEN);
    pt_batch_work(b, write_proved, &row, sizeof row);
}

/* A person, and a code or a token of theirs. */
typedef struct one_of {
    char person[PT_ID];
    uint8_t hash[PT_TOKEN]; /* all zero: none */
    int64_t before;
} one_of;

static one_of one_of_person(const char *person, const uint8_t *hash) {
    one_of o = {0};
    pt_text t = pt_text_on(o.person, sizeof o.person);
    pt_puts(&t, person);
    if (hash) memcpy(o.hash, hash, PT_TOKEN);
    return o;
}

static bool drop_sessions(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    pt_query *s = pt_statement(l, "DELETE FROM tokens WHERE person = ?1 AND hash <> ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, o->person);
    pt_bind_bytes(s, 2, o->hash, PT_TOKEN);
    return pt_run(l, s);
}

void pt_batch_drop_sessions(pt_batch *b, const char *person, const uint8_t *kept) {
    const one_of o = one_of_person(person, kept);
    pt_batch_work(b, drop_sessions, &o, sizeof o);
    pt_batch_tidy_pushes(b, person);
}

static bool drop_old(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    pt_query *s = pt_statement(l, "DELETE FROM tokens WHERE person = ?1 AND used < ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, o->person);
    pt_bind_int(s, 2, o->before);
    return pt_run(l, s);
}

void pt_batch_drop_old_sessions(pt_batch *b, const char *person, int64_t before) {
    one_of o = one_of_person(person, NULL);
    o.before = before;
    pt_batch_work(b, drop_old, &o, sizeof o);
    pt_batch_tidy_pushes(b, person);
}

#define SESSION_COLUMNS "hash, at, used, browser, system, proved"

static void take_session(pt_query *s, pt_session_row *r) {
    size_t n = 0;
    const void *hash = pt_bytes(s, 0, &n);
    memset(r, 0, sizeof *r);
    if (hash && n == PT_TOKEN) memcpy(r->hash, hash, PT_TOKEN);
    r->made = pt_int(s, 1);
    r->used = pt_int(s, 2);
    pt_take_text(s, 3, r->browser, PT_DEVICE);
    pt_take_text(s, 4, r->system, PT_DEVICE);
    r->proved = pt_int(s, 5);
}

pt_finding pt_find_session(pt_look *l, const uint8_t hash[PT_TOKEN], pt_session_row *out) {
    pt_query *s = pt_statement(l, "SELECT " SESSION_COLUMNS " FROM tokens WHERE hash = ?1");
    if (!s) return PT_FAILED;
    pt_bind_bytes(s, 1, hash, PT_TOKEN);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_session(s, out);
    pt_reset(s);
    return found;
}

int pt_each_session(pt_look *l, const char *person, pt_session_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT " SESSION_COLUMNS " FROM tokens"
                                  " WHERE person = ?1 ORDER BY used DESC, at DESC");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = 0;
    pt_finding more;
    for (pt_session_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_session(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

/* --- recovery codes --- */

static bool write_code(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    pt_query *s = pt_statement(l, "INSERT INTO recovery_codes(person, hash) VALUES(?1, ?2)");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, o->person);
    pt_bind_bytes(s, 2, o->hash, PT_TOKEN);
    return pt_run(l, s);
}

static bool drop_codes(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    pt_query *s = pt_statement(l, "DELETE FROM recovery_codes WHERE person = ?1");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, o->person);
    return pt_run(l, s);
}

void pt_batch_codes(pt_batch *b, const char *person, uint8_t hashes[][PT_TOKEN], int n) {
    one_of o = one_of_person(person, NULL);
    pt_batch_work(b, drop_codes, &o, sizeof o);
    for (int i = 0; i < n; i++) {
        o = one_of_person(person, hashes[i]);
        pt_batch_work(b, write_code, &o, sizeof o);
    }
}

static bool use_code(pt_look *l, const void *job, pt_batch *more) {
    const one_of *o = job;
    pt_query *s = pt_statement(l, "DELETE FROM recovery_codes WHERE person = ?1 AND hash = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, o->person);
    pt_bind_bytes(s, 2, o->hash, PT_TOKEN);
    return pt_run_changing(l, s);
}

void pt_batch_use_code(pt_batch *b, const char *person, const uint8_t hash[PT_TOKEN]) {
    const one_of o = one_of_person(person, hash);
    pt_batch_work(b, use_code, &o, sizeof o);
}

pt_finding pt_find_code(pt_look *l, const char *person, const uint8_t hash[PT_TOKEN]) {
    pt_query *s =
        pt_statement(l, "SELECT 1 FROM recovery_codes WHERE person = ?1 AND hash = ?2");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_bind_bytes(s, 2, hash, PT_TOKEN);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    return found;
}

int pt_count_codes(pt_look *l, const char *person) {
    pt_query *s = pt_statement(l, "SELECT count(*) FROM recovery_codes WHERE person = ?1");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = pt_step(l, s) == PT_FOUND ? (int)pt_int(s, 0) : -1;
    pt_reset(s);
    return n;
}
