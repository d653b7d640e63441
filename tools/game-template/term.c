/* Quarry in character cells: the bag and the stone on offer, a line for each player, what was
 * sold last, and the bids to choose from. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"
#include "games/quarry/words.h"

enum { ROW_OFFER = 2, ROW_PLAYERS = 4 };

static const char *const glyphs[QY_STONES] = {"□", "◇", "○"};
static const pt_ink inks[QY_STONES] = {PT_GREY, PT_BRIGHT, PT_VIOLET};

/* "◇ marble" */
static int draw_stone(pt_canvas *c, int x, int y, int stone) {
    assert(stone < QY_STONES);
    int end = pt_draw(c, x, y, inks[stone], glyphs[stone]);
    end = pt_draw_name(c, end + 1, y, inks[stone], &qy_names_stone, stone);
    pt_target(c, x, y, end - x, 1, &qy_stone_kind, stone);
    return end;
}

static void draw_bag(const qy_state *s, pt_canvas *c) {
    int x = pt_draw_said(c, 0, 0, PT_PLAIN, qy_say_draw_round(s->head.round, s->rounds));
    x = pt_draw_said(c, x + 3, 0, PT_DIM, qy_say_draw_bag());
    for (int stone = 0; stone < QY_STONES; stone++) {
        x = draw_stone(c, x + 2, 0, stone);
        x = pt_drawf(c, x + 1, 0, PT_PLAIN, "%d", s->bag[stone]);
    }
}

static void draw_offer(const qy_state *s, pt_canvas *c) {
    if (s->offer == QY_NOTHING) return;
    int x = pt_draw_said(c, 0, ROW_OFFER, PT_BRIGHT, qy_say_draw_offer());
    x = draw_stone(c, x + 1, ROW_OFFER, s->offer);
    pt_draw_said(c, x + 1, ROW_OFFER, PT_DIM, qy_say_draw_points(qy_kinds[s->offer].points));
}

/* "> ■ 1   6 coins   □ 2  ◇ 1  ○ 0   bid: 3   favourite: ◇ marble" */
static void draw_player(const qy_state *s, pt_canvas *c, int y, int seat) {
    pt_ink ink = (pt_ink)(PT_SEAT_0 + seat);
    bool owes = s->head.node == PT_DECIDE && pt_has(s->head.owes, seat);
    pt_draw(c, 0, y, PT_BRIGHT, owes ? ">" : " ");
    pt_drawf(c, 2, y, ink, "%s %d", pt_seat_glyphs[seat], seat + 1);
    pt_draw_said(c, 7, y, PT_PLAIN, qy_say_draw_coins(s->coins[seat]));
    for (int stone = 0; stone < QY_STONES; stone++) {
        int x = pt_draw(c, 19 + 5 * stone, y, inks[stone], glyphs[stone]);
        pt_drawf(c, x + 1, y, PT_PLAIN, "%d", s->stones[seat][stone]);
    }
    if (s->bid[seat] != QY_NOTHING) {
        assert(s->bid[seat] <= QY_SEALED);
        pt_draw_said(c, 36, y, PT_BRIGHT, qy_say_draw_bid(qy_bid_names[s->bid[seat]]));
    }
    if (s->favourite[seat] >= QY_STONES) return;
    int x = pt_draw_said(c, 48, y, PT_DIM, qy_say_draw_favourite());
    draw_stone(c, x + 1, y, s->favourite[seat]);
}

/* R4.4, R4.5: how the last round ended. */
static void draw_sold(const qy_state *s, pt_canvas *c, int y) {
    if (s->sold == QY_NOTHING) return;
    int buyer = qy_highest(s->shown, s->head.seats);
    if (buyer < 0) {
        pt_draw_said(c, 0, y, PT_DIM, qy_say_draw_gone(s->sold));
        return;
    }
    assert(s->shown[buyer] <= QY_COINS_MAX);
    pt_draw_said(c, 0, y, PT_DIM, qy_say_draw_sold(buyer + 1, s->sold, s->shown[buyer]));
}

static void draw_bids(const qy_state *s, int viewer, pt_canvas *c, int y) {
    if (s->head.node != PT_DECIDE || !pt_has(s->head.owes, viewer)) return;
    int x = pt_draw_said(c, 0, y, PT_BRIGHT, qy_say_draw_your_bid());
    for (int coins = 0; coins <= s->coins[viewer]; coins++) {
        int end = pt_drawf(c, x + 1, y, PT_YELLOW, "%d", coins);
        pt_target(c, x + 1, y, end - x - 1, 1, &qy_coins_kind, coins);
        x = end + 1;
    }
}

void qy_draw(const void *view, int viewer, pt_canvas *out) {
    const qy_state *s = view;
    int below = ROW_PLAYERS + s->head.seats + 1;
    draw_bag(s, out);
    draw_offer(s, out);
    for (int seat = 0; seat < s->head.seats; seat++)
        draw_player(s, out, ROW_PLAYERS + seat, seat);
    draw_sold(s, out, below);
    draw_bids(s, viewer, out, below + 2);
}
