/* Gives a letter to a mail server, by libcurl. It blocks: only for a thread that may wait. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { SMTP_WHY = 160 };

typedef struct smtp {
    const char *url;             /* "smtps://mail.example.org" */
    const char *from;            /* the address that it comes from */
    const char *user, *password; /* "": none */
    atomic_bool stop;            /* the server ends: whoever waits gives up */
} smtp;

typedef enum {
    SMTP_SENT,
    SMTP_LATER, /* it may work another time */
    SMTP_NEVER, /* the mail server does not want this letter */
} smtp_outcome;

/* False: this program was built without libcurl. */
bool smtp_is_built(void);
/* Before there are threads, and after. */
bool smtp_begin(void);
void smtp_end(void);
/* Whether it is "smtp://..." or "smtps://..." */
bool smtp_url_ok(const char *url);
smtp_outcome smtp_send(const smtp *to, const char *address, const char *letter, size_t n,
                       char why[SMTP_WHY]);
