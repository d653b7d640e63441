/* Turns a plan into lists, and follows them. Columns are joined in by `or`, word by word, so
 * that the lists may come in any order; only what they leave to the plan is written before, and
 * sets come last, because they store whole words. */
/* SPDX-License-Identifier: MIT */
#include "core/tensor_quick.h"
#include "core/tensor_bits.h"
#include <assert.h>
#include <string.h>
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define NEWER /* as core/bits.h has it */
#include <immintrin.h>
#endif

static const uint64_t each = 0x0101010101010101u, high_bits = 0x8080808080808080u;

/* --- making the lists. A full list leaves its part to the plan. --- */

typedef struct maker {
    pt_quick *q;
    const pt_part *part;
    unsigned size, to; /* of a view; the next column */
} maker;

static bool add_amount(const maker *m, unsigned from) {
    pt_quick *q = m->q;
    pt_quick_run *last = q->runs ? &q->run[q->runs - 1] : NULL;
    unsigned n = last ? (unsigned)pt_count(last->mask) / 8 + last->shift / 8u : 8;
    if (n < 8 && last->most == m->part->most && last->from + n == from &&
        last->to + n - last->shift / 8u == m->to) {
        last->mask |= (uint64_t)0xFF << (8 * n - last->shift);
        return true;
    }
    unsigned back = from + 8 > m->size ? from + 8 - m->size : 0; /* nothing after the view */
    if (q->runs == PT_QUICK_RUNS || m->part->most > 127) return false;
    q->run[q->runs++] = (pt_quick_run){.from = (uint16_t)(from - back),
                                       .shift = (uint8_t)(8 * back),
                                       .to = (uint16_t)m->to,
                                       .most = m->part->most,
                                       .fits = (127u - m->part->most) * each,
                                       .mask = 0xFF};
    return true;
}

static bool add_name(const maker *m, unsigned from) {
    pt_quick *q = m->q;
    const pt_part *p = m->part;
    bool seat = p->form == PT_IS_SEAT;
    uint16_t *n = seat ? &q->seats : &q->names;
    if (*n == PT_QUICK_NAMES || p->only || from + 2 > m->size || p->wide > 255) return false;
    (seat ? q->seat : q->name)[(*n)++] = (pt_quick_name){.from = (uint16_t)from,
                                                         .to = (uint16_t)m->to,
                                                         .mask = p->mask        ? p->mask
                                                                 : p->size == 1 ? 0xFF
                                                                                : 0xFFFF,
                                                         .shift = p->shift,
                                                         .first = p->first,
                                                         .wide = (uint8_t)p->wide};
    return true;
}

static bool add_few(uint16_t *n, pt_quick_number *list, const maker *m, unsigned from) {
    if (*n == PT_QUICK_FEW) return false;
    list[(*n)++] =
        (pt_quick_number){(uint16_t)from, (uint16_t)m->to, m->part->none, m->part->most};
    return true;
}

/* Eight columns of a set at a time are stored, whatever was there: the longest row of such
 * columns need not be cleared before. */
static void note_stored(pt_quick *q, unsigned to, unsigned bits) {
    if (to != q->run_end) q->run_begin = (uint16_t)to;
    q->run_end = (uint16_t)(to + bits / 8 * 8);
    if (q->run_end - q->run_begin > q->stored_end - q->stored_begin) {
        q->stored_begin = q->run_begin;
        q->stored_end = q->run_end;
    }
}

/* Eight bytes are read, of which the mask keeps what belongs to the set; nothing after the
 * view. */
static bool add_word(const maker *m, unsigned at, unsigned size, pt_quick_set word) {
    pt_quick *q = m->q;
    unsigned last = word.from > word.low ? word.from : word.low;
    if (last < word.high) last = word.high;
    if (q->sets == PT_QUICK_SETS || last + 8 > m->size || word.shift + word.bits > 8 * size)
        return false;
    word.mask = word.bits < 64 ? ((uint64_t)1 << word.bits) - 1 : ~(uint64_t)0;
    word.to = (uint16_t)(m->to + at);
    q->set[q->sets++] = word;
    note_stored(q, word.to, word.bits);
    return true;
}

/* The words of a set, and its tail: as put_set() of core/tensor.c has it. */
static bool add_set(const maker *m, unsigned from, unsigned tail) {
    const pt_part *p = m->part;
    unsigned left = p->wide, in_words = p->tail_size ? 2u * p->bits : left;
    while (left && in_words) {
        unsigned n = p->bits && p->bits < left ? p->bits : left;
        pt_quick_set word = {.from = (uint16_t)from,
                             .low = (uint16_t)from,
                             .high = (uint16_t)from,
                             .shift = (uint8_t)p->first,
                             .bits = (uint8_t)n};
        if (n > 64 || !add_word(m, p->wide - left, p->size, word)) return false;
        from += p->size;
        left -= n;
        in_words -= n < in_words ? n : in_words;
    }
    pt_quick_set last = {.from = (uint16_t)tail,
                         .low = (uint16_t)tail,
                         .high = (uint16_t)tail,
                         .bits = (uint8_t)left};
    return !left || (left <= 64 && add_word(m, p->wide - left, p->tail_size, last));
}

static bool add_owned(const maker *m, unsigned seat, unsigned b) {
    pt_owned_word word[PT_OWNED_WORDS];
    unsigned words = pt_owned_words(m->part, b, word), columns = 0;
    for (const pt_owned_word *w = word; w < word + words; columns += w->bits, w++) {
        const pt_quick_set set = {.from = w->from,
                                  .low = w->low,
                                  .high = w->high,
                                  .bits = w->bits,
                                  .not_low = seat & 1 ? 0 : ~(uint64_t)0,
                                  .not_high = seat & 2 ? 0 : ~(uint64_t)0};
        if (!add_word(m, columns, w->size, set)) return false;
    }
    return true;
}

static bool add_element(const maker *m, unsigned a, unsigned b) {
    const pt_part *p = m->part;
    unsigned from = p->at + a * p->step[0] + b * p->step[1];
    switch ((pt_form)p->form) {
    case PT_IS_AMOUNT:
        if (p->size == 2) return add_few(&m->q->numbers, m->q->number, m, from);
        return p->size == 1 && !p->none && add_amount(m, from);
    case PT_IS_NAME:
    case PT_IS_SEAT: return p->size <= 2 && add_name(m, from);
    case PT_IS_SEATS: return p->size == 1 && add_few(&m->q->tables, m->q->table, m, from);
    case PT_IS_SET: return add_set(m, from, p->tail + b * p->tail_step);
    case PT_IS_OWNED: return add_owned(m, a, b);
    case PT_LEFT_OUT: break;
    }
    return false;
}

static bool add_part(maker *m, const uint8_t *seat) {
    const pt_part *p = m->part;
    for (unsigned i = 0; i < p->count[0]; i++)
        for (unsigned j = 0; j < p->count[1]; j++, m->to += p->wide)
            if (!add_element(m, p->turned & 1 ? seat[i] : i, p->turned & 2 ? seat[j] : j))
                return false;
    return true;
}

void pt_quick_make(pt_quick *q, const pt_plan *plan, int viewer, unsigned size) {
    uint8_t seat[PT_SEATS];
    memset(q, 0, sizeof *q);
    q->plan = plan;
    q->viewer = (uint8_t)viewer;
    for (unsigned i = 0; i < plan->players; i++) {
        seat[i] = (uint8_t)(((unsigned)viewer + i) % plan->players);
        q->place[seat[i]] = (uint8_t)i;
    }
    for (unsigned i = 0, column = 0; i < plan->parts; i++) {
        const pt_part *p = &plan->part[i];
        pt_quick before = *q;
        maker m = {.q = q, .part = p, .size = size, .to = column};
        q->column[i] = (uint16_t)column;
        if (!add_part(&m, seat)) {
            before.column[i] = q->column[i];
            *q = before;
            q->others[i / 64] |= (uint64_t)1 << i % 64;
        }
        column += p->columns;
    }
}

/* --- following them --- */

static inline void join(uint8_t *at, uint64_t bytes) {
    uint64_t there;
    memcpy(&there, at, 8);
    there |= bytes;
    memcpy(at, &there, 8);
}

static uint64_t at_most(uint64_t bytes, unsigned most) {
    uint64_t out = 0;
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t n = bytes >> i & 0xFF;
        out |= (n < most ? n : most) << i;
    }
    return out;
}

static void write_runs(const pt_quick *q, const uint8_t *view, uint8_t *out) {
    for (const pt_quick_run *r = q->run, *end = r + q->runs; r < end; r++) {
        uint64_t n;
        memcpy(&n, view + r->from, 8);
        n = n >> r->shift & r->mask;
        if ((((n & ~high_bits) + r->fits) | n) & high_bits) n = at_most(n, r->most);
        join(out + r->to, n);
    }
}

static inline unsigned word_at(const uint8_t *at) { return at[0] | (unsigned)at[1] << 8; }

static inline unsigned number_of(const pt_quick_name *n, const uint8_t *view) {
    return ((word_at(view + n->from) & n->mask) >> n->shift) - n->first;
}

static void write_few(const pt_quick *q, const uint8_t *view, uint8_t *out) {
    for (const pt_quick_number *n = q->number, *end = n + q->numbers; n < end; n++) {
        unsigned amount = word_at(view + n->from);
        if (amount == n->none) continue;
        out[n->to] = (uint8_t)(amount < n->most ? amount : n->most);
    }
    unsigned players = q->plan->players, all = (1u << players) - 1;
    for (const pt_quick_number *n = q->table, *end = n + q->tables; n < end; n++) {
        unsigned set = view[n->from] & all;
        join(out + n->to, pt_spread[(set >> q->viewer | set << (players - q->viewer)) & all]);
    }
}

static void write_names(const pt_quick *q, const uint8_t *view, uint8_t *out) {
    for (const pt_quick_name *n = q->name, *end = n + q->names; n < end; n++) {
        unsigned which = number_of(n, view);
        if (which < n->wide) out[n->to + which] = 1;
    }
    for (const pt_quick_name *n = q->seat, *end = n + q->seats; n < end; n++) {
        unsigned which = number_of(n, view);
        if (which < n->wide) out[n->to + q->place[which]] = 1;
    }
}

/* Whole words are common, and are written without asking what is in them: a wrong guess of the
 * processor costs more than writing. */
static inline void spread_word(uint64_t set, uint8_t *to) {
    for (unsigned i = 0; i < 8; i++) memcpy(to + 8 * i, &pt_spread[set >> 8 * i & 0xFF], 8);
}

#ifdef NEWER
/* The same for 32 members at once: each of 32 bytes gets the byte with its member, and keeps
 * that bit. */
PT_NEWER_PROCESSOR static inline __m256i spread_half(uint32_t set) {
    const __m256i from =
        _mm256_setr_epi64x(0, (long long)each, (long long)(2 * each), (long long)(3 * each));
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201u);
    __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((int)set), from);
    return _mm256_min_epu8(_mm256_and_si256(bytes, bit), _mm256_set1_epi8(1));
}

PT_NEWER_PROCESSOR static inline void newer_spread_word(uint64_t set, uint8_t *to) {
    _mm256_storeu_si256((__m256i *)(void *)to, spread_half((uint32_t)set));
    _mm256_storeu_si256((__m256i *)(void *)(to + 32), spread_half((uint32_t)(set >> 32)));
}
#endif

static inline void spread_part(uint64_t set, unsigned bits, uint8_t *to) {
    for (; bits >= 8; bits -= 8, set >>= 8, to += 8) memcpy(to, &pt_spread[set & 0xFF], 8);
    if (bits) join(to, pt_spread[set]);
}

static inline uint64_t set_of(const pt_quick_set *s, const uint8_t *view) {
    uint64_t set = pt_number_at(view + s->from, 8);
    set &= pt_number_at(view + s->low, 8) ^ s->not_low;
    set &= pt_number_at(view + s->high, 8) ^ s->not_high;
    return set >> s->shift & s->mask;
}

static void write_sets(const pt_quick *q, const uint8_t *view, uint8_t *out) {
    for (const pt_quick_set *s = q->set, *end = s + q->sets; s < end; s++)
        if (s->bits == 64)
            spread_word(set_of(s, view), out + s->to);
        else
            spread_part(set_of(s, view), s->bits, out + s->to);
}

#ifdef NEWER
PT_NEWER_PROCESSOR static void newer_write_sets(const pt_quick *q, const uint8_t *view,
                                                uint8_t *out) {
    for (const pt_quick_set *s = q->set, *end = s + q->sets; s < end; s++)
        if (s->bits == 64)
            newer_spread_word(set_of(s, view), out + s->to);
        else
            spread_part(set_of(s, view), s->bits, out + s->to);
}

/* The same for a word at once: the set is the mask that its columns are written with. */
PT_NEWEST_PROCESSOR static void newest_write_sets(const pt_quick *q, const uint8_t *view,
                                                  uint8_t *out) {
    const __m512i ones = _mm512_set1_epi8(1);
    for (const pt_quick_set *s = q->set, *end = s + q->sets; s < end; s++)
        _mm512_mask_storeu_epi8(out + s->to, s->mask,
                                _mm512_maskz_mov_epi8(set_of(s, view), ones));
}

static void write_sets_here(const pt_quick *q, const uint8_t *view, uint8_t *out) {
    (pt_newest_processor()  ? newest_write_sets
     : pt_newer_processor() ? newer_write_sets
                            : write_sets)(q, view, out);
}
#else
static void write_sets_here(const pt_quick *q, const uint8_t *view, uint8_t *out) {
    write_sets(q, view, out);
}
#endif

void pt_quick_write(const pt_quick *q, const void *view, uint64_t *out) {
    memset(out, 0, q->stored_begin);
    memset((uint8_t *)out + q->stored_end, 0, 8 * pt_plan_words(q->plan) - q->stored_end);
    for (unsigned i = 0; i < sizeof q->others / 8; i++)
        for (uint64_t left = q->others[i]; left; left &= left - 1) {
            unsigned part = 64 * i + (unsigned)pt_lowest(left);
            pt_write_part(q->plan, part, view, q->viewer, (uint8_t *)out + q->column[part]);
        }
    write_runs(q, view, (uint8_t *)out);
    write_names(q, view, (uint8_t *)out);
    write_few(q, view, (uint8_t *)out);
    write_sets_here(q, view, (uint8_t *)out);
}
