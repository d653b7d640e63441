/* The scenario runner: what passes must be able to fail, and a mistake in the text is found. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "core/scenario.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the last scenario of a run said. */
typedef struct outcome {
    pt_scenario_tally tally;
    int at, count;
    char words[1024], name[256], cites[512];
} outcome;

static void keep(void *to, const pt_scenario *s) {
    outcome *o = to;
    o->count++;
    o->at = s->passed ? 0 : s->at;
    strcpy(o->words, s->passed ? "" : s->words);
    strcpy(o->name, s->name);
    strcpy(o->cites, s->cites);
}

static outcome run(const char *text) {
    outcome o = {0};
    pt_scenario_runner *runner = malloc(sizeof *runner);
    memset(runner, 0xA5, sizeof *runner); /* a run needs nothing to be cleared */
    o.tally = pt_run_scenarios(runner, text, keep, &o);
    free(runner);
    cr_assert_eq(o.tally.passed + o.tally.failed, o.count);
    return o;
}

#define HEAD "scenario a test\ncites R1\ngame mykerinos players 3\n"
#define POSITION                                                                               \
    HEAD "position\nstock 2 0 0\nreserve 20 20 20\ncubes 1 a1\nheld 1 V V T\n"                 \
         "rooms 31=1\npoints 4 0 1\nmoves\n"

static void passes(const char *line) {
    char text[4096];
    snprintf(text, sizeof text, POSITION "%s\n", line);
    outcome o = run(text);
    cr_expect_eq(o.tally.passed, 1, "'%s': %s", line, o.words);
}

/* Fails in line 12, the first below `moves`, and says these words. */
static void fails(const char *line, const char *words) {
    char text[4096];
    snprintf(text, sizeof text, POSITION "%s\n", line);
    outcome o = run(text);
    cr_expect_eq(o.tally.failed, 1, "'%s' passed", line);
    cr_expect_eq(o.at, 12, "'%s' failed in line %d", line, o.at);
    cr_expect(strstr(o.words, words), "'%s': expected '%s' in '%s'", line, words, o.words);
}

Test(scenario, a_set_of_legal_moves_is_exact) {
    passes("legal 1 extend = extend a2 a3, extend a2 b2, extend b1 b2, extend b1 c1");
    passes("legal 1 extend = extend b1 c1,\n  extend a2 b2, # any order\n extend b1 b2,extend "
           "a2 a3");
    passes("legal 2 = none");
    passes("legal 1 brown =");
    fails("legal 1 extend = extend a2 a3, extend a2 b2, extend b1 b2",
          "not expected: extend b1 c1");
    fails("legal 1 brown = brown 21", "missing: brown 21");
    fails("legal 1 extend = extend a2 a3, extend a2 a3", "twice");
    fails("legal 1 extend = extend a2 z9", "not a move");
}

Test(scenario, moves_are_counted_and_looked_up) {
    passes("legal 1 start count 47");
    fails("legal 1 start count 46", "expected 46, found 47");
    passes("legal 1 has extend a2 a3, start h6");
    fails("legal 1 has start a1", "'start a1' is not among them");
    passes("legal 1 lacks start a1, start a7");
    fails("legal 1 lacks start a2", "is among them");
    fails("legal 1 jump count 2", "neither a verb");
    fails("legal 1 has", "missing");
    fails("legal 4 count 0", "neither a player");
    fails("legal * count 0", "write 'chance'");
}

Test(scenario, a_refusal_names_its_rule_and_changes_nothing) {
    passes("refuse R4.3 1 start a1");
    fails("refuse R4.4 1 start a1", "R4.3: a1 holds a cube already");
    fails("refuse R4 1 start a1", "R4.3: a1 holds");
    fails("refuse R4.3 1 start a2", "is legal");
    fails("refuse R4.3 1 start z1", "not a move");
    passes("refuse unreadable 1 start z1");
    fails("refuse unreadable 1 start a2", "should be unreadable");
    passes("refuse * deal V1");
}

Test(scenario, moves_are_played_and_illegal_ones_stop_the_scenario) {
    passes("1 start a2\nexpect cubes 1 a1 a2");
    fails("1 start a1\nexpect stock 2 0 0", "'start a1' is refused: R4.3: a1 holds");
    fails("2 start b1", "R4.2");
    fails("* any", "nothing is drawn here");
    fails("jump", "neither a player");
    fails("9 pass", "neither a player");
}

Test(scenario, fields_are_compared_in_canonical_form) {
    passes("expect held 1 T V V");
    passes("expect stock   2  0 0");
    fails("expect stock 2 0 1", "stock: expected 2 0 1, found 2 0 0");
    fails("expect held 1 V V", "held 1: expected V V, found V V T");
    fails("expect held V", "needs one of");
    fails("expect stok 2", "no field 'stok'");
    fails("expect stock two", "is not");
    passes("seen 2 stock 2 0 0");
    passes("seen public stock 2 0 0");
    fails("seen 2 stock ? 0 0", "expected ? 0 0, found 2 0 0");
}

Test(scenario, turn_score_rank_and_explanation) {
    passes("turn 1");
    fails("turn 2", "expected 2, found 1");
    fails("turn luck", "expected luck, found 1");
    passes("score 11 0 1"); /* 4, twice 3 for V in room 31, 1 for T */
    fails("score 10 0 1", "expected 10 0 1, found 11 0 1");
    fails("score 11 0", "found 11 0 1");
    passes("rank 1 3 2");
    fails("rank 1 2 2", "found 1 3 2");
    passes("explains 1 R6.2 6 Violet");
    fails("explains 1 R6.2 6 Lemon", "no such line");
    fails("explains 1 R6.2 7", "R6.2 6 Lady Violet");
    fails("explains 1 R6.2", "write:");
}

Test(scenario, a_refusal_has_a_word_or_any_rule) {
    passes("refuse any 1 start a1");
    fails("refuse any 1 start a2", "is legal");
    passes("refuse R4.3 space-taken 1 start a1");
    passes("refuse any space-taken 1 start a1");
    fails("refuse R4.3 pyramid 1 start a1", "with pyramid, but it is space-taken: R4.3: a1");
    fails("refuse 1 start a1", "write: refuse RULE PLAYER MOVE");
    fails("refuse R4.3 start a1", "write: refuse RULE PLAYER MOVE");
}

Test(scenario, legal_moves_are_selected_by_their_first_words) {
    passes("legal 1 extend a2 = extend a2 a3, extend a2 b2");
    passes("legal 1 extend * b2 = extend a2 b2, extend b1 b2");
    passes("legal 1 * a2 count 6"); /* start a2, extend it twice, the same with Violet */
    fails("legal 1 extend a2 count 3", "legal moves extend a2 of 1: expected 3, found 2");
    fails("legal 1 extend a2", "neither a verb");
}

Test(scenario, a_move_that_time_makes_can_be_asked_for) {
    passes("timeout 1 = none");
    fails("timeout 1 = pass", "timeout: expected pass, found none");
    fails("timeout 1 pass", "write: timeout PLAYER = MOVE");
    fails("timeout * = pass", "write: timeout PLAYER = MOVE");
}

Test(scenario, a_forgotten_line_of_moves_is_guessed) {
    outcome o = run(HEAD "legal 1 count 3\n");
    cr_expect(strstr(o.words, "a line 'moves' stands before"), "%s", o.words);
    o = run(HEAD "position\nstock 2 0 0\n1 pass\n");
    cr_expect(strstr(o.words, "a line 'moves' stands before"), "%s", o.words);
}

Test(scenario, two_ways_from_a_mark_are_compared) {
    passes("mark\n1 start a2\nagain\nexpect cubes 1 a1\n1 start a2\nsame-view 2");
    passes("1 start a2\nmark\ngain 0 0 0");
    const char *const ways = "mark\n1 start a2\nagain\n1 start b2\nsame-view 2\n";
    char text[1024];
    snprintf(text, sizeof text, POSITION "%s", ways);
    outcome o = run(text);
    cr_expect(strstr(o.words, "the views differ: cubes 1 was a1 a2, and is a1 b2"), "%s",
              o.words);
    fails("again", "first a line: mark");
    fails("gain 0 0 0", "first a line: mark");
    fails("same-view 2", "first two lines: mark");
    fails("same-view *", "write: same-view");
    cr_expect(strstr(run(POSITION "mark\nagain\n").words, "expects nothing"));
}

/* A list far longer than a screen can be written down, a move on each line. */
Test(scenario, joined_lines_hold_every_move_of_a_position) {
    enum { SIZE = 1 << 17 };
    char *text = malloc(SIZE);
    pt_text t = pt_text_on(text, SIZE);
    pt_puts(&t,
            "scenario all\ngame mykerinos players 3\nposition\nseason 4\nheld 1 L T\n"
            "cubes 1 a2 c2 e2 g2 b5 d5 f5 h5 a8 c8 e8 g8\nstock 13 0 0\nmoves\nlegal 1 has ");
    const pt_game *g = pt_game_named("mykerinos");
    uint64_t s[PT_STATE_MAX / 8];
    pt_config c = pt_config_normal(g, 3);
    pt_move *list = malloc(g->max_moves * sizeof *list);
    const char *position = strstr(text, "season 4");
    PT_TEXT(lines, 512);
    pt_putn(&lines, position, (size_t)(strstr(text, "moves\n") - position));
    cr_assert_eq(pt_parse_position(g, s, &c, lines.at, NULL, NULL), PT_OK);
    int n = g->legal(s, 0, list), written = 0;
    for (int i = 0; i < n; i++) {
        PT_TEXT(move, 64);
        pt_print_move(g->verbs, list[i], &move);
        pt_put(&t, "%s%s", written++ ? ",\n  " : "", move.at);
    }
    pt_put(&t, "\nlegal 1 count %d\n", written);
    cr_assert(!t.cut && t.used > 4096 && written > 300, "%d moves", written);
    outcome o = run(text);
    cr_expect_eq(o.tally.passed, 1, "%s", o.words);
    free(list);
    free(text);
}

Test(scenario, a_byte_order_mark_is_skipped) {
    outcome o = run("\xEF\xBB\xBF" HEAD "moves\nturn luck\n");
    cr_expect_eq(o.tally.passed, 1, "%s", o.words);
    cr_expect_str_eq(o.name, "a test");
}

Test(scenario, luck_can_be_drawn_and_asked_for) {
    outcome o =
        run(HEAD "moves\nturn luck\nchance = first 1, first 2, first 3\n"
                 "chance odds first 2 1/3\nchance odds first 2 2/6\nchance first count 3\n"
                 "refuse * wing V\n* first 3\nexpect first 3\n* any\nexpect wings V - - - -\n");
    cr_expect_eq(o.tally.passed, 1, "%s", o.words);
    o = run(HEAD "moves\nchance odds first 2 1/2\n");
    cr_expect(strstr(o.words, "expected odds 1/2, found 1/3"), "%s", o.words);
    o = run(HEAD "moves\nchance odds first 2\n");
    cr_expect(strstr(o.words, "write:"), "%s", o.words);
    o = run(HEAD "moves\n* first 4\n");
    cr_expect(strstr(o.words, "cannot be drawn"), "%s", o.words);
}

Test(scenario, a_position_must_be_refused_by_the_rule_named) {
    cr_expect_eq(run(HEAD "position refused R2.5\ncubes 1 a1\ncubes 2 a1\n").tally.passed, 1);
    cr_expect_eq(run(HEAD "position refused\nstock 26 0 0\n").tally.passed, 1);
    outcome o = run(HEAD "position refused R2.1\ncubes 1 a1\ncubes 2 a1\n");
    cr_expect(strstr(o.words, "R2.5"), "%s", o.words);
    o = run(HEAD "position refused R2.1\ncubes 1 a1\n");
    cr_expect(strstr(o.words, "accepted"), "%s", o.words);
    cr_expect_eq(run(HEAD "position refused unreadable\nstock 26 0 0\n").tally.passed, 1);
    o = run(HEAD "position refused unreadable\ncubes 1 a1\ncubes 2 a1\n");
    cr_expect(strstr(o.words, "refused as unreadable, but: R2.5"), "%s", o.words);
    o = run(HEAD "position refused R2.1\nstock 26 0 0\n");
    cr_expect(strstr(o.words, "refused by R2.1, but: '26'"), "%s", o.words);
    o = run(HEAD "position refused\nstok 26 0 0\n"); /* a misspelt field proves nothing */
    cr_expect_eq(o.tally.failed, 1);
    cr_expect_eq(o.at, 5);
    o = run(HEAD "position\nstock 2 0 0\n\ncubes 1 a1 b9\nmoves\nturn 1\n");
    cr_expect(strstr(o.words, "R2.5"), "%s", o.words);
    o = run(HEAD "position\nstock 2 0 0\n# note\ncubes 1 a1 b0\nmoves\nturn 1\n");
    cr_expect_eq(o.at, 7, "line %d", o.at);
    o = run(HEAD "position refused\nstock 26 0 0\nmoves\nturn 1\n");
    cr_expect(strstr(o.words, "no moves"), "%s", o.words);
}

Test(scenario, words_for_a_learner_prove_nothing) {
    passes("say Now lay 1 start a1, or whatever you like\n  say:fr Posez un cube\n  turn 1");
    cr_expect_eq(run(HEAD "moves\nsay turn 1\n").tally.failed, 1);
    fails("say:", "say:");
    cr_expect_eq(run(HEAD "name:fr Un essai\nmoves\n* any\nturn luck\n").tally.failed, 0);
    cr_expect_eq(run(HEAD "name: Un essai\nmoves\n* any\nturn luck\n").tally.failed, 1);
}

Test(scenario, a_scenario_that_expects_nothing_fails) {
    outcome o = run(HEAD "moves\n* any\n");
    cr_expect_eq(o.tally.failed, 1);
    cr_expect_eq(o.at, 1);
    cr_expect_eq(run(HEAD).tally.failed, 1);
    cr_expect_eq(run("").tally.failed, 1);
    cr_expect_eq(run("").at, 1);
    cr_expect_eq(run("# nothing\n\n").tally.failed, 1);
}

Test(scenario, mistakes_in_the_head_are_found_and_the_next_scenario_runs) {
    static const char *const bad[] = {
        "game chess players 2\nmoves\n",
        "game mykerinos\nmoves\n",
        "game mykerinos players 5\nmoves\n",
        "game mykerinos players 3 wind=1\nmoves\n",
        "moves\nturn 1\n",
        "position\n",
        "game mykerinos players 3\ngame mykerinos players 3\n",
        "nonsense\n",
        "game mykerinos players 3\nposition perhaps\n",
        "game mykerinos players 3\nposition\nposition\nmoves\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "scenario bad\n%sscenario good\ngame mykerinos players 3\n"
                 "moves\nturn luck\n",
                 bad[i]);
        outcome o = run(text);
        cr_expect_eq(o.tally.failed, 1, "%s", bad[i]);
        cr_expect_eq(o.tally.passed, 1, "%s", bad[i]);
        cr_expect_str_eq(o.name, "good");
    }
    cr_expect_eq(
        run("turn 1\nscenario good\ngame mykerinos players 3\nmoves\nturn luck\n").tally.failed,
        1);
    cr_expect_eq(run("scenario\ngame mykerinos players 3\nmoves\nturn luck\n").tally.failed, 1);
}

Test(scenario, line_ends_comments_and_blanks_are_free) {
    outcome o = run("\r\n# first\r\nscenario  two words \r\n\tcites R1  E2\r\n"
                    "game mykerinos players 3\r\nposition # set up\r\n stock 2 0 0\r\n\r\n"
                    "moves\r\n  1 start  a1 # there\r\n expect cubes 1 a1\r\n  score 0 0 0");
    cr_expect_eq(o.tally.passed, 1, "%d: %s", o.at, o.words);
    cr_expect_str_eq(o.name, "two words");
    cr_expect_str_eq(o.cites, "R1  E2");
}

Test(scenario, a_part_of_what_a_page_gets_can_be_asked_for) {
    passes("shows 1 phase = excavate");
    passes("shows public players count 3");
    passes("shows 2 players.0.points = 4");
    fails("shows 1 phase = survey", "shows: expected survey, found excavate");
    fails("shows 1 players.7.points = 4", "the view shows no 'players.7.points'");
    fails("shows 1 phase", "write: shows PLAYER PATH = VALUE");
}

/* Cyclades (R4.1): whoever has a single option does not choose it. */
Test(scenario, moves_that_were_forced_are_shown_and_can_be_asked_for) {
    passes("forced = none");
    fails("forced none", "write: forced = MOVE");
    fails("forced = pass", "forced: expected pass, found none");
}

/* What breaks a rule together is put down to the line without which the rest is accepted. */
Test(scenario, an_impossible_position_names_the_line_at_fault) {
    outcome o = run("scenario a\ngame mykerinos players 3\nposition\n  phase survey\n"
                    "  cubes 2 b1\n  stock 20 9 9\n  reserve 20 20 20\nmoves\nturn 1\n");
    cr_expect_eq(o.tally.failed, 1);
    cr_expect_eq(o.at, 6, "line %d: %s", o.at, o.words);
    cr_expect(strstr(o.words, "(without 'stock 20 9 9' the position is accepted)"), "%s",
              o.words);
    /* An empty line, or one that is only a comment, is never at fault. */
    o = run("scenario a\ngame mykerinos players 3\nposition\n  phase survey\n\n# a comment\n"
            "  cubes 1 a1 a2\n   \n  cubes 2 a1\nmoves\nturn 1\n");
    cr_expect_eq(o.at, 7, "line %d: %s", o.at, o.words);
    cr_expect(strstr(o.words, "(without 'cubes 1 a1 a2' the position"), "%s", o.words);
}
