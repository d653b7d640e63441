/* A letter as mail servers take it (RFC 5322, 2045, 2047): plain text in UTF-8, and headers
 * that nothing can be smuggled into. This file knows neither people nor the network. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"

/* One plain address of letters, digits and the usual signs, with a dot behind the @; no
 * comments, no quotes, no name in front, no line ends. At most 254 bytes. */
bool letter_address_ok(const char *address);

typedef struct letter {
    const char *from, *to; /* addresses that are ok */
    const char *subject, *text;
    const char *stop; /* a link that ends letters of this kind; "": none */
    const char *id;   /* letters and digits, different in each letter */
    int64_t at;       /* ms since 1970 */
} letter;

/* Headers and body, lines ended by CR LF. The caller frees it; NULL without memory. */
char *letter_write(const letter *l, size_t *size);
