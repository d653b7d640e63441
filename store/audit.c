/* The log of what moderators and admins did. It only grows: nothing here changes or deletes a
 * line. Each hash covers the line and the hash before it. */
/* SPDX-License-Identifier: MIT */
#include "store/club.h"
#include "store/sql.h"
#include <string.h>

static void add_text(pt_sha256 *s, const char *text) {
    pt_sha256_add(s, text, strlen(text) + 1); /* with the zero: no two lines read alike */
}

static void add_number(pt_sha256 *s, int64_t number) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
    pt_sha256_add(s, bytes, sizeof bytes);
}

static void hash_line(const pt_audit_row *r, const uint8_t before[PT_SHA256],
                      uint8_t out[PT_SHA256]) {
    pt_sha256 s = pt_sha256_begin();
    pt_sha256_add(&s, before, PT_SHA256);
    add_number(&s, r->num);
    add_number(&s, r->at);
    add_text(&s, r->who);
    add_text(&s, r->act);
    add_text(&s, r->target);
    add_text(&s, r->words);
    pt_sha256_end(&s, out);
}

static bool take_hash(pt_query *s, int column, uint8_t out[PT_SHA256]) {
    size_t n = 0;
    const void *hash = pt_bytes(s, column, &n);
    memset(out, 0, PT_SHA256);
    if (!hash || n != PT_SHA256) return false;
    memcpy(out, hash, PT_SHA256);
    return true;
}

static bool write_line(pt_look *l, const void *job, pt_batch *more) {
    pt_audit_row r = *(const pt_audit_row *)job;
    uint8_t before[PT_SHA256] = {0};
    (void)more;
    pt_query *s = pt_statement(l, "SELECT num, hash FROM audit ORDER BY num DESC LIMIT 1");
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) {
        r.num = pt_int(s, 0) + 1;
        take_hash(s, 1, before);
    } else {
        r.num = 1;
    }
    pt_reset(s);
    if (found == PT_FAILED) return false;
    hash_line(&r, before, r.hash);
    s = pt_statement(l, "INSERT INTO audit(num, at, who, act, target, words, hash)"
                        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    if (!s) return false;
    pt_bind_int(s, 1, r.num);
    pt_bind_int(s, 2, r.at);
    pt_bind_text(s, 3, r.who);
    pt_bind_text(s, 4, r.act);
    pt_bind_text(s, 5, r.target);
    pt_bind_text(s, 6, r.words);
    pt_bind_bytes(s, 7, r.hash, PT_SHA256);
    return pt_run(l, s);
}

void pt_batch_audit(pt_batch *b, const pt_audit_row *row) {
    pt_batch_work(b, write_line, row, sizeof *row);
}

static void take_line(pt_query *s, pt_audit_row *r) {
    memset(r, 0, sizeof *r);
    r->num = pt_int(s, 0);
    r->at = pt_int(s, 1);
    pt_take_text(s, 2, r->who, sizeof r->who);
    pt_take_text(s, 3, r->act, sizeof r->act);
    pt_take_text(s, 4, r->target, sizeof r->target);
    pt_take_text(s, 5, r->words, sizeof r->words);
    take_hash(s, 6, r->hash);
}

int pt_each_audit(pt_look *l, int64_t before, int limit, pt_audit_taker *take, void *who) {
    pt_query *s = pt_statement(
        l, "SELECT num, at, who, act, target, words, hash, one.name, other.name FROM audit"
           " LEFT JOIN people AS one ON one.id = who LEFT JOIN people AS other"
           " ON other.id = target WHERE num < ?1 ORDER BY num DESC LIMIT ?2");
    if (!s) return -1;
    pt_bind_int(s, 1, before ? before : INT64_MAX);
    pt_bind_int(s, 2, limit);
    int n = 0;
    pt_finding more;
    for (pt_audit_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        take_line(s, &row);
        pt_take_text(s, 7, row.who_name, PT_LABEL);
        pt_take_text(s, 8, row.target_name, PT_LABEL);
        take(who, &row);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}

int64_t pt_audit_verify(pt_look *l, int64_t *broken, uint8_t last[PT_SHA256]) {
    pt_query *s = pt_statement(l, "SELECT num, at, who, act, target, words, hash FROM audit"
                                  " ORDER BY num");
    int64_t n = 0;
    pt_finding more;
    *broken = 0;
    memset(last, 0, PT_SHA256);
    for (pt_audit_row row; (more = pt_step(l, s)) == PT_FOUND; n++) {
        uint8_t wanted[PT_SHA256];
        take_line(s, &row);
        hash_line(&row, last, wanted);
        bool fits = row.num == n + 1 && memcmp(wanted, row.hash, PT_SHA256) == 0;
        if (!fits && !*broken) *broken = n + 1;
        memcpy(last, row.hash, PT_SHA256);
    }
    pt_reset(s);
    return more == PT_FAILED ? -1 : n;
}
