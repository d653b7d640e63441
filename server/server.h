/* What the files of the server share: rooms (tables in memory, with those who watch them),
 * connections, requests. All of it belongs to the loop's thread. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"
#include "server/diff.h"
#include "server/net.h"
#include "server/table.h"
#include "store/store.h"
#include <jansson.h>

typedef struct server server;
typedef struct room room;
typedef struct conn conn;

/* --- limits: tokens that fill again with time --- */

typedef struct bucket {
    int64_t at; /* ms */
    double tokens;
} bucket;

/* Takes one token; `rate` a second come back, up to `burst`. */
bool bucket_take(bucket *b, int64_t now, double rate, double burst);

/* --- who listens --- */

typedef struct watcher {
    conn *conn;
    room *room;
    int eye;
    bool legal; /* wants the legal moves */
    bool lost;  /* its queue overflowed: it gets the whole table again */
    struct watcher *in_room, *in_conn;
} watcher;

struct conn {
    net_id id;
    char person[PT_ID], name[PT_LABEL]; /* "" before hello */
    bool account;
    char peer[48];
    bucket bucket;
    int over; /* messages that came too fast */
    int watching;
    watcher *watchers;
};

/* --- what somebody wants of a table --- */

typedef enum {
    ACT_WATCH,
    ACT_UNWATCH,
    ACT_SIT,
    ACT_LEAVE,
    ACT_BOT,
    ACT_START,
    ACT_MOVE,
    ACT_UNDO,
    ACT_AGREE,
    ACT_CHAT,
    ACT_RESIGN,
    ACT_REMATCH,
    ACT_LEGAL,
    ACT_SCORE,
    ACT_HINT,
    ACT_RECORD, /* by HTTP: `from` is the request */
    ACT_BOT_MOVE,
    ACT_CLOCK,   /* its time is up, and that loses */
    ACT_TIMEOUT, /* its time is up, and the game says what is done for it */
    ACT_GUARD,
    ACT_STANDIN,
    ACT_BACK,
    ACT_CREDIT,
    ACT_LOOK, /* nothing, but see to clocks and bots */
} act_kind;

typedef struct act {
    act_kind kind;
    net_id from; /* 0: the server itself */
    char person[PT_ID], name[PT_LABEL], re[48], key[PT_ID];
    int seat;   /* -1: none */
    int64_t at; /* position number; -1: not given */
    bool yes, legal, http;
    bool silent; /* not the client's own request: no ok */
    pt_move move;
    char text[512];
    struct act *next;
} act;

/* --- rooms --- */

enum { INBOX = 64 };

struct room {
    table_log log;
    char id[PT_ID];
    server *server;
    room *next; /* with the same hash */
    watcher *watchers;
    bool loading, busy, broken;
    int64_t quiet_until; /* the tick has nothing to do before, unless something happens */
    act *inbox, **inbox_last;
    int inbox_count;
    /* What is being written. It is folded into `log` already; nobody looks at the room before
     * it is on disk. */
    pt_batch *batch;
    struct writing *writing;
    bool row_changed;     /* what lists show has changed */
    uint32_t snapshot_at; /* number of the last snapshot */
    pt_hmac luck;         /* what all its draws begin with, */
    bool luck_begun;      /* once there was one: from the start on it stays as it is */
    bool thinking[PT_SEATS];
    int64_t bot_at[PT_SEATS]; /* in a race: not before */
    /* In a race: no request of this person before (lock_ms). */
    int64_t locked[PT_SEATS][1 + MATES];
    int64_t away[PT_SEATS]; /* a human's seat nobody sits at, since */
    int64_t guard_at;       /* the stall guard's next entry */
    int undo_by;            /* -1: nobody asks */
    uint32_t undo_to;
    uint8_t undo_yes, rematch_yes;
    int64_t used;              /* when it was last needed */
    pt_datum *shown[EYES];     /* the last view each eye was sent, */
    uint32_t shown_room[EYES]; /* the cells that are there for it, */
    uint32_t shown_at[EYES];   /* and the event's number then */
};

typedef struct serve_config {
    const char *address, *data, *web, *origins;
    int port, workers, max_connections;
    double rate, burst; /* messages a second of a connection */
    bool proxy, quiet;
    int64_t idle_ms; /* a table nobody watches leaves memory */
} serve_config;

typedef struct serve_counts {
    uint64_t moves, bot_moves, refused, limited, requests, messages, unreadable, games_over,
        tables_made, loads, evicted, overflows, updates;
} serve_counts;

typedef struct due {
    char id[PT_ID];
    int64_t at;
} due;
typedef struct people people;
typedef struct pool pool;
typedef struct statics statics;

enum { ROOM_BUCKETS = 4096, SCRATCH = 1 << 18, CELLS = 1 << 14 };

struct server {
    serve_config config;
    net *net;
    pt_store *store;
    pool *pool;
    people *people;
    statics *statics;
    room *rooms[ROOM_BUCKETS];
    int room_count;
    due *dues; /* tables that left memory and have to be looked at again */
    int due_count, due_room;
    int64_t next_num, started, last_sweep, last_alive, next_alive;
    bool stopping;
    serve_counts counts;
    pt_rng rng; /* for pacing only */
    /* Big pieces of the loop's thread, used within one call. */
    char message[SCRATCH];
    struct {
        int eye; /* whose; -1: nobody's */
        size_t used;
        char text[1 << 14];
    } news;                /* events and changes of the update that is being sent */
    struct writing *spare; /* kept for the next acts */
    pt_datum view_a[CELLS], view_b[CELLS];
    pt_keys keys;
    pt_move *moves;
    pt_chance *luck;
};

int64_t now_ms(void);
void random_id(char *out, size_t size, char first);
int serve_run(const serve_config *c);

/* --- rooms.c --- */
void rooms_act(server *sv, const char *table, const act *a); /* copied */
room *rooms_new(server *sv, const char *id);
room *rooms_find(server *sv, const char *id);
void rooms_tick(server *sv, int64_t now);
void rooms_begin(server *sv); /* loads the tables that were live */
void rooms_free(server *sv);
void room_take(room *r); /* the next in its inbox, if nothing is being written */

/* Folds an event now and writes it with the others of this act. */
void room_event(room *r, const char *format, ...) PT_FORMAT(2, 3);
void room_put(room *r, const pt_text *event); /* the same, ready made */
void room_commit(room *r, const act *a);      /* after the events of an act, if there are any */

/* --- act.c, act_seats.c, act_undo.c: requests become events --- */
void act_on(room *r, act *a);
void act_seats(room *r, act *a);
void act_undo(room *r, act *a);
void act_agree(room *r, act *a);
void act_rematch(room *r, act *a);
void act_resign(room *r, act *a);
void act_hint(room *r, act *a); /* hint.c */
void room_luck(room *r); /* draws as long as luck decides; ends the game when it is over */
const char *usual_level(void);

/* How a table is to be; made by make.c from a request or from an older table. */
typedef struct table_wish {
    const pt_game *game;
    pt_config config;
    int access, clock;
    bool watch, flag_loses;
    uint32_t grace_s;
    int64_t clock_ms, clock_inc;
    const char *record; /* the game goes on from the first `past` moves of this one; or NULL */
    uint32_t past;
} table_wish;
/* A new room with its create event, not yet written. NULL without memory. */
room *room_make(server *sv, const table_wish *wish, const char *owner);
bool wish_from_json(json_t *in, table_wish *wish, pt_text *why);
bool wish_moves(const table_wish *wish, room *r, pt_text *why); /* r NULL: only looks */
void room_play(room *r, int seat, pt_move m, const char *id, const char *by);
void room_stop(room *r); /* the event that ends a game by resignation */
void act_refuse(room *r, const act *a, const char *code, const char *words);
void act_ok(room *r, const act *a);
bool act_owns(const room *r, const act *a, int seat); /* sits there, alone or in a team */
bool act_may_see(const room *r, const act *a);

/* --- care.c: what a room needs without being asked: bots, clocks, leavers --- */
void room_care(room *r, int64_t now);
int64_t room_due(const room *r);
void room_presence(room *r); /* who is there has changed */

/* --- finish.c --- */
void room_finish(room *r, pt_batch *b); /* results and head */
void room_head(const room *r, pt_table_row *row);
void room_rate(const room *r, pt_batch *b); /* when its game is over */

/* --- stream.c --- */
struct before {
    uint64_t state[PT_STATE_MAX / 8];
    uint32_t seen[EYES];
    uint32_t number; /* of the last event; 0: somewhere in the past */
    uint8_t phase;
};
typedef struct before before;

/* An act on its way to the disk: how the room was, and whom to answer. */
typedef struct writing {
    before before;
    act act; /* without its text */
    struct writing *next;
} writing;
void stream_remember(const room *r, before *b);
void stream_update(room *r, const before *b);
void stream_watch(room *r, watcher *w, int64_t since);
void stream_say(room *r, const char *what, int seat, const char *words); /* not an event */
void stream_legal(room *r, const act *a);
void stream_score(room *r, const act *a);
void conn_send(server *sv, net_id to, pt_text *t);

/* --- conn.c --- */
void conn_opened(void *sv, net_id id, const char *peer);
void conn_message(void *sv, net_id id, const char *text, size_t n);
void conn_closed(void *sv, net_id id);
void conn_drained(void *sv, net_id id);
void watcher_drop(watcher *w);

/* --- http.c, api.c --- */
void http_request(void *sv, const net_request *r);
void http_reply(server *sv, net_id to, int status, const char *type, const char *body,
                size_t n);
void http_error(server *sv, net_id to, int status, const char *code, const char *words);
statics *statics_load(const char *folder);
void statics_free(statics *s);
bool statics_reply(server *sv, const net_request *r);
void metrics_write(server *sv, pt_text *out);
bool api_request(server *sv, const net_request *r); /* false: no such path */

/* --- pool.c: work off the loop --- */
pool *pool_new(server *sv, int workers);
void pool_free(pool *p);
void pool_poll(pool *p);
/* A bot's move; answered as ACT_BOT_MOVE to the table. */
void pool_think(pool *p, const room *r, int seat, uint32_t millis);
/* Any other work: `work` elsewhere, then `done` here. False if too much is waiting. */
bool pool_do(pool *p, void (*work)(void *), void (*done)(server *, void *), void *job);
int pool_waiting(pool *p);
