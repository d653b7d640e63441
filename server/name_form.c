/* Whether a text has the form of a name, whatever its letters are. */
/* SPDX-License-Identifier: MIT */
#include "server/confusable.h"
#include <string.h>

bool name_ok(const char *name) {
    size_t bytes = strlen(name), letters = 0;
    if (!bytes || bytes >= PT_LABEL || name[0] == ' ' || name[bytes - 1] == ' ') return false;
    for (size_t i = 0; i < bytes; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c < ' ' || c == 127 || (c != ' ' && strchr(NAME_WITHOUT, c))) return false;
        letters += (c & 0xC0) != 0x80;
    }
    return letters <= PT_NAME_LETTERS;
}
