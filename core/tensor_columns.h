/* A plan (core/tensor.h) column by column: what makes each of them 0, 1 or an amount, for one
 * viewer. So the threads of a GPU can write a row together, each its own columns. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/tensor.h"

typedef enum {
    PT_COLUMN_EQUAL,  /* 1 if the number, under the mask, is the value */
    PT_COLUMN_AMOUNT, /* the number, at most the mask; 0 if it is the value */
    PT_COLUMN_OWNED,  /* 1 if a bit is set, and the bits at `value` and `mask` are a seat's
                         number */
} pt_column_kind;

typedef struct pt_column {
    uint16_t from, value, mask;
    uint8_t kind, size; /* of the number in bytes, 1 or 2; or bit and seat << 3 */
} pt_column;

/* Writes plan->columns of them. */
void pt_columns_make(const pt_plan *plan, int viewer, pt_column *out);

static inline uint32_t pt_column_value(const pt_column *c, const uint8_t *view) {
    uint32_t n = view[c->from];
    if (c->kind == PT_COLUMN_OWNED) {
        uint32_t bit = c->size & 7, seat = (uint32_t)c->size >> 3;
        uint32_t low = view[c->value] >> bit, high = view[c->mask] >> bit;
        return n >> bit & ~(low ^ seat) & ~(high ^ seat >> 1) & 1;
    }
    if (c->size == 2) n |= (uint32_t)view[c->from + 1] << 8;
    if (c->kind == PT_COLUMN_EQUAL) return (n & c->mask) == c->value;
    return n == c->value ? 0 : n < c->mask ? n : c->mask;
}
