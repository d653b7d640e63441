/* What the files of the server share. The server is a host of table/: it brings requests and
 * time to tables, stores their events, and shows them to watchers. All of this runs in the
 * loop's thread. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/bot.h"
#include "server/diff.h"
#include "server/likeness.h"
#include "server/net.h"
#include "server/share.h"
#include "store/store.h"
#include "table/table_json.h"
#include <jansson.h>

typedef struct server server;
typedef struct hosted hosted;
typedef struct conn conn;

/* --- limits: tokens that fill again with time --- */

typedef struct bucket {
    int64_t at; /* ms */
    double tokens;
    int untold;    /* taken here, of which other nodes have not heard, */
    int64_t since; /* from this second on (limits.c) */
} bucket;

/* Takes one token; `rate` a second come back, up to `burst`. Rate 0: there is no limit. */
bool bucket_take(bucket *b, int64_t now, double rate, double burst);
/* So many were taken at another node; they may have to come back before there is one again. */
void bucket_pay(bucket *b, int64_t now, double rate, double burst, int count);

/* --- connections, and what they watch --- */

enum { MOST_WATCHED = 16 }; /* by one connection */

typedef struct watcher {
    conn *conn;
    hosted *table;
    int eye;
    bool legal; /* wants the legal moves */
    bool lost;  /* its queue overflowed: it gets the whole table again */
    bool fresh; /* it has not been told who is there */
    struct watcher *next_at_table, *next_of_conn;
} watcher;

struct conn {
    net_id id;
    char person[PT_ID], name[PT_LABEL]; /* "" before hello */
    likeness looks;                     /* of the name (likeness.h) */
    uint8_t token[PT_TOKEN];            /* its hash, by which the ticket was given */
    bool account;
    uint64_t browser; /* a hash of what it calls itself; 0: nothing */
    uint8_t language; /* of what it is told */
    bool hidden;      /* the page is in the background */
    char peer[48];
    bucket bucket;
    int over; /* messages that came too fast */
    int watching;
    watcher *watchers;
    conn *next, **link; /* of all that are open */
};

/* --- requests: what somebody wants of a table --- */

/* Besides what the law of the table decides (pt_ask): queries that only a host can answer. */
enum {
    ASK_WATCH = PT_ASKS, /* seat or -1, at: the last number that was seen; legal */
    ASK_UNWATCH,         /* seat or -1 */
    ASK_LEGAL,           /* seat or -1 */
    ASK_SCORE,           /* seat or -1 */
    ASK_RECORD,          /* by HTTP */
    ASK_RATINGS,         /* by HTTP */
    ASK_MEASURE,         /* by HTTP: text: whom, by name or id; yes: mute, not remove */
    ASK_TOURNAMENT,      /* from the server: how does a tournament's table stand? */
    ASK_MINE,            /* seat: what the person keeps for themselves there (own.h) */
    ASK_PREPARE,         /* seat, text: a line; yes: keep it, otherwise what could follow? */
    ASK_UNPREPARE,       /* seat, text: a line that they have */
    ASK_NOTE,            /* seat, at: a number of their stream; text */
    ASK_INVITE,          /* by HTTP: seat: a free one, or -1; text: whom, by id; key */
};

/* Who waits for the answer. */
typedef struct asker {
    net_id id;   /* a connection or an HTTP request; 0: the server itself */
    bool http;   /* and which of the two */
    bool silent; /* "ok" is not wanted: the answer is something else */
    uint8_t language;
    char re[48]; /* the message's id */
} asker;

typedef struct request {
    int kind; /* a pt_ask, or one of the above */
    asker from;
    int seat;   /* -1: none */
    int64_t at; /* -1: not given */
    bool yes, legal;
    pt_move move;
    char person[PT_ID], name[PT_LABEL], key[PT_ID];
    char friend_name[PT_LABEL]; /* who sits down beside the person at the same screen; "" */
    struct request *next;
    bool vouched;    /* those who sit there let this person write (talk.c) */
    uint8_t tries;   /* at how many nodes it was not taken */
    uint64_t origin; /* of somebody at another node: a hash of the address */
    char text[512];
} request;

/* --- tables in memory --- */

enum {
    INBOX = 64,    /* requests that wait at a table */
    TABLE_ID = 14, /* letters of a table's id, with the zero; and of its key */
    TABLE_KEY = 18,
    OPEN_DAYS = 14,  /* an open table that nobody touches is kept so long, */
    LEFT_DAYS = 180, /* and one that was left in the middle */
};

/* The table before a request, for its watchers. */
typedef struct before {
    uint64_t state[PT_STATE_MAX / 8];
    uint32_t seen[PT_EYES];
    uint32_t number; /* of the last event; 0: somewhere in the past */
    uint8_t phase;
} before;

/* A request on its way to the disk: the table before it, and whom to answer. */
typedef struct writing {
    before before;
    asker from;
    int seat;
    struct writing *next;
} writing;

/* The last view that an eye was sent, to compare the next one with. */
typedef struct shown {
    pt_datum *cells;
    uint32_t room;   /* cells that there is memory for */
    uint32_t number; /* of the last event then */
} shown;

struct hosted {
    pt_table table; /* without a game while it is loading, or if there is none */
    server *server;
    hosted *next; /* with the same hash, or of those that are to be freed */
    int64_t num;  /* the store's number of it */
    watcher *watchers;
    bool loading;       /* from the store */
    const char *unread; /* the code of why it could not be loaded; NULL: it could */
    bool busy;          /* being written: it takes no requests until its events are on disk */
    bool ready;         /* in the list of those that dispatch_requests looks at */
    hosted *next_ready;
    bool ticking;     /* a tick is waiting in the inbox */
    bool gone;        /* dropped; its memory is freed by the next tick */
    uint8_t thinking; /* set: seats that a bot is thinking for */
    uint8_t there;    /* set: seats that somebody looks from, as watchers have been told */
    uint8_t rung;     /* set: seats whose people may have been told that it is their turn */
    uint8_t begun;    /* set: seats whose people may still come to a game that began then */
    int64_t begun_at;
    int64_t rests_until; /* no bot is asked before, */
    uint32_t rested_at;  /* unless something has happened since this event */
    request *inbox, **inbox_last;
    int inbox_count;
    pt_batch *batch; /* the events of the request that is being taken */
    writing *writing;
    bool row_changed;           /* what lists show has changed */
    uint32_t snapshot_at;       /* the number of the last snapshot */
    int64_t used;               /* when it was last needed */
    int64_t due;                /* its next deadline, and its place in the heap (deadlines.c) */
    uint32_t due_place;         /* 0: never */
    uint64_t origin;            /* a hash of the address from which it is used; 0: unknown */
    uint64_t address[PT_SEATS]; /* a hash of where the seat's person was last; 0: unknown */
    shown shown[PT_EYES];
    uint8_t uncounted; /* why its game does not count (fair_why), as watchers have been told */
    bool fair_told, fair_looking;
    uint64_t looked[PT_SEATS]; /* a hash of whom it is known of whether they have an account, */
    uint8_t accounts;          /* and the seats of those who do (fair_table.c) */
    struct own *own;           /* what people keep for themselves here; NULL: nothing */
    struct node_table *node;   /* among several nodes (node.h); NULL: alone */
};

typedef struct serve_config {
    const char *address, *data, *web, *origins, *proxies;
    const char *store;                     /* the URL of a database; NULL: a file in `data` */
    const char *nats, *node;               /* one of several nodes (node.h); NULL: alone */
    const char *push_contact, *push_inner; /* for push services (push.h); NULL: none */
    int port, workers, max_connections, max_requests, address_sockets, address_requests;
    int head_seconds, body_seconds;
    double rate, burst; /* messages a second of a connection */
    bool quiet;
    int64_t idle_ms; /* a table nobody watches leaves memory */
    /* Mail (mail.h): the mail server, a file with a name and a password for it, where letters
     * come from, the public address of the site; NULL: none. Seconds until the second try. */
    const char *smtp, *smtp_login, *mail_from, *site;
    int mail_retry;
    const char *bots; /* a file with bots of others (outside_bots.h); NULL: none */
    bool only_admin;  /* for petteia admin alone: no table is woken */
} serve_config;

typedef struct serve_counts {
    uint64_t moves, bot_moves, refused, limited, requests, messages, unreadable, games_over,
        tables_made, loads, evicted, overflows, updates, pushed, push_later, push_gone,
        bots_failed;
} serve_counts;

/* A table that left memory and has a deadline. */
typedef struct asleep {
    char id[PT_ID];
    int64_t due;
} asleep;

/* Who came from where and with which browser, in memory only (fair_table.c). */
enum { FAIR_SIGHTS = 4096, FAIR_OWN_SIGHTS = 32 }; /* of all, of one person */
typedef struct fair_sight {
    uint64_t browser, person; /* hashes; browser 0: not said */
    int64_t at;
    char peer[48];
} fair_sight;

typedef struct people people;
typedef struct blocks blocks;
typedef struct club club;
struct pt_measure_row;
typedef struct pool pool;
typedef struct statics statics;
typedef struct mail mail;

enum { TABLE_BUCKETS = 4096, TOURS_BAD = 16, SCRATCH = 1 << 18, CELLS = 1 << 14 };

struct server {
    serve_config config;
    net *net;
    pt_store *store;
    pool *pool;
    struct outside_bots *outside; /* bots of others; NULL: none */
    people *people;
    statics *statics;
    conn *conns;
    struct ringing *ringing; /* notices that are not written yet (bell.c) */
    share searches;          /* lists that wait for their turn */
    bool searching;          /* one is being read */
    hosted *tables[TABLE_BUCKETS];
    int table_count;
    hosted *ready, **ready_last; /* in the order in which they became so */
    hosted *gone;                /* to be freed by the next tick */
    hosted **dues;               /* a heap, the earliest at 1 */
    uint32_t due_count, due_room;
    asleep *asleep;
    int asleep_count, asleep_room;
    struct node *node; /* NULL: alone; otherwise tables come into memory by: */
    bool (*take_lease)(hosted *h, bool force);
    void (*lease_loaded)(hosted *h);
    void (*reach)(void *sv, const struct pt_measure_row *m); /* what a measure ends here */
    int64_t num_end; /* the last number for new tables */
    int64_t next_num, started, last_sweep, last_alive, next_alive, next_tours;
    bool stopping, said_goodbye;
    int64_t leave_by; /* when stopping: the end of the present step */
    /* Tables with clocks or bots are looked at when the server starts. */
    enum { WAKE_AGAIN, WAKE_READING, WAKE_DONE } waking;
    uint64_t troubles_seen;       /* of the disk's, those that are in the log */
    int64_t sick_until;           /* after trouble with the disk, health is bad for a while */
    int64_t next_tidy;            /* when abandoned tables are looked for, */
    int64_t next_guests;          /* guests whom nothing needs, */
    int64_t next_erase;           /* and games of people who are deleted */
    bool erasing;                 /* they are being looked for */
    int64_t next_club;            /* when the club is read anew */
    int64_t next_days;            /* and the days off */
    int64_t days_begun;           /* days off that were planned for before this have begun */
    uint8_t host_token[PT_TOKEN]; /* its hash (door.c) */
    bool has_door;
    mail *mail;              /* NULL: not set up */
    int64_t next_bell_mail;  /* when daily mails are looked for */
    struct push_state *push; /* push.h */
    fair_sight sights[FAIR_SIGHTS];
    uint64_t sight_count;
    struct quick *quick;          /* who waits for a game (quick.c); NULL: nobody has yet */
    struct tour *tours;           /* that are not over (tournament.h) */
    struct days *days;            /* days off and reminders (days.h) */
    struct hosted_study *studies; /* in memory (study.h) */
    bool tours_loaded, tours_loading;
    bool tours_due;                /* something has happened in one of them */
    uint64_t tours_bad[TOURS_BAD]; /* hashes of those that cannot be read, at a node */
    int tours_bad_count;
    serve_counts counts;
    /* Big pieces of the loop's thread, used within one call. */
    char message[SCRATCH];
    struct {
        int eye; /* whose; -1: nobody's */
        size_t used;
        char text[1 << 14];
    } news; /* events and changes of the update that is being sent */
    request *spare_requests;
    writing *spare_writings; /* kept for the next requests */
    pt_datum view_a[CELLS], view_b[CELLS];
    pt_keys keys;
    pt_move *moves;
};

/* Exit codes of the server, beside 0 and 1. */
enum {
    SERVE_TAKEN = 3,  /* another process has the folder */
    SERVE_DISK = 4,   /* a sync failed; start it again, which looks at what is on the disk */
    SERVE_MEMORY = 5, /* there is no memory left */
};
int serve_run(const serve_config *c);
/* Reads from the open store where this server begins; false with words. */
bool serve_begin(server *sv, pt_text *why);

/* --- ids.c --- */
/* The time of tables, limits and everything that lasts: it begins with the wall clock and never
 * jumps. Suspended, the machine is away like a server that was stopped. */
int64_t now_ms(void);
/* At the start: not before the last moment that the store knows, so that time never goes back,
 * whatever happened to the wall clock. */
void time_start(int64_t not_before);
/* Among several nodes: the database's time; and never before something that has happened. */
void time_set(int64_t now);
void time_not_before(int64_t at);
int64_t time_raw(void); /* the machine's own, from any thread */
/* Once a second: the database's time was `now` between these two moments of time_raw(). Dates
 * follow at once, now_ms() by a few milliseconds at a time and never backwards: clocks of games
 * must not jump, whatever the database's does. */
void time_follow(int64_t asked, int64_t now, int64_t answered);
int64_t wall_ms(void); /* only for dates that people read; among several nodes the database's */
void wall_follow(int64_t now);
/* Writes random letters and digits that look different from each other; begins with `first`
 * unless it is 0. */
bool id_ok(const char *text); /* small letters and digits, and not too long */
void random_id(char *out, size_t size, char first);
uint64_t id_hash(const char *id);
/* Of an IPv6 address only the network counts: everybody has many addresses within one. */
uint64_t address_hash(const char *peer);

/* --- reply.c --- */
void conn_send(server *sv, net_id to, pt_text *t);
void http_reply(server *sv, net_id to, int status, const char *type, const char *body,
                size_t n);
void http_error(server *sv, net_id to, int status, const char *code, const char *words);
void http_refused(server *sv, const asker *to, int status, const char *code, pt_said why);
/* refused: the server's own refusals. denied: a refusal of the law that has no words yet. why:
 * one with the words of pt_table_ask; the number of a rule becomes a member of its own. */
void reply_refused(server *sv, const asker *to, const char *code, pt_said why);
void reply_denied(server *sv, const asker *to, pt_refusal no);
void reply_why(server *sv, const asker *to, pt_refusal no, const pt_text *why);
void reply_ok(const hosted *h, const asker *to, int seat);

/* --- deadlines.c --- */
bool deadlines_reserve(server *sv, int tables); /* memory for this many; false: there is none */
void deadline_set(hosted *h, int64_t at);       /* 0: none */
/* Takes out the table with the earliest deadline if that has passed; otherwise NULL. */
hosted *deadline_passed(server *sv, int64_t now);

/* --- watchers.c --- */
watcher *watcher_find(hosted *h, const conn *c, int eye); /* or NULL */
watcher *watcher_add(hosted *h, conn *c, int eye);        /* NULL: too many */
void watcher_drop(watcher *w);
uint32_t eyes_watching(const hosted *h); /* a set of eyes */

/* --- tables.c: tables in memory, and what waits at them --- */
extern const pt_table_bots server_bots;
hosted *tables_find(server *sv, const char *id);
hosted *tables_add(server *sv, const char *id); /* NULL without memory */
void tables_drop(hosted *h);  /* leaves memory; its memory is freed by the next tick */
void tables_bury(server *sv); /* frees what was dropped */
void tables_free(server *sv);
share_key hosted_key(const hosted *h); /* for whom its bots think */
/* Copies the request into the inbox; refuses it and returns false if there is no room. */
bool hosted_post(hosted *h, const request *r);
/* The same for a request of the server's own that everybody else's depend on. */
bool hosted_post_first(hosted *h, const request *r);
uint8_t seats_watched(const hosted *h); /* the seats that somebody looks from */
void hosted_presence(hosted *h);        /* posts a request: people have come or gone */
void hosted_ready(hosted *h);           /* to be looked at by dispatch_requests */
hosted *tables_next_ready(server *sv);  /* or NULL */
/* The next request, to be given back with request_done; NULL if there is none or it has to
 * wait. */
request *hosted_next(hosted *h);
void request_done(server *sv, request *r);

/* --- table_load.c --- */
/* Posts a copy of the request to its table, which is loaded if needed. */
void tables_post(server *sv, const char *id, const request *r);
/* This person leaves: their seats if it has not begun, their wish for a rematch if it is over.
 * Others of their team stay. */
void tables_leave(hosted *h, const char *person);
/* Loads a table that is marked as loading: it was kept from everybody until now. */
void tables_load(hosted *h);
void tables_show_again(const watcher *w); /* the whole table */
void tables_wake_live(server *sv);        /* at the start: those with clocks or bots */

/* --- updates.c: what watchers get --- */
void updates_remember(const hosted *h, before *b);
void updates_send(hosted *h, const before *b);
void updates_watch(hosted *h, watcher *w, int64_t since);
void updates_notice(hosted *h, const pt_event *e); /* what is not numbered */
/* Those who watch hear that a program of others failed, and that another bot moves for it. */
void updates_bot_failed(hosted *h, int seat);
void updates_there(hosted *h); /* who is there, if that has changed or somebody is new */

/* --- results.c: what the store keeps beside the events --- */
void results_row(const hosted *h, pt_table_row *row);
void results_head(const pt_table *t, char *out, size_t size); /* of such a row */
void results_players(const pt_table *t, int64_t num, pt_batch *b);
void results_rate(const hosted *h, pt_batch *b); /* when its game is over */
void results_note_address(hosted *h, const request *r);

/* --- writing.c: events on their way to the disk --- */
void writing_open(hosted *h); /* before a request: remembers how the table is */
void writing_event(hosted *h, const pt_event *e);
/* After the request: writes its events, and answers once they are on disk. Returns false if
 * there were none. */
bool writing_commit(hosted *h, const asker *from, int seat);
/* The same for the table that a rematch makes and the one it follows: both or neither. */
void writing_commit_both(hosted *next, hosted *h, const asker *from, int seat);
/* What is in memory never happened, or nobody knows. */
void writing_give_up(hosted *h, pt_outcome why);

/* --- queries.c --- */
void query_take(hosted *h, const request *r); /* ASK_WATCH and those that follow it */

/* --- hint.c --- */
/* Sets the search to work, or refuses. */
bool hint_begin(hosted *h, const request *r);

/* --- request.c: a request at its table, which is not being written --- */
void request_take(hosted *h, const request *r, int64_t now);

/* --- talk.c --- */
/* A line of talk at a table where not all may write: refused, or looked up, then posted again.
 */
bool talk_waits(hosted *h, const request *r);

/* --- upkeep.c: time, bots, who leaves memory --- */
void upkeep(hosted *h, int64_t now); /* after anything has happened at a table */
void upkeep_tick(server *sv, int64_t now);

/* A table that could not be loaded is tried again. */
void upkeep_wake_later(server *sv, const char *id, int64_t at);

/* --- health.c: how the disk is --- */
void health_watch(server *sv, int64_t now);          /* logs what is new */
bool health_reply(server *sv, const net_request *r); /* /healthz and /readyz; false: neither */

void abandoned_tidy(server *sv, int64_t now); /* abandoned.c: tables that nobody wants */
void guests_tidy(server *sv, int64_t now);    /* guests.c: guests whom nothing needs */

/* --- erase.c: deleted people in the games they played --- */
void erase_tidy(server *sv, int64_t now);
void erase_over(const hosted *h); /* erase_over.c: at once where one of them played */
#define FORMER PT_FORMER          /* what they are called; the page says it in every language */

/* --- tournament_erase.c: the same in a tournament that is over --- */
void tour_erase(server *sv, const char *person, const char *id);

/* --- tournament_list.c: tables that belong to a tournament; nothing at all others --- */
bool tour_owns(const hosted *h);
bool tour_rates(const hosted *h);                     /* true at all other tables */
bool tour_refuses(const hosted *h, const request *r); /* and has answered */
void tour_note(hosted *h); /* its result, or who is there: tours_go_on acts on it */
void tours_withdraw(server *sv, const char *person); /* who will not come again: likewise */

/* --- dispatch.c --- */
/* Gives the requests that wait in the inboxes of ready tables to request_take. */
void dispatch_requests(server *sv);

/* --- conn.c --- */
void conn_opened(void *sv, net_id id, const char *peer);
void conn_message(void *sv, net_id id, const char *text, size_t n);
void conn_closed(void *sv, net_id id);
void conn_unwatch(server *sv, conn *c); /* everything */
void conn_drained(void *sv, net_id id);

/* --- http.c, statics.c, api.c --- */
void http_request(void *sv, const net_request *r);
statics *statics_load(const char *folder);
void statics_free(statics *s);
bool statics_reply(server *sv, const net_request *r);
void metrics_write(server *sv, pt_text *out);
bool api_request(server *sv, const net_request *r); /* false: no such path */
/* Writes the methods of this path; false if the request has another one. */
bool api_methods(const net_request *r, pt_text *allowed);

/* --- pool.c: work off the loop --- */
pool *pool_new(server *sv, int workers);
void pool_free(pool *p);
void pool_poll(pool *p);
/* A bot's move; answered as PT_ASK_BOT_MOVE to the table. False without memory. */
bool pool_think(pool *p, const hosted *h, const pt_thinker *who);
typedef enum { POOL_THINKING, POOL_PASSWORDS, POOL_MAIL, POOL_OUTSIDE, POOL_LANES } pool_lane;
typedef struct pool_job {
    void (*work)(void *job);             /* elsewhere, */
    void (*done)(server *sv, void *job); /* then here, */
    void (*drop)(void *job);             /* unless the server stops before */
    void *job;
} pool_job;
/* Any other work. False if too much is waiting, for this address or at all. */
bool pool_do(pool *p, pool_lane lane, share_key who, const pool_job *j);
int pool_waiting(pool *p);
