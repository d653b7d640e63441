/* Messages from outside as members by name. Nearly all are one flat object of plain texts and
 * whole numbers, and are read in place. Everything else goes to jansson, errors too, so that
 * only one parser decides what is valid JSON. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <jansson.h>
#include <stdint.h>

typedef enum {
    FLAT_NONE,
    FLAT_NULL,
    FLAT_FALSE,
    FLAT_TRUE,
    FLAT_INT,
    FLAT_TEXT,
    FLAT_OTHER
} flat_kind;

typedef struct flat_value {
    flat_kind kind;
    const char *text; /* FLAT_TEXT: not terminated */
    size_t n;
    int64_t number;
} flat_value;

enum { FLAT_MEMBERS = 16 };

typedef struct flat {
    struct {
        pt_word key;
        flat_value value;
    } member[FLAT_MEMBERS];
    int count;
    json_t *json; /* or NULL: then the members are above */
} flat;

/* Strict: one object, no duplicate key, UTF-8, at most 8 deep. The texts of the members point
 * into `text`, or into what flat_done frees. */
bool flat_read(flat *f, const char *text, size_t n, pt_text *why);
void flat_done(flat *f);
/* FLAT_NONE: there is no such member. */
flat_value flat_get(const flat *f, const char *key);
/* Reads in place only; returns false if jansson has to decide. */
bool flat_read_plain(flat *f, const char *text, size_t n);

/* Reads JSON text from outside under the same rules; returns NULL, with words, on failure. */
json_t *json_strict(const char *text, size_t n, pt_text *why);
