/* What the files of a local table share, and nobody else needs. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "term/bot_thread.h"
#include "term/local_table.h"
#include <assert.h>

struct pt_local_table {
    pt_table table;
    pt_table_file file;
    struct pt_local_table *next; /* while a rematch is made */
    uint64_t seed;               /* if `seeded`: the next game's luck follows from it */
    bool seeded;
    int64_t began, began_monotonic; /* one moment, by the wall clock and by a steady one */
    unsigned char *state;           /* before each move, and after the last */
    uint32_t states, state_room, undone;
    pt_bot *bot[PT_SEATS];
    pt_bot *adviser;
    pt_bot_thread thought, advice;
    int explained; /* reasons were given after so many moves less one; 0: none were */
    bool has_news;
    pt_event news; /* the last event that nobody asked for: a clock ran out, the rules moved */
};

/* The time in milliseconds. It never goes back, not even behind the last event here. */
int64_t local_now(const pt_local_table *l);
void local_start_time(pt_local_table *l, int64_t not_before);
/* A table without events. */
pt_local_table *local_empty(pt_text *why);
extern const pt_table_bots local_bots;

/* A request of the person at a seat; -1: of the table's owner. */
pt_request local_request(const pt_local_table *l, pt_ask kind, int seat);
/* Asks the table, and keeps the events. False: refused. */
bool local_ask(pt_local_table *l, const pt_request *r, pt_text *why);
/* The next of a set of seats clockwise after the last mover; -1: none. */
int local_next_of(const pt_local_table *l, uint8_t set);
/* Adds a line to the file that is not an event: it says that the table is being played now. */
void local_note_alive(pt_local_table *l);

/* The language of what is said about a request; `why` may be NULL. */
static inline uint8_t local_language(const pt_text *why) { return why ? why->language : 0; }

/* The distance between the states that are kept, so that each is aligned. */
static inline size_t local_stride(const pt_game *g) { return (g->state_size + 15u) & ~15u; }
/* Works out the positions that are missing in `state`; false without memory. */
bool local_keep_states(pt_local_table *l);
