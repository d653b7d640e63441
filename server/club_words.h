/* Whether a text says one of the club's words: also written in other letters, with signs for
 * letters ("b@d", "b4d") or with gaps ("b a d", "b.a.d"). Only whole words count, so that no
 * innocent word is refused for a part of it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/confusable.h"

uint64_t word_hash(const confusables *looks, const char *word);
bool text_has_word(const confusables *looks, const char *text, const uint64_t hash[],
                   int count);
