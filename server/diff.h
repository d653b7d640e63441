/* The difference of two views, so that a watcher gets what has changed and not the whole view
 * again (docs/protocol.md, "Deltas"). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/tape.h"

/* Writes a patch that makes `b` out of `a`: [value] stands for a new value, {"key":patch}
 * changes members, [] removes one; in an array keys are indices, and
 * "+":[[at,count,[values]],...] comes first and puts values in the place of `count` items, then
 * "=":{"key":[index,value,...]} sets a member of some items. Without a difference: {}. Both
 * come from tapes with these keys. */
void view_diff(const pt_keys *keys, const pt_datum *a, const pt_datum *b, pt_text *out);
