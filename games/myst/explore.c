/* Myst: the Exploration Phase, R4.4 to R4.9: turns are spun, then the teams spin, walk, jump,
 * lay and remove Key pieces. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"

/* --- R4.4, R4.5: the spinner --- */

void ms_begin_turns(ms_state *s) { ms_wait_for_luck(s, MS_NONE, MSP_TURNS); }

/* The team with fewer pieces goes first; of two equal ones the youngest's (R8.18). */
int ms_first_in_order(const ms_state *s) {
    assert(s->youngest < MS_TEAMS);
    int yellow = ms_size(s->owner[MS_YELLOW]), blue = ms_size(s->owner[MS_BLUE]);
    return yellow == blue ? s->youngest : yellow < blue ? MS_YELLOW : MS_BLUE;
}

/* Each number as often as it stands on its ring (R2.7). */
int ms_chance_spinner(const ms_state *s, pt_chance *out) {
    bool turns = s->head.phase == MSP_TURNS;
    const uint8_t *ring = turns ? ms_inner : ms_outer;
    unsigned least = turns ? 5 : 1;
    for (unsigned i = 0; i < 6; i++)
        out[i] =
            (pt_chance){turns ? pt_mv(MSV_TURNS, i, 0, 0) : pt_mv(MSV_SPIN, s->mover, i, 0), 0};
    for (int sector = 0; sector < MS_SECTORS; sector++) out[ring[sector] - least].weight++;
    return 6;
}

static void apply_turns(ms_state *s, int turns) {
    assert(turns >= 5 && turns <= 10 && !ms_any(ms_open(s)));
    s->turns = (uint8_t)turns;
    s->head.round = 1;
    s->order = (uint8_t)ms_first_in_order(s);
    for (int team = 0; team < MS_TEAMS; team++) s->pos[team] = s->first[team];
    ms_wait_for_luck(s, s->order, MSP_SPIN);
}

/* --- what a team may do --- */

/* R4.6: at most `spin` steps from cell to cell, never through the other piece (R8.21). */
ms_board ms_reach(const ms_state *s, int team) {
    assert(s->pos[0] < MS_CELLS && s->pos[1] < MS_CELLS);
    ms_board wall = ms_bit(s->pos[ms_rival(team)]), cells = ms_bit(s->pos[team]);
    for (int step = 0; step < s->spin; step++)
        cells = ms_minus(ms_or(cells, ms_around(cells)), wall);
    return cells;
}

ms_verb ms_key_action(const ms_state *s, int team) {
    assert(s->pos[team] < MS_CELLS);
    int cell = s->pos[team], landmark = ms_key_at[cell] - 1;
    if (landmark < 0) return MSV_NONE;
    bool own = ms_on(s->owner[team], cell);
    if (!own && s->over[landmark] == MS_NEVER) return MSV_LAY;
    if (own && s->over[landmark] == MS_LAID) return MSV_REMOVE;
    return MSV_NONE;
}

static int legal_move(const ms_state *s, int team, pt_move *out) {
    int n = ms_list(ms_minus(ms_reach(s, team), ms_bit(s->pos[team])), MSV_MOVE, out);
    out[n++] = pt_mv(MSV_STAY, 0, 0, 0);
    if (ms_has_book(s, team)) out[n++] = pt_mv(MSV_BOOK, 0, 0, 0);
    return n;
}

int ms_legal_explore(const ms_state *s, int team, pt_move *out) {
    ms_board pieces;
    switch (s->head.phase) {
    case MSP_MOVE: return legal_move(s, team, out);
    case MSP_JUMP:
        pieces = ms_or(ms_bit(s->pos[MS_YELLOW]), ms_bit(s->pos[MS_BLUE]));
        return ms_list(ms_minus(ms_island(), pieces), MSV_JUMP, out);
    case MSP_KEY:
        out[0] = pt_mv(ms_key_action(s, team), 0, 0, 0);
        assert(pt_verb_of(out[0]) != MSV_NONE);
        out[1] = pt_mv(MSV_SKIP, 0, 0, 0);
        return 2;
    default: break;
    }
    assert(s->head.phase == MSP_AFTER);
    out[0] = pt_mv(MSV_BOOK, 0, 0, 0);
    out[1] = pt_mv(MSV_END, 0, 0, 0);
    return 2;
}

/* --- what comes of it --- */

/* R4.9: the other team's turn; after the second team's the next round, after the last the end.
 */
static void end_turn(ms_state *s, int team) {
    assert(s->order < MS_TEAMS && s->head.round <= s->turns);
    s->spin = s->moved = 0;
    if (team != s->order && s->head.round == s->turns) {
        s->head.node = PT_OVER;
        s->head.owes = 0;
        s->head.phase = MSP_OVER;
        s->mover = MS_NONE;
        return;
    }
    if (team != s->order) s->head.round++;
    ms_wait_for_luck(s, ms_rival(team), MSP_SPIN);
}

/* A stop is done with: the move may still be due, or a Book may follow. */
static void go_on(ms_state *s, int team) {
    if (!s->moved)
        ms_ask_team(s, team, MSP_MOVE);
    else if (ms_has_book(s, team))
        ms_ask_team(s, team, MSP_AFTER);
    else
        end_turn(s, team);
}

static void stop_on(ms_state *s, int team, int cell) {
    assert(cell != s->pos[ms_rival(team)]);
    s->pos[team] = (uint8_t)cell;
    if (ms_key_action(s, team) != MSV_NONE)
        ms_ask_team(s, team, MSP_KEY);
    else
        go_on(s, team);
}

static void apply_spin(ms_state *s, unsigned team, unsigned spaces) {
    assert(team == s->mover && spaces >= 1 && spaces <= 6);
    s->spin = (uint8_t)spaces;
    ms_ask_team(s, (int)team, MSP_MOVE);
}

static void apply_jump(ms_state *s, int team, int cell) {
    assert(s->called);
    s->called = 0;
    ms_discard_book(s, team);
    stop_on(s, team, cell);
}

static void apply_key(ms_state *s, int team, ms_overlay overlay) {
    assert(ms_key_at[s->pos[team]]);
    s->over[ms_key_at[s->pos[team]] - 1] = (uint8_t)overlay;
    go_on(s, team);
}

void ms_apply_explore(ms_state *s, int team, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case MSV_TURNS: apply_turns(s, 5 + arg); return;
    case MSV_SPIN: apply_spin(s, pt_arg(m, 0), 1 + pt_arg(m, 1)); return;
    case MSV_MOVE:
    case MSV_STAY:
        s->moved = 1;
        stop_on(s, team, pt_verb_of(m) == MSV_MOVE ? arg : s->pos[team]);
        return;
    case MSV_BOOK:
        s->called = 1;
        ms_ask_team(s, team, MSP_JUMP);
        return;
    case MSV_JUMP: apply_jump(s, team, arg); return;
    case MSV_LAY: apply_key(s, team, MS_LAID); return;
    case MSV_REMOVE: apply_key(s, team, MS_REMOVED); return;
    case MSV_SKIP: go_on(s, team); return;
    case MSV_END:
        s->quiet[team]++;
        end_turn(s, team);
        return;
    default: assert(false && "not a move of the Exploration");
    }
}
