/* Quarry: the course of the game (R3 to R5) and the table that core knows it by. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"
#include "games/quarry/words.h"
#include <string.h>

/* --- set-up (R3) --- */

/* R3.1: the coins; the cards are dealt next. */
static void setup(void *state, const pt_config *config) {
    qy_state *s = state;
    assert(config->seats >= 2 && config->seats <= QY_SEATS);
    s->head.seats = config->seats;
    s->head.node = PT_CHANCE;
    s->head.phase = QYP_DEAL;
    s->rounds = (uint8_t)config->option[QYO_DRAWS];
    for (int stone = 0; stone < QY_STONES; stone++) s->bag[stone] = qy_kinds[stone].copies;
    for (int seat = 0; seat < config->seats; seat++) s->coins[seat] = QY_COINS;
    memset(s->favourite, QY_NOTHING, sizeof s->favourite);
    memset(s->bid, QY_NOTHING, sizeof s->bid);
    memset(s->shown, QY_NOTHING, sizeof s->shown);
    s->offer = s->sold = QY_NOTHING;
}

int qy_next_dealt(const qy_state *s) {
    int seat = 0;
    while (seat < s->head.seats && s->favourite[seat] != QY_NOTHING) seat++;
    return seat;
}

int qy_cards_left(const qy_state *s, int stone) {
    int left = QY_CARDS;
    assert(stone < QY_STONES);
    for (int seat = 0; seat < s->head.seats; seat++) left -= s->favourite[seat] == stone;
    assert(left >= 0);
    return left;
}

/* R3.2 */
static void apply_deal(qy_state *s, int seat, pt_move m) {
    int to = qy_next_dealt(s);
    (void)seat;
    assert(to < s->head.seats);
    s->favourite[to] = (uint8_t)pt_arg(m, 0);
    if (qy_next_dealt(s) == s->head.seats) s->head.phase = QYP_DRAW;
}

/* --- a round (R4) --- */

/* R4.1: a stone comes out of the bag, and everybody owes a bid. */
static void apply_draw(qy_state *s, int seat, pt_move m) {
    unsigned stone = pt_arg(m, 0);
    (void)seat;
    assert(s->bag[stone] > 0 && s->offer == QY_NOTHING);
    s->bag[stone]--;
    s->offer = (uint8_t)stone;
    s->head.round++;
    s->head.phase = QYP_BID;
    s->head.node = PT_DECIDE;
    s->head.owes = (uint8_t)((1u << s->head.seats) - 1);
}

int qy_highest(const uint8_t bid[QY_SEATS], int seats) {
    int best = 0, equal = 0;
    for (int seat = 1; seat < seats; seat++) {
        assert(bid[seat] <= QY_COINS_MAX && bid[best] <= QY_COINS_MAX);
        if (bid[seat] == bid[best]) equal++;
        if (bid[seat] <= bid[best]) continue;
        best = seat;
        equal = 0;
    }
    return equal ? -1 : best;
}

/* R4.4 to R4.6: the stone is sold, or thrown away; who bid nothing is given a coin. */
static void sell(qy_state *s) {
    int winner = qy_highest(s->bid, s->head.seats);
    if (winner >= 0) {
        assert(s->bid[winner] <= s->coins[winner]);
        s->stones[winner][s->offer]++;
        s->coins[winner] = (uint8_t)(s->coins[winner] - s->bid[winner]);
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        if (s->bid[seat] == 0) s->coins[seat] = (uint8_t)(s->coins[seat] + QY_GIFT);
}

/* R4.3, R5.1: the bids are shown; the next stone, or the end. */
static void end_round(qy_state *s) {
    assert(s->head.owes == 0);
    memcpy(s->shown, s->bid, sizeof s->shown);
    memset(s->bid, QY_NOTHING, sizeof s->bid);
    s->sold = s->offer;
    s->offer = QY_NOTHING;
    bool over = s->head.round == s->rounds;
    s->head.phase = over ? QYP_OVER : QYP_DRAW;
    s->head.node = over ? PT_OVER : PT_CHANCE;
}

/* R4.2, R4.3: nothing happens before the last bid is in. */
static void apply_bid(qy_state *s, int seat, pt_move m) {
    assert(s->bid[seat] == QY_NOTHING && pt_arg(m, 0) <= s->coins[seat]);
    s->bid[seat] = (uint8_t)pt_arg(m, 0);
    s->head.owes = pt_without(s->head.owes, seat);
    if (s->head.owes) return;
    sell(s);
    end_round(s);
}

/* --- lists --- */

/* R3.2, R4.1: every card and every stone is as likely as any other. */
static int chance(const void *state, pt_chance *out) {
    const qy_state *s = state;
    bool deal = s->head.phase == QYP_DEAL;
    int n = 0;
    for (unsigned stone = 0; stone < QY_STONES; stone++) {
        int left = deal ? qy_cards_left(s, (int)stone) : s->bag[stone];
        if (!left) continue;
        out[n++] = (pt_chance){pt_mv(deal ? QYV_DEAL : QYV_DRAW, stone, 0, 0), (uint32_t)left};
    }
    assert(n > 0);
    return n;
}

/* R4.2: any number of coins, up to what the player has. */
static int legal_bid(const qy_state *s, int seat, pt_move *out) {
    int n = 0;
    for (unsigned coins = 0; coins <= s->coins[seat]; coins++)
        out[n++] = pt_mv(QYV_BID, coins, 0, 0);
    assert(n <= QY_COINS_MAX + 1);
    return n;
}

static int legal(const void *state, int seat, pt_move *out) {
    const qy_state *s = state;
    if (s->head.node != PT_DECIDE || !pt_has(s->head.owes, seat)) return 0;
    return legal_bid(s, seat, out);
}

static void apply(void *state, int seat, pt_move m) {
    static void (*const by_verb[QYV_COUNT])(qy_state * s, int seat, pt_move m) = {
        [QYV_BID] = apply_bid, [QYV_DEAL] = apply_deal, [QYV_DRAW] = apply_draw};
    qy_state *s = state;
    unsigned verb = pt_verb_of(m);
    assert(verb > QYV_NONE && verb < QYV_COUNT);
    s->head.ply++;
    by_verb[verb](s, seat, m);
}

const pt_game quarry_game = {
    .name = "quarry",
    .title = "Quarry",
    .catalogue = &qy_catalogue,
    .min_seats = 2,
    .max_seats = QY_SEATS,
    .score_den = 1,
    .rules = 1,
    .max_moves = QY_COINS_MAX + 1,
    .max_chance = QY_STONES,
    .max_lines = QY_STONES + 2,
    .max_ply = QY_SEATS + QY_ROUNDS_MAX * (1 + QY_SEATS) + 1, /* R5.1 */
    .state_size = sizeof(qy_state),
    .verbs = {qy_verb_table, QYV_COUNT},
    .options = qy_options,
    .fields = qy_fields,
    .option_count = QYO_COUNT,
    .field_count = QY_FIELD_COUNT,
    .hints = &qy_hints,
    .setup = setup,
    .legal = legal,
    .check = qy_check,
    .apply = apply,
    .chance = chance,
    .observe = qy_observe,
    .imagine = qy_imagine,
    .sight = qy_sight,
    .score = qy_score,
    .rank = qy_rank,
    .explain = qy_explain,
    .blank = qy_blank,
    .settle = qy_settle,
    .audit = qy_audit,
    .ask = qy_ask,
    .show = qy_show,
    .draw = PT_NOT_IN_WASM(qy_draw),
    .tables = PT_NOT_IN_WASM(qy_show_tables),
};
