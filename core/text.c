/* Bounded text buffers and a word reader. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

pt_text pt_text_on(char *memory, size_t size) {
    assert(memory);
    assert(size > 0);
    memory[0] = 0;
    return (pt_text){.at = memory, .size = size};
}

pt_text pt_text_to(char *memory, size_t size, void (*spill)(void *, const char *, size_t),
                   void *to) {
    assert(spill);
    pt_text t = pt_text_on(memory, size);
    t.spill = spill;
    t.to = to;
    return t;
}

void pt_flush(pt_text *t) {
    if (!t || !t->spill || !t->used) return;
    assert(t->used < t->size);
    t->spill(t->to, t->at, t->used);
    pt_clear(t);
}

void pt_clear(pt_text *t) {
    if (!t) return;
    t->used = 0;
    t->at[0] = 0;
    t->key = NULL;
}

void pt_putn(pt_text *t, const char *bytes, size_t n) {
    if (!t) return;
    if (n < t->size - t->used) { /* mostly it fits */
        memcpy(t->at + t->used, bytes, n);
        t->used += n;
        t->at[t->used] = 0;
        return;
    }
    assert(t->used < t->size); /* the byte behind the text is its end */
    while (n > 0) {
        size_t left = t->size - 1 - t->used;
        size_t take = n < left ? n : left;
        memcpy(t->at + t->used, bytes, take);
        t->used += take;
        t->at[t->used] = 0;
        bytes += take;
        n -= take;
        if (n == 0) return;
        if (!t->spill || t->size < 2) {
            t->cut = true;
            return;
        }
        pt_flush(t);
    }
}

void pt_putc(pt_text *t, char c) {
    if (!t || t->used + 1 >= t->size) {
        pt_putn(t, &c, 1);
        return;
    }
    t->at[t->used++] = c;
    t->at[t->used] = 0;
}

/* Digits by hand, from the last to the first: views and lists are full of them. */
static void put_digits(char *end, uint64_t n) {
    do *--end = (char)('0' + n % 10);
    while (n /= 10);
}

void pt_puti(pt_text *t, int64_t n) {
    enum { LONGEST = 20 };
    char digits[LONGEST];
    if (t && n >= 0 && n <= 9) { /* as most numbers of views are */
        pt_putc_quick(t, (char)('0' + n));
        return;
    }
    uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    size_t count = 1;
    if (n < 0) pt_putc(t, '-');
    for (uint64_t rest = size; rest > 9; rest /= 10) count++;
    assert(count <= LONGEST);
    if (t && count < t->size - t->used) { /* mostly it fits */
        put_digits(t->at + t->used + count, size);
        t->used += count;
        t->at[t->used] = 0;
        return;
    }
    put_digits(digits + count, size);
    pt_putn(t, digits, count);
}

void pt_putv(pt_text *t, const char *format, va_list args) {
    assert(format);
    if (!t) return;
    char line[512]; /* longer pieces go through pt_puts */
    int n = vsnprintf(line, sizeof line, format, args);
    if (n < 0) return;
    if ((size_t)n >= sizeof line) {
        n = sizeof line - 1;
        t->cut = true;
    }
    pt_putn(t, line, (size_t)n);
}

void pt_put(pt_text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    pt_putv(t, format, args);
    va_end(args);
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

pt_word pt_next(pt_words *w) {
    assert(w && w->at);
    while (is_space(*w->at)) w->at++;
    pt_word word = {w->at, 0};
    while (*w->at && !is_space(*w->at)) w->at++;
    word.length = (size_t)(w->at - word.at);
    return word;
}

bool pt_end(pt_words w) { return pt_next(&w).length == 0; }

bool pt_number(pt_word w, long min, long max, long *out) {
    assert(min <= max && out);
    bool negative = w.length > 1 && w.at[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == w.length || w.length - i > 9) return false;
    if (w.at[i] == '0' && w.length > 1) return false; /* not "007", nor "-0" */
    long n = 0;
    for (; i < w.length; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') return false;
        n = n * 10 + (w.at[i] - '0');
    }
    if (negative) n = -n;
    if (n < min || n > max) return false;
    *out = n;
    return true;
}
