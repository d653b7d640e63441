/* The tables of the store, version by version, for both databases. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    PT_SCHEMA = 22,
    PT_UNFINISHED = 1 << 20, /* the version of a copy that petteia move-store has begun */
};

/* The step from version `i` to the next, in SQLite's words and in PostgreSQL's. */
const char *pt_schema_in_sqlite(int i);
void pt_schema_in_postgres(int i, pt_text *out);
/* Otherwise words: the store is newer than this program, or a copy that was not finished. */
bool pt_schema_is_known(int64_t version, pt_text *why);
