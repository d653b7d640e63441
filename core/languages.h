/* The languages, one a line. English comes first; the others are checked against it. The build
 * reads this list too (tools/words.py). docs/words.md says how to add a language.
 *
 * Columns: code; the language's own name; FROM and TO: these numbers take the first choice of
 * {n?one|more}; the genders of its names; whether a blank stands before ; : ! ? and inside
 * guillemets; the words that lose their last vowel before a vowel or a mute h ("d’Anne"); words
 * whose h is not mute. The page takes the last two columns from here, too. */
/* SPDX-License-Identifier: MIT */
#pragma once
/* clang-format off */
#define PT_LANGUAGE_LIST(LANGUAGE)                                                          \
    LANGUAGE(en, "English",  1, 1, "",    false, "",                            "")         \
    LANGUAGE(fr, "Français", 0, 1, "mf",  true,  "de le la que je ne se me te", "harpie")   \
    LANGUAGE(de, "Deutsch",  1, 1, "mfn", false, "",                            "")
/* clang-format on */

#define PT_LANGUAGE_ID(code, title, from, to, genders, spaced, elided, aspirate)               \
    PT_LANGUAGE_##code,
enum { PT_LANGUAGE_LIST(PT_LANGUAGE_ID) PT_LANGUAGES, PT_ENGLISH = 0 };
