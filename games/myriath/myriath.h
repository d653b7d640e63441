/* Myriath: state, moves and components. Rule numbers are those of README.md. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include "games/myriath/board.h"
#include <assert.h>

enum {
    MR_SEATS = 4,    /* R1.1 */
    MR_TILES = 18,   /* open tiles of a player (R2.1) */
    MR_OCTAGON = 18, /* the nineteenth, as a tile number */
    MR_PIECES = 19,
    MR_COLUMNS = 12, /* nodes a side of the whole board: node number = y * 12 + x */
    MR_NODES = 144,
    MR_SQUARES = 121, /* square number = y * 11 + x, by its upper left node */
    MR_SHAPES = 90,   /* tiles in all their orientations (R2.6) */
    MR_PATHS = 10,    /* ways they run: bars of 1, 2, 3 both ways, four bends */
    MR_PLACES = 12,   /* where a path can end, and which way that end faces */
    MR_NODES_MAX = 4, /* nodes of a tile */
    MR_LAID = 0x8000, /* in mr_state.laid: the tile is on the board */
    MR_PLIES = 300,   /* R6.4: fewer than 293 turns with four, 4 octagons, the start */
    MR_POINTS_MAX = 2 * 2 * MR_TILES + 2, /* half points: R2.5, and a head start */
};

typedef enum { MRP_START, MRP_OCTAGON, MRP_PLAY, MRP_OVER, MR_PHASES } mr_phase;
typedef enum { MRV_NONE, MRV_OCT, MRV_PLACE, MRV_PASS, MRV_START, MRV_COUNT } mr_verb;
typedef enum { MRO_OWN, MRO_START, MRO_COUNT } mr_option;

/* R2.5: a tile as it is defined: its path at orientation 0, the triangles of its first and last
 * node, and its outline. */
typedef struct mr_tile {
    const char *name, *path, *first, *last;
    const char *outline; /* corners in half cells, clockwise: "1,1 2,0 ..." */
} mr_tile;

/* What a tile covers in one node. */
typedef struct mr_spot {
    uint8_t x, y; /* from the anchor */
    uint8_t set;  /* triangles */
    uint8_t end;  /* an end, not a bend or a straight */
} mr_spot;

/* R2.6: a tile in one orientation. Three ends fit each place where a path can end: `end` is
 * 3 * place + which of them, as the lister numbers them. Made by shapes.py, in order of tile
 * and g. */
typedef struct mr_shape {
    pt_move place; /* the move that lays it, without the node */
    uint8_t tile, g, w, h;
    uint8_t path, end[2];
    uint8_t count;
    mr_spot spot[MR_NODES_MAX];
} mr_shape;

typedef struct mr_state {
    pt_head head;      /* round is 1 */
    mr_board filled;   /* triangles covered by any tile */
    mr_board owner[2]; /* bit 0 and bit 1 of the seat that covers them */
    mr_board ends;     /* those that belong to ends */
    mr_tail filled_tail, owner_tail[2], ends_tail; /* the same sets, nodes from 128 on */
    uint16_t laid[MR_SEATS][MR_PIECES];            /* MR_LAID + g * 256 + node, or 0 */
    pt_set32 hand[MR_SEATS];                       /* bit t: tile t is there to be laid */
    uint16_t score[MR_SEATS];                      /* half points */
    int16_t given[MR_SEATS]; /* of these, not from contacts: the head start (R3.3) */
    uint8_t first, turn;     /* seats; first is player A */
    uint8_t passes;          /* in succession (R6.1) */
    uint8_t own;             /* contacts between tiles of one player score (R8.3) */
    uint8_t starters;        /* before the start: the seats it is drawn from (R3.2) */
    uint8_t zero[3];         /* padding, always 0 */
} mr_state;

static_assert(sizeof(mr_state) <= 512, "a state stays small");
static_assert(sizeof(mr_state) == 8 + 4 * 64 + 4 * 8 + 152 + 16 + 8 + 8 + 8,
              "no hidden padding");

/* --- data.c: components, names, notation --- */
extern const mr_tile mr_tiles[MR_PIECES];
extern const char *const mr_node_names[MR_NODES];
extern const char *const mr_phase_names[MR_PHASES], *const mr_off_on[2];
extern const char *const mr_set_names[MR_ALL + 1]; /* of triangles: "NW" */
extern const pt_verb mr_verb_table[MRV_COUNT];
extern const pt_kind mr_node_kind, mr_square_kind, mr_tile_kind, mr_turn_kind, mr_seat_kind;
extern const pt_option mr_options[MRO_COUNT]; /* the names of MRO_START: by set of seats */

/* --- made by shapes.py from data.c --- */
extern const char *const mr_tile_names[MR_PIECES];
extern const mr_shape mr_shapes[MR_SHAPES];
extern const uint8_t mr_shape_of[MR_TILES][8]; /* by tile and g, any g */
extern const uint8_t mr_first_shape[MR_TILES + 1];
/* By players - 2 and w: the nodes with room for w more to their right. */
extern const uint64_t mr_columns[3][MR_NODES_MAX][MR_WORDS];
extern const mr_shape mr_octagon; /* data.c; four corners, no end */

/* Places. A node's number is the same whatever the area; its bit depends on the area. */
static inline int mr_node(int x, int y) { return y * MR_COLUMNS + x; }
static inline int mr_x(int node) { return node % MR_COLUMNS; }
static inline int mr_y(int node) { return node / MR_COLUMNS; }
static inline int mr_square_node(int square) { return mr_node(square % 11, square / 11); }
static inline int mr_squares_a_side(const mr_state *s) { return mr_side(s->head.seats) - 1; }
static inline int mr_bit(const mr_state *s, int x, int y) {
    return y * mr_side(s->head.seats) + x;
}
static inline int mr_laid_node(uint16_t laid) { return laid & 0xFF; }
static inline int mr_laid_g(uint16_t laid) { return laid >> 8 & 7; }
static inline const mr_shape *mr_shape_at(int tile, int g) {
    return tile == MR_OCTAGON ? &mr_octagon : &mr_shapes[mr_shape_of[tile][g]];
}

/* What lies on a node. */
static inline unsigned mr_filled(const mr_state *s, int bit) {
    return mr_look(&s->filled, &s->filled_tail, bit);
}
static inline unsigned mr_ends(const mr_state *s, int bit) {
    return mr_look(&s->ends, &s->ends_tail, bit);
}
/* The triangles of the node that belong to a seat. */
unsigned mr_of_seat(const mr_state *s, int seat, int bit);
/* The seat that covers a triangle (side 0..3) which is filled. */
int mr_owner(const mr_state *s, int bit, int side);

/* --- lay.c: laying a tile, and R5 --- */
/* The half points each seat gets when `seat` lays the shape at (x, y). */
void mr_gain(const mr_state *s, int seat, const mr_shape *k, int x, int y, int gain[MR_SEATS]);
/* Covers the triangles and notes where the tile lies; neither hand nor score. */
void mr_lay(mr_state *s, int seat, const mr_shape *k, int node);

/* R5.4: the half points of each kind a seat has from the contacts on the board. */
enum { MR_ARROW_OTHERS, MR_WHOLE_OTHERS, MR_ARROW_OWN, MR_WHOLE_OWN, MR_KINDS };
void mr_contacts(const mr_state *s, int seat, int count[MR_KINDS]);

/* --- list.c: R4 --- */
enum { MR_PLACEMENTS_MAX = 10836 }; /* R2.7: on the empty whole board */
int mr_placements(const mr_state *s, int seat, uint32_t tiles, pt_move *out);
/* The same list on any processor, and with what newer ones can do; the first also knows what
 * the newest can. */
int mr_placements_anywhere(const mr_state *s, int seat, uint32_t tiles, pt_move *out);
int mr_placements_newer(const mr_state *s, int seat, uint32_t tiles, pt_move *out);
/* The same list, as a GPU likes to write it; `out` is aligned to 16 bytes. */
int mr_placements_together(const mr_state *s, int seat, uint32_t tiles, pt_move *out);
/* How many, without listing them; and, unless NULL, how many of each of the MR_PIECES. */
int mr_mobility(const mr_state *s, int seat, uint32_t tiles, uint16_t *each);
/* Half-diagonals of a seat's ends that a tile could still touch: the triangle across is free,
 * and it or a neighbour faces an open street (R2.9). */
int mr_live_halves(const mr_state *s, int seat);
int mr_octagon_squares(const mr_state *s, pt_move *out);

/* --- rules.c --- */
extern const pt_game myriath_game;
uint8_t mr_starters(const pt_config *config);                   /* R3.6 */
void mr_head_start(const mr_state *s, int16_t given[MR_SEATS]); /* R3.3 */

/* --- score.c: R6 --- */
void mr_score(const void *state, int32_t points[PT_SEATS]);
void mr_rank(const void *state, uint8_t place[PT_SEATS]);
int mr_explain(const void *state, int seat, pt_line *out);
void mr_again(const void *s, const uint8_t seat[PT_SEATS], pt_config *next);
uint8_t mr_lowest(const mr_state *s); /* the set of seats with the fewest points */

/* --- check.c, position.c, view.c, tables.c, term.c, hints.c --- */
pt_err mr_check(const void *state, int seat, pt_move m, pt_text *why);
void mr_blank(void *state, const pt_config *config);
pt_err mr_settle(void *state, uint64_t given, pt_text *why);
pt_err mr_audit(const void *state, pt_text *why);
enum { MR_FIELD_COUNT = 10 };
extern const pt_field mr_fields[MR_FIELD_COUNT];
void mr_ask(const void *view, int seat, pt_text *out);
void mr_show(const void *view, int viewer, pt_json *out);
/* Members of an object: "outline" (and "hole") of a tile at a node; "triangles" and "kind" of a
 * spot. */
void mr_show_outline(pt_json *out, int tile, int g, int node);
void mr_show_triangles(pt_json *out, const mr_spot *spot);
void mr_show_tables(pt_json *out);
void mr_draw(const void *view, int viewer, pt_canvas *out);
extern const pt_hints mr_hints;
