/* R5: points, against the slow checker and the table of contacts. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/test/slow.h"
#include "games/myriath/test/table.h"

/* R5.4, R8.3, R8.4, R8.5, R8.18: what was added up turn by turn is what the board shows, with
 * and without own contacts. */
Test(myriath, r5_4_the_running_score_is_what_the_board_shows) {
    static slow_box box;
    static slow_board b;
    slow_open(&box);
    for (int players = 2; players <= 4; players++) {
        long looked = 0, wanted = positions_wanted(1500);
        for (uint64_t seed = 1; looked < wanted; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, (int)(seed % 2));
            for (; s.head.node != PT_OVER; random_step(&s, &rng), looked++) {
                cr_assert(slow_look(&box, &s, &b));
                for (int seat = 0; seat < players; seat++)
                    cr_assert_eq(s.score[seat], s.given[seat] + slow_points(&b, seat, s.own));
            }
        }
    }
}

/* R5.1, R5.2, R8.29: each row of the table of contacts by itself, with `own` on and off. Seat 1
 * moves; the square brackets of the table are the second pair. */
Test(myriath, r8_29_every_kind_of_contact) {
    static const struct {
        const char *rest, *move; /* beside the octagons; one contact apart from a connection */
        int mover, other;        /* gains in half points */
        int mover_off, other_off;
    } row[] = {
        /* end on an opponent's end: arrows a5:E-b5:W and b5:S */
        {"laid 1 oct:c3\nlaid 2 oct:f5 1aa:0:a5\n", "place 1aa 1 b5", 1, 1, 1, 1},
        /* end on an opponent's corner */
        {"laid 1 oct:c3\nlaid 2 oct:f5\n", "place 1aa 0 e5", 1, 0, 1, 0},
        /* ... and an own end at the other end: half a point for each of the two */
        {"laid 1 oct:c3 2aa:1:e3\nlaid 2 oct:f5\n", "place 1aa 0 e5", 3, 0, 1, 0},
        /* ... and an own corner at the other end */
        {"laid 1 oct:c3\nlaid 2 oct:e5\n", "place Laa 0 d4", 2, 0, 1, 0},
        /* bend on an opponent's end: whole edge e3:NE, and a connection at d3 */
        {"laid 1 oct:b6\nlaid 2 oct:f5 1aw:1:e2 1aa:1:d2\n", "place Laa 0 d3", 1, 3, 1, 3},
        /* bend on an own end */
        {"laid 1 oct:b6 1aw:1:e2\nlaid 2 oct:f5 1aa:1:d2\n", "place Laa 0 d3", 3, 1, 1, 1},
        /* bend on a corner: nothing but the connection at d3 */
        {"laid 1 oct:b6\nlaid 2 oct:f5 1aa:1:d2 Laa:2:e2\n", "place Laa 0 d3", 1, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int own = 0; own < 2; own++) {
            mr_state s = position(2, row[i].rest);
            pt_move m = mv(row[i].move);
            int gain[MR_SEATS], node = (int)pt_arg(m, 2);
            s.own = (uint8_t)own;
            PT_TEXT(why, 200);
            cr_assert_eq(mr_check(&s, 0, m, &why), PT_OK, "row %zu: %s", i, why.at);
            mr_gain(&s, 0, mr_shape_at((int)pt_arg(m, 0), (int)pt_arg(m, 1)), mr_x(node),
                    mr_y(node), gain);
            cr_expect_eq(gain[0], own ? row[i].mover : row[i].mover_off, "row %zu: %d", i,
                         gain[0]);
            cr_expect_eq(gain[1], own ? row[i].other : row[i].other_off, "row %zu: %d", i,
                         gain[1]);
        }
}

/* R5.3, R8.7, R8.8: octagons that touch, and every bend, earn nothing for their own side. */
Test(myriath, r8_7_an_octagon_earns_nothing) {
    mr_state s = position(2, "laid 1 oct:c3\nlaid 2 oct:d4\n");
    cr_expect(s.score[0] == 0 && s.score[1] == 0);
    play(&s, 0, "place 1aa 0 c5"); /* an arrow at the corner d5 of player 2's octagon */
    cr_expect(s.score[0] == 1 && s.score[1] == 0);
}

/* R8.5, R8.25: no end ever earns more than a point, no player more than 36 and the head start.
 */
Test(myriath, r8_5_an_end_is_worth_a_point_at_most) {
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 50; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, 1);
            while (s.head.node != PT_OVER) random_step(&s, &rng);
            for (int seat = 0; seat < players; seat++) {
                int laid = 0;
                for (int tile = 0; tile < MR_TILES; tile++) laid += s.laid[seat][tile] != 0;
                cr_expect_leq(s.score[seat], 4 * laid + s.given[seat]);
                cr_expect_leq(s.score[seat], MR_POINTS_MAX);
            }
        }
}

/* R8.4, R8.19, R8.23: the total is kept after every turn and never goes down. */
Test(myriath, r8_23_scores_never_fall) {
    for (uint64_t seed = 1; seed <= 50; seed++) {
        pt_rng rng = {seed};
        mr_state s = fresh(4, 1);
        random_step(&s, &rng);
        while (s.head.node != PT_OVER) {
            mr_state before = s;
            random_step(&s, &rng);
            for (int seat = 0; seat < 4; seat++)
                cr_assert_geq(s.score[seat], before.score[seat]);
        }
    }
}

static void says(const pt_line *line, const char *words) {
    PT_TEXT(text, PT_LINE_WORDS);
    pt_say_line(line, &text);
    cr_expect_str_eq(text.at, words);
}

/* R5.4: line by line. */
Test(myriath, r5_4_the_score_explains_itself) {
    mr_state s = position(3, "first 2\nlaid 1 oct:c3 1aa:1:b6 2aa:0:b7\n"
                             "laid 2 oct:f5 1aw:6:a7\nlaid 3 oct:h8\n");
    pt_line line[MR_KINDS + 1];
    int n = mr_explain(&s, 0, line);
    cr_assert_eq(n, 3);
    cr_expect(line[0].points == 1 && strcmp(line[0].rule, "R3.3") == 0);
    says(&line[0], "head start of a later player");
    cr_expect(line[1].points == 2 && strcmp(line[1].rule, "R5.4") == 0);
    says(&line[1], "2 half edges of arrows that touch another player's tile");
    cr_expect(line[2].points == 2 && strcmp(line[2].rule, "R8.3") == 0);
    says(&line[2], "2 half edges of arrows that touch a tile of the same player");
    cr_expect_eq(s.score[0], 5);
    s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\nscore 7 0\n");
    cr_assert_eq(mr_explain(&s, 0, line), 1);
    says(&line[0], "counted before this position");
}

/* R2.9, hints: an end is alive while the triangle across can still be covered. Counted here
 * node by node, street by street. */
static unsigned covered(const mr_state *s, int x, int y) {
    int side = mr_side(s->head.seats);
    return x < 0 || y < 0 || x >= side || y >= side ? MR_ALL : mr_filled(s, mr_bit(s, x, y));
}

static bool street_open(const mr_state *s, int x, int y, int side) {
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    return !(covered(s, x, y) >> side & 1) &&
           !(covered(s, x + dx[side], y + dy[side]) >> (side + 2) % 4 & 1);
}

static int live_by_hand(const mr_state *s, int seat) {
    int n = 0, size = mr_side(s->head.seats);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            unsigned mine = mr_of_seat(s, seat, mr_bit(s, x, y)) & mr_ends(s, mr_bit(s, x, y));
            for (int side = 0; side < 4; side++)
                for (int turn = 1; turn < 4 && mine >> side & 1; turn += 2) {
                    int to = (side + turn) % 4;
                    if (covered(s, x, y) >> to & 1) continue;
                    n += street_open(s, x, y, to) || street_open(s, x, y, (to + 1) % 4) ||
                         street_open(s, x, y, (to + 3) % 4);
                }
        }
    return n;
}

Test(myriath, r2_9_ends_are_alive_while_something_can_touch_them) {
    for (int players = 2; players <= 4; players++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            pt_rng rng = {seed};
            mr_state s = fresh(players, 1);
            for (; s.head.node != PT_OVER; random_step(&s, &rng))
                for (int seat = 0; seat < players; seat++)
                    cr_assert_eq(mr_live_halves(&s, seat), live_by_hand(&s, seat));
        }
}
