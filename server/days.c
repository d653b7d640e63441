/* People who play by days: what tables need to know of them. A row of the store (store/own.h)
 * says when somebody's days off end and how many they have used this year and of the next,
 * another one when they want to be reminded. */
/* SPDX-License-Identifier: MIT */
#include "server/days.h"
#include "server/bell.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGAIN_MS = 30000, DAY = PT_DAY_MS, TOUCHED = 160 };

struct days {
    days_person *row;
    int count, room;
    bool no_memory;
};

/* --- at hand --- */

static days_person *find(const days *d, const char *person) {
    for (int i = 0; d && i < d->count; i++)
        if (strcmp(d->row[i].person, person) == 0) return &d->row[i];
    return NULL;
}

static days_person *find_or_add(days *d, const char *person) {
    days_person *found = find(d, person);
    if (found) return found;
    if (d->count == d->room) {
        int room = d->room ? 2 * d->room : 16;
        days_person *more = realloc(d->row, (size_t)room * sizeof *more);
        if (!more) return NULL;
        d->row = more;
        d->room = room;
    }
    days_person *row = &d->row[d->count++];
    *row = (days_person){.until = 0};
    pt_copy(row->person, PT_ID, person);
    return row;
}

bool days_away(const days_person *p, int64_t now) { return p->from <= now && p->until > now; }

void days_copy(const days *d, const char *person, days_person *out) {
    const days_person *found = find(d, person);
    *out = found ? *found : (days_person){.until = 0};
    pt_copy(out->person, PT_ID, person);
}

void days_set(server *sv, const days_person *p) {
    if (!sv->days) sv->days = calloc(1, sizeof *sv->days);
    days_person *row = sv->days ? find_or_add(sv->days, p->person) : NULL;
    if (row) *row = *p;
}

static void read_minutes(days_person *p, const char *body) {
    p->count = 0;
    for (int n, used; p->count < REMINDERS && sscanf(body, "%d%n", &n, &used) == 1;
         body += used)
        p->minutes[p->count++] = n;
}

static void take_row(void *who, const pt_own_row *row) {
    days *d = who;
    days_person *p = find_or_add(d, row->person);
    char body[80];
    pt_text copy = pt_text_on(body, sizeof body);
    d->no_memory |= !p;
    if (!p) return;
    pt_putn(&copy, row->body, row->n);
    long long until = 0, from = 0; /* days that began at once have no beginning here */
    if (strcmp(row->key, "leave") == 0 &&
        sscanf(body, "%lld %d %d %lld %d", &until, &p->year, &p->used, &from, &p->next) >= 3) {
        p->until = until;
        p->from = from;
    }
    if (strcmp(row->key, "remind") == 0) read_minutes(p, body);
}

days *days_read(pt_look *look) {
    days *d = calloc(1, sizeof *d);
    if (d && pt_each_own_at(look, 0, take_row, d) >= 0 && !d->no_memory) return d;
    days_free(d);
    return NULL;
}

void days_free(days *d) {
    if (d) free(d->row);
    free(d);
}

/* --- read anew --- */

typedef struct reading {
    server *server;
    days *days;
} reading;

static void read_again(pt_look *look, void *job) { ((reading *)job)->days = days_read(look); }

static void read_done(void *job) {
    reading *r = job;
    if (r->days) { /* otherwise what was read before holds */
        days_free(r->server->days);
        r->server->days = r->days;
    }
    free(r);
}

/* The tables where the person plays are looked at: their clocks stand still, or run again. */
typedef struct touched {
    server *server;
    char person[PT_ID];
    char id[TOUCHED][PT_ID];
    int count;
} touched;

static void take_table(void *who, const pt_table_row *row) {
    touched *t = who;
    if (t->count < TOUCHED) memcpy(t->id[t->count++], row->id, PT_ID);
}

static void read_tables(pt_look *look, void *job) {
    touched *t = job;
    const pt_table_filter f = {
        .state = PT_TABLE_PLAYING, .access = -1, .person = t->person, .limit = TOUCHED};
    pt_each_table(look, &f, take_table, t); /* the others are looked at when they wake */
}

static void tables_read(void *job) {
    touched *t = job;
    const request look = {.kind = PT_ASK_LOOK, .seat = -1};
    for (int i = 0; i < t->count && !t->server->stopping; i++)
        tables_post(t->server, t->id[i], &look);
    free(t);
}

void days_touch(server *sv, const char *person) {
    touched *t = calloc(1, sizeof *t);
    if (!t) return;
    t->server = sv;
    pt_copy(t->person, PT_ID, person);
    if (!pt_store_read(sv->store, read_tables, tables_read, t)) free(t);
}

/* Days off that were planned begin: the clocks of whoever takes them stand still. */
static void begin_planned(server *sv, int64_t now) {
    for (int i = 0; sv->days && i < sv->days->count; i++) {
        const days_person *p = &sv->days->row[i];
        if (p->from > sv->days_begun && p->from <= now) days_touch(sv, p->person);
    }
    sv->days_begun = now;
}

void days_tick(server *sv, int64_t now) {
    begin_planned(sv, now);
    if (now < sv->next_days) return;
    sv->next_days = now + AGAIN_MS;
    reading *r = calloc(1, sizeof *r);
    if (r) r->server = sv;
    if (r && !pt_store_read(sv->store, read_again, read_done, r)) free(r);
}

/* --- at a table --- */

/* Who chooses for a seat whose clock runs; NULL: nobody, or several. */
static const days_person *waited_for(const hosted *h, int seat) {
    const pt_seat *s = &h->table.core.seat[seat];
    if (s->kind != PT_SEAT_HUMAN || s->standin || !s->since || pt_seat_people(s) > 1)
        return NULL;
    return find(h->server->days, s->person);
}

static bool has_days(const pt_table_core *c) {
    return c->phase == PT_TABLE_PLAYING && !c->paused && c->clock != PT_CLOCK_NONE &&
           c->clock_ms >= DAY;
}

/* Asking for what is so already changes nothing; but it need not be asked. */
bool days_rest(hosted *h, int64_t now) {
    const pt_table_core *c = &h->table.core;
    bool posted = false;
    for (int i = 0; i < c->seats && has_days(c) && c->holidays; i++) {
        const days_person *p = waited_for(h, i);
        int64_t until = p && days_away(p, now) ? p->until / 1000 : 0;
        int64_t rests = c->seat[i].rests * 1000ll > now ? c->seat[i].rests : 0;
        const request r = {.kind = PT_ASK_REST, .seat = i, .at = until * 1000};
        if (c->seat[i].since && until != rests) posted |= hosted_post_first(h, &r);
    }
    return posted;
}

/* --- reminders --- */

/* The way by which they hear of it is theirs to choose. */
static void ring(const hosted *h, int seat, int64_t left) {
    const pt_table_core *c = &h->table.core;
    pt_notice_row about = {.number = (int)(left / 60000)};
    pt_copy(about.person, sizeof about.person, c->seat[seat].person);
    pt_copy(about.game, sizeof about.game, c->game);
    pt_copy(about.place, sizeof about.place, c->id);
    if (c->access == PT_ACCESS_PRIVATE) pt_copy(about.key, sizeof about.key, c->key);
    bell_ring(h->server, BELL_REMINDER, &about);
}

/* Remembered for good, so that nobody is reminded twice of the same. */
static bool remember(hosted *h, const char *person, const char *key, int64_t at) {
    PT_TEXT(body, 24);
    pt_put(&body, "%lld", (long long)at);
    if (!h->own) h->own = calloc(1, sizeof *h->own);
    pt_batch *b = h->own && own_set(h->own, person, key, body.at) ? pt_batch_new() : NULL;
    if (!b) return false;
    pt_batch_own(b, person, h->num, key, body.at);
    pt_store_commit(h->server->store, b, NULL, NULL, 0);
    return true;
}

/* One seat: of the moments that have passed only the last one counts. */
static int64_t remind_seat(hosted *h, int seat, const days_person *p, int64_t now) {
    int64_t deadline = pt_table_deadline(&h->table, seat), passed = 0, next = 0;
    PT_TEXT(key, PT_OWN_KEY);
    pt_put(&key, "reminded %d", seat);
    for (int i = 0; i < p->count; i++) {
        int64_t at = deadline - p->minutes[i] * 60000ll;
        if (at <= h->table.core.seat[seat].since) continue; /* it was so from the beginning */
        if (at > now && (!next || at < next)) next = at;
        if (at <= now && at > passed) passed = at;
    }
    if (passed > atoll(own_find(h->own, p->person, key.at)) && deadline > now &&
        remember(h, p->person, key.at, passed))
        ring(h, seat, deadline - now);
    return next;
}

int64_t days_remind(hosted *h, int64_t now) {
    const pt_table_core *c = &h->table.core;
    int64_t due = 0;
    for (int i = 0; i < c->seats && has_days(c); i++) {
        const days_person *p = waited_for(h, i);
        if (!p || !p->count || days_away(p, now) || prepared_answers(h, i)) continue;
        int64_t at = remind_seat(h, i, p, now);
        if (at && (!due || at < due)) due = at;
    }
    return due;
}
