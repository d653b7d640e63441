/* The JSON writer, and the little reader that the laws use to judge it. */
/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "laws/laws.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(json, commas_stand_between_values_only) {
    PT_TEXT(t, 256);
    pt_json j = pt_json_on(&t);
    pt_open(&j, '{');
    pt_key_int(&j, "a", -1);
    pt_key_open(&j, "b", '[');
    pt_json_bool(&j, true);
    pt_json_null(&j);
    pt_open(&j, '[');
    pt_close(&j, ']');
    pt_open(&j, '{');
    pt_close(&j, '}');
    pt_close(&j, ']');
    pt_key_bool(&j, "c", false);
    pt_key_str(&j, "d", "e");
    pt_close(&j, '}');
    cr_assert_str_eq(t.at, "{\"a\":-1,\"b\":[true,null,[],{}],\"c\":false,\"d\":\"e\"}");
    cr_assert(laws_is_json(t.at));
}

Test(json, strings_are_escaped) {
    PT_TEXT(t, 256);
    pt_json j = pt_json_on(&t);
    pt_json_str(&j, "say \"no\" \\ \n\t\x01 \xCF\x80");
    cr_assert_str_eq(t.at, "\"say \\\"no\\\" \\\\ \\n\\u0009\\u0001 \xCF\x80\"");
    cr_assert(laws_is_json(t.at));
    pt_clear(&t);
    j = pt_json_on(&t);
    pt_json_strn(&j, "abc", 2);
    cr_assert_str_eq(t.at, "\"ab\"");
}

/* Long texts are looked at eight characters at a time. */
Test(json, every_character_is_escaped_in_every_place_or_left_alone) {
    for (int c = 1; c < 256; c++)
        for (size_t at = 0; at < 19; at++) {
            PT_TEXT(t, 64);
            char s[20] = "abcdefghijklmnopqrs", wanted[64];
            pt_json j = pt_json_on(&t);
            s[at] = (char)c;
            pt_json_str(&j, s);
            char middle[8] = {(char)c, 0};
            if (c == '"' || c == '\\') snprintf(middle, sizeof middle, "\\%c", c);
            if (c < 0x20) snprintf(middle, sizeof middle, "\\u%04x", c);
            if (c == '\n') strcpy(middle, "\\n");
            snprintf(wanted, sizeof wanted, "\"%.*s%s%s\"", (int)at, s, middle, s + at + 1);
            cr_assert_str_eq(t.at, wanted);
        }
}

Test(json, numbers_reach_the_ends_of_64_bits) {
    PT_TEXT(t, 64);
    pt_json j = pt_json_on(&t);
    pt_open(&j, '[');
    pt_json_int(&j, INT64_MIN);
    pt_json_int(&j, INT64_MAX);
    pt_close(&j, ']');
    cr_assert_str_eq(t.at, "[-9223372036854775808,9223372036854775807]");
}

Test(json, the_reader_of_the_laws_knows_json_from_anything_else) {
    const char *const good[] = {
        "1", " -20 ", "\"\"", "[]", "{}", "[1, 2]", "{\"a\": [null, true], \"b\": \"\\\"\"}"};
    const char *const bad[] = {"",     "01",  "[1,]", "{\"a\"}",  "{a:1}", "[1 2]", "\"",
                               "[1]]", "nul", "{,}",  "[,1]",     "-",     "[",     "{\"a\":}",
                               "\"\\", "1 1", "}",    "\"a\nb\"", "[1,",   "tru"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(laws_is_json(good[i]), "refused %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(!laws_is_json(bad[i]), "accepted %s", bad[i]);
}
