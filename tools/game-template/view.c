/* Quarry: what a seat is asked, and its view as JSON: everything a page needs to draw. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"
#include "games/quarry/words.h"

/* --- what a seat has to do --- */

/* R6.4 */
static pt_said ask_over(const qy_state *s) {
    uint8_t place[PT_SEATS];
    int winners = 0, winner = 0;
    qy_rank(s, place);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (place[seat] == 1) {
            winner = seat;
            winners++;
        }
    assert(winners > 0);
    return winners == 1 ? qy_say_ask_won(winner + 1) : qy_say_ask_shared(winners);
}

static pt_said ask_bid(const qy_state *s, int seat) {
    assert(s->head.phase == QYP_BID && s->offer < QY_STONES);
    if (seat < 0) return qy_say_ask_bidding(s->offer);
    if (!pt_has(s->head.owes, seat)) return qy_say_ask_wait(s->bid[seat]);
    return qy_say_ask_bid(s->offer, qy_worth(s, seat, s->offer), s->coins[seat]);
}

static pt_said asked(const qy_state *s, int seat) {
    switch ((qy_phase)s->head.phase) {
    case QYP_DEAL: return qy_say_ask_deal();
    case QYP_DRAW: return qy_say_ask_draw();
    case QYP_BID: return ask_bid(s, seat);
    case QYP_OVER:
    case QY_PHASES: break;
    }
    assert(s->head.phase == QYP_OVER);
    return ask_over(s);
}

void qy_ask(const void *view, int seat, pt_text *out) { pt_say(out, asked(view, seat)); }

/* --- the view --- */

/* A stone or card by its name; null: none, or hidden. */
static void show_stone(pt_json *j, const char *key, int stone) {
    pt_key(j, key);
    if (stone < QY_STONES)
        pt_json_str(j, qy_stone_names[stone]);
    else
        pt_json_null(j);
}

/* A number of coins; null: no bid yet; "?": one that is hidden. */
static void show_bid(pt_json *j, int bid) {
    if (bid == QY_NOTHING)
        pt_json_null(j);
    else if (bid == QY_SEALED)
        pt_json_str(j, qy_bid_names[bid]);
    else
        pt_json_int(j, bid);
}

static void show_player(pt_json *j, const qy_state *s, int seat) {
    pt_open(j, '{');
    pt_key_int(j, "seat", seat + 1);
    pt_key_int(j, "coins", s->coins[seat]);
    pt_key_open(j, "stones", '[');
    for (int stone = 0; stone < QY_STONES; stone++) pt_json_int(j, s->stones[seat][stone]);
    pt_close(j, ']');
    show_stone(j, "favourite", s->favourite[seat]);
    pt_key(j, "bid");
    show_bid(j, s->bid[seat]);
    pt_key(j, "shown");
    show_bid(j, s->shown[seat]);
    pt_close(j, '}');
}

void qy_show(const void *view, int viewer, pt_json *out) {
    const qy_state *s = view;
    int winner = s->sold < QY_STONES ? qy_highest(s->shown, s->head.seats) : -1;
    (void)viewer;
    assert(s->head.phase < QY_PHASES);
    pt_open(out, '{');
    pt_key_str(out, "phase", qy_phase_names[s->head.phase]);
    pt_key_int(out, "round", s->head.round);
    pt_key_int(out, "rounds", s->rounds);
    pt_key_open(out, "bag", '[');
    for (int stone = 0; stone < QY_STONES; stone++) pt_json_int(out, s->bag[stone]);
    pt_close(out, ']');
    show_stone(out, "offer", s->offer);
    show_stone(out, "sold", s->sold);
    pt_key(out, "buyer"); /* of the stone that was sold; null: it was thrown away */
    if (winner >= 0)
        pt_json_int(out, winner + 1);
    else
        pt_json_null(out);
    pt_key_open(out, "players", '[');
    for (int seat = 0; seat < s->head.seats; seat++) show_player(out, s, seat);
    pt_close(out, ']');
    pt_close(out, '}');
}
