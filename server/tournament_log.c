/* The log of a tournament: a line for each event of the law (tournament/event.h), and the
 * host's own, which begin with a letter:
 *
 *     at 1760000000004 12 3 t5k2m8x1q7ab      when, the table's number, who is there, its id
 *     credit 1760000000009 4000               when, milliseconds
 *     keep 1760000000010 7 1                  when, number, whether the host keeps them out
 *     hostless 1760000000011                  when: the host is deleted, and has no name here
 */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/tournament.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tour *tour_new(server *sv, const pt_tournament_row *row) {
    tour *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->server = sv;
    t->row = *row;
    t->in = json_loads(row->play, JSON_REJECT_DUPLICATES, NULL);
    if (t->in && tour_read_play(t)) return t;
    tour_free(t);
    return NULL;
}

/* A first round that the host has taken back begins again when the host says so. */
static void follow(tour *t, int round) {
    if (t->t.round > round) t->paired = t->t.last;
    if (!t->t.round && round) t->play.starts = 0;
}

/* --- writing --- */

static void add_line(tour *t, const char *line) {
    if (!t->batch) t->batch = pt_batch_new();
    if (!t->batch) log_out_of_memory(SERVE_MEMORY);
    pt_batch_tournament_line(t->batch, t->row.id, ++t->lines, line);
}

bool tour_add(tour *t, pt_tour_event *e, pt_text *why) {
    char line[PT_TOUR_LINE];
    pt_text out = pt_text_on(line, sizeof line);
    int round = t->t.round;
    e->at = tour_now(t);
    if (!pt_tour_fold(&t->t, e, why)) return false;
    pt_tour_print(e, &out);
    add_line(t, line);
    follow(t, round);
    return true;
}

void tour_add_table(tour *t, int table) {
    const tour_table *b = &t->at[table];
    PT_TEXT(line, 128);
    pt_put(&line, "at %" PRId64 " %d %d %s", b->opened, table, b->there, b->id);
    add_line(t, line.at);
}

static void give_back(tour *t, int64_t ms) {
    t->paired += ms;
    for (int i = 0; i < t->t.used && i < t->room; i++) t->at[i].opened += ms;
}

void tour_add_credit(tour *t, int64_t ms) {
    PT_TEXT(line, 128);
    pt_put(&line, "credit %" PRId64 " %" PRId64, tour_now(t), ms);
    add_line(t, line.at);
    give_back(t, ms);
}

void tour_add_kept_out(tour *t, int who, bool out) {
    PT_TEXT(line, 64);
    pt_put(&line, "keep %" PRId64 " %d %d", tour_now(t), who + 1, out);
    add_line(t, line.at);
    t->kept_out[who] = out;
}

static void call_host_former(tour *t) { pt_copy(t->play.host, sizeof t->play.host, FORMER); }

void tour_add_hostless(tour *t) {
    PT_TEXT(line, 64);
    if (strcmp(t->play.host, FORMER) == 0) return;
    pt_put(&line, "hostless %" PRId64, tour_now(t));
    add_line(t, line.at);
    call_host_former(t);
}

/* --- reading --- */

static bool read_own_line(tour *t, const char *line) {
    int64_t at, ms;
    int table, there, who, out, end = 0;
    char id[TABLE_ID];
    if (sscanf(line, "hostless %" SCNd64 "%n", &at, &end) == 1 && !line[end]) {
        call_host_former(t);
        return true;
    }
    if (sscanf(line, "keep %" SCNd64 " %d %d%n", &at, &who, &out, &end) == 3 && !line[end]) {
        if (who < 1 || who > t->t.entrants) return false;
        t->kept_out[who - 1] = out != 0;
        return true;
    }
    if (sscanf(line, "credit %" SCNd64 " %" SCNd64 "%n", &at, &ms, &end) == 2 && !line[end]) {
        give_back(t, ms);
        return true;
    }
    if (sscanf(line, "at %" SCNd64 " %d %d %13s%n", &at, &table, &there, id, &end) != 4 ||
        line[end] || table < 0 || table >= t->t.used || there < 1 ||
        there >= 1 << PT_TOUR_SEATS || !tour_room(t, t->t.used))
        return false;
    t->at[table] = (tour_table){.there = (uint8_t)there, .opened = at};
    memcpy(t->at[table].id, id, sizeof id);
    return true;
}

typedef struct folding {
    tour *tour;
    bool bad;
    char why[256];
} folding;

static void fold_line(void *who, uint32_t number, const char *bytes, size_t n) {
    folding *f = who;
    tour *t = f->tour;
    char line[PT_TOUR_LINE];
    pt_text copy = pt_text_on(line, sizeof line), why = pt_text_on(f->why, sizeof f->why);
    int round = t->t.round;
    if (f->bad) return;
    pt_putn(&copy, bytes, n);
    bool law = line[0] >= '0' && line[0] <= '9';
    f->bad = copy.cut || number != ++t->lines ||
             !(law ? pt_tour_read(&t->t, line, &why) : read_own_line(t, line)) ||
             !tour_room(t, t->t.used);
    if (!f->bad) follow(t, round);
}

/* Tables that were to be made before a crash. */
static bool find_made(pt_look *look, tour *t) {
    for (int i = 0; i < t->t.used; i++) {
        pt_table_row row;
        if (!tour_plays_at(&t->t, i) || !t->at[i].id[0]) continue;
        pt_finding found = pt_find_table(look, t->at[i].id, &row);
        if (found == PT_FAILED) return false;
        t->at[i].made = found == PT_FOUND;
    }
    return true;
}

pt_finding tour_read(pt_look *look, server *sv, const pt_tournament_row *row, tour **out) {
    tour *t = tour_new(sv, row);
    folding f = {.tour = t};
    if (!t) return PT_FAILED;
    int n = pt_each_tournament_line(look, row->id, fold_line, &f);
    bool good = n > 0 && !f.bad && (!row->live || find_made(look, t));
    if (f.bad) log_line("error", "tournament", "%s is damaged: %s", row->id, f.why);
    if (good) {
        *out = t;
        return PT_FOUND;
    }
    tour_free(t);
    return f.bad ? PT_ABSENT : PT_FAILED;
}
