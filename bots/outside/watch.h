/* All processes of a program together have to keep to its memory. The system bounds each of
 * them, so a thread of ours adds them up now and then. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <sys/types.h>

typedef struct watched {
    pid_t pid;
    long megabytes;
    bool over; /* it had too much, or too many processes, and was killed */
    struct watched *next;
} watched;

/* From now on it is looked at, with all that it starts; `w` stays where it is until
 * watch_end, which is called in any case. False if the system has no thread left. */
bool watch_begin(watched *w, pid_t pid, long megabytes);
void watch_end(watched *w);
