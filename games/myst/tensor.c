/* Myst: what each member of the state is, for a neural network (docs/tensors.md). */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "games/myst/myst.h"

#define P(phase) ((uint64_t)1 << MSP_##phase)

static const pt_axis team = {"team", .dim = "MS_TEAMS", .count = PT_PER_SEAT, .turned = true},
                     own = {"own team", .count = PT_ALWAYS(1), .turned = true},
                     landmark = {"Landmark", "MS_LANDMARKS", .count = PT_ALWAYS(MS_LANDMARKS),
                                 .names = ms_landmark_letters},
                     cell = {"cell", .count = PT_ALWAYS(MS_CELLS),
                             .across = PT_ALWAYS(MS_COLUMNS)},
                     card = {"card", .count = PT_ALWAYS(MS_CARDS), .names = ms_card_names},
                     book = {"Book", .count = PT_ALWAYS(2)},
                     overlay = {"laid, removed", .count = PT_ALWAYS(2)},
                     phase = {"phase", .count = PT_ALWAYS(7), .names = ms_phase_names};

/* clang-format off */
static const pt_feature rows[] = {
    PT_HEAD_FEATURES,
    {"head.phase",  PT_IS_NAME,   .of = &phase, .only = P(CHOOSE) | P(RECHOOSE) | P(PUZZLE) | P(MOVE) | P(JUMP) | P(KEY) | P(AFTER)},
    {"head.round",  PT_IS_AMOUNT, .most = 10},
    {"owner.north", PT_IS_SET,    .name = "owner", .of = &cell, .bits = MS_HALF},
    {"owner.south", .why = "the second half of `owner`"},
    {"hand",        PT_IS_SET,    .of = &card, .by = {&own}},
    {"weight",      .why = "an option"},
    {"cards",       PT_IS_AMOUNT, .most = MS_DEALT},
    {"used",        PT_IS_SET,    .of = &book},
    {"over",        PT_IS_NAME,   .of = &overlay, .first = MS_LAID, .why = "seldom removed by chance"},
    {"pmode",       .why = "an option"},
    {"hard",        .why = "an option"},
    {"ages",        .why = "an option"},
    {"youngest",    .form = PT_IS_SEAT},
    {"choice",      PT_IS_NAME,   .of = &landmark},
    {"choice",      PT_IS_NAME,   .name = "choice secret", .first = MS_SECRET, .why = "nobody's own choice is a secret"},
    {"first",       PT_IS_NAME,   .of = &cell, .why = "only Key cells"},
    {"pos",         PT_IS_NAME,   .of = &cell},
    {"mover",       .why = "`head.owes` says it"},
    {"order",       .form = PT_IS_SEAT},
    {"turns",       PT_IS_AMOUNT, .most = 10},
    {"spin",        PT_IS_AMOUNT, .most = 6},
    {"moved",       PT_IS_NAME,   .first = 1},
    {"called",      PT_IS_NAME,   .first = 1},
    {"waiting",     .why = "whoever is asked does not wait, and nobody sees whether others do"},
    {"tempos",      .why = "hidden while the game lasts"},
    {"quiet",       .why = "no rule counts moves"},
    {"spare",       .why = "always 0"},
};
/* clang-format on */

static const pt_axis *const axes[] = {&team, &landmark, NULL};
const pt_features myst_features = {rows, axes, sizeof rows / sizeof *rows};
