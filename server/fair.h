/* Fair play (docs/fair.md): what leaving costs, which games count for ratings, and when the
 * games of two people are shown to moderators. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"
#include "store/fair.h"

/* All thresholds, in one table: its values, and what GET /api/fair and docs/fair.md tell. */
typedef enum {
    FAIR_PAIR_GAMES,    /* rated games of the same two in a day, of each kind */
    FAIR_SHARED_GAMES,  /* if both play from a network that the host has named as shared */
    FAIR_UNKNOWN_GAMES, /* if it is not known any more where one of them played from */
    FAIR_BROWSER_DAYS,  /* two who used one browser within so many days may be one */
    FAIR_LEAVES,        /* games left, */
    FAIR_LEAVE_DAYS,    /* in so many days: */
    FAIR_LIMIT_HOURS,   /* no rated games for so long; each further one doubles it, */
    FAIR_LIMIT_MOST,    /* up to so many hours */
    FAIR_LOOK_DAYS,     /* games of two people that are looked at together */
    FAIR_GAMES,         /* fewer say nothing */
    FAIR_EARLY_MOVES,   /* whoever gives up with no more own moves does so early */
    FAIR_EARLY_GAMES,   /* so many of them, and half of the games lost, are a pattern; */
    FAIR_DOUBT,         /* so is a result so many hundredths of a deviation too low */
    FAIR_TERMS
} fair_term;
typedef struct fair_value {
    const char *name;
    int value;
} fair_value;
extern const fair_value fair_terms[FAIR_TERMS];
static inline int fair(fair_term which) { return fair_terms[which].value; }

/* --- thrown games; pure, for the server and for the simulation of honest play --- */

/* A rated game from the side of whoever may have thrown it. */
typedef struct fair_game {
    double expected, score; /* what the ratings said, and what came: 0, 0.5 or 1 */
    double rise;            /* of the other's rating */
    bool early;             /* gave up early */
} fair_game;
typedef struct fair_pattern {
    int games, lost, early;
    double expected, score, doubt, rise; /* doubt in standard deviations */
    bool shown;                          /* to moderators */
} fair_pattern;
fair_pattern fair_judge(const fair_game g[], int n);
/* How likely the first is to come before the second (rating.h). */
double fair_expects(double mu, double sigma, double other_mu, double other_sigma);
int64_t fair_limit_ms(int leaves); /* 0: none */

/* --- at a table --- */

/* Why a game does not count, as the protocol names it. */
typedef enum {
    FAIR_COUNTS,
    FAIR_TABLE,   /* one screen, teams, somebody twice, a hint, no people */
    FAIR_GUEST,   /* somebody has no account */
    FAIR_ADDRESS, /* two play from one address */
    FAIR_BROWSER, /* two have used one browser */
    FAIR_LEFT,    /* somebody has left too many games */
    FAIR_WHYS
} fair_why;
extern const char *const fair_why_names[]; /* "", "table", ... */

/* A hash of where somebody plays from; its lowest bit says that the network is shared. */
uint64_t fair_address(const server *sv, const char *peer);
static inline bool fair_is_shared(uint64_t hash) { return hash & 1; }

/* Somebody has come, on this connection. */
void fair_sees(server *sv, const conn *c);
/* The addresses from which somebody came lately, but for shared ones; returns how many. */
enum { FAIR_RECENT = 8 };
int fair_recent(const server *sv, const char *person, char out[FAIR_RECENT][PT_TARGET]);
/* Tells those who watch whether this game counts, if that has changed or somebody is new. */
void fair_tell(hosted *h);
/* A game begins: what keeps it from counting is written with it. */
void fair_begin(const hosted *h, pt_batch *b);
/* The seats that have left this game, which is over. */
uint8_t fair_left(const pt_table *t);
/* Places, with those who have left behind all others. */
void fair_places(const pt_table *t, uint8_t left, int place[PT_SEATS]);
/* How many moves each seat has made. */
void fair_moves(const pt_table *t, int moves[PT_SEATS]);
/* After the end is written: those who may play no rated games for a while hear of it. */
void fair_over(const hosted *h);
/* In the writing thread, after a rated game: the two who met, if a pattern has to be shown. */
bool fair_look_at(pt_look *look, const pt_meeting_row *m, pt_batch *more);
/* In the writing thread: they have left this game, and may be limited now. */
bool fair_note_leave(pt_look *look, const char *person, const char *table, int64_t at,
                     pt_batch *more);
/* Until when; 0: they may play rated games. */
int64_t fair_limited(const server *sv, const char *person, int *leaves);
