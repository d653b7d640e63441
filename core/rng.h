/* The fast random numbers of search, soak and bench: splitmix64. Its state is one number, the
 * seed. The same seed gives the same numbers on every machine. Games played by people draw from
 * core/fair.h instead, which can be verified. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdint.h>

typedef struct pt_rng {
    uint64_t state;
} pt_rng;

#define PT_RNG_STEP 0x9E3779B97F4A7C15u

static inline uint64_t pt_random(pt_rng *r) {
    uint64_t z = (r->state += PT_RNG_STEP);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Uniform in 0..n-1, n >= 1, without bias (Lemire's multiply and reject). */
static inline uint32_t pt_below(pt_rng *r, uint32_t n) {
    uint64_t m = (pt_random(r) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor) m = (pt_random(r) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Number n of the sequence that starts with a seed, as a seed of its own. */
static inline pt_rng pt_rng_nth(uint64_t seed, uint32_t n) {
    pt_rng before = {seed + n * PT_RNG_STEP};
    pt_rng nth = {pt_random(&before)};
    return nth;
}
