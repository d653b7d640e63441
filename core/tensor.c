/* Follows a plan: reads numbers and sets from a view, and writes a byte for each column. */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include <assert.h>
#include <string.h>

/* --- the bytes of a row, which are 0 at first --- */

/* Bit i of a byte becomes byte i of the word. */
static inline uint64_t spread(uint64_t byte) {
    uint64_t each = byte * 0x0101010101010101u & 0x8040201008040201u;
    return (each + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

/* A byte for each of the lowest n bits, 0..64; returns where the next one goes. On a CPU eight
 * at a time, and a few of what comes later, which are 0 still. A GPU cannot write words
 * anywhere. */
static inline uint8_t *put_bits(uint8_t *at, uint64_t set, unsigned n) {
    if (n < 64) set &= ((uint64_t)1 << n) - 1;
#ifdef __NVPTX__
    for (; set; set &= set - 1) at[pt_lowest(set)] = 1;
#else
    for (uint8_t *to = at; set; set >>= 8, to += 8) {
        uint64_t bytes = spread(set & 0xFF);
        memcpy(to, &bytes, 8);
    }
#endif
    return at + n;
}

/* --- what a view holds; the low byte comes first --- */

static inline uint64_t number_at(const uint8_t *at, unsigned size) {
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

/* Seat n from the viewer on, in the order of the table. */
static inline unsigned turned(unsigned n, unsigned viewer, unsigned players) {
    return n + viewer < players ? n + viewer : n + viewer - players;
}
static inline unsigned seen_from(unsigned seat, unsigned viewer, unsigned players) {
    return seat >= viewer ? seat - viewer : seat + players - viewer;
}

/* Which column a name has; one that has none is very large. */
static inline uint64_t column_of(const pt_part *q, uint64_t n) {
    if (!q->only) return n - q->first;
    bool has = n < 64 && q->only >> n & 1;
    return has ? (uint64_t)pt_count(q->only & (((uint64_t)1 << n) - 1)) : UINT64_MAX;
}

/* The words of a set one after the other, the last ones in its tail. */
static inline uint8_t *put_set(uint8_t *at, const pt_part *q, const uint8_t *from,
                               const uint8_t *tail) {
    unsigned left = q->wide;
    for (unsigned in_words = q->tail_size ? 2u * q->bits : left; left && in_words;) {
        unsigned n = q->bits && q->bits < left ? q->bits : left;
        at = put_bits(at, number_at(from, q->size) >> q->first, n);
        from += q->size;
        left -= n;
        in_words -= n < in_words ? n : in_words;
    }
    return left ? put_bits(at, number_at(tail, q->tail_size), left) : at;
}

/* The part of a word that belongs to a seat. */
static inline uint64_t of_seat(uint64_t set, uint64_t low, uint64_t high, unsigned seat) {
    return set & (seat & 1 ? low : ~low) & (seat & 2 ? high : ~high);
}

static uint8_t *put_owned(uint8_t *at, const pt_part *q, const uint8_t *view, unsigned seat,
                          unsigned b) {
    const uint8_t *set = view + q->at + b * q->step[1];
    const uint8_t *own = view + q->owners + b * q->step[1];
    unsigned left = q->wide;
    for (unsigned word = 0; word < 2 && left; word++, set += 8, own += 8) {
        unsigned n = left < 64 ? left : 64;
        uint64_t high = number_at(own + q->owners_step, 8);
        at = put_bits(at, of_seat(number_at(set, 8), number_at(own, 8), high, seat), n);
        left -= n;
    }
    if (!left) return at;
    set = view + q->tail + b * q->tail_step;
    own = view + q->owners_tail + b * q->tail_step;
    uint64_t high = number_at(own + q->owners_tail_step, q->tail_size);
    uint64_t low = number_at(own, q->tail_size);
    return put_bits(at, of_seat(number_at(set, q->tail_size), low, high, seat), left);
}

/* --- the elements of a part, one after the other. `from` is the first of a row of them. --- */

/* Bytes beside each other are most of what there is. */
static uint8_t *put_small_amounts(uint8_t *restrict at, const pt_part *q,
                                  const uint8_t *restrict from) {
    unsigned n = q->count[1], most = q->most;
    for (unsigned j = 0; j < n; j++) at[j] = (uint8_t)(from[j] < most ? from[j] : most);
    return at + n;
}

static uint8_t *put_amounts(uint8_t *at, const pt_part *q, const uint8_t *from, unsigned viewer,
                            unsigned players) {
    if (q->size == 1 && q->step[1] == 1 && !(q->turned & 2))
        return put_small_amounts(at, q, from);
    for (unsigned j = 0; j < q->count[1]; j++) {
        unsigned b = q->turned & 2 ? turned(j, viewer, players) : j;
        uint64_t n = number_at(from + b * q->step[1], q->size);
        *at++ = (uint8_t)(n == q->none ? 0 : n < q->most ? n : q->most);
    }
    return at;
}

static uint8_t *put_names(uint8_t *at, const pt_part *q, const uint8_t *from, unsigned viewer,
                          unsigned players) {
    unsigned wide = q->wide, count = q->count[1];
    for (unsigned j = 0; j < count; j++, at += wide) {
        unsigned b = q->turned & 2 ? turned(j, viewer, players) : j;
        uint64_t n = number_at(from + b * q->step[1], q->size);
        if (q->mask) n = (n & q->mask) >> q->shift;
        uint64_t which = column_of(q, n);
        if (which >= wide) continue;
        if (q->form == PT_IS_SEAT) which = seen_from((unsigned)which, viewer, players);
        at[which] = 1;
    }
    return at;
}

static uint8_t *put_sets(uint8_t *at, const pt_part *q, const uint8_t *from,
                         const uint8_t *tail, unsigned viewer, unsigned players) {
    for (unsigned j = 0; j < q->count[1]; j++) {
        unsigned b = q->turned & 2 ? turned(j, viewer, players) : j;
        at = put_set(at, q, from + b * q->step[1], tail + b * q->tail_step);
    }
    return at;
}

static uint8_t *put_seats(uint8_t *at, const pt_part *q, const uint8_t *from, unsigned viewer,
                          unsigned players) {
    uint64_t set = number_at(from, q->size) & ((1u << players) - 1);
    return put_bits(at, set >> viewer | set << (players - viewer), players);
}

static uint8_t *put_part(uint8_t *at, const pt_part *q, const uint8_t *view, unsigned viewer,
                         unsigned players) {
    for (unsigned i = 0; i < q->count[0]; i++) {
        unsigned a = q->turned & 1 ? turned(i, viewer, players) : i;
        const uint8_t *from = view + q->at + a * q->step[0];
        switch ((pt_form)q->form) {
        case PT_LEFT_OUT: break;
        case PT_IS_AMOUNT: at = put_amounts(at, q, from, viewer, players); break;
        case PT_IS_NAME:
        case PT_IS_SEAT: at = put_names(at, q, from, viewer, players); break;
        case PT_IS_SET: at = put_sets(at, q, from, view + q->tail, viewer, players); break;
        case PT_IS_SEATS: at = put_seats(at, q, from, viewer, players); break;
        case PT_IS_OWNED:
            for (unsigned b = 0; b < q->count[1]; b++) at = put_owned(at, q, view, a, b);
            break;
        }
    }
    return at;
}

void pt_write_bytes(const pt_plan *p, const void *view, int viewer, uint64_t *out) {
    uint8_t *at = (uint8_t *)out;
    assert(viewer < p->players);
    for (size_t i = 0; i < pt_plan_words(p); i++) out[i] = 0;
    for (unsigned i = 0; i < p->parts; i++)
        at = put_part(at, &p->part[i], view, viewer < 0 ? 0 : (unsigned)viewer, p->players);
    assert(at == (uint8_t *)out + p->columns);
}

/* --- the same as floats and halves --- */

/* A byte times a number; both are rounded once, so that every chip gives the same. */
void pt_write_floats(const pt_plan *p, const uint8_t *bytes, float *out) {
    for (unsigned i = 0; i < p->parts; i++) {
        const pt_part *q = &p->part[i];
        for (unsigned k = 0; k < q->columns; k++) *out++ = (float)*bytes++ * q->scale;
    }
}

enum { HALF_OF_ONE = 0x3C00 };

/* Rounds to even. Nothing here is so small that a half would lose its leading 1. */
static uint16_t half_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, 4);
    if (!bits) return 0;
    assert(number >= 1.0F / 255 && number <= 1);
    return (uint16_t)((bits - 0x38000000u + 0xFFF + (bits >> 13 & 1)) >> 13);
}

void pt_write_halves(const pt_plan *p, const uint8_t *bytes, uint16_t *out) {
    for (unsigned i = 0; i < p->parts; i++) {
        const pt_part *q = &p->part[i];
        if (q->form != PT_IS_AMOUNT) /* 0 or 1 */
            for (unsigned k = 0; k < q->columns; k++)
                out[k] = (uint16_t)(bytes[k] * HALF_OF_ONE);
        else
            for (unsigned k = 0; k < q->columns; k++)
                out[k] = half_of((float)bytes[k] * q->scale);
        bytes += q->columns;
        out += q->columns;
    }
}
