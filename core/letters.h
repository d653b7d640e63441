/* Letters in UTF-8: whether a text that strangers wrote is text, and nothing that steers a
 * terminal, hides or turns the rest round. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>

/* U+2000 to U+207F by their last bytes: what has no width, breaks lines or turns the text
 * round. Joiners stay: some alphabets, and families of emoji, are written with them. */
static inline bool pt_is_unseen(int second, int third) {
    bool first = second == 0x80, mark = third == 0x8B || third == 0x8E || third == 0x8F;
    return (first && (mark || (third >= 0xA8 && third <= 0xAE))) ||
           (second == 0x81 && third >= 0xA0 && third <= 0xAF);
}

/* How many bytes the letter at s has in UTF-8; 0: it is none, or it steers the terminal. */
static inline int pt_letter_size(const unsigned char *s) {
    int size = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    for (int i = 1; i < size; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    switch (s[0]) {
    case 0x7F: return 0;
    case 0xC2: return s[1] < 0xA0 ? 0 : size; /* control characters */
    case 0xE0: return s[1] < 0xA0 ? 0 : size; /* longer than need be */
    case 0xE2: return pt_is_unseen(s[1], s[2]) ? 0 : size;
    case 0xED: return s[1] > 0x9F ? 0 : size;                  /* surrogates */
    case 0xEF: return s[1] == 0xBB && s[2] == 0xBF ? 0 : size; /* U+FEFF */
    case 0xF0: return s[1] < 0x90 ? 0 : size;
    case 0xF4: return s[1] > 0x8F ? 0 : size;
    default: return s[0] < ' ' || s[0] > 0xF4 ? 0 : size;
    }
}

static inline bool pt_is_text(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    for (int size; *s; s += size)
        if (!(size = pt_letter_size(s))) return false;
    return true;
}
