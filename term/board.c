/* The board on the screen: the game's canvas with marks for what is open, chosen and new, and a
 * cursor that jumps from target to target. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include <stdlib.h>

static bool same_aim(pt_aim a, pt_aim b) { return a.kind == b.kind && a.value == b.value; }

static pt_aim cell_aim(const pt_cell *cell) { return (pt_aim){cell->kind, cell->value}; }

/* --- the canvas and its targets --- */

static void draw_position(pt_ui *ui, const void *state, pt_canvas *canvas) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    pt_observe(ui->game, state, ui->viewer, view);
    pt_canvas_clear(canvas);
    canvas->language = ui->screen.language;
    canvas->size = ui->size;
    ui->game->draw(view, ui->viewer, canvas);
}

/* Takes the largest board that fits with the lines for names, the question, the menu and
 * messages; else the smallest, which scrolls. */
static void choose_size(pt_ui *ui) {
    enum { OTHER_LINES = 6 };
    pt_canvas *tried = malloc(sizeof *tried);
    for (ui->size = PT_BOARD_SIZES - 1; tried && ui->size > 0; ui->size--) {
        draw_position(ui, pt_local_state(ui->local), tried);
        if (tried->width <= ui->screen.width &&
            tried->height + OTHER_LINES <= ui->screen.height)
            break;
    }
    if (!tried) ui->size = 0;
    free(tried);
}

bool pt_ui_fit_board(pt_ui *ui) {
    pt_screen_measure(&ui->screen);
    if (ui->fit_width == ui->screen.width && ui->fit_height == ui->screen.height) return false;
    ui->fit_width = ui->screen.width;
    ui->fit_height = ui->screen.height;
    choose_size(ui);
    return true;
}

static bool find_aim(const pt_canvas *c, pt_aim aim, int *x, int *y) {
    for (*y = 0; *y < c->height; (*y)++)
        for (*x = 0; *x < c->width; (*x)++)
            if (c->cell[*y][*x].kind && same_aim(cell_aim(&c->cell[*y][*x]), aim)) return true;
    return false;
}

/* The targets of the others' moves since the viewer's own last move. A target that has moved
 * on the board since (say, the left tile of an area) means something else by now, and is
 * left out. */
static void find_recent(pt_ui *ui) {
    const pt_local_table *l = ui->local;
    int ply = pt_local_length(l);
    pt_canvas *before = malloc(sizeof *before);
    ui->recent_count = 0;
    while (before && ply-- > 0) {
        pt_table_step step = pt_local_step(l, ply);
        if (step.seat == PT_LUCK || step.seat == ui->viewer) break;
        const void *state = pt_local_state_at(l, ply);
        if (ui->game->sight &&
            ui->game->sight(state, step.seat, step.move, ui->viewer) != PT_SEEN)
            continue;
        const pt_verb *verb = &ui->game->verbs.row[pt_verb_of(step.move)];
        draw_position(ui, state, before);
        for (int i = 0; i < PT_ARGS && verb->kind[i] && ui->recent_count < PT_FRESH_AIMS; i++) {
            pt_aim aim;
            int x, y, old_x, old_y;
            aim.kind = pt_points_at(verb, step.move, i, &aim.value);
            if (find_aim(&ui->canvas, aim, &x, &y) && find_aim(before, aim, &old_x, &old_y) &&
                x == old_x && y == old_y)
                ui->recent[ui->recent_count++] = aim;
        }
        if (ui->viewer == PT_PUBLIC) break;
    }
    free(before);
}

void pt_ui_redraw_canvas(pt_ui *ui) {
    pt_observe(ui->game, pt_local_state(ui->local), ui->viewer, ui->view);
    draw_position(ui, pt_local_state(ui->local), &ui->canvas);
    find_recent(ui);
}

static int spot_of(const pt_ui *ui, pt_aim aim) {
    for (int i = 0; i < ui->spots; i++)
        if (same_aim(ui->spot[i].aim, aim)) return i;
    return -1;
}

static void measure_spot(const pt_canvas *c, pt_spot *spot) {
    spot->w = spot->h = 1;
    while (spot->x + spot->w < c->width &&
           same_aim(cell_aim(&c->cell[spot->y][spot->x + spot->w]), spot->aim))
        spot->w++;
    while (spot->y + spot->h < c->height &&
           same_aim(cell_aim(&c->cell[spot->y + spot->h][spot->x]), spot->aim))
        spot->h++;
}

static bool among(const pt_aim *aims, int n, pt_aim aim) {
    for (int i = 0; i < n; i++)
        if (same_aim(aims[i], aim)) return true;
    return false;
}

/* The open targets that the board shows, in reading order. */
void pt_ui_find_spots(pt_ui *ui) {
    pt_aim open[PT_SPOTS];
    ui->spots = 0;
    if (ui->asked_ply < 0 || ui->confirm) return;
    int n = pt_build_targets(&ui->build, open, PT_SPOTS);
    for (int y = 0; y < ui->canvas.height; y++)
        for (int x = 0; x < ui->canvas.width && ui->spots < PT_SPOTS; x++) {
            const pt_cell *cell = &ui->canvas.cell[y][x];
            if (!cell->kind || (x > 0 && same_aim(cell_aim(cell), cell_aim(cell - 1))))
                continue;
            if (spot_of(ui, cell_aim(cell)) >= 0 || !among(open, n, cell_aim(cell))) continue;
            pt_spot *spot = &ui->spot[ui->spots++];
            *spot = (pt_spot){.aim = cell_aim(cell), .x = x, .y = y};
            measure_spot(&ui->canvas, spot);
        }
}

/* --- the cursor --- */

static int middle_x(const pt_spot *s) { return s->x + (s->w - 1) / 2; }
static int middle_y(const pt_spot *s) { return s->y + (s->h - 1) / 2; }

static void put_cursor(pt_ui *ui, int spot) {
    ui->on_menu = false;
    ui->at_spot = spot;
    ui->cursor_x = middle_x(&ui->spot[spot]);
    ui->cursor_y = middle_y(&ui->spot[spot]);
    pt_ui_see_cursor(ui);
}

void pt_ui_keep_cursor(pt_ui *ui, pt_aim aim) {
    int spot = aim.kind ? spot_of(ui, aim) : -1;
    if (spot >= 0) put_cursor(ui, spot);
}

static int nearest_spot(const pt_ui *ui) {
    int best = -1, least = 0;
    for (int i = 0; i < ui->spots; i++) {
        int d = abs(middle_x(&ui->spot[i]) - ui->cursor_x) +
                2 * abs(middle_y(&ui->spot[i]) - ui->cursor_y);
        if (best < 0 || d < least) {
            best = i;
            least = d;
        }
    }
    return best;
}

/* Scrolls so that all open targets can be seen, if the board's window is high enough. */
static void see_spots(pt_ui *ui) {
    int top = ui->canvas.height, end = 0;
    for (int i = 0; i < ui->spots; i++) {
        const pt_spot *s = &ui->spot[i];
        if (s->y < top) top = s->y;
        if (s->y + s->h > end) end = s->y + s->h;
    }
    if (end - top > ui->board.h) return;
    if (end > ui->scroll_y + ui->board.h) ui->scroll_y = end - ui->board.h;
    if (top < ui->scroll_y) ui->scroll_y = top;
}

/* After a step: the cursor stays where it is if a move can be finished there, otherwise it goes
 * to the nearest open target, or to the menu. */
void pt_ui_settle_cursor(pt_ui *ui) {
    ui->at_spot = -1;
    if (ui->at_item >= ui->items) ui->at_item = 0;
    if (ui->confirm || (ui->build.length && pt_build_obvious(&ui->build))) {
        ui->on_menu = false;
        return;
    }
    if (ui->spots == 0 || (ui->on_menu && ui->items && !ui->build.verb)) {
        ui->on_menu = ui->items > 0;
        return;
    }
    see_spots(ui);
    put_cursor(ui, nearest_spot(ui));
}

/* Item a stands on the same line as b, and nearer to the one under the cursor. */
static bool is_nearer(const pt_ui *ui, int a, int b) {
    if (a < 0 || a >= ui->items || ui->item[a].y != ui->item[b].y) return false;
    int x = ui->item[ui->at_item].x;
    return abs(ui->item[a].x - x) < abs(ui->item[b].x - x);
}

/* Downwards from the board is the menu; upwards from the menu is the board. */
static bool move_in_menu(pt_ui *ui, int dx, int dy) {
    int next = ui->at_item + dx, y = ui->item[ui->at_item].y;
    if (dy) {
        for (next = ui->at_item + dy; next >= 0 && next < ui->items; next += dy)
            if (ui->item[next].y != y) break;
        if (next < 0 && ui->spots > 0) {
            put_cursor(ui, nearest_spot(ui));
            return true;
        }
        while (next >= 0 && next < ui->items && is_nearer(ui, next + dy, next)) next += dy;
    }
    if (next < 0 || next >= ui->items) return false;
    ui->at_item = next;
    return true;
}

bool pt_ui_move_cursor(pt_ui *ui, int dx, int dy) {
    if (ui->on_menu) return move_in_menu(ui, dx, dy);
    int best = -1, least = 0;
    for (int i = 0; i < ui->spots; i++) {
        if (i == ui->at_spot) continue;
        int x = middle_x(&ui->spot[i]) - ui->cursor_x;
        int y = middle_y(&ui->spot[i]) - ui->cursor_y;
        int along = dx ? x * dx : 2 * y * dy, aside = dx ? 2 * abs(y) : abs(x);
        if (along <= 0) continue;
        int cost = along + 3 * aside;
        if (best < 0 || cost < least) {
            best = i;
            least = cost;
        }
    }
    if (best >= 0)
        put_cursor(ui, best);
    else if (dy > 0 && ui->items > 0)
        ui->on_menu = true;
    return best >= 0;
}

/* Goes through the board's targets in reading order, then through the menu, and starts
 * again. */
void pt_ui_cycle(pt_ui *ui, int step) {
    int all = ui->spots + ui->items;
    if (all == 0) return;
    int at = ui->on_menu ? ui->spots + ui->at_item : ui->at_spot;
    if (at < 0) at = step > 0 ? -1 : all;
    at = (at + step + all) % all;
    if (at < ui->spots) {
        put_cursor(ui, at);
    } else {
        ui->on_menu = true;
        ui->at_item = at - ui->spots;
    }
}

static int clamp(int n, int low, int high) { return n < low ? low : n > high ? high : n; }

static void clamp_scroll(pt_ui *ui) {
    int most_x = ui->canvas.width - ui->board.w, most_y = ui->canvas.height - ui->board.h;
    ui->scroll_x = clamp(ui->scroll_x, 0, most_x > 0 ? most_x : 0);
    ui->scroll_y = clamp(ui->scroll_y, 0, most_y > 0 ? most_y : 0);
}

void pt_ui_see_cursor(pt_ui *ui) {
    if (ui->cursor_x < ui->scroll_x + 2) ui->scroll_x = ui->cursor_x - 2;
    if (ui->cursor_y < ui->scroll_y + 1) ui->scroll_y = ui->cursor_y - 1;
    if (ui->cursor_x >= ui->scroll_x + ui->board.w - 2)
        ui->scroll_x = ui->cursor_x - ui->board.w + 3;
    if (ui->cursor_y >= ui->scroll_y + ui->board.h - 1)
        ui->scroll_y = ui->cursor_y - ui->board.h + 2;
    clamp_scroll(ui);
}

bool pt_ui_aim_at(const pt_ui *ui, int y, int x, pt_aim *out) {
    int cy = y - ui->board.y, cx = x - ui->board.x;
    if (cy < 0 || cx < 0 || cy >= ui->board.h || cx >= ui->board.w) return false;
    cy += ui->scroll_y;
    cx += ui->scroll_x;
    if (cy >= ui->canvas.height || cx >= ui->canvas.width) return false;
    *out = cell_aim(&ui->canvas.cell[cy][cx]);
    return out->kind != NULL;
}

/* --- showing --- */

static pt_mark mark_of(const pt_ui *ui, const pt_cell *cell) {
    if (!cell->kind) return PT_AS_DRAWN;
    pt_aim aim = cell_aim(cell);
    if (!ui->on_menu && ui->at_spot >= 0 && same_aim(ui->spot[ui->at_spot].aim, aim))
        return PT_CURSOR;
    for (int i = 0; i < ui->build.length && ui->asked_ply >= 0; i++)
        if (same_aim(ui->build.path[i], aim)) return PT_CHOSEN;
    for (int i = 0; i < ui->recent_count; i++)
        if (same_aim(ui->recent[i], aim)) return PT_LAST;
    return spot_of(ui, aim) >= 0 ? PT_OPEN : PT_AS_DRAWN;
}

/* Arrows in the corner say that there is more board beyond the edge. */
static void show_more(pt_ui *ui) {
    const pt_rect *r = &ui->board;
    int right = r->x + r->w - 1;
    if (ui->scroll_y > 0) pt_screen_put(&ui->screen, r->y, right, 1, PT_BRIGHT, PT_BAR, "↑");
    if (ui->scroll_y + r->h < ui->canvas.height)
        pt_screen_put(&ui->screen, r->y + r->h - 1, right, 1, PT_BRIGHT, PT_BAR, "↓");
    if (ui->scroll_x > 0) pt_screen_put(&ui->screen, r->y + 1, r->x, 1, PT_BRIGHT, PT_BAR, "←");
    if (ui->scroll_x + r->w < ui->canvas.width)
        pt_screen_put(&ui->screen, r->y + 1, right, 1, PT_BRIGHT, PT_BAR, "→");
}

void pt_ui_show_board(pt_ui *ui) {
    clamp_scroll(ui);
    pt_ui_find_preview(ui);
    for (int y = 0; y < ui->board.h && y + ui->scroll_y < ui->canvas.height; y++)
        for (int x = 0; x < ui->board.w && x + ui->scroll_x < ui->canvas.width; x++) {
            const pt_cell *cell = &ui->canvas.cell[y + ui->scroll_y][x + ui->scroll_x];
            const pt_cell *after = pt_ui_preview_cell(ui, y + ui->scroll_y, x + ui->scroll_x);
            pt_mark mark = after ? PT_PREVIEW : mark_of(ui, cell);
            pt_screen_cell(&ui->screen, ui->board.y + y, ui->board.x + x, after ? after : cell,
                           mark);
        }
    show_more(ui);
}
