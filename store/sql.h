/* Statements on whichever database holds the store: SQLite or PostgreSQL. What the store keeps
 * and asks is written once, above this; what the databases do differently is below it, in
 * sqlite.c and postgres.c, behind the table pt_database.
 *
 * To add something to the store, for both databases at once:
 * - a table or a column: one more step in schema.c, in plain SQL with the types INTEGER, REAL,
 *   TEXT and BLOB, which it translates for PostgreSQL; and a row in the list of move.c;
 * - a write: a row in write.c, or pt_statement, pt_bind_* and pt_run in a pt_working function;
 * - a question: pt_statement, pt_bind_*, pt_step, pt_int and the like, pt_reset, as in read.c.
 * SQL that both understand has INSERT ... ON CONFLICT(key) DO UPDATE SET or DO NOTHING and no
 * INSERT OR REPLACE or OR IGNORE, CASE and no max(a, b), parameters as ?1, and a LIMIT where
 * not everything is read. Where that cannot be, pt_statement_in takes a text for each. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/batch.h"

/* PostgreSQL's time in milliseconds. */
#define PT_NOW "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

/* Somebody does not show their page to everybody, and is on no list that everybody reads.
 * Whoever has said nothing about it has a page for everybody. */
#define PT_KEEPS_PAGE(person)                                                                  \
    "EXISTS (SELECT 1 FROM pages WHERE pages.person = " person " AND pages.seen <> 0)"

typedef struct pt_database pt_database;
typedef struct sqlite3 sqlite3;

/* A statement of a connection, made once and used again. */
typedef struct pt_query {
    const char *sql; /* the literal itself is the key */
    void *own;       /* the database's */
    const pt_database *on;
} pt_query;

/* A connection and the statements it has used so far. */
enum { PT_STATEMENTS = 256 };
struct pt_look {
    const pt_database *on;
    sqlite3 *db;         /* SQLite's connection, or */
    struct postgres *pg; /* PostgreSQL's */
    pt_query kept[PT_STATEMENTS];
    int count;
    int code; /* of the first failure since pt_look_begin, as the database numbers them; 0: none
               */
    char why[160]; /* and its words */
    bool shut;     /* nothing may be asked now, see `doubt` */
    bool doubt;    /* a commit failed in the middle, and it is not known what became of it */
    bool away;     /* there is no connection now */
    bool again;    /* a commit failed with the connection, which is back: nothing was written */
};

void pt_look_begin(pt_look *l); /* forgets the last failure */
void pt_look_done(pt_look *l);
/* Keeps a failure and its words, if it is the first. */
enum { PT_CORRUPT = 11 }; /* rows are not what they should be; SQLite's number for it */
void pt_look_fail(pt_look *l, int code, const char *why);

/* The statement, ready for binding; NULL, and noted, if it cannot be made. */
pt_query *pt_statement(pt_look *l, const char *sql);
pt_query *pt_statement_in(pt_look *l, const char *sqlite, const char *postgres);
/* Parameters count from 1. What is bound stays the caller's, and where it is until pt_step. */
void pt_bind_int(pt_query *q, int at, int64_t number);
void pt_bind_double(pt_query *q, int at, double number);
void pt_bind_text(pt_query *q, int at, const char *text); /* NULL: "" */
void pt_bind_letters(pt_query *q, int at, const char *text, size_t n);
void pt_bind_bytes(pt_query *q, int at, const void *bytes, size_t n);
void pt_bind_null(pt_query *q, int at);
/* PT_FOUND: there is a row; PT_ABSENT: it is done; PT_FAILED, and noted. NULL fails. */
pt_finding pt_step(pt_look *l, pt_query *q);
/* For a statement without rows: steps it and resets it. In a transaction that writes,
 * PostgreSQL may report its failure later, at the latest at pt_commit. */
bool pt_run(pt_look *l, pt_query *q);
/* The same, and says how many rows it changed, at once; -1 if it failed. */
int64_t pt_run_counted(pt_look *l, pt_query *q);
/* The same, for a statement that must change something: otherwise the batch clashes. */
bool pt_run_changing(pt_look *l, pt_query *q);
void pt_reset(pt_query *q); /* harmless on NULL */

/* For rows of two texts: returns how many, or -1 if not all of them could be read. */
int pt_each_two(pt_look *l, pt_query *q, void (*take)(void *who, const char *, const char *),
                void *who);

/* Columns count from 0. NULL is 0, and no bytes. */
int64_t pt_int(pt_query *q, int column);
double pt_double(pt_query *q, int column);
/* They stay until the next pt_step or pt_reset. NULL although *n is not 0: no memory. */
const void *pt_bytes(pt_query *q, int column, size_t *n);
bool pt_is_null(pt_query *q, int column);
void pt_take_text(pt_query *q, int column, char *out, size_t size);

/* Transactions: one that reads sees one state of the store, whatever others write. */
bool pt_begin_reading(pt_look *l);
bool pt_begin_writing(pt_look *l);
bool pt_commit(pt_look *l);
/* Harmless outside a transaction. False if there is no way back to a clean state. */
bool pt_roll_back(pt_look *l);

/* --- what a database does in its own way --- */

typedef struct pt_place {
    char path[1024];
    int lock;         /* of the file; -1: none */
    bool marked;      /* there was a database before */
    bool moving;      /* it is to be a copy: it opens as unfinished */
    char node[PT_ID]; /* the name of one among several that write (lease.h); "": alone */
} pt_place;

struct pt_database {
    bool (*prepare)(pt_look *l, pt_query *q);
    void (*bind_int)(pt_query *q, int at, int64_t number);
    void (*bind_double)(pt_query *q, int at, double number);
    void (*bind_text)(pt_query *q, int at, const char *text, size_t n);
    void (*bind_bytes)(pt_query *q, int at, const void *bytes, size_t n);
    void (*bind_null)(pt_query *q, int at);
    pt_finding (*step)(pt_look *l, pt_query *q);
    bool (*run)(pt_look *l, pt_query *q);
    int64_t (*run_counted)(pt_look *l, pt_query *q);
    void (*reset)(pt_query *q);
    int64_t (*get_int)(pt_query *q, int column);
    double (*get_double)(pt_query *q, int column);
    const void *(*get_bytes)(pt_query *q, int column, size_t *n);
    bool (*is_null)(pt_query *q, int column);
    void (*drop)(pt_query *q);
    void (*wake)(pt_look *l); /* a connection that broke comes back, if it can; or NULL */
    void (*close)(pt_look *l);

    bool (*begin)(pt_look *l, bool writes);
    bool (*commit)(pt_look *l);
    bool (*roll_back)(pt_look *l);
    /* What the noted failure means for the transaction; *final: and for all others. */
    pt_outcome (*judge)(pt_look *l, bool committing, bool *final);
    int clash; /* its code for what only one can have */
    /* The next commit takes the place of one in doubt, so that it never happened. Otherwise
     * nobody reads before it is known what became of it. */
    bool replaces_doubt;

    /* Opening: lock takes the place and touches nothing else; open makes a connection that
     * writes and brings the tables up to date; ready is called when nothing can fail any more;
     * join makes a connection that reads. */
    bool (*lock)(pt_place *p, pt_look *l, bool *taken, pt_text *why);
    bool (*open)(pt_place *p, pt_look *l, pt_text *why);
    /* Between lock and open: of the schema; 0: there are no tables; -1: unreadable. */
    int (*version)(const pt_place *p, pt_look *l);
    bool (*ready)(pt_place *p, pt_text *why);
    bool (*join)(const pt_place *p, pt_look *l, pt_text *why);
    void (*unlock)(pt_place *p);
};

/* By its name: a URL, or a file. NULL with words if the program was built without it. */
const pt_database *pt_database_of(const char *path, pt_text *why);
extern const pt_database pt_on_sqlite, pt_on_postgres;
