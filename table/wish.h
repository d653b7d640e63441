/* A wish as text: the lines of a create event. Only event.c and tests have to know it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "table/event.h"

void pt_wish_print(const pt_wish *w, pt_text *out);
bool pt_wish_parse(const char *lines, pt_wish *w, pt_text *why);

/* A whole decimal number of up to 18 digits in a range; false if it is none. */
bool pt_wish_number(pt_word w, int64_t min, int64_t max, int64_t *out);
