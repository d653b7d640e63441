/* Cyclades: codes, prices, supplies (R2) and the verb table (R7). The maps are in maps.c, the
 * words in words/.
 * Marks: [S] rulebook, [P] public source, [R] our reconstruction; correct a number here and
 * nowhere else. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/cyclades.h"
#include <stdlib.h>

/* clang-format off */
const cy_map *const cy_maps[CY_SEATS + 1] = {
    [2] = &cy_map_3, [3] = &cy_map_3, [4] = &cy_map_4, [5] = &cy_map_5,
};

const char *const cy_isle_names[CY_ISLES] = {
    "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13",
};
const char *const cy_player_names[CY_SEATS] = {"p1", "p2", "p3", "p4", "p5"};
const char *const cy_god_names[CY_GODS + 1] = {"poseidon", "ares", "zeus", "athena", "apollo"};
const char *const cy_type_names[CY_TYPES] = {"port", "fort", "temple", "univ"};

const char *const cy_phase_names[CY_PHASES] = {
    "order", "track", "gods", "bid", "offer", "menu", "swap", "sail", "roll", "defender", "attacker",
    "give", "site", "raze", "prosper", "power", "landing", "from", "push", "swim", "over",
};

/* R2.5 [S] the 17 creatures, one card each. */
const char *const cy_creature_names[CY_CREATURES] = {
    [CY_CHIMERA]    = "chimera",
    [CY_CYCLOPS]    = "cyclops",
    [CY_DRYAD]      = "dryad",
    [CY_FATES]      = "fates",
    [CY_GIANT]      = "giant",
    [CY_GRIFFON]    = "griffon",
    [CY_HARPY]      = "harpy",
    [CY_PEGASUS]    = "pegasus",
    [CY_SATYR]      = "satyr",
    [CY_SIREN]      = "siren",
    [CY_SPHINX]     = "sphinx",
    [CY_SYLPH_CARD] = "sylph",
    [CY_CHIRON]     = "chiron",
    [CY_MEDUSA]     = "medusa",
    [CY_MINOTAUR]   = "minotaur",
    [CY_POLYPHEMUS] = "polyphemus",
    [CY_KRAKEN]     = "kraken",
};

const char *const cy_creature_rules[CY_CREATURES] = {
    [CY_CHIMERA]    = "R5.3",
    [CY_CYCLOPS]    = "R5.4",
    [CY_DRYAD]      = "R5.5",
    [CY_FATES]      = "R5.6",
    [CY_GIANT]      = "R5.7",
    [CY_GRIFFON]    = "R5.8",
    [CY_HARPY]      = "R5.9",
    [CY_PEGASUS]    = "R5.10",
    [CY_SATYR]      = "R5.11",
    [CY_SIREN]      = "R5.12",
    [CY_SPHINX]     = "R5.13",
    [CY_SYLPH_CARD] = "R5.14",
    [CY_CHIRON]     = "R5.16",
    [CY_MEDUSA]     = "R5.17",
    [CY_MINOTAUR]   = "R5.18",
    [CY_POLYPHEMUS] = "R5.19",
    [CY_KRAKEN]     = "R5.20",
};

/* R2.13, what the box limits: [P] buildings 10 each, metropolises 10, priests 18,
 * philosophers 17, prosperity markers 16. */
const uint8_t cy_supplies[CY_SUPPLIES] = {
    [CY_PORT] = 10, [CY_FORT] = 10, [CY_TEMPLE] = 10, [CY_UNIV] = 10,
    [CYS_METROPOLIS] = 10, [CYS_PRIEST] = CY_PRIESTS, [CYS_PHILOSOPHER] = 17, [CYS_PROSPERITY] = 16,
};

/* R2.10 [P]: faces 0 1 1 2 2 3. */
const uint8_t cy_die[CY_FACES] = {1, 2, 2, 1};

/* R2.11 [S]: the price of the 1st, 2nd, 3rd, 4th recruit of a turn. */
const uint8_t cy_price[CY_GODS][5] = {
    [CY_POSEIDON] = {0, 1, 2, 3, CY_NONE},
    [CY_ARES]     = {0, 2, 3, 4, CY_NONE},
    [CY_ZEUS]     = {0, 4, CY_NONE, CY_NONE, CY_NONE},
    [CY_ATHENA]   = {0, 4, CY_NONE, CY_NONE, CY_NONE},
};
/* clang-format on */

/* Row r of the largest board has 11 - |r - 5| cells. */
static const uint8_t row_start[12] = {0, 6, 13, 21, 30, 40, 51, 61, 70, 78, 85, 91};

/* R2.6: cells are neighbours if their (X, Y) differ by (2, 0) or (1, 1); X = 2c + |r - 5|. */
int cy_cell_step(int cell, int step) {
    assert(cell >= 0 && cell < CY_CELLS);
    assert(step >= 0 && step < CY_STEPS);
    static const int8_t dx[CY_STEPS] = {-1, 1, -2, 2, -1, 1};
    static const int8_t dy[CY_STEPS] = {-1, -1, 0, 0, 1, 1};
    int row = 0;
    while (row_start[row + 1] <= cell) row++;
    int x = 2 * (cell - row_start[row]) + abs(row - 5) + dx[step];
    row += dy[step];
    if (row < 0 || row > 10) return -1;
    int column2 = x - abs(row - 5);
    if (column2 < 0 || row_start[row] + column2 / 2 >= row_start[row + 1]) return -1;
    return row_start[row] + column2 / 2;
}

static int step_to(const uint8_t args[PT_ARGS], int i) {
    return cy_cell_step(args[i - 1], args[i]);
}

/* --- R7: the verb table; what the verbs do is said in words/ --- */

const pt_kind cy_cell_kind = {.name = "sea space", .count = CY_CELLS, .names = cy_cell_names};
const pt_kind cy_isle_kind = {.name = "isle", .count = CY_ISLES, .names = cy_isle_names};
const pt_kind cy_god_kind = {.name = "god", .count = CY_GODS, .names = cy_god_names};
const pt_kind cy_shrine_kind = {.name = "god", .count = CY_GODS + 1, .names = cy_god_names};
const pt_kind cy_type_kind = {.name = "building", .count = CY_TYPES, .names = cy_type_names};
const pt_kind cy_creature_kind = {
    .name = "creature", .count = CY_CREATURES, .names = cy_creature_names};
const pt_kind cy_player_kind = {.name = "player", .count = CY_SEATS, .names = cy_player_names};
const pt_kind cy_place_kind = {
    .name = "track space", .count = CY_PLACES, .first = CY_FIRST_SPACE};
static const pt_kind step = {
    .name = "step", .count = CY_STEPS, .as = &cy_cell_kind, .resolve = step_to};
static const pt_kind amount = {.name = "offering", .count = CY_OFFERS, .first = 1};
static const pt_kind units = {.name = "number of units", .count = CY_UNITS, .first = 1};
static const pt_kind face = {.name = "die", .count = CY_FACES};

#define SEA &cy_cell_kind
#define ISLE &cy_isle_kind
#define TYPE &cy_type_kind
#define GOD &cy_god_kind

/* clang-format off */
const pt_verb cy_verb_table[CYV_COUNT] = {
    [CYV_GOD]              = {.form = "god %", .kind = {&cy_shrine_kind}},
    [CYV_OFFER]            = {.form = "offer %", .kind = {&amount}},
    [CYV_FLEET]            = {.form = "recruit %", .kind = {SEA}},
    [CYV_TROOP]            = {.form = "recruit %", .kind = {ISLE}},
    [CYV_PRIEST]           = {.form = "recruit priest"},
    [CYV_PHILOSOPHER]      = {.form = "recruit philosopher"},
    [CYV_BUILD]            = {.form = "build %", .kind = {ISLE}},
    [CYV_SAIL]             = {.form = "sail % % %", .kind = {SEA, &step, &units}},
    [CYV_MARCH]            = {.form = "march % % %", .kind = {ISLE, ISLE, &units}},
    [CYV_SWAP]             = {.form = "swap %", .kind = {&cy_place_kind}},
    [CYV_BUY]              = {.form = "buy %", .kind = {&cy_place_kind}},
    [CYV_END]              = {.form = "end"},
    [CYV_STOP]             = {.form = "stop"},
    [CYV_STAY]             = {.form = "stay"},
    [CYV_RETREAT_SEA]      = {.form = "retreat %", .kind = {SEA}},
    [CYV_RETREAT_ISLE]     = {.form = "retreat %", .kind = {ISLE}},
    [CYV_GIVE]             = {.form = "give % %", .kind = {TYPE, ISLE}},
    [CYV_METROPOLIS]       = {.form = "metropolis %", .kind = {ISLE}},
    [CYV_RAZE]             = {.form = "raze %", .kind = {TYPE}},
    [CYV_PROSPER]          = {.form = "prosper %", .kind = {ISLE}},
    [CYV_WASTE]            = {.form = "waste"},
    [CYV_COPY]             = {.form = "copy %", .kind = {&cy_creature_kind}},
    [CYV_REBUILD]          = {.form = "rebuild % % %", .kind = {ISLE, TYPE, TYPE}},
    [CYV_STEAL]            = {.form = "steal %", .kind = {&cy_player_kind}},
    [CYV_DESTROY]          = {.form = "destroy % %", .kind = {ISLE, TYPE}},
    [CYV_KILL]             = {.form = "kill %", .kind = {ISLE}},
    [CYV_FLY]              = {.form = "fly %", .kind = {ISLE}},
    [CYV_LAND]             = {.form = "land % %", .kind = {ISLE, &units}},
    [CYV_CHARM]            = {.form = "charm %", .kind = {SEA}},
    [CYV_FROM]             = {.form = "from %", .kind = {SEA}},
    [CYV_SELL_FLEET]       = {.form = "sell fleet %", .kind = {SEA}},
    [CYV_SELL_TROOP]       = {.form = "sell troop %", .kind = {ISLE}},
    [CYV_SELL_PRIEST]      = {.form = "sell priest"},
    [CYV_SELL_PHILOSOPHER] = {.form = "sell philosopher"},
    [CYV_DONE]             = {.form = "done"},
    [CYV_GLIDE]            = {.form = "glide % % %", .kind = {SEA, &step, &units}},
    [CYV_PLACE]            = {.form = "place %", .kind = {ISLE}},
    [CYV_PUSH]             = {.form = "push % %", .kind = {SEA, &step}},
    [CYV_SURFACE]          = {.form = "surface %", .kind = {SEA}},
    [CYV_SWIM]             = {.form = "swim %", .kind = {SEA}},
    [CYV_ORDER]            = {.form = "order %", .kind = {&cy_player_kind}, .chance = true},
    [CYV_DRAW]             = {.form = "draw %", .kind = {&cy_creature_kind}, .chance = true},
    [CYV_PAIR]             = {.form = "gods % %", .kind = {GOD, GOD}, .chance = true},
    [CYV_GODS]             = {.form = "gods % % %", .kind = {GOD, GOD, GOD}, .chance = true},
    [CYV_ROLL]             = {.form = "roll % %", .kind = {&face, &face}, .chance = true},
};
/* clang-format on */
