/* SHA-256 and HMAC-SHA-256. */
/* SPDX-License-Identifier: MIT */
#include "core/sha256.h"
#include <assert.h>
#include <string.h>

/* FIPS 180-4, 4.2.2: the cube roots of the first 64 primes. */
static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static uint32_t word_at(const uint8_t *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* 6.2.2, step 3: one round. The letters are renamed from round to round instead of being
 * moved. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                                       \
    do {                                                                                       \
        uint32_t one =                                                                         \
            h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (g ^ (e & (f ^ g))) + k[t] + w[t];  \
        d += one;                                                                              \
        h = one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) | (c & (a | b)));        \
    } while (0)

/* 6.2.2: one block of 64 bytes. */
static void mix(uint32_t v[8], const uint8_t block[PT_SHA256_BLOCK]) {
    uint32_t w[64];
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    for (int t = 0; t < 16; t++) w[t] = word_at(block + 4 * t);
    for (int t = 16; t < 64; t++) {
        uint32_t x = w[t - 15], y = w[t - 2];
        w[t] = w[t - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[t - 7] +
               (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    for (int t = 0; t < 64; t += 8) {
        ROUND(a, b, c, d, e, f, g, h, t);
        ROUND(h, a, b, c, d, e, f, g, t + 1);
        ROUND(g, h, a, b, c, d, e, f, t + 2);
        ROUND(f, g, h, a, b, c, d, e, t + 3);
        ROUND(e, f, g, h, a, b, c, d, t + 4);
        ROUND(d, e, f, g, h, a, b, c, t + 5);
        ROUND(c, d, e, f, g, h, a, b, t + 6);
        ROUND(b, c, d, e, f, g, h, a, t + 7);
    }
    v[0] += a, v[1] += b, v[2] += c, v[3] += d, v[4] += e, v[5] += f, v[6] += g, v[7] += h;
}

pt_sha256 pt_sha256_begin(void) {
    return (pt_sha256){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                             0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void pt_sha256_add(pt_sha256 *s, const void *data, size_t n) {
    const uint8_t *from = data;
    while (n > 0) {
        size_t at = s->bytes % PT_SHA256_BLOCK, left = PT_SHA256_BLOCK - at;
        size_t take = n < left ? n : left;
        memcpy(s->block + at, from, take);
        s->bytes += take;
        from += take;
        n -= take;
        if (take == left) mix(s->h, s->block);
    }
}

/* 5.1.1: a 1 bit, zeros, and the length in bits. */
void pt_sha256_end(pt_sha256 *s, uint8_t digest[PT_SHA256]) {
    static const uint8_t pad[PT_SHA256_BLOCK] = {0x80};
    uint64_t bits = s->bytes * 8;
    uint8_t length[8];
    for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    size_t at = s->bytes % PT_SHA256_BLOCK;
    pt_sha256_add(s, pad, at < 56 ? 56 - at : 120 - at);
    assert(s->bytes % PT_SHA256_BLOCK == 56);
    pt_sha256_add(s, length, sizeof length);
    assert(s->bytes % PT_SHA256_BLOCK == 0);
    for (int i = 0; i < PT_SHA256; i++) digest[i] = (uint8_t)(s->h[i / 4] >> (24 - i % 4 * 8));
}

void pt_sha256_of(const void *data, size_t n, uint8_t digest[PT_SHA256]) {
    pt_sha256 s = pt_sha256_begin();
    pt_sha256_add(&s, data, n);
    pt_sha256_end(&s, digest);
}

pt_hmac pt_hmac_begin(const void *key, size_t key_bytes) {
    assert(key || key_bytes == 0);
    uint8_t pad[PT_SHA256_BLOCK] = {0};
    pt_hmac h = {pt_sha256_begin(), pt_sha256_begin()};
    if (key_bytes > PT_SHA256_BLOCK)
        pt_sha256_of(key, key_bytes, pad);
    else if (key_bytes > 0)
        memcpy(pad, key, key_bytes);
    for (int i = 0; i < PT_SHA256_BLOCK; i++) pad[i] ^= 0x36;
    pt_sha256_add(&h.inner, pad, sizeof pad);
    for (int i = 0; i < PT_SHA256_BLOCK; i++) pad[i] ^= 0x36 ^ 0x5c;
    pt_sha256_add(&h.outer, pad, sizeof pad);
    return h;
}

void pt_hmac_add(pt_hmac *h, const void *data, size_t n) { pt_sha256_add(&h->inner, data, n); }

void pt_hmac_end(pt_hmac *h, uint8_t digest[PT_SHA256]) {
    uint8_t inner[PT_SHA256];
    pt_sha256_end(&h->inner, inner);
    pt_sha256_add(&h->outer, inner, sizeof inner);
    pt_sha256_end(&h->outer, digest);
}

void pt_hmac_sha256(const void *key, size_t key_bytes, const void *data, size_t n,
                    uint8_t digest[PT_SHA256]) {
    pt_hmac h = pt_hmac_begin(key, key_bytes);
    pt_hmac_add(&h, data, n);
    pt_hmac_end(&h, digest);
}

void pt_to_hex(const uint8_t *bytes, size_t n, char *out) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = 0;
}

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int pt_from_hex(const char *hex, uint8_t *bytes, size_t n) {
    assert(hex && bytes);
    for (size_t i = 0; i < n; i++) {
        int high = digit(hex[2 * i]), low = high < 0 ? -1 : digit(hex[2 * i + 1]);
        if (low < 0) return 0;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return hex[2 * n] == 0;
}
