/* Quarry: what each member of the state is, for a neural network (docs/tensors.md). */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "games/quarry/quarry.h"

static const pt_axis seat = {"seat", .dim = "QY_SEATS", .count = PT_PER_SEAT, .turned = true},
                     own = {"own seat", .count = PT_ALWAYS(1), .turned = true},
                     stone = {"stone", .dim = "QY_STONES", .count = PT_ALWAYS(QY_STONES),
                              .names = qy_stone_names};

/* clang-format off */
static const pt_feature rows[] = {
    PT_HEAD_FEATURES,
    {"head.phase", .why = "all that is asked is a bid"},
    {"head.round", PT_IS_AMOUNT, .most = QY_ROUNDS_MAX},
    {"bag",        PT_IS_AMOUNT, .most = 30},
    {"stones",     PT_IS_AMOUNT, .most = QY_ROUNDS_MAX},
    {"coins",      PT_IS_AMOUNT, .most = QY_COINS_MAX},
    {"favourite",  PT_IS_NAME,   .of = &stone, .by = {&own}},
    {"bid",        PT_IS_NAME,   .first = QY_SEALED, .name = "bid sealed", .why = "nobody's own bid is sealed"},
    {"shown",      PT_IS_AMOUNT, .none = QY_NOTHING, .most = QY_COINS_MAX},
    {"offer",      PT_IS_NAME,   .of = &stone},
    {"sold",       PT_IS_NAME,   .of = &stone},
    {"rounds",     .why = "an option"},
    {"zero",       .why = "always 0"},
};
/* clang-format on */

static const pt_axis *const axes[] = {&seat, &stone, NULL};
const pt_features quarry_features = {rows, axes, sizeof rows / sizeof *rows};
