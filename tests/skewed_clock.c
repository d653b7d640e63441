/* For tests/test_failover.py, before a node's own clock (LD_PRELOAD): a wall clock that is off
 * by PETTEIA_SKEW_MS, and a steady one that gains PETTEIA_DRIFT parts in a thousand. PostgreSQL
 * asks for the wall clock by gettimeofday. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

typedef int clock_function(clockid_t clock, struct timespec *out);

static long long number(const char *name) {
    const char *text = getenv(name);
    return text ? atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    static clock_function *real;
    static long long skew, drift, first;
    if (!real) {
        skew = number("PETTEIA_SKEW_MS");
        drift = number("PETTEIA_DRIFT");
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int rc = real(clock, out);
    long long ns = out->tv_sec * 1000000000LL + out->tv_nsec;
    if (clock == CLOCK_REALTIME) ns += skew * 1000000;
    if (clock == CLOCK_MONOTONIC && !first) first = ns;
    if (clock == CLOCK_MONOTONIC) ns += (ns - first) / 1000 * drift;
    out->tv_sec = ns / 1000000000;
    out->tv_nsec = ns % 1000000000;
    return rc;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    struct timespec t;
    (void)zone;
    int rc = clock_gettime(CLOCK_REALTIME, &t);
    out->tv_sec = t.tv_sec;
    out->tv_usec = t.tv_nsec / 1000;
    return rc;
}
