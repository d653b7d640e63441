/* What a search says about a decision: what was best, and what the move that was made cost. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/search/search.h"
#include "core/record.h"

typedef enum { PT_FINE, PT_INACCURACY, PT_MISTAKE, PT_BLUNDER } pt_mark;
extern const char *const pt_mark_names[]; /* "fine", "inaccuracy" ... */

/* A move with what each seat can expect after it (of PT_ONE) and how the game may go on. */
typedef struct pt_idea {
    pt_move move;
    int32_t share[PT_SEATS];
    uint32_t visits;
    bool rough; /* tried too seldom, beside the best, for the share to mean much */
    bool sure;  /* the share is certain, not expected */
    int length; /* of the line; the move itself is line[0] */
    pt_move line[PT_LINE];
    int seats[PT_LINE];
} pt_idea;

typedef struct pt_judgement {
    int seat;
    bool forced; /* there was nothing to choose */
    pt_idea best, played;
    int32_t loss; /* what the mover gave away, of PT_ONE */
    pt_mark mark;
    uint64_t iterations;
    bool confirmed; /* by a search four times as long; there is no mistake without */
} pt_judgement;

enum {
    PT_MARK_INACCURACY = PT_ONE / 50,
    PT_MARK_MISTAKE = PT_ONE / 20,
    PT_MARK_BLUNDER = PT_ONE / 8
};

/* Searches the view (or, if the search is `open`, the state) and looks just as hard at the move
 * that was played. A mistake is looked at four times as long before it is called one. The
 * search should be `patient`. */
pt_judgement pt_judge(pt_search *s, const void *view, int seat, pt_move played, pt_rng *rng,
                      const pt_budget *budget);

/* The best ideas of the search that has just ended, at most `most`: `first` (if it is not 0 and
 * was tried), then those tried most often. */
int pt_ideas(pt_search *s, pt_move first, pt_idea *out, int most);
/* Looks on at one of its moves. */
pt_idea pt_look_on(pt_search *s, pt_move m, pt_rng *rng, const pt_budget *budget);

enum { PT_RIVALS = 8 };

/* What the best move is held against: of the moves that the search liked most, those that are
 * as good (less than an inaccuracy), and the first that is worse. Where none is, `other` is the
 * one that comes off worst.
 */
typedef struct pt_rivals {
    pt_idea best, other;
    int equals; /* as good as the best */
    pt_move equal[PT_RIVALS];
} pt_rivals;

/* Each of them is looked at seriously first. False: there is no other move. */
bool pt_find_rivals(pt_search *s, int seat, pt_rng *rng, const pt_budget *budget,
                    pt_rivals *out);

/* {"move":..., "share":[...], "visits":..., "line":[...]}; shares are in thousandths. */
void pt_json_idea(pt_json *j, const pt_game *g, int seats, const pt_idea *idea);
/* "2 take L, 1 decline ...": the line after the first move, seats as people count them. */
void pt_print_line(const pt_game *g, const pt_idea *idea, int from, pt_text *out);

/* --- a whole game --- */

/* The sum over all decisions of each seat. */
typedef struct pt_review {
    int64_t loss[PT_SEATS];
    int decisions[PT_SEATS], marks[PT_SEATS][PT_BLUNDER + 1];
} pt_review;
void pt_review_add(pt_review *r, const pt_judgement *d);

/* The ideas of the search that has just ended, with the iterations they rest on. `why` (or
 * NULL) is the reason for the first (why.h), told in words if `words`. */
struct pt_why;
void pt_json_hint(pt_json *j, const pt_game *g, int seat, int seats, uint64_t iterations,
                  const pt_idea *idea, int n, const struct pt_why *why, bool words);
/* One decision; `number` counts the record's moves from 1. */
void pt_json_judgement(pt_json *j, const pt_game *g, int seats, int number,
                       const pt_judgement *d);
/* [{"player":...,"decisions":...,"loss_permille":...},...] */
void pt_json_review(pt_json *j, const pt_record_head *head, const pt_review *r);
