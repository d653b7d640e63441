/* Many games of one kind in arrays, a row for each: what a thread does with a row. The threads
 * of a CPU (python/vector.c) and of a GPU (gpu/kernels.c) run this same code, so that the same
 * seeds and moves give the same bytes on both. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include "core/tensor_pack.h"
#include <assert.h>
#include <string.h>

enum { MANY_LUCK = 256, MANY_SHORT = 128 }; /* outcomes of a draw; moves of a short list */

/* The arrays belong to whoever made them. */
typedef struct many {
    const pt_game *game; /* on a CPU; kernels know theirs */
    uint32_t count;
    uint32_t most;         /* the longest list of legal moves */
    uint32_t wide;         /* bytes from one observation to the next, a multiple of PT_GROUP */
    uint32_t words;        /* of a state */
    pt_pack pack;          /* of observations */
    const pt_piece *piece; /* [seats][pack.pieces]: for each viewer */
    const pt_packed_amount *amount; /* [seats][pack.amounts] */
    const float *scale;             /* [wide]: what a byte of 1 is as a float */
    pt_config config;
    pt_space space;
    uint64_t *state; /* [count][words] */
    pt_rng *rng;     /* [count] */
    int32_t *seat;   /* [count]: who moves */
    int32_t *moves;  /* [count]: how many moves it has ... */
    uint32_t *legal; /* [count][most]: ... and which, as indices, ascending. Rows are aligned */
    uint64_t *packed; /* NULL, or [count][pack.words]: what that seat may know */
    uint8_t *mask;    /* NULL, or [count][size of the space]: 1 for each legal index */
    float *reward;    /* [count][seats]: of a game that ended with the last step, otherwise 0 */
    uint8_t *over;    /* [count]: it ended with the last step */
    bool stays;       /* what ended stays as it is; otherwise a new game has begun */
    bool recalls;     /* observations are of seats that have forgotten nothing */
    pt_plan plan;     /* of observations */
    uint8_t args[PT_VERBS]; /* how many arguments each verb has */
} many;

/* The arrays and the plan are still to come. */
static inline many many_of(const pt_game *g, const pt_config *config, uint32_t count) {
    assert(g->max_chance <= MANY_LUCK);
    many m = {.game = g,
              .count = count,
              .most = (g->max_moves + 3u) / 4 * 4,
              .words = (g->state_size + 7u) / 8,
              .config = *config,
              .space = pt_move_space(g->verbs)};
    for (int verb = 1; verb < g->verbs.count; verb++)
        while (m.args[verb] < PT_ARGS && g->verbs.row[verb].kind[m.args[verb]]) m.args[verb]++;
    return m;
}

static inline uint64_t *many_state(const many *m, uint32_t i) {
    return m->state + (size_t)i * m->words;
}

static inline void many_draw(const pt_game *g, void *s, pt_rng *rng) {
    pt_chance luck[MANY_LUCK];
    while (pt_head_of(s)->node == PT_CHANCE) {
        int n = g->chance(s, luck);
        assert(n > 0 && n <= MANY_LUCK);
        g->apply(s, PT_LUCK, luck[pt_chance_draw(luck, n, rng)].move);
    }
}

static inline void many_begin(const pt_game *g, const many *m, void *s, pt_rng *rng) {
    pt_start(g, s, &m->config);
    many_draw(g, s, rng);
}

/* What the result is worth to each seat: a sole winner gets 1, a shared win less, and the
 * others pay for it in equal parts, so that a row sums to 0. All 0 before the end. */
static inline void many_reward(const pt_game *g, const void *state, float *out) {
    int32_t share[PT_SEATS];
    int seats = pt_head_of(state)->seats;
    for (int i = 0; i < seats; i++) out[i] = 0;
    if (pt_head_of(state)->node != PT_OVER) return;
    pt_win_shares(g, state, 60, share); /* 60 can be split among 1 to 5 */
    for (int i = 0; i < seats; i++)
        out[i] = (float)(share[i] * seats - 60) / (float)(60 * (seats - 1));
}

/* Only what was set is cleared: a mask may have thousands of places. */
static inline void many_mark(const many *m, uint32_t i, uint8_t value) {
    uint8_t *mask = m->mask + (size_t)i * pt_space_size(&m->space);
    const uint32_t *legal = m->legal + (size_t)i * m->most;
    for (int k = 0; k < m->moves[i]; k++) mask[legal[k]] = value;
}

#ifdef __NVPTX__
/* Four at a time, and the numbers of a verb are looked up once: a GPU's memory likes both. What
 * comes after the list in its last four means nothing. */
typedef struct many_four {
    _Alignas(16) uint32_t at[4];
} many_four;

static inline void many_to_indices(const pt_space *space, const uint32_t *list, int n,
                                   uint32_t *out) {
    const many_four *from = (const many_four *)(const void *)list;
    many_four *four = (many_four *)(void *)out;
    uint32_t verb = PT_VERBS, base = 0, second = 0, third = 0;
    for (int k = 0; k < n; k += 4, four++, from++) {
        many_four now = *from;
        if (k + 4 <= n && pt_verb_of(now.at[0]) == verb && pt_verb_of(now.at[3]) == verb) {
            for (int i = 0; i < 4; i++) /* the list ascends: all have this verb */
                now.at[i] = base +
                            (pt_arg(now.at[i], 0) * second + pt_arg(now.at[i], 1)) * third +
                            pt_arg(now.at[i], 2);
            *four = now;
            continue;
        }
        for (int i = 0; i < 4; i++) {
            pt_move m = now.at[i];
            if (pt_verb_of(m) != verb && k + i < n) {
                verb = pt_verb_of(m);
                base = space->base[verb];
                second = space->second[verb];
                third = space->third[verb];
            }
            now.at[i] = base + (pt_arg(m, 0) * second + pt_arg(m, 1)) * third + pt_arg(m, 2);
        }
        *four = now;
    }
}

#else
/* Verb by verb, for the list ascends: a loop that a compiler does for several moves at once,
 * for newer processors with fewer instructions. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((always_inline))
#endif
static inline void
many_indices(const pt_space *space, const uint32_t *list, int n, uint32_t *out) {
    for (int k = 0, end; k < n; k = end) {
        uint32_t verb = pt_verb_of(list[k]), base = space->base[verb];
        uint32_t third = space->third[verb], both = space->second[verb] * third;
        for (end = n; pt_verb_of(list[end - 1]) != verb;) end--;
        for (int i = k; i < end; i++)
            out[i] = base + pt_arg(list[i], 0) * both + pt_arg(list[i], 1) * third +
                     pt_arg(list[i], 2);
    }
}

PT_NEWER_PROCESSOR static inline void
many_newer_indices(const pt_space *space, const uint32_t *list, int n, uint32_t *out) {
    many_indices(space, list, n, out);
}

PT_NEWEST_PROCESSOR static inline void
many_newest_indices(const pt_space *space, const uint32_t *list, int n, uint32_t *out) {
    many_indices(space, list, n, out);
}

static inline void many_to_indices(const pt_space *space, const uint32_t *list, int n,
                                   uint32_t *out) {
    if (pt_newest_processor())
        many_newest_indices(space, list, n, out);
    else if (pt_newer_processor())
        many_newer_indices(space, list, n, out);
    else
        many_indices(space, list, n, out);
}
#endif

/* The legal moves of a seat as indices, and how many there are. Short lists are made in a
 * GPU's local memory, where moves may be written one by one. */
static inline int many_list(const pt_game *g, const many *m, const void *s, int seat,
                            uint32_t *out) {
#ifdef __NVPTX__
    if (g->max_moves <= MANY_SHORT) {
        many_four list[MANY_SHORT / 4];
        int few = g->legal(s, seat, list[0].at);
        many_to_indices(&m->space, list[0].at, few, out);
        return few;
    }
#endif
    int n = g->legal(s, seat, out);
    many_to_indices(&m->space, out, n, out);
    return n;
}

/* The view of a seat: in `seen`, or the state itself where nothing is hidden. */
static inline const void *many_view(const pt_game *g, const many *m, const void *s, int seat,
                                    uint64_t *seen) {
    void (*look)(const void *, int, void *) = m->recalls && g->recall ? g->recall : g->observe;
    if (!look) return s;
    look(s, seat, seen);
    return seen;
}

/* A packed row of what a seat may know; zeros if there is no such seat. */
static inline void many_pack(const pt_game *g, const many *m, const void *s, int seat,
                             uint64_t *out) {
    _Alignas(16) uint64_t seen[PT_STATE_MAX / 8];
    if (seat < 0 || seat >= m->config.seats) {
        for (unsigned k = 0; k < m->pack.words; k++) out[k] = 0;
        return;
    }
    const uint8_t *view = many_view(g, m, s, seat, seen);
    pt_pack_bits(&m->pack, m->piece + (size_t)seat * m->pack.pieces, view, (unsigned)seat,
                 m->config.seats, out);
    pt_pack_amounts(&m->pack, m->amount + (size_t)seat * m->pack.amounts, view,
                    out + m->pack.bits);
}

/* Lists the moves, and packs what the seat that moves may know. */
static inline void many_show(const pt_game *g, const many *m, uint32_t i, const void *s) {
    uint32_t *legal = m->legal + (size_t)i * m->most;
    int seat = m->seat[i];
    m->moves[i] = many_list(g, m, s, seat, legal);
    if (m->mask) many_mark(m, i, 1);
    if (m->packed) many_pack(g, m, s, seat, m->packed + (size_t)i * m->pack.words);
}

/* A new game. */
static inline void many_reset(const pt_game *g, const many *m, uint32_t i, void *s,
                              pt_rng *rng) {
    if (m->mask) many_mark(m, i, 0);
    many_begin(g, m, s, rng);
    for (unsigned k = 0; k < m->config.seats; k++)
        m->reward[(size_t)i * m->config.seats + k] = 0;
    m->over[i] = 0;
    m->seat[i] = pt_next_mover(s, PT_LUCK);
    many_show(g, m, i, s);
}

/* A legal move, what is drawn after it, and a new game if that ended this one. A game that
 * stays over is shown to whoever moved last. */
static inline void many_step(const pt_game *g, const many *m, uint32_t i, void *s, pt_rng *rng,
                             uint32_t action) {
    int last = m->seat[i];
    if (m->mask) many_mark(m, i, 0);
    g->apply(s, last, pt_move_at(&m->space, action));
    many_draw(g, s, rng);
    many_reward(g, s, m->reward + (size_t)i * m->config.seats);
    m->over[i] = pt_head_of(s)->node == PT_OVER;
    if (m->over[i] && !m->stays) {
        many_begin(g, m, s, rng);
        last = PT_LUCK;
    }
    if (pt_head_of(s)->node != PT_OVER) m->seat[i] = pt_next_mover(s, last);
    many_show(g, m, i, s);
}

static inline bool many_is_legal(const many *m, uint32_t i, int32_t action) {
    return action >= 0 &&
           pt_find_move(m->legal + (size_t)i * m->most, m->moves[i], (uint32_t)action) >= 0;
}

/* One of the legal moves, all with the same odds. */
static inline uint32_t many_pick(const many *m, uint32_t i, pt_rng *rng) {
    return m->legal[(size_t)i * m->most + pt_below(rng, (uint32_t)m->moves[i])];
}

/* --- a move step by step: its verb, then its arguments --- */

enum { MANY_STEPS = 1 + PT_ARGS };

static inline uint32_t many_part(pt_move m, int step) {
    return step ? pt_arg(m, step - 1) : pt_verb_of(m);
}

static inline bool many_begins(pt_move m, const int32_t *prefix, int steps) {
    for (int k = 0; k < steps; k++)
        if (prefix[k] < 0 || many_part(m, k) != (uint32_t)prefix[k]) return false;
    return true;
}

/* A 1 for each value with which a legal move that begins with prefix[0..step-1] goes on; none
 * if there is nothing more to choose: the verb has no such argument. */
static inline void many_choices(const many *m, uint32_t i, const int32_t *prefix, int step,
                                uint32_t width, uint8_t *out) {
    const uint32_t *legal = m->legal + (size_t)i * m->most;
    for (uint32_t k = 0; k < width; k++) out[k] = 0;
    for (int k = 0; k < m->moves[i]; k++) {
        pt_move move = pt_move_at(&m->space, legal[k]);
        if (many_begins(move, prefix, step) && step <= m->args[pt_verb_of(move)] &&
            many_part(move, step) < width)
            out[many_part(move, step)] = 1;
    }
}

/* The move that these parts make, as an index; -1: none. What a verb has no argument for is not
 * looked at. */
static inline int32_t many_join(const many *m, const int32_t *prefix) {
    if (prefix[0] <= 0 || (uint32_t)prefix[0] >= m->space.verbs) return -1;
    uint32_t part[PT_ARGS] = {0};
    for (int k = 0; k < m->args[prefix[0]]; k++) {
        if (prefix[1 + k] < 0 || prefix[1 + k] > 255) return -1;
        part[k] = (uint32_t)prefix[1 + k];
    }
    uint32_t index =
        pt_index_of(&m->space, pt_mv((uint32_t)prefix[0], part[0], part[1], part[2]));
    return index < pt_space_size(&m->space) ? (int32_t)index : -1;
}
