/* What the store keeps of a table besides its events: what lists show, results, and the ratings
 * that follow from them. */
/* SPDX-License-Identifier: MIT */
#include "server/rating.h"
#include "server/server.h"
#include "store/lease.h"
#include <assert.h>
#include <string.h>

/* True if the server must load the table when it starts: clocks run, or a bot has to move. */
static bool is_live(const pt_table_core *c) {
    bool bots = false;
    for (int i = 0; i < c->seats; i++) bots |= pt_seat_by_bot(&c->seat[i]);
    return c->phase == PT_TABLE_PLAYING && (c->clock != PT_CLOCK_NONE || bots);
}

void results_head(const pt_table *t, char *head, size_t size) {
    const pt_table_core *c = &t->core;
    pt_text out = pt_text_on(head, size);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_tell_seats(&j, t);
    pt_key_str(&j, "clock", pt_clock_names[c->clock]);
    if (c->clock != PT_CLOCK_NONE) pt_key_int(&j, "ms", c->clock_ms);
    pt_key_bool(&j, "watch", c->watch);
    if (c->phase == PT_TABLE_OVER) pt_tell_result(&j, t);
    pt_close(&j, '}');
    if (out.cut) pt_clear(&out);
}

/* The dates of a row are for people, by the wall clock; while a table is in use its time is the
 * server's. */
void results_row(const hosted *h, pt_table_row *row) {
    const pt_table_core *c = &h->table.core;
    int64_t wall = wall_ms() - now_ms();
    memset(row, 0, sizeof *row);
    row->num = h->num;
    memcpy(row->id, c->id, sizeof row->id);
    memcpy(row->kind, c->game, sizeof row->kind);
    row->state = c->phase;
    row->access = c->access;
    /* Nobody can join a tournament's table, so lists of open ones do not show it. */
    if (c->phase == PT_TABLE_OPEN && tour_owns(h)) row->access = PT_ACCESS_LINK;
    row->created = c->created + wall;
    row->changed = c->changed;
    if (c->phase == PT_TABLE_OVER) row->changed = row->ended = c->changed + wall;
    row->live = is_live(c);
    results_head(&h->table, row->head, sizeof row->head);
}

static void add_player(pt_batch *b, pt_player_row *row, const char *person, const char *name) {
    memcpy(row->person, person, sizeof row->person);
    memcpy(row->name, name, sizeof row->name);
    pt_batch_player(b, row);
}

void results_players(const pt_table *t, int64_t num, pt_batch *b) {
    const pt_table_core *c = &t->core;
    int32_t points[PT_SEATS] = {0};
    uint8_t place[PT_SEATS] = {0};
    assert(c->phase != PT_TABLE_OPEN);
    if (c->phase == PT_TABLE_OVER) {
        t->game->score(c->state, points);
        pt_table_places(t, place);
    }
    for (int i = 0; i < c->seats; i++) {
        const pt_seat *s = &c->seat[i];
        pt_player_row row = {.num = num, .seat = i, .points = points[i], .place = place[i]};
        PT_TEXT(label, PT_LABEL);
        pt_seat_label(s, &label);
        add_player(b, &row, s->person, label.at);
        /* Further people of a team get numbers of their own, so that the archive's search finds
         * them. */
        for (int k = 0; k < PT_MATES && s->mate[k].person[0]; k++) {
            row.seat = i + (k + 1) * PT_SEATS;
            add_player(b, &row, s->mate[k].person, s->mate[k].name);
        }
    }
}

void results_note_address(hosted *h, const request *r) {
    const conn *c = r->from.id && !r->from.http ? net_get(h->server->net, r->from.id) : NULL;
    uint64_t from = c ? address_hash(c->peer) : r->origin;
    if (from && pt_table_owns(&h->table, r->person, r->seat))
        h->origin = h->address[r->seat] = from;
}

/* --- ratings: read, worked out and written with the result they follow from --- */

typedef struct rated {
    char kind[PT_ID];
    int64_t num;
    int64_t at;
    int n;
    uint64_t address[PT_SEATS]; /* a hash of where the person played from; 0: not known */
    int place[PT_SEATS];
    char person[PT_SEATS][PT_ID], name[PT_SEATS][PT_LABEL];
} rated;

static bool is_bot(const char *id) { return strncmp(id, "bot:", 4) == 0; }

/* Accounts and bots keep a rating; a guest has none. */
static pt_finding keeps_rating(pt_look *look, const char *id) {
    pt_person_row person;
    if (is_bot(id)) return PT_FOUND;
    pt_finding found = pt_find_person(look, id, &person);
    return found == PT_FOUND && !person.account[0] ? PT_ABSENT : found;
}

/* Two people who may be one: they play from one address, or one of them from an address that
 * was forgotten when the table left memory. */
static bool may_be_one(const rated *g, int i, int k) {
    if (is_bot(g->person[i]) || is_bot(g->person[k])) return false;
    return !g->address[i] || !g->address[k] || g->address[i] == g->address[k];
}

/* The same two count for each other a few times a day; two who may be one only once. */
static pt_finding pair_counts(pt_look *look, const rated *g, int i, int k) {
    enum { DAY_MS = 86400000 };
    const char *const pair[2] = {g->person[i], g->person[k]};
    if (is_bot(pair[0]) && is_bot(pair[1])) return PT_FOUND;
    int met = pt_count_pairs(look, pair, g->kind, g->at - DAY_MS);
    if (met < 0) return PT_FAILED;
    return met < (may_be_one(g, i, k) ? RATED_NEAR : RATED_PAIR) ? PT_FOUND : PT_ABSENT;
}

/* A game counts between accounts and bots; with a guest, or between bots only, it does not. */
static pt_finding counts(pt_look *look, const rated *g) {
    bool somebody = false;
    for (int i = 0; i < g->n; i++) {
        pt_finding found = keeps_rating(look, g->person[i]);
        somebody |= !is_bot(g->person[i]);
        for (int k = 0; k < i && found == PT_FOUND; k++) found = pair_counts(look, g, i, k);
        if (found != PT_FOUND) return found;
    }
    return somebody ? PT_FOUND : PT_ABSENT;
}

static void note_pairs(const rated *g, pt_batch *more) {
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < i; k++)
            pt_batch_pair(more, (const char *const[]){g->person[i], g->person[k]}, g->kind,
                          g->at);
}

/* False if anything cannot be read: then the result is not written either. */
static bool rate(pt_look *look, const void *job, pt_batch *more) {
    const rated *g = job;
    pt_rating_row row[PT_SEATS];
    rating r[PT_SEATS];
    for (int i = 0; i < g->n; i++) /* two games of one person may end at two nodes */
        if (!pt_lock_words(look, g->person[i])) return false;
    pt_finding counting = counts(look, g);
    if (counting != PT_FOUND) return counting != PT_FAILED;
    note_pairs(g, more);
    for (int i = 0; i < g->n; i++) {
        pt_finding found = pt_find_rating(look, g->person[i], g->kind, &row[i]);
        if (found == PT_FAILED) return false;
        if (found == PT_ABSENT)
            row[i] = (pt_rating_row){.mu = RATING_MU, .sigma = RATING_SIGMA};
        r[i] = (rating){row[i].mu, row[i].sigma};
    }
    rate_game(g->n, g->place, r);
    for (int i = 0; i < g->n; i++) {
        memcpy(row[i].person, g->person[i], PT_ID);
        memcpy(row[i].name, g->name[i], PT_LABEL);
        memcpy(row[i].kind, g->kind, PT_ID);
        const pt_rated_row changed = {g->num, i, rating_shown(row[i].mu, row[i].sigma),
                                      rating_shown(r[i].mu, r[i].sigma)};
        pt_batch_rated(more, &changed);
        row[i].mu = r[i].mu;
        row[i].sigma = r[i].sigma;
        row[i].games++;
        pt_batch_rating(more, &row[i]);
    }
    return true;
}

void results_rate(const hosted *h, pt_batch *b) {
    const pt_table_core *c = &h->table.core;
    uint8_t place[PT_SEATS];
    rated g = {.n = c->seats, .at = c->changed, .num = h->num};
    assert(c->phase == PT_TABLE_OVER);
    if (!pt_table_is_rated(&h->table) || !tour_rates(h)) return;
    pt_table_places(&h->table, place);
    memcpy(g.kind, c->game, sizeof g.kind);
    memcpy(g.address, h->address, sizeof g.address);
    for (int i = 0; i < g.n; i++) {
        g.place[i] = place[i];
        memcpy(g.person[i], c->seat[i].person, PT_ID);
        pt_text label = pt_text_on(g.name[i], PT_LABEL);
        pt_seat_label(&c->seat[i], &label);
    }
    pt_batch_work(b, rate, &g, sizeof g);
}
