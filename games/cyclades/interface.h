/* Cyclades: the functions that core calls through the game's table. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/cyclades.h"

/* --- rules.c --- */
extern const pt_game cyclades_game;
int cy_legal(const void *state, int seat, pt_move *out);
void cy_apply(void *state, int seat, pt_move m);

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
void cy_recall(const void *state, int viewer, void *view);
void cy_imagine(const void *view, int viewer, pt_rng *rng, void *state);
extern const pt_hints cy_hints;
