/* Rows of columns in a hurry: a plan (core/tensor.h) turned into short lists of what to do, for
 * one viewer of one number of players. It writes the same bytes as pt_write_bytes. For CPUs. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/tensor.h"

enum { PT_QUICK_RUNS = 256, PT_QUICK_NAMES = 256, PT_QUICK_SETS = 128, PT_QUICK_FEW = 64 };

/* Up to eight amounts beside each other, as bytes of a word. */
typedef struct pt_quick_run {
    uint16_t from, to;
    uint8_t most, shift; /* of the word there: the first amount is not always its lowest byte */
    uint64_t fits; /* added to bytes below 128, it leaves the high bit of those that fit 0 */
    uint64_t mask; /* of the bytes that count */
} pt_quick_run;

/* A number of one or two bytes that is a name or a seat. */
typedef struct pt_quick_name {
    uint16_t from, to, mask, first;
    uint8_t shift, wide;
} pt_quick_name;

/* An amount of two bytes; or a set of seats in one. */
typedef struct pt_quick_number {
    uint16_t from, to, none, most;
} pt_quick_number;

/* A word of a set, or what of it belongs to a seat: those of its members whose owner has, in
 * binary, this low bit and this high bit. Of a set without owners all belong. */
typedef struct pt_quick_set {
    uint16_t from, to, low, high;
    uint8_t shift, bits;
    uint64_t not_low, not_high; /* all ones where that bit of the owner has to be 0 */
    uint64_t mask;              /* of the bits that count */
} pt_quick_set;

typedef struct pt_quick {
    const pt_plan *plan;
    uint8_t viewer, place[PT_SEATS];
    uint16_t runs, names, seats, sets, numbers, tables;
    uint16_t stored_begin, stored_end;        /* columns that sets fill, whatever was there */
    uint16_t run_begin, run_end;              /* those that are being collected */
    uint64_t others[(PT_FEATURES + 63) / 64]; /* parts that are written as the plan has them */
    uint16_t column[PT_FEATURES];             /* the first of each part */
    pt_quick_run run[PT_QUICK_RUNS];
    pt_quick_name name[PT_QUICK_NAMES], seat[PT_QUICK_NAMES];
    pt_quick_set set[PT_QUICK_SETS];
    pt_quick_number number[PT_QUICK_FEW], table[PT_QUICK_FEW];
} pt_quick;

/* The plan has to stay where it is. A view has `size` bytes. */
void pt_quick_make(pt_quick *q, const pt_plan *plan, int viewer, unsigned size);
/* As pt_write_bytes for this viewer. */
void pt_quick_write(const pt_quick *q, const void *view, uint64_t *out);
