/* What lies where in a view, and views as numbers for a neural network. layouts.py makes the
 * table from the games' headers. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdint.h>

typedef enum { LAYOUT_NUMBER, LAYOUT_SIGNED, LAYOUT_SET } layout_form;

typedef struct layout_dim {
    const char *name; /* as in the header: "MS_TEAMS" */
    int count;
    uint16_t step; /* bytes from one to the next */
} layout_dim;

enum { LAYOUT_DIMS = 3 };
typedef struct layout_row {
    const char *name, *words;
    uint16_t at;
    uint8_t size; /* of a value: 1, 2, 4 or 8 bytes */
    uint8_t form; /* layout_form */
    uint8_t dims;
    layout_dim dim[LAYOUT_DIMS]; /* those beyond `dims` count 1 */
} layout_row;

typedef struct layout {
    const char *game;
    const layout_row *row;
    int rows;
} layout;
extern const layout layouts[];       /* ends with an empty one */
extern const float layout_log2[256]; /* log2(1 + n), as most numbers are small */

const layout *layout_of(const char *game);
/* How many numbers a row, and a whole view, become: a set gives one for each bit. */
int layout_row_size(const layout_row *r);
int layout_size(const layout *l);
/* A view as numbers in -1..1: a 0 or 1 for each bit of a set, log2(1 + n) / bits for a number.
 */
void layout_write(const layout *l, const uint8_t *view, float *out);
