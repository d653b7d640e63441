/* The streaming JSON writer. */
/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "core/tape.h"
#include <assert.h>
#include <string.h>

pt_json pt_json_on(pt_text *out) { return (pt_json){.out = out}; }

/* pt_putc without a call while there is room, which there mostly is. */
static inline void put(pt_text *t, char c) {
    if (t->used + 1 >= t->size) {
        pt_putc(t, c);
        return;
    }
    t->at[t->used++] = c;
    t->at[t->used] = 0;
}

static inline void before_value(pt_json *j) {
    if (j->keyed) {
        j->keyed = false;
        return;
    }
    uint64_t bit = (uint64_t)1 << j->depth;
    if (j->has & bit) put(j->out, ',');
    j->has |= bit;
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\'; }

/* Eight characters at once: a subtraction sets the high bit of a byte that is too small, and of
 * a zero, which is what a quote or a backslash becomes. */
static inline bool are_plain(const char *s) {
    const uint64_t ones = 0x0101010101010101u, high = ones * 0x80;
    uint64_t x, quote, back;
    memcpy(&x, s, sizeof x);
    quote = x ^ ones * '"';
    back = x ^ ones * '\\';
    uint64_t low = (x - ones * 0x20) & ~x;
    return !((low | ((quote - ones) & ~quote) | ((back - ones) & ~back)) & high);
}

static void put_escaped(pt_text *t, unsigned char c) {
    if (c == '"' || c == '\\')
        pt_put(t, "\\%c", c);
    else if (c == '\n')
        pt_puts(t, "\\n");
    else
        pt_put(t, "\\u%04x", c);
}

/* Most texts fit and need no escapes: they are copied while they are looked at. */
static void text_str(pt_json *j, const char *s, size_t n) {
    pt_text *t = j->out;
    before_value(j);
    put(t, '"');
    size_t i = 0;
    if (n < t->size - t->used) {
        char *to = t->at + t->used;
        for (; i + 8 <= n && are_plain(s + i); i += 8) memcpy(to + i, s + i, 8);
        for (; i < n && is_plain((unsigned char)s[i]); i++) to[i] = s[i];
        t->used += i;
        t->at[t->used] = 0;
    }
    for (; i < n; i++) {
        if (is_plain((unsigned char)s[i]))
            put(t, s[i]);
        else
            put_escaped(t, (unsigned char)s[i]);
    }
    put(t, '"');
}

void pt_key(pt_json *j, const char *key) {
    assert(!j->keyed);
    if (j->tape) {
        pt_tape_key(j->tape, key);
        return;
    }
    text_str(j, key, strlen(key));
    put(j->out, ':');
    j->keyed = true;
}

void pt_open(pt_json *j, char bracket) {
    assert(j->depth < 63);
    if (j->tape) {
        pt_tape_open(j->tape, bracket == '{' ? PT_DATUM_OBJECT : PT_DATUM_ARRAY);
        return;
    }
    before_value(j);
    put(j->out, bracket);
    j->depth++;
    j->has &= ~((uint64_t)1 << j->depth);
}

void pt_close(pt_json *j, char bracket) {
    if (j->tape) {
        pt_tape_close(j->tape);
        return;
    }
    assert(j->depth > 0 && !j->keyed);
    j->depth--;
    put(j->out, bracket);
}

static void text_int(pt_json *j, int64_t n) {
    before_value(j);
    pt_puti(j->out, n);
}

void pt_json_int(pt_json *j, int64_t n) {
    if (j->tape)
        pt_tape_value(j->tape, PT_DATUM_NUMBER, n);
    else
        text_int(j, n);
}

void pt_json_bool(pt_json *j, bool b) {
    if (j->tape) {
        pt_tape_value(j->tape, b ? PT_DATUM_TRUE : PT_DATUM_FALSE, 0);
        return;
    }
    before_value(j);
    pt_puts(j->out, b ? "true" : "false");
}

void pt_json_null(pt_json *j) {
    if (j->tape) {
        pt_tape_value(j->tape, PT_DATUM_NULL, 0);
        return;
    }
    before_value(j);
    pt_puts(j->out, "null");
}

void pt_json_strn(pt_json *j, const char *s, size_t n) {
    if (j->tape)
        pt_tape_text(j->tape, s, n);
    else
        text_str(j, s, n);
}

void pt_json_str(pt_json *j, const char *s) { pt_json_strn(j, s, strlen(s)); }

void pt_key_int(pt_json *j, const char *key, int64_t n) {
    if (j->tape) {
        pt_tape_key(j->tape, key);
        pt_tape_value(j->tape, PT_DATUM_NUMBER, n);
        return;
    }
    pt_key(j, key);
    text_int(j, n);
}

void pt_key_str(pt_json *j, const char *key, const char *s) {
    if (j->tape) {
        pt_tape_key(j->tape, key);
        pt_tape_text(j->tape, s, strlen(s));
        return;
    }
    pt_key(j, key);
    pt_json_str(j, s);
}

void pt_key_bool(pt_json *j, const char *key, bool b) {
    if (j->tape) {
        pt_tape_key(j->tape, key);
        pt_tape_value(j->tape, b ? PT_DATUM_TRUE : PT_DATUM_FALSE, 0);
        return;
    }
    pt_key(j, key);
    pt_json_bool(j, b);
}

void pt_key_open(pt_json *j, const char *key, char bracket) {
    if (j->tape) {
        pt_tape_key(j->tape, key);
        pt_tape_open(j->tape, bracket == '{' ? PT_DATUM_OBJECT : PT_DATUM_ARRAY);
        return;
    }
    pt_key(j, key);
    pt_open(j, bracket);
}
