/* Quarry: state, moves and components. Rule numbers are those of README.md. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include <assert.h>

typedef enum { QYS_SLATE, QYS_MARBLE, QYS_OBSIDIAN, QY_STONES } qy_stone;

enum {
    QY_SEATS = 4,      /* R1.1 */
    QY_COINS = 6,      /* of a player at the start (R3.1) */
    QY_CARDS = 2,      /* favourite cards of each stone (R2.3) */
    QY_ROUNDS_MIN = 6, /* R3.3 */
    QY_ROUNDS = 8,
    QY_ROUNDS_MAX = 10,
    QY_GIFT = 1,  /* coins for a bid of 0 (R4.6) */
    QY_BONUS = 2, /* points for a stone of the favourite kind (R6.2) */
    QY_RATE = 3,  /* coins for a point (R6.3) */
    QY_COINS_MAX = QY_COINS + QY_GIFT * QY_ROUNDS_MAX,
    QY_NOTHING = 0xFF,            /* no stone, no card, no bid yet */
    QY_HIDDEN = QY_STONES,        /* a card in the view of somebody else */
    QY_SEALED = QY_COINS_MAX + 1, /* a bid in the view of somebody else */
};

typedef enum { QYP_DEAL, QYP_DRAW, QYP_BID, QYP_OVER, QY_PHASES } qy_phase;
typedef enum { QYV_NONE, QYV_BID, QYV_DEAL, QYV_DRAW, QYV_COUNT } qy_verb;
typedef enum { QYO_DRAWS, QYO_COUNT } qy_option;

/* R2.1: a kind of stone. */
typedef struct qy_kind {
    uint8_t points, copies;
} qy_kind;

typedef struct qy_state {
    pt_head head;                        /* round is the number of stones drawn so far */
    uint8_t bag[QY_STONES];              /* stones of each kind that are left in it */
    uint8_t stones[QY_SEATS][QY_STONES]; /* won by each player */
    uint8_t coins[QY_SEATS];             /* of each player */
    uint8_t favourite[QY_SEATS];         /* the card of each player (R3.2) */
    uint8_t bid[QY_SEATS];               /* for the stone on offer (R4.2) */
    uint8_t shown[QY_SEATS];             /* the bids of the round before */
    uint8_t offer;                       /* the stone that is bid for */
    uint8_t sold;                        /* the stone of the round before */
    uint8_t rounds;                      /* in the whole game (R3.3) */
    uint8_t zero[2];                     /* padding, always 0 */
} qy_state;

static_assert(sizeof(qy_state) == 8 + 3 + 12 + 4 * 4 + 3 + 2, "no hidden padding");

/* --- data.c: components, names, notation --- */
extern const qy_kind qy_kinds[QY_STONES];
extern const char *const qy_phase_names[QY_PHASES], *const qy_stone_names[QY_STONES + 1];
extern const char *const qy_bid_names[QY_COINS_MAX + 2]; /* the last one is a sealed bid */
extern const pt_kind qy_stone_kind, qy_coins_kind;
extern const pt_verb qy_verb_table[QYV_COUNT];
extern const pt_option qy_options[QYO_COUNT];

/* --- rules.c --- */
int qy_next_dealt(const qy_state *s); /* the seat that gets the next card; `seats`: none */
int qy_cards_left(const qy_state *s, int stone); /* favourite cards that nobody has */
/* R4.4, R4.5: who takes a stone for these bids, or -1. */
int qy_highest(const uint8_t bid[QY_SEATS], int seats);

/* --- score.c: R6 --- */
/* Points a stone brings a seat, with what a card that can be seen adds to it. */
int qy_worth(const qy_state *s, int seat, int stone);
void qy_score(const void *state, int32_t points[PT_SEATS]);
void qy_rank(const void *state, uint8_t place[PT_SEATS]);
int qy_explain(const void *state, int seat, pt_line *out);

/* --- the other files --- */
pt_err qy_check(const void *state, int seat, pt_move m, pt_text *why);
void qy_observe(const void *state, int viewer, void *view);
void qy_imagine(const void *view, int viewer, pt_rng *rng, void *state);
pt_sight qy_sight(const void *before, int seat, pt_move m, int viewer);
void qy_blank(void *state, const pt_config *config);
pt_err qy_settle(void *state, uint64_t given, pt_text *why);
pt_err qy_audit(const void *state, pt_text *why);
enum { QY_FIELD_COUNT = 12 };
extern const pt_field qy_fields[QY_FIELD_COUNT];
void qy_ask(const void *view, int seat, pt_text *out);
void qy_show(const void *view, int viewer, pt_json *out);
void qy_show_tables(pt_json *out);
void qy_draw(const void *view, int viewer, pt_canvas *out);
extern const pt_hints qy_hints;
