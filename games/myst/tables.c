/* Myst: the printed components as JSON, for whoever draws them: the island, the pieces' shapes,
 * the cards, the spinner. They are the tables of data.c and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"

/* R2.3: rows of 12 letters. */
static void show_terrain(pt_json *j) {
    pt_key_open(j, "terrain", '[');
    for (int row = 0; row < MS_ROWS; row++)
        pt_json_strn(j, ms_terrain + row * MS_COLUMNS, MS_COLUMNS);
    pt_close(j, ']');
}

/* R2.4 */
static void show_landmark(pt_json *j, int landmark) {
    const ms_landmark *l = &ms_landmarks[landmark];
    pt_open(j, '{');
    pt_key_str(j, "letter", l->letter);
    pt_key_name(j, "name", &ms_names_landmark, landmark);
    pt_key_str(j, "key", ms_cell_names[l->key]);
    pt_key_str(j, "lever", ms_cell_names[l->lever]);
    pt_key_open(j, "cells", '[');
    for (int cell = 0; cell < MS_CELLS; cell++)
        if (ms_terrain[cell] == l->letter[0]) pt_json_str(j, ms_cell_names[cell]);
    pt_close(j, ']');
    pt_key_open(j, "emblem", '[');
    pt_json_int(j, l->x);
    pt_json_int(j, l->y);
    pt_close(j, ']');
    pt_close(j, '}');
}

/* R2.6: what a card counts; the Books belong to no Landmark. */
static void show_card(pt_json *j, int card) {
    assert(card >= 0 && card < MS_CARDS);
    bool book = card >= MS_BOOK;
    pt_open(j, '{');
    pt_key_str(j, "card", ms_card_names[card]);
    pt_key(j, "landmark");
    if (book)
        pt_json_null(j);
    else
        pt_json_str(j, ms_landmark_letters[card / 4]);
    pt_key_int(j, "value", book ? 0 : ms_value(card));
    pt_close(j, '}');
}

/* R2.8: for each edge of a row five characters: 1 or 0 for the tab, and in hexadecimal the
 * bytes of the knob's centre and radius. */
static void show_edges(pt_json *j, const char *key, int columns, int rows,
                       ms_edge (*edge)(int, int)) {
    pt_key_open(j, key, '[');
    for (int row = 0; row < rows; row++) {
        PT_TEXT(line, 5 * MS_COLUMNS + 1);
        for (int column = 0; column < columns; column++) {
            ms_edge e = edge(column, row);
            pt_put(&line, "%d%02x%02x", e.tab, e.centre, e.radius);
            assert(!line.cut);
        }
        pt_json_str(j, line.at);
    }
    pt_close(j, ']');
}

static void show_ring(pt_json *j, const char *key, const uint8_t ring[MS_SECTORS]) {
    pt_key_open(j, key, '[');
    for (int sector = 0; sector < MS_SECTORS; sector++) pt_json_int(j, ring[sector]);
    pt_close(j, ']');
}

/* R4.14: how fast bots race. */
static void show_pace(pt_json *j, const ms_pace *p) {
    pt_open(j, '{');
    pt_key_str(j, "level", p->level);
    pt_key_int(j, "base_ms", p->base_ms);
    pt_key_int(j, "miss", p->miss);
    pt_key_int(j, "weight", p->weight);
    pt_close(j, '}');
}

void ms_show_tables(pt_json *j) {
    show_terrain(j);
    pt_key_open(j, "landmarks", '[');
    for (int i = 0; i < MS_LANDMARKS; i++) show_landmark(j, i);
    pt_close(j, ']');
    pt_key_open(j, "switches", '[');
    for (int i = 0; i < MS_SWITCHES; i++) pt_json_str(j, ms_cell_names[ms_switches[i]]);
    pt_close(j, ']');
    pt_key_open(j, "cards", '[');
    for (int card = 0; card < MS_CARDS; card++) show_card(j, card);
    pt_close(j, ']');
    pt_key_int(j, "bonus", MS_BONUS);
    pt_key_open(j, "edges", '{');
    show_edges(j, "vertical", MS_COLUMNS - 1, MS_ROWS, ms_vertical_edge);
    show_edges(j, "horizontal", MS_COLUMNS, MS_ROWS - 1, ms_horizontal_edge);
    pt_close(j, '}');
    pt_key_open(j, "spinner", '{');
    show_ring(j, "outer", ms_outer);
    show_ring(j, "inner", ms_inner);
    pt_close(j, '}');
    pt_key_open(j, "paces", '[');
    for (int i = 0; i < MS_PACES; i++) show_pace(j, &ms_paces[i]);
    pt_close(j, ']');
}
