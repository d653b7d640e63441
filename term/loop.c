/* The course of the client: luck and bots go on by themselves, people are asked, keys and
 * clicks are handed out. */
/* SPDX-License-Identifier: MIT */
#include "term/term.h"
#include "term/ui.h"
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- keys --- */

static void wheel(pt_ui *ui, const MEVENT *e, int step) {
    bool in_log = e->y >= ui->log.y && e->y < ui->log.y + ui->log.h && e->x >= ui->log.x;
    if (in_log && ui->log_back - step >= 0)
        ui->log_back -= step;
    else if (in_log)
        ui->log_back = 0;
    else
        ui->scroll_y += step;
}

static void click(pt_ui *ui) {
    MEVENT e;
    pt_aim aim;
    if (getmouse(&e) != OK) return;
    if (e.bstate & BUTTON4_PRESSED) {
        wheel(ui, &e, -2);
        return;
    }
    if (e.bstate & BUTTON5_PRESSED) {
        wheel(ui, &e, 2);
        return;
    }
    if (!(e.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))) return;
    for (int i = 0; i < ui->items; i++) {
        const pt_item *item = &ui->item[i];
        if (e.y == item->y && e.x >= item->x && e.x < item->x + item->w) {
            ui->at_item = i;
            pt_ui_pick_item(ui, i);
            return;
        }
    }
    if (e.y == ui->screen.height - 1 && ui->confirm) {
        pt_ui_act(ui);
    } else if (pt_ui_aim_at(ui, e.y, e.x, &aim)) {
        ui->cursor_x = e.x - ui->board.x + ui->scroll_x;
        ui->cursor_y = e.y - ui->board.y + ui->scroll_y;
        ui->on_menu = false;
        pt_ui_pick_aim(ui, aim);
    }
}

static void command_line(pt_ui *ui) {
    char line[120];
    if (pt_prompt(ui, ":", line, sizeof line)) pt_ui_command(ui, line);
}

/* What closes the tally of a finished game is a key of the game. */
static void show_score(pt_ui *ui) {
    int key = pt_show_score(ui);
    if (pt_session_over(ui->session) && (key == 'q' || key == 'n' || key == 'w'))
        pt_ui_key(ui, key);
}

/* Keys that work at any time. */
bool pt_ui_key(pt_ui *ui, int key) {
    switch (key) {
    case '?': pt_show_help(ui); return true;
    case 'r': pt_show_rules(ui); return true;
    case 's': show_score(ui); return true;
    case 'm': pt_show_moves(ui); return true;
    case 'w': pt_save_record(ui, NULL); return true;
    case 'u': pt_ui_undo(ui); return true;
    case ':': command_line(ui); return true;
    case 'q': ui->quit = pt_session_over(ui->session) || pt_ask_leave(ui); return true;
    case 'n':
        if (!pt_session_over(ui->session)) return false;
        ui->quit = ui->again = true;
        return true;
    case '+': ui->pace = ui->pace / 2; return true;
    case '-':
        ui->pace = ui->pace < 25 ? 50 : ui->pace < 2000 ? 2 * ui->pace : 2000;
        return true;
    case 12: clearok(curscr, TRUE); return true; /* ^L draws everything anew */
    case KEY_PPAGE: ui->scroll_y -= ui->board.h / 2; return true;
    case KEY_NPAGE: ui->scroll_y += ui->board.h / 2; return true;
    case KEY_RESIZE: return true;
    case KEY_MOUSE: click(ui); return true;
    }
    return false;
}

static void handle_key(pt_ui *ui, int key) {
    if (pt_ui_key(ui, key) || ui->asked_ply < 0) return;
    switch (key) {
    case KEY_UP: pt_ui_move_cursor(ui, 0, -1); return;
    case KEY_DOWN: pt_ui_move_cursor(ui, 0, 1); return;
    case KEY_LEFT: pt_ui_move_cursor(ui, -1, 0); return;
    case KEY_RIGHT: pt_ui_move_cursor(ui, 1, 0); return;
    case '\t': pt_ui_cycle(ui, 1); return;
    case KEY_BTAB: pt_ui_cycle(ui, -1); return;
    case ' ':
    case '\r':
    case '\n':
    case KEY_ENTER: pt_ui_act(ui); return;
    case 27:
    case KEY_BACKSPACE:
    case 127:
    case 8: pt_ui_back(ui); return;
    }
    if ((key == 't' && pt_ui_turn(ui, PT_TURN_RIGHT)) ||
        (key == 'T' && pt_ui_turn(ui, PT_TURN_LEFT)) || (key == 'f' && pt_ui_turn(ui, PT_FLIP)))
        return;
    for (int i = 0; i < ui->items && key > 0; i++)
        if (ui->item[i].key == key) {
            pt_ui_pick_item(ui, i);
            return;
        }
}

/* --- the course of the game --- */

/* Whose view is shown: the person to move; with one person always theirs. */
static void choose_viewer(pt_ui *ui, int mover) {
    if (!pt_session_is_human(ui->session, mover) || ui->viewer == mover) return;
    bool secret = ui->game->observe && pt_session_humans(ui->session) > 1;
    ui->viewer = mover;
    if (secret) pt_hand_over(ui, mover);
}

static int first_human(const pt_session *s) {
    for (int seat = 0; seat < PT_SEATS; seat++)
        if (pt_session_is_human(s, seat)) return seat;
    return PT_PUBLIC;
}

/* Goes on until a person is asked or a bot needs time. Returns how long to wait for a key. */
static int go_on(pt_ui *ui) {
    int before = pt_session_length(ui->session);
    if (pt_session_thinking(ui->session)) {
        if (now_ms() - ui->moved_at < ui->pace) return 20;
        if (!pt_session_poll(ui->session)) return 20;
        ui->moved_at = now_ms();
    }
    pt_session_draw(ui->session);
    int mover = pt_session_mover(ui->session);
    if (!ui->quit) choose_viewer(ui, mover);
    if (pt_session_length(ui->session) != before || ui->asked_ply < 0) pt_ui_redraw_canvas(ui);
    pt_ui_ask(ui);
    if (mover < 0 || pt_session_is_human(ui->session, mover)) {
        ui->moved_at = now_ms();
        return 250;
    }
    if (!pt_session_thinking(ui->session)) pt_session_think(ui->session);
    return 20;
}

static void show_end(pt_ui *ui) {
    if (!pt_session_over(ui->session) || ui->tallied) return;
    ui->tallied = true;
    const char *record = pt_session_table(ui->session)->record;
    if (record) pt_save_record(ui, record);
    show_score(ui);
}

static void play(pt_ui *ui) {
    while (!ui->quit && !pt_screen_signal()) {
        int wait = go_on(ui);
        pt_ui_show(ui);
        show_end(ui);
        if (ui->quit) break;
        timeout(wait);
        int key = getch();
        if (key == ERR) continue;
        if (key != KEY_RESIZE && key != 'r' && key != KEY_MOUSE) ui->message[0] = 0;
        if (ui->screen.width < PT_MIN_WIDTH || ui->screen.height < PT_MIN_HEIGHT) continue;
        handle_key(ui, key);
    }
}

/* A record that was asked for and cannot be written is told when the screen is gone. */
static bool keep_record(const pt_ui *ui, const pt_table *table) {
    PT_TEXT(why, 300);
    if (!table->record || pt_session_save(ui->session, table->record, &why)) return true;
    pt_screen_close();
    fprintf(stderr, "petteia term: %s\n", why.at);
    return false;
}

/* One game from start to end; true when another is wanted. */
static bool one_game(pt_ui *ui, const pt_table *table, int *code) {
    pt_screen screen = ui->screen;
    memset(ui, 0, sizeof *ui);
    ui->screen = screen;
    ui->session = pt_session_new(table);
    ui->legal = calloc(table->game->max_moves, sizeof *ui->legal);
    if (!ui->session || !ui->legal) {
        pt_screen_close();
        fprintf(stderr, "petteia term: not enough memory\n");
        *code = 1;
        return false;
    }
    ui->game = table->game;
    ui->viewer = first_human(ui->session);
    ui->asked_ply = -1;
    ui->pace = table->pace;
    ui->moved_at = now_ms();
    play(ui);
    if (!keep_record(ui, table)) *code = 1;
    pt_session_free(ui->session);
    free(ui->legal);
    return ui->again && !*code && !pt_screen_signal();
}

int pt_term_run(const pt_table *wanted) {
    pt_table table = *wanted;
    PT_TEXT(why, 300);
    PT_TEXT(next, 1024);
    int code = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        fprintf(stderr, "petteia term: this needs a terminal to play in\n");
        return 2;
    }
    if (table.record && !pt_can_write(table.record, &why)) {
        fprintf(stderr, "petteia term: %s\n", why.at);
        return 2;
    }
    pt_ui *ui = calloc(1, sizeof *ui);
    if (!ui || !pt_screen_open(&ui->screen)) {
        free(ui);
        return 2;
    }
    bool again = table.asked || pt_start_screen(&ui->screen, &table);
    while (again && !pt_screen_signal()) {
        again = one_game(ui, &table, &code);
        table.seed++;
        pt_clear(&next); /* the next game does not write over this one's record */
        if (wanted->record) pt_free_path(wanted->record, &next);
        if (wanted->record) table.record = next.at;
    }
    pt_screen_close();
    free(ui);
    return pt_screen_signal() ? 128 + pt_screen_signal() : code;
}
