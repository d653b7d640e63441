/* Copies a whole store into a new one, from either database to either, and proves that nothing
 * is missing. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/sha256.h"
#include "store/store.h"

typedef struct pt_moved {
    const char *table;
    int64_t rows;
    char hash[2 * PT_SHA256 + 1]; /* over all rows in the order of their key */
} pt_moved;
typedef void pt_moved_taker(void *who, const pt_moved *table);

/* From a file or URL to a file or URL; no server may have either. The source is only read. The
 * target must not be there yet, or be a copy that was not finished: until everything is proved
 * it says that it is one, and no server takes it. Tells each table that was proved. */
bool pt_store_move(const char *from, const char *to, pt_moved_taker *tell, void *who,
                   pt_text *why);
