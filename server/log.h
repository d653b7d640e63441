/* Structured log: one line for each event on standard error, "time=... event=... key=value". It
 * never contains a token, a ticket, a password or an invitation. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"

/* One key and its value, or several written into the format: log_line("move", "table", "%s
 * seat=%d", id, seat). */
void log_line(const char *event, const char *key, const char *format, ...) PT_FORMAT(3, 4);
/* Says so and ends the process. Whatever anybody was told is on the disk. */
_Noreturn void log_out_of_memory(int exit_code);
void log_quiet(bool quiet); /* errors only: for tests and benches */
