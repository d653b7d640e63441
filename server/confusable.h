/* Names as UTS 39 has them, judged by ICU: nothing that cannot be seen, no mixed alphabets, and
 * a skeleton that is the same for names that look alike. May be used by several threads. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

/* The characters that no name may contain, with blanks between: a record writes names in quotes
 * and brackets. */
#define NAME_WITHOUT "\" \\ [ ] { }"

/* ICU's checker, and the names that nobody may have. */
typedef struct confusables confusables;
confusables *confusables_new(void); /* NULL without memory */
void confusables_free(confusables *c);

typedef enum {
    NAME_GOOD,
    NAME_FORM,   /* too long, blanks at its ends, control characters */
    NAME_HIDDEN, /* something that nobody sees, that turns the text round, or piles up marks */
    NAME_MIXED,  /* several alphabets */
    NAME_FANCY,  /* letters that only look like those of an alphabet */
    NAME_HOST,   /* looks like one of those who run the server */
    NAME_WORDS,  /* has a word of the club's list */
    NAME_BOT,    /* looks like a bot */
} name_fault;
name_fault name_fault_of(const confusables *c, const char *name);

/* 1 to PT_NAME_LETTERS characters, printable, none of NAME_WITHOUT, no blanks at the ends
 * (name_form.c). */
bool name_ok(const char *name);
/* For what people write to each other: no control characters, none that turns the text round or
 * begins a new line, and something to be seen. */
bool text_is_plain(const char *text);
bool text_is_seen(const char *text); /* some of it, however many lines it has */
/* The next word of a text, in any script: letters and digits without their accents, as written
 * plainly; what cannot be seen does not count. False after the last; a long word is cut. */
bool text_next_word(const char **at, char out[PT_LABEL]);
/* Writes the name in ICU's composed form (NFC), in which it is kept; cut if it is too long. */
void name_compose(const char *name, char out[PT_LABEL]);
/* Equal for names that people would take for each other; blanks do not count. */
void name_skeleton(const confusables *c, const char *name, char out[PT_SKELETON]);
/* The same of the name in small letters: equal for names that differ in capitals alone, even
 * where these look like letters of another alphabet. */
void name_skeleton_small(const confusables *c, const char *name, char out[PT_SKELETON]);
