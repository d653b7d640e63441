/* SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), for draws that can be verified. Our own,
 * because core depends on nothing and also runs in the browser. Not meant for secrets that an
 * attacker on the same machine could time. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { PT_SHA256 = 32, PT_SHA256_BLOCK = 64 };

typedef struct pt_sha256 {
    uint32_t h[8];
    uint64_t bytes; /* taken so far */
    uint8_t block[PT_SHA256_BLOCK];
} pt_sha256;

pt_sha256 pt_sha256_begin(void);
void pt_sha256_add(pt_sha256 *s, const void *data, size_t n);
void pt_sha256_end(pt_sha256 *s, uint8_t digest[PT_SHA256]);

void pt_sha256_of(const void *data, size_t n, uint8_t digest[PT_SHA256]);

/* HMAC in steps. You can copy an unfinished one and continue from there. */
typedef struct pt_hmac {
    pt_sha256 inner, outer;
} pt_hmac;

pt_hmac pt_hmac_begin(const void *key, size_t key_bytes);
void pt_hmac_add(pt_hmac *h, const void *data, size_t n);
void pt_hmac_end(pt_hmac *h, uint8_t digest[PT_SHA256]);
void pt_hmac_sha256(const void *key, size_t key_bytes, const void *data, size_t n,
                    uint8_t digest[PT_SHA256]);

/* Bytes as lower-case hexadecimal, zero-terminated: 2 * n + 1 characters. */
void pt_to_hex(const uint8_t *bytes, size_t n, char *out);
/* Reads exactly n bytes from 2 * n hexadecimal digits; 0 if that is not what `hex` is. */
int pt_from_hex(const char *hex, uint8_t *bytes, size_t n);
