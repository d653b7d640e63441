/* What the store keeps of people beyond a name and a token. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

/* --- names that look alike: of accounts only, each skeleton once --- */

/* In place of the account's last one; the batch clashes if another account has it. */
void pt_batch_account_name(pt_batch *b, const char *person, const char *skeleton);
/* The same for an account of an older program: if another has the skeleton, nothing happens. */
void pt_batch_old_name(pt_batch *b, const char *person, const char *skeleton);
pt_finding pt_find_account_name(pt_look *l, const char *skeleton, char person[PT_ID]);
/* Accounts without a skeleton, the oldest first; returns how many, or -1 if not all of them
 * could be read. */
typedef void pt_unnamed_taker(void *who, const char *person, const char *name);
int pt_each_unnamed(pt_look *l, pt_unnamed_taker *take, void *who);

/* Everything that this file keeps of a person; a part of pt_batch_drop_person. */
void pt_batch_drop_account(pt_batch *b, const char *person);
