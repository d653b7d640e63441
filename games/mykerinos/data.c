/* Mykerinos: the printed components as tables (R2), to be read beside the box. Marks: [S] from
 * the rulebook, [P] from a public source, [R] our reconstruction; correct a number here and
 * nowhere else. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"

enum { PY_A = 1, PY_B = 2, PY_C = 4, PY_D = 8, PY_E = 16, PY_F = 32 };

/* clang-format off */
/* R2.4 [R], the tile list; the blank tile's 5 points are [S].
 *       name  patron points pyramids */
const mk_tile mk_tiles[MK_TILES] = {
    [ 0] = {"V1", MK_V,   0, 0},
    [ 1] = {"V2", MK_V,   0, PY_A},
    [ 2] = {"V3", MK_V,   1, PY_B},
    [ 3] = {"V4", MK_V,   1, PY_C},
    [ 4] = {"V5", MK_V,   1, PY_A | PY_D},
    [ 5] = {"V6", MK_V,   2, PY_A},
    [ 6] = {"V7", MK_V,   3, PY_A | PY_E},
    [ 7] = {"L1", MK_L,   0, 0},
    [ 8] = {"L2", MK_L,   0, PY_B},
    [ 9] = {"L3", MK_L,   1, PY_A},
    [10] = {"L4", MK_L,   1, PY_B},
    [11] = {"L5", MK_L,   1, PY_B | PY_C},
    [12] = {"L6", MK_L,   2, PY_C},
    [13] = {"L7", MK_L,   3, PY_A | PY_C},
    [14] = {"B1", MK_B,   0, 0},
    [15] = {"B2", MK_B,   0, PY_A},
    [16] = {"B3", MK_B,   1, PY_B},
    [17] = {"B4", MK_B,   1, PY_C},
    [18] = {"B5", MK_B,   1, PY_B | PY_E},
    [19] = {"B6", MK_B,   2, PY_B},
    [20] = {"B7", MK_B,   3, PY_B | PY_D},
    [21] = {"K1", MK_K,   0, 0},
    [22] = {"K2", MK_K,   0, PY_B},
    [23] = {"K3", MK_K,   1, PY_A},
    [24] = {"K4", MK_K,   1, PY_A},
    [25] = {"K5", MK_K,   1, PY_A | PY_B},
    [26] = {"K6", MK_K,   2, PY_C},
    [27] = {"K7", MK_K,   3, PY_A | PY_F},
    [28] = {"T1", MK_T,   0, 0},
    [29] = {"T2", MK_T,   0, PY_B},
    [30] = {"T3", MK_T,   1, PY_A},
    [31] = {"T4", MK_T,   1, PY_B},
    [32] = {"T5", MK_T,   1, PY_A | PY_D},
    [33] = {"T6", MK_T,   2, PY_A},
    [34] = {"T7", MK_T,   3, PY_C | PY_D},
    [35] = {"X0", MK_NONE, 5, PY_B | PY_E},
};

/* R2.6 [P], rooms by value and wing; coordinates are ours.
 *       name value wings   x    y */
const mk_room mk_rooms[MK_ROOMS] = {
    [ 0] = {"21", 2, {0, 1}, 650, 294},
    [ 1] = {"22", 2, {1, 2}, 743, 579},
    [ 2] = {"23", 2, {2, 3}, 500, 755},
    [ 3] = {"24", 2, {3, 4}, 257, 579},
    [ 4] = {"25", 2, {4, 0}, 350, 294},
    [ 5] = {"31", 3, {0, 0}, 500, 175},
    [ 6] = {"32", 3, {1, 1}, 809, 400},
    [ 7] = {"33", 3, {2, 2}, 691, 763},
    [ 8] = {"34", 3, {3, 3}, 309, 763},
    [ 9] = {"35", 3, {4, 4}, 191, 400},
    [10] = {"51", 5, {0, 0}, 500, 315},
    [11] = {"52", 5, {1, 1}, 676, 443},
    [12] = {"53", 5, {2, 2}, 609, 650},
    [13] = {"54", 5, {3, 3}, 391, 650},
    [14] = {"55", 5, {4, 4}, 324, 443},
};

/* R2.6 [R]: the "5" room of wing w opens from the wing's "3" room and its two "2" rooms. */
#define ROOMS(a, b, c) (1u << (a) | 1u << (b) | 1u << (c))
const uint16_t mk_openers[MK_PATRONS] = {
    ROOMS(5, 0, 4), /* 51: 31 21 25 */
    ROOMS(6, 1, 0), /* 52: 32 22 21 */
    ROOMS(7, 2, 1), /* 53: 33 23 22 */
    ROOMS(8, 3, 2), /* 54: 34 24 23 */
    ROOMS(9, 4, 3), /* 55: 35 25 24 */
};

/* R2.2 [S]: Lady Violet, Lord Lemon, Sir Brown, Mrs. Blackmore, Colonel Tangerine. */
const char *const mk_patron_letters[MK_PATRONS] = {"V", "L", "B", "K", "T"};

/* Phases and roles, as positions and pages write them. */
const char *const mk_phase_names[] = {"first", "wings", "deal", "excavate", "neutral", "survey", "over"};
const char *const mk_role_names[] = {"high", "low", "discard"};

/* R2.7: own cubes added each season with 2 [P], 3 [S] and 4 [S] players. */
const uint8_t mk_allotment[MK_SEATS + 1] = {[2] = 11, [3] = 11, [4] = 8};

/* R4.3 to R4.9, R4.12.      rule  cubes own pyramids reserve patron */
const mk_kind mk_kinds[MKV_COUNT] = {
    [MKV_START]         = {"R4.3",  1, false, 0, 0, MK_NONE},
    [MKV_EXTEND]        = {"R4.4",  2, true,  0, 0, MK_NONE},
    [MKV_VIOLET_START]  = {"R4.5",  1, false, 0, 1, MK_V},
    [MKV_VIOLET_EXTEND] = {"R4.5",  2, true,  0, 1, MK_V},
    [MKV_LEMON_START]   = {"R4.6",  1, false, 1, 0, MK_L},
    [MKV_LEMON_EXTEND]  = {"R4.6",  2, true,  1, 0, MK_L},
    [MKV_BROWN]         = {"R4.7",  1, false, 0, 0, MK_B},
    [MKV_BLACK]         = {"R4.8",  2, false, 0, 0, MK_K},
    [MKV_TANG]          = {"R4.9",  3, true,  0, 0, MK_T},
    [MKV_N_START]       = {"R4.12", 1, false, 0, 0, MK_NONE},
    [MKV_N_EXTEND]      = {"R4.12", 2, true,  0, 0, MK_NONE},
};

/* R2.5: names of spaces; R2.4, R2.6: names of tiles and rooms, as the notation writes them. */
const char *const mk_space_names[MK_SPACES] = {
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
};
const char *const mk_tile_names[MK_TILES] = {
    "V1", "V2", "V3", "V4", "V5", "V6", "V7", "L1", "L2", "L3", "L4", "L5", "L6", "L7",
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "K1", "K2", "K3", "K4", "K5", "K6", "K7",
    "T1", "T2", "T3", "T4", "T5", "T6", "T7", "X0",
};
const char *const mk_colour_names[MK_COLOURS + 1] = {"1", "2", "3", "4", "N", NULL};
const char *const mk_room_names[MK_ROOMS] = {
    "21", "22", "23", "24", "25", "31", "32", "33", "34", "35", "51", "52", "53", "54", "55",
};
/* clang-format on */

mk_board mk_slot_pyramids(int slot, uint8_t tile) {
    assert(slot >= 0 && slot < MK_SLOTS && tile % MK_ROTATED < MK_TILES);
    mk_board board = {0, 0};
    uint8_t pyramids = mk_tiles[tile % MK_ROTATED].pyramids;
    if (tile >= MK_ROTATED) pyramids = mk_turned(pyramids);
    for (int i = 0; i < 6; i++)
        if (pyramids >> i & 1)
            mk_put(&board, (slot / 4 * 3 + i / 2) * 8 + slot % 4 * 2 + i % 2);
    return board;
}

/* --- R7: the verb table --- */

static int step_to(const uint8_t args[PT_ARGS], int i) {
    assert(i > 0 && i < PT_ARGS);
    int from = args[0];
    for (int k = 1; k <= i && from >= 0; k++) from = mk_neighbour(from, args[k]);
    return from;
}

static const char *const side_names[] = {"L", "R"};
static const char *const turn_names[] = {"", "'"};

const pt_kind mk_space_kind = {.name = "space", .count = MK_SPACES, .names = mk_space_names};
const pt_kind mk_room_kind = {.name = "room", .count = MK_ROOMS, .names = mk_room_names};
const pt_kind mk_side_kind = {.name = "tile", .count = 2, .names = side_names};
const pt_kind mk_patron_kind = {
    .name = "patron", .count = MK_PATRONS, .names = mk_patron_letters};
static const pt_kind step = {
    .name = "step", .count = 4, .as = &mk_space_kind, .resolve = step_to};
static const pt_kind seat = {.name = "seat", .count = MK_SEATS, .first = 1};
static const pt_kind tile = {.name = "tile", .count = MK_TILES, .names = mk_tile_names};
static const pt_kind turned = {.name = "turned", .count = 2, .names = turn_names};

#define SPACE &mk_space_kind
#define ROOM &mk_room_kind

/* clang-format off */
const pt_verb mk_verb_table[MKV_COUNT] = {
    [MKV_START]         = {.form = "start %",            .kind = {SPACE}},
    [MKV_EXTEND]        = {.form = "extend % %",         .kind = {SPACE, &step}},
    [MKV_VIOLET_START]  = {.form = "violet-start %",     .kind = {SPACE}},
    [MKV_VIOLET_EXTEND] = {.form = "violet-extend % %",  .kind = {SPACE, &step}},
    [MKV_LEMON_START]   = {.form = "lemon-start %",      .kind = {SPACE}},
    [MKV_LEMON_EXTEND]  = {.form = "lemon-extend % %",   .kind = {SPACE, &step}},
    [MKV_BROWN]         = {.form = "brown %",            .kind = {ROOM}},
    [MKV_BLACK]         = {.form = "black % %",          .kind = {SPACE, &step}},
    [MKV_TANG]          = {.form = "tang % % %",         .kind = {SPACE, &step, &step}},
    [MKV_PASS]          = {.form = "pass"},
    [MKV_N_NONE]        = {.form = "n-none"},
    [MKV_N_START]       = {.form = "n-start %",          .kind = {SPACE}},
    [MKV_N_EXTEND]      = {.form = "n-extend % %",       .kind = {SPACE, &step}},
    [MKV_TAKE]          = {.form = "take %",             .kind = {&mk_side_kind}},
    [MKV_ROOM]          = {.form = "room %",             .kind = {ROOM}},
    [MKV_DECLINE]       = {.form = "decline"},
    [MKV_DISCARD]       = {.form = "discard %",          .kind = {&mk_side_kind}},
    [MKV_FIRST]         = {.form = "first %",            .kind = {&seat}, .chance = true},
    [MKV_WING]          = {.form = "wing %",             .kind = {&mk_patron_kind}, .chance = true},
    [MKV_DEAL]          = {.form = "deal %%",            .kind = {&tile, &turned}, .chance = true},
};
/* clang-format on */
