/* A progress bar on stderr, if that is a terminal, and a flag for Ctrl-C. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>

/* [#####-----] 12/40 words, drawn over the line before it. */
void progress_show(long done, long all, const char *words);
/* Clears the line. */
void progress_end(void);

/* From now on Ctrl-C sets this flag instead of ending the program; a second one ends it. */
const atomic_bool *progress_interruptible(void);
