/* A view as numbers for a neural network. A game says what each member of its state is (a name,
 * an amount, a seat, a set) in games/NAME/tensor.c; the plan made of that writes a byte for
 * each column, seats turned so that the viewer is first. Plans hold no pointers, so that a GPU
 * can follow them as well. docs/tensors.md is the manual. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* --- what a game says --- */

/* What values or places there are, and what they are called. */
typedef struct pt_axis {
    const char *name;             /* "isle" */
    const char *dim;              /* NULL, or the dimension of the state's arrays: "CY_ISLES" */
    uint8_t count[PT_SEATS + 1];  /* by players */
    bool turned;                  /* they are seats: the viewer's is the first */
    uint8_t across[PT_SEATS + 1]; /* by players: columns of the board that they are; 0: none */
    const char *const *names;     /* or NULL: they have numbers only */
} pt_axis;

/* The same for every number of players. */
#define PT_ALWAYS(n)                                                                           \
    { (n), (n), (n), (n), (n), (n) }
#define PT_PER_SEAT                                                                            \
    { 0, 1, 2, 3, 4, 5 }

typedef enum {
    PT_LEFT_OUT,  /* `why` says why */
    PT_IS_NAME,   /* one of several: a 1 in its column, nothing for any other value */
    PT_IS_AMOUNT, /* 0 to `most`; more counts as `most` */
    PT_IS_SEAT,   /* a name, by seats from the viewer on */
    PT_IS_SET,    /* a 0 or 1 for each */
    PT_IS_SEATS,  /* a set of seats, from the viewer on */
    PT_IS_OWNED, /* a set for each seat from the viewer on, of a set and its owners in binary */
} pt_form;

enum { PT_LOOPS = 2 };

/* What a member of the state is; several rows may tell about one member. */
typedef struct pt_feature {
    const char *member; /* "player.stock" */
    pt_form form;
    const pt_axis *of;           /* the columns of a name or set; NULL: one, a flag */
    const pt_axis *by[PT_LOOPS]; /* NULL: those of the member's dimensions */
    uint8_t from;                /* skips so many elements of its first dimension */
    uint16_t first;              /* the number, or bit, that stands for the first column */
    uint16_t mask;               /* 0, or the bits of the number that count ... */
    uint8_t shift;               /* ... and the lowest of them */
    uint16_t none;               /* an amount that counts as 0 */
    uint8_t most;
    uint8_t bits;                     /* of a set that goes on in the next word: in each word */
    uint64_t only;                    /* 0, or: only these numbers (as bits) have columns */
    const char *tail;                 /* NULL, or the member that has the last bits of a set */
    const char *owners, *owners_tail; /* of PT_IS_OWNED: two sets, bit 0 and 1 of the seats */
    const char *name; /* of the columns; NULL: as the member. No two rows have the same */
    const char *why;  /* NULL, or why some columns may never change */
} pt_feature;

typedef struct pt_features {
    const pt_feature *row;
    const pt_axis *const *axis; /* those with a dimension, up to a NULL */
    int rows;
} pt_features;

/* What a net needs to know of a head, and what not, but for phase and round. */
#define PT_HEAD_FEATURES                                                                       \
    {.member = "head.node", .why = "who is asked has a choice"},                               \
        {.member = "head.seats", .why = "the columns are for that number of players"},         \
        {.member = "head.ply", .why = "no rule counts moves"}, {                               \
        .member = "head.owes", .form = PT_IS_SEATS,                                            \
        .why =                                                                                 \
            "whoever is asked sees their own 1; seats that are asked one at a time no other"   \
    }

/* --- the plan --- */

enum { PT_FEATURES = 72, PT_COLUMNS = 4096 }; /* at most */

typedef struct pt_part {
    uint8_t form, size; /* of a number or word, in bytes */
    uint8_t turned; /* bit i: loop i is over seats. A single loop is the second, inner one */
    uint8_t most, bits, tail_size, shift;
    uint16_t at, wide; /* the first element; the columns of one */
    uint16_t count[PT_LOOPS], step[PT_LOOPS];
    uint16_t tail, tail_step;
    uint16_t owners, owners_step, owners_tail, owners_tail_step;
    uint16_t first, mask, none;
    uint16_t columns; /* of all elements */
    float scale;      /* what a byte of 1 is as a float */
    uint64_t only;
} pt_part;

typedef struct pt_plan {
    uint16_t columns; /* bytes of a row, without what rounds it up to words */
    uint8_t players, parts;
    pt_part part[PT_FEATURES];
} pt_plan;

/* A row of bytes, with room for what is written past its end. */
static inline size_t pt_plan_words(const pt_plan *p) { return (p->columns + 14u) / 8; }
enum { PT_ROW_WORDS = (PT_COLUMNS + 14) / 8 };

/* A byte for each column; `out` has the words of the plan. The public sees what seat 0 would
 * see if it knew nothing of its own. */
void pt_write_bytes(const pt_plan *p, const void *view, int viewer, uint64_t *out);
/* The same numbers as floats in 0..1, or as halves (IEEE's 16 bits). */
void pt_write_floats(const pt_plan *p, const uint8_t *bytes, float *out);
uint16_t pt_half_of(float number); /* 0, or 1/255 to 1 */
void pt_write_halves(const pt_plan *p, const uint8_t *bytes, uint16_t *out);
