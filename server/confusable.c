/* Names that look alike: ICU's uspoof, and which names are not for people. */
/* SPDX-License-Identifier: MIT */
#include "server/confusable.h"
#include "bots/bot.h"
#include "table/request.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum {
    UNITS = 4 * PT_SKELETON, /* of UTF-16, for a skeleton that grows */
    RESERVED = 160,
    MARKS_MOST = 2,  /* on one letter */
    HOST_WORDS = 20, /* the first of `hosts` */
};

typedef struct reserved {
    char skeleton[PT_SKELETON];
    char joined[PT_SKELETON]; /* of its letters and digits without accents */
    name_fault fault;
    bool word; /* no name has it as a word */
} reserved;

struct confusables {
    USpoofChecker *checker;
    int count;
    reserved reserved[RESERVED];
};

/* Who speaks for the server, and what those are called who are gone. In every language. */
static const char *const hosts[] = {
    /* These may not even be a word of a name: "the Admin", "Petteia Support". */
    "petteia",
    "admin",
    "administrator",
    "administrateur",
    "administratrice",
    "administratorin",
    "moderator",
    "modérateur",
    "modératrice",
    "moderatorin",
    "mod3rator",
    "админ", /* capitals look like other letters there */
    "Админ",
    "АДМИН",
    "администратор",
    "Администратор",
    "АДМИНИСТРАТОР",
    "модератор",
    "Модератор",
    "МОДЕРАТОР",
    /* These may: "Ghost Host". */
    "operator",
    "mod",
    "host",
    "hôte",
    "gastgeber",
    "betreiber",
    "betreiberin",
    "server",
    "serveur",
    "system",
    "système",
    "support",
    "staff",
    "root",
    "former player",
    "ancien joueur",
    "ancienne joueuse",
    "ehemaliger Spieler",
    "ehemalige Spielerin",
};

/* --- what cannot be seen --- */

static bool is_hidden(UChar32 c) {
    if (c == ' ') return false;
    if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return true;
    if (c == 0x2800) return true; /* a sign of Braille without dots */
    switch (u_charType(c)) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_SURROGATE:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
    case U_SPACE_SEPARATOR: /* all but the blank itself */
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR: return true;
    default: return false;
    }
}

static bool is_mark(UChar32 c) {
    int8_t type = u_charType(c);
    return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK;
}

/* Marks that a letter has of its own: composing hides one of several. */
static int marks_within(UChar32 c) {
    UErrorCode code = U_ZERO_ERROR;
    UChar units[16];
    UChar32 parts[16];
    int32_t n = 0;
    int marks = 0;
    const UNormalizer2 *d = unorm2_getNFDInstance(&code);
    int32_t count = U_SUCCESS(code) ? unorm2_getDecomposition(d, c, units, 16, &code) : -1;
    if (count < 0 || U_FAILURE(code)) return 0; /* it has no parts */
    u_strToUTF32(parts, 16, &n, units, count, &code);
    for (int32_t i = 0; i < n && U_SUCCESS(code); i++) marks += is_mark(parts[i]);
    return marks;
}

static bool hides_something(const UChar *units, int32_t count) {
    UErrorCode code = U_ZERO_ERROR;
    UChar32 text[UNITS], last = ' ';
    int32_t n = 0;
    int marks = 0;
    u_strToUTF32(text, UNITS, &n, units, count, &code);
    if (U_FAILURE(code)) return true;
    for (int32_t i = 0; i < n; i++) {
        UChar32 c = text[i];
        int own = marks_within(c);
        marks = is_mark(c) ? marks + 1 : own;
        if (is_hidden(c) || (is_mark(c) && (marks > MARKS_MOST || last == ' '))) return true;
        if (c == ' ' && last == ' ') return true; /* a page shows two blanks as one */
        last = c;
    }
    return false;
}

/* --- text in and out of ICU --- */

static int32_t to_units(const char *text, UChar *out, int32_t size) {
    UErrorCode code = U_ZERO_ERROR;
    int32_t n = 0;
    u_strFromUTF8(out, size, &n, text, -1, &code);
    return U_FAILURE(code) ? 0 : n;
}

/* As many whole characters as fit. */
static void from_units(const UChar *text, int32_t n, char *out, size_t size) {
    UErrorCode code = U_ZERO_ERROR;
    char bytes[3 * UNITS + 1];
    int32_t used = 0;
    u_strToUTF8(bytes, sizeof bytes, &used, text, n, &code);
    size_t kept = U_FAILURE(code) ? 0 : (size_t)used;
    if (kept >= size)
        for (kept = size - 1; (bytes[kept] & 0xC0) == 0x80;) kept--;
    memcpy(out, bytes, kept);
    out[kept] = 0;
}

void name_compose(const char *name, char out[PT_LABEL]) {
    UErrorCode code = U_ZERO_ERROR;
    UChar from[UNITS], to[UNITS];
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&code);
    int32_t n = to_units(name, from, UNITS);
    if (U_SUCCESS(code)) n = unorm2_normalize(nfc, from, n, to, UNITS, &code);
    if (U_SUCCESS(code))
        from_units(to, n, out, PT_LABEL);
    else
        out[0] = 0;
}

/* The next character, or -1 if it is none. */
static UChar32 next_point(const char **at) {
    UErrorCode code = U_ZERO_ERROR;
    UChar units[2];
    UChar32 c = -1;
    int32_t bytes = 1, n = 0;
    while (((*at)[bytes] & 0xC0) == 0x80) bytes++;
    u_strFromUTF8(units, 2, &n, *at, bytes, &code);
    u_strToUTF32(&c, 1, NULL, units, n, &code);
    *at += bytes;
    return U_FAILURE(code) ? -1 : c;
}

/* --- what people write to each other --- */

/* U+202A to U+202E and U+2066 to U+2069: the text behind them runs the other way. */
static bool turns_round(UChar32 c) {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool text_is_seen(const char *text) {
    while (*text) {
        UChar32 c = next_point(&text);
        if (c > ' ' && !is_hidden(c)) return true;
    }
    return false;
}

bool text_is_plain(const char *text) {
    bool seen = text_is_seen(text);
    while (*text) {
        UChar32 c = next_point(&text);
        int8_t type = c < 0 ? U_CONTROL_CHAR : u_charType(c);
        if (type == U_CONTROL_CHAR || type == U_LINE_SEPARATOR ||
            type == U_PARAGRAPH_SEPARATOR || turns_round(c))
            return false;
    }
    return seen;
}

/* "é" is an e and an accent, "ⓘ" an i. How many characters it is made of. */
static int32_t take_apart(UChar32 c, UChar32 *out, int32_t size) {
    UErrorCode code = U_ZERO_ERROR;
    UChar units[UNITS];
    int32_t n = -1;
    const UNormalizer2 *nfkd = unorm2_getNFKDInstance(&code);
    out[0] = c;
    if (U_SUCCESS(code)) n = unorm2_getDecomposition(nfkd, c, units, UNITS, &code);
    if (n < 0) return 1; /* it is plain already */
    u_strToUTF32(out, size, &n, units, n, &code);
    return U_FAILURE(code) ? 0 : n;
}

static void put_point(pt_text *out, UChar32 c) {
    UErrorCode code = U_ZERO_ERROR;
    UChar units[2];
    char bytes[8];
    int32_t n = 0;
    u_strFromUTF32(units, 2, &n, &c, 1, &code);
    from_units(units, n, bytes, sizeof bytes);
    if (out->used + strlen(bytes) < out->size) pt_puts(out, bytes);
}

/* Adds the letters and digits of a character; false if it ends a word. */
static bool add_plainly(pt_text *out, UChar32 c) {
    UChar32 parts[UNITS];
    bool within = false;
    int32_t n = take_apart(c, parts, UNITS);
    for (int32_t i = 0; i < n; i++) {
        bool letter = u_isalnum(parts[i]);
        if (letter) put_point(out, parts[i]);
        within |= letter || is_mark(parts[i]) ||
                  u_hasBinaryProperty(parts[i], UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
    }
    return within;
}

bool text_next_word(const char **at, char out[PT_LABEL]) {
    pt_text word = pt_text_on(out, PT_LABEL);
    for (bool more = true; more && **at;) {
        UChar32 c = next_point(at);
        more = (c >= 0 && add_plainly(&word, c)) || !word.used;
    }
    return word.used > 0;
}

/* --- look-alikes --- */

static int32_t skeleton_of(const confusables *c, const UChar *in, int32_t n, UChar *out) {
    UErrorCode code = U_ZERO_ERROR;
    n = uspoof_getSkeleton(c->checker, 0, in, n, out, UNITS, &code);
    return U_FAILURE(code) ? 0 : n < UNITS ? n : UNITS;
}

/* Without blanks, and with l for i: I looks like l, and is the capital of i. The capital of a
 * Turkish i has a point of its own. */
static int32_t simplify(UChar *text, int32_t n) {
    enum { POINT = 0x307 };
    int32_t kept = 0;
    for (int32_t i = 0; i < n; i++)
        if (text[i] != ' ' && !(text[i] == POINT && kept && text[kept - 1] == 'l'))
            text[kept++] = text[i] == 'i' ? 'l' : text[i];
    return kept;
}

static int32_t fold(const UChar *in, int32_t n, UChar out[UNITS]) {
    UErrorCode code = U_ZERO_ERROR;
    n = u_strFoldCase(out, UNITS, in, n, U_FOLD_CASE_DEFAULT, &code);
    return U_FAILURE(code) ? 0 : n;
}

/* I looks like l and 0 like O, so the skeleton comes first; then capitals are folded, and what
 * they have become may look like something else again: M, m, rn. */
static void name_skeleton_of(const confusables *c, UChar a[UNITS], int32_t n,
                             char out[PT_SKELETON]) {
    UChar b[UNITS];
    n = skeleton_of(c, a, n, b);
    n = fold(b, n, a);
    n = skeleton_of(c, a, n, b);
    n = simplify(b, n);
    from_units(b, n, out, PT_SKELETON);
}

void name_skeleton(const confusables *c, const char *name, char out[PT_SKELETON]) {
    UChar units[UNITS];
    name_skeleton_of(c, units, to_units(name, units, UNITS), out);
}

/* The capital of a Greek v looks like an N, which is another letter's. */
void name_skeleton_small(const confusables *c, const char *name, char out[PT_SKELETON]) {
    UChar units[UNITS], small[UNITS];
    name_skeleton_of(c, small, fold(units, to_units(name, units, UNITS), small), out);
}

/* --- names that are not for people --- */

/* Only its letters and digits, without accents: "a.d.m.i.n", "Admín" and "The Admin" are as
 * good as "admin" and "TheAdmin". */
static void joined_skeleton(const confusables *c, const char *name, char out[PT_SKELETON]) {
    UErrorCode code = U_ZERO_ERROR;
    UChar units[UNITS], apart[UNITS];
    UChar32 text[UNITS];
    char joined[PT_LABEL];
    const UNormalizer2 *nfd = unorm2_getNFDInstance(&code);
    int32_t n = to_units(name, units, UNITS), kept = 0;
    if (U_SUCCESS(code)) n = unorm2_normalize(nfd, units, n, apart, UNITS, &code);
    u_strToUTF32(text, UNITS, &n, apart, U_FAILURE(code) ? 0 : n, &code);
    for (int32_t i = 0; U_SUCCESS(code) && i < n; i++)
        if (u_isalnum(text[i])) text[kept++] = text[i];
    u_strFromUTF32(units, UNITS, &n, text, kept, &code);
    from_units(units, U_FAILURE(code) ? 0 : n, joined, PT_LABEL);
    name_skeleton(c, joined, out);
}

static void reserve(confusables *c, const char *name, name_fault fault) {
    assert(c->count < RESERVED);
    name_skeleton(c, name, c->reserved[c->count].skeleton);
    joined_skeleton(c, name, c->reserved[c->count].joined);
    c->reserved[c->count++].fault = fault;
}

/* Levels are called what they are called in every language: "Pebble: one move ahead". */
static void reserve_levels(confusables *c) {
    for (int i = 0; pt_bots[i]; i++) {
        for (int language = 0; language < PT_LANGUAGES; language++) {
            PT_TEXT_IN(words, 200, language);
            pt_bot_words(pt_bots[i], &words);
            char *end = strchr(words.at, ':');
            if (end) *end = 0;
            if (end) reserve(c, words.at, NAME_BOT);
        }
        reserve(c, pt_bots[i]->name, NAME_BOT);
    }
}

static void reserve_all(confusables *c) {
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        reserve(c, hosts[i], NAME_HOST);
        if (c->count) c->reserved[c->count - 1].word = i < HOST_WORDS;
    }
    for (int i = 0; pt_bot_name(i); i++) reserve(c, pt_bot_name(i), NAME_BOT);
    reserve_levels(c);
}

confusables *confusables_new(void) {
    UErrorCode code = U_ZERO_ERROR;
    confusables *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->checker = uspoof_open(&code);
    if (U_SUCCESS(code)) {
        uspoof_setChecks(c->checker, USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS, &code);
        uspoof_setRestrictionLevel(c->checker, USPOOF_HIGHLY_RESTRICTIVE);
    }
    if (U_FAILURE(code)) {
        confusables_free(c);
        return NULL;
    }
    reserve_all(c);
    return c;
}

void confusables_free(confusables *c) {
    if (!c) return;
    uspoof_close(c->checker);
    free(c);
}

/* Writes the name without what surrounds its letters: numbers, points, stars, ticks. */
static void bare_name(const char *name, char out[PT_LABEL]) {
    UErrorCode code = U_ZERO_ERROR;
    UChar units[UNITS];
    UChar32 text[UNITS], *from = text;
    int32_t n = to_units(name, units, UNITS);
    u_strToUTF32(text, UNITS, &n, units, n, &code);
    while (n && !u_isalpha(from[n - 1])) n--;
    for (; n && !u_isalpha(*from); n--) from++;
    u_strFromUTF32(units, UNITS, &n, from, n, &code);
    from_units(units, U_FAILURE(code) ? 0 : n, out, PT_LABEL);
}

static bool is_host_word(const confusables *c, const char *word, size_t n) {
    char text[PT_LABEL], bare[PT_LABEL], skeleton[PT_SKELETON];
    pt_text t = pt_text_on(text, sizeof text);
    pt_putn(&t, word, n);
    bare_name(text, bare);
    name_skeleton(c, bare, skeleton);
    for (int i = 0; i < c->count; i++)
        if (c->reserved[i].word && strcmp(c->reserved[i].skeleton, skeleton) == 0) return true;
    return false;
}

static bool has_host_word(const confusables *c, const char *name) {
    static const char between[] = " -_.,:;/|+*~()<>!?'&=#@";
    for (size_t n; name += strspn(name, between), (n = strcspn(name, between)) > 0; name += n)
        if (is_host_word(c, name, n)) return true;
    return false;
}

/* A word that has a host's in it and is nobody's: it is a blank then. */
static void take_out_innocent(const confusables *c, char skeleton[PT_SKELETON]) {
    char innocent[PT_SKELETON];
    name_skeleton(c, "adminton", innocent);
    size_t n = strlen(innocent);
    for (char *at; n && (at = strstr(skeleton, innocent));) {
        *at = ' ';
        memmove(at + 1, at + n, strlen(at + n) + 1);
    }
}

static bool joins_to_host(const confusables *c, const char *name) {
    char skeleton[PT_SKELETON];
    joined_skeleton(c, name, skeleton);
    take_out_innocent(c, skeleton);
    for (int i = 0; i < c->count; i++) {
        const reserved *r = &c->reserved[i];
        if (r->fault != NAME_HOST) continue;
        if (strcmp(skeleton, r->joined) == 0) return true;
        if (r->word && strstr(skeleton, r->joined)) return true;
    }
    return false;
}

/* "Admin 2" is as good as "Admin", but "Zoe 2" is not the bot Zoe. */
static name_fault reserved_as(const confusables *c, const char *name) {
    char skeleton[PT_SKELETON], plain[PT_SKELETON], bare[PT_LABEL];
    name_skeleton(c, name, skeleton);
    bare_name(name, bare);
    name_skeleton(c, bare, plain);
    for (int i = 0; i < c->count; i++) {
        const reserved *r = &c->reserved[i];
        if (strcmp(r->skeleton, skeleton) == 0) return r->fault; /* "0perator", too */
        if (r->fault == NAME_HOST && strcmp(r->skeleton, plain) == 0) return r->fault;
    }
    return has_host_word(c, name) || joins_to_host(c, name) ? NAME_HOST : NAME_GOOD;
}

/* Beside a name they say that somebody has looked at it: ticks, badges and shields. */
static bool is_badge(UChar32 c) {
    static const UChar32 badges[] = {0x221A,  0x2611,  0x2705,  0x2713,  0x2714, 0x1F396,
                                     0x1F3C5, 0x1F530, 0x1F5F8, 0x1F5F9, 0x1F6E1};
    for (size_t i = 0; i < sizeof badges / sizeof *badges; i++)
        if (c == badges[i]) return true;
    return false;
}

static bool has_badge(const UChar *units, int32_t count) {
    UErrorCode code = U_ZERO_ERROR;
    UChar32 text[UNITS];
    int32_t n = 0;
    u_strToUTF32(text, UNITS, &n, units, count, &code);
    return U_SUCCESS(code) && n && (is_badge(text[0]) || is_badge(text[n - 1]));
}

/* Letters that no language writes with, but that look like those of one: circled, wide, raised,
 * small capitals; and marks that underline, strike or circle them. UTS 39 does not recommend
 * them. */
static bool has_fancy_letter(const UChar *units, int32_t count) {
    UErrorCode code = U_ZERO_ERROR;
    UChar32 text[UNITS];
    int32_t n = 0;
    u_strToUTF32(text, UNITS, &n, units, count, &code);
    const USet *plain = uspoof_getRecommendedSet(&code);
    if (U_FAILURE(code)) return true;
    for (int32_t i = 0; i < n; i++)
        if ((u_hasBinaryProperty(text[i], UCHAR_ALPHABETIC) || is_mark(text[i])) &&
            !uset_contains(plain, text[i]))
            return true;
    return false;
}

name_fault name_fault_of(const confusables *c, const char *name) {
    UErrorCode code = U_ZERO_ERROR;
    UChar text[UNITS];
    int32_t n = to_units(name, text, UNITS);
    if (!n || !name_ok(name)) return NAME_FORM;
    if (hides_something(text, n)) return NAME_HIDDEN;
    int32_t failed = uspoof_check2(c->checker, text, n, NULL, &code);
    if (U_FAILURE(code) || failed) return NAME_MIXED;
    if (has_fancy_letter(text, n)) return NAME_FANCY;
    if (has_badge(text, n)) return NAME_HOST;
    return reserved_as(c, name);
}
