/* Studies in the store: a log of lines for each, who takes part, and what lists show of it. The
 * lines know people by numbers only, so that somebody who is deleted is in none of them. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

typedef struct pt_study_row {
    char id[PT_ID], owner[PT_ID];
    bool listed; /* for everybody */
    int64_t created, changed;
    char head[512]; /* what a list shows */
} pt_study_row;

/* New, or what changes of it: listed, changed, head. */
void pt_batch_study(pt_batch *b, const pt_study_row *row);
/* A line with the number of one that is there already makes the batch clash. */
void pt_batch_study_line(pt_batch *b, const char *id, uint32_t number, const char *line);
/* Whose number it is from now on; `part`: they take part, so that it is one of theirs. */
void pt_batch_study_person(pt_batch *b, const char *id, int number, const char *person,
                           bool part);
void pt_batch_drop_study(pt_batch *b, const char *id);
/* The person's own ones go, and they are nobody in all others. */
void pt_batch_forget_studies(pt_batch *b, const char *person);

pt_finding pt_find_study(pt_look *l, const char *id, pt_study_row *out);
int pt_count_studies(pt_look *l, const char *owner); /* -1: cannot be read */
/* These return how many, or -1 if not all of them could be read. The last changed first: those
 * of a person, their own and those they take part in; or (NULL) those for everybody. */
typedef void pt_study_row_taker(void *who, const pt_study_row *row);
int pt_each_study(pt_look *l, const char *person, int limit, pt_study_row_taker *take,
                  void *who);
/* `person` and `name` are "" of somebody who is deleted. */
typedef void pt_study_person_taker(void *who, int number, const char *person, const char *name);
int pt_each_study_person(pt_look *l, const char *id, pt_study_person_taker *take, void *who);
typedef void pt_study_line_taker(void *who, uint32_t number, const char *line, size_t n);
int pt_each_study_line(pt_look *l, const char *id, pt_study_line_taker *take, void *who);
