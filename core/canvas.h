/* A board drawn in character cells, for any terminal. A game draws on it. The terminal client
 * shows and scrolls it, and a cell says what a click on it points at. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/move.h"
#include "core/say.h"
#include <stdbool.h>
#include <stdint.h>

enum { PT_CANVAS_W = 200, PT_CANVAS_H = 64, PT_BOARD_SIZES = 4 };

/* Colours by meaning, so that the client can map them to 8, 16 or 256 terminal colours, and to
 * a light or dark background. Seats come first: seat s has colour PT_SEAT_0 + s. */
typedef enum {
    PT_SEAT_0,
    PT_SEAT_1,
    PT_SEAT_2,
    PT_SEAT_3,
    PT_SEAT_4,
    PT_PLAIN,
    PT_DIM,
    PT_BRIGHT,
    PT_FRAME,
    PT_SAND,
    PT_SEA,
    PT_LAND,
    PT_ROCK,
    PT_RED,
    PT_GREEN,
    PT_BLUE,
    PT_YELLOW,
    PT_VIOLET,
    PT_ORANGE,
    PT_BROWN,
    PT_GREY,
    PT_INKS
} pt_ink;

/* A shape for each seat, so that no one needs colours to tell them apart. */
extern const char *const pt_seat_glyphs[];

typedef struct pt_cell {
    char glyph[8];       /* one character in UTF-8, one column wide; "" is a blank */
    uint8_t ink, ground; /* pt_ink; ground PT_PLAIN is the terminal's own */
    uint8_t value;       /* what the cell points at: a value of `kind` */
    const pt_kind *kind; /* or NULL: nothing */
} pt_cell;

typedef struct pt_canvas {
    int width, height; /* grows with what is drawn */
    uint8_t language;  /* of the words on it; clearing resets it to English */
    uint8_t size;      /* how large to draw: 0 fits a small terminal, each further one takes
                        * more room; a game may have fewer. Clearing resets it */
    pt_cell cell[PT_CANVAS_H][PT_CANVAS_W];
} pt_canvas;

void pt_canvas_clear(pt_canvas *c);

/* Draws UTF-8 text from column x of row y; each character takes one column. What falls outside
 * the canvas is dropped. Returns the column after the text. */
int pt_draw(pt_canvas *c, int x, int y, pt_ink ink, const char *text);
int pt_draw_said(pt_canvas *c, int x, int y, pt_ink ink, pt_said said);
int pt_draw_name(pt_canvas *c, int x, int y, pt_ink ink, const pt_names *names, int value);
int pt_drawf(pt_canvas *c, int x, int y, pt_ink ink, const char *format, ...) PT_FORMAT(5, 6);

/* Gives a rectangle of cells a ground colour, or a meaning for clicks and highlights. */
void pt_ground(pt_canvas *c, int x, int y, int w, int h, pt_ink ground);
void pt_target(pt_canvas *c, int x, int y, int w, int h, const pt_kind *kind, int value);

/* The canvas as plain text, row by row without trailing blanks. */
void pt_canvas_print(const pt_canvas *c, pt_text *out);
