/* The JSON writer, and the little reader that the invariants use to judge it. */
/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "core/tape.h"
#include "invariants/invariants.h"
#include "tests/edge.h"
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

Test(json, what_is_escaped_has_its_commas_and_colons_too) {
    PT_TEXT(t, 256);
    pt_json j = pt_json_on(&t);
    pt_open(&j, '{');
    pt_key(&j, "a\"");
    pt_json_str(&j, "b\"");
    pt_key_open(&j, "c\"", '[');
    pt_json_str(&j, "d\"");
    pt_json_str(&j, "e\"");
    pt_close(&j, ']');
    pt_close(&j, '}');
    cr_assert_str_eq(t.at, "{\"a\\\"\":\"b\\\"\",\"c\\\"\":[\"d\\\"\",\"e\\\"\"]}");
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

/* A text as JSON, the plain way. */
static void escaped(const char *s, size_t n, char *out) {
    *out++ = '"';
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\')
            out += sprintf(out, "\\%c", c);
        else if (c == '\n')
            out += sprintf(out, "\\n");
        else if (c < 0x20)
            out += sprintf(out, "\\u%04x", c);
        else
            *out++ = s[i];
    }
    strcpy(out, "\"");
}

/* Texts are looked at eight or four characters at a time, so what stands around a character
 * must not matter: letters, the neighbours of what is escaped, bytes of UTF-8. */
Test(json, every_character_is_escaped_in_every_place_or_left_alone) {
    static const char bytes[] = "\xFF\x80\x7F\xA0 ~\xC3\x81\xDC\xA2"
                                "\xFF\x80\x7F\xA0 ~\xC3\x81\xDC";
    static const char *const around[] = {"abcdefghijklmnopqrs", "AAAAAAAAAAAAAAAAAAA",
                                         "! #[]! #[]! #[]! #[", bytes};
    for (int c = 1; c < 256; c++)
        for (size_t i = 0; i < 4 * 20 * 20; i++) {
            size_t at = i % 20, length = i / 20 % 20;
            if (at >= length) continue;
            PT_TEXT(t, 64);
            char s[20], wanted[64];
            pt_json j = pt_json_on(&t);
            memcpy(s, around[i / (20 * 20)], length);
            s[at] = (char)c;
            escaped(s, length, wanted);
            pt_json_strn(&j, s, length);
            cr_assert_str_eq(t.at, wanted);
        }
}

Test(json, no_byte_behind_a_text_is_read) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (size_t n = 0; n < sizeof letters; n++) {
        PT_TEXT(t, 64);
        char wanted[64];
        pt_json j = pt_json_on(&t);
        escaped(letters, n, wanted);
        pt_json_strn(&j, at_the_edge(letters, n), n);
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

/* What is written for `room` bytes of text, with memory behind them that must stay as it is. */
typedef struct sheet {
    char memory[300];
    pt_text text;
    pt_json json;
} sheet;

static void begin(sheet *s, size_t room) {
    memset(s->memory, '~', sizeof s->memory);
    s->text = pt_text_on(s->memory, room);
    s->json = pt_json_on(&s->text);
}

static void same(const sheet *a, const sheet *b) {
    cr_assert_str_eq(a->memory, b->memory);
    cr_assert_eq(a->text.used, strlen(a->memory));
    cr_assert(a->text.cut == b->text.cut && a->text.used == b->text.used);
    for (size_t i = a->text.size; i < sizeof a->memory; i++) cr_assert_eq(a->memory[i], '~');
}

static const char longest[PT_PLAIN_MAX + 1] = "a name of forty bytes, as long as can be";

/* A list of names is the same as its names one after the other, also where the room ends. */
Test(json, a_list_of_names_is_its_names) {
    const char *const names[] = {"a1", "", longest, "b2"};
    const uint8_t which[] = {2, 3, 0, 1, 2};
    for (size_t room = 2; room < 300; room++) {
        sheet a, b;
        begin(&a, room);
        begin(&b, room);
        pt_open(&a.json, '[');
        pt_open(&b.json, '[');
        for (int n = 0; n <= 5; n++) {
            pt_json_names(&a.json, names, which, n);
            pt_open(&b.json, '[');
            for (int i = 0; i < n; i++) pt_json_str(&b.json, names[which[i]]);
            pt_close(&b.json, ']');
            same(&a, &b);
        }
        pt_json_names(&a.json, names, which, 1);
        pt_open(&b.json, '[');
        pt_json_str(&b.json, longest);
        pt_close(&b.json, ']');
        pt_close(&a.json, ']');
        pt_close(&b.json, ']');
        same(&a, &b);
    }
}

/* Names as values and keys are written as any text is: with the same commas, and cut at the
 * same place. */
Test(json, plain_names_are_texts) {
    for (size_t room = 2; room < 300; room++) {
        sheet a, b;
        begin(&a, room);
        begin(&b, room);
        for (int i = 0; i < 2; i++) {
            pt_json *j = i ? &b.json : &a.json;
            void (*key)(pt_json *, const char *) = i ? pt_key : pt_key_plain;
            void (*value)(pt_json *, const char *) = i ? pt_json_str : pt_json_plain;
            pt_open(j, '[');
            pt_open(j, '[');
            pt_open(j, '[');
            value(j, "deep");
            pt_close(j, ']');
            pt_close(j, ']');
            pt_open(j, '['); /* what stood deeper before does not call for a comma */
            value(j, "first");
            value(j, longest);
            pt_close(j, ']');
            pt_open(j, '{');
            key(j, "one");
            value(j, "1");
            key(j, longest);
            value(j, "");
            key(j, "three");
            pt_json_int(j, 3);
            key(j, "four");
            pt_open(j, '[');
            value(j, "last");
        }
        same(&a, &b);
        if (room == 299)
            cr_assert_str_eq(a.memory,
                             "[[[\"deep\"]],[\"first\",\"a name of forty bytes, as long "
                             "as can be\"],{\"one\":\"1\",\"a name of forty bytes, as "
                             "long as can be\":\"\",\"three\":3,\"four\":[\"last\"");
    }
}

/* As many bytes as there are left do not suffice for a name: its end and its marks count. */
Test(json, a_name_ends_inside_its_room) {
    for (size_t left = 40; left < 50; left++) {
        sheet a, b;
        begin(&a, 2 + left);
        begin(&b, 2 + left);
        pt_json_int(&a.json, 1);
        pt_json_int(&b.json, 1);
        pt_json_plain(&a.json, longest);
        pt_json_str(&b.json, longest);
        same(&a, &b);
    }
}

Test(json, every_kind_of_value_comes_back_from_a_tape) {
    static const char *const names[] = {"a1", "b2"};
    static const uint8_t which[] = {1, 0};
    pt_keys keys = {0};
    pt_datum cells[64];
    PT_TEXT(t, 300);
    pt_tape tape = pt_tape_on(cells, 64, &keys);
    pt_json j = pt_json_on_tape(&tape), text = pt_json_on(&t);
    pt_open(&j, '{');
    pt_key_bool(&j, "yes", true);
    pt_key_bool(&j, "no", false);
    pt_key_int(&j, "number", -7);
    pt_key_plain(&j, "list");
    pt_open(&j, '[');
    pt_json_bool(&j, true);
    pt_json_bool(&j, false);
    pt_json_null(&j);
    pt_json_int(&j, 9);
    pt_json_strn(&j, "longer than it is", 10);
    pt_json_plain(&j, "plain");
    pt_json_names(&j, names, which, 2);
    pt_json_names(&j, names, which, 0);
    pt_close(&j, ']');
    pt_close(&j, '}');
    cr_assert(!tape.cut);
    pt_json_datum(&text, &keys, cells);
    cr_assert_str_eq(t.at,
                     "{\"yes\":true,\"no\":false,\"number\":-7,\"list\":[true,false,null,9,"
                     "\"longer tha\",\"plain\",[\"b2\",\"a1\"],[]]}");
    static const int of_one_cell[] = {1, 2, 5, 6, 7};
    for (size_t i = 0; i < 5; i++)
        cr_assert_eq(cells[of_one_cell[i]].n, 0, "equal values are equal bytes");
}

/* A value that depends on some bytes of the view is kept as long as they are the same, and if
 * it was there. */
Test(json, a_value_is_kept_by_the_bytes_it_depends_on) {
    pt_keys keys = {0};
    pt_datum old[16], cells[16];
    const char before[] = "abcdef";
    const struct {
        const char now[7];
        bool kept;
    } rows[] = {{"abcdef", true},
                {"xbcdex", true},
                {"abxdef", false},
                {"abcdxf", true},
                {"abcxef", false}};
    pt_tape first = pt_tape_on(old, 16, &keys);
    pt_json j = pt_json_on_tape(&first);
    pt_open(&j, '[');
    pt_json_str(&j, "kept");
    pt_json_str(&j, "not kept");
    pt_close(&j, ']');
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PT_TEXT(t, 64);
        pt_tape next = pt_tape_after(cells, 16, &keys, before, old);
        pt_json k = pt_json_on_tape(&next), text = pt_json_on(&t);
        pt_open(&k, '[');
        cr_assert_eq(pt_keep_by(&k, rows[i].now, rows[i].now + 2, 2), rows[i].kept, "%zu", i);
        if (!rows[i].kept) pt_json_str(&k, "new");
        pt_close(&k, ']');
        pt_json_datum(&text, &keys, cells);
        cr_assert_str_eq(t.at, rows[i].kept ? "[\"kept\"]" : "[\"new\"]");
    }
    pt_tape next = pt_tape_after(cells, 16, &keys, before, old);
    pt_json k = pt_json_on_tape(&next);
    pt_open(&k, '{'); /* there was no such member */
    pt_key(&k, "another");
    cr_assert(!pt_keep_by(&k, before, before, 2));
    PT_TEXT(t, 64);
    pt_json text = pt_json_on(&t);
    cr_assert(!pt_keep_by(&text, before, before, 2));
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
