/* Take my data: everything the server keeps of a person, as one archive. me.json says who they
 * are; for each game there is its place in it, what they said there and, once it is over, its
 * record. The reading thread does one game at a time, so that others have their turn. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/rating.h"
#include "server/web.h"
#include "server/words.h"
#include "server/zip.h"
#include "store/club.h"
#include "store/fair.h"
#include "store/mail.h"
#include "store/own.h"
#include "store/people.h"
#include "store/studies.h"
#include <stdlib.h>
#include <string.h>

enum { ME = 64 << 10, ROW = 400, GAME = 16 << 10, LEFT_MOST = 100, STUDIES = 500 };

typedef struct my_data {
    web *web;
    zip zip;
    bool begun, unread;
    bool all;       /* no game is left to read */
    int64_t before; /* the number of the last game */
} my_data;

/* --- me.json --- */

static void put_session(void *who, const pt_session_row *row) {
    pt_json *j = who;
    if (j->out->used + ROW > j->out->size) return;
    pt_open(j, '{');
    pt_key_str(j, "browser", row->browser);
    pt_key_str(j, "system", row->system);
    pt_key_int(j, "made", row->made);
    pt_key_int(j, "used", row->used);
    pt_close(j, '}');
}

static void put_tie(void *who, const pt_tie_row *row) {
    static const char *const kinds[] = {"", "asked", "friend", "blocked"};
    pt_json *j = who;
    if (j->out->used + ROW > j->out->size) return;
    pt_open(j, '{');
    pt_key_str(j, "name", row->name);
    pt_key_str(j, "tie", kinds[row->kind]);
    pt_close(j, '}');
}

static void put_number(pt_json *j, const char *key, double number) {
    pt_key(j, key);
    j->keyed = false;
    pt_put(j->out, "%.2f", number);
}

static bool put_ratings(pt_look *look, const char *person, pt_json *j) {
    bool good = true;
    pt_key_open(j, "ratings", '[');
    for (int i = 0; pt_games[i]; i++) {
        pt_rating_row row;
        pt_finding found = pt_find_rating(look, person, pt_games[i]->name, &row);
        good &= found != PT_FAILED;
        if (found != PT_FOUND) continue;
        pt_open(j, '{');
        pt_key_str(j, "game", row.kind);
        pt_key_int(j, "games", row.games);
        put_number(j, "mu", row.mu);
        put_number(j, "sigma", row.sigma);
        put_number(j, "rating", rating_shown(row.mu, row.sigma));
        pt_close(j, '}');
    }
    pt_close(j, ']');
    return good;
}

/* What a study holds is there for whoever may read it (docs/protocol.md): here is which. */
static void put_study(void *who, const pt_study_row *row) {
    pt_json *j = who;
    pt_open(j, '{');
    pt_key_str(j, "study", row->id);
    pt_key_int(j, "changed", row->changed);
    pt_key(j, "about");
    j->keyed = false;
    pt_puts(j->out, row->head[0] ? row->head : "{}");
    pt_close(j, '}');
}

/* What the person keeps for themselves, of one table (0: of none). */
typedef struct kept {
    pt_json *json;
    int64_t num;
    size_t room; /* that it takes */
} kept;

static void put_kept(void *who, const pt_own_row *row) {
    kept *k = who;
    if (row->num != k->num) return;
    k->room += ROW + 6 * row->n;
    if (!k->json || k->json->out->used + ROW + 6 * row->n > k->json->out->size) return;
    pt_open(k->json, '{');
    pt_key_str(k->json, "key", row->key);
    pt_key(k->json, "text");
    pt_json_strn(k->json, row->body, row->n);
    pt_close(k->json, '}');
}

static void put_wish(void *who, const char *kind, int channels) {
    pt_json *j = who;
    pt_open(j, '{');
    pt_key_str(j, "kind", kind);
    for (int k = 0; k < BELL_WAYS; k++) pt_key_bool(j, bell_ways[k], (channels >> k & 1) != 0);
    pt_close(j, '}');
}

static void put_notice(void *who, const pt_notice_row *row) {
    pt_json *j = who;
    if (j->out->used + 2 * ROW > j->out->size) return;
    pt_open(j, '{');
    pt_key_str(j, "kind", row->kind);
    pt_key_int(j, "at", row->at);
    pt_key_bool(j, "seen", row->seen);
    if (row->name[0]) pt_key_str(j, "name", row->name);
    if (row->place[0]) pt_key_str(j, "place", row->place);
    pt_close(j, '}');
}

static void put_device(void *who, const pt_push_row *row) {
    pt_json *j = who;
    if (j->out->used + PT_ENDPOINT + ROW <= j->out->size) pt_json_str(j, row->endpoint);
}

/* What they hear of, and the devices that are called. */
static bool put_bell(pt_look *look, const char *person, pt_json *j) {
    pt_bell_row bell;
    bool good = pt_find_bell(look, person, &bell) != PT_FAILED;
    pt_key_open(j, "quiet", '{');
    pt_key_int(j, "from", bell.quiet_from);
    pt_key_int(j, "to", bell.quiet_to);
    pt_key_str(j, "zone", bell.zone);
    pt_close(j, '}');
    pt_key_open(j, "wishes", '[');
    good &= pt_each_wish(look, person, put_wish, j) >= 0;
    pt_close(j, ']');
    pt_key_open(j, "notices", '[');
    good &= pt_each_notice(look, person, put_notice, j) >= 0;
    pt_close(j, ']');
    pt_key_open(j, "devices", '[');
    good &= pt_each_push(look, person, 0, put_device, j) >= 0;
    pt_close(j, ']');
    return good;
}

/* Games that they have left (docs/fair.md), the last ones. */
static void put_leave(void *who, const char *table, int64_t at) {
    pt_json *j = who;
    pt_open(j, '{');
    pt_key_str(j, "table", table);
    pt_key_int(j, "at", at);
    pt_close(j, '}');
}

static void skip_meeting(void *who, const pt_meeting_row *row) { (void)who, (void)row; }
static void skip_session(void *who, const pt_session_row *row) { (void)who, (void)row; }
static void skip_tie(void *who, const pt_tie_row *row) { (void)who, (void)row; }
static void skip_study(void *who, const pt_study_row *row) { (void)who, (void)row; }

/* Room for all that me.json will say; 0 if that cannot be read. */
static size_t size_of_me(pt_look *look, const char *person) {
    int sessions = pt_each_session(look, person, skip_session, NULL);
    int ties = pt_each_tie(look, person, skip_tie, NULL);
    int studies = pt_each_study(look, person, STUDIES, skip_study, NULL);
    kept own = {0};
    int rows = pt_each_own_of(look, person, put_kept, &own);
    int met = pt_each_meeting_of(look, person, skip_meeting, NULL);
    if (sessions < 0 || ties < 0 || studies < 0 || rows < 0 || met < 0) return 0;
    return ME + ROW * ((size_t)sessions + (size_t)ties + (size_t)met) + own.room +
           (size_t)studies * (sizeof(pt_study_row) + 100) +
           MY_MEASURES * 6 * sizeof(pt_measure_row);
}

/* The address, and one that is not confirmed yet. */
static bool put_mail(pt_look *look, const char *person, pt_json *j) {
    pt_mail_row row;
    pt_finding found = pt_find_mail(look, person, &row);
    if (found == PT_FOUND && row.address[0]) pt_key_str(j, "mail", row.address);
    if (found == PT_FOUND && row.wanted[0]) pt_key_str(j, "mail_wanted", row.wanted);
    return found != PT_FAILED;
}

static void read_me(pt_look *look, my_data *d) {
    const pt_person_row *p = &d->web->person;
    size_t size = size_of_me(look, p->id);
    char *memory = size ? malloc(size) : NULL;
    d->unread |= !size;
    d->zip.broken |= !memory;
    if (!memory) return;
    pt_text out = pt_text_on(memory, size);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "person", p->id);
    pt_key_str(&j, "name", p->name);
    pt_key_bool(&j, "account", p->account[0] != 0);
    pt_key_int(&j, "created", p->created);
    pt_key_open(&j, "sessions", '[');
    d->unread |= pt_each_session(look, p->id, put_session, &j) < 0;
    pt_close(&j, ']');
    pt_key_open(&j, "people", '[');
    d->unread |= pt_each_tie(look, p->id, put_tie, &j) < 0;
    pt_close(&j, ']');
    d->unread |= !put_mail(look, p->id, &j);
    pt_key_open(&j, "kept", '[');
    d->unread |= pt_each_own_of(look, p->id, put_kept, &(kept){.json = &j}) < 0;
    pt_close(&j, ']');
    pt_key_open(&j, "left", '[');
    d->unread |= pt_each_leave(look, p->id, LEFT_MOST, put_leave, &j) < 0;
    pt_close(&j, ']');
    pt_key_open(&j, "studies", '[');
    d->unread |= pt_each_study(look, p->id, STUDIES, put_study, &j) < 0;
    pt_close(&j, ']');
    int codes = pt_count_codes(look, p->id);
    pt_key_int(&j, "codes", codes);
    d->unread |= codes < 0 || !put_ratings(look, p->id, &j) || !put_bell(look, p->id, &j) ||
                 !my_page_put(look, p->id, &j);
    pt_close(&j, '}');
    zip_add(&d->zip, "me.json", out.at, out.used);
    free(memory);
}

/* --- a game --- */

typedef struct game_data {
    const char *person;
    pt_table table;
    pt_text text;
    pt_json json;
    bool bad, no_memory;
} game_data;

/* For one line more, and the results. */
static bool make_room(game_data *g) {
    if (g->text.used + 2 * PT_EVENT_MAX <= g->text.size) return true;
    char *more = realloc(g->text.at, 2 * g->text.size);
    g->no_memory |= !more;
    if (!more) return false;
    g->text.at = more;
    g->text.size *= 2;
    return true;
}

/* Before it is folded, the seat is that of whoever spoke. */
static void note_talk(game_data *g, int64_t at, const char *text) {
    pt_event e;
    if (strncmp(text, "chat ", 5) != 0 || !pt_event_parse(text, g->table.game, &e, NULL))
        return;
    if (e.seat < 0 || e.seat >= g->table.core.seats) return;
    const pt_seat *s = &g->table.core.seat[e.seat];
    int member = pt_seat_member(s, g->person);
    if (member < 0 || !make_room(g)) return;
    const char *name = pt_seat_member_name(s, member);
    bool same = strlen(name) == e.name.length && memcmp(name, e.name.at, e.name.length) == 0;
    if (pt_seat_people(s) > 1 && !same) return; /* a team speaks with several voices */
    pt_open(&g->json, '{');
    pt_key_int(&g->json, "at", at);
    pt_key(&g->json, "text");
    pt_json_strn(&g->json, e.text.at, e.text.length);
    pt_close(&g->json, '}');
}

static void take_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    game_data *g = who;
    char text[PT_EVENT_MAX];
    pt_text copy = pt_text_on(text, sizeof text);
    (void)number;
    pt_putn(&copy, body, n);
    if (g->bad) return;
    if (g->table.game) note_talk(g, at, text);
    g->bad = copy.cut || !pt_table_read(&g->table, at, text, NULL);
}

static void put_results(game_data *g) {
    const pt_table_core *c = &g->table.core;
    int32_t points[PT_SEATS] = {0};
    uint8_t place[PT_SEATS] = {0};
    bool over = c->phase == PT_TABLE_OVER;
    if (over) {
        g->table.game->score(c->state, points);
        pt_table_places(&g->table, place);
    }
    pt_key_open(&g->json, "seats", '[');
    for (int i = 0; i < c->seats; i++) {
        if (!pt_seat_has(&c->seat[i], g->person)) continue;
        pt_open(&g->json, '{');
        pt_key_int(&g->json, "seat", i);
        if (over) pt_key_int(&g->json, "points", points[i]);
        if (over) pt_key_int(&g->json, "place", place[i]);
        pt_close(&g->json, '}');
    }
    pt_close(&g->json, ']');
}

/* What others may not know before the end is in no record before the end. */
static void add_record(my_data *d, const game_data *g) {
    size_t size = 8192 + (size_t)g->table.core.steps * 160;
    char *memory = g->table.core.phase == PT_TABLE_OVER ? malloc(size) : NULL;
    if (!memory) return;
    PT_TEXT(name, 64);
    pt_text out = pt_text_on(memory, size);
    pt_put(&name, "games/%s.txt", g->table.core.id);
    pt_table_record(&g->table, &out);
    zip_add(&d->zip, name.at, out.at, out.used);
    free(memory);
}

static void add_kept(pt_look *look, my_data *d, game_data *g, int64_t num) {
    kept own = {.num = num};
    d->unread |= pt_each_own_of(look, g->person, put_kept, &own) < 0;
    size_t size = g->text.used + own.room + 2 * PT_EVENT_MAX;
    char *more = size > g->text.size ? realloc(g->text.at, size) : g->text.at;
    g->no_memory |= !more;
    if (!more) return;
    g->text.at = more;
    if (size > g->text.size) g->text.size = size;
    own.json = &g->json;
    pt_key_open(&g->json, "kept", '[');
    d->unread |= pt_each_own_of(look, g->person, put_kept, &own) < 0;
    pt_close(&g->json, ']');
}

static void add_game(pt_look *look, my_data *d, const pt_table_row *row) {
    game_data *g = calloc(1, sizeof *g);
    char *memory = malloc(GAME);
    PT_TEXT(name, 64);
    if (g && memory) {
        g->person = d->web->person.id;
        g->text = pt_text_on(memory, GAME);
        g->json = pt_json_on(&g->text);
        pt_table_init(&g->table, row->id, &server_bots);
        pt_open(&g->json, '{');
        pt_key_str(&g->json, "table", row->id);
        pt_key_str(&g->json, "game", row->kind);
        pt_key_int(&g->json, "created", row->created);
        if (row->ended) pt_key_int(&g->json, "ended", row->ended);
        pt_key_open(&g->json, "chat", '[');
        d->unread |= pt_each_event(look, row->num, 0, take_event, g) < 0;
        pt_close(&g->json, ']');
        if (!g->bad && g->table.game) put_results(g);
        add_kept(look, d, g, row->num);
        pt_close(&g->json, '}');
        pt_put(&name, "games/%s.json", row->id);
        zip_add(&d->zip, name.at, g->text.at, g->text.used);
        if (!g->bad && g->table.game) add_record(d, g);
        pt_table_done(&g->table);
        memory = g->text.at;
    }
    d->zip.broken |= !g || !memory || g->no_memory;
    free(memory);
    free(g);
}

static void keep_row(void *who, const pt_table_row *row) { *(pt_table_row *)who = *row; }

static void read_next(pt_look *look, my_data *d) {
    pt_table_row row;
    const pt_table_filter f = {.state = -1,
                               .access = -1,
                               .person = d->web->person.id,
                               .before = d->before,
                               .limit = 1};
    int found = pt_each_table(look, &f, keep_row, &row);
    d->unread |= found < 0;
    d->all = found < 1;
    if (d->all) return;
    d->before = row.num;
    add_game(look, d, &row);
}

/* --- all --- */

static void read_some(pt_look *look, void *job) {
    my_data *d = job;
    if (d->begun)
        read_next(look, d);
    else
        read_me(look, d);
    d->begun = true;
}

static void finish(my_data *d) {
    web *w = d->web;
    if (d->unread) {
        web_fail_unread(w);
    } else if (!zip_end(&d->zip)) {
        web_fail(w, 503, "memory", sv_say_no_memory());
    } else {
        net_answer a = {.status = 200,
                        .type = "application/zip",
                        .body = d->zip.files.at,
                        .size = d->zip.files.used,
                        .attach = true};
        net_reply(w->server->net, w->from.id, &a);
        web_free(w);
    }
    zip_done(&d->zip);
    free(d);
}

static void some_read(void *job) {
    my_data *d = job;
    bool more = !d->all && !d->unread && !d->zip.broken && !d->web->server->stopping;
    if (more && pt_store_read(d->web->server->store, read_some, some_read, d)) return;
    d->zip.broken |= !d->all; /* without memory, or at the end of the server */
    finish(d);
}

/* It is much work, so there is a limit of its own. */
void my_data_tell(web *w) {
    PT_TEXT(who, PT_ID + 16);
    pt_put(&who, "data %s", w->person.id);
    if (!limit_take(w->server, who.at, w->server->config.rate / 1000, 3)) {
        web_fail(w, 429, "too-fast", sv_say_many_requests());
        return;
    }
    my_data *d = calloc(1, sizeof *d);
    if (d) d->web = w;
    if (d && pt_store_read(w->server->store, read_some, some_read, d)) return;
    free(d);
    web_fail(w, 503, "memory", sv_say_no_memory());
}
