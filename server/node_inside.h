/* What the files of a node share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/node.h"
#include "server/people.h"

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
    bus_line *line;    /* its events */
    bool news;         /* something came while it was read: it is read again */
    bool reading;      /* its newest events */
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
    node_welcome *welcome; /* it is a ticket; otherwise NULL, and */
    request request;
} pending;

/* Who asks from another node. */
typedef struct far_asker {
    uint64_t id; /* there */
    uint32_t birth;
    char node[PT_ID];
} far_asker;

struct node {
    bus *bus;
    const char *name;
    bus_line *inbox, *all;
    pending *pending[PENDING];
    uint64_t last_asked;
    far_asker far[PENDING];
    uint32_t far_births;
    int64_t spare_numbers; /* the last of those to come; 0: none */
    bool numbering, scanning, looking;
    int look_from; /* a bucket of tables */
    int64_t next_beat, next_scan, next_look;
    void (*log_out)(server *sv, const char *person, const uint8_t *token, bool its);
    uint64_t asked, taken_by_force, gaps; /* for the metrics */
};

bool node_make(hosted *h); /* what a table has besides; false without memory */
void node_publish(const hosted *h, const char *word, int number, const char *text, size_t n);
bool node_add_bytes(node_table *n, const char *bytes, size_t count); /* to `out` */
void node_add_line(node_table *n, uint32_t number, int64_t at, const char *body, size_t size);

net_id node_far_new(node *n, const char *from, uint64_t id); /* who asks from there */

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
bool node_read_identity(const bus_message *m, identity *out);
bool node_people_message(server *sv, const char *head); /* petteia.all */
/* The first word of a message, of which *rest follows the end of the line; false: too long. */
bool node_head(const bus_message *m, char head[NODE_HEAD], const char **rest);
