/* Takes a plan apart into what packs a row. */
/* SPDX-License-Identifier: MIT */
#include "core/tensor_pack.h"
#include "core/tensor_bits.h"
#include <assert.h>
#include <string.h>

typedef struct packer {
    const pt_plan *plan;
    pt_pack pack;
    pt_piece *piece;
    pt_packed_amount *amount;
    uint8_t seat[PT_SEATS]; /* from the viewer on */
    unsigned column, blocks;
    unsigned gap; /* columns just passed that are amounts */
} packer;

static void add(packer *k, pt_piece p) {
    if (k->piece) k->piece[k->pack.pieces] = p;
    k->pack.pieces++;
}

/* Zeros for the amounts that came before. */
static void close_gap(packer *k) {
    for (; k->gap; k->gap -= k->gap < 64 ? k->gap : 64)
        add(k, (pt_piece){.bits = (uint8_t)(k->gap < 64 ? k->gap : 64)});
}

static void add_piece(packer *k, pt_piece p) {
    assert(p.bits && p.bits <= 64 && p.from % p.size == 0);
    close_gap(k);
    add(k, p);
    k->column += p.bits;
}

static void add_amount(packer *k, const pt_part *p, unsigned from) {
    uint16_t *block = &k->pack.block[k->column / PT_GROUP];
    assert(p->size <= 2 && from % p->size == 0);
    if (*block == PT_NO_BLOCK) *block = (uint16_t)k->blocks++;
    if (k->amount)
        k->amount[k->pack.amounts] =
            (pt_packed_amount){.from = (uint16_t)from,
                               .none = p->none,
                               .place = (uint16_t)(*block * PT_GROUP + k->column % PT_GROUP),
                               .size = p->size,
                               .most = p->most};
    k->pack.amounts++;
    k->column++;
    k->gap++;
}

/* --- names, one piece for each run of numbers that have columns --- */

static void add_names(packer *k, const pt_part *p, unsigned from, unsigned first,
                      unsigned count) {
    pt_piece piece = {.from = (uint16_t)from,
                      .a = p->mask        ? p->mask
                           : p->size == 1 ? 0xFF
                                          : 0xFFFF,
                      .kind = p->form == PT_IS_SEAT ? PT_PIECE_SEAT : PT_PIECE_NAME,
                      .size = p->size,
                      .shift = p->mask ? p->shift : 0};
    assert(p->size <= 2);
    for (; count; count -= piece.bits, first += piece.bits) {
        piece.b = (uint16_t)first;
        piece.bits = (uint8_t)(count < 64 ? count : 64);
        add_piece(k, piece);
    }
}

static void add_name(packer *k, const pt_part *p, unsigned from) {
    if (!p->only) {
        add_names(k, p, from, p->first, p->wide);
        return;
    }
    for (uint64_t left = p->only; left;) {
        unsigned first = (unsigned)pt_lowest(left), count = 0;
        for (; left >> first >> count & 1; count++) left &= ~((uint64_t)1 << (first + count));
        add_names(k, p, from, first, count);
    }
}

/* --- sets: as put_set() and put_owned() of core/tensor.c have them --- */

static void add_set(packer *k, const pt_part *p, unsigned from, unsigned tail) {
    unsigned left = p->wide, in_words = p->tail_size ? 2u * p->bits : left;
    while (left && in_words) {
        unsigned n = p->bits && p->bits < left ? p->bits : left;
        add_piece(k, (pt_piece){.from = (uint16_t)from,
                                .kind = PT_PIECE_SET,
                                .size = p->size,
                                .shift = (uint8_t)p->first,
                                .bits = (uint8_t)n});
        from += p->size;
        left -= n;
        in_words -= n < in_words ? n : in_words;
    }
    if (left)
        add_piece(k, (pt_piece){.from = (uint16_t)tail,
                                .kind = PT_PIECE_SET,
                                .size = p->tail_size,
                                .bits = (uint8_t)left});
}

static void add_owned(packer *k, const pt_part *p, unsigned seat, unsigned b) {
    pt_owned_word word[PT_OWNED_WORDS];
    unsigned words = pt_owned_words(p, b, word);
    for (const pt_owned_word *w = word; w < word + words; w++)
        add_piece(k, (pt_piece){.from = w->from,
                                .a = w->low,
                                .b = w->high,
                                .kind = PT_PIECE_OWNED,
                                .size = w->size,
                                .bits = w->bits,
                                .seat = (uint8_t)seat});
}

static void add_element(packer *k, const pt_part *p, unsigned a, unsigned b) {
    unsigned from = p->at + a * p->step[0] + b * p->step[1];
    switch ((pt_form)p->form) {
    case PT_LEFT_OUT: break;
    case PT_IS_AMOUNT: add_amount(k, p, from); break;
    case PT_IS_NAME:
    case PT_IS_SEAT: add_name(k, p, from); break;
    case PT_IS_SEATS:
        add_piece(k, (pt_piece){.from = (uint16_t)from,
                                .kind = PT_PIECE_SEATS,
                                .size = p->size,
                                .bits = k->plan->players});
        break;
    case PT_IS_SET: add_set(k, p, from, p->tail + b * p->tail_step); break;
    case PT_IS_OWNED: add_owned(k, p, a, b); break;
    }
}

static void add_part(packer *k, const pt_part *p) {
    for (unsigned i = 0; i < p->count[0]; i++)
        for (unsigned j = 0; j < p->count[1]; j++)
            add_element(k, p, p->turned & 1 ? k->seat[i] : i, p->turned & 2 ? k->seat[j] : j);
}

pt_pack pt_pack_make(const pt_plan *plan, int viewer, pt_piece *piece,
                     pt_packed_amount *amount) {
    packer k = {.plan = plan, .piece = piece, .amount = amount};
    memset(k.pack.block, 0xFF, sizeof k.pack.block);
    for (unsigned i = 0; i < plan->players; i++)
        k.seat[i] = (uint8_t)(((unsigned)viewer + i) % plan->players);
    for (const pt_part *p = plan->part; p < plan->part + plan->parts; p++) add_part(&k, p);
    close_gap(&k);
    assert(k.column == plan->columns);
    unsigned groups = (plan->columns + PT_GROUP - 1u) / PT_GROUP;
    k.pack.bits = (uint16_t)((groups + 7) / 8 * 2);
    k.pack.words = (uint16_t)(k.pack.bits + 2 * k.blocks);
    return k.pack;
}
