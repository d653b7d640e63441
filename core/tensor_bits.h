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

/* A word of a PT_IS_OWNED set: where it and the two words of its owners are, how many bytes
 * they have, and how many columns the set has from bit 0 on. */
typedef struct pt_owned_word {
    uint16_t from, low, high;
    uint8_t size, bits;
} pt_owned_word;
enum { PT_OWNED_WORDS = 3 }; /* two, and a tail */

/* The words of element b; returns how many. */
static inline unsigned pt_owned_words(const pt_part *p, unsigned b,
                                      pt_owned_word out[PT_OWNED_WORDS]) {
    unsigned n = 0, left = p->wide, from = p->at + b * p->step[1];
    unsigned own = p->owners + b * p->step[1], apart = p->owners_step;
    for (; n < PT_OWNED_WORDS && left; n++, from += 8, own += 8) {
        bool tail = n == PT_OWNED_WORDS - 1;
        if (tail) {
            from = p->tail + b * p->tail_step;
            own = p->owners_tail + b * p->tail_step;
            apart = p->owners_tail_step;
        }
        unsigned bits = tail || left < 64 ? left : 64;
        out[n] = (pt_owned_word){(uint16_t)from, (uint16_t)own, (uint16_t)(own + apart),
                                 tail ? p->tail_size : 8, (uint8_t)bits};
        left -= bits;
    }
    return n;
}

/* One part of a plan, whose columns begin at `at` and are 0, as is what comes after them. */
void pt_write_part(const pt_plan *p, unsigned part, const void *view, int viewer, uint8_t *at);
