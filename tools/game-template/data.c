/* Quarry: the stones, the names of things, the notation and the option. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"

/* clang-format off */
/* R2.1, the stones       points  copies */
const qy_kind qy_kinds[QY_STONES] = {
    [QYS_SLATE]    = {1,      12},
    [QYS_MARBLE]   = {2,      8},
    [QYS_OBSIDIAN] = {4,      4},
};

const char *const qy_phase_names[QY_PHASES] = {"deal", "draw", "bid", "over"};
/* As positions write them; the last one of each list is what a view hides. */
const char *const qy_stone_names[QY_STONES + 1] = {"slate", "marble", "obsidian", "?"};
const char *const qy_bid_names[QY_COINS_MAX + 2] = {
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "?",
};
static_assert(QY_COINS_MAX == 16, "a name for each bid stands here");

const pt_kind qy_stone_kind = {.name = "stone", .count = QY_STONES, .names = qy_stone_names};
const pt_kind qy_coins_kind = {.name = "coins", .count = QY_COINS_MAX + 1};

/* R7.1 */
const pt_verb qy_verb_table[QYV_COUNT] = {
    [QYV_BID]  = {.form = "bid %",  .kind = {&qy_coins_kind}},
    [QYV_DEAL] = {.form = "deal %", .kind = {&qy_stone_kind}, .chance = true},
    [QYV_DRAW] = {.form = "draw %", .kind = {&qy_stone_kind}, .chance = true},
};

/* R3.3 */
const pt_option qy_options[QYO_COUNT] = {
    [QYO_DRAWS] = {.name = "draws", .min = QY_ROUNDS_MIN, .max = QY_ROUNDS_MAX, .normal = QY_ROUNDS},
};
/* clang-format on */
