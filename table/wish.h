/* A wish as text: the lines of a create event. Only event.c and tests need to know it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "table/event.h"

void pt_wish_print(const pt_wish *w, pt_text *out);
bool pt_wish_parse(const char *lines, pt_wish *w, pt_text *why);

/* Reads a whole decimal number of up to 18 digits; returns false if it is not one, or out of
 * range. */
bool pt_wish_number(pt_word w, int64_t min, int64_t max, int64_t *out);
