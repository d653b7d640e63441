/* For tests of readers: a text that ends where the memory ends, so that reading on is fatal. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

enum { EDGE_PAGE = 1 << 16 }; /* whole pages on every machine */

/* A copy of n bytes; the next call overwrites it. */
static inline void *at_the_edge(const void *bytes, size_t n) {
    static char *pages;
    assert(n <= EDGE_PAGE);
    if (!pages) {
        pages = mmap(NULL, 2 * EDGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                     open("/dev/zero", O_RDWR), 0);
        assert(pages != MAP_FAILED);
        int failed = mprotect(pages + EDGE_PAGE, EDGE_PAGE, PROT_NONE);
        assert(!failed);
        (void)failed;
    }
    return memcpy(pages + EDGE_PAGE - n, bytes, n);
}
