/* Myst: what holds in every state, made-up positions too. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"
#include <string.h>

static bool between(int phase, int from, int to) { return phase >= from && phase <= to; }

static pt_err audit_board(const ms_state *s, pt_text *why) {
    assert(s->head.phase < MSP_COUNT);
    int phase = s->head.phase;
    ms_board covered = ms_or(s->owner[0], s->owner[1]),
             outside = ms_minus(covered, ms_island());
    if (ms_any(ms_and(s->owner[0], s->owner[1])) || ms_any(outside))
        return pt_impossible(why, "R2.2", "a cell has two owners, or is off the island");
    if (phase < MSP_PUZZLE && ms_any(covered))
        return pt_impossible(why, "R3.5",
                             "no piece lies before the first Landmarks are chosen");
    if (phase == MSP_PUZZLE && !ms_any(ms_open(s)))
        return pt_impossible(why, "R4.3", "the race is over when all cells are covered");
    if (phase > MSP_PUZZLE && ms_any(ms_open(s)))
        return pt_impossible(why, "R4.3", "the race goes on until all cells are covered");
    for (int team = 0; team < MS_TEAMS; team++) {
        int first = s->first[team];
        if (phase < MSP_PUZZLE ? first != MS_NONE
                               : first >= MS_CELLS || !ms_on(s->owner[team], first))
            return pt_impossible(why, "R3.6", "%s's first Key piece is one of its own pieces",
                                 pt_name(&ms_names_team, team));
    }
    return PT_OK;
}

static pt_err audit_cards(const ms_state *s, pt_text *why) {
    int phase = s->head.phase;
    uint32_t seen = 0;
    for (int team = 0; team < MS_TEAMS; team++) {
        uint32_t used = (uint32_t)s->used[team] << MS_BOOK;
        if ((s->hand[team] | used) & ~MS_ALL_CARDS || seen & (s->hand[team] | used) ||
            s->hand[team] & used)
            return pt_impossible(why, "R2.6", "a card is in two places");
        seen |= s->hand[team] | used;
        if (s->cards[team] != pt_count(s->hand[team]) ||
            s->cards[team] + pt_count(used) > MS_DEALT)
            return pt_impossible(why, "R3.3", "%s was dealt more than %d cards",
                                 pt_name(&ms_names_team, team), MS_DEALT);
        if (s->used[team] == 2 && s->hand[team] >> MS_BOOK & 1)
            return pt_impossible(why, "R5.4", "%s would have played K1 before K2",
                                 pt_name(&ms_names_team, team));
        if (used && phase < MSP_PUZZLE)
            return pt_impossible(why, "R5.4", "no Book is played before the race");
    }
    if (phase == MSP_YOUNG && seen) return pt_impossible(why, "R3.3", "no card is dealt yet");
    if (phase == MSP_DEAL && (s->cards[MS_BLUE] == MS_DEALT ||
                              (s->cards[MS_BLUE] && s->cards[MS_YELLOW] < MS_DEALT)))
        return pt_impossible(why, "R3.3", "Yellow gets its %d cards, then Blue", MS_DEALT);
    return PT_OK;
}

static pt_err audit_choice(const ms_state *s, pt_text *why) {
    int phase = s->head.phase;
    if ((s->youngest == MS_NONE) != (phase == MSP_YOUNG) ||
        (s->youngest != MS_NONE && s->youngest >= MS_TEAMS))
        return pt_impossible(why, "R3.2", "the youngest's team is known after it was drawn");
    for (int team = 0; team < MS_TEAMS; team++)
        if (s->choice[team] != MS_NONE &&
            (s->choice[team] >= MS_LANDMARKS || !between(phase, MSP_CHOOSE, MSP_RECHOOSE)))
            return pt_impossible(why, "R4.1",
                                 "a choice is made in the phases choose and rechoose");
    if (phase == MSP_CHOOSE) {
        int other = ms_rival(s->youngest);
        bool begun = s->choice[s->youngest] != MS_NONE;
        if (s->choice[other] != MS_NONE || s->mover != (begun ? other : s->youngest))
            return pt_impossible(why, "R4.1",
                                 "the youngest's team is asked first, then the other");
    }
    if (phase == MSP_RECHOOSE && (s->choice[0] == MS_NONE || s->choice[0] != s->choice[1] ||
                                  s->mover != ms_rival(s->youngest)))
        return pt_impossible(why, "R4.2", "the other team chooses again, after equal choices");
    return PT_OK;
}

static pt_err audit_race(const ms_state *s, pt_text *why) {
    int phase = s->head.phase;
    for (int team = 0; team < MS_TEAMS; team++)
        if (s->waiting >> team & 1 && (phase != MSP_PUZZLE || s->pmode == MS_RT ||
                                       !ms_cut_off(s, team) || !ms_has_book(s, team)))
            return pt_impossible(why, "R4.3",
                                 "only a team that is cut off and has a Book waits");
    if (s->waiting >> MS_TEAMS) return pt_impossible(why, "R4.3", "there are two teams");
    if (phase != MSP_PUZZLE) return PT_OK;
    if (s->pmode == MS_RT && s->mover != MS_NONE)
        return pt_impossible(why, "R4.11", "in real time nobody is asked before the other");
    if (s->pmode == MS_RT) return PT_OK;
    if (s->mover == MS_NONE && (s->pmode == MS_ALT || !ms_able(s, 0) || !ms_able(s, 1)))
        return pt_impossible(why, "R4.12", "the tempo is drawn only where both teams are able");
    if (s->mover != MS_NONE && (s->mover >= MS_TEAMS || !ms_able(s, s->mover)))
        return pt_impossible(why, "R4.12", "the team that is asked can do something");
    return PT_OK;
}

/* Numbers of the Exploration: all there, or none. */
static pt_err audit_exploration(const ms_state *s, pt_text *why) {
    int phase = s->head.phase;
    bool on = phase >= MSP_SPIN, acts = between(phase, MSP_MOVE, MSP_AFTER);
    for (int team = 0; team < MS_TEAMS; team++)
        if (on ? s->pos[team] >= MS_CELLS : s->pos[team] != MS_NONE)
            return pt_impossible(why, "R4.4",
                                 "the playing pieces stand on cells in the Exploration");
    if (on && s->pos[0] == s->pos[1])
        return pt_impossible(why, "R8.21", "the playing pieces share a cell");
    if (on ? s->turns < 5 || s->turns > 10 || s->head.round < 1 || s->head.round > s->turns
           : s->turns || s->head.round)
        return pt_impossible(why, "R4.4", "there are 5 to 10 turns, counted from 1");
    if (on ? s->order >= MS_TEAMS : s->order != MS_NONE)
        return pt_impossible(why, "R4.4", "one team goes first in the Exploration");
    if (phase == MSP_OVER && s->head.round != s->turns)
        return pt_impossible(why, "R6.1", "the game ends after the last turn");
    if (acts ? s->spin < 1 || s->spin > 6 : s->spin)
        return pt_impossible(why, "R4.5", "a spin is 1 to 6, in a team's turn");
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++)
        if (s->over[landmark] > MS_REMOVED || (!on && s->over[landmark]))
            return pt_impossible(why, "R4.8", "Key pieces are laid in the Exploration");
    return PT_OK;
}

static pt_err audit_turn(const ms_state *s, pt_text *why) {
    int phase = s->head.phase;
    if (between(phase, MSP_SPIN, MSP_AFTER)        ? s->mover >= MS_TEAMS
        : phase < MSP_CHOOSE || phase > MSP_PUZZLE ? s->mover != MS_NONE
                                                   : false)
        return pt_impossible(why, "R4.5", "a team is on turn where it can act, and only there");
    if ((phase == MSP_JUMP || phase == MSP_AFTER) && !ms_has_book(s, s->mover))
        return pt_impossible(why, "R5.4",
                             "only a team with a Book jumps or ends its turn by hand");
    if (phase == MSP_KEY && ms_key_action(s, s->mover) == MSV_NONE)
        return pt_impossible(why, "R4.8", "there is no Key piece to lay or to remove");
    if (s->moved > (phase == MSP_JUMP || phase == MSP_KEY || phase == MSP_AFTER) ||
        (phase == MSP_AFTER && !s->moved) || s->called != (phase == MSP_JUMP))
        return pt_impossible(why, "R4.9", "moved does not fit the phase");
    return PT_OK;
}

static pt_err audit_head(const ms_state *s, pt_text *why) {
    bool luck = s->head.phase < MSP_CHOOSE || s->head.phase == MSP_TURNS ||
                s->head.phase == MSP_SPIN ||
                (s->head.phase == MSP_PUZZLE && s->pmode != MS_RT && s->mover == MS_NONE);
    uint8_t node = luck ? PT_CHANCE : s->head.phase == MSP_OVER ? PT_OVER : PT_DECIDE;
    uint8_t owes = 0;
    if (node == PT_DECIDE) owes = s->mover == MS_NONE ? ms_racers(s) : pt_with(0, s->mover);
    if (s->head.phase >= MSP_COUNT || s->head.phase == MSP_TURN)
        return pt_impossible(why, "R4.16", "a state has a phase of its own");
    if (s->head.node != node || s->head.owes != owes || s->head.seats != MS_TEAMS)
        return pt_impossible(why, "R1.1", "who acts does not fit the phase");
    if (s->head.ply < s->tempos + s->quiet[0] + s->quiet[1])
        return pt_impossible(why, "R4.16",
                             "draws, waits and ends are moves too: ply is too small");
    static const uint8_t zero[sizeof s->spare];
    if (s->pmode > MS_ALT || s->hard > 1 || s->ages > MS_TEAMS || !s->weight[0] ||
        !s->weight[1] || memcmp(s->spare, zero, sizeof zero) != 0)
        return pt_impossible(why, "R2.9", "an option has no such value");
    return PT_OK;
}

pt_err ms_audit(const void *state, pt_text *why) {
    const ms_state *s = state;
    pt_err err = audit_board(s, why);
    if (!err) err = audit_cards(s, why);
    if (!err) err = audit_choice(s, why);
    if (!err) err = audit_race(s, why);
    if (!err) err = audit_exploration(s, why);
    if (!err) err = audit_turn(s, why);
    if (!err) err = audit_head(s, why);
    return err;
}
