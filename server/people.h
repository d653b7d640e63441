/* People: guests and accounts, their tokens, and the one-use tickets that open a socket. A
 * token is kept as its hash only. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"

enum {
    PASSWORD_LEAST = 8, /* bytes */
    PASSWORD_MOST = 200,
};

/* The characters that no name may contain, with blanks between: a record writes names in quotes
 * and brackets. */
#define NAME_WITHOUT "\" \\ [ ] { }"

people *people_new(void);
void people_free(people *p);

void token_new(char text[65], uint8_t hash[PT_TOKEN]);
bool token_hash(const char *text, uint8_t hash[PT_TOKEN]);

/* Whom somebody acts for, and by which token. */
typedef struct identity {
    pt_person_row person;
    uint8_t token[PT_TOKEN];
} identity;

/* A ticket for a person, good for 30 seconds and one socket; false without memory. */
bool ticket_new(people *p, const identity *who, int64_t now, char text[33]);
bool ticket_use(people *p, const char *text, int64_t now, identity *out);

/* The person has logged out with this token, or (NULL) everywhere: their tickets are void. */
void people_void(people *p, const char *person, const uint8_t *token);
/* How many have logged out so far: what was read about a token before the last of them has to
 * be read again. */
uint64_t people_logouts(const people *p);

/* 1 to PT_NAME_LETTERS characters, printable, none of NAME_WITHOUT, no blanks at the ends. */
bool name_ok(const char *name);
/* Writes the name in lower case, so that no two accounts look the same. */
void name_fold(const char *name, char out[PT_LABEL]);

/* True if somebody else who is connected has this name. */
bool name_is_here(const server *sv, const char *name, const char *person);
/* Adds a number to the name if somebody else who is connected has it. */
void people_free_name(const server *sv, const char *person, char name[PT_LABEL]);

/* The token of a network address or a person, for rate limits. */
bucket *people_bucket(people *p, const char *who);
