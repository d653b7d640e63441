/* Building a move step by step out of the legal list: which verbs, which targets come next,
 * when a move is complete. It knows nothing of the screen.
 *
 * A step names a verb or a target (a value of a kind, as a board shows it). Both may come
 * first: a space pointed at before any verb keeps every verb that can begin there. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

typedef struct pt_aim {
    const pt_kind *kind; /* without `as` */
    int value;
} pt_aim;

typedef struct pt_build {
    pt_verbs verbs;
    const pt_move *legal; /* ascending; the caller's */
    int count;
    unsigned verb; /* 0: still open */
    int length;    /* targets named so far */
    pt_aim path[PT_ARGS];
    unsigned steps, made; /* bit i: step i named the verb; steps made */
    unsigned given;       /* steps made at the start, because all moves have them in common */
} pt_build;

/* Begins anew with a legal list, which must stay in place. */
void pt_build_begin(pt_build *b, pt_verbs verbs, const pt_move *legal, int count);

/* Makes the steps of another build in this one, which has just begun. Returns false, and
 * changes nothing, if they do not lead to a legal move here. */
bool pt_build_repeat(pt_build *b, const pt_build *before);

/* The legal moves that go on from here: the first at or after `from`, as an index; -1: none. */
int pt_build_next(const pt_build *b, int from);
int pt_build_count(const pt_build *b);

/* The verbs that are possible here, ascending; at most PT_VERBS. */
int pt_build_verbs(const pt_build *b, uint8_t out[PT_VERBS]);

/* The targets that may be named next, without repeats, in the order of the legal list; at most
 * `max`. */
int pt_build_targets(const pt_build *b, pt_aim *out, int max);
bool pt_build_can_aim(const pt_build *b, pt_aim aim);

/* Makes a step. Returns false, and changes nothing, if no legal move goes that way. */
bool pt_build_name(pt_build *b, unsigned verb);
bool pt_build_aim(pt_build *b, pt_aim aim);

/* An orientation that was named may be changed: turned until a legal move goes that way,
 * flipped, or named anew. What was named after it is open again. Returns false, and changes
 * nothing, if no other legal move goes that way. */
bool pt_build_turn(pt_build *b, pt_turn how);
bool pt_build_turn_to(pt_build *b, pt_aim aim);
/* Whether an orientation was named, and whether one has to be named next. */
bool pt_build_is_turned(const pt_build *b);
bool pt_build_wants_turn(const pt_build *b);

/* Names a last number that can have only one value, so that nobody is asked for it. */
void pt_build_fill(pt_build *b);

/* Takes the last step back; false if there is none. */
bool pt_build_back(pt_build *b);

/* Nothing is named yet. */
static inline bool pt_build_empty(const pt_build *b) { return b->made == b->given; }

/* The first move, in verb order, that is complete with what was named; 0 if there is none. */
pt_move pt_build_obvious(const pt_build *b);
/* The move, if it is complete and the only one left; otherwise 0. */
pt_move pt_build_ready(const pt_build *b);

/* What was named, in the notation, with a ? for what is missing: "extend c4 ?", "c4 ...". */
void pt_build_print(const pt_build *b, pt_text *out);
