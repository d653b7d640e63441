/* A whole server without a network, a pool and threads, and the people who use it. It keeps a
 * ledger of what they were told, to be compared with what is there after the next start. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/people.h"
#include "tests/fault_disk.h"
#include "tests/fault_memory.h"
#include <setjmp.h>

enum { PEOPLE = 4, CONNS = 8, TABLES = 8, SHOWN = 400, MOVES = 400 };

/* What became of something that was asked for. */
typedef enum { FATE_OPEN, FATE_DONE, FATE_NOT } fate;

typedef struct known_person {
    char token[65], id[PT_ID];
    fate logout;
    bool logged_out; /* was asked for */
    bool renewed;    /* a new token was asked for and perhaps written, but never came */
} known_person;

typedef struct known_table {
    char id[PT_ID];
    int shown_count;
    struct {
        uint32_t number;
        uint64_t state; /* a hash */
    } shown[SHOWN];
} known_table;

typedef struct known_move {
    const known_table *table;
    fate fate;
} known_move;

typedef struct ledger {
    known_person person[PEOPLE];
    known_table table[TABLES];
    known_move move[MOVES];
    int people, tables, moves;
} ledger;

/* How somebody's socket is. */
typedef struct line {
    void *own;
    bool open, shut;
    int person;
} line;

typedef struct world {
    server *sv;
    ledger ledger;
    line line[CONNS];
    int answers, status; /* of the last HTTP request */
    char body[1 << 18];
    uint64_t activity;
    size_t journal_bytes; /* then events go to their tables */
    bool ended;           /* the server has stopped */
    jmp_buf end;          /* where a process that ends goes */
    char why[400];        /* the last start's words */
    char trouble[600];    /* the first thing that is wrong; "": none */
} world;
extern world w;

void world_install(void); /* once in a process */
void world_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

void world_small_pages(void); /* a database with pages of 512 bytes, before the first start */
bool world_start(void);       /* false: it says why it does not start */
void world_stop(void);        /* as SIGTERM does */
void world_kill(void);        /* as kill -9 does */
void world_run(void);         /* until nothing is left to do */

int world_ask(net_method method, const char *path, int person,
              const char *body); /* the status */
/* A text member of the last answer; "" if there is none. */
const char *world_answer(const char *key);
void world_call(int line, int person); /* connects, unless it is connected */
void world_say(int line, const char *format, ...) __attribute__((format(printf, 2, 3)));
known_table *know_table(const char *id);
hosted *in_memory(const known_table *t); /* or NULL */
uint64_t hash_of(const void *bytes, size_t n);
