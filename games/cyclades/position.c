/* Cyclades: positions as text. One field a line; what is left out is worked out by settle, as
 * the field's words say. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "games/cyclades/interface.h"
#include "games/cyclades/pieces.h"
#include <string.h>

/* Names of "none" and of a value stored + 1. */
static const char *const no_player[] = {"-", "p1", "p2", "p3", "p4", "p5"};
static const char *const no_god[] = {"-", "poseidon", "ares", "zeus", "athena", "apollo"};
static const char *const no_type[] = {"-", "port", "fort", "temple", "univ"};
static const char *const no_isle[] = {"-",  "n1", "n2", "n3",  "n4",  "n5",  "n6",
                                      "n7", "n8", "n9", "n10", "n11", "n12", "n13"};
static const char *const no_creature[] = {
    "-",       "chimera", "cyclops", "dryad",    "fates",      "giant",
    "griffon", "harpy",   "pegasus", "satyr",    "siren",      "sphinx",
    "sylph",   "chiron",  "medusa",  "minotaur", "polyphemus", "kraken"};
static const char *const no_place[] = {"-", "2", "3", "4"};
static const char *const yes_no[] = {"no", "yes"};
static const pt_kind maybe_player = {
    .name = "player or -", .count = CY_SEATS + 1, .names = no_player};
static const pt_kind maybe_god = {.name = "god or -", .count = CY_GODS + 2, .names = no_god};
static const pt_kind maybe_type = {
    .name = "building or -", .count = CY_TYPES + 1, .names = no_type};
static const pt_kind maybe_isle = {
    .name = "isle or -", .count = CY_ISLES + 1, .names = no_isle};
static const pt_kind maybe_creature = {
    .name = "creature or -", .count = CY_CREATURES + 1, .names = no_creature};
static const pt_kind maybe_place = {
    .name = "track space or -", .count = CY_PLACES + 1, .names = no_place};
static const pt_kind answer = {.name = "yes or no", .count = 2, .names = yes_no};
static const pt_kind phase_kind = {
    .name = "phase", .count = CY_PHASES, .names = cy_phase_names};
static const pt_kind cycle_kind = {.name = "cycle", .count = CY_CYCLES + 1};
static const pt_kind gold_kind = {.name = "amount of gold", .count = 60000};
static const pt_kind card_kind = {.name = "number of cards", .count = CY_PRIESTS + 1};
static const pt_kind ply_kind = {.name = "number of moves", .count = CY_PLIES + 1};
static const pt_kind small_kind = {.name = "number", .count = CY_CYCLES + 1};

/* --- lists and sets --- */

static void print_players(uint8_t set, pt_text *out) {
    for (int seat = 0; seat < CY_SEATS; seat++)
        if (pt_has(set, seat)) pt_item(out, cy_player_names[seat]);
    pt_items_end(out);
}

static pt_err parse_players(uint8_t *set, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    int seat;
    *set = 0;
    while ((seat = pt_next_member(&line, &cy_player_kind, &seen, why)) >= 0)
        *set = pt_with(*set, seat);
    return seat == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

static void print_cards(uint32_t set, pt_text *out) {
    for (int c = 0; c < CY_CREATURES; c++)
        if (set >> c & 1) pt_item(out, cy_creature_names[c]);
    pt_items_end(out);
}

static pt_err parse_cards(uint32_t *set, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    int c;
    *set = 0;
    while ((c = pt_next_member(&line, &cy_creature_kind, &seen, why)) >= 0) *set |= 1u << c;
    return c == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* The next sea space on a line: PT_LIST_END, PT_LIST_BAD with words, or its number. */
static int next_sea(const cy_state *s, pt_words *line, pt_text *why) {
    int cell = pt_next_value(line, &cy_cell_kind, why);
    if (cell < 0) return cell;
    int sea = cy_sea_at(s, cell);
    if (sea >= 0) return sea;
    pt_put(why, "%s is no sea space on this map", cy_cell_names[cell]);
    return PT_LIST_BAD;
}

static pt_err nothing_more(pt_words line, pt_text *why) {
    pt_word rest = pt_next(&line);
    if (!rest.length) return PT_OK;
    return pt_unreadable(why, rest, "expected: the line should end before it");
}

/* One sea space and nothing else, stored + 1; "-" is none. */
static pt_err parse_sea(const cy_state *s, uint8_t *out, pt_words line, pt_text *why) {
    pt_words ahead = line;
    pt_word w = pt_next(&ahead);
    *out = 0;
    if (pt_is(w, "-")) return nothing_more(ahead, why);
    int sea = next_sea(s, &line, why);
    if (sea == PT_LIST_BAD) return PT_UNREADABLE;
    if (sea < 0) return pt_unreadable(why, w, "a sea space or -");
    *out = (uint8_t)(sea + 1);
    return nothing_more(line, why);
}

#define SET_FIELD(name, member, printer, parser)                                               \
    static void print_##name(const void *s, int key, pt_text *out) {                           \
        (void)key;                                                                             \
        printer(((const cy_state *)s)->member, out);                                           \
    }                                                                                          \
    static pt_err parse_##name(void *s, int key, pt_words line, pt_text *why) {                \
        (void)key;                                                                             \
        return parser(&((cy_state *)s)->member, line, why);                                    \
    }
SET_FIELD(alive, alive, print_players, parse_players)
SET_FIELD(shown, shown, print_players, parse_players)
SET_FIELD(deck, deck, print_cards, parse_cards)
SET_FIELD(discard, discard, print_cards, parse_cards)

/* A row of spaces with a marker or none; those at the end may be left out. The row is printed
 * whole, as a plain field. */
static pt_err parse_row(uint8_t row[CY_SEATS], pt_words line, pt_text *why) {
    memset(row, 0, CY_SEATS);
    for (int i = 0; i < CY_SEATS; i++) {
        pt_word w = pt_next(&line);
        if (!w.length) return i ? PT_OK : pt_unreadable(why, w, "a player or -");
        int value = pt_parse_value(&maybe_player, w);
        if (value < 0) return pt_unreadable(why, w, "a player or -");
        row[i] = (uint8_t)value;
    }
    return nothing_more(line, why);
}

static pt_err parse_order(void *s, int key, pt_words line, pt_text *why) {
    (void)key;
    return parse_row(((cy_state *)s)->order, line, why);
}

static pt_err parse_apollo(void *s, int key, pt_words line, pt_text *why) {
    (void)key;
    return parse_row(((cy_state *)s)->apollo, line, why);
}

/* "n4 p4 2 fort temple-used": owner, troops, then what stands there. */
static void print_isle(const void *state, int isle, pt_text *out) {
    const cy_state *s = state;
    if (isle >= cy_map_of(s)->isles) {
        pt_puts(out, "-");
        return;
    }
    pt_item(out, s->owner[isle] ? cy_player_names[s->owner[isle] - 1] : "neutral");
    pt_put(out, " %d", s->troops[isle]);
    for (int type = 0; type < CY_TYPES; type++)
        for (int n = 0; n < s->building[isle][type]; n++) {
            pt_item(out, cy_type_names[type]);
            if (type == CY_TEMPLE && n < s->used[isle]) pt_puts(out, "-used");
        }
    if (cy_in(s->metropolis, isle))
        pt_item(out, cy_in(s->metropolis_used, isle) ? "metropolis-used" : "metropolis");
    for (int n = 0; n < s->marker[isle]; n++) pt_item(out, "marker");
}

static pt_err parse_on_isle(cy_state *s, int isle, pt_word w, pt_text *why) {
    int type = pt_parse_value(&cy_type_kind, w);
    uint8_t *n = type >= 0 ? &s->building[isle][type] : NULL;
    if (pt_is(w, "temple-used")) {
        n = &s->building[isle][CY_TEMPLE];
        s->used[isle]++;
    } else if (pt_is(w, "metropolis") || pt_is(w, "metropolis-used")) {
        if (cy_in(s->metropolis, isle))
            return pt_impossible(why, "R4.36", "%s has one metropolis at most",
                                 cy_isle_names[isle]);
        s->metropolis = cy_with_isle(s->metropolis, isle);
        if (pt_is(w, "metropolis-used"))
            s->metropolis_used = cy_with_isle(s->metropolis_used, isle);
        return PT_OK;
    } else if (pt_is(w, "marker")) {
        n = &s->marker[isle];
    }
    if (!n)
        return pt_unreadable(why, w,
                             "port, fort, temple, univ, temple-used, metropolis, "
                             "metropolis-used or marker");
    if (*n == 100) return pt_impossible(why, "R2.13", "there are not that many of them");
    ++*n;
    return PT_OK;
}

static pt_err parse_isle(void *state, int isle, pt_words line, pt_text *why) {
    cy_state *s = state;
    pt_word w = pt_next(&line);
    if (isle >= cy_map_of(s)->isles) {
        if (pt_is(w, "-")) return nothing_more(line, why);
        pt_put(why, "%s is not on this map", cy_isle_names[isle]);
        return PT_UNREADABLE;
    }
    int seat = pt_parse_value(&cy_player_kind, w);
    if (seat < 0 && !pt_is(w, "neutral")) return pt_unreadable(why, w, "a player or neutral");
    s->owner[isle] = (uint8_t)(seat + 1);
    s->troops[isle] = s->used[isle] = s->marker[isle] = 0;
    memset(s->building[isle], 0, CY_TYPES);
    s->metropolis = cy_without_isle(s->metropolis, isle);
    s->metropolis_used = cy_without_isle(s->metropolis_used, isle);
    long troops;
    w = pt_next(&line);
    if (pt_number(w, 0, CY_UNITS, &troops)) {
        s->troops[isle] = (uint8_t)troops;
        w = pt_next(&line);
    }
    for (; w.length; w = pt_next(&line)) {
        pt_err err = parse_on_isle(s, isle, w, why);
        if (err) return err;
    }
    return PT_OK;
}

/* "c6 2 k1": a space, and how many fleets if more than one. */
static void print_fleets(const void *state, int seat, pt_text *out) {
    const cy_state *s = state;
    for (uint64_t set = s->fleets[seat]; set; set &= set - 1) {
        int sea = pt_lowest(set);
        pt_item(out, cy_sea_name(s, sea));
        if (s->fleet[sea] != 1) pt_put(out, " %d", s->fleet[sea]);
    }
    pt_items_end(out);
}

static pt_err parse_fleets(void *state, int seat, pt_words line, pt_text *why) {
    assert(seat >= 0 && seat < CY_SEATS);
    cy_state *s = state;
    int sea;
    for (uint64_t set = s->fleets[seat]; set; set &= set - 1) s->fleet[pt_lowest(set)] = 0;
    s->fleets[seat] = 0;
    while ((sea = next_sea(s, &line, why)) >= 0) {
        pt_words ahead = line;
        long n = 1;
        if (pt_number(pt_next(&ahead), 1, CY_UNITS, &n)) line = ahead;
        if (s->fleet[sea])
            return pt_impossible(why, "R4.19", "%s holds fleets already", cy_sea_name(s, sea));
        cy_add_fleets(s, seat, sea, (int)n);
    }
    return sea == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* "offer ares p1 3" */
static void print_offer(const void *state, int god, pt_text *out) {
    assert(god >= 0 && god < CY_GODS);
    const cy_state *s = state;
    if (s->holder[god])
        pt_put(out, "%s %d", cy_player_names[s->holder[god] - 1], s->offer[god]);
    else
        pt_puts(out, "-");
}

static pt_err parse_offer(void *state, int god, pt_words line, pt_text *why) {
    assert(god >= 0 && god < CY_GODS);
    cy_state *s = state;
    pt_word w = pt_next(&line), number = pt_next(&line);
    long amount;
    s->holder[god] = s->offer[god] = 0;
    if (pt_is(w, "-"))
        return number.length ? pt_unreadable(why, number, "expected behind -") : PT_OK;
    int seat = pt_parse_value(&cy_player_kind, w);
    if (seat < 0) return pt_unreadable(why, w, "a player or -");
    if (!pt_number(number, 1, CY_OFFERS, &amount) || !pt_end(line))
        return pt_unreadable(why, number, "an offering, 1 to 60");
    s->holder[god] = (uint8_t)(seat + 1);
    s->offer[god] = (uint8_t)amount;
    return PT_OK;
}

/* "figure medusa n4 p1 3": isle, controller, cycle; "figure kraken c4". */
static void print_figure(const void *state, int figure, pt_text *out) {
    const cy_state *s = state;
    int at = s->figure[figure] - 1;
    if (at < 0)
        pt_puts(out, "-");
    else if (figure == CYG_KRAKEN)
        pt_puts(out, cy_sea_name(s, at));
    else
        pt_put(out, "%s %s %d", cy_isle_names[at], no_player[s->controller[figure]],
               s->since[figure]);
}

static pt_err parse_figure(void *state, int figure, pt_words line, pt_text *why) {
    assert(figure >= 0 && figure < CY_FIGURES);
    cy_state *s = state;
    pt_words ahead = line;
    pt_word w = pt_next(&ahead);
    s->figure[figure] = 0;
    if (figure < CYG_KRAKEN) s->controller[figure] = s->since[figure] = 0;
    if (figure == CYG_KRAKEN) return parse_sea(s, &s->figure[CYG_KRAKEN], line, why);
    if (pt_is(w, "-")) return nothing_more(ahead, why);
    int isle = pt_parse_value(&cy_isle_kind, w);
    if (isle < 0 || isle >= cy_map_of(s)->isles) return pt_unreadable(why, w, "an isle or -");
    w = pt_next(&ahead);
    int seat = pt_parse_value(&cy_player_kind, w);
    if (seat < 0) return pt_unreadable(why, w, "the player who placed it");
    long cycle = 0;
    w = pt_next(&ahead);
    if (w.length && !pt_number(w, 1, CY_CYCLES, &cycle))
        return pt_unreadable(why, w, "the cycle it was placed in");
    pt_err err = nothing_more(ahead, why);
    if (err) return err;
    s->figure[figure] = (uint8_t)(isle + 1);
    s->controller[figure] = (uint8_t)(seat + 1);
    s->since[figure] = (uint8_t)cycle; /* 0: settled to the present one */
    return PT_OK;
}

/* "sail c5 2": where the group is, steps left. */
static void print_sailing(const void *state, int key, pt_text *out) {
    const cy_state *s = state;
    (void)key;
    if (s->at)
        pt_put(out, "%s %d", cy_sea_name(s, s->at - 1), s->steps);
    else
        pt_puts(out, "-");
}

static pt_err parse_sailing(void *state, int key, pt_words line, pt_text *why) {
    cy_state *s = state;
    pt_words ahead = line;
    long steps = CY_SAIL_STEPS - 1;
    (void)key;
    s->at = s->steps = 0;
    if (pt_is(pt_next(&ahead), "-")) return nothing_more(ahead, why);
    int sea = next_sea(s, &line, why);
    if (sea == PT_LIST_BAD) return PT_UNREADABLE;
    pt_word w = pt_next(&line);
    if (sea < 0 || (w.length && !pt_number(w, 1, CY_SAIL_STEPS - 1, &steps)) || !pt_end(line))
        return pt_unreadable(why, w, "a sea space and the steps left, 1 or 2");
    s->at = (uint8_t)(sea + 1);
    s->steps = (uint8_t)steps;
    return PT_OK;
}

static void print_sea(const cy_state *s, int stored, pt_text *out) {
    pt_puts(out, stored ? cy_sea_name(s, stored - 1) : "-");
}

static void print_charmed(const void *s, int key, pt_text *out) {
    (void)key;
    print_sea(s, ((const cy_state *)s)->charmed, out);
}

static pt_err parse_charmed(void *s, int key, pt_words line, pt_text *why) {
    (void)key;
    return parse_sea(s, &((cy_state *)s)->charmed, line, why);
}

static void print_locked(const void *state, int key, pt_text *out) {
    const cy_state *s = state;
    (void)key;
    for (uint64_t set = s->locked; set; set &= set - 1)
        pt_item(out, cy_sea_name(s, pt_lowest(set)));
    pt_items_end(out);
}

static pt_err parse_locked(void *state, int key, pt_words line, pt_text *why) {
    cy_state *s = state;
    int sea;
    (void)key;
    s->locked = 0;
    while ((sea = next_sea(s, &line, why)) >= 0) {
        if (s->locked & cy_bit(sea))
            return pt_wrong(PT_UNREADABLE, why, "%s is given twice", cy_sea_name(s, sea));
        s->locked |= cy_bit(sea);
    }
    return sea == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* "battle n4 3": where, and how many attackers are left. */
static void print_battle(const void *state, int key, pt_text *out) {
    const cy_state *s = state;
    (void)key;
    if (!s->battle)
        pt_puts(out, "-");
    else
        pt_put(out, "%s %d", cy_field_name(s), s->attackers);
}

static pt_err parse_battle(void *state, int key, pt_words line, pt_text *why) {
    cy_state *s = state;
    pt_words ahead = line;
    pt_word w = pt_next(&ahead);
    long n;
    (void)key;
    s->battle = s->field = s->attackers = 0;
    if (pt_is(w, "-")) return nothing_more(ahead, why);
    int isle = pt_parse_value(&cy_isle_kind, w);
    int field = isle < 0 ? next_sea(s, &line, why) : isle;
    if (field == PT_LIST_BAD) return PT_UNREADABLE;
    if (field < 0) return pt_unreadable(why, w, "an isle, a sea space or -");
    w = pt_next(&ahead);
    if (!pt_number(w, 1, CY_UNITS, &n) || !pt_end(ahead))
        return pt_unreadable(why, w, "the number of attackers");
    s->battle = isle < 0 ? CYB_SEA : CYB_LAND;
    s->field = (uint8_t)field;
    s->attackers = (uint8_t)n;
    return PT_OK;
}

/* --- the table; its order is the bit order of `given` --- */

static const char *const player_keys[] = {"p1", "p2", "p3", "p4", "p5", NULL};
static const char *const god_keys[] = {"poseidon", "ares", "zeus", "athena", NULL};
static const char *const figure_keys[] = {"chiron",     "medusa", "minotaur",
                                          "polyphemus", "kraken", NULL};
static const char *const isle_keys[] = {"n1", "n2", "n3",  "n4",  "n5",  "n6",  "n7",
                                        "n8", "n9", "n10", "n11", "n12", "n13", NULL};

#define AT(member) offsetof(cy_state, member)
#define ONE(member, kind)                                                                      \
    { AT(member), sizeof(((cy_state *)0)->member), 1, 0, 0, &kind, false, 0 }
#define MANY(member, n, kind)                                                                  \
    { AT(member), sizeof(((cy_state *)0)->member[0]), n, 0, 0, &kind, false, 0 }

/* clang-format off */
const pt_field cy_fields[CY_FIELD_COUNT] = {
    [CYF_CYCLE] = {"cycle", "1 to 40. Left out: 3", NULL, ONE(head.round, cycle_kind), NULL, NULL},
    [CYF_PHASE] = {"phase", "order, track or gods (drawn), bid, offer, menu, swap (drawn), sail, roll (drawn), defender, attacker, give, site, raze, prosper, power, landing, from, push, swim, over. Left out: menu", NULL, ONE(head.phase, phase_kind), NULL, NULL},
    [CYF_ALIVE] = {"alive", "the players still in the game. Left out: all", NULL, {0}, print_alive, parse_alive},
    [CYF_ORDER] = {"order", "the markers on spaces 1 to 5 of the turn track, - for an empty one; empty ones at the end may be left out. Left out: the markers that are nowhere else, by seat", NULL, MANY(order, CY_SEATS, maybe_player), NULL, parse_order},
    [CYF_GODS] = {"gods", "the gods at places 1 to 4, - for one not known. Left out: poseidon ares zeus athena", NULL, MANY(gods, CY_GODS, maybe_god), NULL, NULL},
    [CYF_UP] = {"up", "how many of them may be bid on. Left out: as the number of players says", NULL, ONE(up, small_kind), NULL, NULL},
    [CYF_RULE_CYCLE] = {"rule-cycle", "cycles since the number of players last changed. Left out: the cycle (while creatures are drawn: the one before)", NULL, ONE(rule_cycle, small_kind), NULL, NULL},
    [CYF_OFFER] = {"offer", "offer ares p1 3: a standing offering, or -. Left out: none (in a turn: 1 by the player whose turn it is)", god_keys, {0}, print_offer, parse_offer},
    [CYF_APOLLO] = {"apollo", "the five places of Apollo, in order of arrival; empty ones at the end may be left out. Left out: none", NULL, MANY(apollo, CY_SEATS, maybe_player), NULL, parse_apollo},
    [CYF_BLESSED] = {"blessed", "whether an Apollo turn was taken this cycle. Left out: no", NULL, ONE(blessed, answer), NULL, NULL},
    [CYF_BIDDER] = {"bidder", "whose marker is being placed. Left out: p1 in the auction", NULL, ONE(bidder, maybe_player), NULL, NULL},
    [CYF_BARRED] = {"barred", "the god it was displaced from just now. Left out: -", NULL, ONE(barred, maybe_god), NULL, NULL},
    [CYF_CHOSEN] = {"chosen", "the god it goes to, while the amount is asked. Left out: -", NULL, ONE(chosen, maybe_god), NULL, NULL},
    [CYF_TURN] = {"turn", "whose turn it is. Left out: p1 after the auction", NULL, ONE(turn, maybe_player), NULL, NULL},
    [CYF_GOD] = {"god", "with which god. Left out: ares (sailing: poseidon, prosper: apollo)", NULL, ONE(god, maybe_god), NULL, NULL},
    [CYF_RECRUITED] = {"recruited", "units or cards recruited this turn. Left out: 0", NULL, ONE(recruited, small_kind), NULL, NULL},
    [CYF_GOLD] = {"gold", "gold, a number for each player. Left out: 0", NULL, MANY(gold, 0, gold_kind), NULL, NULL},
    [CYF_PRIESTS] = {"priests", "priests, a number for each player. Left out: 0", NULL, MANY(priests, 0, card_kind), NULL, NULL},
    [CYF_PHILOSOPHERS] = {"philosophers", "philosophers, a number for each player. Left out: 0", NULL, MANY(philosophers, 0, card_kind), NULL, NULL},
    [CYF_ISLE] = {"isle", "isle n4 p4 2 port fort temple-used metropolis marker: owner or neutral, troops, and what stands there; metropolis-used is one whose discount was taken this cycle, as temple-used. Left out: neutral and empty", isle_keys, {0}, print_isle, parse_isle},
    [CYF_FLEETS] = {"fleets", "fleets p1 c6 2 k1: a player's sea spaces, with a number if there is more than one fleet. Left out: none", player_keys, {0}, print_fleets, parse_fleets},
    [CYF_DECK] = {"deck", "the creatures not drawn yet. Left out: all that are nowhere else", NULL, {0}, print_deck, parse_deck},
    [CYF_DISCARD] = {"discard", "the discarded creatures. Left out: none", NULL, {0}, print_discard, parse_discard},
    [CYF_TRACK] = {"track", "the creatures on spaces 2, 3 and 4, - for none. Left out: none", NULL, MANY(track, CY_PLACES, maybe_creature), NULL, NULL},
    [CYF_FIGURE] = {"figure", "figure medusa n4 p1 3: isle, who placed it, cycle (left out: this one); figure kraken c4. Left out: not on the board", figure_keys, {0}, print_figure, parse_figure},
    [CYF_CARD] = {"card", "the creature being used. Left out: -", NULL, ONE(card, maybe_creature), NULL, NULL},
    [CYF_COPIED] = {"copied", "whether the Chimera uses it. Left out: no", NULL, ONE(copied, answer), NULL, NULL},
    [CYF_SAILING] = {"sailing", "sailing c5 2: where the moving fleets are, steps left. Left out: -", NULL, {0}, print_sailing, parse_sailing},
    [CYF_BUDGET] = {"budget", "steps the Sylph has left. Left out: 0", NULL, ONE(budget, small_kind), NULL, NULL},
    [CYF_LOCKED] = {"locked", "spaces no fleet may leave during this Sylph. Left out: none", NULL, {0}, print_locked, parse_locked},
    [CYF_FROM] = {"from", "the isle the Pegasus flies from. Left out: -", NULL, ONE(from, maybe_isle), NULL, NULL},
    [CYF_CHARMED] = {"charmed", "the space of the fleet the Siren takes. Left out: -", NULL, {0}, print_charmed, parse_charmed},
    [CYF_BATTLE] = {"battle", "battle n4 3: the isle or sea space fought for, attackers left. Left out: -", NULL, {0}, print_battle, parse_battle},
    [CYF_GIVE] = {"give", "the building to give next. Left out: -", NULL, ONE(give, maybe_type), NULL, NULL},
    [CYF_SITE] = {"site", "the isle where buildings are razed. Left out: -", NULL, ONE(site, maybe_isle), NULL, NULL},
    [CYF_SWAP] = {"swap", "the track space that waits for a card. Left out: -", NULL, ONE(swap, maybe_place), NULL, NULL},
    [CYF_SHOWN] = {"shown", "players whose gold the Griffon has shown to all this cycle. Left out: none", NULL, {0}, print_shown, parse_shown},
    [CYF_PLY] = {"ply", "moves made so far. Left out: 0", NULL, ONE(head.ply, ply_kind), NULL, NULL},
};
/* clang-format on */
