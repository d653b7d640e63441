/* Quarry: why a move is refused. Each refusal names the rule and the facts that break it; a
 * move that no line here refuses is legal. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"
#include "games/quarry/words.h"

/* What has to be drawn before anybody can bid. */
static pt_err check_luck(const qy_state *s, pt_text *why) {
    assert(s->head.node == PT_CHANCE);
    if (s->head.phase == QYP_DEAL) return pt_refuse(why, "R3.2", qy_say_cards_first());
    return pt_refuse(why, "R4.1", qy_say_stone_first());
}

/* R4.2, R4.3 */
static pt_err check_bid(const qy_state *s, int seat, int coins, pt_text *why) {
    assert(s->head.phase == QYP_BID);
    if (!pt_has(s->head.owes, seat))
        return pt_refuse(why, "R4.3", qy_say_bid_already(s->bid[seat]));
    if (coins > s->coins[seat])
        return pt_refuse(why, "R4.2", qy_say_too_few_coins(s->coins[seat], coins));
    return PT_OK;
}

pt_err qy_check(const void *state, int seat, pt_move m, pt_text *why) {
    const qy_state *s = state;
    pt_verbs verbs = {qy_verb_table, QYV_COUNT};
    if (!pt_well_formed(verbs, m)) return pt_refuse(why, "R7.1", qy_say_no_such_move());
    if (qy_verb_table[pt_verb_of(m)].chance)
        return pt_refuse(why, "R7.2", qy_say_drawn_not_played());
    if (s->head.node == PT_OVER) return pt_refuse(why, "R5.1", qy_say_game_over());
    if (seat < 0 || seat >= s->head.seats) return pt_refuse(why, "R1.1", qy_say_no_player());
    if (s->head.node == PT_CHANCE) return check_luck(s, why);
    assert(pt_verb_of(m) == QYV_BID);
    return check_bid(s, seat, (int)pt_arg(m, 0), why);
}
