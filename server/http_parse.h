/* A request's head and body, read strictly as RFC 9112 defines them. Whatever two programs
 * could read in two ways is refused: a proxy in front and this server must never disagree about
 * where a request ends. Nothing here knows sockets. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_LINE_MAX = 8000,   /* bytes of the request line */
    HTTP_FIELDS_MAX = 8192, /* bytes of all fields together */
    HTTP_HEAD_MAX = HTTP_LINE_MAX + HTTP_FIELDS_MAX + 16,
    HTTP_FIELDS = 64,      /* how many */
    HTTP_EXTRA_MAX = 4096, /* bytes of chunk sizes, extensions and trailers in one body */
};

/* A part of the head, not terminated. */
typedef struct http_span {
    const char *at;
    size_t size;
} http_span;

typedef struct http_field {
    http_span name, value;
} http_field;

typedef struct http_head {
    http_span method;
    http_span host;        /* of the Host field, or of a target that names it */
    http_span path, query; /* as they came, still with their percent signs */
    bool asterisk;         /* OPTIONS * */
    int minor;             /* HTTP/1.minor */
    int field_count;
    http_field fields[HTTP_FIELDS];
    /* What the fields say about the message. */
    bool keep;    /* the connection may stay open */
    bool chunked; /* the body comes in chunks; otherwise it has `length` bytes */
    bool expects; /* Expect: 100-continue */
    bool upgrade; /* Connection: upgrade */
    uint64_t length;
} http_head;

/* Looks for the end of a head. `*seen` is how many of the bytes were looked at before; it is 0
 * at first. Returns the size of the head with its empty line, 0 if there must come more, or
 * minus the status of a refusal. */
int http_scan(const char *bytes, size_t size, size_t *seen);
/* Reads a head that http_scan has found. Returns 0 or the status of a refusal. The spans point
 * into the bytes. */
int http_head_read(const char *bytes, size_t size, http_head *h);

bool http_is(http_span s, const char *word); /* whatever the case */
/* The field of this name; the one after `last` unless that is NULL; NULL if there is none. */
const http_field *http_find(const http_head *h, const char *name, const http_field *last);
/* The value of a field; empty if it is missing. */
http_span http_value(const http_head *h, const char *name);
/* True if a list of words with commas, perhaps in several fields, contains this one. */
bool http_lists(const http_head *h, const char *name, const char *word);
/* Copies with %41 as A and a zero at the end. False if it does not fit, is badly written or
 * contains a zero. */
bool http_decode(http_span s, char *out, size_t size);

/* A body while it comes in. */
typedef struct http_body {
    bool chunked, whole;
    uint8_t step;
    uint64_t left;  /* bytes of the body, or of this chunk */
    uint32_t extra; /* bytes that are not the body itself */
    bool digit;     /* a digit of the size has come */
} http_body;

http_body http_body_of(const http_head *h);
/* Takes bytes from `in`, and copies those of the body to `out`, which has room for `room`.
 * Returns how many were taken, or minus the status of a refusal; `*got` is how many were
 * copied. */
int http_body_take(http_body *b, const char *in, size_t size, char *out, size_t room,
                   size_t *got);
