/* What moderators and admins see: reports with their evidence, people, measures, tables, how
 * the server is, and the log. */
/* SPDX-License-Identifier: MIT */
#include "server/admin.h"
#include "server/measures.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

enum { OUT = 1 << 17, ROWS = 100, LONGEST = 8 << 10, PAST = 20 };

/* A list that is being written in the reading thread. */
typedef struct listing {
    web *web;
    pt_look *look;
    pt_text text;
    pt_json json;
    int rows;
    bool more; /* rows that do not fit: the next page has them */
} listing;

static bool list_begin(listing *l, pt_look *look, web *w) {
    w->out = malloc(OUT);
    if (!w->out) return false;
    *l = (listing){.web = w, .look = look, .text = pt_text_on(w->out, OUT)};
    l->json = pt_json_on(&l->text);
    pt_open(&l->json, '{');
    return true;
}

static void list_end(listing *l) {
    pt_close(&l->json, '}');
    l->web->out_size = l->text.used;
}

/* No room for one more row: the list ends before it. */
static bool is_full(const listing *l) { return l->text.used + 2 * LONGEST > l->text.size; }

/* The same for a list with pages. */
static bool is_page_full(listing *l) {
    l->more = l->more || l->rows == ROWS || is_full(l);
    l->rows += !l->more;
    return l->more;
}

static int64_t page_before(const web *w) {
    char text[24] = "";
    query_text(w->query, "before", text, sizeof text);
    return strtoll(text, NULL, 10);
}

static void list_read(void *job) {
    web *w = job;
    if (w->out && !w->unread && w->judged)
        web_fail(w, 404, "nothing", sv_say_nothing_here());
    else
        web_send_read(w);
}

static void put_person(pt_json *j, const char *key, const char *id, const char *name) {
    pt_key_open(j, key, '{');
    pt_key_str(j, "person", id);
    pt_key_str(j, "name", name);
    pt_close(j, '}');
}

/* --- measures --- */

static void put_measure(void *who, const pt_measure_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    char words[PT_REASON];
    if (is_full(l)) return;
    club_words(row, l->web->from.language, words);
    pt_open(j, '{');
    pt_key_int(j, "measure", row->num);
    pt_key_str(j, "kind", club_kind_name((int)row->kind));
    put_person(j, "about", row->target, row->target_name);
    if (row->place[0]) pt_key_str(j, "table", row->place);
    pt_key_int(j, "at", row->at);
    pt_key_int(j, "until", row->until);
    if (row->ended) pt_key_int(j, "ended", row->ended);
    put_person(j, "by", row->maker, row->maker_name);
    pt_key_str(j, "words", words);
    pt_close(j, '}');
}

static void read_measures(pt_look *look, void *job) {
    listing l;
    web *w = job;
    if (!list_begin(&l, look, w)) return;
    pt_key_open(&l.json, "measures", '[');
    w->unread = pt_each_in_force(look, wall_ms(), put_measure, &l) < 0;
    pt_close(&l.json, ']');
    list_end(&l);
}

void admin_measures(web *w) { web_read(w, read_measures, list_read); }

/* What somebody is owed to know: what was decided about them. The names of those who decided
 * are not told. */
static void put_notice(void *who, const pt_measure_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    char words[PT_REASON];
    if (is_full(l)) return;
    club_words(row, l->web->from.language, words);
    pt_open(j, '{');
    pt_key_int(j, "notice", row->num);
    pt_key_str(j, "kind", club_kind_name((int)row->kind));
    if (row->place[0]) pt_key_str(j, "table", row->place);
    pt_key_int(j, "at", row->at);
    pt_key_int(j, "until", row->until);
    pt_key_str(j, "words", words);
    pt_close(j, '}');
}

static void read_notices(pt_look *look, void *job) {
    listing l;
    web *w = job;
    if (!list_begin(&l, look, w)) return;
    pt_key_open(&l.json, "notices", '[');
    w->unread = pt_each_notice_of(look, w->person.id, PAST, put_notice, &l) < 0;
    pt_close(&l.json, ']');
    list_end(&l);
}

void notices_tell(web *w) { web_read(w, read_notices, list_read); }

/* --- reports --- */

static const char *const about_names[] = {NULL, "name", "chat", "table", "thrown"};

static void put_report(listing *l, const pt_report_row *row) {
    pt_json *j = &l->json;
    pt_key_int(j, "report", row->num);
    pt_key_str(j, "kind", about_names[row->kind]);
    pt_key_int(j, "at", row->at);
    pt_key_bool(j, "open", row->state == PT_REPORT_OPEN);
    put_person(j, "by", row->person, row->person_name);
    put_person(j, "about", row->about, row->about_name);
    if (row->place[0]) pt_key_str(j, "table", row->place);
    if (row->number) pt_key_int(j, "number", row->number);
    pt_key_str(j, "words", row->words);
    pt_key_str(j, "verdict", row->verdict);
}

static void list_report(void *who, const pt_report_row *row) {
    listing *l = who;
    if (is_page_full(l)) return;
    pt_open(&l->json, '{');
    put_report(l, row);
    pt_close(&l->json, '}');
}

static void read_reports(pt_look *look, void *job) {
    listing l;
    web *w = job;
    char state[12] = "";
    if (!list_begin(&l, look, w)) return;
    query_text(w->query, "state", state, sizeof state);
    int which = strcmp(state, "closed") == 0 ? PT_REPORT_CLOSED : PT_REPORT_OPEN;
    pt_key_open(&l.json, "reports", '[');
    w->unread = pt_each_report(look, which, page_before(w), ROWS + 1, w->person.id, list_report,
                               &l) < 0;
    pt_close(&l.json, ']');
    pt_key_bool(&l.json, "more", l.more);
    list_end(&l);
}

void admin_reports(web *w) { web_read(w, read_reports, list_read); }

/* Nobody learns how many reports there are about themselves. */
static void put_past(listing *l, const char *key, const char *person) {
    pt_json *j = &l->json;
    bool own = strcmp(person, l->web->person.id) == 0;
    int reports = own ? 0 : pt_count_reports_about(l->look, person);
    pt_key_open(j, key, '{');
    if (!own) pt_key_int(j, "reports", reports);
    pt_key_open(j, "measures", '[');
    int n = person[0] ? pt_each_measure_of(l->look, person, PAST, put_measure, l) : 0;
    pt_close(j, ']');
    pt_close(j, '}');
    l->web->unread |= reports < 0 || n < 0;
}

static void put_whole(listing *l, const pt_report_row *row) {
    put_report(l, row);
    pt_key(&l->json, "evidence");
    l->json.keyed = false;
    pt_puts(&l->text, row->evidence[0] ? row->evidence : "{}");
    l->web->unread |= !report_position(l->look, row, &l->json);
    put_past(l, "about_before", row->about);
    put_past(l, "by_before", row->person);
}

static void read_report(pt_look *look, void *job) {
    listing l;
    web *w = job;
    pt_report_row *row = calloc(1, sizeof *row);
    const char *number = w->path + strlen("/api/admin/reports/");
    bool digits = strspn(number, "0123456789") == strlen(number); /* the log says this number */
    int64_t num = digits ? strtoll(number, NULL, 10) : 0;
    if (row && list_begin(&l, look, w)) {
        pt_finding found = pt_find_report(look, num, row);
        w->unread = found == PT_FAILED;
        w->judged = found == PT_ABSENT || strcmp(row->about, w->person.id) == 0;
        if (found == PT_FOUND && !w->judged) put_whole(&l, row);
        list_end(&l);
    }
    free(row);
}

/* Who looks is in the log first. */
static void look_noted(void *who, uint64_t tag, pt_outcome outcome) {
    (void)tag;
    if (outcome == PT_WRITTEN)
        list_read(who);
    else
        web_fail_unwritten(who, outcome);
}

static void report_read(void *job) {
    web *w = job;
    pt_batch *b = w->out && !w->unread && !w->judged ? pt_batch_new() : NULL;
    if (!b) {
        list_read(w);
        return;
    }
    audit_add(b, w->person.id, "look", w->path + strlen("/api/admin/reports/"), "");
    pt_store_commit(w->server->store, b, look_noted, w, 0);
}

void admin_report(web *w) { web_read(w, read_report, report_read); }

/* --- people --- */

static void put_named(void *who, const pt_role_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    if (is_full(l)) return;
    pt_person_row person = {0};
    l->web->unread |= pt_find_person(l->look, row->person, &person) == PT_FAILED;
    pt_open(j, '{');
    pt_key_str(j, "person", row->person);
    pt_key_str(j, "name", row->name);
    pt_key_str(j, "role", club_role_name((int)row->role));
    pt_key_bool(j, "account", person.account[0] != 0);
    pt_key_int(j, "created", person.created);
    put_past(l, "before", row->person);
    pt_close(j, '}');
}

typedef struct found_people {
    int count;
    pt_role_row row[ROWS];
} found_people;

static void keep_named(void *who, const pt_role_row *row) {
    found_people *f = who;
    if (f->count < ROWS) f->row[f->count++] = *row;
}

/* Without a name: those who look after the club. */
static void read_people(pt_look *look, void *job) {
    listing l;
    web *w = job;
    char name[PT_LABEL] = "";
    found_people *f = calloc(1, sizeof *f);
    if (f && list_begin(&l, look, w)) {
        query_text(w->query, "name", name, sizeof name);
        int n = name[0] ? pt_each_named(look, name, ROWS, keep_named, f)
                        : pt_each_role(look, keep_named, f);
        w->unread = n < 0;
        pt_key_open(&l.json, "people", '[');
        for (int i = 0; i < f->count; i++) put_named(&l, &f->row[i]);
        pt_close(&l.json, ']');
        list_end(&l);
    }
    free(f);
}

void admin_people(web *w) { web_read(w, read_people, list_read); }

/* --- tables --- */

static void put_table(void *who, const pt_table_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    if (is_full(l)) return;
    pt_open(j, '{');
    pt_key_str(j, "table", row->id);
    pt_key_str(j, "game", row->kind);
    pt_key_str(j, "phase", pt_phase_names[row->state % 3]);
    pt_key_str(j, "access", pt_access_names[row->access]);
    pt_key_int(j, "changed", row->changed);
    pt_key(j, "about");
    j->keyed = false;
    pt_puts(j->out, row->head[0] ? row->head : "{}");
    pt_close(j, '}');
}

static void read_tables(pt_look *look, void *job) {
    listing l;
    web *w = job;
    if (!list_begin(&l, look, w)) return;
    pt_key_open(&l.json, "tables", '[');
    for (int state = PT_TABLE_OPEN; state <= PT_TABLE_PLAYING; state++) {
        const pt_table_filter f = {.state = state, .access = -1, .limit = ROWS / 2};
        w->unread |= pt_each_table(look, &f, put_table, &l) < 0;
    }
    pt_close(&l.json, ']');
    list_end(&l);
}

void admin_tables(web *w) { web_read(w, read_tables, list_read); }

/* --- how the server is --- */

static void put_disk(pt_json *j, const char *folder) {
    struct statvfs v;
    if (statvfs(folder, &v) != 0) return;
    pt_key_open(j, "disk", '{');
    pt_key_int(j, "bytes", (int64_t)(v.f_blocks * v.f_frsize));
    pt_key_int(j, "free", (int64_t)(v.f_bavail * v.f_frsize));
    pt_close(j, '}');
}

void admin_health(web *w) {
    server *sv = w->server;
    pt_store_counts s = pt_store_count(sv->store);
    pt_store_health h = pt_store_healthy(sv->store);
    PT_TEXT(out, 1200);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "name", "petteia");
    pt_key_int(&j, "up_ms", now_ms() - sv->started);
    pt_key_bool(&j, "well", h.reads && h.writes && !h.stopped && now_ms() >= sv->sick_until);
    pt_key_str(&j, "trouble", h.why);
    put_disk(&j, sv->config.data);
    pt_key_int(&j, "sockets", net_connections(sv->net));
    pt_key_int(&j, "tables", sv->table_count);
    pt_key_int(&j, "bots_waiting", pool_waiting(sv->pool));
    pt_key_int(&j, "workers", sv->config.workers);
    pt_key_int(&j, "commits", (int64_t)s.commits);
    pt_key_int(&j, "commit_us", s.commits ? (int64_t)(s.commit_us / s.commits) : 0);
    pt_key_int(&j, "moves", (int64_t)sv->counts.moves);
    pt_key_int(&j, "limited", (int64_t)sv->counts.limited);
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

void admin_settings(web *w) {
    const club *c = people_club(w->server->people);
    char memory[4 * PT_SETTING];
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    for (int i = 0; club_setting_name(i); i++)
        pt_key_str(&j, club_setting_name(i), club_setting(c, club_setting_name(i)));
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

/* --- the log --- */

static void put_line(void *who, const pt_audit_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    char hash[2 * PT_SHA256 + 1];
    if (is_page_full(l)) return;
    pt_to_hex(row->hash, PT_SHA256, hash);
    pt_open(j, '{');
    pt_key_int(j, "line", row->num);
    pt_key_int(j, "at", row->at);
    put_person(j, "who", row->who, row->who_name);
    pt_key_str(j, "act", row->act);
    put_person(j, "about", row->target, row->target_name);
    pt_key_str(j, "words", row->words);
    pt_key_str(j, "hash", hash);
    pt_close(j, '}');
}

static void put_proof(listing *l) {
    int64_t broken = 0;
    uint8_t last[PT_SHA256];
    char hash[2 * PT_SHA256 + 1];
    int64_t lines = pt_audit_verify(l->look, &broken, last);
    pt_to_hex(last, PT_SHA256, hash);
    l->web->unread |= lines < 0;
    pt_key_int(&l->json, "lines_in_all", lines);
    pt_key_int(&l->json, "broken", broken);
    pt_key_str(&l->json, "last", hash);
}

static void read_audit(pt_look *look, void *job) {
    listing l;
    web *w = job;
    char verify[4] = "";
    if (!list_begin(&l, look, w)) return;
    query_text(w->query, "verify", verify, sizeof verify);
    pt_key_open(&l.json, "lines", '[');
    int n = pt_each_audit(look, page_before(w), ROWS + 1, put_line, &l);
    pt_close(&l.json, ']');
    pt_key_bool(&l.json, "more", l.more);
    w->unread = n < 0;
    if (verify[0]) put_proof(&l);
    list_end(&l);
}

void admin_audit(web *w) { web_read(w, read_audit, list_read); }
