/* One of several nodes that serve the same database (petteia serve --store ... --nats ...
 * --node NAME). Any node takes any connection; a table is decided by the node that has its
 * lease (store/lease.h). Truth is in the store; messages (server/bus.h) only make it quick.
 *
 * A table in memory is ours or followed. Ours: requests are taken as by a server that is alone;
 * each append names the lease, and what is written is published to the subject of the table.
 * Followed: the table is a copy, folded from these events; watching, legal moves, scores and
 * records are answered from it, and everything else is sent to the owner.
 *
 * 1. A table comes into memory: a transaction takes its lease, if nobody alive has it, or says
 *    who has (node_load). Then the table is read. The time that nobody decided it is credited.
 * 2. A request at a followed table goes to the owner's subject with a number (node_take). The
 *    owner takes it with an asker whose id stands for (node, number) and publishes the answer,
 *    after the events, to the subject of the node that asked: a client hears "ok" when its own
 *    node knows the move.
 * 3. The owner says that the table is not its own, or nobody listens there, or nothing comes
 * for two seconds, or there is no bus: the lease is taken, in the last three cases by force,
 * and the request is taken here. A move that the other has written after all is found by its
 * id. Whatever else is asked might happen twice, so then the socket closes as after a commit
 * that is in doubt.
 * 4. Events have numbers. What does not follow is read from the store. Each second (and four
 *    times a second without a bus) the leases of watched copies are looked at, so nothing that
 * is lost stays lost.
 * 5. An owner whose append clashes has lost its lease: it drops the table, and its watchers
 * come again. A node that slept or was cut off can therefore write nothing that others did not
 * see.
 * 6. Every second a node commits something, which keeps it alive. Those that stop doing so are
 *    dead after PT_LEASE_MS; the others look for their tables with clocks and bots every
 * second.
 * 7. Leaving: the leases are given up at once, with the last commit, and the others are told.
 *
 * Subjects: petteia.n.NODE.NUMBER (to a node), petteia.t.TABLE (events), petteia.all. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/bus.h"
#include "server/server.h"
#include "store/lease.h"

typedef struct node node;

/* Without --node all of these do nothing, or say what holds for a server that is alone. */
bool node_is_named(const serve_config *c, pt_text *why); /* the options fit together */
bool node_open(server *sv, pt_text *why);                /* after the store */
void node_close(server *sv);
void node_poll(server *sv); /* messages that have come */
void node_tick(server *sv, int64_t now);
/* The node goes: adds it to the batch, if any; later, tells the others. */
void node_leave(server *sv, pt_batch *b);
void node_tell_left(server *sv);
typedef struct node_counts {
    bool is_up;         /* NATS is there */
    uint64_t published; /* messages of all kinds */
    uint64_t asked;     /* requests that were sent to the owner of their table */
    uint64_t forced;    /* leases taken from somebody who could not be reached */
    uint64_t missed;    /* times that events were read from the store */
} node_counts;
node_counts node_count(const server *sv);
bool node_has_number(server *sv); /* for one more table */

/* --- tables --- */
bool node_load(hosted *h, bool force);       /* step 1; false without memory */
void node_loaded(hosted *h);                 /* it was read */
bool node_follows(const hosted *h);          /* it is a copy */
int64_t node_left(const hosted *h);          /* since when nobody has decided it; 0: no time */
void node_drop(hosted *h);                   /* leaves memory */
bool node_take(hosted *h, const request *r); /* step 2; true: nothing is left to do */
/* The batch of a table that is written: names its lease, before the events are added. */
void node_batch(hosted *h, uint32_t since, uint32_t last);
void node_event(hosted *h, const pt_event *e, const pt_text *text);
void node_written(hosted *h); /* publishes the events since the last time */
void node_notice(const hosted *h, int language, const char *text, size_t n);
void node_there(hosted *h, uint8_t seats);          /* tells who is there */
uint8_t node_seats(const hosted *h, uint8_t seats); /* who is there, on all nodes */

/* --- people --- */
/* A ticket that is not known here: true if the others are asked, and then `welcome` is called
 * with whom it is for, or NULL. */
typedef struct identity identity;
typedef void node_welcome(server *sv, const asker *from, const identity *who);
bool node_ask_ticket(server *sv, const asker *from, const char *ticket, node_welcome *welcome);
void node_tell_logout(server *sv, const char *person, const uint8_t *token, bool its);
void node_tell_block(server *sv, const char *person, const char *other, bool blocked);

/* --- who asks from elsewhere --- */
bool node_is_far(net_id id);
/* True: the one who asked is at another node, and gets it there. */
bool node_say(server *sv, net_id to, const char *text, size_t n);
bool node_shut(server *sv, net_id to, const char *why);
/* The request was not taken, because another node has the table. */
bool node_moved(server *sv, net_id to);
