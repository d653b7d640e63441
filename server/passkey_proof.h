/* What a browser sends about a passkey (WebAuthn), and whether it is true. libfido2 reads the
 * authenticator's data and verifies; this file knows neither people nor the store. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/passkeys.h"
#include <jansson.h>

enum { PROOF_MOST = 4096 }; /* bytes of each part */

typedef struct proof {
    uint8_t id[PT_PASSKEY_ID], auth[PROOF_MOST], client[PROOF_MOST], signature[1024];
    size_t id_size, auth_size, client_size, signature_size;
    uint8_t challenge[32]; /* that was signed */
} proof;

/* Members of the body, in base64url: `id`, `auth` (the authenticator's data), `client` (the
 * browser's), and for signing in `signature`. False if something is missing, is no such text,
 * or if the browser says that it was for another purpose or another site. `host` is ours as the
 * browser calls it, "club.example:8450". */
bool proof_read(const json_t *in, const char *host, bool enters, proof *out);
/* Whose passkeys are ours: the host without its port. */
void proof_site(const char *host, char out[PT_SITE]);
/* A new passkey of ours, made while a person was there and proved who they are; false: it is
 * not. */
bool proof_new_key(const proof *p, const char *site, pt_passkey_row *out);
/* The signature is this key's, for this site; `count` is what the key has counted. */
bool proof_signed(const proof *p, const pt_passkey_row *row, int64_t *count);
