/* What the store keeps for those who look after a club: roles, measures, reports, settings, and
 * the log of what they did. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/sha256.h"
#include "store/store.h"

enum {
    PT_REASON = 400,      /* bytes of a reason, with the zero */
    PT_EVIDENCE = 6000,   /* of what a report shows */
    PT_TARGET = 64,       /* of a person's id, a range of addresses, a table or a setting */
    PT_SETTING = 2000,    /* of a setting's value */
    PT_ACT = 24,          /* of what was done */
    PT_REPORTS_OPEN = 20, /* reports of one person that are open, */
    PT_REPORTS_NEW = 3,   /* and of a guest who has not played yet */
};

/* --- roles: whoever has none is a player --- */

typedef enum { PT_PLAYER, PT_MODERATOR, PT_ADMIN, PT_ROLES } pt_role;
typedef struct pt_role_row {
    char person[PT_ID], name[PT_LABEL];
    pt_role role;
} pt_role_row;
typedef void pt_role_taker(void *who, const pt_role_row *row);

void pt_batch_role(pt_batch *b, const char *person, pt_role role);
/* The batch clashes if this person does not have the role, or a higher one, any more. */
void pt_batch_has_role(pt_batch *b, const char *person, pt_role least);
/* These return how many, or -1 if not all of them could be read. */
int pt_each_role(pt_look *l, pt_role_taker *take, void *who);
/* People by the beginning of their name or their whole id, by name. */
int pt_each_named(pt_look *l, const char *text, int limit, pt_role_taker *take, void *who);

/* --- measures --- */

/* PT_UNRATED is the server's own, after games that were left: its words are how many. */
typedef enum { PT_WARNING = 1, PT_MUTE, PT_BAN, PT_UNRATED } pt_measure_kind;
typedef struct pt_measure_row {
    int64_t num;
    pt_measure_kind kind;
    char target[PT_TARGET];   /* a person, or a range of addresses */
    char place[PT_ID];        /* at this table only; "": everywhere */
    int64_t at, until, ended; /* until 0: without an end; ended 0: it was not lifted */
    char maker[PT_ID];        /* who took it */
    char words[PT_REASON];    /* why, as they read it */
    char target_name[PT_LABEL], maker_name[PT_LABEL]; /* "": nobody's, or not known any more */
} pt_measure_row;
typedef void pt_measure_taker(void *who, const pt_measure_row *row);

void pt_batch_measure(pt_batch *b, const pt_measure_row *row); /* it gets its number */
/* One without an end, at a table; the batch clashes if such a one is in force there. */
void pt_batch_measure_once(pt_batch *b, const pt_measure_row *row);
/* The batch clashes if there is none, or if it was lifted before. */
void pt_batch_lift(pt_batch *b, int64_t num, int64_t at);
/* Those in force, the last ones first; all of a person (NULL: of everybody), in force or not.
 */
int pt_each_in_force(pt_look *l, int64_t now, pt_measure_taker *take, void *who);
int pt_each_measure_of(pt_look *l, const char *target, int limit, pt_measure_taker *take,
                       void *who);
/* Those that were not lifted: so many of the club's, and so many of tables, the last first. */
int pt_each_notice_of(pt_look *l, const char *target, int limit, pt_measure_taker *take,
                      void *who);
pt_finding pt_find_measure(pt_look *l, int64_t num, pt_measure_row *out);

/* --- reports --- */

/* PT_ABOUT_THROWN is what the server has found (fair.h): about whoever loses, and of `person`
 * to whom. */
typedef enum {
    PT_ABOUT_NAME = 1,
    PT_ABOUT_CHAT,
    PT_ABOUT_TABLE,
    PT_ABOUT_THROWN
} pt_report_kind;
enum { PT_REPORT_OPEN, PT_REPORT_CLOSED };
typedef struct pt_report_row {
    int64_t num;
    pt_report_kind kind;
    int64_t at;
    int state;
    char person[PT_ID], about[PT_ID]; /* who reports whom; about "": somebody without an id */
    char place[PT_ID];                /* the table, or "" */
    int64_t number;                   /* of the event, or 0 */
    char words[PT_REASON], verdict[PT_REASON];
    char evidence[PT_EVIDENCE]; /* JSON; the store does not look inside */
    char person_name[PT_LABEL], about_name[PT_LABEL];
    int most; /* open ones that this person may have, when it is written */
} pt_report_row;
typedef void pt_report_taker(void *who, const pt_report_row *row);

/* The batch clashes if that person has `most` of them. */
void pt_batch_report(pt_batch *b, const pt_report_row *row);
/* The batch clashes if it is not open. */
void pt_batch_close_report(pt_batch *b, int64_t num, const char *verdict);
/* The last ones first, below `before` (0: from the last), but for those about the reader. */
int pt_each_report(pt_look *l, int state, int64_t before, int limit, const char *reader,
                   pt_report_taker *take, void *who);
pt_finding pt_find_report(pt_look *l, int64_t num, pt_report_row *out);
/* What a person said there is not theirs any more; a part of pt_batch_drop_account. */
bool pt_drop_evidence(pt_look *l, const char *person);
/* Open ones of this person; about this person; -1 if they cannot be read. */
int pt_count_reports_of(pt_look *l, const char *person);
int pt_count_reports_about(pt_look *l, const char *person);
/* Whether this person has ever played, or plays now. */
pt_finding pt_has_played(pt_look *l, const char *person);

/* --- settings --- */

void pt_batch_setting(pt_batch *b, const char *name, const char *value);
typedef void pt_setting_taker(void *who, const char *name, const char *value);
int pt_each_setting(pt_look *l, pt_setting_taker *take, void *who);

/* --- the log (audit.c): each line holds a hash of itself and of the one before, so that none
 * can be changed, taken out or put in without all later ones showing it --- */

typedef struct pt_audit_row {
    int64_t num, at;
    char who[PT_ID], who_name[PT_LABEL];
    char act[PT_ACT], target[PT_TARGET], target_name[PT_LABEL];
    char words[PT_REASON];
    uint8_t hash[PT_SHA256];
} pt_audit_row;
typedef void pt_audit_taker(void *who, const pt_audit_row *row);

void pt_batch_audit(pt_batch *b, const pt_audit_row *row); /* it gets number and hash */
/* The last ones first, below `before` (0: from the last). */
int pt_each_audit(pt_look *l, int64_t before, int limit, pt_audit_taker *take, void *who);
/* Reads the whole log. Returns how many lines it has, or -1 if it cannot be read; *broken is
 * the first that does not fit (0: all do), and `last` the hash of the last line. */
int64_t pt_audit_verify(pt_look *l, int64_t *broken, uint8_t last[PT_SHA256]);
