/* Text in and out without allocation: a bounded buffer that never overruns, and a reader that
 * takes a text apart word by word. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define PT_FORMAT(f, a) __attribute__((format(printf, f, a)))
/* Rarely called: the compiler keeps its calls out of the way of other code. */
#define PT_COLD __attribute__((cold))
#else
#define PT_FORMAT(f, a)
#define PT_COLD
#endif

/* A growing text in the caller's memory, always zero-terminated. When it is full, `spill` (if
 * set) takes what is there and the buffer starts anew; otherwise the rest is dropped and `cut`
 * is set. */
typedef struct pt_text {
    char *at;
    size_t size, used;
    bool cut;
    uint8_t language; /* of the sentences written to it (core/say.h); 0: English */
    void (*spill)(void *to, const char *bytes, size_t n);
    void *to;
    const char *key; /* of the refusal written here: its name in the catalogue; or NULL */
} pt_text;

/* A text of `size` bytes at `memory`; empty. */
pt_text pt_text_on(char *memory, size_t size);

/* A text that hands everything to `spill`; end it with pt_flush. */
pt_text pt_text_to(char *memory, size_t size, void (*spill)(void *, const char *, size_t),
                   void *to);

/* Each does nothing on NULL, so a caller who needs no words passes NULL. */
void pt_put(pt_text *t, const char *format, ...) PT_FORMAT(2, 3);
void pt_putv(pt_text *t, const char *format, va_list args);
void pt_putn(pt_text *t, const char *bytes, size_t n);
void pt_putc(pt_text *t, char c);
/* The same without a call where the character fits, as it mostly does; never NULL. */
static inline void pt_putc_quick(pt_text *t, char c) {
    if (t->used + 1 >= t->size) {
        pt_putc(t, c);
        return;
    }
    t->at[t->used++] = c;
    t->at[t->used] = 0;
}
void pt_puti(pt_text *t, int64_t n); /* in decimal */
/* Inline, so that the length of a literal is known when compiling. */
static inline void pt_puts(pt_text *t, const char *s) { pt_putn(t, s, strlen(s)); }
/* A text into memory of its own, cut if that is too small. */
static inline void pt_copy(char *out, size_t size, const char *text) {
    size_t n = strlen(text);
    if (n >= size) n = size - 1;
    memmove(out, text, n);
    out[n] = 0;
}
void pt_flush(pt_text *t);
void pt_clear(pt_text *t);

/* Declares a text `name` on `size` bytes of the stack. */
#define PT_TEXT(name, bytes)                                                                   \
    char name##_memory[bytes];                                                                 \
    pt_text name = pt_text_on(name##_memory, sizeof name##_memory)
/* The same in a language. */
#define PT_TEXT_IN(name, bytes, in_language)                                                   \
    PT_TEXT(name, bytes);                                                                      \
    name.language = (uint8_t)(in_language)

/* Where a file's text begins: behind the byte order mark that some editors write. */
static inline const char *pt_past_mark(const char *text) {
    return text + (strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
}

/* Words of a line, one after the other: runs of anything but white space. */
typedef struct pt_words {
    const char *at;
} pt_words;

/* The next word, or length 0 at the end. The word is not terminated: use its length. */
typedef struct pt_word {
    const char *at;
    size_t length;
} pt_word;

pt_word pt_next(pt_words *w);
static inline bool pt_is(pt_word w, const char *s) {
    size_t n = strlen(s);
    return w.length == n && memcmp(w.at, s, n) == 0;
}
bool pt_end(pt_words w); /* nothing but white space is left */

/* Reads a whole decimal number as it is printed, with nothing before or after it and no leading
 * zeros; returns false if it is not one, or out of range. */
bool pt_number(pt_word w, long min, long max, long *out);
