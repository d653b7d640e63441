/* Mykerinos: positions as text. One field a line; what is left out is worked out by settle, as
 * the field's words say. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "games/mykerinos/mykerinos.h"
#include <string.h>

static const char *const seat_keys[] = {"1", "2", "3", "4", NULL};
static const char *const held_names[] = {"V", "L", "B", "K", "T", "X"};

static const pt_kind seat_kind = {.name = "player", .count = MK_SEATS, .first = 1};
static const pt_kind season_kind = {.name = "season", .count = MK_SEASONS + 1};
static const pt_kind phase_kind = {.name = "phase", .count = 7, .names = mk_phase_names};
static const pt_kind cube_kind = {.name = "number of cubes", .count = MK_CUBES + 1};
static const pt_kind point_kind = {.name = "number of points", .count = 1000};
static const pt_kind ply_kind = {.name = "number of moves", .count = MK_PLIES + 1};
static const pt_kind area_kind = {.name = "area", .count = MK_AREAS, .first = 1};
static const pt_kind tile_kind = {.name = "tile", .count = MK_TILES, .names = mk_tile_names};
static const pt_kind held_kind = {.name = "tile to hold", .count = 6, .names = held_names};

/* --- fields that are more than numbers --- */

static void print_tiles(const void *state, int key, pt_text *out) {
    const mk_state *s = state;
    (void)key;
    for (int slot = 0; slot < MK_SLOTS; slot++) {
        uint8_t t = s->slot[slot];
        assert(t == MK_NONE || t % MK_ROTATED < MK_TILES);
        pt_item(out, t == MK_NONE ? "-" : mk_tile_names[t % MK_ROTATED]);
        if (t != MK_NONE && t >= MK_ROTATED) pt_putc(out, '\'');
    }
}

static pt_err parse_tiles(void *state, int key, pt_words line, pt_text *why) {
    mk_state *s = state;
    (void)key;
    memset(s->slot, MK_NONE, sizeof s->slot);
    for (int slot = 0;; slot++) {
        pt_word w = pt_next(&line);
        if (!w.length) return PT_OK;
        if (slot == MK_SLOTS) return pt_unreadable(why, w, "expected: there are 12 slots");
        if (pt_is(w, "-")) continue;
        bool turned = w.at[w.length - 1] == '\'';
        int tile = pt_parse_value(&tile_kind, (pt_word){w.at, w.length - turned});
        if (tile < 0) return pt_unreadable(why, w, "a tile such as V7 or V7', or -");
        if (mk_symmetric(tile)) turned = false;
        s->slot[slot] = (uint8_t)(tile + (turned ? MK_ROTATED : 0));
    }
}

static void print_board(mk_board b, pt_text *out) {
    for (int space = 0; space < MK_SPACES; space++)
        if (mk_on(b, space)) pt_item(out, mk_space_names[space]);
    pt_items_end(out);
}

static pt_err parse_board(pt_words line, mk_board *out, pt_text *why) {
    pt_seen seen = {{0}};
    *out = (mk_board){0, 0};
    int space;
    while ((space = pt_next_member(&line, &mk_space_kind, &seen, why)) >= 0) mk_put(out, space);
    return space == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

static void print_pyramids(const void *s, int key, pt_text *out) {
    (void)key;
    print_board(((const mk_state *)s)->pyramids, out);
}
static pt_err parse_pyramids(void *s, int key, pt_words line, pt_text *why) {
    (void)key;
    return parse_board(line, &((mk_state *)s)->pyramids, why);
}
static void print_cubes(const void *s, int key, pt_text *out) {
    assert(key < MK_COLOURS);
    print_board(((const mk_state *)s)->cubes[key], out);
}
static pt_err parse_cubes(void *s, int key, pt_words line, pt_text *why) {
    assert(key < MK_COLOURS);
    return parse_board(line, &((mk_state *)s)->cubes[key], why);
}

static void print_rooms(const void *state, int key, pt_text *out) {
    const mk_state *s = state;
    (void)key;
    for (int room = 0; room < MK_ROOMS; room++) {
        if (!s->room[room]) continue;
        assert(s->room[room] <= MK_COLOURS);
        pt_item(out, mk_room_names[room]);
        pt_put(out, "=%d", s->room[room]);
    }
    pt_items_end(out);
}

static pt_err parse_rooms(void *state, int key, pt_words line, pt_text *why) {
    mk_state *s = state;
    (void)key;
    memset(s->room, 0, sizeof s->room);
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        if (pt_is(w, "none")) continue;
        int room = w.length == 4 ? pt_parse_value(&mk_room_kind, (pt_word){w.at, 2}) : -1;
        if (room < 0 || w.at[2] != '=' || w.at[3] < '1' || w.at[3] > '0' + s->head.seats)
            return pt_unreadable(why, w, "a room and its owner, such as 33=1");
        if (s->room[room])
            return pt_impossible(why, "R8.21", "room %s is given twice", mk_room_names[room]);
        s->room[room] = (uint8_t)(w.at[3] - '0');
    }
    return PT_OK;
}

/* Patron letters, a letter for each tile; X is the blank one. */
static void print_letters(const uint8_t count[MK_PATRONS], int blank, pt_text *out) {
    for (int kind = 0; kind <= MK_PATRONS; kind++)
        for (int n = kind < MK_PATRONS ? count[kind] : blank; n > 0; n--)
            pt_item(out, held_names[kind]);
    pt_items_end(out);
}

static pt_err parse_letters(pt_words line, uint8_t count[MK_PATRONS], uint8_t *blank,
                            pt_text *why) {
    int kind, blanks = 0;
    memset(count, 0, MK_PATRONS);
    while ((kind = pt_next_value(&line, &held_kind, why)) >= 0) {
        uint8_t *n = kind < MK_PATRONS ? &count[kind] : NULL;
        if (n ? ++*n > 7 : ++blanks > (blank ? 1 : 0))
            return pt_impossible(why, "R2.4", "there are not that many %s tiles",
                                 held_names[kind]);
    }
    if (blank) *blank = (uint8_t)blanks;
    return kind == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

static void print_held(const void *s, int key, pt_text *out) {
    assert(key < MK_SEATS);
    const mk_player *p = &((const mk_state *)s)->player[key];
    print_letters(p->tiles, p->blank, out);
}
static pt_err parse_held(void *s, int key, pt_words line, pt_text *why) {
    assert(key < MK_SEATS);
    mk_player *p = &((mk_state *)s)->player[key];
    return parse_letters(line, p->tiles, &p->blank, why);
}
static void print_tilted(const void *s, int key, pt_text *out) {
    assert(key < MK_SEATS);
    print_letters(((const mk_state *)s)->player[key].tilted, 0, out);
}
static pt_err parse_tilted(void *s, int key, pt_words line, pt_text *why) {
    assert(key < MK_SEATS);
    return parse_letters(line, ((mk_state *)s)->player[key].tilted, NULL, why);
}

static void print_undealt(const void *state, int key, pt_text *out) {
    const mk_state *s = state;
    (void)key;
    for (int tile = 0; tile < MK_TILES; tile++)
        if (s->undealt >> tile & 1) pt_item(out, mk_tile_names[tile]);
    pt_items_end(out);
}
static pt_err parse_undealt(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    mk_state *s = state;
    int tile;
    (void)key;
    s->undealt = 0;
    while ((tile = pt_next_member(&line, &tile_kind, &seen, why)) >= 0)
        s->undealt |= (uint64_t)1 << tile;
    return tile == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

static void print_passed(const void *state, int key, pt_text *out) {
    const mk_state *s = state;
    (void)key;
    for (int i = 0; i < MK_SEATS; i++)
        if (s->passed[i] && s->passed[i] != MK_NEUTRAL + 1)
            pt_item(out, seat_keys[s->passed[i] - 1]);
    pt_items_end(out);
}
static pt_err parse_passed(void *state, int key, pt_words line, pt_text *why) {
    mk_state *s = state;
    int seat, space = 0;
    (void)key;
    memset(s->passed, 0, sizeof s->passed);
    while ((seat = pt_next_value(&line, &seat_kind, why)) >= 0) {
        if (seat >= s->head.seats)
            return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
        if (mk_has_passed(s, seat))
            return pt_impossible(why, "R4.2", "player %d cannot pass twice", seat + 1);
        s->passed[space] = (uint8_t)(seat + 1);
        space += s->head.seats == 2 ? 2 : 1; /* N stands on space 2 */
        assert(space <= 4);
    }
    return seat == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* "2:high 1:low": who still decides in this area, in order. */
static void print_queue(const void *state, int key, pt_text *out) {
    const mk_state *s = state;
    (void)key;
    for (int i = 0; i < 4 && s->queue[i]; i++) {
        assert(mk_seat_of(s->queue[i]) < MK_SEATS);
        pt_item(out, seat_keys[mk_seat_of(s->queue[i])]);
        pt_put(out, ":%s", mk_role_names[mk_role_of(s->queue[i])]);
    }
    pt_items_end(out);
}
static pt_err parse_queue(void *state, int key, pt_words line, pt_text *why) {
    static const pt_kind role_kind = {.name = "role", .count = 3, .names = mk_role_names};
    mk_state *s = state;
    int n = 0;
    (void)key;
    memset(s->queue, 0, sizeof s->queue);
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        if (pt_is(w, "none")) continue;
        int role =
            w.length > 2 ? pt_parse_value(&role_kind, (pt_word){w.at + 2, w.length - 2}) : -1;
        int seat = w.at[0] - '1';
        if (role < 0 || w.at[1] != ':' || seat < 0 || seat >= s->head.seats || n == 4)
            return pt_unreadable(why, w, "a decision such as 2:high, 1:low or 1:discard");
        s->queue[n++] = mk_decision((mk_role)role, seat);
    }
    return PT_OK;
}

/* --- the table; its order is the bit order of `given` --- */

enum {
    F_SEASON,
    F_PHASE,
    F_FIRST,
    F_TURN,
    F_WINGS,
    F_TILES,
    F_PYRAMIDS,
    F_CUBES,
    F_ROOMS,
    F_STOCK,
    F_RESERVE,
    F_NEUTRAL,
    F_NEUTRAL_RESERVE,
    F_POINTS,
    F_HELD,
    F_TILTED,
    F_UNDEALT,
    F_PASSED,
    F_AREA,
    F_QUEUE,
    F_PLY
};
static_assert(F_PLY + 1 == MK_FIELD_COUNT, "a new field needs a row here and a name above");

#define AT(member) offsetof(mk_state, member)
/* A member of every player, a number a seat. */
#define SEATS(member)                                                                          \
    AT(player[0].member), sizeof(((mk_player *)0)->member), 0, sizeof(mk_player), 0

/* clang-format off */
const pt_field mk_fields[MK_FIELD_COUNT] = {
    [F_SEASON] = {"season", "1 to 4. Left out: 1", NULL, {AT(head.round), 2, 1, 0, 0, &season_kind, false, 0}, NULL, NULL},
    [F_PHASE] = {"phase", "first, wings or deal (something is drawn), excavate, neutral (two players: after the action), survey, over. Left out: excavate", NULL, {AT(head.phase), 1, 1, 0, 0, &phase_kind, false, 0}, NULL, NULL},
    [F_FIRST] = {"first", "the first player of the season. Left out: 1", NULL, {AT(first), 1, 1, 0, 0, &seat_kind, false, 0}, NULL, NULL},
    [F_TURN] = {"turn", "whose turn it is in the excavation. Left out: the first player", NULL, {AT(turn), 1, 1, 0, 0, &seat_kind, false, 0}, NULL, NULL},
    [F_WINGS] = {"wings", "the patrons at wings 1 to 5, - for none yet. Left out: V L B K T", NULL, {AT(wing), 1, 5, 0, 0, &mk_patron_kind, true, MK_NONE}, NULL, NULL},
    [F_TILES] = {"tiles", "the tiles in slots 1, 2 ..., ' for turned round, - for an empty slot. Left out: no tiles, flat ground", NULL, {0}, print_tiles, parse_tiles},
    [F_PYRAMIDS] = {"pyramids", "the spaces with a pyramid, or none. Left out: those of the tiles", NULL, {0}, print_pyramids, parse_pyramids},
    [F_CUBES] = {"cubes", "cubes 1 a1 a2: the spaces of a colour (1 to 4, N neutral). Left out: none", mk_colour_names, {0}, print_cubes, parse_cubes},
    [F_ROOMS] = {"rooms", "Museum rooms and their owners, 33=1 21=2. Left out: none", NULL, {0}, print_rooms, parse_rooms},
    [F_STOCK] = {"stock", "cubes in stock, a number for each player. Left out: 0 (or, if reserve is given, the rest of the 25)", NULL, {SEATS(stock), &cube_kind, false, 0}, NULL, NULL},
    [F_RESERVE] = {"reserve", "cubes in reserve, a number for each player. Left out: the rest of the 25. With stock and reserve both given, cubes may be missing, never too many", NULL, {SEATS(reserve), &cube_kind, false, 0}, NULL, NULL},
    [F_NEUTRAL] = {"neutral", "neutral cubes in front of each player. Left out: 0", NULL, {SEATS(neutral), &cube_kind, false, 0}, NULL, NULL},
    [F_NEUTRAL_RESERVE] = {"neutral-reserve", "neutral cubes in reserve. Left out: the rest of the 25 with two players, else 0", NULL, {AT(neutral_reserve), 1, 1, 0, 0, &cube_kind, false, 0}, NULL, NULL},
    [F_POINTS] = {"points", "printed points on the score track, a number for each player. Left out: 0", NULL, {SEATS(points), &point_kind, false, 0}, NULL, NULL},
    [F_HELD] = {"held", "held 1 V V T X: a player's tiles by patron, X the blank one. Left out: none", seat_keys, {0}, print_held, parse_held},
    [F_TILTED] = {"tilted", "tilted 1 V: those of them used this season. Left out: none", seat_keys, {0}, print_tilted, parse_tilted},
    [F_UNDEALT] = {"undealt", "the tiles not dealt yet. Left out: any that fit the season", NULL, {0}, print_undealt, parse_undealt},
    [F_PASSED] = {"passed", "who has passed, in order. Left out: nobody (in a survey: all, by seat)", NULL, {0}, print_passed, parse_passed},
    [F_AREA] = {"area", "the area being surveyed. Left out: 1", NULL, {AT(area), 1, 1, 0, 0, &area_kind, false, 0}, NULL, NULL},
    [F_QUEUE] = {"queue", "who decides in this area, in order: 2:high 1:low, or 1:discard. Left out: worked out from the cubes", NULL, {0}, print_queue, parse_queue},
    [F_PLY] = {"ply", "moves made so far. Left out: 0", NULL, {AT(head.ply), 2, 1, 0, 0, &ply_kind, false, 0}, NULL, NULL},
};
/* clang-format on */

/* --- what was left out, and what is impossible --- */

void mk_blank_state(void *state, const pt_config *config) {
    assert(config->seats >= 2 && config->seats <= MK_SEATS);
    mk_state *s = state;
    s->head.seats = config->seats;
    s->head.round = 1;
    s->head.phase = MKP_EXCAVATE;
    memset(s->slot, MK_NONE, sizeof s->slot);
    for (int wing = 0; wing < MK_PATRONS; wing++) s->wing[wing] = (uint8_t)wing;
}

/* A colour's cubes that are neither placed nor in stock are in reserve; where both numbers are
 * given, what is missing is set aside. False if there are too many. */
static bool settle_cubes(mk_state *s, uint64_t given) {
    assert(s->head.seats >= 2 && s->head.seats <= MK_SEATS);
    bool stock = given >> F_STOCK & 1, reserve = given >> F_RESERVE & 1;
    for (int seat = 0; seat < s->head.seats; seat++) {
        mk_player *p = &s->player[seat];
        int rest = MK_CUBES - mk_placed(s, seat) - p->stock - p->reserve;
        if (rest < 0) return false;
        uint8_t *to = !reserve ? &p->reserve : !stock ? &p->stock : &s->aside[seat];
        *to = (uint8_t)(*to + rest);
    }
    if (s->head.seats > 2) return true;
    int rest = MK_CUBES - mk_placed(s, MK_NEUTRAL) - s->player[0].neutral -
               s->player[1].neutral - s->neutral_reserve;
    if (rest < 0) return false;
    uint8_t *to = given >> F_NEUTRAL_RESERVE & 1 ? &s->aside[MK_NEUTRAL] : &s->neutral_reserve;
    *to = (uint8_t)(*to + rest);
    return true;
}

/* Any tiles that are not in slots, as many as are still undealt, and of each patron no more
 * than there are beside those already seen. */
static void settle_undealt(mk_state *s) {
    int known[MK_PATRONS + 1], left = MK_TILES - mk_dealt_by_now(s);
    uint64_t in_slots = 0;
    mk_known_tiles(s, known);
    for (int slot = 0; slot < MK_SLOTS; slot++)
        if (s->slot[slot] != MK_NONE) in_slots |= (uint64_t)1 << s->slot[slot] % MK_ROTATED;
    for (int tile = MK_TILES - 1; tile >= 0 && left > 0; tile--) {
        int most = tile == MK_BLANK ? 1 : 7;
        assert(known[tile / 7] >= 0);
        if (in_slots >> tile & 1 || known[tile / 7] == most) continue;
        known[tile / 7]++;
        s->undealt |= (uint64_t)1 << tile;
        left--;
    }
}

static void settle_turn(mk_state *s, uint64_t given) {
    assert(s->first < s->head.seats && s->turn < s->head.seats);
    if (!(given >> F_TURN & 1)) s->turn = s->first;
    if (s->head.seats == 2 && s->head.phase >= MKP_EXCAVATE && s->head.phase != MKP_OVER)
        s->passed[1] = MK_NEUTRAL + 1;
    if (s->head.phase == MKP_SURVEY && !(given >> F_PASSED & 1))
        for (int seat = 0; seat < s->head.seats; seat++)
            s->passed[s->head.seats == 2 ? 2 * seat : seat] = (uint8_t)(seat + 1);
    bool draws = s->head.phase < MKP_EXCAVATE;
    s->head.node = s->head.phase == MKP_OVER ? PT_OVER : draws ? PT_CHANCE : PT_DECIDE;
    if (s->head.phase == MKP_EXCAVATE || s->head.phase == MKP_NEUTRAL)
        s->head.owes = pt_with(0, s->turn);
}

pt_err mk_settle(void *state, uint64_t given, pt_text *why) {
    mk_state *s = state;
    if (s->head.round == 0) return pt_impossible(why, "R4.1", "seasons go from 1 to 4");
    if (s->turn >= s->head.seats || s->first >= s->head.seats)
        return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
    if (!(given >> F_PYRAMIDS & 1))
        for (int slot = 0; slot < MK_SLOTS; slot++)
            if (s->slot[slot] != MK_NONE)
                s->pyramids = mk_or(s->pyramids, mk_slot_pyramids(slot, s->slot[slot]));
    if (!settle_cubes(s, given))
        return pt_impossible(why, "R2.1", "a colour has %d cubes, and here it has more",
                             MK_CUBES);
    if (!(given >> F_UNDEALT & 1)) settle_undealt(s);
    settle_turn(s, given);
    pt_err err = mk_audit(s, why);
    if (err) return err;
    if (s->head.phase != MKP_SURVEY) return PT_OK;
    if (!(given >> F_QUEUE & 1)) mk_open_area(s);
    mk_continue_survey(s);
    return PT_OK;
}
