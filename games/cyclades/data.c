/* Cyclades: names, prices, supplies (R2) and the verb table (R7). The maps are in maps.c.
 * Marks: [S] rulebook, [P] public source, [R] our reconstruction; correct a number here and
 * nowhere else. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/cyclades.h"

/* clang-format off */
const cy_map *const cy_maps[CY_SEATS + 1] = {
    [2] = &cy_map_3, [3] = &cy_map_3, [4] = &cy_map_4, [5] = &cy_map_5,
};

const char *const cy_isle_names[CY_ISLES] = {
    "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13",
};
const char *const cy_player_names[CY_SEATS] = {"p1", "p2", "p3", "p4", "p5"};
const char *const cy_god_names[CY_GODS + 1] = {"poseidon", "ares", "zeus", "athena", "apollo"};
const char *const cy_god_titles[CY_GODS + 1] = {"Poseidon", "Ares", "Zeus", "Athena", "Apollo"};
const char *const cy_type_names[CY_TYPES] = {"port", "fort", "temple", "univ"};

const char *const cy_phase_names[CY_PHASES] = {
    "order", "track", "gods", "bid", "offer", "menu", "swap", "sail", "roll", "defender", "attacker",
    "give", "site", "raze", "prosper", "power", "landing", "from", "push", "swim", "over",
};

/* R2.5 [S] the 17 creatures, one card each; the box and our words. */
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
const char *const cy_creature_titles[CY_CREATURES] = {
    [CY_CHIMERA]    = "Chimera",
    [CY_CYCLOPS]    = "Cyclops",
    [CY_DRYAD]      = "Dryad",
    [CY_FATES]      = "Fates",
    [CY_GIANT]      = "Giant",
    [CY_GRIFFON]    = "Griffon",
    [CY_HARPY]      = "Harpy",
    [CY_PEGASUS]    = "Pegasus",
    [CY_SATYR]      = "Satyr",
    [CY_SIREN]      = "Siren",
    [CY_SPHINX]     = "Sphinx",
    [CY_SYLPH_CARD] = "Sylph",
    [CY_CHIRON]     = "Chiron",
    [CY_MEDUSA]     = "Medusa",
    [CY_MINOTAUR]   = "Minotaur",
    [CY_POLYPHEMUS] = "Polyphemus",
    [CY_KRAKEN]     = "Kraken",
};
const char *const cy_creature_words[CY_CREATURES] = {
    [CY_CHIMERA]    = "use a discarded creature, then reshuffle",
    [CY_CYCLOPS]    = "turn one of your buildings into another",
    [CY_DRYAD]      = "steal a priest",
    [CY_FATES]      = "your revenue once more",
    [CY_GIANT]      = "destroy a building",
    [CY_GRIFFON]    = "steal half of a player's gold",
    [CY_HARPY]      = "remove a troop",
    [CY_PEGASUS]    = "fly troops to any isle",
    [CY_SATYR]      = "steal a philosopher",
    [CY_SIREN]      = "swap a lone enemy fleet for yours",
    [CY_SPHINX]     = "sell units and cards for 2 gold each",
    [CY_SYLPH_CARD] = "ten free fleet steps",
    [CY_CHIRON]     = "shields an isle from creatures",
    [CY_MEDUSA]     = "troops cannot leave an isle",
    [CY_MINOTAUR]   = "defends an isle like two troops",
    [CY_POLYPHEMUS] = "drives fleets away from an isle",
    [CY_KRAKEN]     = "sinks the fleets where it swims",
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

const char *cy_creature_deed(int creature) {
    assert(creature >= 0 && creature < CY_CREATURES);
    if (cy_is_figure(creature)) return "place the figure on an isle";
    if (creature == CY_KRAKEN) return "choose the sea space where it rises";
    if (creature == CY_PEGASUS) return "choose the isle whose troops fly";
    return cy_creature_words[creature];
}

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
    int x = 2 * (cell - row_start[row]) + (row < 5 ? 5 - row : row - 5) + dx[step];
    row += dy[step];
    if (row < 0 || row > 10) return -1;
    int column2 = x - (row < 5 ? 5 - row : row - 5);
    if (column2 < 0 || row_start[row] + column2 / 2 >= row_start[row + 1]) return -1;
    return row_start[row] + column2 / 2;
}

static int step_to(const uint8_t args[PT_ARGS], int i) {
    return cy_cell_step(args[i - 1], args[i]);
}

/* --- R7: the verb table --- */

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
    [CYV_GOD]              = {"god %",                {&cy_shrine_kind},     false, "Bid for a god, or go to Apollo"},
    [CYV_OFFER]            = {"offer %",              {&amount},             false, "Offer this much gold"},
    [CYV_FLEET]            = {"recruit %",            {SEA},                 false, "Poseidon: recruit a fleet"},
    [CYV_TROOP]            = {"recruit %",            {ISLE},                false, "Ares: recruit a troop"},
    [CYV_PRIEST]           = {"recruit priest",       {NULL},                false, "Zeus: recruit a priest"},
    [CYV_PHILOSOPHER]      = {"recruit philosopher",  {NULL},                false, "Athena: recruit a philosopher"},
    [CYV_BUILD]            = {"build %",              {ISLE},                false, "Build for 2 gold"},
    [CYV_SAIL]             = {"sail % % %",           {SEA, &step, &units},  false, "Move fleets to the next space"},
    [CYV_MARCH]            = {"march % % %",          {ISLE, ISLE, &units},  false, "Move troops over your fleets for 1 gold"},
    [CYV_SWAP]             = {"swap %",               {&cy_place_kind},      false, "Replace a creature for 1 gold"},
    [CYV_BUY]              = {"buy %",                {&cy_place_kind},      false, "Buy a creature and use it"},
    [CYV_END]              = {"end",                  {NULL},                false, "End your turn"},
    [CYV_STOP]             = {"stop",                 {NULL},                false, "Go no further"},
    [CYV_STAY]             = {"stay",                 {NULL},                false, "Fight on"},
    [CYV_RETREAT_SEA]      = {"retreat %",            {SEA},                 false, "Take your fleets out of the battle"},
    [CYV_RETREAT_ISLE]     = {"retreat %",            {ISLE},                false, "Take your troops out of the battle"},
    [CYV_GIVE]             = {"give % %",             {TYPE, ISLE},          false, "Give a building for the metropolis"},
    [CYV_METROPOLIS]       = {"metropolis %",         {ISLE},                false, "Put the metropolis on this isle"},
    [CYV_RAZE]             = {"raze %",               {TYPE},                false, "Raze a building to make room"},
    [CYV_PROSPER]          = {"prosper %",            {ISLE},                false, "Put the prosperity marker here"},
    [CYV_WASTE]            = {"waste",                {NULL},                false, "Discard the creature without effect"},
    [CYV_COPY]             = {"copy %",               {&cy_creature_kind},   false, "Chimera: use this creature"},
    [CYV_REBUILD]          = {"rebuild % % %",        {ISLE, TYPE, TYPE},    false, "Cyclops: turn a building into another"},
    [CYV_STEAL]            = {"steal %",              {&cy_player_kind},     false, "Steal from this player"},
    [CYV_DESTROY]          = {"destroy % %",          {ISLE, TYPE},          false, "Giant: destroy a building"},
    [CYV_KILL]             = {"kill %",               {ISLE},                false, "Harpy: remove a troop"},
    [CYV_FLY]              = {"fly %",                {ISLE},                false, "Pegasus: take troops from here"},
    [CYV_LAND]             = {"land % %",             {ISLE, &units},        false, "Pegasus: land this many troops"},
    [CYV_CHARM]            = {"charm %",              {SEA},                 false, "Siren: this lone fleet becomes yours"},
    [CYV_FROM]             = {"from %",               {SEA},                 false, "Siren: the fleet comes from here"},
    [CYV_SELL_FLEET]       = {"sell fleet %",         {SEA},                 false, "Sphinx: sell a fleet for 2 gold"},
    [CYV_SELL_TROOP]       = {"sell troop %",         {ISLE},                false, "Sphinx: sell a troop for 2 gold"},
    [CYV_SELL_PRIEST]      = {"sell priest",          {NULL},                false, "Sphinx: sell a priest for 2 gold"},
    [CYV_SELL_PHILOSOPHER] = {"sell philosopher",     {NULL},                false, "Sphinx: sell a philosopher for 2 gold"},
    [CYV_DONE]             = {"done",                 {NULL},                false, "Sell no more"},
    [CYV_GLIDE]            = {"glide % % %",          {SEA, &step, &units},  false, "Sylph: move fleets to the next space"},
    [CYV_PLACE]            = {"place %",              {ISLE},                false, "Put the figure on this isle"},
    [CYV_PUSH]             = {"push % %",             {SEA, &step},          false, "Polyphemus: push a fleet away"},
    [CYV_SURFACE]          = {"surface %",            {SEA},                 false, "Kraken: rise here, all fleets sink"},
    [CYV_SWIM]             = {"swim %",               {SEA},                 false, "Kraken: swim on for 1 gold"},
    [CYV_ORDER]            = {"order %",              {&cy_player_kind},     true,  "The marker on the next space of the turn track"},
    [CYV_DRAW]             = {"draw %",               {&cy_creature_kind},   true,  "A creature from the deck"},
    [CYV_PAIR]             = {"gods % %",             {GOD, GOD},            true,  "The two gods of this cycle, in order"},
    [CYV_GODS]             = {"gods % % %",           {GOD, GOD, GOD},       true,  "The gods at places 1 to 3; the fourth follows"},
    [CYV_ROLL]             = {"roll % %",             {&face, &face},        true,  "The attacker's die and the defender's"},
};
/* clang-format on */
