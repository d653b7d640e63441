/* Sentences put into words, place by place: texts as tools/words.py writes them, with a small
 * catalogue made by hand. tests/test_words.c has those of a catalogue's file. */
/* SPDX-License-Identifier: MIT */
#include "core/say.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { EN = PT_LANGUAGE_en, FR = PT_LANGUAGE_fr, DE = PT_LANGUAGE_de };

/* Fact n is 10 n + 1. */
static int32_t fact(int number) { return 10 * number + 1; }

static const pt_catalogue words;
static const char *const isle_en[] = {"isle", "isles", "port", "ports", "sea {#2}", "seas"};
static const char *const isle_fr[] = {"île", "îles", "port", "ports", "mer {#2}", "mers"};
static const char *const colour_en[] = {"red", "blue"};
static const char *const colour_fr[] = {"rouge", "rouges", "bleu", "bleus"};
static const pt_names isles = {
    .name = "isle",
    .of = &words,
    .count = 3,
    .in = {{isle_en, 2, "plural", NULL},
           {isle_fr, 2, "plural", "101"},
           {isle_en, 2, "plural", "201"}},
};
static const pt_names colours = {
    .name = "colour",
    .of = &words,
    .count = 2,
    .in = {{colour_en, 1, NULL, NULL},
           {colour_fr, 2, "plural", "00"},
           {colour_en, 1, NULL, "00"}},
};
static const pt_names *const lists[] = {&isles, &colours};
static const pt_catalogue words = {.names = lists, .lists = 2, .fact = fact};

/* The text in this language, with these numbers as its arguments. */
static void says(int language, const char *text, const int32_t n[3], const char *wanted) {
    const pt_phrase phrase = {"key", &words, "nnn", {text, text, text}};
    pt_said said = {.phrase = &phrase, .arg = {{.n = n[0]}, {.n = n[1]}, {.n = n[2]}}};
    PT_TEXT_IN(found, 200, language);
    pt_say(&found, said);
    cr_expect_str_eq(found.at, wanted, "'%s' is '%s', not '%s'", text, found.at, wanted);
}

Test(say, a_place_is_a_number_a_fact_or_a_name) {
    static const struct {
        int language;
        const char *text;
        int32_t n[3];
        const char *said;
    } rows[] = {
        {EN, "", {0}, ""},
        {EN, "no place", {0}, "no place"},
        {EN, "{0}", {-12}, "-12"},
        {EN, "{2}{0}{1}", {4, 5, 6}, "645"},
        {EN, "a {1} b", {0, 7}, "a 7 b"},
        {EN, "{#0}{#9}-{#10} {#128}", {0}, "191-101 1281"},
        {EN, "{0@0}", {0}, "isle"},
        {EN, "{0@0} {1@0}", {1, 2}, "port sea 21"},
        {EN, "{0@0.1} {0@0.0} {0@1}", {1}, "ports port blue"},
        {EN, "{0@0} {0@1}", {2}, "sea 21 2"}, /* a number without a name is a number */
        {EN, "{0@0}", {3}, "3"},
        {FR, "{0@0.1}", {0}, "îles"},
        {FR, "{0@1} {0@1.1}", {1}, "bleu bleus"},
        /* one or more */
        {EN, "{0?one|more}", {0}, "more"},
        {EN, "{0?one|more}", {1}, "one"},
        {EN, "{0?one|more}", {-1}, "one"},
        {EN, "{0?one|more}", {2}, "more"},
        {EN, "{0?one|more}", {-2}, "more"},
        {FR, "{0?one|more}", {0}, "one"},
        {FR, "{0?one|more}", {1}, "one"},
        {FR, "{0?one|more}", {2}, "more"},
        {FR, "{0?one|more}", {-2}, "more"},
        {DE, "{0?one|more}", {0}, "more"},
        {EN, "{#0?one|more} {#1?one|more}", {5}, "one more"},
        {EN, "{0?|s}{1?|s}", {1, 2}, "s"},
        /* a choice in a choice */
        {EN, "{0?a {1?b|c} d|{2}} e", {1, 1, 9}, "a b d e"},
        {EN, "{0?a {1?b|c} d|{2}} e", {1, 2, 9}, "a c d e"},
        {EN, "{0?a {1?b|c} d|{2}} e", {2, 1, 9}, "9 e"},
        {EN, "{0?{1?{2?x|y}|z}|{1?v|w}}", {1, 1, 2}, "y"},
        {EN, "{0?{1?{2?x|y}|z}|{1?v|w}}", {2, 2, 2}, "w"},
        /* by gender */
        {FR, "{0@0?un|une} {0@0}", {0}, "une île"},
        {FR, "{0@0?un|une} {0@0}", {1}, "un port"},
        {FR, "{0@0?un|une} {0@0}", {2}, "une mer 21"},
        {DE, "{0@0?der|die|das} {1@0?er|sie|es}", {0, 1}, "das er"},
        {DE, "{0@0?der|die|das} {1@0?er|sie|es}", {2, 0}, "die es"},
        /* capitals and elisions */
        {EN, "{^0@0}, {^0@0.1}", {1}, "Port, Ports"},
        {EN, "{^0@0} {^1}", {2, 8}, "Sea 21 8"},
        {FR, "d{~e0@0}, d{~e1@0}", {0, 1}, "d\u2019île, de port"},
        {FR, "l{~a^0@0}, l{~a^1@0}", {0, 2}, "l\u2019Île, la Mer 21"},
        {FR, "d{~e0?une|deux}, d{~e1?une|deux}", {1, 2}, "d\u2019une, de deux"},
        {FR, "d{~e#3}", {0}, "de 31"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        says(rows[i].language, rows[i].text, rows[i].n, rows[i].said);
}

Test(say, arguments_are_numbers_texts_and_sayings) {
    const pt_phrase inner = {"inner", &words, "n", {"<{0}>", "", ""}};
    const pt_phrase outer = {"outer", &words, "ntsnts", {"{5} {4} {3} {2} {1} {0}", "", ""}};
    pt_said first = {&inner, {{.n = 1}}}, second = {&inner, {{.n = 2}}};
    pt_said said = {&outer,
                    {{.n = 7},
                     {.text = "{0}"},
                     {.said = &first},
                     {.n = 8},
                     {.text = ""},
                     {.said = &second}}};
    PT_TEXT(found, 100);
    pt_say(&found, said);
    cr_expect_str_eq(found.at, "<2>  8 <1> {0} 7");
}

static void says_text(const char *text, const char *argument, const char *before,
                      const char *then) {
    const pt_phrase phrase = {"key", &words, "t", {text, text, text}};
    PT_TEXT_IN(found, 100, FR);
    PT_TEXT(wanted, 100);
    pt_say(&found, (pt_said){&phrase, {{.text = argument}}});
    pt_put(&wanted, "%s%s", before, then);
    cr_expect_str_eq(found.at, wanted.at, "'%s', not '%s'", found.at, wanted.at);
}

Test(say, the_first_letter_becomes_a_capital) {
    static const struct {
        const char *text, *capital;
    } rows[] = {
        {"abc", "Abc"}, {"zab", "Zab"}, {"`a", "`a"}, {"{a", "{a"}, {"Ab", "Ab"},
        {"1a", "1a"},   {"", ""},       {"b", "B"},   {"à", "À"},   {"éa", "Éa"},
        {"öl", "Öl"},   {"þa", "Þa"},   {"ÿa", "ÿa"}, {"÷a", "÷a"}, {"øa", "Øa"},
        {"Éa", "Éa"},   {"œuf", "Œuf"}, {"Œu", "Œu"}, {"ŝa", "ŝa"}, {"ça", "Ça"},
        {"öa", "Öa"},   {"ßa", "ßa"},   {"Ġa", "Ġa"}, {"Ǡa", "Ǡa"}, {"Óa", "Óa"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        says_text("{^0}", rows[i].text, "", rows[i].capital);
}

/* Vowels of western Europe; y is none in French names (de Yves). */
static const char vowels[] = "a e i o u A E I O U "
                             "à á â ã ä å æ è é ê ë ì í î ï ò ó ô õ ö ø ù ú û ü "
                             "À Á Â Ã Ä Å Æ È É Ê Ë Ì Í Î Ï Ò Ó Ô Õ Ö Ø Ù Ú Û Ü œ Œ ";

Test(say, a_vowel_takes_the_vowel_before_it) {
    char text[16];
    for (int c = 0x20; c < 0x160; c++) {
        if (c == 'h' || c == 'H' || (c >= 0x7F && c < 0xC0)) continue;
        if (c == 0xD7 || c == 0xF7) continue; /* times and divided by are no letters */
        char letter[3] = {(char)c, 0, 0}, wanted[4];
        if (c >= 0x80) {
            letter[0] = (char)(0xC0 | c >> 6);
            letter[1] = (char)(0x80 | (c & 0x3F));
        }
        snprintf(wanted, sizeof wanted, "%s ", letter);
        snprintf(text, sizeof text, "%sbc", letter);
        bool vowel = c != ' ' && strstr(vowels, wanted);
        says_text("d{~e0}", text, vowel ? "d\u2019" : "de ", text);
    }
}

Test(say, a_letter_alone_is_no_word) {
    static const char *const alone[] = {"a", "e4", "a b", "a@", "a[", "a`", "a{", "o'", "A-b"};
    static const char *const word[] = {"aa", "az", "aA", "aZ", "am", "AB", "aé", "Oé"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        says_text("qu{~e0}", alone[i], "que ", alone[i]);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        says_text("qu{~e0}", word[i], "qu\u2019", word[i]);
}

Test(say, an_h_is_mute_but_in_words_that_are_listed) {
    static const char *const mute[] = {"hier", "Hadès", "HA", "harpe", "harpi", "Hérode"};
    static const char *const spoken[] = {"harpie", "Harpie", "HARPIE", "harpies", "Harpie 2"};
    for (size_t i = 0; i < sizeof mute / sizeof *mute; i++)
        says_text("d{~e0}", mute[i], "d\u2019", mute[i]);
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
        says_text("d{~e0}", spoken[i], "de ", spoken[i]);
}

static void named(const pt_names *names, int language, int value, int form,
                  const char *wanted) {
    PT_TEXT_IN(found, 40, language);
    pt_say_form(&found, names, value, form);
    cr_expect_str_eq(found.at, wanted);
    if (form) return;
    pt_clear(&found);
    pt_say_name(&found, names, value);
    cr_expect_str_eq(found.at, wanted);
}

Test(say, a_name_is_said_alone_in_each_of_its_forms) {
    named(&isles, EN, 0, 0, "isle");
    named(&isles, EN, 0, 1, "isles");
    named(&isles, EN, 2, 0, "sea 21");
    named(&isles, FR, 2, 1, "mers");
    named(&isles, DE, 1, 1, "ports");
    named(&colours, FR, 1, 0, "bleu");
    pt_say_form(NULL, &isles, 0, 1);
}

/* A piece that is fitted has 599 letters at most; others have no limit. */
Test(say, pieces_may_be_long) {
    static char text[901], wanted[1000];
    PT_TEXT_IN(found, 1000, FR);
    const pt_phrase fitted = {"key", &words, "t", {"", "d{~e^0}.", ""}};
    const pt_phrase plain = {"key", &words, "t", {"", "({0})", ""}};
    memset(text, 'a', 599);
    snprintf(wanted, sizeof wanted, "d\u2019A%s.", text + 1);
    pt_say(&found, (pt_said){&fitted, {{.text = text}}});
    cr_expect_str_eq(found.at, wanted);
    memset(text, 'a', 900);
    pt_clear(&found);
    snprintf(wanted, sizeof wanted, "(%s)", text);
    pt_say(&found, (pt_said){&plain, {{.text = text}}});
    cr_expect_str_eq(found.at, wanted);
}

/* --- looking up --- */

Test(say, phrases_are_found_by_their_keys_in_catalogues_of_any_size) {
    static char key[12][4];
    static pt_phrase phrases[12];
    for (int n = 0; n <= 12; n++) {
        for (int i = 0; i < n; i++) {
            snprintf(key[i], sizeof key[i], "%c", 'b' + 2 * i);
            phrases[i] = (pt_phrase){.key = key[i]};
        }
        const pt_catalogue c = {.phrase = phrases, .phrases = n};
        for (int i = 0; i < n; i++)
            cr_expect_eq(pt_phrase_named(&c, key[i]), &phrases[i], "%d of %d", i, n);
        for (int i = 0; i <= n; i++) {
            char other[] = {(char)('a' + 2 * i), 0};
            cr_expect_null(pt_phrase_named(&c, other), "%s of %d", other, n);
        }
    }
}

Test(say, lists_of_names_are_found_by_their_names) {
    const pt_catalogue one = {.names = lists, .lists = 1};
    cr_expect_eq(pt_names_named(&words, "isle"), &isles);
    cr_expect_eq(pt_names_named(&words, "colour"), &colours);
    cr_expect_null(pt_names_named(&words, "col"));
    cr_expect_null(pt_names_named(&one, "colour"));
}

Test(say, a_language_is_named_by_its_code_alone_or_with_what_systems_add) {
    static const struct {
        const char *code;
        int language;
    } rows[] = {
        {"en", EN},      {"fr", FR},    {"de", DE},       {"EN", EN},        {"fR", FR},
        {"fr_FR", FR},   {"fr-CH", FR}, {"de.UTF-8", DE}, {"de@euro", DE},   {"e", -1},
        {"", -1},        {"_fr", -1},   {"frr", -1},      {"f", -1},         {"en US", -1},
        {"den", -1},     {"xn", -1},    {"be", -1},       {"fre_FR", -1},    {"@", -1},
        {"C.UTF-8", -1}, {"eN_x", EN},  {"de_DE.x", DE},  {"french-FR", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(pt_language_named(rows[i].code), rows[i].language, "%s", rows[i].code);
    cr_expect_str_eq(pt_language_codes[FR], "fr");
    cr_expect_str_eq(pt_language_titles[FR], "Français");
}
