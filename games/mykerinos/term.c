/* Mykerinos in character cells: the desert on the left, the Museum on the right, the players
 * below. 80 columns and at most 19 rows, so that a small terminal shows it whole; where there
 * is room, the spaces of the desert are wider and two, four or six rows high, and the Museum
 * is twice as high. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"
#include <string.h>

enum {
    MUSEUM_GAP = 3, /* between the desert and the Museum */
    PATRONS_X = 25,
    PATRON_W = 11, /* a patron's column in the table of players */
};

static const pt_ink patron_ink[MK_PATRONS] = {PT_VIOLET, PT_YELLOW, PT_BROWN, PT_GREY,
                                              PT_ORANGE};

static pt_ink colour_ink(int colour) {
    assert(colour >= 0 && colour < MK_COLOURS);
    return colour == MK_NEUTRAL ? PT_GREY : (pt_ink)(PT_SEAT_0 + colour);
}

static const char *colour_glyph(int colour) {
    assert(colour >= 0 && colour < MK_COLOURS);
    return colour == MK_NEUTRAL ? "□" : pt_seat_glyphs[colour];
}

/* A patron's letter on a ground of their colour. */
static void draw_chip(pt_canvas *c, int x, int y, int patron, const char *text) {
    assert(patron == MK_NONE || (patron >= 0 && patron < MK_PATRONS));
    int end = pt_draw(c, x, y, PT_BRIGHT, text);
    if (patron == MK_NONE) return;
    pt_ground(c, x, y, end - x, 1, patron_ink[patron]);
    pt_target(c, x, y, end - x, 1, &mk_patron_kind, patron);
}

/* --- the desert (R2.5) --- */

/* A tile is two spaces and the cartouche between them. */
static int space_w(const pt_canvas *c) { return c->size ? 1 + 4 * c->size : 3; }
static int space_h(const pt_canvas *c) { return c->size ? 2 * c->size : 1; }
/* A cube or a pyramid is a block of signs. */
static int block_w(const pt_canvas *c) { return c->size > 1 ? 2 * c->size - 1 : 1; }
static int block_h(const pt_canvas *c) { return c->size > 1 ? c->size : 1; }
static int tile_w(const pt_canvas *c) { return 2 * space_w(c) + 2; }
static int tile_x(const pt_canvas *c, int column) { return 3 + column * (tile_w(c) + 1); }
static int space_x(const pt_canvas *c, int space) {
    return tile_x(c, (space & 7) / 2) + (space & 1) * (space_w(c) + 2);
}
static int row_y(const pt_canvas *c, int row) { return 2 + row * space_h(c) + row / 3; }
/* The frame between areas, and its right edge. */
static int frame_x(const pt_canvas *c, int area) { return tile_x(c, 2 * area) - 1; }
static int museum_x(const pt_canvas *c) { return frame_x(c, 2) + MUSEUM_GAP; }

static void draw_block(pt_canvas *c, int x, int y, pt_ink ink, const char *glyph) {
    for (int row = 0; row < block_h(c); row++)
        for (int column = 0; column < block_w(c); column++)
            pt_draw(c, x + column, y + row, ink, glyph);
}

static void draw_space(const mk_state *s, pt_canvas *c, int space) {
    assert(space >= 0 && space < MK_SPACES);
    int x = space_x(c, space), y = row_y(c, space / 8), owner = mk_cube_on(s, space);
    int left = x + (space_w(c) - block_w(c)) / 2, top = y + (space_h(c) - block_h(c)) / 2;
    bool pyramid = mk_on(s->pyramids, space);
    if (owner >= 0 && pyramid) pt_draw(c, left - 1, top, PT_SAND, "▲");
    if (owner >= 0)
        draw_block(c, left, top, colour_ink(owner), colour_glyph(owner));
    else if (pyramid)
        draw_block(c, left, top, PT_SAND, "▲");
    else
        pt_draw(c, x + space_w(c) / 2, y + (space_h(c) - 1) / 2, PT_DIM, "·");
    pt_target(c, x, y, space_w(c), space_h(c), &mk_space_kind, space);
}

/* The cartouche over the middle of a tile: patron and printed points. In the survey of its
 * area the whole tile can be pointed at. */
static void draw_tile(const mk_state *s, pt_canvas *c, int slot) {
    assert(slot >= 0 && slot < MK_SLOTS);
    int x = tile_x(c, slot % 4), y = row_y(c, slot / 4 * 3), chip = x + space_w(c);
    if (s->slot[slot] == MK_NONE) return;
    const mk_tile *t = &mk_tiles[s->slot[slot] % MK_ROTATED];
    char text[3] = {t->patron == MK_NONE ? 'X' : mk_patron_letters[t->patron][0],
                    t->points ? (char)('0' + t->points) : ' ', 0};
    draw_chip(c, chip, y + (3 * space_h(c) - 1) / 2, t->patron, text);
    if (s->head.phase != MKP_SURVEY || slot / 2 != s->area) return;
    pt_draw(c, chip, y, PT_BRIGHT, slot % 2 ? "R" : "L");
    pt_target(c, x, y, tile_w(c), 3 * space_h(c), &mk_side_kind, slot % 2);
}

/* The upper frame of an area: its number, and who leads in it (R5.2). */
static void draw_area_line(const mk_state *s, pt_canvas *c, int area) {
    int x = tile_x(c, area % 2 * 2), y = row_y(c, area / 2 * 3) - 1;
    uint8_t rank[MK_COLOURS];
    int n = mk_ranking(s, area, rank);
    bool now = s->head.phase == MKP_SURVEY && area == s->area;
    pt_drawf(c, x + 1, y, now ? PT_BRIGHT : PT_FRAME, now ? "▸%d◂" : " %d ", area + 1);
    x += 4;
    for (int place = 0; place < n; place++) {
        int cubes = mk_cubes_in(s, rank[place], area);
        x = pt_draw(c, x, y, colour_ink(rank[place]), colour_glyph(rank[place]));
        x = pt_drawf(c, x, y, place < 2 ? PT_BRIGHT : PT_PLAIN, "%d", cubes);
        if (cubes < 10) x = pt_draw(c, x, y, PT_FRAME, " ");
    }
}

static void draw_frame_line(pt_canvas *c, int y, const char *left, const char *middle,
                            const char *right) {
    for (int x = frame_x(c, 0); x < frame_x(c, 2); x++) pt_draw(c, x, y, PT_FRAME, "─");
    pt_draw(c, frame_x(c, 0), y, PT_FRAME, left);
    pt_draw(c, frame_x(c, 1), y, PT_FRAME, middle);
    pt_draw(c, frame_x(c, 2), y, PT_FRAME, right);
}

/* A row of spaces: the frame of the areas, and what parts their tiles. */
static void draw_row(const mk_state *s, pt_canvas *c, int row) {
    int y = row_y(c, row);
    pt_drawf(c, 0, y + (space_h(c) - 1) / 2, PT_DIM, "%d", row + 1);
    for (int line = y; line < y + space_h(c); line++) {
        for (int i = 0; i < 3; i++) pt_draw(c, frame_x(c, i), line, PT_FRAME, "│");
        for (int i = 1; i < 4; i += 2) pt_draw(c, tile_x(c, i) - 1, line, PT_FRAME, "┊");
    }
    for (int column = 0; column < 8; column++) draw_space(s, c, row * 8 + column);
    if (row % 3 == 2) draw_frame_line(c, y + space_h(c), "├", "┼", "┤");
}

static int draw_desert(const mk_state *s, pt_canvas *c) {
    int rows = mk_areas(s) / 2 * 3;
    for (int column = 0; column < 8; column++)
        pt_drawf(c, space_x(c, column) + space_w(c) / 2, 0, PT_DIM, "%c", 'a' + column);
    draw_frame_line(c, 1, "┌", "┬", "┐");
    for (int row = 0; row < rows; row++) draw_row(s, c, row);
    int bottom = row_y(c, rows - 1) + space_h(c);
    draw_frame_line(c, bottom, "└", "┴", "┘");
    for (int slot = 0; slot < mk_slots(s); slot++) draw_tile(s, c, slot);
    for (int area = 0; area < mk_areas(s); area++) draw_area_line(s, c, area);
    return bottom + 1;
}

/* --- the Museum (R2.6) --- */

/* clang-format off */
/* Where each room stands in the plan; 2s between their wings, 5s inside. */
static const struct { uint8_t x, y; } room_at[MK_ROOMS] = {
    {28, 1}, {28, 5}, {17, 7}, { 6, 5}, { 6, 1},  /* 21 to 25 */
    {17, 1}, {31, 3}, {26, 7}, { 8, 7}, { 3, 3},  /* 31 to 35 */
    {17, 2}, {24, 3}, {21, 5}, {13, 5}, {10, 3},  /* 51 to 55 */
};
static const struct { uint8_t x, y; } wing_at[MK_PATRONS] = {
    {17, 0}, {37, 3}, {32, 7}, {3, 7}, {0, 3}};
/* The doors into the "5" rooms, in the plan and in one that is twice as high. */
typedef struct door { uint8_t x, y; const char *text; } door;
static const door doors[] = {
    {11, 1, "───┐"}, {14, 2, "└──"}, {24, 1, "┌───"}, {22, 2, "──┘"}, /* 51 */
    {10, 2, "│"}, { 8, 3, "──"}, {10, 4, "│"},                         /* 55 */
    {28, 2, "│"}, {29, 3, "──"}, {28, 4, "│"},                         /* 52 */
    {11, 5, "──"}, {13, 6, "╱"}, {17, 6, "╲"},                         /* 54 */
    {26, 5, "──"}, {25, 6, "╲"}, {21, 6, "╱"},                         /* 53 */
    {0, 0, NULL},
};
static const door tall_doors[] = {
    {11, 2, "───┐"}, {14, 3, "│"}, {14, 4, "└──"},                     /* 51 */
    {24, 2, "┌───"}, {24, 3, "│"}, {22, 4, "──┘"},
    {10, 3, "│"}, {10, 4, "│"}, {10, 5, "│"}, { 8, 6, "──"},           /* 55 */
    {10, 7, "│"}, {10, 8, "│"}, {10, 9, "│"},
    {28, 3, "│"}, {28, 4, "│"}, {28, 5, "│"}, {29, 6, "──"},           /* 52 */
    {28, 7, "│"}, {28, 8, "│"}, {28, 9, "│"},
    {11, 10, "──"}, {14, 11, "╱"}, {13, 12, "╱"}, {12, 13, "╱"},       /* 54 */
    {16, 11, "╲"}, {17, 12, "╲"}, {18, 13, "╲"},
    {26, 10, "──"}, {24, 11, "╲"}, {25, 12, "╲"}, {26, 13, "╲"},       /* 53 */
    {22, 11, "╱"}, {21, 12, "╱"}, {20, 13, "╱"},
    {0, 0, NULL},
};
/* clang-format on */

static int museum_h(const pt_canvas *c) { return c->size > 1 ? 2 : 1; }

static void draw_museum(const mk_state *s, pt_canvas *c) {
    pt_draw_said(c, museum_x(c), 0, PT_DIM, mk_say_draw_museum());
    for (const door *d = museum_h(c) > 1 ? tall_doors : doors; d->text; d++)
        pt_draw(c, museum_x(c) + d->x, d->y, PT_FRAME, d->text);
    for (int room = 0; room < MK_ROOMS; room++) {
        int x = museum_x(c) + room_at[room].x, y = room_at[room].y * museum_h(c);
        x = pt_draw(c, x, y, PT_FRAME, "[");
        x = pt_draw(c, x, y, s->room[room] ? PT_DIM : PT_PLAIN, mk_room_names[room]);
        if (s->room[room])
            x = pt_draw(c, x, y, colour_ink(s->room[room] - 1),
                        colour_glyph(s->room[room] - 1));
        else
            x = pt_draw(c, x, y, PT_DIM, "·");
        pt_draw(c, x, y, PT_FRAME, "]");
        pt_target(c, x - 4, y, 5, 1, &mk_room_kind, room);
    }
    for (int wing = 0; wing < MK_PATRONS; wing++) {
        int x = museum_x(c) + wing_at[wing].x, y = wing_at[wing].y * museum_h(c);
        int patron = s->wing[wing];
        x = pt_drawf(c, x, y, PT_DIM, "%d", wing + 1);
        if (patron != MK_NONE) draw_chip(c, x, y, patron, mk_patron_letters[patron]);
    }
}

/* Season, passing scale, first player and what is still to be dealt. */
static void draw_course(const mk_state *s, pt_canvas *c, int y) {
    int x = pt_draw_said(c, museum_x(c), y, PT_BRIGHT, mk_say_draw_season(s->head.round));
    x = pt_draw_said(c, x + 2, y, PT_DIM, mk_say_draw_first()) + 1;
    if (s->head.phase > MKP_FIRST)
        x = pt_draw(c, x, y, colour_ink(s->first), colour_glyph(s->first));
    x = pt_draw_said(c, x + 2, y, PT_DIM, mk_say_draw_passed());
    int spaces = s->head.seats == 2 ? 3 : s->head.seats;
    for (int i = 0; i < spaces; i++) {
        x = pt_draw(c, x, y, PT_PLAIN, " ");
        if (s->passed[i])
            x = pt_draw(c, x, y, colour_ink(s->passed[i] - 1), colour_glyph(s->passed[i] - 1));
        else
            x = pt_draw(c, x, y, PT_DIM, "·");
    }
    x = pt_draw_said(c, museum_x(c), y + 1, PT_DIM, mk_say_draw_undealt(pt_count(s->undealt))) +
        1;
    for (int kind = 0; kind <= MK_PATRONS; kind++) {
        int left = pt_count(s->undealt >> (7 * kind) & 0x7F);
        pt_ink ink = kind == MK_PATRONS ? PT_PLAIN : patron_ink[kind];
        x = pt_draw(c, x + 1, y + 1, ink, kind == MK_PATRONS ? "X" : mk_patron_letters[kind]);
        x = pt_drawf(c, x, y + 1, PT_PLAIN, "%d", left);
    }
}

/* --- the players --- */

/* A patron's tiles with a player: a letter each, tilted ones small and dim, and what each is
 * worth at the end. */
static void draw_holding(const mk_state *s, pt_canvas *c, int x, int y, int seat, int patron) {
    const mk_player *p = &s->player[seat];
    int tiles = p->tiles[patron], tilted = p->tilted[patron], from = x;
    assert(tilted <= tiles);
    char small[2] = {(char)(mk_patron_letters[patron][0] - 'A' + 'a'), 0};
    if (tiles == 0) {
        x = pt_draw(c, x, y, PT_DIM, "·");
    } else if (tiles > 5) {
        x = pt_drawf(c, x, y, patron_ink[patron], "%d%s", tiles - tilted,
                     mk_patron_letters[patron]);
        if (tilted) x = pt_drawf(c, x, y, PT_DIM, "%d%s", tilted, small);
    } else {
        for (int i = 0; i < tiles; i++) {
            bool upright = i < tiles - tilted;
            x = pt_draw(c, x, y, upright ? patron_ink[patron] : PT_DIM,
                        upright ? mk_patron_letters[patron] : small);
        }
    }
    int value = mk_patron_value(s, seat, patron);
    pt_drawf(c, x, y, value > 1 ? PT_BRIGHT : PT_DIM, "×%d", value);
    pt_target(c, from, y, PATRON_W - 2, 1, &mk_patron_kind, patron);
}

static void draw_player(const mk_state *s, pt_canvas *c, int y, int seat, int viewer,
                        int32_t points) {
    const mk_player *p = &s->player[seat];
    if (s->head.node == PT_DECIDE && pt_has(s->head.owes, seat))
        pt_draw(c, 0, y, PT_BRIGHT, "▸");
    pt_draw(c, 1, y, colour_ink(seat), pt_seat_glyphs[seat]);
    if (seat == viewer)
        pt_draw_said(c, 3, y, PT_BRIGHT, mk_say_draw_you());
    else
        pt_draw_said(c, 3, y, PT_PLAIN, mk_say_draw_player(seat + 1));
    pt_drawf(c, 7, y, PT_BRIGHT, "%3d", (int)points);
    pt_drawf(c, 11, y, PT_PLAIN, "%4d", p->stock);
    pt_drawf(c, 16, y, PT_DIM, "%4d", p->reserve);
    if (s->head.seats == 2) pt_drawf(c, 21, y, PT_GREY, "%2d", p->neutral);
    if (p->blank) pt_draw(c, 24, y, PT_BRIGHT, "X");
    for (int patron = 0; patron < MK_PATRONS; patron++)
        draw_holding(s, c, PATRONS_X + PATRON_W * patron, y, seat, patron);
}

static void draw_players(const mk_state *s, pt_canvas *c, int y, int viewer) {
    int32_t points[PT_SEATS];
    mk_score(s, points);
    pt_draw_said(c, 7, y, PT_DIM, mk_say_draw_points());
    pt_draw_said(c, 11, y, PT_DIM, mk_say_draw_stock());
    pt_draw_said(c, 17, y, PT_DIM, mk_say_draw_reserve());
    if (s->head.seats == 2) pt_draw(c, 21, y, PT_DIM, " □");
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        int x = PATRONS_X + PATRON_W * patron;
        draw_chip(c, x, y, patron, mk_patron_letters[patron]);
        pt_draw_said(c, x + 2, y, PT_DIM, mk_say_draw_patron(patron));
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        draw_player(s, c, y + 1 + seat, seat, viewer, points[seat]);
}

void mk_draw(const void *view, int viewer, pt_canvas *out) {
    const mk_state *s = view;
    int below = draw_desert(s, out);
    assert(out->size || below <= 19 - s->head.seats + 1); /* rows of a small terminal */
    draw_museum(s, out);
    draw_course(s, out, 8 * museum_h(out));
    draw_players(s, out, below, viewer);
}
