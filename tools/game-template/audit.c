/* Quarry: what holds in every state. A position that breaks one of these lines is
 * impossible. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"

/* R2.1, R4.1: stones are in the bag, on offer, won, or thrown away; each round drew one. */
static pt_err audit_stones(const qy_state *s, pt_text *why) {
    int drawn = 0;
    for (int stone = 0; stone < QY_STONES; stone++) {
        int there = s->bag[stone] + (s->offer == stone);
        for (int seat = 0; seat < QY_SEATS; seat++) there += s->stones[seat][stone];
        if (there > qy_kinds[stone].copies)
            return pt_impossible(why, "R2.1", "there are %d stones of %s, not %d",
                                 qy_kinds[stone].copies, qy_stone_names[stone], there);
        drawn += qy_kinds[stone].copies - s->bag[stone];
    }
    assert(drawn >= 0);
    if (drawn != s->head.round)
        return pt_impossible(why, "R4.1", "%d stones have left the bag in %d rounds", drawn,
                             s->head.round);
    return PT_OK;
}

/* R3.2: cards are dealt in the order of the seats, before the first stone. */
static pt_err audit_cards(const qy_state *s, pt_text *why) {
    int dealt = 0, of[QY_STONES] = {0};
    for (int seat = 0; seat < QY_SEATS; seat++) {
        int card = s->favourite[seat];
        if (card == QY_NOTHING) continue;
        if (card >= QY_STONES || seat >= s->head.seats || seat != dealt++)
            return pt_impossible(why, "R3.2", "player %d cannot have this card", seat + 1);
        if (++of[card] > QY_CARDS)
            return pt_impossible(why, "R2.3", "there are %d cards of %s", QY_CARDS,
                                 qy_stone_names[card]);
    }
    assert(dealt <= s->head.seats);
    if ((dealt < s->head.seats) != (s->head.phase == QYP_DEAL))
        return pt_impossible(why, "R3.2", "everybody has a card once the deal is done");
    return PT_OK;
}

/* R3.1, R4.2, R4.6 */
static pt_err audit_coins(const qy_state *s, pt_text *why) {
    for (int seat = 0; seat < QY_SEATS; seat++) {
        bool sits = seat < s->head.seats, bids = s->bid[seat] != QY_NOTHING;
        int most = sits ? QY_COINS + QY_GIFT * s->head.round : 0;
        assert(most <= QY_COINS_MAX || s->head.round > QY_ROUNDS_MAX);
        if (s->coins[seat] > most)
            return pt_impossible(why, "R4.6", "player %d cannot have %d coins", seat + 1,
                                 s->coins[seat]);
        if (bids && s->bid[seat] > s->coins[seat])
            return pt_impossible(why, "R4.2", "player %d cannot pay this bid", seat + 1);
        bool owes = sits && s->head.phase == QYP_BID && !bids;
        if (owes != pt_has(s->head.owes, seat) || (bids && s->head.phase != QYP_BID))
            return pt_impossible(why, "R4.3", "player %d cannot have bid here", seat + 1);
        if (!sits && (s->stones[seat][0] || s->stones[seat][1] || s->stones[seat][2]))
            return pt_impossible(why, "R1.1", "there is no player %d", seat + 1);
    }
    return PT_OK;
}

/* R4.3: the bids of a round are shown together. */
static pt_err audit_shown(const qy_state *s, pt_text *why) {
    bool sold = s->sold != QY_NOTHING;
    if (sold && (s->sold >= QY_STONES || s->head.round < 1 + (s->head.phase == QYP_BID)))
        return pt_impossible(why, "R4.3", "no round has been played yet");
    for (int seat = 0; seat < QY_SEATS; seat++) {
        bool shown = s->shown[seat] != QY_NOTHING;
        if (shown != (sold && seat < s->head.seats) || (shown && s->shown[seat] > QY_COINS_MAX))
            return pt_impossible(why, "R4.3", "the bids of a round are shown together");
    }
    return PT_OK;
}

/* R3.3, R5.1 */
static pt_err audit_course(const qy_state *s, pt_text *why) {
    int phase = s->head.phase, round = s->head.round;
    assert(phase < QY_PHASES);
    if (s->rounds < QY_ROUNDS_MIN || s->rounds > QY_ROUNDS_MAX || round > s->rounds)
        return pt_impossible(why, "R3.3", "round %d of %d cannot be", round, s->rounds);
    if ((s->offer != QY_NOTHING) != (phase == QYP_BID))
        return pt_impossible(why, "R4.1", "a stone is on offer while bids are made");
    if (phase == QYP_BID && s->head.owes == 0)
        return pt_impossible(why, "R4.3", "the last bid ends the round");
    bool last = round == s->rounds && phase != QYP_BID;
    if (last != (phase == QYP_OVER) || (phase == QYP_DEAL && round > 0))
        return pt_impossible(why, "R5.1", "the game is over after the last round");
    return PT_OK;
}

pt_err qy_audit(const void *state, pt_text *why) {
    const qy_state *s = state;
    assert(s->zero[0] == 0 && s->zero[1] == 0);
    pt_err err = audit_course(s, why);
    if (!err) err = audit_stones(s, why);
    if (!err) err = audit_cards(s, why);
    if (!err) err = audit_coins(s, why);
    if (!err) err = audit_shown(s, why);
    return err;
}
