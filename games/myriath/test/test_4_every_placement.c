/* R4.1 to R4.6, every placement: each tile in each orientation on each node (20,736 moves) is
 * legal or refused by the rule that the slow checker names, and the lists have exactly the
 * legal ones. On empty boards, beside every single tile, and on boards that are nearly full. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/test/slow.h"
#include "games/myriath/test/table.h"

enum { TURNS = 8, MOVES = MR_TILES * TURNS * MR_NODES };

/* How many placements each rule has refused; [0]: none did. */
typedef struct tally {
    int by[6], positions;
} tally;
static const char *const rules[6] = {"", "R4.1", "R7.2", "R4.2", "R4.3", "R4.4"};

/* The place in `rules` of the first rule that the move breaks: the tile is in the hand (R4.1),
 * the orientation is the lowest that looks so (R7.2), then R4.2, R4.3 and R4.4 (R4.5). */
static int broken(const mr_state *s, const slow_box *box, const slow_board *b, int which, int g,
                  int node) {
    const slow_tile *t = &box->tile[which][g];
    if (s->laid[s->turn][which]) return 1;
    if (!t->count) return 2;
    slow_verdict v = slow_try(b, s->turn, t, node % 12, node / 12);
    return v == SLOW_FITS ? 0 : v == SLOW_OFF ? 3 : v == SLOW_OVERLAP ? 4 : 5;
}

/* The lists have these moves; if there is none, the turn is passed (R4.6). */
static void must_list(const mr_state *s, pt_move *wanted, int n) {
    static _Alignas(16) pt_move list[MR_PLACEMENTS_MAX];
    size_t size = (size_t)n * sizeof *list;
    uint32_t hand = s->hand[s->turn];
    cr_assert_eq(mr_mobility(s, s->turn, hand, NULL), n);
    cr_assert_eq(mr_placements(s, s->turn, hand, list), n);
    cr_assert_eq(memcmp(list, wanted, size), 0);
    cr_assert_eq(mr_placements_anywhere(s, s->turn, hand, list), n);
    cr_assert_eq(memcmp(list, wanted, size), 0);
    cr_assert_eq(mr_placements_newer(s, s->turn, hand, list), n);
    cr_assert_eq(memcmp(list, wanted, size), 0);
    cr_assert_eq(mr_placements_together(s, s->turn, hand, list), n);
    cr_assert_eq(memcmp(list, wanted, size), 0);
    bool passes = n == 0;
    if (passes) wanted[n++] = pt_mv(MRV_PASS, 0, 0, 0);
    cr_assert_eq(myriath_game.legal(s, s->turn, list), n);
    cr_assert_eq(memcmp(list, wanted, (size_t)n * sizeof *list), 0);
    cr_assert_eq(mr_check(s, s->turn, mv("pass"), NULL), passes ? PT_OK : PT_REFUSED);
}

/* Every placement of the seat whose turn it is. */
static void try_all(const mr_state *s, bool words, tally *sum) {
    static slow_box box;
    static slow_board b;
    static pt_move legal[MOVES];
    int n = 0;
    if (!box.tile[0][0].count) slow_open(&box);
    cr_assert(slow_look(&box, s, &b));
    for (int i = 0; i < MOVES; i++) {
        int which = i / MR_NODES / TURNS, g = i / MR_NODES % TURNS, node = i % MR_NODES;
        pt_move m = pt_mv(MRV_PLACE, (unsigned)which, (unsigned)g, (unsigned)node);
        int rule = broken(s, &box, &b, which, g, node);
        PT_TEXT(why, 200);
        pt_err err = mr_check(s, s->turn, m, words ? &why : NULL);
        sum->by[rule]++;
        if (!rule) legal[n++] = m;
        cr_assert_eq(err, rule ? PT_REFUSED : PT_OK);
        if (words && rule)
            cr_assert(strncmp(why.at, rules[rule], 4) == 0 && why.at[4] == ':', "%s, not %s",
                      why.at, rules[rule]);
    }
    must_list(s, legal, n);
    sum->positions++;
}

/* Seat 1 is to lay a tile, and there is nothing on the board, not even an octagon: no game
 * comes to that, and no position may be written so. */
static mr_state bare(int players) {
    mr_state s = fresh(players, 1);
    s.head.node = PT_DECIDE;
    s.head.phase = MRP_PLAY;
    s.head.owes = 1;
    s.turn = 0;
    for (int seat = 0; seat < players; seat++) s.hand[seat] = (1u << MR_TILES) - 1;
    return s;
}

/* R4.4: nobody begins on an empty board. */
Test(myriath, r4_4_every_placement_on_an_empty_board) {
    static const int inside[] = {4356, 7236, 10836}; /* R2.7 */
    for (int players = 2; players <= 4; players++) {
        mr_state s = bare(players);
        tally sum = {0};
        try_all(&s, true, &sum);
        cr_expect_eq(sum.by[0], 0);
        cr_expect_eq(sum.by[5], inside[players - 2]);
        cr_expect_eq(sum.by[2], (MR_TILES * TURNS - MR_SHAPES) * MR_NODES); /* R2.6 */
    }
}

/* R3.4: an octagon of a seat on each of its squares; returns how many placements it allows. */
static int beside_octagons(int players, int owner, int squares) {
    tally sum = {0};
    int side = 2 * players + 3; /* R2.4 */
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        if (x == 0 || y == 0 || x == side - 1 || y == side - 1) continue;
        mr_state s = bare(players);
        mr_lay(&s, owner, &mr_octagon, mr_node(x, y));
        try_all(&s, false, &sum);
    }
    cr_expect_eq(sum.positions, squares);
    return sum.by[0];
}
Test(myriath, r4_4_every_placement_beside_an_octagon_of_two) {
    cr_expect_gt(beside_octagons(2, 1, 25), 25 * 100);
}
Test(myriath, r4_4_every_placement_beside_an_octagon_of_three) {
    cr_expect_gt(beside_octagons(3, 2, 49), 49 * 100);
}
Test(myriath, r4_4_every_placement_beside_an_octagon_of_four) {
    cr_expect_gt(beside_octagons(4, 3, 81), 81 * 100);
}
Test(myriath, r4_4_no_placement_beside_ones_own_octagon) {
    cr_expect_eq(beside_octagons(2, 0, 25), 0);
}

/* Every tile beside every other: in the middle of the large board there is room on all sides.
 * `part` of 3 parts of the 90 shapes. */
static void beside_tiles(int part) {
    tally sum = {0};
    for (int i = part; i < MR_SHAPES; i += 3) {
        mr_state s = bare(4);
        mr_lay(&s, 2, &mr_shapes[i], mr_node(4, 4));
        try_all(&s, false, &sum);
    }
    cr_expect_eq(sum.positions, 30);
    cr_expect_eq(sum.by[0] + sum.by[2] + sum.by[3] + sum.by[4] + sum.by[5], 30 * MOVES);
    cr_expect(sum.by[0] > 0 && sum.by[4] > 0);
}
Test(myriath, r4_4_every_tile_beside_every_tile_1) { beside_tiles(0); }
Test(myriath, r4_4_every_tile_beside_every_tile_2) { beside_tiles(1); }
Test(myriath, r4_4_every_tile_beside_every_tile_3) { beside_tiles(2); }

/* R4.6: nearly full: the last turns of a game, in which one player after the other has to pass,
 * with the hands that are left. */
static void nearly_full(int players, int games) {
    enum { LAST = 8 };
    tally sum = {0};
    int passes = 0;
    for (int seed = 1; seed <= games; seed++) {
        pt_rng rng = {(uint64_t)seed};
        mr_state s = fresh(players, 1), last[LAST];
        int turns = 0;
        for (; s.head.node != PT_OVER; random_step(&s, &rng))
            if (s.head.phase == MRP_PLAY) last[turns++ % LAST] = s;
        for (int i = 0; i < LAST; i++) {
            int before = sum.by[0];
            try_all(&last[i], i == 0, &sum);
            passes += sum.by[0] == before;
        }
    }
    cr_expect_eq(sum.positions, games * LAST);
    cr_expect_geq(passes, games * players); /* R6.1: all pass at the end */
    cr_expect_gt(sum.by[0], games);
    for (int rule = 1; rule < 6; rule++) cr_expect_gt(sum.by[rule], 0, "%s", rules[rule]);
}
Test(myriath, r4_6_every_placement_on_a_nearly_full_board_of_two) { nearly_full(2, 12); }
Test(myriath, r4_6_every_placement_on_a_nearly_full_board_of_three) { nearly_full(3, 10); }
Test(myriath, r4_6_every_placement_on_a_nearly_full_board_of_four) { nearly_full(4, 8); }
