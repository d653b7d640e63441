/* Leases: which of several nodes decides a table. A row of `leases` names the node, an epoch
 * that grows with every new holder, and the number of the table's last event. A row of `nodes`
 * says until when its node counts as alive; every commit of a node renews it, so one row renews
 * all of its leases. Time is the database's.
 *
 * A batch with events of a table begins with pt_batch_lease. In the same transaction the row
 * must have this epoch and the number before, or the batch clashes: whoever lost the lease,
 * however long it slept, cannot write. Therefore a lease may also be taken by force from a node
 * that is alive but cannot be reached. Only on PostgreSQL. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

enum { PT_LEASE_MS = 4000 }; /* after its last commit a node counts as dead */

typedef struct pt_lease {
    int64_t num;        /* of the table; 0: there is none */
    int64_t epoch;      /* 0: somebody else has it */
    uint32_t number;    /* of the last event */
    int64_t away;       /* ms since the one who had it before was last alive; 0: nobody had */
    char holder[PT_ID]; /* who has it now */
} pt_lease;

/* What this node is called in leases: its name and the number of its life. "": alone. */
const char *pt_store_node(const pt_store *s);

/* Takes the lease of a table, or of the office ("", below), if nobody alive has it; also from
 * the node `from`, which cannot be reached ("": from nobody), or from whoever has it. Otherwise
 * says who has it. *out is written in another thread, and true once the batch is written. */
#define PT_ANYBODY "*" /* no node is called so */
void pt_batch_take_lease(pt_batch *b, const char *table, const char *node, const char *from,
                         pt_lease *out);
/* Takes it by force from whoever has it, for a table that is rewritten or deleted as a whole.
 * The batch clashes unless `number` is its last event. */
void pt_batch_hold(pt_batch *b, const char *table, const char *node, uint32_t number);
void pt_batch_drop_lease(pt_batch *b, int64_t table); /* it is deleted */
/* Events after `before` up to `after` follow in this batch. */
void pt_batch_lease(pt_batch *b, int64_t table, int64_t epoch, uint32_t before, uint32_t after);
/* A new table, which begins with events up to `number`, has epoch 1. */
void pt_batch_new_lease(pt_batch *b, int64_t table, const char *node, uint32_t number);
/* The office: one node at a time runs the tournaments and pairs those who wait, for all nodes.
 * Its lease is a row as of a table, with this number, and has no events: what the office writes
 * begins with pt_batch_lease(b, PT_OFFICE, epoch, 0, 0). */
enum { PT_OFFICE = -1 };
/* Who has it, and whether they are alive; false if that cannot be read. */
bool pt_find_office(pt_look *l, pt_lease *out, bool *alive);

/* The node leaves: its tables are free at once. */
void pt_batch_leave(pt_batch *b, const char *node);
/* Numbers for new tables, that no other node gets: *out is the last of `count`. */
void pt_batch_numbers(pt_batch *b, int count, int64_t *out);

/* Who has it now, without taking it; false if that cannot be read. */
bool pt_find_lease(pt_look *l, int64_t table, pt_lease *out);
/* The leases of these tables, "{1,2,3}". */
typedef void pt_lease_taker(void *who, const pt_lease *lease);
int pt_each_lease(pt_look *l, const char *tables, pt_lease_taker *take, void *who);
/* Differs when another node has died: until then there are no more tables than before that
 * nobody alive has. False if that cannot be read. */
bool pt_dead_nodes(pt_look *l, int64_t *print);
/* Tables in play that need time or bots, and that nobody alive has. */
typedef void pt_orphan_taker(void *who, const char *table);
int pt_each_orphan(pt_look *l, int limit, pt_orphan_taker *take, void *who);
/* In the writing thread: until the end of the transaction no other node gets past this for the
 * same words. Nothing where there is one writer. */
bool pt_lock_words(pt_look *l, const char *words);
bool pt_store_time(pt_look *l, int64_t *ms); /* the database's */
