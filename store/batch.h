/* Batches: writes, one after the other, in one growing piece of memory. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

typedef enum {
    PT_W_EVENT,
    PT_W_TABLE,
    PT_W_SNAPSHOT,
    PT_W_PLAYER,
    PT_W_PERSON,
    PT_W_TOKEN,
    PT_W_DROP_TOKEN,
    PT_W_DROP_PERSON,
    PT_W_DROP_TOKENS,
    PT_W_DROP_RATINGS,
    PT_W_DROP_PAIRS,
    PT_W_RATING,
    PT_W_RATED,
    PT_W_PAIR,
    PT_W_ALIVE,
    PT_W_FORGET_CHUNKS,
    PT_W_FORGET_SNAPSHOT,
    PT_W_FORGET_PLAYERS,
    PT_W_FORGET_RATED,
    PT_W_FORGET_UNCOUNTED,
    PT_W_FORGET_SPOKEN,
    PT_W_FORGET_TABLE,
    PT_W_WORK,
    PT_W_COUNT
} pt_write_kind;

/* One write: its numbers, followed by its texts and bytes. */
typedef struct pt_write {
    uint8_t kind, ints, texts;
    int64_t i[8];
    double d[2];
    uint32_t n[6]; /* lengths of the texts */
} pt_write;

struct pt_batch {
    char *at;
    size_t used, size;
    bool broken;  /* memory ran out: it must not be written */
    bool paired;  /* written with the next one or not at all */
    bool forgets; /* a table: its events must not be in the journal */
    pt_written *done;
    void *who;
    uint64_t tag;
    pt_outcome outcome;
    struct pt_batch *next;
};

/* Reads the write at *at and moves on; texts[i] points into the batch. */
bool pt_next_write(const pt_batch *b, size_t *at, pt_write *out, const char *texts[6]);
