/* What the files of the terminal client share: one screen on one table. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "term/builder.h"
#include "term/local_table.h"
#include "term/saved_games.h"
#include "term/screen.h"

enum {
    PT_SPOTS = 512,
    PT_ITEMS = 96,
    PT_FRESH_AIMS = 48,
    PT_MIN_WIDTH = 60,
    PT_MIN_HEIGHT = 16,
};

/* A target on the board: where it is drawn (its first rectangle on the canvas). */
typedef struct pt_spot {
    pt_aim aim;
    int x, y, w, h;
} pt_spot;

/* A line of the menu: a verb, or a target that the board does not show. */
typedef struct pt_item {
    unsigned verb; /* or 0 */
    pt_aim aim;
    char key;    /* hot key, or 0 */
    int y, x, w; /* where it stands on the screen; y is -1 when scrolled away */
} pt_item;

/* A move or command as it is typed. */
typedef char pt_typed[120];

typedef struct pt_rect {
    int y, x, h, w;
} pt_rect;

typedef struct pt_ui {
    pt_screen screen;
    pt_local_table *local;
    pt_local_table *next; /* a rematch that was made */
    const pt_term_wish *wish;
    const pt_game *game;
    int viewer; /* whose view is on the screen; PT_PUBLIC with bots only */

    /* The board and the move being built on it. */
    pt_canvas canvas;
    int fit_width, fit_height; /* the screen for which the size of the board was chosen */
    uint8_t size;              /* how large the board is drawn: pt_canvas */
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    int asked;      /* the person whose move is being built */
    int asked_ply;  /* the position that `legal` belongs to; -1: none */
    uint32_t drawn; /* the event up to which the canvas is drawn */
    pt_move *legal;
    int legal_count;
    pt_build build;
    pt_move confirm; /* complete, waiting for a second Enter; 0: none */
    pt_spot spot[PT_SPOTS];
    int spots;
    pt_aim recent[PT_FRESH_AIMS]; /* targets of the others' last moves */
    int recent_count;
    pt_canvas preview; /* the board after the move that Enter would make, where that is known */
    pt_rect preview_area; /* the part of the canvas where it is shown */
    pt_move preview_of;   /* 0: none */
    int preview_ply;
    pt_item item[PT_ITEMS];
    int items, item_top;
    int menu_rows; /* the rows that the menu needed last, so that nothing jumps while bots move
                    */

    /* The cursor stands on a place of the canvas or on a line of the menu. */
    bool on_menu;
    int cursor_x, cursor_y, at_spot, at_item; /* at_spot -1: on no open target */

    /* Where things are on the screen. */
    pt_rect board, ask, menu, log;
    int scroll_x, scroll_y, log_back; /* lines scrolled back from the end of the list */

    char message[400];
    bool refused;  /* the message is a refusal */
    char rule[16]; /* of the last refusal */
    bool quit;     /* leave, or go on with `next` */
    bool tallied;  /* the end was shown */
    bool troubled; /* the user was told that the file has trouble */
    int pace;      /* milliseconds between the moves of bots */
} pt_ui;

/* board.c: the board with its marks, the cursor on it. */
void pt_ui_redraw_canvas(pt_ui *ui);
/* Chooses the size of the board if the screen has another size than last time. True if it has.
 */
bool pt_ui_fit_board(pt_ui *ui);
/* After the board was drawn in another size: the cursor stays on its target. */
void pt_ui_keep_cursor(pt_ui *ui, pt_aim aim);
void pt_ui_find_spots(pt_ui *ui);
void pt_ui_show_board(pt_ui *ui);
void pt_ui_settle_cursor(pt_ui *ui);
bool pt_ui_move_cursor(pt_ui *ui, int dx, int dy);
void pt_ui_cycle(pt_ui *ui, int step);
void pt_ui_see_cursor(pt_ui *ui);
bool pt_ui_aim_at(const pt_ui *ui, int y, int x, pt_aim *out);

/* preview.c: the move that Enter would make, before it is made. */
void pt_ui_find_preview(pt_ui *ui);
const pt_cell *pt_ui_preview_cell(const pt_ui *ui, int y, int x); /* NULL: as it is now */
void pt_ui_tell_gain(const pt_ui *ui, pt_text *out);

/* panels.c: everything around the board. */
void pt_ui_arrange(pt_ui *ui);
void pt_ui_show(pt_ui *ui);
void pt_ui_name(const pt_ui *ui, int seat, pt_text *out);
/* Adds a name to a list of names: "You and casual 2". */
void pt_ui_add_name(const pt_ui *ui, int seat, pt_text *names);
/* Writes on the message line: a sentence, or a text. */
void pt_ui_say(pt_ui *ui, pt_said said);
void pt_ui_tell(pt_ui *ui, const char *words);
void pt_ui_refuse(pt_ui *ui, const char *words);

/* menu.c: verbs and targets in a list. */
void pt_ui_list_items(pt_ui *ui);
void pt_ui_show_menu(pt_ui *ui);

/* move_input.c: steps of a move, by keyboard and mouse. */
void pt_ui_ask(pt_ui *ui);
void pt_ui_refit(pt_ui *ui); /* the board is drawn anew, in another size */
void pt_ui_act(pt_ui *ui);
void pt_ui_pick_item(pt_ui *ui, int item);
void pt_ui_pick_aim(pt_ui *ui, pt_aim aim);
void pt_ui_back(pt_ui *ui);
bool pt_ui_turn(pt_ui *ui, pt_turn how); /* false: there is nothing to turn */
void pt_ui_command(pt_ui *ui, const char *text);
void pt_ui_play(pt_ui *ui, pt_move m);
void pt_ui_undo(pt_ui *ui);
void pt_ui_pause(pt_ui *ui);
void pt_ui_hint(pt_ui *ui);

/* complete.c: goes on with a line as far as only one way leads; then lists the words that can
 * come next, none if it is whole. */
void pt_ui_complete(const pt_ui *ui, pt_typed line, pt_text *offers);

/* The state whose scores are shown: the viewer's view while the game lasts, the real state at
 * its end. */
static inline const void *pt_ui_scored(const pt_ui *ui) {
    return pt_local_over(ui->local) ? pt_local_state(ui->local) : ui->view;
}

/* pager.c and overlays.c: screens of their own. A pager opens at the line that contains `find`,
 * at the end with pt_at_end, or at the top with NULL. It returns the key that closed it. */
extern const char pt_at_end[];
int pt_pager(pt_ui *ui, const char *title, const char *text, const char *find, pt_said keys);
bool pt_ui_reasons(pt_ui *ui); /* of a hint; false: there are none */
bool pt_prompt(pt_ui *ui, const char *label, char *line, size_t size);
/* The same for a move or command; Tab completes it. */
bool pt_prompt_move(pt_ui *ui, const char *label, pt_typed line);
void pt_show_rules(pt_ui *ui);
void pt_show_help(pt_ui *ui);
void pt_show_moves(pt_ui *ui);
int pt_list_moves(const pt_ui *ui, pt_text *out); /* a line each; returns how many */
int pt_show_score(pt_ui *ui);
bool pt_ask_yes(pt_ui *ui, pt_said question);
bool pt_ask_leave(pt_ui *ui);
void pt_hand_over(pt_ui *ui, int seat);
void pt_save_record(pt_ui *ui, const char *path);
void pt_ask_resign(pt_ui *ui);

/* start_screen.c: players and opponents, or a saved game to go on with (or NULL: there is
 * none).
 */
typedef enum { PT_START_LEAVE, PT_START_NEW, PT_START_GO_ON } pt_start_answer;
pt_start_answer pt_start_screen(pt_screen *screen, pt_term_wish *wish,
                                const pt_saved_game *saved);

/* loop.c */
bool pt_ui_key(pt_ui *ui, int key); /* global keys; false: not one of them */
/* Waits a moment for a key, or gives ERR. Clocks and races go on meanwhile. */
int pt_ui_get_key(pt_ui *ui);
