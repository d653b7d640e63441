/* How petteia admin talks to the server of a data folder: to the one that runs, or to one of
 * its own that runs as long as that takes. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdbool.h>

typedef struct admin_line {
    char base[200], token[65];
    int child; /* the server of our own; 0: none */
} admin_line;

/* Finds the server of this folder, or starts one without tables; false with words. */
bool admin_open(admin_line *l, const char *data, const char *store, pt_text *why);
void admin_close(admin_line *l);
/* One request; the body is JSON or NULL. Returns the status, or 0 with words; the answer is the
 * caller's to free. */
int admin_ask(const admin_line *l, const char *path, const char *body, const char *language,
              char **answer, pt_text *why);
