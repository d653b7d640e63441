/* R4.19 to R4.23: whole ways begin and end where single moves do. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"
#include "games/cyclades/test/table.h"

#define FIVE "isle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1\nisle n5 p4 1\nisle n6 p5 1"

static int place_of(const cy_state *s, bool land, unsigned arg) {
    return land ? CY_SEAS + (int)arg : cy_sea_at(s, (int)arg);
}

static bool has_leg(const cy_leg *leg, int n, int to, int step) {
    for (int i = 1; i < n; i++)
        if (leg[i].to == to && (!step || leg[i].step == step)) return true;
    return false;
}

/* Every legal step is the first leg of a way, and every march ends one; returns how many there
 * were. */
static int check_moves(const cy_state *s) {
    pt_move list[CY_MOVES];
    cy_leg leg[CY_LEGS];
    int n = cy_legal(s, pt_mover(s), list), found = 0;
    for (int i = 0; i < n; i++) {
        unsigned verb = pt_verb_of(list[i]);
        bool march = verb == CYV_MARCH;
        if (verb != CYV_SAIL && verb != CYV_GLIDE && !march) continue;
        int from = place_of(s, march, pt_arg(list[i], 0));
        int to = march ? place_of(s, true, pt_arg(list[i], 1))
                       : cy_map_of(s)->sea[from].step[pt_arg(list[i], 1)];
        int legs =
            march ? cy_ways_of_troops(s, from - CY_SEAS, leg) : cy_ways_of_fleets(s, from, leg);
        cr_assert(has_leg(leg, legs, to, march ? 0 : 1), "no way from %d to %d", from, to);
        found++;
    }
    return found;
}

Test(cyclades, r4_19_ways_have_every_step_and_march) {
    int found = 0;
    for (int players = 2; players <= 5; players++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            cy_state s = fresh(players);
            pt_rng rng = {seed};
            pt_move moves[CY_MOVES];
            pt_chance luck[64];
            while (s.head.node != PT_OVER) {
                if (s.head.node == PT_DECIDE) found += check_moves(&s);
                pt_random_step(&cyclades_game, &s, &rng, moves, luck);
            }
        }
    cr_assert(found > 1000, "%d moves", found);
}

/* R4.19: three steps at most. */
Test(cyclades, r4_19_a_way_ends_after_three_steps) {
    cy_state s = position(5, "god poseidon\ngold 1 0 0 0 0\nfleets p1 b4 2\n" FIVE);
    cy_leg leg[CY_LEGS];
    int from = pt_lowest(cy_sailors(&s)), n = cy_ways_of_fleets(&s, from, leg);
    for (int i = 1; i < n; i++) cr_assert(leg[i].step >= 1 && leg[i].step <= CY_SAIL_STEPS);
    cr_assert(leg[n - 1].step == CY_SAIL_STEPS);
}

/* R4.21: from n4 over three fleets to n1; each leg is one step further than the place before
 * it. */
Test(cyclades, r4_21_a_way_of_troops_counts_its_legs) {
    cy_state s = position(3, "gold 1 0 0\nfleets p1 c2 d3 d4\nisle n1 p2 1\nisle n2 p2 1\n"
                             "isle n3 p3 1\nisle n4 p1 1");
    cy_leg leg[CY_LEGS];
    int n = cy_ways_of_troops(&s, 3, leg);
    cr_expect(leg[0].to == CY_SEAS + 3 && leg[0].before == CY_SEAS + 3 && leg[0].step == 0);
    for (int i = 1; i < n; i++) {
        int before = 0;
        while (leg[before].to != leg[i].before) before++;
        cr_expect(before < i && leg[i].step == leg[before].step + 1, "leg %d", i);
    }
    cr_expect(has_leg(leg, n, CY_SEAS, 4), "four steps to n1");
}

/* R2.11: without gold no fleet sails. */
Test(cyclades, r2_11_no_gold_no_way) {
    cy_state s = position(5, "god poseidon\ngold 0 0 0 0 0\nfleets p1 b4 2\n" FIVE);
    cr_assert(!cy_sailors(&s) && !cy_marchers(&s));
}
