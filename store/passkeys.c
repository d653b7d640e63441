/* Passkeys. Each write is plain SQL, run by the writing thread in its batch's transaction. */
/* SPDX-License-Identifier: MIT */
#include "store/passkeys.h"
#include "store/sql.h"
#include <string.h>

static bool write_passkey(pt_look *l, const void *job, pt_batch *more) {
    const pt_passkey_row *r = job;
    pt_query *s = pt_statement(
        l, "INSERT INTO passkeys(id, person, name, site, kind, body, count, at, used)"
           " SELECT ?1, ?2, ?3, ?4, CAST(?5 AS BIGINT), ?6, CAST(?7 AS BIGINT),"
           " CAST(?8 AS BIGINT), CAST(?9 AS BIGINT)"
           " WHERE (SELECT count(*) FROM passkeys WHERE person = ?2) < CAST(?10 AS BIGINT)");
    (void)more;
    if (!s) return false;
    pt_bind_bytes(s, 1, r->id, r->id_size);
    pt_bind_text(s, 2, r->person);
    pt_bind_text(s, 3, r->name);
    pt_bind_text(s, 4, r->site);
    pt_bind_int(s, 5, r->kind);
    pt_bind_bytes(s, 6, r->key, r->key_size);
    pt_bind_int(s, 7, r->count);
    pt_bind_int(s, 8, r->at);
    pt_bind_int(s, 9, r->used);
    pt_bind_int(s, 10, PT_PASSKEYS_MOST);
    return pt_run_changing(l, s);
}

void pt_batch_passkey(pt_batch *b, const pt_passkey_row *row) {
    pt_batch_work(b, write_passkey, row, sizeof *row);
}

/* The statement with the id and the person. */
static pt_query *own_statement(pt_look *l, const char *sql, const pt_passkey_row *r) {
    pt_query *s = pt_statement(l, sql);
    if (!s) return NULL;
    pt_bind_bytes(s, 1, r->id, r->id_size);
    pt_bind_text(s, 2, r->person);
    return s;
}

static bool write_name(pt_look *l, const void *job, pt_batch *more) {
    const pt_passkey_row *r = job;
    pt_query *s =
        own_statement(l, "UPDATE passkeys SET name = ?3 WHERE id = ?1 AND person = ?2", r);
    (void)more;
    if (!s) return false;
    pt_bind_text(s, 3, r->name);
    return pt_run_changing(l, s);
}

void pt_batch_passkey_name(pt_batch *b, const pt_passkey_row *row) {
    pt_batch_work(b, write_name, row, sizeof *row);
}

static bool drop_passkey(pt_look *l, const void *job, pt_batch *more) {
    pt_query *s = own_statement(l,
                                "DELETE FROM passkeys WHERE id = ?1 AND person = ?2 AND ("
                                "(SELECT count(*) FROM passkeys WHERE person = ?2) > 1"
                                " OR EXISTS (SELECT 1 FROM people WHERE id = ?2"
                                " AND secret <> ''))",
                                job);
    (void)more;
    return s && pt_run_changing(l, s);
}

void pt_batch_drop_passkey(pt_batch *b, const pt_passkey_row *row) {
    pt_batch_work(b, drop_passkey, row, sizeof *row);
}

static bool write_used(pt_look *l, const void *job, pt_batch *more) {
    const pt_passkey_row *r = job;
    pt_query *s = own_statement(l,
                                "UPDATE passkeys SET count = ?3, used = ?4 WHERE id = ?1"
                                " AND person = ?2 AND (count < ?3 OR (count = 0 AND ?3 = 0))",
                                r);
    (void)more;
    if (!s) return false;
    pt_bind_int(s, 3, r->count);
    pt_bind_int(s, 4, r->used);
    return pt_run_changing(l, s);
}

void pt_batch_passkey_used(pt_batch *b, const pt_passkey_row *row) {
    pt_batch_work(b, write_used, row, sizeof *row);
}

/* --- reading --- */

static size_t take_bytes(pt_query *s, int column, uint8_t *out, size_t most) {
    size_t n = 0;
    const void *bytes = pt_bytes(s, column, &n);
    if (!bytes || n > most) return 0;
    memcpy(out, bytes, n);
    return n;
}

#define COLUMNS "id, person, name, site, kind, body, count, at, used"

static void take_passkey(pt_query *s, pt_passkey_row *r) {
    memset(r, 0, sizeof *r);
    r->id_size = take_bytes(s, 0, r->id, PT_PASSKEY_ID);
    pt_take_text(s, 1, r->person, sizeof r->person);
    pt_take_text(s, 2, r->name, sizeof r->name);
    pt_take_text(s, 3, r->site, sizeof r->site);
    r->kind = (int)pt_int(s, 4);
    r->key_size = take_bytes(s, 5, r->key, PT_PASSKEY_KEY);
    r->count = pt_int(s, 6);
    r->at = pt_int(s, 7);
    r->used = pt_int(s, 8);
}

pt_finding pt_find_passkey(pt_look *l, const uint8_t *id, size_t n, pt_passkey_row *out) {
    pt_query *s = pt_statement(l, "SELECT " COLUMNS " FROM passkeys WHERE id = ?1");
    if (!s) return PT_FAILED;
    pt_bind_bytes(s, 1, id, n);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) take_passkey(s, out);
    pt_reset(s);
    return found;
}

int pt_each_passkey(pt_look *l, const char *person, pt_passkey_taker *take, void *who) {
    pt_query *s = pt_statement(l, "SELECT " COLUMNS " FROM passkeys WHERE person = ?1"
                                  " ORDER BY used DESC, at DESC");
    if (!s) return -1;
    pt_bind_text(s, 1, person);
    int n = 0;
    pt_finding more;
    for (pt_passkey_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_passkey(s, &row);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
