/* The first screen: a saved game to go on with, how many play, who they are, the game's
 * options. Enter starts at once. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "term/ui.h"
#include "term/words.h"
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
        int kind = turned(bot_index(t->bot[seat].kind), step, 0, bot_kinds());
        t->bot[seat].kind = kind ? pt_bots[kind - 1] : NULL;
        if (!pt_bot_has_styles(t->bot[seat].kind)) t->bot[seat].style = 0;
    } else {
        const pt_option *o = &g->options[option];
        t->config.option[option] =
            (int16_t)turned(t->config.option[option], step, o->min, o->max);
    }
}

/* The next character of a bot, after the last of them none. */
static void change_style(pt_term_wish *t, int row) {
    const pt_measures *m = pt_measures_of(t->game);
    if (row < 1 || row > t->config.seats || !pt_bot_has_styles(t->bot[row - 1].kind)) return;
    int count = m && m->characters ? m->characters->count : 0;
    t->bot[row - 1].style = turned(t->bot[row - 1].style, 1, 0, count);
}

/* "Raider, likes ... · Merchant: plans ..." */
static void bot_words(const pt_term_wish *t, int seat, pt_text *out) {
    pt_bot_choice c = t->bot[seat];
    const pt_measures *m = pt_measures_of(t->game);
    if (c.style) {
        pt_say_name(out, m->characters, c.style - 1);
        pt_puts(out, ", ");
        pt_say_form(out, m->characters, c.style - 1, 1);
        pt_puts(out, " · ");
    }
    pt_bot_words(c.kind, out);
}

/* How many bytes of the words fit into this many columns, ending at a blank. */
static int whole_words(const char *words, int width) {
    int blank = 0, columns = 0;
    for (int n = 0; words[n]; n++) {
        if (words[n] == ' ' && columns <= width) blank = n;
        columns += ((unsigned char)words[n] & 0xC0) != 0x80;
    }
    return columns <= width ? (int)strlen(words) : blank;
}

/* What does not fit is cut between words; show() writes it in full while the row is
 * selected. */
static void put_row(pt_screen *s, int y, bool at, const char *label, pt_ink ink,
                    const char *glyph, const char *value, const char *words) {
    pt_mark mark = at ? PT_CURSOR : PT_AS_DRAWN;
    pt_screen_put(s, y, 4, 14, PT_DIM, PT_AS_DRAWN, label);
    pt_screen_put(s, y, 18, 2, ink, PT_AS_DRAWN, glyph);
    int blanks = pt_columns(value) < 10 ? 10 - pt_columns(value) : 0;
    pt_screen_putf(s, y, 21, 20, PT_BRIGHT, mark, " ← %s%*s → ", value, blanks, "");
    int width = s->width - 43;
    bool cut = pt_columns(words) > width;
    pt_screen_putf(s, y, 42, width, PT_DIM, PT_AS_DRAWN, "%.*s%s",
                   whole_words(words, cut ? width - 2 : width), words, cut ? " …" : "");
}

static void show_row(pt_screen *s, const pt_term_wish *t, int y, int row, bool at) {
    const pt_game *g = t->game;
    char value[24];
    PT_TEXT_IN(label, 40, s->language);
    if (row == 0) {
        snprintf(value, sizeof value, "%d", t->config.seats);
        pt_say(&label, term_say_start_players());
        put_row(s, y, at, label.at, PT_PLAIN, " ", value, "");
    } else if (row <= t->config.seats) {
        const pt_bot_kind *kind = t->bot[row - 1].kind;
        PT_TEXT_IN(words, 300, s->language);
        PT_TEXT_IN(human, 24, s->language);
        if (kind)
            bot_words(t, row - 1, &words);
        else
            pt_say(&words, term_say_start_human_words());
        pt_say(&human, term_say_start_human());
        pt_say(&label, term_say_start_seat(row));
        put_row(s, y, at, label.at, (pt_ink)(PT_SEAT_0 + row - 1), pt_seat_glyphs[row - 1],
                kind ? kind->name : human.at, words.at);
    } else {
        int i = row - 1 - t->config.seats;
        const pt_option *o = &g->options[i];
        if (o->values)
            snprintf(value, sizeof value, "%s", o->values[t->config.option[i] - o->min]);
        else
            snprintf(value, sizeof value, "%d", t->config.option[i]);
        PT_TEXT_IN(words, 300, s->language);
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
    PT_TEXT_IN(words, 120, s->language);
    pt_say(&words, term_say_start_resume(since, saved->moves));
    pt_screen_say(s, FIRST_ROW, 4, 14, PT_DIM, PT_AS_DRAWN, term_say_start_saved());
    pt_screen_putf(s, FIRST_ROW, 21, s->width - 22, PT_BRIGHT, at ? PT_CURSOR : PT_AS_DRAWN,
                   " %s ", words.at);
}

/* The game in a sentence, on two lines if it needs them. */
static void put_words(pt_screen *s, int y, pt_ink ink, const char *words) {
    int width = s->width - 6, n = whole_words(words, width);
    pt_screen_putf(s, y, 4, width, ink, PT_AS_DRAWN, "%.*s", n, words);
    pt_screen_put(s, y + 1, 4, width, ink, PT_AS_DRAWN, words + n + (words[n] == ' '));
}

/* The game: what it is, how many play it, and for how long. */
static void show_game(pt_screen *s, const pt_game *g) {
    PT_TEXT_IN(words, 300, s->language);
    PT_TEXT_IN(length, 32, s->language);
    pt_game_words(g, &words);
    pt_game_length(g, &length);
    put_words(s, 2, PT_PLAIN, words.at);
    pt_screen_say(s, 4, 4, s->width - 5, PT_DIM, PT_AS_DRAWN,
                  g->max_seats > g->min_seats
                      ? term_say_start_fewest_most(g->min_seats, g->max_seats, length.at)
                      : term_say_start_only(g->min_seats, length.at));
}

static void show(pt_screen *s, const pt_term_wish *t, const pt_saved_game *saved, int at) {
    const int first = first_row(saved);
    pt_screen_measure(s);
    erase();
    curs_set(0);
    pt_screen_fill(s, 0, 0, s->width, PT_BAR);
    pt_screen_putf(s, 0, 1, s->width - 2, PT_BRIGHT, PT_BAR, "Petteia · %s", t->game->title);
    show_game(s, t->game);
    int row = 0;
    if (saved) show_saved(s, saved, at == SAVED_ROW);
    for (; row < rows_of(t); row++) show_row(s, t, first + row, row, row == at);
    pt_screen_say(s, first + row + 1, 4, s->width - 5, PT_BRIGHT, PT_AS_DRAWN,
                  at == SAVED_ROW ? term_say_start_enter_saved() : term_say_start_enter());
    pt_screen_say(s, first + row + 2, 4, s->width - 5, PT_DIM, PT_AS_DRAWN,
                  term_say_start_keys());
    int option = at - 1 - t->config.seats;
    if (option >= 0) {
        PT_TEXT_IN(words, 300, s->language);
        pt_option_words(t->game, &t->game->options[option], &words);
        put_words(s, first + row + 4, PT_PLAIN, words.at);
    } else if (at > 0 && t->bot[at - 1].style) {
        PT_TEXT_IN(words, 300, s->language);
        bot_words(t, at - 1, &words);
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
        case 'c': change_style(wish, at); break;
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
