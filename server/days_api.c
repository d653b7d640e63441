/* Days off, reminders and the games of whoever asks: /api/me/days, /api/me/leave,
 * /api/me/reminders, /api/me/tables. */
/* SPDX-License-Identifier: MIT */
#include "server/days.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OUT = 96 << 10, MOST_TABLES = 40 };

/* By the calendar, of a moment of now_ms(). */
static int year_of(int64_t at) {
    time_t wall = (time_t)((at - now_ms() + wall_ms()) / 1000);
    struct tm parts;
    return gmtime_r(&wall, &parts) ? parts.tm_year + 1900 : 0;
}

static int year_now(void) { return year_of(now_ms()); }

/* --- what somebody has --- */

typedef struct asking {
    web *web;
    bool unread, ends;
    int days;     /* to be taken; 0: none */
    int64_t from; /* and from when on; 0: now */
    int count;
    days_person me;
} asking;

/* A new year, new days; but those of them that were taken in the old one are used. */
static void turn_year(days_person *p, int year) {
    if (p->year == year) return;
    p->used = p->year == year - 1 ? p->next : 0;
    p->next = 0;
    p->year = year;
}

static void read_me(pt_look *look, void *job) {
    asking *a = job;
    days *all = days_read(look);
    a->unread = !all;
    if (all) days_copy(all, a->web->person.id, &a->me);
    turn_year(&a->me, year_now());
    days_free(all);
}

static void put_days(const asking *a, pt_text *out) {
    pt_json j = pt_json_on(out);
    int64_t now = now_ms(), left = a->me.until - now;
    bool planned = left > 0 && a->me.from > now;
    pt_open(&j, '{');
    pt_key_int(&j, "a_year", LEAVE_DAYS);
    pt_key_int(&j, "used", a->me.used);
    pt_key_int(&j, "left", left > 0 && !planned ? left : 0);
    if (planned) {
        pt_key_open(&j, "planned", '{');
        pt_key_int(&j, "from", a->me.from - now + wall_ms());
        pt_key_int(&j, "to", a->me.until - now + wall_ms());
        pt_close(&j, '}');
    }
    pt_key_open(&j, "minutes", '[');
    for (int i = 0; i < a->me.count; i++) pt_json_int(&j, a->me.minutes[i]);
    pt_close(&j, ']');
    pt_close(&j, '}');
}

static void send_days(asking *a) {
    PT_TEXT(out, 300);
    put_days(a, &out);
    web_send(a->web, 200, &out);
    free(a);
}

static void tell_me(void *job) {
    asking *a = job;
    if (!a->unread) {
        send_days(a);
        return;
    }
    web_fail_unread(a->web);
    free(a);
}

static void begin(web *w, asking like, pt_read_done *done) {
    asking *a = malloc(sizeof *a);
    if (a) *a = like;
    if (a) a->web = w;
    if (a && pt_store_read(w->server->store, read_me, done, a)) return;
    free(a);
    web_fail(w, 503, "memory", sv_say_no_memory());
}

void days_tell(web *w) { begin(w, (asking){.web = w}, tell_me); }

/* --- changing it --- */

static void changed(void *who, uint64_t tag, pt_outcome outcome) {
    asking *a = who;
    server *sv = a->web->server;
    (void)tag;
    if (outcome != PT_WRITTEN) {
        web_fail_unwritten(a->web, outcome);
        free(a);
        return;
    }
    days_set(sv, &a->me);
    days_touch(sv, a->me.person);
    send_days(a);
}

static void write_row(asking *a, const char *key, const pt_text *body) {
    pt_batch *b = pt_batch_new();
    if (!b) {
        web_fail(a->web, 503, "memory", sv_say_no_memory());
        free(a);
        return;
    }
    pt_copy(a->me.person, PT_ID, a->web->person.id);
    pt_batch_own(b, a->web->person.id, 0, key, body->at);
    pt_store_commit(a->web->server->store, b, changed, a, 0);
}

static void write_leave(asking *a) {
    PT_TEXT(body, 80);
    pt_put(&body, "%lld %d %d %lld %d", (long long)a->me.until, a->me.year, a->me.used,
           (long long)a->me.from, a->me.next);
    write_row(a, "leave", &body);
}

/* A day counts for the year in which it begins: `n` of them from `at` on, +1 or -1 each. */
static void count_days(days_person *p, int64_t at, int n, int sign) {
    for (int i = 0; i < n; i++) {
        bool later = year_of(at + i * (int64_t)PT_DAY_MS) > p->year;
        *(later ? &p->next : &p->used) += sign;
    }
    if (p->used < 0) p->used = 0;
    if (p->next < 0) p->next = 0;
}

static int64_t begins(const asking *a, int64_t now) { return a->from > now ? a->from : now; }

/* They begin at once, or as planned; whoever ends them gets back those that have not begun. */
static void change_leave(asking *a, int64_t now) {
    int64_t at = begins(a, now);
    if (a->ends) {
        int back = (int)((a->me.until - (a->me.from > now ? a->me.from : now)) / PT_DAY_MS);
        count_days(&a->me, a->me.until - back * (int64_t)PT_DAY_MS, back, -1);
    } else {
        count_days(&a->me, at, a->days, 1);
    }
    a->me.from = a->ends ? 0 : a->from;
    a->me.until = a->ends ? now : at + a->days * (int64_t)PT_DAY_MS;
    write_leave(a);
}

static bool has_enough(const asking *a, int64_t now) {
    days_person then = a->me;
    count_days(&then, begins(a, now), a->days, 1);
    return then.used <= LEAVE_DAYS && then.next <= LEAVE_DAYS;
}

/* Days that have begun are used; those that have not are given back to whoever is back. */
static void leave_read(void *job) {
    asking *a = job;
    int64_t now = now_ms();
    bool away = a->me.until > now;
    if (a->unread) {
        web_fail_unread(a->web);
    } else if (!a->ends && away) {
        web_fail(a->web, 409, "away", sv_say_leave_away());
    } else if (!a->ends && !has_enough(a, now)) {
        web_fail(a->web, 409, "used", sv_say_leave_used(LEAVE_DAYS));
    } else if (a->ends && !away) {
        send_days(a);
        return;
    } else {
        change_leave(a, now);
        return;
    }
    free(a);
}

void days_leave(web *w) {
    if (!web_body(w)) return;
    json_t *wanted = json_object_get(w->in, "days");
    json_int_t n = json_is_integer(wanted) ? json_integer_value(wanted) : 0;
    json_t *when = json_object_get(w->in, "from");
    /* People know the time of day; tables count their own (docs/hosting.md). */
    int64_t wall = wall_ms(), said = when ? json_integer_value(when) : 0;
    bool good = !when || (json_is_integer(when) && said > wall &&
                          said <= wall + LEAVE_AHEAD * (int64_t)PT_DAY_MS);
    int64_t from = when && good ? said - wall + now_ms() : 0;
    if (n < 1 || n > LEAVE_DAYS)
        web_fail(w, 400, "malformed", sv_say_leave_form(LEAVE_DAYS));
    else if (!good)
        web_fail(w, 400, "malformed", sv_say_leave_from(LEAVE_AHEAD));
    else
        begin(w, (asking){.web = w, .days = (int)n, .from = from}, leave_read);
}

void days_back(web *w) { begin(w, (asking){.web = w, .ends = true}, leave_read); }

/* --- reminders --- */

static void reminders_read(void *job) {
    asking *a = job;
    PT_TEXT(body, 80);
    json_t *list = json_object_get(a->web->in, "minutes");
    if (a->unread) {
        web_fail_unread(a->web);
        free(a);
        return;
    }
    a->me.count = (int)json_array_size(list);
    for (int i = 0; i < a->me.count; i++) {
        a->me.minutes[i] = (int)json_integer_value(json_array_get(list, (size_t)i));
        pt_put(&body, "%s%d", i ? " " : "", a->me.minutes[i]);
    }
    write_row(a, "remind", &body);
}

static bool are_minutes(json_t *list) {
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > REMINDERS) return false;
    for (size_t i = 0; i < n; i++) {
        json_t *one = json_array_get(list, i);
        json_int_t minutes = json_integer_value(one);
        if (!json_is_integer(one) || minutes < REMIND_LEAST || minutes > REMIND_MOST)
            return false;
    }
    return true;
}

void days_reminders(web *w) {
    if (!web_body(w)) return;
    if (are_minutes(json_object_get(w->in, "minutes")))
        begin(w, (asking){.web = w}, reminders_read);
    else
        web_fail(w, 400, "malformed", sv_say_remind_form(REMINDERS));
}

/* --- my games, on whatever device --- */

typedef struct listing {
    web *web;
    pt_text text;
    pt_json json;
    int count; /* -1: cannot be read */
} listing;

static void put_table(void *who, const pt_table_row *row) {
    listing *l = who;
    pt_json *j = &l->json;
    if (l->text.used + sizeof row->head + 200 > l->text.size) return;
    pt_open(j, '{');
    pt_key_str(j, "table", row->id);
    pt_key_str(j, "game", row->kind);
    pt_key_int(j, "changed", row->changed);
    pt_key(j, "about");
    j->keyed = false;
    pt_puts(j->out, row->head[0] ? row->head : "{}");
    pt_close(j, '}');
}

static void read_mine(pt_look *look, void *job) {
    listing *l = job;
    const pt_table_filter f = {.state = PT_TABLE_PLAYING,
                               .access = -1,
                               .person = l->web->person.id,
                               .limit = MOST_TABLES};
    pt_open(&l->json, '{');
    pt_key_open(&l->json, "tables", '[');
    l->count = pt_each_table(look, &f, put_table, l);
    pt_close(&l->json, ']');
    pt_close(&l->json, '}');
}

static void mine_read(void *job) {
    listing *l = job;
    if (l->count < 0)
        web_fail_unread(l->web);
    else
        web_send(l->web, 200, &l->text);
    free(l);
}

void days_tables(web *w) {
    listing *l = calloc(1, sizeof *l);
    w->out = malloc(OUT);
    if (l && w->out) {
        l->web = w;
        l->text = pt_text_on(w->out, OUT);
        l->json = pt_json_on(&l->text);
        if (pt_store_read(w->server->store, read_mine, mine_read, l)) return;
    }
    free(l);
    web_fail(w, 503, "memory", sv_say_no_memory());
}
