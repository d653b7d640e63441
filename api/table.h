/* What the files about tables share in this folder. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "api/api.h"
#include "table/table_json.h"

struct api_table {
    pt_table t;
    pt_wish wish; /* until it begins */
    pt_wish_seat seat[PT_SEATS];
    pt_recent *story; /* all its events, for new watchers */
    uint32_t events, room;
    pt_move *moves; /* room for max_moves, */
    pt_line *lines; /* and max_lines */
};

/* Everybody at the device is one person to the table (PT_ACCESS_LOCAL). */
#define TABLE_PERSON "me"

/* What a request does is written into the reply as it happens: {"events":["move 0 - - start
 * c4",...],"notices":[{"t":"undo-asked",...},...]}; in a rematch
 * {"next":[...],"events":[...],"notices":[...]}. */
typedef struct taking {
    api_table *t, *next; /* `next`: of a rematch, or NULL */
    pt_json json;
    bool in_next; /* the events of `next` come first */
    pt_event notice[4];
    int notices;
} taking;

void taking_begin(taking *k, api_table *t, api_table *next);
void taking_end(taking *k);
pt_sink taking_sink(taking *k);

/* Notes the last event that was folded. Stops the program if memory gives out. */
void table_note(api_table *t);
void table_make_room(api_table *t); /* once the game is known */
