/* The kernels: on a GPU they are launched on many threads, on a CPU they are called. All arrays
 * lie in the memory of whoever runs them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "gpu/many.h"

#ifndef __NVPTX__
#pragma GCC visibility push(default) /* Python calls them */
#endif

#define KERNEL_ALL_LEGAL UINT32_MAX

/* Row i gets number i of the sequence of a seed. */
void kernel_seed(const many *m, uint64_t seed);
/* New games in the rows that are marked; NULL: in all of them. */
void kernel_reset(const many *m, const uint8_t *which);
/* Writes list, mask and observation again, after states were replaced. */
void kernel_look(const many *m);
/* A legal move for each, all with the same odds. */
void kernel_sample(const many *m, int32_t *action);
/* `wrong` becomes the first row whose move is not legal, if it was KERNEL_ALL_LEGAL before. */
void kernel_check(const many *m, const int32_t *action, uint32_t *wrong);
/* Does nothing if a move is wrong. */
void kernel_step(const many *m, const int32_t *action, const uint32_t *wrong);
/* Moves step by step: many_choices() and many_join() for each row; a prefix has MANY_STEPS
 * parts. */
void kernel_choices(const many *m, const int32_t *prefix, uint32_t step, uint32_t width,
                    uint8_t *out);
void kernel_join(const many *m, const int32_t *prefix, int32_t *action);
/* A random step in each. */
void kernel_play(const many *m);
/* Observations [n][m->wide] of packed rows, and the same as halves or floats [n][columns];
 * NULL: not wanted. Sixteen columns of KERNEL_ROWS rows are the work of a thread. */
void kernel_columns(const many *m, const uint64_t *packed, uint32_t n, uint8_t *bytes,
                    uint16_t *halves, float *floats);
enum { KERNEL_ROWS = 4 };

/* --- for searches. States are rows of m->words words in arrays of their own. --- */

/* For each game one possibility of what the seat that moves does not know. */
void kernel_imagine(const many *m, uint64_t seed, uint64_t *to);
/* What each seat can expect, [n][seats], in hundredths of a point; 0 where a game has no hints.
 */
void kernel_evaluate(const many *m, const uint64_t *state, uint32_t n, int32_t *expect);
/* What each state is worth to each seat, [n][seats], by the mean of so many random games to the
 * end. `scratch` holds n * m->most words. */
void kernel_playout(const many *m, const uint64_t *state, uint32_t n, uint64_t seed,
                    uint32_t games, uint32_t *scratch, float *reward);
/* The legal moves of a seat in each state; none for a seat below 0. */
void kernel_list(const many *m, const uint64_t *state, uint32_t n, const int32_t *seat,
                 int32_t *moves, uint32_t *legal);
/* What a seat may know of each state: packed rows. */
void kernel_observe(const many *m, const uint64_t *state, uint32_t n, const int32_t *seat,
                    uint64_t *packed);
/* What the result is worth to each seat, [n][seats]; 0 while a game goes on. */
void kernel_reward(const many *m, const uint64_t *state, uint32_t n, float *reward);
/* State number parent[i] after a legal move and what is drawn then, and who is next; PT_LUCK:
 * it is over. */
void kernel_apply(const many *m, const uint64_t *from, const uint32_t *parent, uint32_t n,
                  const int32_t *seat, const uint32_t *action, uint64_t seed, uint64_t *to,
                  int32_t *next);

#ifndef __NVPTX__
#pragma GCC visibility pop
#endif
