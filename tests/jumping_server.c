/* The server of tests/test_time.py: the same as `petteia serve`, but its wall clock is off by
 * as much as the test says, in a file of 8 bytes (milliseconds). The linker puts this in the
 * place of the real clock (tests/meson.build).
 *
 * Its arguments are those that tests/serving.py gives: serve --port N --data FOLDER --web none,
 * then the file. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { PORT = 3, DATA = 5, OFF = 8, ARGS = 9 };

static const _Atomic int64_t *off_ms;

int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);

int __wrap_clock_gettime(clockid_t clock, struct timespec *out) {
    int rc = __real_clock_gettime(clock, out);
    if (clock == CLOCK_REALTIME) out->tv_sec += (time_t)(atomic_load(off_ms) / 1000);
    return rc;
}

int main(int argc, char **argv) {
    if (argc != ARGS) return 2;
    int fd = open(argv[OFF], O_RDONLY);
    const void *at = mmap(NULL, sizeof *off_ms, PROT_READ, MAP_SHARED, fd, 0);
    if (fd < 0 || at == MAP_FAILED) return 2;
    off_ms = at;
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
                            .rate = 20,
                            .burst = 60,
                            .idle_ms = 2000};
    return serve_run(&c);
}
