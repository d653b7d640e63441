/* For tests of readers: texts damaged in small ways, and the SHA-256 of all that was found in
 * them. After a change that was meant, the failed test says what to write; with
 * PETTEIA_DAMAGED=print it prints what it found, to compare two versions with diff. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/fair.h"
#include "core/sha256.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pt_sha256 sum;
static char room[1 << 16];

PT_FORMAT(1, 2) static void found(const char *format, ...) {
    pt_text line = pt_text_on(room, sizeof room);
    va_list args;
    va_start(args, format);
    int n = vsnprintf(room, sizeof room, format, args);
    va_end(args);
    cr_assert(n >= 0 && (size_t)n < line.size);
    if (getenv("PETTEIA_DAMAGED")) puts(room);
    pt_sha256_add(&sum, room, (size_t)n + 1);
}

static void expect_sum(const char *wanted) {
    uint8_t digest[PT_SHA256];
    char hex[PT_HEX];
    pt_sha256_end(&sum, digest);
    pt_to_hex(digest, sizeof digest, hex);
    cr_assert_str_eq(hex, wanted, "found other things: %s", hex);
}

/* A copy with a few letters changed, added, left out or said twice. */
static char *damage(const char *text, const char *letters, pt_rng *rng, char *copy,
                    size_t size) {
    size_t n = strlen(text);
    cr_assert_lt(n + 400, size);
    memcpy(copy, text, n + 1);
    for (uint32_t edits = 1 + pt_below(rng, 3); edits > 0 && n > 0; edits--) {
        char *at = copy + pt_below(rng, (uint32_t)n);
        char c = letters[pt_below(rng, (uint32_t)strlen(letters))];
        size_t rest = n - (size_t)(at - copy), length = 1 + pt_below(rng, 40);
        if (length > rest) length = rest;
        switch (pt_below(rng, 5)) {
        case 0: *at = c; break;
        case 1:
            memmove(at + 1, at, rest + 1);
            *at = c;
            n++;
            break;
        case 2:
            memmove(at, at + 1, rest);
            n--;
            break;
        case 3: /* a run of letters is lost */
            memmove(at, at + length, rest - length + 1);
            n -= length;
            break;
        case 4: /* or stands there twice */
            memmove(at + length, at, rest + 1);
            n += length;
            break;
        }
    }
    return copy;
}
