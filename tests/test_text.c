/* Bounded text and the word reader. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(text, a_text_grows_and_stays_terminated) {
    PT_TEXT(t, 32);
    pt_put(&t, "%d cubes", 25);
    pt_putc(&t, ',');
    pt_puts(&t, " all");
    cr_assert_str_eq(t.at, "25 cubes, all");
    cr_assert_eq(t.used, strlen(t.at));
    cr_assert(!t.cut);
    pt_clear(&t);
    cr_assert_str_eq(t.at, "");
}

Test(text, what_does_not_fit_is_cut_and_said_to_be) {
    char memory[8 + 4];
    memset(memory, 'x', sizeof memory);
    pt_text t = pt_text_on(memory, 8);
    pt_puts(&t, "1234567");
    cr_assert(!t.cut);
    pt_puts(&t, "89");
    cr_assert(t.cut);
    cr_assert_str_eq(t.at, "1234567");
    cr_assert_eq(memcmp(memory + 8, "xxxx", 4), 0, "wrote behind its memory");
}

Test(text, nothing_is_harmless) {
    pt_put(NULL, "%d", 1);
    pt_puts(NULL, "a");
    pt_putc(NULL, 'a');
    pt_clear(NULL);
    pt_flush(NULL);
}

typedef struct bucket {
    char at[64];
    size_t used;
} bucket;

static void collect(void *to, const char *bytes, size_t n) {
    bucket *b = to;
    memcpy(b->at + b->used, bytes, n);
    b->used += n;
}

Test(text, a_spilling_text_loses_nothing) {
    bucket b = {.used = 0};
    char memory[5];
    pt_text t = pt_text_to(memory, sizeof memory, collect, &b);
    pt_puts(&t, "the quick brown fox");
    pt_put(&t, " %d", 42);
    pt_flush(&t);
    cr_assert_eq(b.used, 22);
    cr_assert_eq(memcmp(b.at, "the quick brown fox 42", 22), 0);
    cr_assert(!t.cut);
}

Test(text, words_are_runs_between_white_space) {
    pt_words w = {"  extend\tc4   c5\n"};
    cr_assert(pt_is(pt_next(&w), "extend"));
    pt_word space = pt_next(&w);
    cr_assert(pt_is(space, "c4"));
    cr_assert(!pt_is(space, "c"));
    cr_assert(!pt_is(space, "c45"));
    cr_assert(!pt_end(w));
    cr_assert(pt_is(pt_next(&w), "c5"));
    cr_assert(pt_end(w));
    cr_assert_eq(pt_next(&w).length, 0);
}

static bool number(const char *s, long min, long max, long *n) {
    return pt_number((pt_word){s, strlen(s)}, min, max, n);
}

Test(text, a_number_is_whole_decimal_and_in_range) {
    long n = 77;
    cr_assert(number("0", 0, 9, &n) && n == 0);
    cr_assert(number("-12", -20, 0, &n) && n == -12);
    cr_assert(number("999999999", 0, 2000000000, &n) && n == 999999999);
    n = 77;
    const char *const bad[] = {"",   "-",  "10",         "-1", "1a", "a", "1.5",
                               "+1", " 1", "9999999999", "07", "00", "-0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_assert(!number(bad[i], 0, 9, &n), "read '%s'", bad[i]);
    cr_assert_eq(n, 77, "a refused number was stored");
}

/* Every ways to write, into memory of every size, against plain printf. */
static void write_all(pt_text *t, int64_t n, const char *word) {
    pt_puti(t, n);
    pt_putc(t, ';');
    pt_puts(t, word);
    pt_put(t, "%s.", word);
    pt_putc(t, '!');
    pt_puti(t, -n);
}

Test(text, what_is_written_is_the_front_of_what_printf_writes) {
    static const int64_t numbers[] = {0,  1,   9,   10,   11,    99,        100,          -1,
                                      -9, -10, 999, 1000, 12345, INT64_MAX, INT64_MIN + 1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (size_t size = 1; size < 80; size++) {
            char wanted[100], memory[100];
            int n = snprintf(wanted, sizeof wanted, "%lld;rockrock.!%lld",
                             (long long)numbers[i], -(long long)numbers[i]);
            memset(memory, 'x', sizeof memory);
            pt_text t = pt_text_on(memory, size);
            write_all(&t, numbers[i], "rock");
            bool fits = (size_t)n < size;
            cr_assert_eq(t.cut, !fits);
            cr_assert_eq(strlen(memory), fits ? (size_t)n : size - 1);
            cr_assert_eq(t.used, strlen(memory));
            cr_assert_eq(strncmp(memory, wanted, t.used), 0, "'%s' in %zu", memory, size);
            cr_assert_eq(memory[size], 'x', "wrote behind its memory");
            bucket b = {.used = 0};
            if (size < 2 || (size_t)n > sizeof b.at) continue;
            t = pt_text_to(memory, size, collect, &b);
            write_all(&t, numbers[i], "rock");
            pt_flush(&t);
            cr_assert(!t.cut && b.used == (size_t)n && memcmp(b.at, wanted, b.used) == 0);
            pt_flush(&t);
            cr_assert_eq(b.used, (size_t)n, "nothing is told twice");
        }
    PT_TEXT(lowest, 40);
    pt_puti(&lowest, INT64_MIN);
    cr_assert_str_eq(lowest.at, "-9223372036854775808");
}

/* One piece of printf has at most 511 letters; what is longer is cut. */
Test(text, a_piece_of_printf_is_cut_at_511_letters) {
    static char memory[2000], word[600];
    for (size_t n = 509; n <= 514; n++) {
        memset(word, 'w', n);
        word[n] = 0;
        pt_text t = pt_text_on(memory, sizeof memory);
        pt_put(&t, "%s", word);
        cr_assert_eq(t.used, n < 511 ? n : 511);
        cr_assert_eq(t.cut, n > 511);
    }
}

Test(text, a_cleared_text_has_no_key) {
    PT_TEXT(t, 8);
    pt_puts(&t, "ab");
    t.key = "key";
    pt_clear(&t);
    cr_assert(t.used == 0 && t.at[0] == 0 && !t.key);
}

Test(text, white_space_is_what_c_calls_so) {
    for (int c = 1; c < 128; c++) {
        char text[] = {'a', (char)c, 'b', 0};
        pt_words w = {text};
        bool space = c == ' ' || (c >= 9 && c <= 13);
        cr_assert_eq(pt_next(&w).length, space ? 1u : 3u, "%d", c);
        cr_assert_eq(pt_end((pt_words){text + 1}), false);
        text[2] = 0;
        cr_assert_eq(pt_end((pt_words){text + 1}), space);
    }
    cr_assert(pt_end((pt_words){""}));
}

Test(text, numbers_at_their_limits) {
    long n;
    cr_assert(number("5", 5, 5, &n) && number("-5", -5, -5, &n) && number("0", 0, 0, &n));
    cr_assert(!number("4", 5, 5, &n) && !number("6", 5, 5, &n));
    cr_assert(number("-999999999", -999999999, 0, &n) && n == -999999999);
    cr_assert(!number("1000000000", 0, 2000000000, &n), "ten digits");
    cr_assert(!number("000000007", 7, 7, &n), "written as it is printed");
    cr_assert(!number("/", 0, 99, &n) && !number(":", 0, 99, &n) && !number("1:", 0, 99, &n));
}
