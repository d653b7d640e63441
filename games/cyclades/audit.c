/* Cyclades: what holds in every state. A position from outside that breaks it is rejected with
 * the rule; tests check every state they reach. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include "games/cyclades/words.h"
#include <string.h>

/* R2.1: eight fleets and eight troops each; one owner to a space. */
static pt_err audit_units(const cy_state *s, pt_text *why) {
    const cy_map *map = cy_map_of(s);
    uint64_t seen = 0;
    int ships[CY_SEATS] = {0}, men[CY_SEATS] = {0};
    for (int seat = 0; seat < CY_SEATS; seat++) {
        if (s->fleets[seat] & seen)
            return pt_impossible(why, "R4.19", "a space has two owners");
        if (s->fleets[seat] & ~cy_all_seas(s))
            return pt_impossible(why, "R2.6", "fleets off the map");
        seen |= s->fleets[seat];
        for (uint64_t set = s->fleets[seat]; set; set &= set - 1)
            ships[seat] += s->fleet[pt_lowest(set)];
    }
    for (int sea = 0; sea < CY_SEAS; sea++)
        if ((s->fleet[sea] > 0) != cy_in(seen, sea))
            return pt_impossible(why, "R4.19", "fleets without an owner");
    for (int isle = 0; isle < CY_ISLES; isle++) {
        int owner = s->owner[isle] - 1;
        if (owner >= s->head.seats || (isle >= map->isles && owner >= 0))
            return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
        if (owner >= 0)
            men[owner] += s->troops[isle];
        else if (s->troops[isle])
            return pt_impossible(why, "R4.22", "troops on an isle are its owner's; %s has none",
                                 cy_isle_names[isle]);
        for (int seat = 0; seat < CY_SEATS; seat++)
            if (cy_in(s->owned[seat], isle) != (owner == seat))
                return pt_impossible(why, "R4.33", "the sets of isles are wrong");
    }
    if (s->battle) (s->battle == CYB_LAND ? men : ships)[cy_acting(s)] += s->attackers;
    for (int seat = 0; seat < CY_SEATS; seat++) {
        if (ships[seat] > CY_UNITS || men[seat] > CY_UNITS)
            return pt_impossible(why, "R2.1", "player %d has more than %d of a kind", seat + 1,
                                 CY_UNITS);
        if (ships[seat] != s->ships[seat] || men[seat] != s->men[seat])
            return pt_impossible(why, "R2.1", "the counts of units are wrong");
    }
    return PT_OK;
}

/* R2.7, R2.13: room on the isles, and no more pieces than the box has. */
static pt_err audit_buildings(const cy_state *s, pt_text *why) {
    int left[CY_SUPPLIES];
    for (int i = 0; i < CY_SUPPLIES; i++) left[i] = cy_supplies[i];
    for (int isle = 0; isle < CY_ISLES; isle++) {
        for (int type = 0; type < CY_TYPES; type++) left[type] -= s->building[isle][type];
        left[CYS_METROPOLIS] -= cy_in(s->metropolis, isle);
        left[CYS_PROSPERITY] -= s->marker[isle];
        if (cy_room(s, isle) < 0)
            return pt_impossible(why, "R2.7", "%s has too much on it", cy_isle_names[isle]);
        if (s->used[isle] > s->building[isle][CY_TEMPLE] ||
            cy_in(s->metropolis_used & ~s->metropolis, isle))
            return pt_impossible(why, "R8.15", "more is used on %s than there is",
                                 cy_isle_names[isle]);
    }
    for (int seat = 0; seat < CY_SEATS; seat++) {
        left[CYS_PRIEST] -= s->priests[seat];
        left[CYS_PHILOSOPHER] -= s->philosophers[seat];
    }
    for (int i = 0; i < CY_SUPPLIES; i++) {
        if (left[i] < 0) return pt_impossible(why, "R2.13", "the box has no more of these");
        if (left[i] != s->supply[i]) return pt_impossible(why, "R2.13", "the supply is wrong");
    }
    return PT_OK;
}

/* R2.5: every card is in exactly one place. */
static pt_err audit_cards(const cy_state *s, pt_text *why) {
    uint32_t all = s->deck, two = all & s->discard;
    all |= s->discard;
    for (int i = 0; i < CY_PLACES; i++)
        if (s->track[i]) {
            two |= all & 1u << (s->track[i] - 1);
            all |= 1u << (s->track[i] - 1);
        }
    for (int i = 0; i < CYG_KRAKEN; i++)
        if (s->figure[i]) {
            two |= all & 1u << (CY_CHIRON + i);
            all |= 1u << (CY_CHIRON + i);
        }
    if (s->card) { /* Polyphemus pushes while his card is still being used */
        bool stands = cy_is_figure(s->card - 1) && s->figure[s->card - 1 - CY_CHIRON];
        if (!stands) two |= all & 1u << (s->card - 1);
        all |= 1u << (s->card - 1);
    }
    if (s->copied) {
        two |= all & 1u << CY_CHIMERA;
        all |= 1u << CY_CHIMERA;
    }
    if (two) return pt_impossible(why, "R2.5", "a creature is in two places");
    if (all != (1u << CY_CREATURES) - 1)
        return pt_impossible(why, "R2.5", "there are %d creatures, and some are nowhere",
                             CY_CREATURES);
    if ((s->head.round == 0 && s->track[2]) || (s->head.round <= 1 && s->track[1]) ||
        (s->head.round <= 2 && s->track[0]))
        return pt_impossible(why, "R4.2", "this space of the track is still empty in cycle %d",
                             s->head.round);
    return PT_OK;
}

static pt_err audit_figures(const cy_state *s, pt_text *why) {
    unsigned isles = 0;
    for (int i = 0; i < CYG_KRAKEN; i++) {
        if (!s->figure[i]) {
            if (s->controller[i] || s->since[i])
                return pt_impossible(why, "R5.15", "a figure that is not there has an owner");
            continue;
        }
        if (s->figure[i] > cy_map_of(s)->isles || !s->controller[i] ||
            !pt_has(s->alive, s->controller[i] - 1) || s->since[i] > s->head.round ||
            !s->since[i])
            return pt_impossible(why, "R5.15", "%s cannot stand like this",
                                 pt_name(&cy_names_creature, CY_CHIRON + i));
        if (isles >> s->figure[i] & 1)
            return pt_impossible(why, "R5.15", "two figures on one isle vanish");
        isles |= 1u << s->figure[i];
    }
    if (s->figure[CYG_KRAKEN] > cy_map_of(s)->seas)
        return pt_impossible(why, "R5.20", "the Kraken is off the map");
    uint64_t closed = cy_blocked(s) & cy_all_fleets(s);
    if (s->head.phase == CYP_PUSH)
        closed &= ~cy_map_of(s)->isle[s->figure[CYG_POLYPHEMUS] - 1].shore;
    if (closed)
        return pt_impossible(why, "R5.19", "fleets on %s, which is closed",
                             cy_sea_name(s, pt_lowest(closed)));
    return PT_OK;
}

/* R6.2, R8.18: who is in the game, and what nobody can keep. */
static pt_err audit_players(const cy_state *s, pt_text *why) {
    for (int seat = 0; seat < CY_SEATS; seat++) {
        bool lives = pt_has(s->alive, seat);
        if (seat >= s->head.seats && lives)
            return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
        if (lives != (s->owned[seat] != 0))
            return pt_impossible(why, "R6.2", "player %d %s", seat + 1,
                                 lives ? "has no isle and is out of the game"
                                       : "is out of the game");
        if (!lives && (s->fleets[seat] || s->gold[seat] || s->priests[seat] ||
                       s->philosophers[seat] || pt_has(s->shown, seat)))
            return pt_impossible(why, "R6.2", "player %d is out and keeps nothing", seat + 1);
        if (cy_converting(s) && seat == cy_acting(s)) continue;
        if (cy_types_owned(s, seat) == CY_ALL_TYPES || s->philosophers[seat] >= CY_WISE)
            return pt_impossible(why, "R8.18", "player %d must have built a metropolis",
                                 seat + 1);
    }
    return PT_OK;
}

/* R4.4: no god appears twice, and as many are known as the present rule shows. */
static pt_err audit_gods(const cy_state *s, pt_text *why) {
    unsigned seen = 0;
    int known = 0;
    for (int place = 0; place < CY_GODS; place++) {
        if (!s->gods[place]) continue;
        if (s->gods[place] > CY_GODS || seen >> s->gods[place] & 1 || known != place)
            return pt_impossible(why, "R4.4",
                                 "the gods' places are filled in order, each god once");
        seen |= 1u << s->gods[place];
        known++;
    }
    int cycles = s->rule_cycle + (s->head.phase == CYP_TRACK); /* counted after the track */
    if (s->up > CY_GODS || s->up > known || cycles > s->head.round)
        return pt_impossible(why, "R4.4", "%d gods cannot be up", s->up);
    if ((cy_in_auction(s) || cy_in_turn(s)) && (s->up < 2 || (known != CY_GODS && known != 2)))
        return pt_impossible(why, "R4.4", "the gods of this cycle are not known");
    int rule_up = cy_god_rule(s) - 1; /* more only after somebody went out this cycle */
    if ((cy_in_auction(s) || cy_in_turn(s)) &&
        (s->rule_cycle ? s->up != rule_up : s->up < rule_up))
        return pt_impossible(why, "R4.4", "%d gods can be won, not %d", rule_up, s->up);
    if (s->head.phase == CYP_GODS && cy_god_rule(s) == 4 && s->rule_cycle != 1 && !s->gods[3])
        return pt_impossible(why, "R4.4", "last cycle's face-down god is not known");
    if (s->head.phase == CYP_GODS && s->rule_cycle == 0)
        return pt_impossible(why, "R4.4", "the first cycle of a rule has number 1");
    return PT_OK;
}

/* R4.6 to R4.10: markers and offerings. */
static pt_err audit_markers(const cy_state *s, pt_text *why) {
    int count[CY_SEATS + 1] = {0}, each = cy_markers_each(s), gap = 0;
    for (int god = 0; god < CY_GODS; god++) {
        bool up = !cy_in(cy_gods_down(s), god);
        if (s->holder[god] && !up)
            return pt_impossible(why, "R4.4", "%s is face down this cycle",
                                 pt_name(&cy_names_god, god));
        if (!s->holder[god] != !s->offer[god])
            return pt_impossible(why, "R4.7", "there is no such offering to %s",
                                 pt_name(&cy_names_god, god));
        count[s->holder[god]]++;
    }
    for (int i = 0; i < CY_SEATS; i++) {
        if (s->apollo[i] && gap)
            return pt_impossible(why, "R4.9", "Apollo's places fill in order");
        gap |= !s->apollo[i];
        count[s->apollo[i]]++;
        count[s->order[i]]++;
        if (s->order[i] && i >= s->markers)
            return pt_impossible(why, "R4.39", "the turn track has %d spaces", s->markers);
    }
    count[s->bidder]++;
    if (s->markers != each * cy_living(s))
        return pt_impossible(why, "R3.3", "there are %d markers", each * cy_living(s));
    for (int seat = 0; seat < CY_SEATS; seat++) {
        int want = pt_has(s->alive, seat) ? each : 0, have = count[seat + 1];
        if (s->head.phase == CYP_ORDER ? have > want : have != want)
            return pt_impossible(why, "R3.3", "player %d has %d markers on the board, not %d",
                                 seat + 1, have, want);
        if (cy_in_auction(s) && cy_cost(s, seat, cy_standing(s, seat)) > s->gold[seat])
            return pt_impossible(why, "R4.7", "player %d cannot pay what is offered", seat + 1);
    }
    return PT_OK;
}

/* R4.6, R4.11, R4.39: bids leave the turn track from the left, turns fill it from the right,
 * and the gods act in their order. */
static pt_err audit_progress(const cy_state *s, pt_text *why) {
    bool placed = false, gone = s->god != 0;
    if (s->head.phase == CYP_ORDER) return PT_OK; /* audit_luck checks that */
    for (int space = 0; space < s->markers; space++) {
        if (placed && !s->order[space])
            return pt_impossible(why, "R4.39", "space %d of the turn track cannot be empty",
                                 space + 1);
        placed |= s->order[space] != 0;
    }
    for (int place = 0; place < s->up; place++) {
        int god = s->gods[place] - 1;
        gone &= s->god != god + 1;
        if (gone && s->holder[god])
            return pt_impossible(why, "R4.11", "%s has acted already",
                                 pt_name(&cy_names_god, god));
    }
    if (!cy_in_auction(s) && !cy_in_turn(s) && !s->order[0])
        return pt_impossible(why, "R4.39", "between cycles all markers are on the turn track");
    return PT_OK;
}

/* R6.1: a cycle begins only if nobody has won, and the game ends only if somebody has. */
static pt_err audit_end(const cy_state *s, pt_text *why) {
    bool won = cy_won(s);
    if (s->head.phase < CYP_MENU && won)
        return pt_impossible(why, "R6.1", "the game was won when the last cycle ended");
    if (s->head.phase == CYP_OVER && !won && s->head.round < CY_CYCLES)
        return pt_impossible(why, "R6.1", "nobody has won, and cycle %d is not the last",
                             s->head.round);
    return PT_OK;
}

/* What a new cycle and a new turn have cleared away. */
static pt_err audit_cleared(const cy_state *s, pt_text *why) {
    if (s->blessed && (cy_in_auction(s) || cy_in_turn(s)))
        return pt_impossible(why, "R4.38", "Apollo's turns come last: none was taken yet");
    for (int isle = 0; isle < CY_ISLES && cy_in_auction(s); isle++)
        if (s->used[isle] || cy_in(s->metropolis_used, isle))
            return pt_impossible(why, "R4.5", "all temples are fresh when a cycle begins");
    if (s->barred && !s->holder[s->barred - 1])
        return pt_impossible(why, "R4.8", "nobody has outbid a marker on %s",
                             pt_name(&cy_names_god, s->barred - 1));
    for (int figure = 0; figure < CYG_KRAKEN; figure++)
        if (s->turn && s->controller[figure] == s->turn && s->since[figure] < s->head.round)
            return pt_impossible(why, "R4.12", "%s has left when this turn began",
                                 pt_name(&cy_names_creature, CY_CHIRON + figure));
    return PT_OK;
}

/* Which parts of the state are in use in which phase. */
static pt_err audit_course(const cy_state *s, pt_text *why) {
    int phase = s->head.phase, cycle = s->head.round;
    bool turn = cy_in_turn(s), fight = phase >= CYP_ROLL && phase <= CYP_ATTACKER;
    if (phase >= CY_PHASES || (cycle == 0) != (phase == CYP_ORDER) || cycle > CY_CYCLES)
        return pt_impossible(why, "R4.1", "cycles go from 1 to %d", CY_CYCLES);
    if (!s->bidder != !cy_in_auction(s) || !s->chosen != (phase != CYP_OFFER) ||
        (s->barred && !cy_in_auction(s)) || s->barred > CY_GODS || s->chosen > CY_GODS ||
        (s->chosen && (s->chosen == s->barred || cy_in(cy_gods_down(s), s->chosen - 1))))
        return pt_impossible(why, "R4.6", "the auction cannot stand like this");
    if (!s->turn != !turn || !s->god != !turn || (!turn && s->recruited))
        return pt_impossible(why, "R4.11", "a turn has a player and a god, and only then");
    if (turn && (s->god - 1 == CY_APOLLO ? s->apollo[0] : s->holder[s->god - 1]) != s->turn)
        return pt_impossible(why, "R4.11", "player %d has no marker there", s->turn);
    if (turn && (s->god - 1 == CY_APOLLO) != (phase == CYP_PROSPER))
        return pt_impossible(why, "R4.38", "with Apollo one does nothing else");
    if (s->recruited > 4 || (s->god > CY_ZEUS && s->recruited > 2))
        return pt_impossible(why, "R4.13", "nobody recruits that many");
    bool power = phase == CYP_POWER || phase == CYP_LANDING || phase == CYP_FROM ||
                 phase == CYP_PUSH || phase == CYP_SWIM;
    if ((power && !s->card) ||
        (s->card && (!turn || phase == CYP_MENU || phase == CYP_SAIL || phase == CYP_SWAP ||
                     phase == CYP_PROSPER)) ||
        (s->copied && !s->card) || s->card == CY_FATES + 1)
        return pt_impossible(why, "R5.1", "no creature is used here");
    if (!s->battle != !fight || !s->attackers != !fight || (s->field && !fight))
        return pt_impossible(why, "R4.26", "there is no such battle");
    if (!s->at != (phase != CYP_SAIL) || !s->steps != !s->at || s->steps >= CY_SAIL_STEPS ||
        (s->at && !cy_in(s->fleets[cy_acting(s)], s->at - 1)))
        return pt_impossible(why, "R4.19", "no fleets are sailing there");
    return PT_OK;
}

/* The smaller things in progress. */
static pt_err audit_pending(const cy_state *s, pt_text *why) {
    int phase = s->head.phase, seat = cy_acting(s), card = s->card - 1;
    bool sylph = card == CY_SYLPH_CARD;
    if ((s->budget || s->locked) && !sylph)
        return pt_impossible(why, "R5.14", "only the Sylph has steps");
    if (s->budget > CY_SYLPH || s->locked & ~cy_all_seas(s))
        return pt_impossible(why, "R5.14", "the Sylph's steps or locked spaces are impossible");
    if (!s->from != (phase != CYP_LANDING) ||
        (s->from && (card != CY_PEGASUS || s->owner[s->from - 1] != s->turn ||
                     !s->troops[s->from - 1] || cy_figure_on(s, CYG_MEDUSA, s->from - 1))))
        return pt_impossible(why, "R5.10", "the Pegasus cannot fly from there");
    if (!s->charmed != (phase != CYP_FROM) ||
        (s->charmed && (card != CY_SIREN || !cy_has_charm(s, s->charmed - 1) ||
                        cy_fleet_owner(s, s->charmed - 1) < 0 || s->ships[seat] != CY_UNITS)))
        return pt_impossible(why, "R5.12", "the Siren cannot charm that");
    if (phase == CYP_PUSH && (card != CY_POLYPHEMUS || !s->figure[CYG_POLYPHEMUS]))
        return pt_impossible(why, "R5.19", "Polyphemus is not there to push");
    if (phase == CYP_SWIM && (card != CY_KRAKEN || !s->figure[CYG_KRAKEN]))
        return pt_impossible(why, "R5.20", "the Kraken is not there to swim");
    if (!s->give != (phase != CYP_GIVE) || !s->site != (phase != CYP_RAZE) ||
        (s->site && s->owner[s->site - 1] != s->turn))
        return pt_impossible(why, "R4.35", "no metropolis is being built like this");
    if (card >= 0 && (phase == CYP_GIVE || phase == CYP_SITE || phase == CYP_RAZE) &&
        card != CY_CYCLOPS && card != CY_SATYR && card != CY_PEGASUS)
        return pt_impossible(why, "R4.35", "%s builds no metropolis",
                             pt_name(&cy_names_creature, card));
    if (!s->swap != (phase != CYP_SWAP) || (s->swap && s->track[s->swap - 1]))
        return pt_impossible(why, "R4.24", "no card is being swapped there");
    if (s->shown & ~s->alive || s->blessed > 1)
        return pt_impossible(why, "R5.8", "that gold was not shown");
    if (s->head.node == PT_DECIDE && !s->head.owes)
        return pt_impossible(why, "R4.11", "nobody is asked");
    return PT_OK;
}

/* Luck has something to draw. */
static pt_err audit_luck(const cy_state *s, pt_text *why) {
    pt_chance list[64];
    bool gap = false;
    switch (s->head.phase) {
    case CYP_ORDER:
        for (int space = 0; space < CY_SEATS; space++) {
            if (s->order[space] && gap)
                return pt_impossible(why, "R3.3", "the turn track is filled from space 1");
            gap |= !s->order[space] && space < s->markers;
        }
        if (!gap) return pt_impossible(why, "R3.3", "all markers are drawn");
        return PT_OK;
    case CYP_TRACK:
        if (cy_place_to_fill(s) < 0)
            return pt_impossible(why, "R4.2", "the creature track is full");
        if (!s->deck) return pt_impossible(why, "R4.3", "there is no card to draw");
        return PT_OK;
    case CYP_SWAP:
        if (!s->deck) return pt_impossible(why, "R4.3", "there is no card to draw");
        return PT_OK;
    case CYP_GODS:
        if (cy_god_rule(s) == 3 && s->rule_cycle % 2 == 0 && pt_count(cy_gods_down(s)) != 2)
            return pt_impossible(why, "R4.4", "two gods were face down last cycle");
        if (!cy_chance_gods(s, list)) return pt_impossible(why, "R4.4", "no order is possible");
        return PT_OK;
    default: return PT_OK;
    }
}

/* R4.35: every building still to be given is there. */
static pt_err audit_give(const cy_state *s, pt_text *why) {
    unsigned owned = cy_types_owned(s, cy_acting(s));
    for (int type = s->give - 1; type < CY_TYPES; type++)
        if (!cy_in(owned, type))
            return pt_impossible(why, "R4.35", "there is no %s to give", cy_type_names[type]);
    return PT_OK;
}

/* R4.36, R4.37: there is a metropolis and a site for it, one that is full if it is razed. */
static pt_err audit_site(const cy_state *s, pt_text *why) {
    bool left = s->supply[CYS_METROPOLIS] != 0;
    if (s->head.phase == CYP_SITE) {
        if (left && cy_sites(s)) return PT_OK;
        return pt_impossible(why, "R4.36", "there is no place for a metropolis");
    }
    if (left && cy_in(cy_sites(s), s->site - 1) && !cy_metropolis_fits(s, s->site - 1))
        return PT_OK;
    return pt_impossible(why, "R4.37", "nothing has to be razed there");
}

/* R5.19: fleets without a way out are gone, and there are others. */
static pt_err audit_push(const cy_state *s, pt_text *why) {
    uint64_t shore = cy_map_of(s)->isle[s->figure[CYG_POLYPHEMUS] - 1].shore;
    for (uint64_t set = shore & cy_all_fleets(s); set; set &= set - 1)
        if (!cy_push_targets(s, pt_lowest(set)))
            return pt_impossible(why, "R5.19", "a fleet that cannot go is lost at once");
    if (shore & cy_all_fleets(s)) return PT_OK;
    return pt_impossible(why, "R5.19", "there is nothing to push");
}

/* Whoever is asked has an answer. */
static pt_err audit_question(const cy_state *s, pt_text *why) {
    switch (s->head.phase) {
    case CYP_OFFER:
        if (cy_lowest_offer(s, s->chosen - 1) >
            cy_highest_offer(s, s->bidder - 1, s->chosen - 1))
            return pt_impossible(why, "R4.7", "player %d cannot offer enough", s->bidder);
        return PT_OK;
    case CYP_GIVE: return audit_give(s, why);
    case CYP_SITE:
    case CYP_RAZE: return audit_site(s, why);
    case CYP_PROSPER:
        if (!s->blessed && s->supply[CYS_PROSPERITY]) return PT_OK;
        return pt_impossible(why, "R4.38", "no prosperity marker is given");
    case CYP_LANDING:
        if (cy_landings(s)) return PT_OK;
        return pt_impossible(why, "R5.10", "there is nowhere to land");
    case CYP_PUSH: return audit_push(s, why);
    case CYP_POWER:
        if (cy_is_figure(s->card - 1) && s->figure[s->card - 1 - CY_CHIRON])
            return pt_impossible(why, "R5.15", "that figure stands on the board already");
        return PT_OK;
    case CYP_SAIL:
        if (s->god - 1 == CY_POSEIDON) return PT_OK;
        return pt_impossible(why, "R4.19", "fleets sail with Poseidon");
    default: return PT_OK;
    }
}

/* A battle has two sides. */
static pt_err audit_battle(const cy_state *s, pt_text *why) {
    if (!s->battle) return PT_OK;
    int defender = cy_defender(s), seat = cy_acting(s);
    bool land = s->battle == CYB_LAND;
    if (defender == seat || s->field >= (land ? cy_map_of(s)->isles : cy_map_of(s)->seas) ||
        (land ? !s->troops[s->field] && !cy_figure_on(s, CYG_MINOTAUR, s->field)
              : !s->fleet[s->field]))
        return pt_impossible(why, "R4.26", "there is nobody to fight against");
    if (s->head.phase == CYP_DEFENDER && land && !s->troops[s->field])
        return pt_impossible(why, "R4.29", "the defender has no troops to take away");
    if (land ? s->card && s->card != CY_PEGASUS + 1 : s->card && s->card != CY_SYLPH_CARD + 1)
        return pt_impossible(why, "R5.1", "this creature does not fight");
    if (land && !cy_in(cy_landable(s, seat), s->field))
        return pt_impossible(why, "R4.23", "%s is a last isle, and taking it would not win",
                             cy_isle_names[s->field]);
    bool asked = s->head.phase == CYP_DEFENDER || s->head.phase == CYP_ATTACKER;
    int goes = s->head.phase == CYP_DEFENDER ? defender : seat;
    if (asked && !(land ? cy_retreat_isles(s, goes) : cy_retreat_seas(s, goes)))
        return pt_impossible(why, "R4.29", "player %d has nowhere to retreat to", goes + 1);
    if (!s->card && s->god - 1 != (land ? CY_ARES : CY_POSEIDON))
        return pt_impossible(why, land ? "R4.20" : "R4.19", "this god does not fight");
    return PT_OK;
}

pt_err cy_audit(const void *state, pt_text *why) {
    const cy_state *s = state;
    pt_err err = audit_players(s, why);
    if (!err) err = audit_gods(s, why);
    if (!err) err = audit_markers(s, why);
    if (!err) err = audit_course(s, why);
    if (!err) err = audit_progress(s, why);
    if (!err) err = audit_end(s, why);
    if (!err) err = audit_cleared(s, why);
    if (!err) err = audit_units(s, why);
    if (!err) err = audit_buildings(s, why);
    if (!err) err = audit_figures(s, why);
    if (!err) err = audit_pending(s, why);
    if (!err) err = audit_battle(s, why);
    if (!err) err = audit_cards(s, why);
    if (!err) err = audit_luck(s, why);
    if (!err) err = audit_question(s, why);
    return err;
}
