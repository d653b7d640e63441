/* Measures at tables: who may not come or speak there, and what whoever made a table may do
 * about those who look on. */
/* SPDX-License-Identifier: MIT */
#include "server/measures.h"
#include "server/node.h"
#include "server/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *words_of_body(web *w) {
    const char *words = json_string_value(json_object_get(w->in, "words"));
    if (words && strlen(words) < PT_REASON && text_is_plain(words)) return words;
    web_fail(w, 400, "words", sv_say_reason_form(PT_REASON - 1));
    return NULL;
}

void words_cut(char out[PT_REASON], const char *text) {
    size_t n = strlen(text);
    if (n >= PT_REASON)
        for (n = PT_REASON - 1; n && (text[n] & 0xC0) == 0x80;) n--;
    memcpy(out, text, n);
    out[n] = 0;
}

void audit_add(pt_batch *b, const char *who, const char *act, const char *target,
               const char *words) {
    pt_audit_row row = {.at = wall_ms()};
    pt_copy(row.who, sizeof row.who, who);
    pt_copy(row.act, sizeof row.act, act);
    pt_copy(row.target, sizeof row.target, target);
    pt_copy(row.words, sizeof row.words, words);
    pt_batch_audit(b, &row);
}

/* --- what follows --- */

static void stop_watching(hosted *h, const pt_measure_row *m) {
    for (watcher *w = h ? h->watchers : NULL, *next; w; w = next) {
        next = w->next_at_table;
        if (strcmp(w->conn->person, m->target) == 0) watcher_drop(w);
    }
}

/* They leave their seats as if they had said so. */
static void remove_from(server *sv, const pt_measure_row *m) {
    stop_watching(tables_find(sv, m->place), m);
    for (int seat = 0; seat < PT_SEATS; seat++) {
        request r = {.kind = PT_ASK_LEAVE, .seat = seat, .at = -1};
        pt_copy(r.person, sizeof r.person, m->target);
        tables_post(sv, m->place, &r);
    }
}

static void close_sockets(server *sv, const pt_measure_row *m, bool everywhere) {
    const club *c = people_club(sv->people);
    bool person = !strpbrk(m->target, ".:");
    if (person) {
        (everywhere ? sessions_end : sessions_end_here)(sv, m->target, NULL, true);
        return;
    }
    for (conn *at = sv->conns, *next; at; at = next) {
        next = at->next;
        if (!club_role(c, at->person) && club_holds_address(c, at->peer, wall_ms()))
            net_shut(sv->net, at->id, 1008, "banned");
    }
}

void measure_takes_hold(server *sv, const pt_measure_row *m) {
    club_tell(sv, m);
    if (m->kind == PT_BAN && m->place[0])
        remove_from(sv, m);
    else if (m->kind == PT_BAN)
        close_sockets(sv, m, true);
}

/* The node that decides the table lets them leave their seats; here they stop watching. */
void measure_reaches_here(void *who, const pt_measure_row *m) {
    server *sv = who;
    hosted *h = m->place[0] ? tables_find(sv, m->place) : NULL;
    if (m->kind != PT_BAN) return;
    if (!m->place[0])
        close_sockets(sv, m, false);
    else if (h && !node_follows(h) && !h->loading)
        remove_from(sv, m);
    else if (h)
        stop_watching(h, m);
}

/* --- at a table --- */

static void refuse_muted(hosted *h, const request *r, const pt_measure_row *m) {
    char date[CLUB_DATE];
    club_date(m->until, date);
    reply_refused(h->server, &r->from, "muted",
                  date[0] ? sv_say_muted_until(date, m->words) : sv_say_muted(m->words));
}

static bool too_soon(server *sv, const request *r, const club *c) {
    int seconds = club_slow_seconds(c);
    char who[PT_ID + 8];
    if (!seconds || club_role(c, r->person)) return false;
    snprintf(who, sizeof who, "slow:%s", r->person);
    return !limit_take(sv, who, 1.0 / seconds, 1);
}

static bool keeps_quiet(hosted *h, const request *r, const club *c) {
    server *sv = h->server;
    const pt_measure_row *m = club_holds(c, PT_MUTE, r->person, h->table.core.id, wall_ms());
    if (m)
        refuse_muted(h, r, m);
    else if (club_says_no(c, people_confusables(sv->people), r->text))
        reply_refused(sv, &r->from, "words", sv_say_words_refused());
    else if (too_soon(sv, r, c))
        reply_refused(sv, &r->from, "slow", sv_say_slow(club_slow_seconds(c)));
    else
        return false;
    return true;
}

bool measures_keep_away(hosted *h, const request *r) {
    const club *c = people_club(h->server->people);
    if (!r->from.id || r->kind == ASK_UNWATCH || r->kind == ASK_MEASURE) return false;
    if (club_holds(c, PT_BAN, r->person, h->table.core.id, wall_ms())) {
        reply_refused(h->server, &r->from, "removed", sv_say_removed());
        return true;
    }
    return r->kind == PT_ASK_CHAT && keeps_quiet(h, r, c);
}

/* --- by whoever made the table --- */

typedef struct measuring {
    server *server;
    asker from;
    pt_measure_row row;
} measuring;

static void answer(measuring *x, bool good) {
    if (good) {
        measure_takes_hold(x->server, &x->row);
        http_reply(x->server, x->from.id, 200, "application/json", "{}", 2);
    } else {
        http_refused(x->server, &x->from, 503, "not-written", sv_say_not_written());
    }
    free(x);
}

static void renewed(void *who, bool good) { answer(who, good); }

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    measuring *x = who;
    (void)tag;
    if (outcome == PT_WRITTEN) {
        club_renew(x->server, renewed, x);
    } else if (outcome == PT_CLASHES) { /* it is in force: nothing changes, nobody is told */
        http_reply(x->server, x->from.id, 200, "application/json", "{}", 2);
        free(x);
    } else {
        answer(x, false);
    }
}

const conn *measures_looker_on(const hosted *h, const char *whom) {
    for (const watcher *w = h ? h->watchers : NULL; w; w = w->next_at_table)
        if (strcmp(w->conn->person, whom) == 0 || strcmp(w->conn->name, whom) == 0)
            return w->conn;
    return NULL;
}

bool measures_sits(const hosted *h, const char *person) {
    for (int i = 0; i < h->table.core.seats; i++)
        if (pt_seat_has(&h->table.core.seat[i], person)) return true;
    return false;
}

/* For as long as the table is there. */
static void begin(hosted *h, const request *r, const char *whom, int language) {
    measuring *x = calloc(1, sizeof *x);
    pt_batch *b = x ? pt_batch_new() : NULL;
    if (!b) {
        free(x);
        http_refused(h->server, &r->from, 503, "memory", sv_say_no_memory());
        return;
    }
    *x = (measuring){.server = h->server, .from = r->from};
    x->row = (pt_measure_row){.kind = r->yes ? PT_MUTE : PT_BAN, .at = wall_ms()};
    pt_copy(x->row.target, sizeof x->row.target, whom);
    pt_copy(x->row.place, sizeof x->row.place, h->table.core.id);
    pt_copy(x->row.maker, sizeof x->row.maker, r->person);
    PT_TEXT_IN(words, PT_REASON, language);
    pt_say(&words, r->yes ? sv_say_by_maker_muted() : sv_say_by_maker_removed());
    pt_copy(x->row.words, sizeof x->row.words, words.at);
    pt_batch_measure_once(b, &x->row);
    audit_add(b, r->person, r->yes ? "table-mute" : "table-remove", whom, h->table.core.id);
    pt_store_commit(h->server->store, b, written, x, 0);
}

static void judge(hosted *h, const request *r, const char *whom, int language) {
    server *sv = h->server;
    if (whom && club_role(people_club(sv->people), whom))
        http_refused(sv, &r->from, 403, "role", sv_say_not_them());
    else if (!whom || strcmp(whom, r->person) == 0 || measures_sits(h, whom))
        http_refused(sv, &r->from, 404, "nobody", sv_say_nobody_looks_on());
    else
        begin(h, r, whom, language);
}

/* They look on at another node; which language they read is known there. */
static void found_elsewhere(server *sv, const request *r, const identity *who) {
    hosted *h = tables_find(sv, r->key);
    if (!h || !h->table.game)
        reply_denied(sv, &r->from, PT_NO_TABLE);
    else
        judge(h, r, who ? who->person.id : NULL, r->from.language);
}

void measures_ask(hosted *h, const request *r) {
    server *sv = h->server;
    const conn *whom = measures_looker_on(h, r->text);
    request asked = *r;
    pt_copy(asked.key, sizeof asked.key, h->table.core.id);
    if (!pt_table_may_see(&h->table, r->person, r->key))
        reply_denied(sv, &r->from, PT_NO_TABLE); /* like what is not there */
    else if (strcmp(h->table.core.owner, r->person) != 0)
        http_refused(sv, &r->from, 403, "not-owner", sv_say_only_maker());
    else if (whom || !node_ask_looker(sv, asked.key, &asked, found_elsewhere))
        judge(h, r, whom ? whom->person : NULL, whom ? whom->language : PT_ENGLISH);
}

/* So many together, then one every ten seconds; whom they are about hears of each. */
static bool maker_may(const web *w) {
    enum { TOGETHER = 20, SLOWER = 100 };
    PT_TEXT(who, PT_ID + 9);
    pt_put(&who, "measure %s", w->person.id);
    return limit_take(w->server, who.at, w->server->config.rate / SLOWER, TOGETHER);
}

void measures_at_table(web *w) {
    request r = {.kind = ASK_MEASURE, .from = w->from, .seat = -1, .at = -1};
    if (!web_body(w)) return;
    const char *kind = json_string_value(json_object_get(w->in, "kind"));
    const char *table = json_string_value(json_object_get(w->in, "table"));
    const char *whom = json_string_value(json_object_get(w->in, "name"));
    r.yes = kind && strcmp(kind, "mute") == 0;
    bool good = kind && (r.yes || strcmp(kind, "remove") == 0) && table &&
                strlen(table) < PT_ID && whom && whom[0] && strlen(whom) < PT_LABEL;
    if (!good) {
        web_fail(w, 400, "malformed", sv_say_measure_form());
        return;
    }
    if (!maker_may(w)) {
        web_fail(w, 429, "too-fast", sv_say_too_fast());
        return;
    }
    memcpy(r.person, w->person.id, sizeof r.person);
    pt_copy(r.text, sizeof r.text, whom);
    tables_post(w->server, table, &r);
    web_free(w);
}
