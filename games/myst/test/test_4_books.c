/* R4.3, R4.7, R5.4, R5.5: the two Linking Books, in every pair of hands: in the race for a team
 * that is cut off anywhere, and in the Exploration in every order of jumps, steps and Key
 * pieces. What must happen is worked out here on plain arrays. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"

enum { HOLDERS = 3 }; /* who has a Book: Yellow, Blue, or nobody: it was not dealt */

/* R2.2: the neighbours of a cell, by column and row. */
static int neighbours(int cell, int out[4]) {
    int x = cell % 12, y = cell / 12, n = 0;
    if (y > 0) out[n++] = cell - 12;
    if (x > 0) out[n++] = cell - 1;
    if (x < 11) out[n++] = cell + 1;
    if (y < 7) out[n++] = cell + 12;
    return n;
}

/* The Books of a team: 1 is K1, 2 is K2. */
static unsigned books_of(const int holder[2], int team) {
    return (holder[0] == team ? 1u : 0) | (holder[1] == team ? 2u : 0);
}
/* R5.4: the lower number goes first. */
static unsigned one_less(unsigned books) { return books == 3 ? 2 : 0; }

static void must_hold(const ms_state *s, int team, unsigned books, unsigned played) {
    cr_assert_eq(s->hand[team] >> MS_BOOK, books);
    cr_assert_eq(s->used[team], played);
    cr_assert_eq(s->cards[team], (books & 1) + (books >> 1));
}

static void hand_out(ms_state *s, const int holder[2]) {
    for (int team = 0; team < MS_TEAMS; team++) {
        unsigned books = books_of(holder, team);
        s->hand[team] = books << MS_BOOK;
        s->cards[team] = (uint8_t)((books & 1) + (books >> 1));
    }
}

/* --- the race --- */

/* The board as letters: 0 open, 1 Yellow, 2 Blue. */
typedef struct island {
    int cell[MS_CELLS];
} island;

/* R4.3: the open cells beside a team's pieces. */
static int frontier(const island *b, int team, bool out[MS_CELLS]) {
    int n = 0, near[4];
    for (int cell = 0; cell < MS_CELLS; cell++) {
        out[cell] = false;
        for (int i = neighbours(cell, near) - 1; i >= 0 && !b->cell[cell]; i--)
            out[cell] |= b->cell[near[i]] == team + 1;
        n += out[cell];
    }
    return n;
}

/* R4.12: it has a frontier, or is cut off with a Book and is not waiting. */
static bool able(const island *b, int team, unsigned books, bool waits) {
    int near[4];
    for (int cell = 0; cell < MS_CELLS; cell++) {
        if (b->cell[cell] != team + 1) continue;
        for (int i = neighbours(cell, near) - 1; i >= 0; i--)
            if (!b->cell[near[i]]) return true;
    }
    return books && !waits;
}

/* `team` has a piece on `cell` and is walled in by the other team. */
static island walled_in(int team, int cell) {
    island b = {{0}};
    int near[4];
    b.cell[cell] = team + 1;
    for (int i = neighbours(cell, near) - 1; i >= 0; i--) b.cell[near[i]] = 2 - team;
    return b;
}

static ms_state race(const island *b, int pmode, int team, const int holder[2]) {
    ms_state s = position(pmode, P1);
    s.owner[0] = s.owner[1] = (ms_board){0, 0};
    for (int cell = 0; cell < MS_CELLS; cell++)
        if (b->cell[cell])
            s.owner[b->cell[cell] - 1] = ms_or(s.owner[b->cell[cell] - 1], ms_bit(cell));
    hand_out(&s, holder);
    s.head.node = PT_DECIDE;
    s.mover = pmode == MS_RT ? MS_NONE : (uint8_t)team;
    s.head.owes = pt_with(pmode == MS_RT ? 3 : 0, team);
    return s;
}

/* R4.11 to R4.13: who acts after `team` has; in real time everybody who can. */
static void must_be_next(const ms_state *s, const island *b, int team, unsigned books[2],
                         bool waits) {
    bool can = able(b, team, books[team], waits), other = able(b, 1 - team, books[1 - team], 0);
    if (s->pmode == MS_RT) {
        cr_assert_eq(s->head.owes, (can ? 1 << team : 0) | (other ? 1 << (1 - team) : 0));
    } else if (can && other && s->pmode == MS_TEMPO) {
        cr_assert_eq(s->head.node, PT_CHANCE);
    } else {
        int next = other ? 1 - team : team;
        cr_assert(s->head.node == PT_DECIDE && s->head.owes == 1 << next);
    }
    cr_assert_eq(s->head.phase, MSP_PUZZLE);
}

/* The Book leads to every open cell, and back into the race from there. */
static int link_everywhere(const ms_state *before, const island *b, int team,
                           const unsigned hands[2]) {
    int links = 0;
    for (int cell = 0; cell < MS_CELLS; cell++) {
        if (b->cell[cell]) continue;
        ms_state s = *before;
        island now = *b;
        unsigned books[2] = {hands[0], hands[1]};
        myst_game.apply(&s, team, pt_mv(MSV_LINK, (unsigned)cell, 0, 0));
        now.cell[cell] = team + 1;
        books[team] = one_less(hands[team]);
        must_hold(&s, team, books[team], hands[team] & ~books[team]);
        must_hold(&s, 1 - team, hands[1 - team], 0);
        cr_assert(ms_on(s.owner[team], cell));
        must_be_next(&s, &now, team, books, false);
        links++;
    }
    return links;
}

static void try_wait(const ms_state *before, const island *b, int team, unsigned hands[2]) {
    ms_state s = *before;
    bool cells[MS_CELLS];
    play(&s, team, "wait");
    must_hold(&s, team, hands[team], 0);
    must_be_next(&s, b, team, hands, true);
    cr_assert_gt(frontier(b, 1 - team, cells), 0); /* R8.9 */
    for (int cell = 0; cell < MS_CELLS; cell++) {
        if (!cells[cell]) continue;
        ms_state after = s;
        island now = *b;
        now.cell[cell] = 2 - team;
        myst_game.apply(&after, 1 - team, pt_mv(MSV_PLACE, (unsigned)cell, 0, 0));
        bool cut_off = !able(&now, team, 0, true);
        if (!cut_off) continue;
        cr_assert(after.pmode == MS_TEMPO ? after.head.node == PT_CHANCE
                                          : after.head.owes == 1 << team); /* asked anew */
    }
}

/* The list of a team that is cut off: any open cell with a Book, and `wait` with turns. */
static int try_cut_off(int team, int cell, int pmode, const int holder[2]) {
    island b = walled_in(team, cell);
    ms_state s = race(&b, pmode, team, holder);
    unsigned hands[2] = {books_of(holder, 0), books_of(holder, 1)};
    pt_move list[MS_CELLS], wanted[MS_CELLS];
    int n = 0;
    for (int open = 0; open < MS_CELLS && hands[team]; open++)
        if (!b.cell[open]) wanted[n++] = pt_mv(MSV_LINK, (unsigned)open, 0, 0);
    if (n && pmode != MS_RT) wanted[n++] = pt_mv(MSV_WAIT, 0, 0, 0);
    cr_assert_eq(myst_game.legal(&s, team, list), n);
    cr_assert_eq(memcmp(list, wanted, (size_t)n * sizeof *list), 0);
    if (!n) return 0;
    if (pmode != MS_RT) try_wait(&s, &b, team, hands);
    return link_everywhere(&s, &b, team, hands);
}

static void every_link(int pmode) {
    int links = 0;
    for (int code = 0; code < MS_TEAMS * MS_CELLS * HOLDERS * HOLDERS; code++) {
        int holder[2] = {code % 3, code / 3 % 3};
        links += try_cut_off(code / 9 % 2, code / 18, pmode, holder);
    }
    /* A cell and its neighbours are covered: 3, 4 or 5 of 96. Five of nine pairs of hands give
     * the team a Book. */
    cr_assert_eq(links, 2 * 5 * (4 * 93 + 32 * 92 + 60 * 91));
}
Test(myst, r4_3_every_link_in_real_time) { every_link(MS_RT); }
Test(myst, r4_3_every_link_by_tempo) { every_link(MS_TEMPO); }
Test(myst, r4_3_every_link_alternating) { every_link(MS_ALT); }

/* --- the Exploration --- */

/* R4.6: the cells within so many steps, by walking; -1 where the other piece is in the way. */
static void walk(int from, int other, int steps, bool out[MS_CELLS]) {
    int far[MS_CELLS], near[4];
    for (int cell = 0; cell < MS_CELLS; cell++) far[cell] = cell == from ? 0 : 99;
    for (int step = 1; step <= steps; step++)
        for (int cell = 0; cell < MS_CELLS; cell++)
            for (int i = neighbours(cell, near) - 1; i >= 0; i--)
                if (far[cell] == 99 && cell != other && far[near[i]] == step - 1)
                    far[cell] = step;
    for (int cell = 0; cell < MS_CELLS; cell++) out[cell] = far[cell] <= steps;
}

/* A turn as this file keeps it: the Key pieces are R2.4's, on the board S1. */
typedef struct walker {
    int team, pos[2], over[7];
    unsigned books, played;
    bool moved;
} walker;
#define AT(column, row) (column - 'a' + 12 * (row - 1))
static const int keys[7] = {AT('k', 3), AT('b', 6), AT('f', 4), AT('h', 2), /* R C L P */
                            AT('c', 2), AT('j', 6), AT('e', 7)};            /* G H S */

/* R4.8: lay on the other's Key piece, once; take off what lies on one's own. */
static int key_action(const walker *w) {
    for (int i = 0; i < 7; i++) {
        if (keys[i] != w->pos[w->team]) continue;
        bool own = (w->pos[w->team] % 12 < 6) == (w->team == MS_YELLOW);
        if (!own && w->over[i] == 0) return MSV_LAY;
        if (own && w->over[i] == 1) return MSV_REMOVE;
    }
    return MSV_NONE;
}

static long stops; /* of a playing piece, in all turns of a test */
static void must_go_on(const ms_state *s, walker w);

static void must_list(const ms_state *s, int team, const pt_move *wanted, int n) {
    pt_move list[MS_CELLS + 2];
    cr_assert_eq(myst_game.legal(s, team, list), n);
    cr_assert_eq(memcmp(list, wanted, (size_t)n * sizeof *list), 0);
}

/* R4.8: each stop asks once, if there is something to do. */
static void must_stop(const ms_state *s, walker w) {
    int action = key_action(&w);
    stops++;
    must_hold(s, w.team, w.books, w.played);
    cr_assert_eq(s->pos[w.team], w.pos[w.team]);
    if (action == MSV_NONE) {
        must_go_on(s, w);
        return;
    }
    pt_move wanted[] = {pt_mv((unsigned)action, 0, 0, 0), pt_mv(MSV_SKIP, 0, 0, 0)};
    must_list(s, w.team, wanted, 2);
    for (int i = 0; i < 2; i++) {
        ms_state next = *s;
        walker then = w;
        myst_game.apply(&next, w.team, wanted[i]);
        for (int k = 0; k < 7; k++)
            if (i == 0 && keys[k] == w.pos[w.team]) then.over[k] = action == MSV_LAY ? 1 : 2;
        for (int k = 0; k < 7; k++) cr_assert_eq(next.over[k], then.over[k]);
        must_go_on(&next, then);
    }
}

/* R4.7: to any of the 94 cells where no piece stands. */
static void must_jump(const ms_state *before, walker w) {
    pt_move wanted[MS_CELLS];
    ms_state s = *before;
    int n = 0;
    for (int to = 0; to < MS_CELLS; to++)
        if (to != w.pos[0] && to != w.pos[1]) wanted[n++] = pt_mv(MSV_JUMP, (unsigned)to, 0, 0);
    cr_assert_eq(n, 94);
    play(&s, w.team, "book");
    must_hold(&s, w.team, w.books, w.played); /* the card leaves the hand with the jump */
    must_list(&s, w.team, wanted, n);
    unsigned left = one_less(w.books);
    w.played |= w.books & ~left;
    w.books = left;
    for (int i = 0; i < n; i++) {
        ms_state next = s;
        walker then = w;
        myst_game.apply(&next, w.team, wanted[i]);
        then.pos[w.team] = (int)pt_arg(wanted[i], 0);
        must_stop(&next, then);
    }
}

/* R4.6, R4.9: the move that is still due, or a Book or the end after it. */
static void must_go_on(const ms_state *s, walker w) {
    pt_move wanted[MS_CELLS + 2];
    int n = 0;
    bool cells[MS_CELLS];
    if (w.moved && !w.books) {
        cr_assert(s->head.node == PT_CHANCE && s->head.phase == MSP_SPIN);
        cr_assert_eq(s->mover, 1 - w.team);
        return;
    }
    if (w.moved) {
        wanted[n++] = pt_mv(MSV_BOOK, 0, 0, 0);
        wanted[n++] = pt_mv(MSV_END, 0, 0, 0);
    } else {
        walk(w.pos[w.team], w.pos[1 - w.team], s->spin, cells);
        for (int to = 0; to < MS_CELLS; to++)
            if (cells[to] && to != w.pos[w.team])
                wanted[n++] = pt_mv(MSV_MOVE, (unsigned)to, 0, 0);
        wanted[n++] = pt_mv(MSV_STAY, 0, 0, 0);
        if (w.books) wanted[n++] = pt_mv(MSV_BOOK, 0, 0, 0);
    }
    must_list(s, w.team, wanted, n);
    if (w.books) must_jump(s, w);
    for (int i = 0; i < n && !w.moved; i++) {
        ms_state next = *s;
        walker then = w;
        if (pt_verb_of(wanted[i]) == MSV_BOOK) continue;
        myst_game.apply(&next, w.team, wanted[i]);
        then.moved = true;
        if (pt_verb_of(wanted[i]) == MSV_MOVE) then.pos[w.team] = (int)pt_arg(wanted[i], 0);
        must_stop(&next, then);
    }
}

/* One turn of a team in every order, with a Landmark of each kind: never laid over, laid over,
 * taken off. */
static void every_turn(int team, const int holder[2]) {
    ms_state s = position(MS_TEMPO, S1 "phase move\nmover y\nspin 1\nover G1 H1 C2 P2\n"
                                       "pos d3 i3\n");
    walker w = {.team = team,
                .pos = {cell("d3"), cell("i3")},
                .over = {0, 2, 0, 2, 1, 1, 0},
                .books = books_of(holder, team)};
    s.mover = (uint8_t)team;
    s.head.owes = pt_with(0, team);
    s.order = (uint8_t)team;
    hand_out(&s, holder);
    must_go_on(&s, w);
}

Test(myst, r4_7_every_turn_with_one_book_or_none) {
    for (int code = 0; code < HOLDERS * HOLDERS * MS_TEAMS; code++) {
        int holder[2] = {code % 3, code / 3 % 3}, team = code / 9;
        if (holder[0] != team || holder[1] != team) every_turn(team, holder);
    }
    cr_assert_gt(stops, 8 * 94 * 2); /* 8 pairs; before or after the step */
}
Test(myst, r5_5_every_turn_of_yellow_with_both_books) {
    every_turn(MS_YELLOW, (const int[]){MS_YELLOW, MS_YELLOW});
    cr_assert_gt(stops, 94 * 94 * 3); /* before or after the step, each */
}
Test(myst, r5_5_every_turn_of_blue_with_both_books) {
    every_turn(MS_BLUE, (const int[]){MS_BLUE, MS_BLUE});
    cr_assert_gt(stops, 94 * 94 * 3); /* before or after the step, each */
}
