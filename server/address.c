/* Network addresses. */
/* SPDX-License-Identifier: MIT */
#include "server/address.h"
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>

static const uint8_t v4_prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool address_is_v4(const address *a) { return memcmp(a->bytes, v4_prefix, 12) == 0; }

static bool is_port(const char *text) {
    size_t n = strspn(text, "0123456789");
    return n > 0 && n <= 5 && !text[n];
}

bool address_read(const char *text, size_t n, address *out) {
    char copy[ADDRESS_TEXT], *at = copy;
    if (!n || n >= sizeof copy || memchr(text, 0, n)) return false;
    memcpy(copy, text, n);
    copy[n] = 0;
    char *colon = strchr(copy, ':');
    if (copy[0] == '[') {
        char *end = strchr(copy, ']');
        if (!end || (end[1] && (end[1] != ':' || !is_port(end + 2)))) return false;
        *end = 0;
        at = copy + 1;
    } else if (colon && strchr(copy, '.') && !strchr(colon + 1, ':')) {
        if (!is_port(colon + 1)) return false;
        *colon = 0;
    }
    memcpy(out->bytes, v4_prefix, 12);
    return inet_pton(AF_INET, at, out->bytes + 12) == 1 ||
           inet_pton(AF_INET6, at, out->bytes) == 1;
}

bool address_of(const struct sockaddr_storage *from, address *out) {
    if (from->ss_family == AF_INET6) {
        memcpy(out->bytes, &((const struct sockaddr_in6 *)from)->sin6_addr, 16);
        return true;
    }
    if (from->ss_family != AF_INET) return false;
    memcpy(out->bytes, v4_prefix, 12);
    memcpy(out->bytes + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
    return true;
}

address address_group(const address *a) {
    address group = *a;
    if (!address_is_v4(a)) memset(group.bytes + 8, 0, 8);
    return group;
}

void address_write(const address *a, char out[ADDRESS_TEXT]) {
    static const uint8_t none[8];
    bool v4 = address_is_v4(a);
    out[0] = 0;
    inet_ntop(v4 ? AF_INET : AF_INET6, a->bytes + (v4 ? 12 : 0), out, ADDRESS_TEXT - 4);
    if (!v4 && memcmp(a->bytes + 8, none, 8) == 0) strcat(out, "/64");
}

/* --- lists --- */

static bool read_range(pt_word word, address_range *out) {
    const char *slash = memchr(word.at, '/', word.length);
    size_t n = slash ? (size_t)(slash - word.at) : word.length;
    if (!address_read(word.at, n, &out->base)) return false;
    int most = address_is_v4(&out->base) && memchr(word.at, '.', n) ? 32 : 128, bits = 0;
    out->bits = 128;
    if (!slash) return true;
    size_t digits = word.length - n - 1;
    if (digits < 1 || digits > 3 || strspn(slash + 1, "0123456789") < digits) return false;
    for (size_t i = 0; i < digits; i++) bits = bits * 10 + (slash[1 + i] - '0');
    out->bits = bits + 128 - most;
    return bits <= most;
}

bool address_list_read(const char *text, address_list *out, pt_text *why) {
    *out = (address_list){0};
    if (!text || strcmp(text, "no") == 0) return true;
    if (strcmp(text, "yes") == 0) text = "127.0.0.0/8 ::1";
    pt_words words = {text};
    for (pt_word w = pt_next(&words); w.length; w = pt_next(&words)) {
        if (out->count < ADDRESS_RANGES && read_range(w, &out->ranges[out->count])) {
            out->count++;
            continue;
        }
        pt_put(why, "proxy: '%.*s' is not an address such as 127.0.0.1 or 10.0.0.0/8%s",
               (int)(w.length < 40 ? w.length : 40), w.at,
               out->count == ADDRESS_RANGES ? ", or one too many" : "");
        return false;
    }
    return true;
}

static bool in_range(const address_range *r, const address *a) {
    size_t whole = (size_t)r->bits / 8;
    if (memcmp(r->base.bytes, a->bytes, whole) != 0) return false;
    unsigned rest = (unsigned)r->bits % 8, mask = 0xff00u >> rest & 0xffu;
    return !rest || ((r->base.bytes[whole] ^ a->bytes[whole]) & mask) == 0;
}

bool address_listed(const address_list *list, const address *a) {
    for (int i = 0; i < list->count; i++)
        if (in_range(&list->ranges[i], a)) return true;
    return false;
}

/* --- counts --- */

static address_use **place_of(address_uses *o, const address *group) {
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, group->bytes, sizeof group->bytes, o->key);
    address_use **at = &o->buckets[(hash[0] | hash[1] << 8) % ADDRESS_BUCKETS];
    while (*at && memcmp(&(*at)->group, group, sizeof *group) != 0) at = &(*at)->next;
    return at;
}

address_use *address_use_of(address_uses *o, const address *a) {
    static_assert(sizeof o->key == crypto_shorthash_KEYBYTES, "the key of the hash");
    address group = address_group(a);
    address_use **at = place_of(o, &group);
    if (!*at && (*at = calloc(1, sizeof **at))) (*at)->group = group;
    return *at;
}

void address_use_done(address_uses *o, address_use *of) {
    if (!of || of->requests || of->sockets) return;
    address_use **at = place_of(o, &of->group);
    assert(*at == of);
    *at = of->next;
    free(of);
}
