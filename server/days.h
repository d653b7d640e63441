/* People who play by days: their days off, and when they want to be reminded. All of them are
 * at hand, because every table asks. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/own.h"
#include "server/web.h"

enum {
    LEAVE_DAYS = 30,   /* days off a year */
    LEAVE_AHEAD = 180, /* days: how long before they can be planned */
    REMINDERS = 3,     /* of one person */
    REMIND_LEAST = 5,  /* minutes before the clock runs out */
    REMIND_MOST = 14400,
};

typedef struct days_person {
    char person[PT_ID];
    int64_t from, until;  /* of the days off, by now_ms(); 0: none yet */
    int year, used, next; /* days off of that year, and those already taken of the next one */
    int count;
    int minutes[REMINDERS]; /* the longest first */
} days_person;

typedef struct days days;
/* What the store says; NULL without memory, or if it cannot be read. */
days *days_read(pt_look *look);
void days_free(days *d);
void days_touch(server *sv, const char *person);   /* their tables look at their clocks */
bool days_away(const days_person *p, int64_t now); /* they have days off now */
/* What is known of somebody; nothing of those who have neither days off nor reminders. */
void days_copy(const days *d, const char *person, days_person *out);
void days_set(server *sv, const days_person *p); /* until it is read anew */
void days_tick(server *sv,
               int64_t now); /* reads it anew now and then: other nodes write, too */

/* After anything has happened at a table: posts what days off change there. */
bool days_rest(hosted *h, int64_t now);
/* Reminds whoever is to be reminded now; returns when that is due again, 0: never. */
int64_t days_remind(hosted *h, int64_t now);

/* The token's person is known. */
void days_tell(web *w);      /* GET /api/me/days */
void days_leave(web *w);     /* POST /api/me/leave */
void days_back(web *w);      /* DELETE /api/me/leave */
void days_reminders(web *w); /* POST /api/me/reminders */
void days_tables(web *w);    /* GET /api/me/tables */
