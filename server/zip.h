/* A ZIP archive in memory: files are added one after the other, deflated by zlib. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct zip_part {
    char *at;
    size_t used, size;
} zip_part;

typedef struct zip {
    zip_part files, list;
    unsigned count;
    bool broken; /* memory gave out, or it is too large: it must not be sent */
} zip;

/* The name is relative, with strokes for folders. */
void zip_add(zip *z, const char *name, const void *bytes, size_t n);
/* Ends it: the archive is then in `files`. False if it is broken. */
bool zip_end(zip *z);
void zip_done(zip *z);
