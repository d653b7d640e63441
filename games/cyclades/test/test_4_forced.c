/* R4.1: what can be done only one way is done, and listed as it would be written. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"

#define HOMES "isle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1\n"

Test(cyclades, r4_1_forced_moves_are_listed_as_they_are_written) {
    static const struct {
        const char *text, *move, *forced[3];
    } rows[] = {
        /* p2 has no gold; p3 has some */
        {"phase bid\ngold 5 0 3\norder - p2 p3\n" HOMES, "god apollo", {"god apollo"}},
        {"phase bid\ngold 1 3 3\norder - p2 p3\n" HOMES, "god ares", {"offer 1"}},
        {"phase bid\ngold 3 3 3\norder - - p2\noffer ares p3 2\n" HOMES,
         "god ares",
         {"offer 3"}},
        {"apollo p2 p3\n" HOMES, "recruit n1", {"end", "prosper n2"}},
        {"god poseidon\ngold 1 0 0\nfleets p1 a1\n" HOMES, "sail a1 a2 1", {NULL}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cy_state s = position(3, rows[i].text);
        pt_move out[PT_FORCED];
        int want = 0,
            n = cyclades_game.forced(&s, must_parse(&cyclades_game, rows[i].move), out);
        for (; want < 3 && rows[i].forced[want]; want++)
            cr_expect(want < n && out[want] == must_parse(&cyclades_game, rows[i].forced[want]),
                      "%s: %s", rows[i].move, rows[i].forced[want]);
        cr_expect_eq(n, want, "%s: %d forced", rows[i].move, n);
    }
}

/* R7.2: nothing is drawn while somebody is asked, and nobody is asked while something is. */
Test(cyclades, r7_2_either_luck_or_a_player_is_asked) {
    pt_move moves[CY_MOVES];
    pt_chance luck[64];
    cy_state s = position(3, HOMES);
    cr_expect_eq(cyclades_game.chance(&s, luck), 0);
    cr_expect_eq(cy_legal(&s, 1, moves), 0);
    cr_expect_eq(cy_legal(&s, PT_LUCK, moves), 0);
    s = position(3, "phase gods\n" HOMES);
    cr_expect_eq(cyclades_game.chance(&s, luck), 12); /* R4.4: two of four, in order */
    for (int seat = PT_LUCK; seat < 3; seat++) cr_expect_eq(cy_legal(&s, seat, moves), 0);
}
