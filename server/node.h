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
 * 7. Tournaments, studies and quick pairing are the office's, a lease of its own (below).
 * 8. Leaving: the leases are given up at once, with the last commit, and the others are told.
 *
 * Subjects: petteia.n.NODE.NUMBER (to a node), petteia.t.TABLE (events), petteia.all. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/bus.h"
#include "server/people.h"
#include "server/server.h"
#include "store/lease.h"

typedef struct node node;
typedef struct identity identity;
typedef struct web web;
typedef struct bell_told bell_told;

/* What a node calls without knowing the files that stand above it; serve.c fills it in. */
typedef struct tour_length {
    char id[PT_ID];
    uint32_t lines;
} tour_length;
typedef struct node_above {
    void (*log_out)(server *sv, const char *person, const uint8_t *token, bool its);
    const conn *(*looker_on)(const hosted *h, const char *whom);
    void (*renew_club)(server *sv, void (*then)(void *who, bool good), void *who);
    void (*(*tour_handler)(net_method method, const char *path))(web *);
    void (*(*quick_handler)(net_method method, const char *path))(web *);
    void (*(*study_handler)(net_method method, const char *path))(web *);
    void (*give_way)(server *sv, const char *person, uint64_t looks, bool account);
    void (*hear_bell)(server *sv, const bell_told *told);
    void (*forget_waiting)(server *sv);
    bool (*owns)(const hosted *h); /* a tournament does */
    void (*note)(hosted *h);
    void (*withdraw)(server *sv, const char *person);
    bool (*follow)(server *sv, const tour_length *list, int n);
    void (*grown)(server *sv, const char *id, uint32_t lines);
    void (*read_again)(server *sv);
    void (*begin)(server *sv, int64_t away);
} node_above;

/* Without --node all of these do nothing, or say what holds for a server that is alone. */
bool node_is_named(const serve_config *c, pt_text *why); /* the options fit together */
bool node_open(server *sv, const node_above *above, pt_text *why); /* after the store */
void node_close(server *sv);
void node_poll(server *sv); /* messages that have come */
void node_tick(server *sv, int64_t now);
/* The node goes: adds it to the batch, if any; later, tells the others. */
void node_leave(server *sv, pt_batch *b);
void node_tell_left(server *sv);
typedef struct node_counts {
    bool is_up;          /* NATS is there */
    uint64_t published;  /* messages of all kinds */
    uint64_t asked;      /* requests that were sent to the owner of their table */
    uint64_t unanswered; /* of these, without an answer in time */
    uint64_t forced;     /* leases taken from somebody who could not be reached */
    uint64_t missed;     /* times that events were read from the store */
    uint64_t thoughts, given_again, stale; /* of workers (think.h) */
    bool has_office;
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

/* --- the office: tournaments, studies and quick pairing, which one node has for all --- */
/* The node that has the office's lease (store/lease.h) runs all tournaments and the queue of
 * those who wait. The others have copies of the tournaments, read anew when a log has grown,
 * and send what is asked of the office there, once they know who asks. Without a bus the lease
 * is taken by force for a tournament; nobody is paired, because who waits is known in one
 * memory only. Studies are like tournaments, but without copies: whoever looks at one reads it
 * from the store. */
bool node_has_office(const server *sv);          /* true for a server that is alone */
void node_office_batch(server *sv, pt_batch *b); /* what the office writes begins with this */
void node_office_changed(server *sv, const char *id, uint32_t lines); /* one was written */
void node_office_lost(server *sv); /* a batch of it has clashed */
/* A table of a tournament has begun or is over: whoever has the office looks at it. */
void node_office_table(const hosted *h);
/* Its person is known. True: it is the office's, which is elsewhere, and it will be answered.
 */
bool node_send_web(web *w);
/* True: the one who asked is at another node, and gets it there. */
bool node_reply(server *sv, net_id to, int status, const char *type, const char *body,
                size_t n);

/* --- people --- */
/* So many tokens of a limit were taken here. */
void node_tell_spent(server *sv, const char *who, double rate, double burst, int count);
/* Somebody has come, or has another name; and has gone, if they have no other socket here. */
void node_tell_here(server *sv, const conn *c);
void node_tell_gone(server *sv, const char *person);
bool node_person_is_far(const server *sv, const char *person); /* at another node */
/* Somebody else is, under a name that looks like this. */
bool node_name_is_far(const server *sv, uint64_t looks, const char *person, who_is_here who);
/* Sends it to all sockets of this person at other nodes. */
/* A notice for the open pages of its person. */
void node_tell_bell(server *sv, const bell_told *told);
void node_tell_person(server *sv, const char *person, const pt_text *text);
void node_tell_club(server *sv); /* roles, measures or settings have changed */
void node_tell_withdrawn(server *sv, const char *person);
/* Somebody who looks on at another node, by id or name: true if the others are asked, and then
 * `found` is called with who that is, or NULL. */
typedef void node_found(server *sv, const request *r, const identity *who);
bool node_ask_looker(server *sv, const char *table, const request *r, node_found *found);
/* A ticket that is not known here: true if the others are asked, and then `welcome` is called
 * with whom it is for, or NULL. */
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
