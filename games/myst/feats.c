/* Myst: feats of a team, which are those of everybody in it. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/myst/myst.h"

enum { SWITCHES, LANDMARKS, KEYS, LAID };
enum { MANY_SWITCHES = 6, MANY_LANDMARKS = 5, MANY_KEYS = 3 };

static const pt_feat list[] = {
    [SWITCHES] = {"switches", "R6.2"},   /* six of the eight */
    [LANDMARKS] = {"landmarks", "R4.8"}, /* five of the seven controlled at the end */
    [KEYS] = {"keys", "R6.3"},           /* three Landmarks of own cards by own first pieces */
    [LAID] = {"laid", "R4.8"},           /* laid a Key over one of the other team */
    {0},
};

static void after(const void *before, int seat, pt_move m, const void *state,
                  uint32_t done[PT_SEATS]) {
    (void)before, (void)state;
    if (seat >= 0 && pt_verb_of(m) == MSV_LAY) done[seat] |= 1u << LAID;
}

/* R6.3: a card of the Landmark, its own piece from the race there, and on top. */
static bool has_key(const ms_state *s, int team, int landmark) {
    return (s->hand[team] >> 4 * landmark & 15) && ms_shows(s, landmark) == team &&
           ms_on(s->owner[team], ms_landmarks[landmark].key);
}

static void over(const void *state, const uint8_t place[PT_SEATS], uint32_t done[PT_SEATS]) {
    const ms_state *s = state;
    (void)place;
    for (int team = 0; team < MS_TEAMS; team++) {
        int shown = 0, keys = 0;
        for (int landmark = 0; landmark < MS_LANDMARKS; landmark++) {
            shown += ms_shows(s, landmark) == team;
            keys += has_key(s, team, landmark);
        }
        if (ms_count_switches(s, team) >= MANY_SWITCHES) done[team] |= 1u << SWITCHES;
        if (shown >= MANY_LANDMARKS) done[team] |= 1u << LANDMARKS;
        if (keys >= MANY_KEYS) done[team] |= 1u << KEYS;
    }
}

const pt_feats myst_feats = {.feat = list, .after = after, .over = over};
