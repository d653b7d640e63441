/* Mail: the addresses of people, the links that were sent to them, and letters that wait to be
 * sent. What a letter or a link is for is a number to the store. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

enum {
    PT_MAIL = 255, /* of an address, with the zero (RFC 5321: 254) */
    PT_MAIL_LANGUAGE = 8,
    PT_SUBJECT = 160,
    PT_LETTER = 8000,       /* bytes of its text */
    PT_STOP = 300,          /* of the link that ends letters of this kind */
    PT_LETTERS_MOST = 1000, /* that wait; */
    PT_LETTERS_SPARE = 100, /* this many of them only for letters without a text of their own */
    PT_LETTER_PLAIN = 0,    /* the kind of a letter that has a subject and a text */
};

/* --- addresses --- */

typedef struct pt_mail_row {
    char person[PT_ID];
    char address[PT_MAIL];           /* confirmed; "": none */
    char wanted[PT_MAIL];            /* not confirmed yet; "": none */
    char language[PT_MAIL_LANGUAGE]; /* of letters: "fr" */
    int64_t at;                      /* when `wanted` was given, or the address confirmed */
} pt_mail_row;
typedef void pt_mail_taker(void *who, const pt_mail_row *row);

/* Another address is wanted; the confirmed one stays until then. */
void pt_batch_mail(pt_batch *b, const pt_mail_row *row);
/* `wanted` is confirmed; clashes if another is wanted by now. All links are void. */
void pt_batch_mail_confirmed(pt_batch *b, const pt_mail_row *row);
/* With links and letters. */
void pt_batch_drop_mail(pt_batch *b, const char *person);
pt_finding pt_find_mail(pt_look *l, const char *person, pt_mail_row *out);
/* Those with this confirmed address, small and capital letters alike; returns how many, or -1
 * if not all of them could be read. */
int pt_each_mail(pt_look *l, const char *address, int limit, pt_mail_taker *take, void *who);

/* --- links: each good once, and until a time --- */

typedef struct pt_link_row {
    uint8_t hash[PT_TOKEN];
    char person[PT_ID], address[PT_MAIL]; /* whose, and where it was sent */
    int kind;
    int64_t until;
} pt_link_row;

void pt_batch_link(pt_batch *b, const pt_link_row *row); /* in place of the last of its kind */
/* Clashes if it has been used; all others of the person and the kind go, too. */
void pt_batch_use_link(pt_batch *b, const pt_link_row *row);
void pt_batch_drop_links(pt_batch *b, const char *person);
pt_finding pt_find_link(pt_look *l, const uint8_t hash[PT_TOKEN], pt_link_row *out);

/* --- letters --- */

typedef struct pt_letter_row {
    char id[PT_ID], person[PT_ID];
    char name[PT_LABEL];   /* of the person; only when read */
    char address[PT_MAIL]; /* when written: "": the confirmed one, and no letter without it */
    char language[PT_MAIL_LANGUAGE];
    char subject[PT_SUBJECT], text[PT_LETTER], stop[PT_STOP];
    int kind, tries;
    int64_t made, due;
} pt_letter_row;

/* Without an address nothing happens if the person has none, or if too many wait; with one the
 * batch clashes then. A letter that is not plain takes the place of the last of its kind. */
void pt_batch_letter(pt_batch *b, const pt_letter_row *row);
/* It is tried now, and again at `due`; clashes if another has taken it. */
void pt_batch_letter_tried(pt_batch *b, const pt_letter_row *row, int64_t due);
void pt_batch_drop_letter(pt_batch *b, const char *id);
/* The next one that is due; those with a text of their own come last. */
pt_finding pt_next_letter(pt_look *l, int64_t now, pt_letter_row *out);
int pt_count_letters(pt_look *l); /* -1: cannot be read */
