/* Cyclades: works out what a position text leaves out, then audits the position. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include <string.h>

void cy_blank_state(void *state, const pt_config *config) {
    assert(config->seats >= 2 && config->seats <= CY_SEATS);
    cy_state *s = state;
    s->head.seats = config->seats;
    s->open = (uint8_t)config->option[0];
    s->head.round = 3;
    s->head.phase = CYP_MENU;
    s->alive = (uint8_t)((1u << config->seats) - 1);
    for (int place = 0; place < CY_GODS; place++) s->gods[place] = (uint8_t)(place + 1);
}

/* Sums and sets that the state keeps for speed. */
static void settle_sums(cy_state *s) {
    memcpy(s->supply, cy_supplies, sizeof s->supply);
    for (int isle = 0; isle < CY_ISLES; isle++) {
        int owner = s->owner[isle] - 1;
        if (owner >= 0) {
            s->owned[owner] = cy_with_isle(s->owned[owner], isle);
            s->men[owner] = (uint8_t)(s->men[owner] + s->troops[isle]);
        }
        for (int type = 0; type < CY_TYPES; type++)
            s->supply[type] = (uint8_t)(s->supply[type] - s->building[isle][type]);
        if (cy_in(s->metropolis, isle)) s->supply[CYS_METROPOLIS]--;
        s->supply[CYS_PROSPERITY] = (uint8_t)(s->supply[CYS_PROSPERITY] - s->marker[isle]);
    }
    for (int seat = 0; seat < CY_SEATS; seat++) {
        for (uint64_t set = s->fleets[seat]; set; set &= set - 1)
            s->ships[seat] = (uint8_t)(s->ships[seat] + s->fleet[pt_lowest(set)]);
        s->supply[CYS_PRIEST] = (uint8_t)(s->supply[CYS_PRIEST] - s->priests[seat]);
        s->supply[CYS_PHILOSOPHER] =
            (uint8_t)(s->supply[CYS_PHILOSOPHER] - s->philosophers[seat]);
    }
    if (s->turn) {
        uint8_t *units = s->battle == CYB_LAND ? s->men : s->ships;
        units[s->turn - 1] = (uint8_t)(units[s->turn - 1] + s->attackers);
    }
}

/* The cards that lie somewhere else than in the deck. */
static uint32_t cards_out(const cy_state *s) {
    uint32_t out = s->discard;
    for (int place = 0; place < CY_PLACES; place++)
        if (s->track[place]) out |= 1u << (s->track[place] - 1);
    for (int figure = 0; figure < CYG_KRAKEN; figure++)
        if (s->figure[figure]) out |= 1u << (CY_CHIRON + figure);
    if (s->card) out |= 1u << (s->card - 1);
    if (s->copied) out |= 1u << CY_CHIMERA;
    return out;
}

static void settle_turn(cy_state *s) {
    if (cy_in_auction(s) && !s->bidder) s->bidder = 1;
    if (!cy_in_turn(s)) return;
    if (!s->turn) s->turn = 1;
    if (!s->god)
        s->god = (uint8_t)(1 + (s->head.phase == CYP_SAIL      ? CY_POSEIDON
                                : s->head.phase == CYP_PROSPER ? CY_APOLLO
                                                               : CY_ARES));
    if (s->god - 1 == CY_APOLLO) {
        if (!s->apollo[0]) s->apollo[0] = s->turn;
    } else if (!s->holder[s->god - 1]) {
        s->holder[s->god - 1] = s->turn;
        s->offer[s->god - 1] = 1;
    }
}

static int markers_out(const cy_state *s, int seat) {
    int n = s->bidder == seat + 1;
    for (int god = 0; god < CY_GODS; god++) n += s->holder[god] == seat + 1;
    for (int i = 0; i < CY_SEATS; i++) n += s->apollo[i] == seat + 1;
    return n;
}

/* Markers that are nowhere else stand on the turn track, at its right end. */
static void settle_order(cy_state *s, bool given) {
    int each = cy_markers_each(s);
    s->markers = (uint8_t)(each * cy_living(s));
    if (given || s->head.phase == CYP_ORDER) return;
    int space = s->markers - 1;
    for (int i = each * s->head.seats - 1; i >= 0; i--) {
        int seat = i / each;
        if (!pt_has(s->alive, seat) || i % each < markers_out(s, seat)) continue;
        s->order[space--] = (uint8_t)(seat + 1);
    }
}

static void settle_gods(cy_state *s, uint64_t given) {
    bool places = given >> CYF_GODS & 1;
    if (!(given >> CYF_RULE_CYCLE & 1))
        s->rule_cycle = (uint8_t)(s->head.round - (s->head.phase == CYP_TRACK));
    if (s->head.phase == CYP_ORDER) {
        memset(s->gods, 0, sizeof s->gods);
        return;
    }
    int rule = cy_god_rule(s);
    if (!(given >> CYF_UP & 1)) s->up = (uint8_t)(rule - 1);
    if (!places && s->up == 2) s->gods[2] = s->gods[3] = 0;
}

static void settle_head(cy_state *s) {
    int phase = s->head.phase;
    bool drawn = phase <= CYP_GODS || phase == CYP_SWAP || phase == CYP_ROLL;
    s->head.node = phase == CYP_OVER ? PT_OVER : drawn ? PT_CHANCE : PT_DECIDE;
    if (s->head.node != PT_DECIDE) return;
    int seat = cy_in_auction(s)        ? s->bidder - 1
               : phase == CYP_DEFENDER ? cy_defender(s)
                                       : cy_acting(s);
    if (seat >= 0) s->head.owes = pt_with(0, seat);
}

pt_err cy_settle(void *state, uint64_t given, pt_text *why) {
    cy_state *s = state;
    for (int figure = 0; figure < CYG_KRAKEN; figure++)
        if (s->figure[figure] && !s->since[figure]) s->since[figure] = (uint8_t)s->head.round;
    settle_turn(s);
    settle_sums(s);
    settle_order(s, given >> CYF_ORDER & 1);
    settle_gods(s, given);
    if (!(given >> CYF_DECK & 1)) s->deck = ((1u << CY_CREATURES) - 1) & ~cards_out(s);
    settle_head(s);
    return cy_audit(s, why);
}
