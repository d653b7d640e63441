/* The difference of two JSON texts, so that a watcher gets what has changed and not the whole
 * view again (docs/protocol.md, "Deltas"). Both texts must be as core/json.h writes them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdint.h>

enum { DIFF_NODES = 16384 };

/* A value of a text, in the order of their beginnings; those inside it follow. */
typedef struct diff_node {
    uint32_t at, end, next; /* bytes from..to, and the first node after it */
    uint32_t key; /* where its key (with its quotes) begins; a member's value follows it */
} diff_node;

/* Memory for the work, the caller's. */
typedef struct differ {
    const char *text[2];
    diff_node node[2][DIFF_NODES];
    pt_text *out;
} differ;

/* Writes a patch that makes `b` out of `a`: [value] stands for a new value, {"key":patch}
 * changes members, [] removes one; in an array keys are indices, and
 * "+":[[at,count,[values]],...] comes first and puts values in the place of `count` items.
 * Without a difference: {}. */
void json_diff(differ *d, const char *a, const char *b, pt_text *out);
