/* The JSON writer, and the little reader that the invariants use to judge it. */
/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "core/tape.h"
#include "invariants/invariants.h"
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
    cr_assert(invariants_is_json(t.at));
}

Test(json, strings_are_escaped) {
    PT_TEXT(t, 256);
    pt_json j = pt_json_on(&t);
    pt_json_str(&j, "say \"no\" \\ \n\t\x01 \xCF\x80");
    cr_assert_str_eq(t.at, "\"say \\\"no\\\" \\\\ \\n\\u0009\\u0001 \xCF\x80\"");
    cr_assert(invariants_is_json(t.at));
    pt_clear(&t);
    j = pt_json_on(&t);
    pt_json_strn(&j, "abc", 2);
    cr_assert_str_eq(t.at, "\"ab\"");
}

/* Texts are looked at eight or four characters at a time. */
Test(json, every_character_is_escaped_in_every_place_or_left_alone) {
    for (int c = 1; c < 256; c++)
        for (size_t i = 0; i < 20 * 20; i++) {
            size_t at = i % 20, length = i / 20;
            if (at >= length) continue;
            PT_TEXT(t, 64);
            char s[20] = "abcdefghijklmnopqrs", wanted[64];
            pt_json j = pt_json_on(&t);
            s[at] = (char)c;
            s[length] = 0;
            pt_json_str(&j, s);
            char middle[8] = {(char)c, 0};
            if (c == '"' || c == '\\') snprintf(middle, sizeof middle, "\\%c", c);
            if (c < 0x20) snprintf(middle, sizeof middle, "\\u%04x", c);
            if (c == '\n') strcpy(middle, "\\n");
            snprintf(wanted, sizeof wanted, "\"%.*s%s%s\"", (int)at, s, middle, s + at + 1);
            cr_assert_str_eq(t.at, wanted);
        }
}

/* A name of up to a cell's bytes is copied in one go; longer ones are measured first. Where
 * there is no room left for a text, the tape says so. */
Test(json, texts_of_every_length_come_back_from_a_tape) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnop";
    for (size_t n = 0; n < 40; n++) {
        pt_keys keys = {0};
        pt_datum cells[12];
        uint32_t wanted = (uint32_t)(2 + (n + sizeof *cells - 1) / sizeof *cells);
        char s[48], text[64];
        snprintf(s, sizeof s, "%.*s", (int)n, letters);
        snprintf(text, sizeof text, "{\"name\":\"%s\"}", s);
        for (uint32_t room = 1; room <= 12; room++) {
            memset(cells, 0xAA, sizeof cells);
            PT_TEXT(t, 128);
            pt_tape tape = pt_tape_on(cells, room, &keys);
            pt_json on_tape = pt_json_on_tape(&tape), j = pt_json_on(&t);
            pt_open(&on_tape, '{');
            pt_key_str(&on_tape, "name", s);
            pt_close(&on_tape, '}');
            cr_assert_eq(tape.cut, room < wanted, "%zu bytes on %u cells", n, room);
            if (tape.cut) continue;
            cr_assert_eq(cells->size, wanted);
            pt_json_datum(&j, &keys, cells);
            cr_assert_str_eq(t.at, text);
        }
    }
}

/* Keeps what it is told to, and writes the rest. */
static void put_numbers(pt_json *j, const char *first, bool keep, int n, int from) {
    pt_open(j, '{');
    pt_key_int(j, first, from);
    pt_key(j, "name");
    if (!keep || !pt_keep(j)) pt_json_str(j, from ? "other" : "a name of two cells");
    pt_key_open(j, "rows", '[');
    for (int i = 0; i < n; i++) {
        i += keep ? pt_keep_items(j, n / 2 - i) : 0;
        if (i == n) break;
        pt_open(j, '{');
        pt_key_int(j, "n", i + from);
        pt_key_open(j, "in", '[');
        if (!keep || !pt_keep(j)) pt_json_int(j, i + from);
        pt_close(j, ']');
        pt_close(j, '}');
    }
    pt_close(j, ']');
    pt_close(j, '}');
}

/* What is kept comes from the same place of the old tape, at any depth; where there was nothing
 * it is written. */
Test(json, a_tape_takes_over_what_stood_at_the_same_place) {
    pt_keys keys = {0};
    pt_datum old[64], cells[64];
    char was = 0;
    const struct {
        const char *first;
        int before, now;
        const char *text;
    } row[] = {
        {"n", 3, 4,
         "{\"n\":7,\"name\":\"a name of two cells\",\"rows\":[{\"n\":0,\"in\":[0]},{\"n\":1,"
         "\"in\":[1]},{\"n\":9,\"in\":[2]},{\"n\":10,\"in\":[10]}]}"},
        {"another", 0, 2,
         "{\"another\":7,\"name\":\"a name of two cells\",\"rows\":[{\"n\":7,\"in\":[7]},"
         "{\"n\":8,\"in\":[8]}]}"},
    };
    for (int i = 0; i < 2; i++) {
        PT_TEXT(t, 400);
        pt_tape first = pt_tape_on(old, 64, &keys);
        pt_json j = pt_json_on_tape(&first);
        put_numbers(&j, "n", false, row[i].before, 0);
        pt_tape next = pt_tape_after(cells, 64, &keys, &was, old);
        j = pt_json_on_tape(&next);
        cr_assert_eq(pt_was(&j), &was);
        put_numbers(&j, row[i].first, true, row[i].now, 7);
        cr_assert(!next.cut && next.next == cells + cells->size);
        j = pt_json_on(&t);
        pt_json_datum(&j, &keys, cells);
        cr_assert_str_eq(t.at, row[i].text);
    }
    PT_TEXT(t, 400);
    pt_json plain = pt_json_on(&t);
    cr_assert(!pt_was(&plain) && !pt_keep(&plain) && !pt_keep_items(&plain, 3));
}

/* Items that stood elsewhere in the old list, in any order; those that did not are written. */
Test(json, a_tape_takes_over_items_from_another_place) {
    pt_keys keys = {0};
    pt_datum old[32], cells[32];
    char was = 0;
    const int from[] = {1, 3, 3, 0, 4, -1, 2};
    PT_TEXT(t, 100);
    pt_tape first = pt_tape_on(old, 32, &keys),
            next = pt_tape_after(cells, 32, &keys, &was, old);
    pt_json j = pt_json_on_tape(&first), k = pt_json_on_tape(&next), text = pt_json_on(&t);
    pt_open(&j, '[');
    for (int i = 0; i < 4; i++) pt_json_int(&j, 10 + i);
    pt_close(&j, ']');
    pt_open(&k, '[');
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        if (from[i] < 0 || !pt_keep_item(&k, from[i])) pt_json_str(&k, "new");
    pt_close(&k, ']');
    cr_assert(!next.cut);
    pt_json_datum(&text, &keys, cells);
    cr_assert_str_eq(t.at, "[11,13,13,10,\"new\",\"new\",12]");
    cr_assert(!pt_keep_item(&text, 0));
}

/* A list of names is the same as its names one after the other, also where the room ends. */
Test(json, a_list_of_names_is_its_names) {
    const char *const names[] = {"a1", "", "a name with blanks", "b2"};
    const uint8_t which[] = {3, 0, 2, 1};
    for (size_t room = 2; room < 300; room++) {
        char one[300], other[300];
        pt_text t = pt_text_on(one, room), u = pt_text_on(other, room);
        pt_json j = pt_json_on(&t), k = pt_json_on(&u);
        pt_open(&j, '[');
        pt_open(&k, '[');
        for (int n = 0; n <= 4; n++) {
            pt_json_names(&j, names, which, n);
            pt_open(&k, '[');
            for (int i = 0; i < n; i++) pt_json_str(&k, names[which[i]]);
            pt_close(&k, ']');
        }
        pt_close(&j, ']');
        pt_close(&k, ']');
        cr_assert_str_eq(one, other);
        cr_assert_eq(t.cut, u.cut);
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
        cr_expect(invariants_is_json(good[i]), "refused %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(!invariants_is_json(bad[i]), "accepted %s", bad[i]);
}
