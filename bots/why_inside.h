/* What the parts of a teacher share: the sums over the games that were played on. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/why.h"
#include "core/measures.h"

enum { WHY_AMOUNTS = PT_MEASURES + 1 };
/* Single answers are looked for in the first games only, among so many moves at most. */
enum { WHY_ANSWERED = 40, WHY_ANSWERS = 400 };

typedef struct why_sums {
    int64_t best, other, more, square; /* square: of the differences */
    bool none;                         /* once it had no meaning */
} why_sums;

typedef struct why_teacher {
    const pt_game *g;
    const pt_measures *measures;
    const pt_search *search;    /* what is expected; or NULL */
    pt_walk walk;               /* where the game that is played on stands in it */
    int seat, seats, amounts;   /* the last of the amounts: all points together */
    pt_rng taste, luck, course; /* what is liked, drawn, expected */
    pt_move *list;
    pt_chance *chances;
    int games, walks, rose, soon_over;
    int seen[PT_AT_END + 1][2]; /* games in which the search had decided what is compared */
    int64_t score[2];
    int32_t now[WHY_AMOUNTS]; /* what the mover has before */
    why_sums sum[PT_AT_END + 1][2][WHY_AMOUNTS], time, win, weighed;
    why_sums quick[2][WHY_AMOUNTS]; /* of the mover in simple play: soon, in the end */
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX], after[PT_STATE_MAX],
        world[PT_STATE_MAX];
} why_teacher;

/* --- why_play.c --- */

/* Plays on from both moves in t->world, with the same luck, and adds up what is seen: quickly
 * to the end, and several times as the search expects it. */
void why_play(why_teacher *t, const pt_move move[2], uint64_t seed);

/* --- why.c --- */

/* Two standard errors of the mean difference. */
double why_error(const why_sums *s, int n);
/* The games speak against the move that is said to be better. */
bool why_against(const pt_why *w);

/* --- why_facts.c --- */

/* What differs, the weightiest first. The wins must be told before. */
void why_tell_facts(const why_teacher *t, pt_why *w);
/* The points of all lines together speak against the move that is said to be better. */
bool why_points_against(const pt_why *w);
