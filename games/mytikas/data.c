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
 *              name     title           S  M  G    points spaces first temple */
const mt_building mt_buildings[MT_TYPES] = {
    [MT_MINOR] = {"minor", "minor city",   {2, 1, 0}, 1,     2,     0,    0},
    [MT_SMALL] = {"small", "small temple", {0, 2, 1}, 2,     2,     2,    1},
    [MT_MAJOR] = {"major", "major city",   {3, 2, 0}, 3,     2,     4,    0},
    [MT_LARGE] = {"large", "large temple", {0, 3, 2}, 4,     1,     6,    1},
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
    [MT_ZD] = {"zd", "Zeus Day",       MTB_OFF1,  "each of your cities produces",       "an offering token"},
    [MT_ZN] = {"zn", "Zeus Night",     MTB_FAV1,  "build a temple",                     "a favour token"},
    [MT_DD] = {"dd", "Demeter Day",    MTB_UP2,   "produce on level 1",                 "up to two lifts"},
    [MT_DN] = {"dn", "Demeter Night",  MTB_OFF1,  "build a city",                       "an offering token"},
    [MT_PD] = {"pd", "Poseidon Day",   MTB_OFFER, "two offering tokens",                "make an offering"},
    [MT_PN] = {"pn", "Poseidon Night", MTB_ANY1,  "a favour token",                     "a cube to any level"},
    [MT_HD] = {"hd", "Hades Day",      MTB_ANY1,  "up to four lifts",                   "a cube to any level"},
    [MT_HN] = {"hn", "Hades Night",    MTB_FAV1,  "an offering token, or an offering",  "a favour token"},
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
 *                   name          title         god      area        worth     low high */
#define NO_GOD MT_GODS
const mt_card mt_cards[MT_CARDS] = {
    [MTC_ZEUS]       = {"zeus",       "Zeus",       NO_GOD, MT_NOWHERE, MTW_FIXED, 0, 0, "follow for 1 offering token of your reserve", "3, +4 with two favour tokens of one god", "tokens of one god"}, /* [S] */
    [MTC_POSEIDON]   = {"poseidon",   "Poseidon",   NO_GOD, MT_NOWHERE, MTW_FIXED, 0, 0, "follow for any favour token", "3, +4 with favour tokens of two gods", "gods with a token"}, /* [S] */
    [MTC_DEMETER]    = {"demeter",    "Demeter",    NO_GOD, MT_NOWHERE, MTW_TIERS, 3, 7, "before your figure moves, once: 2S into M or 3S into G on a level", "stone 0-2 / 3-6 / 7+: 2 / 5 / 7", "stone"}, /* numbers [S], assignment [R] */
    [MTC_HADES]      = {"hades",      "Hades",      NO_GOD, MT_NOWHERE, MTW_TIERS, 1, 2, "before your figure moves, once: 3 cubes for 1 offering token or 7 for 3", "locks 0 / 1 / 2+: 2 / 5 / 7", "locks"}, /* [R] */
    [MTC_HERA]       = {"hera",       "Hera",       MT_Z,   MT_NOWHERE, MTW_FIXED, 0, 0, "Zeus bonus without a Zeus token", "3, +4 with a Zeus token", "Zeus tokens"}, /* [S] */
    [MTC_APOLLO]     = {"apollo",     "Apollo",     MT_Z,   MT_ZD,      MTW_TIERS, 1, 2, "after Zeus Day production: up to two lifts", "gold 0 / 1 / 2+: 2 / 5 / 7", "gold"}, /* middle tier [S], brackets [R] */
    [MTC_ATHENA]     = {"athena",     "Athena",     MT_Z,   MT_ZN,      MTW_EACH,  3, 0, "temples cost 1 gold less", "3 for each temple built", "temples"}, /* [S] */
    [MTC_DIONYSUS]   = {"dionysus",   "Dionysus",   MT_D,   MT_NOWHERE, MTW_FIXED, 0, 0, "Demeter bonus without a Demeter token", "3, +4 with a Demeter token", "Demeter tokens"}, /* [S] */
    [MTC_PAN]        = {"pan",        "Pan",        MT_D,   MT_DD,      MTW_TIERS, 2, 4, "Demeter Day: one more cube of a kind produced", "marble 0-1 / 2-3 / 4+: 2 / 5 / 7", "marble"}, /* [R] */
    [MTC_ARTEMIS]    = {"artemis",    "Artemis",    MT_D,   MT_DN,      MTW_EACH,  2, 0, "cities cost 1 marble less", "2 for each city, the first one too", "cities"}, /* [S]; starting city [R] */
    [MTC_APHRODITE]  = {"aphrodite",  "Aphrodite",  MT_P,   MT_NOWHERE, MTW_FIXED, 0, 0, "Poseidon bonus without a Poseidon token", "3, +4 with a Poseidon token", "Poseidon tokens"}, /* [S] */
    [MTC_ARES]       = {"ares",       "Ares",       MT_P,   MT_PD,      MTW_TIERS, 3, 6, "Poseidon Day: one more offering token", "offering tokens 0-2 / 3-5 / 6+: 2 / 5 / 7", "offering tokens"}, /* numbers [S], assignment and name [R] */
    [MTC_HEPHAESTUS] = {"hephaestus", "Hephaestus", MT_P,   MT_PN,      MTW_TIERS, 2, 4, "Poseidon Night: a marble for one more favour token", "favour tokens 0-1 / 2-3 / 4+: 2 / 5 / 7", "favour tokens"}, /* numbers [S], assignment [R] */
    [MTC_PERSEPHONE] = {"persephone", "Persephone", MT_H,   MT_NOWHERE, MTW_FIXED, 0, 0, "Hades bonus without a Hades token", "3, +4 with a Hades token", "Hades tokens"}, /* [S] */
    [MTC_HESTIA]     = {"hestia",     "Hestia",     MT_H,   MT_HD,      MTW_TIERS, 2, 3, "Hades Day: one lifted cube turns S into M or M into G", "kinds on your level 4 0-1 / 2 / 3: 2 / 5 / 7", "kinds of cubes on level 4"}, /* [R] */
    [MTC_HERMES]     = {"hermes",     "Hermes",     MT_H,   MT_HN,      MTW_TIERS, 2, 4, "Hades Night: an offering token and an offering", "Deity cards 1 / 2-3 / 4+: 2 / 5 / 7", "Deity cards"}, /* [R], name [R] */
};
const uint8_t mt_tier_points[3] = {2, 5, 7}; /* [S] for one table, the others [R] */
const uint8_t mt_bonus_card[MT_GODS] = {MTC_HERA, MTC_DIONYSUS, MTC_APHRODITE, MTC_PERSEPHONE};

/* R2.9 [S]: Demeter's rates; Hades' rates (3 for 7 cubes by R8.33). */
const uint8_t mt_demeter_price[MT_RESOURCES] = {0, 2, 3};
const uint8_t mt_hades_price[2] = {3, 7}, mt_hades_gain[2] = {1, 3};

/* R2.10 [S], by turn order.                              S  M  G */
const uint8_t mt_start_cubes[MT_SEATS][MT_RESOURCES] = { {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {1, 1, 0} };

/* R2.1: codes. */
const char *const mt_god_names[MT_GODS] = {"Zeus", "Demeter", "Poseidon", "Hades"};
const char *const mt_god_letters[MT_GODS] = {"Z", "D", "P", "H"};
const char *const mt_resource_names[MT_RESOURCES] = {"stone", "marble", "gold"};
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

/* --- R7: the verb table --- */

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
    [MTV_KEEP]        = {"keep %",       {CARD},                       false, "Keep this card; the other goes under the deck"},
    [MTV_FAV]         = {"fav %",        {GOD},                        false, "Take your first favour token"},
    [MTV_GO]          = {"go %",         {AREA},                       false, "Put your figure on an action area"},
    [MTV_DOWN]        = {"down % % %",   {RES, LEVEL, LEVEL},          false, "Move a cube down, free of charge"},
    [MTV_DEMETER]     = {"demeter % %",  {LEVEL, &finer},              false, "Demeter: 2 stones into a marble, or 3 into a gold"},
    [MTV_HADES]       = {"hades %",      {&rate},                      false, "Hades: 3 cubes for 1 offering token, or 7 for 3"},
    [MTV_GIVE]        = {"give %%",      {RES, LEVEL},                 false, "Give this cube to Hades"},
    [MTV_MAIN]        = {"main",         {NULL},                       false, "Do the main action"},
    [MTV_SKIP]        = {"skip",         {NULL},                       false, "Do only the bonus action"},
    [MTV_PROD]        = {"prod %",       {&mt_combo_kind},             false, "Produce"},
    [MTV_PAN]         = {"pan %",        {RES},                        false, "Pan: one more cube of this kind"},
    [MTV_BUILD]       = {"build % % %",  {&mt_type_kind, &side, LEVEL}, false, "Build on a level of Olympus"},
    [MTV_UP]          = {"up % %",       {RES, LEVEL},                 false, "Lift a cube by one level"},
    [MTV_UPX]         = {"upx % %",      {&coarser, LEVEL},            false, "Hestia: lift a cube and refine it"},
    [MTV_MOVE]        = {"move % % %",   {RES, LEVEL, LEVEL},          false, "Move a cube to any level"},
    [MTV_DONE]        = {"done",         {NULL},                       false, "That is enough"},
    [MTV_FAVOR]       = {"favor %",      {GOD},                        false, "Take a favour token from the pile"},
    [MTV_FAVOR_FROM]  = {"favor %@%",    {GOD, &mt_seat_kind},         false, "Take a favour token from a player"},
    [MTV_HEPH]        = {"heph %",       {LEVEL},                      false, "Hephaestus: a marble of this level for one more favour token"},
    [MTV_TAKE]        = {"take",         {NULL},                       false, "Gain an offering token"},
    [MTV_OFFER]       = {"offer",        {NULL},                       false, "Make an offering"},
    [MTV_ON]          = {"on %",         {CARD},                       false, "Offer on this card"},
    [MTV_PUT]         = {"put %",        {&amount},                    false, "Put offering tokens on the card"},
    [MTV_LOCK]        = {"lock %",       {CARD},                       false, "Lock this card"},
    [MTV_BONUS]       = {"bonus",        {NULL},                       false, "Do the bonus action"},
    [MTV_PASS]        = {"pass",         {NULL},                       false, "Do without"},
    [MTV_END]         = {"end",          {NULL},                       false, "End your turn"},
    [MTV_FOLLOW]      = {"follow %",     {&means},                     false, "Follow: pay and do the main action"},
    [MTV_FOLLOW_AREA] = {"follow % %",   {&means, AREA},               false, "Follow: pay and do a main action of the god"},
    [MTV_FIRST]       = {"first %",      {&mt_seat_kind},              true,  "First player"},
    [MTV_DEAL]        = {"deal %",       {CARD},                       true,  "A card is dealt"},
    [MTV_REVEAL]      = {"reveal %",     {CARD},                       true,  "A card of the line is turned over"},
};
/* clang-format on */
