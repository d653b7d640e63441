/* The course of the client: luck and bots go on by themselves, people are asked, keys and
 * clicks are handed out. */
/* SPDX-License-Identifier: MIT */
#include "term/record_file.h"
#include "term/term.h"
#include "term/ui.h"
#include "term/words.h"
#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- keys --- */

static int go_on(pt_ui *ui);

static void wheel(pt_ui *ui, const MEVENT *e, int step) {
    bool in_log = e->y >= ui->log.y && e->y < ui->log.y + ui->log.h && e->x >= ui->log.x;
    if (in_log && ui->log_back - step >= 0)
        ui->log_back -= step;
    else if (in_log)
        ui->log_back = 0;
    else
        ui->scroll_y += step;
}

/* The item of the menu at a place of the screen; -1: none. */
static int item_at(const pt_ui *ui, int y, int x) {
    for (int i = 0; i < ui->items; i++) {
        const pt_item *item = &ui->item[i];
        if (y == item->y && x >= item->x && x < item->x + item->w) return i;
    }
    return -1;
}

static void press(pt_ui *ui, const MEVENT *e) {
    pt_aim aim;
    int item = item_at(ui, e->y, e->x);
    if (item >= 0) {
        ui->at_item = item;
        pt_ui_pick_item(ui, item);
    } else if (e->y == ui->screen.height - 1 && ui->confirm) {
        pt_ui_act(ui);
    } else if (pt_ui_aim_at(ui, e->y, e->x, &aim)) {
        ui->cursor_x = e->x - ui->board.x + ui->scroll_x;
        ui->cursor_y = e->y - ui->board.y + ui->scroll_y;
        ui->on_menu = false;
        pt_ui_pick_aim(ui, aim);
    }
}

/* ncurses announces events that came together once, and returns the last one first. */
static void mouse(pt_ui *ui) {
    MEVENT e[8];
    int n = 0;
    while (n < 8 && getmouse(&e[n]) == OK) n++;
    while (n-- > 0) {
        if (e[n].bstate & BUTTON4_PRESSED) wheel(ui, &e[n], -2);
        if (e[n].bstate & BUTTON5_PRESSED) wheel(ui, &e[n], 2);
        if (!(e[n].bstate & BUTTON1_PRESSED)) continue;
        press(ui, &e[n]);
        if (n > 0) { /* the next click is meant for what this one leads to */
            go_on(ui);
            pt_ui_show(ui);
        }
    }
}

static void command_line(pt_ui *ui) {
    pt_typed line;
    if (pt_prompt_move(ui, ":", line)) pt_ui_command(ui, line);
}

/* After the game, the key that closes the tally also acts as a key of the game. */
static void show_score(pt_ui *ui) {
    int key = pt_show_score(ui);
    if (pt_local_over(ui->local) && (key == 'q' || key == 'n' || key == 'w'))
        pt_ui_key(ui, key);
}

static void play_again(pt_ui *ui) {
    PT_TEXT_IN(why, 200, ui->screen.language);
    ui->next = pt_local_rematch(ui->local, &why);
    ui->quit = ui->next != NULL;
    if (!ui->next) pt_ui_tell(ui, why.at);
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
    case 'q': ui->quit = pt_local_over(ui->local) || pt_ask_leave(ui); return true;
    case 'p': pt_ui_pause(ui); return true;
    case 'H': pt_ui_hint(ui); return true;
    case 'R': pt_ask_resign(ui); return true;
    case 'n':
        if (!pt_local_over(ui->local)) return false;
        play_again(ui);
        return true;
    case '+': ui->pace = ui->pace / 2; return true;
    case '-':
        ui->pace = ui->pace < 25 ? 50 : ui->pace < 2000 ? 2 * ui->pace : 2000;
        return true;
    case 12: clearok(curscr, TRUE); return true; /* ^L draws everything anew */
    case KEY_PPAGE: ui->scroll_y -= ui->board.h / 2; return true;
    case KEY_NPAGE: ui->scroll_y += ui->board.h / 2; return true;
    case KEY_RESIZE: return true;
    case KEY_MOUSE: mouse(ui); return true;
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

/* The view of the person who is asked is shown; with only one person, always theirs. */
static void choose_viewer(pt_ui *ui, int asked) {
    if (asked < 0 || ui->viewer == asked) return;
    bool secret = ui->game->observe && pt_local_humans(ui->local) > 1;
    ui->viewer = asked;
    if (secret) pt_hand_over(ui, asked);
}

static int first_human(const pt_local_table *l) {
    for (int seat = 0; seat < PT_SEATS; seat++)
        if (pt_local_is_human(l, seat)) return seat;
    return PT_PUBLIC;
}

int pt_ui_get_key(pt_ui *ui) {
    enum { MOST_MS = 200 };
    int wait = pt_local_in_time(ui->local) ? pt_local_go_on(ui->local, ui->pace) : MOST_MS;
    timeout(wait < MOST_MS ? wait : MOST_MS);
    return getch();
}

/* Tells what happened by itself, and what is wrong with the file. */
static void tell_news(pt_ui *ui) {
    PT_TEXT_IN(news, 300, ui->screen.language);
    PT_TEXT(move, 100);
    PT_TEXT(reasons, 2000);
    const char *trouble = pt_local_trouble(ui->local);
    pt_move advice = pt_local_advice(ui->local);
    pt_local_news(ui->local, &news);
    if (news.used) pt_ui_tell(ui, news.at);
    if (advice) {
        pt_print_move(ui->game->verbs, advice, &move);
        pt_ui_say(ui, pt_local_why(ui->local, &reasons) ? term_say_hint_why(move.at)
                                                        : term_say_hint(move.at));
    }
    if (trouble[0] && !ui->troubled) pt_ui_say(ui, term_say_unsaved(trouble));
    if (!trouble[0] && ui->troubled) pt_ui_say(ui, term_say_saved_again());
    ui->troubled = trouble[0] != 0;
}

/* Goes on until a person is asked or a bot needs time. Returns how long to wait for a key. */
static int go_on(pt_ui *ui) {
    int wait = pt_local_go_on(ui->local, ui->pace);
    if (!ui->quit) choose_viewer(ui, pt_local_asked(ui->local));
    if (pt_ui_fit_board(ui) && ui->asked_ply >= 0) pt_ui_refit(ui);
    uint32_t number = pt_local_table_of(ui->local)->core.number;
    if (number != ui->drawn || ui->asked_ply < 0) pt_ui_redraw_canvas(ui);
    ui->drawn = number;
    pt_ui_ask(ui);
    tell_news(ui);
    return wait;
}

static void show_end(pt_ui *ui) {
    if (!pt_local_over(ui->local) || ui->tallied) return;
    ui->tallied = true;
    if (ui->wish->record) pt_save_record(ui, ui->wish->record);
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

/* --- one game after the other --- */

static int fail_with(int code, const char *words) {
    pt_screen_close();
    fprintf(stderr, "petteia term: %s\n", words);
    return code;
}

static int fail(int code, int language, pt_said said) {
    PT_TEXT_IN(words, 400, language);
    pt_say(&words, said);
    return fail_with(code, words.at);
}

/* The screen owns the table until another takes its place. */
static bool sit_down(pt_ui *ui, pt_local_table *local, const pt_term_wish *wish) {
    pt_screen screen = ui->screen;
    int pace = ui->local ? ui->pace : wish->pace;
    pt_local_free(ui->local);
    free(ui->legal);
    memset(ui, 0, sizeof *ui);
    ui->screen = screen;
    ui->local = local;
    ui->wish = wish;
    ui->game = pt_local_table_of(local)->game;
    ui->viewer = first_human(local);
    ui->asked_ply = -1;
    ui->pace = pace;
    ui->legal = calloc(ui->game->max_moves, sizeof *ui->legal);
    return ui->legal != NULL;
}

/* A path as a shell reads it. */
static void print_path(const char *path) {
    bool plain = path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789/._-+:@%")] == 0;
    if (plain) {
        printf("%s", path);
        return;
    }
    putchar('\'');
    for (; *path; path++) printf(*path == '\'' ? "'\\''" : "%c", *path);
    putchar('\'');
}

/* After the screen is closed: says where the game is, or what could not be written. */
static int say_goodbye(const pt_ui *ui, const pt_term_wish *wish) {
    PT_TEXT_IN(why, 300, ui->screen.language);
    PT_TEXT_IN(words, 400, ui->screen.language);
    int code = 0;
    const char *trouble = pt_local_trouble(ui->local);
    if (trouble[0]) {
        pt_say(&words, term_say_goodbye_unsaved(trouble));
        fprintf(stderr, "petteia term: %s\n", words.at);
        code = 1;
    } else if (!pt_local_over(ui->local)) {
        pt_say(&words, term_say_goodbye());
        printf("%s  petteia term --resume ", words.at);
        print_path(pt_local_path(ui->local));
        printf("\n");
    }
    if (wish->record && !pt_record_write(pt_local_table_of(ui->local), wish->record, &why)) {
        fprintf(stderr, "petteia term: %s\n", why.at);
        code = 1;
    }
    return code;
}

/* Games and rematches until the user leaves. */
static int play_all(pt_ui *ui, pt_local_table *local, pt_term_wish *wish) {
    PT_TEXT(next, PT_PATH);
    const char *record = wish->record;
    bool ok = sit_down(ui, local, wish);
    if (ok && wish->resume) pt_ui_say(ui, term_say_going_on(pt_local_path(local)));
    while (ok) {
        play(ui);
        if (!ui->next || pt_screen_signal()) break;
        if (record) { /* the next game does not write over this one's record */
            pt_clear(&next);
            pt_free_path(record, &next);
            wish->record = next.at;
        }
        ok = sit_down(ui, ui->next, wish);
    }
    pt_local_free(ui->next);
    pt_local_leave(ui->local);
    pt_screen_close();
    if (!ok) fail(1, wish->language, term_say_no_memory());
    return say_goodbye(ui, wish) || !ok;
}

/* The first game, as the command line or the start screen says. NULL if there is none, with
 * words unless the user leaves. */
static pt_local_table *first_game(pt_ui *ui, pt_term_wish *wish, pt_text *why) {
    pt_saved_game saved;
    if (wish->asked) return pt_local_new(wish, NULL, why);
    bool found = pt_saved_latest(wish->game, &saved, NULL);
    switch (pt_start_screen(&ui->screen, wish, found ? &saved : NULL)) {
    case PT_START_LEAVE: return NULL;
    case PT_START_NEW: return pt_local_new(wish, NULL, why);
    case PT_START_GO_ON: wish->resume = true; return pt_local_resume(saved.path, why);
    }
    return NULL;
}

/* The saved game that was asked for. */
static pt_local_table *saved_game(const pt_term_wish *wish, pt_text *why) {
    pt_saved_game saved;
    if (wish->from) return pt_local_resume(wish->from, why);
    if (pt_saved_latest(wish->game, &saved, why)) return pt_local_resume(saved.path, why);
    if (!why->used) pt_say(why, term_say_no_saved_game());
    return NULL;
}

int pt_term_run(const pt_term_wish *wanted) {
    pt_term_wish wish = *wanted;
    pt_local_table *local = NULL;
    PT_TEXT_IN(why, 400, wish.language);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return fail(2, wish.language, term_say_no_terminal());
    if (wish.record && !pt_record_can_be_written(wish.record, &why))
        return fail_with(2, why.at);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is reported like a full disk */
    if (wish.resume && !(local = saved_game(&wish, &why))) return fail_with(1, why.at);
    pt_ui *ui = calloc(1, sizeof *ui);
    if (!ui || !pt_screen_open(&ui->screen, wish.language)) {
        pt_local_free(local);
        free(ui);
        return 2;
    }
    if (!local) local = first_game(ui, &wish, &why);
    int code = local ? play_all(ui, local, &wish) : why.used ? fail_with(1, why.at) : 0;
    pt_screen_close();
    pt_local_free(ui->local);
    free(ui->legal);
    free(ui);
    return pt_screen_signal() ? 128 + pt_screen_signal() : code;
}
