/* Links that stop a kind of notice: whoever has one needs no password. Its key says whose it
 * is, and only this server can make it; it can do nothing else. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include <sodium.h>
#include <string.h>

enum { PROOF = 16 };
#define VARIANT sodium_base64_VARIANT_URLSAFE_NO_PADDING

static void prove(const uint8_t secret[32], const char *person, uint8_t out[PROOF]) {
    crypto_generichash(out, PROOF, (const uint8_t *)person, strlen(person), secret, 32);
}

void stop_key(const uint8_t secret[32], const char *person, char out[STOP_KEY]) {
    uint8_t proof[PROOF];
    char text[32];
    pt_text t = pt_text_on(out, STOP_KEY);
    prove(secret, person, proof);
    sodium_bin2base64(text, sizeof text, proof, PROOF, VARIANT);
    pt_put(&t, "%s.%s", person, text);
}

bool stop_person(const uint8_t secret[32], const char *key, char person[PT_ID]) {
    uint8_t given[PROOF], proof[PROOF];
    size_t n = strcspn(key, "."), size = 0;
    if (!n || n >= PT_ID || !key[n]) return false;
    memcpy(person, key, n);
    person[n] = 0;
    if (sodium_base642bin(given, PROOF, key + n + 1, strlen(key + n + 1), NULL, &size, NULL,
                          VARIANT) != 0 ||
        size != PROOF)
        return false;
    prove(secret, person, proof);
    return sodium_memcmp(given, proof, PROOF) == 0;
}
