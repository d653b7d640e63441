/* Myriath: positions as text. One field a line; what is left out is worked out by settle, as
 * the field's words say. The boards are never written: they follow from the tiles that were
 * laid. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "games/myriath/myriath.h"
#include <string.h>

#define NOT_GIVEN 0xFFFFFFFFu /* a hand that no line has set */
#define ALL_PIECES (((uint32_t)1 << MR_PIECES) - 1)

static const char *const seat_keys[] = {"1", "2", "3", "4", NULL};

static const pt_kind phase_kind = {
    .name = "phase", .count = MR_PHASES, .names = mr_phase_names};
static const pt_kind own_kind = {.name = "choice of on or off", .count = 2, .names = mr_off_on};
static const pt_kind passes_kind = {.name = "number of passes", .count = MR_SEATS + 1};
static const pt_kind ply_kind = {.name = "number of moves", .count = MR_PLIES + 1};
static const pt_kind piece_kind = {.name = "tile", .count = MR_PIECES, .names = mr_tile_names};

/* --- fields that are more than numbers --- */

static void print_starters(const void *state, int key, pt_text *out) {
    const mr_state *s = state;
    (void)key;
    for (int seat = 0; seat < MR_SEATS; seat++)
        if (pt_has(s->starters, seat)) pt_item(out, seat_keys[seat]);
    pt_items_end(out);
}
static pt_err parse_starters(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    mr_state *s = state;
    int seat;
    (void)key;
    s->starters = 0;
    while ((seat = pt_next_member(&line, &mr_seat_kind, &seen, why)) >= 0)
        s->starters = pt_with(s->starters, seat);
    return seat == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* "oct:c3 1aw:1:e3": tile, orientation, anchor; the octagon has no orientation. */
static void print_laid(const void *state, int key, pt_text *out) {
    assert(key < MR_SEATS);
    const mr_state *s = state;
    for (int i = 0; i < MR_PIECES; i++) {
        int tile = i == 0 ? MR_OCTAGON : i - 1;
        uint16_t laid = s->laid[key][tile];
        if (!laid) continue;
        pt_item(out, mr_tile_names[tile]);
        if (tile != MR_OCTAGON) pt_put(out, ":%d", mr_laid_g(laid));
        assert(laid & MR_LAID && mr_laid_node(laid) < MR_NODES);
        pt_put(out, ":%s", mr_node_names[mr_laid_node(laid)]);
    }
    pt_items_end(out);
}

/* The part of a word up to a colon; the word keeps the rest. */
static pt_word cut(pt_word *w) {
    const char *colon = memchr(w->at, ':', w->length);
    size_t n = colon ? (size_t)(colon - w->at) : w->length;
    assert(n <= w->length);
    pt_word part = {w->at, n};
    w->at += colon ? n + 1 : n;
    w->length -= colon ? n + 1 : n;
    return part;
}

static pt_err parse_laid(void *state, int key, pt_words line, pt_text *why) {
    assert(key < MR_SEATS);
    mr_state *s = state;
    memset(s->laid[key], 0, sizeof s->laid[key]);
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        if (pt_is(w, "none")) continue;
        pt_word rest = w;
        int tile = pt_parse_value(&piece_kind, cut(&rest)), g = 0;
        if (tile >= 0 && tile != MR_OCTAGON) g = pt_parse_value(&mr_turn_kind, cut(&rest));
        int node = rest.length ? pt_parse_value(&mr_node_kind, rest) : -1;
        if (tile < 0 || g < 0 || node < 0)
            return pt_unreadable(why, w, "a tile such as 1aw:1:e3 or oct:c3");
        if (s->laid[key][tile])
            return pt_impossible(why, "R2.1", "player %d has one tile %s", key + 1,
                                 mr_tile_names[tile]);
        g = mr_shape_at(tile, g)->g; /* R7.2: only one of several equal orientations */
        s->laid[key][tile] = (uint16_t)(MR_LAID | g << 8 | node);
    }
    return PT_OK;
}

static void print_hand(const void *state, int key, pt_text *out) {
    assert(key < MR_SEATS);
    const mr_state *s = state;
    for (int tile = 0; tile < MR_PIECES; tile++)
        if (s->hand[key] >> tile & 1) pt_item(out, mr_tile_names[tile]);
    pt_items_end(out);
}
static pt_err parse_hand(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    assert(key < MR_SEATS);
    mr_state *s = state;
    int tile;
    s->hand[key] = 0;
    while ((tile = pt_next_member(&line, &piece_kind, &seen, why)) >= 0)
        s->hand[key] |= (uint32_t)1 << tile;
    return tile == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* Points with halves: 17 or 17.5. */
static void print_scores(const void *state, int key, pt_text *out) {
    const mr_state *s = state;
    (void)key;
    for (int seat = 0; seat < s->head.seats; seat++)
        pt_put(out, "%s%d%s", seat ? " " : "", s->score[seat] / 2,
               s->score[seat] % 2 ? ".5" : "");
}
static pt_err parse_scores(void *state, int key, pt_words line, pt_text *why) {
    mr_state *s = state;
    (void)key;
    for (int seat = 0; seat < s->head.seats; seat++) {
        pt_word w = pt_next(&line), whole = w;
        long points;
        bool half = w.length > 2 && memcmp(w.at + w.length - 2, ".5", 2) == 0;
        if (half) whole.length -= 2;
        if (!w.length || !pt_number(whole, 0, 99, &points))
            return pt_unreadable(why, w, "a number of points such as 17 or 17.5");
        s->score[seat] = (uint16_t)(2 * points + half);
    }
    pt_word rest = pt_next(&line);
    return rest.length ? pt_unreadable(why, rest, "expected: the line should end before it")
                       : PT_OK;
}

/* --- the table; its order is the bit order of `given` --- */

enum { F_PHASE, F_FIRST, F_TURN, F_STARTERS, F_OWN, F_LAID, F_HAND, F_SCORE, F_PASSES, F_PLY };
static_assert(F_PLY + 1 == MR_FIELD_COUNT, "the header counts the fields");

#define AT(member) offsetof(mr_state, member)

/* clang-format off */
const pt_field mr_fields[MR_FIELD_COUNT] = {
    [F_PHASE] = {"phase", "start, octagon, play or over. Left out: play", NULL, {AT(head.phase), 1, 1, 0, 0, &phase_kind, false, 0}, NULL, NULL},
    [F_FIRST] = {"first", "the start player, who is A. Left out: 1", NULL, {AT(first), 1, 1, 0, 0, &mr_seat_kind, false, 0}, NULL, NULL},
    [F_TURN] = {"turn", "whose turn it is. Left out: the start player, or the next to set an octagon", NULL, {AT(turn), 1, 1, 0, 0, &mr_seat_kind, false, 0}, NULL, NULL},
    [F_STARTERS] = {"starters", "in the phase start: the players one of whom will begin. Left out: as the option start says", NULL, {0}, print_starters, parse_starters},
    [F_OWN] = {"own", "whether contacts between tiles of one player score, on or off. Left out: as the option own says", NULL, {AT(own), 1, 1, 0, 0, &own_kind, false, 0}, NULL, NULL},
    [F_LAID] = {"laid", "laid 1 oct:c3 1aw:1:e3: a player's tiles on the board, with orientation and anchor. Left out: none", seat_keys, {0}, print_laid, parse_laid},
    [F_HAND] = {"hand", "hand 1 1aa 2wp: a player's tiles to lay. Left out: all that are not laid; tiles in neither place are out of the game", seat_keys, {0}, print_hand, parse_hand},
    [F_SCORE] = {"score", "points, a number for each player, 17.5 for instance. Left out: the head start and what the ends on the board have earned", NULL, {0}, print_scores, parse_scores},
    [F_PASSES] = {"passes", "how many have passed in succession. Left out: none, or all when the game is over", NULL, {AT(passes), 1, 1, 0, 0, &passes_kind, false, 0}, NULL, NULL},
    [F_PLY] = {"ply", "moves made so far. Left out: 0", NULL, {AT(head.ply), 2, 1, 0, 0, &ply_kind, false, 0}, NULL, NULL},
};
/* clang-format on */

/* --- what was left out --- */

void mr_blank(void *state, const pt_config *config) {
    assert(config->seats >= 2 && config->seats <= MR_SEATS);
    mr_state *s = state;
    s->head.seats = config->seats;
    s->head.round = 1;
    s->head.phase = MRP_PLAY;
    s->own = (uint8_t)config->option[MRO_OWN];
    s->starters = mr_starters(config);
    for (int seat = 0; seat < MR_SEATS; seat++) s->hand[seat] = NOT_GIVEN;
}

/* R2.4, R4.3: the boards from the tiles; each inside the area and on free triangles. */
static pt_err lay_all(mr_state *s, pt_text *why) {
    int last = mr_side(s->head.seats) - 1;
    for (int seat = 0; seat < MR_SEATS; seat++)
        for (int tile = 0; tile < MR_PIECES; tile++) {
            uint16_t laid = s->laid[seat][tile];
            if (!laid) continue;
            const mr_shape *k = mr_shape_at(tile, mr_laid_g(laid));
            int node = mr_laid_node(laid), x = mr_x(node), y = mr_y(node);
            if (x + k->w > last || y + k->h > last)
                return pt_impossible(why, "R4.2", "%s at %s sticks out of the area",
                                     mr_tile_names[tile], mr_node_names[node]);
            bool outer = x == 0 || y == 0 || x == last - 1 || y == last - 1;
            if (tile == MR_OCTAGON && outer)
                return pt_impossible(why, "R3.4", "%s is an outer square", mr_node_names[node]);
            for (int i = 0; i < k->count; i++) {
                int bit = mr_bit(s, x + k->spot[i].x, y + k->spot[i].y);
                if (mr_filled(s, bit) & k->spot[i].set)
                    return pt_impossible(why, "R4.3", "%s of player %d at %s overlaps a tile",
                                         mr_tile_names[tile], seat + 1, mr_node_names[node]);
            }
            mr_lay(s, seat, k, node);
        }
    return PT_OK;
}

static uint32_t laid_set(const mr_state *s, int seat) {
    assert(seat < MR_SEATS);
    uint32_t set = 0;
    for (int tile = 0; tile < MR_PIECES; tile++)
        if (s->laid[seat][tile]) set |= (uint32_t)1 << tile;
    return set;
}

static int contact_points(const mr_state *s, int seat) {
    int count[MR_KINDS], sum = 0;
    mr_contacts(s, seat, count);
    for (int i = 0; i < MR_KINDS; i++) sum += count[i];
    assert(sum >= 0 && sum <= MR_POINTS_MAX * MR_SEATS);
    return sum;
}

/* R5.4: what is not from contacts was given; left out, that is the head start. */
static void settle_scores(mr_state *s, bool given) {
    if (s->head.phase != MRP_START) mr_head_start(s, s->given);
    for (int seat = 0; seat < s->head.seats; seat++) {
        int contacts = contact_points(s, seat);
        if (given)
            s->given[seat] = (int16_t)(s->score[seat] - contacts);
        else
            s->score[seat] = (uint16_t)(s->given[seat] + contacts);
    }
}

static void settle_turn(mr_state *s, uint64_t given) {
    assert(s->first < s->head.seats && s->turn < s->head.seats);
    int octagons = 0, seats = s->head.seats;
    for (int seat = 0; seat < seats; seat++) octagons += s->laid[seat][MR_OCTAGON] != 0;
    if (s->head.phase != MRP_OCTAGON) octagons = 0;
    if (!(given >> F_TURN & 1)) s->turn = (uint8_t)((s->first + octagons) % seats);
    if (s->head.phase == MRP_OVER && !(given >> F_PASSES & 1)) s->passes = (uint8_t)seats;
    if (s->head.phase != MRP_START && !(given >> F_STARTERS & 1)) s->starters = 0;
    s->head.node = s->head.phase == MRP_START  ? PT_CHANCE
                   : s->head.phase == MRP_OVER ? PT_OVER
                                               : PT_DECIDE;
    if (s->head.node == PT_DECIDE) s->head.owes = pt_with(0, s->turn);
}

pt_err mr_settle(void *state, uint64_t given, pt_text *why) {
    mr_state *s = state;
    if (s->turn >= s->head.seats || s->first >= s->head.seats)
        return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
    pt_err err = lay_all(s, why);
    if (err) return err;
    for (int seat = 0; seat < MR_SEATS; seat++)
        if (s->hand[seat] == NOT_GIVEN)
            s->hand[seat] = seat < s->head.seats ? ALL_PIECES & ~laid_set(s, seat) : 0;
    settle_scores(s, given >> F_SCORE & 1);
    settle_turn(s, given);
    return mr_audit(s, why);
}

/* --- what holds in every state --- */

static pt_err audit_tiles(const mr_state *s, pt_text *why) {
    mr_state again = {.head.seats = s->head.seats};
    memcpy(again.laid, s->laid, sizeof again.laid);
    pt_err err = lay_all(&again, why);
    if (err) return err;
    if (memcmp(&again.filled, &s->filled, sizeof s->filled) != 0 ||
        memcmp(again.owner, s->owner, sizeof s->owner) != 0 ||
        memcmp(&again.ends, &s->ends, sizeof s->ends) != 0 ||
        memcmp(&again.filled_tail, &s->filled_tail, sizeof s->filled_tail) != 0 ||
        memcmp(again.owner_tail, s->owner_tail, sizeof s->owner_tail) != 0 ||
        memcmp(&again.ends_tail, &s->ends_tail, sizeof s->ends_tail) != 0)
        return pt_impossible(why, "R2.7", "the triangles are not those of the tiles laid");
    for (int seat = 0; seat < MR_SEATS; seat++) {
        uint32_t laid = laid_set(s, seat);
        if (seat >= s->head.seats && (laid || s->hand[seat]))
            return pt_impossible(why, "R1.1", "there is no player %d", seat + 1);
        if (laid & s->hand[seat])
            return pt_impossible(why, "R2.1", "player %d has a tile both laid and in hand",
                                 seat + 1);
        if ((laid | s->hand[seat]) & ~ALL_PIECES)
            return pt_impossible(why, "R2.1", "there is no such tile");
    }
    return PT_OK;
}

/* R3.4, R8.13: octagons in turn order, before anything else. */
static pt_err audit_octagons(const mr_state *s, pt_text *why) {
    assert(s->first < s->head.seats); /* audit_course has looked */
    int seats = s->head.seats, set = seats;
    if (s->head.phase == MRP_START) set = 0;
    if (s->head.phase == MRP_OCTAGON) set = (s->turn + seats - s->first) % seats;
    for (int i = 0; i < seats; i++) {
        int seat = (s->first + i) % seats;
        bool laid = s->laid[seat][MR_OCTAGON] != 0;
        if (laid != (i < set))
            return pt_impossible(why, "R3.4", "player %d has %s octagon on the board", seat + 1,
                                 laid ? "already an" : "no");
        if (!laid && !(s->hand[seat] >> MR_OCTAGON & 1))
            return pt_impossible(why, "R8.13", "player %d has lost the octagon", seat + 1);
        bool tiles = (laid_set(s, seat) & ~((uint32_t)1 << MR_OCTAGON)) != 0;
        if (tiles && set < seats)
            return pt_impossible(why, "R3.4",
                                 "player %d laid a tile before the set-up was done", seat + 1);
    }
    return PT_OK;
}

/* R5.4; R3.3 and R3.5 in the set-up. */
static pt_err audit_scores(const mr_state *s, pt_text *why) {
    int16_t start[MR_SEATS];
    mr_head_start(s, start);
    for (int seat = 0; seat < MR_SEATS; seat++) {
        int sum = seat < s->head.seats ? contact_points(s, seat) + s->given[seat] : 0;
        if (s->score[seat] != sum || (seat >= s->head.seats && s->given[seat]))
            return pt_impossible(why, "R5.4", "player %d has %d half points, not %d", seat + 1,
                                 s->score[seat], sum);
        if (s->head.phase == MRP_START && s->score[seat])
            return pt_impossible(why, "R3.3", "no points are given before the start is drawn");
        if (s->head.phase == MRP_OCTAGON && s->given[seat] != start[seat])
            return pt_impossible(why, "R3.5", "the set-up brings player %d no points",
                                 seat + 1);
    }
    return PT_OK;
}

/* R4.6, R6.1: whoever has passed since the last tile could lay none. */
static pt_err audit_passes(const mr_state *s, pt_text *why) {
    int seats = s->head.seats;
    bool over = s->head.phase == MRP_OVER;
    if (over ? s->passes != seats : s->passes >= seats)
        return pt_impossible(why, "R6.1",
                             "the game %s after %d passes in succession, here are %d",
                             over ? "ends" : "would be over", seats, s->passes);
    if (s->passes && s->head.phase < MRP_PLAY)
        return pt_impossible(why, "R3.4", "nobody passes in the set-up");
    for (int i = 1; i <= s->passes; i++) {
        int seat = (s->turn + seats - i) % seats;
        if (mr_mobility(s, seat, s->hand[seat], NULL))
            return pt_impossible(why, "R4.6", "player %d passed but can lay a tile", seat + 1);
    }
    return PT_OK;
}

static pt_err audit_course(const mr_state *s, pt_text *why) {
    unsigned all = (1u << s->head.seats) - 1, starters = s->starters;
    bool start = s->head.phase == MRP_START;
    if (start ? (starters & (starters - 1)) == 0 || (starters & ~all) : starters != 0)
        return pt_impossible(why, "R3.2", "%s",
                             start ? "two or more players draw for the start"
                                   : "the start has been drawn");
    if (start && (s->turn || s->first))
        return pt_impossible(why, "R3.2", "nobody begins before the start is drawn");
    if (s->first >= s->head.seats || s->turn >= s->head.seats)
        return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
    pt_node node = start ? PT_CHANCE : s->head.phase == MRP_OVER ? PT_OVER : PT_DECIDE;
    uint8_t owes = node == PT_DECIDE ? pt_with(0, s->turn) : 0;
    if (s->head.node != node || s->head.owes != owes || s->head.round != 1)
        return pt_impossible(why, "R4.1", "it is not clear whose turn it is");
    return PT_OK;
}

pt_err mr_audit(const void *state, pt_text *why) {
    const mr_state *s = state;
    pt_err err = audit_course(s, why);
    if (!err) err = audit_tiles(s, why);
    if (!err) err = audit_octagons(s, why);
    if (!err) err = audit_scores(s, why);
    if (!err) err = audit_passes(s, why);
    return err;
}
