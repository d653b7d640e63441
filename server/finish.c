/* What lists show of a table, results, and the ratings that follow from them. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/rating.h"
#include "server/server.h"
#include "server/tell.h"
#include <stdlib.h>
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
    }
}

/* --- ratings: read, worked out, written, one game after the other --- */

typedef struct rated {
    server *server;
    char kind[PT_ID];
    int n;
    int place[PT_SEATS];
    pt_rating_row row[PT_SEATS];
    bool keep[PT_SEATS]; /* accounts and bots; a guest's rating is forgotten */
} rated;

static void rate_read(pt_look *look, void *job) {
    rated *g = job;
    rating r[PT_SEATS];
    for (int i = 0; i < g->n; i++) {
        pt_rating_row *row = &g->row[i], found;
        pt_person_row person;
        bool bot = strncmp(row->person, "bot:", 4) == 0;
        g->keep[i] = bot || (pt_find_person(look, row->person, &person) && person.account[0]);
        if (pt_find_rating(look, row->person, g->kind, &found)) {
            row->mu = found.mu;
            row->sigma = found.sigma;
            row->games = found.games;
        }
        r[i] = (rating){row->mu, row->sigma};
    }
    rate_game(g->n, g->place, r);
    for (int i = 0; i < g->n; i++) {
        g->row[i].mu = r[i].mu;
        g->row[i].sigma = r[i].sigma;
        g->row[i].games++;
    }
}

static void rate_done(void *job) {
    rated *g = job;
    pt_batch *b = pt_batch_new();
    for (int i = 0; b && i < g->n; i++)
        if (g->keep[i]) pt_batch_rating(b, &g->row[i]);
    if (b) pt_store_commit(g->server->store, b, NULL, NULL, 0);
    free(g);
}

/* Not where somebody sits twice, at one screen, or where moves were taken back by consent. */
static bool is_rated(const table_core *c) {
    if (c->unrated || c->access == ACCESS_LOCAL) return false;
    for (int i = 0; i < c->config.seats; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(c->seat[i].person, c->seat[k].person) == 0) return false;
    return true;
}

void ratings_update(room *r) {
    const table_core *c = &r->log.core;
    uint8_t place[PT_SEATS];
    log_line("over", "table", "%s game=%s moves=%u", c->id, c->game, c->steps);
    rated *g = is_rated(c) ? calloc(1, sizeof *g) : NULL;
    if (!g) return;
    table_places(&r->log, place);
    g->server = r->server;
    g->n = c->config.seats;
    memcpy(g->kind, c->game, sizeof g->kind);
    for (int i = 0; i < g->n; i++) {
        g->place[i] = place[i];
        memcpy(g->row[i].person, c->seat[i].person, PT_ID);
        memcpy(g->row[i].name, c->seat[i].name, PT_LABEL);
        memcpy(g->row[i].kind, c->game, PT_ID);
        g->row[i].mu = RATING_MU;
        g->row[i].sigma = RATING_SIGMA;
    }
    pt_store_read(r->server->store, rate_read, rate_done, g);
}
