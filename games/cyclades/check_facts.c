/* Cyclades: the facts that several rules ask for: whose isle it is, whether a space is open,
 * whether the gold is there. Each function returns PT_OK, or PT_REFUSED with words. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/check.h"
#include "games/cyclades/words.h"

pt_err cy_check_isle(const cy_state *s, int isle, pt_text *why) {
    if (isle < cy_map_of(s)->isles) return PT_OK;
    return pt_refuse(why, "R2.8", cy_say_not_on_map(cy_isle_names[isle]));
}

pt_err cy_check_own(const cy_state *s, int isle, const char *rule, pt_text *why) {
    pt_err err = cy_check_isle(s, isle, why);
    if (err || s->owner[isle] == s->turn) return err;
    return pt_refuse(why, rule, cy_say_not_your_isle(cy_isle_names[isle]));
}

pt_err cy_check_sea(const cy_state *s, int cell, pt_text *why) {
    int at = cy_map_of(s)->at[cell];
    if (at < CY_LAND) return PT_OK;
    if (at == CY_NONE) return pt_refuse(why, "R2.8", cy_say_not_on_map(cy_cell_names[cell]));
    return pt_refuse(why, "R2.6",
                     cy_say_is_land(cy_cell_names[cell], cy_isle_names[at - CY_LAND]));
}

/* R5.19, R5.20: a space that no fleet may enter. */
pt_err cy_check_open(const cy_state *s, int sea, pt_text *why) {
    const char *name = cy_sea_name(s, sea);
    int isle = s->figure[CYG_POLYPHEMUS] - 1;
    if (s->figure[CYG_KRAKEN] == sea + 1)
        return pt_refuse(why, "R5.20", cy_say_kraken_closes(name));
    if (isle >= 0 && cy_in(cy_map_of(s)->sea[sea].isles, isle))
        return pt_refuse(why, "R5.19", cy_say_polyphemus_closes(cy_isle_names[isle], name));
    return PT_OK;
}

pt_err cy_check_gold(const cy_state *s, int price, const char *rule, pt_text *why) {
    assert(price >= 0 && s->turn);
    int gold = s->gold[cy_acting(s)];
    if (gold >= price) return PT_OK;
    return pt_refuse(why, rule, cy_say_too_expensive(price, gold));
}

/* The cell that the step of a well-formed move names, beside the one it starts from or not. */
int cy_step_target(pt_move m) {
    int cell;
    pt_points_at(&cy_verb_table[pt_verb_of(m)], m, 1, &cell);
    assert(cell >= 0 && cell < CY_CELLS);
    return cell;
}

pt_err cy_check_beside(pt_move m, const char *rule, pt_text *why) {
    if (!pt_is_far(cy_verb_table[pt_verb_of(m)].kind[1], (int)pt_arg(m, 1))) return PT_OK;
    return pt_refuse(
        why, rule,
        cy_say_not_beside(cy_cell_names[cy_step_target(m)], cy_cell_names[pt_arg(m, 0)]));
}

/* A step of n fleets from a space: R4.19, and the Sylph's like it. */
pt_err cy_check_step(const cy_state *s, pt_move m, const char *rule, pt_text *why) {
    int from = (int)pt_arg(m, 0), n = (int)pt_arg(m, 2) + 1;
    int to = cy_step_target(m);
    pt_err err = cy_check_sea(s, from, why);
    if (!err) err = cy_check_sea(s, to, why);
    if (!err) err = cy_check_beside(m, rule, why);
    if (err) return err;
    int sea = cy_sea_at(s, from);
    int have = cy_fleet_owner(s, sea) == cy_acting(s) ? s->fleet[sea] : 0;
    if (have < n)
        return pt_refuse(why, rule, cy_say_too_few_fleets(have, cy_cell_names[from], n));
    return cy_check_open(s, cy_sea_at(s, to), why);
}

/* R4.23, counted isle by isle. */
pt_err cy_check_landing(const cy_state *s, int isle, pt_text *why) {
    assert(isle >= 0 && isle < cy_map_of(s)->isles);
    int owner = s->owner[isle], own = 0, metropolises = 0, types[CY_TYPES] = {0};
    if (!owner) return PT_OK;
    for (int i = 0; i < cy_map_of(s)->isles; i++) {
        own += s->owner[i] == owner;
        if (s->owner[i] != s->turn && i != isle) continue;
        metropolises += cy_in(s->metropolis, i);
        for (int type = 0; type < CY_TYPES; type++) types[type] += s->building[i][type];
    }
    if (own > 1) return PT_OK;
    for (int type = 0; type < CY_TYPES; type++)
        if (metropolises + types[type] < cy_goal(s))
            return pt_refuse(why, "R4.23", cy_say_last_isle(cy_isle_names[isle], owner));
    return PT_OK;
}
