/* Fuzzer: the head and body of a request. However the bytes are cut into pieces, they mean the
 * same, and everything that was read lies inside them. */
/* SPDX-License-Identifier: MIT */
#include "server/http_parse.h"
#include "tests/fuzz.h"

enum { BODY_MOST = 1 << 16 };

static void inside(http_span s, const char *from, size_t size) {
    bool own = s.at >= from && s.at + s.size <= from + size;
    PROMISE(own || s.size <= 1, "a span of %zu bytes lies elsewhere", s.size);
}

/* The same bytes in steps of `piece`. */
static int scan_in_pieces(const char *text, size_t size, size_t piece) {
    size_t seen = 0;
    for (size_t n = 0; n < size;) {
        n = n + piece < size ? n + piece : size;
        int end = http_scan(text, n, &seen);
        if (end) return end;
    }
    return 0;
}

/* How many bytes a body has and where it ends, or minus a status. */
static long body_in_pieces(const http_head *h, const char *in, size_t size, size_t piece,
                           size_t *end) {
    static char out[BODY_MOST];
    http_body b = http_body_of(h);
    size_t used = 0;
    *end = 0;
    while (*end < size && !b.whole) {
        size_t n = size - *end < piece ? size - *end : piece, got = 0;
        int taken = http_body_take(&b, in + *end, n, out + used, sizeof out - used, &got);
        if (taken < 0) return taken;
        PROMISE((size_t)taken <= n && got <= n, "%d bytes of %zu", taken, n);
        PROMISE(taken > 0 || b.whole, "no progress");
        *end += (size_t)taken;
        used += got;
    }
    return (long)used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static http_head h;
    char *text = malloc(size + 1), decoded[300];
    if (!text) abort();
    memcpy(text, data, size);
    size_t seen = 0, end_a = 0, end_b = 0;
    int end = http_scan(text, size, &seen);
    int bytewise = scan_in_pieces(text, size, 1);
    PROMISE(end <= 0 || end == bytewise, "%d at once, %d in pieces", end, bytewise);
    PROMISE(end >= 0 || bytewise < 0 || size > HTTP_HEAD_MAX, "%d at once, %d", end, bytewise);
    if (end > 0 && http_head_read(text, (size_t)end, &h) == 0) {
        PROMISE(!(h.chunked && h.length), "two lengths");
        inside(h.method, text, size);
        inside(h.path, text, size);
        for (int i = 0; i < h.field_count; i++) {
            inside(h.fields[i].name, text, size);
            inside(h.fields[i].value, text, size);
        }
        if (http_decode(h.path, decoded, sizeof decoded))
            PROMISE(strlen(decoded) <= h.path.size, "longer than before");
        size_t rest = size - (size_t)end;
        long a = body_in_pieces(&h, text + end, rest, rest + 1, &end_a);
        long b = body_in_pieces(&h, text + end, rest, 1, &end_b);
        PROMISE(a == b && (a < 0 || end_a == end_b), "%ld at once, %ld in pieces", a, b);
    }
    free(text);
    return 0;
}
