/* New tables, as somebody asks for them by HTTP (docs/protocol.md, "Making a table"). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/web.h"

typedef struct wish {
    pt_wish table;      /* without owner, key and seed */
    const char *record; /* the game goes on from the first `moves` moves of this one; or NULL */
    uint32_t moves;
} wish;

/* The texts are those of `in`. */
bool wish_from_json(json_t *in, wish *w, pt_text *why);
/* POST /api/tables; takes the request over. */
void wish_make_table(web *from);
