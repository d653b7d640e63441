/* What a study is: chapters, which are games with variations, and what several people say and
 * draw about them. Pure C like table/ and tournament/: no input or output, no clock. A study is
 * the fold of its events (event.h). It knows people by numbers only; a host knows their names.
 *
 * Whatever can change is a cell with a text in it: the words that a person has written at a
 * move, an arrow, the name of a chapter, whether a move is rubbed out. A change sets one cell
 * and remembers what was there before, so that every change can be undone in the same way. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

enum {
    PT_STUDY_CHAPTERS = 64,
    PT_STUDY_NODES = 8192, /* moves and beginnings of chapters, those rubbed out too */
    PT_STUDY_PEOPLE = 64,
    PT_STUDY_CHANGES = 32768,
    PT_STUDY_WORDS = 2000, /* bytes of one text, with its zero */
    PT_STUDY_NAME = 64,
    PT_STUDY_PLACE = 24,     /* the name of a place on the board */
    PT_STUDY_MARKS = 32,     /* at one move */
    PT_STUDY_BYTES = 1 << 20 /* of all texts together, older ones too */
};

typedef enum {
    PT_STUDY_NOBODY,
    PT_STUDY_READER,
    PT_STUDY_ASKS,
    PT_STUDY_EDITOR,
    PT_STUDY_OWNER,
    PT_STUDY_ROLES
} pt_study_role;
extern const char *const pt_study_role_names[PT_STUDY_ROLES];

typedef enum {
    PT_CELL_NAME,    /* of the study */
    PT_CELL_ACCESS,  /* "people", "link" or "all": who may read it */
    PT_CELL_TITLE,   /* of a chapter */
    PT_CELL_GONE,    /* of a move, with all behind it: "yes", or "" */
    PT_CELL_FRONT,   /* of a move: a number; the lowest of its siblings is the main line */
    PT_CELL_VERDICT, /* of a move: "!", "?" and so on, or "" */
    PT_CELL_COMMENT, /* of a person at a move: words, or "" */
    PT_CELL_MARK,    /* from a place to another, or around one: "green", "red", "amber", "" */
    PT_CELLS
} pt_study_cell;
extern const char *const pt_study_cell_names[PT_CELLS];

typedef enum {
    PT_STUDY_MADE,
    PT_STUDY_ROLE,
    PT_STUDY_CHAPTER,
    PT_STUDY_MOVE,
    PT_STUDY_SET,
    PT_STUDY_UNDO,
    PT_STUDY_KINDS
} pt_study_kind;

typedef struct pt_study_event {
    pt_study_kind kind;
    int64_t at;       /* milliseconds since 1970 */
    uint8_t by;       /* whose doing it is */
    uint8_t who;      /* ROLE, and whose comment */
    uint8_t role;     /* ROLE: a pt_study_role */
    uint8_t cell;     /* SET: a pt_study_cell */
    uint16_t node;    /* CHAPTER, MOVE: the new one; SET: whose cell */
    uint16_t parent;  /* MOVE */
    uint16_t change;  /* UNDO: counted from 1 */
    int8_t seat;      /* MOVE: or PT_LUCK */
    pt_config config; /* CHAPTER */
    char game[32];    /* MADE */
    char from[PT_STUDY_PLACE], to[PT_STUDY_PLACE]; /* MARK */
    char text[PT_STUDY_WORDS];                     /* a name, a move, a cell's value */
} pt_study_event;

/* A text in the study's own memory; 0 is "". A cell knows which change set it. */
typedef struct pt_study_value {
    uint32_t text;
    uint16_t change; /* 0: none */
} pt_study_value;

typedef struct pt_study_node {
    uint16_t parent;      /* of the beginning of a chapter: itself */
    uint16_t root;        /* the beginning of its chapter */
    uint16_t first, next; /* its first move, and its next sibling; 0: none */
    int8_t seat;
    uint8_t by;
    pt_move move; /* 0: the beginning of a chapter */
    int32_t front;
    uint16_t words, marks; /* the first of its list; 0: none */
    pt_study_value gone, fronts, verdict, title;
} pt_study_node;

typedef struct pt_study_comment {
    uint16_t next;
    uint8_t who;
    pt_study_value value;
} pt_study_comment;

typedef struct pt_study_mark {
    uint16_t next;
    char from[PT_STUDY_PLACE], to[PT_STUDY_PLACE];
    pt_study_value value;
} pt_study_mark;

/* What was done to a cell. A new move or chapter sets PT_CELL_GONE from "yes" to "". */
typedef struct pt_study_change {
    int64_t at;
    uint32_t before, after; /* texts */
    uint16_t node, was;     /* was: the change that had set the cell before */
    uint8_t by, cell, who;
    bool undone, made; /* made: it is a new move or chapter */
    uint16_t mark;
} pt_study_change;

typedef struct pt_study {
    const pt_game *game; /* NULL: not made yet */
    int64_t last;        /* the last event's time */
    pt_study_value name, access;
    uint8_t role[PT_STUDY_PEOPLE];
    bool let_in[PT_STUDY_PEOPLE]; /* the owner has given them a part */
    bool wrote[PT_STUDY_PEOPLE];  /* something of them is in the study */
    int people, chapters, nodes, changes, comments, marks;
    uint16_t chapter[PT_STUDY_CHAPTERS]; /* their beginnings */
    pt_config config[PT_STUDY_CHAPTERS];
    pt_study_node *node;       /* numbers 1.. */
    pt_study_change *change;   /* numbers 1.. */
    pt_study_comment *comment; /* numbers 1.. */
    pt_study_mark *mark;       /* numbers 1.. */
    char *text;
    uint32_t used;
    int node_room, change_room, comment_room, mark_room;
    uint32_t text_room;
    uint16_t state_at; /* the position that is kept, because the next move often follows it */
    uint64_t state[PT_STATE_MAX / 8];
} pt_study;

pt_study *pt_study_new(void); /* NULL without memory */
void pt_study_free(pt_study *s);

/* Folds an event; false with words if it cannot happen, and then nothing has changed. */
bool pt_study_fold(pt_study *s, const pt_study_event *e, pt_text *why);

/* --- looking --- */

const char *pt_study_text(const pt_study *s, pt_study_value v);
bool pt_study_is_place(const char *place); /* a word that can name one */
bool pt_study_is_node(const pt_study *s, int node);
bool pt_study_is_root(const pt_study *s, int node);
/* A move or chapter that is there: neither it nor what leads to it is rubbed out. */
bool pt_study_lives(const pt_study *s, int node);
/* The children that are there, the main line first; returns how many, at most `most`. */
int pt_study_children(const pt_study *s, int node, uint16_t *out, int most);
int pt_study_chapter_of(const pt_study *s, int node); /* 0.. */
/* The moves from the beginning of the chapter to this one, it too; returns how many. */
int pt_study_path(const pt_study *s, int node, uint16_t out[PT_STUDY_NODES]);
/* The position after a move, in the study's own memory until the next call. */
const void *pt_study_state(pt_study *s, int node);
/* Whoever knows of it may read it; otherwise only its people may. */
bool pt_study_is_open(const pt_study *s);
/* Or takes a part that the owner gave; who has only asked for one has none. -1: a stranger. */
bool pt_study_may_read(const pt_study *s, int who);
bool pt_study_may_edit(const pt_study *s, int who);
/* Who may undo a change: its author and the owner, as long as nothing has changed it since. */
bool pt_study_may_undo(const pt_study *s, int change, int who);
/* The number for somebody new: one whose holder has gone and left nothing, or the next. */
int pt_study_free_number(const pt_study *s);
/* What is in the cell that the event would set, and who has set it; "" and -1: nobody yet. */
const char *pt_study_cell_text(const pt_study *s, const pt_study_event *e, int *by);
/* Whether these can be made one after the other; false with words. */
typedef struct pt_study_step {
    int seat; /* or PT_LUCK */
    const char *text;
} pt_study_step;
bool pt_study_check_line(pt_study *s, int parent, const pt_study_step *steps, int n,
                         pt_text *why);
/* What makes a branch the main line; false: it is already. */
bool pt_study_front_event(const pt_study *s, int node, pt_study_event *e);
