/* The difference of two JSON texts, so that a watcher gets what has changed and not the whole
 * view again (docs/protocol.md, "Deltas"). Both texts must be as core/json.h writes them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"

/* Writes a patch that makes `b` out of `a`: [value] stands for a new value, {"key":patch}
 * changes members, [] removes one; in an array keys are indices, and
 * "+":[[at,count,[values]],...] comes first and puts values in the place of `count` items.
 * Without a difference: {}. */
void json_diff(const char *a, const char *b, pt_text *out);
