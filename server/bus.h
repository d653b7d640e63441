/* What nodes say to each other goes over NATS: short messages by subject, in order from one
 * node to another, and sometimes lost. libnats has threads of its own; what they receive waits
 * here until the loop takes it with bus_poll. Nothing here waits for the network. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bus bus;

typedef struct bus_message {
    const char *subject;
    const char *bytes; /* ends with a zero, which is not counted */
    size_t size;
    bool nobody; /* nobody listens there: the subject is the `reply` of what was published */
} bus_message;

/* Connects, and again whenever that is needed. `wake` is called from other threads when
 * bus_poll has something to do. NULL with words if the URL is wrong or there is no libnats. */
bus *bus_open(const char *url, const char *name, void (*wake)(void *), void *who, pt_text *why);
void bus_close(bus *b); /* harmless on NULL */
bool bus_is_up(const bus *b);
/* False if it cannot go out now. `reply` or NULL: where to hear that nobody listens. */
bool bus_publish(bus *b, const char *subject, const char *reply, const void *bytes, size_t n);
uint64_t bus_published(const bus *b); /* messages that went out */
typedef struct bus_line bus_line;
bus_line *bus_listen(bus *b, const char *subject); /* NULL without memory */
/* Each message goes to one of all who listen in this group. */
bus_line *bus_listen_in(bus *b, const char *subject, const char *group);
void bus_unlisten(bus_line *l); /* harmless on NULL */
typedef void bus_taker(void *who, const bus_message *m);
void bus_poll(bus *b, bus_taker *take, void *who);
