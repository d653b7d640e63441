/* Tournaments on the server: a host of tournament/, as the server is one of table/. A
 * tournament is a log of lines in the store. Most are events of the law; the others say at
 * which table a pairing is played, and what time was given back. All that are not over are in
 * memory; one that is over is read when somebody asks for it.
 *
 * A pairing and the ids of its tables are written in one batch, and only then the tables are
 * made. A result enters the log when its table is over. Whatever a crash leaves undone between
 * two of these is seen at the next start: a table that is missing is made, and one that is over
 * gives its result. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/node.h"
#include "server/web.h"
#include "store/tournaments.h"
#include "tournament/event.h"
#include "tournament/pair.h"
#include "tournament/tell.h"

enum {
    TOUR_ID = 14,        /* letters of an id, with the zero; the first is an e */
    TOURS_MOST = 200,    /* that are not over, on this server */
    TOURS_OWN = 5,       /* and of one host */
    TOUR_WAITING = 1024, /* requests that wait while something is written */
    TOUR_PLAY_MOST = 2047,
};

/* What a host decides beside the terms of the law. */
typedef struct tour_play {
    bool rated, accounts;       /* counts for ratings; only accounts may sign up */
    bool by_itself;             /* rounds are paired without the host */
    bool standin;               /* bots play for those who leave a game */
    int limit;                  /* how many may sign up */
    int absent;                 /* who misses so many rounds in a row is withdrawn; 0: nobody */
    int64_t starts;             /* by the wall clock; 0: when the host says so */
    int64_t come_ms;            /* who is not ready so long after a pairing is absent */
    int64_t pause_ms, every_ms; /* between rounds: at least, and from pairing to pairing */
    char host[PT_LABEL];
} tour_play;

/* Where the law's table with the same number is played. */
typedef struct tour_table {
    char id[TABLE_ID];
    uint8_t there; /* set: the seats of the pairing that sit there, in this order */
    bool made;     /* the table is in the store, or on its way */
    int64_t seen;  /* when it said how it stands; 0: never. Then */
    uint8_t came;  /* these were ready */
    bool begun;    /* everybody has come */
    bool pending;  /* it is over, and its result is not entered yet */
    uint8_t place[PT_TOUR_SEATS];
    int64_t opened; /* when, but for time that was given back */
    int64_t looked; /* when it was last asked how it stands; 0: never */
} tour_table;

typedef struct tour {
    server *server;
    struct tour *next;
    pt_tournament_row row;
    json_t *in; /* row.play */
    tour_play play;
    tour_table *at; /* by the law's numbers */
    int room;
    int64_t paired; /* the present round, but for time that was given back */
    uint32_t lines; /* in the log, or on their way there */
    bool busy;      /* something is being paired, written or read */
    bool unread;    /* what is in memory is not what is on the disk: read it again */
    pt_batch *batch;
    web *asked; /* whose request is being written; or NULL */
    web *waiting[TOUR_WAITING];
    int waiting_count;
    uint32_t tried;             /* an arena pairs when something has happened since, */
    int64_t rests;              /* or then */
    bool away[PT_ENTRANTS];     /* to be withdrawn: they cannot come any more */
    bool hostless;              /* the host is deleted, which the log may not say yet */
    bool kept_out[PT_ENTRANTS]; /* by the host: they cannot come back */
    pt_tournament t;
} tour;

/* --- tournament_list.c: those in memory --- */
tour *tours_find(server *sv, const char *id); /* or NULL */
void tours_add(server *sv, tour *t);
int tours_count(const server *sv, const char *owner); /* NULL: all */
void tour_free(tour *t);
bool tour_room(tour *t, int tables); /* for so many tables; false without memory */
int64_t tour_now(const tour *t);
pt_tour_event tour_event(pt_tour_kind kind);
/* When something happens next without anybody's doing; 0: nothing does. */
int64_t tour_next(const tour *t);
bool tour_plays_at(const pt_tournament *t, int table); /* a table of people, without a result */
int tour_table_of(const tour *t, const char *id);      /* or -1 */
int tour_entrant_of(const tour *t, const char *person);
/* Who sits at the table, by seat; returns how many. */
int tour_people_at(const tour *t, int table, uint16_t who[PT_TOUR_SEATS]);

/* --- tournament_terms.c --- */
bool tour_take_terms(json_t *in, pt_terms *m, pt_text *why);
json_t *tour_play_of(const web *w); /* what is played, as it is kept */
bool tour_check_play(json_t *play, const pt_terms *m, pt_text *why);
bool tour_read_play(tour *t);
/* A table for so many people. */
bool tour_wish(const tour *t, int seats, pt_wish *out);

/* --- tournament_log.c --- */
tour *tour_new(server *sv, const pt_tournament_row *row); /* NULL without memory */
/* Folds an event and adds it to what tour_commit writes; false with words: it cannot happen. */
bool tour_add(tour *t, pt_tour_event *e, pt_text *why);
/* Lines of the host's own, beside those of the law. */
void tour_add_table(tour *t, int table);
void tour_add_credit(tour *t, int64_t ms);
void tour_add_kept_out(tour *t, int who, bool out);
void tour_add_hostless(tour *t); /* unless it is so already */
/* In the reading thread: one that is not over also learns which of its tables are made.
 * PT_ABSENT: it is damaged. */
pt_finding tour_read(pt_look *look, server *sv, const pt_tournament_row *row, tour **out);

/* --- tournament_erase.c --- */
void tour_call_former(tour *t, int who); /* they are deleted */

/* --- tournament_json.c --- */
void tour_head(const tour *t, char *out, size_t size);
/* To be freed; NULL without memory. `person` is whoever asks, or "". */
char *tour_tell(const tour *t, const char *person, int round, uint8_t language, size_t *n);
char *tour_csv(const tour *t, size_t *n);

/* --- tournament_write.c --- */
/* Writes what was added, then answers `asked`, or NULL. */
void tour_commit(tour *t, web *asked);

/* --- tournament_play.c --- */
/* Closes a round that has all its results, pairs the next, and answers. */
void tour_pair(tour *t, web *asked);
bool tour_close_round(tour *t, pt_text *why);
void tour_open_tables(tour *t);               /* those of the log that are not made yet */
bool tour_watch_tables(tour *t, int64_t now); /* true: something is being written */
void tour_send_away(tour *t, const pt_tour_event *result); /* who misses too many rounds */
bool tour_settle(tour *t); /* enters results that wait; false: there were none */

/* --- tournament_acts.c --- */
typedef struct tour_action {
    const char *name;
    bool (*take)(tour *t, web *w, pt_text *why); /* NULL: pair */
    bool host;                                   /* only the host may */
} tour_action;
const tour_action *tour_action_named(const char *name); /* or NULL */
bool tour_is_host(const tour *t, const web *w);

/* --- tournament_api.c --- */
bool tours_request(server *sv, const net_request *r); /* false: no such path */
bool tours_methods(const char *path, pt_text *out);
void tour_act(tour *t, web *w); /* nothing is being written; it is answered */

void (*tours_handler(net_method method, const char *path))(web *); /* that only the office can
                                                                      take; NULL: none */

/* --- tournament_copy.c: among several nodes those that do not have the office have copies ---
 */
/* All that live and how long their logs are: reads what is longer, and lets go of what is over.
 * True if nothing had to be done. */
bool tours_follow(server *sv, const tour_length *list, int n);
void tours_grown(server *sv, const char *id, uint32_t lines); /* the log of one */
void tours_read_again(server *sv);                            /* all */
void tours_begin(server *sv, int64_t away); /* they are ours; nobody had them for so long */
void tours_look_after_copies(server *sv);   /* nothing where the office is */

/* --- tournament.c: what happens without being asked --- */
void tours_load(server *sv); /* at the start */
void tours_free(server *sv);
void tours_tick(server *sv, int64_t now);
void tours_go_on(server *sv); /* after something was written, or a table is over */
void tour_drop(tour *t);      /* whoever waits asks again */
void tour_read_again(tour *t);
void tours_read_new(server *sv, const char *id);
void tour_credit(tour *t, int64_t away); /* nobody's time has run meanwhile */
