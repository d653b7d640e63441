/* The memory functions for kernels. States and views are words of eight bytes, so most calls go
 * by words. Compiled with -fno-builtin, or the loops would become calls of themselves. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

typedef uint64_t __attribute__((may_alias)) word;

static int by_words(const void *a, const void *b) {
    return (((uintptr_t)a | (uintptr_t)b) & 7) == 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    size_t i = 0;
    if (by_words(to, from))
        for (; i + 8 <= n; i += 8) *(word *)(t + i) = *(const word *)(f + i);
    for (; i < n; i++) t[i] = f[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t <= f)
        for (size_t i = 0; i < n; i++) t[i] = f[i];
    else
        for (size_t i = n; i > 0; i--) t[i - 1] = f[i - 1];
    return to;
}

void *memset(void *to, int byte, size_t n) {
    unsigned char *t = to;
    size_t i = 0;
    if (by_words(to, to))
        for (; i + 8 <= n; i += 8) *(word *)(t + i) = (unsigned char)byte * 0x0101010101010101u;
    for (; i < n; i++) t[i] = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *at, int byte, size_t n) {
    const unsigned char *x = at;
    for (size_t i = 0; i < n; i++)
        if (x[i] == (unsigned char)byte) return (void *)(uintptr_t)(x + i);
    return NULL;
}
