/* A streaming JSON writer. It adds commas, quotes and escapes; the caller opens and closes. It
 * writes text, or a tape (core/tape.h). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdint.h>

typedef struct pt_datum pt_datum;
typedef struct pt_tape pt_tape;

typedef struct pt_json {
    pt_text *out;
    pt_tape *tape; /* or NULL */
    uint64_t has;  /* bit d: a value stands already at depth d */
    int depth;
    bool keyed;    /* a key was just written: its value needs no comma */
    uint8_t names; /* the language of names in tables (pt_key_name); 0: English */
} pt_json;

pt_json pt_json_on(pt_text *out);
/* The language of the text it writes to. */
static inline uint8_t pt_json_language(const pt_json *j) {
    return j->out ? j->out->language : 0;
}

/* Inside an object call pt_key before each value. Depth is at most 63. */
void pt_key(pt_json *j, const char *key);
void pt_open(pt_json *j, char bracket); /* '{' or '[' */
void pt_close(pt_json *j, char bracket);
void pt_json_int(pt_json *j, int64_t n);
void pt_json_bool(pt_json *j, bool b);
void pt_json_null(pt_json *j);
void pt_json_str(pt_json *j, const char *s);
void pt_json_strn(pt_json *j, const char *s, size_t n);
/* A name out of a table of the game, as value, as key and in a list: at most PT_PLAIN_MAX
 * bytes, and nothing in it is escaped. Lists of legal moves are made of these. */
enum { PT_PLAIN_MAX = 40 };
void pt_json_plain(pt_json *j, const char *name);
void pt_key_plain(pt_json *j, const char *name);
/* Those of the names whose numbers are in which[0..n). */
void pt_json_names(pt_json *j, const char *const *names, const uint8_t *which, int n);

/* A key and its value in one line. */
void pt_key_int(pt_json *j, const char *key, int64_t n);
void pt_key_str(pt_json *j, const char *key, const char *s);
void pt_key_bool(pt_json *j, const char *key, bool b);
void pt_key_open(pt_json *j, const char *key, char bracket);

/* Most of a view stays the same from one move to the next. A writer may know the last view and
 * what was written for it. pt_was returns that view, or NULL. If nothing that a value depends
 * on has changed, call pt_keep instead of writing it (after its key, if it is a member).
 * pt_keep copies what was written at the same place last time, and returns true if it could be
 * reused. */
const void *pt_was(const pt_json *j);
bool pt_keep(pt_json *j);
int pt_keep_items(pt_json *j, int n); /* up to n items of an array; returns how many */
/* An item that had the number `item` last time, where something came in before it or left. */
bool pt_keep_item(pt_json *j, int item);
/* The same for one value that depends only on these bytes of the view. */
bool pt_keep_by(pt_json *j, const void *view, const void *bytes, size_t n);
