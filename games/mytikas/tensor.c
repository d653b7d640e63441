/* Mytikas: what each member of the state is, for a neural network (docs/tensors.md). */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "games/mytikas/mytikas.h"

#define P(phase) ((uint64_t)1 << MTP_##phase)

static const pt_axis seat = {"seat", .dim = "MT_SEATS", .count = PT_PER_SEAT, .turned = true},
                     own = {"own seat", .count = PT_ALWAYS(1), .turned = true},
                     stack = {"stack", "MT_STACKS", .count = PT_ALWAYS(MT_STACKS)},
                     god = {"god", "MT_GODS", .count = PT_ALWAYS(MT_GODS),
                            .names = mt_god_letters},
                     space = {"space", "MT_SPACES", .count = PT_ALWAYS(MT_SPACES),
                              .names = mt_space_names},
                     level = {"level", "MT_LEVELS", .count = PT_ALWAYS(MT_LEVELS)},
                     card = {"card", "MT_CARDS", .count = PT_ALWAYS(MT_CARDS),
                             .names = mt_card_names},
                     area = {"area", .count = PT_ALWAYS(MT_AREAS), .names = mt_area_codes},
                     stage = {"stage", .count = PT_ALWAYS(4)},
                     end = {"end", .count = PT_ALWAYS(MTE_COUNT), .names = mt_end_names},
                     power = {"power", .count = PT_ALWAYS(2)},
                     phase = {"phase", .count = PT_ALWAYS(19), .names = mt_phase_names};

/* clang-format off */
static const pt_feature rows[] = {
    PT_HEAD_FEATURES,
    {"head.phase",     PT_IS_NAME,   .of = &phase, .only = P(PICK) | P(SETUP) | P(START) | P(GIVE) | P(CHOICE) | P(PROD) | P(PAN) | P(BUILD) | P(FAVOR) |
                                                     P(HEPH) | P(MOVE) | P(LIFT) | P(HN) | P(TARGET) | P(AMOUNT) | P(LOCK) | P(BONUS) | P(WRAP) | P(FOLLOW),
                                     .why = "`pick` is a phase of the two-card variant"},
    {"head.round",     .why = "`turn` says it"},
    {"player.cube",    PT_IS_AMOUNT, .most = 100, .why = "few cubes get that high in random games"},
    {"player.reserve", PT_IS_AMOUNT, .most = 60},
    {"player.cards",   PT_IS_SET,    .of = &card},
    {"player.hand",    PT_IS_SET,    .of = &card, .by = {&own}, .why = "empty but for the two-card variant"},
    {"player.favor",   PT_IS_AMOUNT, .most = 5},
    {"player.space",   PT_IS_AMOUNT, .most = MT_LEVELS},
    {"player.spot",    PT_IS_NAME,   .of = &area, .why = "with two players figures stand in day areas only"},
    {"tokens",         PT_IS_AMOUNT, .most = 60},
    {"line",           PT_IS_SET,    .of = &card},
    {"locked",         PT_IS_SET,    .of = &card},
    {"fresh",          PT_IS_SET,    .of = &card},
    {"turn",           PT_IS_AMOUNT, .most = MT_SEATS * MT_ROUNDS},
    {"pile",           PT_IS_AMOUNT, .most = 5},
    {"left",           PT_IS_AMOUNT, .most = 6, .why = "nobody builds on the highest level at random"},
    {"variant",        .why = "an option"},
    {"first",          .form = PT_IS_SEAT},
    {"active",         .form = PT_IS_SEAT},
    {"actor",          .why = "`head.owes` says it"},
    {"locks",          PT_IS_AMOUNT, .most = MT_LOCKS},
    {"turned",         PT_IS_AMOUNT, .most = MT_LOCKS},
    {"stage",          PT_IS_NAME,   .of = &stage, .first = MTS_MAIN},
    {"area",           PT_IS_NAME,   .of = &area},
    {"end",            PT_IS_NAME,   .of = &end, .only = 1u << MTE_LEVELS | 1u << MTE_LOCK | 1u << MTE_PIECES | 1u << MTE_CAP,
                                     .why = "some ends are rare or come with the last move"},
    {"used",           PT_IS_SET,    .of = &power},
    {"gives",          PT_IS_AMOUNT, .most = 7},
    {"gain",           PT_IS_AMOUNT, .most = 3},
    {"cities",         PT_IS_AMOUNT, .most = 6},
    {"combo",          .why = "Pan asks after one kind of production only (R5.10)"},
    {"favors",         PT_IS_AMOUNT, .most = 2},
    {"heph",           PT_IS_NAME,   .first = 1},
    {"moves",          PT_IS_AMOUNT, .most = 2},
    {"lifts",          PT_IS_AMOUNT, .most = MT_UPS_MAIN + MT_UPS_APOLLO},
    {"changed",        PT_IS_NAME,   .first = 1},
    {"target",         PT_IS_NAME,   .of = &card},
    {"aside_cards",    .why = "0 in a real game"},
    {"aside_locks",    .why = "0 in a real game"},
    {"aside_levels",   .why = "0 in a real game"},
};
/* clang-format on */

static const pt_axis *const axes[] = {&seat, &stack, &god, &space, &level, &card, NULL};
const pt_features mytikas_features = {rows, axes, sizeof rows / sizeof *rows};
