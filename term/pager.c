/* A text on a screen of its own: wrapped, scrolled, searched. And the one-line prompt. */
/* SPDX-License-Identifier: MIT */
#include "term/ui.h"
#include "term/words.h"
#include <ctype.h>
#include <curses.h>
#include <stdlib.h>
#include <string.h>

/* A line as it is shown: a part of the text. */
typedef struct piece {
    const char *at;
    int length;
    bool heading;
    int indent;
} piece;

typedef struct pages {
    const char *text;
    piece *line;
    int lines, room, top, found; /* found: the line a search has hit, or -1 */
    int width;
    char wanted[40];
} pages;

static bool add_piece(pages *p, piece line) {
    if (p->lines == p->room) {
        int room = p->room ? 2 * p->room : 256;
        piece *more = realloc(p->line, sizeof *more * (size_t)room);
        if (!more) return false;
        p->line = more;
        p->room = room;
    }
    p->line[p->lines++] = line;
    return true;
}

/* How many bytes of `at` fit the width; breaks at a blank where it can. */
static int fit(const char *at, int length, int width) {
    int columns = 0, blank = 0, i = 0;
    for (; i < length && columns < width; columns++) {
        if (at[i] == ' ') blank = i;
        i++;
        while (i < length && ((unsigned char)at[i] & 0xC0) == 0x80) i++;
    }
    if (i >= length) return length;
    return at[i] == ' ' || !blank ? i : blank;
}

static void wrap(pages *p, int width) {
    p->lines = 0;
    p->width = width;
    for (const char *at = p->text; *at;) {
        int length = (int)strcspn(at, "\n"), indent = 0, hang;
        const char *next = at + length + (at[length] == '\n');
        bool heading = *at == '#';
        hang = (int)strspn(at, " ");
        if (at[hang] == '-' || at[hang] == '*') hang += 2;
        do {
            int n = fit(at, length, width - indent);
            if (!add_piece(p, (piece){at, n, heading, indent})) return;
            at += n;
            length -= n;
            while (length > 0 && *at == ' ') at++, length--;
            indent = hang;
        } while (length > 0);
        at = next;
    }
}

/* Whether the line holds the wanted text, in any case of letters. */
static bool holds(const piece *line, const char *wanted) {
    int n = (int)strlen(wanted);
    for (int i = 0; n && i + n <= line->length; i++) {
        int k = 0;
        while (k < n &&
               tolower((unsigned char)line->at[i + k]) == tolower((unsigned char)wanted[k]))
            k++;
        if (k == n) return true;
    }
    return false;
}

static void search(pages *p, int from) {
    p->found = -1;
    for (int i = 0; i < p->lines; i++)
        if (holds(&p->line[(from + i) % p->lines], p->wanted)) {
            p->found = (from + i) % p->lines;
            p->top = p->found - 2;
            return;
        }
}

/* Emphasis marks of the rulebook become bold letters. */
static void put_piece(pt_screen *s, int y, int x, const piece *line, bool found) {
    bool bold = line->heading;
    pt_mark mark = found ? PT_OPEN : PT_AS_DRAWN;
    x += line->indent;
    for (int i = 0; i < line->length;) {
        if (i + 1 < line->length && line->at[i] == '*' && line->at[i + 1] == '*') {
            bold = !bold;
            i += 2;
            continue;
        }
        char run[256];
        int n = 0;
        while (
            i + n < line->length && n < 255 &&
            !(i + n + 1 < line->length && line->at[i + n] == '*' && line->at[i + n + 1] == '*'))
            n++;
        memcpy(run, line->at + i, (size_t)n);
        run[n] = 0;
        x = pt_screen_put(s, y, x, s->width - x, bold ? PT_BRIGHT : PT_PLAIN, mark, run);
        i += n;
    }
}

static void show(pt_ui *ui, const char *title, pages *p, pt_said keys) {
    pt_screen *s = &ui->screen;
    int rows = s->height - 2, most = p->lines - rows;
    if (p->top > most) p->top = most;
    if (p->top < 0) p->top = 0;
    erase();
    curs_set(0);
    pt_screen_fill(s, 0, 0, s->width, PT_BAR);
    pt_screen_put(s, 0, 1, s->width - 2, PT_BRIGHT, PT_BAR, title);
    for (int i = 0; i < rows && p->top + i < p->lines; i++)
        put_piece(s, 1 + i, 1, &p->line[p->top + i], p->top + i == p->found);
    pt_screen_fill(s, s->height - 1, 0, s->width, PT_BAR);
    int x = pt_screen_say(s, s->height - 1, 1, s->width - 2, PT_PLAIN, PT_BAR, keys);
    if (most > 0)
        pt_screen_say(s, s->height - 1, x + 3, s->width - x - 4, PT_PLAIN, PT_BAR,
                      term_say_keys_scroll((p->top + rows) * 100 / p->lines));
    refresh();
}

static void scroll_by_key(pages *p, int key, int rows) {
    MEVENT e;
    switch (key) {
    case KEY_UP: p->top--; break;
    case KEY_DOWN: p->top++; break;
    case KEY_PPAGE: p->top -= rows - 1; break;
    case ' ':
    case KEY_NPAGE: p->top += rows - 1; break;
    case KEY_HOME: p->top = 0; break;
    case KEY_END: p->top = p->lines; break;
    case KEY_MOUSE:
        if (getmouse(&e) != OK) break;
        if (e.bstate & BUTTON4_PRESSED) p->top -= 3;
        if (e.bstate & BUTTON5_PRESSED) p->top += 3;
        break;
    }
}

const char pt_at_end[] = "the end";

static void ask_search(pt_ui *ui, pages *p) {
    PT_TEXT_IN(label, 40, ui->screen.language);
    pt_say(&label, term_say_find());
    pt_putc(&label, ' ');
    if (pt_prompt(ui, label.at, p->wanted, sizeof p->wanted)) search(p, p->top + 3);
}

int pt_pager(pt_ui *ui, const char *title, const char *text, const char *find, pt_said keys) {
    pages p = {.text = text, .found = -1};
    int key = 0;
    pt_screen_measure(&ui->screen);
    wrap(&p, ui->screen.width - 2);
    if (find == pt_at_end) {
        p.top = p.lines;
    } else if (find && *find) {
        pt_text t = pt_text_on(p.wanted, sizeof p.wanted);
        pt_puts(&t, find);
        search(&p, 0);
    }
    while (!pt_screen_signal()) {
        show(ui, title, &p, keys);
        key = pt_ui_get_key(ui);
        if (key == '/') {
            ask_search(ui, &p);
        } else if (key == KEY_RESIZE) {
            bool end = p.top + ui->screen.height - 2 >= p.lines && (p.top || find == pt_at_end);
            pt_screen_measure(&ui->screen);
            wrap(&p, ui->screen.width - 2);
            if (end) p.top = p.lines; /* at the end, stay at the end */
        } else if (key == 27 || key == '\r' || key == '\n' || key == KEY_ENTER ||
                   (key > 0 && key < 128 && isalpha(key))) {
            break;
        } else {
            scroll_by_key(&p, key, ui->screen.height - 2);
        }
    }
    free(p.line);
    return key;
}

/* A byte of a letter that is not its first. */
static bool is_inside(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* The line, and above it what Tab offers. */
static void show_prompt(pt_screen *s, const char *label, const char *line, const char *offers) {
    int y = s->height - 1;
    pt_screen_measure(s);
    if (*offers) {
        pt_screen_fill(s, y - 1, 0, s->width, PT_BAR);
        pt_screen_put(s, y - 1, 1, s->width - 2, PT_DIM, PT_BAR, offers);
    }
    pt_screen_fill(s, y, 0, s->width, PT_BAR);
    int x = pt_screen_put(s, y, 1, s->width, PT_BRIGHT, PT_BAR, label);
    x = pt_screen_put(s, y, x, s->width - x - 1, PT_PLAIN, PT_BAR, line);
    curs_set(1);
    move(y, x);
    refresh();
}

/* A line of text at the foot of the screen; false when it was left with Esc. `complete`: Tab
 * goes on with it. */
static bool prompt(pt_ui *ui, const char *label, char *line, size_t size, bool complete) {
    PT_TEXT(offers, 400);
    size_t n = 0;
    line[0] = 0;
    while (!pt_screen_signal()) {
        show_prompt(&ui->screen, label, line, offers.at);
        int key = pt_ui_get_key(ui);
        if (key == '\t' && complete) {
            pt_clear(&offers);
            pt_ui_complete(ui, line, &offers);
            n = strlen(line);
        }
        if (key == 27) return false;
        if (key == '\r' || key == '\n' || key == KEY_ENTER) return true;
        if (key == KEY_BACKSPACE || key == 127 || key == 8) {
            if (n == 0) return false;
            while (n > 1 && is_inside(line[n - 1])) n--; /* a letter of several bytes */
            line[--n] = 0;
        } else if (key == 21) { /* ^U clears the line */
            line[n = 0] = 0;
        } else if (key >= ' ' && key <= 0xFF && n + 1 < size) {
            line[n++] = (char)key;
            line[n] = 0;
        }
    }
    return false;
}

bool pt_prompt(pt_ui *ui, const char *label, char *line, size_t size) {
    return prompt(ui, label, line, size, false);
}

bool pt_prompt_move(pt_ui *ui, const char *label, pt_typed line) {
    return prompt(ui, label, line, sizeof(pt_typed), true);
}
