/* Why one move is better than another: both are played on to the end from the same imagined
 * states with the same luck, as the search expects it as far as its tree goes, and what differs
 * there is told (docs/bots.md). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/analyse.h"

enum {
    PT_WHY_GAMES = 200, /* at most so many games are played on */
    PT_WHY_LEAST = 16,  /* from fewer nothing is concluded */
    PT_WHY_GAINS = 2,   /* more than a few reasons are none */
    PT_WHY_GIVEN = 2,
    PT_WHY_PARTS = 3, /* lines of points that are named; the others together are the rest */
    PT_EQUALS = 3,    /* so many that are as good are named */
    PT_WHY_PLAN = 2,  /* further moves that are named, and things that they bring */
    PT_WHY_FACTS = PT_WHY_GAINS + PT_WHY_GIVEN,
    PT_WHY_MILLI = 1000 /* amounts and errors are in thousandths */
};

/* ANSWER: the most points that a single answer brings the rivals at once; NEXT: the same of
 * the mover's next move; AHEAD: as many turns of the mover on as the search sees after both. */
typedef enum {
    PT_AT_ONCE,
    PT_ANSWER,
    PT_NEXT,
    PT_SOON,
    PT_AHEAD,
    PT_AT_END,
    PT_IN_TIME,
    PT_WHENS
} pt_when;
/* TORN: search and games contradict each other, also after a second thought. */
typedef enum { PT_TORN, PT_TASTE, PT_SLIGHT, PT_LIKELY, PT_SURE } pt_trust;
/* What is settled, as good as certainly: nothing; the win, after both moves or after neither;
 * the win after the better move alone. */
typedef enum { PT_UNSETTLED, PT_BOTH_WIN, PT_NEITHER_WINS, PT_ONE_WINS } pt_settled;
extern const char *const pt_when_names[], *const pt_trust_names[], *const pt_settled_names[];

/* A line of points that makes up a difference. */
typedef struct pt_why_line {
    int measure;
    int32_t more;
} pt_why_line;

/* The average difference in an amount: after the better move less after the other one. */
typedef struct pt_fact {
    pt_when when;
    bool rivals;         /* theirs together, not the mover's */
    bool quick;          /* in the games of simple play, not as the search expects it */
    int measure;         /* of the game's measures; their number: all points together */
    int32_t mean[2];     /* after the better move, after the other one */
    int32_t more, error; /* the difference, and two standard errors of it; 0: it is exact */
    bool gain;           /* good for the mover */
    /* Points of all lines together: the lines that matter most. In tenths, as people are told
     * them, they and the rest add up to `more`. */
    int parts;
    pt_why_line part[PT_WHY_PARTS];
    int32_t rest;
} pt_fact;

typedef struct pt_why {
    pt_move move[2]; /* the better one, the other one */
    int seat, seats, games;
    int32_t win[2], win_error[2]; /* the share of these games that was won, of PT_ONE */
    int32_t gap, gap_error; /* the difference, of PT_ONE; errors are two standard errors */
    int32_t loss;           /* what the search says the other one gives away */
    int32_t share[2];       /* what it says can be expected after each; 0: it was not asked */
    bool sure[2];           /* not expected but certain */
    pt_settled outcome;
    pt_trust trust;
    int equals; /* further moves that are as good as the better one: neither of the two */
    pt_move equal[PT_EQUALS];
    /* What the better move prepares: the mover's next moves, as the search expects them, and
     * what these bring, exactly. */
    int plans, brings;
    pt_move plan[PT_WHY_PLAN];
    pt_why_line bring[PT_WHY_PLAN];
    /* What is told as gained outweighs what is given up. Where it does not, the rest lies
     * further ahead, or the two moves are close. */
    bool adds_up;
    int32_t score[2]; /* in these games after either move: the mover's, the best other one's */
    pt_fact alike;    /* where nothing differs: what both bring (`more`), or nothing (0) */
    int facts;        /* what weighs most comes first */
    pt_fact fact[PT_WHY_FACTS];
} pt_why;

/* Compares two legal moves of `seat`. `view` is what the seat knows or, if `open`, a full
 * state. `loss` is the search's difference in shares. The search (or NULL: then only what shows
 * at once is told) is asked anew about both moves, for the budget each time. A tenth of the
 * budget's iterations are played as games, or as many as fit into its time. False without
 * memory, or if time was too short. */
bool pt_why_compare(pt_search *s, const pt_game *g, const void *view, int seat, bool open,
                    const pt_move move[2], int32_t loss, uint64_t seed, const pt_budget *budget,
                    pt_why *out);

/* Compares the best move of the search that has just ended with those that it should be held
 * against. The budget is spent up to three times: on a serious look at these, on games, and
 * where the games speak against the search on a second thought, after which the other move may
 * be the better one. pt_ideas then has the figures that all this rests on. False also if there
 * is only one move. */
bool pt_why_best(pt_search *s, const pt_game *g, const void *view, int seat, bool open,
                 pt_rng *rng, const pt_budget *budget, pt_why *out);

/* The two moves are as good as each other, as far as the search can see. */
bool pt_why_even(const pt_why *w);

/* --- why_plan.c --- */

/* What the best move of a search prepares, and the other one, as the search expects it, does
 * not. `view`, `open` as above; the seat is that of `w`. */
void pt_why_plan(const pt_game *g, const void *view, bool open, const pt_idea *best,
                 const pt_idea *other, uint64_t seed, pt_why *w);

/* --- why_text.c --- */

/* When a fact shows, "in the end"; nothing for one that speaks of time itself. */
void pt_say_when(const pt_game *g, const pt_fact *f, pt_text *out);
/* One fact: "+2.3 points for complete series (±0.8)", "4 fleets rather than 3". */
void pt_say_fact(const pt_game *g, const pt_why *w, const pt_fact *f, pt_text *out);
/* What the plan brings: "+2 isles, +1 troop"; nothing where that is nothing. */
void pt_say_brings(const pt_game *g, const pt_why *w, pt_text *out);
/* What both moves bring, and what the games say: how many were won. */
void pt_say_games(const pt_game *g, const pt_why *w, pt_text *out);
/* Facts and figures; with `words` the sentences, in the language of the text. */
void pt_json_why(pt_json *j, const pt_game *g, const pt_why *w, bool words);

/* --- why_lines.c --- */

/* How sure it is, "Likely: god ares rather than god zeus", what that gains and gives up or
 * prepares, what is as good, and what the games say: a line each, behind the indent. */
void pt_say_why(const pt_game *g, const pt_why *w, const char *indent, pt_text *out);
