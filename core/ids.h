/* How long the names of people and tables may be, wherever they are kept; and what somebody's
 * face is drawn from. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdint.h>

enum {
    PT_ID = 24,           /* a person, a table, a level, with the zero at the end */
    PT_LABEL = 64,        /* a name as people read it, likewise */
    PT_NAME_LETTERS = 24, /* and how many letters they may type; pages read this line */
};

/* A face is drawn from this number (FNV-1a): it stays when its person takes another name, and
 * nobody gets the id back from it. Pages do the same with an id that they know
 * (web/src/art/face.ts). */
static inline uint32_t pt_face(const char *id) {
    uint32_t face = 2166136261u;
    for (; *id; id++) face = (face ^ (unsigned char)*id) * 16777619u;
    return face;
}
