/* ZIP, as APPNOTE.TXT has it, without what we do not need: no dates, no comments, no
 * encryption, and not more than fits into its 16 and 32 bits. */
/* SPDX-License-Identifier: MIT */
#include "server/zip.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    FILES_MOST = 65000,
    BYTES_MOST = 64 << 20, /* a person with more has to ask the host */
    VERSION = 20,          /* 2.0: deflated */
    UTF8_NAMES = 1 << 11,
    DEFLATED = 8,
    FIRST_DAY = 0x21, /* 1 January 1980: archives of the same data are equal */
};

static char *room_for(zip *z, zip_part *p, size_t n) {
    if (p->used + n > p->size) {
        size_t size = (p->used + n) * 2 + 4096;
        char *more = z->broken || p->used + n > BYTES_MOST ? NULL : realloc(p->at, size);
        if (!more) {
            z->broken = true;
            return NULL;
        }
        p->at = more;
        p->size = size;
    }
    return p->at + p->used;
}

static void put(zip *z, zip_part *p, const void *bytes, size_t n) {
    char *at = room_for(z, p, n);
    if (!at) return;
    if (n) memcpy(at, bytes, n);
    p->used += n;
}

/* `size` bytes, the lowest first. */
static void put_number(zip *z, zip_part *p, uint64_t number, size_t size) {
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> (8 * i));
    put(z, p, bytes, size);
}

static size_t deflate_into(zip *z, const void *bytes, size_t n) {
    z_stream s = {.next_in = (z_const Bytef *)(uintptr_t)bytes, .avail_in = (uInt)n};
    if (deflateInit2(&s, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        z->broken = true;
        return 0;
    }
    size_t most = deflateBound(&s, (uLong)n);
    char *at = room_for(z, &z->files, most);
    s.next_out = (Bytef *)at;
    s.avail_out = (uInt)most;
    if (!at || deflate(&s, Z_FINISH) != Z_STREAM_END) z->broken = true;
    size_t used = z->broken ? 0 : s.total_out;
    deflateEnd(&s);
    z->files.used += used;
    return used;
}

/* What the head of a file and its line in the list share. */
static void put_facts(zip *z, zip_part *p, uint32_t sum, size_t packed, size_t size,
                      size_t name) {
    put_number(z, p, VERSION, 2);
    put_number(z, p, UTF8_NAMES, 2);
    put_number(z, p, DEFLATED, 2);
    put_number(z, p, 0, 2);
    put_number(z, p, FIRST_DAY, 2);
    put_number(z, p, sum, 4);
    put_number(z, p, packed, 4);
    put_number(z, p, size, 4);
    put_number(z, p, name, 2);
    put_number(z, p, 0, 2);
}

void zip_add(zip *z, const char *name, const void *bytes, size_t n) {
    enum { PACKED_AT = 18 };
    size_t head = z->files.used, length = strlen(name);
    uint32_t sum = (uint32_t)crc32(0, bytes, (uInt)n);
    if (z->count >= FILES_MOST || n > BYTES_MOST) z->broken = true;
    put_number(z, &z->files, 0x04034b50, 4);
    put_facts(z, &z->files, sum, 0, n, length);
    put(z, &z->files, name, length);
    size_t packed = deflate_into(z, bytes, n);
    if (z->broken) return;
    for (size_t i = 0; i < 4; i++)
        z->files.at[head + PACKED_AT + i] = (char)(uint8_t)(packed >> (8 * i));
    put_number(z, &z->list, 0x02014b50, 4);
    put_number(z, &z->list, VERSION, 2);
    put_facts(z, &z->list, sum, packed, n, length);
    put_number(z, &z->list, 0, 2);
    put_number(z, &z->list, 0, 2);
    put_number(z, &z->list, 0, 2);
    put_number(z, &z->list, 0, 4);
    put_number(z, &z->list, head, 4);
    put(z, &z->list, name, length);
    z->count++;
}

bool zip_end(zip *z) {
    size_t at = z->files.used;
    put(z, &z->files, z->list.at, z->list.used);
    put_number(z, &z->files, 0x06054b50, 4);
    put_number(z, &z->files, 0, 2);
    put_number(z, &z->files, 0, 2);
    put_number(z, &z->files, z->count, 2);
    put_number(z, &z->files, z->count, 2);
    put_number(z, &z->files, z->list.used, 4);
    put_number(z, &z->files, at, 4);
    put_number(z, &z->files, 0, 2);
    return !z->broken;
}

void zip_done(zip *z) {
    free(z->files.at);
    free(z->list.at);
    *z = (zip){0};
}
