/* How numbers and sets are read from a view, for those who follow a plan. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/tensor.h"
#include <string.h>

/* Bit i of a byte becomes byte i of the word: a table of all bytes. Not on a GPU. */
extern const uint64_t pt_spread[256];

/* The low byte comes first. */
static inline uint64_t pt_number_at(const uint8_t *at, unsigned size) {
    switch (size) {
    case 1: return *at;
    case 2: return (uint64_t)at[0] | (uint64_t)at[1] << 8;
    case 4: {
        uint32_t n;
        memcpy(&n, at, 4);
        return n;
    }
    default: {
        uint64_t n;
        memcpy(&n, at, 8);
        return n;
    }
    }
}

/* The part of a word that belongs to a seat; its owners are two words, in binary. */
static inline uint64_t pt_of_seat(uint64_t set, uint64_t low, uint64_t high, unsigned seat) {
    return set & (seat & 1 ? low : ~low) & (seat & 2 ? high : ~high);
}

/* One part of a plan, whose columns begin at `at` and are 0, as is what comes after them. */
void pt_write_part(const pt_plan *p, unsigned part, const void *view, int viewer, uint8_t *at);
