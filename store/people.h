/* What the store keeps of people beyond a name and a token. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

/* --- names that look alike: of accounts only, each skeleton once, whether of a name as it is
 * written or in small letters --- */

/* In place of the account's last ones; the batch clashes if another account has one of them. */
void pt_batch_account_name(pt_batch *b, const char *person, const char *written,
                           const char *small);
/* The same for an account of an older program: what another has is not written. */
void pt_batch_old_name(pt_batch *b, const char *person, const char *written, const char *small);
/* Whose account, but this person's, has one of them. */
pt_finding pt_find_account_name(pt_look *l, const char *written, const char *small,
                                const char *but, char person[PT_ID]);
/* A person, and another or their name. */
typedef void pt_two_taker(void *who, const char *person, const char *other);
/* Accounts without one of their skeletons, the oldest first; returns how many, or -1 if not all
 * of them could be read. */
int pt_each_unnamed(pt_look *l, pt_two_taker *take, void *who); /* person and name */

/* --- accounts, changed without touching what else may have changed meanwhile --- */

/* The batch clashes if the person is gone, or if a guest has an account by now. */
void pt_batch_rename(pt_batch *b, const pt_person_row *row); /* name and account */
void pt_batch_make_account(pt_batch *b, const pt_person_row *row);
/* Another secret in place of the one that was read, or that one again: the batch clashes if it
 * is another by now. */
void pt_batch_secret(pt_batch *b, const pt_person_row *row, const char *secret);

/* --- sessions: what is known of a token --- */

enum { PT_DEVICE = 16 };
typedef struct pt_session_row {
    uint8_t hash[PT_TOKEN];
    int64_t made, used;
    int64_t proved; /* when its owner last showed a password or a passkey */
    char browser[PT_DEVICE], system[PT_DEVICE]; /* "Firefox", "Linux"; "": not known */
} pt_session_row;

/* All but `made` and `proved`, of a token that is there. */
void pt_batch_session(pt_batch *b, const pt_session_row *row);
/* `proved` alone; clashes if the token has ended. */
void pt_batch_proved(pt_batch *b, const uint8_t hash[PT_TOKEN], int64_t at);
/* All of the person's tokens but one (NULL: none is kept). */
void pt_batch_drop_sessions(pt_batch *b, const char *person, const uint8_t *kept);
/* Those last used before this. */
void pt_batch_drop_old_sessions(pt_batch *b, const char *person, int64_t before);
pt_finding pt_find_session(pt_look *l, const uint8_t hash[PT_TOKEN], pt_session_row *out);
/* By last use, the newest first; returns how many, or -1 if not all of them could be read. */
typedef void pt_session_taker(void *who, const pt_session_row *row);
int pt_each_session(pt_look *l, const char *person, pt_session_taker *take, void *who);

/* --- codes that replace a lost password, each once --- */

void pt_batch_codes(pt_batch *b, const char *person, uint8_t hashes[][PT_TOKEN], int n);
/* The batch clashes if the code is not there any more. */
void pt_batch_use_code(pt_batch *b, const char *person, const uint8_t hash[PT_TOKEN]);
pt_finding pt_find_code(pt_look *l, const char *person, const uint8_t hash[PT_TOKEN]);
int pt_count_codes(pt_look *l, const char *person); /* -1: cannot be read */

/* --- people who are deleted, until their games do not name them any more --- */

/* The batch clashes if this person is not there: what was on its way is not written. */
void pt_batch_somebody(pt_batch *b, const char *person);
void pt_batch_forgotten(pt_batch *b, const char *person, int64_t at);
void pt_batch_erased(pt_batch *b, const char *person);
/* The first whose id comes after this one ("": of all), and since when. */
pt_finding pt_next_forgotten(pt_look *l, const char *after, char person[PT_ID], int64_t *at);
pt_finding pt_find_forgotten(pt_look *l, const char *person);
/* Whether any of them played, sat or spoke at this table. */
pt_finding pt_find_forgotten_at(pt_look *l, int64_t table);
/* A table that has them as a player, or somebody who spoke or sat there, but none in that
 * state: its id. Any of several: one that cannot be taken now keeps no other from its turn. */
pt_finding pt_find_game_of(pt_look *l, const char *person, int but, char table[PT_ID]);

/* --- guests.c: guests who were not here since then, and whom nothing needs --- */

/* By id, with their names; returns how many, or -1 if not all of them could be read. */
int pt_each_unneeded(pt_look *l, int64_t before, int limit, pt_two_taker *take, void *who);
/* Like pt_batch_drop_person; the batch clashes if this one is needed by now. */
void pt_batch_drop_unneeded(pt_batch *b, const char *person, int64_t before);

/* --- ties: what one person has said about another (ties.c) --- */

typedef enum { PT_TIE_NONE, PT_TIE_ASKED, PT_TIE_FRIEND, PT_TIE_BLOCKED } pt_tie_kind;
typedef struct pt_tie_row {
    char person[PT_ID], name[PT_LABEL]; /* the other */
    pt_tie_kind kind;
} pt_tie_row;
typedef void pt_tie_taker(void *who, const pt_tie_row *row);

/* Nothing if there is a tie already; friends if the other has asked. */
void pt_batch_ask(pt_batch *b, const char *person, const char *other, int64_t at);
/* In place of the one that there was. */
void pt_batch_block(pt_batch *b, const char *person, const char *other, int64_t at);
void pt_batch_drop_tie(pt_batch *b, const char *person, const char *other, pt_tie_kind kind);
/* These return how many, or -1 if not all of them could be read. */
int pt_each_tie(pt_look *l, const char *person, pt_tie_taker *take, void *who);
/* Of others, the last ones first. */
int pt_each_ask(pt_look *l, const char *person, int limit, pt_tie_taker *take, void *who);
int pt_each_block(pt_look *l, pt_two_taker *take, void *who); /* of all */
/* Whom they played with, the last ones first. */
int pt_each_opponent(pt_look *l, const char *person, int limit, pt_tie_taker *take, void *who);

/* Everything that this file keeps of a person; a part of pt_batch_drop_person. */
void pt_batch_drop_account(pt_batch *b, const char *person);
