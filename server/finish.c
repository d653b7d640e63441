/* What lists show of a table, results, and the ratings that follow from them. */
/* SPDX-License-Identifier: MIT */
#include "server/rating.h"
#include "server/server.h"
#include "server/tell.h"
#include <string.h>

void room_head(const room *r, pt_table_row *row) {
    const table_core *c = &r->log.core;
    memset(row, 0, sizeof *row);
    row->num = c->num;
    memcpy(row->id, c->id, sizeof row->id);
    memcpy(row->kind, c->game, sizeof row->kind);
    row->state = c->phase;
    row->access = c->access;
    row->created = c->created;
    row->changed = c->changed;
    row->ended = c->phase == TABLE_OVER ? c->changed : 0;
    bool bots = false;
    for (int i = 0; i < c->config.seats; i++) bots |= seat_by_bot(&c->seat[i]);
    row->live = c->phase == TABLE_PLAYING && (c->clock != CLOCK_NONE || bots);
    pt_text out = pt_text_on(row->head, sizeof row->head);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    tell_seats(&j, &r->log);
    pt_key_str(&j, "clock", clock_names[c->clock]);
    if (c->clock != CLOCK_NONE) pt_key_int(&j, "ms", c->clock_ms);
    pt_key_bool(&j, "watch", c->watch);
    if (c->phase == TABLE_OVER) tell_result(&j, &r->log);
    pt_close(&j, '}');
    if (out.cut) pt_clear(&out);
}

void room_finish(room *r, pt_batch *b) {
    const table_core *c = &r->log.core;
    int32_t points[PT_SEATS] = {0};
    uint8_t place[PT_SEATS] = {0};
    if (c->phase == TABLE_OPEN) return;
    if (c->phase == TABLE_OVER) {
        r->log.game->score(c->state, points);
        table_places(&r->log, place);
    }
    for (int i = 0; i < c->config.seats; i++) {
        pt_player_row row = {.num = c->num, .seat = i, .points = points[i], .place = place[i]};
        memcpy(row.person, c->seat[i].person, sizeof row.person);
        memcpy(row.name, c->seat[i].name, sizeof row.name);
        pt_batch_player(b, &row);
        /* The others of a team stand under numbers of their own, for the archive's search. */
        for (int k = 0; k < MATES; k++) {
            if (!c->seat[i].mate[k].person[0]) continue;
            row.seat = i + (k + 1) * PT_SEATS;
            memcpy(row.person, c->seat[i].mate[k].person, sizeof row.person);
            memcpy(row.name, c->seat[i].mate[k].name, sizeof row.name);
            pt_batch_player(b, &row);
        }
    }
}

/* --- ratings: read, worked out and written with the result they follow from --- */

typedef struct rated {
    char kind[PT_ID];
    int n;
    int place[PT_SEATS];
    char person[PT_SEATS][PT_ID], name[PT_SEATS][PT_LABEL];
} rated;

/* Accounts and bots keep a rating; a guest's is forgotten. */
static bool keeps_rating(pt_look *look, const char *id) {
    pt_person_row person;
    return strncmp(id, "bot:", 4) == 0 ||
           (pt_find_person(look, id, &person) && person.account[0]);
}

static void rate(pt_look *look, const void *job, pt_batch *more) {
    const rated *g = job;
    pt_rating_row row[PT_SEATS];
    rating r[PT_SEATS];
    for (int i = 0; i < g->n; i++) {
        if (!pt_find_rating(look, g->person[i], g->kind, &row[i]))
            row[i] = (pt_rating_row){.mu = RATING_MU, .sigma = RATING_SIGMA};
        r[i] = (rating){row[i].mu, row[i].sigma};
    }
    rate_game(g->n, g->place, r);
    for (int i = 0; i < g->n; i++) {
        if (!keeps_rating(look, g->person[i])) continue;
        memcpy(row[i].person, g->person[i], PT_ID);
        memcpy(row[i].name, g->name[i], PT_LABEL);
        memcpy(row[i].kind, g->kind, PT_ID);
        row[i].mu = r[i].mu;
        row[i].sigma = r[i].sigma;
        row[i].games++;
        pt_batch_rating(more, &row[i]);
    }
}

/* Not where somebody sits twice, at one screen, between teams, or where moves were taken back
 * by consent. */
static bool is_rated(const table_core *c) {
    if (c->unrated || c->access == ACCESS_LOCAL) return false;
    for (int i = 0; i < c->config.seats; i++)
        if (seat_people(&c->seat[i]) > 1) return false;
    for (int i = 0; i < c->config.seats; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(c->seat[i].person, c->seat[k].person) == 0) return false;
    return true;
}

void room_rate(const room *r, pt_batch *b) {
    const table_core *c = &r->log.core;
    uint8_t place[PT_SEATS];
    rated g = {.n = c->config.seats};
    if (!is_rated(c)) return;
    table_places(&r->log, place);
    memcpy(g.kind, c->game, sizeof g.kind);
    for (int i = 0; i < g.n; i++) {
        g.place[i] = place[i];
        memcpy(g.person[i], c->seat[i].person, PT_ID);
        memcpy(g.name[i], c->seat[i].name, PT_LABEL);
    }
    pt_batch_work(b, rate, &g, sizeof g);
}
