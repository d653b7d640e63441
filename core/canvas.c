/* Drawing in character cells. */
/* SPDX-License-Identifier: MIT */
#include "core/canvas.h"
#include <assert.h>
#include <string.h>

const char *const pt_seat_glyphs[] = {"■", "●", "◆", "★", "✚"};

void pt_canvas_clear(pt_canvas *c) {
    c->width = c->height = 0;
    c->language = PT_ENGLISH;
    c->size = 0;
    for (int y = 0; y < PT_CANVAS_H; y++)
        for (int x = 0; x < PT_CANVAS_W; x++)
            c->cell[y][x] = (pt_cell){.ink = PT_PLAIN, .ground = PT_PLAIN};
}

static pt_cell *cell_at(pt_canvas *c, int x, int y) {
    if (x < 0 || y < 0 || x >= PT_CANVAS_W || y >= PT_CANVAS_H) return NULL;
    if (x >= c->width) c->width = x + 1;
    if (y >= c->height) c->height = y + 1;
    return &c->cell[y][x];
}

/* Bytes of the UTF-8 character at `s`; a broken one counts as one byte. */
static size_t utf8_length(const char *s) {
    unsigned char c = (unsigned char)*s;
    size_t n = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xC0) != 0x80) return 1;
    return n;
}

int pt_draw(pt_canvas *c, int x, int y, pt_ink ink, const char *text) {
    assert(ink < PT_INKS && text);
    while (*text) {
        size_t n = utf8_length(text);
        assert(n < sizeof c->cell[0][0].glyph);
        pt_cell *cell = cell_at(c, x++, y);
        if (cell) {
            memset(cell->glyph, 0, sizeof cell->glyph);
            memcpy(cell->glyph, text, n);
            cell->ink = (uint8_t)ink;
        }
        text += n;
    }
    return x;
}

int pt_drawf(pt_canvas *c, int x, int y, pt_ink ink, const char *format, ...) {
    PT_TEXT(line, 512);
    va_list args;
    va_start(args, format);
    pt_putv(&line, format, args);
    va_end(args);
    return pt_draw(c, x, y, ink, line.at);
}

int pt_draw_said(pt_canvas *c, int x, int y, pt_ink ink, pt_said said) {
    PT_TEXT_IN(line, 512, c->language);
    pt_say(&line, said);
    return pt_draw(c, x, y, ink, line.at);
}

int pt_draw_name(pt_canvas *c, int x, int y, pt_ink ink, const pt_names *names, int value) {
    PT_TEXT_IN(line, 200, c->language);
    pt_say_name(&line, names, value);
    return pt_draw(c, x, y, ink, line.at);
}

void pt_ground(pt_canvas *c, int x, int y, int w, int h, pt_ink ground) {
    assert(ground < PT_INKS);
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++) {
            pt_cell *cell = cell_at(c, i, j);
            if (cell) cell->ground = (uint8_t)ground;
        }
}

void pt_target(pt_canvas *c, int x, int y, int w, int h, const pt_kind *kind, int value) {
    assert(kind && value >= 0 && value < kind->count);
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++) {
            pt_cell *cell = cell_at(c, i, j);
            if (!cell) continue;
            cell->kind = kind;
            cell->value = (uint8_t)value;
        }
}

void pt_canvas_print(const pt_canvas *c, pt_text *out) {
    assert(c->width <= PT_CANVAS_W && c->height <= PT_CANVAS_H);
    for (int y = 0; y < c->height; y++) {
        int end = c->width;
        while (end > 0 &&
               (!c->cell[y][end - 1].glyph[0] || c->cell[y][end - 1].glyph[0] == ' '))
            end--;
        for (int x = 0; x < end; x++)
            pt_puts(out, c->cell[y][x].glyph[0] ? c->cell[y][x].glyph : " ");
        pt_putc(out, '\n');
    }
}
