/* The words that nobody may say, and their disguises. */
/* SPDX-License-Identifier: MIT */
#include "server/club_words.h"
#include "server/server.h"
#include <ctype.h>
#include <string.h>

/* In gaps fewer letters than these may be anything: squares of a board, points of a list. */
enum { GAPS_LEAST = 3, GAPS_MOST = 24, PLAIN = 1024 };

uint64_t word_hash(const confusables *looks, const char *word) {
    char skeleton[PT_SKELETON];
    name_skeleton(looks, word, skeleton);
    return id_hash(skeleton);
}

static bool is_listed(const confusables *looks, const char *word, const uint64_t hash[],
                      int count) {
    uint64_t of = word_hash(looks, word);
    for (int i = 0; i < count; i++)
        if (hash[i] == of) return true;
    return false;
}

static bool has_whole(const confusables *looks, const char *text, const uint64_t hash[],
                      int count) {
    for (char word[PT_LABEL]; text_next_word(&text, word);)
        if (is_listed(looks, word, hash, count)) return true;
    return false;
}

/* --- signs for letters --- */

/* The letter that a sign stands for within a word; 0: none. What looks like an i or an l is
 * the same to a skeleton. */
static char letter_for(char sign) {
    static const char signs[] = "013457@$!|", letters[] = "oleastasll";
    const char *at = sign ? strchr(signs, sign) : NULL;
    return at ? letters[at - signs] : 0;
}

/* Beside a letter, on both sides for what is a mark otherwise: "bad!" ends a sentence. */
static bool stands_for_letter(const char *text, size_t i) {
    bool after = i && isalpha((unsigned char)text[i - 1]);
    bool follows = isalpha((unsigned char)text[i + 1]) || letter_for(text[i + 1]);
    if (strchr("!|", text[i])) return after && isalpha((unsigned char)text[i + 1]);
    return after || follows;
}

/* A word of signs only is a number. */
static bool word_has_letter(const char *text, size_t i) {
    size_t from = i, to = i;
    while (from && !isspace((unsigned char)text[from - 1])) from--;
    while (text[to] && !isspace((unsigned char)text[to])) to++;
    for (; from < to; from++)
        if (isalpha((unsigned char)text[from])) return true;
    return false;
}

/* From the left, so that of two signs the second follows a letter. */
static void write_plainly(const char *text, char out[PLAIN]) {
    size_t n = strnlen(text, PLAIN - 1);
    memcpy(out, text, n);
    out[n] = 0;
    for (size_t i = 0; i < n; i++)
        if (letter_for(out[i]) && word_has_letter(text, i) && stands_for_letter(out, i))
            out[i] = letter_for(out[i]);
}

/* --- gaps --- */

static bool is_one_letter(const char *word) {
    size_t n = 1;
    while ((word[n] & 0xC0) == 0x80) n++;
    return word[0] && !word[n] && !isdigit((unsigned char)word[0]);
}

/* Letters that stand alone, one after the other. */
typedef struct gaps {
    char letter[GAPS_MOST][8];
    int count;
} gaps;

static bool run_is_listed(const confusables *looks, const gaps *g, const uint64_t hash[],
                          int count) {
    for (int from = 0; from + GAPS_LEAST <= g->count; from++) {
        PT_TEXT(word, PT_LABEL);
        for (int i = from; i < g->count; i++) {
            pt_puts(&word, g->letter[i]);
            if (i - from + 1 >= GAPS_LEAST && is_listed(looks, word.at, hash, count))
                return true;
        }
    }
    return false;
}

static bool has_gapped(const confusables *looks, const char *text, const uint64_t hash[],
                       int count) {
    gaps g = {.count = 0};
    for (char word[PT_LABEL]; text_next_word(&text, word);) {
        bool one = is_one_letter(word) && strlen(word) < sizeof g.letter[0];
        if (one && g.count < GAPS_MOST) pt_copy(g.letter[g.count++], sizeof g.letter[0], word);
        if (one) continue;
        if (run_is_listed(looks, &g, hash, count)) return true;
        g.count = 0;
    }
    return run_is_listed(looks, &g, hash, count);
}

bool text_has_word(const confusables *looks, const char *text, const uint64_t hash[],
                   int count) {
    char plain[PLAIN];
    if (!count) return false;
    write_plainly(text, plain);
    return has_whole(looks, text, hash, count) || has_whole(looks, plain, hash, count) ||
           has_gapped(looks, plain, hash, count);
}
