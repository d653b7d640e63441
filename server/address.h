/* Network addresses: reading them, trusting some, and counting what comes from each. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ADDRESS_TEXT = 64, ADDRESS_RANGES = 16 };

/* As in IPv6; an IPv4 address is ::ffff:a.b.c.d. */
typedef struct address {
    uint8_t bytes[16];
} address;

/* "192.0.2.1", "2001:db8::1", with a port behind it "192.0.2.1:80", "[2001:db8::1]:80". */
bool address_read(const char *text, size_t n, address *out);
bool address_of(const struct sockaddr_storage *from, address *out);
bool address_is_v4(const address *a);
/* The one that limits go by: an IPv4 address itself, the /64 of an IPv6 address, because one
 * customer gets that many. */
address address_group(const address *a);
void address_write(const address *a, char out[ADDRESS_TEXT]); /* a group of IPv6: with "/64" */

/* Addresses with a common beginning. */
typedef struct address_range {
    address base;
    int bits; /* that are compared */
} address_range;

typedef struct address_list {
    int count;
    address_range ranges[ADDRESS_RANGES];
} address_list;

/* "127.0.0.1 10.0.0.0/8 fd00::/8"; "yes": this machine; "no", "" or NULL: none. */
bool address_list_read(const char *text, address_list *out, pt_text *why);
bool address_listed(const address_list *list, const address *a);

/* What comes from one group of addresses now. */
typedef struct address_use {
    address group;
    int requests, sockets;    /* connections of either kind */
    struct address_use *next; /* with the same hash */
} address_use;

enum { ADDRESS_BUCKETS = 1024 };

typedef struct address_uses {
    uint8_t key[16]; /* so that nobody can choose addresses with the same hash */
    address_use *buckets[ADDRESS_BUCKETS];
} address_uses;

/* The counts of this address, new if needed; NULL without memory. Ends with address_use_done
 * once both counts are 0. */
address_use *address_use_of(address_uses *o, const address *a);
void address_use_done(address_uses *o, address_use *of);
