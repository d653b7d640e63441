/* Mykerinos: the survey (R5): ranks in each area, tiles, rooms, and what the neutral colour
 * takes. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include <string.h>

/* R5.2: colours with cubes in the area, most first; among equals the earlier to pass. */
int mk_ranking(const mk_state *s, int area, uint8_t rank[MK_COLOURS]) {
    assert(area >= 0 && area < MK_AREAS);
    int strength[MK_COLOURS], n = 0;
    for (int colour = 0; colour < MK_COLOURS; colour++) {
        int cubes = mk_cubes_in(s, colour, area);
        if (!cubes) continue;
        int mine = cubes * 8 - mk_passing_space(s, colour), at = n++;
        for (; at > 0 && strength[at - 1] < mine; at--) {
            strength[at] = strength[at - 1];
            rank[at] = rank[at - 1];
        }
        strength[at] = mine;
        rank[at] = (uint8_t)colour;
    }
    return n;
}

static mk_role role_at(int place) { return place < MK_MUSEUM_RANKS ? MKR_HIGH : MKR_LOW; }

/* R5.8: N first: the other player than the second-ranked, who is third or not ranked, discards
 * for N. N second: the first-ranked player does so after their own choice. N third, or alone:
 * nobody. */
static void queue_with_neutral(mk_state *s, const uint8_t *rank, int n, int neutral_at) {
    assert(s->head.seats == 2 && n <= 3 && neutral_at < n);
    int q = 0;
    if (n == 1) return;
    if (neutral_at == 0) s->queue[q++] = mk_decision(MKR_DISCARD, 1 - rank[1]);
    for (int place = 0; place < n; place++) {
        if (place == neutral_at) continue;
        s->queue[q++] = mk_decision(role_at(place), rank[place]);
        if (neutral_at == 1 && place == 0) s->queue[q++] = mk_decision(MKR_DISCARD, rank[0]);
    }
    assert(q <= (int)sizeof s->queue);
}

void mk_open_area(mk_state *s) {
    uint8_t rank[MK_COLOURS];
    int n = mk_ranking(s, s->area, rank);
    memset(s->queue, 0, sizeof s->queue);
    for (int place = 0; place < n; place++)
        if (rank[place] == MK_NEUTRAL) {
            queue_with_neutral(s, rank, n, place);
            return;
        }
    assert(n <= s->head.seats);
    for (int place = 0; place < n; place++)
        s->queue[place] = mk_decision(role_at(place), rank[place]);
}

static bool tile_there(const mk_state *s, int side) {
    return s->slot[2 * s->area + side] != MK_NONE;
}

/* R5.6: every empty "2" and "3"; an empty "5" next to a room with the colour's own cube. */
uint16_t mk_legal_rooms(const mk_state *s, int colour) {
    unsigned empty = 0, own = 0, open = MK_OPEN_ROOMS;
    for (unsigned room = 0; room < MK_ROOMS; room++)
        if (s->room[room] == 0) empty |= 1u << room;
    if (empty <= open) return (uint16_t)empty; /* every "5" is taken */
    for (unsigned room = 0; open >> room; room++)
        if (s->room[room] == colour + 1) own |= 1u << room;
    for (unsigned wing = 0; wing < MK_PATRONS; wing++)
        if (own & mk_openers[wing]) open |= 1u << (10 + wing);
    return (uint16_t)(empty & open);
}

/* R5.3, R5.4, R5.9 */
int mk_legal_survey(const mk_state *s, pt_move *out) {
    assert(s->queue[0]);
    const pt_move *begin = out;
    int seat = mk_asked_seat(s);
    mk_role role = mk_asked_role(s);
    unsigned take = role == MKR_DISCARD ? MKV_DISCARD : MKV_TAKE;
    for (unsigned side = 0; side < 2; side++)
        if (tile_there(s, (int)side)) *out++ = pt_mv(take, side, 0, 0);
    if (role == MKR_DISCARD) return (int)(out - begin);
    if (role == MKR_HIGH && s->player[seat].reserve >= 1)
        for (unsigned rooms = mk_legal_rooms(s, seat); rooms; rooms &= rooms - 1)
            *out++ = pt_mv(MKV_ROOM, (unsigned)pt_lowest(rooms), 0, 0);
    *out++ = pt_mv(MKV_DECLINE, 0, 0, 0);
    return (int)(out - begin);
}

/* A decision that is none: nothing to choose but to decline, or the only tile left to discard.
 */
static bool skipped(mk_state *s) {
    int tiles = tile_there(s, 0) + tile_there(s, 1), seat = mk_asked_seat(s);
    switch (mk_asked_role(s)) {
    case MKR_DISCARD:
        if (tiles == 2) return false;
        s->slot[2 * s->area] = s->slot[2 * s->area + 1] = MK_NONE;
        return true;
    case MKR_LOW: return tiles == 0;
    case MKR_HIGH: break;
    }
    return tiles == 0 && !(s->player[seat].reserve && mk_legal_rooms(s, seat));
}

/* R5.7: the area's cubes go to their owners' reserves, tiles left over leave the game. */
static void close_area(mk_state *s) {
    assert(s->area < mk_areas(s));
    mk_board spaces = mk_area_spaces(s->area);
    for (int colour = 0; colour < MK_COLOURS; colour++) {
        uint8_t *reserve =
            colour == MK_NEUTRAL ? &s->neutral_reserve : &s->player[colour].reserve;
        *reserve = (uint8_t)(*reserve + mk_cubes_in(s, colour, s->area));
        s->cubes[colour] = mk_minus(s->cubes[colour], spaces);
    }
    s->slot[2 * s->area] = s->slot[2 * s->area + 1] = MK_NONE;
    s->area++;
}

void mk_wait_for_luck(mk_state *s, mk_phase phase) {
    s->head.node = PT_CHANCE;
    s->head.owes = 0;
    s->head.phase = (uint8_t)phase;
}

/* R6.1: everything untilted, the scale cleared, the next season dealt; after season 4 the end.
 */
static void next_season(mk_state *s) {
    assert(s->head.phase == MKP_SURVEY && s->area == mk_areas(s));
    for (int seat = 0; seat < s->head.seats; seat++)
        memset(s->player[seat].tilted, 0, sizeof s->player[seat].tilted);
    memset(s->passed, 0, sizeof s->passed);
    s->area = 0;
    s->pyramids = (mk_board){0, 0};
    s->turn = s->first;
    if (s->head.round == MK_SEASONS) {
        s->head.node = PT_OVER;
        s->head.owes = 0;
        s->head.phase = MKP_OVER;
        return;
    }
    s->head.round++;
    mk_wait_for_luck(s, MKP_DEAL);
}

/* R6.1: the last on the passing scale is the first player of the next season. */
static void end_survey(mk_state *s) {
    int last = s->head.seats == 2 ? 2 : s->head.seats - 1;
    assert(s->passed[last] > 0 && s->passed[last] <= s->head.seats);
    s->first = (uint8_t)(s->passed[last] - 1);
    next_season(s);
}

static void next_decision(mk_state *s) {
    assert(s->queue[0]);
    memmove(s->queue, s->queue + 1, sizeof s->queue - 1);
    s->queue[sizeof s->queue - 1] = 0;
}

/* Goes on until somebody has a choice or the survey is over (R5.1: areas in order). */
void mk_continue_survey(mk_state *s) {
    for (;;) {
        while (s->queue[0] && skipped(s)) next_decision(s);
        if (s->queue[0]) {
            s->head.owes = pt_with(0, mk_asked_seat(s));
            return;
        }
        close_area(s);
        if (s->area == mk_areas(s)) {
            end_survey(s);
            return;
        }
        mk_open_area(s);
    }
}

void mk_begin_survey(mk_state *s) {
    assert(mk_passed_count(s) == s->head.seats);
    s->head.phase = MKP_SURVEY;
    mk_open_area(s);
    mk_continue_survey(s);
}

/* R5.5: printed points at once; the tile is in front of the player, upright. */
static void take(mk_state *s, int seat, int side) {
    uint8_t *slot = &s->slot[2 * s->area + side];
    assert(*slot != MK_NONE);
    const mk_tile *tile = &mk_tiles[*slot % MK_ROTATED];
    mk_player *p = &s->player[seat];
    p->points = (uint16_t)(p->points + tile->points);
    if (tile->patron == MK_NONE)
        p->blank++;
    else
        p->tiles[tile->patron]++;
    *slot = MK_NONE;
}

void mk_apply_survey(mk_state *s, pt_move m) {
    int seat = mk_asked_seat(s), arg = (int)pt_arg(m, 0);
    assert(s->queue[0] && seat < s->head.seats);
    switch (pt_verb_of(m)) {
    case MKV_TAKE: take(s, seat, arg); break;
    case MKV_ROOM:
        assert(!s->room[arg]);
        s->room[arg] = (uint8_t)(seat + 1);
        assert(s->player[seat].reserve > 0);
        s->player[seat].reserve--;
        break;
    case MKV_DISCARD: s->slot[2 * s->area + arg] = MK_NONE; break;
    case MKV_DECLINE: break;
    }
    next_decision(s);
    mk_continue_survey(s);
}
