/* Quarry: what a bot may know about playing well. The weights are a first guess; `petteia tune
 * quarry` fits them to games of the search against itself. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"

/* The numbers `evaluate` goes by, in hundredths of a point. */
/* clang-format off */
#define WEIGHTS(X)                                                        \
    X(FAVOURITE, 200) /* a stone of the favourite kind, beside its points */ \
    X(COIN,       34) /* a coin, when the game is over */                  \
    X(EARLY,       6) /* a coin, more for each round to come */
/* clang-format on */
#define WEIGHT_ID(name, value) W_##name,
#define WEIGHT_VALUE(name, value) value,
#define WEIGHT_NAME(name, value) #name,
enum { WEIGHTS(WEIGHT_ID) W_COUNT };
static const int32_t weights[] = {WEIGHTS(WEIGHT_VALUE)};
static const char *const weight_names[] = {WEIGHTS(WEIGHT_NAME) NULL};

static void evaluate_by(const void *state, const int32_t *w, int32_t expect[PT_SEATS]) {
    const qy_state *s = state;
    int to_come = s->rounds - s->head.round;
    assert(to_come >= 0);
    for (int seat = 0; seat < PT_SEATS; seat++) {
        expect[seat] = 0;
        if (seat >= s->head.seats) continue;
        for (int stone = 0; stone < QY_STONES; stone++)
            expect[seat] += 100 * s->stones[seat][stone] * qy_kinds[stone].points;
        if (s->favourite[seat] < QY_STONES)
            expect[seat] += w[W_FAVOURITE] * s->stones[seat][s->favourite[seat]];
        expect[seat] += (w[W_COIN] + w[W_EARLY] * to_come) * s->coins[seat];
    }
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    evaluate_by(state, weights, expect);
}

/* A sensible bid: half of what the stone brings, in coins, and no more than there are. */
static int sensible(const qy_state *s, int seat) {
    assert(s->offer < QY_STONES);
    int bid = (qy_worth(s, seat, s->offer) + 1) / 2;
    return bid < s->coins[seat] ? bid : s->coins[seat];
}

static int prior(const void *state, int seat, pt_move m) {
    const qy_state *s = state;
    int off = (int)pt_arg(m, 0) - sensible(s, seat);
    return 400 / (1 + off * off) + 1;
}

/* A sensible bid, or one coin more or less. The list begins with a bid of 0. */
static int playout(const void *state, int seat, const pt_move *list, int n, pt_rng *rng) {
    int bid = sensible(state, seat) + (int)pt_below(rng, 3) - 1;
    assert(n > 0 && pt_arg(list[0], 0) == 0);
    (void)list;
    return bid < 0 ? 0 : bid < n ? bid : n - 1;
}

const pt_hints qy_hints = {
    .evaluate = evaluate,
    .prior = prior,
    .playout = playout,
    .evaluate_by = evaluate_by,
    .weights = weights,
    .weight_names = weight_names,
};
