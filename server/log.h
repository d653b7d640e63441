/* Structured log: one line an event on standard error, "time=... event=... key=value". Never a
 * token, a ticket, a password or an invitation. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"

/* One key and its value, or several written into the format: log_line("move", "table", "%s
 * seat=%d", id, seat). */
void log_line(const char *event, const char *key, const char *format, ...) PT_FORMAT(3, 4);
void log_quiet(bool quiet); /* errors only: for tests and benches */
