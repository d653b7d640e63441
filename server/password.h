/* Passwords: which are good, how often they may be guessed, and their hashes, which are made in
 * the pool so that nobody waits for them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/web.h"

bool password_is_common(const char *password); /* common_passwords.c */

/* A password of the body that is to be kept: long enough, and not one that is tried first.
 * NULL: it was refused, and the request is answered. */
const char *password_take_new(web *w, const char *key);
/* One that is to be compared; NULL likewise. */
const char *password_take(web *w);
/* False: too many from this address, or at this account; answered. */
bool password_slow_enough(web *w);
bool password_may_guess(web *w);

/* For the pool. They read the body's members, and write `judged` and `secret`. */
void password_hash(void *w);     /* `password` */
void password_hash_new(void *w); /* `new` */
/* Compares `password`, if somebody is `known`; otherwise it takes as long and is wrong. If the
 * hash is weaker than today's, `secret` is a better one. */
void password_judge(void *w);
void password_judge_and_hash_new(void *w);
/* Takes its turn in the pool, or fails. */
void password_in_turn(web *w, void (*work)(void *), void (*done)(server *, void *));
/* The last step of a lost password (recovery.c): the batch uses up a code or a link, `secret`
 * becomes the password, all sessions and links end, a letter tells, and a new session begins.
 * All or nothing; answers. */
void password_replace(web *w, pt_batch *b, bool by_link);

/* Finds the account of the body's `name`, for sign-in: `known`, `person`, `unread`. */
void password_find_account(pt_look *look, void *w);
/* The body's `name`, as it may be in an older folder; false: answered. */
bool password_take_name(web *w);
/* The body has the password of the token's person, to be judged; false: answered. */
bool password_wanted(web *w);
