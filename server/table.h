/* A table: everything about one game between people, as it follows from the table's events.
 * What lies in `core` is plain bytes; the events change it through table_fold and nothing else
 * does, so that a table read from the store is the table that was. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/fair.h"
#include "core/game.h"
#include "store/store.h"

enum {
    EYES = PT_SEATS + 1, /* who looks: a seat, or the public */
    PUBLIC_EYE = PT_SEATS,
    RING = 24, /* events kept at hand for those who come back */
    MOVE_IDS = 8,
    MATES = 2, /* further people of a team, beside the first */
    EVENT_MAX = 1024,
};

typedef enum { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER } table_phase;
typedef enum { ACCESS_OPEN, ACCESS_LINK, ACCESS_PRIVATE, ACCESS_LOCAL } table_access;
typedef enum { CLOCK_NONE, CLOCK_MOVE, CLOCK_BANK } clock_kind;
typedef enum { SEAT_FREE, SEAT_HUMAN, SEAT_BOT } seat_kind;

extern const char *const access_names[], *const clock_names[], *const phase_names[];

typedef struct table_mate {
    char person[PT_ID], name[PT_LABEL]; /* "": nobody */
} table_mate;

typedef struct table_seat {
    uint8_t kind;     /* seat_kind */
    uint8_t standin;  /* a human's seat that a bot plays for the time being */
    uint8_t resigned; /* gave up: last, whatever the points say */
    char person[PT_ID], name[PT_LABEL];
    table_mate mate[MATES]; /* those who share the seat, if it is a team's */
    char level[PT_ID];      /* of the bot */
    char entropy[2 * PT_HEX];
    int64_t since; /* it owes a choice since then; 0: it does not */
    int64_t left;  /* of the bank, ms, at `since` */
    uint64_t ids[MOVE_IDS];
    uint32_t id_count;
} table_seat;

typedef struct table_core {
    int64_t num, created, changed;
    char id[PT_ID], key[PT_ID], owner[PT_ID], game[PT_ID];
    uint8_t phase, access, watch, clock, flag_loses;
    uint8_t stopped; /* over by resignation */
    uint8_t unrated; /* a move was taken back by consent */
    uint32_t grace_s;
    int64_t clock_ms, clock_inc;
    pt_config config;
    uint8_t seed[PT_SHA256];
    table_seat seat[PT_SEATS];
    uint32_t number;          /* events so far */
    uint32_t steps, draws;    /* moves that stand, and lots among them */
    uint32_t past;            /* the first of these come from the record of another game */
    uint32_t seen[EYES];      /* events that each eye has seen: its stream's number */
    uint32_t played[EYES];    /* that number at the last event of the game itself */
    uint32_t started, undone; /* the events' numbers of the start and of the last undo */
    int64_t moved;            /* when that was */
    char rematch[PT_ID];
    uint64_t state[PT_STATE_MAX / 8];
} table_core;

typedef struct table_step {
    pt_move move;
    uint32_t number; /* of its event */
    int32_t left;    /* of the bank, hundredths of a second; -1: no clock */
    int8_t seat;
} table_step;

/* An event of late, with what each eye saw of it. */
typedef struct ring_event {
    char *text;
    int64_t at;
    uint8_t sight[EYES];
} ring_event;

typedef struct table_log {
    table_core core;
    const pt_game *game;
    table_step *step;
    uint32_t step_room;
    ring_event ring[RING];
    uint32_t rung; /* events that have gone through the ring */
} table_log;

/* Takes one event: changes the table, or says why it cannot be one of its events. */
bool table_fold(table_log *t, int64_t at, const char *event, pt_text *why);
void table_log_done(table_log *t);

static inline int eye_of(int viewer) { return viewer < 0 ? PUBLIC_EYE : viewer; }
static inline int viewer_of(int eye) { return eye == PUBLIC_EYE ? PT_PUBLIC : eye; }
static inline const pt_head *table_head(const table_log *t) {
    return pt_head_of(t->core.state);
}
/* The seats that owe a choice now; none while the table is not in play. */
uint8_t table_owes(const table_log *t);
uint8_t table_timed(const table_log *t); /* whose clocks run: nobody's in a race (Myst R4.17) */
/* Both at once, in the order of arrival (Myst's race). */
bool table_racing(const table_log *t);
/* When the seat's time is up; 0: never. */
int64_t seat_deadline(const table_log *t, int seat);
/* The state after the first n moves. */
void table_state_at(const table_log *t, uint32_t n, void *state);
/* The state as it was when an eye's stream had come to `seen`. False if the game had not begun
 * then, if moves have been taken back since, or if something that the eye did not see may have
 * changed its view before or after. */
bool table_state_seen(const table_log *t, int eye, int64_t seen, void *state);
pt_fair table_fair(const table_log *t);
bool seat_has_person(const table_seat *s, const char *person);
int seat_people(const table_seat *s); /* how many sit there */
bool seat_has_id(const table_seat *s, uint64_t hash);
uint64_t id_hash(const char *id);
/* A bot has to choose here: one of its own, or one that stands in. */
static inline bool seat_by_bot(const table_seat *s) {
    return s->kind == SEAT_BOT || s->standin;
}

/* Snapshots: the core and the moves, as bytes of this build. Reading refuses any other. */
void *table_snapshot(const table_log *t, size_t *n); /* to be freed */
bool table_from_snapshot(table_log *t, const void *bytes, size_t n);

/* The record of the game so far; the seed only once it is over. */
void table_record(const table_log *t, pt_text *out);
/* Places at the end: the game's, but those who resigned come last. */
void table_places(const table_log *t, uint8_t place[PT_SEATS]);
