/* Myriath: what a player may do (R3.4, R4), found with sets of nodes.
 *
 * Every tile runs along one of ten paths and has one of three ends at either end of it. Paths
 * end at twelve places, seen from the anchor. For a place, three sets say where each end fits,
 * three more where it fits and touches an opponent; for a path, one says where its middle is
 * free. A shape then fits where the middle is free, both its ends fit and one of them touches:
 * four operations for all its anchors at once. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/list.h"

/* The lister is compiled three times, for sets of one, two and three words, and all that once
 * more for newer processors. The newest have their own (list_newest.c). */
#define ALWAYS_INLINE MR_ALWAYS_INLINE
#define ALL_TILES MR_ALL_TILES

typedef struct node_set {
    uint64_t w[MR_WORDS];
} node_set;

/* R4.3, R4.4: nodes where a set of triangles is free, and where it would touch an opponent. */
typedef struct street_map {
    node_set fits[MR_ALL + 1], joins[MR_ALL + 1];
} street_map;

/* The same from the anchor, for the ends at every place (mr_shape.end), and where the middle of
 * a path is free; word after word. */
enum { ENDS = 3 * MR_PLACES };
typedef struct path_map {
    uint64_t fits[ENDS * MR_WORDS], joins[ENDS * MR_WORDS], open[MR_PATHS * MR_WORDS];
} path_map;

/* The nodes from which (x, y) further on leads into the set, were there no right border: the
 * caller keeps to mr_columns. Below the last row nothing is in any set. */
ALWAYS_INLINE node_set back(const node_set *set, int words, int x, int y) {
    int by = y * mr_side(words + 1) + x; /* less than 64 */
    node_set out = {{0}};
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

ALWAYS_INLINE void map_place(const street_map *map, int words, path_map *out, int end, int x,
                             int y, unsigned set) {
    node_set fits = back(&map->fits[set], words, x, y);
    node_set joins = back(&map->joins[set], words, x, y);
    for (int w = 0; w < words; w++) {
        out->fits[end * words + w] = fits.w[w];
        out->joins[end * words + w] = joins.w[w];
    }
}

/* Two nodes between the ends, or fewer: a set of no triangles is no node. */
ALWAYS_INLINE void map_path(const street_map *map, int words, uint64_t *open, int columns,
                            mr_spot first, mr_spot second) {
    node_set a = back(&map->fits[first.set], words, first.x, first.y);
    node_set b = back(&map->fits[second.set], words, second.x, second.y);
    for (int w = 0; w < words; w++) {
        open[w] = mr_columns[words - 1][columns][w];
        if (first.set) open[w] &= a.w[w];
        if (second.set) open[w] &= b.w[w];
    }
}

ALWAYS_INLINE void map_all(const mr_state *s, int seat, int words, path_map *out) {
    street_map map;
    map_streets(s, seat, words, &map);
#define PLACE(number, x, y, arrow, left, right)                                                \
    map_place(&map, words, out, 3 * number, x, y, arrow);                                      \
    map_place(&map, words, out, 3 * number + 1, x, y, left);                                   \
    map_place(&map, words, out, 3 * number + 2, x, y, right);
    MR_PLACE_LIST(PLACE)
#undef PLACE
#define PATH(number, columns, x1, y1, set1, x2, y2, set2)                                      \
    map_path(&map, words, out->open + number * words, columns, (mr_spot){x1, y1, set1, 0},     \
             (mr_spot){x2, y2, set2, 0});
    MR_PATH_LIST(PATH)
#undef PATH
}

/* R4.2 to R4.4 for one word of a shape's anchors. */
ALWAYS_INLINE uint64_t legal_anchors(const path_map *p, const mr_shape *k, int words,
                                     int word) {
    int first = k->end[0] * words + word, last = k->end[1] * words + word;
    return p->open[k->path * words + word] &
           ((p->joins[first] & p->fits[last]) | (p->fits[first] & p->joins[last]));
}

/* Writes a move for each anchor of one word, with the number of its bit in place of the node,
 * and returns where the next one goes. Few words have more than `usual`: so many are written
 * without asking how many there are, because a wrong guess of the processor costs more than
 * writing. What lies beyond is overwritten by the next, and up to five moves remain behind the
 * last one. */
enum { BEHIND = 5 };
ALWAYS_INLINE pt_move *write_moves(pt_move *out, pt_move move, uint64_t at, int usual,
                                   bool newer) {
    const uint64_t never_empty = (uint64_t)1 << 63;
    pt_move *end = newer ? out + pt_count(at) : out;
    for (int i = 0; i < usual; i++, at &= at - 1) {
        out[i] = move + (pt_move)pt_lowest(at | never_empty);
        if (!newer) end += at != 0;
    }
    if (newer) {
        for (pt_move *more = out + usual; at; at &= at - 1)
            *more++ = move + (pt_move)pt_lowest(at);
        return end;
    }
    for (; at; at &= at - 1) *end++ = move + (pt_move)pt_lowest(at);
    return end;
}

ALWAYS_INLINE pt_move *list_shape(const path_map *paths, const mr_shape *k, pt_move *end,
                                  int words, bool newer) {
    static const int usual[MR_WORDS][MR_WORDS] = {{3}, {4, 2}, {BEHIND, BEHIND, 0}};
    end = write_moves(end, k->place, legal_anchors(paths, k, words, 0), usual[words - 1][0],
                      newer);
    if (words > 1)
        end = write_moves(end, k->place + 64, legal_anchors(paths, k, words, 1),
                          usual[words - 1][1], newer);
    if (words > 2)
        end = write_moves(end, k->place + 128, legal_anchors(paths, k, words, 2),
                          usual[words - 1][2], newer);
    return end;
}

ALWAYS_INLINE int list(const mr_state *s, int seat, uint32_t tiles, pt_move *out, int words,
                       bool newer) {
    path_map paths;
    pt_move *end = out;
    map_all(s, seat, words, &paths);
    for (; tiles; tiles &= tiles - 1) {
        int tile = pt_lowest(tiles);
        const mr_shape *last = &mr_shapes[mr_first_shape[tile + 1]];
        for (const mr_shape *k = &mr_shapes[mr_first_shape[tile]]; k < last; k++)
            end = list_shape(&paths, k, end, words, newer);
    }
    /* The list has room for every placement on an empty board, and what lies there already
     * takes far more of them away than are written behind the last. */
    assert(end + BEHIND <= out + MR_PLACEMENTS_MAX);
    for (pt_move *m = out; m < end; m++) *m = mr_with_node(*m, words);
    return (int)(end - out);
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

ALWAYS_INLINE int placements(const mr_state *s, int seat, uint32_t tiles, pt_move *out,
                             bool newer) {
    switch (s->head.seats) {
    case 2: return list(s, seat, tiles, out, 1, newer);
    case 3: return list(s, seat, tiles, out, 2, newer);
    default: return list(s, seat, tiles, out, 3, newer);
    }
}

PT_NEWER_PROCESSOR static int newer_list(const mr_state *s, int seat, uint32_t tiles,
                                         pt_move *out) {
    return placements(s, seat, tiles, out, true);
}

int mr_placements_anywhere(const mr_state *s, int seat, uint32_t tiles, pt_move *out) {
    assert(seat >= 0 && seat < s->head.seats);
    tiles &= ALL_TILES;
    return tiles ? placements(s, seat, tiles, out, false) : 0;
}

int mr_placements_newer(const mr_state *s, int seat, uint32_t tiles, pt_move *out) {
    assert(seat >= 0 && seat < s->head.seats);
    if (!pt_newer_processor()) return mr_placements_anywhere(s, seat, tiles, out);
    tiles &= ALL_TILES;
    return tiles ? newer_list(s, seat, tiles, out) : 0;
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

/* --- the same list on a GPU --- */

/* 32 games go through the same lines together there: it pays that they look at the same shape
 * at the same time, and arithmetic costs less than memory. So every shape is found straight
 * from the streets, without a path_map. */
ALWAYS_INLINE node_set find_anchors(const street_map *map, const mr_shape *k, int words) {
    node_set fits, joins = {{0}};
    for (int w = 0; w < words; w++) fits.w[w] = mr_columns[words - 1][k->w][w];
    for (int i = 0; i < k->count; i++) {
        const mr_spot *spot = &k->spot[i];
        node_set here = back(&map->fits[spot->set], words, spot->x, spot->y);
        for (int w = 0; w < words; w++) fits.w[w] &= here.w[w];
        if (!spot->end) continue;
        here = back(&map->joins[spot->set], words, spot->x, spot->y);
        for (int w = 0; w < words; w++) joins.w[w] |= here.w[w];
    }
    for (int w = 0; w < words; w++) fits.w[w] &= joins.w[w];
    return fits;
}

/* Moves on their way into memory, four at a time: lists begin at a multiple of 16 bytes there.
 */
typedef struct four_moves {
    _Alignas(16) pt_move at[4];
} four_moves;

ALWAYS_INLINE int list_together(const mr_state *s, int seat, uint32_t tiles, pt_move *out,
                                int words) {
    street_map map;
    four_moves last = {{0}};
    int n = 0;
    map_streets(s, seat, words, &map);
    for (const mr_shape *k = mr_shapes; k < mr_shapes + MR_SHAPES; k++) {
        if (!(tiles >> k->tile & 1)) continue;
        node_set anchors = find_anchors(&map, k, words);
        for (int w = 0; w < words; w++)
            for (uint64_t at = anchors.w[w]; at; at &= at - 1) {
                pt_move m = k->place + 64 * (pt_move)w + (pt_move)pt_lowest(at);
                last =
                    (four_moves){{last.at[1], last.at[2], last.at[3], mr_with_node(m, words)}};
                if (++n % 4 == 0) *(four_moves *)(void *)(out + n - 4) = last;
            }
    }
    /* Those of the last four that are there already are written once more. */
    if (n > 0) out[n - 1] = last.at[3];
    if (n > 1) out[n - 2] = last.at[2];
    if (n > 2) out[n - 3] = last.at[1];
    return n;
}

int mr_placements_together(const mr_state *s, int seat, uint32_t tiles, pt_move *out) {
    assert(seat >= 0 && seat < s->head.seats);
    switch (s->head.seats) {
    case 2: return list_together(s, seat, tiles, out, 1);
    case 3: return list_together(s, seat, tiles, out, 2);
    default: return list_together(s, seat, tiles, out, 3);
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

/* R3.4: inner squares whose octagon overlaps no other. Only octagons lie there yet: one to the
 * left or above shows in the upper left corner, one to the right or below in the lower right.
 */
ALWAYS_INLINE int octagons(const mr_state *s, pt_move *out, int words) {
    const unsigned side = (unsigned)mr_side(words + 1), inner = side - 3;
    street_map map;
    int n = 0;
    map_streets(s, 0, words, &map);
    node_set lower_right = back(&map.fits[MR_W | MR_N], words, 1, 1);
    for (int w = 0; w < words; w++) {
        uint64_t free = map.fits[MR_E | MR_S].w[w] & lower_right.w[w];
        for (; free; free &= free - 1) {
            unsigned bit = (unsigned)(64 * w + pt_lowest(free)), x = bit % side, y = bit / side;
            if (x - 1 < inner && y - 1 < inner) out[n++] = pt_mv(MRV_OCT, y * 11 + x, 0, 0);
        }
    }
    return n;
}

int mr_octagon_squares(const mr_state *s, pt_move *out) {
    assert(s->head.phase == MRP_OCTAGON);
    switch (s->head.seats) {
    case 2: return octagons(s, out, 1);
    case 3: return octagons(s, out, 2);
    default: return octagons(s, out, 3);
    }
}
