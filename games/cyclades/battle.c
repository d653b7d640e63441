/* Cyclades: battles (R4.26 to R4.32). The attacker is always the seat whose turn it is; their
 * units are in `attackers` while the battle lasts. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

cy_next cy_begin_battle(cy_state *s, int kind, int field, int attackers) {
    assert(!s->battle);
    assert(kind == CYB_LAND || kind == CYB_SEA);
    assert(attackers > 0 && attackers <= CY_UNITS);
    s->battle = (uint8_t)kind;
    s->field = (uint8_t)field;
    s->attackers = (uint8_t)attackers;
    return cy_wait_for_luck(s, CYP_ROLL);
}

int cy_chance_roll(pt_chance *out) {
    int n = 0;
    for (unsigned x = 0; x < CY_FACES; x++)
        for (unsigned y = 0; y < CY_FACES; y++)
            out[n++] = (pt_chance){pt_mv(CYV_ROLL, x, y, 0), (uint32_t)(cy_die[x] * cy_die[y])};
    return n;
}

int cy_defender(const cy_state *s) {
    return s->battle == CYB_LAND ? s->owner[s->field] - 1 : cy_fleet_owner(s, s->field);
}

/* R4.26: fortresses, metropolis, Minotaur. */
cy_bonus cy_land_bonus(const cy_state *s, int isle) {
    assert(isle >= 0 && isle < cy_map_of(s)->isles);
    return (cy_bonus){.walls = s->building[isle][CY_FORT],
                      .metropolises = cy_in(s->metropolis, isle),
                      .minotaur =
                          cy_figure_on(s, CYG_MINOTAUR, isle) ? CY_MINOTAUR_STRENGTH : 0};
}

/* R4.27: ports and metropolises of the defender's isles beside the space. */
cy_bonus cy_sea_bonus(const cy_state *s, int sea) {
    assert(sea >= 0 && sea < cy_map_of(s)->seas);
    cy_bonus bonus = {0};
    int seat = cy_fleet_owner(s, sea);
    if (seat < 0) return bonus;
    uint16_t isles = cy_map_of(s)->sea[sea].isles & s->owned[seat];
    for (uint64_t set = isles; set; set &= set - 1) {
        int isle = pt_lowest(set);
        bonus.walls = (uint8_t)(bonus.walls + s->building[isle][CY_PORT]);
        bonus.metropolises = (uint8_t)(bonus.metropolises + cy_in(s->metropolis, isle));
    }
    return bonus;
}

int cy_defence(const cy_state *s) {
    cy_bonus b = s->battle == CYB_LAND ? cy_land_bonus(s, s->field) : cy_sea_bonus(s, s->field);
    return cy_defenders(s) + b.walls + b.metropolises + b.minotaur;
}

/* R4.30: own isles that the seat's fleets join to the battlefield; none under Medusa. */
uint16_t cy_retreat_isles(const cy_state *s, int seat) {
    if (cy_figure_on(s, CYG_MEDUSA, s->field)) return 0;
    return cy_chain(s, seat, s->field) & s->owned[seat];
}

/* R4.31: neighbours that are not closed and hold no fleets but own ones. */
uint64_t cy_retreat_seas(const cy_state *s, int seat) {
    return cy_map_of(s)->near[s->field] & ~cy_blocked(s) & ~cy_other_fleets(s, seat);
}

static bool can_retreat(const cy_state *s, int seat) {
    return s->battle == CYB_LAND ? cy_retreat_isles(s, seat) != 0
                                 : cy_retreat_seas(s, seat) != 0;
}

int cy_legal_retreat(const cy_state *s, int seat, pt_move *out) {
    assert(s->battle);
    pt_move *end = out;
    *end++ = pt_mv(CYV_STAY, 0, 0, 0);
    end = s->battle == CYB_LAND
              ? cy_list_set(CYV_RETREAT_ISLE, cy_retreat_isles(s, seat), end)
              : cy_list_seas(s, CYV_RETREAT_SEA, cy_retreat_seas(s, seat), end);
    return (int)(end - out);
}

/* R4.32: one side is gone. Attackers who are left hold the place; then the turn goes on. */
static cy_next end_battle(cy_state *s) {
    assert(s->battle && (!s->attackers || !cy_defenders(s)));
    int kind = s->battle, field = s->field, attackers = s->attackers;
    s->battle = s->field = s->attackers = 0;
    if (kind == CYB_SEA) {
        if (s->card) s->locked |= cy_bit(field); /* R5.14 */
        if (attackers) cy_add_fleets(s, cy_acting(s), field, attackers);
        return CYN_RESUME;
    }
    return attackers ? cy_take_isle(s, field, attackers) : CYN_RESUME;
}

static bool minotaur_fights(const cy_state *s) {
    return s->battle == CYB_LAND && cy_figure_on(s, CYG_MINOTAUR, s->field);
}

/* R4.29: after the defender the attacker may go, then the next assault. */
static cy_next ask_attacker(cy_state *s) {
    if (can_retreat(s, cy_acting(s))) return cy_ask_seat(s, CYP_ATTACKER, cy_acting(s));
    return cy_wait_for_luck(s, CYP_ROLL);
}

/* R4.28: one unit, to the reserve; the Minotaur only when no troop is left. */
static void lose_defender(cy_state *s, int seat) {
    if (s->battle == CYB_SEA) {
        s->ships[seat]--;
        cy_take_fleets(s, seat, s->field, 1);
    } else if (s->troops[s->field]) {
        assert(seat >= 0);
        s->men[seat]--;
        s->troops[s->field]--;
    } else {
        assert(cy_figure_on(s, CYG_MINOTAUR, s->field));
        cy_remove_figure(s, CYG_MINOTAUR);
    }
}

cy_next cy_apply_roll(cy_state *s, int x, int y) {
    assert(x >= 0 && x < CY_FACES && y >= 0 && y < CY_FACES);
    assert(s->attackers > 0);
    int attack = s->attackers + x, defence = cy_defence(s) + y, defender = cy_defender(s);
    if (attack <= defence) {
        uint8_t *on_board = s->battle == CYB_LAND ? s->men : s->ships;
        on_board[cy_acting(s)]--;
        s->attackers--;
    }
    if (attack >= defence) lose_defender(s, defender);
    int units = cy_defenders(s);
    bool defended = units || minotaur_fights(s);
    if (!s->attackers || !defended) return end_battle(s);
    if (units && can_retreat(s, defender)) return cy_ask_seat(s, CYP_DEFENDER, defender);
    return ask_attacker(s);
}

static void move_out(cy_state *s, int seat, int to, int n) {
    assert(n > 0);
    assert(s->battle == CYB_SEA || s->owner[to] == seat + 1); /* troops retreat to own isles */
    if (s->battle == CYB_LAND)
        s->troops[to] = (uint8_t)(s->troops[to] + n);
    else
        cy_add_fleets(s, seat, to, n);
}

static cy_next defender_goes(cy_state *s, int to) {
    int seat = cy_defender(s), n = cy_defenders(s);
    assert(seat >= 0 && n > 0);
    if (s->battle == CYB_LAND)
        s->troops[s->field] = 0;
    else
        cy_take_fleets(s, seat, s->field, n);
    move_out(s, seat, to, n);
    if (minotaur_fights(s)) return ask_attacker(s); /* R4.30: he stays and fights on alone */
    return end_battle(s);
}

static cy_next attacker_goes(cy_state *s, int to) {
    assert(s->attackers > 0);
    if (s->battle == CYB_SEA && s->card) s->locked |= cy_bit(to);
    move_out(s, cy_acting(s), to, s->attackers);
    s->attackers = 0;
    return end_battle(s);
}

cy_next cy_apply_retreat(cy_state *s, pt_move m) {
    bool defends = s->head.phase == CYP_DEFENDER;
    if (pt_verb_of(m) == CYV_STAY)
        return defends ? ask_attacker(s) : cy_wait_for_luck(s, CYP_ROLL);
    int to = (int)pt_arg(m, 0);
    if (s->battle == CYB_SEA) to = cy_sea_at(s, to);
    assert(to >= 0);
    return defends ? defender_goes(s, to) : attacker_goes(s, to);
}
