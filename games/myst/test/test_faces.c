/* What people, pages and bots get: ask, show, draw, hints. */
/* SPDX-License-Identifier: MIT */
#include "core/tape.h"
#include "games/myst/test/table.h"

static char memory[32768];

static const char *shown(const ms_state *s, int viewer) {
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    ms_state view;
    ms_observe(s, viewer, &view);
    ms_show(&view, viewer, &json);
    cr_assert_not(text.cut);
    return memory;
}

static const char *asked(const ms_state *s, int seat) {
    pt_text text = pt_text_on(memory, sizeof memory);
    ms_state view;
    ms_observe(s, seat, &view);
    ms_ask(&view, seat, &text);
    return memory;
}

/* R4.16 */
Test(myst, r4_16_a_page_never_gets_the_other_hand) {
    ms_state s = position(MS_TEMPO, P1 "hand y K1 R4\nhand b C5 S3\n");
    cr_assert(strstr(shown(&s, 0), "\"hand\":[\"R4\",\"K1\"]"));
    cr_assert_null(strstr(shown(&s, 0), "\"C5\""));
    cr_assert_null(strstr(shown(&s, 1), "\"K1\""));
    cr_assert(strstr(shown(&s, 1), "\"hand\":null"));
    const char *both = shown(&s, PT_PUBLIC);
    cr_assert(!strstr(both, "\"R4\"") && !strstr(both, "\"C5\""));
    cr_assert(strstr(both, "\"cut_off\":true"));
}

/* R6.4, R3.7 */
Test(myst, r3_7_what_a_page_draws_in_each_kind_of_game) {
    ms_state s = position(MS_RT, P1);
    cr_assert(strstr(shown(&s, 1), "\"frontier\":[\"a4\",\"b4\""));
    s.hard = 1;
    cr_assert_null(strstr(shown(&s, 1), "\"frontier\":[\"a4\""), "the hard game shows no help");
    s = position(MS_TEMPO, S1 "phase over\norder y\nhand y C3\n");
    cr_assert(strstr(shown(&s, 1), "\"card\":\"C3\",\"total\":8}"));
    s = position(MS_TEMPO, S1 "pos c2 d2\nmover y\nspin 1\n");
    cr_assert(strstr(shown(&s, 0), "\"reach\":[\"c1\",\"b2\",\"c2\",\"c3\"]"));
    cr_assert(strstr(shown(&s, 1), "\"phase\":\"turn\""));
}

/* A page that has seen one board gets the other as a difference (core/json.h); moves taken back
 * may lead from any position to any other. */
static void seen_after(const char *before, const char *after) {
    enum { CELLS = 1 << 12 };
    static pt_keys keys;
    static pt_datum old[CELLS], whole[CELLS], kept[CELLS];
    ms_state was = position(MS_ALT, before), is = position(MS_ALT, after);
    pt_tape tapes[] = {pt_tape_after(old, CELLS, &keys, NULL, NULL),
                       pt_tape_after(whole, CELLS, &keys, NULL, NULL),
                       pt_tape_after(kept, CELLS, &keys, &was, old)};
    for (int i = 0; i < 3; i++) {
        pt_json json = pt_json_on_tape(&tapes[i]);
        ms_show(i ? &is : &was, PT_PUBLIC, &json);
        cr_assert_not(tapes[i].cut);
    }
    cr_expect_eq(memcmp(whole, kept, whole->size * sizeof *whole), 0, "%s", after);
}

/* R2.4: who has which Key; S1, and S2, its mirror, differ in all of them. */
Test(myst, r2_4_a_page_sees_every_key_that_changes) {
    const char *rocket =
        "first k3 a1\nboard b.........../............/..........y./............/"
        "............/............/............/............\n";
    const char *clock =
        "first b6 a1\nboard b.........../............/............/............/"
        "............/.y........../............/............\n";
    const char *other =
        "first a1 k3\nboard y.........../............/..........b./............/"
        "............/............/............/............\n";
    const char *mirror = "board bbbbbbyyyyyy/bbbbbbyyyyyy/bbbbbbyyyyyy/bbbbbbyyyyyy/"
                         "bbbbbbyyyyyy/bbbbbbyyyyyy/bbbbbbyyyyyy/bbbbbbyyyyyy\n";
    seen_after(rocket, clock);
    seen_after(clock, rocket);
    seen_after(rocket, other);
    seen_after(S1, mirror);
}

Test(myst, r4_16_what_a_team_is_asked) {
    ms_state s = position(MS_TEMPO, P1 "hand y K1\nmover y\n");
    cr_assert(strstr(asked(&s, 0), "A Linking Book takes a piece to any open cell; or wait"));
    cr_assert_str_eq(asked(&s, 1), "The race is on.");
    s = position(MS_TEMPO, P1);
    cr_assert(strstr(asked(&s, 1), "12 cells"));
    cr_assert(strstr(asked(&s, 0), "no Linking Book"));
    s = position(MS_TEMPO, S1 "pos a1 k3\nphase after\nmover b\nspin 2\nhand b K1\n");
    cr_assert_str_eq(asked(&s, 0), "It is Blue's turn; they spun 2.");
    cr_assert(strstr(asked(&s, 1), "end your turn"));
    s = position(MS_TEMPO, "phase choose\nyoung b\n");
    const char *words = asked(&s, 0);
    PT_TEXT(waits, 128);
    pt_puts(&waits, words);
    cr_assert_str_neq(asked(&s, PT_PUBLIC), waits.at,
                      "a team chooses too, a spectator does not");
    s = position(MS_TEMPO, S1 "phase over\nhand y C3\n");
    cr_assert_str_eq(asked(&s, 0), "The game is over: Yellow 8, Blue 5, Yellow wins.");
}

/* Every cell, and where a Landmark is chosen every Landmark, can be pointed at. */
Test(myst, r7_1_the_terminal_shows_whatever_a_move_points_at) {
    static pt_canvas canvas;
    ms_state s = position(MS_TEMPO, P1);
    bool cells[MS_CELLS] = {false}, landmarks[MS_LANDMARKS] = {false};
    pt_canvas_clear(&canvas);
    ms_draw(&s, 1, &canvas);
    cr_assert_leq(canvas.width, 80);
    for (int y = 0; y < canvas.height; y++)
        for (int x = 0; x < canvas.width; x++) {
            const pt_cell *c = &canvas.cell[y][x];
            if (c->kind == &ms_cell_kind) cells[c->value] = true;
            if (c->kind == &ms_landmark_kind) landmarks[c->value] = true;
        }
    for (int i = 0; i < MS_CELLS; i++) cr_assert(cells[i], "%s", ms_cell_names[i]);
    for (int i = 0; i < MS_LANDMARKS; i++) cr_assert(landmarks[i]);
}

/* R6: an estimate of a finished game is its score; and R4.8: to lay in the last turn pays. */
Test(myst, r6_3_estimates_end_with_the_score) {
    int32_t expect[PT_SEATS], skipped[PT_SEATS];
    ms_state s = position(MS_TEMPO, S1 "phase over\nhand y C3 R5\nhand b H2\n"), laid;
    ms_hints.evaluate(&s, expect);
    cr_assert_eq(expect[0], 800);
    cr_assert_eq(expect[1], 900);
    s = position(MS_TEMPO,
                 S1 "phase key\norder b\nmover y\npos k3 l8\nturn 5\nspin 1\nmoved 1\n"
                    "hand y R5\nhand b C3\n");
    laid = s;
    play(&laid, 0, "lay");
    play(&s, 0, "skip");
    ms_hints.evaluate(&laid, expect);
    ms_hints.evaluate(&s, skipped);
    cr_assert_gt(expect[0], skipped[0]);
}

/* A race that one side is about to win looks like it. */
Test(myst, r4_3_estimates_see_who_is_cut_off) {
    int32_t expect[PT_SEATS];
    ms_state s = position(MS_TEMPO, P1 "hand y R5 H4\nhand b R4 H5\n");
    ms_hints.evaluate(&s, expect);
    cr_assert_gt(expect[1], expect[0] + 1000);
}

/* R4.4: who has covered more cells walks second, and the last word is worth something. */
Test(myst, r4_4_estimates_count_the_last_word) {
    int32_t even[PT_SEATS], more[PT_SEATS];
    ms_state s = position(MS_TEMPO, S1 "phase turns\n");
    ms_hints.evaluate(&s, even);
    s.owner[MS_YELLOW] = ms_or(s.owner[MS_YELLOW], ms_bit(90)); /* g8, with nothing on it */
    s.owner[MS_BLUE] = ms_minus(s.owner[MS_BLUE], ms_bit(90));
    ms_hints.evaluate(&s, more);
    cr_assert_gt(more[MS_YELLOW] - more[MS_BLUE], even[MS_YELLOW] - even[MS_BLUE]);
}

/* What Yellow is ahead by, with what PIECE is. */
static int32_t ahead(const ms_state *s, int32_t piece) {
    int32_t weights[64], expect[PT_SEATS];
    for (int i = 0; ms_hints.weight_names[i]; i++) {
        weights[i] = ms_hints.weights[i];
        if (strcmp(ms_hints.weight_names[i], "PIECE") == 0) weights[i] = piece;
    }
    ms_hints.evaluate_by(s, weights, expect);
    return expect[MS_YELLOW] - expect[MS_BLUE];
}

/* R4.3: room counts for the team that has more of it, until the race is over. */
Test(myst, r4_3_estimates_count_pieces_while_cells_are_open) {
    ms_state s = position(MS_TEMPO, S1 "phase turns\n");
    cr_assert_eq(ahead(&s, 10), ahead(&s, 0));
    s = position(MS_TEMPO, "board yyyyyyyyyyyy/yyyy......../............/............/"
                           "............/............/............/...........b\n"
                           "first a1 l8\nphase puzzle\nmover y\n");
    cr_assert_gt(ahead(&s, 10), ahead(&s, 0) + 2 * 10 * 10);
    ms_board yellow = s.owner[MS_YELLOW];
    s.owner[MS_YELLOW] = s.owner[MS_BLUE];
    s.owner[MS_BLUE] = yellow;
    cr_assert_lt(ahead(&s, 10), ahead(&s, 0) - 2 * 10 * 10);
}

/* R4.6, R4.8: a player who plans the walk ahead goes where there is something to take, and
 * takes it. */
Test(myst, r4_6_a_playout_walks_to_a_landmark_in_reach_and_takes_it) {
    pt_move list[MS_CELLS];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        pt_rng rng = {seed};
        ms_state s = position(MS_TEMPO, S1 "phase move\norder y\nmover y\npos i2 l8\nspin 4\n"
                                           "hand y R5 P2\nhand b H2\n");
        int n = myst_game.legal(&s, 0, list);
        pt_move m = list[ms_hints.playout(&s, 0, list, n, &rng)];
        cr_assert_eq(m, pt_mv(MSV_MOVE, 34, 0, 0)); /* k3, three steps away, and not h2 */
        myst_game.apply(&s, 0, m);
        n = myst_game.legal(&s, 0, list);
        cr_assert_eq(list[ms_hints.playout(&s, 0, list, n, &rng)], pt_mv(MSV_LAY, 0, 0, 0));
    }
}
