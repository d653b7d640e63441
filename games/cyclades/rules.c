/* Cyclades: the set-up (R3), the loop that plays a move and what follows from it (R4.1), and
 * the table through which core knows the game. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include "games/cyclades/words.h"
#include <string.h>

/* R3: units on the board, 5 gold each, the markers still to be drawn. */
static void setup(void *state, const pt_config *config) {
    cy_state *s = state;
    assert(config->seats >= 2 && config->seats <= CY_SEATS);
    s->head.seats = config->seats;
    s->open = (uint8_t)config->option[0];
    for (int seat = 0; seat < config->seats; seat++) {
        const cy_start *start = &cy_starts[config->seats][seat];
        s->gold[seat] = CY_PURSE;
        s->alive = pt_with(s->alive, seat);
        s->ships[seat] = s->men[seat] = CY_HOMES;
        for (int i = 0; i < CY_HOMES; i++) {
            cy_add_fleets(s, seat, start->sea[i], 1);
            int isle = start->isle[i];
            s->owner[isle] = (uint8_t)(seat + 1);
            s->troops[isle] = 1;
            s->owned[seat] = cy_with_isle(s->owned[seat], isle);
        }
    }
    memcpy(s->supply, cy_supplies, sizeof s->supply);
    s->deck = (1u << CY_CREATURES) - 1;
    s->markers = (uint8_t)(cy_markers_each(s) * config->seats);
    cy_wait_for_luck(s, CYP_ORDER);
}

/* R3.3: every marker that is left is equally likely; with two players each has two. */
static int markers_left(const cy_state *s, int seat) {
    int n = cy_markers_each(s);
    for (int space = 0; space < s->markers; space++) n -= s->order[space] == seat + 1;
    assert(n >= 0);
    return n;
}

static int chance_order(const cy_state *s, pt_chance *out) {
    int n = 0;
    for (unsigned seat = 0; seat < s->head.seats; seat++) {
        int left = markers_left(s, (int)seat);
        if (left) out[n++] = (pt_chance){pt_mv(CYV_ORDER, seat, 0, 0), (uint32_t)left};
    }
    return n;
}

/* The last marker, or the last two of one player, need no draw. */
static cy_next apply_order(cy_state *s, int seat) {
    pt_chance luck[CY_SEATS];
    int space = 0;
    assert(markers_left(s, seat) > 0);
    while (s->order[space]) space++;
    assert(space < s->markers);
    s->order[space++] = (uint8_t)(seat + 1);
    while (chance_order(s, luck) == 1)
        s->order[space++] = (uint8_t)(pt_arg(luck[0].move, 0) + 1);
    return space == s->markers ? cy_begin_cycle(s) : CYN_WAIT;
}

static int chance(const void *state, pt_chance *out) {
    const cy_state *s = state;
    switch ((cy_phase)s->head.phase) {
    case CYP_ORDER: return chance_order(s, out);
    case CYP_TRACK:
    case CYP_SWAP: return cy_chance_draw(s, out);
    case CYP_GODS: return cy_chance_gods(s, out);
    case CYP_ROLL: return cy_chance_roll(out);
    default: return 0;
    }
}

static int legal_here(const cy_state *s, pt_move *out) {
    switch ((cy_phase)s->head.phase) {
    case CYP_BID: return cy_legal_bid(s, out);
    case CYP_OFFER: return cy_legal_offer(s, out);
    case CYP_MENU: return cy_legal_menu(s, out);
    case CYP_SAIL: return cy_legal_sailing(s, out);
    case CYP_DEFENDER: return cy_legal_retreat(s, cy_defender(s), out);
    case CYP_ATTACKER: return cy_legal_retreat(s, cy_acting(s), out);
    case CYP_GIVE:
    case CYP_SITE:
    case CYP_RAZE: return cy_legal_metropolis(s, out);
    case CYP_PROSPER: return cy_legal_prosper(s, out);
    case CYP_POWER: return cy_legal_power(s, out);
    case CYP_LANDING: return cy_legal_landing(s, out);
    case CYP_FROM: return cy_legal_from(s, out);
    case CYP_PUSH: return cy_legal_push(s, out);
    case CYP_SWIM: return cy_legal_swim(s, out);
    case CYP_ORDER:
    case CYP_TRACK:
    case CYP_GODS:
    case CYP_SWAP:
    case CYP_ROLL:
    case CYP_OVER:
    case CY_PHASES: break;
    }
    return 0;
}

int cy_legal(const void *state, int seat, pt_move *out) {
    const cy_state *s = state;
    return pt_has(s->head.owes, seat) ? legal_here(s, out) : 0;
}

static cy_next apply_here(cy_state *s, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch ((cy_phase)s->head.phase) {
    case CYP_ORDER: return apply_order(s, arg);
    case CYP_TRACK:
    case CYP_SWAP: return cy_apply_draw(s, arg);
    case CYP_GODS: return cy_apply_gods(s, m);
    case CYP_BID: return cy_apply_god(s, arg);
    case CYP_OFFER: return cy_apply_offer(s, arg + 1);
    case CYP_MENU: return cy_apply_menu(s, m);
    case CYP_SAIL: return pt_verb_of(m) == CYV_STOP ? cy_stop_sailing(s) : cy_apply_sail(s, m);
    case CYP_ROLL: return cy_apply_roll(s, arg, (int)pt_arg(m, 1));
    case CYP_DEFENDER:
    case CYP_ATTACKER: return cy_apply_retreat(s, m);
    case CYP_GIVE:
    case CYP_SITE:
    case CYP_RAZE: return cy_apply_metropolis(s, m);
    case CYP_PROSPER: return cy_apply_prosper(s, arg);
    case CYP_POWER:
    case CYP_LANDING:
    case CYP_FROM:
    case CYP_PUSH:
    case CYP_SWIM: return cy_apply_power(s, m);
    case CYP_OVER:
    case CY_PHASES: assert(s->head.node != PT_OVER); /* nothing is played after the end */
    }
    return CYN_WAIT;
}

/* The course of play: what comes next, and what comes after that. */
static cy_next follow(cy_state *s, cy_next next) {
    switch (next) {
    case CYN_MARKER: return cy_next_bid(s);
    case CYN_TURN: return cy_next_turn(s);
    case CYN_TURN_OVER: return cy_end_turn(s);
    case CYN_METROPOLIS: return cy_metropolis_check(s);
    case CYN_RESUME: return cy_resume(s);
    case CYN_WAIT: break;
    }
    return CYN_WAIT;
}

/* R4.1: the only option there is, or 0. */
static pt_move forced(const cy_state *s) {
    pt_move list[CY_MOVES];
    switch ((cy_phase)s->head.phase) { /* the frequent phases need not make the whole list */
    case CYP_BID: return cy_can_bid(s) ? 0 : pt_mv(CYV_GOD, CY_APOLLO, 0, 0);
    case CYP_OFFER: {
        int god = s->chosen - 1, low = cy_lowest_offer(s, god);
        return low == cy_highest_offer(s, s->bidder - 1, god)
                   ? pt_mv(CYV_OFFER, (unsigned)low - 1, 0, 0)
                   : 0;
    }
    case CYP_MENU: return cy_menu_is_empty(s) ? pt_mv(CYV_END, 0, 0, 0) : 0;
    case CYP_SAIL:     /* one may always go back */
    case CYP_DEFENDER: /* asked only where there is a way out */
    case CYP_ATTACKER: return 0;
    default: break;
    }
    return legal_here(s, list) == 1 ? list[0] : 0;
}

/* Carries out a move; the one that it forces, or 0. */
static pt_move step(cy_state *s, pt_move m) {
    cy_next next = apply_here(s, m);
    while (next != CYN_WAIT) next = follow(s, next);
    return forced(s);
}

void cy_apply(void *state, int seat, pt_move m) {
    cy_state *s = state;
    assert(s->head.node == PT_CHANCE || pt_has(s->head.owes, seat));
    (void)seat; /* whoever is asked; only the assertion needs it */
    s->head.ply++;
    while (m) m = step(s, m);
}

static int list_forced(const void *state, pt_move m, pt_move out[PT_FORCED]) {
    cy_state s = *(const cy_state *)state;
    int n = 0;
    while (n < PT_FORCED && (m = step(&s, m))) out[n++] = m;
    return n;
}

static const char *const gold_names[] = {"hidden", "open"};
static const pt_option options[] = {
    {.name = "gold", .min = 0, .max = 1, .normal = 0, .values = gold_names},
};

const pt_game cyclades_game = {
    .name = "cyclades",
    .title = "Cyclades",
    .catalogue = &cy_catalogue,
    .min_seats = 2,
    .max_seats = CY_SEATS,
    .score_den = 1,
    .rules = 1,
    .max_moves = CY_MOVES,
    .max_chance = 24,          /* the gods: three of four, in order */
    .max_lines = CY_ISLES + 1, /* the metropolises and the tie-breaks */
    .max_ply = CY_PLIES,
    .state_size = sizeof(cy_state),
    .verbs = {cy_verb_table, CYV_COUNT},
    .options = options,
    .option_count = 1,
    .fields = cy_fields,
    .field_count = CY_FIELD_COUNT,
    .hints = &cy_hints,
    .setup = setup,
    .legal = cy_legal,
    .check = cy_check,
    .apply = cy_apply,
    .forced = list_forced,
    .chance = chance,
    .observe = cy_observe,
    .imagine = cy_imagine,
    .recall = cy_recall,
    .score = cy_score,
    .rank = cy_rank,
    .explain = cy_explain,
    .blank = cy_blank_state,
    .settle = cy_settle,
    .audit = cy_audit,
    .ask = cy_ask,
    .note = PT_NOT_IN_WASM(cy_note),
    .show = cy_show,
    .tables = PT_NOT_IN_WASM(cy_show_tables),
    .draw = PT_NOT_IN_WASM(cy_draw),
};
