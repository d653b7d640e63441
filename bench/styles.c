/* What the characters of a game do. */
/* SPDX-License-Identifier: MIT */
#include "bench/styles.h"
#include "bots/bot.h"
#include "bots/match.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct course {
    double own[PT_SEATS][PT_MEASURES]; /* sums over the decisions of the game */
    double share[PT_SEATS];
    int decisions;
} course;

typedef struct desk {
    const pt_game *g;
    const pt_measures *measures;
    pt_config config;
    pt_bot *bot[2]; /* plain, and with the style */
    pt_chance *luck;
    int most; /* decisions of a game; 0: all */
    course plain, styled;
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
} desk;

static void note(const desk *d, course *c) {
    for (int seat = 0; seat < d->config.seats; seat++) {
        int32_t amount[PT_MEASURES] = {0};
        d->measures->of(d->state, seat, amount);
        for (int i = 0; i < d->measures->count + d->measures->further; i++)
            c->own[seat][i] += amount[i];
    }
    c->decisions++;
}

static void note_winner(const desk *d, course *c) {
    int32_t share[PT_SEATS];
    if (pt_head_of(d->state)->node != PT_OVER) return;
    pt_win_shares(d->g, d->state, 1 << 16, share);
    for (int seat = 0; seat < d->config.seats; seat++) c->share[seat] = share[seat] / 65536.0;
}

/* One game, with the character at `at`; -1: at no seat. */
static void play(desk *d, uint64_t seed, int at, course *c) {
    pt_rng luck = {seed}, taste = {seed + 1};
    int last = PT_LUCK;
    memset(c, 0, sizeof *c);
    pt_start(d->g, d->state, &d->config);
    while (pt_head_of(d->state)->node != PT_OVER && (!d->most || c->decisions < d->most)) {
        if (pt_head_of(d->state)->node == PT_CHANCE) {
            int n = d->g->chance(d->state, d->luck);
            d->g->apply(d->state, PT_LUCK, d->luck[pt_chance_draw(d->luck, n, &luck)].move);
            continue;
        }
        last = pt_next_mover(d->state, last);
        pt_bot *bot = d->bot[last == at];
        d->g->apply(d->state, last, pt_bot_pick(bot, d->state, last, &taste));
        note(d, c);
    }
    note_winner(d, c);
}

/* What the seat had on average, and how much its style likes that. */
static double had(const desk *d, const course *c, int at, const pt_style *style,
                  double own[PT_MEASURES], double theirs[PT_MEASURES]) {
    double liked = 0;
    for (int i = 0; i < d->measures->count + d->measures->further; i++)
        for (int seat = 0; seat < d->config.seats; seat++) {
            double mean = c->own[seat][i] / c->decisions;
            *(seat == at ? &own[i] : &theirs[i]) += mean;
            liked += mean * (seat == at ? style->own[i] : style->theirs[i]);
        }
    return liked;
}

/* One seed: the plain game, and the character in every seat in turn. */
static void play_round(desk *d, uint64_t seed, styles_row *row, pt_tally tally[2]) {
    const pt_style *style = &d->measures->styles[d->bot[1]->style - 1];
    double more = 0, share = 0;
    int seats = d->config.seats;
    play(d, seed, -1, &d->plain);
    for (int at = 0; at < seats; at++) {
        play(d, seed, at, &d->styled);
        more += had(d, &d->styled, at, style, row->own[0], row->theirs[0]) -
                had(d, &d->plain, at, style, row->own[1], row->theirs[1]);
        share += d->styled.share[at];
    }
    pt_tally_add(&tally[0], more / seats, seats);
    pt_tally_add(&tally[1], share / seats, seats);
}

static bool desk_open(desk *d, const pt_game *g, int seats, const char *level, int style) {
    *d = (desk){.g = g, .measures = pt_measures_of(g), .config = pt_config_normal(g, seats)};
    d->luck = calloc(g->max_chance + 1u, sizeof *d->luck);
    for (int i = 0; i < 2; i++) {
        d->bot[i] = pt_bot_made(level, g, NULL);
        if (d->bot[i]) d->bot[i]->style = i ? style : 0;
    }
    return d->luck && d->bot[0] && d->bot[1];
}

static void sum_up(styles_row *row, const pt_tally tally[2]) {
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < PT_MEASURES; i++) {
            row->own[k][i] /= row->games;
            row->theirs[k][i] /= row->games;
        }
    row->liked = pt_tally_mean(&tally[0]);
    row->liked_error = pt_tally_error(&tally[0]);
    row->share = pt_tally_mean(&tally[1]);
    row->share_error = pt_tally_error(&tally[1]);
}

bool styles_measure(const pt_game *g, int seats, const char *level, int style, int rounds,
                    int most, styles_row *row) {
    static desk d;
    pt_tally tally[2] = {{0}};
    bool fine = desk_open(&d, g, seats, level, style);
    d.most = most;
    *row = (styles_row){.games = rounds * seats};
    for (int i = 0; i < rounds && fine; i++)
        play_round(&d, 1000003u * (uint64_t)(i + 1), row, tally);
    sum_up(row, tally);
    pt_bot_free(d.bot[0]);
    pt_bot_free(d.bot[1]);
    free(d.luck);
    return fine;
}
