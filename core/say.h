/* Sentences as data: a phrase and its arguments, put into words in any language. The words
 * stand in catalogues, one for each language: games/NAME/words/en, fr, de (docs/words.md). From
 * them tools/words.py makes the tables below and, for each sentence, a function that takes its
 * arguments. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/languages.h"
#include "core/text.h"
#include <assert.h>

/* For what no WebAssembly module can be asked for: it is NULL there. The page downloads the
 * module and draws for itself. */
#ifdef __wasm__
#define PT_NOT_IN_WASM(thing) NULL
#else
#define PT_NOT_IN_WASM(thing) thing
#endif

/* The code ("fr") of each, and its name for itself ("Français"). */
extern const char *const pt_language_codes[PT_LANGUAGES], *const pt_language_titles[];
/* The language of a code, or of what a system says ("fr", "FR", "fr_CH.UTF-8", "de-AT"); -1:
 * none. */
int pt_language_named(const char *code);

enum { PT_SAID_ARGS = 6 };

typedef struct pt_catalogue pt_catalogue;

/* The names of things, in the order of the game's own numbers. */
typedef struct pt_names {
    const char *name; /* "resource" */
    const pt_catalogue *of;
    int count;
    bool plain;             /* no name holds a fact in English */
    const char *const *ids; /* "S": what they are called in positions and moves */
    struct {
        const char *const *form; /* form[value * forms]: the name, then its further forms */
        uint8_t forms;
        const char *form_names; /* "de short"; NULL: there are no further forms */
        const char *gender;     /* "mfn" as digits '0', '1', '2', one for each name; or NULL */
    } in[PT_LANGUAGES];
} pt_names;

/* A sentence in every language. The texts come from the catalogue, checked, with numbers
 * instead of names: {2} is argument 2, {#2} is fact 2, {^2} has a capital, {2@1.3} is the third
 * further form of a name in list 1, {2?a|b} is one or the other; d{~e2} is "de" and argument 2,
 * or "d’" if it begins with a vowel. */
typedef struct pt_phrase {
    const char *key; /* "no-cube" */
    const pt_catalogue *of;
    const char *types; /* of the arguments: n number or name, t text, s said */
    const char *text[PT_LANGUAGES];
} pt_phrase;

struct pt_catalogue {
    const pt_phrase *phrase; /* in the order of their keys */
    const pt_names *const *names;
    int phrases, lists;
    int32_t (*fact)(int number);   /* numbers from the game's data; NULL: there are none */
    const char *const *fact_names; /* as many, then NULL */
};

/* A phrase and its arguments, ready to be said. Texts and sentences inside must outlive it. */
typedef struct pt_said {
    const pt_phrase *phrase;
    union pt_said_arg {
        int32_t n;
        const char *text;
        const struct pt_said *said;
    } arg[PT_SAID_ARGS];
} pt_said;

/* Writes it in the language of the text. Harmless on NULL. */
void pt_say(pt_text *out, pt_said said);
/* Writes a name alone. */
void pt_say_name(pt_text *out, const pt_names *names, int value);
/* The same with a further form: 1 is the first of `form_names`. */
void pt_say_form(pt_text *out, const pt_names *names, int value, int form);
/* The English name; only for lists without facts in their names. */
static inline const char *pt_name(const pt_names *names, int value) {
    assert(names->plain && value >= 0 && value < names->count);
    return names->in[PT_ENGLISH].form[value * names->in[PT_ENGLISH].forms];
}

/* Looks words up by their keys; NULL: there are none. */
const pt_phrase *pt_phrase_named(const pt_catalogue *c, const char *key);
const pt_names *pt_names_named(const pt_catalogue *c, const char *name);

/* A phrase that takes no arguments. */
static inline pt_said pt_said_plain(const pt_phrase *phrase) {
    pt_said said = {phrase, {{0}}};
    return said;
}
