/* Cyclades: why a creature's power is refused (R5). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/check.h"
#include "games/cyclades/words.h"

/* R5.3 */
static pt_err check_copy(const cy_state *s, int creature, pt_text *why) {
    if (s->discard >> creature & 1) return PT_OK;
    return pt_refuse(why, "R5.3", cy_say_not_discarded(creature));
}

/* R5.4 */
static pt_err check_rebuild(const cy_state *s, pt_move m, pt_text *why) {
    int isle = (int)pt_arg(m, 0), old = (int)pt_arg(m, 1), type = (int)pt_arg(m, 2);
    pt_err err = cy_check_own(s, isle, "R5.4", why);
    if (err) return err;
    if (!s->building[isle][old])
        return pt_refuse(why, "R5.4", cy_say_no_building(cy_isle_names[isle], old));
    if (old == type) return pt_refuse(why, "R5.4", cy_say_same_building());
    if (!s->supply[type]) return pt_refuse(why, "R2.13", cy_say_no_building_left(type));
    return PT_OK;
}

/* R5.5, R5.8, R5.11 */
static pt_err check_steal(const cy_state *s, int victim, pt_text *why) {
    const char *rule = s->card == CY_DRYAD + 1   ? "R5.5"
                       : s->card == CY_SATYR + 1 ? "R5.11"
                                                 : "R5.8";
    if (!pt_has(s->alive, victim)) return pt_refuse(why, rule, cy_say_player_out(victim + 1));
    if (victim + 1 == s->turn) return pt_refuse(why, rule, cy_say_own_purse());
    if (s->card == CY_DRYAD + 1 && !s->priests[victim])
        return pt_refuse(why, "R8.47", cy_say_player_has_none(victim + 1, CY_ZEUS));
    if (s->card == CY_SATYR + 1 && !s->philosophers[victim])
        return pt_refuse(why, "R8.47", cy_say_player_has_none(victim + 1, CY_ATHENA));
    return PT_OK;
}

static pt_err check_chiron(const cy_state *s, int isle, pt_text *why) {
    if (!cy_figure_on(s, CYG_CHIRON, isle)) return PT_OK;
    return pt_refuse(why, "R5.16", cy_say_chiron_protects(cy_isle_names[isle]));
}

/* R5.7 */
static pt_err check_destroy(const cy_state *s, int isle, int type, pt_text *why) {
    pt_err err = cy_check_isle(s, isle, why);
    if (!err) err = check_chiron(s, isle, why);
    if (err || s->building[isle][type]) return err;
    return pt_refuse(why, "R5.7", cy_say_no_building(cy_isle_names[isle], type));
}

/* R5.9 */
static pt_err check_kill(const cy_state *s, int isle, pt_text *why) {
    pt_err err = cy_check_isle(s, isle, why);
    if (!err) err = check_chiron(s, isle, why);
    if (err || s->troops[isle]) return err;
    return pt_refuse(why, "R5.9", cy_say_no_troop(cy_isle_names[isle]));
}

/* R5.10 */
static pt_err check_fly(const cy_state *s, int isle, pt_text *why) {
    pt_err err = cy_check_own(s, isle, "R5.10", why);
    if (err) return err;
    if (!s->troops[isle]) return pt_refuse(why, "R5.10", cy_say_no_troop(cy_isle_names[isle]));
    if (cy_figure_on(s, CYG_MEDUSA, isle))
        return pt_refuse(why, "R5.17", cy_say_medusa_holds(cy_isle_names[isle]));
    return PT_OK;
}

static pt_err check_land(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->from);
    int isle = (int)pt_arg(m, 0), n = (int)pt_arg(m, 1) + 1, from = s->from - 1;
    if (pt_verb_of(m) != CYV_LAND) return pt_refuse(why, "R5.10", cy_say_asked_landing());
    pt_err err = cy_check_isle(s, isle, why);
    if (err) return err;
    if (isle == from) return pt_refuse(why, "R5.10", cy_say_same_isle());
    if (n > s->troops[from])
        return pt_refuse(why, "R5.10",
                         cy_say_too_few_troops(cy_isle_names[from], s->troops[from], n));
    if (s->owner[isle] != s->turn && (err = check_chiron(s, isle, why))) return err;
    return cy_check_landing(s, isle, why);
}

/* R5.12 */
static pt_err check_charm(const cy_state *s, int cell, pt_text *why) {
    pt_err err = cy_check_sea(s, cell, why);
    if (err) return err;
    int sea = cy_sea_at(s, cell), owner = cy_fleet_owner(s, sea);
    if (owner < 0 || owner == cy_acting(s))
        return pt_refuse(why, "R5.12", cy_say_no_enemy_fleet(cy_cell_names[cell]));
    if (s->fleet[sea] > 1)
        return pt_refuse(why, "R8.44",
                         cy_say_not_a_lone_fleet(cy_cell_names[cell], s->fleet[sea]));
    return PT_OK;
}

static pt_err own_fleet(const cy_state *s, int cell, const char *rule, pt_text *why) {
    pt_err err = cy_check_sea(s, cell, why);
    if (err || cy_fleet_owner(s, cy_sea_at(s, cell)) == cy_acting(s)) return err;
    return pt_refuse(why, rule, cy_say_no_own_fleet(cy_cell_names[cell]));
}

/* R5.13 */
static pt_err check_sale(const cy_state *s, pt_move m, pt_text *why) {
    int arg = (int)pt_arg(m, 0), seat = cy_acting(s);
    pt_err err;
    switch (pt_verb_of(m)) {
    case CYV_DONE: return PT_OK;
    case CYV_SELL_FLEET: return own_fleet(s, arg, "R5.13", why);
    case CYV_SELL_TROOP:
        err = cy_check_own(s, arg, "R5.13", why);
        if (err || s->troops[arg]) return err;
        return pt_refuse(why, "R5.13", cy_say_no_troop(cy_isle_names[arg]));
    case CYV_SELL_PRIEST:
        return s->priests[seat] ? PT_OK : pt_refuse(why, "R5.13", cy_say_none_to_sell(CY_ZEUS));
    case CYV_SELL_PHILOSOPHER:
        return s->philosophers[seat] ? PT_OK
                                     : pt_refuse(why, "R5.13", cy_say_none_to_sell(CY_ATHENA));
    default: return pt_refuse(why, "R5.13", cy_say_asked_sell());
    }
}

/* R5.14 */
static pt_err check_glide(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->card == CY_SYLPH_CARD + 1);
    if (pt_verb_of(m) == CYV_STOP) return PT_OK;
    if (pt_verb_of(m) != CYV_GLIDE) return pt_refuse(why, "R5.14", cy_say_asked_glide());
    if (!s->budget) return pt_refuse(why, "R5.14", cy_say_no_steps_left());
    pt_err err = cy_check_step(s, m, "R5.14", why);
    if (err) return err;
    if (cy_in(s->locked, cy_sea_at(s, (int)pt_arg(m, 0))))
        return pt_refuse(why, "R5.14", cy_say_fleets_locked(cy_cell_names[pt_arg(m, 0)]));
    return PT_OK;
}

/* R5.19 */
static pt_err check_push(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->figure[CYG_POLYPHEMUS]);
    if (pt_verb_of(m) != CYV_PUSH) return pt_refuse(why, "R5.19", cy_say_asked_push());
    int from = (int)pt_arg(m, 0), to = cy_step_target(m);
    pt_err err = cy_check_sea(s, from, why);
    if (!err) err = cy_check_sea(s, to, why);
    if (!err) err = cy_check_beside(m, "R5.19", why);
    if (err) return err;
    int sea = cy_sea_at(s, from), owner = cy_fleet_owner(s, sea);
    int there = cy_fleet_owner(s, cy_sea_at(s, to));
    if (owner < 0 || !cy_in(cy_map_of(s)->sea[sea].isles, s->figure[CYG_POLYPHEMUS] - 1))
        return pt_refuse(why, "R5.19", cy_say_need_not_go(cy_cell_names[from]));
    if (there >= 0 && there != owner)
        return pt_refuse(why, "R5.19", cy_say_fleets_of_another(cy_cell_names[to]));
    return cy_check_open(s, cy_sea_at(s, to), why);
}

/* R5.20 */
static pt_err check_swim(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->figure[CYG_KRAKEN]);
    int cell = (int)pt_arg(m, 0);
    if (pt_verb_of(m) == CYV_STOP) return PT_OK;
    if (pt_verb_of(m) != CYV_SWIM) return pt_refuse(why, "R5.20", cy_say_asked_swim());
    pt_err err = cy_check_sea(s, cell, why);
    if (!err) err = cy_check_gold(s, CY_MOVE_PRICE, "R5.20", why);
    if (err) return err;
    for (int step = 0; step < CY_STEPS; step++)
        if (cy_cell_step(cy_cell_of(s, s->figure[CYG_KRAKEN] - 1), step) == cell) return PT_OK;
    return pt_refuse(why, "R5.20", cy_say_not_beside_kraken(cy_cell_names[cell]));
}

static pt_err check_from(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->charmed);
    if (pt_verb_of(m) != CYV_FROM) return pt_refuse(why, "R5.12", cy_say_asked_siren());
    return own_fleet(s, (int)pt_arg(m, 0), "R5.12", why);
}

/* The rule and the verb of each creature's first decision. */
static const struct {
    const char *rule;
    uint8_t verb;
} first[CY_CREATURES] = {
    [CY_CHIMERA] = {"R5.3", CYV_COPY},    [CY_CYCLOPS] = {"R5.4", CYV_REBUILD},
    [CY_DRYAD] = {"R5.5", CYV_STEAL},     [CY_FATES] = {"R5.6", CYV_NONE},
    [CY_GIANT] = {"R5.7", CYV_DESTROY},   [CY_GRIFFON] = {"R5.8", CYV_STEAL},
    [CY_HARPY] = {"R5.9", CYV_KILL},      [CY_PEGASUS] = {"R5.10", CYV_FLY},
    [CY_SATYR] = {"R5.11", CYV_STEAL},    [CY_SIREN] = {"R5.12", CYV_CHARM},
    [CY_SPHINX] = {"R5.13", CYV_NONE},    [CY_SYLPH_CARD] = {"R5.14", CYV_NONE},
    [CY_CHIRON] = {"R5.15", CYV_PLACE},   [CY_MEDUSA] = {"R5.15", CYV_PLACE},
    [CY_MINOTAUR] = {"R5.15", CYV_PLACE}, [CY_POLYPHEMUS] = {"R5.15", CYV_PLACE},
    [CY_KRAKEN] = {"R5.20", CYV_SURFACE},
};

static pt_err check_first(const cy_state *s, pt_move m, pt_text *why) {
    assert(s->card);
    int card = s->card - 1, arg = (int)pt_arg(m, 0);
    unsigned verb = pt_verb_of(m);
    if (card == CY_SPHINX) return check_sale(s, m, why);
    if (card == CY_SYLPH_CARD) return check_glide(s, m, why);
    if (verb == CYV_WASTE) return PT_OK;
    if (verb != first[card].verb)
        return pt_refuse(why, first[card].rule, cy_say_asked_power(card, card));
    switch (verb) {
    case CYV_COPY: return check_copy(s, arg, why);
    case CYV_REBUILD: return check_rebuild(s, m, why);
    case CYV_STEAL: return check_steal(s, arg, why);
    case CYV_DESTROY: return check_destroy(s, arg, (int)pt_arg(m, 1), why);
    case CYV_KILL: return check_kill(s, arg, why);
    case CYV_FLY: return check_fly(s, arg, why);
    case CYV_CHARM: return check_charm(s, arg, why);
    case CYV_PLACE: return cy_check_isle(s, arg, why);
    default: return cy_check_sea(s, arg, why); /* surface */
    }
}

pt_err cy_check_power(const cy_state *s, pt_move m, pt_text *why) {
    switch (s->head.phase) {
    case CYP_LANDING: return check_land(s, m, why);
    case CYP_FROM: return check_from(s, m, why);
    case CYP_PUSH: return check_push(s, m, why);
    case CYP_SWIM: return check_swim(s, m, why);
    default: return check_first(s, m, why);
    }
}
