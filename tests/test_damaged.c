/* Texts that were damaged in small ways: records, draws, moves, positions and scenarios are
 * read, or rejected where and why they always were. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "core/scenario.h"
#include "tests/by_key.h"
#include "tests/damage.h"
#include "tests/make_record.h"
#include <criterion/criterion.h>

/* --- records --- */

static const char record[] =
    "\xEF\xBB\xBF# a club game\r\n[Game \"mykerinos\"]\r\n[Rules \"1\"] [ Players \"3\" ]\n"
    "[Player2 \"B\xC3\xB6 \\\"x\\\" \\\\\"]\n[Event \"club\"][Table \"a-b.7_Z\"]\n"
    "[Entropy1 \"00ff\"][Commit \"0a\"]\n[Result \"*\"]\n{ before\n  it }\n"
    "* first 2 {%x 1}# luck\n* wing V\n{ on its own # line }{}{%clk 0:01:02} {%eval 3}\n"
    "* wing L\n* wing B\n* wing K\n* wing T\n* deal V1\n* deal L1\n* deal B1\n* deal K1\n"
    "* deal T1\n* deal V2\n* deal L2\n* deal B2\n2 start a1\n3 start b2{why}\n"
    "1 start c3\n2 resigns {enough}\n";

static void read_record(const char *text) {
    static char memory[1 << 16];
    static pt_replay r;
    int line = 0;
    PT_TEXT(why, 1024);
    pt_text out = pt_text_on(memory, sizeof memory);
    uint8_t place[PT_SEATS] = {0};
    pt_err err = pt_replay_all(&r, text, &why);
    if (!err) pt_replay_places(&r, place);
    found("replay %d %d %d %d %d %d %s", err, r.line, r.moves, r.resigned, place[0], place[1],
          why.at);
    pt_clear(&why);
    err = pt_tidy_record(text, &out, &line, &why);
    found("tidy %d %d %s\n%s", err, line, why.at, memory);
    pt_clear(&why);
    err = pt_fair_verify(&r, text, &why);
    found("verify %d %d %d %s", err, r.line, r.moves, why.at);
}

Test(damaged, records) {
    static char copy[1 << 16];
    pt_rng rng = {1};
    sum = pt_sha256_begin();
    read_record(record);
    for (int i = 0; i < 1500; i++)
        read_record(damage(record, "[]{}\"\\#*123 \n\tGaP\x01_-.", &rng, copy, sizeof copy));
    expect_sum("1137b776226f2b37a55337a52c8a40676742bb6359d3d63f7c2685b62aa5840c");
}

/* Draws, options and the end of a game. */
Test(damaged, records_with_proof) {
    static char copy[1 << 16];
    pt_rng rng = {2};
    sum = pt_sha256_begin();
    made *m = make_record(pt_game_named("myriath"), 2, 5, 1 << 16, true);
    for (int i = 0; i < 60; i++)
        read_record(damage(m->text, "0123456789/.{}% \nab", &rng, copy, sizeof copy));
    char *head_end = strstr(m->text, "\n\n");
    cr_assert(head_end);
    head_end[40] = 0; /* the head and a few letters more */
    for (int i = 0; i < 600; i++)
        read_record(damage(m->text, "0123456789/.{}% \nab=", &rng, copy, sizeof copy));
    free(m);
    expect_sum("70d768836aa5dcc80ea82adc598eaa7188f5ab6b8e9c3d8c4b66b5bebce26633");
}

/* --- moves --- */

Test(damaged, moves) {
    char copy[800];
    pt_rng rng = {3};
    sum = pt_sha256_begin();
    for (int i = 0; pt_games[i]; i++) {
        const pt_verbs verbs = pt_games[i]->verbs;
        const pt_space space = pt_move_space(verbs);
        for (int k = 0; k < 400; k++) {
            PT_TEXT(text, 160);
            PT_TEXT(again, 160);
            pt_move m = pt_move_at(&space, pt_below(&rng, pt_space_size(&space)));
            bool sound = pt_well_formed(verbs, m);
            found("%s %08x %d %u", pt_games[i]->name, m, sound, pt_index_of(&space, m));
            if (!sound) continue;
            pt_print_move(verbs, m, &text);
            m = pt_parse_move(
                verbs, damage(text.at, " 0123456789-abcZ@$*'\t", &rng, copy, sizeof copy));
            if (m) pt_print_move(verbs, pt_canonical(verbs, m), &again);
            found("'%s' is %08x %s", copy, m, again.at);
        }
        for (int k = 0; k < 200; k++) {
            pt_move m = (pt_move)pt_random(&rng);
            m = pt_mv(pt_verb_of(m) % 40, pt_arg(m, 0) % 30, pt_arg(m, 1) % 30,
                      pt_arg(m, 2) % 9);
            found("%08x %d", m, pt_well_formed(verbs, m));
        }
    }
    expect_sum("798e86dc053bb2aa2dd93478c83022e87ebb1a2085fd6c1c5bd213b0de882592");
}

/* --- positions --- */

static void read_position(const pt_game *g, const pt_config *c, const char *text) {
    static char memory[1 << 15];
    uint64_t state[PT_STATE_MAX / 8];
    int line = -1;
    PT_TEXT(why, 512);
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_err err = pt_parse_position(g, state, c, text, &line, &why);
    if (!err) pt_print_position(g, state, &out);
    found("%s %d %d %s\n%s", g->name, err, line, why.at, memory);
}

Test(damaged, positions) {
    static char text[1 << 14], copy[1 << 15];
    uint64_t state[PT_STATE_MAX / 8];
    static pt_move moves[1 << 16];
    static pt_chance luck[1 << 10];
    pt_rng rng = {4};
    sum = pt_sha256_begin();
    for (int i = 0; pt_games[i]; i++)
        for (int k = 0; k < 150; k++) {
            const pt_game *g = pt_games[i];
            const pt_config c =
                pt_config_normal(g, g->min_seats + k % (g->max_seats - g->min_seats + 1));
            pt_start(g, state, &c);
            for (int step = 0; step < k && pt_head_of(state)->node != PT_OVER; step++)
                pt_random_step(g, state, &rng, moves, luck);
            pt_text out = pt_text_on(text, sizeof text);
            pt_print_position(g, state, &out);
            read_position(g, &c,
                          damage(text, " 0123456789-=?#\nnoae", &rng, copy, sizeof copy));
        }
    char long_line[1200];
    const pt_game *g = pt_game_named("mykerinos");
    const pt_config c = pt_config_normal(g, 2);
    for (size_t n = 1020; n < 1028; n++) {
        memset(long_line, ' ', sizeof long_line);
        memcpy(long_line, "ply 3", 5);
        strcpy(long_line + n, "#x\nply 4\n");
        read_position(g, &c, long_line);
    }
    expect_sum("496c54fee91bbe2ef39feef54a1427c6fa85111c1d796a64c877c640a94c2b82");
}

/* --- scenarios --- */

static const char scenario[] =
    "scenario a test # of all\nname:fr Un test\ncites R1 E12\ngame mykerinos players 3\n"
    "position\n  stock 2 0 0\n  reserve 20 20 20\n  cubes 1 a1\n  held 1 V V T\n"
    "  rooms 31=1\n  points 4 0 1\nmoves\n  say go on\n  turn 1\n  mark\n"
    "  legal 1 extend = extend a2 a3, extend a2 b2,\n  extend b1 b2, extend b1 c1\n"
    "  legal 1 extend a2 count 2\n  legal 1 has pass\n  legal 1 lacks start a1, start a2\n"
    "  legal 1 extend * b2 count 2\n  refuse R4.3 1 start a1\n  refuse any 2 pass\n"
    "  refuse unreadable 1 start z9\n  expect stock 2 0 0\n  score 4 0 1\n  rank 1 3 2\n"
    "  seen public cubes 1 a1\n  same-view 2\n  shows 1 phase = season\n  timeout 1 = none\n"
    "  1 pass\n  gain 0 0 0\n  forced = none\n  again\n  1 extend a2 a3\n  expect points 4 0 "
    "1\n"
    "scenario luck\ngame mykerinos players 2\nmoves\n  turn luck\n  chance = first 1, first 2\n"
    "  chance odds first 2 1/2\n  refuse * first 3\n  * first 2\n  chance wing count 5\n"
    "  * any\n  expect first 2\n"
    "scenario no\ngame mykerinos players 3\nposition refused unreadable\n  cubes 1 z9\n"
    "scenario never\ngame mykerinos players 3\nposition refused\n  stock 99 0 0\n";

static void note_scenario(void *to, const pt_scenario *s) {
    (void)to;
    found("%d %d %d %d '%s' '%s' %s", s->line, s->passed, s->passed ? 0 : s->at,
          s->expectations, s->name, s->cites, s->passed ? "" : s->words);
}

Test(damaged, scenarios) {
    static pt_scenario_runner runner;
    static char copy[1 << 15];
    pt_rng rng = {5};
    sum = pt_sha256_begin();
    pt_run_scenarios(&runner, scenario, note_scenario, NULL);
    for (int i = 0; i < 500; i++)
        pt_run_scenarios(&runner, damage(scenario, " 0123*=,#\nab.:", &rng, copy, sizeof copy),
                         note_scenario, NULL);
    expect_sum("b508837996738c9c8f585265b540c0da332b874b42c58c43c54dd19830f688e2");
}
