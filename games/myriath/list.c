/* Myriath: what a player may do (R3.4, R4), found with sets of nodes.
 *
 * Every tile runs along one of ten paths and has one of three ends at either end of it. For a
 * path, six sets say where each end fits, six more where it fits and touches an opponent, all
 * seen from the anchor. A shape then fits where both its ends fit and one of them touches:
 * three operations for all its anchors at once. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"

/* The lister is compiled three times, for sets of one, two and three words. */
#if defined(__GNUC__) || defined(__clang__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

#define ALL_TILES (((uint32_t)1 << MR_TILES) - 1)

typedef struct node_set {
    uint64_t w[MR_WORDS];
} node_set;

/* R4.3, R4.4: nodes where a set of triangles is free, and where it would touch an opponent. */
typedef struct street_map {
    node_set fits[MR_ALL + 1], joins[MR_ALL + 1];
} street_map;

/* The same for the six ends of every path (mr_shape.end), from the anchor, word after word. */
enum { ENDS = 6 * MR_PATHS };
typedef struct path_map {
    uint64_t fits[ENDS * MR_WORDS], joins[ENDS * MR_WORDS];
} path_map;

/* The nodes from which (x, y) further on leads into the set, were there no right border: the
 * caller keeps to mr_columns. Below the last row nothing is in any set. */
ALWAYS_INLINE node_set back(const node_set *set, int words, int x, int y) {
    int by = y * mr_side(words + 1) + x; /* less than 64 */
    node_set out;
    for (int i = 0; i < words; i++) {
        out.w[i] = set->w[i] >> by;
        if (i + 1 < words) out.w[i] |= set->w[i + 1] << 1 << (63 - by);
    }
    return out;
}

/* Of one end: `set` of triangles is free, and one across from it is an opponent's. */
ALWAYS_INLINE void map_end(street_map *map, const node_set other[MR_SIDES], int words,
                           unsigned set) {
    unsigned across = mr_across(set);
    int a = pt_lowest(across), b = pt_lowest(across & (across - 1));
    for (int i = 0; i < words; i++)
        map->joins[set].w[i] = map->fits[set].w[i] & (other[a].w[i] | other[b].w[i]);
}

ALWAYS_INLINE void map_streets(const mr_state *s, int seat, int words, street_map *map) {
    const uint64_t *area = mr_columns[words - 1][0];
    node_set other[MR_SIDES];
    const uint64_t odd = seat & 1 ? ~(uint64_t)0 : 0, upper = seat & 2 ? ~(uint64_t)0 : 0;
    for (int side = 0; side < MR_SIDES; side++)
        for (int i = 0; i < words; i++) {
            uint64_t filled = mr_word(&s->filled, &s->filled_tail, side, i);
            uint64_t o0 = mr_word(&s->owner[0], &s->owner_tail[0], side, i);
            uint64_t o1 = mr_word(&s->owner[1], &s->owner_tail[1], side, i);
            other[side].w[i] = filled & ((o0 ^ odd) | (o1 ^ upper));
            map->fits[1 << side].w[i] = area[i] & ~filled;
        }
    for (int i = 0; i < words; i++) {
        uint64_t n = map->fits[MR_N].w[i], e = map->fits[MR_E].w[i];
        uint64_t so = map->fits[MR_S].w[i], w = map->fits[MR_W].w[i];
        map->fits[MR_N | MR_E].w[i] = n & e;
        map->fits[MR_E | MR_S].w[i] = e & so;
        map->fits[MR_S | MR_W].w[i] = so & w;
        map->fits[MR_W | MR_N].w[i] = w & n;
        map->fits[MR_ALL].w[i] = n & e & so & w;
    }
    for (int side = 0; side < MR_SIDES; side++) {
        map_end(map, other, words, 1u << side);
        map_end(map, other, words, (3u << side | 3u << side >> 4) & MR_ALL);
    }
}

ALWAYS_INLINE void map_path(const street_map *map, int path, int words, path_map *out) {
    const mr_path *p = &mr_paths[path];
    node_set open;
    for (int w = 0; w < words; w++) open.w[w] = mr_columns[words - 1][p->w][w];
    for (int i = 0; i < p->inner; i++) {
        const mr_spot *spot = &p->through[i];
        node_set free = back(&map->fits[spot->set], words, spot->x, spot->y);
        for (int w = 0; w < words; w++) open.w[w] &= free.w[w];
    }
    for (int i = 0; i < 6; i++) {
        int end = i / 3, at = (6 * path + i) * words;
        unsigned set = p->end[end].set[i % 3];
        node_set fits = back(&map->fits[set], words, p->end[end].x, p->end[end].y);
        node_set joins = back(&map->joins[set], words, p->end[end].x, p->end[end].y);
        for (int w = 0; w < words; w++) {
            out->fits[at + w] = fits.w[w] & open.w[w];
            out->joins[at + w] = joins.w[w] & open.w[w];
        }
    }
}

ALWAYS_INLINE void map_all(const mr_state *s, int seat, int words, path_map *out) {
    street_map map;
    map_streets(s, seat, words, &map);
    for (int path = 0; path < MR_PATHS; path++) map_path(&map, path, words, out);
}

/* R4.2 to R4.4 for one word of a shape's anchors. */
ALWAYS_INLINE uint64_t legal_anchors(const path_map *p, const mr_shape *k, int words,
                                     int word) {
    int first = k->end[0] * words + word, last = k->end[1] * words + word;
    return (p->joins[first] & p->fits[last]) | (p->fits[first] & p->joins[last]);
}

/* A bit of the area as a node of the whole board. */
ALWAYS_INLINE unsigned node_of(unsigned bit, int words) {
    const unsigned side = (unsigned)mr_side(words + 1);
    return bit + bit / side * (MR_COLUMNS - side);
}

ALWAYS_INLINE int list(const mr_state *s, int seat, uint32_t tiles, pt_move *out, int words) {
    path_map paths;
    int n = 0;
    map_all(s, seat, words, &paths);
    for (; tiles; tiles &= tiles - 1) {
        int tile = pt_lowest(tiles);
        for (int i = mr_first_shape[tile]; i < mr_first_shape[tile + 1]; i++) {
            const mr_shape *k = &mr_shapes[i];
            pt_move move = pt_mv(MRV_PLACE, k->tile, k->g, 0);
            for (int word = 0; word < words; word++) {
                uint64_t at = legal_anchors(&paths, k, words, word);
                for (; at; at &= at - 1)
                    out[n++] = move | node_of((unsigned)(64 * word + pt_lowest(at)), words);
            }
        }
    }
    return n;
}

ALWAYS_INLINE int count(const mr_state *s, int seat, uint32_t tiles, uint16_t *each,
                        int words) {
    path_map paths;
    int n = 0;
    map_all(s, seat, words, &paths);
    for (; tiles; tiles &= tiles - 1) {
        int tile = pt_lowest(tiles), before = n;
        for (int i = mr_first_shape[tile]; i < mr_first_shape[tile + 1]; i++)
            for (int word = 0; word < words; word++)
                n += pt_count(legal_anchors(&paths, &mr_shapes[i], words, word));
        if (each) each[tile] = (uint16_t)(n - before);
    }
    return n;
}

int mr_placements(const mr_state *s, int seat, uint32_t tiles, pt_move *out) {
    assert(seat >= 0 && seat < s->head.seats);
    tiles &= ALL_TILES;
    if (!tiles) return 0;
    switch (s->head.seats) {
    case 2: return list(s, seat, tiles, out, 1);
    case 3: return list(s, seat, tiles, out, 2);
    default: return list(s, seat, tiles, out, 3);
    }
}

int mr_mobility(const mr_state *s, int seat, uint32_t tiles, uint16_t *each) {
    assert(seat >= 0 && seat < s->head.seats);
    for (int tile = 0; tile < MR_PIECES && each; tile++) each[tile] = 0;
    tiles &= ALL_TILES;
    if (!tiles) return 0;
    switch (s->head.seats) {
    case 2: return count(s, seat, tiles, each, 1);
    case 3: return count(s, seat, tiles, each, 2);
    default: return count(s, seat, tiles, each, 3);
    }
}

/* --- ends that can still be touched --- */

/* The nodes that (x, y) leads to from the set. */
ALWAYS_INLINE node_set ahead(const node_set *set, int words, int x, int y) {
    int by = y * mr_side(words + 1) + x;
    node_set out = {{0}};
    for (int i = 0; i < words; i++) {
        out.w[i] = set->w[i] << by;
        if (i > 0) out.w[i] |= set->w[i - 1] >> 1 >> (63 - by);
    }
    return out;
}

/* The streets that are still open, by the triangles at both their ends. */
ALWAYS_INLINE void map_open(const street_map *map, int words, node_set open[MR_SIDES]) {
    node_set east = back(&map->fits[MR_W], words, 1, 0);
    node_set south = back(&map->fits[MR_N], words, 0, 1);
    for (int i = 0; i < words; i++) {
        open[1].w[i] = map->fits[MR_E].w[i] & east.w[i] & mr_columns[words - 1][1][i];
        open[2].w[i] = map->fits[MR_S].w[i] & south.w[i];
    }
    open[3] = ahead(&open[1], words, 1, 0);
    open[0] = ahead(&open[2], words, 0, 1);
}

ALWAYS_INLINE int live_halves(const mr_state *s, int seat, int words) {
    street_map map;
    node_set open[MR_SIDES];
    int n = 0;
    map_streets(s, seat, words, &map);
    map_open(&map, words, open);
    for (int i = 0; i < words; i++) {
        uint64_t reach[MR_SIDES];
        for (int side = 0; side < MR_SIDES; side++)
            reach[side] =
                map.fits[1 << side].w[i] & (open[side].w[i] | open[(side + 1) % MR_SIDES].w[i] |
                                            open[(side + 3) % MR_SIDES].w[i]);
        for (int side = 0; side < MR_SIDES; side++) {
            uint64_t o0 = mr_word(&s->owner[0], &s->owner_tail[0], side, i);
            uint64_t o1 = mr_word(&s->owner[1], &s->owner_tail[1], side, i);
            uint64_t mine = mr_word(&s->ends, &s->ends_tail, side, i) & (seat & 1 ? o0 : ~o0) &
                            (seat & 2 ? o1 : ~o1);
            n += pt_count(mine & reach[(side + 1) % MR_SIDES]) +
                 pt_count(mine & reach[(side + 3) % MR_SIDES]);
        }
    }
    return n;
}

int mr_live_halves(const mr_state *s, int seat) {
    assert(seat >= 0 && seat < s->head.seats);
    switch (s->head.seats) {
    case 2: return live_halves(s, seat, 1);
    case 3: return live_halves(s, seat, 2);
    default: return live_halves(s, seat, 3);
    }
}

/* R3.4: inner squares whose octagon overlaps no other. */
int mr_octagon_squares(const mr_state *s, pt_move *out) {
    assert(s->head.phase == MRP_OCTAGON);
    int n = 0, last = mr_squares_a_side(s) - 2;
    for (int y = 1; y <= last; y++)
        for (int x = 1; x <= last; x++) {
            unsigned taken = 0;
            for (int i = 0; i < mr_octagon.count; i++) {
                const mr_spot *spot = &mr_octagon.spot[i];
                taken |= spot->set & mr_filled(s, mr_bit(s, x + spot->x, y + spot->y));
            }
            if (!taken) out[n++] = pt_mv(MRV_OCT, (unsigned)(y * 11 + x), 0, 0);
        }
    return n;
}
