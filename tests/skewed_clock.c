/* For tests/test_failover.py, before a node's own clock (LD_PRELOAD): a wall clock that is off
 * by PETTEIA_SKEW_MS, and a steady one that gains PETTEIA_DRIFT parts in a thousand. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

typedef int clock_function(clockid_t clock, struct timespec *out);

static long long number(const char *name) {
    const char *text = getenv(name);
    return text ? atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    static clock_function *real;
    static long long skew, drift;
    if (!real) {
        skew = number("PETTEIA_SKEW_MS");
        drift = number("PETTEIA_DRIFT");
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int rc = real(clock, out);
    long long ns = out->tv_sec * 1000000000LL + out->tv_nsec;
    if (clock == CLOCK_REALTIME) ns += skew * 1000000;
    if (clock == CLOCK_MONOTONIC) ns += ns % 3600000000000LL / 1000 * drift;
    out->tv_sec = ns / 1000000000;
    out->tv_nsec = ns % 1000000000;
    return rc;
}
