/* The difference of two JSON texts, so that a watcher gets what has changed and not the whole
 * view again (docs/protocol.md, "Deltas"). Both texts must be as core/json.h writes them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"

/* Writes a list of changes that make `b` out of `a`: [path, value] sets, [path] removes, [path,
 * at, count, [values]] replaces `count` items of an array. Without a difference: []. */
void json_diff(const char *a, const char *b, pt_text *out);
