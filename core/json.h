/* A streaming JSON writer: it puts the commas, quotes and escapes; the caller opens and closes.
 * What it writes is text, or a tape (core/tape.h). */
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
    bool keyed; /* a key was just written: its value needs no comma */
} pt_json;

pt_json pt_json_on(pt_text *out);

/* Inside an object call pt_key before each value. Depth is at most 63. */
void pt_key(pt_json *j, const char *key);
void pt_open(pt_json *j, char bracket); /* '{' or '[' */
void pt_close(pt_json *j, char bracket);
void pt_json_int(pt_json *j, int64_t n);
void pt_json_bool(pt_json *j, bool b);
void pt_json_null(pt_json *j);
void pt_json_str(pt_json *j, const char *s);
void pt_json_strn(pt_json *j, const char *s, size_t n);

/* A key and its value in one line. */
void pt_key_int(pt_json *j, const char *key, int64_t n);
void pt_key_str(pt_json *j, const char *key, const char *s);
void pt_key_bool(pt_json *j, const char *key, bool b);
void pt_key_open(pt_json *j, const char *key, char bracket);
