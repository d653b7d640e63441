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
    _Alignas(16) unsigned char state[PT_STATE_MAX];
    pt_rng rng;
} row;

/* A GPU's memory likes few and long reads and writes. */
static void copy(void *to, const void *from, uint32_t words) {
#ifdef __NVPTX__
    const pt_two_words *source = from;
    for (pt_two_words *t = to, *end = t + words / 2; t < end; t++, source++)
        *t = (pt_two_words){{source->word[0], source->word[1]}};
#else
    memcpy(to, from, 8 * (size_t)words);
#endif
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

/* Bit k of four becomes byte k. */
static uint32_t spread(uint32_t four) { return four * 0x204081u & 0x01010101u; }

typedef struct sixteen {
    _Alignas(16) uint32_t four[4]; /* columns in each */
} sixteen;

/* Sixteen columns of a packed row: its bits, and the bytes beside them if there are any. */
static sixteen columns_of(const uint64_t *packed, uint32_t group, const uint64_t *block) {
    uint32_t bits = (uint32_t)(packed[group / 4] >> group % 4 * 16) & 0xFFFF;
    sixteen out = {{0}};
    if (block)
        for (int k = 0; k < 4; k++) out.four[k] = (uint32_t)(block[k / 2] >> k % 2 * 32);
    for (int k = 0; k < 4; k++) out.four[k] |= spread(bits >> 4 * k & 15);
    return out;
}

static void write_numbers(const uint8_t *bytes, const float *scale, uint32_t count,
                          uint16_t *halves, float *floats) {
    for (uint32_t k = 0; k < count; k++) {
        float number = (float)bytes[k] * scale[k];
        if (floats) floats[k] = number;
        if (halves) halves[k] = pt_half_of(number);
    }
}

/* Threads beside each other write columns beside each other, and each reads several rows before
 * it writes: memory likes both. */
void kernel_columns(const many *m, const uint64_t *packed, uint32_t n, uint8_t *bytes,
                    uint16_t *halves, float *floats) {
    const uint32_t wide = m->wide, groups = wide / PT_GROUP, columns = m->plan.columns;
    const uint32_t words = m->pack.words, bits = m->pack.bits;
    EACH_ROW(task, (n + KERNEL_ROWS - 1) / KERNEL_ROWS * groups) {
        uint32_t group = task % groups, first = task / groups * KERNEL_ROWS;
        uint32_t at = group * PT_GROUP, block = m->pack.block[group];
        uint32_t count = columns - at < PT_GROUP ? columns - at : PT_GROUP;
        uint32_t rows = n - first < KERNEL_ROWS ? n - first : KERNEL_ROWS;
        sixteen out[KERNEL_ROWS];
        for (uint32_t k = 0; k < KERNEL_ROWS; k++) {
            const uint64_t *from = packed + (size_t)(first + (k < rows ? k : 0)) * words;
            const uint64_t *own = block == PT_NO_BLOCK ? NULL : from + bits + 2 * block;
            out[k] = columns_of(from, group, own);
        }
        for (uint32_t k = 0; k < KERNEL_ROWS; k++) {
            uint8_t *here = bytes + (size_t)(first + k) * wide + at;
            size_t to = (size_t)(first + k) * columns + at;
            if (k >= rows) continue;
            *(sixteen *)(void *)here =
                (sixteen){{out[k].four[0], out[k].four[1], out[k].four[2], out[k].four[3]}};
            if (halves || floats)
                write_numbers(here, m->scale + at, count, halves ? halves + to : NULL,
                              floats ? floats + to : NULL);
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
        moves[i] = seat[i] < 0 ? 0 : many_list(GAME, m, r.state, seat[i], list);
    }
}

void kernel_observe(const many *m, const uint64_t *state, uint32_t n, const int32_t *seat,
                    uint64_t *packed) {
    EACH_ROW(i, n) {
        row r;
        copy(r.state, state + (size_t)i * m->words, m->words);
        many_pack(GAME, m, r.state, seat[i], packed + (size_t)i * m->pack.words);
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
