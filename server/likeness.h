/* Which names are taken for each other: two skeletons of each, as it is written and in small
 * letters. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/confusable.h"

typedef struct skeletons {
    char written[PT_SKELETON], small[PT_SKELETON];
} skeletons;
skeletons name_skeletons(const confusables *c, const char *name);

/* Hashes of them, for those who are here. */
typedef struct likeness {
    uint64_t written, small;
} likeness;
likeness name_likeness(const confusables *c, const char *name);
/* In either form of either name. */
bool looks_alike(likeness one, likeness other);
