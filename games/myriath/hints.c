/* Myriath: what a bot may know about playing well.
 *
 * What a seat still expects depends on its ends that can yet be touched, on mobility, and on
 * the tiles in hand. The weights were fitted first to play-outs by one-ply bots, then with 2
 * and 3 players to games of the search against itself (`petteia tune myriath`). */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"

/* The numbers `evaluate` goes by, in hundredths of a point, for each number of players. */
/* clang-format off */
#define WEIGHTS(X)                                                                             \
    /*            2    3    4 players */                                                       \
    X(FAR,     1034, 716, 419)  /* taken off: much of what looks open is never had */          \
    X(LIVE,      30,  32,  41)  /* each half-diagonal of an own end still to be touched */     \
    X(MOBILITY,  31,   8,   3)  /* for the square root of the number of placements */          \
    X(THEIRS,     6,   8,   9)  /* the same of the others, on average */                       \
    X(HAND,      62,  67,  94)  /* each tile */                                                \
    X(RIVALS,    17,  36,  59)  /* each tile of the others, on average */                      \
    X(TO_MOVE,   25,  57,  45)  /* it is this seat's turn */
/* clang-format on */
#define WEIGHT_ID(name, ...) W_##name,
#define WEIGHT_VALUE(name, ...) __VA_ARGS__,
#define WEIGHT_NAME(name, ...) #name "_2", #name "_3", #name "_4",
enum { WEIGHTS(WEIGHT_ID) W_COUNT };
static const int32_t weights[] = {WEIGHTS(WEIGHT_VALUE)};
static const char *const weight_names[] = {WEIGHTS(WEIGHT_NAME) NULL};

enum {
    BEFORE_PLAY = 2150, /* an even share, while the octagons are being set */
    CANDIDATES = 6,     /* moves a playout chooses from */
};

/* The square root of n, rounded down. */
static int root(int n) {
    assert(n >= 0);
    int r = 0;
    for (int bit = 1 << 10; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= n) r += bit;
    return r;
}

/* Of the weight with this name, the number for so many players. */
static int pick(const int32_t *w, int name, int seats) { return w[3 * name + seats - 2]; }

static void evaluate_by(const void *state, const int32_t *w, int32_t expect[PT_SEATS]) {
    const mr_state *s = state;
    const int seats = s->head.seats;
    int roots[MR_SEATS], all_roots = 0, all_tiles = 0;
    for (int seat = 0; seat < PT_SEATS; seat++)
        expect[seat] = seat < seats ? 50 * s->score[seat] : 0;
    if (s->head.phase != MRP_PLAY) {
        for (int seat = 0; seat < seats && s->head.phase < MRP_PLAY; seat++)
            expect[seat] += BEFORE_PLAY;
        return;
    }
    for (int seat = 0; seat < seats; seat++) {
        roots[seat] = root(100 * mr_mobility(s, seat, s->hand[seat], NULL)); /* in tenths */
        all_roots += roots[seat];
        all_tiles += pt_count(s->hand[seat]);
    }
    for (int seat = 0; seat < seats; seat++) {
        int tiles = pt_count(s->hand[seat]), sum = -pick(w, W_FAR, seats);
        sum += pick(w, W_LIVE, seats) * mr_live_halves(s, seat);
        sum += pick(w, W_HAND, seats) * tiles;
        sum += pick(w, W_RIVALS, seats) * (all_tiles - tiles) / (seats - 1);
        sum += pick(w, W_MOBILITY, seats) * roots[seat] / 10;
        sum += pick(w, W_THEIRS, seats) * (all_roots - roots[seat]) / (seats - 1) / 10;
        if (s->turn == seat) sum += pick(w, W_TO_MOVE, seats);
        if (sum > 0) expect[seat] += sum;
    }
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    evaluate_by(state, weights, expect);
}

/* How good a placement looks by itself: its points for the mover first, then the length of the
 * tile, for long ones soon fit nowhere. What it gives others does not help to choose: at one
 * ply 1000 games with half of it taken off ended 425 : 427. */
static int worth(const mr_state *s, int seat, pt_move m) {
    const mr_shape *k = mr_shape_at((int)pt_arg(m, 0), (int)pt_arg(m, 1));
    int node = (int)pt_arg(m, 2), segments = k->count - 1, gain[MR_SEATS];
    mr_gain(s, seat, k, mr_x(node), mr_y(node), gain);
    return 4 * gain[seat] + segments;
}

static int prior(const void *state, int seat, pt_move m) {
    if (pt_verb_of(m) != MRV_PLACE) return 100;
    int w = worth(state, seat, m);
    int p = w * w; /* 2 half points and a bar of two: 100 */
    return p < 1 ? 1 : p > 1000 ? 1000 : p;
}

/* The best looking of a few moves drawn from the list. */
static int playout(const void *state, int seat, const pt_move *list, int n, pt_rng *rng) {
    int best = (int)pt_below(rng, (uint32_t)n), best_worth = -1;
    assert(best < n);
    if (pt_verb_of(list[0]) != MRV_PLACE) return best;
    for (int i = 0; i < CANDIDATES; i++) {
        int at = (int)pt_below(rng, (uint32_t)n), w = worth(state, seat, list[at]);
        if (w > best_worth) {
            best = at;
            best_worth = w;
        }
    }
    return best;
}

/* How keen the levels are, measured by tools/ladder. */
/* clang-format off */
static const uint8_t rungs[][PT_RUNGS] = {
    { 11,  44,  81, 103, 125, 149, 169, 191}, /* 2 players */
    {  0,  52,  83, 109, 146, 163, 184, 206}, /* 3 players */
    {  0,  56,  84, 106, 127, 150, 169, 192}, /* 4 players */
};
/* clang-format on */

const pt_hints mr_hints = {
    .evaluate = evaluate,
    .prior = prior,
    .playout = playout,
    .lead = 60, /* the likeliest for who won 1300 games of 2, 3 and 4: 60, 40 to 60, 40 */
    .evaluate_by = evaluate_by,
    .weights = weights,
    .weight_names = weight_names,
    .rungs = rungs,
};
