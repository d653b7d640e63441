/* What moderators and admins do by HTTP: roles, measures, verdicts, settings. Each is written
 * together with its line of the log, or not at all. */
/* SPDX-License-Identifier: MIT */
#include "server/admin.h"
#include "server/fair.h"
#include "server/measures.h"
#include "server/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Something that is to be done about somebody. */
typedef struct deed {
    web *web;
    const char *act; /* its name in the log */
    bool unread, known;
    pt_person_row target; /* by id, or by the name of an account */
    char reported[PT_ID]; /* whom the report is about */
    pt_measure_row lifted;
    pt_role role;
    pt_measure_row measure; /* of `kind` 0: none */
    int64_t report;         /* that it closes; 0: none */
    int64_t lifts;          /* the measure that it ends; 0: none */
    bool addresses;         /* those from which they came lately are banned as well */
    int ranges;
    char range[FAIR_RECENT][PT_TARGET];
    char setting[PT_ACT], value[PT_SETTING], words[PT_REASON];
} deed;

/* --- writing it --- */

/* The same measure against an address. */
static pt_measure_row range_of(const deed *d, int i) {
    pt_measure_row m = d->measure;
    memcpy(m.target, d->range[i], sizeof m.target);
    return m;
}

static void finished(void *who, bool good) {
    deed *d = who;
    web *w = d->web;
    PT_TEXT(out, 40);
    if (d->addresses)
        pt_put(&out, "{\"addresses\":%d}", d->ranges);
    else
        pt_puts(&out, "{}");
    if (good && d->measure.kind) measure_takes_hold(w->server, &d->measure);
    for (int i = 0; good && i < d->ranges; i++) {
        const pt_measure_row m = range_of(d, i);
        measure_takes_hold(w->server, &m);
    }
    if (good && d->lifts) club_tell_lifted(w->server, &d->lifted);
    if (good)
        web_send(w, 200, &out);
    else
        web_fail_unread(w);
    free(d);
}

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    deed *d = who;
    (void)tag;
    if (outcome == PT_WRITTEN) {
        club_renew(d->web->server, finished, d);
        return;
    }
    if (outcome == PT_CLASHES)
        web_fail(d->web, 409, "changed", sv_say_changed_meanwhile());
    else
        web_fail_unwritten(d->web, outcome);
    free(d);
}

static void fail(deed *d, int status, const char *code, pt_said why) {
    web_fail(d->web, status, code, why);
    free(d);
}

/* What the log says it was about. */
static const char *target_of(const deed *d, char number[24]) {
    int64_t num = d->lifts ? d->lifts : d->report;
    if (d->measure.target[0]) return d->measure.target;
    if (d->target.id[0]) return d->target.id;
    if (d->setting[0]) return d->setting;
    snprintf(number, 24, "%lld", (long long)num);
    return number;
}

static void write_deed(deed *d) {
    web *w = d->web;
    char number[24];
    pt_batch *b = pt_batch_new();
    if (!b) {
        fail(d, 503, "memory", sv_say_no_memory());
        return;
    }
    if (strcmp(d->act, "role") == 0) pt_batch_role(b, d->target.id, d->role);
    if (d->measure.kind) pt_batch_measure(b, &d->measure);
    if (d->addresses) d->ranges = fair_recent(w->server, d->target.id, d->range);
    for (int i = 0; i < d->ranges; i++) {
        const pt_measure_row m = range_of(d, i);
        pt_batch_measure(b, &m);
        audit_add(b, w->person.id, d->act, m.target, d->words);
    }
    if (d->lifts) pt_batch_lift(b, d->lifts, wall_ms());
    if (d->report) pt_batch_close_report(b, d->report, d->words);
    if (d->setting[0]) pt_batch_setting(b, d->setting, d->value);
    audit_add(b, w->person.id, d->act, target_of(d, number), d->words);
    /* Two admins may take each other's role at the same time: one of them keeps it. */
    if (w->role < CLUB_HOST) pt_batch_has_role(b, w->person.id, (pt_role)w->needs);
    pt_store_commit(w->server->store, b, written, d, 0);
}

/* --- whom it is about --- */

static void find_target(pt_look *look, deed *d) {
    char account[PT_LABEL];
    name_fold(d->target.name, account);
    pt_finding found = d->target.id[0] ? pt_find_person(look, d->target.id, &d->target)
                                       : pt_find_account(look, account, &d->target);
    d->unread = found == PT_FAILED;
    d->known = found == PT_FOUND;
}

static void find_reported(pt_look *look, deed *d) {
    pt_report_row *row = calloc(1, sizeof *row);
    d->unread |= !row || pt_find_report(look, d->report, row) == PT_FAILED;
    if (row) memcpy(d->reported, row->about, sizeof d->reported);
    free(row);
}

/* What is not there is refused when it is written. */
static void find_all(pt_look *look, void *job) {
    deed *d = job;
    d->known = true;
    if (d->target.id[0] || d->target.name[0]) find_target(look, d);
    if (d->report) find_reported(look, d);
    if (d->lifts) d->unread |= pt_find_measure(look, d->lifts, &d->lifted) == PT_FAILED;
}

/* Nobody judges themselves, and only admins judge those who look after the club. */
static bool may_judge(const web *w, const char *person) {
    int theirs = club_role(people_club(w->server->people), person);
    return strcmp(person, w->person.id) != 0 && (!theirs || w->role >= PT_ADMIN);
}

/* Without an end, or longer than a moderator may say, and not only at a table. */
static bool is_long(const pt_measure_row *m) {
    bool longer = !m->until || m->until > m->at + MEASURE_DAYS * DAY_MS;
    return m->kind > PT_WARNING && !m->place[0] && longer;
}

static bool may_do(const deed *d) {
    const web *w = d->web;
    return may_judge(w, d->target.id) && may_judge(w, d->reported) &&
           may_judge(w, d->lifted.target) && (!is_long(&d->lifted) || w->role >= PT_ADMIN);
}

static void all_found(void *job) {
    deed *d = job;
    if (d->unread) {
        web_fail_unread(d->web);
        free(d);
    } else if (!d->known) {
        fail(d, 404, "nobody", sv_say_nobody());
    } else if (!may_do(d)) {
        fail(d, 403, "role", sv_say_not_to_judge());
    } else if (strcmp(d->act, "role") == 0 && d->role && !d->target.account[0]) {
        fail(d, 409, "account", sv_say_role_account());
    } else {
        if (d->target.id[0]) pt_copy(d->measure.target, sizeof d->measure.target, d->target.id);
        write_deed(d);
    }
}

/* Of the body: `person`, or the `name` of an account. False: answered. */
static bool take_target(deed *d) {
    const json_t *in = d->web->in;
    const char *person = json_string_value(json_object_get(in, "person"));
    const char *name = json_string_value(json_object_get(in, "name"));
    if (person && strlen(person) < PT_ID) pt_copy(d->target.id, sizeof d->target.id, person);
    if (name && name_ok(name)) name_compose(name, d->target.name);
    if (d->target.id[0] || d->target.name[0]) return true;
    fail(d, 400, "name", sv_say_name_form(NAME_WITHOUT));
    return false;
}

/* A deed with the body's words; NULL: answered. */
static deed *deed_of(web *w, const char *act) {
    if (!web_body(w)) return NULL;
    const char *words = words_of_body(w);
    deed *d = words ? calloc(1, sizeof *d) : NULL;
    if (words && !d) web_fail(w, 503, "memory", sv_say_no_memory());
    if (!d) return NULL;
    d->web = w;
    d->act = act;
    pt_copy(d->words, sizeof d->words, words);
    return d;
}

static void read_all(deed *d) {
    if (pt_store_read(d->web->server->store, find_all, all_found, d)) return;
    fail(d, 503, "memory", sv_say_no_memory());
}

/* --- roles --- */

static void give_role(web *w) {
    deed *d = deed_of(w, "role");
    if (!d) return;
    const char *role = json_string_value(json_object_get(w->in, "role"));
    int which = PT_ROLES;
    for (int i = 0; role && i < PT_ROLES; i++)
        if (strcmp(role, club_role_name(i)) == 0) which = i;
    if (which == PT_ROLES) {
        fail(d, 400, "malformed", sv_say_role_form());
        return;
    }
    d->role = (pt_role)which;
    /* The log says which. */
    PT_TEXT(words, PT_REASON + PT_ACT);
    pt_put(&words, "%s: %s", club_role_name(which), d->words);
    words_cut(d->words, words.at);
    if (take_target(d)) read_all(d);
}

/* --- measures --- */

static bool take_kind(deed *d, const char *kind) {
    for (int i = PT_WARNING; kind && i <= PT_BAN; i++) {
        if (strcmp(kind, club_kind_name(i)) != 0) continue;
        d->measure.kind = (pt_measure_kind)i;
        d->act = club_kind_name(i);
        return true;
    }
    return false;
}

/* Days, of which 0 is no end; a warning has none. */
static bool take_days(deed *d) {
    const json_t *days = json_object_get(d->web->in, "days");
    json_int_t n = json_integer_value(days);
    if (d->measure.kind == PT_WARNING) return true;
    if (!json_is_integer(days) || n < 0 || n > MEASURE_DAYS_MOST) return false;
    d->measure.until = n ? d->measure.at + n * DAY_MS : 0;
    return true;
}

static bool take_place(deed *d) {
    const char *table = json_string_value(json_object_get(d->web->in, "table"));
    if (table && table[0] && !id_ok(table)) return false;
    pt_copy(d->measure.place, sizeof d->measure.place, table ? table : "");
    return true;
}

/* A range is kept out of the club, not of one table. */
static bool is_range_ban(const pt_measure_row *m, const char *range) {
    return m->kind == PT_BAN && !m->place[0] && club_range_ok(range);
}

static void take_measure(web *w) {
    deed *d = deed_of(w, "measure");
    if (!d) return;
    const char *range = json_string_value(json_object_get(w->in, "range"));
    d->measure.at = wall_ms();
    d->report = json_integer_value(json_object_get(w->in, "report"));
    memcpy(d->measure.maker, w->person.id, sizeof d->measure.maker);
    memcpy(d->measure.words, d->words, sizeof d->measure.words);
    d->addresses = json_is_true(json_object_get(w->in, "addresses"));
    bool good = take_kind(d, json_string_value(json_object_get(w->in, "kind"))) &&
                take_days(d) && take_place(d);
    if (d->addresses && (d->measure.kind != PT_BAN || d->measure.place[0] || range))
        good = false;
    bool somebody = json_object_get(w->in, "person") || json_object_get(w->in, "name");
    if (range && somebody) {
        fail(d, 400, "range", sv_say_range_alone());
    } else if (!good) {
        fail(d, 400, "malformed", sv_say_measure_form());
    } else if (is_long(&d->measure) && w->role < PT_ADMIN) {
        fail(d, 403, "role", sv_say_too_long(MEASURE_DAYS));
    } else if (range && !is_range_ban(&d->measure, range)) {
        fail(d, 400, "range", sv_say_range_form());
    } else if (range) {
        pt_copy(d->measure.target, sizeof d->measure.target, range);
        read_all(d);
    } else if (take_target(d)) {
        read_all(d);
    }
}

static void lift_measure(web *w) {
    deed *d = deed_of(w, "lift");
    if (!d) return;
    d->lifts = json_integer_value(json_object_get(w->in, "measure"));
    if (d->lifts > 0)
        read_all(d);
    else
        fail(d, 400, "malformed", sv_say_measure_form());
}

/* --- verdicts, settings --- */

static void close_report(web *w) {
    deed *d = deed_of(w, "close");
    if (!d) return;
    d->report = json_integer_value(json_object_get(w->in, "report"));
    if (d->report > 0)
        read_all(d);
    else
        fail(d, 400, "malformed", sv_say_measure_form());
}

static void change_setting(web *w) {
    pt_said why;
    if (!web_body(w)) return;
    const char *name = json_string_value(json_object_get(w->in, "name"));
    const char *value = json_string_value(json_object_get(w->in, "value"));
    if (!name || !value || !club_setting_ok(name, value, &why)) {
        web_fail(w, 400, "setting", name && value ? why : sv_say_setting_unknown());
        return;
    }
    deed *d = calloc(1, sizeof *d);
    if (!d) {
        web_fail(w, 503, "memory", sv_say_no_memory());
        return;
    }
    d->web = w;
    d->act = "setting";
    pt_copy(d->setting, sizeof d->setting, name);
    pt_copy(d->value, sizeof d->value, value);
    words_cut(d->words, value);
    write_deed(d);
}

/* clang-format off */
const route admin_routes[] = {
    {NET_GET,  "/api/admin/reports",  admin_reports,  FOR_MODERATOR},
    {NET_GET,  "/api/admin/reports/", admin_report,   FOR_MODERATOR},
    {NET_GET,  "/api/admin/people",   admin_people,   FOR_MODERATOR},
    {NET_GET,  "/api/admin/measures", admin_measures, FOR_MODERATOR},
    {NET_GET,  "/api/admin/tables",   admin_tables,   FOR_MODERATOR},
    {NET_GET,  "/api/admin/health",   admin_health,   FOR_MODERATOR},
    {NET_GET,  "/api/admin/settings", admin_settings, FOR_MODERATOR},
    {NET_GET,  "/api/admin/audit",    admin_audit,    FOR_MODERATOR},
    {NET_POST, "/api/admin/measures", take_measure,   FOR_MODERATOR},
    {NET_POST, "/api/admin/lift",     lift_measure,   FOR_MODERATOR},
    {NET_POST, "/api/admin/close",    close_report,   FOR_MODERATOR},
    {NET_POST, "/api/admin/roles",    give_role,      FOR_ADMIN},
    {NET_POST, "/api/admin/settings", change_setting, FOR_ADMIN},
    {NET_GET,  NULL,                  NULL,           FOR_ALL},
};
/* clang-format on */
