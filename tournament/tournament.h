/* A tournament as pure C, for every host: no input or output, no clock, no memory of its own. A
 * tournament is the fold of its events, as a table is (table/table.h). An event is checked
 * before it is folded; one that is refused changes nothing. docs/events.md tells the methods.
 *
 * What is played is not known here: a result is the places of the people at a table. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/ids.h"
#include "core/text.h"

enum {
    PT_ENTRANTS = 1000,       /* people in a tournament */
    PT_TOUR_SEATS = 5,        /* at a table; 2 is the fewest */
    PT_TOUR_ROUNDS = 64,      /* but for an arena, which has PT_TOUR_PAIRINGS */
    PT_TOUR_PAIRINGS = 16384, /* how often an arena may pair whoever is free */
    PT_TOUR_TABLES = 16384,   /* in a tournament, byes included */
    PT_ROBIN_ENTRANTS = 64,   /* in a round robin */
    PT_POINT = 60,            /* points are counted in sixtieths: five people can share them */
    PT_POINTS_MOST = 100,     /* for a place */
    PT_STREAK = 2,            /* arena: after so many wins in a row, wins count twice */
};

typedef enum { PT_ROBIN, PT_SWISS, PT_KNOCKOUT, PT_ARENA, PT_FORMATS } pt_tour_format;
/* "robin", "swiss", "knockout", "arena"; ends with NULL. */
extern const char *const pt_tour_format_names[];

typedef struct pt_terms {
    uint8_t format;                /* pt_tour_format */
    uint8_t seats, least;          /* people at a table, and at the smallest table */
    uint8_t rounds;                /* 0: as many as the format needs, or until it is ended */
    uint8_t advance;               /* knock-out: how many of a table go on; otherwise 0 */
    uint16_t minutes;              /* arena: how long it lasts; otherwise 0 */
    bool check_in, late;           /* only who has checked in plays; people may come later */
    uint8_t bye;                   /* points for a bye */
    uint8_t points[PT_TOUR_SEATS]; /* by place; never more for a worse place */
    uint64_t seed;                 /* published: all that is drawn follows from it */
    char game[PT_ID];              /* what is played, for people; "-": not said */
    char name[PT_LABEL];
} pt_terms;

/* The usual terms of a format: what the caller need not choose. */
pt_terms pt_terms_usual(pt_tour_format format, int seats);

typedef enum { PT_SIGNED, PT_PRESENT, PT_GONE } pt_entrant_state;

typedef struct pt_entrant {
    char person[PT_ID]; /* "-": nobody that the host knows */
    char name[PT_LABEL];
    uint64_t lot;                /* drawn from the seed; the lowest is the best */
    uint32_t points;             /* in sixtieths */
    uint16_t rating;             /* 0: none */
    uint16_t table;              /* where they sit now: its number in `tables`, plus 1 */
    uint16_t last;               /* the same for where they sat last, or sit */
    uint16_t out;                /* knock-out: the round that was their last; 0: none was */
    uint16_t wins, games;        /* first places, not shared; tables with a result */
    uint16_t sat[PT_TOUR_SEATS]; /* how often in each seat */
    uint16_t small;              /* how often at a table that was not full */
    uint8_t state, byes, streak; /* pt_entrant_state; wins in a row up to now */
    bool started;                /* was there when the first round was paired */
} pt_entrant;

/* A table with one person is a bye, and over at once. */
typedef struct pt_tour_table {
    uint16_t round, number; /* both from 1; a number is a table's in its round, 0 for a bye */
    uint8_t seats;
    bool over;
    uint16_t who[PT_TOUR_SEATS];    /* by seat */
    uint8_t place[PT_TOUR_SEATS];   /* 1 is best, ties share; 0: was not there */
    uint8_t streak[PT_TOUR_SEATS];  /* wins in a row before this table */
    uint16_t earned[PT_TOUR_SEATS]; /* in sixtieths */
} pt_tour_table;

typedef enum {
    PT_TOUR_NONE,
    PT_TOUR_SIGNUP,
    PT_TOUR_ROUND,
    PT_TOUR_BREAK,
    PT_TOUR_OVER
} pt_tour_phase;

/* About 700 KB without pointers: equal tournaments are equal bytes. Begins as zeros. */
typedef struct pt_tournament {
    pt_terms terms;
    uint8_t phase;        /* pt_tour_phase */
    uint16_t entrants;    /* how many have signed up, those who left included */
    uint16_t round;       /* the last one that was paired; 0: none */
    uint16_t first, used; /* tables: the first of this round; how many there are */
    uint16_t open;        /* tables without a result */
    uint32_t events;      /* how many were folded */
    int64_t began, last;  /* when the first round was paired; the last event */
    pt_entrant entrant[PT_ENTRANTS];
    pt_tour_table table[PT_TOUR_TABLES];
} pt_tournament;

typedef enum {
    PT_TOUR_MADE,      /* terms; the first event, and only that */
    PT_TOUR_JOINED,    /* who: the next number; person, rating, name */
    PT_TOUR_CHECKED,   /* who: is there, or is there again */
    PT_TOUR_WITHDRAWN, /* who: plays no further round */
    PT_TOUR_PAIRED,    /* round; tables and byes */
    PT_TOUR_RESULT,    /* round, table, places by seat; corrects an earlier one */
    PT_TOUR_CLOSED,    /* round */
    PT_TOUR_ENDED,     /* nothing */
    PT_TOUR_UNPAIRED,  /* round: it was not paired, and the one before is not closed */
    PT_TOUR_RENAMED,   /* who, name: they are called so from now on */
    PT_TOUR_KINDS
} pt_tour_kind;

/* The tables of a round: their people in order of seats, one table after the other. */
typedef struct pt_pairing {
    uint16_t tables, people;
    uint8_t seats[PT_ENTRANTS]; /* at each table; 1: a bye */
    uint16_t who[PT_ENTRANTS];
} pt_pairing;

typedef struct pt_tour_event {
    pt_tour_kind kind;
    int64_t at; /* when, in milliseconds; never before the last event */
    uint16_t who, round, table, rating;
    uint8_t seats, place[PT_TOUR_SEATS]; /* of a result */
    char person[PT_ID], name[PT_LABEL];
    pt_terms terms;
    pt_pairing pairing;
} pt_tour_event;

/* Folds an event. Returns false, with words and their key, if it cannot happen; then nothing
 * has changed. */
bool pt_tour_fold(pt_tournament *t, const pt_tour_event *e, pt_text *why);

/* Whether a round can be paired at that time; otherwise there are words. */
bool pt_tour_can_pair(const pt_tournament *t, int64_t at, pt_text *why);

/* Whether an entrant can be in the next round. */
bool pt_tour_plays(const pt_tournament *t, int who);
/* How many can. */
int pt_tour_playing(const pt_tournament *t);
/* Rounds in all; 0: nobody knows yet. */
int pt_tour_rounds(const pt_tournament *t);
/* A table of a round by its number, or -1. */
int pt_tour_table_at(const pt_tournament *t, int round, int number);
/* Knock-out: how many of the tables of this round go on. */
int pt_tour_advance(const pt_tournament *t);
/* Two entrants by rating, then by lot: the order in which they begin. */
bool pt_tour_begins_before(const pt_tournament *t, int a, int b);
