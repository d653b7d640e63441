/* Mytikas: state, moves and printed components. Rule numbers are those of README.md. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include "core/game.h"
#include <assert.h>

enum {
    MT_SEATS = 4, /* R1.1 */
    MT_RESOURCES = 3,
    MT_LEVELS = 4,
    MT_STACKS = MT_RESOURCES * MT_LEVELS, /* cubes of one resource on one level */
    MT_GODS = 4,
    MT_AREAS = 8,
    MT_TYPES = 4,
    MT_SPACES = 7, /* of a player board (R2.7) */
    MT_CARDS = 16,
    MT_COMBOS = 6,
    MT_LOCKS = 6,          /* at most (R2.5) */
    MT_NOWHERE = 8,        /* as a figure's spot: not on the action board yet */
    MT_HIDDEN = 0xFFFF,    /* in a view: cards of a hand that the viewer may not see */
    MT_OFFERING_SPAN = 30, /* R2.11: `put` offers at most this many numbers ... */
    MT_OFFERING_MAX = 255, /* ... and none above this one */
};

typedef enum { MT_STONE, MT_MARBLE, MT_GOLD } mt_resource;
typedef enum { MT_Z, MT_D, MT_P, MT_H } mt_god;
typedef enum { MT_ZD, MT_ZN, MT_DD, MT_DN, MT_PD, MT_PN, MT_HD, MT_HN } mt_area;
typedef enum { MT_MINOR, MT_SMALL, MT_MAJOR, MT_LARGE } mt_type;

/* R2.9: the Deity cards, in the order of its table. */
typedef enum {
    MTC_ZEUS,
    MTC_POSEIDON,
    MTC_DEMETER,
    MTC_HADES,
    MTC_HERA,
    MTC_APOLLO,
    MTC_ATHENA,
    MTC_DIONYSUS,
    MTC_PAN,
    MTC_ARTEMIS,
    MTC_APHRODITE,
    MTC_ARES,
    MTC_HEPHAESTUS,
    MTC_PERSEPHONE,
    MTC_HESTIA,
    MTC_HERMES
} mt_card_id;

/* What has to happen next. The first four are the set-up, in order, the last the end. */
typedef enum {
    MTP_FIRST,  /* chance: the first player (R3.1) */
    MTP_DEAL,   /* chance: a card for `actor` (R3.4) */
    MTP_PICK,   /* two-card variant: `actor` keeps one (R3.5) */
    MTP_LINE,   /* chance: the first card of the line (R3.6) */
    MTP_SETUP,  /* `actor` takes the first favour token (R3.8) */
    MTP_START,  /* R4.2 to R4.4 */
    MTP_GIVE,   /* a cube for the Hades card (R5.5) */
    MTP_CHOICE, /* main or skip (R4.5) */
    MTP_PROD,   /* R4.11, R4.12 */
    MTP_PAN,    /* R5.10 */
    MTP_BUILD,  /* R4.13 */
    MTP_FAVOR,  /* R4.16 */
    MTP_HEPH,   /* R5.12 */
    MTP_MOVE,   /* R4.19 */
    MTP_LIFT,   /* R4.17 */
    MTP_HN,     /* take or offer (R4.18) */
    MTP_TARGET, /* R4.20 */
    MTP_AMOUNT, /* R4.21 */
    MTP_LOCK,   /* somebody with several matching cards picks one (R4.22) */
    MTP_BONUS,  /* R4.6 */
    MTP_WRAP,   /* R4.7 */
    MTP_FOLLOW, /* R4.8 */
    MTP_REVEAL, /* chance: a card of the line is turned over (R4.10) */
    MTP_OVER,
    MTP_COUNT,
    MTP_NEXT /* inside apply only: work out what follows */
} mt_phase;

/* The verbs, in the order of R7; legal() lists in this order. */
typedef enum {
    MTV_NONE,
    MTV_KEEP,
    MTV_FAV,
    MTV_GO,
    MTV_DOWN,
    MTV_DEMETER,
    MTV_HADES,
    MTV_GIVE,
    MTV_MAIN,
    MTV_SKIP,
    MTV_PROD,
    MTV_PAN,
    MTV_BUILD,
    MTV_UP,
    MTV_UPX,
    MTV_MOVE,
    MTV_DONE,
    MTV_FAVOR,
    MTV_FAVOR_FROM,
    MTV_HEPH,
    MTV_TAKE,
    MTV_OFFER,
    MTV_ON,
    MTV_PUT,
    MTV_LOCK,
    MTV_BONUS,
    MTV_PASS,
    MTV_END,
    MTV_FOLLOW,
    MTV_FOLLOW_AREA,
    MTV_FIRST,
    MTV_DEAL,
    MTV_REVEAL,
    MTV_COUNT
} mt_verb;

/* What the actor is resolving; where to go on when it is done. */
typedef enum {
    MTS_NONE,
    MTS_MAIN,
    MTS_FOLLOW,
    MTS_BONUS, /* the bonus action, after the main action */
    MTS_SKIP   /* the bonus action, the main action having been skipped */
} mt_stage;

/* R6.1: what has brought the end about. */
typedef enum { MTE_NONE, MTE_LEVELS, MTE_LOCK, MTE_PIECES, MTE_CAP, MTE_COUNT } mt_end;

/* R2.8: the five kinds of bonus action. */
typedef enum { MTB_OFF1, MTB_FAV1, MTB_UP2, MTB_OFFER, MTB_ANY1 } mt_bonus;

/* R2.6: a type of building. */
typedef struct mt_building {
    const char *name;
    uint8_t cost[MT_RESOURCES];
    uint8_t points; /* for each level of height */
    uint8_t spaces; /* pieces on the player board */
    uint8_t first;  /* the first of its spaces */
    uint8_t temple; /* built with zn; the others with dn */
} mt_building;

/* R2.7: a space of the player board and what it gives once its piece is built. */
typedef struct mt_space {
    const char *name;
    uint8_t type;
    uint8_t offerings, favors, moves, gold;
    const char *words;
} mt_space;

/* R2.8: an action area. */
typedef struct mt_area_row {
    const char *code;
    uint8_t bonus; /* mt_bonus */
} mt_area_row;

/* R2.8: what production gives. */
typedef struct mt_combo {
    const char *name;
    uint8_t area; /* MT_ZD or MT_DD */
    uint8_t gain[MT_RESOURCES];
} mt_combo;

/* How a card scores (R6.4). */
typedef enum { MTW_FIXED, MTW_TIERS, MTW_EACH } mt_worth;

/* R2.9: a Deity card. `low` and `high` are the least counts for the middle and the best tier;
 * for MTW_EACH `low` is the points for each thing counted. */
typedef struct mt_card {
    const char *name;
    uint8_t god;  /* whose action it helps; MT_GODS: none */
    uint8_t area; /* the area it works in; MT_NOWHERE: none or both */
    uint8_t worth, low, high;
    const char *power, *points; /* for people */
} mt_card;

typedef struct mt_player {
    uint16_t cube[MT_STACKS]; /* resource * 4 + level - 1 */
    uint16_t reserve;         /* offering tokens */
    pt_set16 cards;           /* set of cards under control */
    pt_set16 hand; /* set of cards in the two-card variant: the pair, later the returned one */
    uint8_t favor[MT_GODS];   /* favour tokens */
    uint8_t space[MT_SPACES]; /* the level built on, 0: the piece is still there */
    uint8_t spot;             /* the figure's area; its god's day area with two players */
} mt_player;

typedef struct mt_state {
    pt_head head; /* round is 1 + turn / seats */
    mt_player player[MT_SEATS];
    uint16_t tokens[MT_CARDS];    /* offering tokens on each card */
    pt_set16 line, locked, fresh; /* sets: face up in the line; locked; got in this turn */
    uint16_t turn;                /* turns finished (R4.10) */
    uint8_t pile[MT_GODS];        /* favour tokens on the board */
    uint8_t left[MT_LEVELS];      /* Level tokens on Olympus */
    uint8_t variant;              /* two cards to choose from (R3.5) */
    uint8_t first, active, actor; /* seats */
    uint8_t locks;                /* Lock tokens taken */
    uint8_t turned;               /* cards of the line turned over since the set-up */
    uint8_t stage, area;          /* what `actor` is resolving; MT_NOWHERE: nothing */
    uint8_t end;                  /* mt_end */
    pt_set8 used;                 /* this turn: bit 0 Demeter's power, bit 1 Hades' */
    uint8_t gives, gain;          /* cubes still owed to Hades; tokens he gives for them */
    uint8_t cities;               /* productions still to choose */
    uint8_t combo;                /* 1 + what Pan may add to */
    uint8_t favors, heph;         /* favour tokens still to take; Hephaestus still to ask */
    uint8_t moves;                /* moves to any level still to make */
    uint8_t lifts, changed;       /* lift steps left; Hestia has worked */
    uint8_t target;               /* the card being offered for, or MT_CARDS */
    /* What a set-up position lacks. */
    uint8_t aside_cards, aside_locks, aside_levels[MT_LEVELS]; /* all 0 in a real game */
} mt_state;

static_assert(sizeof(mt_state) <= 512, "a state stays small");
static_assert(sizeof(mt_state) % 2 == 0 && sizeof(mt_player) % 2 == 0, "no padding");

/* Readings of the rules that an owner of the box may want to turn round. */
enum {
    MT_START_CITY_TAKES_TOKEN = 0, /* R8.1 */
    MT_FOLLOW_AFTER_SKIP = 1,      /* R8.9 */
    MT_LOCK_AT_LEAST = 0,          /* R8.25: 0 is "exactly" */
};

/* R2.8, R5: the numbers of the actions. */
enum {
    MT_UPS_MAIN = 4,     /* hd */
    MT_UPS_BONUS = 2,    /* UP2 */
    MT_UPS_APOLLO = 2,   /* R5.7 */
    MT_PD_OFFERINGS = 2, /* pd */
    MT_HN_OFFERINGS = 1, /* hn */
    MT_DISCOUNT = 1,     /* R5.8, R5.9: what a building costs less */
    MT_FULL_LEVELS = 3,  /* R6.1: so many without a token are the end */
    MT_ROUNDS = 40,      /* R8.40: the cap is 40 turns for each player */
    MT_FIXED_POINTS = 3, /* R6.4 [S]: cards without a table ... */
    MT_EXTRA_POINTS = 4, /* ... and more with the right favour tokens */
};
static_assert(MT_UPS_APOLLO < MT_UPS_MAIN, "Apollo's first lift is never a must (R4.17)");

/* --- data.c: the printed components --- */
extern const mt_building mt_buildings[MT_TYPES];
extern const mt_space mt_spaces[MT_SPACES];
extern const mt_area_row mt_areas[MT_AREAS];
extern const mt_combo mt_combos[MT_COMBOS];
extern const mt_card mt_cards[MT_CARDS];
extern const uint8_t mt_level_tokens[MT_SEATS + 1][MT_LEVELS];
extern const uint8_t mt_favors_each[MT_SEATS + 1]; /* per god */
extern const uint8_t mt_lock_count[MT_SEATS + 1];  /* line cards + 1 */
extern const uint8_t mt_lock_values[MT_SEATS + 1][MT_LOCKS];
extern const uint8_t mt_start_cubes[MT_SEATS][MT_RESOURCES]; /* on level 1, by turn order */
extern const uint8_t mt_demeter_price[MT_RESOURCES];         /* stones for a marble, a gold */
extern const uint8_t mt_hades_price[2], mt_hades_gain[2];
extern const uint8_t mt_tier_points[3];
extern const uint8_t mt_bonus_card[MT_GODS]; /* the card that stands in for the god's token */
extern const char *const mt_god_letters[MT_GODS], *const mt_resource_letters[MT_RESOURCES];
extern const char *const mt_card_names[MT_CARDS], *const mt_area_codes[MT_AREAS];
extern const char *const mt_end_names[MTE_COUNT], *const mt_space_names[MT_SPACES];
extern const pt_verb mt_verb_table[MTV_COUNT];
extern const pt_kind mt_card_kind, mt_god_kind, mt_area_kind, mt_resource_kind, mt_level_kind,
    mt_type_kind, mt_seat_kind, mt_combo_kind;

/* --- small questions, asked everywhere --- */
static inline int mt_god_of(int area) { return area >> 1; }
/* The day area of an area's god: where a figure stands with two players (R4.9). */
static inline int mt_day_of(int area) { return area & 6; }
static inline int mt_stack(int resource, int level) { return resource * MT_LEVELS + level; }
static inline bool mt_controls(const mt_state *s, int seat, int card) {
    return s->player[seat].cards >> card & 1;
}
/* R5.1: a card works from the turn after the one in which it was got. */
static inline bool mt_usable(const mt_state *s, int seat, int card) {
    return (s->player[seat].cards & ~s->fresh) >> card & 1;
}
/* The stacks that hold a cube, as a set. */
static inline unsigned mt_stacks(const mt_player *p) {
    unsigned set = 0;
    for (unsigned i = 0; i < MT_STACKS; i++) set |= (unsigned)(p->cube[i] != 0) << i;
    return set;
}
enum { MT_LIFTABLE = 0x777, MT_LOWERABLE = 0xEEE }; /* stacks on levels 1 to 3, 2 to 4 */
static inline int mt_next_seat(const mt_state *s, int seat) {
    return seat + 1 == s->head.seats ? 0 : seat + 1;
}
static inline int mt_order(const mt_state *s, int seat) { /* 0 is the first player */
    return seat >= s->first ? seat - s->first : seat - s->first + s->head.seats;
}
static inline int mt_seat_at(const mt_state *s, int order) {
    return s->first + order < s->head.seats ? s->first + order
                                            : s->first + order - s->head.seats;
}
static inline int mt_lock_total(const mt_state *s) { return mt_lock_count[s->head.seats]; }
static inline int mt_line_down(const mt_state *s) { return mt_lock_total(s) - 1 - s->turned; }
static inline int mt_tokens_at_start(int seats, int level) {
    int starts = MT_START_CITY_TAKES_TOKEN && level == 0 ? seats : 0;
    return mt_level_tokens[seats][level] - starts;
}
/* An action is being resolved, step by step. */
static inline bool mt_in_action(const mt_state *s) {
    return s->head.phase >= MTP_PROD && s->head.phase <= MTP_LOCK;
}
static inline bool mt_in_bonus(const mt_state *s) { return s->stage >= MTS_BONUS; }
int mt_cubes(const mt_player *p, int resource); /* on all levels */
int mt_all_cubes(const mt_player *p);
int mt_city_count(const mt_player *p);             /* the starting city included */
int mt_city_level(const mt_player *p, int number); /* 0..3 of a city, lowest first */
int mt_price(const mt_state *s, int seat, int type, int resource); /* after discounts */

/* --- ability.c: what could be done now (R4.3) --- */
unsigned mt_payable(const mt_state *s, int seat, int type); /* set of levels (R4.13) */
bool mt_free_space(const mt_state *s, int seat, int space); /* to be offered for building */
bool mt_can_build(const mt_state *s, int seat, bool temple);
bool mt_can_take_favor(const mt_state *s, int seat);
unsigned mt_targets(const mt_state *s, int seat); /* set of cards (R4.20) */
int mt_least_offering(const mt_state *s, int seat, int card);
bool mt_can_main(const mt_state *s, int seat, int area);
bool mt_has_bonus_right(const mt_state *s, int seat, int god);
bool mt_can_bonus(const mt_state *s, int seat, int area);
unsigned mt_free_areas(const mt_state *s);      /* where no figure is in the way */
unsigned mt_means(const mt_state *s, int seat); /* set: gods 0..3, 4 an offering (R4.8) */
unsigned mt_follow_areas(const mt_state *s, int seat, int means);
bool mt_can_lift(const mt_state *s, int seat);
bool mt_lift_must(const mt_state *s);      /* the first step of hd and UP2 */
bool mt_can_change(const mt_state *s);     /* Hestia */
bool mt_offer_may_stop(const mt_state *s); /* Hermes */
unsigned mt_lock_matches(const mt_state *s, int *seat);

/* --- legal.c --- */
int mt_options(const mt_state *s, pt_move *out); /* of the seat that decides */
int mt_legal(const void *state, int seat, pt_move *out);
pt_move mt_only_option(const mt_state *s); /* or 0: there is a choice */

/* --- turn.c: the parts of a turn --- */
void mt_begin_main(mt_state *s, int actor, int area, mt_stage stage);
void mt_begin_bonus(mt_state *s, mt_stage stage);
void mt_wrap(mt_state *s); /* R4.7, or on to the follows */
void mt_begin_follows(mt_state *s);
void mt_next_follower(mt_state *s);
void mt_end_turn(mt_state *s);

/* --- action.c: what moves do --- */
void mt_perform(mt_state *s, pt_move m);

/* --- rules.c: the course of the game --- */
extern const pt_game mytikas_game;
void mt_apply(void *state, int seat, pt_move m);
void mt_advance(mt_state *s);           /* goes on to a real choice, a chance node or the end */
unsigned mt_undealt(const mt_state *s); /* cards that lie face down, nobody having them */

/* --- hidden.c: R1.3, R3.5 --- */
void mt_observe(const void *state, int viewer, void *view);
void mt_imagine(const void *view, int viewer, pt_rng *rng, void *state);
pt_sight mt_sight(const void *before, int seat, pt_move m, int viewer);

/* --- score.c: R6 --- */
int mt_building_points(const mt_state *s, int seat, int type);
int mt_card_count(const mt_state *s, int seat, int card); /* the thing its table counts */
int mt_card_points(const mt_state *s, int seat, int card);
void mt_score(const void *state, int32_t points[PT_SEATS]);
void mt_rank(const void *state, uint8_t place[PT_SEATS]);
int mt_explain(const void *state, int seat, pt_line *out);

/* --- check.c, position.c, audit.c, view.c, tables.c, term.c, hints.c --- */
pt_err mt_check(const void *state, int seat, pt_move m, pt_text *why);
void mt_blank(void *state, const pt_config *config);
pt_err mt_settle(void *state, uint64_t given, pt_text *why);
pt_err mt_audit(const void *state, pt_text *why);
pt_err mt_audit_parts(const mt_state *s, pt_text *why); /* all but that there is a choice */
int mt_built_on(const mt_state *s, int level);          /* buildings with that Level token */
int mt_cards_out(const mt_state *s);                    /* controlled or open in the line */
int mt_cards_due(const mt_state *s);                    /* how many there should be */
enum { MT_FIELD_COUNT = 33 };
extern const pt_field mt_fields[MT_FIELD_COUNT];
extern const char *const mt_phase_names[MTP_COUNT];
void mt_ask(const void *view, int seat, pt_text *out);
void mt_show(const void *view, int viewer, pt_json *out);
void mt_show_tables(pt_json *out);
void mt_draw(const void *view, int viewer, pt_canvas *out);
extern const pt_hints mt_hints;
