/* Myriath: why a move is refused. Each refusal names the rule and the facts that break it; a
 * move that no line here refuses is legal. It looks at one node after the other, and shares
 * nothing with the lister but the tiles. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

/* R4.2 */
static pt_err check_inside(const mr_state *s, const mr_shape *k, int node, pt_text *why) {
    assert(node >= 0 && node < MR_NODES);
    int last = mr_side(s->head.seats) - 1;
    if (mr_x(node) + k->w <= last && mr_y(node) + k->h <= last) return PT_OK;
    return pt_refuse(why, "R4.2",
                     mr_say_sticks_out(mr_tile_names[k->tile], mr_node_names[node],
                                       mr_node_names[mr_node(last, last)]));
}

/* R4.3: no triangle twice. */
static pt_err check_free(const mr_state *s, const char *rule, const mr_shape *k, int node,
                         pt_text *why) {
    for (int i = 0; i < k->count; i++) {
        int x = mr_x(node) + k->spot[i].x, y = mr_y(node) + k->spot[i].y;
        unsigned taken = mr_filled(s, mr_bit(s, x, y)) & k->spot[i].set;
        if (!taken) continue;
        assert(x < mr_side(s->head.seats) && y < mr_side(s->head.seats));
        if (!why) return PT_REFUSED; /* the owner is only for the words */
        int owner = mr_owner(s, mr_bit(s, x, y), pt_lowest(taken));
        return pt_refuse(why, rule,
                         mr_say_overlaps(mr_tile_names[k->tile], mr_node_names[mr_node(x, y)],
                                         mr_set_names[taken], owner + 1));
    }
    return PT_OK;
}

/* R4.4: an end of the tile has an opponent's triangle across one of its half-diagonals. */
static bool connects(const mr_state *s, int seat, const mr_shape *k, int node) {
    for (int i = 0; i < k->count; i++) {
        if (!k->spot[i].end) continue;
        int bit = mr_bit(s, mr_x(node) + k->spot[i].x, mr_y(node) + k->spot[i].y);
        unsigned other = mr_filled(s, bit) & ~mr_of_seat(s, seat, bit);
        for (int side = 0; side < MR_SIDES; side++) {
            unsigned here = 1u << side, next = 1u << (side + 1) % MR_SIDES;
            unsigned pair = here | next; /* the two triangles of a half-diagonal */
            unsigned mine = k->spot[i].set & pair;
            if ((mine == here || mine == next) && (other & pair & ~mine)) return true;
        }
    }
    return false;
}

/* R4.2, R4.3, R4.4: the first node where the shape can be laid; -1: nowhere. */
static int first_fit(const mr_state *s, int seat, const mr_shape *k) {
    int side = mr_side(s->head.seats);
    for (int y = 0; y + k->h < side; y++)
        for (int x = 0; x + k->w < side; x++) {
            int node = mr_node(x, y);
            if (!check_free(s, "R4.3", k, node, NULL) && connects(s, seat, k, node))
                return node;
        }
    return -1;
}

/* R4.2, R4.3, R4.4, in this order (R4.5). */
static pt_err check_place(const mr_state *s, int seat, pt_move m, pt_text *why) {
    int tile = (int)pt_arg(m, 0), g = (int)pt_arg(m, 1), node = (int)pt_arg(m, 2);
    const mr_shape *k = mr_shape_at(tile, g);
    if (!(s->hand[seat] >> tile & 1)) return pt_refuse(why, "R4.1", mr_say_not_in_hand());
    if (k->g != g) return pt_refuse(why, "R7.2", mr_say_looks_the_same(g, k->g));
    pt_err err = check_inside(s, k, node, why);
    if (!err) err = check_free(s, "R4.3", k, node, why);
    if (err) return err;
    if (connects(s, seat, k, node)) return PT_OK;
    return pt_refuse(why, "R4.4", mr_say_no_contact(mr_tile_names[tile], mr_node_names[node]));
}

/* R4.6 */
static pt_err check_pass(const mr_state *s, int seat, pt_text *why) {
    for (int i = 0; i < MR_SHAPES; i++) {
        const mr_shape *k = &mr_shapes[i];
        if (!(s->hand[seat] >> k->tile & 1)) continue;
        int node = first_fit(s, seat, k);
        if (node >= 0) return pt_refuse(why, "R4.6", mr_say_must_lay(mr_node_names[node]));
    }
    return PT_OK;
}

/* R3.4 */
static pt_err check_octagon(const mr_state *s, int square, pt_text *why) {
    assert(square < MR_SQUARES);
    int node = mr_square_node(square), last = mr_squares_a_side(s) - 1;
    int x = mr_x(node), y = mr_y(node);
    if (x > last || y > last)
        return pt_refuse(why, "R3.4", mr_say_square_outside(mr_node_names[node]));
    if (x == 0 || y == 0 || x == last || y == last)
        return pt_refuse(why, "R3.4", mr_say_outer_square(mr_node_names[node]));
    return check_free(s, "R3.4", &mr_octagon, node, why);
}

pt_err mr_check(const void *state, int seat, pt_move m, pt_text *why) {
    const mr_state *s = state;
    if (!pt_well_formed(myriath_game.verbs, m))
        return pt_refuse(why, "R7.1", mr_say_no_such_move());
    if (mr_verb_table[pt_verb_of(m)].chance)
        return pt_refuse(why, "R3.2", mr_say_drawn_by_lot());
    if (s->head.node == PT_OVER) return pt_refuse(why, "R6.1", mr_say_game_over());
    if (s->head.node == PT_CHANCE) return pt_refuse(why, "R3.2", mr_say_lot_first());
    unsigned verb = pt_verb_of(m);
    bool set_up = s->head.phase == MRP_OCTAGON;
    if (!pt_has(s->head.owes, seat))
        return pt_refuse(why, set_up ? "R3.4" : "R4.1", mr_say_not_your_turn(s->turn + 1));
    if (set_up) {
        if (verb == MRV_OCT) return check_octagon(s, (int)pt_arg(m, 0), why);
        return pt_refuse(why, "R3.4", mr_say_asked_octagon());
    }
    if (verb == MRV_PLACE) return check_place(s, seat, m, why);
    if (verb == MRV_PASS) return check_pass(s, seat, why);
    return pt_refuse(why, "R3.4", mr_say_octagons_set());
}
