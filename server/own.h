/* What people keep for themselves at a table: answers that they have prepared, and notes. The
 * table in memory has a copy of what is in the store (store/own.h). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"
#include "store/own.h"

typedef struct own_row {
    char person[PT_ID], key[PT_OWN_KEY];
    char *body;
} own_row;

typedef struct own {
    own_row *row;
    int count, room;
    uint32_t tried; /* a prepared move was asked for after this event */
} own;

/* A copy of the row; "" takes it away. False without memory. */
bool own_set(own *o, const char *person, const char *key, const char *body);
const char *own_find(const own *o, const char *person, const char *key); /* "": nothing */
void own_free(own *o);

/* True for requests that only the node with the table can answer: these travel. */
static inline bool own_travels(int kind) { return kind >= ASK_MINE && kind <= ASK_NOTE; }

/* --- mine.c: what whoever asks keeps there --- */

/* A {"t":"mine"} for them, which is still open. */
typedef struct mine {
    pt_text out;
    pt_json j;
} mine;
void mine_begin(mine *m, hosted *h, const request *r);
void mine_send(mine *m, hosted *h, const request *r);
void mine_tell(hosted *h, const request *r); /* both */
/* Keeps the text, then tells them all that they have there. */
void mine_write(hosted *h, const request *r, const char *key, const char *body);
void mine_note(hosted *h, const request *r); /* ASK_NOTE */

/* --- prepare.c: ASK_MINE and those that follow it; whoever asks has that seat --- */
void own_ask(hosted *h, const request *r);

/* --- prepared.c --- */
void prepared_put(pt_json *j, const hosted *h, const char *person, int seat);
/* Posts the move that somebody has prepared for what has happened; false: nobody has. */
bool prepared_play(hosted *h);
/* True if the seat is asked for a move and has prepared it: nobody has to be told. */
bool prepared_answers(const hosted *h, int seat);
