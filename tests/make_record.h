/* For tests of records: a random game, its record and its last state. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/fair.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 1 << 18 };

typedef struct made {
    pt_record_head head;
    pt_fair fair;
    uint64_t state[PT_STATE_MAX / 8];
    int moves;
    char text[RECORD_MAX];
} made;

/* Plays until the end, or `plies` moves; writes the lines to `out`. */
static inline void make_moves(made *m, const pt_game *g, uint64_t seed, int plies, bool fair,
                              pt_text *out) {
    pt_move *moves = malloc(g->max_moves * sizeof *moves);
    pt_chance *luck = malloc(g->max_chance * sizeof *luck);
    pt_rng rng = {seed};
    pt_start(g, m->state, &m->head.config);
    while (m->moves < plies && pt_head_of(m->state)->node != PT_OVER) {
        int seat = pt_mover(m->state);
        pt_lot lot = {0};
        if (seat == PT_LUCK && fair) {
            lot = pt_fair_draw(&m->fair, luck, g->chance(m->state, luck));
            g->apply(m->state, PT_LUCK, lot.move);
        } else {
            lot.move = pt_random_step(g, m->state, &rng, moves, luck);
        }
        pt_write_move(g, seat, lot.move, out);
        if (lot.total) pt_write_lot(&lot, out);
        pt_putc(out, '\n');
        m->moves++;
    }
    free(moves);
    free(luck);
}

/* A record in the strict form; to be freed. */
static inline made *make_record(const pt_game *g, int seats, uint64_t seed, int plies,
                                bool fair) {
    made *m = calloc(1, sizeof *m);
    char *body = malloc(RECORD_MAX);
    pt_text lines = pt_text_on(body, RECORD_MAX), out = pt_text_on(m->text, RECORD_MAX);
    m->head.game = g;
    m->head.config = pt_config_normal(g, seats);
    strcpy(m->head.player[0], "Ada \"the first\" \\ L.");
    if (fair) {
        for (int i = 0; i < PT_SHA256; i++) m->fair.seed[i] = (uint8_t)(seed + (unsigned)i);
        pt_fair_commit(m->fair.seed, m->head.commit);
        pt_to_hex(m->fair.seed, PT_SHA256, m->head.seed);
        strcpy(m->head.table, "club-7.b");
        strcpy(m->head.entropy[0], "00ff10"); /* the other seats add none */
        memcpy(m->fair.table, m->head.table, sizeof m->fair.table);
        memcpy(m->fair.entropy, m->head.entropy, sizeof m->fair.entropy);
        m->fair.seats = seats;
    }
    make_moves(m, g, seed, plies, fair, &lines);
    pt_text result = pt_text_on(m->head.result, sizeof m->head.result);
    if (pt_head_of(m->state)->node == PT_OVER)
        pt_write_result(g, m->state, &result);
    else
        pt_putc(&result, '*');
    pt_write_head(&m->head, &out);
    pt_putc(&out, '\n');
    pt_putn(&out, body, lines.used);
    free(body);
    return m;
}

/* The text with the first `from` replaced by `to`, to be freed; NULL if it is not there. */
static inline char *changed(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (!at) return NULL;
    char *copy = malloc(strlen(text) + strlen(to) + 1);
    size_t before = (size_t)(at - text);
    memcpy(copy, text, before);
    strcpy(copy + before, to);
    strcat(copy + before, at + strlen(from));
    return copy;
}
