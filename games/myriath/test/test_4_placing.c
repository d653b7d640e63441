/* R4: what may be laid, against the slow checker. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/test/slow.h"
#include "games/myriath/test/table.h"

/* R4.1 to R4.4, R8.2, R8.10, R8.28: the engine's placements are those of the slow checker, for
 * every seat and in every position of random games. MYRIATH_POSITIONS sets how many (the long
 * run: 100000 at each player count). */
static void compare_lists(int players, long wanted) {
    static slow_box box;
    static slow_board b;
    enum { BEFORE = 4 }; /* moves, which keeps the list aligned to 16 bytes */
    static pt_move fast[MR_PLACEMENTS_MAX], slow[MR_PLACEMENTS_MAX];
    static _Alignas(16) pt_move room[BEFORE + MR_PLACEMENTS_MAX];
    static const pt_move untouched[BEFORE] = {1, 2, 3, 4};
    pt_move *together = room + BEFORE;
    memcpy(room, untouched, sizeof untouched);
    slow_open(&box);
    long looked = 0;
    for (uint64_t seed = 1; looked < wanted; seed++) {
        pt_rng rng = {seed * 1000 + (uint64_t)players};
        mr_state s = fresh(players, (int)(seed % 2));
        for (; s.head.node != PT_OVER && looked < wanted; random_step(&s, &rng)) {
            if (s.head.phase != MRP_PLAY) continue;
            cr_assert(slow_look(&box, &s, &b));
            int n = slow_list(&box, &b, s.turn, s.hand[s.turn], slow);
            cr_assert_eq(mr_mobility(&s, s.turn, s.hand[s.turn], NULL), n);
            cr_assert_eq(mr_placements(&s, s.turn, s.hand[s.turn], fast), n,
                         "seed %llu, ply %d: %d placements", (unsigned long long)seed,
                         s.head.ply, n);
            cr_assert(memcmp(fast, slow, (size_t)n * sizeof *fast) == 0,
                      "seed %llu, ply %d: other placements", (unsigned long long)seed,
                      s.head.ply);
            cr_assert_eq(mr_placements_anywhere(&s, s.turn, s.hand[s.turn], fast), n);
            cr_assert(memcmp(fast, slow, (size_t)n * sizeof *fast) == 0);
            cr_assert_eq(mr_placements_newer(&s, s.turn, s.hand[s.turn], fast), n);
            cr_assert(memcmp(fast, slow, (size_t)n * sizeof *fast) == 0);
            cr_assert_eq(mr_placements_together(&s, s.turn, s.hand[s.turn], together), n);
            cr_assert(memcmp(together, slow, (size_t)n * sizeof *slow) == 0);
            cr_assert(memcmp(room, untouched, sizeof untouched) == 0, "in front of the list");
            if (n == 0) slow[n++] = pt_mv(MRV_PASS, 0, 0, 0); /* R4.6 */
            cr_assert_eq(myriath_game.legal(&s, s.turn, fast), n);
            cr_assert(memcmp(fast, slow, (size_t)n * sizeof *fast) == 0);
            looked++;
        }
    }
}

Test(myriath, r4_4_placements_are_those_of_the_slow_checker_with_two) {
    compare_lists(2, positions_wanted(1500));
}
Test(myriath, r4_4_placements_are_those_of_the_slow_checker_with_three) {
    compare_lists(3, positions_wanted(1000));
}
Test(myriath, r4_4_placements_are_those_of_the_slow_checker_with_four) {
    compare_lists(4, positions_wanted(800));
}

/* R4.5: of several reasons the first is named, and it is the right one. */
Test(myriath, r4_5_the_first_reason_in_order_is_named) {
    static const char *const rules[] = {"", "R4.2", "R4.3", "R4.4"};
    static slow_box box;
    static slow_board b;
    slow_open(&box);
    for (int players = 2; players <= 4; players++) {
        pt_rng rng = {(uint64_t)players};
        mr_state s = fresh(players, 1);
        for (int i = 0; i < 25; i++) random_step(&s, &rng);
        cr_assert(slow_look(&box, &s, &b));
        int seen[4] = {0};
        for (int i = 0; i < MR_SHAPES; i++)
            for (unsigned node = 0; node < MR_NODES; node++) {
                const mr_shape *k = &mr_shapes[i];
                if (!(s.hand[s.turn] >> k->tile & 1)) continue;
                slow_verdict v = slow_try(&b, s.turn, &box.tile[k->tile][k->g], mr_x((int)node),
                                          mr_y((int)node));
                PT_TEXT(why, 200);
                pt_err err = mr_check(&s, s.turn, pt_mv(MRV_PLACE, k->tile, k->g, node), &why);
                seen[v]++;
                cr_assert_eq(err, v == SLOW_FITS ? PT_OK : PT_REFUSED);
                cr_assert(strncmp(why.at, rules[v], strlen(rules[v])) == 0, "%s", why.at);
            }
        for (int v = 0; v < 4; v++) cr_expect_gt(seen[v], 0);
    }
}

/* The facts stand in the refusal. */
Test(myriath, r4_3_refusals_name_the_facts) {
    mr_state s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5 1aw:2:d4\n");
    refused(&s, 0, "place 1aa 1 d4", "R4.3", "d4:S is covered by player 2's tile");
    refused(&s, 0, "place 3aa 0 g1", "R4.2", "3aa at g1 sticks out of the area a1 to h8");
    refused(&s, 0, "place 1aa 0 a1", "R4.4", "no end of 1aa at a1 touches");
    refused(&s, 0, "pass", "R4.6", "you can lay a tile");
    refused(&s, 1, "place 1aa 0 d4", "R4.1", "player 1's turn");
    refused(&s, 0, "place 1wp 2 d4", "R7.2", "write 0");
    play(&s, 0, "place 1aa 0 e5");
    play(&s, 1, "place 1aa 1 d2");
    refused(&s, 0, "place 1aa 0 g5", "R4.1", "this tile is not in your hand");
}

/* R8.14, R4.6: check() allows a pass exactly where there is no placement. */
Test(myriath, r8_14_a_pass_is_allowed_only_without_a_placement) {
    int passes = 0;
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, 1);
            for (; s.head.node != PT_OVER; random_step(&s, &rng)) {
                if (s.head.phase != MRP_PLAY) continue;
                int n = mr_mobility(&s, s.turn, s.hand[s.turn], NULL);
                pt_err err = mr_check(&s, s.turn, mv("pass"), NULL);
                cr_assert_eq(err, n ? PT_REFUSED : PT_OK);
                passes += n == 0;
            }
        }
    cr_expect_gt(passes, 50);
}
