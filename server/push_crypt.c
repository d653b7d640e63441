/* Web Push's cryptography, by OpenSSL; hashes and random bytes by libsodium. */
/* SPDX-License-Identifier: MIT */
#include "server/push_crypt.h"
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIANT sodium_base64_VARIANT_URLSAFE_NO_PADDING
enum { SALT = 16, TAG = 16, HASH = 32, RECORD = 4096 };

struct crypt_key {
    EVP_PKEY *pair;
};

/* --- keys --- */

size_t crypt_make(uint8_t *out, size_t size) {
    EVP_PKEY *pair = EVP_EC_gen("P-256");
    int n = pair ? i2d_PrivateKey(pair, NULL) : 0;
    uint8_t *at = out;
    bool good = n > 0 && (size_t)n <= size && i2d_PrivateKey(pair, &at) == n;
    EVP_PKEY_free(pair);
    return good ? (size_t)n : 0;
}

crypt_key *crypt_read(const uint8_t *bytes, size_t n) {
    crypt_key *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->pair = d2i_AutoPrivateKey(NULL, &bytes, (long)n);
    if (k->pair) return k;
    free(k);
    return NULL;
}

void crypt_free(crypt_key *k) {
    if (!k) return;
    EVP_PKEY_free(k->pair);
    free(k);
}

static bool public_of(EVP_PKEY *pair, uint8_t out[CRYPT_PUBLIC]) {
    size_t n = 0;
    return EVP_PKEY_get_octet_string_param(pair, OSSL_PKEY_PARAM_PUB_KEY, out, CRYPT_PUBLIC,
                                           &n) == 1 &&
           n == CRYPT_PUBLIC && out[0] == 4;
}

bool crypt_public(const crypt_key *k, uint8_t out[CRYPT_PUBLIC]) {
    return public_of(k->pair, out);
}

/* The key of a point; NULL if it does not lie on the curve. */
static EVP_PKEY *key_of(const uint8_t point[CRYPT_PUBLIC]) {
    char group[] = "P-256";
    uint8_t copy[CRYPT_PUBLIC];
    EVP_PKEY *key = NULL;
    memcpy(copy, point, sizeof copy);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy, sizeof copy),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (point[0] != 4 || !c || EVP_PKEY_fromdata_init(c) != 1 ||
        EVP_PKEY_fromdata(c, &key, EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(c);
    return key;
}

bool crypt_public_ok(const uint8_t point[CRYPT_PUBLIC]) {
    EVP_PKEY *key = key_of(point);
    EVP_PKEY_free(key);
    return key != NULL;
}

/* --- a message --- */

static bool agree(EVP_PKEY *own, EVP_PKEY *other, uint8_t out[HASH]) {
    size_t n = HASH;
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new(own, NULL);
    bool good = c && EVP_PKEY_derive_init(c) == 1 && EVP_PKEY_derive_set_peer(c, other) == 1 &&
                EVP_PKEY_derive(c, out, &n) == 1 && n == HASH;
    EVP_PKEY_CTX_free(c);
    return good;
}

static void hmac(const uint8_t *key, size_t key_size, const void *data, size_t n,
                 uint8_t out[HASH]) {
    crypto_auth_hmacsha256_state s;
    crypto_auth_hmacsha256_init(&s, key, key_size);
    crypto_auth_hmacsha256_update(&s, data, n);
    crypto_auth_hmacsha256_final(&s, out);
}

/* HKDF's second half, for at most one hash: the info ends with the byte 1. */
static void expand(const uint8_t prk[HASH], const char *info, uint8_t out[HASH]) {
    uint8_t data[64];
    size_t n = strlen(info) + 1; /* with the zero, as the RFC has it */
    memcpy(data, info, n);
    data[n] = 1;
    hmac(prk, HASH, data, n + 1, out);
}

/* RFC 8291, section 3.4: the key of the content and its nonce. */
static void derive(const uint8_t shared[HASH], const uint8_t auth[16],
                   const uint8_t to[CRYPT_PUBLIC], const uint8_t from[CRYPT_PUBLIC],
                   const uint8_t salt[SALT], uint8_t key[HASH], uint8_t nonce[HASH]) {
    static const char label[] = "WebPush: info"; /* with its zero */
    uint8_t prk[HASH], ikm[HASH], info[sizeof label + 2 * CRYPT_PUBLIC + 1];
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, to, CRYPT_PUBLIC);
    memcpy(info + sizeof label + CRYPT_PUBLIC, from, CRYPT_PUBLIC);
    info[sizeof info - 1] = 1;
    hmac(auth, 16, shared, HASH, prk);
    hmac(prk, HASH, info, sizeof info, ikm);
    hmac(salt, SALT, ikm, HASH, prk);
    expand(prk, "Content-Encoding: aes128gcm", key);
    expand(prk, "Content-Encoding: nonce", nonce);
}

static bool seal(const uint8_t *key, const uint8_t *nonce, const char *text, size_t n,
                 uint8_t *out) {
    static const uint8_t last = 2; /* of the last record */
    int a = 0, b = 0, c = 0;
    EVP_CIPHER_CTX *x = EVP_CIPHER_CTX_new();
    bool good = x && EVP_EncryptInit_ex(x, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(x, out, &a, (const uint8_t *)text, (int)n) == 1 &&
                EVP_EncryptUpdate(x, out + a, &b, &last, 1) == 1 &&
                EVP_EncryptFinal_ex(x, out + a + b, &c) == 1 &&
                EVP_CIPHER_CTX_ctrl(x, EVP_CTRL_GCM_GET_TAG, TAG, out + n + 1) == 1;
    EVP_CIPHER_CTX_free(x);
    return good;
}

size_t crypt_message(const uint8_t to[CRYPT_PUBLIC], const uint8_t auth[16], const char *text,
                     size_t n, uint8_t *out) {
    uint8_t shared[HASH], key[HASH], nonce[HASH], *at = out;
    uint8_t *from = out + SALT + 5;
    EVP_PKEY *own = EVP_EC_gen("P-256"), *other = key_of(to);
    bool good = n + 1 + TAG <= RECORD && own && other && public_of(own, from) &&
                agree(own, other, shared);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
    if (!good) return 0;
    randombytes_buf(at, SALT);
    memcpy(at + SALT, (uint8_t[]){0, 0, RECORD >> 8, 0, CRYPT_PUBLIC}, 5);
    derive(shared, auth, to, from, out, key, nonce);
    at += SALT + 5 + CRYPT_PUBLIC;
    good = seal(key, nonce, text, n, at);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    return good ? (size_t)(at - out) + n + 1 + TAG : 0;
}

/* --- a token --- */

/* ECDSA's two numbers, 32 bytes each, from OpenSSL's ASN.1. */
static bool sign(EVP_PKEY *pair, const char *text, uint8_t out[2 * HASH]) {
    uint8_t der[128];
    const uint8_t *at = der;
    size_t n = sizeof der;
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    bool good = c && EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, pair) == 1 &&
                EVP_DigestSign(c, der, &n, (const uint8_t *)text, strlen(text)) == 1;
    EVP_MD_CTX_free(c);
    ECDSA_SIG *two = good ? d2i_ECDSA_SIG(NULL, &at, (long)n) : NULL;
    good = two && BN_bn2binpad(ECDSA_SIG_get0_r(two), out, HASH) == HASH &&
           BN_bn2binpad(ECDSA_SIG_get0_s(two), out + HASH, HASH) == HASH;
    ECDSA_SIG_free(two);
    return good;
}

bool crypt_token(const crypt_key *k, const char *origin, const char *contact, int64_t until,
                 char out[CRYPT_TOKEN]) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[600];
    uint8_t signature[2 * HASH];
    int n = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld%s%s%s}", origin,
                     (long long)until, contact ? ",\"sub\":\"" : "", contact ? contact : "",
                     contact ? "\"" : "");
    if (n < 0 || (size_t)n >= sizeof claims) return false;
    sodium_bin2base64(out, CRYPT_TOKEN, (const uint8_t *)head, sizeof head - 1, VARIANT);
    strcat(out, ".");
    size_t used = strlen(out);
    sodium_bin2base64(out + used, CRYPT_TOKEN - used, (uint8_t *)claims, (size_t)n, VARIANT);
    if (!sign(k->pair, out, signature)) return false;
    strcat(out, ".");
    used = strlen(out);
    sodium_bin2base64(out + used, CRYPT_TOKEN - used, signature, sizeof signature, VARIANT);
    return true;
}
