/* A study for programs and for other tools: JSON, records (docs/records.md), lessons
 * (docs/scenarios.md). A host says what people are called. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/json.h"
#include "study/study.h"

typedef const char *pt_study_names(const void *host, int who); /* "": nobody knows */

/* How many bytes are enough for any of the texts below. */
size_t pt_study_told_size(const pt_study *s);
/* A member "game", "name", "access", then lists "chapters" and "nodes" of what is there. */
void pt_study_tell(pt_json *j, const pt_study *s);
void pt_study_tell_node(pt_json *j, const pt_study *s, int node);
void pt_study_tell_chapters(pt_json *j, const pt_study *s);
/* The changes from `first` on, those that are undone too. */
void pt_study_tell_changes(pt_json *j, const pt_study *s, int first);

/* The game that leads to this move and then along the main line. petteia replay takes it. */
void pt_study_record(pt_study *s, int node, pt_study_names *names, const void *host,
                     pt_text *out);
/* The main line of a chapter as a lesson: comments are what it says. */
void pt_study_lesson(pt_study *s, int root, pt_text *out);

/* Takes a record as a chapter: `take` gets event by event, to be folded and kept. False with
 * words: what is wrong, and where. The chapter may then be there in part. */
typedef bool pt_study_taker(void *host, pt_study_event *e, pt_text *why);
bool pt_study_import(pt_study *s, const char *record, const char *title, int by,
                     pt_study_taker *take, void *host, pt_text *why);
