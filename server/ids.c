/* Time, and names for tables and people. */
/* SPDX-License-Identifier: MIT */
#include "server/people.h"
#include <arpa/inet.h>
#include <assert.h>
#include <sodium.h>
#include <time.h>

static int64_t clock_ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t time_raw(void) { return clock_ms(CLOCK_MONOTONIC); }

/* What to add to the monotonic clock for the database's time; 0: there is none to follow. */
static _Atomic int64_t wall_from;

void wall_follow(int64_t now) { wall_from = now - clock_ms(CLOCK_MONOTONIC); }

int64_t wall_ms(void) {
    return wall_from ? wall_from + clock_ms(CLOCK_MONOTONIC) : clock_ms(CLOCK_REALTIME);
}

/* What to add to the monotonic clock, and what was said last. Only the loop's thread asks for
 * the time. */
static int64_t steady_from, steady_said;

void time_start(int64_t not_before) {
    int64_t wall = wall_ms();
    steady_from = (wall > not_before ? wall : not_before) - clock_ms(CLOCK_MONOTONIC);
}

void time_set(int64_t now) {
    steady_from = now - clock_ms(CLOCK_MONOTONIC);
    steady_said = 0;
}

static int64_t within(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/* One part in 200, if it is asked once a second: more than any clock that works gains or loses.
 */
enum { STEP_MS = 5 };

void time_follow(int64_t asked, int64_t now, int64_t answered) {
    assert(asked <= answered);
    int64_t low = now - answered - 1, high = now - asked + 1; /* each is rounded */
    wall_from = within(wall_from, low, high);
    steady_from =
        within(within(steady_from, low, high), steady_from - STEP_MS, steady_from + STEP_MS);
}

void time_not_before(int64_t at) {
    if (at > now_ms()) time_set(at);
}

int64_t now_ms(void) {
    if (!steady_from) time_start(0);
    int64_t now = steady_from + clock_ms(CLOCK_MONOTONIC);
    if (now > steady_said) steady_said = now;
    return steady_said;
}

bool id_ok(const char *text) {
    size_t n = strlen(text);
    return n && n < PT_ID && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789") == n;
}

void random_id(char *out, size_t size, char first) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 5 bits each */
    uint8_t bytes[PT_ID];
    assert(size > 1 && size <= sizeof bytes);
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i + 1 < size; i++) out[i] = letters[bytes[i] % 32];
    if (first) out[0] = first;
    out[size - 1] = 0;
}

uint64_t id_hash(const char *id) {
    uint64_t h = 14695981039346656037u;
    for (; *id; id++) h = (h ^ (unsigned char)*id) * 1099511628211u;
    return h;
}

uint64_t address_hash(const char *peer) {
    unsigned char bytes[16];
    PT_TEXT(network, 24);
    if (inet_pton(AF_INET6, peer, bytes) != 1) return id_hash(peer);
    for (int i = 0; i < 8; i++) pt_put(&network, "%02x", bytes[i]);
    return id_hash(network.at);
}
