/* What the store keeps so that people hear of what happens: their notices, what of it they want
 * to hear and how, the devices that may be called, and the calls that are still to be made. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

enum {
    PT_ENDPOINT = 800, /* the address of a device at its push service, with the zero */
    PT_TOPIC = 64,     /* of a notice: a newer one replaces an older one with the same */
    PT_WORD = 16,      /* the name of a kind of notice */
    PT_ZONE = 48,      /* "Europe/Berlin" */
    PT_PUSH_KEY = 65,  /* a public key of a browser, uncompressed, and its secret */
    PT_PUSH_AUTH = 16,
    PT_PUSHES_MOST = 10,   /* devices of one person */
    PT_NOTICES_MOST = 60,  /* kept for one person: the last ones */
    PT_CALLS_MOST = 20000, /* that wait, of all */
    PT_SECRET_BYTES = 256, /* of the server's own keys */
};

/* --- the server's own keys, made once --- */

typedef struct pt_own_key {
    char name[PT_WORD];
    uint8_t bytes[PT_SECRET_BYTES];
    size_t size;
} pt_own_key;
void pt_batch_own_key(pt_batch *b, const pt_own_key *key); /* nothing if there is one */
pt_finding pt_find_own_key(pt_look *l, const char *name, pt_own_key *out);

/* --- what a person wants to hear --- */

typedef struct pt_bell_row {
    char person[PT_ID];
    int quiet_from, quiet_to; /* minutes of the day; equal: no quiet hours */
    char zone[PT_ZONE];
    int64_t mailed; /* when the last daily mail went out */
} pt_bell_row;
void pt_batch_bell(pt_batch *b, const pt_bell_row *row); /* `mailed` only of a new one */
pt_finding pt_find_bell(pt_look *l, const char *person, pt_bell_row *out);
void pt_batch_mailed(pt_batch *b, const char *person, int64_t at);
/* People after this one, by id, with a confirmed address whose last daily mail went out before
 * `last`, and who have not seen something since before `at` that came by this way. Returns how
 * many, or -1. */
typedef void pt_person_taker(void *who, const char *person);
int pt_each_unmailed(pt_look *l, int way, int64_t at, int64_t last, const char *after,
                     int limit, pt_person_taker *take, void *who);
/* By kind, a set of channels; what is not there is as usual. */
void pt_batch_wish(pt_batch *b, const char *person, const char *kind, int channels);
typedef void pt_wish_taker(void *who, const char *kind, int channels);
int pt_each_wish(pt_look *l, const char *person, pt_wish_taker *take, void *who);

/* --- notices --- */

typedef struct pt_notice_row {
    char person[PT_ID], topic[PT_TOPIC], kind[PT_WORD];
    int64_t at; /* by the wall clock */
    bool seen;
    int channels;                      /* by which it is told */
    char other[PT_ID], name[PT_LABEL]; /* whom it is about, and (when it is read) their name */
    char game[PT_ID], place[PT_ID], key[PT_ID]; /* of a table, or a tournament */
    int number, of; /* a place, of so many; of an invitation: 1 + the seat; 0: none */
} pt_notice_row;
/* In place of one with the same topic. Those beyond PT_NOTICES_MOST are dropped. */
void pt_batch_notice(pt_batch *b, const pt_notice_row *row);
/* It is not news any more: one topic, or (NULL) all. Calls that wait for it are not made. */
void pt_batch_notice_seen(pt_batch *b, const char *person, const char *topic);
pt_finding pt_find_notice(pt_look *l, const char *person, const char *topic,
                          pt_notice_row *out);
/* The newest first; returns how many, or -1 if not all of them could be read. */
typedef void pt_notice_taker(void *who, const pt_notice_row *row);
int pt_each_notice(pt_look *l, const char *person, pt_notice_taker *take, void *who);

/* --- devices: a subscription belongs to a session and ends with it --- */

typedef struct pt_push_row {
    char endpoint[PT_ENDPOINT], person[PT_ID];
    uint8_t token[PT_TOKEN], key[PT_PUSH_KEY], auth[PT_PUSH_AUTH];
    int language;
    int64_t at;
} pt_push_row;
/* In place of the session's last one. */
void pt_batch_push(pt_batch *b, const pt_push_row *row);
void pt_batch_drop_push(pt_batch *b, const char *endpoint);
void pt_batch_drop_push_of(pt_batch *b, const uint8_t token[PT_TOKEN]);
/* A part of what ends sessions: those of a person without a session are dropped. */
void pt_batch_tidy_pushes(pt_batch *b, const char *person);
/* Those whose session was used since then; returns how many, or -1. */
typedef void pt_push_taker(void *who, const pt_push_row *row);
int pt_each_push(pt_look *l, const char *person, int64_t since, pt_push_taker *take, void *who);

/* --- calls: what is still to be sent to a device --- */

typedef struct pt_call_row {
    char endpoint[PT_ENDPOINT], person[PT_ID], topic[PT_TOPIC];
    int64_t at, due, until; /* of its notice; not before; not after */
    int tries;
} pt_call_row;
/* In place of one with the same topic; nothing if too many wait. */
void pt_batch_call(pt_batch *b, const pt_call_row *row);
/* The same call, unless a newer one has taken its place: done, or to be tried again. */
void pt_batch_call_done(pt_batch *b, const pt_call_row *row);
void pt_batch_call_later(pt_batch *b, const pt_call_row *row);
/* Calls that are due, the longest waiting first; returns how many, or -1. */
typedef void pt_call_taker(void *who, const pt_call_row *row);
bool pt_next_call(pt_look *l, int64_t *due); /* the first that waits; 0: none */
int pt_each_call(pt_look *l, int64_t now, int limit, pt_call_taker *take, void *who);
pt_finding pt_find_push(pt_look *l, const char *endpoint, pt_push_row *out);

/* Everything that this file keeps of a person. */
void pt_batch_drop_bell(pt_batch *b, const char *person);
