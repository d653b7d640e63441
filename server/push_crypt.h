/* What Web Push asks of cryptography: messages that only the browser can read (RFC 8291, RFC
 * 8188), and a signature that says which server they come from (VAPID, RFC 8292). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CRYPT_PUBLIC = 65,  /* a point of P-256, uncompressed */
    CRYPT_MORE = 104,   /* bytes that encryption adds */
    CRYPT_TOKEN = 1200, /* a signed token with the zero */
};
typedef struct crypt_key crypt_key; /* a pair */

/* A new pair as bytes to keep; 0: it failed. */
size_t crypt_make(uint8_t *out, size_t size);
crypt_key *crypt_read(const uint8_t *bytes, size_t n); /* NULL: they are none */
void crypt_free(crypt_key *k);
bool crypt_public(const crypt_key *k, uint8_t out[CRYPT_PUBLIC]);
bool crypt_public_ok(const uint8_t point[CRYPT_PUBLIC]); /* it lies on the curve */
/* One record of aes128gcm; returns how many bytes, 0 if it failed. `out` has n + CRYPT_MORE. */
size_t crypt_message(const uint8_t to[CRYPT_PUBLIC], const uint8_t auth[16], const char *text,
                     size_t n, uint8_t *out);
/* A token for the push service at this origin, good until then. */
bool crypt_token(const crypt_key *k, const char *origin, const char *contact, int64_t until,
                 char out[CRYPT_TOKEN]);
