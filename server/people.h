/* People: guests and accounts, their tokens, and the one-use tickets that open a socket. A
 * token is kept as its hash only. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/likeness.h"
#include "server/server.h"

enum {
    PASSWORD_LEAST = 8, /* bytes */
    PASSWORD_MOST = 200,
};

people *people_new(void);
void people_free(people *p);
const confusables *people_confusables(const people *p);
blocks *people_blocks(const people *p);   /* who has blocked whom */
const club *people_club(const people *p); /* who looks after the club (club.h) */
void people_set_club(people *p, club *c); /* in place of the last one */

void token_new(char text[65], uint8_t hash[PT_TOKEN]);
bool token_hash(const char *text, uint8_t hash[PT_TOKEN]);

/* Whom somebody acts for, and by which token. */
typedef struct identity {
    pt_person_row person;
    uint8_t token[PT_TOKEN];
} identity;

/* A challenge that a passkey signs: good for five minutes and one try, for one purpose and
 * (NULL: for nobody yet) for whoever has this token. */
typedef enum { CHALLENGE_ADD, CHALLENGE_ENTER, CHALLENGE_PROVE } challenge_for;
enum { CHALLENGE = 32 };
bool challenge_new(people *p, challenge_for what, const uint8_t *token, int64_t now,
                   uint8_t out[CHALLENGE]);
bool challenge_use(people *p, challenge_for what, const uint8_t *token, int64_t now,
                   const uint8_t given[CHALLENGE]);

/* A ticket for a person, good for 30 seconds and one socket; false without memory. */
bool ticket_new(people *p, const identity *who, int64_t now, char text[33]);
bool ticket_use(people *p, const char *text, int64_t now, identity *out);

/* The person has logged out: with this token, or (not `its`) with all others, or (NULL)
 * everywhere. Their tickets are void. */
void people_void(people *p, const char *person, const uint8_t *token, bool its);
/* The person has another name (of PT_LABEL bytes); their tickets, too. */
void people_renamed(people *p, const char *person, const char *name);
/* An account looks like this from now on: tickets of guests who do, too, are void. */
void people_void_guests(people *p, likeness name);
/* How many have logged out or have another name so far: what was read about a token before the
 * last of them has to be read again. */
uint64_t people_logouts(const people *p);

/* Writes the name in lower case, so that no two accounts look the same. */
void name_fold(const char *name, char out[PT_LABEL]);

/* --- names.c --- */
/* Names of accounts are found in the store whether or not their owners are here: an answer to
 * strangers must not tell that, so it looks at guests alone. */
typedef enum { ALL_HERE, GUESTS_HERE } who_is_here;
/* True if somebody else who is connected has this name, or one that looks like it. */
bool name_is_here(const server *sv, const char *name, const char *person, who_is_here who);
/* Adds a number to the name if somebody else who is connected has it. */
void people_free_name(const server *sv, const char *person, char name[PT_LABEL],
                      who_is_here who);
/* Adds a number if an account or a bot has it; in the reading thread. False if that cannot be
 * read. */
bool name_free_of_accounts(pt_look *look, const people *p, const char *person,
                           char name[PT_LABEL]);
/* Whose account has it, or a look-alike. */
pt_finding name_owner(pt_look *look, const people *p, const char *name, char owner[PT_ID]);
/* PT_FOUND: a bot or the account of somebody else has it, or a look-alike. */
pt_finding name_is_taken(pt_look *look, const people *p, const char *name, const char *person);
/* An account has this name now: guests who have come under it meanwhile get a number. */
void names_give_way(server *sv, const pt_person_row *account);
/* Somebody at another node has a name that looks like this: guests here give way to an account,
 * and of two guests the one whose id comes later does. */
void names_give_way_to(server *sv, const char *person, uint64_t written, bool account);
/* What the name of an account looks like is written with it; nothing for a guest. */
void batch_account_name(const server *sv, pt_batch *b, const pt_person_row *person);
/* What is wrong with it, and what to do. */
pt_said name_fault_words(name_fault fault);
/* A name that came over a socket; refuses a bad one. */
bool conn_name_ok(server *sv, const asker *from, const char *name);
/* At the start: what the names of older accounts look like. False if it cannot be written. */
bool names_adopt(server *sv);

/* The tokens of a network address or a person; and one of them, for all nodes together
 * (limits.c): false if there is none left. */
bucket *people_bucket(people *p, const char *who);
bool limit_take(server *sv, const char *who, double rate, double burst);
