/* Cyclades: the powers of the creatures (R5); the figures' own part is in figures.c. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

/* R5.1: a creature is used the moment it is bought. */
cy_next cy_use_card(cy_state *s, int creature) {
    assert(creature >= 0 && creature < CY_CREATURES);
    assert(!s->card || s->copied);
    s->card = (uint8_t)(creature + 1);
    if (creature == CY_FATES) { /* R5.6 */
        cy_gain(s, cy_acting(s), cy_revenue(s, cy_acting(s)));
        return cy_finish_card(s);
    }
    if (creature == CY_SYLPH_CARD) s->budget = CY_SYLPH;
    return cy_ask_seat(s, CYP_POWER, cy_acting(s));
}

/* R5.2: a used card is discarded unless its figure now stands on the board; after the Chimera
 * the whole discard pile, herself included, is shuffled into the deck (R5.3). */
cy_next cy_finish_card(cy_state *s) {
    assert(s->card);
    assert(!s->battle && !s->from && !s->charmed);
    int creature = s->card - 1;
    bool stands = cy_is_figure(creature) && s->figure[creature - CY_CHIRON];
    if (!stands) s->discard |= 1u << creature;
    if (s->copied) s->discard |= 1u << CY_CHIMERA;
    if (s->copied || creature == CY_CHIMERA) {
        s->deck |= s->discard;
        s->discard = 0;
    }
    s->card = s->copied = s->budget = 0;
    s->locked = 0;
    return cy_ask_seat(s, CYP_MENU, cy_acting(s));
}

/* After an effect, a battle or a metropolis: only the Sylph has more to do. */
cy_next cy_resume(cy_state *s) {
    assert(s->turn && !s->battle);
    if (s->card == CY_SYLPH_CARD + 1) return cy_ask_seat(s, CYP_POWER, cy_acting(s));
    return s->card ? cy_finish_card(s) : cy_ask_seat(s, CYP_MENU, cy_acting(s));
}

/* R5.12: exactly one fleet, an enemy's. */
bool cy_has_charm(const cy_state *s, int sea) {
    return s->fleet[sea] == 1 && !cy_in(s->fleets[cy_acting(s)], sea);
}

/* R5.10: any other isle where a landing is allowed, Chiron's only if it is one's own. */
uint16_t cy_landings(const cy_state *s) {
    int seat = cy_acting(s);
    uint16_t open = cy_without_isle(cy_landable(s, seat), s->from - 1);
    int chiron = s->figure[CYG_CHIRON] - 1;
    if (chiron >= 0 && s->owner[chiron] != s->turn) open = cy_without_isle(open, chiron);
    return open;
}

/* R5.5, R5.8, R5.11 */
static pt_move *list_victims(const cy_state *s, pt_move *out) {
    for (unsigned seat = 0; seat < s->head.seats; seat++) {
        bool has = s->card == CY_GRIFFON + 1 ||
                   (s->card == CY_DRYAD + 1 ? s->priests : s->philosophers)[seat] > 0;
        if (pt_has(s->alive, (int)seat) && seat + 1 != s->turn && has)
            *out++ = pt_mv(CYV_STEAL, seat, 0, 0);
    }
    return out;
}

/* R5.4 */
static pt_move *list_rebuilds(const cy_state *s, pt_move *out) {
    for (uint64_t set = s->owned[cy_acting(s)]; set; set &= set - 1) {
        unsigned isle = (unsigned)pt_lowest(set);
        for (unsigned old = 0; old < CY_TYPES; old++) {
            if (!s->building[isle][old]) continue;
            for (unsigned type = 0; type < CY_TYPES; type++)
                if (type != old && s->supply[type])
                    *out++ = pt_mv(CYV_REBUILD, isle, old, type);
        }
    }
    return out;
}

/* R5.7 */
static pt_move *list_ruins(const cy_state *s, pt_move *out) {
    for (unsigned isle = 0; isle < cy_map_of(s)->isles; isle++) {
        if (cy_figure_on(s, CYG_CHIRON, (int)isle)) continue;
        for (unsigned type = 0; type < CY_TYPES; type++)
            if (s->building[isle][type]) *out++ = pt_mv(CYV_DESTROY, isle, type, 0);
    }
    return out;
}

/* R5.9, R5.10: the isles among these with troops, but not the one where the figure `spared`
 * stands. */
static uint16_t with_troops(const cy_state *s, uint16_t among, int spared) {
    unsigned set = 0;
    for (uint64_t isles = among; isles; isles &= isles - 1)
        if (s->troops[pt_lowest(isles)]) set |= 1u << pt_lowest(isles);
    if (s->figure[spared]) set &= ~(1u << (s->figure[spared] - 1));
    return (uint16_t)set;
}

/* R5.13 */
static pt_move *list_sales(const cy_state *s, pt_move *out) {
    int seat = cy_acting(s);
    out = cy_list_seas(s, CYV_SELL_FLEET, s->fleets[seat], out);
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        if (s->troops[pt_lowest(set)])
            *out++ = pt_mv(CYV_SELL_TROOP, (unsigned)pt_lowest(set), 0, 0);
    if (s->priests[seat]) *out++ = pt_mv(CYV_SELL_PRIEST, 0, 0, 0);
    if (s->philosophers[seat]) *out++ = pt_mv(CYV_SELL_PHILOSOPHER, 0, 0, 0);
    *out++ = pt_mv(CYV_DONE, 0, 0, 0);
    return out;
}

static pt_move *list_charms(const cy_state *s, pt_move *out) {
    uint64_t lone = 0;
    for (uint64_t set = cy_other_fleets(s, cy_acting(s)); set; set &= set - 1)
        if (cy_has_charm(s, pt_lowest(set))) lone |= cy_bit(pt_lowest(set));
    return cy_list_seas(s, CYV_CHARM, lone, out);
}

static pt_move *list_glides(const cy_state *s, pt_move *out) {
    uint64_t from = s->fleets[cy_acting(s)] & ~s->locked;
    *out++ = pt_mv(CYV_STOP, 0, 0, 0);
    return s->budget ? out + cy_legal_sail(s, CYV_GLIDE, from, out) : out;
}

/* What the card in use can do at its first decision, `waste` included (R5.1). */
int cy_legal_power(const cy_state *s, pt_move *out) {
    assert(s->card);
    const pt_move *begin = out;
    int seat = cy_acting(s), creature = s->card - 1;
    if (creature == CY_SPHINX) return (int)(list_sales(s, out) - begin);
    if (creature == CY_SYLPH_CARD) return (int)(list_glides(s, out) - begin);
    *out++ = pt_mv(CYV_WASTE, 0, 0, 0);
    switch ((cy_creature)creature) {
    case CY_CHIMERA: out = cy_list_set(CYV_COPY, s->discard, out); break;
    case CY_CYCLOPS: out = list_rebuilds(s, out); break;
    case CY_DRYAD:
    case CY_GRIFFON:
    case CY_SATYR: out = list_victims(s, out); break;
    case CY_GIANT: out = list_ruins(s, out); break;
    case CY_HARPY:
        out = cy_list_set(CYV_KILL, with_troops(s, cy_isles(s), CYG_CHIRON), out);
        break;
    case CY_PEGASUS:
        out = cy_list_set(CYV_FLY, with_troops(s, s->owned[seat], CYG_MEDUSA), out);
        break;
    case CY_SIREN: out = list_charms(s, out); break;
    case CY_CHIRON:
    case CY_MEDUSA:
    case CY_MINOTAUR:
    case CY_POLYPHEMUS: out = cy_list_set(CYV_PLACE, cy_isles(s), out); break;
    case CY_KRAKEN: out = cy_list_seas(s, CYV_SURFACE, cy_all_seas(s), out); break;
    case CY_FATES:
    case CY_SPHINX:
    case CY_SYLPH_CARD:
    case CY_CREATURES: break;
    }
    return (int)(out - begin);
}

int cy_legal_landing(const cy_state *s, pt_move *out) {
    assert(s->from);
    int n = 0;
    for (uint64_t set = cy_landings(s); set; set &= set - 1)
        for (unsigned troops = 0; troops < s->troops[s->from - 1]; troops++)
            out[n++] = pt_mv(CYV_LAND, (unsigned)pt_lowest(set), troops, 0);
    return n;
}

/* R5.12: without a fleet in reserve one of those on the board comes. */
int cy_legal_from(const cy_state *s, pt_move *out) {
    assert(s->charmed);
    return (int)(cy_list_seas(s, CYV_FROM, s->fleets[cy_acting(s)], out) - out);
}

/* --- the effects --- */

static cy_next apply_copy(cy_state *s, int creature) {
    assert(s->card == CY_CHIMERA + 1 && !s->copied);
    assert(s->discard >> creature & 1);
    s->discard &= ~(1u << creature);
    s->copied = 1;
    return cy_use_card(s, creature);
}

static cy_next apply_rebuild(cy_state *s, int isle, int old, int type) {
    assert(old != type && s->supply[type] > 0);
    cy_remove_building(s, isle, old);
    s->building[isle][type]++;
    s->supply[type]--;
    return CYN_METROPOLIS;
}

static cy_next apply_steal(cy_state *s, int victim) {
    int seat = cy_acting(s);
    assert(victim != seat && pt_has(s->alive, victim));
    if (s->card == CY_GRIFFON + 1) {
        int loot = s->gold[victim] / 2;
        s->gold[victim] = (uint16_t)(s->gold[victim] - loot);
        cy_gain(s, seat, loot);
        s->shown = pt_with(s->shown, victim);
        return CYN_RESUME;
    }
    if (s->card == CY_DRYAD + 1) {
        assert(s->priests[victim] > 0);
        s->priests[victim]--;
        s->priests[seat]++;
        return CYN_RESUME;
    }
    assert(s->card == CY_SATYR + 1 && s->philosophers[victim] > 0);
    s->philosophers[victim]--;
    s->philosophers[seat]++;
    return CYN_METROPOLIS;
}

static cy_next apply_kill(cy_state *s, int isle) {
    assert(s->troops[isle] > 0 && s->owner[isle]);
    s->troops[isle]--;
    s->men[s->owner[isle] - 1]--;
    return CYN_RESUME;
}

static cy_next charm_arrives(cy_state *s, int sea) {
    int victim = cy_fleet_owner(s, sea);
    assert(victim >= 0 && victim != cy_acting(s));
    cy_take_fleets(s, victim, sea, 1);
    s->ships[victim]--;
    cy_add_fleets(s, cy_acting(s), sea, 1);
    s->charmed = 0;
    return CYN_RESUME;
}

static cy_next apply_charm(cy_state *s, int sea) {
    assert(cy_has_charm(s, sea));
    int seat = cy_acting(s);
    s->charmed = (uint8_t)(sea + 1);
    if (s->ships[seat] == CY_UNITS) return cy_ask_seat(s, CYP_FROM, seat);
    s->ships[seat]++;
    return charm_arrives(s, sea);
}

static cy_next apply_sale(cy_state *s, pt_move m) {
    assert(s->card == CY_SPHINX + 1);
    int seat = cy_acting(s), arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_SELL_FLEET:
        cy_take_fleets(s, seat, cy_sea_at(s, arg), 1);
        s->ships[seat]--;
        break;
    case CYV_SELL_TROOP:
        assert(s->troops[arg] > 0 && s->owner[arg] == seat + 1);
        s->troops[arg]--;
        s->men[seat]--;
        break;
    case CYV_SELL_PRIEST:
        assert(s->priests[seat] > 0);
        s->priests[seat]--;
        s->supply[CYS_PRIEST]++;
        break;
    case CYV_SELL_PHILOSOPHER:
        assert(s->philosophers[seat] > 0);
        s->philosophers[seat]--;
        s->supply[CYS_PHILOSOPHER]++;
        break;
    }
    cy_gain(s, seat, CY_SALE);
    return cy_ask_seat(s, CYP_POWER, seat);
}

/* R5.10 */
static cy_next apply_landing(cy_state *s, int isle, int troops) {
    assert(s->from && s->from - 1 != isle);
    int from = s->from - 1;
    s->from = 0;
    return cy_land(s, from, isle, troops);
}

static cy_next apply_from(cy_state *s, int sea) {
    assert(s->charmed);
    cy_take_fleets(s, cy_acting(s), sea, 1);
    return charm_arrives(s, s->charmed - 1);
}

/* R5.14 */
static cy_next apply_glide(cy_state *s, pt_move m) {
    assert(s->budget > 0);
    s->budget--;
    return cy_apply_sail(s, m);
}

static cy_next apply_push(cy_state *s, int sea, unsigned step) {
    return cy_apply_push(s, sea, cy_map_of(s)->sea[sea].step[step]);
}

/* Every decision that belongs to a creature. */
cy_next cy_apply_power(cy_state *s, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_WASTE:
    case CYV_DONE:
    case CYV_STOP: return cy_finish_card(s);
    case CYV_COPY: return apply_copy(s, arg);
    case CYV_REBUILD: return apply_rebuild(s, arg, (int)pt_arg(m, 1), (int)pt_arg(m, 2));
    case CYV_STEAL: return apply_steal(s, arg);
    case CYV_DESTROY: cy_remove_building(s, arg, (int)pt_arg(m, 1)); return CYN_RESUME;
    case CYV_KILL: return apply_kill(s, arg);
    case CYV_FLY:
        s->from = (uint8_t)(arg + 1);
        return cy_ask_seat(s, CYP_LANDING, cy_acting(s));
    case CYV_LAND: return apply_landing(s, arg, (int)pt_arg(m, 1) + 1);
    case CYV_CHARM: return apply_charm(s, cy_sea_at(s, arg));
    case CYV_FROM: return apply_from(s, cy_sea_at(s, arg));
    case CYV_SELL_FLEET:
    case CYV_SELL_TROOP:
    case CYV_SELL_PRIEST:
    case CYV_SELL_PHILOSOPHER: return apply_sale(s, m);
    case CYV_GLIDE: return apply_glide(s, m);
    case CYV_PLACE: return cy_place_figure(s, s->card - 1 - CY_CHIRON, arg);
    case CYV_PUSH: return apply_push(s, cy_sea_at(s, arg), pt_arg(m, 1));
    case CYV_SURFACE: return cy_apply_surface(s, cy_sea_at(s, arg));
    default: assert(pt_verb_of(m) == CYV_SWIM); return cy_apply_swim(s, cy_sea_at(s, arg));
    }
}
