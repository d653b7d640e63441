/* Myriath in character cells. A node is three cells by three: its triangles N, E, S, W, the
 * half-diagonals in the corners; streets run between nodes, squares fill the gaps. Each
 * player's tiles have a line style beside a colour. Below the board come scores and hands, to
 * the right of it the orientations of the tiles in hand. Where there is room, everything else
 * is at its right, and streets are longer. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

enum {
    LEFT = 3, /* of the board */
    TOP = 2,
    IN_A_ROW = 9, /* tiles of a hand, at the right of the board */
};

/* From node to node. */
static int step_x(const pt_canvas *c) { return c->size < 2 ? 6 : 4 + 2 * c->size; }
static int step_y(const pt_canvas *c) { return c->size < 3 ? 4 : 5; }
static int node_x(const pt_canvas *c, int x) { return LEFT + step_x(c) * x; }
static int node_y(const pt_canvas *c, int y) { return TOP + step_y(c) * y; }

/* Draws a glyph in every cell between a node and the next one to the right. */
static void fill_gap(pt_canvas *c, int x, int row, pt_ink ink, const char *glyph) {
    for (int cell = 3; cell < step_x(c); cell++)
        pt_draw(c, node_x(c, x) + cell, row, ink, glyph);
}

/* Draws a glyph in every cell between a node and the next one below. */
static void fill_down(pt_canvas *c, int x, int y, pt_ink ink, const char *glyph) {
    for (int row = node_y(c, y) + 3; row < node_y(c, y + 1); row++)
        pt_draw(c, node_x(c, x) + 1, row, ink, glyph);
}

/* Where triangles and half-diagonals lie in a node's three by three cells. */
static const int side_x[MR_SIDES] = {1, 2, 1, 0}, side_y[MR_SIDES] = {0, 1, 2, 1};
static const int half_x[MR_SIDES] = {2, 2, 0, 0}, half_y[MR_SIDES] = {0, 2, 2, 0};
static const char *const half_glyph[MR_SIDES] = {"╱", "╲", "╱", "╲"};
/* An arrow on a side points at the centre. */
static const char *const arrow_glyph[MR_SIDES] = {"▼", "◀", "▲", "▶"};

/* A player's lines: across, down, and bends by the two sides they join. */
typedef struct line_style {
    const char *across, *down, *ne, *es, *sw, *nw;
} line_style;

static const line_style styles[MR_SEATS] = {
    {"━", "┃", "┗", "┏", "┓", "┛"},
    {"═", "║", "╚", "╔", "╗", "╝"},
    {"─", "│", "╰", "╭", "╮", "╯"},
    {"┅", "┇", "└", "┌", "┐", "┘"},
};

static const char *bend_glyph(const line_style *l, unsigned set) {
    return set == (MR_N | MR_E)   ? l->ne
           : set == (MR_E | MR_S) ? l->es
           : set == (MR_S | MR_W) ? l->sw
                                  : l->nw;
}

/* --- the empty board --- */

static void draw_squares(const mr_state *s, pt_canvas *out) {
    int n = mr_squares_a_side(s);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            bool outer = x == 0 || y == 0 || x == n - 1 || y == n - 1;
            int first = node_y(out, y) + 3, end = node_y(out, y + 1);
            for (int row = first; row < end; row++)
                fill_gap(out, x, row, outer ? PT_DIM : PT_ROCK, outer ? "░" : "▒");
            pt_target(out, node_x(out, x) + 3, first, step_x(out) - 3, end - first,
                      &mr_square_kind, y * 11 + x);
        }
}

static void draw_streets(const mr_state *s, pt_canvas *out) {
    int side = mr_side(s->head.seats);
    for (int i = 0; i < side; i++) {
        pt_drawf(out, node_x(out, i) + 1, TOP - 1, PT_PLAIN, "%c", 'a' + i);
        pt_drawf(out, 0, node_y(out, i) + 1, PT_PLAIN, "%2d", i + 1);
    }
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int at = node_x(out, x), row = node_y(out, y);
            pt_draw(out, at + 1, row + 1, PT_DIM, "┼");
            if (x + 1 < side) fill_gap(out, x, row + 1, PT_DIM, "┄");
            if (y + 1 < side) fill_down(out, x, y, PT_DIM, "┊");
            pt_target(out, at, row, 3, 3, &mr_node_kind, mr_node(x, y));
        }
}

/* --- tiles --- */

static const char *line_glyph(const line_style *l, int side) {
    return side % 2 ? l->across : l->down;
}

/* The half-diagonals of an end: open ones as edges, touched ones as a diamond. */
static void draw_halves(pt_canvas *out, int at, int row, pt_ink ink, unsigned set,
                        unsigned filled) {
    for (int i = 0; i < MR_SIDES; i++) {
        unsigned pair = 1u << i | 1u << (i + 1) % MR_SIDES, mine = set & pair;
        if (mine == 0 || mine == pair) continue;
        bool touched = (filled & pair & ~mine) != 0;
        pt_draw(out, at + half_x[i], row + half_y[i], touched ? PT_BRIGHT : ink,
                touched ? "◆" : half_glyph[i]);
    }
}

/* What a tile covers in a node; `streets` are the sides it comes from. */
static void draw_spot(pt_canvas *out, const mr_state *s, int seat, const mr_spot *spot, int x,
                      int y, unsigned streets) {
    const line_style *l = &styles[seat];
    pt_ink ink = (pt_ink)(PT_SEAT_0 + seat);
    int at = node_x(out, x), row = node_y(out, y);
    bool arrow = pt_count(spot->set) == 1;
    for (int side = 0; side < MR_SIDES; side++) {
        if (!(spot->set >> side & 1)) continue;
        bool street = streets >> side & 1;
        if (spot->set == MR_ALL && !street) continue; /* closed, but nothing to see */
        pt_draw(out, at + side_x[side], row + side_y[side], ink,
                arrow    ? arrow_glyph[side]
                : street ? line_glyph(l, side)
                         : "▪");
    }
    if (spot->end) draw_halves(out, at, row, ink, spot->set, mr_filled(s, mr_bit(s, x, y)));
    if (spot->set == MR_ALL)
        pt_draw(out, at + 1, row + 1, ink, line_glyph(l, streets & MR_E ? 1 : 0));
    else if (!spot->end)
        pt_draw(out, at + 1, row + 1, ink, bend_glyph(l, spot->set));
    else if (!arrow) /* the whole edge runs through the centre */
        pt_draw(out, at + 1, row + 1, ink,
                spot->set == (MR_N | MR_W) || spot->set == (MR_E | MR_S) ? "╱" : "╲");
}

/* The sides from which a shape reaches node i: towards its other nodes one segment away, as far
 * as its triangles there face each other. */
static unsigned streets_of(const mr_shape *k, int i) {
    static const int dx[MR_SIDES] = {0, 1, 0, -1}, dy[MR_SIDES] = {-1, 0, 1, 0};
    unsigned streets = 0;
    for (int side = 0; side < MR_SIDES; side++)
        for (int other = 0; other < k->count; other++)
            if (k->spot[other].x == k->spot[i].x + dx[side] &&
                k->spot[other].y == k->spot[i].y + dy[side] && k->spot[i].set >> side & 1 &&
                k->spot[other].set >> (side + 2) % MR_SIDES & 1)
                streets |= 1u << side;
    return streets;
}

static void draw_tile(pt_canvas *out, const mr_state *s, int seat, int tile) {
    assert(seat < MR_SEATS && s->laid[seat][tile]);
    uint16_t laid = s->laid[seat][tile];
    const mr_shape *k = mr_shape_at(tile, mr_laid_g(laid));
    pt_ink ink = (pt_ink)(PT_SEAT_0 + seat);
    for (int i = 0; i < k->count; i++) {
        int x = mr_x(mr_laid_node(laid)) + k->spot[i].x;
        int y = mr_y(mr_laid_node(laid)) + k->spot[i].y;
        unsigned streets = streets_of(k, i);
        draw_spot(out, s, seat, &k->spot[i], x, y, streets);
        if (streets & MR_E) fill_gap(out, x, node_y(out, y) + 1, ink, styles[seat].across);
        if (streets & MR_S) fill_down(out, x, y, ink, styles[seat].down);
    }
    if (tile == MR_OCTAGON) {
        int node = mr_laid_node(laid);
        pt_drawf(out, node_x(out, mr_x(node)) + (step_x(out) + 3) / 2,
                 node_y(out, mr_y(node)) + 3, ink, "%d", seat + 1);
    }
}

/* --- players and hands --- */

/* An end as a small sign: its triangles are the dark half; an arrow points away. */
static const char *end_sign(unsigned set) {
    switch (set) {
    case MR_N: return "▽";
    case MR_E: return "◁";
    case MR_S: return "△";
    case MR_W: return "▷";
    case MR_N | MR_E: return "◥";
    case MR_E | MR_S: return "◢";
    case MR_S | MR_W: return "◣";
    default: return "◤";
    }
}

/* "◁━━━◤" or "◁━┓▽": a shape in a line, from its upper left end to the other. */
static void draw_sketch(pt_canvas *out, int x, int y, int seat, const mr_shape *k, int lines) {
    assert(k->count > 1 && lines >= 0);
    const line_style *l = &styles[seat];
    pt_ink ink = (pt_ink)(PT_SEAT_0 + seat);
    x = pt_draw(out, x, y, ink, end_sign(k->spot[0].set));
    for (int i = 0; i < lines; i++) x = pt_draw(out, x, y, ink, k->w ? l->across : l->down);
    if (k->w && k->h) x = pt_draw(out, x, y, ink, bend_glyph(l, k->spot[1].set));
    pt_draw(out, x, y, ink, end_sign(k->spot[k->count - 1].set));
}

/* "2aw ◁━━━◤ 01234567": a tile as it lies at orientation 0, and its orientations. */
static void draw_shape(pt_canvas *out, int x, int y, int seat, int tile) {
    assert(tile < MR_TILES); /* an octagon has no orientations */
    const mr_shape *k = mr_shape_at(tile, 0);
    pt_draw(out, x, y, PT_BRIGHT, mr_tile_names[tile]);
    pt_target(out, x, y, 3, 1, &mr_tile_kind, tile);
    draw_sketch(out, x + 4, y, seat, k, k->h ? 1 : 2 * k->w - 1);
    for (int i = mr_first_shape[tile]; i < mr_first_shape[tile + 1]; i++) {
        int at = x + 13 + i - mr_first_shape[tile];
        pt_drawf(out, at, y, PT_DIM, "%d", mr_shapes[i].g);
        pt_target(out, at, y, 1, 1, &mr_turn_kind, mr_shapes[i].g);
    }
}

/* Beside the board, for wide terminals: what each orientation of a tile looks like. */
static void draw_orientations(pt_canvas *out, int x, int y, int seat, int tile) {
    assert(tile < MR_TILES);
    pt_draw(out, x, y, PT_BRIGHT, mr_tile_names[tile]);
    pt_target(out, x, y, 3, 1, &mr_tile_kind, tile);
    x += 5;
    for (int i = mr_first_shape[tile]; i < mr_first_shape[tile + 1]; i++, x += 7) {
        const mr_shape *k = &mr_shapes[i];
        pt_drawf(out, x, y, PT_DIM, "%d", k->g);
        draw_sketch(out, x + 1, y, seat, k, k->w && k->h ? 0 : k->w + k->h);
        pt_target(out, x, y, 6, 1, &mr_turn_kind, k->g);
    }
}

/* Returns the row below. */
static int draw_player(const mr_state *s, pt_canvas *out, int left, int y, int seat) {
    int seats = s->head.seats, x, n = 0;
    pt_ink ink = (pt_ink)(PT_SEAT_0 + seat);
    x = pt_draw(out, left, y, PT_BRIGHT, s->head.owes >> seat & 1 ? "> " : "  ");
    x = pt_drawf(out, x, y, ink, "%s%s ", styles[seat].across, styles[seat].across);
    x = pt_draw_said(out, x, y, ink, mr_say_draw_player(seat + 1));
    if (s->head.phase != MRP_START)
        x = pt_drawf(out, x, y, PT_PLAIN, " (%c)", 'A' + (seat + seats - s->first) % seats);
    x = pt_draw_said(out, x + 2, y, PT_BRIGHT,
                     s->score[seat] % 2 ? mr_say_draw_points_half(s->score[seat] / 2)
                                        : mr_say_draw_points(s->score[seat] / 2));
    uint16_t placements[MR_PIECES] = {0};
    uint32_t hand = s->hand[seat] & ~((uint32_t)1 << MR_OCTAGON);
    pt_draw_said(out, x + 2, y, PT_PLAIN,
                 hand ? mr_say_draw_hand(pt_count(hand)) : mr_say_draw_hand_empty());
    if (s->head.phase == MRP_PLAY) mr_mobility(s, seat, hand, placements);
    for (x = left + 5, y++; hand; hand &= hand - 1, n++) {
        int tile = pt_lowest(hand);
        pt_ink shown = placements[tile] ? ink : PT_DIM;
        if (out->size && n == IN_A_ROW) x = left + 5, y++;
        x = 1 + pt_draw(out, x, y, shown, mr_tile_names[tile]);
    }
    return y + 1;
}

/* What the signs on the board mean. */
static void draw_legend(pt_canvas *out) {
    int x = pt_draw(out, 0, 0, PT_DIM, "▒ ");
    x = pt_draw_said(out, x, 0, PT_DIM, mr_say_draw_octagon());
    x = pt_draw(out, x + 2, 0, PT_DIM, "◆ ");
    x = pt_draw_said(out, x, 0, PT_DIM, mr_say_draw_contact());
    x = pt_draw(out, x + 2, 0, PT_DIM, "╱╲ ");
    x = pt_draw_said(out, x, 0, PT_DIM, mr_say_draw_open());
    x = pt_draw(out, x + 2, 0, PT_DIM, "▪ ");
    pt_draw_said(out, x, 0, PT_DIM, mr_say_draw_closed());
}

void mr_draw(const void *view, int viewer, pt_canvas *out) {
    const mr_state *s = view;
    draw_squares(s, out);
    draw_streets(s, out);
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int tile = MR_OCTAGON; tile >= 0; tile--)
            if (s->laid[seat][tile]) draw_tile(out, s, seat, tile);
    draw_legend(out);
    int whose = viewer >= 0 ? viewer : s->head.node == PT_DECIDE ? s->turn : 0, n = 0;
    int beside = node_x(out, mr_side(s->head.seats)) + 3,
        below = node_y(out, mr_side(s->head.seats));
    int x = out->size ? beside : 0, y = out->size ? TOP + MR_TILES + 1 : below;
    for (int seat = 0; seat < s->head.seats; seat++) y = draw_player(s, out, x, y, seat);
    for (int tile = 0; tile < MR_TILES; tile++) {
        if (!(s->hand[whose] >> tile & 1)) continue;
        if (!out->size) draw_shape(out, 2 + n / 6 * 25, y + n % 6, whose, tile);
        draw_orientations(out, beside, TOP + n, whose, tile);
        n++;
    }
}
