/* Positions as text: one line for each field of a game's field table. A test, a puzzle or a bug
 * report is a few lines. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* The field called `name`, or NULL. */
const pt_field *pt_field_named(const pt_game *g, pt_word name);

/* Reads the key of a keyed field off the front of `line` (key 0 for a field without keys).
 * False, with words, if the key is missing or unknown. */
bool pt_field_key(const pt_field *f, pt_words *line, int *key, pt_text *why);

/* The value of one field, plain or not. */
void pt_print_field(const pt_field *f, const void *s, int key, pt_text *out);

/* For parsers of fields: the next value of a kind on the line. PT_LIST_END at the end,
 * PT_LIST_BAD (with words) for anything else; the word "none" is skipped, so that an empty list
 * can be written. */
enum { PT_LIST_END = -1, PT_LIST_BAD = -2 };
int pt_next_value(pt_words *line, const pt_kind *kind, pt_text *why);
/* The same for a set, in which nothing stands twice. `seen` begins empty. */
typedef struct pt_seen {
    uint64_t bits[4];
} pt_seen;
int pt_next_member(pt_words *line, const pt_kind *kind, pt_seen *seen, pt_text *why);
/* PT_UNREADABLE, with words, if this value (of the word w) was seen before. */
pt_err pt_only_once(pt_seen *seen, int value, pt_word w, pt_text *why);
pt_err pt_unreadable(pt_text *why, pt_word w, const char *wanted); /* "'x' is not WANTED" */

/* For printers of lists: puts a space before every item but the first. The end writes "none" if
 * the list is empty. */
void pt_item(pt_text *out, const char *text);
void pt_items_end(pt_text *out);

/* Reads one line "name [key] value..." into a state; `given` collects which fields were
 * given. */
pt_err pt_parse_field(const pt_game *g, void *s, const char *line, uint64_t *given,
                      pt_text *why);

/* Prints every line of the position. parse reads them back to the same bytes, lines in any
 * order, blank lines and # comments between them; on refusal `s` is as it was and `line` (if
 * not NULL) is the number of the line at fault, 0 for the position as a whole. */
void pt_print_position(const pt_game *g, const void *s, pt_text *out);
pt_err pt_parse_position(const pt_game *g, void *s, const pt_config *config, const char *text,
                         int *line, pt_text *why);
