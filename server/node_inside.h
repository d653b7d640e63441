/* What the files of a node share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/node.h"
#include "server/people.h"

enum { THOUGHTS = 1024 };
/* How often leases in the store are looked at; without a bus nothing else tells of them. */
enum { NODE_LOOK_MS = 1000, NODE_LOOK_ALONE_MS = 250 };
enum { NODES = 32, NODE_HEAD = 160, PENDING = 4096, SUBJECT = 80 };

/* Who is at another node. */
typedef struct node_watch {
    char node[PT_ID];
    uint8_t seats;
    int64_t until;
} node_watch;

/* What a table in memory has besides. */
typedef struct node_table {
    pt_lease lease;    /* epoch 0: the table is a copy, and */
    char owner[PT_ID]; /* this node decides it */
    int64_t left;      /* since when nobody had decided it, in our own time; 0: no time */
    bus_line *line;    /* its events */
    bool news;         /* something came while it was read: it is read again */
    bool reading;      /* its newest events */
    uint64_t turn;     /* of that reading: what came of earlier ones is old */
    uint8_t there;     /* a copy's: who is there, as the owner says */
    uint8_t told;      /* and whom the owner was told of, */
    int64_t tell_at;   /* and when that is due again */
    node_watch far[NODES];
    char *out; /* events that are not published yet */
    size_t used, size;
} node_table;

/* A request that another node is asked, until it answers. */
typedef struct pending {
    uint64_t id;
    char table[PT_ID];
    int64_t until;
    node_welcome *welcome; /* it is a ticket; otherwise NULL, */
    node_found *found;     /* or it is about somebody who looks on; otherwise NULL, and */
    request request;
} pending;

/* A request of the office's, until it is answered. */
enum { OFFICE_WAITING = 1024 };
typedef struct office_request {
    uint64_t id; /* 0: the place is free */
    bool sent;
    int64_t again; /* not sent: when it is tried again; sent: when the answer is overdue */
    int64_t until; /* then nobody tries any more */
    struct web *web;
} office_request;

/* Who asks from another node. */
typedef struct far_asker {
    uint64_t id; /* there */
    uint32_t birth;
    bool web; /* of the office */
    char node[PT_ID];
} far_asker;

typedef struct office {
    pt_lease lease; /* epoch 0: somebody else has it */
    int64_t left;   /* since when nobody had had it, in our own time; 0: no time */
    bool taking, looking;
    bool ready; /* it is ours, and what is in memory is what the last one wrote */
    int64_t next_look;
    uint64_t last;
    office_request waiting[OFFICE_WAITING];
} office;

typedef struct far_people far_people;

struct node {
    bus *bus;
    far_people *people; /* at other nodes (node_names.c) */
    const char *name;
    bus_line *inbox, *all;
    pending *pending[PENDING];
    uint64_t last_asked;
    far_asker far[PENDING];
    uint32_t far_births;
    int64_t spare_numbers; /* the last of those to come; 0: none */
    bool numbering, scanning, looking;
    int look_from; /* a bucket of tables */
    int64_t next_beat, next_scan, next_look, next_full;
    int64_t dead_seen; /* those whose tables are all taken (pt_dead_nodes); -1: nobody's */
    struct think_job *thoughts[THOUGHTS]; /* that workers have (think.h) */
    uint64_t last_thought, thoughts_given, thoughts_again, thoughts_stale;
    int64_t no_worker; /* nobody is asked before */
    const node_above *above;
    uint64_t asked, unanswered, taken_by_force, gaps; /* for the metrics */
    uint64_t turns; /* of reading what copies of tables missed */
    office office;
};

/* When whoever had it before was last alive, in our own time: the clocks of two databases, or
 * of a node that has run for months, need not agree. */
static inline int64_t node_left_at(const pt_lease *taken) {
    return taken->away ? now_ms() - taken->away : 0;
}
/* --- node_lease.c --- */
/* Takes a lease as pt_batch_take_lease does, and then says what it is: epoch 0 is somebody
 * else's, NULL could not be written. False without memory: nothing is said. */
typedef void node_leased(server *sv, const char *table, const pt_lease *lease);
bool node_take_lease(server *sv, const char *table, const char *from, node_leased *then);

int64_t node_next_look(const node *n, int64_t now); /* at leases in the store */
bool node_make(hosted *h); /* what a table has besides; false without memory */
void node_publish(const hosted *h, const char *word, int number, const char *text, size_t n);
bool node_add_bytes(node_table *n, const char *bytes, size_t count); /* to `out` */
void node_add_line(node_table *n, uint32_t number, int64_t at, const char *body, size_t size);

/* Who asks from there; `web`: of the office. */
net_id node_far_new(node *n, const char *from, uint64_t id, bool is_web);

void node_table_message(server *sv, const bus_message *m); /* petteia.t.TABLE */
void node_ask_message(server *sv, const bus_message *m);   /* petteia.n.NODE.NUMBER */
/* Reads what is in the store and not here yet. */
void node_catch_up(hosted *h);
/* The lease of a table in memory, as it is in the store. */
void node_compare(hosted *h, const pt_lease *now);
/* Sends a copy's request to the owner. */
void node_forward(hosted *h, const request *r);
void node_tell_seats(hosted *h, int64_t now);
/* A copy's owner has gone. */
void node_owner_gone(server *sv, const char *name);
void node_expire(server *sv, int64_t now); /* requests without an answer */
/* Asks all others for the ticket. */
bool node_send_ticket(server *sv, const char *ticket, uint64_t id);
/* And for somebody who looks on at this table. */
bool node_send_looker(server *sv, const char *table, const char *whom, uint64_t id);
bool node_read_identity(const bus_message *m, identity *out);
bool node_people_message(server *sv, const char *head, const pt_text *rest); /* petteia.all */

/* --- node_names.c --- */
bool node_names_open(server *sv); /* false without memory */
void node_names_close(node *n);
void node_names_tick(server *sv, int64_t now);
bool node_names_message(server *sv, const char *head, const pt_text *rest); /* petteia.all */
void node_names_left(server *sv, const char *node_name);

/* --- think.c --- */
void node_thought(server *sv, const bus_message *m, uint64_t id); /* what a worker says */
void node_thoughts_tick(server *sv, int64_t now);
void node_thoughts_close(node *n);

/* --- node_office.c, node_web.c --- */
void node_office_tick(server *sv, int64_t now);
bool node_office_message(server *sv, const char *head); /* petteia.all */
void node_office_soon(server *sv);                      /* it is looked at again at once */
/* If nobody alive has it, or from this node, which cannot be reached. */
void node_take_office(server *sv, const char *from);
void node_web_tick(server *sv, int64_t now);
void node_web_take(server *sv, const bus_message *m);                  /* a request */
void node_web_answered(server *sv, const bus_message *m, uint64_t id); /* an answer */
void node_web_close(server *sv);
/* The first word of a message, of which *rest follows the end of the line; false: too long. */
bool node_head(const bus_message *m, char head[NODE_HEAD], const char **rest);
