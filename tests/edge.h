/* For tests of readers: a text that ends where the memory ends, so that reading on is fatal. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

enum { EDGE_PAGE = 1 << 16 }; /* whole pages on every machine */

/* A copy of n bytes; the next call overwrites it. */
static inline void *at_the_edge(const void *bytes, size_t n) {
    static _Alignas(EDGE_PAGE) char pages[2 * EDGE_PAGE];
    assert(n <= EDGE_PAGE);
    int failed = mprotect(pages + EDGE_PAGE, EDGE_PAGE, PROT_NONE);
    assert(!failed);
    (void)failed;
    return memcpy(pages + EDGE_PAGE - n, bytes, n);
}
