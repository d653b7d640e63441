/* The log. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_bool is_quiet;

void log_quiet(bool quiet) { atomic_store(&is_quiet, quiet); }

void log_line(const char *event, const char *key, const char *format, ...) {
    if (atomic_load(&is_quiet) && strcmp(event, "error") != 0) return;
    PT_TEXT(line, 700);
    struct timespec now;
    struct tm day;
    char date[24];
    va_list args;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &day);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &day);
    pt_put(&line, "time=%s.%03ldZ event=%s %s=", date, now.tv_nsec / 1000000, event, key);
    va_start(args, format);
    pt_putv(&line, format, args);
    va_end(args);
    /* A line stays one line, whatever a name contains, and gives a terminal no orders: those
     * above ASCII are U+0080 to U+009F, the first of whose bytes is 0xC2. */
    for (size_t i = 0; i < line.used; i++) {
        unsigned char c = (unsigned char)line.at[i], next = (unsigned char)line.at[i + 1];
        bool order = c == 0xC2 && next >= 0x80 && next < 0xA0;
        if (c < ' ' || c == 127 || order) line.at[i] = '?';
        if (order) line.at[i + 1] = '?';
    }
    fprintf(stderr, "%s\n", line.at);
}

void log_out_of_memory(int exit_code) {
    log_line("error", "memory", "there is none left: the server ends");
    _exit(exit_code);
}
