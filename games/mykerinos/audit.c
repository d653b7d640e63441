/* Mykerinos: what holds in every state (R8.31), and the counts that show it. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include <string.h>

/* --- counts --- */

int mk_placed(const mk_state *s, int colour) {
    assert(colour >= 0 && colour < MK_COLOURS);
    int n = mk_size(s->cubes[colour]);
    for (int room = 0; room < MK_ROOMS; room++) n += s->room[room] == colour + 1;
    return n;
}

int mk_dealt_by_now(const mk_state *s) {
    assert(s->head.round >= 1 && s->head.round <= MK_SEASONS);
    int before = mk_dealt_before(s->head.round);
    if (s->head.phase == MKP_FIRST || s->head.phase == MKP_WINGS) return 0;
    if (s->head.phase > MKP_DEAL) return before + mk_slots(s);
    for (int slot = 0; slot < mk_slots(s); slot++) before += s->slot[slot] != MK_NONE;
    return before;
}

void mk_known_tiles(const mk_state *s, int known[MK_PATRONS + 1]) {
    assert(s->head.seats <= MK_SEATS);
    memset(known, 0, sizeof(int) * (MK_PATRONS + 1));
    for (int seat = 0; seat < s->head.seats; seat++) {
        for (int patron = 0; patron < MK_PATRONS; patron++)
            known[patron] += s->player[seat].tiles[patron];
        known[MK_PATRONS] += s->player[seat].blank;
    }
    for (int slot = 0; slot < MK_SLOTS; slot++)
        if (s->slot[slot] != MK_NONE) known[s->slot[slot] % MK_ROTATED / 7]++;
}

/* --- R8.31 --- */

static pt_err audit_cubes(const mk_state *s, pt_text *why) {
    mk_board seen = {0, 0};
    for (int colour = 0; colour < MK_COLOURS; colour++) {
        if (mk_any(mk_and(seen, s->cubes[colour])))
            return pt_impossible(why, "R2.5", "a space holds two cubes");
        seen = mk_or(seen, s->cubes[colour]);
        int all = mk_placed(s, colour) + s->aside[colour];
        bool plays = colour < s->head.seats || (colour == MK_NEUTRAL && s->head.seats == 2);
        if (colour == MK_NEUTRAL)
            for (int seat = 0; seat < s->head.seats; seat++) all += s->player[seat].neutral;
        all += colour == MK_NEUTRAL ? s->neutral_reserve
                                    : s->player[colour].stock + s->player[colour].reserve;
        if (all != (plays ? MK_CUBES : 0))
            return pt_impossible(why, "R2.1", "colour %s has %d cubes in all, not %d",
                                 mk_colour_names[colour], all, plays ? MK_CUBES : 0);
    }
    if (mk_any(mk_minus(seen, mk_region(s->head.round))) ||
        mk_any(mk_minus(s->pyramids, mk_region(s->head.round))))
        return pt_impossible(why, "R2.5", "something lies outside this season's region");
    return PT_OK;
}

static pt_err audit_tiles(const mk_state *s, pt_text *why) {
    int known[MK_PATRONS + 1], seen = 0;
    uint64_t placed_tiles = s->undealt;
    mk_known_tiles(s, known);
    for (int kind = 0; kind <= MK_PATRONS; kind++) seen += known[kind];
    for (int slot = 0; slot < MK_SLOTS; slot++) {
        if (s->slot[slot] == MK_NONE) continue;
        uint64_t bit = (uint64_t)1 << s->slot[slot] % MK_ROTATED;
        if (placed_tiles & bit) return pt_impossible(why, "R2.4", "a tile is in two places");
        if (slot >= mk_slots(s))
            return pt_impossible(why, "R2.5", "slots 9 to 12 are for season 4");
        placed_tiles |= bit;
    }
    for (uint64_t set = s->undealt; set; set &= set - 1) known[pt_lowest(set) / 7]++;
    for (int kind = 0; kind <= MK_PATRONS; kind++)
        if (known[kind] > (kind == MK_PATRONS ? 1 : 7))
            return pt_impossible(why, "R2.4", "there are too many tiles of one patron");
    if (pt_count(s->undealt) != MK_TILES - mk_dealt_by_now(s) || s->undealt >> MK_TILES)
        return pt_impossible(why, "R8.31", "%d tiles should be undealt, not %d",
                             MK_TILES - mk_dealt_by_now(s), pt_count(s->undealt));
    if (seen > mk_dealt_by_now(s))
        return pt_impossible(why, "R8.31", "more tiles are out than were dealt by season %d",
                             s->head.round);
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int patron = 0; patron < MK_PATRONS; patron++)
            if (s->player[seat].tilted[patron] > s->player[seat].tiles[patron])
                return pt_impossible(why, "R4.10", "player %d has more tilted tiles than tiles",
                                     seat + 1);
    return PT_OK;
}

/* Draws happen in order, and the survey asks only when everybody has passed (R8.23). */
static pt_err audit_course(const mk_state *s, pt_text *why) {
    bool wings = true;
    unsigned seen = 0;
    for (int wing = 0; wing < MK_PATRONS; wing++) {
        if (s->wing[wing] == MK_NONE) {
            wings = false;
            continue;
        }
        if (!wings || seen >> s->wing[wing] & 1)
            return pt_impossible(why, "R3.2",
                                 "the wings are filled in order, each patron once");
        seen |= 1u << s->wing[wing];
    }
    if (wings != (s->head.phase > MKP_WINGS))
        return pt_impossible(why, "R3.2", "the wings are %sfilled in this phase",
                             wings ? "not yet " : "");
    int passed = mk_passed_count(s);
    if (s->head.phase == MKP_SURVEY && passed != s->head.seats)
        return pt_impossible(why, "R8.23", "the survey begins when everybody has passed");
    if (s->head.phase == MKP_EXCAVATE || s->head.phase == MKP_NEUTRAL) {
        if (mk_has_passed(s, s->turn))
            return pt_impossible(why, "R4.2", "player %d has passed", s->turn + 1);
    } else if (s->head.phase != MKP_SURVEY && passed) {
        return pt_impossible(why, "R6.1", "nobody has passed yet in this phase");
    }
    if (s->head.phase == MKP_NEUTRAL && s->head.seats != 2)
        return pt_impossible(why, "R4.12", "the neutral step is for two players");
    if (s->head.phase == MKP_SURVEY ? s->area >= mk_areas(s) : s->area > 0)
        return pt_impossible(why, "R5.1", "area %d is not there to be surveyed", s->area + 1);
    if (s->head.phase == MKP_DEAL)
        for (int slot = 1; slot < MK_SLOTS; slot++)
            if (s->slot[slot] != MK_NONE && s->slot[slot - 1] == MK_NONE)
                return pt_impossible(why, "R2.5", "tiles are dealt in order of the slots");
    if (s->head.phase == MKP_DEAL && s->slot[mk_slots(s) - 1] != MK_NONE)
        return pt_impossible(why, "R2.5", "every slot of season %d has its tile",
                             s->head.round);
    return PT_OK;
}

/* Each phase has its seasons, and cubes stand on the region only between the deal and the end
 * of the survey (R5.7). */
static pt_err audit_phase(const mk_state *s, pt_text *why) {
    bool draws = s->head.phase <= MKP_DEAL, over = s->head.phase == MKP_OVER;
    if (s->head.phase <= MKP_WINGS && s->head.round != 1)
        return pt_impossible(why, "R3.1",
                             "the first player and the wings are drawn in season 1");
    if (s->head.phase == MKP_FIRST && s->wing[0] != MK_NONE)
        return pt_impossible(why, "R3.2", "the wings are drawn after the first player");
    if (over && s->head.round != MK_SEASONS)
        return pt_impossible(why, "R6.1", "the game is over after season 4, not %d",
                             s->head.round);
    for (int colour = 0; colour < MK_COLOURS && (draws || over); colour++)
        if (mk_any(s->cubes[colour]))
            return pt_impossible(why, "R5.7", "no cube is on the region in this phase");
    for (int seat = 0; seat < s->head.seats && (draws || over); seat++)
        for (int patron = 0; patron < MK_PATRONS; patron++)
            if (s->player[seat].tilted[patron])
                return pt_impossible(why, "R6.1", "no tile is tilted in this phase");
    return PT_OK;
}

/* R5.7: areas that have been surveyed are empty; all of them when the game is over. */
static pt_err audit_surveyed(const mk_state *s, pt_text *why) {
    assert(s->area <= mk_areas(s)); /* audit_course has looked */
    int areas = s->head.phase == MKP_OVER ? mk_areas(s) : s->area;
    for (int area = 0; area < areas; area++) {
        bool left = s->slot[2 * area] != MK_NONE || s->slot[2 * area + 1] != MK_NONE;
        for (int colour = 0; colour < MK_COLOURS; colour++)
            left |= mk_cubes_in(s, colour, area) > 0;
        if (left)
            return pt_impossible(why, "R5.7", "area %d is done; nothing lies there any more",
                                 area + 1);
    }
    return PT_OK;
}

/* R5.6: whoever has a "5" room came through a "2" or "3" room, and cubes stay there (R8.21). */
static pt_err audit_rooms(const mk_state *s, pt_text *why) {
    static_assert(MK_OPEN_ROOMS >> (MK_ROOMS - MK_PATRONS) == 0, "the last rooms are the 5s");
    for (int wing = 0; wing < MK_PATRONS; wing++) {
        int five = MK_ROOMS - MK_PATRONS + wing;
        bool opened = !s->room[five];
        for (unsigned set = mk_openers[wing]; set; set &= set - 1)
            opened |= s->room[pt_lowest(set)] == s->room[five];
        if (!opened)
            return pt_impossible(why, "R5.6", "player %d has no cube in a room beside %s",
                                 s->room[five], mk_room_names[five]);
    }
    return PT_OK;
}

/* Seats that do not play have nothing at all. */
static pt_err audit_seats(const mk_state *s, pt_text *why) {
    static const mk_player nothing;
    for (int seat = s->head.seats; seat < MK_SEATS; seat++)
        if (memcmp(&s->player[seat], &nothing, sizeof nothing) != 0)
            return pt_impossible(why, "R1.1", "there are only %d players", s->head.seats);
    return PT_OK;
}

/* R5.2: who is still asked in an area are the last of those whom the ranks call. */
static pt_err audit_queue(const mk_state *s, pt_text *why) {
    mk_state full = *s;
    int all = 0, left = 0;
    if (s->head.phase == MKP_SURVEY)
        mk_open_area(&full);
    else
        memset(full.queue, 0, sizeof full.queue);
    while (all < 4 && full.queue[all]) all++;
    while (left < 4 && s->queue[left]) left++;
    assert(all <= 4 && left <= 4);
    if (left > all || memcmp(s->queue, full.queue + all - left, (size_t)left) != 0)
        return pt_impossible(why, "R5.2", "the queue is not what the ranks of the area give");
    return PT_OK;
}

pt_err mk_audit(const void *state, pt_text *why) {
    const mk_state *s = state;
    pt_err err = audit_cubes(s, why);
    if (!err) err = audit_tiles(s, why);
    if (!err) err = audit_seats(s, why);
    if (!err) err = audit_rooms(s, why);
    if (!err) err = audit_course(s, why);
    if (!err) err = audit_phase(s, why);
    if (!err) err = audit_surveyed(s, why);
    if (!err) err = audit_queue(s, why);
    return err;
}
