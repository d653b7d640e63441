/* SHA-1 (FIPS 180-4, 6.1). */
/* SPDX-License-Identifier: MIT */
#include "server/sha1.h"
#include <assert.h>
#include <string.h>

enum { BLOCK = 64 };

static uint32_t turn(uint32_t x, int n) { return x << n | x >> (32 - n); }

/* 4.1.1 and 4.2.1: the function of a round, with its constant. */
static uint32_t mixed(int t, uint32_t b, uint32_t c, uint32_t d) {
    if (t < 20) return ((b & c) ^ (~b & d)) + 0x5a827999;
    if (t < 40) return (b ^ c ^ d) + 0x6ed9eba1;
    if (t < 60) return ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc;
    return (b ^ c ^ d) + 0xca62c1d6;
}

static void take_block(uint32_t v[5], const uint8_t *block) {
    uint32_t w[80], a = v[0], b = v[1], c = v[2], d = v[3], e = v[4];
    for (int t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (int t = 16; t < 80; t++) w[t] = turn(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    for (int t = 0; t < 80; t++) {
        uint32_t next = turn(a, 5) + mixed(t, b, c, d) + e + w[t];
        e = d, d = c, c = turn(b, 30), b = a, a = next;
    }
    v[0] += a, v[1] += b, v[2] += c, v[3] += d, v[4] += e;
}

void sha1_of(const char *text, size_t n, uint8_t out[SHA1_SIZE]) {
    uint32_t v[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t blocks[2 * BLOCK] = {0};
    assert(n <= SHA1_TEXT_MAX);
    size_t size = n + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    memcpy(blocks, text, n);
    blocks[n] = 0x80;
    blocks[size - 2] = (uint8_t)(n >> 5); /* how many bits, at the end */
    blocks[size - 1] = (uint8_t)(n << 3);
    for (size_t at = 0; at < size; at += BLOCK) take_block(v, blocks + at);
    for (int i = 0; i < SHA1_SIZE; i++) out[i] = (uint8_t)(v[i / 4] >> (24 - 8 * (i % 4)));
}
