/* Cyclades: state, moves and printed components. Rule numbers are those of README.md. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include "core/game.h"
#include <assert.h>

enum {
    CY_SEATS = 5,    /* R1.1 */
    CY_GOAL = 2,     /* R1.2: the metropolises that win ... */
    CY_GOAL_TWO = 3, /* ... and in a game of two */
    CY_CELLS = 91,
    CY_SEAS = 61,
    CY_ISLES = 13,
    CY_STEPS = 6,  /* directions NW NE W E SW SE, in ascending order of the cell they lead to */
    CY_UNITS = 8,  /* R2.1: troops, and fleets, of a player */
    CY_PURSE = 5,  /* R2.2: gold at the start */
    CY_HOMES = 2,  /* R2.9: isles, and sea spaces, at the start, with a unit on each */
    CY_INCOME = 2, /* R2.9: every start's revenue */
    CY_TYPES = 4,  /* R2.3: port fort temple univ */
    CY_GODS = 4,   /* those whose order changes; Apollo is the fifth */
    CY_PLACES = 3, /* spaces of the creature track: 2, 3 and 4 */
    CY_FIRST_SPACE = 2,       /* R4.25: the number, and the price, of the cheapest of them */
    CY_OFFERS = 60,           /* R4.7: the highest offering */
    CY_CYCLES = 40,           /* R6.3 */
    CY_BUILDING_PRICE = 2,    /* R2.11 */
    CY_MOVE_PRICE = 1,        /* R2.11: a sailing, a march, a swap, a step of the Kraken */
    CY_LEAST_PAID = 1,        /* R4.10, R4.25: priests and temples make nothing free */
    CY_SAIL_STEPS = 3,        /* R4.19 */
    CY_FACES = 4,             /* R2.10: a die shows 0 to 3 */
    CY_WISE = 4,              /* R4.34: the philosophers who make a metropolis */
    CY_ALMS = 1,              /* R4.38: Apollo's gold */
    CY_ALMS_LAST_ISLE = 4,    /* R4.38: for the owner of a single isle */
    CY_SALE = 2,              /* R5.13: what the Sphinx pays */
    CY_SYLPH = 10,            /* R5.14: steps */
    CY_MINOTAUR_STRENGTH = 2, /* R5.18 */
    CY_PRIESTS = 18,          /* R2.13: the larger pile of cards */
    CY_MOVES = 200,           /* the longest list of moves there can be */
    CY_PLIES = 60000,         /* R6.3: every game is over before */
    CY_ALL_TYPES = (1 << CY_TYPES) - 1, /* the sets of all of them */
    CY_ALL_GODS = (1 << CY_GODS) - 1,
    CY_LAND = 128, /* added to an isle's number in cy_map.at */
    CY_NONE = 0xFF,
    CY_HIDDEN = 0xFFFF, /* gold that a viewer may not know (R1.3) */
};

typedef enum { CY_PORT, CY_FORT, CY_TEMPLE, CY_UNIV } cy_type;
typedef enum { CY_POSEIDON, CY_ARES, CY_ZEUS, CY_ATHENA, CY_APOLLO } cy_god;

/* R2.5; the one-shot cards, the four isle figures, and the Kraken. */
typedef enum {
    CY_CHIMERA,
    CY_CYCLOPS,
    CY_DRYAD,
    CY_FATES,
    CY_GIANT,
    CY_GRIFFON,
    CY_HARPY,
    CY_PEGASUS,
    CY_SATYR,
    CY_SIREN,
    CY_SPHINX,
    CY_SYLPH_CARD,
    CY_CHIRON,
    CY_MEDUSA,
    CY_MINOTAUR,
    CY_POLYPHEMUS,
    CY_KRAKEN,
    CY_CREATURES
} cy_creature;

/* The figures, as indices of cy_state.figure. */
enum { CYG_CHIRON, CYG_MEDUSA, CYG_MINOTAUR, CYG_POLYPHEMUS, CYG_KRAKEN, CY_FIGURES };

/* What the box limits besides units (R2.13), as indices of cy_state.supply. The first four are
 * the types of buildings. */
enum { CYS_METROPOLIS = CY_TYPES, CYS_PRIEST, CYS_PHILOSOPHER, CYS_PROSPERITY, CY_SUPPLIES };

typedef enum {
    CYP_ORDER,    /* luck: the turn track at the start (R3.3) */
    CYP_TRACK,    /* luck: a creature for the track (R4.2) */
    CYP_GODS,     /* luck: the order of the gods (R4.4) */
    CYP_BID,      /* R4.6 */
    CYP_OFFER,    /* R4.7 */
    CYP_MENU,     /* R4.13 */
    CYP_SWAP,     /* luck: the card that replaces a swapped one (R4.24) */
    CYP_SAIL,     /* R4.19, after the first step */
    CYP_ROLL,     /* luck: an assault (R4.26, R4.27) */
    CYP_DEFENDER, /* R4.29 */
    CYP_ATTACKER, /* R4.29 */
    CYP_GIVE,     /* R4.35 */
    CYP_SITE,     /* R4.36 */
    CYP_RAZE,     /* R4.37 */
    CYP_PROSPER,  /* R4.38 */
    CYP_POWER,    /* R5.1: a creature's power; which one is in `card` */
    CYP_LANDING,  /* R5.10, after `fly` */
    CYP_FROM,     /* R5.12, after `charm` */
    CYP_PUSH,     /* R5.19, after `place` */
    CYP_SWIM,     /* R5.20, after `surface` */
    CYP_OVER,
    CY_PHASES
} cy_phase;

/* The verbs, in the order of R7. */
typedef enum {
    CYV_NONE,
    CYV_GOD,
    CYV_OFFER,
    CYV_FLEET,
    CYV_TROOP,
    CYV_PRIEST,
    CYV_PHILOSOPHER,
    CYV_BUILD,
    CYV_SAIL,
    CYV_MARCH,
    CYV_SWAP,
    CYV_BUY,
    CYV_END,
    CYV_STOP,
    CYV_STAY,
    CYV_RETREAT_SEA,
    CYV_RETREAT_ISLE,
    CYV_GIVE,
    CYV_METROPOLIS,
    CYV_RAZE,
    CYV_PROSPER,
    CYV_WASTE,
    CYV_COPY,
    CYV_REBUILD,
    CYV_STEAL,
    CYV_DESTROY,
    CYV_KILL,
    CYV_FLY,
    CYV_LAND,
    CYV_CHARM,
    CYV_FROM,
    CYV_SELL_FLEET,
    CYV_SELL_TROOP,
    CYV_SELL_PRIEST,
    CYV_SELL_PHILOSOPHER,
    CYV_DONE,
    CYV_GLIDE,
    CYV_PLACE,
    CYV_PUSH,
    CYV_SURFACE,
    CYV_SWIM,
    CYV_ORDER,
    CYV_DRAW,
    CYV_PAIR,
    CYV_GODS,
    CYV_ROLL,
    CYV_COUNT
} cy_verb;

/* R2.6: a sea space of a map. `step` leads to sea spaces of the same map, or CY_NONE. */
typedef struct cy_sea {
    uint8_t cell, x, y, horn;
    uint8_t step[CY_STEPS];
    uint16_t isles; /* set: the isles beside it */
} cy_sea;

/* R2.7: an isle: building spaces, printed prosperity, centre in 60ths of (X, Y), its cells. */
typedef struct cy_isle {
    uint8_t size, prosperity;
    uint16_t x, y;
    uint8_t cell[4];
    uint64_t shore; /* set: the sea spaces beside it */
} cy_isle;

typedef struct cy_map {
    uint8_t width, seas, isles;
    cy_sea sea[CY_SEAS];
    cy_isle isle[CY_ISLES];
    uint64_t horns;         /* set: sea spaces with prosperity */
    uint64_t near[CY_SEAS]; /* sets: the sea neighbours */
    uint8_t at[CY_CELLS];   /* a sea space, CY_LAND + isle, or CY_NONE */
} cy_map;

typedef struct cy_start {
    uint8_t isle[CY_HOMES], sea[CY_HOMES];
} cy_start;

/* Sets of sea spaces are bits of 64, sets of isles bits of 16, sets of creatures bits of 32.
 * Where a value may be "none" it is stored + 1 and 0 is none. What is not going on is 0. */
typedef struct cy_state {
    pt_head head;              /* round is the cycle */
    pt_set64 fleets[CY_SEATS]; /* sets: the spaces with a seat's fleets */
    pt_set64 locked;           /* R5.14: spaces that no fleet may leave during this Sylph */
    pt_set32 deck, discard;    /* sets: creatures still to come, and gone */
    uint16_t gold[CY_SEATS];   /* behind the screens */
    pt_set16 owned[CY_SEATS];  /* sets: a seat's isles */
    pt_set16 metropolis, metropolis_used; /* sets: isles; "used" is the temple power (R8.15) */
    uint8_t fleet[CY_SEAS];               /* how many fleets are on a space */
    uint8_t owner[CY_ISLES];              /* seat + 1 */
    uint8_t troops[CY_ISLES];             /* of its owner */
    uint8_t building[CY_ISLES][CY_TYPES]; /* how many of a type (R2.3) */
    uint8_t used[CY_ISLES];               /* temples used this cycle (R8.15) */
    uint8_t marker[CY_ISLES];             /* prosperity markers placed (R4.38) */
    uint8_t priests[CY_SEATS], philosophers[CY_SEATS]; /* cards */
    uint8_t ships[CY_SEATS], men[CY_SEATS]; /* units on the board, attackers included */
    uint8_t supply[CY_SUPPLIES];            /* left in the box (R2.13) */
    uint8_t track[CY_PLACES];               /* creature + 1 on spaces 2, 3, 4 */
    uint8_t figure[CY_FIGURES];             /* isle + 1, for the Kraken sea space + 1 */
    uint8_t controller[4];                  /* seat + 1 of the isle figures */
    uint8_t since[4];                       /* the cycle they were placed in */
    pt_set8 alive, shown;     /* sets of seats; shown: gold that all have seen (R5.8) */
    uint8_t open;             /* option: gold is not hidden at all */
    uint8_t rule_cycle;       /* cycles under the present god rule (R6.2) */
    uint8_t order[CY_SEATS];  /* seat + 1 on the spaces of the turn track */
    uint8_t markers;          /* how many spaces the turn track has */
    uint8_t gods[CY_GODS];    /* god + 1 at places 1 to 4, 0 not known */
    uint8_t up;               /* how many of them may be bid on */
    uint8_t holder[CY_GODS];  /* seat + 1 of the marker on a god */
    uint8_t offer[CY_GODS];   /* its offering */
    uint8_t apollo[CY_SEATS]; /* seat + 1, in order of arrival */
    uint8_t blessed;          /* an Apollo turn was taken this cycle */
    uint8_t bidder;           /* seat + 1 of the marker being placed */
    uint8_t barred;           /* god + 1 it was displaced from just now */
    uint8_t chosen;           /* god + 1 it goes to */
    uint8_t turn, god;        /* seat + 1 and god + 1 whose turn it is */
    uint8_t recruited;        /* recruits of this turn, which set the next one's price */
    uint8_t card, copied;     /* creature + 1 whose power is used; 1 if the Chimera copies it */
    uint8_t at, steps;        /* sea space + 1 of a sailing group; steps left */
    uint8_t budget;           /* steps left of the Sylph */
    uint8_t from;             /* isle + 1 the Pegasus flies from */
    uint8_t charmed;          /* sea space + 1 of the Siren's victim */
    uint8_t battle;           /* 0, CYB_LAND, CYB_SEA */
    uint8_t field;            /* the isle or sea space fought for */
    uint8_t attackers;        /* units of the seat whose turn it is, not counted on the board */
    uint8_t give;             /* type + 1 to give next */
    uint8_t site;             /* isle + 1 where buildings are razed */
    uint8_t swap;             /* track place + 1 that waits for a card */
} cy_state;

enum { CYB_LAND = 1, CYB_SEA = 2 };

static_assert(sizeof(cy_state) <= 512, "a state stays small");

/* --- maps.c, data.c: the printed components --- */
extern const cy_map cy_map_3, cy_map_4, cy_map_5;
extern const cy_map *const cy_maps[CY_SEATS + 1]; /* by players */
extern const cy_start cy_starts[CY_SEATS + 1][CY_SEATS];
extern const char *const cy_cell_names[CY_CELLS], *const cy_isle_names[CY_ISLES];
extern const char *const cy_god_names[CY_GODS + 1], *const cy_type_names[CY_TYPES];
extern const char *const cy_creature_names[CY_CREATURES], *const cy_player_names[CY_SEATS];
extern const char *const cy_creature_rules[CY_CREATURES]; /* "R5.3" */
extern const char *const cy_phase_names[CY_PHASES];
extern const uint8_t cy_supplies[CY_SUPPLIES];
extern const uint8_t cy_die[CY_FACES];     /* R2.10: how many faces show 0, 1, 2, 3 */
extern const uint8_t cy_price[CY_GODS][5]; /* R2.11: of the next recruit; CY_NONE: no more */
extern const pt_verb cy_verb_table[CYV_COUNT];
extern const pt_kind cy_cell_kind, cy_isle_kind, cy_god_kind, cy_type_kind, cy_creature_kind,
    cy_player_kind, cy_place_kind, cy_shrine_kind;
/* The neighbour of a cell on the largest board, or -1. */
int cy_cell_step(int cell, int step);
static inline bool cy_is_figure(int creature) { /* R5.15: the four of the isles */
    return creature >= CY_CHIRON && creature <= CY_POLYPHEMUS;
}
