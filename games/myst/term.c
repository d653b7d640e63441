/* Myst in character cells, 80 columns wide, up to 151 where there is room: the puzzle as a map,
 * beside it the Landmarks and the teams, below it the tray of pieces. Colours never stand
 * alone: a covered cell carries its team's letter. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"

/* KEY and SHOWS are columns of the panel, which stands GAP beside the map. */
enum { LEFT = 3, TOP = 3, GAP = 2, KEY = 16, SHOWS = 20 };

static int cell_w(const pt_canvas *c) { return 4 + 2 * c->size; }
static int cell_h(const pt_canvas *c) { return 2 + c->size; }
static int panel(const pt_canvas *c) { return LEFT + MS_COLUMNS * cell_w(c) + GAP; }
static int below(const pt_canvas *c) { return TOP + MS_ROWS * cell_h(c); }

static const struct {
    char code;
    const char *glyph;
    pt_ink ink;
} terrain[] = {
    {'~', "~", PT_SEA},   {'s', ".", PT_SAND}, {'m', "\"", PT_GREEN},
    {'f', "♣", PT_GREEN}, {'p', "=", PT_SAND}, {'r', "^", PT_ROCK},
};

/* One sign, or in a large cell a picture of them: every other column, and only the first row as
 * long as no piece lies there. */
static void draw_signs(pt_canvas *c, int x, int y, pt_ink ink, const char *glyph,
                       bool covered) {
    bool picture = c->size > 1;
    for (int row = 0; row < (picture && covered ? cell_h(c) : 1); row++)
        for (int column = 0; column < (picture ? cell_w(c) - 2 : 1); column += 2)
            pt_draw(c, x + column, y + row, ink, glyph);
}

static void draw_picture(pt_canvas *c, int x, int y, int cell, bool covered) {
    assert(cell >= 0 && cell < MS_CELLS);
    char letter[2] = {ms_terrain[cell], 0};
    for (size_t i = 0; i < sizeof terrain / sizeof *terrain; i++)
        if (terrain[i].code == letter[0]) {
            draw_signs(c, x, y, terrain[i].ink, terrain[i].glyph, covered);
            letter[0] = 0;
        }
    if (letter[0]) draw_signs(c, x, y, PT_BRIGHT, letter, covered);
    if (ms_key_at[cell]) pt_draw(c, x + 1, y, PT_ORANGE, "♦");
    if (ms_is_switch(cell)) pt_draw(c, x + 1, y, PT_RED, "!");
}

/* Upper line: the picture, ♦ for a Key cell, ! for a switch, the owner. Lower line: a playing
 * piece, # for a Key piece laid on top, + for a cell the viewer can build on. */
static void draw_cell(const ms_state *s, int viewer, pt_canvas *c, int cell) {
    assert(viewer < MS_TEAMS);
    int w = cell_w(c), h = cell_h(c);
    int x = LEFT + cell % MS_COLUMNS * w, y = TOP + cell / MS_COLUMNS * h;
    int landmark = ms_key_at[cell] - 1;
    bool covered = ms_on(s->owner[MS_YELLOW], cell) || ms_on(s->owner[MS_BLUE], cell);
    for (int i = 0; i < h; i++) pt_drawf(c, x, y + i, PT_DIM, "%*s", w - 1, "");
    if (covered || !s->hard) draw_picture(c, x, y, cell, covered);
    for (int team = 0; team < MS_TEAMS; team++) {
        pt_ink ink = (pt_ink)(PT_SEAT_0 + team);
        if (s->pos[team] == cell) pt_draw(c, x, y + 1, ink, team == MS_YELLOW ? "Y" : "B");
        if (!ms_on(s->owner[team], cell)) continue;
        pt_draw(c, x + 2, y, ink, ms_team_letters[team]);
        if (landmark >= 0 && s->over[landmark] == MS_LAID)
            pt_draw(c, x + 1, y + 1, (pt_ink)(PT_SEAT_0 + ms_rival(team)), "#");
    }
    if (!covered && !s->hard && s->head.phase == MSP_PUZZLE && viewer >= 0 &&
        ms_on(ms_frontier(s, viewer), cell))
        pt_draw(c, x + 2, y + 1, PT_BRIGHT, "+");
    if (s->head.phase == MSP_MOVE && s->mover == viewer && ms_on(ms_reach(s, viewer), cell))
        pt_draw(c, x + 2, y + 1, PT_BRIGHT, "+");
    pt_target(c, x, y, w - 1, h, &ms_cell_kind, cell);
}

static void draw_board(const ms_state *s, int viewer, pt_canvas *c) {
    for (int column = 0; column < MS_COLUMNS; column++)
        pt_drawf(c, LEFT + column * cell_w(c), TOP - 1, PT_FRAME, "%c", 'a' + column);
    for (int row = 0; row < MS_ROWS; row++)
        pt_drawf(c, 1, TOP + row * cell_h(c), PT_FRAME, "%d", row + 1);
    for (int cell = 0; cell < MS_CELLS; cell++) draw_cell(s, viewer, c, cell);
}

static pt_said title(const ms_state *s) {
    assert(s->head.phase < MSP_COUNT && s->spin <= 6);
    int phase = s->head.phase, turn = s->head.round;
    if (phase < MSP_PUZZLE) return ms_say_draw_setting_up();
    if (phase <= MSP_TURNS) return ms_say_draw_puzzle(ms_size(ms_open(s)));
    if (phase == MSP_OVER) return ms_say_draw_over();
    return s->spin ? ms_say_draw_turn_spun(turn, s->turns, s->mover, s->spin)
                   : ms_say_draw_turn(turn, s->turns, s->mover);
}

static void draw_title(const ms_state *s, pt_canvas *c) {
    int x = pt_draw(c, 1, 0, PT_BRIGHT, "Myst  ");
    pt_draw_said(c, x, 0, PT_PLAIN, title(s));
}

static void draw_landmark(const ms_state *s, pt_canvas *c, int y, int landmark) {
    const ms_landmark *l = &ms_landmarks[landmark];
    int team = ms_shows(s, landmark);
    assert(team < MS_TEAMS || team == MS_NONE);
    pt_draw(c, panel(c), y, PT_PLAIN, l->letter);
    pt_draw_said(c, panel(c) + 2, y, PT_PLAIN, ms_say_draw_landmark(landmark));
    pt_draw(c, panel(c) + KEY, y, PT_PLAIN, ms_cell_names[l->key]);
    if (team < MS_TEAMS)
        pt_draw_name(c, panel(c) + SHOWS, y, (pt_ink)(PT_SEAT_0 + team), &ms_names_team, team);
    else
        pt_draw(c, panel(c) + SHOWS, y, PT_DIM, "-");
    pt_target(c, panel(c), y, 26, 1, &ms_landmark_kind, landmark);
}

static int draw_landmarks(const ms_state *s, pt_canvas *c, int y) {
    pt_draw_said(c, panel(c), y, PT_FRAME, ms_say_draw_head_landmark());
    pt_draw_said(c, panel(c) + KEY, y, PT_FRAME, ms_say_draw_head_key());
    pt_draw_said(c, panel(c) + SHOWS, y++, PT_FRAME, ms_say_draw_head_shows());
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++)
        draw_landmark(s, c, y++, landmark);
    return y;
}

static void draw_cards(const ms_state *s, pt_canvas *c, int team, int y) {
    int x = panel(c) + 1;
    if (s->hand[team] == MS_HIDDEN)
        x = pt_draw_said(c, x, y, PT_PLAIN, ms_say_draw_cards(s->cards[team]));
    else
        for (int card = 0; card < MS_CARDS; card++)
            if (s->hand[team] >> card & 1)
                x = pt_drawf(c, x, y, PT_PLAIN, "%s ", ms_card_names[card]);
    for (int book = 0; book < 2; book++)
        if (s->used[team] >> book & 1)
            x = pt_draw_said(c, x + 1, y, PT_DIM,
                             ms_say_draw_used(ms_card_names[MS_BOOK + book]));
}

static int draw_team(const ms_state *s, pt_canvas *c, int team, int y) {
    assert(team >= 0 && team < MS_TEAMS);
    pt_ink ink = (pt_ink)(PT_SEAT_0 + team);
    int x = pt_draw_said(c, panel(c), y, ink, ms_say_draw_team(team, ms_size(s->owner[team])));
    if (s->youngest == team) pt_draw_said(c, x, y, PT_DIM, ms_say_draw_youngest());
    y++;
    x = pt_draw_said(c, panel(c) + 1, y, PT_DIM,
                     ms_say_draw_switches(ms_count_switches(s, team)));
    if (s->head.phase == MSP_PUZZLE && ms_cut_off(s, team))
        pt_draw_said(c, x, y, PT_RED, ms_say_draw_cut_off());
    draw_cards(s, c, team, y + 1);
    return y + 3;
}

/* The pieces of the viewer that still have a cell to go to. */
static void draw_tray(const ms_state *s, int viewer, pt_canvas *c, int y) {
    if (s->head.phase != MSP_PUZZLE || viewer < 0) return;
    pt_draw_said(c, 1, y++, PT_FRAME, ms_say_draw_tray(ms_size(ms_open(s))));
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
    pt_draw_said(c, 1, below(c), PT_DIM,
                 s->hard ? ms_say_draw_face_down() : ms_say_draw_legend());
    draw_tray(s, viewer, c, below(c) + 2);
}
