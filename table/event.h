/* Events: what happens at a table, one after the other. A table is the fold of its events.
 *
 * On disk an event is a text: a word that says what happened, then its details; names
 * and talk come last ("sit 0 p7 - Ada"). This is the only place that knows the text. Moves are
 * in the game's notation, so printing and parsing need the game. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/fair.h"
#include "core/game.h"
#include "core/ids.h"

enum { PT_EVENT_MAX = 1024 };     /* the longest text, with its zero */
#define PT_CLOCK_MOST (1ll << 40) /* the longest time of a clock, in ms: 34 years */
#define PT_TIME_MOST (1ll << 52)  /* the last moment; the first is 1 */

typedef enum {
    PT_CREATED,    /* wish; the first event of every table, and only that */
    PT_SAT,        /* seat, person, word: entropy in hexadecimal or "", name */
    PT_JOINED,     /* seat, person, name: one more in a seat that a team shares */
    PT_QUIT,       /* seat, person, name: one of a team goes, others stay */
    PT_SEATED_BOT, /* seat, word: level, name (tables of older versions have none) */
    PT_READIED,    /* seat, how: whether its people are ready to begin */
    PT_LEFT,       /* seat: it is free again */
    PT_STOOD_IN,   /* seat, word: level; a bot plays for a person */
    PT_BACK,       /* seat: the person plays again */
    PT_RESIGNED,   /* seat, how: pt_resign_how */
    PT_PAST,       /* seat or PT_LUCK, move: of the record that is played on from */
    PT_STARTED,    /* nothing */
    PT_MOVED,      /* seat, word: the request's id or "", how: pt_move_by, move */
    PT_DRAWN,      /* lot, move */
    PT_UNDONE,     /* amount: that many moves stand; how: pt_undo_how */
    PT_CREDITED,   /* amount: milliseconds that the clocks get back */
    PT_EXTENDED,   /* seat, amount: milliseconds more for it; how: the seat that gives them */
    PT_RESTED,     /* seat, amount: its clock stands still until this moment */
    PT_ENDED,      /* how: pt_over_how */
    PT_REMATCHED,  /* word: the new table */
    PT_HINTED,     /* seat: somebody asked for advice */
    PT_PAUSED,     /* seat: nothing moves and no time runs */
    PT_RESUMED,    /* seat: it goes on */
    PT_SAID,       /* seat or -1 for a spectator, name, text */
    PT_LOGGED,     /* --- how many kinds are numbered and kept; those that follow are not --- */
    PT_UNDO_ASKED = PT_LOGGED, /* seat: asks the others to agree to an undo */
    PT_UNDO_DENIED,            /* seat: says no */
    PT_REMATCH_ASKED,          /* seat: wants to play again */
    PT_EVENT_KINDS
} pt_event_kind;

/* Prepared: the person had said before what they would answer, and was not asked again. */
typedef enum { PT_BY_PERSON, PT_BY_BOT, PT_BY_CLOCK, PT_BY_GUARD, PT_BY_PREPARED } pt_move_by;
/* Free undos gave the mover's own time back; now they are those of the turn, which do not. */
typedef enum { PT_UNDO_FREE, PT_UNDO_AGREED, PT_UNDO_TURN } pt_undo_how;
typedef enum { PT_RESIGN_PERSON, PT_RESIGN_CLOCK } pt_resign_how;
typedef enum { PT_NOT_READY, PT_READY } pt_ready_how;
/* Stopped: somebody gave up. Abandoned: everybody left and nobody came back. */
typedef enum { PT_OVER_PLAYED, PT_OVER_STOPPED, PT_OVER_ABANDONED } pt_over_how;

typedef enum { PT_ACCESS_OPEN, PT_ACCESS_LINK, PT_ACCESS_PRIVATE, PT_ACCESS_LOCAL } pt_access;
typedef enum { PT_CLOCK_NONE, PT_CLOCK_MOVE, PT_CLOCK_BANK } pt_clock;
/* "open", "link", "private", "local"; "none", "move", "bank"; each list ends with NULL. */
extern const char *const pt_access_names[], *const pt_clock_names[];

/* What a new table should be like. */
typedef struct pt_wish {
    const pt_game *game;
    pt_config config;
    uint8_t access;         /* pt_access; local: one screen, one person speaks for all seats */
    uint8_t clock;          /* pt_clock */
    bool watch, flag_loses; /* spectators may come; whoever runs out of time has lost */
    bool holidays;          /* the clock of somebody who has a day off stands still */
    uint32_t grace_s;       /* after this long a bot plays for whoever is gone; 0: never */
    int64_t clock_ms, clock_inc; /* time for a move, or in the bank; increment a turn */
    char owner[PT_ID];           /* the person who made it */
    char key[PT_ID];             /* opens a link or private table; "" otherwise */
    uint8_t seed[PT_SHA256];     /* of its draws; secret until the game is over */
} pt_wish;

/* The words are slices of somebody else's memory: the text that was parsed, or the request that
 * the event follows from. Whoever keeps an event copies them. */
typedef struct pt_event {
    pt_event_kind kind;
    int seat;        /* PT_LUCK or -1: none */
    int64_t at;      /* when, in milliseconds; not part of the text */
    uint32_t number; /* 1 is the first; 0: not numbered. Not part of the text */
    uint8_t how;
    pt_move move;
    int64_t amount;
    pt_word person, name, word, text;
    pt_lot lot;
    pt_wish wish;
} pt_event;

/* "sit", "undo-asked": the event's first word, also in the protocol. */
const char *pt_event_name(pt_event_kind kind);
/* "bot", "agreed": what `how` means for a kind that has it; otherwise "". */
const char *pt_event_how(const pt_event *e);
/* True if a list of tables looks the same after such an event. */
bool pt_event_is_quiet(pt_event_kind kind);

/* Prints a numbered kind. Parse undoes print. It also reads what older versions have written,
 * with several blanks between words. It returns false, with words, if the text cannot be read;
 * `game` may be NULL before the table is created. The slices of `e` point into `text`. */
void pt_event_print(const pt_event *e, const pt_game *game, pt_text *out);
bool pt_event_parse(const char *text, const pt_game *game, pt_event *e, pt_text *why);
