/* Notices: what a person hears of that happened while they looked elsewhere. bell_ring keeps it
 * in their list, tells their open pages, and calls their devices (push.h). What there is to
 * hear is the table bell_kinds (bell_kinds.c): one line, its words, and a call of bell_ring
 * where it happens make a new kind. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"
#include "store/bells.h"

typedef enum {
    BELL_TURN,
    BELL_INVITE,
    BELL_RESULT,
    BELL_FRIEND,
    BELL_ROUND,
    BELL_REMINDER,
    BELL_KINDS
} bell_kind;

/* Ways by which somebody hears: a set of these. */
enum { BELL_PAGE = 1, BELL_BROWSER = 2, BELL_PUSH = 4, BELL_MAIL = 8 };
enum { BELL_WAYS = 4 };
extern const char *const bell_ways[BELL_WAYS]; /* "page", "browser", "push", "mail" */

typedef struct bell_row {
    const char *name;    /* in the store, in messages, in links */
    int usual;           /* ways, for whoever has not said otherwise */
    int minutes;         /* how long it is worth telling */
    const char *urgency; /* RFC 8030: "high", "normal", "low" */
    const char *link;    /* of the page: what `place` or `other` is put behind */
    /* The first is the headline, the other one sentence. Nothing that only some may know. */
    pt_said (*title)(const pt_notice_row *n);
    pt_said (*text)(const pt_notice_row *n);
} bell_row;
extern const bell_row bell_kinds[BELL_KINDS];
int bell_kind_named(const char *name); /* -1: none */

/* What happened: `about` has person, other, game, place, key, number and of, as far as the kind
 * has use for them. Everything else is done here, later, and without an answer. */
void bell_ring(server *sv, bell_kind kind, const pt_notice_row *about);
/* It is no news any more. */
void bell_hush(server *sv, bell_kind kind, const char *person, const char *place);

/* --- bell_page.c: pages that are open --- */
typedef struct bell_told {
    pt_notice_row notice;
    bool quiet; /* it is in the list, and nothing rings */
    int unread; /* with this one */
} bell_told;
void bell_tell_pages(server *sv, const bell_told *told); /* here, and at other nodes */
void bell_hear(server *sv, const bell_told *told);       /* another node has told it */
/* A device with an open page here hears from that. */
bool bell_has_page(const server *sv, const pt_push_row *push);

/* What has happened at a table since then, once it is written. Whoever has the table in front
 * of them is not told. */
void bell_table(hosted *h, const before *b);
/* Rings for those who have not come to a game that began; or when it is to be asked again, 0:
 * never. */
int64_t bell_begun(hosted *h, int64_t now);
void bell_looked(hosted *h, const char *person); /* somebody has opened the table */
void bell_here(server *sv, const conn *c); /* somebody has come: their friends hear of it */

/* The notice as members of an object, in the text's language. */
void bell_tell(pt_json *j, const pt_notice_row *n);

/* By which ways somebody wants to hear of each kind now; false: it cannot be read. */
bool bell_read_wishes(pt_look *look, const char *person, int wanted[BELL_KINDS]);
void bell_link(const pt_notice_row *n, pt_text *out); /* where it leads: "/table/..." */

/* --- bell_mail.c --- */
void bell_mail_tick(server *sv, int64_t now);

/* --- bell_quiet.c --- */
bool zone_ok(const char *zone);
/* Until when it is quiet; 0: it is not. */
int64_t quiet_until(const pt_bell_row *row, int64_t now);

/* --- bell_stop.c: links that stop a kind of notice without signing in --- */
enum { STOP_KEY = 64 };
/* By push_link_secret. */
void stop_key(const uint8_t secret[32], const char *person, char out[STOP_KEY]);
bool stop_person(const uint8_t secret[32], const char *key, char person[PT_ID]);
