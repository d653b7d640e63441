/* What is done about somebody, and what follows from it at once. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/club.h"
#include "server/web.h"

/* A moderator's measure may last this long; a longer one needs an admin. */
enum { MEASURE_DAYS = 7, MEASURE_DAYS_MOST = 3650 };
#define DAY_MS ((int64_t)86400000)

/* The words of the body that somebody will read, or fails. */
const char *words_of_body(web *w);
/* As many whole characters as a reason may have: half of one could not be read again. */
void words_cut(char out[PT_REASON], const char *text);
/* A measure is written and the club read anew: whoever it is about hears of it, and what they
 * may not do any more ends. */
void measure_takes_hold(server *sv, const pt_measure_row *m);
/* The same for one that another node has written: what it ends at this node. */
void measure_reaches_here(void *sv, const pt_measure_row *m);
void audit_add(pt_batch *b, const char *who, const char *act, const char *target,
               const char *words);

/* Adds "position" to a report about a table that had begun; false: it cannot be read. */
bool report_position(pt_look *look, const pt_report_row *row, pt_json *j);

/* At a table: true if this request is refused, and answered. */
bool measures_keep_away(hosted *h, const request *r);
/* Somebody who looks on, by id or name; NULL: there is nobody like that here. */
const conn *measures_looker_on(const hosted *h, const char *whom);
bool measures_sits(const hosted *h, const char *person);
/* ASK_MEASURE: whoever made the table removes or mutes somebody who looks on. */
void measures_ask(hosted *h, const request *r);
