/* Sentences as data, put into words. The texts were checked when they were built in, so only a
 * caller's arguments can be wrong here. */
/* SPDX-License-Identifier: MIT */
#include "core/say.h"
#include <assert.h>
#include <string.h>

/* --- languages --- */

#define CODE(code, title, from, to, genders, spaced, elided, aspirate) #code,
#define TITLE(code, title, from, to, genders, spaced, elided, aspirate) title,
#define SINGULAR(code, title, from, to, genders, spaced, elided, aspirate) {from, to},

#define ASPIRATE(code, title, from, to, genders, spaced, elided, aspirate) aspirate,

const char *const pt_language_codes[PT_LANGUAGES] = {PT_LANGUAGE_LIST(CODE)};
const char *const pt_language_titles[PT_LANGUAGES] = {PT_LANGUAGE_LIST(TITLE)};
/* The numbers that take the singular, the first choice of {n?one|more}. */
static const struct { int8_t from, to; } singular[PT_LANGUAGES] = {PT_LANGUAGE_LIST(SINGULAR)};
static const char *const aspirates[PT_LANGUAGES] = {PT_LANGUAGE_LIST(ASPIRATE)};

static bool is_code(const char *code, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if ((text[i] | ' ') != code[i]) return false; /* FR is fr */
    return code[n] == 0;
}

int pt_language_named(const char *code) {
    size_t n = strcspn(code, "_-.@");
    for (int i = 0; i < PT_LANGUAGES; i++)
        if (is_code(pt_language_codes[i], code, n)) return i;
    return -1;
}

/* --- putting into words --- */

/* A place in a text: {~e^2@1.3?a|b}. */
typedef struct place {
    char elided; /* the vowel that the word before it loses before another; 0: none */
    bool capital, fact;
    int number;       /* of the argument, or of the fact */
    int list, form;   /* list -1: not a name */
    const char *ways; /* the choices after the ?; NULL: none */
    const char *end;  /* just after its closing bracket */
} place;

/* Whose words they are: names have no arguments of their own. */
typedef struct saying {
    const pt_catalogue *words;
    const pt_said *said; /* NULL: a name */
} saying;

static void say_text(pt_text *out, const saying *y, const char *at, const char *end);

static int read_number(const char **at) {
    int n = 0;
    assert(**at >= '0' && **at <= '9');
    while (**at >= '0' && **at <= '9') n = n * 10 + (*(*at)++ - '0');
    return n;
}

/* The end of the choice that begins here: its |, or the closing bracket after the last one. */
static const char *end_of_way(const char *at) {
    for (int depth = 0;; at++) {
        assert(*at);
        if (*at == '{') depth++;
        if (depth == 0 && (*at == '|' || *at == '}')) return at;
        if (*at == '}') depth--;
    }
}

/* Reads the place whose bracket opens just before `at`. */
static place read_place(const char *at) {
    place p = {.list = -1};
    if (*at == '~') {
        p.elided = at[1];
        at += 2;
    }
    if ((p.capital = *at == '^')) at++;
    if ((p.fact = *at == '#')) at++;
    p.number = read_number(&at);
    if (*at == '@') {
        at++;
        p.list = read_number(&at);
    }
    if (*at == '.') {
        at++;
        p.form = read_number(&at);
    }
    if (*at == '?') {
        p.ways = at + 1;
        while (*at != '}') at = end_of_way(at + 1);
    }
    assert(*at == '}');
    p.end = at + 1;
    return p;
}

static int32_t value_of(const saying *y, const place *p) {
    if (p->fact) return y->words->fact(p->number);
    assert(y->said && y->said->phrase->types[p->number] == 'n');
    return y->said->arg[p->number].n;
}

static void put_name(pt_text *out, const pt_names *names, int value, int form) {
    assert(value >= 0 && value < names->count && form < names->in[out->language].forms);
    const char *text =
        names->in[out->language].form[value * names->in[out->language].forms + form];
    say_text(out, &(saying){names->of, NULL}, text, text + strlen(text));
}

/* Writes the choice that fits the gender or the number. */
static void put_way(pt_text *out, const saying *y, const place *p) {
    int32_t value = value_of(y, p);
    int way;
    if (p->list >= 0) {
        assert(value >= 0 && value < y->words->names[p->list]->count);
        way = y->words->names[p->list]->in[out->language].gender[value] - '0';
    } else {
        int32_t size = value < 0 ? -value : value;
        way = size < singular[out->language].from || size > singular[out->language].to;
    }
    const char *at = p->ways, *end = end_of_way(at);
    while (way-- > 0) {
        assert(*end == '|');
        at = end + 1;
        end = end_of_way(at);
    }
    say_text(out, y, at, end);
}

static void put_place(pt_text *out, const saying *y, const place *p) {
    char type = p->fact ? 'n' : y->said->phrase->types[p->number];
    if (p->ways)
        put_way(out, y, p);
    else if (type == 't')
        pt_puts(out, y->said->arg[p->number].text);
    else if (type == 's')
        pt_say(out, *y->said->arg[p->number].said);
    else if (p->list < 0 || value_of(y, p) >= y->words->names[p->list]->count)
        pt_puti(out, value_of(y, p)); /* also a number for which its list has no name */
    else
        put_name(out, y->words->names[p->list], value_of(y, p), p->form);
}

/* The first letter as a capital: ASCII, and the accented letters of western Europe. */
static void capitalise(char *text) {
    unsigned char *c = (unsigned char *)text;
    if (c[0] >= 'a' && c[0] <= 'z') c[0] = (unsigned char)(c[0] - 32);
    if (c[0] == 0xC3 && c[1] >= 0xA0 && c[1] <= 0xBE && c[1] != 0xB7)
        c[1] = (unsigned char)(c[1] - 32);         /* à to þ */
    if (c[0] == 0xC5 && c[1] == 0x93) c[1] = 0x92; /* œ */
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

/* Whether the h that a text begins with is pronounced. */
static bool is_aspirate(const char *text, const char *words) {
    pt_words list = {words};
    for (pt_word w = pt_next(&list); w.length; w = pt_next(&list)) {
        size_t n = 0;
        while (n < w.length && (text[n] | ' ') == w.at[n]) n++;
        if (n == w.length) return true;
    }
    return false;
}

/* Whether the word before this text loses its vowel: the text begins with a vowel or a mute h.
 * A letter alone, as in "a4", is no word. */
static bool elides(const char *text, uint8_t language) {
    if (!is_letter(text[0]) || !is_letter(text[1])) return false;
    if ((text[0] | ' ') == 'h') return !is_aspirate(text, aspirates[language]);
    if (strchr("aeiouAEIOU", text[0])) return true;
    unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1] | 0x20;
    if (first == 0xC5) return (second | 1) == 0xB3; /* œ */
    bool consonant = second == 0xA7 || second == 0xB0 || second == 0xB1 || second >= 0xBD;
    return first == 0xC3 && !consonant; /* à to ü, but for ç, ð, ñ */
}

/* A place whose value decides how it is written, or how the word before it ends. */
static void put_fitted(pt_text *out, const saying *y, const place *p) {
    PT_TEXT_IN(piece, 600, out->language);
    put_place(&piece, y, p);
    if (p->capital) capitalise(piece.at);
    if (p->elided && elides(piece.at, out->language)) {
        pt_puts(out, "\u2019");
    } else if (p->elided) {
        pt_putc(out, p->elided);
        pt_putc(out, ' ');
    }
    pt_putn(out, piece.at, piece.used);
}

static void say_text(pt_text *out, const saying *y, const char *at, const char *end) {
    while (at < end) {
        const char *brace = memchr(at, '{', (size_t)(end - at));
        pt_putn(out, at, (size_t)((brace ? brace : end) - at));
        if (!brace) return;
        place p = read_place(brace + 1);
        if (p.capital || p.elided)
            put_fitted(out, y, &p);
        else
            put_place(out, y, &p);
        at = p.end;
    }
}

void pt_say(pt_text *out, pt_said said) {
    if (!out) return;
    assert(out->language < PT_LANGUAGES && said.phrase);
    const char *text = said.phrase->text[out->language];
    say_text(out, &(saying){said.phrase->of, &said}, text, text + strlen(text));
}

void pt_say_name(pt_text *out, const pt_names *names, int value) {
    if (out) put_name(out, names, value, 0);
}

void pt_say_form(pt_text *out, const pt_names *names, int value, int form) {
    if (out) put_name(out, names, value, form);
}

/* --- looking up --- */

const pt_phrase *pt_phrase_named(const pt_catalogue *c, const char *key) {
    int low = 0, high = c->phrases - 1;
    while (low <= high) {
        int middle = (low + high) / 2, order = strcmp(key, c->phrase[middle].key);
        if (order == 0) return &c->phrase[middle];
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return NULL;
}

const pt_names *pt_names_named(const pt_catalogue *c, const char *name) {
    for (int i = 0; i < c->lists; i++)
        if (strcmp(c->names[i]->name, name) == 0) return c->names[i];
    return NULL;
}
