/* Myst: the Puzzle Phase (R4.3) in its three orders of play: real time (R4.11), by tempo draws
 * (R4.12), alternating (R4.13). */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"

/* R4.12: a team with a cell to build on, or cut off with a Book it has not kept. */
static inline bool able(const ms_state *s, int team, ms_board open) {
    if (ms_any(ms_and(ms_around(s->owner[team]), open))) return true;
    return ms_has_book(s, team) && !(s->waiting >> team & 1);
}

bool ms_able(const ms_state *s, int team) { return able(s, team, ms_open(s)); }

/* R4.11: either team may act at any moment. A team without a move owes none; views hide that
 * (R4.16). */
uint8_t ms_racers(const ms_state *s) {
    uint8_t owes = 0;
    for (int team = 0; team < MS_TEAMS; team++)
        if (ms_any(ms_frontier(s, team)) || ms_has_book(s, team)) owes = pt_with(owes, team);
    return owes;
}

static void race_in_real_time(ms_state *s) {
    assert(s->head.node == PT_DECIDE);
    s->head.phase = MSP_PUZZLE;
    s->head.owes = ms_racers(s);
    s->mover = MS_NONE;
}

/* Who acts next, after an entry of `team`. A team that is not cut off is always able, and one
 * of the two is never cut off (R8.9). */
static void race_on(ms_state *s, int team, ms_board open) {
    if (s->pmode == MS_RT) {
        race_in_real_time(s);
        return;
    }
    int rival = ms_rival(team);
    if (!able(s, rival, open)) return; /* the team is asked again */
    if (s->pmode == MS_ALT || !able(s, team, open))
        ms_ask_team(s, rival, MSP_PUZZLE);
    else
        ms_wait_for_luck(s, MS_NONE, MSP_PUZZLE);
}

/* R4.13: the youngest's team builds first when the teams alternate. */
void ms_begin_race(ms_state *s) { race_on(s, ms_rival(s->youngest), ms_open(s)); }

int ms_chance_tempo(const ms_state *s, pt_chance *out) {
    for (unsigned team = 0; team < MS_TEAMS; team++)
        out[team] = (pt_chance){pt_mv(MSV_TEMPO, team, 0, 0), s->weight[team]};
    return MS_TEAMS;
}

int ms_legal_race(const ms_state *s, int team, pt_move *out) {
    ms_board frontier = ms_frontier(s, team);
    if (ms_any(frontier)) return ms_list(frontier, MSV_PLACE, out);
    if (!ms_has_book(s, team)) return 0;
    int n = ms_list(ms_open(s), MSV_LINK, out);
    if (s->pmode != MS_RT) out[n++] = pt_mv(MSV_WAIT, 0, 0, 0);
    return n;
}

static void apply_piece(ms_state *s, int team, int cell) {
    s->owner[team] = ms_or(s->owner[team], ms_bit(cell));
    s->waiting = 0;
    ms_board open = ms_open(s);
    if (ms_any(open))
        race_on(s, team, open);
    else
        ms_begin_turns(s);
}

/* The team keeps its Book until somebody has placed another piece. */
static void apply_wait(ms_state *s, int team) {
    assert(s->pmode != MS_RT);
    s->waiting = pt_with(s->waiting, team);
    s->quiet[team]++;
    ms_ask_team(s, ms_rival(team), MSP_PUZZLE);
}

void ms_apply_race(ms_state *s, int team, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case MSV_PLACE: apply_piece(s, team, arg); return;
    case MSV_LINK:
        ms_discard_book(s, team);
        apply_piece(s, team, arg);
        return;
    case MSV_WAIT: apply_wait(s, team); return;
    case MSV_TEMPO:
        s->tempos++;
        ms_ask_team(s, arg, MSP_PUZZLE);
        return;
    default: assert(false && "not a move of the race");
    }
}
