/* Who has blocked whom, in memory: every sitting down and every line of talk asks for it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"
#include "store/profile.h"

blocks *blocks_new(void); /* NULL without memory */
void blocks_free(blocks *b);
/* `other` may not come near `person` any more, or may again. Without memory nothing changes
 * until the next start, which reads them all. */
void blocks_set(blocks *b, const char *person, const char *other, bool blocked);
bool is_blocked(const blocks *b, const char *person, const char *other);
/* Somebody who made the table or sits there has blocked this person. */
bool is_blocked_at(const blocks *b, const pt_table *t, const char *person);
/* Who may write at a table where somebody sits is known here, too: `person` lets friends only,
 * or nobody. */
void blocks_set_written(blocks *b, const char *person, pt_seen_by by);
pt_seen_by written_by(const blocks *b, const char *person);
/* The words by which the other nodes are told (node.h): somebody whom nobody is called. */
extern const char *const written_names[PT_SEEN_KINDS]; /* NULL for all */
/* At the start, in the reading thread; false if they cannot be read. */
bool blocks_read(blocks *b, pt_look *look);
