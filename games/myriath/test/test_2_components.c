/* R2: tiles, orientations, areas, and the facts of the geometry; R1.1, R8.1. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/test/known.h"
#include "games/myriath/test/slow.h"
#include "games/myriath/test/table.h"
#include <stdio.h>

static int number_of_ends(const mr_shape *k) {
    int n = 0;
    for (int i = 0; i < k->count; i++) n += k->spot[i].end;
    return n;
}

/* R2.1, R2.5 */
Test(myriath, r2_1_nineteen_different_tiles_eighteen_with_two_ends) {
    for (int tile = 0; tile < MR_PIECES; tile++) {
        cr_expect_str_eq(mr_tiles[tile].name, known_tiles[tile].name);
        cr_expect_str_eq(mr_tile_names[tile], known_tiles[tile].name);
        cr_expect_eq((int)strlen(mr_tiles[tile].path), known_tiles[tile].segments);
        cr_expect_eq(number_of_ends(mr_shape_at(tile, 0)), tile == MR_OCTAGON ? 0 : 2);
    }
}

/* R2.3, R8.1: an end is one triangle or two neighbours, a bend two neighbours, a straight all;
 * so each exposes two half-diagonals or none. */
Test(myriath, r2_3_what_a_tile_can_cover_in_a_node) {
    for (int i = 0; i < MR_SHAPES; i++)
        for (int j = 0; j < mr_shapes[i].count; j++) {
            const mr_spot *spot = &mr_shapes[i].spot[j];
            int size = pt_count(spot->set);
            cr_expect(spot->end ? size == 1 || size == 2 : size == 2 || size == 4);
            cr_expect(spot->set != (MR_N | MR_S) && spot->set != (MR_E | MR_W));
            cr_expect_eq(pt_count(mr_across(spot->set)), size == 4 ? 0 : 2);
        }
    cr_expect_eq(mr_across(MR_N), MR_E | MR_W); /* never the one opposite */
    cr_expect_eq(mr_across(MR_W | MR_N), MR_E | MR_S);
}

/* --- the table of orientations, regenerated here from the tile definitions --- */

typedef struct node {
    int x, y;
    char set[5];
    bool end;
} node;

static const char sides[] = "NESW";
static int side_of(char c) { return (int)(strchr(sides, c) - sides); }

static char turned(char c, int g) {
    if (g >= 4 && c == 'E')
        c = 'W';
    else if (g >= 4 && c == 'W')
        c = 'E';
    return sides[(side_of(c) + g) % 4];
}

/* The letters turned, in the order N E S W. */
static void put_set(char out[5], const char *letters, int g) {
    bool on[4] = {false};
    int n = 0;
    for (; *letters; letters++) on[side_of(turned(*letters, g))] = true;
    for (int side = 0; side < 4; side++)
        if (on[side]) out[n++] = sides[side];
    out[n] = 0;
}

static int by_row(const void *a, const void *b) {
    const node *p = a, *q = b;
    return p->y != q->y ? p->y - q->y : p->x - q->x;
}

/* Nodes and segments of a tile at g, as the rules write them: "(1,0) 0,0:E 1,0:NW | 0,0E".
 */
static void describe(int tile, int g, pt_text *out) {
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    const mr_tile *t = &mr_tiles[tile];
    int n = (int)strlen(t->path), x = 0, y = 0, left = 0, top = 0, w = 0, h = 0;
    node at[5];
    struct {
        int x, y, down;
    } street[4];
    for (int i = 0; i <= n; i++) {
        char came = i ? turned(t->path[i - 1], g) : 0, goes = i < n ? turned(t->path[i], g) : 0;
        at[i] = (node){.x = x, .y = y, .end = i == 0 || i == n};
        if (at[i].end)
            put_set(at[i].set, i ? t->last : t->first, g);
        else if (came == goes)
            strcpy(at[i].set, "NESW");
        else
            put_set(at[i].set, (char[]){sides[(side_of(came) + 2) % 4], goes, 0}, 0);
        if (x < left) left = x;
        if (y < top) top = y;
        if (!goes) break;
        int to_x = x + dx[side_of(goes)], to_y = y + dy[side_of(goes)];
        street[i].x = x < to_x ? x : to_x;
        street[i].y = y < to_y ? y : to_y;
        street[i].down = to_x == x;
        x = to_x;
        y = to_y;
    }
    for (int i = 0; i <= n; i++) {
        at[i].x -= left;
        at[i].y -= top;
        if (at[i].x > w) w = at[i].x;
        if (at[i].y > h) h = at[i].y;
    }
    qsort(at, (size_t)n + 1, sizeof *at, by_row);
    pt_put(out, "(%d,%d)", w, h);
    for (int i = 0; i <= n; i++)
        pt_put(out, " %d,%d:%s%s", at[i].x, at[i].y, at[i].set, at[i].end ? "" : "*");
    pt_puts(out, " |");
    for (int column = 0; column < 5; column++)
        for (int row = 0; row < 5; row++)
            for (int down = 0; down < 2; down++)
                for (int i = 0; i < n; i++)
                    if (street[i].down == down && street[i].y - top == row &&
                        street[i].x - left == column)
                        pt_put(out, " %d,%d%c", column, row, down ? 'S' : 'E');
}

/* The nodes of a row of our table, written alike. */
static void describe_shape(const mr_shape *k, pt_text *out) {
    node at[MR_NODES_MAX];
    for (int i = 0; i < k->count; i++) {
        at[i] = (node){.x = k->spot[i].x, .y = k->spot[i].y, .end = k->spot[i].end};
        int n = 0;
        for (int side = 0; side < 4; side++)
            if (k->spot[i].set >> side & 1) at[i].set[n++] = sides[side];
    }
    qsort(at, k->count, sizeof *at, by_row);
    pt_put(out, "(%d,%d)", k->w, k->h);
    for (int i = 0; i < k->count; i++)
        pt_put(out, " %d,%d:%s%s", at[i].x, at[i].y, at[i].set, at[i].end ? "" : "*");
}

/* R2.6: generated from the tiles, in the rules, in our table: three times the same. */
Test(myriath, r2_6_the_ninety_orientations_are_those_of_the_rules) {
    int row = 0;
    for (int tile = 0; tile < MR_TILES; tile++) {
        char seen[8][128];
        for (int g = 0; g < 8; g++) {
            PT_TEXT(made, 128);
            PT_TEXT(ours, 128);
            describe(tile, g, &made);
            strcpy(seen[g], made.at);
            int alike = 0;
            while (strcmp(seen[alike], seen[g]) != 0) alike++;
            cr_expect_eq(mr_shapes[mr_shape_of[tile][g]].g, alike);
            if (alike < g) continue;
            char line[160];
            snprintf(line, sizeof line, "%s %d %s", mr_tile_names[tile], g, made.at);
            cr_assert_lt(row, MR_SHAPES);
            cr_expect_str_eq(line, known_shapes[row]);
            cr_expect_eq(mr_shapes[row].tile, tile);
            cr_expect_eq(mr_shapes[row].g, g);
            describe_shape(&mr_shapes[row], &ours);
            cr_expect(strncmp(made.at, ours.at, ours.used) == 0 && made.at[ours.used] == ' ',
                      "%s is not %s", ours.at, made.at);
            row++;
        }
    }
    cr_expect_eq(row, MR_SHAPES);
}

/* R2.6, T20 */
Test(myriath, r2_6_the_orientations_that_look_alike_are_those_of_the_rules) {
    for (int tile = 0; tile < MR_TILES; tile++) {
        PT_TEXT(line, 128);
        int distinct = 0;
        pt_put(&line, "%s:", mr_tile_names[tile]);
        for (int g = 0; g < 8; g++) {
            int lowest = mr_shape_at(tile, g)->g;
            pt_put(&line, " %d", g);
            if (lowest != g) pt_put(&line, ">%d", lowest);
            distinct += lowest == g;
        }
        cr_expect_str_eq(line.at, known_maps[tile]);
        cr_expect_eq(distinct, known_tiles[tile].orientations);
        cr_expect_eq(distinct, mr_first_shape[tile + 1] - mr_first_shape[tile]);
    }
}

/* R2.6, R8.9: turning and flipping what lies there, as one does with a tile in the hand. */
Test(myriath, r2_6_turns_and_flips_lead_to_the_orientation_seen) {
    for (int tile = 0; tile < MR_TILES; tile++)
        for (int g = 0; g < 8; g++) {
            const uint8_t args[PT_ARGS] = {(uint8_t)tile, (uint8_t)g, 0};
            slow_tile turned_right = slow_oriented(tile, g), flipped = turned_right;
            slow_turn(&turned_right);
            slow_flip(&flipped);
            int right = mr_turn_kind.turned(args, 1, PT_TURN_RIGHT);
            int flip = mr_turn_kind.turned(args, 1, PT_FLIP);
            cr_expect(slow_looks(&turned_right, tile, right), "%d %d right", tile, g);
            cr_expect(slow_looks(&flipped, tile, flip), "%d %d flip", tile, g);
            const uint8_t back[PT_ARGS] = {(uint8_t)tile, (uint8_t)right, 0};
            cr_expect_eq(mr_turn_kind.turned(back, 1, PT_TURN_LEFT), mr_shape_at(tile, g)->g);
        }
}

/* R2.7: the numbers of placements on empty areas. */
Test(myriath, r2_7_placements_on_an_empty_area) {
    static const int all[3] = {4356, 7236, 10836};
    static const int each[MR_TILES] = {112, 448, 224, 224, 96,  384, 192, 192, 80,
                                       320, 160, 160, 196, 392, 392, 196, 392, 196};
    for (int players = 2; players <= 4; players++) {
        int n = 2 * players + 3, sum = 0, of_tile[MR_TILES] = {0};
        for (int i = 0; i < MR_SHAPES; i++) {
            int places = (n + 1 - mr_shapes[i].w) * (n + 1 - mr_shapes[i].h);
            sum += places;
            of_tile[mr_shapes[i].tile] += places;
        }
        cr_expect_eq(sum, all[players - 2]);
        for (int tile = 0; tile < MR_TILES && players == 2; tile++)
            cr_expect_eq(of_tile[tile], each[tile]);
    }
    cr_expect_eq(MR_PLACEMENTS_MAX, all[2]);
}

/* R2.4: by players, and R1.1 how many may play. */
Test(myriath, r2_4_the_area_grows_with_the_players) {
    cr_expect_eq(myriath_game.min_seats, 2);
    cr_expect_eq(myriath_game.max_seats, 4);
    for (int players = 2; players <= 4; players++) {
        mr_state s = fresh(players, 1);
        cr_expect_eq(mr_squares_a_side(&s), 2 * players + 3);
        cr_expect_eq(mr_side(players), 2 * players + 4);
    }
    for (int at = 0; at < MR_NODES; at++) {
        char name[8];
        snprintf(name, sizeof name, "%c%d", 'a' + mr_x(at), mr_y(at) + 1);
        cr_expect_str_eq(mr_node_names[at], name);
    }
    for (int square = 0; square < MR_SQUARES; square++)
        cr_expect_str_eq(mr_square_kind.names[square], mr_node_names[mr_square_node(square)]);
}

/* --- outlines --- */

static int corners_of(const char *text, int x[SLOW_CORNERS], int y[SLOW_CORNERS]) {
    int n = 0;
    while (sscanf(text, "%d,%d", &x[n], &y[n]) == 2) {
        n++;
        text = strchr(text, ' ');
        if (!text) break;
        text++;
    }
    return n;
}

/* R2.2, R2.5: the outlines drawn are exactly the triangles covered. */
Test(myriath, r2_5_outlines_hold_exactly_the_triangles) {
    for (int which = 0; which < MR_PIECES; which++) {
        slow_tile t = slow_read(which);
        int x[SLOW_CORNERS], y[SLOW_CORNERS], n = corners_of(mr_tiles[which].outline, x, y);
        int hole = which == MR_OCTAGON ? 4 : 0;
        cr_expect_eq(t.count, known_tiles[which].triangles);
        cr_expect_eq(slow_area(n, x, y), t.count + hole, "%s", mr_tile_names[which]);
        cr_expect(slow_holds(&t, n, x, y), "%s", mr_tile_names[which]);
    }
}

/* R2.2, R2.8, R8.6, R8.24: in random games no square is covered, nothing overlaps, and
 * different tiles share edges along half-diagonals only. */
Test(myriath, r2_8_tiles_meet_only_along_half_diagonals) {
    static slow_box box;
    static slow_board b;
    slow_open(&box);
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, 1);
            while (s.head.node != PT_OVER) random_step(&s, &rng);
            cr_assert(slow_look(&box, &s, &b));
            for (int y = 0; y < b.cells; y++)
                for (int x = 0; x < b.cells; x++)
                    for (int side = 0; side < 4; side++) {
                        int here = b.tile[y][x][side], nx, ny, nside;
                        if (!here || !slow_next(&b, x, y, side, 0, &nx, &ny, &nside)) continue;
                        int other = b.tile[ny][nx][nside];
                        cr_assert(other == 0 || other == here);
                    }
        }
}
