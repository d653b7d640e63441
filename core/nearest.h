/* "Did you mean ...?": which of some names is nearest to a word that is none of them. */
/* SPDX-License-Identifier: MIT */
#pragma once

/* Try every name in turn; then `name` is the nearest one, or NULL if none is near. Of several
 * that are equally near, the first. */
typedef struct pt_nearest {
    const char *word;
    const char *name;
    int far;
} pt_nearest;

static inline pt_nearest pt_nearest_to(const char *word) { return (pt_nearest){word, 0, 0}; }
void pt_nearest_try(pt_nearest *n, const char *name);
