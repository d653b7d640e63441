/* Cyclades: feats, most of them at the move that brings them. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/cyclades/board.h"
#include "games/cyclades/cyclades.h"

enum { BATTLE, ISLE, WISE, OUT, MORE };

static const pt_feat list[] = {
    [BATTLE] = {"battle", "R4.32"}, /* attacked, and held the place afterwards */
    [ISLE] = {"isle", "R4.33"},     /* took an isle from another player in battle */
    [WISE] = {"wise", "R4.34"},     /* had four philosophers */
    [OUT] = {"out", "R6.2"},        /* took somebody's last isle */
    [MORE] = {"more", "R6.1"},      /* ended with more metropolises than a victory needs */
    {0},
};

/* R4.32: the battle is over, and whoever attacked holds what it was about. */
static bool held(const cy_state *was, const cy_state *is, int attacker) {
    if (!was->battle || is->battle) return false;
    if (was->battle == CYB_SEA) return (is->fleets[attacker] >> was->field & 1) != 0;
    return was->owner[was->field] != attacker + 1 && is->owner[was->field] == attacker + 1;
}

static void after(const void *before, int seat, pt_move m, const void *state,
                  uint32_t done[PT_SEATS]) {
    const cy_state *was = before, *is = state;
    int attacker = was->turn - 1;
    if (seat >= 0 && pt_verb_of(m) == CYV_PHILOSOPHER && was->philosophers[seat] == CY_WISE - 1)
        done[seat] |= 1u << WISE;
    if (attacker < 0 || !held(was, is, attacker)) return;
    done[attacker] |= 1u << BATTLE;
    if (was->battle == CYB_LAND && was->owner[was->field]) done[attacker] |= 1u << ISLE;
    if (was->alive & ~is->alive) done[attacker] |= 1u << OUT;
}

static void over(const void *state, const uint8_t place[PT_SEATS], uint32_t done[PT_SEATS]) {
    const cy_state *s = state;
    (void)place;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (cy_metropolises(s, seat) > cy_goal(s)) done[seat] |= 1u << MORE;
}

const pt_feats cyclades_feats = {.feat = list, .after = after, .over = over};
