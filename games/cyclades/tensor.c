/* Cyclades: what each member of the state is, for a neural network (docs/tensors.md). */
/* SPDX-License-Identifier: MIT */
#include "core/tensor.h"
#include "games/cyclades/cyclades.h"

#define P(phase) ((uint64_t)1 << CYP_##phase)
#define SEA_SPACES                                                                             \
    { 0, 0, 30, 30, 46, CY_SEAS } /* of the maps; a test compares */
#define MARKERS                                                                                \
    { 0, 0, 4, 3, 4, 5 } /* R3.3 */

static const pt_axis
    seat = {"seat", .dim = "CY_SEATS", .count = PT_PER_SEAT, .turned = true},
    sea = {"sea space", "CY_SEAS", .count = SEA_SPACES},
    isle = {"isle", "CY_ISLES", {0, 0, 8, 8, 10, CY_ISLES}, .names = cy_isle_names},
    type = {"type", "CY_TYPES", .count = PT_ALWAYS(CY_TYPES), .names = cy_type_names},
    supply = {"supply", "CY_SUPPLIES", .count = PT_ALWAYS(CY_SUPPLIES)},
    place = {"place on the track", "CY_PLACES", .count = PT_ALWAYS(CY_PLACES)},
    creature = {"creature", .count = PT_ALWAYS(CY_CREATURES), .names = cy_creature_names},
    on_isles = {"figure", "4", .count = PT_ALWAYS(CYG_KRAKEN)},
    kraken = {"Kraken", .count = PT_ALWAYS(1)},
    god = {"god", "CY_GODS", .count = PT_ALWAYS(CY_GODS), .names = cy_god_names},
    shrine = {"god", .count = PT_ALWAYS(CY_GODS + 1), .names = cy_god_names},
    shown_gods = {"place", .count = {0, 0, 4, 2, 4, 4}}, /* R4.4 */
    turn_track = {"space of the turn track", .count = MARKERS},
    arrival = {"arrival", .count = MARKERS},
    battle = {"on land, at sea", .count = PT_ALWAYS(2)},
    phase = {"phase", .count = PT_ALWAYS(15), .names = cy_phase_names};

/* clang-format off */
static const pt_feature rows[] = {
    PT_HEAD_FEATURES,
    {"head.phase",      PT_IS_NAME,   .of = &phase, .only = P(BID) | P(OFFER) | P(MENU) | P(SAIL) | P(DEFENDER) | P(ATTACKER) | P(GIVE) | P(SITE) | P(RAZE) |
                                                      P(PROSPER) | P(POWER) | P(LANDING) | P(FROM) | P(PUSH) | P(SWIM)},
    {"head.round",      PT_IS_AMOUNT, .most = CY_CYCLES},
    {"fleets",          PT_IS_SET,    .of = &sea},
    {"locked",          PT_IS_SET,    .of = &sea, .why = "rare"},
    {"deck",            PT_IS_SET,    .of = &creature},
    {"discard",         PT_IS_SET,    .of = &creature},
    {"gold",            PT_IS_AMOUNT, .most = 120, .none = CY_HIDDEN},
    {"gold",            PT_IS_NAME,   .name = "gold hidden", .first = CY_HIDDEN, .why = "everybody knows their own gold"},
    {"owned",           .why = "`owner` says it"},
    {"metropolis",      PT_IS_SET,    .of = &isle},
    {"metropolis_used", PT_IS_SET,    .of = &isle},
    {"fleet",           PT_IS_AMOUNT, .most = CY_UNITS},
    {"owner",           PT_IS_SEAT,   .first = 1},
    {"troops",          PT_IS_AMOUNT, .most = CY_UNITS},
    {"building",        PT_IS_AMOUNT, .most = 4},
    {"used",            PT_IS_AMOUNT, .most = 4},
    {"marker",          PT_IS_AMOUNT, .most = 20},
    {"priests",         PT_IS_AMOUNT, .most = CY_PRIESTS},
    {"philosophers",    PT_IS_AMOUNT, .most = CY_WISE},
    {"ships",           PT_IS_AMOUNT, .most = CY_UNITS},
    {"men",             PT_IS_AMOUNT, .most = CY_UNITS},
    {"supply",          PT_IS_AMOUNT, .most = CY_PRIESTS},
    {"track",           PT_IS_NAME,   .of = &creature, .first = 1},
    {"figure",          PT_IS_NAME,   .of = &isle, .by = {&on_isles}, .first = 1},
    {"figure",          PT_IS_NAME,   .name = "Kraken", .of = &sea, .by = {&kraken}, .from = CYG_KRAKEN, .first = 1},
    {"controller",      PT_IS_SEAT,   .first = 1},
    {"since",           PT_IS_AMOUNT, .most = CY_CYCLES},
    {"alive",           PT_IS_SEATS,  .why = "who is asked is alive"},
    {"shown",           .form = PT_IS_SEATS},
    {"open",            .why = "an option"},
    {"rule_cycle",      PT_IS_AMOUNT, .most = CY_CYCLES},
    {"order",           PT_IS_SEAT,   .by = {&turn_track}, .first = 1, .why = "the last spaces fill up while others act"},
    {"markers",         PT_IS_AMOUNT, .most = CY_SEATS, .why = "changes when somebody is out of the game"},
    {"gods",            PT_IS_NAME,   .of = &god, .by = {&shown_gods}, .first = 1},
    {"up",              PT_IS_AMOUNT, .most = CY_GODS, .why = "changes when somebody is out of the game"},
    {"holder",          PT_IS_SEAT,   .first = 1},
    {"offer",           PT_IS_AMOUNT, .most = CY_OFFERS},
    {"apollo",          PT_IS_SEAT,   .by = {&arrival}, .first = 1, .why = "seldom many go to Apollo"},
    {"blessed",         .why = "only between turns at Apollo, where nobody is asked"},
    {"bidder",          .why = "`head.owes` says it"},
    {"barred",          PT_IS_NAME,   .of = &god, .first = 1},
    {"chosen",          PT_IS_NAME,   .of = &god, .first = 1},
    {"turn",            PT_IS_SEAT,   .first = 1},
    {"god",             PT_IS_NAME,   .of = &shrine, .first = 1},
    {"recruited",       PT_IS_AMOUNT, .most = 4},
    {"card",            PT_IS_NAME,   .of = &creature, .first = 1, .why = "some powers ask nothing"},
    {"copied",          PT_IS_NAME,   .first = 1},
    {"at",              PT_IS_NAME,   .of = &sea, .first = 1},
    {"steps",           PT_IS_AMOUNT, .most = CY_SAIL_STEPS},
    {"budget",          PT_IS_AMOUNT, .most = CY_SYLPH},
    {"from",            PT_IS_NAME,   .of = &isle, .first = 1},
    {"charmed",         PT_IS_NAME,   .of = &sea, .first = 1, .why = "rare"},
    {"battle",          PT_IS_NAME,   .of = &battle, .first = CYB_LAND},
    {"field",           PT_IS_NAME,   .of = &sea, .why = "rare"},
    {"attackers",       PT_IS_AMOUNT, .most = CY_UNITS},
    {"give",            PT_IS_NAME,   .of = &type, .first = 1},
    {"site",            PT_IS_NAME,   .of = &isle, .first = 1, .why = "nothing is razed on an isle with a single space"},
    {"swap",            .why = "only while luck draws a card"},
};
/* clang-format on */

static const pt_axis *const axes[] = {&seat,  &sea,      &isle, &type, &supply,
                                      &place, &on_isles, &god,  NULL};
const pt_features cyclades_features = {rows, axes, sizeof rows / sizeof *rows};
