/* Records: a game as text, tags first, then one move a line (docs/records.md). Writing is
 * strict, reading is forgiving. Everything works on a zero-terminated text in the caller's
 * memory and allocates nothing. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

/* --- reading, entry by entry --- */

typedef enum {
    PT_ENTRY_END,
    PT_ENTRY_TAG,    /* [name "text"] */
    PT_ENTRY_MOVE,   /* a seat or *, then `text`, then perhaps notes */
    PT_ENTRY_RESIGN, /* "2 resigns" */
    PT_ENTRY_NOTE,   /* a comment that follows no move */
    PT_ENTRY_BAD,    /* `text` says what is wrong */
} pt_entry_kind;

typedef struct pt_entry {
    pt_entry_kind kind;
    int line, seat; /* seat 0.., or PT_LUCK */
    char name[32];
    char text[1024];
    pt_word notes; /* the comments of a move as they stand; take them with pt_next_note */
} pt_entry;

typedef struct pt_reader {
    const char *at;
    int line;
    uint8_t language; /* of what it says about an entry that is bad */
} pt_reader;

pt_reader pt_read_record(const char *text);
pt_entry_kind pt_next_entry(pt_reader *r, pt_entry *entry);

/* The next comment without its braces and the blanks around it; length 0 after the last. The
 * notes are those of an entry, so that each comment ends. */
pt_word pt_next_note(pt_word *notes);
/* What stands after {%NAME in the first such comment; length 0 if there is none. */
pt_word pt_note_named(pt_word notes, const char *name);

/* --- the tags --- */

enum { PT_HEX = 65, PT_NAME = 64 };

typedef struct pt_record_head {
    const pt_game *game;
    pt_config config;
    char player[PT_SEATS][PT_NAME]; /* names, "" if not given */
    char table[PT_NAME];            /* the fairness tags, see core/fair.h */
    char commit[PT_HEX], seed[PT_HEX];
    char entropy[PT_SEATS][2 * PT_HEX];
    char result[128]; /* "41 38 52", "*", or "" */
    int line_of_result, line_of_commit, line_of_seed;
} pt_record_head;

/* Reads the tags, wherever they stand. On refusal `line` is the line at fault. */
pt_err pt_read_head(const char *text, pt_record_head *head, int *line, pt_text *why);
void pt_write_head(const pt_record_head *head, pt_text *out);

/* "1 start b2", without a line end; notes may follow, then '\n'. */
void pt_write_move(const pt_game *g, int seat, pt_move m, pt_text *out);

/* Rewrites a record in the strict form: tags in order, one move a line, comments kept. */
pt_err pt_tidy_record(const char *text, pt_text *out, int *line, pt_text *why);

/* The scores as a Result tag gives them. */
void pt_write_result(const pt_game *g, const void *s, pt_text *out);

/* --- checking a record --- */

typedef struct pt_replay {
    pt_record_head head;
    uint64_t state[PT_STATE_MAX / 8]; /* before `move` until pt_replay_play */
    int line;                         /* of the move, or where something is wrong */
    int moves;                        /* played so far */
    int seat;
    pt_move move;
    pt_word notes;
    uint8_t resigned; /* bit s: seat s has resigned; no move follows */
    pt_reader in;
    pt_entry entry;
} pt_replay;

/* Reads the head and sets the game up. */
pt_err pt_replay_begin(pt_replay *r, const char *text, pt_text *why);
/* Reads and checks the next move; `more` is false at the end. The words of a refusal start with
 * the move. */
pt_err pt_replay_next(pt_replay *r, bool *more, pt_text *why);
void pt_replay_play(pt_replay *r);
/* At the end: checks that the Result tag agrees with the game. */
pt_err pt_replay_end(pt_replay *r, pt_text *why);
/* Does all of the above. The places are those of rank(), with those who resigned last. */
pt_err pt_replay_all(pt_replay *r, const char *text, pt_text *why);
void pt_replay_places(const pt_replay *r, uint8_t place[PT_SEATS]);
