/* Follows a plan: reads numbers and sets from a view, and writes a byte for each column. */
/* SPDX-License-Identifier: MIT */
#include "core/tensor_bits.h"
#include <assert.h>
#include <string.h>

/* --- the bytes of a row, which are 0 at first --- */

/* Bit i of a byte becomes byte i of the word: a table of all bytes. */
#define BIT(n, i) ((uint64_t)((n) >> (i)&1) << 8 * (i))
#define WORD(n)                                                                                \
    (BIT(n, 0) | BIT(n, 1) | BIT(n, 2) | BIT(n, 3) | BIT(n, 4) | BIT(n, 5) | BIT(n, 6) |       \
     BIT(n, 7))
#define FOUR(n) WORD(n), WORD((n) + 1), WORD((n) + 2), WORD((n) + 3)
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define QUARTER(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)
#ifndef __NVPTX__
const uint64_t pt_spread[256] = {QUARTER(0), QUARTER(64), QUARTER(128), QUARTER(192)};
#endif

/* A byte for each of the lowest n bits, 0..64; returns where the next one goes. On a CPU eight
 * at a time, and a few of what comes later, which are 0 still. A GPU cannot write words
 * anywhere. */
static inline uint8_t *put_bits(uint8_t *at, uint64_t set, unsigned n) {
    if (n < 64) set &= ((uint64_t)1 << n) - 1;
#ifdef __NVPTX__
    for (; set; set &= set - 1) at[pt_lowest(set)] = 1;
#else
    for (uint8_t *to = at; set; set >>= 8, to += 8) memcpy(to, &pt_spread[set & 0xFF], 8);
#endif
    return at + n;
}

/* --- what a view holds --- */

/* Who looks: the seats in the order of the table from the viewer on, and where each of them
 * comes in it. */
typedef struct looker {
    unsigned viewer, players;
    uint8_t seat[PT_SEATS], place[PT_SEATS];
} looker;

static looker looker_of(unsigned viewer, unsigned players) {
    looker l = {.viewer = viewer, .players = players};
    for (unsigned i = 0, seat = viewer; i < players; i++) {
        l.seat[i] = (uint8_t)seat;
        l.place[seat] = (uint8_t)i;
        seat = seat + 1 < players ? seat + 1 : 0;
    }
    return l;
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
        at = put_bits(at, pt_number_at(from, q->size) >> q->first, n);
        from += q->size;
        left -= n;
        in_words -= n < in_words ? n : in_words;
    }
    return left ? put_bits(at, pt_number_at(tail, q->tail_size), left) : at;
}

static uint8_t *put_owned(uint8_t *at, const pt_part *q, const uint8_t *view, unsigned seat,
                          unsigned b) {
    const uint8_t *set = view + q->at + b * q->step[1];
    const uint8_t *own = view + q->owners + b * q->step[1];
    unsigned left = q->wide;
    for (unsigned word = 0; word < 2 && left; word++, set += 8, own += 8) {
        unsigned n = left < 64 ? left : 64;
        uint64_t high = pt_number_at(own + q->owners_step, 8);
        at =
            put_bits(at, pt_of_seat(pt_number_at(set, 8), pt_number_at(own, 8), high, seat), n);
        left -= n;
    }
    if (!left) return at;
    set = view + q->tail + b * q->tail_step;
    own = view + q->owners_tail + b * q->tail_step;
    uint64_t high = pt_number_at(own + q->owners_tail_step, q->tail_size);
    uint64_t low = pt_number_at(own, q->tail_size);
    return put_bits(at, pt_of_seat(pt_number_at(set, q->tail_size), low, high, seat), left);
}

/* --- the elements of a part, one after the other. `from` is the first of a row of them. --- */

static inline uint8_t at_most(uint64_t n, const pt_part *q) {
    return (uint8_t)(n == q->none ? 0 : n < q->most ? n : q->most);
}

/* Bytes beside each other are most of what there is: eight at a time, if none is too large. */
static uint8_t *put_bytes(uint8_t *at, const pt_part *q, const uint8_t *from) {
    unsigned left = q->count[1];
#ifndef __NVPTX__
    const uint64_t each = 0x0101010101010101u, high = 0x80 * each;
    for (; left >= 8 && q->most < 128; left -= 8, at += 8, from += 8) {
        uint64_t n;
        memcpy(&n, from, 8);
        if ((((n & ~high) + (127u - q->most) * each) | n) & high) break;
        memcpy(at, &n, 8);
    }
#endif
    for (; left; left--) *at++ = at_most(*from++, q);
    return at;
}

static uint8_t *put_amounts(uint8_t *at, const pt_part *q, const uint8_t *from,
                            const looker *l) {
    unsigned count = q->count[1], step = q->step[1];
    assert(q->size <= 2);
    if (q->size == 1 && step == 1 && !(q->turned & 2)) return put_bytes(at, q, from);
    for (unsigned j = 0; j < count; j++) {
        const uint8_t *n = from + (q->turned & 2 ? l->seat[j] : j) * step;
        *at++ = at_most(q->size == 1 ? *n : n[0] | (unsigned)n[1] << 8, q);
    }
    return at;
}

/* Bytes that are names, without more ado. */
static uint8_t *put_plain_names(uint8_t *at, const pt_part *q, const uint8_t *from,
                                const looker *l) {
    unsigned wide = q->wide, step = q->step[1], first = q->first;
    bool seats = q->form == PT_IS_SEAT;
    for (unsigned left = q->count[1]; left; left--, at += wide, from += step) {
        unsigned which = *from - first;
        if (which < wide) at[seats ? l->place[which] : which] = 1;
    }
    return at;
}

static uint8_t *put_names(uint8_t *at, const pt_part *q, const uint8_t *from, const looker *l) {
    unsigned wide = q->wide;
    if (q->size == 1 && !q->mask && !q->only && !(q->turned & 2))
        return put_plain_names(at, q, from, l);
    for (unsigned j = 0; j < q->count[1]; j++, at += wide) {
        unsigned b = q->turned & 2 ? l->seat[j] : j;
        uint64_t n = pt_number_at(from + b * q->step[1], q->size);
        if (q->mask) n = (n & q->mask) >> q->shift;
        uint64_t which = column_of(q, n);
        if (which < wide) at[q->form == PT_IS_SEAT ? l->place[which] : which] = 1;
    }
    return at;
}

static uint8_t *put_sets(uint8_t *at, const pt_part *q, const uint8_t *from,
                         const uint8_t *tail, const looker *l) {
    for (unsigned j = 0; j < q->count[1]; j++) {
        unsigned b = q->turned & 2 ? l->seat[j] : j;
        at = put_set(at, q, from + b * q->step[1], tail + b * q->tail_step);
    }
    return at;
}

static uint8_t *put_seats(uint8_t *at, const pt_part *q, const uint8_t *from, const looker *l) {
    uint64_t set = pt_number_at(from, q->size) & ((1u << l->players) - 1);
    return put_bits(at, set >> l->viewer | set << (l->players - l->viewer), l->players);
}

static inline uint8_t *put_row(uint8_t *at, const pt_part *q, const uint8_t *view, unsigned a,
                               const looker *l) {
    const uint8_t *from = view + q->at + a * q->step[0];
    switch ((pt_form)q->form) {
    case PT_LEFT_OUT: break;
    case PT_IS_AMOUNT: return put_amounts(at, q, from, l);
    case PT_IS_NAME:
    case PT_IS_SEAT: return put_names(at, q, from, l);
    case PT_IS_SET: return put_sets(at, q, from, view + q->tail, l);
    case PT_IS_SEATS: return put_seats(at, q, from, l);
    case PT_IS_OWNED:
        for (unsigned b = 0; b < q->count[1]; b++) at = put_owned(at, q, view, a, b);
        return at;
    }
    return at;
}

static inline uint8_t *put_part(uint8_t *at, const pt_part *q, const uint8_t *view,
                                const looker *l) {
    for (unsigned i = 0; i < q->count[0]; i++)
        at = put_row(at, q, view, q->turned & 1 ? l->seat[i] : i, l);
    return at;
}

void pt_write_bytes(const pt_plan *p, const void *view, int viewer, uint64_t *out) {
    uint8_t *at = (uint8_t *)out;
    assert(viewer < p->players && p->players <= PT_SEATS);
    looker l = looker_of(viewer < 0 ? 0 : (unsigned)viewer, p->players);
    memset(out, 0, 8 * pt_plan_words(p));
    for (const pt_part *q = p->part; q < p->part + p->parts; q++)
        at = put_part(at, q, view, &l);
    assert(at == (uint8_t *)out + p->columns);
}

void pt_write_part(const pt_plan *p, unsigned part, const void *view, int viewer, uint8_t *at) {
    looker l = looker_of(viewer < 0 ? 0 : (unsigned)viewer, p->players);
    put_part(at, &p->part[part], view, &l);
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
uint16_t pt_half_of(float number) {
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
                out[k] = pt_half_of((float)bytes[k] * q->scale);
        bytes += q->columns;
        out += q->columns;
    }
}
