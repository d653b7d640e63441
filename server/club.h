/* Who looks after the club, whom it keeps quiet or out, and what its hosts have set: all of it
 * in memory, because every request and every line of talk asks for it. The store has the truth;
 * after each change it is read anew as a whole. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/address.h"
#include "server/people.h"
#include "store/club.h"

enum {
    CLUB_HOST = PT_ROLES, /* whoever can read the data folder: petteia admin */
    CLUB_WORDS = 200,     /* words that nobody may say */
    CLUB_SLOW_MOST = 3600,
};
#define CLUB_HOST_ID "host"

club *club_new(void); /* NULL without memory */
void club_free(club *c);
/* In the reading thread: everything that is in force at this time. */
bool club_read(club *c, pt_look *look, const confusables *looks, int64_t now);

int club_role(const club *c, const char *person); /* a pt_role, or CLUB_HOST */
/* The measure that keeps this person quiet or out, at this table ("": anywhere), or NULL. One
 * that holds everywhere holds at each table. */
const pt_measure_row *club_holds(const club *c, pt_measure_kind kind, const char *person,
                                 const char *table, int64_t now);
/* The measure against this address, or NULL. */
const pt_measure_row *club_holds_address(const club *c, const char *peer, int64_t now);
/* The measure that keeps this person out who comes from there, or NULL. Somebody who looks
 * after the club cannot be shut out by a range of addresses: it would be too easy to shut out
 * oneself. */
const pt_measure_row *club_ban_of(const club *c, const char *person, const char *peer);
/* Differs when other measures are in force. */
uint64_t club_print(const club *c);
void club_each_measure(const club *c, int64_t now,
                       void (*take)(void *who, const pt_measure_row *m), void *who);
bool club_says_no(const club *c, const confusables *looks,
                  const char *text);  /* to these words */
int club_slow_seconds(const club *c); /* between two lines of one person; 0: no limit */
bool club_takes_guests(const club *c);
bool club_takes_accounts(const club *c);
/* True if several people play from this address, as the host has said. */
bool club_shares(const club *c, const char *peer);
const char *club_setting(const club *c, const char *name); /* as text; NULL: no such setting */
const char *club_setting_name(int i);                      /* NULL after the last */
/* What is wrong with this value is said in `why`. */
bool club_setting_ok(const char *name, const char *value, pt_said *why);

/* A range as it is kept: "10.0.0.0/8", "2001:db8::/32", one address. False if it is none, or
 * wider than /8 (IPv4) or /16 (IPv6). */
bool club_range_ok(const char *text);

/* Reads the club anew, then calls `then` with whether that worked. */
void club_renew(server *sv, void (*then)(void *who, bool good), void *who);
void club_tick(server *sv, int64_t now); /* what another node has changed */

/* The host's own way in: a token in the data folder, for whoever can read that. */
bool club_open_door(server *sv, pt_text *why);
void club_close_door(server *sv);
bool club_is_host(const server *sv, const uint8_t token[PT_TOKEN]);

const char *club_role_name(int role); /* "player", "moderator", "admin" */
const char *club_kind_name(int kind); /* "warning", "mute", "ban" */

/* "2026-11-24 16:00" (UTC), or "" for no end. */
enum { CLUB_DATE = 24 };
void club_date(int64_t ms, char out[CLUB_DATE]);
/* Why, as they read it: what people decide in their own words, what the server does in the
 * reader's language. */
void club_words(const pt_measure_row *m, uint8_t language, char out[PT_REASON]);
/* Tells somebody at once, on each of their sockets, what was decided about them. */
void club_tell(server *sv, const pt_measure_row *m);
void club_tell_lifted(server *sv, const pt_measure_row *m); /* and that it has ended */
