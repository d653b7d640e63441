/* Records: what is written reads back to the same game, in every spelling the documentation
 * allows; what is wrong is found, with its line. docs/records.md */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "tests/make_record.h"
#include <criterion/criterion.h>

static bool replays(const char *text, const made *m) {
    PT_TEXT(why, 1024);
    pt_replay r;
    pt_err err = pt_replay_all(&r, text, &why);
    cr_expect_eq(err, PT_OK, "line %d: %s", r.line, why.at);
    if (err) return false;
    cr_expect_eq(r.moves, m->moves);
    return memcmp(r.state, m->state, m->head.game->state_size) == 0;
}

/* The line where the text is refused, and that the words are these; 0 if it is accepted. */
static int refused(const char *text, const char *words) {
    PT_TEXT(why, 1024);
    pt_replay r;
    if (!pt_replay_all(&r, text, &why)) return 0;
    cr_expect(strstr(why.at, words), "expected '%s' in '%s'", words, why.at);
    return r.line;
}

/* Line numbers below are those of a game without options. */
static const pt_game *mykerinos(void) { return pt_game_named("mykerinos"); }

Test(record, every_game_replays_to_the_same_bytes) {
    for (int i = 0; pt_games[i]; i++)
        for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++)
            for (uint64_t seed = 1; seed <= 5; seed++) {
                made *m = make_record(pt_games[i], seats, seed, 1 << 16, seed % 2);
                cr_expect(replays(m->text, m), "%s, %d players", pt_games[i]->name, seats);
                free(m);
            }
}

Test(record, an_unfinished_game_is_fine) {
    made *m = make_record(mykerinos(), 2, 3, 40, false);
    cr_expect(strstr(m->text, "[Result \"*\"]"));
    cr_expect(replays(m->text, m));
    char *over = changed(m->text, "\"*\"", "\"1 2\"");
    cr_expect_eq(refused(over, "not over"), 5);
    free(over);
    free(m);
}

Test(record, the_strict_form_is_its_own_tidy_form) {
    made *m = make_record(mykerinos(), 2, 3, 1 << 16, true);
    PT_TEXT(why, 256);
    char *again = malloc(RECORD_MAX);
    pt_text out = pt_text_on(again, RECORD_MAX);
    int line = 0;
    cr_assert_eq(pt_tidy_record(m->text, &out, &line, &why), PT_OK, "%s", why.at);
    cr_expect_str_eq(again, m->text);
    free(again);
    free(m);
}

/* The same game as a careless person would write it. */
static const char careless[] =
    "\xEF\xBB\xBF  # a club game\r\n[Result \"*\"]\t[ Players \"3\" ]"
    "[Event \"club \\\"night\\\" \\\\ 3\"]\r\n\r\n"
    "{ before\r\n  the game }\r\n"
    "[Game \"mykerinos\"]\r\n"
    "  *   first    2{%x 1}# luck\r\n\r\n"
    "\t* wing V\r\n{ on its own # line }  # not kept\r\n{}"
    "{%clk 0:01:02} {%eval 3 -1 -2}\r\n"
    "* wing T\r\n[Player2 \"B\xC3\xB6\"]\r\n{ last }";

static const char strict[] =
    "[Game \"mykerinos\"]\n[Rules \"1\"]\n[Players \"3\"]\n[Player2 \"B\xC3\xB6\"]\n[Result "
    "\"*\"]\n"
    "[Event \"club \\\"night\\\" \\\\ 3\"]\n"
    "\n{before the game}\n* first 2 {%x 1}\n"
    "* wing V {on its own # line} {%clk 0:01:02} {%eval 3 -1 -2}\n* wing T {last}\n";

Test(record, a_careless_record_reads_like_a_strict_one) {
    PT_TEXT(why, 256);
    PT_TEXT(out, 2048);
    pt_replay r;
    int line = 0;
    cr_expect_eq(pt_replay_all(&r, careless, &why), PT_OK, "%d: %s", r.line, why.at);
    cr_expect_eq(r.moves, 3);
    cr_expect_str_eq(r.head.player[1], "B\xC3\xB6");
    cr_assert_eq(pt_tidy_record(careless, &out, &line, &why), PT_OK, "%s", why.at);
    cr_expect_str_eq(out.at, strict);
    PT_TEXT(again, 2048);
    cr_assert_eq(pt_tidy_record(out.at, &again, &line, &why), PT_OK);
    cr_expect_str_eq(again.at, strict);
}

Test(record, clocks_and_evaluations_are_found_by_name) {
    pt_reader in = pt_read_record(strict);
    pt_entry e;
    int found = 0;
    while (pt_next_entry(&in, &e) != PT_ENTRY_END) {
        pt_word clock = pt_note_named(e.notes, "clk"), eval = pt_note_named(e.notes, "eval");
        if (e.kind != PT_ENTRY_MOVE || strcmp(e.text, "wing V") != 0) {
            cr_expect_eq(clock.length, 0);
            continue;
        }
        cr_expect(pt_is(clock, "0:01:02"));
        cr_expect(pt_is(eval, "3 -1 -2"));
        cr_expect_eq(pt_note_named(e.notes, "cl").length, 0);
        found++;
    }
    cr_expect_eq(found, 1);
}

#define TAGS "[Game \"mykerinos\"]\n[Players \"3\"]\n"
#define DRAWS                                                                                  \
    "* first 1\n* wing V\n* wing L\n* wing B\n* wing K\n* wing T\n* deal V1\n* deal L1\n"      \
    "* deal B1\n* deal K1\n* deal T1\n* deal V2\n* deal L2\n* deal B2\n"

Test(record, a_refused_move_is_named_with_its_line_and_rule) {
    cr_expect_eq(refused(TAGS DRAWS "1 start a1\n2 start a1\n", "2 start a1: R4.3: a1 holds"),
                 18);
    cr_expect_eq(refused(TAGS DRAWS "2 start a1\n", "2 start a1: R4.2: "), 17);
    cr_expect_eq(refused(TAGS DRAWS "1 jump a1\n", "1 jump a1: this is not a move"), 17);
    cr_expect_eq(refused(TAGS DRAWS "4 start a1\n", "only 3 players"), 17);
    cr_expect_eq(refused(TAGS "* first 4\n", "cannot be drawn"), 3);
    cr_expect_eq(refused(TAGS "1 pass\n", "R3"), 3);
    cr_expect_eq(refused(TAGS DRAWS "* deal K2\n", "nothing is drawn"), 17);
}

Test(record, what_cannot_be_read_is_named_with_its_line) {
    static const struct {
        const char *text, *words;
        int line;
    } bad[] = {
        {"", "Game is missing", 1},
        {"[Game \"mykerinos\"]\n", "Players is missing", 1},
        {"[Game \"chess\"]\n[Players \"2\"]\n", "no game is called 'chess'", 1},
        {"[Game \"mykerinos\"]\n[Players \"7\"]\n", "2 to 4 players", 2},
        {"[Game \"mykerinos\"]\n[Players \"three\"]\n", "not a number", 2},
        {TAGS "[Rules \"99\"]\n", "version 99", 3},
        {TAGS "[Options \"wind=3\"]\n", "no option 'wind'", 3},
        {TAGS "\n[Game \"mykerinos\"]\n", "twice", 4},
        {TAGS "[Entropy1 \"xyz\"]\n", "hexadecimal", 3},
        {TAGS "[Commit \"0A\"]\n", "hexadecimal", 3},
        {TAGS "[Table \"a b\"]\n", "letters", 3},
        {TAGS "[Name]\n", "a tag is written", 3},
        {TAGS "[Name \"x\n", "does not end", 3},
        {TAGS "[Name \"x\" y]\n", "ends with ]", 3},
        {TAGS "* first 1 {and\nso on\n", "does not end", 3},
        {TAGS "{and so on\n", "does not end", 3},
        {TAGS "start a1\n", "neither a tag, a move nor a comment", 3},
        {TAGS "1\n", "a move is missing", 3},
        {TAGS "* {nothing}\n", "a move is missing", 3},
        {TAGS "12 pass\n", "a blank is missing", 3},
        {TAGS "[Result \"1 2 3\"]\n* first 1\n", "not over", 3},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_eq(refused(bad[i].text, bad[i].words), bad[i].line, "'%s': line %d",
                     bad[i].text, refused(bad[i].text, bad[i].words));
}

Test(record, long_tags_and_moves_are_refused) {
    char text[4096], value[2000];
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = 0;
    snprintf(text, sizeof text, TAGS "[Event \"%s\"]\n", value);
    cr_expect_eq(refused(text, "too long"), 3);
    snprintf(text, sizeof text, TAGS "[Player1 \"%.70s\"]\n", value);
    cr_expect_eq(refused(text, "too long"), 3);
    snprintf(text, sizeof text, TAGS "1 %s\n", value);
    cr_expect_eq(refused(text, "too long"), 3);
}

Test(record, a_wrong_result_is_found) {
    made *m = make_record(mykerinos(), 2, 9, 1 << 16, false);
    char from[160];
    snprintf(from, sizeof from, "[Result \"%s\"]", m->head.result);
    char *more = changed(m->text, from, "[Result \"500 1\"]");
    char *open = changed(m->text, from, "[Result \"*\"]");
    char *none = changed(m->text, from, "");
    cr_expect_eq(refused(more, "the scores are"), 5);
    cr_expect_eq(refused(open, "the game is over"), 5);
    cr_expect(replays(none, m));
    free(more);
    free(open);
    free(none);
    free(m);
}

Test(record, a_resignation_stops_the_game_and_comes_last) {
    PT_TEXT(why, 256);
    pt_replay r;
    uint8_t place[PT_SEATS];
    const char *text = TAGS "[Result \"0 0 0\"]\n" DRAWS "1 start a1\n2 resigns {enough}\n";
    cr_assert_eq(pt_replay_all(&r, text, &why), PT_OK, "%d: %s", r.line, why.at);
    pt_replay_places(&r, place);
    cr_expect_eq(place[0], 2); /* no points either, and a cube less in stock */
    cr_expect_eq(place[1], 3);
    cr_expect_eq(place[2], 1);
    cr_expect_eq(refused(TAGS DRAWS "2 resigns\n1 start a1\n", "resigned"), 18);
    cr_expect_eq(refused(TAGS DRAWS "4 resigns\n", "only 3 players"), 17);
    PT_TEXT(out, 2048);
    int line;
    cr_expect_eq(pt_tidy_record(text, &out, &line, &why), PT_OK);
    cr_expect(strstr(out.at, "\n2 resigns {enough}\n"), "%s", out.at);
}

Test(record, the_tidy_form_of_a_finished_game_without_a_result_claims_none) {
    made *m = make_record(mykerinos(), 2, 3, 1 << 16, false);
    char *result = strstr(m->text, "[Result"), *end = strchr(result, '\n') + 1;
    memmove(result, end, strlen(end) + 1);
    size_t room = strlen(m->text) + 256;
    char *tidy = malloc(room);
    pt_text out = pt_text_on(tidy, room);
    PT_TEXT(why, 512);
    int line;
    pt_replay r;
    cr_assert_eq(pt_tidy_record(m->text, &out, &line, &why), PT_OK, "%s", why.at);
    cr_expect_null(strstr(tidy, "[Result"));
    cr_expect_eq(pt_replay_all(&r, tidy, &why), PT_OK, "%s", why.at);
    cr_expect_eq(pt_head_of(r.state)->node, PT_OVER);
    free(tidy);
    free(m);
}

Test(record, a_changed_byte_never_crashes_nor_lies_about_the_end) {
    made *m = make_record(mykerinos(), 4, 4, 1 << 16, false);
    size_t n = strlen(m->text);
    char *copy = malloc(n + 1);
    pt_rng rng = {1};
    for (int i = 0; i < 3000;
         i++) { /* one byte changed: never a crash, and never another end */
        PT_TEXT(why, 1024);
        pt_replay r;
        memcpy(copy, m->text, n + 1);
        copy[pt_below(&rng, (uint32_t)n)] = (char)(1 + pt_below(&rng, 255));
        if (!pt_replay_all(&r, copy, &why) && pt_head_of(r.state)->node == PT_OVER) {
            PT_TEXT(result, 128);
            pt_write_result(r.head.game, r.state, &result);
            cr_expect(!r.head.result[0] || strcmp(result.at, r.head.result) == 0);
        }
    }
    free(copy);
    free(m);
}
