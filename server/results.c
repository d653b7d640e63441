/* What the store keeps of a table besides its events: what lists show, results, and the ratings
 * that follow from them. */
/* SPDX-License-Identifier: MIT */
#include "server/fair.h"
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
    /* Nor is anybody told of a game that only its players may watch, once it has begun. */
    if (c->phase != PT_TABLE_OPEN && c->access == PT_ACCESS_OPEN && !c->watch)
        row->access = PT_ACCESS_LINK;
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
    uint64_t from = c ? fair_address(h->server, c->peer) : r->origin;
    for (int i = 0; from && i < h->table.core.seats; i++)
        if ((r->seat < 0 || r->seat == i) && pt_table_owns(&h->table, r->person, i))
            h->origin = h->address[i] = from;
}

/* --- ratings: read, worked out and written with the result they follow from --- */

typedef struct rated {
    char kind[PT_ID];
    int64_t num;
    int64_t at, ms;
    int n, moves;
    bool rates;                 /* the result counts; if not, it may still have been left */
    uint8_t left;               /* set: seats */
    uint64_t address[PT_SEATS]; /* a hash of where the person played from; 0: not known */
    int place[PT_SEATS];
    bool early[PT_SEATS]; /* gave up early */
    char table[PT_ID];
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

/* How many games of these two count in a day. What is known to be one address has been kept
 * from counting before the game; an address that was forgotten with the table may be any. */
static int counts_a_day(const rated *g, int i, int k) {
    if (is_bot(g->person[i]) || is_bot(g->person[k])) return fair(FAIR_PAIR_GAMES);
    if (!g->address[i] || !g->address[k]) return fair(FAIR_UNKNOWN_GAMES);
    if (g->address[i] != g->address[k]) return fair(FAIR_PAIR_GAMES);
    return fair_is_shared(g->address[i]) ? fair(FAIR_SHARED_GAMES) : 0;
}

static pt_finding pair_counts(pt_look *look, const rated *g, int i, int k) {
    const char *const pair[2] = {g->person[i], g->person[k]};
    if (is_bot(pair[0]) && is_bot(pair[1])) return PT_FOUND;
    int met = pt_count_pairs(look, pair, g->kind, g->at - 86400000);
    if (met < 0) return PT_FAILED;
    return met < counts_a_day(g, i, k) ? PT_FOUND : PT_ABSENT;
}

/* A game counts between accounts and bots; with a guest, or between bots only, it does not. */
static pt_finding counts(pt_look *look, const rated *g) {
    bool somebody = false;
    int why = pt_find_uncounted(look, g->num);
    if (why) return why < 0 ? PT_FAILED : PT_ABSENT;
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

static bool note_leaves(pt_look *look, const rated *g, pt_batch *more) {
    for (int i = 0; i < g->n; i++)
        if (pt_has(g->left, i) && !fair_note_leave(look, g->person[i], g->table, g->at, more))
            return false;
    return true;
}

/* Each two people of the game. What was written before this runs is seen, so a pattern is
 * looked for in a work of its own. */
static bool look_at_pair(pt_look *look, const void *job, pt_batch *more) {
    return fair_look_at(look, job, more);
}

static void note_meeting(const rated *g, int i, int k, const rating was[], const rating is[],
                         pt_batch *more) {
    pt_meeting_row m = {.at = g->at, .ms = g->ms, .moves = g->moves};
    if (is_bot(g->person[i]) || is_bot(g->person[k])) return;
    const int seat[2] = {i, k};
    memcpy(m.one, g->person[i], PT_ID);
    memcpy(m.other, g->person[k], PT_ID);
    memcpy(m.table, g->table, PT_ID);
    memcpy(m.kind, g->kind, PT_ID);
    m.expected = fair_expects(was[i].mu, was[i].sigma, was[k].mu, was[k].sigma);
    m.score = g->place[i] < g->place[k] ? 1 : g->place[i] == g->place[k] ? 0.5 : 0;
    for (int s = 0; s < 2; s++) {
        m.rise[s] = rating_shown(is[seat[s]].mu, is[seat[s]].sigma) -
                    rating_shown(was[seat[s]].mu, was[seat[s]].sigma);
        m.early[s] = g->early[seat[s]];
    }
    pt_batch_meeting(more, &m);
    pt_batch_work(more, look_at_pair, &m, sizeof m);
}

static void note_meetings(const rated *g, const rating was[], const rating is[],
                          pt_batch *more) {
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < i; k++) note_meeting(g, i, k, was, is, more);
}

/* False if anything cannot be read: then the result is not written either. */
static bool rate(pt_look *look, const void *job, pt_batch *more) {
    const rated *g = job;
    pt_rating_row row[PT_SEATS];
    rating r[PT_SEATS], was[PT_SEATS];
    for (int i = 0; i < g->n; i++) /* two games of one person may end at two nodes */
        if (!pt_lock_words(look, g->person[i])) return false;
    pt_finding counting = counts(look, g);
    if (counting != PT_FOUND) return counting != PT_FAILED;
    if (!note_leaves(look, g, more)) return false;
    if (!g->rates) return true;
    note_pairs(g, more);
    for (int i = 0; i < g->n; i++) {
        pt_finding found = pt_find_rating(look, g->person[i], g->kind, &row[i]);
        if (found == PT_FAILED) return false;
        if (found == PT_ABSENT)
            row[i] = (pt_rating_row){.mu = RATING_MU, .sigma = RATING_SIGMA};
        r[i] = (rating){row[i].mu, row[i].sigma};
    }
    memcpy(was, r, sizeof was);
    rate_game(g->n, g->place, r);
    note_meetings(g, was, r, more);
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

static void take_course(const pt_table *t, rated *g) {
    int moves[PT_SEATS];
    fair_moves(t, moves);
    g->moves = (int)t->core.steps;
    g->ms = t->core.ended - t->core.began;
    for (int i = 0; i < g->n; i++)
        g->early[i] = t->core.seat[i].resigned == 1 + PT_RESIGN_PERSON &&
                      moves[i] <= fair(FAIR_EARLY_MOVES);
}

void results_rate(const hosted *h, pt_batch *b) {
    const pt_table_core *c = &h->table.core;
    rated g = {.n = c->seats, .at = c->changed, .num = h->num};
    assert(c->phase == PT_TABLE_OVER);
    g.left = fair_left(&h->table);
    g.rates = pt_table_is_rated(&h->table);
    if (!(g.rates || g.left) || h->uncounted || !tour_rates(h)) return;
    fair_places(&h->table, g.left, g.place);
    take_course(&h->table, &g);
    memcpy(g.table, c->id, sizeof g.table);
    memcpy(g.kind, c->game, sizeof g.kind);
    memcpy(g.address, h->address, sizeof g.address);
    for (int i = 0; i < g.n; i++) {
        memcpy(g.person[i], c->seat[i].person, PT_ID);
        pt_text label = pt_text_on(g.name[i], PT_LABEL);
        pt_seat_label(&c->seat[i], &label);
    }
    pt_batch_work(b, rate, &g, sizeof g);
}
