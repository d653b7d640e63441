/* Mykerinos: what each member of the state is, for a neural network (docs/tensors.md). */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "games/mykerinos/mykerinos.h"

#define P(phase) ((uint64_t)1 << MKP_##phase)
#define WITH_TWO(n)                                                                            \
    { 0, 0, (n), 0, 0, 0 }
enum { TILE = MK_ROTATED - 1, TURNED = 0xC0, DECISION = 0x80 };

static const pt_axis seat = {"seat", .dim = "MK_SEATS", .count = PT_PER_SEAT, .turned = true},
                     colour = {"seat", .dim = "MK_COLOURS", .count = PT_PER_SEAT,
                               .turned = true},
                     both = {"seat", .count = WITH_TWO(2), .turned = true},
                     neutral = {"neutral", .count = WITH_TWO(1)},
                     patron = {"patron", "MK_PATRONS", .count = PT_ALWAYS(MK_PATRONS),
                               .names = mk_patron_letters},
                     wing = {"wing", .count = PT_ALWAYS(MK_PATRONS)},
                     slot = {"slot", "MK_SLOTS", .count = PT_ALWAYS(MK_SLOTS)},
                     room = {"room", "MK_ROOMS", .count = PT_ALWAYS(MK_ROOMS),
                             .names = mk_room_names},
                     tile = {"tile", .count = PT_ALWAYS(MK_TILES), .names = mk_tile_names},
                     cell = {"space", .count = PT_ALWAYS(MK_SPACES), .across = PT_ALWAYS(8)},
                     scale = {"passing space", .count = {0, 0, 3, 3, 4, 0}},
                     queue = {"place in the queue", "4", .count = PT_ALWAYS(4)},
                     season = {"season", .count = PT_ALWAYS(MK_SEASONS)},
                     area = {"area", .count = PT_ALWAYS(MK_AREAS)},
                     role = {"role", .count = PT_ALWAYS(3), .names = mk_role_names},
                     phase = {"phase", .count = PT_ALWAYS(3), .names = mk_phase_names};

/* clang-format off */
static const pt_feature rows[] = {
    PT_HEAD_FEATURES,
    {"head.phase",      PT_IS_NAME,   .of = &phase, .only = P(EXCAVATE) | P(NEUTRAL) | P(SURVEY), .why = "`neutral` is a phase of two players"},
    {"head.round",      PT_IS_NAME,   .of = &season, .first = 1},
    {"pyramids.top",    PT_IS_SET,    .name = "pyramids", .of = &cell, .bits = 64},
    {"pyramids.bottom", .why = "row 9 of `pyramids`"},
    {"cubes.top",       PT_IS_SET,    .name = "cubes", .of = &cell, .bits = 64},
    {"cubes.top",       PT_IS_SET,    .name = "cubes neutral", .of = &cell, .by = {&neutral}, .from = MK_NEUTRAL, .bits = 64},
    {"cubes.bottom",    .why = "row 9 of `cubes`"},
    {"undealt",         PT_IS_SET,    .of = &tile},
    {"player.stock",    PT_IS_AMOUNT, .most = MK_CUBES},
    {"player.reserve",  PT_IS_AMOUNT, .most = MK_CUBES},
    {"player.neutral",  PT_IS_AMOUNT, .by = {&both}, .most = MK_CUBES},
    {"player.blank",    PT_IS_NAME,   .first = 1},
    {"player.tiles",    PT_IS_AMOUNT, .most = 7},
    {"player.tilted",   PT_IS_AMOUNT, .most = 7},
    {"player.points",   PT_IS_AMOUNT, .most = 40},
    {"slot",            PT_IS_NAME,   .of = &tile, .mask = TILE, .why = "areas 5 and 6 are used in the last season only"},
    {"slot",            PT_IS_NAME,   .name = "slot rotated", .mask = TURNED, .first = MK_ROTATED},
    {"wing",            PT_IS_NAME,   .of = &patron, .by = {&wing}},
    {"room",            PT_IS_SEAT,   .first = 1},
    {"neutral_reserve", PT_IS_AMOUNT, .by = {&neutral}, .most = MK_CUBES},
    {"passed",          PT_IS_SEAT,   .by = {&scale}, .first = 1, .why = "with two players the neutral disk is on space 2"},
    {"first",           .form = PT_IS_SEAT},
    {"turn",            PT_IS_SEAT,   .why = "the own seat while cubes are placed"},
    {"area",            PT_IS_NAME,   .of = &area},
    {"queue",           PT_IS_SEAT,   .mask = DECISION | 7, .first = DECISION, .why = "queues are short"},
    {"queue",           PT_IS_NAME,   .name = "queue role", .of = &role, .mask = DECISION | 0x18, .shift = 3, .first = DECISION >> 3, .why = "queues are short"},
    {"aside",           .why = "0 in a real game"},
};
/* clang-format on */

static const pt_axis *const axes[] = {&seat, &colour, &patron, &slot, &room, &queue, NULL};
const pt_features mykerinos_features = {rows, axes, sizeof rows / sizeof *rows};
