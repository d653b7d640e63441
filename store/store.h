/* The store keeps an append-only log of events for each table, and also tables, snapshots,
 * people and ratings. It knows names, numbers and bytes, but not what a game is.
 *
 * Writes are collected in batches. A batch is written as a whole or not at all. Batches of many
 * tables share one commit. Once the commit is on disk, pt_store_poll calls `done`, in the
 * polling thread. Reads run in a thread of their own and see what is committed. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/ids.h"
#include "core/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PT_SECRET = 128,
    PT_TOKEN = 32,
    PT_SKELETON = 192, /* what a name looks like, with the zero */
};

typedef struct pt_store pt_store;
typedef struct pt_batch pt_batch;
typedef struct pt_look pt_look; /* a view of what is committed, for the reading thread */

typedef struct pt_store_counts {
    uint64_t commits, batches, events, failed;
    uint64_t commit_us;     /* time in commits, altogether */
    uint64_t waiting_bytes; /* not written yet */
} pt_store_counts;

/* How the disk is. */
typedef struct pt_store_health {
    bool reads, writes; /* the last one worked */
    bool stopped;       /* a sync failed, or another server writes: nothing is written any more
                         * until the next start */
    uint64_t troubles;  /* so far */
    char why[160];      /* the last one's reason; "": none */
} pt_store_health;

typedef struct pt_store_config {
    const char *path; /* of an SQLite file, or the URL of a PostgreSQL database */
    /* Called from other threads whenever pt_store_poll has something to do. */
    void (*wake)(void *who);
    void *who;
    /* The name of one among several nodes on this database (lease.h); NULL: nobody else
     * writes. */
    const char *node;
    /* For tests: no threads, pt_store_poll does the work, so that steps can be counted; and
     * when the write-ahead log and the journal are full. 0: as usual. */
    bool alone;
    int log_pages;
    size_t journal_bytes;
} pt_store_config;

bool pt_store_is_url(const char *path);
/* Takes the place for this process and touches nothing else. NULL with words on failure; *taken
 * if another process has it. */
pt_store *pt_store_lock(const pt_store_config *c, bool *taken, pt_text *why);
/* Opens the file, or makes it, looks whether it is whole, and brings an older schema up to
 * date. On failure false with words: then close it. */
bool pt_store_open(pt_store *s, pt_text *why);
/* Writes and answers what is waiting, then closes. Harmless on NULL, and on one not open. */
void pt_store_close(pt_store *s);
void pt_store_poll(pt_store *s);
pt_store_counts pt_store_count(pt_store *s);
pt_store_health pt_store_healthy(pt_store *s);
/* Copies the file as it is now, even while a server writes to it. */
bool pt_store_backup(const char *path, const char *to, pt_text *why);

/* --- writing --- */

typedef struct pt_table_row {
    int64_t num; /* the server's own number: the highest so far plus one */
    char id[PT_ID];
    char kind[PT_ID];
    int state, access;
    bool live;                       /* the server loads it when it starts */
    int64_t created, changed, ended; /* milliseconds since 1970; 0: not yet */
    char head[1536];                 /* what a list shows; the store does not look inside */
} pt_table_row;

typedef struct pt_person_row {
    char id[PT_ID], name[PT_LABEL];
    char account[PT_LABEL]; /* the name to log in with, "" for a guest; no two are equal */
    char secret[PT_SECRET]; /* a password's hash, "" for a guest */
    int64_t created;
} pt_person_row;

typedef struct pt_rating_row {
    char person[PT_ID], kind[PT_ID], name[PT_LABEL];
    double mu, sigma;
    int64_t games;
} pt_rating_row;

/* What a game did to the rating of one of its players. */
typedef struct pt_rated_row {
    int64_t num;
    int seat;
    double before, after;
} pt_rated_row;

typedef struct pt_player_row {
    int64_t num;
    int seat, place;
    int32_t points;
    char person[PT_ID], name[PT_LABEL];
} pt_player_row;

pt_batch *pt_batch_new(void); /* NULL without memory; pt_store_commit takes it over */
/* The same, but may reuse a batch that was written. Only in the polling thread. */
pt_batch *pt_batch_of(pt_store *s);
void pt_batch_free(pt_batch *b);
void pt_batch_event(pt_batch *b, int64_t table, uint32_t number, int64_t at, const char *body,
                    size_t n);
void pt_batch_table(pt_batch *b, const pt_table_row *row); /* new, or replaces the old */
void pt_batch_snapshot(pt_batch *b, int64_t table, uint32_t number, const void *body, size_t n);
void pt_batch_player(pt_batch *b, const pt_player_row *row);
void pt_batch_person(pt_batch *b, const pt_person_row *row);
void pt_batch_token(pt_batch *b, const uint8_t hash[PT_TOKEN], const char *person, int64_t at);
void pt_batch_drop_token(pt_batch *b, const uint8_t hash[PT_TOKEN]);
/* A person with their tokens and ratings. Their games stay. */
#define PT_FORMER "former player" /* who was deleted, where something of theirs stays */
void pt_batch_drop_person(pt_batch *b, const char *person);
void pt_batch_rating(pt_batch *b, const pt_rating_row *row);
void pt_batch_rated(pt_batch *b, const pt_rated_row *row);
/* These two have met in a rated game. */
void pt_batch_pair(pt_batch *b, const char *const person[2], const char *kind, int64_t at);
void pt_batch_alive(pt_batch *b, int64_t at); /* the server is alive */
/* Deletes a table with everything that belongs to it. Nobody may be writing to it. */
void pt_batch_forget(pt_batch *b, int64_t table);
/* For writes that depend on what is in the store: `work` runs in the writing thread, sees
 * everything written before it, and adds writes to `more`, which belongs to this batch. If it
 * returns false the batch fails. The job's bytes are copied. */
typedef bool pt_working(pt_look *look, const void *job, pt_batch *more);
void pt_batch_work(pt_batch *b, pt_working *work, const void *job, size_t n);

typedef enum {
    PT_WRITTEN,   /* it is on the disk */
    PT_CLASHES,   /* refused: another has what only one can have */
    PT_UNWRITTEN, /* the disk or the memory gave out: it is not there and never will be */
    PT_UNSURE, /* the disk gave out in the middle: the next start shows whether it is there */
} pt_outcome;
typedef void pt_written(void *who, uint64_t tag, pt_outcome outcome);
void pt_store_commit(pt_store *s, pt_batch *b, pt_written *done, void *who, uint64_t tag);
/* Both are written, or neither. */
void pt_store_commit_both(pt_store *s, pt_batch *b[2], pt_written *done, void *who[2]);

/* --- reading: `read` runs in the reading thread, then `done` in the one that polls --- */

typedef void pt_reading(pt_look *look, void *job);
typedef void pt_read_done(void *job);
/* False without memory: then neither is called. */
bool pt_store_read(pt_store *s, pt_reading *read, pt_read_done *done, void *job);

/* "Cannot be read" and "not there" are different answers. */
typedef enum { PT_FAILED = -1, PT_ABSENT = 0, PT_FOUND = 1 } pt_finding;

typedef struct pt_snapshot_row {
    uint32_t number;
    void *bytes; /* the caller frees them */
    size_t n;
} pt_snapshot_row;

pt_finding pt_find_table(pt_look *l, const char *id, pt_table_row *out);
pt_finding pt_find_snapshot(pt_look *l, int64_t table, pt_snapshot_row *out); /* the newest */
/* Events with a number above `after`, in order; returns how many, or -1 if not all of them
 * could be read. */
typedef void pt_event_taker(void *who, uint32_t number, int64_t at, const char *body, size_t n);
int pt_each_event(pt_look *l, int64_t table, uint32_t after, pt_event_taker *take, void *who);

typedef struct pt_table_filter {
    int state, access;  /* -1: any */
    bool live;          /* only those */
    const char *kind;   /* NULL or "": any */
    const char *person; /* an id of a player, or part of a name; NULL or "": any */
    int64_t from, to;   /* of `ended` (or `changed` while it is not over); 0: any */
    int64_t before;     /* num below this; 0: any. The newest come first */
    int limit;
} pt_table_filter;
typedef void pt_table_taker(void *who, const pt_table_row *row);
/* Returns how many, or -1 if not all of them could be read. */
int pt_each_table(pt_look *l, const pt_table_filter *f, pt_table_taker *take, void *who);
bool pt_highest_table(pt_look *l, int64_t *out); /* 0: there is none; false: cannot be read */

pt_finding pt_find_person(pt_look *l, const char *id, pt_person_row *out);
pt_finding pt_find_account(pt_look *l, const char *account, pt_person_row *out);
pt_finding pt_find_token(pt_look *l, const uint8_t hash[PT_TOKEN], pt_person_row *out);
pt_finding pt_find_rating(pt_look *l, const char *person, const char *kind, pt_rating_row *out);
typedef void pt_rating_taker(void *who, const pt_rating_row *row);
/* Those who show their page to everybody, and bots; returns how many, or -1 if not all of them
 * could be read. */
int pt_each_leader(pt_look *l, const char *kind, int limit, pt_rating_taker *take, void *who);
/* The players whose ratings this table changed, by seat, up to `most`; returns how many, or -1
 * if not all of them could be read. A `reader` gets those who show their page to everybody, and
 * themselves; NULL: all. */
int pt_find_rated(pt_look *l, int64_t table, const char *reader, pt_rated_row out[], int most);
/* How often these two have met in rated games of this kind since then; -1 if that cannot be
 * read. */
int pt_count_pairs(pt_look *l, const char *const person[2], const char *kind, int64_t since);
bool pt_last_alive(pt_look *l, int64_t *out); /* 0: never; false: cannot be read */
