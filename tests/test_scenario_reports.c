/* The scenario runner, sentence by sentence: tests/scenarios has small texts and what is
 * reported about each. They are about a toy game, in which everything can happen
 * (tests/toy_game.h). docs/scenarios.md
 *
 * A case is a text up to a line "-> REPORT". The text has no line end behind its last line;
 * "@head" stands for the first two lines of a scenario, "@moves" for the first three. A
 * \ stands before t, r, v, f as in C, before s for a blank, b for a byte order mark, \ for
 * itself. */
/* SPDX-License-Identifier: MIT */
#include "tests/toy_game.h"
#include <criterion/criterion.h>
#include <stdlib.h>

#define HEAD "scenario a\ngame toy players 3\n"
#define MOVES HEAD "moves\n"

/* --- what is reported --- */

typedef struct reports {
    pt_text text;
    pt_scenario_tally tally;
} reports;

/* "LINE NAME [CITES]: ok EXPECTATIONS" or "... AT WORDS", one after the other. */
static void keep(void *to, const pt_scenario *s) {
    reports *r = to;
    pt_text *out = &r->text;
    r->tally.passed += s->passed;
    r->tally.failed += !s->passed;
    if (out->used) pt_puts(out, "; ");
    pt_put(out, "%d %s", s->line, s->name);
    if (s->cites[0]) {
        pt_puts(out, " [");
        pt_puts(out, s->cites);
        pt_putc(out, ']');
    }
    cr_assert(!s->passed || (s->at == 0 && s->words[0] == 0));
    if (s->passed)
        pt_put(out, ": ok %d", s->expectations);
    else
        pt_put(out, ":%s %d %s", s->broken ? " broken," : "", s->at, s->words);
}

static const char *report_of(const char *text) {
    static pt_scenario_runner *runner; /* too large for a stack */
    static char memory[4096];
    reports r = {pt_text_on(memory, sizeof memory), {0, 0}};
    if (!runner) {
        runner = malloc(sizeof *runner);
        memset(runner, 0xA5, sizeof *runner); /* a run needs nothing to be cleared */
    }
    pt_scenario_tally tally = pt_run_scenarios(runner, text, keep, &r);
    cr_assert(!r.text.cut);
    cr_assert(tally.passed == r.tally.passed && tally.failed == r.tally.failed);
    return memory;
}

/* --- the cases of a file --- */

static void put_plain(pt_text *out, const char *line) {
    static const char letters[] = "trvfsb\\";
    static const char *const plain[] = {"\t", "\r", "\v", "\f", " ", "\xEF\xBB\xBF", "\\"};
    for (; *line && *line != '\n'; line++) {
        if (*line != '\\') {
            pt_putc(out, *line);
            continue;
        }
        const char *at = strchr(letters, *++line);
        cr_assert(at && *at, "no escape: %c", *line);
        pt_puts(out, plain[at - letters]);
    }
}

static void check_file(const char *name) {
    char path[100], line[1024];
    int lines = 0;
    PT_TEXT(text, 4096);
    PT_TEXT(wanted, 1024);
    snprintf(path, sizeof path, "tests/scenarios/%s.txt", name);
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s cannot be opened", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (strncmp(line, "-> ", 3) != 0) {
            if (lines++) pt_putc(&text, '\n');
            if (strcmp(line, "@head\n") == 0 || strcmp(line, "@moves\n") == 0)
                pt_putn(&text, MOVES, strlen(line[1] == 'h' ? HEAD : MOVES) - 1);
            else
                put_plain(&text, line);
            continue;
        }
        put_plain(&wanted, line + 3);
        const char *found = report_of(text.at);
        cr_expect_str_eq(found, wanted.at, "%s:%d: %s\n-> %s\nnot %s", path, number, text.at,
                         found, wanted.at);
        pt_clear(&text);
        pt_clear(&wanted);
        lines = 0;
    }
    cr_expect_eq(lines, 0);
    fclose(file);
}

Test(scenario_reports, a_file_holds_scenarios_one_after_the_other) { check_file("files"); }
Test(scenario_reports, a_game_is_named_with_players_and_options) { check_file("games"); }
Test(scenario_reports, a_position_is_read_or_impossible) { check_file("positions"); }
Test(scenario_reports, a_position_is_refused_by_a_rule) { check_file("refused_positions"); }
Test(scenario_reports, moves_are_played_one_by_one) { check_file("moves"); }
Test(scenario_reports, a_refusal_has_a_rule_and_a_word) { check_file("refusals"); }
Test(scenario_reports, legal_moves_are_listed_and_counted) { check_file("legal"); }
Test(scenario_reports, luck_is_listed_and_weighed) { check_file("luck"); }
Test(scenario_reports, turn_score_rank_and_explanation) { check_file("points"); }
Test(scenario_reports, fields_are_compared_as_they_are_printed) { check_file("fields"); }
Test(scenario_reports, a_move_that_time_makes) { check_file("timeouts"); }
Test(scenario_reports, two_ways_from_a_mark_are_compared) { check_file("marks"); }
Test(scenario_reports, a_part_of_what_a_page_gets) { check_file("views"); }
Test(scenario_reports, moves_that_were_forced) { check_file("forced"); }

/* --- lengths --- */

/* The text with `count` letters in the place of its %s. */
static const char *with(const char *format, char letter, size_t count) {
    static char memory[PT_SCENARIO_LINE + 4096];
    pt_text text = pt_text_on(memory, sizeof memory);
    const char *at = strstr(format, "%s");
    cr_assert(at);
    pt_putn(&text, format, (size_t)(at - format));
    for (size_t i = 0; i < count; i++) pt_putc(&text, letter);
    pt_puts(&text, at + 2);
    cr_assert(!text.cut);
    return memory;
}

Test(scenario_reports, words_and_lines_have_a_longest_length) {
    static const char ok[] = "1 a: ok 1";
    static const struct {
        const char *text;
        char letter;
        size_t most;
        const char *report; /* of one more */
    } rows[] = {
        {MOVES "turn 1 %s\n", ' ', PT_SCENARIO_LINE - 8,
         "1 a: 4 a line may have 262143 characters"},
        {MOVES "say a,\n%s\nturn 1", 'x', PT_SCENARIO_LINE - 7,
         "1 a: 5 a line may have 262143 characters"},
        {HEAD "cites %s\nmoves\nturn 1", ' ', PT_SCENARIO_LINE - 7,
         "1 a: 3 a line may have 262143 characters"},
        {HEAD "position\npool 4 %s\nmoves\nexpect pool 4", ' ', 1016,
         "1 a: 4 a line may have 1023 characters"},
        {HEAD "position\npool 4\n%smoves\nexpect pool 4", '\n', PT_SCENARIO_POSITION - 1 - 7,
         "1 a: 16381 a position may have 16383 characters"},
        {MOVES "legal 1 take has%stake 1", ' ', 121,
         "1 a: 4 a list has at most 12288 moves of 127 characters"},
        {MOVES "legal 1 take has take 1,%stake 2", ' ', 121,
         "1 a: 4 a list has at most 12288 moves of 127 characters"},
        {MOVES "1 toss\nchance odds flip heads%s1/3", ' ', 116,
         "1 a: 5 write: chance odds MOVE A/B; after the last move the rules made: take 1, swap "
         "1 2"},
        {MOVES "1 take%s1\nturn 2", ' ', 122,
         "1 a: 4 'take                                                        ' is not a move "
         "of Toy"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = report_of(with(rows[i].text, rows[i].letter, rows[i].most));
        cr_expect_str_eq(found, ok, "%s: %s", rows[i].text, found);
        found = report_of(with(rows[i].text, rows[i].letter, rows[i].most + 1));
        cr_expect_str_eq(found, rows[i].report, "%s: %s", rows[i].text, found);
    }
}

static void keep_game(void *to, const pt_scenario *s) { pt_put(to, "<%s>", s->game); }

Test(scenario_reports, a_report_names_the_game_as_it_was_written) {
    pt_scenario_runner *runner = malloc(sizeof *runner);
    PT_TEXT(games, 100);
    pt_run_scenarios(runner, MOVES "scenario b\nscenario c\ngame chess players 2\n", keep_game,
                     &games);
    cr_expect_str_eq(games.at, "<toy><><chess>");
    free(runner);
}

/* Names and rules are cut. */
Test(scenario_reports, what_is_only_shown_is_cut) {
    char wanted[600] = "1 ";
    memset(wanted + 2, 'n', 255);
    strcpy(wanted + 257, ": ok 1");
    cr_expect_str_eq(
        report_of(with("scenario %s\ngame toy players 3\nmoves\nturn 1", 'n', 255)), wanted);
    cr_expect_str_eq(
        report_of(with("scenario %s\ngame toy players 3\nmoves\nturn 1", 'n', 256)), wanted);
    strcpy(wanted, "1 a [");
    memset(wanted + 5, 'n', 511);
    strcpy(wanted + 516, "]: ok 1");
    cr_expect_str_eq(report_of(with(HEAD "cites %s\nmoves\nturn 1", 'n', 511)), wanted);
    cr_expect_str_eq(report_of(with(HEAD "cites %s\nmoves\nturn 1", 'n', 512)), wanted);
}

/* A line that is too long is not continued, even if it is cut behind a comma. */
Test(scenario_reports, a_line_that_is_too_long_ends_there) {
    cr_expect_str_eq(report_of(with(MOVES "say %s,,\n\nturn 1", 'x', PT_SCENARIO_LINE - 6)),
                     "1 a: 4 a line may have 262143 characters");
}

/* Nothing is looked up that was not read. */
Test(scenario_reports, a_list_that_begins_with_too_long_a_move_is_not_looked_at) {
    cr_expect_str_eq(report_of(with(MOVES "legal 1 has %s", 'x', 200)),
                     "1 a: 4 a list has at most 12288 moves of 127 characters");
}

/* `count` different moves, none of them legal. */
static const char *with_list(int count) {
    static char memory[PT_SCENARIO_LINE];
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_puts(&text, MOVES "legal 1 lacks ");
    for (int i = 0; i < count; i++)
        pt_put(&text, "%sfar %d %d", i ? "," : "", i / 200, i % 200);
    cr_assert(!text.cut);
    return memory;
}

Test(scenario_reports, a_list_has_a_longest_length) {
    cr_expect_str_eq(report_of(with_list(PT_SCENARIO_LIST)), "1 a: ok 1");
    cr_expect_str_eq(report_of(with_list(PT_SCENARIO_LIST + 1)),
                     "1 a: 4 a list has at most 12288 moves of 127 characters");
}
