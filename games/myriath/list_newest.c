/* Myriath: the placements of list.c for the newest x86-64 processors, whose registers hold a
 * whole set of nodes, twice: where an end fits, and where it fits and touches an opponent. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/list.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

#define INLINE PT_NEWEST_PROCESSOR MR_ALWAYS_INLINE

/* Words of a set: at most three of nodes, the last is empty. The lower half of a pair is where
 * a set of triangles is free (R4.3), the upper half where it also touches (R4.4). */
typedef __m256i nodes;
typedef __m512i nodes_pair;

/* The same from the anchor, for the ends at every place (mr_shape.end), and where the middle of
 * a path is free. */
enum { FITS, JOINS, ENDS = 3 * MR_PLACES, AT_ONCE = 16 };
typedef struct newest_map {
    _Alignas(64) nodes end[ENDS][2];
    nodes open[MR_PATHS];
} newest_map;

typedef struct newest_streets {
    nodes_pair set[MR_ALL + 1];
} newest_streets;

INLINE nodes read_nodes(const mr_board *b, const mr_tail *t, int side) {
    return _mm256_setr_epi64x((long long)b->low[side][0], (long long)b->low[side][1],
                              t->high[side], 0);
}

INLINE nodes read_columns(int words, int columns) {
    const uint64_t *c = mr_columns[words - 1][columns];
    return _mm256_setr_epi64x((long long)c[0], (long long)c[1], (long long)c[2], 0);
}

INLINE nodes both(nodes a, nodes b) { return _mm256_and_si256(a, b); }

/* Of one end: it is free, and one across from it is an opponent's. */
INLINE nodes_pair pair_of(nodes fits, const nodes other[MR_SIDES], unsigned set) {
    unsigned across = mr_across(set);
    int a = pt_lowest(across), b = pt_lowest(across & (across - 1));
    nodes joins = both(fits, _mm256_or_si256(other[a], other[b]));
    return _mm512_inserti64x4(_mm512_castsi256_si512(fits), joins, 1);
}

INLINE void map_streets(const mr_state *s, int seat, int words, newest_streets *map) {
    const nodes area = read_columns(words, 0);
    const nodes odd = _mm256_set1_epi64x(-(seat & 1)), upper = _mm256_set1_epi64x(-(seat >> 1));
    nodes other[MR_SIDES], fits[MR_SIDES];
    for (int side = 0; side < MR_SIDES; side++) {
        nodes filled = read_nodes(&s->filled, &s->filled_tail, side);
        nodes o0 = read_nodes(&s->owner[0], &s->owner_tail[0], side);
        nodes o1 = read_nodes(&s->owner[1], &s->owner_tail[1], side);
        other[side] = both(
            filled, _mm256_or_si256(_mm256_xor_si256(o0, odd), _mm256_xor_si256(o1, upper)));
        fits[side] = _mm256_andnot_si256(filled, area);
    }
    for (int side = 0; side < MR_SIDES; side++) {
        unsigned one = 1u << side, two = (3u << side | 3u << side >> 4) & MR_ALL;
        map->set[one] = pair_of(fits[side], other, one);
        map->set[two] = pair_of(both(fits[side], fits[(side + 1) % MR_SIDES]), other, two);
    }
    map->set[MR_ALL] =
        _mm512_castsi256_si512(both(both(fits[0], fits[1]), both(fits[2], fits[3])));
}

/* The nodes from which (x, y) further on leads into the set, as back() of list.c. */
INLINE nodes_pair back(nodes_pair set, int words, int x, int y) {
    const nodes_pair next = _mm512_setr_epi64(1, 2, 3, 3, 5, 6, 7, 7); /* 3 and 7 are empty */
    int by = y * mr_side(words + 1) + x;                               /* less than 64 */
    return _mm512_shrdv_epi64(set, _mm512_permutexvar_epi64(next, set), _mm512_set1_epi64(by));
}

INLINE nodes back_fits(const newest_streets *map, int words, mr_spot spot) {
    return _mm512_castsi512_si256(back(map->set[spot.set], words, spot.x, spot.y));
}

/* Two nodes between the ends, or fewer: a set of no triangles is no node. */
INLINE nodes map_path(const newest_streets *map, int words, int columns, mr_spot first,
                      mr_spot second) {
    nodes open = read_columns(words, columns);
    if (first.set) open = both(open, back_fits(map, words, first));
    if (second.set) open = both(open, back_fits(map, words, second));
    return open;
}

INLINE void map_all(const mr_state *s, int seat, int words, newest_map *out) {
    newest_streets map;
    map_streets(s, seat, words, &map);
#define END(which, x, y, triangles)                                                            \
    _mm512_store_si512(out->end[which], back(map.set[triangles], words, x, y));
#define PLACE(number, x, y, arrow, left, right)                                                \
    END(3 * number, x, y, arrow)                                                               \
    END(3 * number + 1, x, y, left)                                                            \
    END(3 * number + 2, x, y, right)
    MR_PLACE_LIST(PLACE)
#undef PLACE
#undef END
#define PATH(number, columns, x1, y1, set1, x2, y2, set2)                                      \
    out->open[number] = map_path(&map, words, columns, (mr_spot){x1, y1, set1, 0},             \
                                 (mr_spot){x2, y2, set2, 0});
    MR_PATH_LIST(PATH)
#undef PATH
}

static const _Alignas(64) uint8_t numbers[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* Writes a move for each anchor of one word: the numbers of its bits are packed, and AT_ONCE of
 * them are written without asking how many there are. What lies beyond is overwritten by the
 * next, and so many moves at most remain behind the last one. */
INLINE pt_move *write_moves(pt_move *out, pt_move move, uint64_t at) {
    __m512i bits = _mm512_maskz_compress_epi8(at, _mm512_load_si512(numbers));
    int n = pt_count(at);
    for (int i = 0;; i += AT_ONCE) {
        __m512i few = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(bits));
        _mm512_storeu_si512(out + i, _mm512_add_epi32(few, _mm512_set1_epi32((int)move)));
        if (i + AT_ONCE >= n) return out + n;
        bits = _mm512_alignr_epi32(bits, bits, AT_ONCE / 4);
    }
}

/* R4.2 to R4.4 for all of a shape's anchors. */
INLINE pt_move *list_shape(const newest_map *map, const mr_shape *k, pt_move *end, int words) {
    const nodes *first = map->end[k->end[0]], *last = map->end[k->end[1]];
    nodes touching =
        _mm256_or_si256(both(first[JOINS], last[FITS]), both(first[FITS], last[JOINS]));
    _Alignas(32) uint64_t at[4];
    _mm256_store_si256((nodes *)(void *)at, both(map->open[k->path], touching));
    end = write_moves(end, k->place, at[0]);
    if (words > 1) end = write_moves(end, k->place + 64, at[1]);
    if (words > 2) end = write_moves(end, k->place + 128, at[2]);
    return end;
}

INLINE int list(const mr_state *s, int seat, uint32_t tiles, pt_move *out, int words) {
    newest_map map;
    pt_move *end = out;
    map_all(s, seat, words, &map);
    for (; tiles; tiles &= tiles - 1) {
        int tile = pt_lowest(tiles);
        const mr_shape *last = &mr_shapes[mr_first_shape[tile + 1]];
        for (const mr_shape *k = &mr_shapes[mr_first_shape[tile]]; k < last; k++)
            end = list_shape(&map, k, end, words);
    }
    assert(end + AT_ONCE <= out + MR_PLACEMENTS_MAX); /* as list.c says */
    if (words < MR_WORDS)
        for (pt_move *m = out; m < end; m++) *m = mr_with_node(*m, words);
    return (int)(end - out);
}

PT_NEWEST_PROCESSOR static int newest_list(const mr_state *s, int seat, uint32_t tiles,
                                           pt_move *out) {
    switch (s->head.seats) {
    case 2: return list(s, seat, tiles, out, 1);
    case 3: return list(s, seat, tiles, out, 2);
    default: return list(s, seat, tiles, out, 3);
    }
}

int mr_placements(const mr_state *s, int seat, uint32_t tiles, pt_move *out) {
    assert(seat >= 0 && seat < s->head.seats);
    if (!pt_newest_processor()) return mr_placements_newer(s, seat, tiles, out);
    tiles &= MR_ALL_TILES;
    return tiles ? newest_list(s, seat, tiles, out) : 0;
}
#else
int mr_placements(const mr_state *s, int seat, uint32_t tiles, pt_move *out) {
    return mr_placements_newer(s, seat, tiles, out);
}
#endif
