/* What lies where in a view, and the plan that makes numbers for a neural network of it.
 * layouts.py makes the table from the games' headers. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/tensor_pack.h"

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
    const pt_features *features; /* games/NAME/tensor.c */
} layout;
extern const layout layouts[]; /* ends with an empty one */
const layout *layout_of(const char *game);

/* --- plans (plan.c) --- */

/* Loop i of a feature, or NULL: the feature says it, or the member's dimensions do. */
const pt_axis *plan_loop(const layout *l, const pt_feature *f, int i);
pt_part plan_part(const layout *l, const pt_feature *f, int players);
/* What writes the observations of a game (core/tensor.h). */
void tensor_plan(const char *game, int players, pt_plan *out);
