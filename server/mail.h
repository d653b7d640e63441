/* Mail to people. A letter waits in the store, so it survives a restart, until a thread of the
 * pool has given it to the host's mail server; if that does not work it is tried again, later
 * and later, and given up after about a day. The loop never waits for it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/letter.h"
#include "server/server.h"
#include "store/mail.h"

/* What letters are about. All but the first are written when they are sent: the link that some
 * of them hold is made then, and only its hash is kept. */
typedef enum {
    LETTER_PLAIN = PT_LETTER_PLAIN,
    LETTER_CONFIRM,  /* link: the address is theirs */
    LETTER_RESET,    /* link: another password */
    LETTER_PASSWORD, /* the password has been changed */
    LETTER_MOVED,    /* mail goes to another address from now on */
    LETTER_REMOVED,  /* no more mail comes here */
    LETTER_PASSKEY,  /* there is one more passkey */
    LETTER_KINDS
} letter_kind;

/* --- for everybody who has something to say --- */

/* The host has set up mail. */
bool mail_is_possible(const server *sv);
/* The public address of the site without a stroke at the end, "https://club.example"; "": not
 * known. */
const char *mail_site(const server *sv);
/* Sends this text to this person, in time: one line as its subject, plain UTF-8 with '\n' (at
 * most PT_LETTER bytes). Nothing happens if they have no confirmed address. `stop` is a link
 * that ends letters of this kind, for their programs to offer; or NULL. The person's language
 * is in pt_mail_row (store/mail.h), which pt_find_mail reads. False without memory, or if mail
 * is not set up. */
bool mail_send(server *sv, const char *person, const char *subject, const char *text,
               const char *stop);

/* --- for accounts (mail_api.c) --- */

/* A letter as a part of a batch, to this address in this language, or ("") to the confirmed
 * one. Nothing happens if mail is not set up. */
void mail_batch(const server *sv, pt_batch *b, letter_kind kind, const char *person,
                const char *address, const char *language);
void mail_look(server *sv); /* there may be something to send: soon */
void mail_written(void *sv, uint64_t tag, pt_outcome outcome); /* the same, after a commit */

/* --- for the server --- */

bool mail_open(server *sv, pt_text *why); /* true if nothing is set up, too */
void mail_tick(server *sv, int64_t now);
void mail_stop(server *sv); /* before the pool goes: whoever waits gives up */
void mail_free(server *sv);
