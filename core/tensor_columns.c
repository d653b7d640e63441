/* Takes a plan apart into its columns. */
/* SPDX-License-Identifier: MIT */
#include "core/tensor_columns.h"
#include <assert.h>

/* The number of a name's column: those with `only` are counted by its bits. */
static unsigned name_of(const pt_part *p, unsigned column) {
    if (!p->only) return p->first + column;
    uint64_t left = p->only;
    for (; column; column--) left &= left - 1;
    return (unsigned)pt_lowest(left);
}

/* A bit is looked for in its own byte: the low one comes first. */
static pt_column bit_at(unsigned from, unsigned bit) {
    uint16_t mask = (uint16_t)(1u << bit % 8);
    return (pt_column){(uint16_t)(from + bit / 8), mask, mask, PT_COLUMN_EQUAL, 1};
}

/* As put_set() and put_owned() of core/tensor.c: words, of which each has so many bits, and a
 * tail. */
static pt_column set_column(const pt_part *p, unsigned from, unsigned tail, unsigned column) {
    unsigned in_words = p->tail_size ? 2u * p->bits : p->wide;
    if (column >= in_words) return bit_at(tail, column - in_words);
    unsigned word = p->bits ? column / p->bits : 0, bit = p->bits ? column % p->bits : column;
    return bit_at(from + word * p->size, p->first + bit);
}

static pt_column owned_column(const pt_part *p, unsigned seat, unsigned b, unsigned column) {
    bool tail = column >= 128;
    unsigned byte = (tail ? column - 128 : column) / 8;
    unsigned from = tail ? p->tail + b * p->tail_step : p->at + b * p->step[1];
    unsigned own = tail ? p->owners_tail + b * p->tail_step : p->owners + b * p->step[1];
    unsigned apart = tail ? p->owners_tail_step : p->owners_step;
    return (pt_column){(uint16_t)(from + byte), (uint16_t)(own + byte),
                       (uint16_t)(own + apart + byte), PT_COLUMN_OWNED,
                       (uint8_t)(column % 8 | seat << 3)};
}

static pt_column column_of(const pt_part *p, unsigned a, unsigned b, const uint8_t *seat,
                           unsigned column) {
    unsigned from = p->at + a * p->step[0] + b * p->step[1];
    uint16_t all = p->size == 1 ? 0xFF : 0xFFFF;
    switch ((pt_form)p->form) {
    case PT_LEFT_OUT: break;
    case PT_IS_AMOUNT:
        assert(p->size <= 2);
        return (pt_column){(uint16_t)from, p->none, p->most, PT_COLUMN_AMOUNT, p->size};
    case PT_IS_NAME:
    case PT_IS_SEAT: {
        assert(p->size <= 2);
        unsigned name = p->form == PT_IS_SEAT ? p->first + seat[column] : name_of(p, column);
        return (pt_column){(uint16_t)from, (uint16_t)(name << p->shift),
                           p->mask ? p->mask : all, PT_COLUMN_EQUAL, p->size};
    }
    case PT_IS_SET: return set_column(p, from, p->tail + b * p->tail_step, column);
    case PT_IS_SEATS: return bit_at(from, seat[column]);
    case PT_IS_OWNED: return owned_column(p, a, b, column);
    }
    return (pt_column){0};
}

void pt_columns_make(const pt_plan *plan, int viewer, pt_column *out) {
    uint8_t seat[PT_SEATS];
    for (unsigned i = 0; i < plan->players; i++)
        seat[i] = (uint8_t)(((unsigned)viewer + i) % plan->players);
    for (const pt_part *p = plan->part; p < plan->part + plan->parts; p++)
        for (unsigned i = 0; i < p->count[0]; i++)
            for (unsigned j = 0; j < p->count[1]; j++)
                for (unsigned k = 0; k < p->wide; k++)
                    *out++ = column_of(p, p->turned & 1 ? seat[i] : i,
                                       p->turned & 2 ? seat[j] : j, seat, k);
}
