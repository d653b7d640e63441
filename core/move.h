/* Moves: a verb and up to three arguments in 32 bits. One table gives a game's notation, its
 * structured moves and its dense move index. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/json.h"
#include "core/text.h"
#include <stdbool.h>
#include <stdint.h>

typedef uint32_t pt_move; /* verb in the top byte, three arguments below; 0 is "no move" */

enum { PT_ARGS = 3, PT_VERBS = 64 };

static inline pt_move pt_mv(unsigned verb, unsigned a, unsigned b, unsigned c) {
    return (pt_move)verb << 24 | (pt_move)a << 16 | (pt_move)b << 8 | (pt_move)c;
}
static inline unsigned pt_verb_of(pt_move m) { return m >> 24; }
static inline unsigned pt_arg(pt_move m, int i) { return (m >> (16 - 8 * i)) & 0xFF; }

/* A quarter turn to the left or right, or a flip, left to right. */
typedef enum { PT_TURN_LEFT, PT_TURN_RIGHT, PT_FLIP } pt_turn;

/* What an argument can be: values 0..count-1 and their texts. A kind has `names`, or is a
 * number (`first` is the text of value 0), or stands for a value of another kind that follows
 * from the arguments before it (`as` and `resolve`). For example, a step from a space is
 * written as the space it leads to. A space that no step leads to is the value count + its
 * number: such a move is never legal and has no place in the dense index, but check() can say
 * that the space is too far. */
typedef struct pt_kind {
    const char *name; /* "space": what a person is asked to point at */
    uint16_t count;
    int16_t first;
    const char *const *names;
    const struct pt_kind *as;
    int (*resolve)(const uint8_t args[PT_ARGS], int i); /* the value in `as`, or -1: none */
    bool never; /* a move with such an argument is never legal. It has a text, so that check()
                 * can say what is wrong, but no place in the dense index */
    /* NULL, or: the values are orientations of what an earlier argument names, and this returns
     * the value of argument i after a turn. */
    int (*turned)(const uint8_t args[PT_ARGS], int i, pt_turn how);
    /* NULL, or: several values may mean the same, and this returns the one in the list of legal
     * moves. */
    int (*canonical)(const uint8_t args[PT_ARGS], int i);
} pt_kind;

/* One row of a game's verb table. `form` is the notation: the verb's name first, then literal
 * text with a % for each argument: "extend % %", "favor %@%". Row 0 is unused;
 * every other row has a form. */
typedef struct pt_verb {
    const char *form;
    const pt_kind *kind[PT_ARGS];
    bool chance; /* luck's move, not a player's */
} pt_verb;

typedef struct pt_verbs {
    const pt_verb *row;
    int count; /* rows, the unused row 0 included */
} pt_verbs;

/* True if the verb is in the table and every argument is in range and stands for something,
 * even if no step leads there. */
bool pt_well_formed(pt_verbs v, pt_move m);

/* Print a well-formed move; parse undoes print and takes nothing else. Any run of white space
 * between words is read as one space. parse returns 0 if it cannot read the text. */
void pt_print_move(pt_verbs v, pt_move m, pt_text *out);
pt_move pt_parse_move(pt_verbs v, const char *text);
/* A well-formed move (or 0) with the canonical value of each argument, as records are read. */
pt_move pt_canonical(pt_verbs v, pt_move m);

/* Where a move stands in an ascending list, as legal() writes them, or -1. */
static inline int pt_find_move(const pt_move *list, int n, pt_move m) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int mid = (low + high) / 2;
        if (list[mid] == m) return mid;
        if (list[mid] < m)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return -1;
}

/* The verb's name is the first word of its form. */
pt_word pt_verb_name(const pt_verb *verb);

/* The text of one argument. */
void pt_print_arg(const pt_verb *verb, pt_move m, int i, pt_text *out);
void pt_print_value(const pt_kind *kind, int value, pt_text *out);

/* The value of a word in a kind (without `as`), or -1. */
int pt_parse_value(const pt_kind *kind, pt_word w);

/* A value that names what no step leads to. */
static inline bool pt_is_far(const pt_kind *k, int value) { return k->as && value >= k->count; }

/* What argument i points at: a kind without `as`, and a value of it. */
const pt_kind *pt_points_at(const pt_verb *verb, pt_move m, int i, int *value);

/* {"text":"extend c4 c5","verb":"extend","args":[{"kind":"space","value":"c4"},...]} */
void pt_json_move(pt_json *j, pt_verbs v, pt_move m);

/* The dense index: moves 0..size-1 in ascending order of the move number. Some indices belong
 * to moves that are not well formed (a step off the board); they are never legal. */
typedef struct pt_space {
    uint32_t verbs;                /* rows of the verb table */
    uint32_t base[PT_VERBS + 1];   /* of each verb; base[verbs] is the size */
    uint16_t second[PT_VERBS + 1]; /* values of each verb's second argument, ... */
    uint16_t third[PT_VERBS + 1];  /* ... and of its third; 1 if there is none */
} pt_space;

pt_space pt_move_space(pt_verbs v);
static inline uint32_t pt_space_size(const pt_space *p) { return p->base[p->verbs]; }
uint32_t pt_index_of(const pt_space *p, pt_move m);
pt_move pt_move_at(const pt_space *p, uint32_t index);
/* The players' moves come first: indices below this are theirs, the others are luck's. */
uint32_t pt_player_space(pt_verbs v, const pt_space *p);
