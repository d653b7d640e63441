/* A table: everything about one game between people and bots, as it follows from the table's
 * events. Pure: no input or output, no clock, no threads, no globals. Its hosts (the server,
 * the page without a server, the terminal) bring requests, time and random numbers
 * (table/request.h), keep the events, and show what table/table_json.h says.
 *
 * What lies in `core` is plain bytes that only events change, so a table read from its events
 * is the table that was. What lies in `now` is forgotten with the table: who is there, who asks
 * for what, who has to wait. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/fair.h"
#include "core/game.h"
#include "core/ids.h"
#include "table/event.h"

enum {
    PT_EYES = PT_SEATS + 1, /* who looks: a seat, or the public */
    PT_PUBLIC_EYE = PT_SEATS,
    PT_RECENT = 24,        /* events kept at hand for those who come back */
    PT_MOVE_IDS = 8,       /* of each seat, so that sending a move again is harmless */
    PT_MATES = 2,          /* further people of a team, beside the first */
    PT_COUNT_MS = 2100,    /* "3, 2, 1" before a game of several people: no clock runs yet */
    PT_LEFT_MS = 86400000, /* a game that everybody has left waits this long for somebody */
};

typedef enum { PT_TABLE_OPEN, PT_TABLE_PLAYING, PT_TABLE_OVER } pt_table_phase;
typedef enum { PT_SEAT_FREE, PT_SEAT_HUMAN, PT_SEAT_BOT } pt_seat_kind;
extern const char *const pt_phase_names[]; /* "open", "playing", "over", NULL */

/* --- what the host tells a table about its bots --- */

typedef struct pt_table_bots {
    /* A bot's strength, 0 is the weakest; -1 if the game has no bot of this name. */
    int (*level)(const char *name, const pt_game *g);
    const char *usual; /* the one that stands in for people */
} pt_table_bots;

/* --- the plain bytes --- */

typedef struct pt_mate {
    char person[PT_ID], name[PT_LABEL]; /* "": nobody */
} pt_mate;

typedef struct pt_seat {
    uint8_t kind;     /* pt_seat_kind */
    uint8_t standin;  /* a bot plays for the person, for the time being */
    uint8_t resigned; /* gave up: last, whatever the points say; 1 + pt_resign_how */
    uint8_t ready;    /* its people have said that the game may begin; bots always are */
    uint8_t spare[2]; /* always 0, so that equal seats are equal bytes */
    char person[PT_ID], name[PT_LABEL];
    pt_mate mate[PT_MATES]; /* those who share the seat, if it is a team's; no gaps */
    char level[PT_ID];      /* of the bot */
    char entropy[2 * PT_HEX];
    int64_t since; /* since when it owes a choice and its clock runs; 0: it does not */
    int64_t left;  /* what was left of the bank at `since`, in ms */
    uint64_t ids[PT_MOVE_IDS];
    uint32_t id_count;
    uint32_t rests; /* until then its clock stands still: seconds; 0: it does not */
} pt_seat;

typedef struct pt_table_core {
    int64_t created, changed;
    int64_t moved;        /* time of the last event that started or stopped clocks */
    int64_t began, ended; /* the game itself; 0: not yet. Time that the host was away does not
                             count */
    int64_t paused;       /* since when nothing moves and no time runs; 0: the game goes on */
    int64_t clock_ms, clock_inc;
    char id[PT_ID], key[PT_ID], owner[PT_ID], game[PT_ID];
    uint8_t phase, access, watch, clock, flag_loses; /* pt_table_phase, pt_access, pt_clock */
    uint8_t stopped;                                 /* how it ended: pt_over_how */
    uint8_t unrated; /* a move was taken back by consent, a hint was asked for, time was
                        stopped, or the game continues another one */
    uint8_t seats;
    int16_t option[PT_OPTIONS];
    uint32_t grace_s;
    uint32_t number;       /* events so far */
    uint32_t steps, draws; /* moves that stand, and lots among them */
    uint32_t past; /* how many of these, from the first, come from the record of another game */
    uint32_t seen[PT_EYES];   /* events that each eye has seen: its stream's number */
    uint32_t played[PT_EYES]; /* that number at the last event that changed its question */
    uint32_t started, undone; /* the numbers of the start event and of the last undo */
    uint32_t holidays;        /* 1: the clocks of people who have a day off stand still */
    uint8_t seed[PT_SHA256];  /* secret until the game is over */
    char rematch[PT_ID];      /* the next table, or "" */
    pt_seat seat[PT_SEATS];
    uint64_t state[PT_STATE_MAX / 8];
} pt_table_core;

/* A move that stands. */
typedef struct pt_table_step {
    pt_move move;
    uint32_t number; /* of its event */
    int32_t left;    /* of the bank after it, hundredths of a second; -1: no clock */
    int8_t seat;     /* or PT_LUCK */
    uint8_t spare[3];
} pt_table_step;

/* --- the rest --- */

/* A recent event with what each eye saw of it. */
typedef struct pt_recent {
    uint8_t kind, how;
    int8_t seat;
    uint8_t sight[PT_EYES]; /* pt_sight */
    pt_move move;
    uint32_t amount;
    char *words; /* name or level or table, a zero, the text of talk, a zero; or NULL */
} pt_recent;

typedef struct pt_table_now {
    int8_t undo_by;                /* -1: nobody asks */
    uint8_t undo_yes, rematch_yes; /* sets of seats */
    uint8_t ready; /* set: seats for which a bot must choose, and tick has noticed */
    bool guarded;  /* the last move of the race was the guard's */
    uint32_t undo_to;
    uint8_t mover[PT_SEATS]; /* who of the team made the seat's last move, from 1; 0: unknown */
    int64_t away[PT_SEATS];  /* when the seat's people left; 0: somebody is there */
    int64_t locked[PT_SEATS]
                  [1 + PT_MATES];   /* in a race this person may try nothing before then */
    int64_t guard_from;             /* the race's last move; 0: core.moved */
    int64_t pace_from[PT_SEATS];    /* the seat's last move in a race, likewise */
    uint32_t pace_number[PT_SEATS]; /* and its event's number */
} pt_table_now;

typedef struct pt_table {
    pt_table_core core;
    pt_table_now now;
    const pt_game *game;       /* NULL before the first event */
    const pt_table_bots *bots; /* or NULL: no bots */
    pt_table_step *step;
    uint32_t step_room;
    bool broken; /* memory gave out in the middle of an event: fold the table anew from its
                    events */
    bool luck_begun;
    pt_hmac luck; /* the common beginning of all draws, made at the first draw */
    pt_recent recent[PT_RECENT];
    uint32_t recent_count; /* events that have gone through the ring */
} pt_table;

/* A table without events. `bots` must outlive it. Done frees its memory; it is safe on a table
 * that was cleared by memset or done before. */
void pt_table_init(pt_table *t, const char *id, const pt_table_bots *bots);
void pt_table_done(pt_table *t);

/* Takes one event from the log: changes the table, or says why it cannot be one of its events
 * and changes nothing. The text is what pt_event_print writes. (Requests fold their events
 * themselves.) */
bool pt_table_fold(pt_table *t, const pt_event *e, pt_text *why);
bool pt_table_read(pt_table *t, int64_t at, const char *text, pt_text *why);

/* --- who is who --- */

static inline int pt_eye_of(int viewer) { return viewer < 0 ? PT_PUBLIC_EYE : viewer; }
static inline int pt_viewer_of(int eye) { return eye == PT_PUBLIC_EYE ? PT_PUBLIC : eye; }
static inline const pt_head *pt_table_head(const pt_table *t) {
    return pt_head_of(t->core.state);
}
/* The game's configuration. */
pt_config pt_table_config(const pt_table *t);
/* True if this person sits there, alone or in a team. */
bool pt_seat_has(const pt_seat *s, const char *person);
int pt_seat_people(const pt_seat *s); /* how many sit there */
/* A person's place in the team: 0 is the first; -1 if they are not in it. */
int pt_seat_member(const pt_seat *s, const char *person);
const char *pt_seat_member_name(const pt_seat *s, int member);
/* What people call who sits there, in the text's language: a person's own name, or "Kleon
 * (expert bot)". In older tables bots have no names of their own: there it is "expert (bot)".
 */
void pt_seat_label(const pt_seat *s, pt_text *out);
/* The same without the level, for those who show it in their own way. */
void pt_seat_name(const pt_seat *s, pt_text *out);
void pt_bot_label(const char *level, pt_text *out);
bool pt_table_owns(const pt_table *t, const char *person, int seat);
/* True if this person may know that the table exists; everybody else gets "no-table" for an
 * answer. `key` may be "". */
bool pt_table_may_see(const pt_table *t, const char *person, const char *key);
/* True if a bot chooses here: the seat is a bot's, or a bot stands in. */
static inline bool pt_seat_by_bot(const pt_seat *s) {
    return s->kind == PT_SEAT_BOT || s->standin;
}

/* --- the course of the game --- */

/* The seats that owe a choice now; none while the table is not in play. */
uint8_t pt_table_owes(const pt_table *t);
/* A race in real time is on: moves count in the order of arrival, and no clock runs. */
bool pt_table_racing(const pt_table *t);
uint8_t pt_table_timed(const pt_table *t);              /* the seats whose clocks run */
int64_t pt_table_deadline(const pt_table *t, int seat); /* when its time is up; 0: never */
/* The moment that clocks and races are at: `now`, or when the pause began. */
int64_t pt_table_time(const pt_table *t, int64_t now);
/* The member of the team who decides for a seat that owes a choice, until the moment when
 * anyone may; -1: anyone, or a seat of one person. */
int pt_table_captain(const pt_table *t, int seat, int64_t now);
/* What the draws are derived from. */
pt_fair pt_table_fair(const pt_table *t);

/* The state after the first n moves. */
void pt_table_state_at(const pt_table *t, uint32_t n, void *state);
/* The state as it was when an eye's stream had come to `seen`. False if the game had not begun
 * then, if moves have been taken back since, or if something that the eye did not see may have
 * changed its view before or after. */
bool pt_table_state_seen(const pt_table *t, int eye, int64_t seen, void *state);
/* How many of the first n moves an eye may count. */
int pt_table_moves_seen(const pt_table *t, uint32_t n, int eye);

/* --- time: see also the request PT_ASK_TICK --- */

/* The next moment at which a tick has something to do; 0: never. It may lie in the past, but
 * not after a tick at a later moment. */
int64_t pt_table_due(const pt_table *t);

/* A seat for which the host has to find a move: a bot's, one that a bot stands in for, or one
 * whose time is up where that does not lose. In a race, a bot is not named before its pace
 * allows a move. A seat is named again until it has moved, so the host remembers for whom it is
 * thinking already. */
typedef struct pt_thinker {
    int seat;
    const char *level;
} pt_thinker;
int pt_table_thinkers(const pt_table *t, int64_t now, pt_thinker out[PT_SEATS]);

/* How many milliseconds to give back to the clocks, or to the race, that ran while the host was
 * away: it was last alive at `last_alive` and came back at `started`. */
int64_t pt_table_absence(const pt_table *t, int64_t last_alive, int64_t started);

/* --- the end --- */

/* Places: the game's, but those who resigned come last together. */
void pt_table_places(const pt_table *t, uint8_t place[PT_SEATS]);
enum { PT_RATED_MOVES = 5 };
/* True if the result counts for ratings, as far as the table knows. It does not at one screen,
 * between teams, if somebody sits twice, if the table is unrated, if it was abandoned, or if it
 * was stopped before every seat had made PT_RATED_MOVES moves. */
bool pt_table_is_rated(const pt_table *t);
/* The record of the game so far (docs/records.md); the seed only once it is over. */
void pt_table_record(const pt_table *t, pt_text *out);

/* --- snapshots: the core and the moves, as bytes of this build --- */

void *pt_table_snapshot(const pt_table *t, size_t *n); /* to be freed; NULL without memory */
/* Returns false for the bytes of another layout or of other rules: then fold the events
 * instead. `t` is initialised; its id and bots stay. */
bool pt_table_from_snapshot(pt_table *t, const void *bytes, size_t n);
