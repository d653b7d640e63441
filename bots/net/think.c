/* What a net says about a state. Plain loops over whole numbers, which compilers turn into
 * vectors; sums wrap around alike everywhere, and training keeps them from doing so. */
/* SPDX-License-Identifier: MIT */
#include "bots/net/net.h"
#include <assert.h>
#include <string.h>

/* A processor with wider vectors uses them; the numbers are the same. */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&   \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

static inline void add_times(uint16_t *restrict sum, const int16_t *restrict row,
                             unsigned times) {
    uint16_t by = (uint16_t)times;
    for (int i = 0; i < NET_HIDDEN; i++)
        sum[i] = (uint16_t)(sum[i] + (uint16_t)((unsigned)(uint16_t)row[i] * by));
}

static inline int16_t cut_off(int32_t n) {
    return (int16_t)(n < 0 ? 0 : n > NET_TOP ? NET_TOP : n);
}

static void write_row(const pt_net *n, const void *state, int mover, uint64_t *row) {
#ifdef __wasm__
    pt_write_bytes(&n->plan, state, mover, row);
#else
    pt_quick_write(&n->quick[mover], state, row);
#endif
}

/* Adds what differs between two rows. Most columns are 0 in both, or the same. */
WIDE static void add_changes(const pt_net *n, net_head head, const uint64_t *row,
                             const uint64_t *old, uint16_t sum[NET_HIDDEN]) {
    for (size_t at = 0; at < (n->plan.columns + 7u) / 8; at++)
        for (uint64_t word = row[at] ^ old[at]; word;) {
            int bit = pt_lowest(word) & ~7;
            unsigned more =
                (unsigned)(row[at] >> bit & 0xFF) - (unsigned)(old[at] >> bit & 0xFF);
            word &= ~((uint64_t)0xFF << bit);
            add_times(sum, n->first[8 * at + (unsigned)bit / 8][head], more);
        }
}

void pt_net_near_make(pt_net_near *near, const pt_net *n, const void *state) {
    const uint64_t nothing[PT_ROW_WORDS] = {0};
    for (int seat = 0; seat < n->players; seat++) {
        write_row(n, state, seat, near->row[seat]);
        for (int head = 0; head < NET_HEADS; head++) {
            memcpy(near->sum[seat][head], n->first_bias[head], sizeof near->sum[seat][head]);
            add_changes(n, (net_head)head, near->row[seat], nothing, near->sum[seat][head]);
        }
    }
}

WIDE static void think_first(const pt_net *n, const pt_net_near *near, const void *state,
                             int mover, net_head head, int16_t hidden[NET_HIDDEN]) {
    uint64_t row[PT_ROW_WORDS];
    _Alignas(64) uint16_t sum[NET_HIDDEN];
    memcpy(sum, near->sum[mover][head], sizeof sum);
    write_row(n, state, mover, row);
    add_changes(n, head, row, near->row[mover], sum);
    for (int i = 0; i < NET_HIDDEN; i++)
        hidden[i] = cut_off((int32_t)(int16_t)sum[i] >> n->shift);
}

static inline int32_t product(const int16_t *restrict a, const int16_t *restrict b, int n) {
    int32_t sum = 0;
    for (int i = 0; i < n; i++) sum += (int32_t)a[i] * b[i];
    return sum;
}

WIDE static void think_second(const pt_net *n, const int16_t hidden[NET_HIDDEN], net_head head,
                              int16_t mind[NET_MIND]) {
    for (int i = 0; i < NET_MIND; i++) {
        int32_t sum = product(hidden, n->second[head][i], NET_HIDDEN);
        mind[i] = cut_off((sum + n->second_bias[head][i]) >> 8);
    }
}

static void think(const pt_net *n, const pt_net_near *near, const void *state, int mover,
                  net_head head, int16_t mind[NET_MIND]) {
    _Alignas(64) int16_t hidden[NET_HIDDEN];
    assert(mover >= 0 && mover < n->players && pt_head_of(state)->seats == n->players);
    think_first(n, near, state, mover, head, hidden);
    think_second(n, hidden, head, mind);
}

void pt_net_points(const pt_net *n, const pt_net_near *near, const void *state, int mover,
                   int32_t points[PT_SEATS]) {
    _Alignas(64) int16_t mind[NET_MIND];
    const pt_hints *h = n->game->hints;
    memset(points, 0, PT_SEATS * sizeof *points);
    think(n, near, state, mover, NET_VALUE, mind);
    if (n->base) h->evaluate(state, points);
    for (int i = 0; n->base && i < n->players; i++)
        points[i] = (int32_t)((int64_t)points[i] * n->base * (NET_DOUBLE / 256) /
                              (h->lead > 0 ? h->lead : 400));
    for (int i = 0, seat = mover; i < n->players; i++, seat = (seat + 1) % n->players)
        points[seat] += (product(mind, n->value[i], NET_MIND) + n->value_bias[i]) >> 6;
}

/* --- moves --- */

int32_t pt_net_log(uint32_t n) {
    int32_t whole = 0;
    assert(n > 0);
    while (n >> (whole + 1)) whole++;
    return whole * NET_DOUBLE +
           (int32_t)((((uint64_t)n << 10) >> whole) & 1023) * (NET_DOUBLE / 1024);
}

/* Which row of the table belongs to a part of a move: the whole of it, or its verb with one
 * argument. train/data.py does the same. */
static inline unsigned row_of(uint32_t part, uint32_t which) {
    uint32_t x = part ^ which * 0x9E3779B1u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return (x ^ x >> 16) % NET_ROWS;
}

static inline int32_t move_points(const pt_net *n, const int16_t mind[NET_MIND], pt_move m) {
    _Alignas(64) int16_t sum[NET_MIND];
    const int16_t *a = n->move[row_of(m, 0)], *b = n->move[row_of(m & 0xFFFF0000, 1)];
    const int16_t *c = n->move[row_of(m & 0xFF00FF00, 2)],
                  *d = n->move[row_of(m & 0xFF0000FF, 3)];
    for (int k = 0; k < NET_MIND; k++) sum[k] = (int16_t)(a[k] + b[k] + c[k] + d[k]);
    return product(mind, sum, NET_MIND) >> 4;
}

WIDE static void weigh_moves(const pt_net *n, const int16_t mind[NET_MIND], const pt_move *list,
                             int count, int32_t *points) {
    for (int i = 0; i < count; i++) points[i] = move_points(n, mind, list[i]);
}

void pt_net_moves(const pt_net *n, const pt_net_near *near, const void *state, int mover,
                  const pt_move *list, int count, int32_t *points) {
    _Alignas(64) int16_t mind[NET_MIND];
    const pt_hints *h = n->game->hints;
    think(n, near, state, mover, NET_MOVES, mind);
    weigh_moves(n, mind, list, count, points);
    for (int i = 0; n->prior_base && i < count; i++) {
        int prior = h->prior(state, mover, list[i]);
        assert(prior >= 0 && prior < NET_PRIORS);
        points[i] += n->log[prior] * n->prior_base / 256;
    }
}
