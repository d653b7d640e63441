/* Mytikas: the printed components as tables (R2), to be read beside the box. Marks: [S] from
 * the rulebook, [P] from a public source, [R] our reconstruction; correct a number here and
 * nowhere else. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

/* clang-format off */

/* R2.3: Level tokens on Olympus [S]; level 4 with two players [R].
 *                                                      L1 L2 L3 L4 */
const uint8_t mt_level_tokens[MT_SEATS + 1][MT_LEVELS] = {
    [2] = {3, 4, 2, 1},
    [3] = {4, 5, 3, 2},
    [4] = {5, 6, 4, 2},
};

/* R2.4 [S]: favour tokens of each god. */
const uint8_t mt_favors_each[MT_SEATS + 1] = {[2] = 3, [3] = 3, [4] = 4};

/* R2.5: Lock tokens in order, the last one on the deck; counts [S], values [R]. */
const uint8_t mt_lock_count[MT_SEATS + 1] = {[2] = 4, [3] = 5, [4] = 6};
const uint8_t mt_lock_values[MT_SEATS + 1][MT_LOCKS] = {
    [2] = {4, 5, 5, 6},
    [3] = {4, 5, 5, 6, 6},
    [4] = {4, 4, 5, 5, 6, 6},
};

/* R2.6: points and pieces [S], costs [R].
 *              name      S  M  G    points spaces first temple */
const mt_building mt_buildings[MT_TYPES] = {
    [MT_MINOR] = {"minor", {2, 1, 0}, 1,     2,     0,    0},
    [MT_SMALL] = {"small", {0, 2, 1}, 2,     2,     2,    1},
    [MT_MAJOR] = {"major", {3, 2, 0}, 3,     2,     4,    0},
    [MT_LARGE] = {"large", {0, 3, 2}, 4,     1,     6,    1},
};

/* R2.7: kinds of effect [S]; places [S] for small a and major a, else [R].
 *       name        type   offerings favors moves gold */
const mt_space mt_spaces[MT_SPACES] = {
    [0] = {"minor a", MT_MINOR, 0,      0,     2,    0, "move up to two cubes to any level"},
    [1] = {"minor b", MT_MINOR, 0,      1,     0,    0, "take a favour token"},
    [2] = {"small a", MT_SMALL, 2,      0,     0,    0, "gain 2 offering tokens"},
    [3] = {"small b", MT_SMALL, 1,      0,     1,    0, "gain an offering token, move a cube"},
    [4] = {"major a", MT_MAJOR, 0,      0,     0,    1, "gain a gold on the level built"},
    [5] = {"major b", MT_MAJOR, 0,      0,     0,    1, "gain a gold on the level built"},
    [6] = {"large a", MT_LARGE, 0,      2,     0,    0, "take two favour tokens"},
};

/* R2.8: main actions [S] with the numbers in mytikas.h; bonus actions [R]. */
const mt_area_row mt_areas[MT_AREAS] = {
    [MT_ZD] = {"zd", MTB_OFF1},
    [MT_ZN] = {"zn", MTB_FAV1},
    [MT_DD] = {"dd", MTB_UP2},
    [MT_DN] = {"dn", MTB_OFF1},
    [MT_PD] = {"pd", MTB_OFFER},
    [MT_PN] = {"pn", MTB_ANY1},
    [MT_HD] = {"hd", MTB_ANY1},
    [MT_HN] = {"hn", MTB_FAV1},
};

/* R2.8: combinations of production; zd and 1S1G [S], 4S and 2M [R].
 *        name    area     S  M  G */
const mt_combo mt_combos[MT_COMBOS] = {
    [0] = {"3S",   MT_ZD, {3, 0, 0}},
    [1] = {"1S1M", MT_ZD, {1, 1, 0}},
    [2] = {"1G",   MT_ZD, {0, 0, 1}},
    [3] = {"4S",   MT_DD, {4, 0, 0}},
    [4] = {"2M",   MT_DD, {0, 2, 0}},
    [5] = {"1S1G", MT_DD, {1, 0, 1}},
};

/* R2.9: powers [S]. Points: fixed ones and those for each building [S], tiers as marked.
 *                   name          god      area        worth     low high */
#define NO_GOD MT_GODS
const mt_card mt_cards[MT_CARDS] = {
    [MTC_ZEUS]       = {"zeus",       NO_GOD, MT_NOWHERE, MTW_FIXED, 0, 0, "follow for 1 offering token of your reserve", "3, +4 with two favour tokens of one god"}, /* [S] */
    [MTC_POSEIDON]   = {"poseidon",   NO_GOD, MT_NOWHERE, MTW_FIXED, 0, 0, "follow for any favour token", "3, +4 with favour tokens of two gods"}, /* [S] */
    [MTC_DEMETER]    = {"demeter",    NO_GOD, MT_NOWHERE, MTW_TIERS, 3, 7, "before your figure moves, once: 2S into M or 3S into G on a level", "stone 0-2 / 3-6 / 7+: 2 / 5 / 7"}, /* numbers [S], assignment [R] */
    [MTC_HADES]      = {"hades",      NO_GOD, MT_NOWHERE, MTW_TIERS, 1, 2, "before your figure moves, once: 3 cubes for 1 offering token or 7 for 3", "locks 0 / 1 / 2+: 2 / 5 / 7"}, /* [R] */
    [MTC_HERA]       = {"hera",       MT_Z,   MT_NOWHERE, MTW_FIXED, 0, 0, "Zeus bonus without a Zeus token", "3, +4 with a Zeus token"}, /* [S] */
    [MTC_APOLLO]     = {"apollo",     MT_Z,   MT_ZD,      MTW_TIERS, 1, 2, "after Zeus Day production: up to two lifts", "gold 0 / 1 / 2+: 2 / 5 / 7"}, /* middle tier [S], brackets [R] */
    [MTC_ATHENA]     = {"athena",     MT_Z,   MT_ZN,      MTW_EACH,  3, 0, "temples cost 1 gold less", "3 for each temple built"}, /* [S] */
    [MTC_DIONYSUS]   = {"dionysus",   MT_D,   MT_NOWHERE, MTW_FIXED, 0, 0, "Demeter bonus without a Demeter token", "3, +4 with a Demeter token"}, /* [S] */
    [MTC_PAN]        = {"pan",        MT_D,   MT_DD,      MTW_TIERS, 2, 4, "Demeter Day: one more cube of a kind produced", "marble 0-1 / 2-3 / 4+: 2 / 5 / 7"}, /* [R] */
    [MTC_ARTEMIS]    = {"artemis",    MT_D,   MT_DN,      MTW_EACH,  2, 0, "cities cost 1 marble less", "2 for each city, the first one too"}, /* [S]; starting city [R] */
    [MTC_APHRODITE]  = {"aphrodite",  MT_P,   MT_NOWHERE, MTW_FIXED, 0, 0, "Poseidon bonus without a Poseidon token", "3, +4 with a Poseidon token"}, /* [S] */
    [MTC_ARES]       = {"ares",       MT_P,   MT_PD,      MTW_TIERS, 3, 6, "Poseidon Day: one more offering token", "offering tokens 0-2 / 3-5 / 6+: 2 / 5 / 7"}, /* numbers [S], assignment and name [R] */
    [MTC_HEPHAESTUS] = {"hephaestus", MT_P,   MT_PN,      MTW_TIERS, 2, 4, "Poseidon Night: a marble for one more favour token", "favour tokens 0-1 / 2-3 / 4+: 2 / 5 / 7"}, /* numbers [S], assignment [R] */
    [MTC_PERSEPHONE] = {"persephone", MT_H,   MT_NOWHERE, MTW_FIXED, 0, 0, "Hades bonus without a Hades token", "3, +4 with a Hades token"}, /* [S] */
    [MTC_HESTIA]     = {"hestia",     MT_H,   MT_HD,      MTW_TIERS, 2, 3, "Hades Day: one lifted cube turns S into M or M into G", "kinds on your level 4 0-1 / 2 / 3: 2 / 5 / 7"}, /* [R] */
    [MTC_HERMES]     = {"hermes",     MT_H,   MT_HN,      MTW_TIERS, 2, 4, "Hades Night: an offering token and an offering", "Deity cards 1 / 2-3 / 4+: 2 / 5 / 7"}, /* [R], name [R] */
};
const uint8_t mt_tier_points[3] = {2, 5, 7}; /* [S] for one table, the others [R] */
const uint8_t mt_bonus_card[MT_GODS] = {MTC_HERA, MTC_DIONYSUS, MTC_APHRODITE, MTC_PERSEPHONE};

/* R2.9 [S]: Demeter's rates; Hades' rates (3 for 7 cubes by R8.33). */
const uint8_t mt_demeter_price[MT_RESOURCES] = {0, 2, 3};
const uint8_t mt_hades_price[2] = {3, 7}, mt_hades_gain[2] = {1, 3};

/* R2.10 [S], by turn order.                              S  M  G */
const uint8_t mt_start_cubes[MT_SEATS][MT_RESOURCES] = { {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {1, 1, 0} };

/* R2.1: codes. */
const char *const mt_god_letters[MT_GODS] = {"Z", "D", "P", "H"};
const char *const mt_resource_letters[MT_RESOURCES] = {"S", "M", "G"};
const char *const mt_area_codes[MT_AREAS] = {"zd", "zn", "dd", "dn", "pd", "pn", "hd", "hn"};
const char *const mt_end_names[MTE_COUNT] = {"no", "levels", "lock", "pieces", "cap"};
const char *const mt_space_names[MT_SPACES] = {"minor-a", "minor-b", "small-a", "small-b", "major-a", "major-b", "large-a"};
const char *const mt_card_names[MT_CARDS] = {
    "zeus", "poseidon", "demeter", "hades", "hera", "apollo", "athena", "dionysus",
    "pan", "artemis", "aphrodite", "ares", "hephaestus", "persephone", "hestia", "hermes",
};
static const char *const type_names[MT_TYPES] = {"minor", "small", "major", "large"};
static const char *const combo_names[MT_COMBOS] = {"3S", "1S1M", "1G", "4S", "2M", "1S1G"};
static const char *const side_names[] = {"a", "b"};
static const char *const finer_names[] = {"M", "G"};
static const char *const hades_names[] = {"3", "7"};
static const char *const means_names[] = {"Z", "D", "P", "H", "$"};

/* --- R7: the verb table; what the verbs do is said in words/ --- */

const pt_kind mt_card_kind     = {.name = "card",     .count = MT_CARDS,     .names = mt_card_names};
const pt_kind mt_god_kind      = {.name = "god",      .count = MT_GODS,      .names = mt_god_letters};
const pt_kind mt_area_kind     = {.name = "area",     .count = MT_AREAS,     .names = mt_area_codes};
const pt_kind mt_resource_kind = {.name = "resource", .count = MT_RESOURCES, .names = mt_resource_letters};
const pt_kind mt_level_kind    = {.name = "level",    .count = MT_LEVELS,    .first = 1};
const pt_kind mt_type_kind     = {.name = "building", .count = MT_TYPES,     .names = type_names};
const pt_kind mt_seat_kind     = {.name = "player",   .count = MT_SEATS,     .first = 1};
const pt_kind mt_combo_kind    = {.name = "combination", .count = MT_COMBOS, .names = combo_names};
static const pt_kind side      = {.name = "side",     .count = 2,            .names = side_names};
static const pt_kind finer     = {.name = "resource", .count = 2,            .names = finer_names};
static const pt_kind coarser   = {.name = "resource", .count = 2,            .names = mt_resource_letters};
static const pt_kind rate      = {.name = "number of cubes", .count = 2,     .names = hades_names};
static const pt_kind amount    = {.name = "number of tokens", .count = MT_OFFERING_MAX, .first = 1};
static const pt_kind means     = {.name = "payment",  .count = 5,            .names = means_names};

#define CARD &mt_card_kind
#define GOD &mt_god_kind
#define AREA &mt_area_kind
#define RES &mt_resource_kind
#define LEVEL &mt_level_kind

const pt_verb mt_verb_table[MTV_COUNT] = {
    [MTV_KEEP]        = {.form = "keep %", .kind = {CARD}},
    [MTV_FAV]         = {.form = "fav %", .kind = {GOD}},
    [MTV_GO]          = {.form = "go %", .kind = {AREA}},
    [MTV_DOWN]        = {.form = "down % % %", .kind = {RES, LEVEL, LEVEL}},
    [MTV_DEMETER]     = {.form = "demeter % %", .kind = {LEVEL, &finer}},
    [MTV_HADES]       = {.form = "hades %", .kind = {&rate}},
    [MTV_GIVE]        = {.form = "give %%", .kind = {RES, LEVEL}},
    [MTV_MAIN]        = {.form = "main"},
    [MTV_SKIP]        = {.form = "skip"},
    [MTV_PROD]        = {.form = "prod %", .kind = {&mt_combo_kind}},
    [MTV_PAN]         = {.form = "pan %", .kind = {RES}},
    [MTV_BUILD]       = {.form = "build % % %", .kind = {&mt_type_kind, &side, LEVEL}},
    [MTV_UP]          = {.form = "up % %", .kind = {RES, LEVEL}},
    [MTV_UPX]         = {.form = "upx % %", .kind = {&coarser, LEVEL}},
    [MTV_MOVE]        = {.form = "move % % %", .kind = {RES, LEVEL, LEVEL}},
    [MTV_DONE]        = {.form = "done"},
    [MTV_FAVOR]       = {.form = "favor %", .kind = {GOD}},
    [MTV_FAVOR_FROM]  = {.form = "favor %@%", .kind = {GOD, &mt_seat_kind}},
    [MTV_HEPH]        = {.form = "heph %", .kind = {LEVEL}},
    [MTV_TAKE]        = {.form = "take"},
    [MTV_OFFER]       = {.form = "offer"},
    [MTV_ON]          = {.form = "on %", .kind = {CARD}},
    [MTV_PUT]         = {.form = "put %", .kind = {&amount}},
    [MTV_LOCK]        = {.form = "lock %", .kind = {CARD}},
    [MTV_BONUS]       = {.form = "bonus"},
    [MTV_PASS]        = {.form = "pass"},
    [MTV_END]         = {.form = "end"},
    [MTV_FOLLOW]      = {.form = "follow %", .kind = {&means}},
    [MTV_FOLLOW_AREA] = {.form = "follow % %", .kind = {&means, AREA}},
    [MTV_FIRST]       = {.form = "first %", .kind = {&mt_seat_kind}, .chance = true},
    [MTV_DEAL]        = {.form = "deal %", .kind = {CARD}, .chance = true},
    [MTV_REVEAL]      = {.form = "reveal %", .kind = {CARD}, .chance = true},
};
/* clang-format on */
