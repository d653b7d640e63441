/* Mytikas: why a move is refused. Each refusal names the rule and the facts that break it; a
 * move that no line here refuses is legal. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

/* What is asked in each phase, for a move that does not answer it. */
typedef struct question {
    const char *rule, *words;
} question;

static const question questions[MTP_COUNT] = {
    [MTP_PICK] = {"R3.5", "keep one of your two cards"},
    [MTP_SETUP] = {"R3.8", "take your first favour token"},
    [MTP_START] = {"R4.2", "your turn begins: prepare, then put your figure on an area"},
    [MTP_GIVE] = {"R5.5", "Hades is owed cubes: give them first"},
    [MTP_CHOICE] = {"R4.5", "choose: the main action, or skip it for the bonus action"},
    [MTP_PROD] = {"R4.11", "choose what is produced"},
    [MTP_PAN] = {"R5.10", "choose the cube that Pan adds"},
    [MTP_BUILD] = {"R4.13", "choose what to build, and where"},
    [MTP_FAVOR] = {"R4.16", "take a favour token"},
    [MTP_HEPH] = {"R5.12", "pay Hephaestus a marble, or be done"},
    [MTP_MOVE] = {"R4.19", "move a cube to another level"},
    [MTP_LIFT] = {"R4.17", "lift a cube by one level"},
    [MTP_HN] = {"R4.18", "take an offering token or make an offering"},
    [MTP_TARGET] = {"R4.20", "choose the card to offer on"},
    [MTP_AMOUNT] = {"R4.21", "choose how many tokens to offer"},
    [MTP_LOCK] = {"R4.22", "choose which of your matching cards is locked"},
    [MTP_BONUS] = {"R4.6", "do the bonus action, or pass"},
    [MTP_WRAP] = {"R4.7", "move cubes down, or end your turn"},
    [MTP_FOLLOW] = {"R4.8", "follow, or pass"},
};

static pt_err not_asked(const mt_state *s, pt_text *why) {
    const question *q = &questions[s->head.phase];
    bool demeter = s->head.phase == MTP_PROD && s->area == MT_DD;
    return pt_refuse(why, demeter ? "R4.12" : q->rule, "%s", q->words);
}

static const mt_player *me(const mt_state *s) { return &s->player[s->actor]; }

static pt_err check_stack(const mt_state *s, const char *rule, int resource, int level,
                          pt_text *why) {
    if (me(s)->cube[mt_stack(resource, level)]) return PT_OK;
    return pt_refuse(why, rule, "you have no %s on level %d", mt_resource_names[resource],
                     level + 1);
}

static pt_err check_down(const mt_state *s, int resource, int from, int to, pt_text *why) {
    if (from <= to)
        return pt_refuse(why, "R4.4", "level %d is not below level %d", to + 1, from + 1);
    return check_stack(s, "R4.4", resource, from, why);
}

static pt_err check_setup(const mt_state *s, int god, pt_text *why) {
    for (int seat = 0; seat < s->head.seats; seat++)
        if (s->player[seat].favor[god])
            return pt_refuse(why, "R3.8", "player %d has taken %s already", seat + 1,
                             mt_god_names[god]);
    return PT_OK;
}

static bool all_built(const mt_player *p, bool temples) {
    for (int space = 0; space < MT_SPACES; space++)
        if ((mt_buildings[mt_spaces[space].type].temple != 0) == temples && !p->space[space])
            return false;
    return true;
}

/* R4.3: why an area would do nothing at all. */
static pt_err refuse_useless(const mt_state *s, int area, pt_text *why) {
    int god = mt_god_of(area);
    const char *bonus = mt_has_bonus_right(s, s->actor, god)
                            ? "nor is there anything for the bonus action to do"
                            : "and for the bonus action you lack the god's token";
    switch ((mt_area)area) {
    case MT_ZN:
    case MT_DN:
        if (all_built(me(s), area == MT_ZN))
            return pt_refuse(why, "R4.3", "all your %s are built, %s",
                             area == MT_ZN ? "temples" : "cities", bonus);
        return pt_refuse(why, "R4.3",
                         "you cannot pay for a %s on any one level with a Level token, %s",
                         area == MT_ZN ? "temple" : "city", bonus);
    case MT_HD:
        return pt_refuse(why, "R4.3", "you have no cube on levels 1 to 3 to lift, %s", bonus);
    case MT_ZD:
    case MT_DD:
    case MT_PD:
    case MT_HN:
    case MT_PN: break;
    }
    return pt_refuse(why, "R4.3", "you hold every favour token, %s", bonus);
}

static pt_err check_go(const mt_state *s, int area, pt_text *why) {
    for (int seat = 0; seat < s->head.seats; seat++) {
        int spot = s->player[seat].spot;
        const char *whose = seat == s->actor ? "your own figure" : "another figure";
        if (s->head.seats > 2 && spot == area)
            return pt_refuse(why, "R4.2", "%s stands on %s", whose, mt_areas[area].name);
        if (s->head.seats == 2 && spot != MT_NOWHERE && mt_god_of(spot) == mt_god_of(area))
            return pt_refuse(why, "R4.9", "%s stands on %s", whose,
                             mt_god_names[mt_god_of(area)]);
    }
    if (mt_can_main(s, s->actor, area) || mt_can_bonus(s, s->actor, area)) return PT_OK;
    return refuse_useless(s, area, why);
}

static pt_err check_power(const mt_state *s, const char *rule, int card, pt_text *why) {
    const char *title = mt_cards[card].title;
    if (!mt_controls(s, s->actor, card))
        return pt_refuse(why, rule, "you do not control %s", title);
    if (s->fresh >> card & 1)
        return pt_refuse(why, "R5.1", "%s works from the next turn on", title);
    return PT_OK;
}

static pt_err check_demeter(const mt_state *s, int level, int resource, pt_text *why) {
    pt_err err = check_power(s, "R5.4", MTC_DEMETER, why);
    if (err) return err;
    if (s->used & 1) return pt_refuse(why, "R5.4", "Demeter has helped you this turn");
    int stones = me(s)->cube[mt_stack(MT_STONE, level)], price = mt_demeter_price[resource];
    if (stones >= price) return PT_OK;
    return pt_refuse(why, "R5.4", "a %s takes %d stones of level %d, which has %d",
                     mt_resource_names[resource], price, level + 1, stones);
}

static pt_err check_hades(const mt_state *s, int rate, pt_text *why) {
    pt_err err = check_power(s, "R5.5", MTC_HADES, why);
    if (err) return err;
    if (s->used & 2) return pt_refuse(why, "R5.5", "Hades has helped you this turn");
    int cubes = mt_all_cubes(me(s));
    if (cubes >= mt_hades_price[rate]) return PT_OK;
    return pt_refuse(why, "R5.5", "this takes %d cubes; you have %d", mt_hades_price[rate],
                     cubes);
}

static pt_err check_start(const mt_state *s, pt_move m, pt_text *why) {
    int a = (int)pt_arg(m, 0), b = (int)pt_arg(m, 1), c = (int)pt_arg(m, 2);
    switch (pt_verb_of(m)) {
    case MTV_GO: return check_go(s, a, why);
    case MTV_DOWN: return check_down(s, a, b, c, why);
    case MTV_DEMETER: return check_demeter(s, a, b + 1, why);
    case MTV_HADES: return check_hades(s, a, why);
    default: return not_asked(s, why);
    }
}

static pt_err check_prod(const mt_state *s, int combo, pt_text *why) {
    if (mt_combos[combo].area == s->area) return PT_OK;
    return pt_refuse(why, s->area == MT_ZD ? "R4.11" : "R4.12", "%s does not produce %s",
                     mt_areas[s->area].name, mt_combos[combo].name);
}

static pt_err check_pan(const mt_state *s, int resource, pt_text *why) {
    if (mt_combos[s->combo - 1].gain[resource]) return PT_OK;
    return pt_refuse(why, "R5.10", "%s was not produced", mt_resource_names[resource]);
}

static pt_err check_build(const mt_state *s, int type, int side, int level, pt_text *why) {
    const mt_building *b = &mt_buildings[type];
    const uint8_t *built = &me(s)->space[b->first];
    if ((b->temple != 0) != (s->area == MT_ZN))
        return pt_refuse(why, "R4.13", "%s builds %s", mt_areas[s->area].name,
                         s->area == MT_ZN ? "temples" : "cities");
    if (side >= b->spaces) return pt_refuse(why, "R2.6", "there is one %s only", b->title);
    if (built[side])
        return pt_refuse(why, "R4.13", "space %s is built", mt_spaces[b->first + side].name);
    if (type == MT_MAJOR && side == 1 && !built[0])
        return pt_refuse(why, "R2.7", "the two major cities give the same: build a first");
    if (!s->left[level])
        return pt_refuse(why, "R4.13", "level %d has no Level token left", level + 1);
    for (int resource = 0; resource < MT_RESOURCES; resource++) {
        int price = mt_price(s, s->actor, type, resource);
        int have = me(s)->cube[mt_stack(resource, level)];
        if (have < price)
            return pt_refuse(why, "R4.13", "a %s costs %d %s on level %d; you have %d there",
                             b->title, price, mt_resource_names[resource], level + 1, have);
    }
    return PT_OK;
}

static pt_err check_favor(const mt_state *s, pt_move m, pt_text *why) {
    unsigned god = pt_arg(m, 0), from = pt_arg(m, 1), verb = pt_verb_of(m);
    if (verb != MTV_FAVOR && verb != MTV_FAVOR_FROM) return not_asked(s, why);
    const char *name = mt_god_names[god];
    if (verb == MTV_FAVOR) {
        if (s->pile[god]) return PT_OK;
        return pt_refuse(why, "R4.16", "the pile of %s is empty", name);
    }
    if (s->pile[god])
        return pt_refuse(why, "R8.15", "the pile of %s is not empty: take from there", name);
    if (from == s->actor) return pt_refuse(why, "R4.16", "it is your own token");
    if (from < s->head.seats && s->player[from].favor[god]) return PT_OK;
    return pt_refuse(why, "R4.16", "player %u has no token of %s", from + 1, name);
}

static pt_err check_move(const mt_state *s, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    if (verb == MTV_DONE) {
        if (s->stage != MTS_BONUS && s->stage != MTS_SKIP) return PT_OK;
        return pt_refuse(why, "R8.16", "the bonus action is this one move");
    }
    if (verb != MTV_MOVE) return not_asked(s, why);
    if (pt_arg(m, 1) == pt_arg(m, 2))
        return pt_refuse(why, "R4.19", "the cube must go to another level");
    return check_stack(s, "R4.19", (int)pt_arg(m, 0), (int)pt_arg(m, 1), why);
}

static pt_err check_lift(const mt_state *s, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m), level = pt_arg(m, 1);
    if (verb == MTV_DONE) {
        bool bonus = s->stage == MTS_BONUS || s->stage == MTS_SKIP;
        int whole = bonus ? MT_UPS_BONUS : s->area == MT_HD ? MT_UPS_MAIN : 0;
        if (s->lifts != whole) return PT_OK;
        return pt_refuse(why, "R8.16", "one lift at least makes the action done");
    }
    if (verb != MTV_UP && verb != MTV_UPX) return not_asked(s, why);
    if (verb == MTV_UPX) {
        if (s->area != MT_HD) return pt_refuse(why, "R5.13", "Hestia works at Hades Day only");
        pt_err err = check_power(s, "R5.13", MTC_HESTIA, why);
        if (err) return err;
        if (s->changed) return pt_refuse(why, "R5.13", "Hestia has refined a cube already");
    }
    if (level == MT_LEVELS - 1) return pt_refuse(why, "R4.17", "level 4 is the highest");
    return check_stack(s, "R4.17", (int)pt_arg(m, 0), (int)level, why);
}

/* R4.20: who controls a card, or -1. */
static int controller(const mt_state *s, int card) {
    for (int seat = 0; seat < s->head.seats; seat++)
        if (mt_controls(s, seat, card)) return seat;
    return -1;
}

static pt_err check_on(const mt_state *s, int card, pt_text *why) {
    const char *title = mt_cards[card].title;
    int owner = controller(s, card), reserve = me(s)->reserve;
    if (owner < 0 && !(s->line >> card & 1))
        return pt_refuse(why, "R4.20", "%s does not lie face up", title);
    if (s->locked >> card & 1) return pt_refuse(why, "R8.24", "%s is locked", title);
    int least = owner >= 0 && owner != s->actor ? s->tokens[card] + 1 : 1;
    if (least > MT_OFFERING_MAX)
        return pt_refuse(why, "R2.11", "an offering is %d tokens at most", MT_OFFERING_MAX);
    if (reserve >= least) return PT_OK;
    return pt_refuse(why, "R4.20", "%s takes %d tokens at least; your reserve has %d", title,
                     least, reserve);
}

static pt_err check_offer(const mt_state *s, pt_text *why) {
    if (!me(s)->reserve) return pt_refuse(why, "R4.20", "your reserve has no offering token");
    for (int card = 0; card < MT_CARDS; card++)
        if (check_on(s, card, NULL) == PT_OK) return PT_OK;
    return pt_refuse(why, "R4.20", "there is no card that your %d tokens are enough for",
                     me(s)->reserve);
}

static pt_err check_target(const mt_state *s, pt_move m, pt_text *why) {
    if (pt_verb_of(m) == MTV_ON) return check_on(s, (int)pt_arg(m, 0), why);
    if (pt_verb_of(m) != MTV_DONE) return not_asked(s, why);
    if (s->area == MT_HN && check_power(s, "R5.14", MTC_HERMES, NULL) == PT_OK) return PT_OK;
    return pt_refuse(why, "R4.20", "you have chosen to make an offering");
}

static pt_err check_put(const mt_state *s, int n, pt_text *why) {
    int owner = controller(s, s->target), reserve = me(s)->reserve;
    const char *title = mt_cards[s->target].title;
    int least = 1;
    if (owner >= 0 && owner != s->actor) least = s->tokens[s->target] + 1;
    if (n < least)
        return pt_refuse(why, "R4.21", "%s has %d tokens: at least %d are needed", title,
                         least - 1, least);
    if (n > reserve) return pt_refuse(why, "R4.21", "your reserve has %d tokens", reserve);
    if (n > least + MT_OFFERING_SPAN - 1)
        return pt_refuse(why, "R2.11", "one offering here is %d tokens at most",
                         least + MT_OFFERING_SPAN - 1);
    return PT_OK;
}

static pt_err check_lock(const mt_state *s, int seat, int card, pt_text *why) {
    const char *title = mt_cards[card].title;
    int value = mt_lock_values[s->head.seats][s->locks];
    if (!mt_controls(s, seat, card))
        return pt_refuse(why, "R4.22", "you do not control %s", title);
    if (s->locked >> card & 1) return pt_refuse(why, "R4.22", "%s is locked already", title);
    bool match = MT_LOCK_AT_LEAST ? s->tokens[card] >= value : s->tokens[card] == value;
    if (match) return PT_OK;
    return pt_refuse(why, "R8.25", "%s has %d tokens, the lock is %d", title, s->tokens[card],
                     value);
}

static pt_err check_payment(const mt_state *s, unsigned means, pt_text *why) {
    unsigned god = s->area / 2u;
    if (means == MT_GODS) {
        pt_err err = check_power(s, "R5.2", MTC_ZEUS, why);
        if (err) return err;
        if (me(s)->reserve) return PT_OK;
        return pt_refuse(why, "R5.2", "your reserve has no offering token");
    }
    if (!me(s)->favor[means])
        return pt_refuse(why, "R4.8", "you have no token of %s", mt_god_names[means]);
    if (means == god) return PT_OK;
    if (check_power(s, "R5.3", MTC_POSEIDON, NULL) == PT_OK) return PT_OK;
    return pt_refuse(why, "R4.8", "to follow here takes a token of %s", mt_god_names[god]);
}

/* R8.11: the main action must be possible once the price is paid. */
static pt_err check_follow(const mt_state *s, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m), means = pt_arg(m, 0), area = s->area;
    if (verb == MTV_PASS) return PT_OK;
    if (verb != MTV_FOLLOW && verb != MTV_FOLLOW_AREA) return not_asked(s, why);
    if ((verb == MTV_FOLLOW_AREA) != (s->head.seats == 2))
        return s->head.seats == 2
                   ? pt_refuse(why, "R4.9", "with two players say which area you follow in")
                   : pt_refuse(why, "R4.9", "the area is named with two players only");
    pt_err err = check_payment(s, means, why);
    if (err) return err;
    if (verb == MTV_FOLLOW_AREA) {
        area = pt_arg(m, 1);
        if (area / 2 != s->area / 2u)
            return pt_refuse(why, "R4.9", "%s is not an action of %s", mt_areas[area].name,
                             mt_god_names[s->area / 2]);
    }
    mt_state after = *s;
    if (means < MT_GODS) {
        after.player[s->actor].favor[means]--;
        after.pile[means]++;
    } else {
        after.player[s->actor].reserve--;
    }
    if (mt_can_main(&after, s->actor, (int)area)) return PT_OK;
    return pt_refuse(why, "R8.11", "you could not do the main action of %s",
                     mt_areas[area].name);
}

/* The moves of a phase that has one verb, or two without a condition. */
static pt_err check_verb(const mt_state *s, pt_move m, mt_verb this, mt_verb or_this,
                         pt_text *why) {
    unsigned verb = pt_verb_of(m);
    return verb == this || verb == or_this ? PT_OK : not_asked(s, why);
}

static pt_err check_asked(const mt_state *s, int seat, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    int a = (int)pt_arg(m, 0), b = (int)pt_arg(m, 1), c = (int)pt_arg(m, 2);
    switch ((mt_phase)s->head.phase) {
    case MTP_PICK:
        if (verb != MTV_KEEP) break;
        if (s->player[seat].hand >> a & 1) return PT_OK;
        return pt_refuse(why, "R3.5", "%s is not one of your two cards", mt_cards[a].title);
    case MTP_SETUP:
        if (verb != MTV_FAV) break;
        return check_setup(s, a, why);
    case MTP_START: return check_start(s, m, why);
    case MTP_GIVE:
        if (verb != MTV_GIVE) break;
        return check_stack(s, "R5.5", a, b, why);
    case MTP_CHOICE: return check_verb(s, m, MTV_MAIN, MTV_SKIP, why);
    case MTP_PROD:
        if (verb != MTV_PROD) break;
        return check_prod(s, a, why);
    case MTP_PAN:
        if (verb != MTV_PAN) break;
        return check_pan(s, a, why);
    case MTP_BUILD:
        if (verb != MTV_BUILD) break;
        return check_build(s, a, b, c, why);
    case MTP_FAVOR: return check_favor(s, m, why);
    case MTP_HEPH:
        if (verb == MTV_DONE) return PT_OK;
        if (verb != MTV_HEPH) break;
        return check_stack(s, "R5.12", MT_MARBLE, a, why);
    case MTP_MOVE: return check_move(s, m, why);
    case MTP_LIFT: return check_lift(s, m, why);
    case MTP_HN:
        if (verb == MTV_OFFER) return check_offer(s, why);
        return check_verb(s, m, MTV_TAKE, MTV_TAKE, why);
    case MTP_TARGET: return check_target(s, m, why);
    case MTP_AMOUNT:
        if (verb != MTV_PUT) break;
        return check_put(s, a + 1, why);
    case MTP_LOCK:
        if (verb != MTV_LOCK) break;
        return check_lock(s, seat, a, why);
    case MTP_BONUS: return check_verb(s, m, MTV_BONUS, MTV_PASS, why);
    case MTP_WRAP:
        if (verb == MTV_DOWN) return check_down(s, a, b, c, why);
        return check_verb(s, m, MTV_END, MTV_END, why);
    case MTP_FOLLOW: return check_follow(s, m, why);
    case MTP_FIRST:
    case MTP_DEAL:
    case MTP_LINE:
    case MTP_REVEAL:
    case MTP_OVER:
    case MTP_COUNT:
    case MTP_NEXT: break;
    }
    return not_asked(s, why);
}

pt_err mt_check(const void *state, int seat, pt_move m, pt_text *why) {
    const mt_state *s = state;
    pt_verbs verbs = {mt_verb_table, MTV_COUNT};
    if (!pt_well_formed(verbs, m)) return pt_refuse(why, "R7.1", "there is no such move");
    if (mt_verb_table[pt_verb_of(m)].chance)
        return pt_refuse(why, "R1.4", "this is drawn by lot, not played");
    if (s->head.node == PT_OVER) return pt_refuse(why, "R6.2", "the game is over");
    if (s->head.node == PT_CHANCE) return pt_refuse(why, "R1.4", "first a lot has to be drawn");
    if (seat < 0 || seat >= s->head.seats || !pt_has(s->head.owes, seat))
        return pt_refuse(why, "R4.1", "player %d has to decide", pt_mover(s) + 1);
    return check_asked(s, seat, m, why);
}
