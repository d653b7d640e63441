/* Myst: the score (R6), at any moment and line by line. A hand that a view hides counts
 * nothing.
 */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"

/* R4.8: the team whose Key piece is on top. */
int ms_shows(const ms_state *s, int landmark) {
    assert(landmark >= 0 && landmark < MS_LANDMARKS);
    int key = ms_landmarks[landmark].key;
    for (int team = 0; team < MS_TEAMS; team++)
        if (ms_on(s->owner[team], key))
            return s->over[landmark] == MS_LAID ? ms_rival(team) : team;
    return MS_NONE;
}

/* R2.5: one point each; those drawn inside Landmarks do not count as switches. */
int ms_count_switches(const ms_state *s, int team) {
    assert(team >= 0 && team < MS_TEAMS);
    int n = 0;
    for (int i = 0; i < MS_SWITCHES; i++) n += ms_on(s->owner[team], ms_switches[i]);
    return n;
}

/* R6.3: Values of the cards of a Landmark the team controls. */
static int value_of(const ms_state *s, int team, int landmark) {
    unsigned cards = s->hand[team] >> 4 * landmark & 15;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        if (cards >> i & 1) sum += ms_value(4 * landmark + i);
    return sum;
}

/* R6.3, R8.33: once a Landmark, for its own piece placed in the race. */
static bool has_bonus(const ms_state *s, int team, int landmark) {
    return (s->hand[team] >> 4 * landmark & 15) != 0 && ms_shows(s, landmark) == team &&
           ms_on(s->owner[team], ms_landmarks[landmark].key);
}

void ms_score(const void *state, int32_t points[PT_SEATS]) {
    const ms_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++) points[seat] = 0;
    for (int team = 0; team < MS_TEAMS; team++) {
        points[team] = ms_count_switches(s, team);
        for (int landmark = 0; landmark < MS_LANDMARKS; landmark++) {
            if (ms_shows(s, landmark) != team) continue;
            points[team] += value_of(s, team, landmark);
            if (has_bonus(s, team, landmark)) points[team] += MS_BONUS;
        }
    }
}

/* R6.5: more points win; equal points are a draw. */
void ms_rank(const void *state, uint8_t place[PT_SEATS]) {
    int32_t points[PT_SEATS];
    ms_score(state, points);
    for (int seat = 0; seat < PT_SEATS; seat++) place[seat] = 0;
    place[MS_YELLOW] = points[MS_YELLOW] < points[MS_BLUE] ? 2 : 1;
    place[MS_BLUE] = points[MS_BLUE] < points[MS_YELLOW] ? 2 : 1;
}

int ms_explain(const void *state, int seat, pt_line *out) {
    assert(seat >= 0 && seat < MS_TEAMS);
    const ms_state *s = state;
    int n = 0, switches = ms_count_switches(s, seat);
    out[n++] =
        (pt_line){.points = switches, .rule = "R6.2", .why = ms_say_score_switches(switches)};
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++) {
        int value = value_of(s, seat, landmark);
        if (!value) continue;
        bool controls = ms_shows(s, landmark) == seat;
        out[n++] = (pt_line){.points = controls ? value : 0,
                             .rule = "R6.3",
                             .why = controls ? ms_say_score_cards(landmark, value)
                                             : ms_say_score_cards_lost(landmark, value)};
        if (has_bonus(s, seat, landmark))
            out[n++] = (pt_line){
                .points = MS_BONUS, .rule = "R6.3", .why = ms_say_score_bonus(landmark)};
    }
    return n;
}

/* R6.4: both tell their switches, then flip cards in turn, in order of their numbers. */
int ms_announce(const ms_state *s, ms_flip out[MS_FLIPS]) {
    assert(s->head.phase == MSP_OVER && s->order < MS_TEAMS);
    uint32_t left[MS_TEAMS];
    int n = 0, total[MS_TEAMS], team = s->order;
    for (int i = 0; i < MS_TEAMS; i++, team = ms_rival(team)) {
        left[team] = s->hand[team] & MS_ALL_CARDS & ~MS_BOOKS;
        total[team] = ms_count_switches(s, team);
        out[n++] = (ms_flip){(uint8_t)team, MS_NONE, (int16_t)total[team]};
    }
    for (; left[0] | left[1]; team = ms_rival(team)) {
        if (!left[team]) continue;
        int card = pt_lowest(left[team]), landmark = card / 4;
        bool opens = !(s->hand[team] >> 4 * landmark & ((1u << card % 4) - 1));
        if (ms_shows(s, landmark) == team) total[team] += ms_value(card);
        if (opens && has_bonus(s, team, landmark)) total[team] += MS_BONUS;
        left[team] &= left[team] - 1;
        out[n++] = (ms_flip){(uint8_t)team, (uint8_t)card, (int16_t)total[team]};
        assert(n <= MS_FLIPS);
    }
    return n;
}
