/* Myriath: the tiles, the names of places, the notation and the options. An owner of the box
 * can correct a tile here: the orientations are worked out from this table by shapes.py. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"

/* clang-format off */
/* R2.5, the tiles of each player [R; S: 19 of them, one an octagon, two kinds of ends]. A whole
 * edge is two triangles; the hole of the octagon is its square, 2,2 2,4 4,4 4,2.
 * name   path   first  last  outline in half cells (R2.5) */
const mr_tile mr_tiles[MR_PIECES] = {
    {"1aa",  "E",    "E",  "W",  "1,1 2,0 4,0 5,1 4,2 2,2"},
    {"1aw",  "E",    "E",  "NW", "1,1 2,0 6,0 4,2 2,2"},
    {"1wp",  "E",    "ES", "NW", "0,2 2,0 6,0 4,2"},
    {"1wt",  "E",    "NE", "NW", "0,0 6,0 4,2 2,2"},
    {"2aa",  "EE",   "E",  "W",  "1,1 2,0 8,0 9,1 8,2 2,2"},
    {"2aw",  "EE",   "E",  "NW", "1,1 2,0 10,0 8,2 2,2"},
    {"2wp",  "EE",   "ES", "NW", "0,2 2,0 10,0 8,2"},
    {"2wt",  "EE",   "NE", "NW", "0,0 10,0 8,2 2,2"},
    {"3aa",  "EEE",  "E",  "W",  "1,1 2,0 12,0 13,1 12,2 2,2"},
    {"3aw",  "EEE",  "E",  "NW", "1,1 2,0 14,0 12,2 2,2"},
    {"3wp",  "EEE",  "ES", "NW", "0,2 2,0 14,0 12,2"},
    {"3wt",  "EEE",  "NE", "NW", "0,0 14,0 12,2 2,2"},
    {"Laa",  "ES",   "E",  "N",  "1,1 2,0 4,0 6,2 6,4 5,5 4,4 4,2 2,2"},
    {"Lai",  "ES",   "E",  "NW", "1,1 2,0 4,0 6,2 6,4 4,6 4,2 2,2"},
    {"Lao",  "ES",   "E",  "NE", "1,1 2,0 4,0 6,2 6,6 4,4 4,2 2,2"},
    {"Lii",  "ES",   "ES", "NW", "0,2 2,0 4,0 6,2 6,4 4,6 4,2"},
    {"Lio",  "ES",   "ES", "NE", "0,2 2,0 4,0 6,2 6,6 4,4 4,2"},
    {"Loo",  "ES",   "NE", "NE", "0,0 4,0 6,2 6,6 4,4 4,2 2,2"},
    {"oct",  "ESWN", "",   "",   "0,2 2,0 4,0 6,2 6,4 4,6 2,6 0,4"},
};

/* R2.4: column letter and row number, row 1 on top. */
const char *const mr_node_names[MR_NODES] = {
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9", "l9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10", "l10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11", "l11",
    "a12", "b12", "c12", "d12", "e12", "f12", "g12", "h12", "i12", "j12", "k12", "l12",
};
static const char *const square_names[MR_SQUARES] = {
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
};
const char *const mr_set_names[MR_ALL + 1] = {
    "",  "N",  "E",  "NE",  "S",  "NS",  "ES",  "NES",
    "W", "NW", "EW", "NEW", "SW", "NSW", "ESW", "NESW",
};
const char *const mr_phase_names[MR_PHASES] = {"start", "octagon", "play", "over"};
/* clang-format on */

/* R2.5: a ring around a square; four corners and no end. */
const mr_shape mr_octagon = {
    .tile = MR_OCTAGON,
    .w = 1,
    .h = 1,
    .count = 4,
    .spot = {{0, 0, MR_E | MR_S, 0},
             {1, 0, MR_S | MR_W, 0},
             {0, 1, MR_N | MR_E, 0},
             {1, 1, MR_W | MR_N, 0}},
};

const pt_kind mr_node_kind = {.name = "node", .count = MR_NODES, .names = mr_node_names};
const pt_kind mr_square_kind = {.name = "square", .count = MR_SQUARES, .names = square_names};
const pt_kind mr_tile_kind = {.name = "tile", .count = MR_TILES, .names = mr_tile_names};
/* R2.6: 4 and more are flipped first and turned then, so that a flip of what is turned turns it
 * the other way; R7.2: the lowest of those that look alike. */
static int turned(const uint8_t args[PT_ARGS], int i, pt_turn how) {
    assert(i > 0 && args[0] < MR_TILES && args[i] < 8);
    unsigned g = args[i], flipped = g & 4, quarters = g & 3;
    if (how == PT_FLIP) {
        flipped ^= 4;
        quarters = (4 - quarters) & 3;
    } else {
        quarters = (quarters + (how == PT_TURN_RIGHT ? 1 : 3)) & 3;
    }
    return mr_shape_at(args[0], (int)(flipped | quarters))->g;
}
static int canonical(const uint8_t args[PT_ARGS], int i) {
    assert(i > 0 && args[0] < MR_TILES && args[i] < 8);
    return mr_shape_at(args[0], args[i])->g;
}
const pt_kind mr_turn_kind = {
    .name = "orientation", .count = 8, .turned = turned, .canonical = canonical};
const pt_kind mr_seat_kind = {.name = "player", .count = MR_SEATS, .first = 1};

/* clang-format off */
/* R7.1 */
const pt_verb mr_verb_table[MRV_COUNT] = {
    [MRV_OCT]   = {.form = "oct %",       .kind = {&mr_square_kind}},
    [MRV_PLACE] = {.form = "place % % %", .kind = {&mr_tile_kind, &mr_turn_kind, &mr_node_kind}},
    [MRV_PASS]  = {.form = "pass"},
    [MRV_START] = {.form = "start %",     .kind = {&mr_seat_kind}, .chance = true},
};

const char *const mr_off_on[2] = {"off", "on"};
/* Sets of seats, in the order of their bits. */
static const char *const starters[] = {
    "any", "1", "2", "12", "3", "13", "23", "123", "4", "14", "24", "124", "34", "134", "234", "1234",
};
/* R3.6 */
const pt_option mr_options[MRO_COUNT] = {
    [MRO_OWN]   = {.name = "own",   .min = 0, .max = 1,  .normal = 1, .values = mr_off_on},
    [MRO_START] = {.name = "start", .min = 0, .max = 15, .normal = 0, .values = starters},
};
/* clang-format on */
