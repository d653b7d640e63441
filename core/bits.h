/* Sets as bits of a word. This is the only file that uses compiler builtins. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Words that are sets. Whoever reads a view as numbers (docs/tensors.md) gets a state's members
 * of these types bit by bit. Whole numbers have the types of stdint.h. */
typedef uint8_t pt_set8;
typedef uint16_t pt_set16;
typedef uint32_t pt_set32;
typedef uint64_t pt_set64;

/* The lowest set bit's number; the set must not be empty. */
static inline int pt_lowest(uint64_t set) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(set);
#else
    int n = 0;
    while (!(set >> n & 1)) n++;
    return n;
#endif
}

/* How many bits are set. */
static inline int pt_count(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* For a byte: the number of the lowest set bit (8 if there is none), and how many bits are set.
 * These are constant expressions, because a table's initializer cannot call a function. */
#define PT_LOWEST_IN_BYTE(byte) __builtin_ctz((byte) | 256)
#define PT_COUNT_IN_BYTE(byte) __builtin_popcount(byte)

/* A function may be compiled a second time for processors of the last ten years, which count
 * bits in one instruction and work on four words at once; and a third time for those of the
 * last few, which work on eight and pack what a mask selects. Whoever calls it asks first. Each
 * gives the same results. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define PT_NEWER_PROCESSOR __attribute__((target("avx2,bmi,bmi2,popcnt")))
static inline bool pt_newer_processor(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#define PT_NEWEST_PROCESSOR                                                                    \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2")))
static inline bool pt_newest_processor(void) {
    return __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           pt_newer_processor();
}
#else
#define PT_NEWER_PROCESSOR
static inline bool pt_newer_processor(void) { return false; }
#define PT_NEWEST_PROCESSOR
static inline bool pt_newest_processor(void) { return false; }
#endif

/* A hint that this memory will be read soon. */
static inline void pt_prefetch(const void *at) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(at);
#else
    (void)at;
#endif
}
