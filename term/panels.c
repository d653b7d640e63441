/* Everything around the board: who plays and how they stand, what is asked, the menu, the list
 * of moves, and a line for messages. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include "term/words.h"
#include <assert.h>
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pt_ui_say(pt_ui *ui, pt_said said) {
    pt_text t = pt_text_on(ui->message, sizeof ui->message);
    t.language = ui->screen.language;
    pt_say(&t, said);
    ui->refused = false;
}

void pt_ui_tell(pt_ui *ui, const char *words) {
    pt_text t = pt_text_on(ui->message, sizeof ui->message);
    pt_puts(&t, words);
    ui->refused = false;
}

/* A refusal starts with its rule's number; the rules open there. */
void pt_ui_refuse(pt_ui *ui, const char *words) {
    size_t n = strcspn(words, ": ");
    pt_ui_tell(ui, words);
    ui->refused = true;
    if (words[0] != 'R' || words[n] != ':' || n >= sizeof ui->rule) return;
    memcpy(ui->rule, words, n);
    ui->rule[n] = 0;
}

void pt_ui_name(const pt_ui *ui, int seat, pt_text *out) {
    const pt_seat *s = &pt_local_table_of(ui->local)->core.seat[seat];
    if (s->kind == PT_SEAT_BOT)
        pt_seat_name(s, out);
    else if (pt_local_humans(ui->local) == 1)
        pt_say(out, term_say_you());
    else
        pt_puts(out, s->name);
}

void pt_ui_add_name(const pt_ui *ui, int seat, pt_text *names) {
    PT_TEXT_IN(name, 64, names->language);
    PT_TEXT(before, 400);
    pt_ui_name(ui, seat, &name);
    pt_puts(&before, names->at);
    pt_clear(names);
    if (before.used)
        pt_say(names, term_say_and(before.at, name.at));
    else
        pt_puts(names, name.at);
}

/* --- the lines above and below --- */

/* "4:05", "1:30:00". */
static void put_time(int64_t ms, pt_text *out) {
    int seconds = (int)((ms + 999) / 1000);
    if (seconds >= 3600)
        pt_put(out, "%d:%02d:", seconds / 3600, seconds / 60 % 60);
    else
        pt_put(out, "%d:", seconds / 60);
    pt_put(out, "%02d", seconds % 60);
}

/* "casual 2: 0 4:05", or without the name where there is no room for it. */
static void title_text(const pt_ui *ui, int seat, bool named, pt_text *out) {
    int32_t points[PT_SEATS];
    ui->game->score(pt_ui_scored(ui), points);
    PT_TEXT_IN(name, 64, out->language);
    PT_TEXT(number, 24);
    pt_ui_name(ui, seat, &name);
    pt_print_points(ui->game, points[seat], &number);
    if (named)
        pt_say(out, term_say_points(name.at, number.at));
    else
        pt_puts(out, number.at);
    int64_t left = pt_local_time_left(ui->local, seat, ui->view);
    if (left < 0) return;
    pt_putc(out, ' ');
    put_time(left, out);
}

/* True if a seat has little time left. */
static bool is_short_of_time(const pt_ui *ui, int seat) {
    enum { SHORT_MS = 10000 };
    int64_t left = pt_local_time_left(ui->local, seat, ui->view);
    return left >= 0 && left < SHORT_MS;
}

static bool names_fit(const pt_ui *ui, int x) {
    for (int seat = 0; seat < pt_head_of(ui->view)->seats; seat++) {
        PT_TEXT_IN(text, 64, ui->screen.language);
        title_text(ui, seat, true, &text);
        x += 4 + pt_columns(text.at);
    }
    return x <= ui->screen.width;
}

static void show_title(pt_ui *ui) {
    pt_screen *s = &ui->screen;
    int mover = pt_local_mover(ui->local);
    pt_screen_fill(s, 0, 0, s->width, PT_BAR);
    int x = pt_screen_put(s, 0, 1, s->width, PT_BRIGHT, PT_BAR, ui->game->title) + 2;
    bool named = names_fit(ui, x);
    for (int seat = 0; seat < pt_head_of(ui->view)->seats; seat++) {
        PT_TEXT_IN(text, 64, ui->screen.language);
        title_text(ui, seat, named, &text);
        pt_ink ink = (pt_ink)(PT_SEAT_0 + seat);
        x = pt_screen_put(s, 0, x, 2, seat == mover ? PT_BRIGHT : PT_DIM, PT_BAR,
                          seat == mover ? "▸" : " ");
        x = pt_screen_put(s, 0, x, 2, ink, PT_BAR, pt_seat_glyphs[seat]);
        pt_ink letters = is_short_of_time(ui, seat) ? PT_RED
                         : seat == mover            ? PT_BRIGHT
                                                    : PT_PLAIN;
        x = pt_screen_put(s, 0, x + 1, 32, letters, PT_BAR, text.at) + 1;
    }
    bool trouble = pt_local_trouble(ui->local)[0] != 0;
    PT_TEXT_IN(right, 60, s->language);
    pt_say(&right, trouble ? term_say_not_saved() : term_say_keys_help());
    int w = pt_columns(right.at);
    if (trouble || x + w + 2 < s->width)
        pt_screen_put(s, 0, s->width - w - 1, w, trouble ? PT_RED : PT_PLAIN, PT_BAR, right.at);
}

enum { ASK_BYTES = 500, ASK_LINES = 4 };

/* Why the game stopped before its end. */
static void tell_stopped(const pt_ui *ui, pt_text *out) {
    const pt_table_core *c = &pt_local_table_of(ui->local)->core;
    PT_TEXT_IN(names, 300, out->language);
    for (int seat = 0; seat < c->seats; seat++)
        if (c->seat[seat].resigned) pt_ui_add_name(ui, seat, &names);
    pt_say(out, c->flag_loses ? term_say_stopped_time(names.at) : term_say_stopped(names.at));
}

static void ask_mover(const pt_ui *ui, int mover, pt_text *out) {
    PT_TEXT_IN(name, 64, out->language);
    PT_TEXT_IN(question, ASK_BYTES, out->language);
    pt_ui_name(ui, mover, &name);
    if (pt_local_asked(ui->local) < 0) {
        pt_say(out, term_say_thinking(name.at));
        return;
    }
    ui->game->ask(ui->view, mover, &question);
    pt_say(out, term_say_asked(name.at, question.at));
}

/* What is asked, and of whom. */
static void ask_text(const pt_ui *ui, pt_text *out) {
    int mover = pt_local_mover(ui->local);
    bool stopped = pt_local_table_of(ui->local)->core.stopped != 0;
    if (stopped)
        tell_stopped(ui, out);
    else if (pt_local_table_of(ui->local)->core.paused)
        pt_say(out, term_say_paused());
    else if (mover >= 0)
        ask_mover(ui, mover, out);
    else
        ui->game->ask(ui->view, mover, out);
    if (!pt_local_over(ui->local)) return;
    pt_puts(out, "   ");
    pt_say(out, term_say_keys_over());
}

/* The move as far as it is built. If there is only one verb, it need not be named. */
static void built_text(const pt_ui *ui, pt_text *out) {
    uint8_t verbs[PT_VERBS];
    pt_build b = ui->build;
    if (ui->asked_ply < 0) return;
    if (!b.verb && pt_build_verbs(&b, verbs) == 1 && !pt_build_obvious(&b)) b.verb = verbs[0];
    pt_build_print(&b, out);
}

/* How many bytes of the text fit the first line, whole words only. */
static size_t first_line(const char *text, int width) {
    size_t n = 0, blank = 0;
    for (int columns = 0; text[n] && columns <= width; n++) {
        if (text[n] == ' ') blank = n;
        columns += ((unsigned char)text[n] & 0xC0) != 0x80;
    }
    return !text[n] && pt_columns(text) <= width ? n : blank ? blank : n;
}

static int ask_width(const pt_ui *ui, int width) {
    PT_TEXT_IN(built, 100, ui->screen.language);
    built_text(ui, &built);
    return width - 5 - (built.used ? pt_columns(built.at) + 3 : 0);
}

/* How many lines it takes; the first shares its line with the move that is being built. */
static int ask_lines(const pt_ui *ui, int width) {
    PT_TEXT_IN(text, ASK_BYTES, ui->screen.language);
    ask_text(ui, &text);
    const char *at = text.at;
    size_t n = first_line(at, ask_width(ui, width));
    int lines = 1;
    for (; at[n] && lines < ASK_LINES; lines++) {
        at += n + (at[n] == ' ');
        n = first_line(at, width - 4);
    }
    return lines;
}

/* Writes whole words on each line, and on the last what is left. */
static void show_lines(pt_screen *s, const pt_rect *r, int first_width, char *text) {
    assert(r->h >= 1);
    for (int i = 0; i < r->h; i++) {
        int width = i ? r->w - 4 : first_width;
        size_t n = i + 1 < r->h ? first_line(text, width) : strlen(text);
        char stop = text[n];
        text[n] = 0;
        pt_screen_put(s, r->y + i, r->x + 3, width, PT_BRIGHT, PT_BAR, text);
        text[n] = stop;
        text += n + (stop == ' ');
    }
}

static void show_ask(pt_ui *ui) {
    pt_screen *s = &ui->screen;
    const pt_rect *r = &ui->ask;
    int mover = pt_local_mover(ui->local), width = ask_width(ui, r->w);
    PT_TEXT_IN(text, ASK_BYTES, ui->screen.language);
    PT_TEXT_IN(built, 100, ui->screen.language);
    ask_text(ui, &text);
    built_text(ui, &built);
    for (int i = 0; i < r->h; i++) pt_screen_fill(s, r->y + i, r->x, r->w, PT_BAR);
    if (mover >= 0)
        pt_screen_put(s, r->y, r->x + 1, 1, (pt_ink)(PT_SEAT_0 + mover), PT_BAR,
                      pt_seat_glyphs[mover]);
    show_lines(s, r, width, text.at);
    if (built.used)
        pt_screen_putf(s, r->y, r->x + r->w - pt_columns(built.at) - 3, r->w, PT_BRIGHT,
                       PT_CHOSEN, " %s ", built.at);
}

static void tell_steps(const pt_ui *ui, int from, pt_text *out) {
    for (int ply = from; ply < pt_local_length(ui->local); ply++) {
        int seat = pt_local_step(ui->local, ply).seat;
        PT_TEXT_IN(move, 160, ui->screen.language);
        if (!pt_local_tell(ui->local, ply, ui->viewer, &move)) continue;
        pt_put(out, "%s %s   ", seat == PT_LUCK ? "*" : pt_seat_glyphs[seat], move.at);
    }
}

/* What the others and luck did since the viewer's last move: the newest, as far as they fit. */
static void tell_recent(const pt_ui *ui, int width, pt_text *out) {
    int from = pt_local_length(ui->local);
    while (from > 0 && pt_local_step(ui->local, from - 1).seat != ui->viewer) {
        PT_TEXT_IN(longer, 400, ui->screen.language);
        tell_steps(ui, from - 1, &longer);
        if (pt_columns(longer.at) > width) break;
        from--;
    }
    tell_steps(ui, from, out);
}

/* Adds what another key would do, after some blanks. */
static void say_key(pt_text *out, const char *blanks, pt_said said) {
    pt_puts(out, blanks);
    pt_say(out, said);
}

/* What Enter would do with the target under the cursor. */
static void tell_spot(const pt_ui *ui, pt_text *out) {
    pt_build after = ui->build;
    pt_build_aim(&after, ui->spot[ui->at_spot].aim);
    pt_build_fill(&after);
    pt_move only = pt_build_ready(&after), obvious = pt_build_obvious(&after);
    PT_TEXT(built, 100);
    PT_TEXT(twice, 100);
    if (only)
        pt_print_move(ui->game->verbs, only, &built);
    else
        pt_build_print(&after, &built);
    pt_say(out, term_say_enter(built.at));
    if (!only && obvious) {
        pt_print_move(ui->game->verbs, obvious, &twice);
        say_key(out, "  ", term_say_twice(twice.at));
    }
    pt_ui_tell_gain(ui, out);
    if (pt_build_is_turned(&ui->build)) say_key(out, "   ", term_say_keys_turn());
    if (!pt_build_empty(&ui->build)) say_key(out, "   ", term_say_keys_back());
}

/* What Enter would do now, or the words of the item under the cursor. */
static void tell_next(const pt_ui *ui, pt_text *out) {
    pt_move m = ui->confirm ? ui->confirm : pt_build_obvious(&ui->build);
    if (ui->confirm || (m && !pt_build_empty(&ui->build))) {
        PT_TEXT(move, 100);
        pt_print_move(ui->game->verbs, m, &move);
        pt_say(out, term_say_enter(move.at));
        pt_puts(out, "  ");
        pt_verb_words(ui->game, &ui->game->verbs.row[pt_verb_of(m)], out);
        say_key(out, "   ", term_say_keys_back());
    } else if (ui->on_menu && ui->items && ui->item[ui->at_item].verb) {
        pt_verb_words(ui->game, &ui->game->verbs.row[ui->item[ui->at_item].verb], out);
    } else if (!ui->on_menu && ui->at_spot >= 0) {
        tell_spot(ui, out);
    }
}

static void show_status(pt_ui *ui) {
    pt_screen *s = &ui->screen;
    int y = s->height - 1;
    PT_TEXT_IN(text, 400, ui->screen.language);
    if (ui->message[0]) {
        int x = pt_screen_put(s, y, 1, s->width - 2, ui->refused ? PT_RED : PT_BRIGHT,
                              PT_AS_DRAWN, ui->message);
        if (ui->refused && ui->rule[0] && strncmp(ui->message, ui->rule, strlen(ui->rule)) == 0)
            pt_screen_say(s, y, x + 2, s->width - x - 3, PT_DIM, PT_AS_DRAWN,
                          term_say_keys_rule());
        return;
    }
    int x = 1;
    if (ui->asked_ply >= 0) {
        tell_next(ui, &text);
        x = pt_screen_put(s, y, x, s->width - 2, PT_PLAIN, PT_AS_DRAWN, text.at);
    }
    if (ui->confirm || !pt_build_empty(&ui->build)) return;
    pt_clear(&text);
    tell_recent(ui, s->width - x - 4, &text);
    int w = pt_columns(text.at);
    pt_screen_put(s, y, s->width - w - 1, w, PT_DIM, PT_AS_DRAWN, text.at);
}

/* --- where things are --- */

/* The board gets its place first, then the question and the menu. The list of moves gets what
 * is left, at the right or below. */
void pt_ui_arrange(pt_ui *ui) {
    int w = ui->screen.width, h = ui->screen.height, need;
    if (ui->asked_ply >= 0 && ui->items) ui->menu_rows = ui->items;
    need = ui->menu_rows ? ui->menu_rows : 1;
    int width = ui->canvas.width < 80 ? 80 : ui->canvas.width, side = w - width - 1;
    bool beside = side >= 20;
    if (!beside) width = w;
    int least = need < 2 ? need : 2;
    int board_h = ui->canvas.height, ask_h = ask_lines(ui, width);
    int room = h - 2 - ask_h; /* without title, ask and status */
    if (board_h > room - least) board_h = room - least;
    ui->board = (pt_rect){1, 0, board_h, width < ui->canvas.width ? width : ui->canvas.width};
    ui->ask = (pt_rect){1 + board_h, 0, ask_h, width};
    int left = room - board_h;
    int menu_h = need < left ? need : left;
    if (!beside && left - menu_h < 3) menu_h = left;
    ui->menu = (pt_rect){1 + board_h + ask_h, 0, beside ? left : menu_h, width};
    if (beside)
        ui->log = (pt_rect){1, width + 1, h - 2, side};
    else
        ui->log = (pt_rect){1 + board_h + ask_h + menu_h, 0, left - menu_h, width};
}

/* --- the list of moves --- */

/* The end of the list, or a part of it further back. */
static void show_log(pt_ui *ui) {
    const pt_rect *r = &ui->log;
    if (r->h < 1) return;
    static const size_t size = 128 * 1024;
    char *memory = malloc(size);
    if (!memory) return;
    pt_text all = pt_text_on(memory, size);
    all.language = ui->screen.language;
    int lines = pt_list_moves(ui, &all), most = lines - r->h;
    if (ui->log_back > most) ui->log_back = most > 0 ? most : 0;
    int skip = most - ui->log_back, y = 0, first = ui->log_back ? 0 : -1;
    bool beside = r->x > 0;
    for (int i = 0; beside && i < r->h; i++)
        pt_screen_put(&ui->screen, r->y + i, r->x - 1, 1, PT_FRAME, PT_AS_DRAWN, "│");
    for (char *line = memory; *line && y < r->h; skip--) {
        char *end = strchr(line, '\n');
        *end = 0;
        if (skip <= 0) {
            int seat = line[0] - '0';
            bool luck = line[0] == '*';
            int x = pt_screen_put(&ui->screen, r->y + y, r->x + 1, 2,
                                  luck ? PT_DIM : (pt_ink)(PT_SEAT_0 + seat), PT_AS_DRAWN,
                                  luck ? "*" : pt_seat_glyphs[seat]);
            pt_screen_put(&ui->screen, r->y + y, x + 1, r->w - 4, luck ? PT_DIM : PT_PLAIN,
                          PT_AS_DRAWN, line + 2);
            y++;
        }
        line = end + 1;
    }
    if (first == 0)
        pt_screen_put(&ui->screen, r->y + r->h - 1, r->x + r->w - 2, 1, PT_BRIGHT, PT_BAR, "↓");
    free(memory);
}

void pt_ui_show(pt_ui *ui) {
    erase();
    pt_screen_measure(&ui->screen);
    if (ui->screen.width < PT_MIN_WIDTH || ui->screen.height < PT_MIN_HEIGHT) {
        pt_screen_say(&ui->screen, 0, 0, ui->screen.width, PT_PLAIN, PT_AS_DRAWN,
                      term_say_window(PT_MIN_WIDTH, PT_MIN_HEIGHT));
        curs_set(0);
        refresh();
        return;
    }
    pt_ui_arrange(ui);
    show_title(ui);
    pt_ui_show_board(ui);
    show_ask(ui);
    pt_ui_show_menu(ui);
    show_log(ui);
    show_status(ui);
    if (!ui->on_menu && ui->asked_ply >= 0) {
        curs_set(1);
        move(ui->board.y + ui->cursor_y - ui->scroll_y,
             ui->board.x + ui->cursor_x - ui->scroll_x);
    } else {
        curs_set(0);
    }
    refresh();
}
