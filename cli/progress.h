/* A progress bar on stderr, if that is a terminal, and a flag for Ctrl-C. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "cli/args.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* [#####-----] 12/40 words, 0:35 left: drawn over the line before it. How long the rest takes
 * is known from how long it took so far, after the first second. */
void progress_show(long done, long all, const char *words);
/* Clears the line, for a line of the answer; the bar comes back with the next progress_show. */
void progress_clear(void);
/* Clears it for good: the next bar is about something else. */
void progress_end(void);

/* From now on Ctrl-C sets this flag instead of ending the program; a second one ends it. */
const atomic_bool *progress_interruptible(void);
/* One line on stderr if that happened: what was printed is not all. */
void progress_tell_stopped(const command *c);

/* Processes that share the work. Ctrl-C reaches all of them, a signal for the parent only the
 * parent: it then closes its end of a pipe. This is false once it has, or is gone. */
bool job_goes_on(int pipe_end);
/* Waits for a process, and closes that end once the parent is to stop. True if it went well. */
bool job_wait(const atomic_bool *stop, pid_t pid, int *to_children);
