/* What a report shows of people who are not whom it is about: once they are deleted, their
 * lines of talk there are nobody's, and empty. */
/* SPDX-License-Identifier: MIT */
#include "store/club.h"
#include "store/sql.h"
#include <stdio.h>
#include <string.h>

/* Behind the end of a text in JSON; NULL: it has none. */
static const char *text_end(const char *at) {
    for (; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : NULL;
}

/* The text of the member `,"key":"..."` that begins here; its end, or NULL. */
static const char *member_end(const char *at, const char *key) {
    size_t n = strlen(key);
    return at && strncmp(at, key, n) == 0 ? text_end(at + n) : NULL;
}

static bool without(const char *evidence, const char *person, pt_text *out) {
    char theirs[PT_ID + 16]; /* a quote within a text has a backslash: this stands in none */
    snprintf(theirs, sizeof theirs, "\"person\":\"%s\"", person);
    for (const char *at; (at = strstr(evidence, theirs));) {
        const char *end = member_end(at + strlen(theirs), ",\"name\":\"");
        end = member_end(end, ",\"text\":\"");
        if (!end) return false;
        pt_putn(out, evidence, (size_t)(at - evidence));
        pt_puts(out, "\"person\":\"\",\"name\":\"" PT_FORMER "\",\"text\":\"...\"");
        evidence = end;
    }
    pt_puts(out, evidence);
    return !out->cut;
}

static pt_finding next_with(pt_look *l, const char *person, pt_report_row *row) {
    char like[PT_ID + 24];
    pt_query *s = pt_statement(l, "SELECT num, evidence FROM reports WHERE num > ?1 AND"
                                  " evidence LIKE ?2 ORDER BY num LIMIT 1");
    if (!s) return PT_FAILED;
    snprintf(like, sizeof like, "%%\"person\":\"%s\"%%", person);
    pt_bind_int(s, 1, row->num);
    pt_bind_text(s, 2, like);
    pt_finding found = pt_step(l, s);
    if (found == PT_FOUND) row->num = pt_int(s, 0);
    if (found == PT_FOUND) pt_take_text(s, 1, row->evidence, sizeof row->evidence);
    pt_reset(s);
    return found;
}

bool pt_drop_evidence(pt_look *l, const char *person) {
    pt_report_row row = {0};
    pt_finding found;
    while ((found = next_with(l, person, &row)) == PT_FOUND) {
        PT_TEXT(out, PT_EVIDENCE);
        bool good = without(row.evidence, person, &out);
        pt_query *s = pt_statement(l, "UPDATE reports SET evidence = ?2 WHERE num = ?1");
        if (!s) return false;
        pt_bind_int(s, 1, row.num);
        pt_bind_text(s, 2, good ? out.at : ""); /* rather nothing than what is theirs */
        if (!pt_run(l, s)) return false;
    }
    return found == PT_ABSENT;
}
