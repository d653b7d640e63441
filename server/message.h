/* A client's message. Its form is checked here; the table decides what it may do. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/flat.h"
#include "server/server.h"

typedef enum {
    MESSAGE_HELLO,
    MESSAGE_PING,
    MESSAGE_LANG,
    MESSAGE_HIDDEN,
    MESSAGE_REQUEST
} message_kind;

typedef struct message {
    message_kind kind;
    request request;
    char table[PT_ID];
    char ticket[40];
    int version;
    uint8_t language; /* of hello and lang */
    char browser[48]; /* of hello: a number that the page has made up for itself; or "" */
} message;

/* Strict: one object, no duplicate key, UTF-8, at most 8 deep. On refusal
 * `out->request.from.re` is the message's id if it could be read. */
bool message_read(const char *text, size_t n, message *out, pt_text *why);
