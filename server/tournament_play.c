/* Rounds at real tables: pairing off the loop, tables with the right people in the right seats,
 * their results, and those who do not come. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/log.h"
#include "server/node.h"
#include "server/outside_bots.h"
#include "server/tournament.h"
#include "server/words.h"
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const char bot_mark[] = "bot:";

/* --- pairing --- */

typedef struct pairing {
    char id[PT_ID];
    int64_t now;
    bool good;
    pt_tour_event event;
    pt_pairing_room room;
    pt_tournament t;
    char why[256], key[40];
} pairing;

static void work(void *job) {
    pairing *p = job;
    pt_text why = pt_text_on(p->why, sizeof p->why);
    p->good = pt_tour_pair(&p->t, p->now, &p->room, &p->event, &why);
}

/* Whom a pairing puts at a table must find it: the ids are written with the pairing. */
static bool name_tables(tour *t) {
    if (!tour_room(t, t->t.used)) return false;
    for (int i = t->t.first; i < t->t.used; i++) {
        const pt_tour_table *b = &t->t.table[i];
        t->at[i] = (tour_table){.opened = t->t.last, .there = (uint8_t)((1 << b->seats) - 1)};
        if (b->seats == 1) continue;
        random_id(t->at[i].id, TABLE_ID, 't');
        tour_add_table(t, i);
    }
    return true;
}

static void answer_refused(web *asked, const pt_text *why) {
    if (asked) web_fail_in_words(asked, 409, why->key ? why->key : "tournament", why);
}

/* What was folded before the refusal happened all the same: the round was closed. */
static void refuse(tour *t, web *asked, const pt_text *why) {
    answer_refused(asked, why);
    if (t->batch) tour_commit(t, NULL);
}

static void paired(server *sv, void *job) {
    pairing *p = job;
    tour *t = tours_find(sv, p->id);
    assert(t && t->busy);
    web *asked = t->asked;
    PT_TEXT_IN(why, 300, asked ? asked->from.language : PT_ENGLISH);
    t->busy = false;
    t->asked = NULL;
    if (!p->good) {
        pt_puts(&why, p->why);
        refuse(t, asked, &why);
    } else if (!tour_add(t, &p->event, &why)) {
        refuse(t, asked, &why);
    } else if (!name_tables(t)) {
        log_out_of_memory(SERVE_MEMORY);
    } else {
        tour_commit(t, asked);
    }
    free(p);
}

static void drop_pairing(void *job) { free(job); }

bool tour_close_round(tour *t, pt_text *why) {
    pt_tour_event e = tour_event(PT_TOUR_CLOSED);
    e.round = t->t.round;
    return tour_add(t, &e, why);
}

static bool begin_pairing(tour *t, web *asked) {
    pairing *p = calloc(1, sizeof *p);
    if (!p) return false;
    const share_key who = {id_hash(t->row.owner), id_hash(t->row.id)};
    const pool_job j = {work, paired, drop_pairing, p};
    memcpy(p->id, t->row.id, sizeof p->id);
    p->now = tour_now(t);
    p->t = t->t;
    if (!pool_do(t->server->pool, POOL_THINKING, who, &j)) {
        free(p);
        return false;
    }
    t->busy = true;
    t->asked = asked;
    return true;
}

void tour_pair(tour *t, web *asked) {
    PT_TEXT_IN(why, 300, asked ? asked->from.language : PT_ENGLISH);
    bool closes = t->t.phase == PT_TOUR_ROUND && t->t.terms.format != PT_ARENA;
    assert(!t->busy);
    if ((closes && !tour_close_round(t, &why)) || !pt_tour_can_pair(&t->t, tour_now(t), &why)) {
        refuse(t, asked, &why);
    } else if (!begin_pairing(t, asked)) {
        if (asked) web_fail(asked, 503, "busy", sv_say_busy());
        if (t->batch) tour_commit(t, NULL);
    }
}

/* --- tables --- */

static bool take_seat(const pt_entrant *e, pt_wish_seat *s) {
    pt_text level = pt_text_on(s->level, sizeof s->level);
    size_t mark = sizeof bot_mark - 1;
    bool bot = strncmp(e->person, bot_mark, mark) == 0;
    if (bot) {
        outside_bot_long(e->person + mark, strcspn(e->person + mark, ":"), &level);
        return false;
    }
    memcpy(s->person, e->person, sizeof s->person);
    memcpy(s->name, e->name, sizeof s->name);
    return true;
}

static void take_event(void *to, const pt_table *t, const pt_event *e) {
    (void)t;
    writing_event(to, e);
}

static void ring(const tour *t, int table, const char *person) {
    pt_notice_row about = {.number = t->t.table[table].round};
    if (strncmp(person, bot_mark, sizeof bot_mark - 1) == 0) return;
    pt_copy(about.person, sizeof about.person, person);
    pt_copy(about.place, sizeof about.place, t->at[table].id);
    pt_copy(about.game, sizeof about.game, t->t.terms.game);
    bell_ring(t->server, BELL_ROUND, &about);
}

/* Tells whoever sits there: at once if they are connected. */
static void tell_people(const tour *t, int table) {
    uint16_t who[PT_TOUR_SEATS];
    int n = tour_people_at(t, table, who);
    PT_TEXT(out, 512);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "seat");
    pt_key_str(&j, "tournament", t->row.id);
    pt_key_str(&j, "name", t->t.terms.name);
    pt_key_int(&j, "round", t->t.table[table].round);
    pt_key_str(&j, "table", t->at[table].id);
    pt_close(&j, '}');
    for (const conn *c = t->server->conns; c; c = c->next)
        for (int i = 0; i < n && c->person[0]; i++)
            if (strcmp(c->person, t->t.entrant[who[i]].person) == 0)
                conn_send(t->server, c->id, &out);
    for (int i = 0; i < n; i++) ring(t, table, t->t.entrant[who[i]].person);
    for (int i = 0; i < n; i++) node_tell_person(t->server, t->t.entrant[who[i]].person, &out);
}

/* Where only bots sit, nobody says that they are ready. */
static void start_bots(const tour *t, hosted *h) {
    request start = {.kind = PT_ASK_START, .seat = -1};
    memcpy(start.person, t->row.id, sizeof start.person);
    hosted_post(h, &start);
}

/* The host may have taken a bot of others out of their file since it was entered: a bot of ours
 * moves for it, and the log says so. */
static void tell_missing(const tour *t, int table, const pt_wish_seat *seat, int n) {
    const pt_game *g = pt_game_named(t->t.terms.game);
    for (int i = 0; i < n; i++)
        if (outside_bot_level(seat[i].level) &&
            outside_bot_find(t->server->outside, seat[i].level, g) < 0)
            log_line("bot-missing", "name", "%s tournament=%s table=%s",
                     outside_bot_short(seat[i].level), t->row.id, t->at[table].id);
}

/* The table's owner is the tournament: nobody else is. */
static void open_table(tour *t, int table) {
    const asker nobody = {0};
    pt_wish wish;
    pt_wish_seat seat[PT_SEATS] = {0};
    uint16_t who[PT_TOUR_SEATS];
    int n = tour_people_at(t, table, who), persons = 0;
    bool can = node_has_number(t->server) && tour_wish(t, n, &wish);
    hosted *h = can ? tables_add(t->server, t->at[table].id) : NULL;
    if (!h) return; /* the next tick tries again */
    for (int i = 0; i < n; i++) persons += take_seat(&t->t.entrant[who[i]], &seat[i]);
    memcpy(wish.owner, t->row.id, sizeof wish.owner);
    randombytes_buf(wish.seed, sizeof wish.seed);
    const pt_sink sink = {take_event, h};
    PT_TEXT(why, 160);
    h->num = t->server->next_num;
    writing_open(h);
    if (!pt_table_make(&h->table, &wish, seat, NULL, 0, now_ms(), &sink, &why)) {
        tables_drop(h);
        return;
    }
    t->server->next_num++;
    t->server->counts.tables_made++;
    node_office_batch(t->server, h->batch);
    writing_commit(h, &nobody, -1);
    if (!persons || n < t->t.table[table].seats) start_bots(t, h);
    t->at[table].made = true;
    tell_missing(t, table, seat, n);
    tell_people(t, table);
}

void tour_open_tables(tour *t) {
    for (int i = 0; i < t->t.used; i++)
        if (tour_plays_at(&t->t, i) && t->at[i].id[0] && !t->at[i].made &&
            !tables_find(t->server, t->at[i].id))
            open_table(t, i);
}

/* --- results --- */

/* As the law counts places: one more than there are better ones. In a knock-out the lot breaks
 * ties. */
static void count_places(const tour *t, int table, pt_tour_event *e) {
    const pt_tour_table *b = &t->t.table[table];
    const uint8_t *raw = t->at[table].place;
    for (int i = 0; i < b->seats; i++) {
        int better = 0;
        for (int k = 0; k < b->seats; k++) {
            bool first = t->t.entrant[b->who[k]].lot < t->t.entrant[b->who[i]].lot;
            bool tied = raw[k] == raw[i] && t->t.terms.format == PT_KNOCKOUT && first;
            better += raw[k] && (raw[k] < raw[i] || tied);
        }
        e->place[i] = raw[i] ? (uint8_t)(better + 1) : 0;
    }
}

/* How many rounds in a row somebody was paired and did not come, up to now. */
static int rounds_missed(const pt_tournament *t, int who) {
    int missed = 0;
    for (int i = t->used - 1; i >= 0; i--) {
        const pt_tour_table *b = &t->table[i];
        for (int s = 0; s < b->seats && b->over && b->seats > 1; s++) {
            if (b->who[s] != who) continue;
            if (b->place[s]) return missed;
            missed++;
        }
    }
    return missed;
}

/* Whoever misses too many rounds is not paired again: in an arena one, otherwise as the terms
 * say. They may come back. */
void tour_send_away(tour *t, const pt_tour_event *result) {
    int table = pt_tour_table_at(&t->t, result->round, result->table);
    int most = t->t.terms.format == PT_ARENA ? 1 : t->play.absent;
    for (int i = 0; i < result->seats && most && table >= 0; i++) {
        pt_tour_event e = tour_event(PT_TOUR_WITHDRAWN);
        e.who = t->t.table[table].who[i];
        if (!result->place[i] && rounds_missed(&t->t, e.who) >= most) tour_add(t, &e, NULL);
    }
}

static void enter(tour *t, int table) {
    pt_tour_event e = tour_event(PT_TOUR_RESULT);
    PT_TEXT(why, 256);
    e.round = t->t.table[table].round;
    e.table = t->t.table[table].number;
    e.seats = t->t.table[table].seats;
    count_places(t, table, &e);
    t->at[table].pending = false;
    if (tour_add(t, &e, &why))
        tour_send_away(t, &e);
    else
        log_line("error", "tournament", "%s: table %s: %s", t->row.id, t->at[table].id, why.at);
}

static void withdraw_away(tour *t) {
    for (int i = 0; i < t->t.entrants; i++) {
        pt_tour_event e = tour_event(PT_TOUR_WITHDRAWN);
        e.who = (uint16_t)i;
        if (t->away[i]) tour_add(t, &e, NULL); /* refused if they have left already */
        if (t->away[i]) tour_call_former(t, i);
        t->away[i] = false;
    }
    if (t->hostless) tour_add_hostless(t);
    t->hostless = false;
}

bool tour_settle(tour *t) {
    assert(!t->busy);
    withdraw_away(t);
    for (int i = 0; i < t->t.used; i++)
        if (t->at[i].pending && tour_plays_at(&t->t, i)) enter(t, i);
    if (!t->batch) return false;
    tour_commit(t, NULL);
    return true;
}

/* --- those who do not come --- */

/* Who came plays without the others, at another table, if so few can play. Otherwise those who
 * came are first. */
static void walk_over(tour *t, int table, uint8_t came) {
    tour_table *b = &t->at[table];
    pt_wish wish;
    int n = 0;
    for (int s = 0; s < PT_TOUR_SEATS; s++) n += pt_has(came, s);
    if (n > 1 && tour_wish(t, n, &wish)) {
        *b = (tour_table){.there = came, .opened = tour_now(t), .begun = true};
        random_id(b->id, TABLE_ID, 't');
        tour_add_table(t, table);
        tour_commit(t, NULL);
        return;
    }
    for (int s = 0; s < t->t.table[table].seats; s++) b->place[s] = pt_has(came, s) ? 1 : 0;
    b->pending = true;
    tour_settle(t);
}

/* Nobody is waited for: all are ready, or the others were waited for already. */
static bool starts(const tour *t, int table) {
    const tour_table *b = &t->at[table];
    return b->came == b->there || b->there + 1 != 1 << t->t.table[table].seats;
}

/* Asks how tables stand: once after a start, and when people are late. Returns true if
 * something is being written. */
bool tour_watch_tables(tour *t, int64_t now) {
    enum { AGAIN_MS = 5000, ELSEWHERE_MS = 10000 };
    const request ask = {.kind = ASK_TOURNAMENT, .seat = -1};
    for (int i = 0; i < t->t.used && !t->busy; i++) {
        tour_table *b = &t->at[i];
        if (!tour_plays_at(&t->t, i) || !b->made) continue;
        if (b->begun) {
            /* Another node may decide it, and its word that it is over may be lost. */
            if (!t->server->node || now < b->looked + ELSEWHERE_MS) continue;
            b->looked = now;
            tables_post(t->server, b->id, &ask);
            continue;
        }
        int64_t by = b->opened + t->play.come_ms;
        hosted *h = b->seen && starts(t, i) ? tables_find(t->server, b->id) : NULL;
        if (h) { /* a crash came before it was started */
            b->seen = 0;
            start_bots(t, h);
        } else if (b->seen >= by) {
            walk_over(t, i, b->came);
        } else if (!b->looked || (b->looked < by && now >= by) ||
                   (now >= by && now >= b->looked + AGAIN_MS)) {
            b->looked = now;
            tables_post(t->server, b->id, &ask);
        }
    }
    return t->busy;
}
