/* Myriath: what a bot may know about playing well.
 *
 * What a seat still expects depends on its ends that can yet be touched, on mobility, and on
 * the tiles in hand. The weights were fitted to play-outs by one-ply bots that take their own
 * points first and long tiles on ties: those that tell sibling moves apart to the differences
 * between pairs of moves in the same position (6 play-outs each, 22,000 pairs or more at each
 * player count), the others to the results. The root of the mean square error against the mean
 * of the play-outs is 1.7, 1.7 and 1.5 points with 2, 3 and 4 players. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"

/* Hundredths of a point. */
typedef struct weights {
    int base;
    int live;             /* each half-diagonal of an own end that can still be touched */
    int mobility, their;  /* for the square root of the number of placements; of the others' */
    int hand, their_hand; /* each tile; each tile of the others, on average */
    int to_move;          /* it is this seat's turn */
} weights;

/* clang-format off */
static const weights by_players[3] = {
    /* base live mobility, their  hand, theirs  to move */
    { -661, 41,  24, 13,          71, 60,       49},
    { -572, 43,   6, 11,          79, 66,       57},
    { -419, 41,   3,  9,          94, 59,       45},
};
/* clang-format on */

enum {
    BEFORE_PLAY = 2150, /* an even share, while the octagons are being set */
    CANDIDATES = 6,     /* moves a playout chooses from */
};

/* The square root of n, rounded down. */
static int root(int n) {
    int r = 0;
    for (int bit = 1 << 10; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= n) r += bit;
    return r;
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    const mr_state *s = state;
    const int seats = s->head.seats;
    const weights *w = &by_players[seats - 2];
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
        int tiles = pt_count(s->hand[seat]), sum = w->base;
        sum += w->live * mr_live_halves(s, seat) + w->hand * tiles;
        sum += w->their_hand * (all_tiles - tiles) / (seats - 1);
        sum += w->mobility * roots[seat] / 10;
        sum += w->their * (all_roots - roots[seat]) / (seats - 1) / 10;
        if (s->turn == seat) sum += w->to_move;
        if (sum > 0) expect[seat] += sum;
    }
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

const pt_hints mr_hints = {
    .evaluate = evaluate,
    .prior = prior,
    .playout = playout,
    .lead = 60, /* the likeliest for who won 1300 games of 2, 3 and 4: 60, 40 to 60, 40 */
};
