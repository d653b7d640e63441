/* Records, letter by letter: which entries a text has, what each says and where it stands, and
 * what is said about a text that is wrong. docs/records.md */
/* SPDX-License-Identifier: MIT */
#include "core/record.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* --- entries --- */

/* All entries of a text, each as "LINE what it is;", with its comments as they stand. */
static const char *entries(const char *text) {
    static const char *const kinds[] = {"end", "tag", "move", "resign", "note", "bad"};
    static char memory[8192];
    pt_text out = pt_text_on(memory, sizeof memory);
    pt_reader r = pt_read_record(text);
    pt_entry e;
    pt_entry_kind kind;
    do {
        kind = pt_next_entry(&r, &e);
        cr_assert_eq(kind, e.kind);
        pt_put(&out, "%d %s", e.line, kinds[kind]);
        if (e.name[0]) pt_put(&out, " %s", e.name);
        if (kind == PT_ENTRY_MOVE || kind == PT_ENTRY_RESIGN)
            pt_put(&out, " %d", e.seat);
        else if (kind != PT_ENTRY_BAD)
            cr_assert_eq(e.seat, PT_LUCK);
        if (e.text[0]) pt_put(&out, " '%s'", e.text);
        if (kind != PT_ENTRY_BAD) pt_putn(&out, e.notes.at, e.notes.length);
        if (kind != PT_ENTRY_END) pt_puts(&out, "; ");
    } while (kind != PT_ENTRY_END && kind != PT_ENTRY_BAD);
    cr_assert(!out.cut);
    return memory;
}

static const struct {
    const char *text, *entries;
} rows[] = {
    {"", "1 end"},
    {"\xEF\xBB\xBF", "1 end"},
    {" \t\n\v\f\r# all [this] {is} blank\n\n", "4 end"},
    {"# to the end", "1 end"},
    /* tags */
    {"[A \"\"]", "1 tag A; 1 end"},
    {"[AZaz09_ \"v\"][b\"w\"]\n[c \"x\"]",
     "1 tag AZaz09_ 'v'; 1 tag b 'w'; 2 tag c 'x'; 2 end"},
    {"[ #n\n A\n \"v\"#n\n]", "1 tag A 'v'; 4 end"},
    {"[A \"\\\"\\\\\\x \\\"\"]", "1 tag A '\"\\\\x \"'; 1 end"},
    {"[A \"]\"]", "1 tag A ']'; 1 end"},
    {"[]", "1 bad 'a tag is written [Name \"value\"]'; "},
    {"[\"v\"]", "1 bad 'a tag is written [Name \"value\"]'; "},
    {"[A]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A v]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"\n[A@ \"v\"]", "2 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A[ \"v\"]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A` \"v\"]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A{ \"v\"]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A/ \"v\"]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A: \"v\"]", "1 bad A 'a tag is written [Name \"value\"]'; "},
    {"[A \"v", "1 bad A 'the value of this tag does not end'; "},
    {"[A \"v\n\"]", "1 bad A 'the value of this tag does not end'; "},
    {"[A \"v\\\"]", "1 bad A 'the value of this tag does not end'; "},
    {"[A \"v\"\n\n", "1 bad A 'a tag ends with ]'; "},
    {"[A \"v\")", "1 bad A 'a tag ends with ]'; "},
    /* moves */
    {"* first 2", "1 move -1 'first 2'; 1 end"},
    {"1 a\n5 b", "1 move 0 'a'; 2 move 4 'b'; 2 end"},
    {"\t2\va \f b\r\n3\tc", "1 move 1 'a b'; 2 move 2 'c'; 2 end"},
    {"1 a# {not kept}\n", "1 move 0 'a'; 2 end"},
    {"1 a#b{c", "1 move 0 'a'; 1 end"},
    {"1 a{n}b\n", "1 move 0 'a'{n}; 1 bad ''b' is neither a tag, a move nor a comment'; "},
    {"1 a {n}\n\n#c\n{m} 2 b", "1 move 0 'a'{n}\n\n#c\n{m}; 4 move 1 'b'; 4 end"},
    {"1 a\n{n\n}\n2 b{}", "1 move 0 'a'{n\n}; 4 move 1 'b'{}; 4 end"},
    {"1 a\n# c\n[A \"\"]", "1 move 0 'a'; 3 tag A; 3 end"},
    {"1", "1 bad 'a move is missing after '1''; "},
    {"*\n1 a", "1 bad 'a move is missing after '*''; "},
    {"2 #c", "1 bad 'a move is missing after '2''; "},
    {"2 {n}", "1 bad 'a move is missing after '2''; "},
    {"2#c", "1 bad 'a blank is missing after '2''; "},
    {"3x", "1 bad 'a blank is missing after '3''; "},
    {"**", "1 bad 'a blank is missing after '*''; "},
    {"0 a", "1 bad ''0 a' is neither a tag, a move nor a comment'; "},
    {"6 a\r\n", "1 bad ''6 a' is neither a tag, a move nor a comment'; "},
    {"\n1 a\n{n}\n{m", "4 bad 'a comment begins with { here and does not end'; "},
    {"1 a {", "1 bad 'a comment begins with { here and does not end'; "},
    /* resignations */
    {"2 resigns", "1 resign 1 'resigns'; 1 end"},
    {"2  resigns {enough}", "1 resign 1 'resigns'{enough}; 1 end"},
    {"* resigns", "1 move -1 'resigns'; 1 end"},
    {"2 resigns now", "1 move 1 'resigns now'; 1 end"},
    /* comments */
    {"{a}{b}\n{ c\n}", "1 note{a}; 1 note{b}; 2 note{ c\n}; 3 end"},
    {"[A \"\"]{a}1 b", "1 tag A; 1 note{a}; 1 move 0 'b'; 1 end"},
    {"\n{a", "2 bad 'a comment begins with { here and does not end'; "},
    /* anything else */
    {"hello\rworld", "1 bad ''hello' is neither a tag, a move nor a comment'; "},
    {"}", "1 bad ''}' is neither a tag, a move nor a comment'; "},
    {"a line of forty letters is shown to its end, no more",
     "1 bad ''a line of forty letters is shown to its ' is neither a tag, a move nor a "
     "comment'; "},
};

Test(record_read, a_text_has_these_entries_in_these_lines) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(entries(rows[i].text), rows[i].entries, "'%s':\n'%s', not\n'%s'",
                         rows[i].text, entries(rows[i].text), rows[i].entries);
}

/* `count` letters, in `text` with one %s. */
static const char *with_letters(const char *text, int count) {
    static char whole[4096], letters[2048];
    memset(letters, 'x', (size_t)count);
    letters[count] = 0;
    int n = snprintf(whole, sizeof whole, text, letters);
    cr_assert(n > 0 && (size_t)n < sizeof whole);
    return whole;
}

Test(record_read, names_values_and_moves_have_a_longest_length) {
    static const struct {
        const char *text;
        int most;
        const char *words;
    } limits[] = {
        {"[%s \"v\"]", 31, "this tag is too long"},
        {"[A \"%s\"]", 1023, "this tag is too long"},
        {"1 %s", 127, "this move is too long"},
        {"1 %s b", 125, "this move is too long"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int more = 0; more < 2; more++) {
            pt_reader r = pt_read_record(with_letters(limits[i].text, limits[i].most + more));
            pt_entry e;
            cr_expect_eq(pt_next_entry(&r, &e) == PT_ENTRY_BAD, more, "%s", limits[i].text);
            if (more) cr_expect_str_eq(e.text, limits[i].words);
        }
}

/* --- comments --- */

static void has_notes(const char *text, const char *wanted) {
    PT_TEXT(found, 200);
    pt_word notes = {text, strlen(text)};
    for (pt_word n = pt_next_note(&notes); n.length; n = pt_next_note(&notes))
        pt_put(&found, "<%.*s>", (int)n.length, n.at);
    cr_expect_str_eq(found.at, wanted, "'%s': %s, not %s", text, found.at, wanted);
    cr_expect_eq(pt_next_note(&notes).length, 0);
}

Test(record_read, comments_come_one_by_one_without_blanks_around_them) {
    has_notes("", "");
    has_notes(" \n", "");
    has_notes("{a}", "<a>");
    has_notes("{ a  b\n}{c}", "<a  b><c>");
    has_notes("{}{ \t\n\r}{d}{}", "<d>");
    has_notes("x{a}x {b}x", "<a><b>");
    has_notes("{a} # {b}\n{c}", "<a><c>");
    has_notes("{a #}{b}", "<a #><b>");
    has_notes("{a}# {b}", "<a>");
    has_notes("{{a}}", "<{a>");
    pt_word first = {"{a}{b}", 3}; /* what stands behind the notes is none of them */
    cr_expect(pt_is(pt_next_note(&first), "a"));
    cr_expect_eq(pt_next_note(&first).length, 0);
    first = (pt_word){"{ }{b}", 3};
    cr_expect_eq(pt_next_note(&first).length, 0);
}

Test(record_read, a_comment_is_found_by_its_name) {
    static const struct {
        const char *notes, *name, *found;
    } named[] = {
        {"{%clk 0:10}", "clk", "0:10"},
        {"{a}{%clk 1}{%clk 2}", "clk", "1"},
        {"{%clk\t1 2}", "clk", "1 2"},
        {"{%clk  x}", "clk", " x"},
        {"{%clk}", "clk", ""},
        {"{%clk }", "clk", ""},
        {"{%clock 1}", "clk", ""},
        {"{%clk 1}", "clock", ""},
        {"{%clk 1}", "cl", ""},
        {"{clk 1}", "clk", ""},
        {"{xclk 1}", "clk", ""},
        {"{ %eval 3 }", "eval", "3"},
        {"{%clk-1}{%clk 5}", "clk", "5"},
        {"{%c 1}{%clk 7}", "clk", "7"},
        {"", "clk", ""},
        {"{%clk 1}{%eval 2}", "eval", "2"},
        {"{%a x}", "a", "x"},
        {"{%clk 1}{%eval 2}", "clkx", ""},
        {"{%clk1 5}", "clk", ""},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        pt_word n =
            pt_note_named((pt_word){named[i].notes, strlen(named[i].notes)}, named[i].name);
        cr_expect(pt_is(n, named[i].found), "%s of %s: '%.*s'", named[i].name, named[i].notes,
                  (int)n.length, n.at);
    }
}

/* --- the head --- */

#define TAGS "[Game \"mykerinos\"]\n[Players \"3\"]\n"

static const struct {
    const char *text;
    int line;
    const char *words;
} heads[] = {
    {"", 1, "the tag Game is missing"},
    {"\n\n[Players \"3\"]", 1, "the tag Game is missing"},
    {"\n[Game \"mykerinos\"]", 1, "the tag Players is missing"},
    {"\n[Game \"chess\"]", 2, "no game is called 'chess'"},
    {"[Game \"a game whose name is a good deal longer than 40\"]", 1,
     "no game is called 'a game whose name is a good deal longer '"},
    {TAGS "[Game \"mykerinos\"]", 3, "the tag Game is given twice"},
    {TAGS "[Players \"3\"]", 3, "the tag Players is given twice"},
    {TAGS "\n[Rules \"1\"][Rules \"1\"]", 4, "the tag Rules is given twice"},
    {TAGS "[Rules \"x\"][Rules \"1\"]", 3, "the tag Rules is not a number"},
    {TAGS "[Rules \"100000\"]", 3, "the tag Rules is not a number"},
    {TAGS "\n[Rules \"99999\"]", 4,
     "this record is of rules version 99999; this program has version 1"},
    {"[Rules \"0\"]" TAGS, 1, "this record is of rules version 0; this program has version 1"},
    {"[Game \"mykerinos\"]\n\n[Players \"-1\"]", 3, "the tag Players is not a number"},
    {"[Game \"mykerinos\"]\n\n[Players \"\"]", 3, "the tag Players is not a number"},
    {"[Game \"mykerinos\"]\n\n[Players \"0\"]", 3, "Mykerinos is for 2 to 4 players, not 0"},
    {"[Game \"mykerinos\"]\n\n[Players \"99\"]", 3, "Mykerinos is for 2 to 4 players, not 99"},
    {"[Game \"mykerinos\"]\n\n[Players \"100\"]", 3, "Mykerinos is for 2 to 4 players, not 99"},
    {"[Game \"mykerinos\"]\n\n[Players \"258\"]", 3, "Mykerinos is for 2 to 4 players, not 99"},
    {TAGS "\n[Options \"a=1\"]", 4, "Mykerinos has no option 'a'"},
    {TAGS "[Options \"\"]\n[Options \"\"]", 4, "the tag Options is given twice"},
    {"[Game \"myst\"][Players \"2\"]\n[Options \"wy=7  hard=maybe\"]", 2,
     "option hard cannot be 'maybe': it is off or on"},
    {TAGS "[Table \"a b\"]", 3, "the tag Table is made of letters, digits, - . _"},
    {TAGS "[Table \"a/b\"]", 3, "the tag Table is made of letters, digits, - . _"},
    {TAGS "[Table \"a\"][Table \"a\"]", 3, "the tag Table is given twice"},
    {TAGS "[Commit \"0\"]", 3, "the tag Commit is not written in hexadecimal (0-9, a-f)"},
    {TAGS "[Commit \"0g\"]", 3, "the tag Commit is not written in hexadecimal (0-9, a-f)"},
    {TAGS "[Commit \"\"]\n[Commit \"00\"]", 4, "the tag Commit is given twice"},
    {TAGS "[Seed \"0A\"]", 3, "the tag Seed is not written in hexadecimal (0-9, a-f)"},
    {TAGS "[Seed \"0a\"]\n[Seed \"0a\"]", 4, "the tag Seed is given twice"},
    {TAGS "[Result \"*\"]\n[Result \"*\"]", 4, "the tag Result is given twice"},
    {TAGS "[Player1 \"a\"]\n[Player1 \"a\"]", 4, "the tag Player1 is given twice"},
    {TAGS "[Player5 \"a\"]\n[Player5 \"a\"]", 4, "the tag Player5 is given twice"},
    {TAGS "[Entropy3 \"x\"]", 3, "the tag Entropy3 is not written in hexadecimal (0-9, a-f)"},
    {TAGS "[Entropy5 \"aa\"]\n[Entropy5 \"aa\"]", 4, "the tag Entropy5 is given twice"},
    {TAGS "1 a\n[x]", 4, "a tag is written [Name \"value\"]"},
    /* What nobody knows may stand there, and twice. */
    {TAGS "[Player0 \"a\"][Player0 \"a\"][Player6 \"a\"][Player6 \"a\"]", 0, ""},
    {TAGS "[Player12 \"a\"][Player12 \"a\"][Player \"a\"][Player \"a\"]", 0, ""},
    {TAGS "[Entropy6 \"x\"][Entropy \"x\"][Event \"a\"][Event \"a\"][game \"a\"]", 0, ""},
    {TAGS "[Player1 \"a\"][Player2 \"a\"][Player3 \"a\"][Player4 \"a\"][Player5 \"a\"]", 0, ""},
    {TAGS "[Entropy1 \"\"][Entropy2 \"aa\"][Entropy3 \"aa\"][Entropy4 \"aa\"][Entropy5 \"\"]",
     0, ""},
    {TAGS "[Rules \"1\"][Options \"\"][Table \"aZ09-._\"][Commit \"\"][Seed \"\"][Result \"\"]",
     0, ""},
};

Test(record_read, a_head_that_is_wrong_says_where_and_why) {
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        pt_record_head head;
        int line = -1;
        PT_TEXT(why, 200);
        pt_err err = pt_read_head(heads[i].text, &head, &line, &why);
        bool players = strstr(heads[i].words, "is for");
        cr_expect_eq(err, !heads[i].line ? PT_OK : players ? PT_REFUSED : PT_UNREADABLE);
        cr_expect_eq(line, heads[i].line, "'%s': line %d", heads[i].text, line);
        cr_expect_str_eq(why.at, heads[i].words, "'%s': '%s'", heads[i].text, why.at);
        cr_expect_eq(pt_read_head(heads[i].text, &head, &line, NULL), err);
    }
}

Test(record_read, the_values_of_tags_have_a_longest_length) {
    static const struct {
        const char *tag;
        int most;
        char letter;
    } limits[] = {
        {"Player1", 63, 'x'},  {"Player5", 63, 'x'},   {"Table", 63, 'x'},
        {"Commit", 64, 'a'},   {"Seed", 64, 'a'},      {"Result", 127, 'x'},
        {"Options", 255, ' '}, {"Entropy2", 128, 'a'},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int more = 0; more < 3; more++) {
            char text[600] = TAGS, value[300], words[80];
            bool hex = limits[i].letter == 'a';
            int n = limits[i].most + more * (hex ? 2 : 1);
            memset(value, limits[i].letter, sizeof value);
            snprintf(text, sizeof text, TAGS "[%s \"%.*s\"]", limits[i].tag, n, value);
            snprintf(words, sizeof words, "the tag %s is too long", limits[i].tag);
            pt_record_head head;
            int line;
            PT_TEXT(why, 200);
            cr_expect_eq(pt_read_head(text, &head, &line, &why), more ? PT_UNREADABLE : PT_OK,
                         "%s %d", limits[i].tag, n);
            if (more) cr_expect_str_eq(why.at, words);
        }
}

static const char full_head[] =
    "[Game \"myst\"]\n[Rules \"1\"]\n[Players \"2\"]\n[Player1 \"Ada \\\"A\\\" \\\\\"]\n"
    "[Player2 \"Bo\"]\n[Table \"t-1\"]\n[Commit \"0a\"]\n[Entropy1 \"ff\"]\n[Entropy2 "
    "\"00\"]\n[Seed \"0b\"]\n[Result \"1 2\"]\n";

Test(record_read, what_the_tags_say_is_in_the_head) {
    pt_record_head h;
    int line;
    PT_TEXT(why, 200);
    cr_assert_eq(pt_read_head(full_head, &h, &line, &why), PT_OK, "%s", why.at);
    cr_expect_str_eq(h.game->name, "myst");
    cr_expect_eq(h.config.seats, 2);
    cr_expect_str_eq(h.player[0], "Ada \"A\" \\");
    cr_expect_str_eq(h.player[1], "Bo");
    cr_expect_str_eq(h.player[2], "");
    cr_expect_str_eq(h.table, "t-1");
    cr_expect_str_eq(h.commit, "0a");
    cr_expect_str_eq(h.seed, "0b");
    cr_expect_str_eq(h.entropy[0], "ff");
    cr_expect_str_eq(h.entropy[1], "00");
    cr_expect_str_eq(h.result, "1 2");
    cr_expect(h.line_of_commit == 7 && h.line_of_seed == 10 && h.line_of_result == 11);
}
