/* What the files of the store on PostgreSQL share. A connection is in libpq's pipeline mode:
 * what a transaction writes is sent without waiting, and its commit waits once for everything.
 *
 * The writing connection holds an advisory lock, so a second server is refused. Each of its
 * commits also counts in the row of store_state, under the epoch of this server, and fails if
 * another has counted there. After a lost connection that number tells whether the last commit
 * is there.
 *
 * One among several nodes (lease.h) holds the lock together with the others, and counts in a
 * row of its own in `nodes`, which says until when it is alive. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/sql.h"
#include <libpq-fe.h>

/* The kinds of failures (pt_look.code). */
enum { PG_LOST = 1, PG_CLASHES, PG_REFUSED, PG_FENCED };

typedef struct postgres {
    PGconn *conn; /* NULL: lost */
    char url[1024];
    char node[PT_ID]; /* one among several; "": alone */
    bool writes;      /* holds the lock */
    bool inside;      /* a transaction has begun */
    bool patient;     /* a lost connection is worth waiting for */
    bool stale;       /* statements were dropped after a failure; the server still has them */
    int64_t changed;  /* rows, by the last command whose result was read */
    int pending;      /* commands whose results have not been read */
    unsigned made;    /* statements that were prepared in another life of it are void */
    unsigned names;
    int64_t epoch, number; /* of this server, and of its last commit */
    int64_t tried;         /* when the last connection was tried, in microseconds */
} postgres;

/* Opens the connection of one who reads. Tries for that long. False, and noted. */
bool pt_pg_connect(pt_look *l, int64_t patience_us);
/* Ends what is left of a connection. */
void pt_pg_drop(pt_look *l);
/* The writer's connection again, its lock, and proof that nobody else has written meanwhile.
 * Tries for that long. *landed: the commit in doubt is there. False, and noted. */
bool pt_pg_come_back(pt_look *l, int64_t patience_us, bool *landed);
bool pt_pg_lock(pt_place *p, pt_look *l, bool *taken, pt_text *why);
int pt_pg_version(const pt_place *p, pt_look *l);
bool pt_pg_open(pt_place *p, pt_look *l, pt_text *why);
bool pt_pg_join(const pt_place *p, pt_look *l, pt_text *why);
