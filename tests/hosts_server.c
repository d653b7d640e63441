/* The server of tests/test_hosts.py: the same as `petteia serve`, but what comes from outside
 * the program is the test's. The time stands in a file and moves when the test writes another;
 * what is random follows from a seed, so that a session can be played again exactly; bots take
 * no time. The linker puts these in the places of the real ones (tests/meson.build), so the
 * program that people run knows nothing of them, and its draws are fair.
 *
 * Its arguments are those that tests/serving.py gives: serve --port N --data FOLDER --web none,
 * then the file of the time (8 bytes, milliseconds) and the seed. */
/* SPDX-License-Identifier: MIT */
#include "core/sha256.h"
#include "server/server.h"
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PORT = 3, DATA = 5, CLOCK = 8, SEED = 9, ARGS = 10 };

static const _Atomic int64_t *test_time;
static const char *seed;
static pthread_t loop;
static int64_t started;

int64_t __wrap_now_ms(void);
void __wrap_randombytes_buf(void *out, size_t size);

int64_t __wrap_now_ms(void) { return atomic_load(test_time); }

/* One stream for the loop, which draws in the order of the requests, and one for each other
 * thread. A server that comes back does not draw the same again. */
static void draw_block(uint8_t out[PT_SHA256]) {
    static _Thread_local uint64_t count;
    PT_TEXT(text, 200);
    bool main = pthread_equal(pthread_self(), loop);
    pt_put(&text, "%s %" PRId64 " %d %" PRIu64, seed, started, main, count++);
    pt_sha256_of(text.at, text.used, out);
}

void __wrap_randombytes_buf(void *out, size_t size) {
    uint8_t block[PT_SHA256];
    for (size_t at = 0; at < size; at += sizeof block) {
        size_t n = size - at < sizeof block ? size - at : sizeof block;
        draw_block(block);
        memcpy((uint8_t *)out + at, block, n);
    }
}

int main(int argc, char **argv) {
    if (argc != ARGS) return 2;
    int fd = open(argv[CLOCK], O_RDONLY);
    const void *at = mmap(NULL, sizeof *test_time, PROT_READ, MAP_SHARED, fd, 0);
    if (fd < 0 || at == MAP_FAILED) return 2;
    test_time = at;
    seed = argv[SEED];
    loop = pthread_self();
    started = atomic_load(test_time);
    const serve_config c = {.data = argv[DATA],
                            .web = "none",
                            .port = atoi(argv[PORT]),
                            .workers = 1,
                            .max_connections = 100,
                            .max_requests = 100,
                            .address_sockets = 100,
                            .address_requests = 100,
                            .head_seconds = 10,
                            .body_seconds = 30,
                            .idle_ms = 60000};
    return serve_run(&c);
}
