/* Cyclades in character cells: the sea on the left, gods, creatures and isles on the right, the
 * players below. 80 columns; each circle of the board is four columns by two rows, or six by
 * three where there is room, or eight by four with everything else at the right. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include "games/cyclades/words.h"
#include <string.h>

/* A board is at most eleven circles wide and high; the panel stands beside it. */
enum { CIRCLES = 11, PANEL_GAP = 3, PANEL_W = 33, PLAYERS_W = 80 };

static bool all_at_right(const pt_canvas *c) { return c->size > 1; }
static int cell_w(const pt_canvas *c) { return all_at_right(c) ? 8 : 4 + 2 * c->size; }
static int cell_h(const pt_canvas *c) { return cell_w(c) / 2; }
static int panel_x(const pt_canvas *c) { return CIRCLES * cell_w(c) + PANEL_GAP; }
/* The players and the legend: their left edge, and the right one. */
static int players_x(const pt_canvas *c) { return all_at_right(c) ? panel_x(c) : 0; }
static int line_w(const pt_canvas *c) {
    return panel_x(c) + (all_at_right(c) ? PLAYERS_W : PANEL_W);
}

static const char type_letters[] = "PFTU";

static pt_ink seat_ink(int seat) { return (pt_ink)(PT_SEAT_0 + seat); }

/* --- the board (R2.6, R2.8) --- */

static int row_of(int cell) {
    int row = 0;
    while (row < 10 && cy_cell_names[cell][0] != 'a' + row) row++;
    return row;
}

/* Where a cell is drawn; a small map stands in the middle of the space of a large one. */
static int cell_x(const pt_canvas *canvas, const cy_map *map, int cell) {
    assert(cell >= 0 && cell < CY_CELLS);
    int row = row_of(cell), column = 0;
    for (const char *c = cy_cell_names[cell] + 1; *c; c++) column = 10 * column + (*c - '0');
    int half = 2 * (column - 1) + (row < 5 ? 5 - row : row - 5);
    return 1 + (CIRCLES - map->width) * cell_w(canvas) / 4 + half * cell_w(canvas) / 2;
}
static int cell_y(const pt_canvas *c, int cell) { return cell_h(c) * row_of(cell); }

static void draw_sea(const cy_state *s, pt_canvas *c, int sea) {
    const cy_map *map = cy_map_of(s);
    int cell = map->sea[sea].cell, x = cell_x(c, map, cell), y = cell_y(c, cell);
    int owner = cy_fleet_owner(s, sea);
    int end = pt_draw(c, x, y, PT_SEA, cy_cell_names[cell]);
    if (map->sea[sea].horn) pt_draw(c, end, y, PT_YELLOW, "$");
    if (s->figure[CYG_KRAKEN] == sea + 1) {
        pt_draw_name(c, x, y + 1, PT_VIOLET, &cy_names_figure, CYG_KRAKEN);
    } else if (owner >= 0) {
        end = pt_draw(c, x, y + 1, seat_ink(owner), pt_seat_glyphs[owner]);
        end = pt_drawf(c, end, y + 1, PT_BRIGHT, "%d", s->fleet[sea]);
        if (s->battle == CYB_SEA && s->field == sea)
            pt_drawf(c, end, y + 1, seat_ink(cy_acting(s)), "!%d", s->attackers);
    } else {
        pt_draw(c, x, y + 1, PT_DIM, cy_in(cy_blocked(s), sea) ? "xx" : "~");
    }
    pt_target(c, x, y, cell_w(c), cell_h(c), &cy_cell_kind, cell);
}

/* Letters of what stands on an isle; a temple used this cycle is small. */
static void building_letters(const cy_state *s, int isle, char out[32]) {
    int n = 0;
    for (int type = 0; type < CY_TYPES; type++)
        for (int i = 0; i < s->building[isle][type] && n < 30; i++)
            out[n++] = type == CY_TEMPLE && i < s->used[isle] ? 't' : type_letters[type];
    out[n] = 0;
}

/* Owner and troops; behind them who attacks, or the first letters of the figure. */
static void draw_holders(const cy_state *s, pt_canvas *c, int x, int y, int isle) {
    int owner = s->owner[isle] - 1, figure = cy_figure_at(s, isle), end;
    if (owner >= 0)
        end = pt_draw(c, x, y, seat_ink(owner), pt_seat_glyphs[owner]);
    else
        end = pt_draw(c, x, y, PT_DIM, "-");
    if (owner >= 0) end = pt_drawf(c, end, y, PT_BRIGHT, "%d", s->troops[isle]);
    if (s->battle == CYB_LAND && s->field == isle)
        pt_drawf(c, end, y, seat_ink(cy_acting(s)), "!%d", s->attackers);
    else if (figure >= 0)
        pt_draw_name(c, x + 2, y, PT_VIOLET, &cy_names_figure, figure);
}

static void draw_isle(const cy_state *s, pt_canvas *c, int isle) {
    const cy_map *map = cy_map_of(s);
    const cy_isle *is = &map->isle[isle];
    char letters[32];
    building_letters(s, isle, letters);
    int w = cell_w(c), h = cell_h(c);
    const char *left = letters;
    for (int i = 0; i < is->size; i++) {
        int x = cell_x(c, map, is->cell[i]), y = cell_y(c, is->cell[i]);
        for (int row = 0; row < h; row++)
            for (int column = 0; column < w; column++)
                pt_draw(c, x + column, y + row, PT_LAND, "░");
        if (i == 0) {
            int end = pt_draw(c, x, y, PT_BRIGHT, cy_isle_names[isle]);
            if (cy_in(s->metropolis, isle)) pt_draw(c, end, y, PT_YELLOW, "M");
            draw_holders(s, c, x, y + 1, isle);
        }
        for (int row = i == 0 ? 2 : 0; row < h && *left; row++) {
            size_t n = strlen(left) < (size_t)w ? strlen(left) : (size_t)w;
            pt_drawf(c, x, y + row, PT_ORANGE, "%.*s", (int)n, left);
            left += n;
        }
        pt_target(c, x, y, w, h, &cy_isle_kind, isle);
    }
}

/* --- gods, creatures, isles --- */

static int draw_marker(pt_canvas *c, int x, int y, int stored) {
    assert(stored >= 0 && stored <= CY_SEATS);
    if (!stored) return pt_draw(c, x, y, PT_DIM, "·");
    return pt_draw(c, x, y, seat_ink(stored - 1), pt_seat_glyphs[stored - 1]);
}

static void draw_god(const cy_state *s, pt_canvas *c, int y, int god, bool up, int place) {
    assert(god >= 0 && god <= CY_APOLLO);
    bool now = s->god == god + 1;
    pt_draw(c, panel_x(c), y, PT_BRIGHT, now ? "▸" : s->chosen == god + 1 ? "?" : " ");
    if (place)
        pt_drawf(c, panel_x(c) + 1, y, PT_DIM, "%d", place);
    else
        pt_draw(c, panel_x(c) + 1, y, PT_DIM, "-");
    pt_draw_name(c, panel_x(c) + 3, y, up ? PT_BRIGHT : PT_DIM, &cy_names_god, god);
    pt_target(c, panel_x(c), y, 12, 1, &cy_shrine_kind, god);
    int x = panel_x(c) + 13;
    if (god == CY_APOLLO) {
        for (int i = 0; i < CY_SEATS && s->apollo[i]; i++)
            x = draw_marker(c, x, y, s->apollo[i]);
    } else if (!up) {
        pt_draw_said(c, x, y, PT_DIM, cy_say_draw_face_down());
    } else if (s->holder[god]) {
        x = draw_marker(c, x, y, s->holder[god]);
        pt_draw_said(c, x + 1, y, PT_BRIGHT, cy_say_draw_offers(s->offer[god]));
    } else {
        pt_draw(c, x, y, PT_DIM, "·");
    }
}

static int draw_gods(const cy_state *s, pt_canvas *c, int y) {
    unsigned down = cy_gods_down(s);
    if (s->head.round == 0) return y;
    for (int place = 0; place < s->up; place++)
        draw_god(s, c, y++, s->gods[place] - 1, true, place + 1);
    for (int god = 0; god < CY_GODS; god++)
        if (cy_in(down, god)) draw_god(s, c, y++, god, false, 0);
    draw_god(s, c, y++, CY_APOLLO, true, s->up + 1);
    int x = pt_draw_said(c, panel_x(c) + 1, y, PT_DIM, cy_say_draw_turn_track()) + 1;
    for (int space = 0; space < s->markers; space++)
        x = draw_marker(c, x, y, s->order[space]) + 1;
    return y + 1;
}

/* R4.25: the price for the player who acts, else for the viewer. */
static void draw_creature(const cy_state *s, pt_canvas *c, int y, int place, int buyer) {
    assert(place >= 0 && place < CY_PLACES);
    int creature = s->track[place] - 1;
    pt_drawf(c, panel_x(c) + 1, y, PT_DIM, "%d", place + CY_FIRST_SPACE);
    if (creature < 0) {
        pt_draw(c, panel_x(c) + 3, y, PT_DIM, "·");
    } else {
        pt_draw_name(c, panel_x(c) + 3, y, PT_VIOLET, &cy_names_creature, creature);
        if (buyer >= 0)
            pt_draw_said(c, panel_x(c) + 15, y, PT_PLAIN,
                         cy_say_draw_gold(cy_creature_price(s, buyer, place)));
    }
    pt_target(c, panel_x(c), y, 22, 1, &cy_place_kind, place);
}

/* "n10 ■2 PF·· M +2 Medusa●": owner and troops, buildings and free squares, metropolis,
 * prosperity, figure and who placed it. */
static void draw_isle_line(const cy_state *s, pt_canvas *c, int y, int isle) {
    char letters[32];
    int x = panel_x(c) + 1, owner = s->owner[isle] - 1, figure = cy_figure_at(s, isle);
    int prosperity = cy_map_of(s)->isle[isle].prosperity + s->marker[isle];
    building_letters(s, isle, letters);
    pt_draw(c, x, y, PT_BRIGHT, cy_isle_names[isle]);
    int end = draw_marker(c, x + 4, y, s->owner[isle]);
    if (owner >= 0) pt_drawf(c, end, y, PT_BRIGHT, "%d", s->troops[isle]);
    end = pt_draw(c, x + 8, y, PT_ORANGE, letters);
    for (int room = cy_room(s, isle); room > 0; room--) end = pt_draw(c, end, y, PT_DIM, "□");
    if (cy_in(s->metropolis, isle))
        pt_draw(c, x + 13, y, PT_YELLOW, cy_in(s->metropolis_used, isle) ? "m" : "M");
    if (prosperity) pt_drawf(c, x + 15, y, PT_YELLOW, "+%d", prosperity);
    if (figure >= 0) {
        end = pt_draw_name(c, x + 18, y, PT_VIOLET, &cy_names_creature, CY_CHIRON + figure);
        draw_marker(c, end, y, s->controller[figure]);
    }
    pt_target(c, panel_x(c), y, PANEL_W, 1, &cy_isle_kind, isle);
}

static int draw_panel(const cy_state *s, pt_canvas *c, int viewer) {
    int buyer = s->turn ? cy_acting(s) : viewer, y = 0;
    pt_draw_said(c, panel_x(c), y++, PT_BRIGHT, cy_say_draw_cycle(s->head.round, cy_goal(s)));
    y = draw_gods(s, c, y);
    for (int place = CY_PLACES - 1; place >= 0; place--) draw_creature(s, c, y++, place, buyer);
    pt_draw_said(c, panel_x(c) + 1, y++, PT_DIM,
                 cy_say_draw_piles(pt_count(s->deck), pt_count(s->discard)));
    for (int isle = 0; isle < cy_map_of(s)->isles; isle++) draw_isle_line(s, c, y++, isle);
    return y;
}

/* --- the players and the legend --- */

/* The kinds of buildings a player owns, a dot for each that is missing. */
static void owned_types(const cy_state *s, int seat, char out[5]) {
    unsigned owned = cy_types_owned(s, seat);
    for (int type = 0; type < CY_TYPES; type++)
        out[type] = cy_in(owned, type) ? type_letters[type] : '.';
    out[CY_TYPES] = 0;
}

static void draw_player(const cy_state *s, pt_canvas *c, int y, int seat, int viewer) {
    char types[5];
    int left = players_x(c);
    owned_types(s, seat, types);
    if (s->head.node == PT_DECIDE && pt_has(s->head.owes, seat))
        pt_draw(c, left, y, PT_BRIGHT, "▸");
    pt_draw(c, left + 1, y, seat_ink(seat), pt_seat_glyphs[seat]);
    int end = pt_drawf(c, left + 3, y, seat == viewer ? PT_BRIGHT : PT_PLAIN, "p%d", seat + 1);
    if (seat == viewer) pt_draw_said(c, end + 1, y, PT_BRIGHT, cy_say_draw_you());
    pt_target(c, left, y, 10, 1, &cy_player_kind, seat);
    if (!pt_has(s->alive, seat)) {
        pt_draw_said(c, left + 11, y, PT_DIM, cy_say_draw_out());
        return;
    }
    pt_drawf(c, left + 13, y, PT_BRIGHT, "%d", cy_metropolises(s, seat));
    if (s->gold[seat] == CY_HIDDEN)
        pt_draw(c, left + 21, y, PT_DIM, "?");
    else
        pt_drawf(c, left + 18, y, PT_YELLOW, "%4d", s->gold[seat]);
    pt_drawf(c, left + 23, y, PT_PLAIN, "+%d", cy_revenue(s, seat));
    pt_drawf(c, left + 31, y, PT_PLAIN, "%d", s->priests[seat]);
    pt_drawf(c, left + 39, y, s->philosophers[seat] >= CY_WISE - 1 ? PT_RED : PT_PLAIN, "%d/%d",
             s->philosophers[seat], CY_WISE);
    pt_draw(c, left + 47, y, PT_ORANGE, types);
    pt_drawf(c, left + 54, y, PT_PLAIN, "%d", cy_discounts(s, seat));
    pt_drawf(c, left + 62, y, PT_PLAIN, "%d", CY_UNITS - s->ships[seat]);
    pt_drawf(c, left + 74, y, PT_PLAIN, "%d", CY_UNITS - s->men[seat]);
}

static int draw_players(const cy_state *s, pt_canvas *c, int y, int viewer) {
    pt_draw_said(c, players_x(c) + 11, y++, PT_DIM, cy_say_draw_columns());
    for (int seat = 0; seat < s->head.seats; seat++) draw_player(s, c, y++, seat, viewer);
    return y;
}

/* What the creatures on the track do, and the one in use; the row below them. The names are
 * drawn again, over the sentence, in their own ink. */
static int draw_powers(const cy_state *s, pt_canvas *c, int y) {
    for (int place = CY_PLACES - 1; place >= 0; place--) {
        int creature = s->track[place] - 1;
        if (creature < 0) continue;
        pt_draw_said(c, players_x(c) + 1, y, PT_DIM, cy_say_draw_creature(creature, creature));
        pt_draw_name(c, players_x(c) + 1, y++, PT_VIOLET, &cy_names_creature, creature);
    }
    if (s->card) {
        pt_draw_said(c, players_x(c) + 1, y, PT_DIM,
                     cy_say_draw_in_use(s->card - 1, s->card - 1));
        pt_draw_said(c, players_x(c) + 1, y++, PT_BRIGHT,
                     cy_say_draw_in_use_title(s->card - 1));
    }
    return y;
}

static int draw_discard(const cy_state *s, pt_canvas *c, int y) {
    int left = pt_draw_said(c, players_x(c) + 1, y, PT_DIM, cy_say_draw_discarded()) + 1,
        x = left;
    for (uint64_t set = s->discard; set; set &= set - 1) {
        int creature = pt_lowest(set);
        int w =
            pt_draw_name(c, 0, -1, PT_DIM, &cy_names_creature, creature); /* off the canvas */
        if (x + w > line_w(c)) {
            x = left;
            y++;
        }
        pt_draw_name(c, x, y, PT_VIOLET, &cy_names_creature, creature);
        pt_target(c, x, y, w, 1, &cy_creature_kind, creature);
        x += w + 1;
    }
    return y + 1;
}

/* The letters and signs of the board. */
static void draw_legend(const cy_state *s, pt_canvas *c, int y) {
    y = draw_discard(s, c, draw_powers(s, c, y));
    int x = players_x(c) + 1;
    for (int type = 0; type < CY_TYPES; type++) {
        int end = pt_drawf(c, x, y, PT_ORANGE, "%c ", type_letters[type]);
        end = pt_draw_name(c, end, y, PT_ORANGE, &cy_names_building, type);
        pt_target(c, x, y, end - x, 1, &cy_type_kind, type);
        x = end + 2;
    }
    pt_draw_said(c, x, y++, PT_DIM, cy_say_draw_metropolis());
    pt_draw_said(c, players_x(c) + 1, y++, PT_DIM, cy_say_draw_signs());
    x = players_x(c) + 1;
    for (int figure = 0; figure < CY_FIGURES; figure++)
        x = pt_draw_name(c, x, y, PT_DIM, &cy_names_figure, figure) + 1;
    x = pt_draw_said(c, x, y, PT_DIM, cy_say_draw_figures());
    pt_draw_said(c, x + 2, y, PT_DIM, cy_say_draw_discounts());
}

void cy_draw(const void *view, int viewer, pt_canvas *out) {
    const cy_state *s = view;
    const cy_map *map = cy_map_of(s);
    for (int sea = 0; sea < map->seas; sea++) draw_sea(s, out, sea);
    for (int isle = 0; isle < map->isles; isle++) draw_isle(s, out, isle);
    int y = draw_panel(s, out, viewer);
    int board = CIRCLES * cell_h(out);
    if (all_at_right(out))
        y++;
    else if (y < board)
        y = board;
    y = draw_players(s, out, y, viewer);
    draw_legend(s, out, y);
}
