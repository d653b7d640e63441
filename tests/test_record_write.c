/* Records: what is written, what a replay refuses, and who comes where in the end.
 * docs/records.md */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include "tests/make_record.h"
#include <criterion/criterion.h>

enum { EN = PT_LANGUAGE_en, DE = PT_LANGUAGE_de };

/* --- writing a head --- */

static const char *const modes[] = {"slow", "quick", "wild"};
static const pt_option options[] = {{"mode", 2, 4, 2, modes}, {"size", -5, 5, 0, NULL}};
static const pt_game quarry = {
    .name = "quarry", .rules = 3, .options = options, .option_count = 2};

static void writes(const pt_record_head *h, const char *wanted) {
    PT_TEXT(out, 1000);
    pt_write_head(h, &out);
    cr_expect_str_eq(out.at, wanted, "%s\nnot\n%s", out.at, wanted);
}

/* Each value is as short as it can be. */
Test(record_write, a_head_has_a_tag_for_all_that_is_known) {
    pt_record_head h = {
        .game = &quarry,
        .config = {.seats = 3, .option = {3, -5}},
        .player = {"A", "", "C", "D"},
        .table = "t",
        .commit = "c",
        .seed = "s",
        .entropy = {"", "e", "f", "g"},
        .result = "7",
    };
    writes(&h, "[Game \"quarry\"]\n[Rules \"3\"]\n[Players \"3\"]\n"
               "[Options \"mode=quick size=-5\"]\n[Player1 \"A\"]\n[Player3 \"C\"]\n"
               "[Table \"t\"]\n[Commit \"c\"]\n[Entropy2 \"e\"]\n[Entropy3 \"f\"]\n"
               "[Seed \"s\"]\n[Result \"7\"]\n");
    h = (pt_record_head){.game = &quarry, .config = {.seats = 5, .option = {4, 5}}};
    h.player[4][0] = 'E';
    h.entropy[0][0] = 'e';
    writes(&h, "[Game \"quarry\"]\n[Rules \"3\"]\n[Players \"5\"]\n"
               "[Options \"mode=wild size=5\"]\n[Player5 \"E\"]\n[Entropy1 \"e\"]\n"
               "[Result \"*\"]\n");
}

Test(record_write, a_value_stays_on_its_line_and_inside_its_quotes) {
    pt_game plain = quarry;
    plain.option_count = 0;
    pt_record_head h = {.game = &plain, .config = {.seats = 1}};
    strcpy(h.player[0], "a\nb\rc\\d\"e\tf");
    writes(&h, "[Game \"quarry\"]\n[Rules \"3\"]\n[Players \"1\"]\n"
               "[Player1 \"a b c\\\\d\\\"e\tf\"]\n[Result \"*\"]\n");
}

static int32_t half_points[PT_SEATS] = {41, -3, 0, 8, 1};
static void score(const void *s, int32_t points[PT_SEATS]) {
    (void)s;
    memcpy(points, half_points, sizeof half_points);
}

Test(record_write, a_result_is_the_points_of_each_seat) {
    const pt_game g = {.score = score, .score_den = 1},
                  halves = {.score = score, .score_den = 2};
    for (uint8_t seats = 1; seats <= PT_SEATS; seats += 4) {
        pt_head s = {.seats = seats};
        PT_TEXT(one, 100);
        PT_TEXT(two, 100);
        pt_write_result(&g, &s, &one);
        pt_write_result(&halves, &s, &two);
        cr_expect_str_eq(one.at, seats == 1 ? "41" : "41 -3 0 8 1");
        cr_expect_str_eq(two.at, seats == 1 ? "20.5" : "20.5 -1.5 0 4 0.5");
    }
}

/* --- the tidy form --- */

#define TAGS "[Game \"mykerinos\"]\n[Rules \"1\"]\n[Players \"3\"]\n"

static void tidies(const char *text, const char *wanted) {
    PT_TEXT(out, 1000);
    PT_TEXT(why, 200);
    int line = -1;
    cr_assert_eq(pt_tidy_record(text, &out, &line, &why), PT_OK, "%s", why.at);
    cr_expect_str_eq(out.at, wanted, "%s\nnot\n%s", out.at, wanted);
}

Test(record_write, the_tidy_form_has_tags_then_comments_and_moves_with_theirs) {
    tidies("[Players \"3\"][Game \"mykerinos\"]", TAGS "\n");
    tidies(TAGS "[Result \"*\"]", TAGS "[Result \"*\"]\n\n");
    tidies("* wing V {a}\n[Event \"e\"]" TAGS "{b} {c\n d}\n 1  start   a1 # e\n{f}",
           TAGS "[Event \"e\"]\n\n* wing V {a} {b} {c d}\n1 start a1 {f}\n");
    tidies(TAGS "{a}{}{b}\n3  resigns{c}\n{ d}", TAGS "\n{a}\n{b}\n3 resigns {c} {d}\n");
    tidies(TAGS "[Player0 \"a\"][Seed \"aa\"][Seat \"b\"][Entropy6 \"c\"][Players3 \"d\"]"
                "[Entropy2 \"ff\"][Table \"t\"][Commit \"cc\"][Options \"\"][Player5 \"x\"]",
           TAGS "[Table \"t\"]\n[Commit \"cc\"]\n[Entropy2 \"ff\"]\n[Seed \"aa\"]\n"
                "[Player0 \"a\"]\n[Seat \"b\"]\n[Entropy6 \"c\"]\n[Players3 \"d\"]\n\n");
}

Test(record_write, an_unknown_move_has_no_tidy_form) {
    PT_TEXT(out, 1000);
    PT_TEXT(why, 200);
    int line = -1;
    cr_expect_eq(pt_tidy_record(TAGS "* wing V\n1 jump\n2 start a1\n", &out, &line, &why),
                 PT_UNREADABLE);
    cr_expect_eq(line, 5);
    cr_expect_str_eq(why.at, "'jump' is not a move of Mykerinos");
    cr_expect_eq(pt_tidy_record("[Game \"chess\"]", &out, &line, NULL), PT_UNREADABLE);
    cr_expect_eq(line, 1);
}

/* --- replaying --- */

#define DRAWS                                                                                  \
    "* first 1\n* wing V\n* wing L\n* wing B\n* wing K\n* wing T\n* deal V1\n* deal L1\n"      \
    "* deal B1\n* deal K1\n* deal T1\n* deal V2\n* deal L2\n* deal B2\n"

static const struct {
    const char *text;
    int language, line;
    const char *words, *key;
} refused[] = {
    {TAGS "* wing V\n", EN, 4, "* wing V: this cannot be drawn here", "not-drawn"},
    {TAGS "* wing V\n", DE, 4, "* wing V: das kann hier nicht gelost werden", "not-drawn"},
    {TAGS "* jump\n", EN, 4, "* jump: this is not a move of Mykerinos", "not-a-move"},
    {TAGS "{a}\n4 jump\n", EN, 5, "4 jump: this is not a move of Mykerinos", "not-a-move"},
    {TAGS "4 pass\n", EN, 4, "4 pass: there are only 3 players", "no-player"},
    {TAGS "5  pass\n", EN, 4, "5 pass: there are only 3 players", "no-player"},
    {TAGS DRAWS "2 start a1\n", EN, 18, "2 start a1: R4.2: it is player 1's turn",
     "not-your-turn"},
    {TAGS DRAWS "1 start a1\n2 start a1\n", EN, 19, "2 start a1: R4.3: a1 holds a cube already",
     "space-taken"},
    {TAGS "4 resigns\n", EN, 4, "there are only 3 players", "no-player"},
    {TAGS "3 resigns\n* first 1\n", EN, 5,
     "* first 1: a player has resigned, so the game has stopped", "stopped"},
    {TAGS "3 resigns\n1 resigns\n* jump\n", EN, 6,
     "* jump: a player has resigned, so the game has stopped", "stopped"},
    {TAGS "[Result \"0 0 0\"]", EN, 4, "Result 0 0 0: the game is not over", "result-early"},
    {TAGS "\n[Result \" 0 0  1 \"]\n1 resigns", EN, 5, "Result 0 0 1: the scores are 0 0 0",
     "result-wrong"},
    {TAGS "\n[Result \" * \"]\n1 resigns", EN, 0, "", NULL},
    {TAGS "[Result \"\"]\n1 resigns", EN, 0, "", NULL},
    {TAGS "[Result \"0  0\t0 \"]\n* first 2\n2 resigns\n", EN, 0, "", NULL},
};

Test(record_write, a_replay_says_which_move_is_wrong_and_why) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        pt_replay r;
        PT_TEXT_IN(why, 300, refused[i].language);
        pt_err err = refused[i].line ? PT_REFUSED : PT_OK;
        cr_expect_eq(pt_replay_all(&r, refused[i].text, &why), err, "%s", refused[i].text);
        cr_expect_str_eq(why.at, refused[i].words, "%s", why.at);
        if (err) cr_expect_eq(r.line, refused[i].line, "%s: %d", refused[i].text, r.line);
        cr_expect((why.key == NULL) == (refused[i].key == NULL) &&
                      (!why.key || strcmp(why.key, refused[i].key) == 0),
                  "%s: %s", refused[i].text, why.key ? why.key : "no key");
        cr_expect_eq(pt_replay_all(&r, refused[i].text, NULL), err);
    }
}

Test(record_write, what_comes_after_the_end_of_a_game_is_wrong) {
    made *m = make_record(pt_game_named("mykerinos"), 2, 9, 1 << 16, false);
    static const char *const lines[] = {"2 resigns", "1 resigns"};
    static const char *const words[] = {"2 resigns: the game is over",
                                        "1 resigns: the game is over"};
    size_t n = strlen(m->text);
    for (int i = 0; i < 2; i++) {
        PT_TEXT(why, 200);
        pt_replay r;
        strcpy(m->text + n, lines[i]);
        cr_expect_eq(pt_replay_all(&r, m->text, &why), PT_REFUSED);
        cr_expect_str_eq(why.at, words[i]);
        cr_expect_eq(r.resigned, 0);
    }
    m->text[n] = 0;
    PT_TEXT(why, 200);
    PT_TEXT(wanted, 200);
    pt_replay r;
    char *open = changed(m->text, "[Result \"", "[Result \"*\"][Was \"");
    cr_expect_eq(pt_replay_all(&r, open, &why), PT_REFUSED);
    pt_put(&wanted, "Result *: the game is over, with %s", m->head.result);
    cr_expect_str_eq(why.at, wanted.at);
    free(open);
    free(m);
}

/* --- places --- */

static const uint8_t *ranks;
static void rank(const void *s, uint8_t place[PT_SEATS]) {
    (void)s;
    memcpy(place, ranks, PT_SEATS);
}

/* Those who resigned share the last place; the others keep their order. */
Test(record_write, places_are_those_of_the_game_with_the_resigned_last) {
    static const struct {
        uint8_t seats, resigned, rank[PT_SEATS], place[PT_SEATS];
    } rows[] = {
        {5, 0, {3, 1, 2, 5, 4}, {3, 1, 2, 5, 4}},
        {5, 1 << 1, {3, 1, 2, 5, 4}, {2, 5, 1, 4, 3}},
        {5, 1 << 0 | 1 << 4, {3, 1, 2, 5, 4}, {4, 1, 2, 3, 4}},
        {5, 1 << 3, {1, 1, 3, 3, 5}, {1, 1, 3, 5, 4}},
        {3, 1 << 2, {2, 2, 1, 9, 9}, {1, 1, 3, 0, 0}},
        {3, 0, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
        {2, 1 << 0 | 1 << 1, {1, 2, 0, 0, 0}, {1, 1, 0, 0, 0}},
        {2, 1 << 0, {1, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    };
    const pt_game g = {.rank = rank};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_replay r = {.head = {.game = &g, .config = {.seats = rows[i].seats}}};
        uint8_t place[PT_SEATS];
        memset(place, 77, sizeof place);
        r.resigned = rows[i].resigned;
        ranks = rows[i].rank;
        pt_replay_places(&r, place);
        for (int seat = 0; seat < PT_SEATS; seat++)
            cr_expect_eq(place[seat], rows[i].place[seat], "%zu: seat %d is %d", i, seat,
                         place[seat]);
    }
}
