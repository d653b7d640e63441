/* How long the names of people and tables may be, wherever they are kept. */
/* SPDX-License-Identifier: MIT */
#pragma once

enum {
    PT_ID = 24,           /* a person, a table, a level, with the zero at the end */
    PT_LABEL = 64,        /* a name as people read it, likewise */
    PT_NAME_LETTERS = 24, /* and how many letters they may type; pages read this line */
};
