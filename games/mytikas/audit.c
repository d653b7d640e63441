/* Mytikas: what holds in every state. A position that breaks one of these is impossible. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"
#include <string.h>

static mt_phase phase_of(const mt_state *s) { return (mt_phase)s->head.phase; }

int mt_built_on(const mt_state *s, int level) {
    assert(level >= 0 && level < MT_LEVELS);
    int n = 0;
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int space = 0; space < MT_SPACES; space++)
            n += s->player[seat].space[space] == level + 1;
    return n;
}

int mt_cards_out(const mt_state *s) {
    int n = pt_count(s->line);
    for (int seat = 0; seat < s->head.seats; seat++) n += pt_count(s->player[seat].cards);
    return n;
}

/* R3.4 to R3.6: a card for each player and one open in the line, then those turned over. */
int mt_cards_due(const mt_state *s) {
    assert(s->actor < s->head.seats && s->first < s->head.seats);
    int given = mt_order(s, s->actor);
    switch (phase_of(s)) {
    case MTP_FIRST: return 0;
    case MTP_DEAL: return s->variant ? 0 : given;
    case MTP_PICK: return given;
    case MTP_LINE: return s->head.seats;
    default: return s->head.seats + 1 + s->turned;
    }
}

/* R2.3, R2.4: tokens are never lost. */
static pt_err audit_tokens(const mt_state *s, pt_text *why) {
    assert(s->head.seats >= 2 && s->head.seats <= MT_SEATS);
    int seats = s->head.seats;
    for (int god = 0; god < MT_GODS; god++) {
        int all = s->pile[god];
        for (int seat = 0; seat < seats; seat++) all += s->player[seat].favor[god];
        if (all != mt_favors_each[seats])
            return pt_impossible(why, "R2.4", "%d favour tokens of %s, not %d", all,
                                 pt_name(&mt_names_god, god), mt_favors_each[seats]);
    }
    for (int level = 0; level < MT_LEVELS; level++) {
        int all = s->left[level] + s->aside_levels[level] + mt_built_on(s, level);
        if (all != mt_tokens_at_start(seats, level))
            return pt_impossible(why, "R2.3", "%d Level tokens of level %d, not %d", all,
                                 level + 1, mt_tokens_at_start(seats, level));
    }
    return PT_OK;
}

/* R2.9: a card is in one place; R4.20: tokens lie on unlocked cards under control. */
static pt_err audit_places(const mt_state *s, pt_text *why) {
    unsigned seen = s->line, owned = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        const mt_player *p = &s->player[seat];
        if (p->hand == MT_HIDDEN) return pt_impossible(why, "R1.3", "a hand is hidden");
        if (seen & (p->cards | p->hand) || p->cards & p->hand)
            return pt_impossible(why, "R2.9", "a card is in two places");
        seen |= (unsigned)(p->cards | p->hand);
        owned |= p->cards;
    }
    if (s->locked & ~owned)
        return pt_impossible(why, "R4.22", "a locked card belongs to somebody");
    if (s->fresh & ~owned)
        return pt_impossible(why, "R5.1", "a card gained in this turn has an owner");
    for (int card = 0; card < MT_CARDS; card++)
        if ((s->tokens[card] > 0) != ((owned & ~(unsigned)s->locked) >> card & 1))
            return pt_impossible(why, "R4.20", "%s: tokens lie on unlocked cards under control",
                                 pt_name(&mt_names_card, card));
    return PT_OK;
}

static pt_err audit_locks(const mt_state *s, pt_text *why) {
    int seat, line = mt_lock_total(s) - 1, due = s->locks < line ? s->locks : line;
    if (mt_cards_out(s) + s->aside_cards != mt_cards_due(s))
        return pt_impossible(why, "R3.6", "%d cards are out, not %d", mt_cards_out(s),
                             mt_cards_due(s));
    if (s->locks != pt_count(s->locked) + s->aside_locks || s->locks > mt_lock_total(s))
        return pt_impossible(why, "R2.5", "%d locks taken do not fit %d locked cards", s->locks,
                             pt_count(s->locked));
    if (s->turned > due)
        return pt_impossible(why, "R4.10",
                             "%d cards of the line are turned, %d locks are taken", s->turned,
                             s->locks);
    bool fresh_turn = phase_of(s) <= MTP_CHOICE || phase_of(s) == MTP_OVER;
    if (fresh_turn && s->turned != due)
        return pt_impossible(why, "R4.10", "a card whose lock is taken lies face up by now");
    if ((fresh_turn || phase_of(s) == MTP_REVEAL) && s->fresh)
        return pt_impossible(why, "R5.1", "no card was gained in this turn yet");
    if (phase_of(s) == MTP_REVEAL && s->turned == due)
        return pt_impossible(why, "R4.10", "no card is left to turn over");
    unsigned match = mt_lock_matches(s, &seat);
    if (phase_of(s) == MTP_LOCK ? !(match & (match - 1)) : match != 0)
        return pt_impossible(why, "R8.27", "a matching card takes its lock at once");
    return PT_OK;
}

/* R3.5: pairs are dealt in order; a kept card leaves one behind. */
static pt_err audit_hands(const mt_state *s, pt_text *why) {
    for (int seat = 0; seat < s->head.seats; seat++) {
        const mt_player *p = &s->player[seat];
        int order = mt_order(s, seat), actor = mt_order(s, s->actor);
        assert(order < s->head.seats && actor < s->head.seats);
        int hand = pt_count(p->hand), cards = pt_count(p->cards);
        bool fits = hand <= s->variant;
        if (phase_of(s) == MTP_FIRST)
            fits = hand == 0 && cards == 0;
        else if (phase_of(s) == MTP_DEAL && s->variant)
            fits = cards == 0 && (order < actor    ? hand == 2
                                  : order == actor ? hand <= 1
                                                   : hand == 0);
        else if (phase_of(s) == MTP_DEAL)
            fits = hand == 0 && cards == (order < actor);
        else if (phase_of(s) == MTP_PICK)
            fits = s->variant && cards == (order < actor) && hand == 2 - cards;
        else if (phase_of(s) == MTP_LINE)
            fits = cards == 1 && hand == s->variant;
        if (!fits)
            return pt_impossible(why, "R3.5", "player %d cannot have these cards here",
                                 seat + 1);
    }
    return PT_OK;
}

/* R3: before the first turn. */
static pt_err audit_setup(const mt_state *s, pt_text *why) {
    if (phase_of(s) > MTP_SETUP) return PT_OK;
    if (s->turn || s->locks || s->turned)
        return pt_impossible(why, "R3.1", "the set-up is before the first turn");
    if (s->aside_cards) return pt_impossible(why, "R3.4", "everybody has been dealt a card");
    if (pt_count(s->line) != (phase_of(s) == MTP_SETUP))
        return pt_impossible(why, "R3.6", "one card of the line lies open after the deal");
    int actor = mt_order(s, s->actor);
    if (phase_of(s) == MTP_FIRST && (s->first || s->actor))
        return pt_impossible(why, "R3.1", "the first player is not drawn yet");
    if (phase_of(s) == MTP_LINE && actor)
        return pt_impossible(why, "R3.6", "the line is laid out with the first player");
    for (int seat = 0; seat < s->head.seats; seat++) {
        const mt_player *p = &s->player[seat];
        int taken = p->favor[0] + p->favor[1] + p->favor[2] + p->favor[3];
        bool had = phase_of(s) == MTP_SETUP && mt_order(s, seat) > actor;
        if (taken != had)
            return pt_impossible(why, "R3.8", "player %d should hold %d favour tokens",
                                 seat + 1, had);
        if (p->spot != MT_NOWHERE || p->reserve)
            return pt_impossible(why, "R3.3", "player %d has not played yet", seat + 1);
        for (int space = 0; space < MT_SPACES; space++)
            if (p->space[space])
                return pt_impossible(why, "R3.3", "player %d has not built yet", seat + 1);
        for (int stack = 0; stack < MT_STACKS; stack++) {
            int due = phase_of(s) != MTP_FIRST && stack % MT_LEVELS == 0
                          ? mt_start_cubes[mt_order(s, seat)][stack / MT_LEVELS]
                          : 0;
            if (p->cube[stack] != due)
                return pt_impossible(why, "R3.7", "player %d has other cubes at the start",
                                     seat + 1);
        }
    }
    for (int god = 0; god < MT_GODS; god++)
        if (s->pile[god] + 1 < mt_favors_each[s->head.seats])
            return pt_impossible(why, "R3.8", "everybody takes the token of another god");
    return PT_OK;
}

/* R4.2, R4.9, R4.10, R8.40: turns, figures and seats. */
static pt_err audit_turn(const mt_state *s, pt_text *why) {
    int seats = s->head.seats, over = phase_of(s) == MTP_OVER;
    int begun = over && s->turn ? s->turn - 1 : s->turn;
    if (s->turn > MT_ROUNDS * seats || (!over && s->turn == MT_ROUNDS * seats))
        return pt_impossible(why, "R8.40", "there are %d turns", MT_ROUNDS * seats);
    if (s->active != (s->first + begun) % seats)
        return pt_impossible(why, "R4.10", "after %d turns it is player %d's turn", begun,
                             (s->first + begun) % seats + 1);
    if (s->head.round != 1 + begun / seats)
        return pt_impossible(why, "R4.10", "round %d after %d turns", s->head.round, begun);
    for (int a = 0; a < seats; a++) {
        int spot = s->player[a].spot;
        if (spot > MT_NOWHERE || (seats == 2 && spot & 1))
            return pt_impossible(why, "R4.9", "with two players a figure stands on a god");
        for (int b = 0; b < a; b++)
            if (spot != MT_NOWHERE && spot == s->player[b].spot)
                return seats == 2 ? pt_impossible(why, "R4.9", "two figures stand on %s",
                                                  pt_name(&mt_names_god, mt_god_of(spot)))
                                  : pt_impossible(why, "R4.2", "two figures stand on %s",
                                                  pt_name(&mt_names_area, spot));
    }
    bool setup = phase_of(s) <= MTP_SETUP, free_actor = setup || mt_in_action(s);
    if (phase_of(s) == MTP_FOLLOW ? s->actor == s->active
                                  : !free_actor && s->actor != s->active)
        return pt_impossible(why, "R4.8", "player %d is not the one to act", s->actor + 1);
    return PT_OK;
}

/* Whether `area` is that of the active player's figure, and the stage fits phase and actor. */
static pt_err audit_stage(const mt_state *s, pt_text *why) {
    bool follow = s->actor != s->active, fits;
    switch (phase_of(s)) {
    case MTP_BONUS: fits = s->stage == MTS_MAIN; break;
    case MTP_WRAP: fits = s->stage == MTS_MAIN || mt_in_bonus(s); break;
    default:
        fits = !mt_in_action(s) ? s->stage == MTS_NONE
               : follow         ? s->stage == MTS_FOLLOW
                                : s->stage == MTS_MAIN || mt_in_bonus(s);
    }
    if (!fits) return pt_impossible(why, "R4.5", "this stage does not fit the phase");
    bool on = mt_in_action(s) || phase_of(s) == MTP_CHOICE || phase_of(s) == MTP_BONUS ||
              phase_of(s) == MTP_WRAP || phase_of(s) == MTP_FOLLOW;
    int spot = s->player[s->active].spot;
    if (!on && s->area != MT_NOWHERE)
        return pt_impossible(why, "R4.5", "no action is being done");
    if (on &&
        (spot == MT_NOWHERE || (s->head.seats == 2 ? (s->area & 14) != spot : s->area != spot)))
        return pt_impossible(why, "R4.2", "the action is that of player %d's figure",
                             s->active + 1);
    return PT_OK;
}

/* R2.7: the most favour tokens or moves that a building just built can give: of the spaces of
 * the actor that are built and belong to the area. */
static int effect_most(const mt_state *s, bool favors) {
    int most = 0;
    for (int space = 0; space < MT_SPACES; space++) {
        const mt_space *effect = &mt_spaces[space];
        int n = favors ? effect->favors : effect->moves;
        bool here = (mt_buildings[effect->type].temple != 0) == (s->area == MT_ZN);
        if (here && s->player[s->actor].space[space] && n > most) most = n;
    }
    return most;
}

/* --- what may still be to do --- */

static bool in_main(const mt_state *s, mt_area area) {
    return (s->stage == MTS_MAIN || s->stage == MTS_FOLLOW) && s->area == area;
}

static bool in_bonus(const mt_state *s, mt_bonus kind) {
    return mt_in_bonus(s) && s->area < MT_AREAS && mt_areas[s->area].bonus == kind;
}

static bool builds(const mt_state *s) { return in_main(s, MT_ZN) || in_main(s, MT_DN); }

/* R4.17, R5.7: the most cubes that may be lifted here. */
static int lifts_most(const mt_state *s) {
    if (in_main(s, MT_HD)) return MT_UPS_MAIN;
    if (in_main(s, MT_ZD) && mt_usable(s, s->actor, MTC_APOLLO)) return MT_UPS_APOLLO;
    return in_bonus(s, MTB_UP2) ? MT_UPS_BONUS : 0;
}

/* A number that is left, and what it can be here. */
typedef struct pending {
    const char *rule;
    int left, least, most;
} pending;

static pt_err audit_rows(const pending *rows, size_t count, pt_text *why) {
    for (size_t i = 0; i < count; i++)
        if (rows[i].left < rows[i].least || rows[i].left > rows[i].most)
            return pt_impossible(why, rows[i].rule,
                                 "%d is still to do here, and it should be %d", rows[i].left,
                                 rows[i].left < rows[i].least ? rows[i].least : rows[i].most);
    return PT_OK;
}

/* The numbers that count down while a main action or a bonus is done. */
static pt_err audit_counts(const mt_state *s, pt_text *why) {
    int actor = s->actor, cities = 0, favors = 0, moves = 0, lifts = 0, waiting = 0;
    mt_phase phase = phase_of(s);
    bool heph = in_main(s, MT_PN) && mt_usable(s, actor, MTC_HEPHAESTUS);
    bool hestia = in_main(s, MT_HD) && mt_usable(s, actor, MTC_HESTIA);
    if (phase == MTP_PROD) {
        cities = in_main(s, MT_ZD) ? mt_city_count(&s->player[actor]) : in_main(s, MT_DD);
        lifts = waiting = in_main(s, MT_ZD) ? lifts_most(s) : 0; /* Apollo's come later */
    }
    if (phase == MTP_FAVOR)
        favors = builds(s) ? effect_most(s, true) : in_main(s, MT_PN) || in_bonus(s, MTB_FAV1);
    if (phase == MTP_MOVE) moves = builds(s) ? effect_most(s, false) : in_bonus(s, MTB_ANY1);
    if (phase == MTP_LIFT) lifts = lifts_most(s);
    const pending rows[] = {
        {"R4.11", s->cities, phase == MTP_PROD, cities},
        {"R5.10", s->combo, phase == MTP_PAN ? 4 : 0,
         phase == MTP_PAN && in_main(s, MT_DD) ? 6 : 0},
        {"R4.16", s->favors, phase == MTP_FAVOR, favors},
        {"R5.12", s->heph, phase == MTP_HEPH,
         heph && (phase == MTP_FAVOR || phase == MTP_HEPH)},
        {"R4.19", s->moves, phase == MTP_MOVE, moves},
        {"R4.17", s->lifts, phase == MTP_LIFT ? 1 : waiting, lifts},
        {"R5.13", s->changed, 0, phase == MTP_LIFT && hestia && s->lifts < MT_UPS_MAIN},
    };
    return audit_rows(rows, sizeof rows / sizeof *rows, why);
}

/* R5.5: what Hades asks for what he gives. */
static int hades_price(int gain) {
    return gain == mt_hades_gain[0]   ? mt_hades_price[0]
           : gain == mt_hades_gain[1] ? mt_hades_price[1]
                                      : 0;
}

/* What is done before the action, and the phases that only some areas have. */
static pt_err audit_phase_fits(const mt_state *s, pt_text *why) {
    mt_phase phase = phase_of(s);
    bool give = phase == MTP_GIVE, before = phase == MTP_START || give;
    bool hn = in_main(s, MT_HN);
    const pending rows[] = {
        {"R5.5", s->gives, give, give ? hades_price(s->gain) : 0},
        {"R5.5", s->gain, give, give ? mt_hades_gain[1] : 0},
        {"R5.4", s->used & 1, 0, before && mt_usable(s, s->actor, MTC_DEMETER)},
        {"R5.5", s->used >> 1, give, before && mt_usable(s, s->actor, MTC_HADES)},
        {"R4.21", s->target != MT_CARDS, phase == MTP_AMOUNT, phase == MTP_AMOUNT},
        {"R4.13", phase == MTP_BUILD, 0, builds(s)},
        {"R4.18", phase == MTP_HN, 0, hn && !mt_usable(s, s->actor, MTC_HERMES)},
        {"R4.20", phase >= MTP_TARGET && phase <= MTP_LOCK, 0, hn || in_bonus(s, MTB_OFFER)},
    };
    return audit_rows(rows, sizeof rows / sizeof *rows, why);
}

static pt_err audit_pending(const mt_state *s, pt_text *why) {
    mt_phase phase = phase_of(s);
    pt_err err = audit_counts(s, why);
    if (!err) err = audit_phase_fits(s, why);
    if (err) return err;
    if (phase == MTP_AMOUNT && !(mt_targets(s, s->actor) >> s->target & 1))
        return pt_impossible(why, "R4.20", "%s cannot be offered on",
                             pt_name(&mt_names_card, s->target));
    if (phase == MTP_PAN && !mt_usable(s, s->actor, MTC_PAN))
        return pt_impossible(why, "R5.10", "player %d cannot use Pan", s->actor + 1);
    if (phase == MTP_GIVE && mt_all_cubes(&s->player[s->actor]) < s->gives)
        return pt_impossible(why, "R5.5", "player %d cannot pay Hades", s->actor + 1);
    return PT_OK;
}

/* R6.1: an end that has come about is noted, and only then. */
static pt_err audit_end(const mt_state *s, pt_text *why) {
    int empty = 0;
    bool pieces = false, cap = s->turn == MT_ROUNDS * s->head.seats;
    for (int level = 0; level < MT_LEVELS; level++) empty += !s->left[level];
    for (int seat = 0; seat < s->head.seats; seat++)
        pieces |= !memchr(s->player[seat].space, 0, MT_SPACES);
    bool levels = empty >= MT_FULL_LEVELS, lock = s->locks == mt_lock_total(s), fits = false;
    switch ((mt_end)s->end) {
    case MTE_NONE: fits = !levels && !lock && !pieces && phase_of(s) != MTP_OVER; break;
    case MTE_LEVELS: fits = levels; break;
    case MTE_LOCK: fits = lock; break;
    case MTE_PIECES: fits = pieces; break;
    case MTE_CAP: fits = cap && !levels && !lock && !pieces; break;
    case MTE_COUNT: break;
    }
    if (s->end && (phase_of(s) <= MTP_CHOICE || (s->end == MTE_CAP && phase_of(s) != MTP_OVER)))
        fits = false;
    if (fits) return PT_OK;
    return pt_impossible(why, "R6.1", "the end (%s) does not fit the position",
                         s->end < MTE_COUNT ? mt_end_names[s->end] : "?");
}

/* R4.6 to R4.8: what is asked only in some positions. */
static pt_err audit_question(const mt_state *s, pt_text *why) {
    const mt_player *p = &s->player[s->actor];
    bool may_follow = p->favor[0] || p->favor[1] || p->favor[2] || p->favor[3] ||
                      mt_controls(s, s->actor, MTC_ZEUS);
    switch (phase_of(s)) {
    case MTP_CHOICE:
        if (mt_can_main(s, s->actor, s->area) && mt_can_bonus(s, s->actor, s->area)) break;
        return pt_impossible(why, "R4.5", "there is no choice between main and bonus action");
    case MTP_BONUS:
        if (mt_can_bonus(s, s->actor, s->area)) break;
        return pt_impossible(why, "R4.6", "there is no bonus action to do");
    case MTP_WRAP:
        if (may_follow && mt_stacks(p) & MT_LOWERABLE) break;
        return pt_impossible(why, "R4.7", "there is nothing to prepare for later follows");
    case MTP_HEPH:
        if (mt_can_take_favor(s, s->actor)) break;
        return pt_impossible(why, "R5.12", "there is no favour token to take");
    default: break;
    }
    return PT_OK;
}

pt_err mt_audit_parts(const mt_state *s, pt_text *why) {
    pt_err err = audit_tokens(s, why);
    if (!err) err = audit_places(s, why);
    if (!err) err = audit_turn(s, why);
    if (!err) err = audit_hands(s, why);
    if (!err) err = audit_setup(s, why);
    if (!err) err = audit_stage(s, why);
    if (!err) err = audit_locks(s, why);
    if (!err) err = audit_pending(s, why);
    if (!err) err = audit_end(s, why);
    if (!err) err = audit_question(s, why);
    return err;
}

/* R4.1: nobody is asked where there is a single option. */
pt_err mt_audit(const void *state, pt_text *why) {
    const mt_state *s = state;
    pt_err err = mt_audit_parts(s, why);
    if (err || s->head.node != PT_DECIDE) return err;
    pt_move list[64];
    if (mt_options(s, list) < 2) return pt_impossible(why, "R4.1", "there is no choice here");
    return PT_OK;
}
