/* Reports: somebody says that a name, a line of talk or a table is not as it should be. The
 * evidence is what the server itself has kept, as it was at that time. */
/* SPDX-License-Identifier: MIT */
#include "server/measures.h"
#include "server/words.h"
#include "store/fair.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEFORE = 8, /* lines of talk that are shown before the one it is about, */
    AFTER = 3,  /* and after it */
    LINES = BEFORE + 1 + AFTER,
};

typedef struct line {
    uint32_t number;
    int64_t at;
    char name[PT_LABEL], person[PT_ID], text[PT_EVENT_MAX];
} line;

typedef struct reporting {
    web *web;
    bool unread, full, absent;
    bool bad; /* an event cannot be read: what came before is shown */
    int open;
    pt_table table;
    line line[LINES];
    int count, after;
    char called[PT_LABEL];   /* whom it is about, if not by id */
    char key[PT_ID];         /* of the table, if whoever reports has it */
    char said[PT_EVENT_MAX]; /* the line it is about; "": none */
    pt_report_row row;
} reporting;

/* --- evidence, in the reading thread --- */

static bool is_word(pt_word w, const char *text) {
    return w.length == strlen(text) && memcmp(w.at, text, w.length) == 0;
}

static void keep_line(reporting *x, const pt_event *e, uint32_t number, int64_t at) {
    bool theirs = is_word(e->name, x->called) && is_word(e->text, x->said);
    if (theirs && x->said[0]) { /* the last of several that are alike */
        x->row.number = number;
        x->after = 0;
    }
    uint32_t about = (uint32_t)x->row.number;
    if (about && number > about && ++x->after > AFTER) return;
    if (x->count == LINES) memmove(x->line, x->line + 1, (LINES - 1) * sizeof *x->line);
    if (x->count == LINES) x->count--;
    line *l = &x->line[x->count++];
    *l = (line){.number = number, .at = at};
    pt_text name = pt_text_on(l->name, sizeof l->name),
            text = pt_text_on(l->text, PT_EVENT_MAX);
    pt_putn(&name, e->name.at, e->name.length);
    pt_putn(&text, e->text.at, e->text.length);
    if (e->seat < 0 || e->seat >= x->table.core.seats) return;
    const pt_seat *s = &x->table.core.seat[e->seat];
    bool alone = pt_seat_people(s) == 1;
    if (alone) pt_copy(l->person, sizeof l->person, s->person);
}

static void take_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    reporting *x = who;
    char text[PT_EVENT_MAX];
    pt_text copy = pt_text_on(text, sizeof text);
    pt_event e;
    pt_putn(&copy, body, n);
    if (x->bad) return;
    if (strncmp(text, "chat ", 5) == 0 && x->table.game &&
        pt_event_parse(text, x->table.game, &e, NULL))
        keep_line(x, &e, number, at);
    x->bad = copy.cut || !pt_table_read(&x->table, at, text, NULL);
}

/* The log has only the name of whoever looked on, or spoke for a team. */
static void take_speaker(void *who, const char *person, uint32_t number) {
    reporting *x = who;
    for (int i = 0; i < x->count; i++)
        if (x->line[i].number == number)
            pt_copy(x->line[i].person, sizeof x->line[i].person, person);
}

static void put_lines(reporting *x, pt_json *j) {
    pt_key_open(j, "lines", '[');
    for (int i = 0; i < x->count; i++) {
        const line *l = &x->line[i];
        bool about = x->row.number && l->number == (uint32_t)x->row.number;
        if (!about && j->out->used + PT_EVENT_MAX > PT_EVIDENCE / 2) continue;
        pt_open(j, '{');
        pt_key_int(j, "n", l->number);
        pt_key_int(j, "at", l->at);
        pt_key_str(j, "person", l->person); /* these three stand so: pt_drop_evidence */
        pt_key_str(j, "name", l->name);
        pt_key_str(j, "text", l->text);
        pt_key_bool(j, "about", about);
        pt_close(j, '}');
        if (about) pt_copy(x->called, sizeof x->called, l->name);
        if (about) pt_copy(x->row.about, sizeof x->row.about, l->person);
    }
    pt_close(j, ']');
}

static void put_evidence(reporting *x) {
    pt_text out = pt_text_on(x->row.evidence, sizeof x->row.evidence);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    if (x->table.game) pt_key_str(&j, "game", x->table.game->name);
    if (x->table.game) put_lines(x, &j);
    pt_key_str(&j, "name", x->called);
    pt_close(&j, '}');
    if (out.cut) snprintf(x->row.evidence, sizeof x->row.evidence, "{}");
}

/* Whom it is about: by id, by the seat they spoke from, or by their name. */
static void find_about(pt_look *look, reporting *x) {
    pt_person_row p;
    char account[PT_LABEL];
    name_fold(x->called, account);
    pt_finding found = x->row.about[0] ? pt_find_person(look, x->row.about, &p)
                       : account[0] && x->row.kind != PT_ABOUT_CHAT
                           ? pt_find_account(look, account, &p)
                           : PT_ABSENT;
    x->unread |= found == PT_FAILED;
    if (found == PT_FOUND) {
        memcpy(x->row.about, p.id, sizeof x->row.about);
        memcpy(x->called, p.name, sizeof x->called);
    } else {
        x->row.about[0] = 0;
    }
}

/* New guests are cheap to make: until they have played, few reports of theirs are open. */
static bool find_most(pt_look *look, reporting *x) {
    const pt_person_row *p = &x->web->person;
    pt_finding played = p->account[0] ? PT_FOUND : pt_has_played(look, p->id);
    x->row.most = played == PT_FOUND ? PT_REPORTS_OPEN : PT_REPORTS_NEW;
    return played != PT_FAILED;
}

static void read_evidence(pt_look *look, void *job) {
    reporting *x = job;
    pt_table_row table;
    x->open = pt_count_reports_of(look, x->web->person.id);
    x->unread = x->open < 0 || !find_most(look, x);
    if (x->row.place[0]) {
        pt_finding found = pt_find_table(look, x->row.place, &table);
        x->unread |= found == PT_FAILED;
        x->absent = found == PT_ABSENT;
        if (found == PT_FOUND) {
            x->unread |= pt_each_event(look, table.num, 0, take_event, x) < 0;
            x->unread |= pt_each_spoken(look, table.num, take_speaker, x) < 0;
            x->unread |= x->bad && !x->table.game;
            x->absent = !pt_table_may_see(&x->table, x->web->person.id, x->key);
        }
    }
    x->absent |= x->said[0] && !x->row.number;
    put_evidence(x);
    find_about(look, x);
    if (x->row.kind == PT_ABOUT_NAME) put_evidence(x);
}

/* --- the report --- */

static void reporting_free(reporting *x) {
    pt_table_done(&x->table);
    free(x);
}

/* Those who look after the club and are here see it at once, unless it is about them. */
static void tell_moderators(server *sv, const pt_report_row *row) {
    PT_TEXT(out, 60);
    pt_puts(&out, "{\"t\":\"notice\",\"kind\":\"report\"}");
    for (const conn *c = sv->conns; c; c = c->next)
        if (club_role(people_club(sv->people), c->person) && strcmp(c->person, row->about) != 0)
            conn_send(sv, c->id, &out);
}

static void reported(void *who, uint64_t tag, pt_outcome outcome) {
    reporting *x = who;
    PT_TEXT(out, 8);
    (void)tag;
    pt_puts(&out, "{}");
    if (outcome == PT_WRITTEN) {
        tell_moderators(x->web->server, &x->row);
        web_send(x->web, 201, &out);
    } else if (outcome == PT_CLASHES) {
        web_fail(x->web, 429, "too-many", sv_say_many_reports());
    } else {
        web_fail_unwritten(x->web, outcome);
    }
    reporting_free(x);
}

/* A name that is reported is that of whoever is here under it. A line is not: another may bear
 * that name by now. */
static void find_here(reporting *x) {
    if (x->row.kind == PT_ABOUT_CHAT) return;
    for (const conn *c = x->web->server->conns; c && !x->row.about[0]; c = c->next)
        if (x->called[0] && strcmp(c->name, x->called) == 0)
            memcpy(x->row.about, c->person, sizeof x->row.about);
}

static void evidence_read(void *job) {
    reporting *x = job;
    pt_batch *b = NULL;
    if (x->unread)
        web_fail_unread(x->web);
    else if (x->open >= x->row.most)
        web_fail(x->web, 429, "too-many", sv_say_many_reports());
    else if (x->absent)
        web_fail(x->web, 404, "no-table", sv_say_nothing_here());
    else if (!(b = pt_batch_new()))
        web_fail(x->web, 503, "memory", sv_say_no_memory());
    if (!b) {
        reporting_free(x);
        return;
    }
    find_here(x);
    pt_batch_report(b, &x->row);
    web_commit(x->web, b, reported, x);
}

/* --- what is asked --- */

static bool take_body(reporting *x) {
    static const char *const kinds[] = {NULL, "name", "chat", "table"};
    const json_t *in = x->web->in;
    const char *kind = json_string_value(json_object_get(in, "kind"));
    const char *person = json_string_value(json_object_get(in, "person"));
    const char *name = json_string_value(json_object_get(in, "name"));
    const char *table = json_string_value(json_object_get(in, "table"));
    const char *key = json_string_value(json_object_get(in, "key"));
    for (int i = PT_ABOUT_NAME; kind && i <= PT_ABOUT_TABLE; i++)
        if (strcmp(kind, kinds[i]) == 0) x->row.kind = (pt_report_kind)i;
    if (person && strlen(person) < PT_ID) pt_copy(x->row.about, sizeof x->row.about, person);
    if (name && name_ok(name)) name_compose(name, x->called);
    if (table && strlen(table) < PT_ID) pt_copy(x->row.place, sizeof x->row.place, table);
    if (key && strlen(key) < PT_ID) pt_copy(x->key, sizeof x->key, key);
    const char *said = json_string_value(json_object_get(in, "text"));
    if (said && strlen(said) < sizeof x->said && x->row.kind == PT_ABOUT_CHAT)
        pt_copy(x->said, sizeof x->said, said);
    bool somebody = x->row.about[0] || x->called[0];
    switch (x->row.kind) {
    case PT_ABOUT_NAME: return somebody;
    case PT_ABOUT_CHAT: return x->row.place[0] && x->called[0] && x->said[0];
    case PT_ABOUT_TABLE: return x->row.place[0];
    case PT_ABOUT_THROWN: break; /* only the server finds that */
    }
    return false;
}

/* So many together from one address, then one every few minutes; a network of several people
 * (docs/fair.md) has more. */
static bool address_may(const web *w) {
    enum { TOGETHER = 10, TOGETHER_SHARED = 50, SLOWER = 5000 };
    PT_TEXT(who, sizeof w->peer + 8);
    pt_put(&who, "report %s", w->peer);
    bool shared = club_shares(people_club(w->server->people), w->peer);
    return limit_take(w->server, who.at, w->server->config.rate / SLOWER,
                      shared ? TOGETHER_SHARED : TOGETHER);
}

void reports_add(web *w) {
    if (!web_body(w)) return;
    const char *words = words_of_body(w);
    if (!words) return;
    reporting *x = calloc(1, sizeof *x);
    if (!x) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    x->web = w;
    x->row.at = wall_ms();
    memcpy(x->row.person, w->person.id, sizeof x->row.person);
    pt_copy(x->row.words, sizeof x->row.words, words);
    if (!take_body(x)) {
        web_fail(w, 400, "malformed", sv_say_report_form());
        free(x);
        return;
    }
    if (!address_may(w)) {
        web_fail(w, 429, "too-fast", sv_say_reports_fast());
        free(x);
        return;
    }
    pt_table_init(&x->table, x->row.place, &server_bots);
    if (pt_store_read(w->server->store, read_evidence, evidence_read, x)) return;
    web_fail(w, 503, "memory", sv_say_no_memory());
    reporting_free(x);
}
