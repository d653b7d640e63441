/* The terminal; see screen.h. */
/* SPDX-License-Identifier: MIT */
#include "term/screen.h"
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- opening, closing, signals --- */

/* A signal handler can reach only globals, and a process has only one terminal. */
static volatile sig_atomic_t asked_to_end;
static volatile sig_atomic_t is_open;

static void on_end(int signal_number) { asked_to_end = signal_number; }

/* After a crash, gives the terminal back and lets the signal take its course. */
static void on_crash(int signal_number) {
    if (is_open) endwin();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void catch_signals(void) {
    struct sigaction end = {.sa_handler = on_end}, crash = {.sa_handler = on_crash};
    const int ends[] = {SIGINT, SIGTERM, SIGHUP},
              crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigaction(ends[i], &end, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &crash, NULL);
}

/* A terminal that is gone says so for ever, and sends a signal only to those it controls. */
static bool is_hung_up(void) {
    struct pollfd input = {.fd = STDIN_FILENO};
    return poll(&input, 1, 0) == 1 && input.revents & (POLLHUP | POLLNVAL);
}

int pt_screen_signal(void) {
    if (!asked_to_end && is_hung_up()) asked_to_end = SIGHUP;
    return asked_to_end;
}

void pt_screen_close(void) {
    if (!is_open) return;
    is_open = 0;
    mousemask(0, NULL);
    endwin();
}

void pt_screen_measure(pt_screen *s) { getmaxyx(stdscr, s->height, s->width); }

bool pt_screen_open(pt_screen *s, int language) {
    *s = (pt_screen){.language = (uint8_t)language};
    setlocale(LC_ALL, "");
    s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!newterm(NULL, stdout, stdin)) {
        const char *term = getenv("TERM");
        fprintf(stderr, "petteia term: the terminal '%s' is not known here\n",
                term ? term : "");
        return false;
    }
    if (!tigetstr("cup")) { /* this terminal cannot move its cursor, like TERM=dumb */
        endwin();
        fprintf(stderr, "petteia term: the terminal '%s' cannot move its cursor\n",
                getenv("TERM"));
        return false;
    }
    is_open = 1;
    atexit(pt_screen_close);
    catch_signals();
    const char *without = getenv("NO_COLOR"); /* no-color.org: set and not empty */
    bool may = !without || !*without;
    if (may && has_colors() && start_color() == OK && use_default_colors() == OK)
        s->colours = COLORS >= 256 ? 256 : COLORS >= 16 ? 16 : 8;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    /* Asks for all mouse events: after an unwanted one getch would wait for ever, because its
     * timeout is lost. But it does not ask for clicks: two fast ones at different places would
     * become one double click. */
    mmask_t clicks = 0;
    for (int button = 1; button <= 3; button++)
        clicks |= NCURSES_MOUSE_MASK(button, NCURSES_BUTTON_CLICKED | NCURSES_DOUBLE_CLICKED |
                                                 NCURSES_TRIPLE_CLICKED);
    mousemask(ALL_MOUSE_EVENTS & ~clicks, NULL);
    mouseinterval(0);
    pt_screen_measure(s);
    return true;
}

/* --- colours --- */

/* clang-format off */
/* A colour of the terminal for each ink: with 256, with 16, and with 8 colours; -1 is the
 * terminal's own. Inks that share one of 8 colours differ by bold and dim. */
static const struct { short many, some, few; attr_t with_few; } inks[PT_INKS] = {
    [PT_SEAT_0] = { 75, 12, 4, A_BOLD}, [PT_SEAT_1] = {203,  9, 1, A_BOLD},
    [PT_SEAT_2] = { 78, 10, 2, A_BOLD}, [PT_SEAT_3] = {222, 11, 3, A_BOLD},
    [PT_SEAT_4] = {177, 13, 5, A_BOLD},
    [PT_PLAIN]  = { -1, -1, -1, 0},     [PT_DIM]    = {244,  8, -1, A_DIM},
    [PT_BRIGHT] = { -1, -1, -1, A_BOLD}, [PT_FRAME] = {240,  8, -1, A_DIM},
    [PT_SAND]   = {179,  3, 3, 0},      [PT_SEA]    = { 38,  6, 6, 0},
    [PT_LAND]   = {107,  2, 2, 0},      [PT_ROCK]   = {138,  7, 7, 0},
    [PT_RED]    = {203,  9, 1, 0},      [PT_GREEN]  = { 71,  2, 2, 0},
    [PT_BLUE]   = { 68,  4, 4, 0},      [PT_YELLOW] = {220, 11, 3, A_BOLD},
    [PT_VIOLET] = {134, 13, 5, 0},      [PT_ORANGE] = {208,  3, 3, 0},
    [PT_BROWN]  = {131,  1, 1, 0},      [PT_GREY]   = {247,  7, 7, 0},
};
/* Letters on a ground of an ink, with 256 and with fewer colours: dark or light. */
static const bool dark_letters[PT_INKS] = {
    [PT_SAND] = true, [PT_YELLOW] = true, [PT_ORANGE] = true, [PT_GREY] = true, [PT_LAND] = true,
    [PT_SEAT_0] = true, [PT_SEAT_1] = true, [PT_SEAT_2] = true, [PT_SEAT_3] = true,
    [PT_SEAT_4] = true, [PT_SEA] = true, [PT_ROCK] = true,
};
/* clang-format on */

static short colour_of(const pt_screen *s, int ink) {
    return s->colours == 256  ? inks[ink].many
           : s->colours == 16 ? inks[ink].some
                              : inks[ink].few;
}

static attr_t pair_of(pt_screen *s, short fg, short bg) {
    if (fg < 0 && bg < 0) return 0;
    for (int i = 0; i < s->pairs; i++)
        if (s->fg[i] == fg && s->bg[i] == bg) return COLOR_PAIR(i + 1);
    if (s->pairs == PT_PAIRS || s->pairs + 1 >= COLOR_PAIRS) return 0;
    s->fg[s->pairs] = fg;
    s->bg[s->pairs] = bg;
    init_pair((short)++s->pairs, fg, bg);
    return COLOR_PAIR(s->pairs);
}

static bool greyish(int ink) {
    return ink == PT_PLAIN || ink == PT_DIM || ink == PT_BRIGHT || ink == PT_FRAME;
}

/* Without enough colours a mark is shown by underlining, bold or reverse. */
static attr_t plain_mark(pt_mark mark) {
    switch (mark) {
    case PT_AS_DRAWN: return 0;
    case PT_LAST: return A_BOLD;
    case PT_OPEN: return A_UNDERLINE;
    case PT_CHOSEN: return A_REVERSE | A_UNDERLINE;
    case PT_PREVIEW: return A_REVERSE;
    case PT_CURSOR: return A_REVERSE | A_BOLD;
    case PT_BAR: return A_REVERSE;
    }
    return 0;
}

/* With 256 colours: the ground of a mark, and the letters on it where the ink is no colour. */
static const struct {
    short ground, letters;
} marks[] = {
    [PT_LAST] = {24, 254},    [PT_OPEN] = {238, 254},  [PT_CHOSEN] = {28, 255},
    [PT_PREVIEW] = {22, 255}, [PT_CURSOR] = {229, 16}, [PT_BAR] = {236, 252},
};

static attr_t look(pt_screen *s, int ink, int ground, pt_mark mark) {
    attr_t bold = ink == PT_BRIGHT ? A_BOLD : 0;
    if (s->colours == 0)
        return plain_mark(mark) | bold | (ground != PT_PLAIN ? A_REVERSE : 0) |
               (ink == PT_DIM || ink == PT_FRAME ? A_DIM : 0);
    short fg = colour_of(s, ink), bg = -1;
    if (ground != PT_PLAIN) {
        bg = colour_of(s, ground);
        fg =
            dark_letters[ground] ? (s->colours == 256 ? 16 : 0) : (s->colours == 256 ? 231 : 7);
        if (s->colours == 8 || s->colours == 16) fg = 0;
    }
    if (s->colours == 256 && mark != PT_AS_DRAWN) {
        if (ground == PT_PLAIN && (greyish(ink) || mark == PT_CURSOR)) fg = marks[mark].letters;
        if (ground == PT_PLAIN || mark == PT_CURSOR) bg = marks[mark].ground;
        if (mark == PT_CURSOR) fg = 16;
        return pair_of(s, fg, bg) | bold | (mark == PT_OPEN ? 0 : A_BOLD);
    }
    attr_t with = s->colours == 8 ? inks[ink].with_few : 0;
    return pair_of(s, fg, bg) | bold | (ground == PT_PLAIN ? with : 0) | plain_mark(mark);
}

static void set_look(attr_t attributes) {
    (void)attr_set(attributes & ~A_COLOR, (short)PAIR_NUMBER((int)attributes), NULL);
}

/* --- texts --- */

static size_t utf8_length(const char *s) {
    unsigned char c = (unsigned char)*s;
    size_t n = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xC0) != 0x80) return 1;
    return n;
}

int pt_columns(const char *text) {
    int n = 0;
    for (; *text; text += utf8_length(text)) n++;
    return n;
}

/* What stands for a character where the locale has only ASCII. */
static char plain_glyph(const char *glyph, size_t n) {
    static const struct {
        const char *glyph;
        char plain;
    } table[] = {
        {"■", '#'},      {"●", '@'},      {"◆", '*'}, {"★", '&'},  {"✚", '%'}, {"□", 'o'},
        {"▲", '^'},      {"·", '.'},      {"×", 'x'}, {"▸", '>'},  {"◂", '<'}, {"─", '-'},
        {"│", '|'},      {"┊", ':'},      {"╱", '/'}, {"╲", '\\'}, {"…", '.'}, {"–", '-'},
        {"═", '='},      {"║", '|'},      {"→", '>'}, {"←", '<'},  {"↑", '^'}, {"↓", 'v'},
        {"▾", 'v'},      {"▴", '^'},      {"○", 'o'}, {"◇", 'o'},  {"░", ':'}, {"’", '\''},
        {"‘", '\''},     {"“", '"'},      {"”", '"'}, {"„", '"'},  {"«", '"'}, {"»", '"'},
        {"\u00a0", ' '}, {"\u202f", ' '}, {"Œ", 'O'}, {"œ", 'o'},
    };
    /* U+00C0 to U+00FF without their accents. */
    static const char letters[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"
                                  "aaaaaaaceeeeiiiidnooooo/ouuuuyty";
    if (n == 1) return *glyph;
    if (n == 2 && (unsigned char)glyph[0] == 0xC3) return letters[glyph[1] & 0x3F];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].glyph) == n && memcmp(table[i].glyph, glyph, n) == 0)
            return table[i].plain;
    if (n == 3 && (unsigned char)glyph[0] == 0xE2) {
        unsigned char second = (unsigned char)glyph[1], third = (unsigned char)glyph[2];
        if (second == 0x94 || (second == 0x95 && third < 0xB0)) return '+'; /* box drawing */
        if (second == 0x96) return third < 0xA0 ? '#' : 'o';                /* blocks, shapes */
    }
    return '?';
}

static void put_glyph(const pt_screen *s, int y, int x, const char *glyph, size_t n) {
    if (n == 1 && (unsigned char)*glyph < ' ') glyph = " ";
    if (s->utf8)
        mvaddnstr(y, x, glyph, (int)n);
    else
        mvaddch(y, x, (chtype)(unsigned char)plain_glyph(glyph, n));
}

int pt_screen_put(pt_screen *s, int y, int x, int width, pt_ink ink, pt_mark mark,
                  const char *text) {
    int end = x + width < s->width ? x + width : s->width;
    if (y < 0 || y >= s->height) return x;
    set_look(look(s, (int)ink, PT_PLAIN, mark));
    while (*text && x < end) {
        size_t n = utf8_length(text);
        put_glyph(s, y, x++, text, n);
        text += n;
    }
    set_look(A_NORMAL);
    return x;
}

int pt_screen_putf(pt_screen *s, int y, int x, int width, pt_ink ink, pt_mark mark,
                   const char *format, ...) {
    PT_TEXT(line, 512);
    va_list args;
    va_start(args, format);
    pt_putv(&line, format, args);
    va_end(args);
    return pt_screen_put(s, y, x, width, ink, mark, line.at);
}

int pt_screen_say(pt_screen *s, int y, int x, int width, pt_ink ink, pt_mark mark,
                  pt_said said) {
    PT_TEXT_IN(line, 512, s->language);
    pt_say(&line, said);
    return pt_screen_put(s, y, x, width, ink, mark, line.at);
}

void pt_screen_fill(pt_screen *s, int y, int x, int width, pt_mark mark) {
    if (y < 0 || y >= s->height) return;
    set_look(look(s, PT_PLAIN, PT_PLAIN, mark));
    for (int i = x; i < x + width && i < s->width; i++) mvaddch(y, i, ' ');
    set_look(A_NORMAL);
}

void pt_screen_cell(pt_screen *s, int y, int x, const pt_cell *cell, pt_mark mark) {
    const char *glyph = cell->glyph[0] ? cell->glyph : " ";
    set_look(look(s, cell->ink, cell->ground, mark));
    put_glyph(s, y, x, glyph, utf8_length(glyph));
    set_look(A_NORMAL);
}
