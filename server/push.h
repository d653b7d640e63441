/* Web Push: calls to devices whose page is closed. A call is kept in the store until it has
 * been taken or is worth nothing any more; the loop hands those that are due to one thread,
 * which encrypts (push_crypt.c) and delivers them (push_send.c), and hears what became of them.
 * Without libcurl and OpenSSL nobody can subscribe, and all of these do nothing. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"
#include "store/bells.h"

typedef struct push_state push_state;

/* After the store: reads the server's keys, or makes them. */
bool push_open(server *sv, pt_text *why);
void push_close(server *sv);
void push_soon(server *sv, int64_t at); /* there is a new call; not before `at`; 0: now */
void push_tick(server *sv, int64_t now);
void push_poll(server *sv); /* what has become of calls */
/* What a browser needs to subscribe; NULL: there is no push here. */
const char *push_public_key(const server *sv);
/* A secret of this server for links; always there. */
const uint8_t *push_link_secret(const server *sv);
/* Whether a device may be called at this address. */
bool push_endpoint_ok(const server *sv, const char *endpoint);

/* --- push_send.c: the thread --- */

enum { PUSH_BODY = 3000, PUSH_AT_ONCE = 24 };
/* A call on its way, and what became of it. */
typedef struct push_job {
    pt_call_row call;
    pt_push_row to;
    char text[PUSH_BODY]; /* JSON */
    char topic[40];       /* what the service sees of it */
    const char *urgency;
    int64_t seconds;     /* the service may keep it */
    long status;         /* of HTTP; 0: nobody answered; -1: the address is not allowed */
    int64_t retry_after; /* seconds; 0: not said */
    struct push_job *next;
} push_job;
typedef struct push_sender push_sender;
typedef struct push_sender_config {
    const void *key, *public; /* of push_crypt.h */
    const char *contact;      /* "mailto:..." for the services; NULL: none */
    const char *inner;        /* origins that may be anywhere; NULL: none */
    void (*wake)(void *who);
    void *who;
} push_sender_config;
push_sender *push_sender_new(const push_sender_config *c); /* NULL without memory */
void push_sender_free(push_sender *s);                     /* what is on its way is given up */
void push_send(push_sender *s, push_job *job);
push_job *push_sent(push_sender *s); /* one that has ended, or NULL */
/* An https address that is not plainly of an inner network, or one of `inner`. */
bool push_address_ok(const char *endpoint, const char *inner);
