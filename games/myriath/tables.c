/* Myriath: the tiles in all their orientations as JSON, for whoever draws them. Coordinates
 * are half cells from the anchor's upper left corner, as in R2.5. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

/* The street from a node to the right or downwards, where the tile covers it: the triangles on
 * its both ends face it. */
static void show_segment(pt_json *j, const mr_spot *from, const mr_spot *to) {
    bool east = to->x == from->x + 1 && to->y == from->y && from->set & MR_E && to->set & MR_W;
    bool south = to->y == from->y + 1 && to->x == from->x && from->set & MR_S && to->set & MR_N;
    if (!east && !south) return;
    pt_open(j, '{');
    pt_key_int(j, "x", from->x);
    pt_key_int(j, "y", from->y);
    pt_key_str(j, "to", east ? "E" : "S");
    pt_close(j, '}');
}

static void show_shape(pt_json *j, const mr_shape *k) {
    pt_open(j, '{');
    pt_key_str(j, "tile", mr_tile_names[k->tile]);
    pt_key_int(j, "orientation", k->g);
    pt_key_int(j, "width", k->w);
    pt_key_int(j, "height", k->h);
    mr_show_outline(j, k->tile, k->g, 0);
    pt_key_open(j, "nodes", '[');
    for (int i = 0; i < k->count; i++) {
        pt_open(j, '{');
        pt_key_int(j, "x", k->spot[i].x);
        pt_key_int(j, "y", k->spot[i].y);
        mr_show_triangles(j, &k->spot[i]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_key_open(j, "streets", '[');
    for (int i = 0; i < k->count; i++)
        for (int to = 0; to < k->count; to++) show_segment(j, &k->spot[i], &k->spot[to]);
    pt_close(j, ']');
    pt_close(j, '}');
}

/* R2.6: what orientation 0 to 7 of a tile is written as. */
static void show_tile(pt_json *j, int tile) {
    const mr_shape *upright = mr_shape_at(tile, 0);
    pt_open(j, '{');
    pt_key_str(j, "tile", mr_tile_names[tile]);
    pt_key_name(j, "words", &mr_names_tile_words, tile);
    pt_key_int(j, "streets", tile == MR_OCTAGON ? 4 : upright->count - 1);
    pt_key_open(j, "orientations", '[');
    for (int g = 0; g < 8; g++) pt_json_int(j, mr_shape_at(tile, g)->g);
    pt_close(j, ']');
    pt_close(j, '}');
}

void mr_show_tables(pt_json *out) {
    pt_key_open(out, "tiles", '[');
    for (int tile = 0; tile < MR_PIECES; tile++) show_tile(out, tile);
    pt_close(out, ']');
    pt_key_open(out, "shapes", '[');
    for (int i = 0; i < MR_SHAPES; i++) show_shape(out, &mr_shapes[i]);
    show_shape(out, &mr_octagon);
    pt_close(out, ']');
}
