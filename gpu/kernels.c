/* What a GPU does with many games: each kernel is a loop over rows that its threads share.
 * Built for each game by gpu/build.py, and once for the CPU, where one thread does every row.
 */
/* SPDX-License-Identifier: MIT */
#include "gpu/kernels.h"

#ifdef __NVPTX__
extern const pt_game
    KERNEL_GAME; /* known when it is built: its functions are called directly */
#define GAME (&KERNEL_GAME)
#define FIRST_ROW                                                                              \
    (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +                          \
     __nvvm_read_ptx_sreg_tid_x())
#define ROW_STEP (__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x())
#define LOWER_TO(at, value) __nvvm_atom_min_gen_ui(at, value)
#else
#define GAME (m->game)
#define FIRST_ROW 0u
#define ROW_STEP 1u
#define LOWER_TO(at, value) (*(at) = *(at) < (value) ? *(at) : (value))
#endif
#define EACH_ROW(i, count) for (uint32_t i = FIRST_ROW; i < (count); i += ROW_STEP)

/* A state while a thread works on it: a GPU's local memory is faster than the arrays. */
typedef struct row {
    union {
        _Alignas(16) unsigned char state[PT_STATE_MAX];
        uint64_t words[PT_STATE_MAX / 8];
    };
    pt_rng rng;
} row;

static void copy(void *to, const void *from, uint32_t words) {
    memcpy(to, from, 8 * (size_t)words);
}

static void load(const many *m, uint32_t i, row *r) {
    copy(r->state, many_state(m, i), m->words);
    r->rng = m->rng[i];
}

static void save(const many *m, uint32_t i, const row *r) {
    copy(many_state(m, i), r->state, m->words);
    m->rng[i] = r->rng;
}

void kernel_seed(const many *m, uint64_t seed) {
    EACH_ROW(i, m->count) m->rng[i] = pt_rng_nth(seed, i);
}

void kernel_reset(const many *m, const uint8_t *which) {
    EACH_ROW(i, m->count) {
        if (which && !which[i]) continue;
        row r = {.rng = m->rng[i]};
        many_reset(GAME, m, i, r.state, &r.rng);
        save(m, i, &r);
    }
}

void kernel_look(const many *m) {
    EACH_ROW(i, m->count) {
        row r;
        load(m, i, &r);
        many_show(GAME, m, i, r.state);
    }
}

void kernel_sample(const many *m, int32_t *action) {
    EACH_ROW(i, m->count) action[i] = (int32_t)many_pick(m, i, &m->rng[i]);
}

void kernel_check(const many *m, const int32_t *action, uint32_t *wrong) {
    EACH_ROW(i, m->count) {
        if (!many_is_legal(m, i, action[i])) LOWER_TO(wrong, i);
    }
}

void kernel_step(const many *m, const int32_t *action, const uint32_t *wrong) {
    if (*wrong != KERNEL_ALL_LEGAL) return;
    EACH_ROW(i, m->count) {
        row r;
        load(m, i, &r);
        many_step(GAME, m, i, r.state, &r.rng, (uint32_t)action[i]);
        save(m, i, &r);
    }
}

void kernel_choices(const many *m, const int32_t *prefix, uint32_t step, uint32_t width,
                    uint8_t *out) {
    EACH_ROW(i, m->count) {
        many_choices(m, i, prefix + (size_t)i * MANY_STEPS, (int)step, width,
                     out + (size_t)i * width);
    }
}

void kernel_join(const many *m, const int32_t *prefix, int32_t *action) {
    EACH_ROW(i, m->count) action[i] = many_join(m, prefix + (size_t)i * MANY_STEPS);
}

void kernel_play(const many *m) {
    EACH_ROW(i, m->count) {
        row r;
        load(m, i, &r);
        many_step(GAME, m, i, r.state, &r.rng, many_pick(m, i, &r.rng));
        save(m, i, &r);
    }
}

/* --- observations --- */

/* Threads beside each other write columns beside each other, of the same rows: memory likes
 * words that follow each other, and the four columns of a thread stay in its registers. */
typedef struct quad {
    pt_column column[4];
} quad;

static void write_quad(const many *m, const quad *q, const uint8_t *view, uint32_t i,
                       uint32_t at, uint8_t *bytes, uint16_t *halves, float *floats) {
    uint32_t value[4], columns = m->plan.columns;
    size_t to = (size_t)i * columns + at;
    for (uint32_t k = 0; k < 4; k++) value[k] = pt_column_value(&q->column[k], view);
    *(uint32_t *)(void *)(bytes + (size_t)i * m->wide + at) =
        value[0] | value[1] << 8 | value[2] << 16 | value[3] << 24;
    for (uint32_t k = 0; k < 4 && at + k < columns; k++) {
        float number = (float)value[k] * m->scale[at + k];
        if (floats) floats[to + k] = number;
        if (halves) halves[to + k] = pt_half_of(number);
    }
}

void kernel_columns(const many *m, const uint64_t *view, uint32_t n, const int32_t *seat,
                    uint8_t *bytes, uint16_t *halves, float *floats) {
    uint32_t across = (m->wide / 4 + KERNEL_QUADS - 1) / KERNEL_QUADS * KERNEL_QUADS;
    EACH_ROW(task, (n + KERNEL_ROWS - 1) / KERNEL_ROWS * across) {
        uint32_t at = task % across * 4, first = task / across * KERNEL_ROWS;
        uint32_t rows = n - first < KERNEL_ROWS ? n - first : KERNEL_ROWS, of[PT_SEATS] = {0};
        if (at >= m->wide) continue;
        for (uint32_t k = 0; k < rows; k++)
            for (int viewer = 0; viewer < PT_SEATS; viewer++)
                of[viewer] |= (uint32_t)(seat[first + k] == viewer) << k;
        for (uint32_t viewer = 0; viewer < m->config.seats; viewer++) {
            quad q = *(const quad *)(const void *)(m->column + (size_t)viewer * m->wide + at);
            for (uint32_t left = of[viewer]; left; left &= left - 1) {
                uint32_t i = first + (uint32_t)pt_lowest(left);
                write_quad(m, &q, (const uint8_t *)(view + (size_t)i * m->words), i, at, bytes,
                           halves, floats);
            }
        }
    }
}

/* --- for searches: states in arrays of their own --- */

void kernel_imagine(const many *m, uint64_t seed, uint64_t *to) {
    EACH_ROW(i, m->count) {
        row r, seen;
        pt_rng rng = pt_rng_nth(seed, i);
        load(m, i, &r);
        pt_observe(GAME, r.state, m->seat[i], seen.state);
        pt_imagine(GAME, seen.state, m->seat[i], &rng, r.state);
        copy(to + (size_t)i * m->words, r.state, m->words);
    }
}

void kernel_evaluate(const many *m, const uint64_t *state, uint32_t n, int32_t *expect) {
    EACH_ROW(i, n) {
        row r;
        int32_t points[PT_SEATS] = {0};
        copy(r.state, state + (size_t)i * m->words, m->words);
        if (GAME->hints && GAME->hints->evaluate) GAME->hints->evaluate(r.state, points);
        for (unsigned k = 0; k < m->config.seats; k++)
            expect[(size_t)i * m->config.seats + k] = points[k];
    }
}

/* Plays on to the end by random moves, `games` times, and adds up what that is worth. */
void kernel_playout(const many *m, const uint64_t *state, uint32_t n, uint64_t seed,
                    uint32_t games, uint32_t *scratch, float *reward) {
    EACH_ROW(i, n) {
        float sum[PT_SEATS] = {0}, one[PT_SEATS];
        row r = {.rng = pt_rng_nth(seed, i)};
        uint32_t *list = scratch + (size_t)i * m->most;
        for (uint32_t k = 0; k < games; k++) {
            copy(r.state, state + (size_t)i * m->words, m->words);
            for (int last = PT_LUCK; pt_head_of(r.state)->node != PT_OVER;) {
                many_draw(GAME, r.state, &r.rng);
                if (pt_head_of(r.state)->node != PT_DECIDE) continue;
                last = pt_next_mover(r.state, last);
                int moves = GAME->legal(r.state, last, list);
                GAME->apply(r.state, last, list[pt_below(&r.rng, (uint32_t)moves)]);
            }
            many_reward(GAME, r.state, one);
            for (unsigned s = 0; s < m->config.seats; s++) sum[s] += one[s];
        }
        for (unsigned s = 0; s < m->config.seats; s++)
            reward[(size_t)i * m->config.seats + s] = sum[s] / (float)games;
    }
}

void kernel_list(const many *m, const uint64_t *state, uint32_t n, const int32_t *seat,
                 int32_t *moves, uint32_t *legal) {
    EACH_ROW(i, n) {
        row r;
        uint32_t *list = legal + (size_t)i * m->most;
        copy(r.state, state + (size_t)i * m->words, m->words);
        moves[i] = seat[i] < 0 ? 0 : GAME->legal(r.state, seat[i], list);
        many_to_indices(&m->space, list, moves[i]);
    }
}

void kernel_observe(const many *m, const uint64_t *state, uint32_t n, const int32_t *seat,
                    uint64_t *view) {
    EACH_ROW(i, n) {
        row r, seen;
        copy(r.state, state + (size_t)i * m->words, m->words);
        copy(view + (size_t)i * m->words, many_view(GAME, m, r.state, seat[i], seen.words),
             m->words);
    }
}

void kernel_reward(const many *m, const uint64_t *state, uint32_t n, float *reward) {
    EACH_ROW(i, n) {
        row r;
        copy(r.state, state + (size_t)i * m->words, m->words);
        many_reward(GAME, r.state, reward + (size_t)i * m->config.seats);
    }
}

void kernel_apply(const many *m, const uint64_t *from, const uint32_t *parent, uint32_t n,
                  const int32_t *seat, const uint32_t *action, uint64_t seed, uint64_t *to,
                  int32_t *next) {
    EACH_ROW(i, n) {
        row r = {.rng = pt_rng_nth(seed, i)};
        copy(r.state, from + (size_t)parent[i] * m->words, m->words);
        GAME->apply(r.state, seat[i], pt_move_at(&m->space, action[i]));
        many_draw(GAME, r.state, &r.rng);
        next[i] = pt_next_mover(r.state, seat[i]); /* PT_LUCK: it is over */
        copy(to + (size_t)i * m->words, r.state, m->words);
    }
}
