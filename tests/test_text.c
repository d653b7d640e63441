/* Bounded text and the word reader. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include <criterion/criterion.h>
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
    const char *const bad[] = {"", "-", "10", "-1", "1a", "a", "1.5", "+1", " 1", "9999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_assert(!number(bad[i], 0, 9, &n), "read '%s'", bad[i]);
    cr_assert_eq(n, 77, "a refused number was stored");
}
