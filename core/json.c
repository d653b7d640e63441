/* The streaming JSON writer. */
/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "core/tape.h"
#include <assert.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define PT_APART __attribute__((noinline))
#else
#define PT_APART
#endif

pt_json pt_json_on(pt_text *out) { return (pt_json){.out = out}; }

/* Whether a comma has to come before the value that is written now. */
static inline bool takes_comma(pt_json *j) {
    if (j->keyed) {
        j->keyed = false;
        return false;
    }
    uint64_t bit = (uint64_t)1 << j->depth;
    bool comma = (j->has & bit) != 0;
    j->has |= bit;
    return comma;
}

static inline void before_value(pt_json *j) {
    if (takes_comma(j)) pt_putc_quick(j->out, ',');
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\'; }

/* Eight characters at once: a subtraction sets the high bit of a byte that is too small, and of
 * a zero, which is what a quote or a backslash becomes. */
static inline bool are_plain(uint64_t x) {
    const uint64_t ones = 0x0101010101010101u, high = ones * 0x80;
    uint64_t quote = x ^ ones * '"', back = x ^ ones * '\\';
    uint64_t low = (x - ones * 0x20) & ~x;
    return !((low | ((quote - ones) & ~quote) | ((back - ones) & ~back)) & high);
}

/* Copies a text that needs no escapes; returns false if it does. The last block of eight or
 * four bytes may overlap the one before it. */
static inline bool copy_plain(char *to, const char *s, size_t n) {
    uint64_t x;
    uint32_t first, last;
    if (n >= sizeof x) {
        for (size_t i = 0; i + sizeof x < n; i += sizeof x) {
            memcpy(&x, s + i, sizeof x);
            if (!are_plain(x)) return false;
            memcpy(to + i, &x, sizeof x);
        }
        memcpy(&x, s + n - sizeof x, sizeof x);
        memcpy(to + n - sizeof x, &x, sizeof x);
        return are_plain(x);
    }
    if (n >= sizeof first) {
        memcpy(&first, s, sizeof first);
        memcpy(&last, s + n - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + n - sizeof last, &last, sizeof last);
        return are_plain((uint64_t)last << 32 | first);
    }
    for (size_t i = 0; i < n; i++) {
        if (!is_plain((unsigned char)s[i])) return false;
        to[i] = s[i];
    }
    return true;
}

static void put_escaped(pt_text *t, unsigned char c) {
    if (c == '"' || c == '\\')
        pt_put(t, "\\%c", c);
    else if (c == '\n')
        pt_puts(t, "\\n");
    else
        pt_put(t, "\\u%04x", c);
}

/* Any text, one character at a time. */
static PT_APART void any_str(pt_text *t, bool comma, const char *s, size_t n, bool key) {
    assert(t->used < t->size);
    if (comma) pt_putc_quick(t, ',');
    pt_putc_quick(t, '"');
    for (size_t i = 0; i < n; i++) {
        if (is_plain((unsigned char)s[i]))
            pt_putc_quick(t, s[i]);
        else
            put_escaped(t, (unsigned char)s[i]);
    }
    pt_putc_quick(t, '"');
    if (key) pt_putc_quick(t, ':');
}

/* Most texts fit and need no escapes: they are copied while they are looked at. */
static inline void text_str(pt_json *j, const char *s, size_t n, bool key) {
    enum { MARKS = 5 }; /* a comma, two quotes, a colon, and the end */
    pt_text *t = j->out;
    bool comma = takes_comma(j);
    if (t->size - t->used >= n + MARKS) {
        char *to = t->at + t->used;
        if (comma) *to++ = ',';
        *to++ = '"';
        if (copy_plain(to, s, n)) {
            to += n;
            *to++ = '"';
            if (key) *to++ = ':';
            *to = 0;
            t->used = (size_t)(to - t->at);
            return;
        }
    }
    any_str(t, comma, s, n, key);
}

static PT_APART void text_value(pt_json *j, const char *s, size_t n) {
    text_str(j, s, n, false);
}

static PT_APART void text_key(pt_json *j, const char *key) {
    text_str(j, key, strlen(key), true);
    j->keyed = true;
}

void pt_key(pt_json *j, const char *key) {
    assert(!j->keyed);
    if (j->tape)
        pt_tape_key(j->tape, key);
    else
        text_key(j, key);
}

static pt_datum_kind opened_by(char bracket) {
    return bracket == '{' ? PT_DATUM_OBJECT : PT_DATUM_ARRAY;
}

static void text_open(pt_json *j, char bracket) {
    assert(bracket == '{' || bracket == '[');
    assert(j->depth < 63);
    before_value(j);
    pt_putc_quick(j->out, bracket);
    j->depth++;
    j->has &= ~((uint64_t)1 << j->depth);
}

void pt_open(pt_json *j, char bracket) {
    if (j->tape)
        pt_tape_open(j->tape, opened_by(bracket));
    else
        text_open(j, bracket);
}

void pt_close(pt_json *j, char bracket) {
    if (j->tape) {
        pt_tape_close(j->tape);
        return;
    }
    assert(j->depth > 0 && !j->keyed);
    assert(bracket == '}' || bracket == ']');
    j->depth--;
    pt_putc_quick(j->out, bracket);
}

static void text_int(pt_json *j, int64_t n) {
    before_value(j);
    pt_puti(j->out, n);
}

static void text_bool(pt_json *j, bool b) {
    before_value(j);
    pt_puts(j->out, b ? "true" : "false");
}

static pt_datum_kind truth(bool b) { return b ? PT_DATUM_TRUE : PT_DATUM_FALSE; }

void pt_json_int(pt_json *j, int64_t n) {
    if (j->tape)
        pt_tape_put(j->tape, PT_DATUM_NUMBER, n);
    else
        text_int(j, n);
}

void pt_json_bool(pt_json *j, bool b) {
    if (j->tape)
        pt_tape_put(j->tape, truth(b), 0);
    else
        text_bool(j, b);
}

void pt_json_null(pt_json *j) {
    if (j->tape) {
        pt_tape_put(j->tape, PT_DATUM_NULL, 0);
        return;
    }
    before_value(j);
    pt_puts(j->out, "null");
}

void pt_json_strn(pt_json *j, const char *s, size_t n) {
    if (j->tape)
        pt_tape_text(j->tape, s, n);
    else
        text_value(j, s, n);
}

void pt_json_str(pt_json *j, const char *s) {
    if (j->tape)
        pt_tape_name(j->tape, s);
    else
        text_value(j, s, strlen(s));
}

/* Bytes that a plain name takes at most, with everything around it. */
enum { PLAIN_ROOM = PT_PLAIN_MAX + 5 };

/* Its end is found while it is copied. Returns where the copy ends. */
static inline char *copy_name(char *to, const char *name) {
    assert(strlen(name) <= PT_PLAIN_MAX); /* as pt_json_plain wants it */
    for (; *name; *to++ = *name++) assert(is_plain((unsigned char)*name));
    return to;
}

/* False if there is little room: then nothing was written. */
static inline bool text_plain(pt_json *j, const char *name, bool key) {
    pt_text *t = j->out;
    if (t->size - t->used < PLAIN_ROOM) return false;
    char *to = t->at + t->used;
    bool comma = (j->has >> j->depth & 1) && !j->keyed;
    if (comma) *to++ = ',';
    *to++ = '"';
    to = copy_name(to, name);
    *to++ = '"';
    if (key) *to++ = ':';
    *to = 0;
    t->used = (size_t)(to - t->at);
    takes_comma(j);
    j->keyed = key;
    return true;
}

void pt_json_plain(pt_json *j, const char *name) {
    if (j->tape || !text_plain(j, name, false)) pt_json_str(j, name);
}

/* Most lists are short, and nothing has to be looked at but the names. */
void pt_json_names(pt_json *j, const char *const *names, const uint8_t *which, int n) {
    pt_text *t = j->out;
    if (j->tape || n == 0 || t->size - t->used < (size_t)n * PLAIN_ROOM + 1) {
        pt_open(j, '[');
        for (int i = 0; i < n; i++) pt_json_plain(j, names[which[i]]);
        pt_close(j, ']');
        return;
    }
    before_value(j);
    char *to = t->at + t->used;
    *to++ = '[';
    for (int i = 0; i < n; i++) {
        *to++ = '"';
        to = copy_name(to, names[which[i]]);
        *to++ = '"';
        *to++ = ',';
    }
    to[-1] = ']';
    *to = 0;
    t->used = (size_t)(to - t->at);
    assert(t->used < t->size);
}

void pt_key_plain(pt_json *j, const char *name) {
    assert(!j->keyed);
    if (j->tape || !text_plain(j, name, true)) pt_key(j, name);
}

/* The member as text. It is a function of its own, so that the tape's path does not save
 * registers for it. */
static PT_APART void text_key_int(pt_json *j, const char *key, int64_t n) {
    text_key(j, key);
    text_int(j, n);
}

static PT_APART void text_key_bool(pt_json *j, const char *key, bool b) {
    text_key(j, key);
    text_bool(j, b);
}

void pt_key_int(pt_json *j, const char *key, int64_t n) {
    if (j->tape)
        pt_tape_member(j->tape, key, PT_DATUM_NUMBER, n);
    else
        text_key_int(j, key, n);
}

void pt_key_bool(pt_json *j, const char *key, bool b) {
    if (j->tape)
        pt_tape_member(j->tape, key, truth(b), 0);
    else
        text_key_bool(j, key, b);
}

void pt_key_str(pt_json *j, const char *key, const char *s) {
    pt_key(j, key);
    pt_json_str(j, s);
}

void pt_key_open(pt_json *j, const char *key, char bracket) {
    pt_key(j, key);
    pt_open(j, bracket);
}

const void *pt_was(const pt_json *j) { return j->tape ? j->tape->was : NULL; }

bool pt_keep(pt_json *j) { return j->tape && pt_tape_keep(j->tape, 1); }

int pt_keep_items(pt_json *j, int n) { return j->tape ? pt_tape_keep(j->tape, n) : 0; }

bool pt_keep_item(pt_json *j, int item) { return j->tape && pt_tape_keep_item(j->tape, item); }

bool pt_keep_by(pt_json *j, const void *view, const void *bytes, size_t n) {
    const char *was = pt_was(j);
    ptrdiff_t at = (const char *)bytes - (const char *)view;
    assert(at >= 0 && n > 0); /* the bytes are the view's */
    return was && memcmp(was + at, bytes, n) == 0 && pt_tape_keep(j->tape, 1);
}
