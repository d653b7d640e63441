/* Myst in character cells, 80 columns wide: the puzzle as a map, beside it the Landmarks and
 * the teams, below it the tray of pieces. Colours never stand alone: a covered cell carries its
 * team's letter. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"

enum { LEFT = 3, TOP = 3, CELL_W = 4, CELL_H = 2, PANEL = 53 };

static const struct {
    char code;
    const char *glyph;
    pt_ink ink;
} terrain[] = {
    {'~', "~", PT_SEA},   {'s', ".", PT_SAND}, {'m', "\"", PT_GREEN},
    {'f', "♣", PT_GREEN}, {'p', "=", PT_SAND}, {'r', "^", PT_ROCK},
};

static void draw_picture(pt_canvas *c, int x, int y, int cell) {
    assert(cell >= 0 && cell < MS_CELLS);
    char letter[2] = {ms_terrain[cell], 0};
    for (size_t i = 0; i < sizeof terrain / sizeof *terrain; i++)
        if (terrain[i].code == letter[0]) {
            pt_draw(c, x, y, terrain[i].ink, terrain[i].glyph);
            letter[0] = 0;
        }
    if (letter[0]) pt_draw(c, x, y, PT_BRIGHT, letter);
    if (ms_key_at[cell]) pt_draw(c, x + 1, y, PT_ORANGE, "♦");
    if (ms_is_switch(cell)) pt_draw(c, x + 1, y, PT_RED, "!");
}

/* Upper line: the picture, ♦ for a Key cell, ! for a switch, the owner. Lower line: a playing
 * piece, # for a Key piece laid on top, + for a cell the viewer can build on. */
static void draw_cell(const ms_state *s, int viewer, pt_canvas *c, int cell) {
    assert(viewer < MS_TEAMS);
    int x = LEFT + cell % MS_COLUMNS * CELL_W, y = TOP + cell / MS_COLUMNS * CELL_H;
    int landmark = ms_key_at[cell] - 1;
    bool covered = false;
    pt_draw(c, x, y, PT_DIM, "   ");
    pt_draw(c, x, y + 1, PT_DIM, "   ");
    for (int team = 0; team < MS_TEAMS; team++) {
        pt_ink ink = (pt_ink)(PT_SEAT_0 + team);
        if (s->pos[team] == cell) pt_draw(c, x, y + 1, ink, team == MS_YELLOW ? "Y" : "B");
        if (!ms_on(s->owner[team], cell)) continue;
        covered = true;
        pt_draw(c, x + 2, y, ink, ms_team_letters[team]);
        if (landmark >= 0 && s->over[landmark] == MS_LAID)
            pt_draw(c, x + 1, y + 1, (pt_ink)(PT_SEAT_0 + ms_rival(team)), "#");
    }
    if (covered || !s->hard) draw_picture(c, x, y, cell);
    if (!covered && !s->hard && s->head.phase == MSP_PUZZLE && viewer >= 0 &&
        ms_on(ms_frontier(s, viewer), cell))
        pt_draw(c, x + 2, y + 1, PT_BRIGHT, "+");
    if (s->head.phase == MSP_MOVE && s->mover == viewer && ms_on(ms_reach(s, viewer), cell))
        pt_draw(c, x + 2, y + 1, PT_BRIGHT, "+");
    pt_target(c, x, y, CELL_W - 1, CELL_H, &ms_cell_kind, cell);
}

static void draw_board(const ms_state *s, int viewer, pt_canvas *c) {
    for (int column = 0; column < MS_COLUMNS; column++)
        pt_drawf(c, LEFT + column * CELL_W, TOP - 1, PT_FRAME, "%c", 'a' + column);
    for (int row = 0; row < MS_ROWS; row++)
        pt_drawf(c, 1, TOP + row * CELL_H, PT_FRAME, "%d", row + 1);
    for (int cell = 0; cell < MS_CELLS; cell++) draw_cell(s, viewer, c, cell);
}

static void draw_title(const ms_state *s, pt_canvas *c) {
    int x = pt_draw(c, 1, 0, PT_BRIGHT, "Myst  ");
    if (s->head.phase < MSP_PUZZLE)
        pt_draw(c, x, 0, PT_PLAIN, "setting up");
    else if (s->head.phase <= MSP_TURNS)
        pt_drawf(c, x, 0, PT_PLAIN, "Puzzle Phase: %d cells open", ms_size(ms_open(s)));
    else if (s->head.phase == MSP_OVER)
        pt_draw(c, x, 0, PT_PLAIN, "the game is over");
    else
        x = pt_drawf(c, x, 0, PT_PLAIN, "Exploration: turn %d of %d, %s", s->head.round,
                     s->turns, ms_team_names[s->mover]);
    assert(s->spin <= 6);
    if (s->spin) pt_drawf(c, x, 0, PT_PLAIN, " spun %d", s->spin);
}

static int draw_landmarks(const ms_state *s, pt_canvas *c, int y) {
    pt_draw(c, PANEL, y++, PT_FRAME, "Landmark        Key shows");
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++, y++) {
        const ms_landmark *l = &ms_landmarks[landmark];
        int team = ms_shows(s, landmark);
        assert(team < MS_TEAMS || team == MS_NONE);
        pt_drawf(c, PANEL, y, PT_PLAIN, "%s %-13s %s", l->letter, l->name,
                 ms_cell_names[l->key]);
        if (team < MS_TEAMS)
            pt_draw(c, PANEL + 20, y, (pt_ink)(PT_SEAT_0 + team), ms_team_names[team]);
        else
            pt_draw(c, PANEL + 20, y, PT_DIM, "-");
        pt_target(c, PANEL, y, 26, 1, &ms_landmark_kind, landmark);
    }
    return y;
}

static int draw_team(const ms_state *s, pt_canvas *c, int team, int y) {
    assert(team >= 0 && team < MS_TEAMS);
    pt_ink ink = (pt_ink)(PT_SEAT_0 + team);
    int x =
        pt_drawf(c, PANEL, y, ink, "%s: %d %s", ms_team_names[team], ms_size(s->owner[team]),
                 ms_size(s->owner[team]) == 1 ? "piece" : "pieces");
    if (s->youngest == team) x = pt_draw(c, x, y, PT_DIM, ", youngest");
    y++;
    x = pt_drawf(c, PANEL + 1, y, PT_DIM, "%d %s", ms_count_switches(s, team),
                 ms_count_switches(s, team) == 1 ? "switch" : "switches");
    if (s->head.phase == MSP_PUZZLE && ms_cut_off(s, team))
        pt_draw(c, x, y, PT_RED, ", cut off");
    y++;
    x = PANEL + 1;
    if (s->hand[team] == MS_HIDDEN)
        x = pt_drawf(c, x, y, PT_PLAIN, "%d cards", s->cards[team]);
    else
        for (int card = 0; card < MS_CARDS; card++)
            if (s->hand[team] >> card & 1)
                x = pt_drawf(c, x, y, PT_PLAIN, "%s ", ms_card_names[card]);
    for (int book = 0; book < 2; book++)
        if (s->used[team] >> book & 1)
            x = pt_drawf(c, x, y, PT_DIM, " used %s", ms_card_names[MS_BOOK + book]);
    return y + 2;
}

/* The pieces of the viewer that still have a cell to go to. */
static void draw_tray(const ms_state *s, int viewer, pt_canvas *c, int y) {
    if (s->head.phase != MSP_PUZZLE || viewer < 0) return;
    pt_drawf(c, 1, y++, PT_FRAME, "Your tray: %d pieces that can still be used",
             ms_size(ms_open(s)));
    int x = 1;
    for (int cell = 0; cell < MS_CELLS; cell++) {
        if (!ms_on(ms_open(s), cell)) continue;
        bool fits = !s->hard && ms_on(ms_frontier(s, viewer), cell);
        pt_draw(c, x, y, fits ? PT_BRIGHT : PT_DIM, ms_cell_names[cell]);
        pt_target(c, x, y, 2, 1, &ms_cell_kind, cell);
        x += 3;
        if (x > 76) x = 1, y++;
    }
}

void ms_draw(const void *view, int viewer, pt_canvas *c) {
    const ms_state *s = view;
    draw_title(s, c);
    draw_board(s, viewer, c);
    int y = draw_landmarks(s, c, TOP - 1) + 1;
    for (int team = 0; team < MS_TEAMS; team++) y = draw_team(s, c, team, y);
    pt_draw(c, 1, TOP + MS_ROWS * CELL_H, PT_DIM,
            s->hard ? "the board lies face down"
                    : "~ sea  . shore  \" meadow  ♣ forest  = path  ^ rock  ♦ Key  ! switch");
    draw_tray(s, viewer, c, TOP + MS_ROWS * CELL_H + 2);
}
