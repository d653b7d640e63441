/* Requests: who wants what from a table, and when. The table decides by its law: the request
 * becomes events, which are folded and handed to the host in order, or it is refused and
 * nothing has changed. The same requests give the same events in every host: time comes in as
 * `now`, random numbers come in as the seeds of new tables. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "table/table.h"

typedef enum {
    /* From people: `person` is whoever asks. They must be allowed to see the table. */
    PT_ASK_SIT,     /* seat, name, text: entropy in hexadecimal or "" */
    PT_ASK_LEAVE,   /* seat, name; before the game its owner may send a bot away */
    PT_ASK_BOT,     /* seat, text: level; also for a seat that has a bot */
    PT_ASK_READY,   /* seat, yes: once all are, in every seat, the game begins */
    PT_ASK_START,   /* nothing */
    PT_ASK_MOVE,    /* seat, text: the notation; id, at; yes: it was prepared */
    PT_ASK_UNDO,    /* seat */
    PT_ASK_AGREE,   /* seat, yes */
    PT_ASK_CHAT,    /* seat or -1 for a spectator, name, text */
    PT_ASK_RESIGN,  /* seat */
    PT_ASK_REMATCH, /* seat (or -1: the owner of a table at one screen), next, fresh */
    PT_ASK_PAUSE,   /* seat: where everybody else is a bot */
    PT_ASK_RESUME,  /* seat */
    PT_ASK_EXTEND,  /* seat, at: the seat that gets a day more */
    PT_ASK_HINT,    /* seat: the game is no longer rated. The host finds the hint */
    /* From the host itself: these are never refused. What comes too late changes nothing. */
    PT_ASK_BOT_MOVE, /* seat, move: the answer to pt_table_thinkers */
    PT_ASK_TICK,     /* whatever is due at `now`: clocks, leavers, the guard of a race */
    PT_ASK_PRESENCE, /* there: the seats that somebody is at; whoever had left is back */
    PT_ASK_CREDIT,   /* at: milliseconds, from pt_table_absence */
    PT_ASK_REST,     /* seat, at: until when its person has days off; 0: they are back */
    PT_ASK_LOOK,     /* draws what luck has to decide, after a table was read from its log */
    PT_ASKS
} pt_ask;

/* What the next table of a rematch is made of; the host draws it anew for every request. */
typedef struct pt_fresh {
    char id[PT_ID], key[PT_ID];
    uint8_t seed[PT_SHA256];
} pt_fresh;

/* The texts are never NULL; pt_request_of sets them. They must stay as they are during the
 * call. */
typedef struct pt_request {
    pt_ask kind;
    int seat;           /* -1: none */
    const char *person; /* "": the host itself, or somebody who has not said who they are */
    const char *name;   /* as others read it */
    const char *key;    /* of the link that they came by, or "" */
    int64_t now;        /* milliseconds, more than 0; any clock that continues over a restart */
    int64_t at; /* the number (of the seat's stream) that the move was decided at; -1: none */
    const char *id; /* of a move, or "": a repeated id is granted, but not made twice */
    const char *text;
    pt_move move;
    bool yes;
    uint8_t there;
    pt_table *next; /* PT_ASK_REMATCH: an empty table of the host's, filled if all agree */
    const pt_fresh *fresh;
} pt_request;

static inline pt_request pt_request_of(pt_ask kind, const char *person, int64_t now) {
    return (pt_request){.kind = kind,
                        .seat = -1,
                        .person = person,
                        .name = "",
                        .key = "",
                        .now = now,
                        .at = -1,
                        .id = "",
                        .text = ""};
}

/* Why a request is refused. Each reason has a code for programs, which several may share, and
 * words for people. */
typedef enum {
    PT_GRANTED,
    PT_NO_TABLE,
    PT_MALFORMED,
    PT_NOT_YOUR_SEAT,
    PT_NOT_PLAYING,
    PT_NOT_ASKED,
    PT_STALE,
    PT_RULE, /* the words are the game's: "R4.2: ..." */
    PT_NOT_READABLE,
    PT_NOT_CAPTAIN, /* the words name the captain */
    PT_SIT_BEGUN,
    PT_SIT_NO_SEAT,
    PT_SIT_TAKEN,
    PT_SIT_OTHER_TEAM,
    PT_SIT_BOT,
    PT_SIT_LOCAL,
    PT_SIT_ENTROPY,
    PT_BOT_OWNER,
    PT_BOT_BEGUN,
    PT_BOT_NO_SEAT,
    PT_BOT_UNKNOWN,
    PT_BOT_TAKEN,
    PT_START_BEGUN,
    PT_START_FREE_SEAT,
    PT_START_STRANGER,
    PT_NOTHING_TO_UNDO,
    PT_UNDO_AWAY,
    PT_UNDO_LATE,
    PT_NOTHING_ASKED,
    PT_NO_REMATCH,
    PT_NO_HINT,
    PT_NO_PAUSE,
    PT_ON_PAUSE,
    PT_NO_EXTENSION,
    PT_NOT_WRITTEN, /* memory gave out; the table may be broken */
    PT_REFUSALS
} pt_refusal;

const char *pt_refusal_code(pt_refusal r); /* "not-your-seat" */
/* "you do not sit there", in the language of the text; nothing for PT_RULE and PT_NOT_CAPTAIN.
 */
void pt_say_refusal(pt_text *out, pt_refusal r);

/* Where events go: called once for each, in order, after it is folded into `t`. `number` is 0
 * for an event that is told to watchers and not kept. The event's words are gone when the call
 * returns. In a rematch `t` is the next table first, then the old one. */
typedef struct pt_sink {
    void (*take)(void *to, const pt_table *t, const pt_event *e);
    void *to;
} pt_sink;

/* Judges a request. Returns PT_GRANTED, perhaps without any event (for a move that was made
 * before, or a bot's move that came too late), or the reason why not, with words in `why`, in
 * its language. */
pt_refusal pt_table_ask(pt_table *t, const pt_request *r, const pt_sink *sink, pt_text *why);

/* --- names --- */

/* What bots are called, from 0 on; NULL after the last. */
const char *pt_bot_name(int i);

/* True if people would take one for the other: capital letters make no difference. */
bool pt_name_same(const char *a, const char *b);
/* "Ana 2" for Ana and 2, up to 99; not longer than names may be. */
void pt_name_another(const char *name, int n, char out[PT_LABEL]);

/* Says whether PT_ASK_HINT would be granted, for a host that may refuse for reasons of its
 * own. */
pt_refusal pt_table_may_hint(const pt_table *t, const char *person, int seat);

/* --- new tables --- */

/* Who sits where from the beginning: a person, a bot, or (both "") nobody yet. */
typedef struct pt_wish_seat {
    char person[PT_ID], name[PT_LABEL], entropy[2 * PT_HEX], level[PT_ID];
} pt_wish_seat;

/* Gives the wish a clock. Returns false and changes nothing if no clock may be like that: from
 * a second to PT_CLOCK_DAYS, with an increment of at most a day. (PT_CLOCK_MOST is what events
 * of older tables may hold.) */
enum { PT_DAY_MS = 86400000, PT_CLOCK_DAYS = 60 };
bool pt_wish_clock(pt_wish *w, pt_clock kind, int64_t ms, int64_t increment, bool flag_loses);
/* Up to 64 bytes in lower-case hexadecimal, or nothing. */
bool pt_entropy_is_fine(const char *hex);
/* Judges the first `moves` moves of a record that a table of this wish would play on from. */
bool pt_wish_record(const pt_wish *w, const char *record, uint32_t moves, pt_text *why);

/* Makes a table: its create event, those who sit, and the moves of a record (or NULL, 0) that
 * it goes on from. `t` is initialised and empty. Returns false, with words, if the record
 * cannot be played on; `t` then still has no events. The wish itself must be valid
 * (pt_config_check). The key is kept only where it opens something. PT_ASK_START starts the
 * table. */
bool pt_table_make(pt_table *t, const pt_wish *w, const pt_wish_seat seat[PT_SEATS],
                   const char *record, uint32_t moves, int64_t now, const pt_sink *sink,
                   pt_text *why);
