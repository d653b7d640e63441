/* Myriath: what each member of the state is, for a neural network (docs/tensors.md). */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "games/myriath/myriath.h"

static const pt_axis seat = {"seat", .dim = "MR_SEATS", .count = PT_PER_SEAT, .turned = true},
                     side = {"triangle N E S W", .count = PT_ALWAYS(MR_SIDES)},
                     node = {"node", .count = {0, 0, 64, 100, 144, 0},
                             .across = {0, 0, 8, 10, 12, 0}},
                     tile = {"tile", .count = PT_ALWAYS(MR_PIECES), .names = mr_tile_names},
                     phase = {"phase", .count = PT_ALWAYS(2), .names = mr_phase_names};

/* clang-format off */
static const pt_feature rows[] = {
    PT_HEAD_FEATURES,
    {"head.phase",       PT_IS_NAME,   .of = &phase, .only = 1u << MRP_OCTAGON | 1u << MRP_PLAY},
    {"head.round",       .why = "always 1"},
    {"filled.low",       PT_IS_OWNED,  .name = "filled", .of = &node, .by = {&seat, &side}, .bits = 64, .tail = "filled_tail.high", .owners = "owner.low", .owners_tail = "owner_tail.high"},
    {"owner.low",        .why = "`filled` is told by seats"},
    {"ends.low",         PT_IS_SET,    .name = "ends", .of = &node, .by = {&side}, .bits = 64, .tail = "ends_tail.high"},
    {"filled_tail.high", .why = "the last nodes of `filled`"},
    {"owner_tail.high",  .why = "the last nodes of `filled`"},
    {"ends_tail.high",   .why = "the last nodes of `ends`"},
    {"laid",             .why = "`filled` and `ends` show what is on the board, `hand` which tiles are left"},
    {"hand",             PT_IS_SET,    .of = &tile},
    {"score",            PT_IS_AMOUNT, .most = MR_POINTS_MAX},
    {"given",            .why = "part of `score`"},
    {"first",            .form = PT_IS_SEAT},
    {"turn",             .why = "`head.owes` says it"},
    {"passes",           PT_IS_AMOUNT, .most = MR_SEATS},
    {"own",              .why = "an option"},
    {"starters",         .why = "only before the first move"},
    {"zero",             .why = "always 0"},
};
/* clang-format on */

static const pt_axis *const axes[] = {&seat, NULL};
const pt_features myriath_features = {rows, axes, sizeof rows / sizeof *rows};
