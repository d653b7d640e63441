/* Myriath: what a seat is asked, and its view as JSON: everything a page needs to draw the
 * board, the tiles on it and those still in hand. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

static const char *const colour_names[MR_SEATS] = {"red", "blue", "green", "yellow"};
/* Half-diagonals: number i lies between triangles i and i + 1. */
static const char *const half_names[MR_SIDES] = {"NE", "SE", "SW", "NW"};

/* --- what a seat has to do --- */

/* The seats of a set as players' numbers; how many there are. */
static int players_of(uint8_t set, int player[MR_SEATS]) {
    int n = 0;
    for (unsigned rest = set; rest; rest &= rest - 1) player[n++] = pt_lowest(rest) + 1;
    assert(n > 0 && n <= MR_SEATS);
    return n;
}

/* R6.2 */
static pt_said won(uint8_t winners) {
    int p[MR_SEATS];
    switch (players_of(winners, p)) {
    case 1: return mr_say_ask_won_1(p[0]);
    case 2: return mr_say_ask_won_2(p[0], p[1]);
    case 3: return mr_say_ask_won_3(p[0], p[1], p[2]);
    default: return mr_say_ask_won_4(p[0], p[1], p[2], p[3]);
    }
}

/* R3.2, for those who play a match. */
static pt_said next_start(uint8_t lowest) {
    int p[MR_SEATS];
    switch (players_of(lowest, p)) {
    case 1: return mr_say_ask_next_1(p[0]);
    case 2: return mr_say_ask_next_2(p[0], p[1]);
    case 3: return mr_say_ask_next_3(p[0], p[1], p[2]);
    default: return mr_say_ask_next_4(p[0], p[1], p[2], p[3]);
    }
}

static void ask_over(const mr_state *s, pt_text *out) {
    uint8_t place[PT_SEATS], winners = 0;
    mr_rank(s, place);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (place[seat] == 1) winners = pt_with(winners, seat);
    pt_say(out, mr_say_ask_over());
    pt_puts(out, " ");
    pt_say(out, won(winners));
    pt_puts(out, " ");
    pt_say(out, next_start(mr_lowest(s)));
}

/* What others see the player do whose turn it is. */
static pt_said deed(const mr_state *s) {
    if (s->head.phase == MRP_OCTAGON) return mr_say_ask_sets(s->turn + 1);
    return mr_mobility(s, s->turn, s->hand[s->turn], NULL) ? mr_say_ask_lays(s->turn + 1)
                                                           : mr_say_ask_passes(s->turn + 1);
}

static pt_said ask_tile(const mr_state *s, int seat) {
    uint16_t each[MR_PIECES];
    int placements = mr_mobility(s, seat, s->hand[seat], each), tiles = 0;
    for (int tile = 0; tile < MR_PIECES; tile++) tiles += each[tile] > 0;
    if (placements) return mr_say_ask_tile(tiles, placements);
    return s->hand[seat] ? mr_say_ask_nothing_fits() : mr_say_ask_no_tiles();
}

void mr_ask(const void *view, int seat, pt_text *out) {
    const mr_state *s = view;
    if (s->head.node == PT_OVER)
        ask_over(s, out);
    else if (s->head.node == PT_CHANCE)
        pt_say(out, mr_say_ask_start());
    else if (seat != s->turn)
        pt_say(out, deed(s));
    else
        pt_say(out, s->head.phase == MRP_OCTAGON ? mr_say_ask_octagon() : ask_tile(s, seat));
}

/* --- outlines, in half cells: node (x, y) has its upper left corner at (4x, 4y) --- */

static int number(const char **text) {
    int n = 0;
    for (; **text >= '0' && **text <= '9'; ++*text) n = 10 * n + (**text - '0');
    return n;
}

/* R2.6: the corners of "1,1 2,0 ..." in a box of w by h segments, mirrored and turned by g,
 * moved to a node. */
static void show_corners(pt_json *j, const char *text, int w, int h, int g, int node) {
    assert(g < 8 && node >= 0 && node < MR_NODES);
    pt_open(j, '[');
    while (*text) {
        int width = 4 * w + 2, height = 4 * h + 2, x = number(&text);
        text++; /* the comma */
        assert(text[-1] == ',');
        int y = number(&text);
        if (*text) text++; /* the blank */
        if (g & 4) x = width - x;
        for (int turn = 0; turn < (g & 3); turn++) {
            int right = height - y;
            y = x;
            x = right;
            int swap = width;
            width = height;
            height = swap;
        }
        pt_open(j, '[');
        pt_json_int(j, x + 4 * mr_x(node));
        pt_json_int(j, y + 4 * mr_y(node));
        pt_close(j, ']');
    }
    pt_close(j, ']');
}

void mr_show_outline(pt_json *j, int tile, int g, int node) {
    const mr_shape *upright = mr_shape_at(tile, 0);
    pt_key(j, "outline");
    show_corners(j, mr_tiles[tile].outline, upright->w, upright->h, g, node);
    if (tile != MR_OCTAGON) return;
    pt_key(j, "hole");
    show_corners(j, "2,2 2,4 4,4 4,2", 1, 1, 0, node);
}

/* --- tiles on the board --- */

void mr_show_triangles(pt_json *j, const mr_spot *spot) {
    int size = pt_count(spot->set);
    assert(size > 0 && size <= MR_SIDES && size != 3);
    pt_key_str(j, "triangles", mr_set_names[spot->set]);
    pt_key_str(j, "kind",
               size == 4    ? "straight"
               : !spot->end ? "bend"
               : size == 1  ? "arrow"
                            : "whole");
}

/* The triangles of a node that hold a tile which a contact of `seat` scores with (R8.3). */
static unsigned scoring(const mr_state *s, int seat, int bit) {
    unsigned filled = mr_filled(s, bit);
    return s->own ? filled : filled & ~mr_of_seat(s, seat, bit);
}

/* "d4 NE" for each half-diagonal of the tile's ends that touches a tile it scores with, or for
 * each that is open still. */
static void show_halves(pt_json *j, const mr_state *s, int seat, const mr_shape *k, int node,
                        bool scored) {
    pt_key_open(j, scored ? "scored" : "open", '[');
    for (int i = 0; i < k->count; i++) {
        const mr_spot *spot = &k->spot[i];
        int x = mr_x(node) + spot->x, y = mr_y(node) + spot->y, bit = mr_bit(s, x, y);
        unsigned filled = scored ? scoring(s, seat, bit) : mr_filled(s, bit);
        for (int half = 0; half < MR_SIDES && spot->end; half++) {
            unsigned pair = 1u << half | 1u << (half + 1) % MR_SIDES, mine = spot->set & pair;
            if (mine == 0 || mine == pair || ((filled & pair & ~mine) != 0) != scored) continue;
            PT_TEXT(text, 16);
            pt_puts(&text, mr_node_names[mr_node(x, y)]);
            pt_putc(&text, ' ');
            pt_puts(&text, half_names[half]);
            pt_json_str(j, text.at);
        }
    }
    pt_close(j, ']');
}

/* What it looks like is in the tables, by tile and orientation. */
static void show_laid(pt_json *j, const mr_state *s, int seat, int tile) {
    assert(s->laid[seat][tile]);
    uint16_t laid = s->laid[seat][tile];
    int node = mr_laid_node(laid), g = mr_laid_g(laid);
    const mr_shape *k = mr_shape_at(tile, g);
    pt_open(j, '{');
    pt_key_str(j, "tile", mr_tile_names[tile]);
    pt_key_int(j, "orientation", g);
    pt_key_str(j, "anchor", mr_node_names[node]);
    show_halves(j, s, seat, k, node, true);
    show_halves(j, s, seat, k, node, false);
    pt_close(j, '}');
}

/* The nodes whose triangles, or their owners, are not what they were. */
typedef struct changes {
    uint64_t nodes[MR_WORDS];
} changes;

static changes changes_since(const mr_state *was, const mr_state *s) {
    changes c = {{0}};
    assert(s->head.seats == was->head.seats);
    for (int side = 0; side < MR_SIDES; side++)
        for (int i = 0; i < s->head.seats - 1; i++) { /* words of an area (board.h) */
            uint64_t differ = mr_word(&s->filled, &s->filled_tail, side, i) ^
                              mr_word(&was->filled, &was->filled_tail, side, i);
            for (int bit = 0; bit < 2; bit++)
                differ |= mr_word(&s->owner[bit], &s->owner_tail[bit], side, i) ^
                          mr_word(&was->owner[bit], &was->owner_tail[bit], side, i);
            c.nodes[i] |= differ;
        }
    return c;
}

/* Nothing came or went on the nodes of a tile. */
static bool lies_as_before(const changes *c, const mr_state *s, int seat, int tile) {
    int node = mr_laid_node(s->laid[seat][tile]);
    const mr_shape *k = mr_shape_at(tile, mr_laid_g(s->laid[seat][tile]));
    for (int i = 0; i < k->count; i++) {
        int bit = mr_bit(s, mr_x(node) + k->spot[i].x, mr_y(node) + k->spot[i].y);
        if (c->nodes[bit >> 6] >> (bit & 63) & 1) return false;
    }
    return true;
}

/* Of tiles that lay there before, most look as they did. */
static void show_all_laid(pt_json *j, const mr_state *s, int seat) {
    const mr_state *was = pt_was(j);
    const changes c = was ? changes_since(was, s) : (changes){{0}};
    int item = 0; /* its number in the old list */
    pt_key_open(j, "laid", '[');
    for (int tile = 0; tile < MR_PIECES; tile++) {
        uint16_t laid = s->laid[seat][tile], old = was ? was->laid[seat][tile] : 0;
        bool kept =
            laid && laid == old && lies_as_before(&c, s, seat, tile) && pt_keep_item(j, item);
        if (laid && !kept) show_laid(j, s, seat, tile);
        item += old != 0;
    }
    pt_close(j, ']');
}

/* --- players and their hands --- */

static void show_hand(pt_json *j, const mr_state *s, int seat) {
    bool playing = s->head.phase == MRP_PLAY;
    uint16_t placements[MR_PIECES];
    if (playing) mr_mobility(s, seat, s->hand[seat], placements);
    pt_key_open(j, "hand", '[');
    for (int tile = 0; tile < MR_PIECES; tile++) {
        if (!(s->hand[seat] >> tile & 1)) continue;
        pt_open(j, '{');
        pt_key_str(j, "tile", mr_tile_names[tile]);
        if (playing) pt_key_int(j, "placements", placements[tile]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_player(pt_json *j, const mr_state *s, int seat) {
    static const char *const letters[MR_SEATS] = {"A", "B", "C", "D"};
    int seats = s->head.seats;
    pt_open(j, '{');
    pt_key_int(j, "seat", seat + 1);
    pt_key_str(j, "colour", colour_names[seat]);
    pt_key(j, "letter"); /* in turn order; not known before the start is drawn */
    if (s->head.phase == MRP_START)
        pt_json_null(j);
    else
        pt_json_str(j, letters[(seat + seats - s->first) % seats]);
    pt_key_int(j, "half_points", s->score[seat]);
    pt_key_int(j, "head_start", s->given[seat]);
    show_hand(j, s, seat);
    show_all_laid(j, s, seat);
    pt_close(j, '}');
}

void mr_show(const void *view, int viewer, pt_json *out) {
    const mr_state *s = view;
    (void)viewer;
    pt_open(out, '{');
    pt_key_str(out, "phase", mr_phase_names[s->head.phase]);
    pt_key_int(out, "squares", mr_squares_a_side(s));
    pt_key_int(out, "nodes", mr_side(s->head.seats));
    pt_key_int(out, "offset", MR_SEATS - s->head.seats); /* of a1 on the whole board */
    pt_key(out, "first");
    if (s->head.phase == MRP_START)
        pt_json_null(out);
    else
        pt_json_int(out, s->first + 1);
    pt_key(out, "turn");
    if (s->head.node == PT_DECIDE)
        pt_json_int(out, s->turn + 1);
    else
        pt_json_null(out);
    pt_key(out, "next_start"); /* R3.2: the option start for the next game of a match */
    if (s->head.node == PT_OVER)
        pt_json_str(out, mr_options[MRO_START].values[mr_lowest(s)]);
    else
        pt_json_null(out);
    pt_key_int(out, "passes", s->passes);
    pt_key_bool(out, "own_contacts", s->own);
    pt_key_open(out, "players", '[');
    for (int seat = 0; seat < s->head.seats; seat++) show_player(out, s, seat);
    pt_close(out, ']');
    pt_close(out, '}');
}
