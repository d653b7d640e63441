/* Puzzles: positions in which one thing is clearly best, and can be shown to be
 * (docs/puzzles.md).
 *
 * The prover looks at every line: of the player's own turn ("points"), or to the end of the
 * game against every reply and every draw ("win"). Where that is too much, a search that thinks
 * long has to see a wide gap ("best"). A finder plays games of bots and keeps what is not
 * obvious. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/search/search.h"

typedef enum {
    PT_PUZZLE_POINTS, /* most points in the rest of this turn: proved */
    PT_PUZZLE_WIN,    /* the only move that wins whatever happens: proved */
    PT_PUZZLE_BEST,   /* the best move by far: searched */
    PT_PUZZLE_KINDS
} pt_puzzle_kind;
extern const char *const pt_puzzle_names[]; /* "points", "win", "best" */

enum {
    PT_PUZZLE_STEPS = 16,      /* moves of a line at most */
    PT_PUZZLE_NODES = 30000,   /* positions that a proof may visit */
    PT_PUZZLE_THINK = 6000,    /* iterations of the search that has to agree */
    PT_PUZZLE_GAP = PT_ONE / 8 /* of a win: how much worse the next best move is */
};

/* Moves one after the other, and what they come to: points of the player for PT_PUZZLE_POINTS
 * (in units of score()), otherwise the share of the win, of PT_ONE. */
typedef struct pt_puzzle_line {
    int length;
    int seat[PT_PUZZLE_STEPS];
    pt_move move[PT_PUZZLE_STEPS];
    int32_t value;
} pt_puzzle_line;

typedef struct pt_puzzle {
    pt_puzzle_kind kind;
    int seat;
    int rating;            /* how hard: see pt_puzzle_rating */
    pt_puzzle_line answer; /* its own moves have to be found; others reply as given */
    pt_puzzle_line nearly; /* what somebody who looks one move ahead would do */
} pt_puzzle;

/* How hard a puzzle is that a blind guess solves with chance `luck` (0..1], among players who
 * stand at 1,500 on average: a guesser solves a puzzle of their own rating half the time. */
int pt_puzzle_rating(double luck);

typedef struct pt_prover pt_prover;
pt_prover *pt_prover_new(const pt_game *g); /* NULL without memory */
void pt_prover_free(pt_prover *p);

/* Everything that can become of the rest of a seat's turn: it ends when somebody else has to
 * choose, something is drawn, or the game is over. False if that takes more than `nodes`. */
typedef struct pt_turn_proof {
    int32_t best, second; /* the most points, and the most below them (best if none) */
    int32_t peak;         /* the most at any moment: more than `best` if they do not last */
    double luck;          /* the chance that blind play comes to `best` */
    pt_puzzle_line line;  /* the shortest way there; it ends with the points */
    int choices;          /* of the first decision */
    bool hidden; /* true if what others hold changes any of it: then nothing is proved */
} pt_turn_proof;
bool pt_prove_turn(pt_prover *p, const void *s, int seat, long nodes, pt_turn_proof *out);

/* The first moves that win for certain: sole first place, whatever others do and whatever is
 * drawn. Returns how many (at most two are looked for), and one of them; -1 if it takes more
 * than `nodes`. `s` must hide nothing from the seat. */
int pt_prove_win(pt_prover *p, const void *s, int seat, long nodes, pt_move *move);

/* A reply or a draw in `s` after which the seat no longer wins for certain; false if there is
 * none, or it takes too long to find. */
bool pt_refute(pt_prover *p, const void *s, int seat, long nodes, int *other, pt_move *reply);

/* True if nothing in the state is hidden from the seat. */
bool pt_puzzle_open(const pt_game *g, const void *s, int seat);

/* --- finding --- */

typedef struct pt_finder {
    const pt_game *game;
    pt_prover *prover;
    pt_bot *greedy;
    pt_search *search; /* or NULL: nothing is searched, only proved */
    pt_rng rng;
    const atomic_bool *stop;
    pt_move *moves; /* room for lists */
    pt_chance *luck;
    void *memory;
} pt_finder;
/* False without memory. Close is safe on anything half open. */
bool pt_finder_open(pt_finder *f, const pt_game *g, bool searches, const atomic_bool *stop);
void pt_finder_close(pt_finder *f);

/* A puzzle in this state, in which only `seat` has to choose; false if there is none. */
bool pt_find_points(pt_finder *f, const void *s, int seat, pt_puzzle *out);
bool pt_find_win(pt_finder *f, const void *s, int seat, pt_puzzle *out);
bool pt_find_best(pt_finder *f, const void *s, int seat, pt_puzzle *out);

/* Is the answer still what it claims to be? Proofs are repeated from scratch. A search thinks
 * `effort` times as long as the one that found the puzzle, with other random numbers, and has
 * to prefer the answer. PT_REFUSED with words if it is not so. */
pt_err pt_check_puzzle(pt_finder *f, const void *s, const pt_puzzle *p, int effort,
                       pt_text *why);

/* --- as text: a scenario (docs/puzzles.md) --- */

/* The position is as short as it can be: lines that say what holds anyway are left out. */
void pt_write_puzzle(const pt_game *g, const pt_config *config, const void *s,
                     const pt_puzzle *p, pt_text *out);

enum { PT_PUZZLE_TEXT = 16384 };
typedef struct pt_puzzle_reader {
    const char *at;
    int line, first; /* the line last read, and that of the puzzle's name */
    const pt_game *game;
    pt_config config;
    char position[PT_PUZZLE_TEXT];
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    int32_t points[PT_SEATS]; /* at the start */
    pt_puzzle puzzle;
} pt_puzzle_reader;

/* Reads the next puzzle of a text and plays its lines. `more` is false at the end; on refusal
 * `line` is at fault. */
void pt_read_puzzles(pt_puzzle_reader *r, const pt_game *g, const char *text);
pt_err pt_next_puzzle(pt_puzzle_reader *r, bool *more, pt_text *why);
