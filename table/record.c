/* At the end: places, whether the result is rated, and the record. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

void pt_table_places(const pt_table *t, uint8_t place[PT_SEATS]) {
    const pt_table_core *c = &t->core;
    uint8_t rank[PT_SEATS] = {0};
    int stayed = 0;
    assert(c->phase != PT_TABLE_OPEN);
    t->game->rank(c->state, rank);
    memset(place, 0, PT_SEATS);
    for (int i = 0; i < c->seats; i++) stayed += !c->seat[i].resigned;
    for (int i = 0; i < c->seats; i++) {
        int better = c->seat[i].resigned ? stayed : 0;
        for (int k = 0; k < c->seats && !c->seat[i].resigned; k++)
            better += !c->seat[k].resigned && rank[k] < rank[i];
        place[i] = (uint8_t)(better + 1);
    }
}

/* A game that was given up at once says nothing about those who played it. */
static bool is_played(const pt_table *t) {
    int moves[PT_SEATS] = {0};
    for (uint32_t i = t->core.past; i < t->core.steps; i++)
        if (t->step[i].seat >= 0) moves[t->step[i].seat]++;
    for (int i = 0; i < t->core.seats; i++)
        if (moves[i] < PT_RATED_MOVES) return false;
    return true;
}

bool pt_table_is_rated(const pt_table *t) {
    const pt_table_core *c = &t->core;
    if (c->unrated || c->access == PT_ACCESS_LOCAL) return false;
    if (c->stopped == PT_OVER_ABANDONED || (c->stopped && !is_played(t))) return false;
    for (int i = 0; i < c->seats; i++)
        if (pt_seat_people(&c->seat[i]) > 1) return false;
    for (int i = 1; i < c->seats; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(c->seat[i].person, c->seat[k].person) == 0) return false;
    return true;
}

/* This table's seed cannot prove draws that come from another game's record. */
static void write_head(const pt_table *t, const pt_fair *fair, pt_text *out) {
    const pt_table_core *c = &t->core;
    pt_record_head head = {.game = t->game, .config = pt_table_config(t)};
    memcpy(head.table, fair->table, sizeof head.table);
    memcpy(head.entropy, fair->entropy, sizeof head.entropy);
    if (!c->past) pt_fair_commit(fair->seed, head.commit);
    if (!c->past && c->phase == PT_TABLE_OVER)
        pt_to_hex(fair->seed, sizeof fair->seed, head.seed);
    for (int i = 0; i < c->seats; i++) { /* in English, like all of a record */
        pt_text player = pt_text_on(head.player[i], PT_NAME);
        if (c->seat[i].kind != PT_SEAT_FREE) pt_seat_label(&c->seat[i], &player);
    }
    pt_text result = pt_text_on(head.result, sizeof head.result); /* empty: not yet */
    if ((c->phase == PT_TABLE_OVER && c->stopped != PT_OVER_ABANDONED) ||
        (c->phase == PT_TABLE_PLAYING && pt_table_head(t)->node == PT_OVER))
        pt_write_result(t->game, c->state, &result);
    pt_write_head(&head, out);
    pt_putc(out, '\n');
}

static void write_lot(const pt_table *t, const void *state, pt_fair *fair, pt_text *out) {
    enum { MOST = 1024 };
    pt_chance list[MOST];
    assert(t->game->max_chance <= MOST);
    pt_lot lot = pt_fair_draw(fair, list, t->game->chance(state, list));
    pt_write_lot(&lot, out);
}

static void write_clock(int32_t left, pt_text *out) {
    int seconds = left / 100;
    pt_put(out, " {%%clk %d:%02d:%02d}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/* Plays the moves once more: a lot can only be worked out in the position it was drawn in. */
void pt_table_record(const pt_table *t, pt_text *out) {
    uint64_t state[PT_STATE_MAX / 8];
    pt_fair fair = pt_table_fair(t);
    assert(t->game);
    fair.draws = 0;
    write_head(t, &fair, out);
    const pt_config config = pt_table_config(t);
    pt_start(t->game, state, &config);
    for (uint32_t i = 0; i < t->core.steps; i++) {
        const pt_table_step *s = &t->step[i];
        pt_write_move(t->game, s->seat, s->move, out);
        if (s->seat < 0 && !t->core.past) write_lot(t, state, &fair, out);
        if (s->left >= 0 && t->core.clock == PT_CLOCK_BANK) write_clock(s->left, out);
        pt_putc(out, '\n');
        t->game->apply(state, s->seat, s->move);
    }
    for (int i = 0; i < t->core.seats && t->core.stopped; i++)
        if (t->core.seat[i].resigned) pt_put(out, "%d resigns\n", i + 1);
}
