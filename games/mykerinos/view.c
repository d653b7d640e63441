/* Mykerinos: what a seat is asked, and its view as JSON for a page. Nothing is hidden in this
 * game but the order of the undealt tiles, which no state holds (R1.2): every view is complete.
 */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"
#include <string.h>

/* --- what a seat is asked --- */

/* R4.2, R4.11: what the stock, the patrons and, for Lady Violet, the reserve allow. */
static pt_said ask_excavate(const mk_state *s, int seat) {
    const mk_player *p = &s->player[seat];
    bool last = mk_passed_count(s) == s->head.seats - 1;
    bool violet = mk_untilted(s, seat, MK_V) > 0 && p->reserve > 0, powers = violet;
    if (!p->stock && !violet) return last ? mk_say_ask_last_no_cube() : mk_say_ask_no_cube();
    for (int patron = MK_L; patron < MK_PATRONS; patron++)
        powers |= mk_untilted(s, seat, patron) > 0;
    if (powers) return last ? mk_say_ask_last_or_patron() : mk_say_ask_place_or_patron();
    return last ? mk_say_ask_last() : mk_say_ask_place();
}

/* R5.3, R5.4, R5.9: only what is open to the player is offered. */
static pt_said ask_survey(const mk_state *s, int seat) {
    int tiles = (s->slot[2 * s->area] != MK_NONE) + (s->slot[2 * s->area + 1] != MK_NONE);
    int area = s->area + 1;
    bool museum = mk_asked_role(s) == MKR_HIGH && s->player[seat].reserve > 0 &&
                  mk_legal_rooms(s, seat) != 0;
    if (mk_asked_role(s) == MKR_DISCARD) return mk_say_ask_discard(area);
    assert(tiles || museum); /* nobody is asked who has nothing to choose */
    if (!tiles) return mk_say_ask_room(area);
    if (tiles == 1)
        return museum ? mk_say_ask_last_tile_or_room(area) : mk_say_ask_last_tile(area);
    return museum ? mk_say_ask_tile_or_room(area) : mk_say_ask_tile(area);
}

static pt_said ask_seat(const mk_state *s, int seat) {
    switch ((mk_phase)s->head.phase) {
    case MKP_FIRST: return mk_say_ask_first();
    case MKP_WINGS: return mk_say_ask_wings();
    case MKP_DEAL: return mk_say_ask_deal(s->head.round);
    case MKP_EXCAVATE: return ask_excavate(s, seat);
    case MKP_NEUTRAL: return mk_say_ask_neutral();
    case MKP_SURVEY: return ask_survey(s, seat);
    case MKP_OVER: break;
    }
    return mk_say_ask_over();
}

void mk_ask(const void *view, int seat, pt_text *out) {
    const mk_state *s = view;
    bool waits = s->head.node == PT_DECIDE && !pt_has(s->head.owes, seat);
    pt_say(out, waits ? mk_say_ask_waiting(pt_mover(s) + 1) : ask_seat(s, seat));
}

/* --- the view as JSON --- */

/* A colour: the seat's number 1..4, or "N". */
static void put_colour(pt_json *j, int colour) {
    assert(colour >= 0 && colour < MK_COLOURS);
    if (colour == MK_NEUTRAL)
        pt_json_str(j, "N");
    else
        pt_json_int(j, colour + 1);
}

static void key_colour(pt_json *j, const char *key, int colour) {
    pt_key(j, key);
    if (colour < 0)
        pt_json_null(j);
    else
        put_colour(j, colour);
}

static void key_patron(pt_json *j, int patron) {
    assert(patron == MK_NONE || (patron >= 0 && patron < MK_PATRONS));
    pt_key(j, "patron");
    if (patron == MK_NONE)
        pt_json_null(j);
    else
        pt_json_str(j, mk_patron_letters[patron]);
}

/* The spaces that are not as they were. */
static mk_board changed_spaces(const mk_state *s, const mk_state *was) {
    if (!was) return mk_region(MK_SEASONS);
    mk_board changed = mk_xor(s->pyramids, was->pyramids);
    for (int colour = 0; colour < MK_COLOURS; colour++)
        changed = mk_or(changed, mk_xor(s->cubes[colour], was->cubes[colour]));
    return changed;
}

static void show_spaces(const mk_state *s, pt_json *j) {
    int rows = mk_areas(s) / 2 * 3;
    mk_board changed = changed_spaces(s, pt_was(j));
    pt_key_int(j, "rows", rows);
    pt_key_int(j, "columns", 8);
    pt_key_open(j, "spaces", '[');
    for (int space = 0;; space++) {
        int same = space;
        while (same < rows * 8 && !mk_on(changed, same)) same++;
        space += pt_keep_items(j, same - space);
        assert(space <= same);
        if (space == rows * 8) break;
        pt_open(j, '{');
        pt_key_str(j, "space", mk_space_names[space]);
        pt_key_int(j, "area", mk_area_of(space) + 1);
        pt_key_bool(j, "pyramid", mk_on(s->pyramids, space));
        key_colour(j, "cube", mk_cube_on(s, space));
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_slots(const mk_state *s, pt_json *j) {
    pt_key_open(j, "slots", '[');
    for (int slot = 0; slot < mk_slots(s); slot++) {
        if (pt_keep_by(j, s, &s->slot[slot], sizeof s->slot[slot])) continue;
        if (s->slot[slot] == MK_NONE) {
            pt_json_null(j);
            continue;
        }
        const mk_tile *t = &mk_tiles[s->slot[slot] % MK_ROTATED];
        pt_open(j, '{');
        pt_key_str(j, "tile", t->name);
        key_patron(j, t->patron);
        pt_key_int(j, "points", t->points);
        pt_key_bool(j, "turned", s->slot[slot] >= MK_ROTATED);
        pt_key_int(j, "area", slot / 2 + 1);
        pt_key_str(j, "side", slot % 2 ? "R" : "L");
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* The areas with their ranking as it stands (R5.2); ties fall to the earlier to pass. */
static void show_areas(const mk_state *s, pt_json *j) {
    pt_key_open(j, "areas", '[');
    for (int area = 0; area < mk_areas(s); area++) {
        uint8_t rank[MK_COLOURS];
        int n = mk_ranking(s, area, rank);
        pt_open(j, '{');
        pt_key_int(j, "area", area + 1);
        pt_key_bool(j, "surveyed", area < s->area); /* 0 outside of a survey */
        pt_key_bool(j, "open", s->head.phase == MKP_SURVEY && area == s->area);
        pt_key_open(j, "ranking", '[');
        for (int place = 0; place < n; place++) {
            pt_open(j, '{');
            key_colour(j, "colour", rank[place]);
            pt_key_int(j, "cubes", mk_cubes_in(s, rank[place], area));
            pt_close(j, '}');
        }
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_wings(const mk_state *s, pt_json *j) {
    pt_key(j, "wings");
    if (pt_keep_by(j, s, s->wing, sizeof s->wing)) return;
    pt_open(j, '[');
    for (int wing = 0; wing < MK_PATRONS; wing++) {
        pt_open(j, '{');
        pt_key_int(j, "wing", wing + 1);
        key_patron(j, s->wing[wing]);
        if (s->wing[wing] == MK_NONE)
            pt_key_str(j, "name", "");
        else
            pt_key_name(j, "name", &mk_names_patron, s->wing[wing]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_rooms(const mk_state *s, pt_json *j) {
    pt_key(j, "rooms");
    if (pt_keep_by(j, s, s->room, sizeof s->room)) return;
    pt_open(j, '[');
    for (int room = 0; room < MK_ROOMS; room++) {
        const mk_room *r = &mk_rooms[room];
        pt_open(j, '{');
        mk_show_printed_room(room, j);
        key_colour(j, "owner", s->room[room] - 1);
        pt_key_int(j, "x", r->x);
        pt_key_int(j, "y", r->y);
        if (r->value == 5) { /* R5.6: a cube in one of these opens it */
            pt_key_open(j, "opened_by", '[');
            for (unsigned set = mk_openers[room - 10]; set; set &= set - 1)
                pt_json_str(j, mk_room_names[pt_lowest(set)]);
            pt_close(j, ']');
        }
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* R6.2: what a tile is worth follows from the Museum. The wings are drawn before anybody has a
 * room. */
static bool museum_is_as_it_was(const mk_state *s, const mk_state *was) {
    return was && memcmp(s->room, was->room, sizeof s->room) == 0;
}

static void show_patrons(const mk_state *s, int seat, pt_json *j) {
    assert(seat < s->head.seats);
    const mk_player *p = &s->player[seat];
    const mk_state *was = pt_was(j);
    pt_key(j, "patrons");
    if (museum_is_as_it_was(s, was) &&
        memcmp(p->tiles, was->player[seat].tiles, sizeof p->tiles) == 0 &&
        memcmp(p->tilted, was->player[seat].tilted, sizeof p->tilted) == 0 && pt_keep(j))
        return;
    pt_open(j, '[');
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        pt_open(j, '{');
        key_patron(j, patron);
        pt_key_int(j, "tiles", p->tiles[patron]);
        pt_key_int(j, "tilted", p->tilted[patron]);
        pt_key_int(j, "value", mk_patron_value(s, seat, patron));
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_player(const mk_state *s, int seat, int32_t points, pt_json *j) {
    const mk_player *p = &s->player[seat];
    pt_open(j, '{');
    pt_key_int(j, "seat", seat + 1);
    pt_key_int(j, "score", points);
    pt_key_int(j, "points", p->points);
    pt_key_int(j, "stock", p->stock);
    pt_key_int(j, "reserve", p->reserve);
    pt_key_int(j, "neutral", p->neutral);
    pt_key_int(j, "blank", p->blank);
    pt_key_int(j, "series", mk_sets(s, seat));
    pt_key_bool(j, "passed", mk_has_passed(s, seat));
    show_patrons(s, seat, j);
    pt_close(j, '}');
}

static void show_course(const mk_state *s, pt_json *j) {
    bool asked = s->head.node == PT_DECIDE;
    pt_key_int(j, "season", s->head.round);
    pt_key_str(j, "phase", mk_phase_names[s->head.phase]);
    key_colour(j, "turn", asked ? pt_mover(s) : -1);
    key_colour(j, "first", s->head.phase == MKP_FIRST ? -1 : s->first);
    pt_key_bool(j, "last_action",
                s->head.phase == MKP_EXCAVATE && mk_passed_count(s) == s->head.seats - 1);
    pt_key_open(j, "passed", '[');
    for (int i = 0; i < (s->head.seats == 2 ? 3 : s->head.seats); i++) {
        if (s->passed[i])
            put_colour(j, s->passed[i] - 1);
        else
            pt_json_null(j);
    }
    pt_close(j, ']');
    pt_key(j, "area");
    if (s->head.phase == MKP_SURVEY)
        pt_json_int(j, s->area + 1);
    else
        pt_json_null(j);
    pt_key_open(j, "queue", '[');
    for (int i = 0; i < 4 && s->queue[i]; i++) {
        pt_open(j, '{');
        pt_key_int(j, "seat", mk_seat_of(s->queue[i]) + 1);
        pt_key_str(j, "role", mk_role_names[mk_role_of(s->queue[i])]);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

static void show_undealt(const mk_state *s, pt_json *j) {
    pt_key(j, "undealt");
    if (pt_keep_by(j, s, &s->undealt, sizeof s->undealt)) return;
    pt_open(j, '[');
    for (uint64_t set = s->undealt; set; set &= set - 1)
        pt_json_str(j, mk_tile_names[pt_lowest(set)]);
    pt_close(j, ']');
}

void mk_show(const void *view, int viewer, pt_json *out) {
    const mk_state *s = view;
    int32_t points[PT_SEATS];
    mk_score(s, points);
    pt_open(out, '{');
    key_colour(out, "viewer", viewer);
    show_course(s, out);
    show_spaces(s, out);
    show_slots(s, out);
    show_areas(s, out);
    show_wings(s, out);
    show_rooms(s, out);
    pt_key_open(out, "players", '[');
    for (int seat = 0; seat < s->head.seats; seat++) show_player(s, seat, points[seat], out);
    pt_close(out, ']');
    pt_key_int(out, "neutral_reserve", s->neutral_reserve);
    show_undealt(s, out);
    pt_close(out, '}');
}
