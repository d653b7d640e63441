/* Rows of columns on their way to where they are needed (core/tensor.h): most columns are 0 or
 * 1, so a packed row has a bit for each of them, and bytes only for those sixteen columns
 * beside each other that have an amount among them. A GPU's thread packs the row of its game,
 * and then all threads write bytes side by side. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include "core/tensor.h"

typedef enum {
    PT_PIECE_NOTHING, /* zeros: these columns are amounts */
    PT_PIECE_SET,     /* bits of a word */
    PT_PIECE_OWNED,   /* bits of a word that belong to a seat; owners lie at `a` and `b` */
    PT_PIECE_NAME,    /* a 1 for the number under the mask `a`; the first column is `b` */
    PT_PIECE_SEAT,    /* the same, seats from the viewer on */
    PT_PIECE_SEATS,   /* a set of seats, from the viewer on */
} pt_piece_kind;

/* Up to 64 columns. */
typedef struct pt_piece {
    uint16_t from, a, b;
    uint8_t kind, size, shift; /* of the number, in bytes; what is to its right */
    uint8_t bits;              /* how many columns */
    uint8_t seat;
    uint8_t zero[5];
} pt_piece;

/* A byte of a packed row. */
typedef struct pt_packed_amount {
    uint16_t from, none, place; /* the byte that it becomes, after the bits */
    uint8_t size, most;
} pt_packed_amount;

enum { PT_GROUP = 16, PT_NO_BLOCK = 0xFFFF, PT_GROUPS = PT_COLUMNS / PT_GROUP };

/* What packed rows of a plan are like; the same for every viewer. */
typedef struct pt_pack {
    uint16_t pieces, amounts;
    uint16_t bits, words;      /* words that are bits, words of a row: both even */
    uint16_t block[PT_GROUPS]; /* for each sixteen columns: which of the blocks; or none */
} pt_pack;

/* Writes the pieces and amounts of a viewer, in the order of their columns; `piece` and
 * `amount` may be NULL to learn how many there are. */
pt_pack pt_pack_make(const pt_plan *plan, int viewer, pt_piece *piece,
                     pt_packed_amount *amount);

/* Members of states lie at multiples of their size. */
static inline uint64_t pt_aligned_number(const uint8_t *at, unsigned size) {
    switch (size) {
    case 1: return *at;
    case 2: return *(const uint16_t *)(const void *)at;
    case 4: return *(const uint32_t *)(const void *)at;
    default: return *(const uint64_t *)(const void *)at;
    }
}

static inline uint64_t pt_piece_bits(const pt_piece *p, const uint8_t *view, unsigned viewer,
                                     unsigned players) {
    if (p->kind == PT_PIECE_NOTHING) return 0;
    uint64_t n = pt_aligned_number(view + p->from, p->size);
    uint64_t all = p->bits < 64 ? ((uint64_t)1 << p->bits) - 1 : ~(uint64_t)0;
    switch ((pt_piece_kind)p->kind) {
    case PT_PIECE_OWNED: {
        uint64_t low = pt_aligned_number(view + p->a, p->size);
        uint64_t high = pt_aligned_number(view + p->b, p->size);
        return n & (p->seat & 1 ? low : ~low) & (p->seat & 2 ? high : ~high) & all;
    }
    case PT_PIECE_SEATS: return ((n & all) >> viewer | (n & all) << (players - viewer)) & all;
    case PT_PIECE_NAME:
    case PT_PIECE_SEAT: {
        uint32_t which = ((uint32_t)n & p->a) >> p->shift;
        which -= p->b;
        if (which >= p->bits) return 0;
        if (p->kind == PT_PIECE_SEAT)
            which = which >= viewer ? which - viewer : which + players - viewer;
        return (uint64_t)1 << which;
    }
    case PT_PIECE_SET:
    case PT_PIECE_NOTHING: break;
    }
    return n >> p->shift & all;
}

/* Two words that are read or written at once: a GPU's memory likes few and long accesses, where
 * they lie at a multiple of 16 bytes. */
typedef struct pt_two_words {
#ifdef __NVPTX__
    _Alignas(16)
#endif
        uint64_t word[2];
} pt_two_words;

static inline pt_piece pt_piece_at(const pt_piece *p) {
#ifdef __NVPTX__
    const pt_two_words *from = (const pt_two_words *)(const void *)p;
    union {
        pt_two_words words;
        pt_piece piece;
    } at = {.words = {{from->word[0], from->word[1]}}};
    return at.piece;
#else
    return *p;
#endif
}

/* The bits, one piece after the other, and zeros after the last one. The next piece is read
 * while one is at work, so there has to be one behind the last. */
static inline void pt_pack_bits(const pt_pack *pack, const pt_piece *p, const uint8_t *view,
                                unsigned viewer, unsigned players, uint64_t *row) {
    uint64_t first = 0, word = 0; /* of two; the one that is being filled */
    pt_two_words *out = (pt_two_words *)(void *)row, *end = out + pack->bits / 2;
    unsigned used = 0;
    bool second = false;
    pt_piece now = pt_piece_at(p), next;
    for (const pt_piece *last = p + pack->pieces; p < last; p++, now = next) {
        next = pt_piece_at(p + 1);
        uint64_t bits = pt_piece_bits(&now, view, viewer, players);
        word |= bits << used;
        used += now.bits;
        if (used < 64) continue;
        if (second) *out++ = (pt_two_words){{first, word}};
        first = word;
        second = !second;
        used -= 64;
        word = used ? bits >> (now.bits - used) : 0;
    }
    if (second) *out++ = (pt_two_words){{first, word}};
    if (!second && out < end) *out++ = (pt_two_words){{word, 0}};
    for (; out < end; out++) *out = (pt_two_words){{0, 0}};
}

/* Block after block. */
static inline void pt_pack_amounts(const pt_pack *pack, const pt_packed_amount *a,
                                   const uint8_t *view, uint64_t *row) {
    const pt_packed_amount *last = a + pack->amounts;
    pt_two_words *out = (pt_two_words *)(void *)row,
                 *end = out + (pack->words - pack->bits) / 2;
    for (unsigned begin = 0; out < end; begin += PT_GROUP) {
        uint64_t low = 0, high = 0;
        for (; a < last && a->place < begin + PT_GROUP; a++) {
            uint64_t n = pt_aligned_number(view + a->from, a->size);
            unsigned at = a->place - begin;
            n = n == a->none ? 0 : n < a->most ? n : a->most;
            low |= at < 8 ? n << 8 * at : 0;
            high |= at < 8 ? 0 : n << 8 * (at - 8);
        }
        *out++ = (pt_two_words){{low, high}};
    }
}
