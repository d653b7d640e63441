/* The head of a request, strictly. */
/* SPDX-License-Identifier: MIT */
#include "server/http_parse.h"
#include <assert.h>
#include <string.h>
#include <strings.h>

/* --- characters --- */

static bool is_token(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool all_token(http_span s) {
    for (size_t i = 0; i < s.size; i++)
        if (!is_token(s.at[i])) return false;
    return s.size > 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_control(char c) {
    return ((unsigned char)c < ' ' && c != '\t') || (unsigned char)c == 127;
}

static http_span span(const char *from, const char *to) {
    assert(from <= to);
    return (http_span){from, (size_t)(to - from)};
}

static http_span trimmed(http_span s) {
    while (s.size && is_blank(s.at[0])) s.at++, s.size--;
    while (s.size && is_blank(s.at[s.size - 1])) s.size--;
    return s;
}

bool http_is(http_span s, const char *word) {
    return s.size == strlen(word) && strncasecmp(s.at, word, s.size) == 0;
}

/* --- where the head ends --- */

static int over_long(const char *bytes, size_t size, size_t start) {
    const char *line_end = memchr(bytes + start, '\n', size - start);
    size_t line = line_end ? (size_t)(line_end - bytes) - start : size - start;
    if (line > HTTP_LINE_MAX) return -414;
    return size - start - line > HTTP_FIELDS_MAX ? -431 : 0;
}

/* RFC 9112, 2.2: an empty line before the request line is skipped. A line ends with CR and LF;
 * one of them alone is refused, and so is any other control character. */
int http_scan(const char *bytes, size_t size, size_t *seen) {
    size_t start = size >= 2 && bytes[0] == '\r' && bytes[1] == '\n' ? 2 : 0;
    for (size_t i = *seen; i < size; i++) {
        char c = bytes[i];
        if (c == '\n') {
            if (i == 0 || bytes[i - 1] != '\r') return -400;
            if (i >= start + 3 && bytes[i - 2] == '\n') {
                int wrong = over_long(bytes, i + 1, start);
                return wrong ? wrong : (int)(i + 1);
            }
            if (i == start + 1) return -400; /* a second empty line */
        } else if ((i && bytes[i - 1] == '\r') || (c != '\r' && is_control(c))) {
            return -400;
        }
    }
    *seen = size;
    return over_long(bytes, size, start);
}

/* --- the request line --- */

static bool host_ok(http_span s) {
    for (size_t i = 0; i < s.size; i++)
        if (!is_token(s.at[i]) && !strchr(":[]()=,;", s.at[i])) return false;
    return true;
}

static int read_path(http_span s, http_head *h) {
    for (size_t i = 0; i < s.size; i++)
        if ((unsigned char)s.at[i] <= ' ' || (unsigned char)s.at[i] >= 127 || s.at[i] == '#')
            return 400;
    const char *end = s.at + s.size, *mark = memchr(s.at, '?', s.size);
    h->path = span(s.at, mark ? mark : end);
    h->query = mark ? span(mark + 1, end) : span(end, end);
    return 0;
}

/* RFC 9112, 3.2: a path, a whole URL, or * for OPTIONS. */
static int read_target(http_span s, http_head *h) {
    static const char scheme[] = "http://";
    size_t n = sizeof scheme - 1;
    if (s.size && s.at[0] == '/') return read_path(s, h);
    if (s.size == 1 && s.at[0] == '*' && http_is(h->method, "OPTIONS")) {
        h->asterisk = true;
        h->path = (http_span){"/", 1};
        h->query = (http_span){"", 0};
        return 0;
    }
    if (s.size <= n || strncasecmp(s.at, scheme, n) != 0) return 400;
    const char *end = s.at + s.size, *slash = memchr(s.at + n, '/', s.size - n);
    h->host = span(s.at + n, slash ? slash : end);
    if (!h->host.size || !host_ok(h->host)) return 400;
    return read_path(slash ? span(slash, end) : (http_span){"/", 1}, h);
}

static int read_version(http_span s, http_head *h) {
    if (s.size != 8 || memcmp(s.at, "HTTP/", 5) != 0 || s.at[6] != '.') return 400;
    if (s.at[5] < '0' || s.at[5] > '9' || s.at[7] < '0' || s.at[7] > '9') return 400;
    if (s.at[5] != '1') return 505;
    h->minor = s.at[7] - '0';
    return 0;
}

static int read_request_line(http_span line, http_head *h) {
    const char *end = line.at + line.size;
    const char *one = memchr(line.at, ' ', line.size);
    const char *two = one ? memchr(one + 1, ' ', (size_t)(end - one - 1)) : NULL;
    if (!two || memchr(two + 1, ' ', (size_t)(end - two - 1))) return 400;
    h->method = span(line.at, one);
    if (!all_token(h->method)) return 400;
    int wrong = read_version(span(two + 1, end), h);
    return wrong ? wrong : read_target(span(one + 1, two), h);
}

/* --- fields --- */

/* RFC 9112, 5: no blank before the colon, and no line that goes on with the one before. */
static int read_field(http_span line, http_head *h) {
    const char *colon = memchr(line.at, ':', line.size);
    if (!colon) return 400;
    if (h->field_count == HTTP_FIELDS) return 431;
    http_field *f = &h->fields[h->field_count];
    f->name = span(line.at, colon);
    f->value = trimmed(span(colon + 1, line.at + line.size));
    if (!all_token(f->name)) return 400;
    h->field_count++;
    return 0;
}

const http_field *http_find(const http_head *h, const char *name, const http_field *last) {
    for (int i = last ? (int)(last - h->fields) + 1 : 0; i < h->field_count; i++)
        if (http_is(h->fields[i].name, name)) return &h->fields[i];
    return NULL;
}

http_span http_value(const http_head *h, const char *name) {
    const http_field *f = http_find(h, name, NULL);
    return f ? f->value : (http_span){"", 0};
}

bool http_lists(const http_head *h, const char *name, const char *word) {
    for (const http_field *f = NULL; (f = http_find(h, name, f));) {
        const char *at = f->value.at, *end = at + f->value.size;
        while (at < end) {
            const char *comma = memchr(at, ',', (size_t)(end - at));
            if (http_is(trimmed(span(at, comma ? comma : end)), word)) return true;
            at = comma ? comma + 1 : end;
        }
    }
    return false;
}

/* Fields of which there may be only one: which of two counts is anybody's guess. */
static bool is_twice(const http_head *h) {
    static const char *const single[] = {
        "host",   "content-length", "transfer-encoding", "authorization",        "origin",
        "expect", "upgrade",        "sec-websocket-key", "sec-websocket-version"};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        const http_field *f = http_find(h, single[i], NULL);
        if (f && http_find(h, single[i], f)) return true;
    }
    return false;
}

static int read_host(http_head *h) {
    const http_field *f = http_find(h, "host", NULL);
    if (!f) return h->minor >= 1 ? 400 : 0;
    if (!host_ok(f->value)) return 400;
    if (!h->host.size) h->host = f->value;
    return 0;
}

/* RFC 9112, 6: how long the body is. Both fields at once, anything but digits, or a coding that
 * does not end with "chunked" are attempts to smuggle a second request. */
static int read_length(http_head *h) {
    const http_field *length = http_find(h, "content-length", NULL);
    const http_field *coding = http_find(h, "transfer-encoding", NULL);
    if (coding) {
        size_t n = coding->value.size, m = strlen("chunked");
        if (length || h->minor == 0) return 400;
        h->chunked = http_is(coding->value, "chunked");
        if (h->chunked) return 0;
        bool last = n > m && strncasecmp(coding->value.at + n - m, "chunked", m) == 0;
        return last ? 501 : 400;
    }
    if (!length) return 0;
    if (!length->value.size) return 400;
    for (size_t i = 0; i < length->value.size; i++) {
        unsigned digit = (unsigned char)length->value.at[i] - '0';
        if (digit > 9 || h->length > (UINT64_MAX - 9) / 10) return 400;
        h->length = h->length * 10 + digit;
    }
    return 0;
}

static int read_meaning(http_head *h) {
    http_span expect = http_value(h, "expect");
    if (is_twice(h)) return 400;
    int wrong = read_host(h);
    if (!wrong) wrong = read_length(h);
    if (wrong) return wrong;
    h->keep = !http_lists(h, "connection", "close") &&
              (h->minor >= 1 || http_lists(h, "connection", "keep-alive"));
    h->upgrade = h->minor >= 1 && http_lists(h, "connection", "upgrade");
    h->expects = h->minor >= 1 && http_is(expect, "100-continue");
    return h->minor >= 1 && expect.size && !h->expects ? 417 : 0;
}

int http_head_read(const char *bytes, size_t size, http_head *h) {
    const char *at = bytes, *end = bytes + size;
    *h = (http_head){0};
    if (at[0] == '\r') at += 2;
    for (bool first = true;; first = false) {
        const char *stop = memchr(at, '\r', (size_t)(end - at));
        assert(stop && stop + 1 < end); /* http_scan has seen to it */
        if (stop == at) break;
        int wrong =
            first ? read_request_line(span(at, stop), h) : read_field(span(at, stop), h);
        if (wrong) return wrong;
        at = stop + 2;
    }
    return read_meaning(h);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool http_decode(http_span s, char *out, size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < s.size; i++) {
        int c = (unsigned char)s.at[i];
        if (c == '%') {
            int high = i + 2 < s.size ? hex_digit(s.at[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(s.at[i + 2]) : -1;
            if (low < 0) return false;
            c = high << 4 | low;
            i += 2;
        }
        if (!c || n + 1 >= size) return false;
        out[n++] = (char)c;
    }
    out[n] = 0;
    return true;
}

/* --- the body --- */

enum {
    SIZE,
    EXTENSION,
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER,
    TRAILER_LINE,
    LINE_LF,
    LAST_LF
};

http_body http_body_of(const http_head *h) {
    return (http_body){.chunked = h->chunked,
                       .whole = !h->chunked && !h->length,
                       .step = h->chunked ? SIZE : DATA,
                       .left = h->length};
}

static int take_size(http_body *b, char c) {
    int digit = hex_digit(c);
    if (digit >= 0) {
        if (b->left > UINT32_MAX) return 413;
        b->left = b->left << 4 | (unsigned)digit;
        b->digit = true;
        return 0;
    }
    if (!b->digit || (c != '\r' && c != ';')) return 400;
    b->step = c == '\r' ? SIZE_LF : EXTENSION;
    return 0;
}

/* One byte of what stands around the chunks (RFC 9112, 7.1). */
static int take_frame(http_body *b, char c) {
    if (++b->extra > HTTP_EXTRA_MAX) return 431;
    switch (b->step) {
    case SIZE: return take_size(b, c);
    case EXTENSION:
        if (c == '\r') b->step = SIZE_LF;
        return c != '\r' && is_control(c) ? 400 : 0;
    case SIZE_LF:
        b->step = b->left ? DATA : TRAILER;
        b->digit = false;
        return c == '\n' ? 0 : 400;
    case DATA_CR: b->step = DATA_LF; return c == '\r' ? 0 : 400;
    case DATA_LF: b->step = SIZE; return c == '\n' ? 0 : 400;
    case TRAILER:
        b->step = c == '\r' ? LAST_LF : TRAILER_LINE;
        return c == '\r' || is_token(c) ? 0 : 400;
    case TRAILER_LINE:
        if (c == '\r') b->step = LINE_LF;
        return c != '\r' && is_control(c) ? 400 : 0;
    case LINE_LF: b->step = TRAILER; return c == '\n' ? 0 : 400;
    default:
        assert(b->step == LAST_LF);
        b->whole = c == '\n';
        return c == '\n' ? 0 : 400;
    }
}

int http_body_take(http_body *b, const char *in, size_t size, char *out, size_t room,
                   size_t *got) {
    size_t at = 0;
    *got = 0;
    while (at < size && !b->whole) {
        if (b->step != DATA) {
            int wrong = take_frame(b, in[at++]);
            if (wrong) return -wrong;
            continue;
        }
        size_t n = size - at < b->left ? size - at : (size_t)b->left;
        if (n > room - *got) return -413;
        memcpy(out + *got, in + at, n);
        *got += n;
        at += n;
        b->left -= n;
        if (b->left) continue;
        if (b->chunked)
            b->step = DATA_CR;
        else
            b->whole = true;
    }
    return (int)at;
}
