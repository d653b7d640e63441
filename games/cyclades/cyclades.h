/* Cyclades: state, moves and printed components. Rule numbers are those of README.md. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include "core/game.h"
#include <assert.h>

enum {
    CY_SEATS = 5, /* R1.1 */
    CY_CELLS = 91,
    CY_SEAS = 61,
    CY_ISLES = 13,
    CY_STEPS = 6,  /* directions NW NE W E SW SE, in ascending order of the cell they lead to */
    CY_UNITS = 8,  /* R2.1: troops, and fleets, of a player */
    CY_PURSE = 5,  /* R2.2: gold at the start */
    CY_INCOME = 2, /* R2.9: every start's revenue */
    CY_TYPES = 4,  /* R2.3: port fort temple univ */
    CY_GODS = 4,   /* those whose order changes; Apollo is the fifth */
    CY_PLACES = 3, /* spaces of the creature track: 2, 3 and 4 */
    CY_OFFERS = 60,        /* R4.7: the highest offering */
    CY_CYCLES = 40,        /* R6.3 */
    CY_BUILDING_PRICE = 2, /* R2.11 */
    CY_MOVE_PRICE = 1,     /* R2.11: a sailing, a march, a swap, a step of the Kraken */
    CY_SYLPH = 10,         /* R5.14 */
    CY_LAND = 128,         /* added to an isle's number in cy_map.at */
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

/* What is limited by the box beside units (R2.13), as indices of cy_state.supply. The first
 * four are the types of buildings. */
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
    uint8_t isle[2], sea[2];
} cy_start;

/* Sets of sea spaces are bits of 64, sets of isles bits of 16, sets of creatures bits of 32.
 * Where a value may be "none" it is stored + 1 and 0 is none. What is not going on is 0. */
typedef struct cy_state {
    pt_head head;              /* round is the cycle */
    uint64_t fleets[CY_SEATS]; /* sets: the spaces with a seat's fleets */
    uint64_t locked;           /* R5.14: spaces that no fleet may leave during this Sylph */
    uint32_t deck, discard;    /* sets: creatures still to come, and gone */
    uint16_t gold[CY_SEATS];   /* behind the screens */
    uint16_t owned[CY_SEATS];  /* sets: a seat's isles */
    uint16_t metropolis, metropolis_used; /* sets: isles; "used" is the temple power (R8.15) */
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
    uint8_t alive, shown;     /* sets of seats; shown: gold that all have seen (R5.8) */
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
    uint8_t recruited;        /* in this turn: the next one's price goes by it */
    uint8_t card, copied;     /* creature + 1 whose power is used; by the Chimera? */
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
extern const char *const cy_god_titles[CY_GODS + 1], *const cy_creature_titles[CY_CREATURES];
extern const char *const cy_creature_words[CY_CREATURES];
extern const char *const cy_creature_rules[CY_CREATURES]; /* "R5.3" */
/* What has to be said first to use a creature. */
const char *cy_creature_deed(int creature);
extern const char *const cy_phase_names[CY_PHASES];
extern const uint8_t cy_supplies[CY_SUPPLIES];
extern const uint8_t cy_die[4];            /* R2.10: how many faces show 0, 1, 2, 3 */
extern const uint8_t cy_price[CY_GODS][5]; /* R2.11: of the next recruit; CY_NONE: no more */
extern const pt_verb cy_verb_table[CYV_COUNT];
extern const pt_kind cy_cell_kind, cy_isle_kind, cy_god_kind, cy_type_kind, cy_creature_kind,
    cy_player_kind, cy_place_kind, cy_shrine_kind;
/* The neighbour of a cell on the largest board, or -1. */
int cy_cell_step(int cell, int step);

/* --- small questions --- */
static inline const cy_map *cy_map_of(const cy_state *s) { return cy_maps[s->head.seats]; }
static inline uint64_t cy_bit(int n) { return (uint64_t)1 << n; }
static inline bool cy_in(uint64_t set, int n) { return (set >> n & 1) != 0; }
static inline uint16_t cy_with_isle(uint16_t set, int isle) {
    return (uint16_t)(set | 1u << isle);
}
static inline uint16_t cy_without_isle(uint16_t set, int isle) {
    return (uint16_t)(set & ~(1u << isle));
}
static inline bool cy_in_auction(const cy_state *s) {
    return s->head.phase == CYP_BID || s->head.phase == CYP_OFFER;
}
static inline bool cy_in_turn(const cy_state *s) {
    return s->head.phase >= CYP_MENU && s->head.phase < CYP_OVER;
}
static inline int cy_acting(const cy_state *s) { return s->turn - 1; }
static inline int cy_goal(const cy_state *s) { return s->head.seats == 2 ? 3 : 2; } /* R1.2 */
static inline int cy_metropolises(const cy_state *s, int seat) {
    return pt_count(s->metropolis & s->owned[seat]);
}
static inline int cy_living(const cy_state *s) { return pt_count(s->alive); }
static inline int cy_buildings(const cy_state *s, int isle) {
    const uint8_t *b = s->building[isle];
    return b[0] + b[1] + b[2] + b[3];
}
/* R2.7: squares that a metropolis covers. */
static inline int cy_footprint(const cy_map *map, int isle) {
    return map->isle[isle].size < 2 ? 1 : 2;
}
static inline int cy_room(const cy_state *s, int isle) {
    const cy_map *map = cy_map_of(s);
    int taken = cy_in(s->metropolis, isle) ? cy_footprint(map, isle) : 0;
    return map->isle[isle].size - cy_buildings(s, isle) - taken;
}
static inline bool cy_figure_on(const cy_state *s, int figure, int isle) {
    return s->figure[figure] == isle + 1;
}
/* Sea spaces closed by the Kraken or Polyphemus. */
static inline uint64_t cy_blocked(const cy_state *s) {
    uint64_t set = 0;
    if (s->figure[CYG_KRAKEN]) set |= cy_bit(s->figure[CYG_KRAKEN] - 1);
    if (s->figure[CYG_POLYPHEMUS])
        set |= cy_map_of(s)->isle[s->figure[CYG_POLYPHEMUS] - 1].shore;
    return set;
}
static inline uint64_t cy_all_fleets(const cy_state *s) {
    return s->fleets[0] | s->fleets[1] | s->fleets[2] | s->fleets[3] | s->fleets[4];
}
static inline uint64_t cy_other_fleets(const cy_state *s, int seat) {
    return cy_all_fleets(s) & ~s->fleets[seat];
}
static inline uint64_t cy_all_seas(const cy_state *s) { return cy_bit(cy_map_of(s)->seas) - 1; }
/* The seat whose fleets are on a space, or -1. */
static inline int cy_fleet_owner(const cy_state *s, int sea) {
    for (int seat = 0; seat < CY_SEATS; seat++)
        if (cy_in(s->fleets[seat], sea)) return seat;
    return -1;
}
static inline int cy_cell_of(const cy_state *s, int sea) { return cy_map_of(s)->sea[sea].cell; }
/* The sea space that a cell is, or -1. */
static inline int cy_sea_at(const cy_state *s, int cell) {
    int at = cy_map_of(s)->at[cell];
    return at < CY_LAND ? at : -1;
}
static inline bool cy_is_figure(int creature) { /* R5.15: the four of the isles */
    return creature >= CY_CHIRON && creature <= CY_POLYPHEMUS;
}

/* --- rules.c --- */
void cy_ask_seat(cy_state *s, cy_phase phase, int seat);
void cy_wait_for_luck(cy_state *s, cy_phase phase);
int cy_legal(const void *state, int seat, pt_move *out);
void cy_apply(void *state, int seat, pt_move m);
void cy_step(cy_state *s, pt_move m); /* applies one move and leaves forced ones alone */
/* Keeping count of hidden gold (R1.3): every payment is public, so whoever has followed the
 * game knows all purses. `gold` holds the count before a move (5 each at the start); `before`
 * is any seat's view of that moment. Updates the count to what it is after the move, the
 * forced moves that follow it included. */
void cy_count_gold(const void *before, int seat, pt_move m, uint16_t gold[CY_SEATS]);

/* --- cycle.c: R4.1 to R4.5, R4.39, R4.40, R6 --- */
void cy_begin_cycle(cy_state *s);
void cy_fill_track(cy_state *s);
int cy_place_to_fill(const cy_state *s); /* of the creature track, or -1 */
int cy_chance_draw(const cy_state *s, pt_chance *out);
int cy_chance_gods(const cy_state *s, pt_chance *out);
void cy_apply_draw(cy_state *s, int creature);
void cy_apply_gods(cy_state *s, pt_move m);
void cy_need_card(cy_state *s); /* R4.3: makes sure that there is a deck to draw from */
int cy_revenue(const cy_state *s, int seat);
void cy_next_turn(cy_state *s);
void cy_end_turn(cy_state *s);
void cy_eliminate(cy_state *s, int seat);
/* R4.4: which rule for the gods holds: 5, 4 or 3. */
int cy_god_rule(const cy_state *s);
/* The gods that lie face down, as a set. */
static inline unsigned cy_gods_down(const cy_state *s) {
    unsigned down = 15;
    for (int place = 0; place < s->up; place++)
        if (s->gods[place]) down &= ~(1u << (s->gods[place] - 1));
    return down;
}

/* --- auction.c: R4.6 to R4.10 --- */
void cy_next_bid(cy_state *s);
int cy_legal_bid(const cy_state *s, pt_move *out);
int cy_legal_offer(const cy_state *s, pt_move *out);
void cy_apply_god(cy_state *s, int god);
void cy_apply_offer(cy_state *s, int amount);
int cy_cost(const cy_state *s, int seat, int total); /* R4.10 */
int cy_standing(const cy_state *s, int seat);        /* sum of a seat's offerings */
int cy_lowest_offer(const cy_state *s, int god);
int cy_highest_offer(const cy_state *s, int seat, int god);

/* --- menu.c: R4.12 to R4.18, R4.24, R4.25, R4.38 --- */
void cy_begin_turn(cy_state *s, int seat, int god);
void cy_resume(cy_state *s); /* after a power, a battle or a metropolis: what goes on */
int cy_legal_menu(const cy_state *s, pt_move *out);
bool cy_menu_is_empty(const cy_state *s); /* nothing but `end` */
int cy_legal_prosper(const cy_state *s, pt_move *out);
void cy_apply_menu(cy_state *s, pt_move m);
void cy_apply_prosper(cy_state *s, int isle);
int cy_discounts(const cy_state *s, int seat); /* unused temples and metropolises */
int cy_creature_price(const cy_state *s, int seat, int place);
uint64_t cy_harbours(const cy_state *s, int seat); /* where a fleet may be recruited */
void cy_lose_temple_mark(cy_state *s, int isle);   /* a temple leaves the isle (R8.15) */
void cy_remove_building(cy_state *s, int isle, int type);

/* --- movement.c: R4.19 to R4.23, R4.33 --- */
void cy_add_fleets(cy_state *s, int seat, int sea, int n);
void cy_take_fleets(cy_state *s, int seat, int sea, int n);
int cy_legal_sail(const cy_state *s, int verb, uint64_t from, pt_move *out);
int cy_legal_sailing(const cy_state *s, pt_move *out);
void cy_apply_sail(cy_state *s, pt_move m);
void cy_stop_sailing(cy_state *s);
uint16_t cy_chain(const cy_state *s, int seat, int isle);
bool cy_conquest_wins(const cy_state *s, int seat, int isle);
uint16_t cy_landable(const cy_state *s, int seat);
int cy_legal_march(const cy_state *s, pt_move *out);
void cy_land(cy_state *s, int from, int to, int n);
void cy_take_isle(cy_state *s, int isle, int troops);

/* --- battle.c: R4.26 to R4.32 --- */
void cy_begin_battle(cy_state *s, int kind, int field, int attackers);
int cy_chance_roll(pt_chance *out);
void cy_apply_roll(cy_state *s, int x, int y);
int cy_defender(const cy_state *s); /* seat, or -1 on a neutral isle */
/* R4.26, R4.27: what a place adds to its defender's units: forts on land and ports at sea are
 * its walls. */
typedef struct cy_bonus {
    uint8_t walls, metropolises, minotaur;
} cy_bonus;
cy_bonus cy_land_bonus(const cy_state *s, int isle);
cy_bonus cy_sea_bonus(const cy_state *s, int sea);
int cy_defence(const cy_state *s); /* without the die */
uint16_t cy_retreat_isles(const cy_state *s, int seat);
uint64_t cy_retreat_seas(const cy_state *s, int seat);
int cy_legal_retreat(const cy_state *s, int seat, pt_move *out);
void cy_apply_retreat(cy_state *s, pt_move m);

/* --- metropolis.c: R4.34 to R4.37 --- */
void cy_metropolis_check(cy_state *s);
uint16_t cy_sites(const cy_state *s); /* R4.36, as a set */
int cy_legal_metropolis(const cy_state *s, pt_move *out);
void cy_apply_metropolis(cy_state *s, pt_move m);

/* --- creatures.c, figures.c: R5 --- */
void cy_use_card(cy_state *s, int creature);
void cy_finish_card(cy_state *s);
int cy_legal_power(const cy_state *s, pt_move *out);
int cy_legal_landing(const cy_state *s, pt_move *out);
int cy_legal_from(const cy_state *s, pt_move *out);
void cy_apply_power(cy_state *s, pt_move m);
uint16_t cy_landings(const cy_state *s); /* R5.10, as a set */
bool cy_has_charm(const cy_state *s, int sea);
uint16_t cy_isles(const cy_state *s);
int cy_legal_push(const cy_state *s, pt_move *out);
int cy_legal_swim(const cy_state *s, pt_move *out);
uint64_t cy_push_targets(const cy_state *s, int sea);
void cy_place_figure(cy_state *s, int figure, int isle);
void cy_remove_figure(cy_state *s, int figure);
void cy_apply_push(cy_state *s, int sea, int to);
void cy_apply_surface(cy_state *s, int sea);
void cy_apply_swim(cy_state *s, int sea);

/* --- score.c: R6 --- */
void cy_score(const void *state, int32_t points[PT_SEATS]);
void cy_rank(const void *state, uint8_t place[PT_SEATS]);
int cy_explain(const void *state, int seat, pt_line *out);

/* --- check.c, position.c, audit.c, view.c, tables.c, term.c, hints.c --- */
pt_err cy_check(const void *state, int seat, pt_move m, pt_text *why);
void cy_blank_state(void *state, const pt_config *config);
pt_err cy_settle(void *state, uint64_t given, pt_text *why);
pt_err cy_audit(const void *state, pt_text *why);
/* The lines of a position, in the order of the field table. */
enum {
    CYF_CYCLE,
    CYF_PHASE,
    CYF_ALIVE,
    CYF_ORDER,
    CYF_GODS,
    CYF_UP,
    CYF_RULE_CYCLE,
    CYF_OFFER,
    CYF_APOLLO,
    CYF_BLESSED,
    CYF_BIDDER,
    CYF_BARRED,
    CYF_CHOSEN,
    CYF_TURN,
    CYF_GOD,
    CYF_RECRUITED,
    CYF_GOLD,
    CYF_PRIESTS,
    CYF_PHILOSOPHERS,
    CYF_ISLE,
    CYF_FLEETS,
    CYF_DECK,
    CYF_DISCARD,
    CYF_TRACK,
    CYF_FIGURE,
    CYF_CARD,
    CYF_COPIED,
    CYF_SAILING,
    CYF_BUDGET,
    CYF_LOCKED,
    CYF_FROM,
    CYF_CHARMED,
    CYF_BATTLE,
    CYF_GIVE,
    CYF_SITE,
    CYF_SWAP,
    CYF_SHOWN,
    CYF_PLY,
    CY_FIELD_COUNT
};
extern const pt_field cy_fields[CY_FIELD_COUNT];
void cy_ask(const void *view, int seat, pt_text *out);
void cy_note(const void *before, int seat, pt_move m, pt_text *out);
void cy_show(const void *view, int viewer, pt_json *out);
void cy_draw(const void *view, int viewer, pt_canvas *out);
void cy_show_tables(pt_json *out);
void cy_observe(const void *state, int viewer, void *view);
void cy_imagine(const void *view, int viewer, pt_rng *rng, void *state);
extern const pt_hints cy_hints;
