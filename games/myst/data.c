/* Myst: the components of R2 as tables, and the verb table of R7. Marks as in R2: [S] the
 * rulebook, [R] our reconstruction, to be corrected here by whoever owns the box. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"

/* clang-format off */
/* R2.3 [R]: sea ~, shore s, meadow m, forest f, path p, rock r; capitals are Landmarks. */
const char ms_terrain[MS_CELLS + 1] =
    "~srs~~sss~~~"
    "~GGrmsmPPmRs"
    "sGrpmLLpmpRs"
    "sppppLLpppR~"
    "~CffppppHfs~"
    "~CsfmpmfHHf~"
    "~~sSSSpmffs~"
    "~~~~s~ss~~~~";

/* R2.4  Key switch emblem; the names are in words/, in this order */
const ms_landmark ms_landmarks[MS_LANDMARKS] = {
    {"R", 34, 46, 1050, 265}, /* Key k3, drawn switch k4 [S, the rest R] */
    {"C", 61, 49,  150, 556}, /* Key b6, drawn switch b5 [R] */
    {"L", 41, 42,  552, 342}, /* Key f4, drawn switch g4 [R] */
    {"P", 19, 20,  748, 172}, /* Key h2, drawn switch i2 [R] */
    {"G", 14, 25,  240, 150}, /* Key c2, drawn switch b3 [R] */
    {"H", 69, 68,  945, 562}, /* Key j6, drawn switch i6 [R] */
    {"S", 76, 75,  452, 664}, /* Key e7, drawn switch d7 [R] */
};
const uint8_t ms_key_at[MS_CELLS] = {[34] = 1, [61] = 2, [41] = 3, [19] = 4, [14] = 5, [69] = 6, [76] = 7};

/* R2.5 [R]: the switches that score: g1 l2 d3 h4 k5 f6 c7 i7. */
const uint8_t ms_switches[MS_SWITCHES] = {6, 23, 27, 43, 58, 65, 74, 80};

/* R2.7 [R]: sectors from 12 o'clock, clockwise. */
const uint8_t ms_outer[MS_SECTORS] = {4, 1, 6,  3, 2, 5, 4, 1, 6,  3, 2, 5}; /* spaces */
const uint8_t ms_inner[MS_SECTORS] = {7, 9, 5, 10, 6, 8, 7, 9, 5, 10, 6, 8}; /* turns */

/* R4.14 [R]           level    base  miss weight */
const ms_pace ms_paces[MS_PACES] = {
    {"easy",   9000, 300,  51},
    {"normal", 6000, 150,  87},
    {"strong", 4000,  80, 139},
    {"expert", 2500,  30, 233},
};

const char *const ms_cell_names[MS_CELLS] = {
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8",
};
/* R2.6: card = 4 * Landmark + Value - 2; K1 and K2 are the Linking Books. */
const char *const ms_card_names[MS_CARDS] = {
    "R2", "R3", "R4", "R5", "C2", "C3", "C4", "C5", "L2", "L3", "L4", "L5",
    "P2", "P3", "P4", "P5", "G2", "G3", "G4", "G5", "H2", "H3", "H4", "H5",
    "S2", "S3", "S4", "S5", "K1", "K2",
};
const char *const ms_landmark_letters[MS_LANDMARKS] = {"R", "C", "L", "P", "G", "H", "S"};
const char *const ms_team_letters[MS_TEAMS + 1] = {"y", "b", NULL};
/* clang-format on */

/* --- R2.8: jigsaw edges --- */

uint32_t ms_hash(uint32_t a, uint32_t b, uint32_t k) {
    uint32_t h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ k * 0xC2B2AE3Du;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ h >> 15;
}

static ms_edge edge(int column, int row, uint32_t k) {
    assert(column >= 0 && column < MS_COLUMNS && row >= 0 && row < MS_ROWS);
    uint32_t h = ms_hash((uint32_t)column, (uint32_t)row, k);
    return (ms_edge){h & 1, (uint8_t)(h >> 8), (uint8_t)(h >> 16)};
}

ms_edge ms_vertical_edge(int column, int row) { return edge(column, row, 1); }
ms_edge ms_horizontal_edge(int column, int row) { return edge(column, row, 2); }

/* --- R2.9: the options; what they are is said in words/ --- */

static const char *const ages[] = {"y", "b", "random"};
static const char *const modes[] = {"rt", "tempo", "alt"};
static const char *const off_on[] = {"off", "on"};

/* clang-format off */
const pt_option ms_options[MS_OPTION_COUNT] = {
    [MSO_YOUNGEST] = {.name = "youngest", .min = 0, .max = 2, .normal = 2, .values = ages},
    [MSO_PMODE]    = {.name = "pmode", .min = 0, .max = 2, .normal = 1, .values = modes},
    [MSO_WY]       = {.name = "wy", .min = 1, .max = 1000, .normal = 100},
    [MSO_WB]       = {.name = "wb", .min = 1, .max = 1000, .normal = 100},
    [MSO_HARD]     = {.name = "hard", .min = 0, .max = 1, .normal = 0, .values = off_on},
    [MSO_STALL]    = {.name = "stall_s", .min = 10, .max = 600, .normal = 120},
    [MSO_LOCK]     = {.name = "lock_ms", .min = 0, .max = 5000, .normal = 1000},
};
/* clang-format on */

/* --- R7: the verb table; what the verbs do is said in words/ --- */

const pt_kind ms_cell_kind = {.name = "cell", .count = MS_CELLS, .names = ms_cell_names};
const pt_kind ms_landmark_kind = {
    .name = "Landmark", .count = MS_LANDMARKS, .names = ms_landmark_letters};
const pt_kind ms_team_kind = {.name = "team", .count = MS_TEAMS, .names = ms_team_letters};
const pt_kind ms_card_kind = {.name = "card", .count = MS_CARDS, .names = ms_card_names};
/* The piece that a request names beside its cell: only requests that are refused need it. */
const pt_kind ms_piece_kind = {
    .name = "piece", .count = MS_CELLS, .names = ms_cell_names, .never = true};
static const pt_kind turns = {.name = "number of turns", .count = 6, .first = 5};
static const pt_kind spaces = {.name = "number of spaces", .count = 6, .first = 1};

#define CELL &ms_cell_kind
#define PIECE &ms_piece_kind
#define TEAM &ms_team_kind
#define LANDMARK &ms_landmark_kind

/* clang-format off */
const pt_verb ms_verb_table[MSV_COUNT] = {
    [MSV_CHOOSE]   = {.form = "choose %", .kind = {LANDMARK}},
    [MSV_RECHOOSE] = {.form = "rechoose %", .kind = {LANDMARK}},
    [MSV_PLACE]    = {.form = "place %", .kind = {CELL}},
    [MSV_LINK]     = {.form = "link %", .kind = {CELL}},
    [MSV_WAIT]     = {.form = "wait"},
    [MSV_MOVE]     = {.form = "move %", .kind = {CELL}},
    [MSV_STAY]     = {.form = "stay"},
    [MSV_BOOK]     = {.form = "book"},
    [MSV_JUMP]     = {.form = "jump %", .kind = {CELL}},
    [MSV_LAY]      = {.form = "lay"},
    [MSV_REMOVE]   = {.form = "remove"},
    [MSV_SKIP]     = {.form = "skip"},
    [MSV_END]      = {.form = "end"},
    [MSV_TRY]      = {.form = "try % %", .kind = {PIECE, CELL}},
    [MSV_TRYLINK]  = {.form = "trylink % %", .kind = {PIECE, CELL}},
    [MSV_YOUNG]    = {.form = "young %", .kind = {TEAM}, .chance = true},
    [MSV_DEAL]     = {.form = "deal % %", .kind = {TEAM, &ms_card_kind}, .chance = true},
    [MSV_TEMPO]    = {.form = "tempo %", .kind = {TEAM}, .chance = true},
    [MSV_TURNS]    = {.form = "turns %", .kind = {&turns}, .chance = true},
    [MSV_SPIN]     = {.form = "spin % %", .kind = {TEAM, &spaces}, .chance = true},
};
/* clang-format on */
