/* The first screen: a saved game to go on with, how many play, who they are, the game's
 * options. Enter starts at once. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include <curses.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_ROW = 6, SAVED_ROW = -1 };

static int bot_kinds(void) {
    int n = 0;
    while (pt_bots[n]) n++;
    return n;
}

static int bot_index(const pt_bot_kind *kind) {
    int i = 0;
    while (kind && pt_bots[i] && pt_bots[i] != kind) i++;
    return kind ? i + 1 : 0; /* 0: a person */
}

/* Rows: the number of players, the seats, the options. */
static int rows_of(const pt_term_wish *t) {
    return 1 + t->config.seats + t->game->option_count;
}

static int turned(int value, int step, int low, int high) {
    int span = high - low + 1;
    return low + ((value - low + step) % span + span) % span;
}

static void change(pt_term_wish *t, int row, int step) {
    const pt_game *g = t->game;
    int seat = row - 1, option = row - 1 - t->config.seats;
    if (row == SAVED_ROW) return;
    if (row == 0) {
        t->config.seats = (uint8_t)turned(t->config.seats, step, g->min_seats, g->max_seats);
    } else if (option < 0) {
        int kind = turned(bot_index(t->bot[seat]), step, 0, bot_kinds());
        t->bot[seat] = kind ? pt_bots[kind - 1] : NULL;
    } else {
        const pt_option *o = &g->options[option];
        t->config.option[option] =
            (int16_t)turned(t->config.option[option], step, o->min, o->max);
    }
}

/* How many bytes of the words fit, ending at a blank. */
static int whole_words(const char *words, int width) {
    int n = (int)strlen(words);
    if (n <= width) return n;
    for (n = width > 0 ? width : 0; n > 0 && words[n] != ' ';) n--;
    return n;
}

/* What does not fit is cut between words; show() tells it in full while the row is chosen. */
static void put_row(pt_screen *s, int y, bool at, const char *label, pt_ink ink,
                    const char *glyph, const char *value, const char *words) {
    pt_mark mark = at ? PT_CURSOR : PT_AS_DRAWN;
    pt_screen_put(s, y, 4, 14, PT_DIM, PT_AS_DRAWN, label);
    pt_screen_put(s, y, 18, 2, ink, PT_AS_DRAWN, glyph);
    pt_screen_putf(s, y, 21, 20, PT_BRIGHT, mark, " ← %-10s → ", value);
    int width = s->width - 43;
    bool cut = (int)strlen(words) > width;
    pt_screen_putf(s, y, 42, width, PT_DIM, PT_AS_DRAWN, "%.*s%s",
                   whole_words(words, cut ? width - 2 : width), words, cut ? " …" : "");
}

static void show_row(pt_screen *s, const pt_term_wish *t, int y, int row, bool at) {
    const pt_game *g = t->game;
    char value[24], label[24];
    if (row == 0) {
        snprintf(value, sizeof value, "%d", t->config.seats);
        put_row(s, y, at, "Players", PT_PLAIN, " ", value, "");
    } else if (row <= t->config.seats) {
        const pt_bot_kind *kind = t->bot[row - 1];
        PT_TEXT(words, 200);
        if (kind) pt_bot_words(kind, &words);
        snprintf(label, sizeof label, "Seat %d", row);
        put_row(s, y, at, label, (pt_ink)(PT_SEAT_0 + row - 1), pt_seat_glyphs[row - 1],
                kind ? kind->name : "human", kind ? words.at : "somebody at this keyboard");
    } else {
        int i = row - 1 - t->config.seats;
        const pt_option *o = &g->options[i];
        if (o->values)
            snprintf(value, sizeof value, "%s", o->values[t->config.option[i] - o->min]);
        else
            snprintf(value, sizeof value, "%d", t->config.option[i]);
        PT_TEXT(words, 300);
        pt_option_words(g, o, &words);
        put_row(s, y, at, o->name, PT_PLAIN, " ", value, words.at);
    }
}

/* The rows begin lower where a saved game is offered above them. */
static int first_row(const pt_saved_game *saved) { return FIRST_ROW + (saved ? 2 : 0); }

static void show_saved(pt_screen *s, const pt_saved_game *saved, bool at) {
    struct tm local;
    char since[40] = "";
    if (localtime_r(&saved->since, &local))
        strftime(since, sizeof since, "%Y-%m-%d %H:%M", &local);
    pt_screen_put(s, FIRST_ROW, 4, 14, PT_DIM, PT_AS_DRAWN, "Saved game");
    pt_screen_putf(s, FIRST_ROW, 21, s->width - 22, PT_BRIGHT, at ? PT_CURSOR : PT_AS_DRAWN,
                   " go on with the game of %s, %d %s ", since, saved->moves,
                   saved->moves == 1 ? "move" : "moves");
}

/* The game in a sentence, on two lines if it needs them. */
static void put_words(pt_screen *s, int y, pt_ink ink, const char *words) {
    int width = s->width - 6, n = whole_words(words, width);
    pt_screen_putf(s, y, 4, width, ink, PT_AS_DRAWN, "%.*s", n, words);
    pt_screen_put(s, y + 1, 4, width, ink, PT_AS_DRAWN, words + n + (words[n] == ' '));
}

static void show(pt_screen *s, const pt_term_wish *t, const pt_saved_game *saved, int at) {
    const int first = first_row(saved);
    pt_screen_measure(s);
    erase();
    curs_set(0);
    pt_screen_fill(s, 0, 0, s->width, PT_BAR);
    pt_screen_putf(s, 0, 1, s->width - 2, PT_BRIGHT, PT_BAR, "Petteia · %s", t->game->title);
    PT_TEXT(words, 300);
    PT_TEXT(length, 32);
    PT_TEXT(players, 24);
    pt_game_words(t->game, &words);
    pt_game_length(t->game, &length);
    put_words(s, 2, PT_PLAIN, words.at);
    pt_put(&players, "%d", t->game->min_seats);
    if (t->game->max_seats > t->game->min_seats) pt_put(&players, " to %d", t->game->max_seats);
    pt_screen_putf(s, 4, 4, s->width - 5, PT_DIM, PT_AS_DRAWN, "%s players, %s", players.at,
                   length.at);
    int row = 0;
    if (saved) show_saved(s, saved, at == SAVED_ROW);
    for (; row < rows_of(t); row++) show_row(s, t, first + row, row, row == at);
    pt_screen_put(s, first + row + 1, 4, s->width - 5, PT_BRIGHT, PT_AS_DRAWN,
                  at == SAVED_ROW ? "Enter  go on with it" : "Enter  begin");
    pt_screen_put(s, first + row + 2, 4, s->width - 5, PT_DIM, PT_AS_DRAWN,
                  "arrows change · q leaves · ? explains everything once the game runs");
    int option = at - 1 - t->config.seats;
    if (option >= 0) {
        pt_clear(&words);
        pt_option_words(t->game, &t->game->options[option], &words);
        put_words(s, first + row + 4, PT_PLAIN, words.at);
    }
    refresh();
}

static int click(pt_term_wish *t, const pt_saved_game *saved, int at) {
    MEVENT e;
    if (getmouse(&e) != OK || !(e.bstate & BUTTON1_PRESSED)) return at;
    int row = e.y - first_row(saved);
    if (saved && e.y == FIRST_ROW) return SAVED_ROW;
    if (row < 0 || row >= rows_of(t)) return at;
    change(t, row, e.x < 27 ? -1 : 1);
    return row;
}

pt_start_answer pt_start_screen(pt_screen *screen, pt_term_wish *wish,
                                const pt_saved_game *saved) {
    const int top = saved ? SAVED_ROW : 0;
    int at = top;
    timeout(200);
    while (!pt_screen_signal()) {
        show(screen, wish, saved, at);
        int key = getch();
        switch (key) {
        case KEY_UP: at = turned(at, -1, top, rows_of(wish) - 1); break;
        case '\t':
        case KEY_DOWN: at = turned(at, 1, top, rows_of(wish) - 1); break;
        case KEY_LEFT: change(wish, at, -1); break;
        case ' ':
        case KEY_RIGHT: change(wish, at, 1); break;
        case KEY_MOUSE: at = click(wish, saved, at); break;
        case '\r':
        case '\n':
        case KEY_ENTER: return at == SAVED_ROW ? PT_START_GO_ON : PT_START_NEW;
        case 'q':
        case 27: return PT_START_LEAVE;
        }
    }
    return PT_START_LEAVE;
}
