/* What the store keeps of people beyond a name and a token. Each write is plain SQL, run by the
 * writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/people.h"
#include "store/club.h"
#include "store/fair.h"
#include "store/lease.h"
#include "store/sql.h"
#include <string.h>

/* Runs a statement with up to two texts. */
static bool run_with(pt_look *l, const char *sql, const char *one, const char *other) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_text(s, 1, one);
    if (other) pt_bind_text(s, 2, other);
    return pt_run(l, s);
}

/* --- names that look alike --- */

typedef struct named {
    char person[PT_ID], written[PT_SKELETON], small[PT_SKELETON];
} named;

/* Into one list, if nobody else has it in the other. */
#define ADD_NAME(list, other)                                                                  \
    "INSERT INTO " list "(person, skeleton) SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT)"         \
    " WHERE NOT EXISTS (SELECT 1 FROM " other " WHERE skeleton = ?2 AND person <> ?1)"
#define ADD_WRITTEN ADD_NAME("account_names", "small_names")
#define ADD_SMALL ADD_NAME("small_names", "account_names")

static bool add_free(pt_look *l, const char *sql, const char *person, const char *skeleton) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return false;
    pt_bind_text(s, 1, person);
    pt_bind_text(s, 2, skeleton);
    return pt_run_changing(l, s);
}

static bool write_name(pt_look *l, const void *job, pt_batch *more) {
    const named *n = job;
    (void)more;
    return pt_lock_words(l, "names") && /* neither list sees what another node adds */
           run_with(l, "DELETE FROM account_names WHERE person = ?1", n->person, NULL) &&
           run_with(l, "DELETE FROM small_names WHERE person = ?1", n->person, NULL) &&
           add_free(l, ADD_WRITTEN, n->person, n->written) &&
           add_free(l, ADD_SMALL, n->person, n->small);
}

static bool write_old_name(pt_look *l, const void *job, pt_batch *more) {
    const named *n = job;
    (void)more;
    return run_with(l, ADD_WRITTEN " ON CONFLICT DO NOTHING", n->person, n->written) &&
           run_with(l, ADD_SMALL " ON CONFLICT DO NOTHING", n->person, n->small);
}

static void add_name(pt_batch *b, pt_working *work, const char *person, const char *written,
                     const char *small) {
    named n = {0};
    pt_copy(n.person, sizeof n.person, person);
    pt_copy(n.written, sizeof n.written, written);
    pt_copy(n.small, sizeof n.small, small);
    pt_batch_work(b, work, &n, sizeof n);
}

void pt_batch_account_name(pt_batch *b, const char *person, const char *written,
                           const char *small) {
    add_name(b, write_name, person, written, small);
}

void pt_batch_old_name(pt_batch *b, const char *person, const char *written,
                       const char *small) {
    add_name(b, write_old_name, person, written, small);
}

pt_finding pt_find_account_name(pt_look *l, const char *written, const char *small,
                                const char *but, char person[PT_ID]) {
    pt_query *s = pt_statement(
        l, "SELECT person FROM (SELECT person, skeleton, 0 AS part FROM account_names"
           "  WHERE skeleton IN (?1, ?2) UNION ALL SELECT person, skeleton, 1 FROM small_names"
           "  WHERE skeleton IN (?1, ?2)) AS alike WHERE person <> ?3"
           " ORDER BY part, skeleton <> ?1 LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, written);
    pt_bind_text(s, 2, small);
    pt_bind_text(s, 3, but);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) pt_take_text(s, 0, person, PT_ID);
    pt_reset(s);
    return found;
}

int pt_each_unnamed(pt_look *l, pt_two_taker *taker, void *who) {
    pt_query *s = pt_statement(l, "SELECT id, name FROM people WHERE account IS NOT NULL"
                                  " AND (id NOT IN (SELECT person FROM account_names)"
                                  "  OR id NOT IN (SELECT person FROM small_names))"
                                  " ORDER BY created, id");
    return pt_each_two(l, s, taker, who);
}

/* --- accounts --- */

static bool write_rename(pt_look *l, const void *job, pt_batch *more) {
    const pt_person_row *r = job;
    pt_query *s = pt_statement(l, "UPDATE people SET name = ?2, account = nullif(?3, '')"
                                  " WHERE id = ?1 AND (account IS NULL) = (?3 = '')");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->id);
    pt_bind_text(s, 2, r->name);
    pt_bind_text(s, 3, r->account);
    return pt_run_changing(l, s);
}

static bool write_account(pt_look *l, const void *job, pt_batch *more) {
    const pt_person_row *r = job;
    pt_query *s = pt_statement(l, "UPDATE people SET name = ?2, account = ?3, secret = ?4"
                                  " WHERE id = ?1 AND account IS NULL");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, r->id);
    pt_bind_text(s, 2, r->name);
    pt_bind_text(s, 3, r->account);
    pt_bind_text(s, 4, r->secret);
    return pt_run_changing(l, s);
}

typedef struct new_secret {
    pt_person_row person;
    char secret[PT_SECRET];
} new_secret;

static bool write_secret(pt_look *l, const void *job, pt_batch *more) {
    const new_secret *n = job;
    pt_query *s =
        pt_statement(l, "UPDATE people SET secret = ?3 WHERE id = ?1 AND secret = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, n->person.id);
    pt_bind_text(s, 2, n->person.secret);
    pt_bind_text(s, 3, n->secret);
    return pt_run_changing(l, s);
}

void pt_batch_rename(pt_batch *b, const pt_person_row *row) {
    pt_batch_work(b, write_rename, row, sizeof *row);
}

void pt_batch_make_account(pt_batch *b, const pt_person_row *row) {
    pt_batch_work(b, write_account, row, sizeof *row);
}

void pt_batch_secret(pt_batch *b, const pt_person_row *row, const char *secret) {
    new_secret n = {.person = *row};
    pt_text t = pt_text_on(n.secret, sizeof n.secret);
    pt_puts(&t, secret);
    pt_batch_work(b, write_secret, &n, sizeof n);
}

/* --- being forgotten --- */

static bool drop_all(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_with(l, "DELETE FROM account_names WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM small_names WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM recovery_codes WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM ties WHERE person = ?1 OR other = ?1", job, NULL) &&
           run_with(l, "DELETE FROM passkeys WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM mails WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM mail_links WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM letters WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM own WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM pages WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM faces WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM badges WHERE person = ?1", job, NULL) &&
           run_with(l, "DELETE FROM roles WHERE person = ?1", job, NULL) &&
           pt_drop_fair(l, job) && pt_drop_evidence(l, job) &&
           run_with(l, "UPDATE reports SET evidence = '' WHERE about = ?1", job, NULL) &&
           run_with(l, "UPDATE reports SET words = '' WHERE person = ?1", job, NULL);
}

void pt_batch_drop_account(pt_batch *b, const char *person) {
    pt_batch_work(b, drop_all, person, strlen(person) + 1);
}

/* It changes the row so that, of several who write, whoever deletes it comes before or after.
 */
static bool find_somebody(pt_look *l, const void *job, pt_batch *more) {
    pt_query *s = pt_statement(l, "UPDATE people SET name = name WHERE id = ?1");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, job);
    return pt_run_changing(l, s);
}

void pt_batch_somebody(pt_batch *b, const char *person) {
    pt_batch_work(b, find_somebody, person, strlen(person) + 1);
}

typedef struct forgotten {
    char person[PT_ID];
    int64_t at;
} forgotten;

static bool write_forgotten(pt_look *l, const void *job, pt_batch *more) {
    const forgotten *f = job;
    pt_query *s = pt_statement(l, "INSERT INTO forgotten(person, at) VALUES(?1, ?2)"
                                  " ON CONFLICT(person) DO UPDATE SET at = ?2");
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 1, f->person);
    pt_bind_int(s, 2, f->at);
    return pt_run(l, s);
}

void pt_batch_forgotten(pt_batch *b, const char *person, int64_t at) {
    forgotten f = {.at = at};
    pt_text t = pt_text_on(f.person, sizeof f.person);
    pt_puts(&t, person);
    pt_batch_work(b, write_forgotten, &f, sizeof f);
}

static bool drop_forgotten(pt_look *l, const void *job, pt_batch *more) {
    (void)more;
    return run_with(l, "DELETE FROM forgotten WHERE person = ?1", job, NULL);
}

void pt_batch_erased(pt_batch *b, const char *person) {
    pt_batch_work(b, drop_forgotten, person, strlen(person) + 1);
}

pt_finding pt_next_forgotten(pt_look *l, const char *after, char person[PT_ID], int64_t *at) {
    pt_query *s = pt_statement(l, "SELECT person, at FROM forgotten WHERE person > ?1"
                                  " ORDER BY person LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, after);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        pt_take_text(s, 0, person, PT_ID);
        *at = pt_int(s, 1);
    }
    pt_reset(s);
    return found;
}

pt_finding pt_find_forgotten(pt_look *l, const char *person) {
    pt_query *s = pt_statement(l, "SELECT 1 FROM forgotten WHERE person = ?1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    return found;
}

pt_finding pt_find_forgotten_at(pt_look *l, int64_t table) {
    pt_query *s = pt_statement(l, "SELECT 1 FROM forgotten WHERE person IN"
                                  " (SELECT person FROM players WHERE num = ?1 UNION"
                                  "  SELECT person FROM spoken WHERE num = ?1) LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_int(s, 1, table);
    pt_finding found = pt_step(l, s);
    pt_reset(s);
    return found;
}

pt_finding pt_find_game_of(pt_look *l, const char *person, int but, char table[PT_ID]) {
    pt_query *s = pt_statement(l, "SELECT tables.id FROM tables WHERE state <> ?2 AND num IN"
                                  " (SELECT num FROM players WHERE person = ?1 UNION"
                                  "  SELECT num FROM spoken WHERE person = ?1)"
                                  " ORDER BY random() LIMIT 1");
    if (!s) return PT_FAILED;
    pt_bind_text(s, 1, person);
    pt_bind_int(s, 2, but);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) pt_take_text(s, 0, table, PT_ID);
    pt_reset(s);
    return found;
}
