/* The terminal: it is restored whatever happens; colours have meanings; texts work in any
 * locale. This is the only file that knows how many colours there are. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/canvas.h"
#include "core/say.h"
#include <stdbool.h>

enum { PT_PAIRS = 250 };

/* How a cell stands out from the board. */
typedef enum {
    PT_AS_DRAWN,
    PT_LAST,    /* part of the others' last moves */
    PT_OPEN,    /* may be pointed at */
    PT_CHOSEN,  /* part of the move being built */
    PT_PREVIEW, /* what would be there after it */
    PT_CURSOR,
    PT_BAR, /* a line of the client across the screen */
} pt_mark;

typedef struct pt_screen {
    int width, height;
    uint8_t language; /* of everything that is said on it */
    bool utf8;
    int colours; /* 0: monochrome, else 8, 16 or 256 */
    int pairs;   /* colour pairs made so far */
    short fg[PT_PAIRS], bg[PT_PAIRS];
} pt_screen;

/* Opens the terminal; returns false, with one line on stderr, if it cannot. Closing is safe at
 * any time, and happens by itself when the program is interrupted or crashes. */
bool pt_screen_open(pt_screen *s, int language);
void pt_screen_close(void);
void pt_screen_measure(pt_screen *s);

/* The number of the signal that asks the program to end, or 0. */
int pt_screen_signal(void);

/* Writes text from column x, at most `width` columns; what does not fit is cut. Returns the
 * column after it. */
int pt_screen_put(pt_screen *s, int y, int x, int width, pt_ink ink, pt_mark mark,
                  const char *text);
int pt_screen_putf(pt_screen *s, int y, int x, int width, pt_ink ink, pt_mark mark,
                   const char *format, ...) PT_FORMAT(7, 8);
/* A sentence, in the language of the screen. */
int pt_screen_say(pt_screen *s, int y, int x, int width, pt_ink ink, pt_mark mark,
                  pt_said said);
void pt_screen_fill(pt_screen *s, int y, int x, int width, pt_mark mark);
void pt_screen_cell(pt_screen *s, int y, int x, const pt_cell *cell, pt_mark mark);

/* Columns of a UTF-8 text of one-column characters. */
int pt_columns(const char *text);
