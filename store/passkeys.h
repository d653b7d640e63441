/* Passkeys: public keys that people sign in with. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

enum {
    PT_PASSKEY_ID = 1023, /* bytes; the most that WebAuthn allows */
    PT_PASSKEY_KEY = 600, /* of a public key, as libfido2 gives it */
    PT_SITE = 128,
    PT_PASSKEYS_MOST = 20, /* of one person */
};

typedef struct pt_passkey_row {
    uint8_t id[PT_PASSKEY_ID], key[PT_PASSKEY_KEY];
    size_t id_size, key_size;
    char person[PT_ID], name[PT_LABEL];
    char site[PT_SITE]; /* whose it is: "club.example" */
    int kind;           /* COSE's number of its algorithm */
    int64_t count;      /* of its signatures, as it counts them; 0: it does not */
    int64_t at, used;
} pt_passkey_row;
typedef void pt_passkey_taker(void *who, const pt_passkey_row *row);

void pt_batch_passkey(pt_batch *b,
                      const pt_passkey_row *row); /* clashes if it is there, or one too many */
/* These clash if the person has none with this id. */
void pt_batch_passkey_name(pt_batch *b, const pt_passkey_row *row);
void pt_batch_drop_passkey(pt_batch *b, const pt_passkey_row *row); /* or if nothing else lets
                                                                     * them in */
/* `count` and `used`. It clashes if the count has not grown (and is not 0 for ever): then a
 * copy of the key is about, or the same signature came twice. */
void pt_batch_passkey_used(pt_batch *b, const pt_passkey_row *row);
pt_finding pt_find_passkey(pt_look *l, const uint8_t *id, size_t n, pt_passkey_row *out);
/* The last used first; returns how many, or -1 if not all of them could be read. */
int pt_each_passkey(pt_look *l, const char *person, pt_passkey_taker *take, void *who);
