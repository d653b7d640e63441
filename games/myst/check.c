/* Myst: why a move is refused. Each refusal names the rule and the facts that break it; a move
 * that no line here refuses is legal. Neighbours and walks are worked out cell by cell, not
 * with the bit sets of legal(), so that the two prove each other. Nothing here tells a team
 * what its view hides (R4.16). */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"

/* The neighbours of a cell, -1 off the island. */
static void neighbours(int cell, int out[4]) {
    assert(cell >= 0 && cell < MS_CELLS);
    int column = cell % MS_COLUMNS, row = cell / MS_COLUMNS;
    out[0] = row > 0 ? cell - MS_COLUMNS : -1;
    out[1] = column > 0 ? cell - 1 : -1;
    out[2] = column < MS_COLUMNS - 1 ? cell + 1 : -1;
    out[3] = row < MS_ROWS - 1 ? cell + MS_COLUMNS : -1;
}

static bool covered(const ms_state *s, int cell) {
    return ms_on(s->owner[MS_YELLOW], cell) || ms_on(s->owner[MS_BLUE], cell);
}

static bool touches(const ms_state *s, int team, int cell) {
    int beside[4];
    neighbours(cell, beside);
    for (int i = 0; i < 4; i++)
        if (beside[i] >= 0 && ms_on(s->owner[team], beside[i])) return true;
    return false;
}

/* R4.3: no open cell touches a piece of the team. */
static bool nowhere_to_build(const ms_state *s, int team) {
    for (int cell = 0; cell < MS_CELLS; cell++)
        if (!covered(s, cell) && touches(s, team, cell)) return false;
    return true;
}

/* --- R4.3, R4.11: requests of the race, checked in the order of R4.11 --- */

static bool is_request(unsigned verb) {
    return verb == MSV_PLACE || verb == MSV_LINK || verb == MSV_TRY || verb == MSV_TRYLINK;
}

static bool is_link(unsigned verb) { return verb == MSV_LINK || verb == MSV_TRYLINK; }

/* Phase, cells, team, turn. */
static pt_err check_start(const ms_state *s, int seat, pt_move m, pt_text *why) {
    if (s->head.phase != MSP_PUZZLE) return pt_refuse(why, "R4.3", ms_say_wrong_phase());
    if (!pt_well_formed(myst_game.verbs, m)) return pt_refuse(why, "R4.11", ms_say_bad_cell());
    if (seat < 0 || seat >= MS_TEAMS) return pt_refuse(why, "R4.11", ms_say_not_your_team());
    if (s->pmode != MS_RT && !pt_has(s->head.owes, seat))
        return pt_refuse(why, s->pmode == MS_ALT ? "R4.13" : "R4.12", ms_say_not_your_turn());
    return PT_OK;
}

/* A request of the race: the piece it names and the cell. */
static bool is_try(unsigned verb) { return verb == MSV_TRY || verb == MSV_TRYLINK; }
static int piece_of(pt_move m) { return (int)pt_arg(m, 0); }
static int cell_of(pt_move m) { return (int)pt_arg(m, is_try(pt_verb_of(m)) ? 1 : 0); }

/* All that is asked before it matters whether the piece belongs on the cell. */
static pt_err check_piece(const ms_state *s, int seat, pt_move m, pt_text *why) {
    pt_err err = check_start(s, seat, m, why);
    if (err) return err;
    if (is_link(pt_verb_of(m)) && !ms_has_book(s, seat))
        return pt_refuse(why, "R5.4", ms_say_no_book());
    if (is_link(pt_verb_of(m)) && !nowhere_to_build(s, seat))
        return pt_refuse(why, "R4.3", ms_say_not_cut_off());
    if (ms_on(s->owner[seat], piece_of(m)))
        return pt_refuse(why, "R4.3", ms_say_piece_used(ms_cell_names[piece_of(m)]));
    if (covered(s, cell_of(m)))
        return pt_refuse(why, "R4.3", ms_say_cell_taken(ms_cell_names[cell_of(m)]));
    return PT_OK;
}

bool ms_wrong_place(const ms_state *s, int seat, pt_move m) {
    return check_piece(s, seat, m, NULL) == PT_OK && piece_of(m) != cell_of(m);
}

static pt_err check_request(const ms_state *s, int seat, pt_move m, pt_text *why) {
    bool link = is_link(pt_verb_of(m));
    pt_err err = check_piece(s, seat, m, why);
    if (err) return err;
    const char *cell = ms_cell_names[cell_of(m)];
    /* Where it belongs is for the player to find: the piece is not named. */
    if (piece_of(m) != cell_of(m)) return pt_refuse(why, "R2.2", ms_say_wrong_place(cell));
    if (!link && !touches(s, seat, cell_of(m)))
        return pt_refuse(why, "R4.3", ms_say_not_touching(cell));
    if (is_try(pt_verb_of(m)))
        return pt_refuse(why, "R7.3", ms_say_fits(link ? "link" : "place", cell));
    return PT_OK;
}

static pt_err check_wait(const ms_state *s, int seat, pt_text *why) {
    if (s->pmode == MS_RT) return pt_refuse(why, "R4.11", ms_say_real_time_wait());
    if (!pt_has(s->head.owes, seat))
        return pt_refuse(why, s->pmode == MS_ALT ? "R4.13" : "R4.12", ms_say_not_your_turn());
    if (!nowhere_to_build(s, seat)) return pt_refuse(why, "R4.3", ms_say_not_cut_off());
    return PT_OK;
}

/* --- the other decisions --- */

static pt_err check_choose(const ms_state *s, unsigned verb, unsigned landmark, pt_text *why) {
    if (s->head.phase == MSP_CHOOSE)
        return verb == MSV_CHOOSE ? PT_OK : pt_refuse(why, "R4.1", ms_say_asked_choose());
    if (verb != MSV_RECHOOSE) return pt_refuse(why, "R4.2", ms_say_asked_rechoose());
    if (s->choice[s->youngest] != landmark) return PT_OK;
    return pt_refuse(why, "R4.2", ms_say_landmark_taken((int)landmark, s->youngest));
}

/* R4.6: steps from the team's piece to a cell round the other piece, which cannot lock it in
 * (R8.21). */
static int walk(const ms_state *s, int team, int to) {
    assert(to >= 0 && to < MS_CELLS && s->pos[team] < MS_CELLS);
    int8_t steps[MS_CELLS] = {0}; /* and one more: 0 is a cell not reached yet */
    uint8_t queue[MS_CELLS];
    int head = 0, tail = 0;
    steps[s->pos[team]] = 1;
    queue[tail++] = s->pos[team];
    while (!steps[to]) {
        assert(head < tail);
        int from = queue[head++], beside[4];
        neighbours(from, beside);
        for (int i = 0; i < 4; i++) {
            if (beside[i] < 0 || steps[beside[i]]) continue;
            if (beside[i] == s->pos[ms_rival(team)]) continue;
            steps[beside[i]] = (int8_t)(steps[from] + 1);
            queue[tail++] = (uint8_t)beside[i];
            assert(tail <= MS_CELLS); /* no cell is reached twice */
        }
    }
    return steps[to] - 1;
}

static pt_err check_walk(const ms_state *s, int team, int cell, pt_text *why) {
    const char *name = ms_cell_names[cell];
    if (cell == s->pos[team]) return pt_refuse(why, "R4.6", ms_say_already_there(name));
    if (cell == s->pos[ms_rival(team)])
        return pt_refuse(why, "R8.21", ms_say_occupied(ms_rival(team), name));
    int steps = walk(s, team, cell);
    if (steps > s->spin) return pt_refuse(why, "R4.6", ms_say_too_far(name, steps, s->spin));
    return PT_OK;
}

static pt_err check_book(const ms_state *s, int team, pt_text *why) {
    if (ms_has_book(s, team)) return PT_OK;
    return pt_refuse(why, "R5.4", ms_say_no_book());
}

static pt_err check_move(const ms_state *s, int team, pt_move m, pt_text *why) {
    switch (pt_verb_of(m)) {
    case MSV_STAY: return PT_OK;
    case MSV_MOVE: return check_walk(s, team, (int)pt_arg(m, 0), why);
    case MSV_BOOK: return check_book(s, team, why);
    default: return pt_refuse(why, "R4.6", ms_say_asked_move());
    }
}

static pt_err check_jump(const ms_state *s, unsigned verb, int cell, pt_text *why) {
    if (verb != MSV_JUMP) return pt_refuse(why, "R4.7", ms_say_asked_jump());
    for (int team = 0; team < MS_TEAMS; team++)
        if (s->pos[team] == cell)
            return pt_refuse(why, "R8.30", ms_say_occupied(team, ms_cell_names[cell]));
    return PT_OK;
}

static pt_err check_key(const ms_state *s, int team, unsigned verb, pt_text *why) {
    bool own = ms_on(s->owner[team], s->pos[team]);
    if (verb == MSV_SKIP) return PT_OK;
    if (verb == MSV_LAY && own) return pt_refuse(why, "R4.8", ms_say_own_key());
    if (verb == MSV_REMOVE && !own) return pt_refuse(why, "R4.8", ms_say_other_key());
    if (verb == MSV_LAY || verb == MSV_REMOVE) return PT_OK;
    return pt_refuse(why, "R4.8", own ? ms_say_asked_remove() : ms_say_asked_lay());
}

static pt_err check_after(unsigned verb, pt_text *why) {
    if (verb == MSV_BOOK || verb == MSV_END) return PT_OK;
    return pt_refuse(why, "R4.9", ms_say_asked_after());
}

/* The mover's own turn in the Exploration. */
static pt_err check_explore(const ms_state *s, int team, pt_move m, pt_text *why) {
    unsigned verb = pt_verb_of(m);
    switch (s->head.phase) {
    case MSP_MOVE: return check_move(s, team, m, why);
    case MSP_JUMP: return check_jump(s, verb, (int)pt_arg(m, 0), why);
    case MSP_KEY: return check_key(s, team, verb, why);
    case MSP_AFTER: return check_after(verb, why);
    default: return pt_refuse(why, "R4.5", ms_say_spin_first());
    }
}

static pt_err check_phase(const ms_state *s, int seat, pt_move m, pt_text *why) {
    bool asked = pt_has(s->head.owes, seat);
    switch ((ms_phase)s->head.phase) {
    case MSP_YOUNG: return pt_refuse(why, "R3.2", ms_say_young_first());
    case MSP_DEAL: return pt_refuse(why, "R3.3", ms_say_deal_first());
    case MSP_CHOOSE:
    case MSP_RECHOOSE:
        if (!asked) return pt_refuse(why, "R4.1", ms_say_other_chooses());
        return check_choose(s, pt_verb_of(m), pt_arg(m, 0), why);
    case MSP_PUZZLE:
        if (pt_verb_of(m) == MSV_WAIT) return check_wait(s, seat, why);
        return pt_refuse(why, "R4.3", ms_say_asked_race());
    case MSP_TURNS: return pt_refuse(why, "R4.4", ms_say_turns_first());
    case MSP_SPIN: return pt_refuse(why, "R4.5", ms_say_spin_first());
    case MSP_OVER: return pt_refuse(why, "R6.1", ms_say_game_over());
    case MSP_MOVE:
    case MSP_JUMP:
    case MSP_KEY:
    case MSP_AFTER:
    case MSP_TURN:
    case MSP_COUNT: break;
    }
    if (!asked) return pt_refuse(why, "R4.5", ms_say_other_turn(s->mover));
    return check_explore(s, seat, m, why);
}

pt_err ms_check(const void *state, int seat, pt_move m, pt_text *why) {
    const ms_state *s = state;
    if (is_request(pt_verb_of(m))) return check_request(s, seat, m, why);
    if (!pt_well_formed(myst_game.verbs, m))
        return pt_refuse(why, "R7.1", ms_say_no_such_move());
    if (ms_verb_table[pt_verb_of(m)].chance)
        return pt_refuse(why, "R7.2", ms_say_drawn_by_lot());
    if (seat < 0 || seat >= MS_TEAMS) return pt_refuse(why, "R1.1", ms_say_two_teams());
    return check_phase(s, seat, m, why);
}
