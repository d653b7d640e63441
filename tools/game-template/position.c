/* Quarry: positions as text. One field a line; what is left out is worked out by settle, as the
 * field's words say. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "games/quarry/quarry.h"
#include <string.h>

static const char *const seat_keys[] = {"1", "2", "3", "4", NULL};

static const pt_kind phase_kind = {
    .name = "phase", .count = QY_PHASES, .names = qy_phase_names};
static const pt_kind count_kind = {.name = "number of stones", .count = 25};
static const pt_kind round_kind = {.name = "number of rounds", .count = QY_ROUNDS_MAX + 1};
static const pt_kind card_kind = {
    .name = "stone", .count = QY_STONES + 1, .names = qy_stone_names};
static const pt_kind bid_kind = {
    .name = "bid", .count = QY_COINS_MAX + 2, .names = qy_bid_names};
static const pt_kind ply_kind = {.name = "number of moves", .count = 1000};

/* --- the table; its order is the bit order of `given` --- */

enum {
    F_PHASE,
    F_ROUND,
    F_ROUNDS,
    F_BAG,
    F_OFFER,
    F_STONES,
    F_COINS,
    F_FAVOURITE,
    F_BID,
    F_SOLD,
    F_SHOWN,
    F_PLY,
};
static_assert(F_PLY + 1 == QY_FIELD_COUNT, "the header counts the fields");

#define AT(member) offsetof(qy_state, member)

/* clang-format off */
const pt_field qy_fields[QY_FIELD_COUNT] = {
    [F_PHASE] = {"phase", "deal, draw, bid or over. Left out: bid", NULL, {AT(head.phase), 1, 1, 0, 0, &phase_kind, false, 0}, NULL, NULL},
    [F_ROUND] = {"round", "stones drawn so far. Left out: those that are not in the bag", NULL, {AT(head.round), 2, 1, 0, 0, &round_kind, false, 0}, NULL, NULL},
    [F_ROUNDS] = {"rounds", "rounds of the whole game. Left out: as the option draws says", NULL, {AT(rounds), 1, 1, 0, 0, &round_kind, false, 0}, NULL, NULL},
    [F_BAG] = {"bag", "slate, marble and obsidian left in the bag. Left out: all that are neither won nor on offer", NULL, {AT(bag), 1, QY_STONES, 0, 0, &count_kind, false, 0}, NULL, NULL},
    [F_OFFER] = {"offer", "the stone that is bid for, or -. Left out: slate in the phase bid, else -", NULL, {AT(offer), 1, 1, 0, 0, &qy_stone_kind, true, QY_NOTHING}, NULL, NULL},
    [F_STONES] = {"stones", "stones 1 2 0 1: slate, marble and obsidian that a player has won. Left out: none", seat_keys, {AT(stones), 1, QY_STONES, 0, QY_STONES, &count_kind, false, 0}, NULL, NULL},
    [F_COINS] = {"coins", "a number for each player. Left out: what they begin with", NULL, {AT(coins), 1, 0, 0, 0, &qy_coins_kind, false, 0}, NULL, NULL},
    [F_FAVOURITE] = {"favourite", "the card of each player, or - before the deal. Left out: slate, marble, obsidian, slate; in the phase deal: none", NULL, {AT(favourite), 1, 0, 0, 0, &card_kind, true, QY_NOTHING}, NULL, NULL},
    [F_BID] = {"bid", "the bid of each player, or - for those who still owe one. Left out: all owe one", NULL, {AT(bid), 1, 0, 0, 0, &bid_kind, true, QY_NOTHING}, NULL, NULL},
    [F_SOLD] = {"sold", "the stone of the round before, or -. Left out: -", NULL, {AT(sold), 1, 1, 0, 0, &qy_stone_kind, true, QY_NOTHING}, NULL, NULL},
    [F_SHOWN] = {"shown", "the bids of the round before, or -. Left out: -", NULL, {AT(shown), 1, 0, 0, 0, &bid_kind, true, QY_NOTHING}, NULL, NULL},
    [F_PLY] = {"ply", "moves made so far. Left out: 0", NULL, {AT(head.ply), 2, 1, 0, 0, &ply_kind, false, 0}, NULL, NULL},
};
/* clang-format on */

/* --- what was left out --- */

void qy_blank(void *state, const pt_config *config) {
    qy_state *s = state;
    assert(config->seats >= 2 && config->seats <= QY_SEATS);
    memset(s, 0, sizeof *s);
    s->head.seats = config->seats;
    s->head.phase = QYP_BID;
    s->rounds = (uint8_t)config->option[QYO_DRAWS];
    for (int seat = 0; seat < config->seats; seat++) s->coins[seat] = QY_COINS;
    memset(s->favourite, QY_NOTHING, sizeof s->favourite);
    memset(s->bid, QY_NOTHING, sizeof s->bid);
    memset(s->shown, QY_NOTHING, sizeof s->shown);
    s->offer = s->sold = QY_NOTHING;
}

static bool has(uint64_t given, int field) { return given >> field & 1; }

/* R2.1: what is neither won nor on offer; nothing has been thrown away, as far as we know. */
static pt_err settle_bag(qy_state *s, pt_text *why) {
    for (int stone = 0; stone < QY_STONES; stone++) {
        int out = s->offer == stone;
        for (int seat = 0; seat < QY_SEATS; seat++) out += s->stones[seat][stone];
        if (out > qy_kinds[stone].copies)
            return pt_impossible(why, "R2.1", "there are %d stones of %s, not %d",
                                 qy_kinds[stone].copies, qy_stone_names[stone], out);
        s->bag[stone] = (uint8_t)(qy_kinds[stone].copies - out);
    }
    return PT_OK;
}

static int drawn(const qy_state *s) {
    int n = 0;
    for (int stone = 0; stone < QY_STONES; stone++) n += qy_kinds[stone].copies - s->bag[stone];
    return n < 0 ? 0 : n;
}

static void settle_head(qy_state *s) {
    bool bids = s->head.phase == QYP_BID;
    s->head.node = bids ? PT_DECIDE : s->head.phase == QYP_OVER ? PT_OVER : PT_CHANCE;
    for (int seat = 0; bids && seat < s->head.seats; seat++)
        if (s->bid[seat] == QY_NOTHING) s->head.owes = pt_with(s->head.owes, seat);
}

pt_err qy_settle(void *state, uint64_t given, pt_text *why) {
    qy_state *s = state;
    assert(s->head.seats >= 2 && s->head.owes == 0);
    if (!has(given, F_OFFER) && s->head.phase == QYP_BID) s->offer = QYS_SLATE;
    if (!has(given, F_FAVOURITE) && s->head.phase != QYP_DEAL)
        for (int seat = 0; seat < s->head.seats; seat++)
            s->favourite[seat] = (uint8_t)(seat % QY_STONES);
    pt_err err = has(given, F_BAG) ? PT_OK : settle_bag(s, why);
    if (err) return err;
    if (!has(given, F_ROUND)) s->head.round = (uint16_t)drawn(s);
    settle_head(s);
    return qy_audit(s, why);
}
