/* Boards in character cells: what is drawn stands where it should, what falls outside is
 * dropped, and the canvas grows with what is on it. */
/* SPDX-License-Identifier: MIT */
#include "core/canvas.h"
#include <criterion/criterion.h>
#include <string.h>

static pt_canvas canvas;

static pt_canvas *fresh(void) {
    memset(&canvas, 0x5A, sizeof canvas);
    pt_canvas_clear(&canvas);
    return &canvas;
}

Test(canvas, a_fresh_one_is_small_and_empty) {
    const pt_canvas *c = fresh();
    cr_assert(c->size == 0 && c->width == 0 && c->height == 0);
}

static void prints(const char *wanted) {
    PT_TEXT(out, 20000);
    pt_canvas_print(&canvas, &out);
    cr_expect_str_eq(out.at, wanted);
}

static void measures(int width, int height) {
    cr_expect(canvas.width == width && canvas.height == height, "%d x %d, not %d x %d",
              canvas.width, canvas.height, width, height);
}

Test(canvas, a_clear_one_is_empty_plain_and_english) {
    fresh();
    measures(0, 0);
    prints("");
    cr_expect_eq(canvas.language, PT_ENGLISH);
    for (int i = 0; i < PT_CANVAS_W * PT_CANVAS_H; i++) {
        const pt_cell *cell = &canvas.cell[i / PT_CANVAS_W][i % PT_CANVAS_W];
        cr_assert(!cell->glyph[0] && cell->ink == PT_PLAIN && cell->ground == PT_PLAIN &&
                  !cell->kind && !cell->value);
    }
}

Test(canvas, text_takes_a_column_for_each_character) {
    pt_canvas *c = fresh();
    cr_expect_eq(pt_draw(c, 2, 1, PT_RED, "aé€😀b"), 7);
    measures(7, 2);
    prints("\n  aé€😀b\n");
    cr_expect_str_eq(c->cell[1][2].glyph, "a");
    cr_expect_str_eq(c->cell[1][3].glyph, "é");
    cr_expect_str_eq(c->cell[1][4].glyph, "€");
    cr_expect_str_eq(c->cell[1][5].glyph, "😀");
    cr_expect_str_eq(c->cell[1][6].glyph, "b");
    for (int x = 2; x < 7; x++) cr_expect_eq(c->cell[1][x].ink, PT_RED);
    cr_expect_eq(c->cell[1][7].ink, PT_PLAIN);
    cr_expect_eq(pt_draw(c, 5, 1, PT_BLUE, "x"), 6); /* nothing is left of the longer one */
    cr_expect_eq(memcmp(c->cell[1][5].glyph, "x\0\0\0\0\0\0", 8), 0);
    cr_expect_eq(pt_draw(c, 9, 1, PT_BLUE, ""), 9);
    measures(7, 2);
}

/* A broken character counts as one byte, and what follows it is drawn. */
Test(canvas, utf8_is_read_as_it_is_written) {
    static const struct {
        const char *text;
        int columns;
    } rows[] = {
        {"\x7F", 1},         {"\xBF", 1},          {"\xC0\x80", 1},         {"\xDF\xBF", 1},
        {"\xE0\x80\x80", 1}, {"\xEF\xBF\xBF", 1},  {"\xF0\x80\x80\x80", 1}, {"\xC3", 1},
        {"\xC3z", 2},        {"\xE2\x82", 2},      {"\xE2\x82z", 3},        {"\xE2z\x82", 3},
        {"\xF0\x9F\x98", 3}, {"\xF0\x9F\x98z", 4}, {"\xC3\xC3", 2},         {"\xBF\xBF", 2},
        {"\xC3\xA9\xA9", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(pt_draw(fresh(), 0, 0, PT_PLAIN, rows[i].text), rows[i].columns, "row %zu",
                     i);
}

Test(canvas, what_falls_outside_is_dropped) {
    pt_canvas *c = fresh();
    cr_expect_eq(pt_draw(c, -2, 0, PT_PLAIN, "abcd"), 2);
    prints("cd\n");
    measures(2, 1);
    cr_expect_eq(pt_draw(c, 0, -1, PT_PLAIN, "up"), 2);
    cr_expect_eq(pt_draw(c, 0, PT_CANVAS_H, PT_PLAIN, "down"), 4);
    measures(2, 1);
    cr_expect_eq(pt_draw(c, PT_CANVAS_W - 1, PT_CANVAS_H - 1, PT_PLAIN, "xy"), PT_CANVAS_W + 1);
    measures(PT_CANVAS_W, PT_CANVAS_H);
    cr_expect_str_eq(c->cell[PT_CANVAS_H - 1][PT_CANVAS_W - 1].glyph, "x");
    pt_draw(c, 0, 1, PT_PLAIN, "e"); /* it does not shrink */
    measures(PT_CANVAS_W, PT_CANVAS_H);
}

Test(canvas, rows_are_printed_without_trailing_blanks) {
    pt_canvas *c = fresh();
    pt_draw(c, 1, 0, PT_PLAIN, "a  ");
    pt_draw(c, 4, 2, PT_PLAIN, "b");
    pt_draw(c, 0, 3, PT_PLAIN, "   ");
    pt_draw(c, 0, 4, PT_PLAIN, "c");
    prints(" a\n\n    b\n\nc\n");
}

/* --- words --- */

static const pt_phrase hello = {.key = "hello",
                                .types = "n",
                                .text = {[PT_LANGUAGE_en] = "hello {0}",
                                         [PT_LANGUAGE_fr] = "salut {0}",
                                         [PT_LANGUAGE_de] = "hallo {0}"}};
static const char *const ids[] = {"S", "L"};
static const char *const en[] = {"small", "large"};
static const char *const fr[] = {"petit", "grand"};
static const pt_names sizes = {
    .name = "size",
    .count = 2,
    .ids = ids,
    .in = {[PT_LANGUAGE_en] = {en, 1, NULL, NULL}, [PT_LANGUAGE_fr] = {fr, 1, NULL, NULL}}};

Test(canvas, words_are_drawn_in_its_language) {
    pt_canvas *c = fresh();
    const pt_said said = {.phrase = &hello, .arg = {{.n = 3}}};
    cr_expect_eq(pt_draw_said(c, 1, 0, PT_DIM, said), 8);
    cr_expect_eq(pt_draw_name(c, 1, 1, PT_BRIGHT, &sizes, 1), 6);
    cr_expect_eq(pt_drawf(c, 1, 2, PT_SEA, "%d of %s", 4, "five"), 10);
    prints(" hello 3\n large\n 4 of five\n");
    cr_expect(c->cell[0][1].ink == PT_DIM && c->cell[1][1].ink == PT_BRIGHT &&
              c->cell[2][1].ink == PT_SEA);
    c = fresh();
    c->language = PT_LANGUAGE_fr;
    pt_draw_said(c, 0, 0, PT_DIM, said);
    pt_draw_name(c, 0, 1, PT_DIM, &sizes, 0);
    prints("salut 3\npetit\n");
}

/* --- grounds and targets --- */

static const pt_kind place = {.name = "place", .count = 9};

/* What each cell of the first rows and columns is: a letter for each that is marked. */
static void marks(bool (*marked)(const pt_cell *), const char *const rows[4]) {
    for (int i = 0; i < 4 * 6; i++)
        cr_expect_eq(marked(&canvas.cell[i / 6][i % 6]), rows[i / 6][i % 6] == 'x',
                     "row %d, column %d", i / 6, i % 6);
}
static bool is_sand(const pt_cell *cell) { return cell->ground == PT_SAND; }
static bool is_place(const pt_cell *cell) { return cell->kind == &place && cell->value == 8; }

Test(canvas, a_rectangle_gets_its_ground) {
    pt_canvas *c = fresh();
    pt_ground(c, 1, 1, 3, 2, PT_SAND);
    marks(is_sand, (const char *const[]){"......", ".xxx..", ".xxx..", "......"});
    measures(4, 3);
    cr_expect_eq(c->cell[1][1].ink, PT_PLAIN);
    pt_ground(c, -5, -5, 6, 6, PT_SAND); /* only its last corner is inside */
    marks(is_sand, (const char *const[]){"x.....", ".xxx..", ".xxx..", "......"});
    pt_ground(c, 5, 0, 1, 0, PT_SAND);
    measures(4, 3);
}

Test(canvas, a_rectangle_gets_its_meaning) {
    pt_canvas *c = fresh();
    pt_target(c, 1, 1, 3, 2, &place, 8);
    marks(is_place, (const char *const[]){"......", ".xxx..", ".xxx..", "......"});
    measures(4, 3);
    pt_target(c, -5, -5, 6, 6, &place, 8);
    marks(is_place, (const char *const[]){"x.....", ".xxx..", ".xxx..", "......"});
    pt_target(c, 2, 1, 1, 1, &place, 0);
    marks(is_place, (const char *const[]){"x.....", ".x.x..", ".xxx..", "......"});
    cr_expect(c->cell[1][2].kind == &place && c->cell[1][2].value == 0);
}
