/* Whoever made a table looks after those who look on: who is there, whom they have muted or
 * removed, and letting them speak or come in again. */
/* SPDX-License-Identifier: MIT */
#include "server/measures.h"
#include "server/words.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OUT = 48 << 10, ROWS = 60 }; /* of each list: nobody looks after more in a dialog */

/* What one person has done about others at one table, and holds. */
typedef struct search {
    const char *maker, *table;
    int64_t num; /* only this one; 0: all */
    pt_json *json;
    int rows;
    pt_measure_row found; /* of `kind` 0: none */
    pt_batch *batch;      /* that ends what is like `found` */
} search;

static bool is_theirs(const search *s, const pt_measure_row *m) {
    bool place = s->table ? strcmp(m->place, s->table) == 0 : m->place[0] != 0;
    return place && (m->kind == PT_MUTE || m->kind == PT_BAN) &&
           strcmp(m->maker, s->maker) == 0;
}

/* --- the lists --- */

static void put_measure(void *who, const pt_measure_row *m) {
    search *s = who;
    if (!is_theirs(s, m) || s->rows++ >= ROWS) return;
    pt_open(s->json, '{');
    pt_key_int(s->json, "measure", m->num);
    pt_key_str(s->json, "kind", m->kind == PT_MUTE ? "mute" : "remove");
    pt_key_str(s->json, "name", m->target_name);
    pt_key_int(s->json, "at", m->at);
    pt_close(s->json, '}');
}

/* Each person once, however many of their pages look on. */
static bool comes_first(const hosted *h, const watcher *one) {
    for (const watcher *w = h->watchers; w != one; w = w->next_at_table)
        if (strcmp(w->conn->person, one->conn->person) == 0) return false;
    return true;
}

static void put_lookers(const hosted *h, pt_json *j) {
    int rows = 0;
    for (const watcher *w = h->watchers; w && rows < ROWS; w = w->next_at_table) {
        const char *person = w->conn->person;
        if (strcmp(person, h->table.core.owner) == 0 || measures_sits(h, person)) continue;
        if (!comes_first(h, w)) continue;
        pt_json_str(j, w->conn->name);
        rows++;
    }
}

void measures_tell(web *w) {
    const char *table = w->path + strlen("/api/measures/");
    const hosted *h = tables_find(w->server, table);
    w->out = malloc(OUT);
    if (!w->out) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    pt_text out = pt_text_on(w->out, OUT);
    pt_json j = pt_json_on(&out);
    search mine = {.maker = w->person.id, .table = table, .json = &j};
    pt_open(&j, '{');
    pt_key_open(&j, "here", '[');
    if (h && h->table.game && strcmp(h->table.core.owner, w->person.id) == 0)
        put_lookers(h, &j);
    pt_close(&j, ']');
    pt_key_open(&j, "measures", '[');
    club_each_measure(people_club(w->server->people), wall_ms(), put_measure, &mine);
    pt_close(&j, ']');
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

/* --- letting in --- */

typedef struct lifting {
    web *web;
    pt_measure_row row;
} lifting;

static void renewed(void *who, bool good) {
    lifting *x = who;
    PT_TEXT(out, 4);
    pt_puts(&out, "{}");
    if (good) club_tell_lifted(x->web->server, &x->row);
    if (good)
        web_send(x->web, 200, &out);
    else
        web_fail_unread(x->web);
    free(x);
}

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    lifting *x = who;
    (void)tag;
    if (outcome == PT_WRITTEN) {
        club_renew(x->web->server, renewed, x);
        return;
    }
    if (outcome == PT_CLASHES)
        web_fail(x->web, 409, "changed", sv_say_changed_meanwhile());
    else
        web_fail_unwritten(x->web, outcome);
    free(x);
}

static void find_one(void *who, const pt_measure_row *m) {
    search *s = who;
    if (m->num == s->num && is_theirs(s, m)) s->found = *m;
}

/* Whoever was muted twice is not half muted. */
static void lift_alike(void *who, const pt_measure_row *m) {
    search *s = who;
    bool alike = m->kind == s->found.kind && strcmp(m->target, s->found.target) == 0 &&
                 strcmp(m->place, s->found.place) == 0;
    if (alike && is_theirs(s, m)) pt_batch_lift(s->batch, m->num, wall_ms());
}

static int64_t number_in(const char *text) {
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    return text[0] >= '1' && text[0] <= '9' && !*end && !errno ? n : 0;
}

/* What others have decided, also about oneself, is answered like what is not there. */
void measures_end(web *w) {
    search s = {.maker = w->person.id, .num = number_in(w->path + strlen("/api/measures/"))};
    const club *c = people_club(w->server->people);
    club_each_measure(c, wall_ms(), find_one, &s);
    if (!s.num || !s.found.kind) {
        web_fail(w, 409, "changed", sv_say_changed_meanwhile());
        return;
    }
    lifting *x = malloc(sizeof *x);
    s.batch = x ? pt_batch_new() : NULL;
    if (!s.batch) {
        free(x);
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    *x = (lifting){.web = w, .row = s.found};
    club_each_measure(c, wall_ms(), lift_alike, &s);
    audit_add(s.batch, w->person.id, s.found.kind == PT_MUTE ? "table-unmute" : "table-let-in",
              s.found.target, s.found.place);
    pt_store_commit(w->server->store, s.batch, written, x, 0);
}
